//! Files of other programs: games as they keep them, read and written.
//!
//! A format belongs to one game, and knows its words. What is read is played by the rules, move by move; an error names
//! the line. Comments and variations are left out, and a note says so.

mod csa;
mod kif;
mod pentobi;
mod sgf;

use std::fmt;

use ludwerk_core::{Game as _, Playthrough, Rng};
use thiserror::Error;

use crate::{AnyGame, GameError};

/// A format of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Blokus as Pentobi keeps it, a kind of SGF.
    Sgf,
    /// Dobutsu Shogi as lishogi keeps it, a kind of KIF; read is also the notation of Tanaka's programs, a kind of CSA.
    Kifu,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Sgf, Self::Kifu];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Kifu => "kifu",
        }
    }

    /// The id of the game that it is for.
    pub fn game(self) -> &'static str {
        match self {
            Self::Sgf => "blokus",
            Self::Kifu => "dobutsu",
        }
    }

    /// The format with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// What a text looks like; `None` if it is none of them.
    pub fn detect(text: &str) -> Option<Self> {
        let text = without_mark(text);
        if text.trim_start().starts_with('(') {
            return Some(Self::Sgf);
        }
        let is_kifu = !text.trim_start().starts_with(['{', '[']) && text.lines().any(is_kifu_line);
        is_kifu.then_some(Self::Kifu)
    }
}

fn is_kifu_line(line: &str) -> bool {
    line.starts_with("#KIF") || line.starts_with("手") || kif::is_move(line) || csa::is_move(line)
}

/// Some editors put a mark at the beginning of a file.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// A game as a file tells it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The start and the moves.
    pub play: Playthrough<AnyGame>,
    /// Whether it began in a position of its own rather than the usual start.
    pub is_position: bool,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The time that each move took, in milliseconds, where it is known.
    pub times_ms: Vec<Option<f64>>,
    /// What each seat got and why, as far as it was told.
    pub result: Option<(Vec<f64>, String)>,
    /// What was left out or does not fit, a sentence each.
    pub notes: Vec<String>,
}

impl Told {
    /// A game without moves.
    fn begin(game: AnyGame, start: Start<'_>) -> Result<Self, String> {
        use ludwerk_core::Notation as _;
        let state = match start {
            Start::Usual => game.start(&mut Rng::new(0)),
            Start::Position(text) => game.parse_position(text).map_err(|error| error.to_string())?,
        };
        let seats = (0..game.n_seats()).map(|seat| game.seat_name(seat)).collect();
        Ok(Self {
            play: Playthrough::new(game, state),
            is_position: matches!(start, Start::Position(_)),
            seats,
            times_ms: Vec::new(),
            result: None,
            notes: Vec::new(),
        })
    }

    /// Takes what the file says of the result. The rules know better, where the moves end the game.
    fn conclude(&mut self, told: Option<(Vec<f64>, String)>) {
        let Some(outcome) = self.play.outcome() else {
            self.result = told;
            return;
        };
        let by_rules = outcome.returns.as_slice().to_vec();
        if told.is_some_and(|(returns, _)| returns != by_rules) {
            self.notes.push("the file tells another result than its moves, which are followed".to_owned());
        }
        self.result = Some((by_rules, outcome.reason.to_owned()));
    }
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
enum Start<'a> {
    Usual,
    Position(&'a str),
}

/// A file that cannot be read, or a game that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Something in the file is wrong.
    #[error("line {line}: {reason}")]
    Read {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no game in the file.
    #[error("there is no game in it")]
    Empty,
    /// The format has no words for this.
    #[error("{format} cannot tell {what}")]
    Cannot {
        /// The format.
        format: Format,
        /// What it has no words for.
        what: String,
    },
    /// A variant that there is not.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl FormatError {
    fn at(line: usize, reason: impl fmt::Display) -> Self {
        Self::Read { line, reason: reason.to_string() }
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Read { .. } => "every move is checked by the rules; --variant chooses others".to_owned(),
            Self::Empty => "--from names the format, where it is not seen from the text".to_owned(),
            Self::Cannot { .. } => "any game can be written as record or text".to_owned(),
            Self::Game(error) => error.hint(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads all games of a file. `variant` names the rules, where the file does not.
///
/// # Errors
/// [`FormatError`].
pub fn read(text: &str, format: Format, variant: Option<&str>) -> Result<Vec<Told>, FormatError> {
    let text = without_mark(text);
    let games = match format {
        Format::Sgf => pentobi::read(text, variant)?,
        Format::Kifu if text.lines().any(csa::is_move) => csa::read(text, variant)?,
        Format::Kifu => kif::read(text, variant)?,
    };
    if games.is_empty() { Err(FormatError::Empty) } else { Ok(games) }
}

/// A game in a format, with notes on what it could not tell.
///
/// # Errors
/// [`FormatError::Cannot`] where it would be another game.
pub fn write(told: &Told, format: Format) -> Result<(String, Vec<String>), FormatError> {
    let game = told.play.game();
    if game.info().id != format.game() {
        let what = format!("a game of {}; it is for {}", game.info().id, format.game());
        return Err(FormatError::Cannot { format, what });
    }
    match format {
        Format::Sgf => pentobi::write(told),
        Format::Kifu => kif::write(told),
    }
}
