//! The thread that plays tournaments, one at a time, and lets people go first.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_arena::tournament::{Access, Event, RunError, Store as Games, Summary, run};
use ludwerk_arena::{Board, Ending};
use ludwerk_core::Game as _;
use ludwerk_registry::failing;

use super::agents::{Watch, Watched};
use super::{Run, Shared, Tournament, bytes_in};
use crate::engines::check_fair_spec;
use crate::error::ApiError;
use crate::keys;
use crate::priority::give_people_precedence;
use crate::tablebases::PERFECT;

/// The table is made anew at most so often, and more seldom where that takes long.
const SHOW: Duration = Duration::from_millis(100);

/// The disk is looked at after so many games.
const GAMES_BETWEEN_LOOKS: usize = 64;

/// What a stop was for.
#[derive(Default)]
struct Notes {
    /// Others have waited long enough.
    gives_way: bool,
    /// The disk is full.
    failure: Option<String>,
}

/// How a turn of a tournament ended.
enum Turn {
    Done,
    Stopped { gives_way: bool },
    Failed(String),
}

impl Shared {
    /// Plays whatever is next, until the server ends.
    pub(super) fn play_all(&self) {
        give_people_precedence();
        loop {
            let Some((id, stop)) = self.wait_for_next() else { return };
            let played = catch_unwind(AssertUnwindSafe(|| self.play(&id, &stop)));
            let turn = match played {
                Ok(Ok(turn)) => turn,
                Ok(Err(error)) => Turn::Failed(error.view().error),
                Err(_) => Turn::Failed("the program broke down; its log tells more".to_owned()),
            };
            self.close_turn(&id, turn);
        }
    }

