//! Going down a game tree and back up: counting positions, keeping the history of the game, asking for the end.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{BySeat, Evaluate, Game, History, Keyed, Outcome, Seat, Turn};

use crate::evaluator::{EvalContext, Evaluator};
use crate::limits::{Halt, Limits, Meter};

/// The value for each seat; those of seats that the game does not have are 0.
pub(crate) type SeatValues = BySeat<f64>;

/// A walk through the tree below a position.
pub(crate) struct Walk<'a, G: Evaluate> {
    pub game: &'a G,
    context: EvalContext<'a>,
    pub meter: Meter<'a>,
    /// The moves of all levels, used as a stack.
    pub moves: Vec<G::Move>,
    history: History,
    /// Whether the way to a position can end the game.
    looks_at_history: bool,
}

impl<'a, G: Evaluate + Keyed> Walk<'a, G> {
    pub fn new(
        game: &'a G,
        evaluator: &'a Evaluator,
        history: &History,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        let looks_at_history = game.info().ends_by_history();
        let meter = Meter::new(limits, stop);
        let context = EvalContext::new(evaluator);
        Self { game, context, meter, moves: Vec::new(), history: history.clone(), looks_at_history }
    }

    /// The key of a position in the history, to be computed once for all its moves.
    pub fn key(&self, state: &G::State) -> u64 {
        if self.looks_at_history { self.game.key(state) } else { 0 }
    }

    /// The position after a move, counted. [`Walk::leave`] goes back.
    pub fn enter(&mut self, state: &G::State, key: u64, mv: G::Move) -> Result<G::State, Halt> {
        self.meter.enter()?;
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        if self.looks_at_history {
            self.history.push(key, mv);
        }
        Ok(next)
    }

    /// Takes the last step back.
    pub fn leave(&mut self) {
        if self.looks_at_history {
            self.history.pop();
        }
    }

    /// The result, if the position, in which it is this turn, or the way to it ends the game.
    pub fn end(&self, state: &G::State, turn: Turn) -> Option<Outcome> {
        match turn {
            Turn::Over => self.game.result(state, &self.history),
            _ if self.looks_at_history => self.game.history_outcome(state, &self.history),
            _ => None,
        }
    }

    /// Whether the way to a position matters, so that nobody may come there without going it.
    pub fn looks_at_history(&self) -> bool {
        self.looks_at_history
    }

    /// The evaluations for all seats.
    pub fn evaluate_all(&self, state: &G::State, values: &mut [f64]) {
        self.context.values(self.game, state, values);
    }

    /// The evaluation for `seat`, rounded as all searches round it.
    pub fn evaluate(&self, state: &G::State, seat: Seat) -> f64 {
        f64::from(self.context.value(self.game, state, seat) as f32)
    }
}

/// Whether the player who moved in `state` goes on in `next`: a ply, but no turn.
pub(crate) fn goes_on<G: Game>(game: &G, state: &G::State, next: &G::State) -> bool {
    matches!((game.turn(state), game.turn(next)), (Turn::Player(mover), Turn::Player(seat)) if mover == seat)
}
