//! The exact end of a game of Blokus agrees with an oracle that tries everything.

use std::sync::atomic::AtomicBool;

use ludwerk_blokus::{Classic, Duo};
use ludwerk_core::{
    Configure, Control, Evaluate, Game, Keyed, MoveHints, Observe, Playthrough, Rng, Seat, Turn,
};
use ludwerk_search::{Limits, Mcts, MctsOptions};

/// The lead of the first seat in points under best play of both, by trying everything; `None` beyond a budget.
fn best_lead<G: Game>(game: &G, state: &G::State, budget: &mut u32) -> Option<i32> {
    *budget = budget.checked_sub(1)?;
    let Turn::Player(seat) = game.turn(state) else {
        let points = game.points(state)?;
        return Some(points[0] - points[1]);
    };
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let mut best = None;
    for mv in moves {
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        let lead = best_lead(game, &next, budget)?;
        best = best.max(Some(if seat == Seat::FIRST { lead } else { -lead }));
    }
    best.map(|lead| if seat == Seat::FIRST { lead } else { -lead })
}

/// Compares ends of random games; gives how many were near enough to compare.
fn compare<G: Observe + Evaluate + Keyed + MoveHints + Clone>(game: &G, n_games: u64) -> u32 {
    const BUDGET: u32 = 20_000;
    let mut n_compared = 0;
    for seed in 0..n_games {
        let mut rng = Rng::new(seed);
        let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
        while let Some(seat) = play.to_move() {
            let expected = best_lead(game, play.state(), &mut { BUDGET });
            if let Some(expected) = expected.filter(|_| (2..=32).contains(&play.legal_moves().len())) {
                let options = MctsOptions { endgame: u64::from(BUDGET), ..MctsOptions::default() };
                let limits = Limits { iterations: Some(u64::from(BUDGET)), ..Limits::default() };
                let mut agent = Mcts::new(options, limits, game.default_weights(), seed);
                let stop = AtomicBool::new(false);
                let decision = play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
                let mut next = play.state().clone();
                game.play_unchecked(&mut next, decision.chosen);
                // Not only the result: the last point counts.
                assert_eq!(best_lead(game, &next, &mut { BUDGET }), Some(expected), "game {seed}");
                let lead = if seat == Seat::FIRST { expected } else { -expected };
                let value = decision.report.value.unwrap().number();
                assert_eq!(value.total_cmp(&0.0), lead.cmp(&0), "game {seed}: {value} for {lead}");
                n_compared += 1;
            }
            let mv = game.rollout_move(&mut play.state().clone(), &mut rng).unwrap();
            play.play(mv).unwrap();
        }
    }
    n_compared
}

#[test]
fn the_end_of_a_game_for_two_is_played_exactly() {
    assert!(compare(&Duo::configure(None, None).unwrap(), 5) > 10);
    assert!(compare(&Classic::configure(Some("classic-2"), None).unwrap(), 2) > 5);
}
