//! Errors for everything that comes from outside: moves, positions and deals as text.

use thiserror::Error;

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game at all.
    #[error("{text:?} is not a move: {reason}")]
    Malformed {
        /// What was written.
        text: String,
        /// What is wrong with it, or what was expected.
        reason: String,
    },
    /// The text is a move, but not one that can be played now.
    #[error("{text} is not legal here: {reason}")]
    Illegal {
        /// What was written.
        text: String,
        /// The rule that forbids it.
        reason: String,
    },
    /// The game has ended.
    #[error("the game is over, no move can be played")]
    Over,
}

impl MoveError {
    /// A [`MoveError::Malformed`].
    pub fn malformed(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Malformed { text: text.into(), reason: reason.into() }
    }

    /// A [`MoveError::Illegal`].
    pub fn illegal(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Illegal { text: text.into(), reason: reason.into() }
    }
}

/// A text that is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("malformed position {text:?}: {reason}")]
pub struct PositionError {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl PositionError {
    /// The error for `text`, because of `reason`.
    pub fn new(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { text: text.into(), reason: reason.into() }
    }
}

/// A deal that does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this setup cannot be used: {reason}")]
pub struct SetupError {
    /// What is wrong with it.
    pub reason: String,
}
