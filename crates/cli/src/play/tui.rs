//! x
use super::session::Session;
pub fn run(s: Session) -> crate::CommandResult { super::plain::run(s) }
