//! The example of a game in a repository of its own, built and run as its author would.

use std::fs;

use crate::shell::{self, Problem, cargo_command, root};

/// Tests the example with the versions of dependencies that the project has, in the project's target folder.
pub fn test() -> Result<(), Problem> {
    let folder = root().join("examples/outside-game");
    let lock = fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"));
    lock.map_err(|error| Problem(format!("Cargo.lock cannot be copied: {error}")))?;
    let in_folder = |args: &[&str]| {
        let mut command = cargo_command(args);
        command.current_dir(&folder).env("CARGO_TARGET_DIR", root().join("target"));
        shell::run(&mut command)
    };
    in_folder(&["fmt", "--check"])?;
    in_folder(&["test", "--quiet"])
}
