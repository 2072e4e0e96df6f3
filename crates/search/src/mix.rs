//! A random mixture of two agents: a strength between theirs.
//!
//! Idea: whoever plays some moves as a strong player and the others as a weak one is in between.
//! Formula: each move is the second agent's with a fixed probability, and the first one's otherwise.
//! Games: those of both.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, AgentError, Control, Decision, Observe, Rng, View, Work};

/// Plays as one agent or another, drawn at random for each move.
pub struct Mix<G: Observe> {
    agents: [Box<dyn Agent<G>>; 2],
    share: f64,
    rng: Rng,
}

impl<G: Observe> Mix<G> {
    /// The agent that plays the part `share` of its moves as the second of two.
    pub fn new(agents: [Box<dyn Agent<G>>; 2], share: f64, seed: u64) -> Self {
        Self { agents, share, rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Mix<G> {
    fn peeks(&self) -> bool {
        self.agents.iter().any(|agent| agent.peeks())
    }

    fn work(&self) -> Work {
        let [one, other] = self.agents.each_ref().map(|agent| agent.work());
        one.and(other)
    }

    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        self.agents.iter_mut().try_for_each(|agent| agent.prepare(game, stop))
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let is_second = self.rng.unit() < self.share;
        self.agents[usize::from(is_second)].decide(view, control)
    }
}
