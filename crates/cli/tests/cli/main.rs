//! The program from outside: what it prints, where, and with which exit code.

mod adaptive;
mod analyse;
mod blokus;
mod commands;
mod convert;
mod docs;
mod engine;
mod errors;
mod help;
mod outside;
mod pipe;
mod play;
mod report;
mod reproduce;
mod series;
mod serve;
mod signals;
mod tournament;
mod train;
mod tune;
mod tune_grid;
mod uci;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// What the program answered.
struct Answer {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }
}

impl Answer {
    /// Standard output as one JSON document.
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

fn ludwerk() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludwerk"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the program with these words and nothing on standard input.
fn run(words: &[&str]) -> Answer {
    run_with_input(words, "")
}

fn run_with_input(words: &[&str], input: &str) -> Answer {
    let mut child = ludwerk()
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}

/// Runs the program and demands success.
fn ok(words: &[&str]) -> Answer {
    let answer = run(words);
    assert_eq!(answer.code, Some(0), "{words:?}: {}", answer.stderr);
    answer
}
