//! Questions to agents: hints in a game, analyses of any position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use ludwerk_arena::judgement::{After, Question, judge as judge_move};
use ludwerk_core::{Deal as _, Game as _, Notation as _, Playthrough, Rng, Seat, Viewer};
use ludwerk_registry::{AnyGame, Spec, Value, best_agent};
use tokio::sync::oneshot;

use super::blocking;
use super::catalog::{MOST_LINES, line_view};
use crate::dto::{
    AfterMove, AnalysisQuery, AnalysisView, AtPly, ErrorView, JudgementQuery, JudgementView, LineView,
    MoveFindings, PositionQuery,
};
use crate::engines::{Peeking, Task};
use crate::error::{ApiError, ApiResult};
use crate::extract::{Json as JsonBody, PathPart};
use crate::game::{Caller, Game};
use crate::lobby::{Lobby, MOST_SEED};
use crate::tablebases::PERFECT;
use crate::view;

/// The most moves of a line that is sent for analysis.
const MOST_MOVES: usize = 1000;

/// How long an analysis takes when nobody says.
const USUAL_TIME: Duration = Duration::from_millis(500);

/// What a good player would do here
#[utoipa::path(
    post,
    path = "/api/games/{id}/hint",
    params(("id" = String, Path, description = "The game's address.")),
    request_body = AtPly,
    security(("key" = [])),
    responses(
        (status = 200, body = AnalysisView),
        (status = 403, body = ErrorView, description = "Not the caller's turn."),
        (status = 429, body = ErrorView, description = "All engines are busy.")
    )
)]
pub async fn hint(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
    caller: Caller,
    JsonBody(at): JsonBody<AtPly>,
) -> ApiResult<Json<AnalysisView>> {
    let finder = Arc::clone(&lobby);
    let (play, spec) = blocking(move || {
        let play = finder.read(&id, |game| Game::for_hint(game, &caller, at.ply))?;
        let spec = perfect(&finder, &play).unwrap_or_else(best_agent);
        Ok((play, spec))
    })
    .await?;
    let time = lobby.settings.think;
    Ok(Json(ask(&lobby, play, spec, time, Some(1)).await?))
}

/// A position with the way that leads there, checked by the rules
#[utoipa::path(
    post,
    path = "/api/positions",
    request_body = PositionQuery,
    responses(
        (status = 200, body = LineView),
        (status = 422, body = ErrorView, description = "No such game, position or move.")
    )
)]
pub async fn positions(
    State(lobby): State<Arc<Lobby>>,
    JsonBody(query): JsonBody<PositionQuery>,
) -> ApiResult<Json<LineView>> {
    let line = blocking(move || {
        let play = replay(&lobby, &query)?;
        let (is_position, from) = (query.position.is_some(), query.from.unwrap_or(0));
        Ok(line_view(&play, is_position, from, |mover| Viewer::Seat(mover.unwrap_or(Seat::FIRST))))
    });
    Ok(Json(line.await?))
}

/// What an agent thinks of a position
#[utoipa::path(
    post,
    path = "/api/analysis",
    request_body = AnalysisQuery,
    responses(
        (status = 200, body = AnalysisView),
        (status = 409, body = ErrorView, description = "The game is over there."),
        (status = 422, body = ErrorView, description = "No such game, position, move or agent."),
        (status = 429, body = ErrorView, description = "All engines are busy.")
    )
)]
pub async fn analyse(
    State(lobby): State<Arc<Lobby>>,
    JsonBody(query): JsonBody<AnalysisQuery>,
) -> ApiResult<Json<AnalysisView>> {
    let time = query.time_ms.map_or(USUAL_TIME, |ms| Duration::from_millis(ms.max(1).into()));
    let time = time.min(lobby.settings.think);
    let n_lines = query.lines.map(|lines| lines.clamp(1, MOST_LINES) as usize);
    let checker = Arc::clone(&lobby);
    let (play, spec) = blocking(move || {
        let play = Arc::new(replay(&checker, &query.at)?);
        let spec = match &query.agent {
            Some(text) => checker.check_fair_spec(play.game(), text)?,
            None => perfect(&checker, &play).unwrap_or_else(|| champion(time)),
        };
        Ok((play, spec))
    })
    .await?;
    Ok(Json(ask(&lobby, play, spec, time, n_lines).await?))
}

/// Which moves were weak, by what was found out about the positions around them
#[utoipa::path(
    post,
    path = "/api/judgements",
    request_body = JudgementQuery,
    responses(
        (status = 200, body = Vec<Option<JudgementView>>, description = "In the order of the moves; nothing for a \
            move of which too little is known."),
        (status = 422, body = ErrorView, description = "No such game or seat.")
    )
)]
pub async fn judge(
    State(lobby): State<Arc<Lobby>>,
    JsonBody(query): JsonBody<JudgementQuery>,
) -> ApiResult<Json<Vec<Option<JudgementView>>>> {
    if query.moves.len() > MOST_MOVES {
        return Err(ApiError::bad("too_long", format!("at most {MOST_MOVES} moves are judged at once")));
    }
    let game = lobby.configure(&query.game, query.variant.as_deref(), query.players)?;
    let judged = query.moves.iter().map(|findings| judgement(&game, findings)).collect::<ApiResult<_>>();
    Ok(Json(judged?))
}

