//! `cargo xtask bench --counts`: instruction counts of the hot paths, which no noise of the machine disturbs.
//!
//! Each line of `xtask/data/counts.tsv` is a command of the program and the instructions that it took when the line was
//! written, its start included. They are counted anew by callgrind and compared; `LUDWERK_UPDATE=1` writes them down.
//! Counts belong to one version of the compiler: with another one, write them before a change and compare after it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::{self, Problem, built_program, root};

/// A path that takes more instructions than this share of before is slower.
const BOUND: f64 = 1.02;

const HEADER: &str =
    "# instructions of `ludwerk COMMAND --seed 1 --json`, counted by `cargo xtask bench --counts`\n";

/// A command, and how many instructions it took.
#[derive(Debug, PartialEq, Eq)]
struct Count {
    command: String,
    before: u64,
}

/// Counts all paths of the program that was built, and compares them with what is kept.
pub fn run() -> Result<(), Problem> {
    if shell::version_of("valgrind").is_none() {
        if !shell::may_install() {
            return Err(Problem("valgrind is missing: install it, it counts the instructions".to_owned()));
        }
        shell::install_debian_package("valgrind")?;
    }
    let file = root().join("xtask/data/counts.tsv");
    let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&file, &error.to_string()))?;
    let counts = parse(&text).map_err(|error| unreadable(&file, &error))?;
    let program = built_program("release");
    let (mut written, mut slower) = (HEADER.to_owned(), Vec::new());
    println!("{:>14} {:>14}  ratio  command", "before", "now");
    for Count { command, before } in &counts {
        let now = instructions(&program, command)?;
        let ratio = now as f64 / *before as f64;
        println!("{before:>14} {now:>14}  {ratio:5.3}  {command}");
        let _ = writeln!(written, "{now}\t{command}");
        if ratio > BOUND {
            slower.push(command.as_str());
        }
    }
    if std::env::var_os("LUDWERK_UPDATE").is_some() {
        return std::fs::write(&file, written).map_err(|error| unreadable(&file, &error.to_string()));
    }
    if slower.is_empty() {
        return Ok(());
    }
    let slower = slower.join("\n  ");
    Err(Problem(format!(
        "more than 2% slower:\n  {slower}\nwhere that is wanted, LUDWERK_UPDATE=1 writes the new counts"
    )))
}

fn unreadable(file: &Path, why: &str) -> Problem {
    Problem(format!("{}: {why}", file.display()))
}

/// The lines of the file: a number, a tab, a command.
fn parse(text: &str) -> Result<Vec<Count>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parse = |line: &str| {
        let (before, command) = line.split_once('\t')?;
        Some(Count { command: command.to_owned(), before: before.parse().ok().filter(|&count| count > 0)? })
    };
    lines.map(|line| parse(line).ok_or_else(|| format!("not a count, a tab and a command: {line}"))).collect()
}

/// The instructions of one run of the program under callgrind.
fn instructions(program: &Path, command: &str) -> Result<u64, Problem> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    valgrind.args(command.split_whitespace()).args(["--seed", "1", "--json"]);
    let output = valgrind.stdout(Stdio::null()).output();
    let output = output.map_err(|error| Problem(format!("valgrind could not be started: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let total = said.lines().find_map(|line| line.split_once("Collected : ")).map(|(_, count)| count.trim());
    match total.and_then(|count| count.parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(Problem(format!("`ludwerk {command}` failed under valgrind:\n{said}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counts_and_commands() {
        let counts = parse("# comment\n12\tperft dobutsu --depth 7\n").unwrap();
        assert_eq!(counts, [Count { command: "perft dobutsu --depth 7".to_owned(), before: 12 }]);
        assert!(parse("perft dobutsu").is_err());
        assert!(parse("0\tperft dobutsu").is_err());
    }
}