    /// The tournament that is played from now on, with the flag that stops it; `None` at the end of the server.
    fn wait_for_next(&self) -> Option<(String, Arc<AtomicBool>)> {
        let mut all = self.lock();
        loop {
            if all.is_closed {
                return None;
            }
            let waiting =
                all.tournaments.values_mut().filter(|tournament| tournament.stored.queued.is_some());
            if let Some(next) = waiting.min_by_key(|tournament| tournament.stored.queued) {
                let stop = Arc::new(AtomicBool::new(false));
                next.run =
                    Some(Run { stop: Arc::clone(&stop), began: Instant::now(), n_before: next.n_games });
                next.version = self.next_version();
                return Some((next.stored.id.clone(), stop));
            }
            all = self.wake.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn play(&self, id: &str, stop: &AtomicBool) -> Result<Turn, ApiError> {
        let (game, plan) = self.with(id, |_, t| Ok((t.game.clone(), t.plan.clone())))?;
        let n_before = self.summary(id)?.games;
        self.note(id, |tournament| {
            tournament.n_games = n_before;
            tournament.run.iter_mut().for_each(|run| run.n_before = n_before);
        });
        // The server may allow less than when it was made.
        let specs = plan.agents.iter().map(|agent| {
            let spec = check_fair_spec(&game, agent.spec(), &self.settings, &self.tables)?;
            self.tables.furnish(&game, &spec)
        });
        let specs = specs.collect::<Result<Vec<_>, _>>()?;
        let folder = self.folder.join(id);
        let mut games = Games::open(&folder, Access::Play).map_err(|error| super::cannot(&error))?;
        let others = bytes_in(&self.folder).saturating_sub(bytes_in(&folder));
        let most_bytes = self.settings.tournament_bytes.saturating_sub(others);
        let is_full = || bytes_in(&folder) >= most_bytes;
        if is_full() {
            return Ok(Turn::Failed(self.no_room()));
        }
        let began = Instant::now();
        let (mut notes, mut shown, mut pause, mut n_events) = (Notes::default(), None, SHOW, 0);
        let seed = games.seed();
        let mut on_event = |event: &Event<'_>| {
            n_events += 1;
            let n_games = event.counts.n_games();
            if shown.is_none_or(|shown: Instant| shown.elapsed() >= pause) {
                let begun = Instant::now();
                let summary = Arc::new(event.counts.summary(&plan, seed));
                pause = SHOW.max(begun.elapsed() * 10);
                shown = Some(Instant::now());
                self.note(id, |tournament| tournament.summary = Some(Arc::clone(&summary)));
            }
            self.note(id, |tournament| tournament.n_games = n_games);
            if n_events % GAMES_BETWEEN_LOOKS == 0 && is_full() {
                notes.failure = Some(self.no_room());
                stop.store(true, Ordering::Relaxed);
            }
            if began.elapsed() >= self.settings.tournament_turn && self.has_others_waiting(id) {
                notes.gives_way = true;
                stop.store(true, Ordering::Relaxed);
            }
        };
        let board = Board::of_plan(&plan, game.clone()).map_err(|error| ApiError::bad("plan", error))?;
        let watch = Arc::new(Watch::default());
        let has_clock = plan.clock.is_some();
        let make = |agent: usize, seed: u64| {
            let (spec, most) = (&specs[agent], self.settings.think);
            let made = if has_clock { game.agent_on_clock(spec, seed) } else { game.agent(spec, seed) };
            // The server's own files are nobody's business.
            let made = made.map_err(|error| {
                let uses_table = spec.within().iter().any(|part| part.name == PERFECT);
                if uses_table { "its table cannot be used any more".to_owned() } else { error.to_string() }
            });
            made.map_or_else(|error| failing(&error), |agent| Box::new(Watched::new(agent, &watch, most)))
        };
        let n_threads = NonZeroUsize::new(self.settings.tournament_threads).unwrap_or(NonZeroUsize::MIN);
        let ended = thread::scope(|scope| {
            scope.spawn(|| watch.keep(stop));
            // A panic must not leave the watch behind.
            let ended = catch_unwind(AssertUnwindSafe(|| {
                run(&board, &mut games, &make, n_threads, stop, &mut on_event)
            }));
            watch.end();
            ended
        });
        // The lock is let go before anybody is told.
        let summary = Summary::of_store(&games, game.n_seats());
        drop(games);
        if let Ok(summary) = summary {
            self.note(id, |tournament| {
                tournament.n_games = summary.games;
                tournament.summary = Some(Arc::new(summary));
            });
        }
        Ok(match ended {
            Ok(Ok(Ending::Complete | Ending::Enough)) => Turn::Done,
            Ok(Ok(Ending::Stopped)) => match notes.failure {
                Some(failure) => Turn::Failed(failure),
                None => Turn::Stopped { gives_way: notes.gives_way },
            },
            Ok(Err(RunError::Plan(error))) => Turn::Failed(format!("{error}; {}", error.hint)),
            Ok(Err(RunError::Store(error))) => {
                tracing::error!("tournament {id}: {error}");
                Turn::Failed("its games cannot be stored; the server's log tells more".to_owned())
            }
            Err(_) => Turn::Failed("the program broke down; its log tells more".to_owned()),
        })
    }

    fn has_others_waiting(&self, id: &str) -> bool {
        let all = self.lock();
        all.tournaments.values().any(|other| other.stored.id != id && other.stored.queued.is_some())
    }

    /// Notes something of a tournament that need not be stored.
    fn note(&self, id: &str, note: impl FnOnce(&mut Tournament)) {
        if let Some(tournament) = self.lock().tournaments.get_mut(id) {
            note(tournament);
            tournament.version = self.next_version();
        }
    }

    /// A tournament is no longer played: what comes next for it is stored.
    fn close_turn(&self, id: &str, turn: Turn) {
        let mut all = self.lock();
        let is_closed = all.is_closed;
        let Some(tournament) = all.tournaments.get_mut(id) else { return };
        tournament.run = None;
        tournament.version = self.next_version();
        if tournament.stored.is_deleted {
            all.tournaments.remove(id);
            drop(all);
            return self.clear_up(id);
        }
        match turn {
            Turn::Done => tournament.stored.queued = None,
            Turn::Failed(reason) => {
                tracing::warn!("tournament {id} failed: {reason}");
                tournament.stored.queued = None;
                tournament.stored.failure = Some(reason);
            }
            Turn::Stopped { gives_way: true } if tournament.stored.queued.is_some() => {
                tournament.stored.queued = Some(keys::now_ms());
            }
            // Whoever stopped it has said what comes next; at the end of the server it stays in the queue.
            Turn::Stopped { .. } => {}
        }
        if !is_closed && let Err(error) = self.store.put_tournament(&tournament.stored) {
            tracing::error!("tournament {id}: {error}");
        }
    }
}
