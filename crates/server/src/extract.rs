//! What handlers take out of a request, with refusals in our own form.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use ludwerk_core::{MAX_SEATS, Seat};
use serde::de::DeserializeOwned;

use crate::error::{ApiError, ApiResult};
use crate::game::Caller;

/// The body, as JSON of this shape.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => {
                Err(ApiError::new(rejection.status(), json_code(&rejection), rejection.body_text()))
            }
        }
    }
}

fn json_code(rejection: &JsonRejection) -> &'static str {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not_json",
        _ => "malformed",
    }
}

/// The variable part of the path.
pub struct PathPart<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathPart<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        let malformed = |rejection: PathRejection| {
            ApiError::new(StatusCode::NOT_FOUND, "not_found", rejection.body_text())
        };
        path.map(|Path(value)| Self(value)).map_err(malformed)
    }
}

/// What stands behind the question mark.
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let malformed = |rejection: QueryRejection| {
            ApiError::new(StatusCode::BAD_REQUEST, "malformed", rejection.body_text())
        };
        query.map(|Query(value)| Self(value)).map_err(malformed)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> ApiResult<Self> {
        caller(&parts.headers)
    }
}

/// Which of several seats with one key sits at the screen.
const SEAT: &str = "ludwerk-seat";

/// The key that a request shows, and the seat that it speaks for.
fn caller(headers: &HeaderMap) -> ApiResult<Caller> {
    let seat = headers.get(SEAT).map(|value| value.to_str().ok().and_then(|text| text.trim().parse().ok()));
    if seat == Some(None) {
        let problem = "the header Ludwerk-Seat is not a number";
        return Err(
            ApiError::new(StatusCode::BAD_REQUEST, "malformed", problem).hint("write Ludwerk-Seat: 0")
        );
    }
    let seat = seat.flatten().and_then(|idx| Seat::checked(idx, MAX_SEATS));
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(Caller { key: None, seat }) };
    let key = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).map(str::trim);
    match key.filter(|key| !key.is_empty()) {
        Some(key) => Ok(Caller { key: Some(key.to_owned()), seat }),
        None => Err(ApiError::new(StatusCode::UNAUTHORIZED, "malformed_key", "the key cannot be read")
            .hint("write Authorization: Bearer KEY")),
    }
}
