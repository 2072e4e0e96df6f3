//! Moves, positions and deals as text, both ways.

use crate::{Game, MoveError, PositionError, Seat, SetupError};

/// The text forms of a game. What is written can be read back: the conformance suite checks it.
pub trait Notation: Game {
    /// The text of `mv`, which is legal in `state`.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The legal move that `text` means in `state`.
    ///
    /// # Errors
    /// [`MoveError::Malformed`] when `text` is no move of the game, [`MoveError::Illegal`] with the
    /// rule that forbids it, [`MoveError::Over`] at the end.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// The text of `state`: all that its future depends on, history aside.
    fn position_text(&self, state: &Self::State) -> String;

    /// The position that `text` describes, checked to be one of this variant.
    ///
    /// # Errors
    /// A [`PositionError`] that says what is wrong and where.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;

    /// An example of a position text with a word on its parts, for error messages and help.
    fn position_help(&self) -> String;

    /// What the seat is called at the table.
    fn seat_name(&self, seat: Seat) -> String;

    /// The words of a list of moves, as people write it in one line.
    /// Games whose moves contain blanks override it.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// The start position of a deal, written as JSON. Games that deal override it.
    ///
    /// # Errors
    /// A [`SetupError`] that says what does not fit.
    fn parse_setup(&self, json: &str) -> Result<Self::State, SetupError> {
        let _ = json;
        Err(SetupError { reason: format!("{} deals nothing", self.info().id) })
    }

    /// The deal of a start position as JSON, in a game that deals.
    fn setup_json(&self, start: &Self::State) -> Option<String> {
        let _ = start;
        None
    }
}
