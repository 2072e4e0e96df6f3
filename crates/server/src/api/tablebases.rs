//! The tables of solved games: looked at, built, stopped.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::blocking;
use crate::dto::{ErrorView, TablebaseView};
use crate::error::ApiResult;
use crate::extract::PathPart;
use crate::lobby::Lobby;

/// The tables of all games that can be solved
#[utoipa::path(get, path = "/api/tablebases", responses((status = 200, body = Vec<TablebaseView>)))]
pub async fn list(State(lobby): State<Arc<Lobby>>) -> ApiResult<Json<Vec<TablebaseView>>> {
    Ok(Json(blocking(move || lobby.tablebases.list()).await?))
}

/// Begins to build the table of a game
#[utoipa::path(
    post,
    path = "/api/tablebases/{game}",
    params(("game" = String, Path, description = "The game's id.")),
    responses(
        (status = 202, body = TablebaseView),
        (status = 409, body = ErrorView, description = "It is there, or one is being built."),
        (status = 422, body = ErrorView, description = "No such game, or one that cannot be solved.")
    )
)]
pub async fn build(
    State(lobby): State<Arc<Lobby>>,
    PathPart(game): PathPart<String>,
) -> ApiResult<(StatusCode, Json<TablebaseView>)> {
    let view = blocking(move || lobby.tablebases.build(&game)).await?;
    Ok((StatusCode::ACCEPTED, Json(view)))
}

/// Stops building the table of a game
#[utoipa::path(
    delete,
    path = "/api/tablebases/{game}",
    params(("game" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, body = TablebaseView),
        (status = 409, body = ErrorView, description = "It is not being built."),
        (status = 422, body = ErrorView, description = "No such game, or one that cannot be solved.")
    )
)]
pub async fn stop(
    State(lobby): State<Arc<Lobby>>,
    PathPart(game): PathPart<String>,
) -> ApiResult<Json<TablebaseView>> {
    Ok(Json(blocking(move || lobby.tablebases.stop(&game)).await?))
}
