//! Playing a tournament: the games that are missing, on a few threads, each stored as it ends.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Agent, Game, Keyed, Notation, Observe, Rng};
use thiserror::Error;

use super::opening::{Begun, Board};
use super::plan::{Plan, PlanError};
use super::schedule::{Fixture, Schedule};
use super::store::{GameRow, SeatTime, Store, StoreError};
use super::summary::Counts;
use super::swiss::Course;
use crate::duel::{Ended, GameLimits, PlayedGame, play_game};
use crate::pool::{following, in_parallel};
use crate::record::{Origin, Record};

/// How a tournament came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// The sequential test was decided before.
    Decided,
    /// Somebody asked to stop; it can go on later.
    Stopped,
}

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

/// Makes the agent with an index and a seed, anew for each game.
pub type MakeAgent<'a, G> = dyn Fn(usize, u64) -> Box<dyn Agent<G>> + Sync + 'a;

/// Plays what the store does not have yet. `on_event` is called after every game.
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
    let n_seats = board.game().n_seats();
    let schedule = Schedule::new(&plan, n_seats)?;
    let mut tournament = Tournament {
        counts: Counts::new(&plan, n_seats)?,
        course: Course::new(plan.agents.len()),
        played: BTreeSet::new(),
        store,
        on_event,
        failure: None,
    };
    tournament.take_up_stored()?;
    let table = Table { board, plan: &plan, limits: plan.limits()?, seed: tournament.store.seed() };
    for round in 0..schedule.n_rounds() {
        if tournament.counts.is_decided() {
            return Ok(Ending::Decided);
        }
        let groups = schedule.is_drawn_by_results().then(|| tournament.course.next_groups(n_seats));
        // The course is that of the rounds before: games of this one are counted when it has ended.
        let fixtures: Box<dyn Iterator<Item = Fixture> + Send> = Box::new(schedule.round(round, groups));
        tournament.play(fixtures, &table, make_agent, n_threads, stop)?;
        if tournament.counts.is_decided() {
            return Ok(Ending::Decided);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending::Stopped);
        }
        if schedule.is_drawn_by_results() {
            tournament.close_round(round)?;
        }
    }
    Ok(Ending::Complete)
}

/// A tournament in progress.
struct Tournament<'a> {
    counts: Counts,
    course: Course,
    played: BTreeSet<usize>,
    store: &'a mut Store,
    on_event: &'a mut dyn FnMut(&Event<'_>),
    failure: Option<StoreError>,
}

impl Tournament<'_> {
    /// Counts the games that are stored.
    fn take_up_stored(&mut self) -> Result<(), StoreError> {
        self.played = self.store.played()?;
        self.counts.add_stored(self.store, |_| true)
    }

    /// Plays the games of a round that are missing.
    fn play<G: Game + Keyed + Observe + Notation + Clone>(
        &mut self,
        fixtures: Box<dyn Iterator<Item = Fixture> + Send>,
        table: &Table<'_, G>,
        make_agent: &MakeAgent<'_, G>,
        n_threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> Result<(), StoreError> {
        let played = std::mem::take(&mut self.played);
        let missing = fixtures.filter(|fixture| !played.contains(&fixture.idx));
        following(stop, |ends| {
            let play = |fixture| table.play(fixture, make_agent, ends);
            in_parallel(n_threads, missing, ends, play, |done| {
                // Games that end after the end do not count.
                if let Some((row, record)) = done
                    && self.failure.is_none()
                    && !self.counts.is_decided()
                {
                    self.keep(row, record);
                    if self.failure.is_some() || self.counts.is_decided() {
                        ends.store(true, Ordering::Relaxed);
                    }
                }
            });
        });
        self.played = played;
        self.failure.take().map_or(Ok(()), Err)
    }

    fn keep(&mut self, row: GameRow, record: String) {
        let game = [(row, record)];
        match self.store.add(&game) {
            Ok(()) => {
                let [(row, _)] = &game;
                self.counts.add(row);
                (self.on_event)(&Event { row, counts: &self.counts });
            }
            Err(error) => self.failure = Some(error),
        }
    }

    /// Counts a round that has ended, for the next one to be drawn up.
    fn close_round(&mut self, round: usize) -> Result<(), StoreError> {
        let course = &mut self.course;
        self.store.each(|row| {
            if row.fixture.round == round {
                course.add(&row);
            }
            true
        })
    }
}

/// Where games are played.
struct Table<'a, G: Game> {
    board: &'a Board<G>,
    plan: &'a Plan,
    limits: GameLimits,
    seed: u64,
}

impl<G: Game + Keyed + Observe + Notation + Clone> Table<'_, G> {
    /// Plays a game: a pure function of the plan and the fixture, unless a clock decides. `None` if it was broken off.
    fn play(
        &self,
        fixture: Fixture,
        make_agent: &MakeAgent<'_, G>,
        stop: &AtomicBool,
    ) -> Option<(GameRow, String)> {
        let deal_seed = Rng::derive(self.seed, fixture.opening as u64);
        let begun = self.board.begin(fixture.opening, deal_seed);
        // A line that does not go with this deal is left out, and it is counted that it was.
        let Begun { play, mut rng, has_opening } =
            begun.unwrap_or_else(|_| self.board.without_opening(deal_seed));
        let agent_seed =
            |seat: usize| Rng::derive(Rng::derive(self.seed, !(fixture.idx as u64)), seat as u64);
        let seated = fixture.seating.iter().enumerate();
        let mut agents: Vec<_> = seated.map(|(seat, &agent)| make_agent(agent, agent_seed(seat))).collect();
        let played = play_game(play, &mut agents, &mut rng, &self.limits, stop);
        drop(agents);
        let origin = Origin { seed: Some(deal_seed), is_position: self.board.has_position() };
        let seats = fixture.seating.iter().map(|&agent| self.plan.agents[agent].spec().to_owned()).collect();
        let record = Record::of_played(&played, origin, seats);
        let row = game_row(fixture, has_opening, &played)?;
        let mut text = Vec::new();
        record.write_line(&mut text).ok()?;
        Some((row, String::from_utf8_lossy(&text).trim_end().to_owned()))
    }
}

fn game_row<G: Game + Keyed + Clone>(
    fixture: Fixture,
    has_opening: bool,
    played: &PlayedGame<G>,
) -> Option<GameRow> {
    let n_seats = fixture.seating.len();
    let returns = played.ended.returns(n_seats)?;
    let mut times = vec![SeatTime { cpu_ms: Some(0.0), ..SeatTime::default() }; n_seats];
    for mv in &played.moves {
        if let Some(seat) = mv.seat {
            let SeatTime { ms, n_moves, cpu_ms } = &mut times[seat.idx()];
            *ms += mv.time.as_secs_f64() * 1e3;
            *n_moves += 1;
            *cpu_ms = cpu_ms.zip(mv.cpu).map(|(sum, cpu)| sum + cpu.as_secs_f64() * 1e3);
        }
    }
    let (reason, forfeit) = match &played.ended {
        Ended::Forfeit { seat, reason, .. } => (reason.clone(), Some(*seat)),
        ended => (ended.reason(), None),
    };
    Some(GameRow {
        fixture,
        has_opening,
        returns: returns.as_slice().to_vec(),
        points: played.play.outcome().and_then(|_| played.play.game().points(played.play.state())),
        reason,
        forfeit,
        plies: played.moves.len(),
        times,
        ..GameRow::default()
    })
}
