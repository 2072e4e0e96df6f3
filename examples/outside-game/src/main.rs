//! The program: Breakthrough with every command, match and page of Ludwerk.

use std::process::ExitCode;

use breakthrough_lab::Breakthrough;
use ludwerk::{GameEntry, Program};

fn main() -> ExitCode {
    let breakthrough = GameEntry::of::<Breakthrough>().board(include_str!("../board.js"));
    Program::new("breakthrough-lab").game(breakthrough).main()
}
