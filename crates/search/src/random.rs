//! Any legal move, each equally likely: the yardstick that every agent must beat.

use ludwerk_core::{Agent, AgentError, Control, Decision, Observe, Report, Rng, View};

/// Plays at random. Accepts every game.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The agent with this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }
}

impl<G: Observe> Agent<G> for Random {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let &chosen = self
            .rng
            .choose(view.legal)
            .ok_or_else(|| AgentError::Failed("there is no legal move to choose from".to_owned()))?;
        let report = Report { nodes: 1, pv: vec![chosen], ..Report::default() };
        Ok(Decision { chosen, report })
    }
}
