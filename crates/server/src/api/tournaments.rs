//! Tournaments: made, watched, stopped, looked through.
#![expect(unused_qualifications, reason = "in what the macro makes of the parameters of `games`")]

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;

use super::blocking;
use crate::dto::{
    CreatedTournament, ErrorView, MoreGames, NewTournament, TournamentDraft, TournamentGames, TournamentList,
    TournamentView,
};
use crate::error::{ApiError, ApiResult};
use crate::extract::{self, Params, PathPart};
use crate::game::Caller;
use crate::lobby::Lobby;
use crate::tournaments::{GameResult, GamesFilter};

/// The most games of a page.
const MOST_LISTED: u32 = 200;

/// The tournaments of this server, the last made first
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = TournamentList)))]
pub async fn list(State(lobby): State<Arc<Lobby>>) -> ApiResult<Json<TournamentList>> {
    Ok(Json(blocking(move || Ok(lobby.tournaments.list())).await?))
}

/// Makes a tournament, which begins as soon as no other is being played
#[utoipa::path(
    post,
    path = "/api/tournaments",
    request_body = NewTournament,
    responses(
        (status = 201, body = CreatedTournament),
        (status = 409, body = ErrorView, description = "There is no room for another."),
        (status = 422, body = ErrorView, description = "No such game, variant, agent or opening, or too much."),
        (status = 429, body = ErrorView, description = "Too many at once.")
    )
)]
pub async fn create(
    State(lobby): State<Arc<Lobby>>,
    extract::Json(wanted): extract::Json<NewTournament>,
) -> ApiResult<(StatusCode, Json<CreatedTournament>)> {
    let created = blocking(move || lobby.tournaments.create(&wanted)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// What a tournament would be: how many games, and what is wrong with it
#[utoipa::path(
    post,
    path = "/api/tournaments/draft",
    request_body = NewTournament,
    responses((status = 200, body = TournamentDraft))
)]
pub async fn draft(
    State(lobby): State<Arc<Lobby>>,
    extract::Json(wanted): extract::Json<NewTournament>,
) -> ApiResult<Json<TournamentDraft>> {
    Ok(Json(blocking(move || Ok(lobby.tournaments.draft(&wanted))).await?))
}

/// A tournament with its table; with `If-None-Match`, nothing as long as nothing has changed
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    params(("id" = String, Path, description = "The tournament's address.")),
    security((), ("key" = [])),
    responses(
        (status = 200, body = TournamentView, description = "With an `ETag`."),
        (status = 304, description = "Nothing has changed."),
        (status = 401, body = ErrorView, description = "The key is not that of this tournament.")
    )
)]
pub async fn look(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let view = blocking(move || lobby.tournaments.look(&id, &caller)).await?;
    let tag = format!("\"{}{}\"", view.version, if view.owner { "o" } else { "" });
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response());
    }
    Ok(([(ETAG, tag)], Json(view)).into_response())
}

/// Deletes a tournament with all its games
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}",
    params(("id" = String, Path, description = "The tournament's address.")),
    security(("key" = [])),
    responses(
        (status = 204),
        (status = 403, body = ErrorView, description = "Only its creator may.")
    )
)]
pub async fn delete(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<StatusCode> {
    blocking(move || lobby.tournaments.delete(&id, &caller)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a tournament; it can go on later
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/stop",
    params(("id" = String, Path, description = "The tournament's address.")),
    security(("key" = [])),
    responses(
        (status = 200, body = TournamentView),
        (status = 403, body = ErrorView, description = "Only its creator may.")
    )
)]
pub async fn stop(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<Json<TournamentView>> {
    Ok(Json(blocking(move || lobby.tournaments.stop(&id, &caller)).await?))
}

/// Lets a tournament go on that was stopped
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/resume",
    params(("id" = String, Path, description = "The tournament's address.")),
    security(("key" = [])),
    responses(
        (status = 200, body = TournamentView),
        (status = 403, body = ErrorView, description = "Only its creator may."),
        (status = 409, body = ErrorView, description = "All games have been played.")
    )
)]
pub async fn resume(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
) -> ApiResult<Json<TournamentView>> {
    Ok(Json(blocking(move || lobby.tournaments.go_on(&id, &caller)).await?))
}

/// Adds games to a tournament that is not being played, and lets it go on
#[utoipa::path(
    post,
    path = "/api/tournaments/{id}/more",
    params(("id" = String, Path, description = "The tournament's address.")),
    request_body = MoreGames,
    security(("key" = [])),
    responses(
        (status = 200, body = TournamentView),
        (status = 403, body = ErrorView, description = "Only its creator may."),
        (status = 409, body = ErrorView, description = "It is being played, or its test is decided.")
    )
)]
pub async fn more(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    extract::Json(more): extract::Json<MoreGames>,
) -> ApiResult<Json<TournamentView>> {
    Ok(Json(blocking(move || lobby.tournaments.more(&id, &caller, more.games)).await?))
}

