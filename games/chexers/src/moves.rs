//! Moves: a step, a jump, an exit or a pass, in 16 bits.

use ludwerk_core::Move;

use crate::board::Hex;

/// A move: two hexes with six bits each, and the kind above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChexersMove(u16);

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece steps to an empty hex beside it.
    Step(Hex, Hex),
    /// A piece jumps over another, which becomes its mover's.
    Jump(Hex, Hex),
    /// A piece leaves the board.
    Exit(Hex),
    /// Nothing, because nothing can be done.
    Pass,
}

const STEP: u16 = 0;
const JUMP: u16 = 1;
const EXIT: u16 = 2;
const PASS: u16 = 3;
const KIND_SHIFT: u32 = 12;

impl ChexersMove {
    /// Nothing at all.
    pub const PASS: Self = Self(PASS << KIND_SHIFT);

    /// A step to a neighbouring hex.
    #[inline]
    pub const fn step(from: Hex, to: Hex) -> Self {
        Self(STEP << KIND_SHIFT | (from.bit() as u16) << 6 | to.bit() as u16)
    }

    /// A jump over the hex between.
    #[inline]
    pub const fn jump(from: Hex, to: Hex) -> Self {
        Self(JUMP << KIND_SHIFT | (from.bit() as u16) << 6 | to.bit() as u16)
    }

    /// An exit.
    #[inline]
    pub const fn exit(from: Hex) -> Self {
        Self(EXIT << KIND_SHIFT | (from.bit() as u16) << 6 | from.bit() as u16)
    }

    /// What it does.
    #[inline]
    pub const fn action(self) -> Action {
        let (from, to) = (Hex::of_bit(self.0 >> 6 & 63), Hex::of_bit(self.0 & 63));
        match self.0 >> KIND_SHIFT {
            STEP => Action::Step(from, to),
            JUMP => Action::Jump(from, to),
            EXIT => Action::Exit(from),
            _ => Action::Pass,
        }
    }

    /// Whether these are the bits of an exit, the only kind of move that later ones cannot make undone.
    #[inline]
    pub const fn bits_are_exit(bits: u32) -> bool {
        bits >> KIND_SHIFT == EXIT as u32
    }
}

impl Move for ChexersMove {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let mv = Self(u16::try_from(bits).ok()?);
        let hex = |shift: u32| Hex::from_bit((mv.0 >> shift & 63) as u8);
        let is_a_move = match mv.0 >> KIND_SHIFT {
            STEP | JUMP => hex(6).is_some() && hex(0).is_some(),
            EXIT => hex(6).is_some() && hex(6) == hex(0),
            PASS => mv == Self::PASS,
            _ => false,
        };
        is_a_move.then_some(mv)
    }
}
