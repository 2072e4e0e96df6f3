//! Solved games: the value of every position and the plies to the end, for games that can number their positions.
//!
//! [`solve`] works backwards from the ends of the game. What it finds can be kept in a small file, a [`Tablebase`],
//! which answers for any position at once.

mod retrograde;
mod values;

pub use retrograde::{Phase, SolveError, Solver};
pub use values::Values;

/// What a position is worth to the player to move if both play perfectly: the winner as fast, the loser as long as
/// possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Won in so many plies, the last of which wins.
    Win(u32),
    /// Lost in so many plies.
    Loss(u32),
    /// Neither can force a win.
    Draw,
}
