//! Programs that do everything wrong: each gives the trouble it deserves, and leaves nothing behind.
#![cfg(target_os = "linux")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_protocol::{ProcessLimits, Program, Trouble};

/// A long time for a test to wait.
const LONG: Duration = Duration::from_secs(60);

fn next(program: &mut Program) -> Result<String, Trouble> {
    program.receive(Some(Instant::now() + LONG), &AtomicBool::new(false))
}

fn start(command: &str) -> Program {
    Program::start(command, ProcessLimits::default()).unwrap()
}

#[test]
fn a_program_is_spoken_to_line_by_line() {
    let mut program = start("while read -r line; do echo \"got $line\"; done; echo done");
    for line in ["one", "two  three"] {
        program.send(line).unwrap();
        assert_eq!(next(&mut program).unwrap(), format!("got {line}"));
    }
    program.end(LONG);
    assert_eq!(program.last_output(), "[output]\ngot one\ngot two  three\ndone");
}
