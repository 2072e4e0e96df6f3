//! Peek: the search of a game with secrets by one who sees them all.
//!
//! Idea: no world is drawn. The agent is shown the true position ([`View::truth`]), lays all cards on the table
//! ([`Open`]), and lets an inner search for games without secrets look at it. That is cheating, and meant to be: it
//! tells how much knowing the secrets is worth, and measures published programs again that did the same.
//! Games: any that the inner search plays once its cards lie open.
//!
//! With its draws dealt, the agent also knows all luck to come in a game whose luck is dealt in advance; with its
//! draws open, what is still in the piles is left to chance plies.

use ludwerk_core::{Agent, AgentError, Control, Decision, Keyed, Observe, View};

use crate::open::{Draws, Open};

/// Searches the true position with another agent. It sees what its seat may not see.
pub struct Peek<G: Keyed> {
    inner: Box<dyn Agent<Open<G>>>,
    draws: Draws,
}

impl<G: Keyed> Peek<G> {
    /// The agent that searches the truth with `inner`.
    pub fn new(inner: Box<dyn Agent<Open<G>>>, draws: Draws) -> Self {
        Self { inner, draws }
    }
}

impl<G: Observe + Keyed + Clone> Agent<G> for Peek<G> {
    fn peeks(&self) -> bool {
        true
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let truth = view.truth.ok_or_else(|| {
            AgentError::Failed("peek needs the true position, and was not shown it".to_owned())
        })?;
        let game = self.draws.open(view.game.clone());
        let world = match self.draws {
            Draws::Dealt => truth.clone(),
            Draws::Open => view.game.undrawn(truth),
        };
        let open = View {
            game: &game,
            seat: view.seat,
            observation: &world,
            legal: view.legal,
            start: None,
            history: view.history,
            truth: None,
        };
        self.inner.decide(&open, control)
    }
}
