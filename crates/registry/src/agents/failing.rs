//! An agent in the place of one that could be made before and no longer can: its file is gone, say.

use std::fmt::Display;

use ludwerk_core::{Agent, AgentError, Control, Decision, Observe, View};

use super::AgentSpecError;

/// Has no move to give, and says why.
struct Absent(String);

impl<G: Observe> Agent<G> for Absent {
    fn decide(
        &mut self,
        _view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        Err(AgentError::Failed(self.0.clone()))
    }
}

/// Stands in for an agent that cannot be made any more: it breaks down at its first move, with the reason.
pub fn failing<G: Observe>(reason: &impl Display) -> Box<dyn Agent<G>> {
    Box::new(Absent(reason.to_string()))
}

/// An agent whose spec was checked before the games began, or what stands in for it.
pub fn or_failing<G: Observe>(made: Result<Box<dyn Agent<G>>, AgentSpecError>) -> Box<dyn Agent<G>> {
    made.unwrap_or_else(|error| failing(&error))
}
