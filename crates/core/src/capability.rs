//! Small optional capabilities: keys and symmetry.
//!
//! Each is a trait of its own without defaults. A game that lacks one says so with the marker
//! beside it (`impl WithoutSymmetry for MyGame {}`), so that nothing is forgotten in silence and
//! generic code can ask for a capability without knowing who has it.

use crate::{Game, Seat};

/// A game whose positions have keys, for repetition and transposition tables.
pub trait Keyed: Game {
    /// 64 bits that are equal for equal positions and, but for chance, different for others.
    /// "Equal" is meant as the repetition rule means it: counters of moves are left out.
    fn key(&self, state: &Self::State) -> u64;

    /// The same, computed from nothing. Differs from [`Keyed::key`] only where that is kept
    /// incrementally, and then only by mistake.
    fn key_from_scratch(&self, state: &Self::State) -> u64;
}

/// Maps of the game onto itself: mirrors, turns, swaps of colours.
///
/// A symmetry takes states to states, moves to moves and seats to seats, and commutes with play:
/// the image of a legal move is legal in the image of the state, and leads to the image of what follows.
pub trait Symmetry: Game {
    /// The number of symmetries; number 0 is the identity.
    fn n_symmetries(&self) -> usize;

    /// The image of a state.
    fn map_state(&self, symmetry: usize, state: &Self::State) -> Self::State;

    /// The image of a move.
    fn map_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move;

    /// The image of a seat.
    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat;
}

/// A game without symmetries worth using.
pub trait WithoutSymmetry: Game {}

impl<G: WithoutSymmetry> Symmetry for G {
    fn n_symmetries(&self) -> usize {
        1
    }

    fn map_state(&self, _symmetry: usize, state: &Self::State) -> Self::State {
        state.clone()
    }

    fn map_move(&self, _symmetry: usize, mv: Self::Move) -> Self::Move {
        mv
    }

    fn map_seat(&self, _symmetry: usize, seat: Seat) -> Seat {
        seat
    }
}
