//! Q-learning: what every move is worth, learnt from what came of it.
//!
//! Idea: a table holds a number for every move `a` of every position `s`. Whenever a move has been tried, its number is
//! set to what it gave and what the best move of the next position promises.
//! Formula: `Q(s, a) ← Q(s, a) + α·(r + γ·max Q(s′, a′) − Q(s, a))`. With `α = 1` that is the equation of Bellman,
//! `Q(s, a) = r + γ·max Q(s′, a′)`, which is all that a game without luck needs.
//! Source: C. Watkins, "Learning from delayed rewards" (1989); for two players M. Littman, "Markov games as a framework
//! for multi-agent reinforcement learning" (1994).
//!
//! Who maximises?
//!
//! - In a contest of two, the one who moves in `s′` does. If that is the opponent, what is best for him is worst for the
//!   one who made the move: his maximum is taken with a minus.
//! - With more seats, or where both may win, every move has a number for each seat. The one who moves in `s′` takes what
//!   is best for himself, and all seats get what that move is worth to them (as max^n does).
//! - Where something is hidden, nobody knows `s′`. The table is kept by what the mover sees, and `s′` is what he sees
//!   when he is to move again; what the others do in between is taken as luck.
//!
//! The reward `r` is 0 until the end: there a win is 1, an equal share 0, and a loss `−1 / (n − 1)` among `n` seats. A
//! discount `γ` below 1 makes near wins and late losses the better ones: a win in `k` plies is worth `γ^(k − 1)`.
//!
//! A table knows positions and no histories. So a game that ends because of the way that it took (repetition) is not
//! scored but broken off: its last move is worth what the table says of the position that it led to. With `γ < 1`, or
//! from a table of zeros, going round in circles is worth 0, which is a draw.

pub mod closed;
pub mod exact;
pub mod practice;
pub mod run;
pub mod table;

use ludwerk_core::{Returns, Seat};
use serde::{Deserialize, Serialize};

/// How values follow what comes of moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// `γ`: what a ply takes off a value, which is multiplied by it.
    pub gamma: f64,
    /// `α` of the first time that a move is tried.
    pub rate: f64,
    /// How `α` falls: it is divided by the times that the move was tried, to this power.
    pub decay: f64,
    /// What a move is taken to be worth before it was tried.
    pub optimism: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Self { gamma: 0.99, rate: 1.0, decay: 0.0, optimism: 0.0 }
    }
}

impl Rule {
    /// `α` for a move that has been tried so many times before.
    pub fn alpha(&self, visits: u32) -> f64 {
        self.rate / (1.0 + f64::from(visits)).powf(self.decay)
    }
}

/// What a seat gets at the end: 1 for a win, 0 for an equal share, `−1 / (n − 1)` for a loss.
pub fn reward(returns: &Returns, seat: Seat) -> f64 {
    let equal = 1.0 / returns.as_slice().len() as f64;
    (returns[seat] - equal) / (1.0 - equal)
}
