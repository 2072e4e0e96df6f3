//! What a position is worth to alpha-beta.
//!
//! A value is an `f32`: every evaluation is rounded to it once, so that all searches compare the very same
//! numbers, and a transposition table holds it in half a word. The evaluation is always taken from the seat
//! of the player who searches and negated for the other, because an evaluation need not be symmetric.

use ludwerk_core::{Evaluate, Keyed, Outcome, Seat, Trail, Turn};

use crate::score;

/// The value of a position for somebody.
pub(crate) type Value = f32;

/// Judges positions for the player who searches.
pub(crate) struct Judge<'a, G> {
    pub game: &'a G,
    pub weights: &'a [f64],
    /// The seat of the player who searches.
    pub root: Seat,
    /// Whether the way to a position can end the game.
    pub looks_at_history: bool,
}

impl<'a, G: Evaluate + Keyed> Judge<'a, G> {
    pub fn new(game: &'a G, weights: &'a [f64], root: Seat) -> Self {
        Self { game, weights, root, looks_at_history: game.info().history }
    }

    /// The evaluation for `seat`.
    pub fn evaluate(&self, state: &G::State, seat: Seat) -> Value {
        let value = self.game.evaluate(state, self.root, self.weights) as Value;
        if seat == self.root { value } else { -value }
    }

    /// The result, if the position, in which it is this turn, or the way to it ends the game.
    #[inline]
    pub fn end(&self, state: &G::State, turn: Turn, trail: &Trail) -> Option<Outcome> {
        match turn {
            Turn::Over => self.game.result(state, trail),
            _ if self.looks_at_history => self.game.history_outcome(state, trail),
            _ => None,
        }
    }

    /// The value for `seat` of a game that has ended `ply` plies from the root.
    pub fn value_of(outcome: &Outcome, seat: Seat, ply: u32) -> Value {
        score::of_returns(&outcome.returns, seat, ply) as Value
    }
}
