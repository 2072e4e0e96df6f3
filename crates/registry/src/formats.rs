//! Files of other programs: games as they keep them, read and written.
//!
//! Each game brings the formats in which others keep it, by the capability [`ludwerk_core::Interchange`]; here they
//! have names.

use std::fmt;
use std::sync::LazyLock;

use ludwerk_core::interchange::{self, FileFormat};
use ludwerk_core::{Game as _, Interchange as _};

use crate::{AnyGame, GameEntry, GameError, games};

pub use ludwerk_core::interchange::FileError;

/// A game as a file tells it.
pub type ParsedGame = interchange::ParsedGame<AnyGame>;

/// A format of other programs.
#[derive(Clone, Copy)]
pub struct Format {
    entry: &'static GameEntry,
    file: &'static dyn FileFormat,
}

/// All formats, in the order of their games' ids.
static ALL: LazyLock<Vec<Format>> = LazyLock::new(|| {
    let formats_of = |entry: &'static GameEntry| {
        // A game names the same formats whatever its variant.
        let formats = entry.configure(None, None).map_or(&[][..], |game| game.file_formats());
        formats.iter().map(move |&file| Format { entry, file })
    };
    let mut all: Vec<_> = games().iter().flat_map(formats_of).collect();
    all.sort_by_key(|format| format.game());
    all
});

impl Format {
    /// All of them.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.file.name()
    }

    /// The id of the game that it is for.
    pub fn game(self) -> &'static str {
        self.entry.info().id
    }

    /// The format with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        ALL.iter().find(|format| format.name().eq_ignore_ascii_case(name)).copied()
    }

    /// What a text looks like; `None` if it is none of them.
    pub fn detect(text: &str) -> Option<Self> {
        let text = without_mark(text);
        ALL.iter().find(|format| format.file.is_likely(text)).copied()
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({} of {})", self.name(), self.game())
    }
}

/// Some editors put a mark at the beginning of a file.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// What to do about a file that cannot be read or written.
pub fn hint(error: &FileError) -> String {
    match error {
        FileError::Read { .. } | FileError::Unplayable(_) => {
            "every move is checked by the rules; --variant chooses others".to_owned()
        }
        FileError::Empty => "--from names the format, where it is not seen from the text".to_owned(),
        FileError::Cannot { .. } => "any game can be written as record or text".to_owned(),
        FileError::Config(error) => GameError::from(error.clone()).hint(),
    }
}

/// Reads all games of a file. `variant` names the rules, where the file does not.
///
/// # Errors
/// [`FileError`].
pub fn read(text: &str, format: Format, variant: Option<&str>) -> Result<Vec<ParsedGame>, FileError> {
    let games = format.file.read(without_mark(text), variant)?;
    if games.is_empty() {
        return Err(FileError::Empty);
    }
    let played = |transcript: &interchange::Transcript| {
        let players = Some(transcript.seats.len());
        ParsedGame::from_transcript(transcript, format.entry.any(Some(&transcript.variant), players)?)
    };
    games.iter().map(played).collect()
}

/// A game in a format, with notes on what it could not tell.
///
/// # Errors
/// [`FileError::Cannot`] where it would be another game.
pub fn write(told: &ParsedGame, format: Format) -> Result<(String, Vec<String>), FileError> {
    let id = told.play.game().info().id;
    if id != format.game() {
        let what = format!("a game of {id}; it is for {}", format.game());
        return Err(FileError::Cannot { format: format.name(), what });
    }
    format.file.write(&told.to_transcript())
}
