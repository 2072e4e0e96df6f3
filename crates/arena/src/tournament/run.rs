//! Playing a tournament: the games that are missing, on a few threads, each stored as it ends.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Game, Keyed, Notation, Observe};
use thiserror::Error;

use super::plan::PlanError;
use super::store::{Store, StoreError};
use super::summary::Counts;
use super::swiss::Course;
use crate::board::Board;
use crate::engine::{Engine, FinishedGame, GameRow, MakeAgent};
use crate::pool::{Ending, as_they_end};
use crate::schedule::{Fixture, Schedule};

/// Is told after every game that was stored, those of an earlier run not among them.
pub struct Event<'a> {
    /// The game.
    pub row: &'a GameRow,
    /// What has been counted so far.
    pub counts: &'a Counts,
}

/// A tournament that cannot be played.
#[derive(Debug, Error)]
pub enum RunError {
    /// The plan is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Games cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunError {
    /// What to do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::Plan(error) => &error.hint,
            Self::Store(error) => error.hint(),
        }
    }
}

/// Plays what the store does not have yet. `on_event` is called after every game. A sequential test that is decided is
/// [`Ending::Enough`].
///
/// # Errors
/// A [`RunError`]; what was stored before stays.
pub fn run<G: Game + Keyed + Observe + Notation + Clone>(
    board: &Board<G>,
    store: &mut Store,
    make_agent: &MakeAgent<'_, G>,
    n_threads: NonZeroUsize,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(&Event<'_>),
) -> Result<Ending, RunError> {
    let plan = store.plan().clone();
    plan.check()?;
    let n_seats = board.game.n_seats();
    let schedule = Schedule::new(&plan, n_seats)?;
    let engine = Engine { board, limits: plan.limits()?, seed: store.seed() };
    let specs: Vec<_> = plan.agents.iter().map(|agent| agent.spec().to_owned()).collect();
    let played: BTreeSet<usize> = store.played()?;
    let mut counts = Counts::new(&plan, n_seats)?;
    counts.add_stored(store, |_| true)?;
    let mut course = Course::new(plan.agents.len());
    for round in 0..schedule.n_rounds() {
        if counts.is_decided() {
            return Ok(Ending::Enough);
        }
        let groups = schedule.is_drawn_by_results().then(|| course.next_groups(n_seats));
        let missing = schedule.round(round, groups).filter(|fixture| !played.contains(&fixture.idx));
        let play = |fixture: Fixture, ends: &AtomicBool| {
            let game = engine.play(fixture, make_agent, ends)?;
            let record = line(&game, &specs, board.start.is_some())?;
            Some((game.row, record))
        };
        let mut stored = Ok(());
        let ending = as_they_end(n_threads, missing, stop, play, |game| {
            stored = store.add(std::slice::from_ref(&game));
            if stored.is_ok() {
                counts.add(&game.0);
                on_event(&Event { row: &game.0, counts: &counts });
            }
            let has_enough = stored.is_err() || counts.is_decided();
            if has_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        stored?;
        if ending != Ending::Complete || stop.load(Ordering::Relaxed) {
            return Ok(if ending == Ending::Enough { ending } else { Ending::Stopped });
        }
        // The course is that of the rounds before: games of a round are counted when it has ended.
        if schedule.is_drawn_by_results() {
            store.each(|row| {
                if row.fixture.round == round {
                    course.add(&row);
                }
                true
            })?;
        }
    }
    Ok(Ending::Complete)
}

/// The record of a game, as a line.
fn line<G: Game + Keyed + Notation + Clone>(
    game: &FinishedGame<G>,
    specs: &[String],
    is_position: bool,
) -> Option<String> {
    let mut text = Vec::new();
    game.record(specs, is_position).write_line(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).trim_end().to_owned())
}
