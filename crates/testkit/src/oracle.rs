//! Searches too simple to be wrong, for games small enough to be searched to the end.

use ludwerk_core::{Game, Returns, Turn};

/// The returns under best play of all, by backward induction: each seat maximises its own share and
/// takes the first of equal moves; chance averages. For games of perfect information.
pub fn backward_induction<G: Game>(game: &G, state: &G::State) -> Returns {
    if let Some(outcome) = game.outcome(state) {
        return outcome.returns;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let child = |mv| {
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        backward_induction(game, &next)
    };
    match game.turn(state) {
        Turn::Player(seat) => moves
            .into_iter()
            .map(child)
            .reduce(|best, next| if next[seat] > best[seat] { next } else { best })
            .expect("a player to move has a move"),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let mut mean = vec![0.0; game.n_seats()];
            for (mv, probability) in outcomes {
                for (sum, share) in mean.iter_mut().zip(child(mv).as_slice()) {
                    *sum += probability * share;
                }
            }
            Returns::from_shares(&mean)
        }
        Turn::Over => unreachable!("a game that is over has an outcome"),
    }
}
