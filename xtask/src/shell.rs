//! Running other programs, with errors that say which.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What went wrong, ready to be shown.
#[derive(Debug)]
pub struct Problem(pub String);

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// Runs a program to its end, its output shown as it comes.
pub fn run(command: &mut Command) -> Result<(), Problem> {
    let shown = format!("{command:?}").replace('"', "");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Problem(format!("`{shown}` failed ({status})"))),
        Err(error) => Err(Problem(format!("`{shown}` could not be started: {error}"))),
    }
}

/// Cargo in the project's folder.
pub fn cargo_command(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs cargo in the project's folder.
pub fn cargo(args: &[&str]) -> Result<(), Problem> {
    run(&mut cargo_command(args))
}

/// Whether a cargo command exists here.
pub fn has_cargo(subcommand: &str) -> bool {
    cargo_command(&[subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
}
