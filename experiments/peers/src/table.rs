//! All searches under callgrind, as a table.

use std::process::{Command, ExitCode};

use crate::CASES;

/// Prints the table.
pub fn print() -> ExitCode {
    println!("| search | library | counted | instructions for each |");
    println!("|---|---|--:|--:|");
    for (search, library) in CASES {
        match measure(search, library) {
            Ok((n, instructions)) => {
                println!("| {search} | {library} | {n} | {:.0} |", instructions as f64 / n as f64);
            }
            Err(why) => {
                eprintln!("{search} {library}: {why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// What a run counts, and its instructions, start of the program included.
fn measure(search: &str, library: &str) -> Result<(u64, u64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([search, library])
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let instructions = collected.and_then(|(_, n)| n.trim().parse().ok());
    let n = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
    n.zip(instructions).ok_or_else(|| format!("valgrind says\n{said}"))
}
