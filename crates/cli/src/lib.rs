//! The program as a library: arguments, one module a command, terminal play. [`Program`] is the way in.

mod args;
mod commands;
mod failure;
mod interrupt;
mod output;
mod play;
mod position;
mod program;
mod progress;
mod record_file;

use std::process::ExitCode;

use crate::failure::Failure;

pub use program::Program;

/// What a command comes to: an exit code for its answer, or a failure.
type CommandResult = Result<ExitCode, Failure>;
