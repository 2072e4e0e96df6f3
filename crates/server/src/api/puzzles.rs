//! Puzzles: positions of solved games in which one side wins, if it finds the way.
#![expect(unused_qualifications, reason = "in what the macro makes of the parameters of `puzzle`")]

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ludwerk_core::{Game as _, Notation as _};
use ludwerk_registry::puzzle::{self, DIFFICULTIES};
use serde::Deserialize;
use utoipa::IntoParams;

use super::blocking;
use crate::dto::{ErrorView, PuzzleView};
use crate::error::{ApiError, ApiResult};
use crate::extract::{Params, PathPart};
use crate::keys;
use crate::lobby::{Lobby, MOST_SEED};

/// Which puzzle is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PuzzleParams {
    /// How hard it is to be, from 1 to 5; 1 without it.
    #[param(minimum = 1, maximum = 5)]
    difficulty: Option<u32>,
    /// Where all chance comes from, below 2^53: the same seed gives the same puzzle. Fresh without it.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    seed: Option<u64>,
    /// The variant; the first without it.
    variant: Option<String>,
}

/// A position to be solved: the player to move wins
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}",
    params(("game" = String, Path, description = "The game's id."), PuzzleParams),
    responses(
        (status = 200, body = PuzzleView),
        (status = 409, body = ErrorView, description = "There is no tablebase of the game yet."),
        (status = 422, body = ErrorView, description = "No such game, or no such puzzle."),
        (status = 429, body = ErrorView, description = "Other puzzles are being drawn.")
    )
)]
pub async fn puzzle(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    Params(params): Params<PuzzleParams>,
) -> ApiResult<Json<PuzzleView>> {
    let Some(leave) = lobby.tablebases.may_draw() else {
        return Err(ApiError::too_many("other puzzles are being drawn"));
    };
    let drawn = blocking(move || {
        // It is given back when the puzzle is drawn, even if nobody waits for it any more.
        let _leave = leave;
        let game = lobby.configure(&id, params.variant.as_deref(), None)?;
        let (difficulty, seed) = (params.difficulty.unwrap_or(1), params.seed.unwrap_or_else(keys::seed));
        if !DIFFICULTIES.contains(&difficulty) {
            let (least, most) = DIFFICULTIES.into_inner();
            return Err(ApiError::bad("difficulty", format!("puzzles go from {least} to {most}")));
        }
        if seed > MOST_SEED {
            return Err(
                ApiError::bad("seed", "the seed is too large").hint(format!("the largest is {MOST_SEED}"))
            );
        }
        let table = lobby.tablebases.needed_table(&game)?;
        let drawn = puzzle::puzzle(&game, &table, difficulty, seed).ok_or_else(|| {
            ApiError::bad("no_puzzle", "no such puzzle was found").hint("take another seed, or an easier one")
        })?;
        Ok(PuzzleView {
            game: id,
            variant: game.variant().to_owned(),
            position: game.position_text(&drawn.position),
            seat: drawn.seat.idx(),
            plies: drawn.plies,
            difficulty,
            seed,
        })
    });
    Ok(Json(drawn.await?))
}
