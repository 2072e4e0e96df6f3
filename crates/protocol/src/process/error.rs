//! What can go wrong with a program, in the words that records keep.

use std::process::ExitStatus;

use thiserror::Error;

/// Why a program gave no move. Its text is the reason of the forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProcessError {
    /// It could not be started at all.
    #[error("the program could not be started: {0}")]
    NotStarted(String),
    /// It ended, or cannot be spoken to any more.
    #[error("the program {how}")]
    Crashed {
        /// What it did: `ended with exit code 1`.
        how: String,
    },
    /// It was not ready in time.
    #[error("the program was not ready in time")]
    NotReady,
    /// It answered too late, or not at all.
    #[error("the program did not answer in time")]
    Late,
    /// It took more memory than it may.
    #[error("the program took more memory than {} MiB", .0 >> 20)]
    Memory(u64),
    /// It started more processes than it may.
    #[error("the program had more than {0} processes")]
    Processes(u32),
    /// It started more threads than anyone needs.
    #[error("the program had more than {0} threads")]
    Threads(u32),
    /// It printed without end.
    #[error("the program flooded its output")]
    Flooded,
    /// It did not read what it was told.
    #[error("the program does not read its input")]
    Deaf,
    /// It said what the protocol does not know.
    #[error("the program said {}, which is not what was expected", shortened(.0))]
    Garbage(String),
    /// It spoke when it was not asked.
    #[error("the program said {} when it was not asked", shortened(.0))]
    OutOfTurn(String),
    /// It chose a move that is not legal; the text says which and why.
    #[error("the program chose an illegal move, {}", shortened(.0))]
    Illegal(String),
    /// It said that it has no move.
    #[error("the program gave no move: {}", shortened(.0))]
    NoMove(String),
    /// It gave the game up in the words of its protocol, as it may.
    #[error("the program resigned")]
    Resigned,
    /// It refused what it was asked to play.
    #[error("the program refused: {}", shortened(.0))]
    Refused(String),
    /// Somebody asked to stop. It is not the program's fault.
    #[error("interrupted")]
    Stopped,
}

/// No more of what a program says goes into a sentence.
const LONGEST_QUOTE: usize = 120;

/// What a program said, in quotes and within bounds.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_QUOTE).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// What a program did that has ended, to follow "the program".
pub(super) fn exit_text(status: ExitStatus) -> String {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    // A shell tells the signal that killed its child as a code.
    let told = status.code().filter(|code| (129..160).contains(code)).map(|code| code - 128);
    match (signal.or(told), status.code()) {
        (Some(signal), _) => {
            let name = signal_name(signal).map_or_else(String::new, |name| format!(" ({name})"));
            format!("was ended by signal {signal}{name}")
        }
        (None, Some(127)) => "ended with exit code 127 (command not found)".to_owned(),
        (None, Some(126)) => "ended with exit code 126 (not an executable program)".to_owned(),
        (None, Some(code)) => format!("ended with exit code {code}"),
        (None, None) => "ended".to_owned(),
    }
}

/// The signals by which programs end, as Linux numbers them.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "hangup",
        2 => "interrupt",
        4 => "illegal instruction",
        6 => "abort",
        8 => "arithmetic error",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminated",
        24 => "processor time",
        25 => "file too large",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        let text = ProcessError::Garbage(format!("\u{1b}[1m{}", "x".repeat(500))).to_string();
        assert!(text.starts_with("the program said \"\\u{1b}[1mxxx"), "{text}");
        assert!(text.chars().count() < 200 && text.contains("x…\", which"), "{text}");
        assert_eq!(ProcessError::Memory(64 << 20).to_string(), "the program took more memory than 64 MiB");
    }
}
