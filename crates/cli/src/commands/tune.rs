//! `ludwerk tune`: better weights and options, found by play.

mod grid;

use crate::CommandResult;
use crate::args::{TuneArgs, Tuner};

pub fn run(args: &TuneArgs, as_json: bool) -> CommandResult {
    match &args.method {
        Tuner::Grid(args) => grid::run(args, as_json),
    }
}

/// The command as it was typed, for files that say how they were made.
fn command_line() -> String {
    let words: Vec<_> = std::env::args().skip(1).collect();
    format!("ludwerk {}", words.join(" "))
}
