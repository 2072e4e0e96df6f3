//! The HTTP interface: one function a route. The description in OpenAPI comes from the same lines.

mod analysis;
mod catalog;
mod games;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, ApiResult};
use crate::hall::Hall;
use crate::live;

/// The most bytes of a request, records aside.
const MOST_BODY: usize = 256 << 10;

/// The most bytes of a file of records.
const MOST_RECORDS: usize = 8 << 20;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludwerk",
        description = "Play and analyse board games. A game is a list of moves plus seats; a key \
                       (`Authorization: Bearer KEY`) holds seats, and without one a caller looks on. \
                       Live updates: a WebSocket at `/api/games/{id}/live`, to which the client first sends \
                       `{\"type\":\"hello\",\"token\":KEY}`."
    ),
    components(schemas(crate::dto::ClientMessage, crate::dto::ServerMessage)),
    modifiers(&Keys)
)]
struct Description;

struct Keys;

impl utoipa::Modify for Keys {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}

/// The routes under `/api`, and their description.
pub fn routes() -> (Router<Arc<Hall>>, utoipa::openapi::OpenApi) {
    let small = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalog::catalog))
        .routes(routes!(catalog::demo))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::look, games::delete))
        .routes(routes!(games::position))
        .routes(routes!(games::play))
        .routes(routes!(games::undo))
        .routes(routes!(games::redo))
        .routes(routes!(games::answer))
        .routes(routes!(games::resign))
        .routes(routes!(games::again))
        .routes(routes!(games::record))
        .routes(routes!(analysis::hint))
        .routes(routes!(analysis::positions))
        .routes(routes!(analysis::analyse))
        .layer(DefaultBodyLimit::max(MOST_BODY));
    let large =
        OpenApiRouter::new().routes(routes!(games::import)).layer(DefaultBodyLimit::max(MOST_RECORDS));
    let (router, description) = small.merge(large).split_for_parts();
    let shown = description.clone();
    let router = router
        .route("/api/openapi.json", axum::routing::get(async move || axum::Json(shown)))
        .route("/api/games/{id}/live", axum::routing::get(live::live))
        .route("/api/{*rest}", axum::routing::any(async || ApiError::not_found("address")))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address does not take this method")
        });
    (router, description)
}

/// Runs what may wait for the disk or for a lock beside the threads that answer requests.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(ApiError::internal("the request", error)),
    }
}
