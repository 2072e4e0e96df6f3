//! Actions as indices and positions as tensors, for learning.

use crate::{Game, Seat};

/// A game that a network can read and play.
pub trait Encode: Game {
    /// The number of different actions over all positions; 0 in a game without this capability.
    fn n_actions(&self) -> usize;

    /// The index of a legal move, below [`Encode::n_actions`]. Two legal moves of one position
    /// never share an index.
    fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize;

    /// Planes, rows and columns of the tensor.
    fn tensor_shape(&self) -> [usize; 3];

    /// Writes the position as `seat` sees it, plane by plane, row by row.
    /// Must depend only on what `seat` may see.
    fn encode(&self, state: &Self::State, seat: Seat, tensor: &mut [f32]);
}

/// A game that has no encoding (yet).
pub trait WithoutEncoding: Game {}

impl<G: WithoutEncoding> Encode for G {
    fn n_actions(&self) -> usize {
        0
    }

    fn action_index(&self, _state: &Self::State, _mv: Self::Move) -> usize {
        0
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [0, 0, 0]
    }

    fn encode(&self, _state: &Self::State, _seat: Seat, _tensor: &mut [f32]) {}
}
