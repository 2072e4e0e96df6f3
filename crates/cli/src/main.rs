//! The `ludwerk` program: parse, validate, run, report.

mod args;
mod commands;
mod failure;
mod interrupt;
mod output;
mod play;
mod position;
mod progress;
mod record_file;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Cli;
use crate::failure::Failure;

fn main() -> ExitCode {
    interrupt::install();
    let result = match Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => failure::from_clap(&error),
    };
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// What a command comes to: an exit code for its answer, or a failure.
type CommandResult = Result<ExitCode, Failure>;
