//! Balanced openings: lines of random moves to positions that the table of a solved game calls drawn.
//!
//! A match that begins at the start tells little of two agents that play it alike, and one that begins after random
//! moves is often decided before they sit down. From a drawn position each can win only by the other's mistake.

use std::collections::HashSet;

use ludwerk_core::{Game, Keyed, Notation, Playthrough, Rng, Symmetry, Turn};
use ludwerk_search::solved::Verdict;

use crate::{AnyGame, AnyTablebase};

/// How many lines are tried for each that is wanted. In Dobutsu Shogi one in seventy leads to a position that is drawn
/// and new.
const TRIES: usize = 1000;

/// Draws lines of `n_plies` random moves from the start to drawn positions, no two of them mirror images of each other;
/// the same seed draws the same. A game that has few such positions gives fewer than were asked for.
pub fn balanced_openings(
    game: &AnyGame,
    table: &AnyTablebase,
    n_plies: usize,
    count: usize,
    seed: u64,
) -> Vec<String> {
    lines_to(game, n_plies, count, seed, |state| table.probe(state) == Some(Verdict::Draw))
}

/// Draws lines of random moves to different positions with a property.
fn lines_to<G: Game + Keyed + Notation + Symmetry + Clone>(
    game: &G,
    n_plies: usize,
    count: usize,
    seed: u64,
    is_wanted: impl Fn(&G::State) -> bool,
) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    for _ in 0..count.saturating_mul(TRIES) {
        if lines.len() == count {
            break;
        }
        let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        while play.moves().len() < n_plies
            && let Some(&mv) = rng.choose(&play.legal_moves())
            && play.play(mv).is_ok()
        {}
        let goes_on = play.moves().len() == n_plies && matches!(play.turn(), Turn::Player(_));
        let state = play.state();
        let images = (0..game.n_symmetries()).map(|symmetry| game.key(&game.map_state(symmetry, state)));
        // Every position is judged once.
        if goes_on && images.min().is_some_and(|key| seen.insert(key)) && is_wanted(state) {
            lines.push(play.move_texts().join(" "));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Seat;
    use ludwerk_testkit::oracle::backward_induction;
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    fn drawn(count: usize, seed: u64) -> Vec<String> {
        let is_drawn = |state: &_| backward_induction(&TicTacToe, state)[Seat::FIRST] == 0.5;
        lines_to(&TicTacToe, 2, count, seed, is_drawn)
    }

    #[test]
    fn openings_are_drawn_and_none_is_the_mirror_of_another() {
        // The good replies, up to turns and mirrors: a centre to a corner, a corner to the centre, and to the middle of a
        // side the centre, a corner beside it, or the middle opposite.
        let all = drawn(6, 1);
        assert_eq!(all.len(), 5, "{all:?}");
        assert_eq!(drawn(3, 1), all[..3]);
        assert!((2..10).any(|seed| drawn(3, seed) != all[..3]));
    }
}
