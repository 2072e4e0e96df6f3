//! Games: made, looked at, played, kept.
#![expect(unused_qualifications, reason = "in what the macro makes of the parameters of `list`")]

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::StatusCode;
use ludwerk_arena::record::Record;
use ludwerk_registry::formats::{self, Format, ParsedGame};
use serde::Deserialize;
use utoipa::IntoParams;

use super::blocking;
use crate::dto::{
    Acceptance, AtPly, CreatedGame, ErrorView, GameList, GameSummary, GameView, Imported, NewGame, NewMove,
    OfferAnswer, PositionView, Resignation, SeatKind,
};
use crate::error::{ApiError, ApiResult};
use crate::extract::{self, Params, PathPart};
use crate::hall::Hall;
use crate::room::{Caller, Room};
use crate::store::{Filter, Player, StoredGame};
use crate::view;

/// The most games of a page of the library.
const MOST_LISTED: u32 = 200;

/// The most games that a page of the library may leave out.
const MOST_OFFSET: u32 = 1_000_000;

/// The most games of a file.
const MOST_IMPORTED: usize = 1000;

/// Which games are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListParams {
    /// Only this game.
    game: Option<String>,
    /// Only games that are `playing` or `over`.
    status: Option<Status>,
    /// Only games with this in a player's name or spec.
    player: Option<String>,
    /// How many to leave out.
    #[param(minimum = 0, maximum = 1_000_000)]
    offset: Option<u32>,
    /// How many to give; 30 without it.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Still going on.
    Playing,
    /// At its end.
    Over,
}

/// The games of this server, the last changed first
#[utoipa::path(
    get,
    path = "/api/games",
    params(ListParams),
    responses((status = 200, body = GameList))
)]
pub async fn list(
    State(hall): State<Arc<Hall>>,
    Params(params): Params<ListParams>,
) -> ApiResult<Json<GameList>> {
    let (offset, limit) = (params.offset.unwrap_or(0), params.limit.unwrap_or(30));
    if offset > MOST_OFFSET || !(1..=MOST_LISTED).contains(&limit) {
        let problem = format!("the offset is at most {MOST_OFFSET}, the limit from 1 to {MOST_LISTED}");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "malformed", problem));
    }
    let filter = Filter {
        game: params.game,
        over: params.status.map(|status| matches!(status, Status::Over)),
        player: params.player.filter(|text| !text.is_empty()),
        offset: offset as usize,
        limit: limit as usize,
    };
    let (games, total) = blocking(move || Ok(hall.store.list(&filter)?)).await?;
    Ok(Json(GameList { games: games.into_iter().map(summary).collect(), total }))
}

fn summary(stored: StoredGame) -> GameSummary {
    let kind = |player: &Player| match player {
        Player::Human { .. } => SeatKind::Human,
        Player::Engine { .. } => SeatKind::Engine,
    };
    GameSummary {
        kinds: stored.seats.iter().map(kind).collect(),
        players: stored
            .seats
            .into_iter()
            .map(|player| match player {
                Player::Human { name, .. } => name,
                Player::Engine { spec, .. } => spec,
            })
            .collect(),
        result: stored.result.map(|end| view::ended(&end.returns, end.points, &end.reason)),
        id: stored.id,
        game: stored.game,
        variant: stored.variant,
        plies: stored.plies,
        imported: stored.imported,
        created: stored.created,
        updated: stored.updated,
    }
}

