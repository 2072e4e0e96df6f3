//! How tournaments are told.

use ludwerk_arena::tournament::{CrossCell, Summary};
use ludwerk_core::Game as _;

use super::{All, Tournament};
use crate::api::seat_names;
use crate::dto::{ForfeitView, MeetingView, PlanView, TournamentState, TournamentSummary, TournamentView};
use crate::game::Caller;

/// A rate is told after so many games.
const FEWEST_FOR_RATE: usize = 2;

/// A tournament in the list.
pub(super) fn listed(tournament: &Tournament) -> TournamentSummary {
    let plan = &tournament.plan;
    let mut agents: Vec<_> = plan.names().into_iter().enumerate().collect();
    if let Some(summary) = &tournament.summary {
        agents.sort_by_key(|(agent, _)| summary.agents.get(*agent).map_or(usize::MAX, |row| row.rank));
    }
    TournamentSummary {
        id: tournament.stored.id.clone(),
        name: plan.name.clone().unwrap_or_default(),
        game: plan.game.clone(),
        variant: tournament.game.variant().to_owned(),
        format: plan.format,
        agents: agents.into_iter().map(|(_, name)| name).collect(),
        state: tournament.state(),
        games: tournament.n_games,
        planned: tournament.summary.as_ref().map_or(0, |summary| summary.planned),
        created: tournament.stored.created,
    }
}

/// A tournament with its table.
pub(super) fn whole(
    all: &All,
    tournament: &Tournament,
    summary: &Summary,
    caller: &Caller,
    has_report: bool,
) -> TournamentView {
    let (plan, game, state) = (&tournament.plan, &tournament.game, tournament.state());
    let (per_minute, left_ms) =
        pace(tournament, summary.planned).filter(|_| state == TournamentState::Running).unzip();
    let queued = tournament.stored.queued;
    let is_ahead = |other: &&Tournament| other.stored.queued.is_some() && other.stored.queued < queued;
    TournamentView {
        id: tournament.stored.id.clone(),
        name: plan.name.clone().unwrap_or_default(),
        game: plan.game.clone(),
        title: game.info().title.to_owned(),
        variant: game.variant().to_owned(),
        seat_names: seat_names(game),
        plan: PlanView {
            format: plan.format,
            games: plan.games,
            bout: tournament.bout,
            rounds: tournament.n_rounds,
            seed: summary.seed,
            openings: plan.openings.clone(),
            opening_plies: plan.opening_plies,
            clock: plan.clock.clone(),
            max_plies: plan.max_plies,
            program: tournament.about.program.clone(),
            file: plan.to_toml(),
        },
        state,
        reason: tournament.stored.failure.clone().filter(|_| state == TournamentState::Failed),
        ahead: if state == TournamentState::Waiting {
            all.tournaments.values().filter(is_ahead).count()
        } else {
            0
        },
        games: tournament.n_games.max(summary.games),
        planned: summary.planned,
        per_minute,
        left_ms,
        agents: summary.agents.clone(),
        cross: meetings(summary),
        sprt: summary.sprt,
        seats: summary.seats.clone(),
        forfeits: summary
            .forfeits
            .iter()
            .map(|forfeit| ForfeitView {
                agent: forfeit.agent,
                reason: forfeit.reason.clone(),
                times: forfeit.times,
            })
            .collect(),
        without_opening: summary.without_opening,
        owner: tournament.is_owned_by(caller),
        report: has_report,
        created: tournament.stored.created,
        version: tournament.version,
    }
}

fn meetings(summary: &Summary) -> Vec<Vec<Option<MeetingView>>> {
    let row = |(cells, likelihoods): (&Vec<Option<CrossCell>>, &Vec<f64>)| {
        let cells = cells.iter().zip(likelihoods);
        cells.map(|(cell, &los)| cell.as_ref().map(|cell| meeting(cell, los))).collect()
    };
    summary.cross.iter().zip(&summary.los).map(row).collect()
}

fn meeting(cell: &CrossCell, los: f64) -> MeetingView {
    MeetingView {
        wins: cell.wins,
        draws: cell.draws,
        losses: cell.losses,
        score: cell.score,
        los,
        pairs: cell.pairs,
        elo: cell.elo.and_then(|[elo, _]| finite(elo)),
        elo_error: cell.elo.and_then(|[_, error]| finite(error)),
    }
}

/// JSON has no word for what has no bound.
fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

/// Games a minute, and how many milliseconds the rest will take.
fn pace(tournament: &Tournament, planned: usize) -> Option<(f64, f64)> {
    let run = tournament.run.as_ref()?;
    let n_played = tournament.n_games.saturating_sub(run.n_before);
    let ms = run.began.elapsed().as_secs_f64() * 1e3;
    (n_played >= FEWEST_FOR_RATE).then(|| {
        let ms_a_game = ms / n_played as f64;
        (60_000.0 / ms_a_game, planned.saturating_sub(tournament.n_games) as f64 * ms_a_game)
    })
}
