//! Asking an agent under a clock: whoever waits tells it when to stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::{Agent, Control, Keyed, Observe, Playthrough, Report};

/// How often it is looked whether the program should end.
const PATIENCE: Duration = Duration::from_millis(50);

/// The move that an agent chooses, and how long it took. After `budget` it is told to come to an end, and so it is
/// when `is_ending` says so. An agent that panics has broken down, like one that says so.
pub(super) fn ask<G: Keyed + Observe>(
    play: &Playthrough<G>,
    agent: &mut dyn Agent<G>,
    budget: Option<Duration>,
    is_ending: impl Fn() -> bool + Sync,
) -> (Result<G::Move, String>, Duration) {
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let (done, waiting) = mpsc::channel::<()>();
    let decided = thread::scope(|scope| {
        let (stop, is_ending) = (&stop, &is_ending);
        scope.spawn(move || {
            loop {
                let left = budget.map_or(PATIENCE, |budget| budget.saturating_sub(begun.elapsed()));
                if left.is_zero() || is_ending() {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                if waiting.recv_timeout(left.min(PATIENCE)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        let decided = catch_unwind(AssertUnwindSafe(|| {
            let mut ignore = |_: &Report<G::Move>| ();
            play.ask(agent, &mut Control::new(stop, &mut ignore))
        }));
        drop(done);
        decided
    });
    let chosen = match decided {
        Ok(Ok(decision)) => Ok(decision.chosen),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the agent broke down".to_owned()),
    };
    (chosen, begun.elapsed())
}
