//! How other programs speak of a game: their words, their writing of moves, their files.
//!
//! All of it goes from text to text and from values to values: whoever talks to a program or opens a file is elsewhere.

mod codec;
mod dialect;

pub use codec::{MoveCodec, PlainCodec, read_move, write_move};
pub use dialect::{Colour, Dialect, Order};