/// Makes a game
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = NewGame,
    responses(
        (status = 201, body = CreatedGame),
        (status = 422, body = ErrorView, description = "No such game, variant, agent or position."),
        (status = 429, body = ErrorView, description = "Too many games at once.")
    )
)]
pub async fn create(
    State(hall): State<Arc<Hall>>,
    extract::Json(wanted): extract::Json<NewGame>,
) -> ApiResult<(StatusCode, Json<CreatedGame>)> {
    let created = blocking(move || hall.create(&wanted)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A game as the caller may see it
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    params(("id" = String, Path, description = "The game's address.")),
    security((), ("key" = [])),
    responses(
        (status = 200, body = GameView),
        (status = 401, body = ErrorView, description = "The key holds no seat in this game."),
        (status = 409, body = ErrorView, description = "The game cannot be opened any more.")
    )
)]
pub async fn look(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<Json<GameView>> {
    Ok(Json(blocking(move || hall.look(&id, &caller)).await?))
}

/// Deletes a game for good
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path, description = "The game's address.")),
    security(("key" = [])),
    responses(
        (status = 204),
        (status = 403, body = ErrorView, description = "Only the creator of the game may.")
    )
)]
pub async fn delete(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<StatusCode> {
    blocking(move || hall.delete(&id, &caller)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The position after so many moves, as the caller may see it
#[utoipa::path(
    get,
    path = "/api/games/{id}/positions/{ply}",
    params(
        ("id" = String, Path, description = "The game's address."),
        ("ply" = usize, Path, description = "How many moves were played; 0 for the start.")
    ),
    security((), ("key" = [])),
    responses((status = 200, body = PositionView))
)]
pub async fn position(
    State(hall): State<Arc<Hall>>,
    PathPart((id, ply)): PathPart<(String, usize)>,
    caller: Caller,
) -> ApiResult<Json<PositionView>> {
    let found = blocking(move || {
        hall.read(&id, |room| {
            room.check_key(&caller)?;
            room.position(&caller, ply).ok_or_else(|| ApiError::not_found("position"))
        })
    });
    Ok(Json(found.await?))
}

/// Changes a game and shows it as it is then.
async fn change(
    hall: Arc<Hall>,
    id: String,
    caller: Caller,
    change: impl FnOnce(&mut Room, &Caller) -> ApiResult<()> + Send + 'static,
) -> ApiResult<Json<GameView>> {
    let view = blocking(move || {
        hall.change(&id, |room| change(room, &caller))?;
        hall.look(&id, &caller)
    });
    Ok(Json(view.await?))
}

/// Takes the seat of an invitation, which is for one person
#[utoipa::path(
    post,
    path = "/api/games/{id}/accept",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = Acceptance,
    responses(
        (status = 200, body = CreatedGame, description = "The key of the seat, and the game."),
        (status = 410, body = ErrorView, description = "Somebody has taken the seat.")
    )
)]
pub async fn accept(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    extract::Json(link): extract::Json<Acceptance>,
) -> ApiResult<Json<CreatedGame>> {
    let accepted = blocking(move || {
        let mut key = None;
        hall.change(&id, |room| {
            key = Some(room.accept_invitation(&link.token)?);
            Ok(())
        })?;
        let token = key.unwrap_or_default();
        let game = hall.look(&id, &Caller::with_key(token.clone()))?;
        Ok(CreatedGame { token, game })
    });
    Ok(Json(accepted.await?))
}

/// Plays a move
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = NewMove,
    security(("key" = [])),
    responses(
        (status = 200, body = GameView),
        (status = 401, body = ErrorView, description = "The key holds no seat in this game."),
        (status = 403, body = ErrorView, description = "Not the caller's turn."),
        (status = 409, body = ErrorView, description = "The game has gone on, or is over."),
        (status = 422, body = ErrorView, description = "The move is not legal.")
    )
)]
pub async fn play(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(mv): extract::Json<NewMove>,
) -> ApiResult<Json<GameView>> {
    change(hall, id, caller, move |room, caller| room.play_text(caller, &mv.text, mv.ply)).await
}

/// Takes moves back to the caller's last turn, or asks the other players to agree
#[utoipa::path(
    post,
    path = "/api/games/{id}/undo",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = AtPly,
    security(("key" = [])),
    responses((status = 200, body = GameView))
)]
pub async fn undo(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(at): extract::Json<AtPly>,
) -> ApiResult<Json<GameView>> {
    change(hall, id, caller, move |room, caller| room.undo(caller, at.ply)).await
}

