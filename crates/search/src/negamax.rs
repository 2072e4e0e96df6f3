//! What a position is worth to alpha-beta, which knows two sides: the seat that searches, and the rest.
//!
//! A value is an `f32`: every evaluation is rounded to it once, so that all searches compare the very same
//! numbers, and a transposition table holds it in half a word. Evaluation and result are always those of the
//! seat that searches, negated for the other side: an evaluation need not be symmetric, and of several others
//! each is taken to lose what the one wins.

use std::cell::RefCell;

use ludwerk_core::{Evaluate, History, Keyed, MoveHints, Outcome, Seat, Turn};

use crate::evaluator::{EvalContext, Evaluator};
use crate::score;

/// The value of a position for somebody.
pub(crate) type Value = f32;

/// 0 is the side of the seat that searches, 1 that of all the others.
pub(crate) type Side = usize;

/// What a network has said of a position.
#[derive(Clone, Copy, Default)]
struct Said {
    key: u64,
    value: Value,
}

/// Of so many positions it is remembered: as many as fit in the fast cache of a core.
const N_SAID: usize = 1 << 12;

/// Judges positions for the seat that searches.
pub(crate) struct NegamaxEvaluator<'a, G> {
    pub game: &'a G,
    context: EvalContext<'a>,
    /// What a network has said, because that takes long and the same positions are asked about in every iteration.
    said: RefCell<Box<[Said]>>,
    root: Seat,
    /// Whether the way to a position can end the game.
    pub looks_at_history: bool,
    /// Whether a result counts to which the way only points.
    foresees: bool,
    /// What a draw is worth to the seat that searches.
    draw: Value,
}

impl<'a, G: Evaluate + Keyed + MoveHints> NegamaxEvaluator<'a, G> {
    pub fn new(game: &'a G, evaluator: &'a Evaluator, root: Seat) -> Self {
        Self {
            game,
            context: EvalContext::new(evaluator),
            said: RefCell::new(vec![Said::default(); if evaluator.is_net() { N_SAID } else { 0 }].into()),
            root,
            looks_at_history: game.info().ends_by_history(),
            foresees: false,
            draw: 0.0,
        }
    }

    /// Takes a result to which the way points for the end.
    pub fn foreseeing(mut self, foresees: bool) -> Self {
        self.foresees = foresees;
        self
    }

    /// Dislikes draws: to the seat that searches one is worth so much less than nothing.
    pub fn disdaining(mut self, contempt: Value) -> Self {
        self.draw = -contempt;
        self
    }

    pub fn side(&self, seat: Seat) -> Side {
        usize::from(seat != self.root)
    }

    /// The evaluation for a side.
    #[inline]
    pub fn evaluate(&self, state: &G::State, side: Side) -> Value {
        for_side(self.value(state), side)
    }

    /// The evaluation for the seat that searches.
    #[inline]
    fn value(&self, state: &G::State) -> Value {
        match self.context.weights() {
            Some(weights) => self.game.evaluate(state, self.root, weights) as Value,
            None => self.remembered(state),
        }
    }

    /// What a network says, or has said. Apart from the rest, which is so short that it is worth having in place.
    #[inline(never)]
    fn remembered(&self, state: &G::State) -> Value {
        let key = self.game.key(state);
        let said = &mut *self.said.borrow_mut();
        let place = &mut said[key as usize % N_SAID];
        if place.key != key {
            *place = Said { key, value: self.context.value(self.game, state, self.root) as Value };
        }
        place.value
    }

    /// The result, if the position, in which it is this turn, or the way to it ends the game.
    #[inline]
    pub fn end(&self, state: &G::State, turn: Turn, history: &History) -> Option<Outcome> {
        match turn {
            Turn::Over => self.game.result(state, history),
            _ if self.foresees => self.game.foreseen_outcome(state, history),
            _ if self.looks_at_history => self.game.history_outcome(state, history),
            _ => None,
        }
    }

    /// The value for a side of a game that has ended `ply` plies from the root. Apart from what happens
    /// at every position, which would have to get its constants ready each time.
    #[inline(never)]
    pub fn value_of(&self, outcome: &Outcome, side: Side, ply: u32) -> Value {
        let value = score::of_returns(&outcome.returns, self.root, ply) as Value;
        for_side(if value == 0.0 { self.draw } else { value }, side)
    }
}

fn for_side(value: Value, side: Side) -> Value {
    if side == 0 { value } else { -value }
}
