//! Perft: how many ways the game can go on, ply by ply.
//!
//! The classic check of a move generator. A decided game is not continued, chance outcomes count
//! as moves, and repetition is ignored: perft looks at positions, not at histories.
//! The last ply is counted without playing it ([`Game::count_moves`]).

use std::ops::ControlFlow;

use crate::Game;

/// The number of lines of exactly 1, 2, …, `depth` plies from `state`.
///
/// ```
/// # use ludwerk_core::{doc_game::Countdown, perft, Game, Rng};
/// let game = Countdown::new(5);
/// let start = game.start(&mut Rng::new(0));
/// assert_eq!(perft(&game, &start, 4), [2, 4, 7, 5]);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<u64> {
    perft_with_progress(game, state, depth, &mut |_| ControlFlow::Continue(()))
        .expect("nothing interrupts this")
}

/// Like [`perft`], but tells `progress` which fraction is done, from time to time,
/// and gives `None` when that answers [`ControlFlow::Break`].
pub fn perft_with_progress<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<u64>> {
    let mut walk = Walk { game, leaves: vec![0; depth as usize], moves: Vec::new(), progress };
    if depth > 0 && walk.descend(state, 0, (0.0, 1.0)).is_break() {
        return None;
    }
    Some(walk.leaves)
}

struct Walk<'a, G: Game> {
    game: &'a G,
    leaves: Vec<u64>,
    /// One buffer for the moves of all levels, used as a stack.
    moves: Vec<G::Move>,
    progress: &'a mut dyn FnMut(f64) -> ControlFlow<()>,
}

/// Progress is told near the root, and wherever more than so many plies are still below: often enough
/// to be smooth, rarely enough to cost nothing.
const REPORT_ABOVE: usize = 5;

impl<G: Game> Walk<'_, G> {
    /// Counts below `state`, which stands `ply` plies below the root and makes up the
    /// part of the work from `span.0` to `span.1`.
    fn descend(&mut self, state: &G::State, ply: usize, span: (f64, f64)) -> ControlFlow<()> {
        let plies_left = self.leaves.len() - ply;
        if plies_left == 1 {
            self.leaves[ply] += self.game.count_moves(state) as u64;
            return ControlFlow::Continue(());
        }
        let first = self.moves.len();
        self.game.legal_moves(state, &mut self.moves);
        let n_moves = self.moves.len() - first;
        self.leaves[ply] += n_moves as u64;
        let step = (span.1 - span.0) / n_moves.max(1) as f64;
        if plies_left == 2 {
            // Most of the work is done here, so it goes without a call for each position.
            let leaves: usize =
                self.moves[first..].iter().map(|&mv| self.game.count_moves(&self.after(state, mv))).sum();
            self.leaves[ply + 1] += leaves as u64;
        } else {
            for idx in 0..n_moves {
                let from = span.0 + step * idx as f64;
                if ply < 2 || plies_left > REPORT_ABOVE {
                    (self.progress)(from)?;
                }
                let next = self.after(state, self.moves[first + idx]);
                self.descend(&next, ply + 1, (from, from + step))?;
            }
        }
        self.moves.truncate(first);
        ControlFlow::Continue(())
    }

    fn after(&self, state: &G::State, mv: G::Move) -> G::State {
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        next
    }
}
