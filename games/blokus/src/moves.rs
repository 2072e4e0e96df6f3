//! Moves: an orientation and where its top left corner goes, or a pass, in 16 bits.

use ludwerk_core::Move;

use crate::pieces::N_ORIENTATIONS;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlokusMove(u16);

/// The side of the largest board, by which squares are numbered in moves.
const SIDE: usize = 20;

impl BlokusMove {
    /// Nothing can be placed.
    pub const PASS: Self = Self(u16::MAX);

    /// An orientation with its top left corner at this row and column.
    pub const fn place(orientation: usize, row: usize, column: usize) -> Self {
        Self((orientation << 9 | (row * SIDE + column)) as u16)
    }

    /// The orientation, row and column; `None` for a pass.
    pub const fn placement(self) -> Option<(usize, usize, usize)> {
        if self.0 == Self::PASS.0 {
            return None;
        }
        let corner = (self.0 & 511) as usize;
        Some(((self.0 >> 9) as usize, corner / SIDE, corner % SIDE))
    }
}

impl Move for BlokusMove {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let is_placement = (bits >> 9) < N_ORIENTATIONS as u32 && (bits & 511) < (SIDE * SIDE) as u32;
        (is_placement || bits == u32::from(Self::PASS.0)).then_some(Self(bits as u16))
    }
}
