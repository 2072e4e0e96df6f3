//! Solved games: the value of every position and the plies to the end, for games that can number their positions.
//!
//! A [`Solver`] works backwards from the ends of the game. What it finds is packed into a [`Tablebase`], a small file
//! that answers for any position at once.

mod build;
mod checkpoint;
mod coder;
mod links;
mod pack;
mod progress;
mod retrograde;
mod tablebase;
mod values;
mod verify;
mod workers;

use std::cmp::Reverse;

pub use build::{Needs, Summary, build, checkpoint_of, has_checkpoint, needs};
pub use progress::{Phase, Progress};
pub use retrograde::{SolveError, Solver};
pub use tablebase::{Tablebase, TablebaseError};
pub use values::Values;
pub use verify::{Contradiction, Verification, verify};

use ludwerk_core::{Outcome, Seat};

use crate::score::WIN;

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

impl Verdict {
    /// On the scale of all searches: see [`crate::score`].
    pub fn value(self) -> f64 {
        match self {
            Self::Win(plies) => WIN - f64::from(plies),
            Self::Loss(plies) => f64::from(plies) - WIN,
            Self::Draw => 0.0,
        }
    }

    /// What a move is worth that leads to a position with this verdict, to the player who makes it.
    pub fn of_move_to(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// What a move is worth that ends the game like this, to the player who makes it.
    pub fn of_end(outcome: &Outcome, mover: Seat) -> Self {
        match outcome.returns.sole_winner() {
            Some(winner) if winner == mover => Self::Win(1),
            Some(_) => Self::Loss(1),
            None => Self::Draw,
        }
    }

    /// The plies to the end, `None` for a draw.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// `win`, `loss` or `draw`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Loss(_) => "loss",
            Self::Draw => "draw",
        }
    }
}

/// Better verdicts are greater: quick wins, then slow ones, draws, slow losses, quick losses.
impl Ord for Verdict {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |verdict: &Self| match *verdict {
            Self::Win(plies) => (1, Reverse(plies), 0),
            Self::Draw => (0, Reverse(0), 0),
            Self::Loss(plies) => (-1, Reverse(0), plies),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
