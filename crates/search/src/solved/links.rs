//! The predecessors of every number, for games that cannot tell them: found by playing all moves.

use ludwerk_core::{Indexed, Turn};

use super::SolveError;

/// For every number, those from which a move leads to it.
pub struct Links {
    /// Where the predecessors of a number begin.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Links {
    /// # Errors
    /// [`SolveError::TooLarge`] where there are too many moves to count.
    pub fn new<G: Indexed>(game: &G) -> Result<Self, SolveError> {
        let n_indices = game.n_indices() as usize;
        let mut starts = vec![0; n_indices + 1];
        for_moves(game, |_, to| starts[to + 1] += 1);
        for n in 0..n_indices {
            let sum = u32::checked_add(starts[n], starts[n + 1]);
            starts[n + 1] = sum.ok_or_else(|| SolveError::TooLarge("too many moves to keep".to_owned()))?;
        }
        let mut numbers = vec![0; starts[n_indices] as usize];
        let mut ends = starts.clone();
        for_moves(game, |from, to| {
            numbers[ends[to] as usize] = from as u32;
            ends[to] += 1;
        });
        Ok(Self { starts, numbers })
    }

    pub fn predecessors(&self, number: u64) -> impl Iterator<Item = u64> {
        let number = number as usize;
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        self.numbers[range].iter().map(|&number| u64::from(number))
    }
}

/// Calls `visit` with every move from a number to a number.
fn for_moves<G: Indexed>(game: &G, mut visit: impl FnMut(usize, usize)) {
    let mut moves = Vec::new();
    for number in 0..game.n_indices() {
        let Some(state) = game.unindex(number) else { continue };
        moves.clear();
        game.legal_moves(&state, &mut moves);
        for &mv in &moves {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            if game.turn(&next) != Turn::Over
                && let Some(to) = game.index(&next)
            {
                visit(number as usize, to as usize);
            }
        }
    }
}
