//! An agent in the place of one that could be made before and no longer can: its file is gone, say.

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

/// An agent whose spec was checked before the games began. If it cannot be made any more, it breaks down at its first
/// move, with the reason.
pub fn or_absent(made: Result<Box<dyn Agent<AnyGame>>, AgentSpecError>) -> Box<dyn Agent<AnyGame>> {
    made.unwrap_or_else(|error| Box::new(Absent(error.to_string())))
}