/// Which games are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GamesParams {
    /// Only games with this agent, by its place in the plan.
    agent: Option<usize>,
    /// Only games with this one too.
    against: Option<usize>,
    /// Only games that the agent won, shared or lost; without an agent, `draw` are those that were shared and
    /// `win` the others.
    result: Option<GameResult>,
    /// Only games that were forfeited.
    forfeit: Option<bool>,
    /// How many to leave out.
    #[param(minimum = 0, maximum = 1_000_000)]
    offset: Option<u32>,
    /// How many to give; 30 without it.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// The games of a tournament, the last ones first
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/games",
    params(("id" = String, Path, description = "The tournament's address."), GamesParams),
    responses((status = 200, body = TournamentGames))
)]
pub async fn games(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    Params(params): Params<GamesParams>,
) -> ApiResult<Json<TournamentGames>> {
    let limit = params.limit.unwrap_or(30);
    if !(1..=MOST_LISTED).contains(&limit) {
        let problem = format!("the limit is from 1 to {MOST_LISTED}");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "malformed", problem));
    }
    let filter = GamesFilter {
        agent: params.agent,
        against: params.against,
        result: params.result,
        forfeited: params.forfeit.unwrap_or(false),
        offset: params.offset.unwrap_or(0) as usize,
        limit: limit as usize,
    };
    Ok(Json(blocking(move || lobby.tournaments.page(&id, &filter)).await?))
}

/// The record of a game of a tournament
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/games/{number}/record",
    params(
        ("id" = String, Path, description = "The tournament's address."),
        ("number" = usize, Path, description = "The number of the game, counted from 0.")
    ),
    responses((status = 200, body = Object, description = "A document in the format ludwerk-record/1."))
)]
pub async fn record(
    State(lobby): State<Arc<Lobby>>,
    PathPart((id, number)): PathPart<(String, usize)>,
) -> ApiResult<Response> {
    let text = blocking(move || {
        let games = lobby.tournaments.games_of(&id)?;
        let record = games.record(number).map_err(|error| ApiError::internal("the game", error))?;
        record.ok_or_else(|| ApiError::not_found("game"))
    });
    Ok(([(CONTENT_TYPE, "application/json")], text.await?).into_response())
}

/// All games of a tournament as a file of records, one a line
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/records",
    params(("id" = String, Path, description = "The tournament's address.")),
    responses((status = 200, body = String, content_type = "application/x-ndjson",
        description = "Documents in the format ludwerk-record/1, one a line."))
)]
pub async fn records(State(lobby): State<Arc<Lobby>>, PathPart(id): PathPart<String>) -> ApiResult<Response> {
    /// So many records wait for a slow reader.
    const AHEAD: usize = 16;
    let name = format!("attachment; filename=\"tournament-{id}.jsonl\"");
    let (games, numbers) = blocking(move || {
        let games = lobby.tournaments.games_of(&id)?;
        let numbers = games.played().map_err(|error| ApiError::internal("the games", error))?;
        Ok((games, numbers))
    })
    .await?;
    let (sender, mut lines) = mpsc::channel::<Result<Bytes, std::io::Error>>(AHEAD);
    tokio::task::spawn_blocking(move || {
        for number in numbers {
            let line = match games.record(number) {
                Ok(Some(record)) => Ok(Bytes::from(record + "\n")),
                Ok(None) => continue,
                // The reader must see that the file is not whole.
                Err(error) => Err(std::io::Error::other(error)),
            };
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    let lines = stream::poll_fn(move |context| lines.poll_recv(context));
    let head = [(CONTENT_TYPE, "application/x-ndjson".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, Body::from_stream(lines)).into_response())
}

/// The report of a tournament as one HTML file, on servers that make them
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/report",
    params(("id" = String, Path, description = "The tournament's address.")),
    responses((status = 200, body = String, content_type = "text/html", description = "A whole document."))
)]
pub async fn report(State(lobby): State<Arc<Lobby>>, PathPart(id): PathPart<String>) -> ApiResult<Response> {
    let name = format!("attachment; filename=\"tournament-{id}.html\"");
    let text = blocking(move || lobby.tournaments.report(&id)).await?;
    // A file to be saved, not a page of ours: its scripts have no business here.
    let head = [(CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((head, text).into_response())
}
