//! What the tests of the searches share: asking an agent, and random trees.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, Control, Game, Keyed, Observe, Playthrough, Report, Rng};

/// What the agent plays in a position, and what it says about it.
pub fn ask<G: Game + Observe + Keyed>(
    game: &G,
    state: &G::State,
    agent: &mut dyn Agent<G>,
) -> (G::Move, Report<G::Move>) {
    let play = Playthrough::new(game.clone(), state.clone());
    let decision = play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap();
    (decision.chosen, decision.report)
}

/// The text of a random tree: seats in any order, leaves of random shares, chance where it is wanted.
pub fn random_tree(rng: &mut Rng, n_seats: usize, depth: u32, has_chance: bool) -> String {
    if depth == 0 || rng.below(6) == 0 {
        let winner = rng.below(n_seats);
        let is_draw = rng.below(3) == 0;
        let share = |seat| if is_draw { 1.0 / n_seats as f64 } else { f64::from(u8::from(seat == winner)) };
        let shares: Vec<_> = (0..n_seats).map(|seat| share(seat).to_string()).collect();
        return format!("[{}]", shares.join(" "));
    }
    let children: Vec<_> =
        (0..=rng.below(3)).map(|_| random_tree(rng, n_seats, depth - 1, has_chance)).collect();
    if has_chance && rng.below(3) == 0 {
        let weighted: Vec<_> = children.iter().map(|child| format!("{} {child}", 1 + rng.below(5))).collect();
        return format!("?({})", weighted.join(" "));
    }
    format!("{}({})", rng.below(n_seats), children.join(" "))
}
