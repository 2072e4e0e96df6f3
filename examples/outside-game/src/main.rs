//! The program: Breakthrough with every command, match and page of Ludwerk.

use std::process::ExitCode;

use breakthrough_lab::Breakthrough;
use ludwerk::{GameEntry, Program};

fn main() -> ExitCode {
    Program::new("breakthrough-lab").game(GameEntry::of::<Breakthrough>()).main()
}
