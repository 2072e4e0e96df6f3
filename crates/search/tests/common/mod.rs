//! What the tests of the searches share.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, Control, Game, Keyed, Observe, Playthrough, Report};

/// What the agent plays in a position, and what it says about it.
pub fn ask<G: Game + Observe + Keyed + Clone>(
    game: &G,
    state: &G::State,
    agent: &mut dyn Agent<G>,
) -> (G::Move, Report<G::Move>) {
    let play = Playthrough::new(game.clone(), state.clone());
    let decision = play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap();
    (decision.chosen, decision.report)
}
