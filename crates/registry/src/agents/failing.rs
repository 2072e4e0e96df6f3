//! An agent in the place of one that could be made before and no longer can: its file is gone, say.

use std::fmt::Display;

use ludwerk_core::{Agent, AgentError, Control, Decision, View};

use super::AgentSpecError;
use crate::any::{AnyGame, AnyMove};

/// Has no move to give, and says why.
struct Absent(String);

impl Agent<AnyGame> for Absent {
    fn decide(
        &mut self,
        _view: &View<'_, AnyGame>,
        _control: &mut Control<'_, AnyMove>,
    ) -> Result<Decision<AnyMove>, AgentError> {
        Err(AgentError::Failed(self.0.clone()))
    }
}

/// Stands in for an agent that cannot be made any more: it breaks down at its first move, with the reason.
pub fn failing(reason: &impl Display) -> Box<dyn Agent<AnyGame>> {
    Box::new(Absent(reason.to_string()))
}

/// An agent whose spec was checked before the games began, or what stands in for it.
pub fn or_failing(made: Result<Box<dyn Agent<AnyGame>>, AgentSpecError>) -> Box<dyn Agent<AnyGame>> {
    made.unwrap_or_else(|error| failing(&error))
}
