//! Paranoid search: all the others against me.
//!
//! Idea: if all the others are taken for one enemy, a game of many is a game of two, and alpha-beta prunes it.
//! Formula: `v(s) = max over moves` where the searching seat is to move, `min` where any other is; the value is
//! that of the searching seat alone.
//! Games: two or more players, nothing hidden, no chance.
//! Source: N. Sturtevant and R. Korf, "On pruning techniques for multi-player games" (2000).
//!
//! It is [`AlphaBeta`], which knows two sides in any case, with all its switches; for two players it is nothing
//! else. The values of the others in its reports are what they are taken to want: what the one loses.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Indexed, Keyed, MoveHints, Observe, View,
};

use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::evaluator::Evaluator;
use crate::facts::one_against_all_refusal;
use crate::limits::Limits;

/// Searches for one seat against all the others.
pub struct Paranoid {
    search: AlphaBeta,
}

impl Paranoid {
    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves.
    pub fn new(
        options: AlphaBetaOptions,
        limits: Limits,
        evaluator: impl Into<Evaluator>,
        seed: u64,
    ) -> Self {
        Self { search: AlphaBeta::new(options, limits, evaluator, seed) }
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints + Indexed> Agent<G> for Paranoid {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        match one_against_all_refusal(view.game, "paranoid") {
            Some(why) => Err(AgentError::Refused(why)),
            None => self.search.search(view, control),
        }
    }
}
