//! Asking an agent under a clock: whoever waits tells it when to stop.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludwerk_core::{Agent, Control, Keyed, MoveClock, Observe, Playthrough, Report};

use crate::time_manager::until;

/// The move that an agent chooses. At the limit of its clock it is told to come to an end, and so it is when `is_ending`
/// says so. An agent that panics has broken down, like one that says so.
pub(super) fn ask<G: Keyed + Observe + Clone>(
    play: &Playthrough<G>,
    agent: &mut dyn Agent<G>,
    clock: Option<&MoveClock>,
    is_ending: impl Fn() -> bool + Sync,
) -> Result<G::Move, String> {
    let decided = until(clock, is_ending, |stop| {
        catch_unwind(AssertUnwindSafe(|| {
            let mut ignore = |_: &Report<G::Move>| ();
            play.ask(agent, &mut Control::new(stop, &mut ignore).with_move_clock(clock))
        }))
    });
    match decided {
        Ok(Ok(decision)) => Ok(decision.chosen),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the agent broke down".to_owned()),
    }
}
