//! How strong whoever asks is, on the scale of a game's levels.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::blocking;
use crate::dto::{ErrorView, StrengthView};
use crate::error::{ApiError, ApiResult};
use crate::extract::PathPart;
use crate::game::Caller;
use crate::keys;
use crate::lobby::Lobby;

/// The person's key that a request shows.
fn person(caller: Caller) -> ApiResult<String> {
    caller.key.filter(|key| keys::is_players_key(key)).ok_or_else(|| {
        ApiError::new(StatusCode::UNAUTHORIZED, "malformed_key", "the request has no player key")
            .hint("write Authorization: Bearer KEY with the key that was sent with new games as `player`")
    })
}

/// How strong the person with this key is, told from the games that were made with it
#[utoipa::path(
    get,
    path = "/api/strengths/{game}",
    params(("game" = String, Path, description = "The game's id.")),
    security(("key" = [])),
    responses(
        (status = 200, body = StrengthView),
        (status = 401, body = ErrorView, description = "No person's key.")
    )
)]
pub async fn look(
    State(lobby): State<Arc<Lobby>>,
    PathPart(game): PathPart<String>,
    caller: Caller,
) -> ApiResult<Json<StrengthView>> {
    let player = person(caller)?;
    let told = blocking(move || {
        lobby.configure(&game, None, None)?;
        lobby.strength(&player, &game)
    });
    Ok(Json(told.await?))
}

/// Forgets how strong the person is, to begin anew
#[utoipa::path(
    delete,
    path = "/api/strengths/{game}",
    params(("game" = String, Path, description = "The game's id.")),
    security(("key" = [])),
    responses(
        (status = 204),
        (status = 401, body = ErrorView, description = "No person's key.")
    )
)]
pub async fn forget(
    State(lobby): State<Arc<Lobby>>,
    PathPart(game): PathPart<String>,
    caller: Caller,
) -> ApiResult<StatusCode> {
    let player = person(caller)?;
    blocking(move || {
        lobby.configure(&game, None, None)?;
        lobby.store.forget_strength(&player, &game)?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