/// Plays again what was taken back, or asks the other players to agree
#[utoipa::path(
    post,
    path = "/api/games/{id}/redo",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = AtPly,
    security(("key" = [])),
    responses((status = 200, body = GameView))
)]
pub async fn redo(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(at): extract::Json<AtPly>,
) -> ApiResult<Json<GameView>> {
    change(hall, id, caller, move |room, caller| room.redo(caller, at.ply)).await
}

/// Answers what another player asked, or withdraws what the caller asked
#[utoipa::path(
    post,
    path = "/api/games/{id}/offer",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = OfferAnswer,
    security(("key" = [])),
    responses((status = 200, body = GameView))
)]
pub async fn answer(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(answer): extract::Json<OfferAnswer>,
) -> ApiResult<Json<GameView>> {
    change(hall, id, caller, move |room, caller| room.answer_offer(caller, answer.accept)).await
}

/// Gives the game up
#[utoipa::path(
    post,
    path = "/api/games/{id}/resign",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = Resignation,
    security(("key" = [])),
    responses((status = 200, body = GameView))
)]
pub async fn resign(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(who): extract::Json<Resignation>,
) -> ApiResult<Json<GameView>> {
    change(hall, id, caller, move |room, caller| room.resign(caller, who.seat)).await
}

/// Makes a game like this one, for the same people with the same keys
#[utoipa::path(
    post,
    path = "/api/games/{id}/again",
    params(("id" = String, Path, description = "The game's address.")),
    security(("key" = [])),
    responses((status = 201, body = CreatedGame))
)]
pub async fn again(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<(StatusCode, Json<CreatedGame>)> {
    let created = blocking(move || hall.again(&id, &caller)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The game as a record
#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    params(("id" = String, Path, description = "The game's address.")),
    responses(
        (status = 200, body = Object, description = "A document in the format ludwerk-record/1."),
        (status = 409, body = ErrorView, description = "It would tell a secret while the game goes on.")
    )
)]
pub async fn record(
    State(hall): State<Arc<Hall>>,
    PathPart(id): PathPart<String>,
) -> ApiResult<Json<Record>> {
    Ok(Json(blocking(move || hall.read(&id, Room::record)).await?))
}

/// Stores the games of a file: records, or games as other programs keep them
#[utoipa::path(
    post,
    path = "/api/records",
    request_body(
        content = String,
        content_type = "text/plain",
        description = "Documents in the format ludwerk-record/1, one after the other; or SGF of Blokus, or kifu of Dobutsu Shogi."
    ),
    responses(
        (status = 201, body = Imported),
        (status = 413, body = ErrorView, description = "More than 8 MiB or 1000 games."),
        (status = 422, body = ErrorView, description = "Not a record, or one that does not play.")
    )
)]
pub async fn import(
    State(hall): State<Arc<Hall>>,
    body: Result<String, StringRejection>,
) -> ApiResult<(StatusCode, Json<Imported>)> {
    let text = body.map_err(|rejection| {
        let is_large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
        ApiError::new(
            rejection.status(),
            if is_large { "too_large" } else { "malformed" },
            rejection.body_text(),
        )
    })?;
    let (ids, token) = blocking(move || {
        let records = records_of(&text)?;
        match records.len() {
            0 => Err(ApiError::bad("record", "there is no game in it")),
            n if n > MOST_IMPORTED => {
                let problem = format!("{n} games, and at most {MOST_IMPORTED} are taken at once");
                Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", problem))
            }
            _ => hall.import(&records),
        }
    })
    .await?;
    Ok((StatusCode::CREATED, Json(Imported { ids, token })))
}

/// The games of a file, whatever it looks like.
fn records_of(text: &str) -> ApiResult<Vec<Record>> {
    let Some(format) = Format::detect(text) else { return Ok(Record::parse_all(text)?) };
    let record = |told: ParsedGame| {
        let ParsedGame { play, is_position, seats, times_ms, result, .. } = told;
        Record::of_told(&play, is_position, seats, &times_ms, result)
    };
    Ok(formats::read(text, format, None)?.into_iter().map(record).collect())
}
