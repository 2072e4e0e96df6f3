//! Games in files of other programs.
//!
//! A format belongs to one game, and knows its words. What it reads is played by the rules, move by move; an error names
//! the line. Comments and variations are left out, and a note says so.

use std::fmt;

use thiserror::Error;

use crate::{ConfigError, Game, Keyed, Notation, Playthrough, PositionError, Rng, Seat};

/// A format in which other programs keep a game. Texts come without a byte order mark.
pub trait FileFormat: fmt::Debug + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Whether a text looks like it.
    fn is_likely(&self, text: &str) -> bool;

    /// All games of a text. `variant` names the rules, whatever the text says of them.
    ///
    /// # Errors
    /// A [`FileError`]; a text without a game may also give an empty list.
    fn read(&self, text: &str, variant: Option<&str>) -> Result<Vec<Transcript>, FileError>;

    /// A game as text, and notes on what is not in it.
    ///
    /// # Errors
    /// [`FileError::Cannot`] where it would be another game.
    fn write(&self, game: &Transcript) -> Result<(String, Vec<String>), FileError>;
}

/// A file that cannot be read, or a game that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
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
        /// The name of the format.
        format: &'static str,
        /// What it has no words for.
        what: String,
    },
    /// A variant that there is not.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A transcript is no game by the rules.
    #[error("the rules do not allow this game: {0}")]
    Unplayable(String),
}

impl FileError {
    /// A [`FileError::Read`].
    pub fn at(line: usize, reason: impl fmt::Display) -> Self {
        Self::Read { line, reason: reason.to_string() }
    }
}

/// A game as a file tells it, in our own text forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// The variant.
    pub variant: String,
    /// The position in which it began, if that was not the usual start.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The time that each move took, in milliseconds, where it is known.
    pub times_ms: Vec<Option<f64>>,
    /// What each seat got and why, as far as it was told.
    pub result: Option<(Vec<f64>, String)>,
    /// What was left out or does not fit, a sentence each.
    pub notes: Vec<String>,
}

/// The same, played by the rules.
#[derive(Clone, Debug)]
pub struct ParsedGame<G: Game> {
    /// The start and the moves.
    pub play: Playthrough<G>,
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

impl<G: Keyed + Notation> ParsedGame<G> {
    /// A game without moves, in the usual start or in a position.
    ///
    /// # Errors
    /// A [`PositionError`] for a text that is no position of the game.
    pub fn begin(game: G, position: Option<&str>) -> Result<Self, PositionError> {
        let state = match position {
            None => game.start(&mut Rng::new(0)),
            Some(text) => game.parse_position(text)?,
        };
        let seats = Seat::all(game.n_seats()).map(|seat| game.seat_name(seat)).collect();
        Ok(Self {
            play: Playthrough::new(game, state),
            is_position: position.is_some(),
            seats,
            times_ms: Vec::new(),
            result: None,
            notes: Vec::new(),
        })
    }

    /// Takes what the file says of the result. The rules know better, where the moves end the game.
    pub fn conclude(&mut self, told: Option<(Vec<f64>, String)>) {
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

    /// The game of a transcript, of whose variant `game` is.
    ///
    /// # Errors
    /// [`FileError::Unplayable`].
    pub fn from_transcript(transcript: &Transcript, game: G) -> Result<Self, FileError> {
        let unplayable = |reason: &dyn fmt::Display| FileError::Unplayable(reason.to_string());
        let told = Self::begin(game, transcript.position.as_deref());
        let mut told = told.map_err(|error| unplayable(&error))?;
        for text in &transcript.moves {
            told.play.play_text(text).map_err(|error| unplayable(&error))?;
        }
        told.seats.clone_from(&transcript.seats);
        told.times_ms.clone_from(&transcript.times_ms);
        told.result.clone_from(&transcript.result);
        told.notes.clone_from(&transcript.notes);
        Ok(told)
    }

    /// The game as text.
    pub fn to_transcript(&self) -> Transcript {
        let game = self.play.game();
        Transcript {
            variant: game.variant().to_owned(),
            position: self.is_position.then(|| game.position_text(self.play.start())),
            moves: self.play.move_texts(),
            seats: self.seats.clone(),
            times_ms: self.times_ms.clone(),
            result: self.result.clone(),
            notes: self.notes.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc_game::Countdown;

    fn told(position: Option<&str>, moves: &[&str]) -> ParsedGame<Countdown> {
        let mut told = ParsedGame::begin(Countdown::new(3), position).unwrap();
        for text in moves {
            told.play.play_text(text).unwrap();
        }
        told
    }

    #[test]
    fn a_transcript_tells_the_whole_game() {
        for (position, moves) in [(None, &["1", "2"][..]), (Some("9 1"), &["2"])] {
            let mut before = told(position, moves);
            before.conclude(Some((vec![0.0, 1.0], "resignation".to_owned())));
            before.times_ms = vec![Some(5.0); moves.len()];
            before.notes.push("a note".to_owned());
            let text = before.to_transcript();
            assert_eq!(text.position.as_deref(), position);
            assert_eq!(text.moves, moves);
            let after = ParsedGame::from_transcript(&text, Countdown::new(3)).unwrap();
            assert_eq!(after.to_transcript(), text);
            assert_eq!(after.play.state(), before.play.state());
        }
    }

    #[test]
    fn the_rules_know_the_result_better_than_the_file() {
        let claimed = || Some((vec![1.0, 0.0], "resignation".to_owned()));
        let mut open = told(None, &["1"]);
        open.conclude(claimed());
        assert_eq!((open.result, open.notes.len()), (claimed(), 0));
        let mut over = told(None, &["1", "2"]);
        over.conclude(claimed());
        assert_eq!((over.result, over.notes.len()), (Some((vec![0.0, 1.0], "last stone".to_owned())), 1));
    }

    #[test]
    fn a_transcript_that_is_no_game_is_refused() {
        let sound = told(None, &["1"]).to_transcript();
        for broken in [
            Transcript { moves: vec!["3".to_owned()], ..sound.clone() },
            Transcript { position: Some("none".to_owned()), ..sound },
        ] {
            let refused = ParsedGame::from_transcript(&broken, Countdown::new(3));
            assert!(matches!(refused, Err(FileError::Unplayable(_))));
        }
    }
}
