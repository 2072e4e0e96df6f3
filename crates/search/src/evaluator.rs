//! What judges positions at the horizon of a search: weights of the game's features, or a network.

use std::cell::RefCell;
use std::sync::Arc;

use ludwerk_core::{Evaluate, Seat, Turn};

use crate::net::{Accumulator, Net};

/// Judges positions.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// One weight for each feature of the game, in the order of its table.
    Weights(Vec<f64>),
    /// A network that reads the game's encoding.
    Net(Arc<Net>),
}

impl From<Vec<f64>> for Evaluator {
    fn from(weights: Vec<f64>) -> Self {
        Self::Weights(weights)
    }
}

impl From<Arc<Net>> for Evaluator {
    fn from(net: Arc<Net>) -> Self {
        Self::Net(net)
    }
}

impl Evaluator {
    /// Whether it is a network.
    pub fn is_net(&self) -> bool {
        matches!(self, Self::Net(_))
    }
}

/// An evaluator in the hands of one thread, which remembers what the last positions were.
pub(crate) struct EvalContext<'a> {
    evaluator: &'a Evaluator,
    memory: RefCell<Accumulator>,
}

impl<'a> EvalContext<'a> {
    pub fn new(evaluator: &'a Evaluator) -> Self {
        Self { evaluator, memory: RefCell::default() }
    }

    /// The weights, if they judge.
    #[inline]
    pub fn weights(&self) -> Option<&'a [f64]> {
        match self.evaluator {
            Evaluator::Weights(weights) => Some(weights),
            Evaluator::Net(_) => None,
        }
    }

    /// The value of an undecided position for a seat.
    #[inline]
    pub fn value<G: Evaluate>(&self, game: &G, state: &G::State, seat: Seat) -> f64 {
        match self.evaluator {
            Evaluator::Weights(weights) => game.evaluate(state, seat, weights),
            Evaluator::Net(net) => self.value_by(net, game, state, seat),
        }
    }

    /// What a network says. Apart from the rest, which is so short that it is worth having in place.
    #[inline(never)]
    fn value_by<G: Evaluate>(&self, net: &Net, game: &G, state: &G::State, seat: Seat) -> f64 {
        f64::from(net.value(game, state, seat, &mut self.memory.borrow_mut()))
    }

    /// The values of an undecided position for all seats.
    #[inline]
    pub fn values<G: Evaluate>(&self, game: &G, state: &G::State, values: &mut [f64]) {
        match self.evaluator {
            Evaluator::Weights(weights) => game.evaluate_all(state, weights, values),
            Evaluator::Net(_) => match (values, game.turn(state)) {
                // Of two players a network is asked for the one to move, and the other's value is the negative.
                ([first, second], Turn::Player(_)) => {
                    *first = self.value(game, state, Seat::FIRST);
                    *second = -*first;
                }
                (values, _) => {
                    for (seat, value) in Seat::all(values.len()).zip(values) {
                        *value = self.value(game, state, seat);
                    }
                }
            },
        }
    }
}
