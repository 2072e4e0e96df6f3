//! The program `ludwerk`, with the built-in games.

use std::process::ExitCode;

use ludwerk_cli::Program;
use ludwerk_registry::GAMES;

fn main() -> ExitCode {
    Program::new("ludwerk").games(GAMES).main()
}
