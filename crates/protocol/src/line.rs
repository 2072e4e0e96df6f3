//! Our own line protocol, named "ludwerk": any game, any number of players, hidden hands and chance, with a bot of a
//! few lines in any language.
//!
//! A message is a line: a word, and what follows it, mostly a JSON object. The book describes every message.
//!
//! | message | from whom | what it says |
//! |---|---|---|
//! | `ludwerk 1` | both | the version of the protocol; the bot's says that it is ready |
//! | `game {…}` | us | which game, and for how many |
//! | `move {…}` | us | it is the bot's turn: what it sees, and its legal moves |
//! | `info {…}` | the bot | what it thinks of the position, if it likes to say so |
//! | `play MOVE` | the bot | its move |
//! | `error TEXT` | the bot | it gives up, and why |
//! | `quit` | us | the end |
//!
//! What begins with `#` is a remark. A bot ignores words that it does not know, so that later versions may say more.

mod client;
mod engine;

use std::io::{self, BufRead};

pub use client::LineClient;
pub use engine::Engine;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A position of the largest game with all its moves has some hundred thousand letters.
const LONGEST: u64 = 1 << 24;

/// The next line of the other side, with what is not UTF-8 replaced; `None` at the end.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    crate::gtp::read_line_up_to(LONGEST, input)
}

/// The first word of a line, and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// A time in whole milliseconds, as messages tell it.
fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
