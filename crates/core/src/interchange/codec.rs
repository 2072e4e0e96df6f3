//! How programs that speak UCI or USI write the moves and positions of a game.
//!
//! Translations go from text to text, so nothing here knows a game: what a text means is asked of the rules.

use std::fmt;

use crate::{MoveError, Notation};

/// The writing of moves and positions in UCI or in USI.
pub trait MoveCodec: fmt::Debug + Sync {
    /// What outside programs call the game, where they know it.
    fn variant(&self) -> Option<&'static str>;

    /// Our text of a move in theirs; `None` for what cannot be written.
    fn move_to_theirs(&self, ours: &str) -> Option<String>;

    /// Their text of a move in ours, as far as our notation can read it; `None` for what is no move.
    fn move_to_ours(&self, theirs: &str) -> Option<String>;

    /// Whether a move that is `written` in our way as theirs was meant by their `text`.
    fn is_meant(&self, text: &str, written: &str) -> bool;

    /// Our text of a position in theirs; `None` where they know none but the start.
    fn position_to_theirs(&self, ours: &str) -> Option<String>;

    /// Their text of a position in ours; `None` for what is no position.
    fn position_to_ours(&self, theirs: &str) -> Option<String>;
}

/// Moves as everywhere in Ludwerk, and no positions: for games that nobody else writes for such programs.
#[derive(Debug)]
pub struct PlainCodec;

impl MoveCodec for PlainCodec {
    fn variant(&self) -> Option<&'static str> {
        None
    }

    fn move_to_theirs(&self, ours: &str) -> Option<String> {
        // Blanks separate moves.
        (!ours.is_empty() && !ours.contains(char::is_whitespace)).then(|| ours.to_owned())
    }

    fn move_to_ours(&self, theirs: &str) -> Option<String> {
        Some(theirs.to_owned())
    }

    fn is_meant(&self, _text: &str, _written: &str) -> bool {
        // A move may be written in several ways.
        true
    }

    fn position_to_theirs(&self, _ours: &str) -> Option<String> {
        None
    }

    fn position_to_ours(&self, _theirs: &str) -> Option<String> {
        None
    }
}

/// The move that their text means in a position.
///
/// # Errors
/// A sentence that says why it is none.
pub fn read_move<G: Notation>(
    game: &G,
    codec: &dyn MoveCodec,
    state: &G::State,
    text: &str,
) -> Result<G::Move, String> {
    let ours = codec.move_to_ours(text).ok_or("it is not written like a move")?;
    let in_our_words = |reason: &str| {
        if ours == text { reason.to_owned() } else { format!("as {ours} on our board: {reason}") }
    };
    let mv = game.parse_move(state, &ours).map_err(|error| match error {
        MoveError::Malformed { reason, .. } | MoveError::Illegal { reason, .. } => in_our_words(&reason),
        MoveError::Over => "the game is over".to_owned(),
    })?;
    if !game.is_legal(state, mv) {
        return Err(in_our_words("the rules do not allow it"));
    }
    let written = codec.move_to_theirs(&game.move_text(state, mv)).unwrap_or_default();
    if codec.is_meant(text, &written) { Ok(mv) } else { Err(format!("by the rules it is {written}")) }
}

/// Their text of a move.
pub fn write_move<G: Notation>(
    game: &G,
    codec: &dyn MoveCodec,
    state: &G::State,
    mv: G::Move,
) -> Option<String> {
    codec.move_to_theirs(&game.move_text(state, mv))
}
