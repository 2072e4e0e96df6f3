//! One module for each command. Each validates everything first, then works, then reports.

mod ablate;
mod agents;
mod analyse;
mod compare;
mod convert;
mod engine;
mod games;
mod generate;
mod learning;
mod levels;
mod r#match;
mod moves;
mod openings;
mod perft;
mod probe;
mod puzzle;
mod replay;
mod report;
#[cfg(feature = "games")]
mod reproduce;
mod scaling;
mod search;
mod series;
mod serve;
mod solve;
mod tournament;
mod train;
mod tune;
mod verify;

pub use series::root as series_folder;
pub use serve::data_folder;

use crate::CommandResult;
use crate::args::{Cli, Command, ServeArgs};

/// Runs the command that was asked for.
pub fn run(cli: Cli) -> CommandResult {
    let json = cli.json;
    match cli.command.unwrap_or_else(|| Command::Serve(ServeArgs::default())) {
        Command::Serve(args) => serve::run(&args, json),
        Command::Games => games::run(json),
        Command::Agents(args) => agents::run(&args, json),
        Command::Perft(args) => perft::run(&args, json),
        Command::Moves(args) => moves::run(&args, json),
        Command::Replay(args) => replay::run(&args, json),
        Command::Search(args) => search::run(&args, json),
        Command::Match(args) => r#match::run(&args, json),
        Command::Tournament(args) => tournament::run(&args, json),
        Command::Ablate(args) => ablate::run(&args, json),
        Command::Scaling(args) => scaling::run(&args, json),
        Command::Levels(args) => levels::run(&args, json),
        Command::Tune(args) => tune::run(&args, json),
        Command::Train(args) => train::run(&args, json),
        Command::Play(args) => crate::play::run(&args),
        Command::Series(args) => series::run(&args, json),
        Command::Analyse(args) => analyse::run(&args, json),
        Command::Convert(args) => convert::run(&args),
        Command::Engine(args) => engine::run(&args),
        #[cfg(feature = "games")]
        Command::Reproduce(args) => reproduce::run(&args, json),
        Command::Report(args) => report::run(&args, json),
        Command::Solve(args) => solve::run(&args, json),
        Command::Probe(args) => probe::run(&args, json),
        Command::Verify(args) => verify::run(&args, json),
        Command::Puzzle(args) => puzzle::run(&args, json),
        Command::Openings(args) => openings::run(&args, json),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man { out } => generate::man(out.as_deref()),
    }
}
