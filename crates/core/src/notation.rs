//! Moves, positions and deals as text, both ways.

use crate::{Game, MoveError, PositionError, Seat, SetupError};

/// The text forms of a game. What is written can be read back: the conformance suite checks it.
pub trait Notation: Deal {
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

    /// The words of a list of moves, as people write it in one line: those between the blanks.
    /// Games whose moves contain blanks override it.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }
}

/// A game that deals before play begins, and writes deals as JSON.
pub trait Deal: Game {
    /// The start position of a deal.
    ///
    /// # Errors
    /// A [`SetupError`] that says what does not fit.
    fn parse_setup(&self, json: &str) -> Result<Self::State, SetupError>;

    /// The deal of a start position; `None` in a game that deals nothing.
    fn setup_json(&self, start: &Self::State) -> Option<String>;
}

/// A game that deals nothing, or whose deals are written as positions.
pub trait WithoutDeal: Game {}

impl<G: WithoutDeal> Deal for G {
    fn parse_setup(&self, _json: &str) -> Result<Self::State, SetupError> {
        Err(SetupError { reason: format!("{} deals nothing", self.info().id) })
    }

    fn setup_json(&self, _start: &Self::State) -> Option<String> {
        None
    }
}
