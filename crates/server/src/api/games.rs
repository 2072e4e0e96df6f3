//! Games: made, looked at, played, kept.
#![expect(unused_qualifications, reason = "in what the macro makes of the parameters of `list`")]

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::StringRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
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
use crate::game::{Caller, Game, Rendered};
use crate::lobby::Lobby;
use crate::store::{About, Filter, Player, StoredGame};
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
    State(lobby): State<Arc<Lobby>>,
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
    let (games, total) = blocking(move || Ok(lobby.store.list(&filter)?)).await?;
    Ok(Json(GameList { games: games.into_iter().map(summary).collect(), total }))
}

fn summary(stored: StoredGame) -> GameSummary {
    let About { id, game, variant, imported, created, updated, .. } = stored.about;
    GameSummary {
        kinds: stored.seats.iter().map(SeatKind::of).collect(),
        players: stored.seats.iter().map(Player::name).collect(),
        result: stored.result.map(view::result),
        plies: stored.plies,
        id,
        game,
        variant,
        imported,
        created,
        updated,
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
    State(lobby): State<Arc<Lobby>>,
    extract::Json(wanted): extract::Json<NewGame>,
) -> ApiResult<(StatusCode, Json<CreatedGame>)> {
    let created = blocking(move || lobby.create(&wanted)).await?;
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
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<Rendered> {
    blocking(move || lobby.look(&id, &caller)).await
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
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<StatusCode> {
    blocking(move || lobby.delete(&id, &caller)).await?;
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
    State(lobby): State<Arc<Lobby>>,
    PathPart((id, ply)): PathPart<(String, usize)>,
    caller: Caller,
) -> ApiResult<Json<PositionView>> {
    let found = blocking(move || {
        lobby.read(&id, |game| {
            game.check_key(&caller)?;
            game.position(&caller, ply).ok_or_else(|| ApiError::not_found("position"))
        })
    });
    Ok(Json(found.await?))
}

/// When there is nothing in an answer.
const MINIMAL: &str = "It was done, and `Prefer: return=minimal` asked for no answer.";

/// A game that is to be changed, and by whom.
pub struct Changing {
    lobby: Arc<Lobby>,
    id: String,
    caller: Caller,
    /// Whether the answer may be left out, because the caller follows the game by its socket (RFC 7240).
    is_minimal: bool,
}

impl FromRequestParts<Arc<Lobby>> for Changing {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, lobby: &Arc<Lobby>) -> ApiResult<Self> {
        let PathPart(id) = PathPart::from_request_parts(parts, lobby).await?;
        let caller = Caller::from_request_parts(parts, lobby).await?;
        let wishes = parts.headers.get_all("prefer").iter().filter_map(|wishes| wishes.to_str().ok());
        let is_minimal =
            wishes.flat_map(|wishes| wishes.split(',')).any(|wish| wish.trim() == "return=minimal");
        Ok(Self { lobby: Arc::clone(lobby), id, caller, is_minimal })
    }
}

impl Changing {
    /// Changes the game and shows it as it is then.
    async fn by(
        self,
        change: impl FnOnce(&mut Game, &Caller) -> ApiResult<()> + Send + 'static,
    ) -> ApiResult<Response> {
        let Self { lobby, id, caller, is_minimal } = self;
        blocking(move || {
            lobby.change(&id, |game| change(game, &caller))?;
            if is_minimal {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            Ok(lobby.look(&id, &caller)?.into_response())
        })
        .await
    }
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
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    extract::Json(link): extract::Json<Acceptance>,
) -> ApiResult<Json<CreatedGame>> {
    let accepted = blocking(move || {
        let mut key = None;
        lobby.change(&id, |game| {
            key = Some(game.accept_invitation(&link.token)?);
            Ok(())
        })?;
        lobby.created(&id, key.unwrap_or_default())
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
        (status = 204, description = MINIMAL),
        (status = 401, body = ErrorView, description = "The key holds no seat in this game."),
        (status = 403, body = ErrorView, description = "Not the caller's turn."),
        (status = 409, body = ErrorView, description = "The game has gone on, or is over."),
        (status = 422, body = ErrorView, description = "The move is not legal.")
    )
)]
pub async fn play(game: Changing, extract::Json(mv): extract::Json<NewMove>) -> ApiResult<Response> {
    game.by(move |game, caller| game.play_text(caller, &mv.text, mv.ply)).await
}

/// Takes moves back to the caller's last turn, or asks the other players to agree
#[utoipa::path(
    post,
    path = "/api/games/{id}/undo",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = AtPly,
    security(("key" = [])),
    responses((status = 200, body = GameView), (status = 204, description = MINIMAL))
)]
pub async fn undo(game: Changing, extract::Json(at): extract::Json<AtPly>) -> ApiResult<Response> {
    game.by(move |game, caller| game.undo(caller, at.ply)).await
}

/// Plays again what was taken back, or asks the other players to agree
#[utoipa::path(
    post,
    path = "/api/games/{id}/redo",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = AtPly,
    security(("key" = [])),
    responses((status = 200, body = GameView), (status = 204, description = MINIMAL))
)]
pub async fn redo(game: Changing, extract::Json(at): extract::Json<AtPly>) -> ApiResult<Response> {
    game.by(move |game, caller| game.redo(caller, at.ply)).await
}

/// Answers what another player asked, or withdraws what the caller asked
#[utoipa::path(
    post,
    path = "/api/games/{id}/offer",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = OfferAnswer,
    security(("key" = [])),
    responses((status = 200, body = GameView), (status = 204, description = MINIMAL))
)]
pub async fn answer(
    game: Changing,
    extract::Json(answer): extract::Json<OfferAnswer>,
) -> ApiResult<Response> {
    game.by(move |game, caller| game.answer_offer(caller, answer.accept)).await
}

/// Gives the game up
#[utoipa::path(
    post,
    path = "/api/games/{id}/resign",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = Resignation,
    security(("key" = [])),
    responses((status = 200, body = GameView), (status = 204, description = MINIMAL))
)]
pub async fn resign(game: Changing, extract::Json(who): extract::Json<Resignation>) -> ApiResult<Response> {
    game.by(move |game, caller| game.resign(caller, who.seat)).await
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
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<(StatusCode, Json<CreatedGame>)> {
    let created = blocking(move || lobby.again(&id, &caller)).await?;
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
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
) -> ApiResult<Json<Record>> {
    Ok(Json(blocking(move || lobby.read(&id, Game::record)).await?))
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
    State(lobby): State<Arc<Lobby>>,
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
            _ => lobby.import(&records),
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
