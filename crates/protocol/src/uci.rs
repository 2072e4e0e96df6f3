//! UCI, by which chess programs talk, and USI, its sister for shogi.
//!
//! The two differ in a few words ([`Flavour`]) and in how moves and positions are written, which a game's
//! [`MoveCodec`] tells. They know two players and nothing hidden, so other games are refused.
//!
//! Sources: S. Meyer-Kahlen, "UCI protocol" (2006); T. Romstad, "The USI protocol" (2007).

mod client;
mod engine;
mod go;
mod info;

use ludwerk_core::interchange::MoveCodec;
use ludwerk_core::{Game, Seat};

use crate::Dialect;

pub use client::{UciClient, UciSettings};
pub use engine::Engine;
pub use info::{Info, score_text};

/// Which of the two protocols is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Shogi Interface.
    Usi,
}

impl Flavour {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "UCI",
            Self::Usi => "USI",
        }
    }

    /// The first command.
    pub const fn hello(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
        }
    }

    /// The end of the answer to it.
    pub const fn ok(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Usi => "usiok",
        }
    }

    /// The command that begins a game.
    pub const fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Usi => "usinewgame",
        }
    }

    /// The word before the text of a position.
    pub const fn position(self) -> &'static str {
        match self {
            Self::Uci => "fen",
            Self::Usi => "sfen",
        }
    }

    /// The letters of the clocks of the first and the second seat: chess begins with White, shogi with Black.
    pub const fn letters(self) -> [char; 2] {
        match self {
            Self::Uci => ['w', 'b'],
            Self::Usi => ['b', 'w'],
        }
    }

    /// What an engine says instead of a move when it has none.
    pub const fn no_move(self) -> &'static str {
        match self {
            Self::Uci => "(none)",
            Self::Usi => "resign",
        }
    }

    /// How moves and positions of a game are written.
    pub fn codec(self, dialect: &Dialect) -> &'static dyn MoveCodec {
        match self {
            Self::Uci => dialect.uci,
            Self::Usi => dialect.usi,
        }
    }

    /// Why a game cannot be told by this protocol, in one sentence; `None` if it can.
    pub fn refusal<G: Game>(self, game: &G) -> Option<String> {
        let (name, info, n_seats) = (self.name(), game.info(), game.n_seats());
        match () {
            () if info.is_hidden() => {
                Some(format!("{name} shows everything to everybody, and {} has hidden information", info.id))
            }
            () if info.has_chance() => Some(format!("{name} knows no chance, and {} has some", info.id)),
            () if n_seats != 2 => Some(format!("{name} is for two players, and here are {n_seats}")),
            () => None,
        }
    }

    /// The seat whose clock a letter means.
    pub fn seat(self, letter: char) -> Option<Seat> {
        Seat::all(2).zip(self.letters()).find_map(|(seat, known)| (known == letter).then_some(seat))
    }
}
