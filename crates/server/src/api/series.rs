//! Series: tests of people against agents.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};

use super::blocking;
use crate::dto::{
    CreatedGame, CreatedSeries, ErrorView, JoinedSeries, NewPerson, NewSeries, SeriesList, SeriesView,
};
use crate::error::{ApiError, ApiResult};
use crate::extract::{self, PathPart};
use crate::game::Caller;
use crate::lobby::Lobby;

/// The series of this server, the last made first
#[utoipa::path(get, path = "/api/series", responses((status = 200, body = SeriesList)))]
pub async fn list(State(lobby): State<Arc<Lobby>>) -> ApiResult<Json<SeriesList>> {
    Ok(Json(blocking(move || lobby.list_series()).await?))
}

/// Makes a series
#[utoipa::path(
    post,
    path = "/api/series",
    request_body = NewSeries,
    responses(
        (status = 201, body = CreatedSeries),
        (status = 422, body = ErrorView, description = "No such game, variant or agent; or one that peeks.")
    )
)]
pub async fn create(
    State(lobby): State<Arc<Lobby>>,
    extract::Json(wanted): extract::Json<NewSeries>,
) -> ApiResult<(StatusCode, Json<CreatedSeries>)> {
    let created = blocking(move || lobby.create_series(&wanted)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A series with its results so far
#[utoipa::path(
    get,
    path = "/api/series/{id}",
    params(("id" = String, Path, description = "The series' address.")),
    security((), ("key" = [])),
    responses((status = 200, body = SeriesView))
)]
pub async fn look(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<Json<SeriesView>> {
    Ok(Json(blocking(move || lobby.look_at_series(&id, &caller)).await?))
}

/// Deletes a series with all its games
#[utoipa::path(
    delete,
    path = "/api/series/{id}",
    params(("id" = String, Path, description = "The series' address.")),
    security(("key" = [])),
    responses(
        (status = 204),
        (status = 403, body = ErrorView, description = "Only the creator of the series may.")
    )
)]
pub async fn delete(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<StatusCode> {
    blocking(move || lobby.delete_series(&id, &caller)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes part in a series under a name; gives the key that plays its games
#[utoipa::path(
    post,
    path = "/api/series/{id}/people",
    params(("id" = String, Path, description = "The series' address.")),
    request_body = NewPerson,
    responses(
        (status = 201, body = JoinedSeries),
        (status = 409, body = ErrorView, description = "Somebody else has this name there."),
        (status = 422, body = ErrorView, description = "This can be nobody's name.")
    )
)]
pub async fn join(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    extract::Json(person): extract::Json<NewPerson>,
) -> ApiResult<(StatusCode, Json<JoinedSeries>)> {
    let joined = blocking(move || lobby.join_series(&id, &person)).await?;
    Ok((StatusCode::CREATED, Json(joined)))
}

/// The game that the caller is to play now: the one that was begun, or the next
#[utoipa::path(
    post,
    path = "/api/series/{id}/games",
    params(("id" = String, Path, description = "The series' address.")),
    security(("key" = [])),
    responses(
        (status = 201, body = CreatedGame),
        (status = 403, body = ErrorView, description = "The caller does not take part."),
        (status = 409, body = ErrorView, description = "All games of the caller are played.")
    )
)]
pub async fn play(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<(StatusCode, Json<CreatedGame>)> {
    let created = blocking(move || lobby.play_series(&id, &caller)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The games of a series as a file of records, one a line; without those that would tell a secret
#[utoipa::path(
    get,
    path = "/api/series/{id}/records",
    params(("id" = String, Path, description = "The series' address.")),
    responses((status = 200, body = String, content_type = "application/x-ndjson",
        description = "Documents in the format ludwerk-record/1, one a line."))
)]
pub async fn records(State(lobby): State<Arc<Lobby>>, PathPart(id): PathPart<String>) -> ApiResult<Response> {
    let name = format!("attachment; filename=\"series-{id}.jsonl\"");
    let text = blocking(move || {
        let mut lines = Vec::new();
        for record in lobby.records_of_series(&id)? {
            record.write_line(&mut lines).map_err(|error| ApiError::internal("the games", error))?;
        }
        Ok(lines)
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, text.await?).into_response())
}
