//! How other programs speak of a game: their words, their writing of moves and positions, their files.
//!
//! All of it is text and values: whoever talks to a program or opens a file is elsewhere.

mod codec;
mod dialect;
mod file;
pub mod sgf;

pub use codec::{MoveCodec, PlainCodec, read_move, write_move};
pub use dialect::{Colour, Dialect, Order};
pub use file::{FileError, FileFormat, ParsedGame, Transcript};

use crate::Notation;

/// A game for which other programs have words of their own.
pub trait Interchange: Notation {
    /// How other programs speak of the configured game. [`Dialect::plain`] is what to begin with.
    fn dialect(&self) -> Dialect;

    /// The files in which other programs keep the game, the same for all its variants. No two formats of all games
    /// share a name.
    fn file_formats(&self) -> &'static [&'static dyn FileFormat];
}

/// A game of which other programs know nothing, or speak as we do.
pub trait WithoutInterchange: Notation {}

impl<G: WithoutInterchange> Interchange for G {
    fn dialect(&self) -> Dialect {
        Dialect::plain(self)
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        &[]
    }
}