fn judgement(game: &AnyGame, findings: &MoveFindings) -> ApiResult<Option<JudgementView>> {
    let n_seats = game.n_seats();
    let seat_of = |idx: usize| {
        let refusal = || ApiError::bad("seat", format!("there is no seat {idx} among {n_seats}"));
        Seat::checked(idx, n_seats).ok_or_else(refusal)
    };
    let lines: Vec<_> = findings.lines.iter().map(|(text, share)| (text.as_str(), *share)).collect();
    let after = match &findings.after {
        None => After::Unknown,
        Some(AfterMove::Over { returns }) => After::Over(returns.clone()),
        Some(AfterMove::Looked { seat, share }) => {
            After::Looked { seat: seat_of(*seat)?, share: *share, shares: Vec::new() }
        }
    };
    let verdict = judge_move(&Question {
        n_seats,
        hidden: game.info().is_hidden(),
        seat: seat_of(findings.seat)?,
        played: findings.played.as_str(),
        best: &findings.best,
        share: findings.share,
        lines: &lines,
        exact: findings.exact,
        after: &after,
    });
    Ok(verdict.map(JudgementView::from))
}

/// The agent that knows, where there is a table that tells about the position.
fn perfect(lobby: &Lobby, play: &Playthrough<AnyGame>) -> Option<Spec> {
    let is_known = lobby.tablebases.table(play.game())?.probe(play.state()).is_some();
    is_known.then(|| Spec { name: PERFECT.to_owned(), options: Vec::new() })
}

fn champion(time: Duration) -> Spec {
    let time = Value::Text(format!("{}ms", time.as_millis().max(1)));
    Spec { name: "champion".to_owned(), options: vec![("time".to_owned(), time)] }
}

/// Sets a flag when it is dropped: when the client no longer waits, the agent need not think on.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn ask(
    lobby: &Lobby,
    play: Arc<Playthrough<AnyGame>>,
    spec: Spec,
    time: Duration,
    n_lines: Option<usize>,
) -> ApiResult<AnalysisView> {
    let Some(seat) = play.to_move() else {
        return Err(ApiError::conflict("over", "no player is to move in this position"));
    };
    let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
    let (sender, answer) = oneshot::channel();
    let asked = Arc::clone(&play);
    let exact = spec.name == PERFECT;
    let n_lines = n_lines.unwrap_or(if exact { MOST_LINES as usize } else { 1 });
    lobby.engines.ask(Task {
        play,
        spec,
        peeking: Peeking::Refused,
        seed: 0,
        time,
        clock: None,
        n_lines,
        stop: Arc::clone(&stop.0),
        started: Box::new(|| {}),
        progress: Box::new(|_, _| {}),
        done: Box::new(move |decision, elapsed| {
            let _ = sender.send((decision, elapsed));
        }),
    })?;
    let (decision, elapsed) = answer.await.map_err(|_| ApiError::too_many("the server is about to end"))?;
    let decision = decision.map_err(|reason| ApiError::bad("agent", reason))?;
    let ms = elapsed.as_secs_f64() * 1e3;
    Ok(view::analysis(&asked, seat, &decision, exact, n_lines, ms))
}

/// The position that a query means, with the way there.
fn replay(lobby: &Lobby, query: &PositionQuery) -> ApiResult<Playthrough<AnyGame>> {
    let game = lobby.configure(&query.game, query.variant.as_deref(), query.players)?;
    if query.moves.len() > MOST_MOVES {
        return Err(ApiError::bad("too_long", format!("at most {MOST_MOVES} moves are looked at")));
    }
    if query.seed.is_some_and(|seed| seed > MOST_SEED) {
        return Err(ApiError::bad("seed", "the seed is too large"));
    }
    let start = match (&query.setup, &query.position) {
        (Some(_), Some(_)) => {
            return Err(ApiError::bad("position", "a deal and a position cannot both be given"));
        }
        (Some(setup), None) => game.parse_setup(&setup.to_string())?,
        (None, Some(position)) => game.parse_position(position)?,
        (None, None) => game.start(&mut Rng::new(query.seed.unwrap_or(0))),
    };
    let mut play = Playthrough::new(game, start);
    for (ply, text) in query.moves.iter().enumerate() {
        play.play_text(text)
            .map_err(|error| ApiError::bad("illegal_move", format!("move {}: {error}", ply + 1)))?;
    }
    Ok(play)
}
