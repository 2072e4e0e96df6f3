//! Moves: a step on the board or a drop from the hand, in 16 bits.

use ludwerk_core::Move;

use crate::board::{Kind, N_SQUARES};

/// A move. The kind of the moving piece is part of it, so that nothing is looked up to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DobutsuMove(u16);

/// Where a dropped piece comes from.
const HAND: u16 = 15;

impl DobutsuMove {
    /// A piece of this kind steps from one square to another.
    pub const fn step(kind: Kind, from: u8, to: u8) -> Self {
        Self((kind as u16) << 8 | (from as u16) << 4 | to as u16)
    }

    /// A held piece of this kind is put on a square.
    pub const fn drop(kind: Kind, to: u8) -> Self {
        Self((kind as u16) << 8 | HAND << 4 | to as u16)
    }

    /// The kind of the moving piece, before it promotes.
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> 8) as usize]
    }

    /// The square that it comes from; `None` for a drop.
    pub const fn from(self) -> Option<u8> {
        let from = self.0 >> 4 & 15;
        if from == HAND { None } else { Some(from as u8) }
    }

    /// The square that it goes to.
    pub const fn to(self) -> u8 {
        (self.0 & 15) as u8
    }
}

impl Move for DobutsuMove {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let (kind, from, to) = (bits >> 8, (bits >> 4 & 15) as u16, bits & 15);
        let from_is_real = from == HAND || usize::from(from) < N_SQUARES;
        (kind < 5 && from_is_real && (to as usize) < N_SQUARES).then_some(Self(bits as u16))
    }
}
