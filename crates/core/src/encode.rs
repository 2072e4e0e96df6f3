//! Actions as indices and positions as tensors of zeros and ones, for learning.

use crate::{Game, Seat};

/// A game that a network can read and play.
///
/// A position is a set of inputs that are on, all others are off: what networks read fastest, because few are on
/// and fewer change from move to move. Counts are told in unary, an input for each step.
pub trait Encode: Game {
    /// The number of different actions over all positions; 0 in a game without this capability.
    fn n_actions(&self) -> usize;

    /// The index of a legal move, below [`Encode::n_actions`]. Two legal moves of one position
    /// never share an index.
    fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize;

    /// Planes, rows and columns of the tensor.
    fn tensor_shape(&self) -> [usize; 3];

    /// Adds the places in the tensor that are 1 in the position as `seat` sees it, each once; a place is
    /// `(plane * rows + row) * columns + column`. Must depend only on what `seat` may see. Whose turn it is
    /// must follow from it where there are more than two seats; two are always asked for the one to move.
    fn add_inputs(&self, state: &Self::State, seat: Seat, inputs: &mut Vec<u16>);

    /// The length of the tensor.
    fn n_inputs(&self) -> usize {
        self.tensor_shape().iter().product()
    }

    /// Writes the whole tensor, plane by plane, row by row.
    fn encode(&self, state: &Self::State, seat: Seat, tensor: &mut [f32]) {
        let mut inputs = Vec::new();
        self.add_inputs(state, seat, &mut inputs);
        tensor.fill(0.0);
        for input in inputs {
            tensor[usize::from(input)] = 1.0;
        }
    }
}

/// Appends the indices of the legal moves of a position, in the order of [`Game::legal_moves`]: the sparse form of
/// [`action_mask`].
pub fn legal_actions<G: Encode + ?Sized>(game: &G, state: &G::State, actions: &mut Vec<usize>) {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    actions.extend(moves.iter().map(|&mv| game.action_index(state, mv)));
}

/// Writes the mask of legal actions, of [`Encode::n_actions`] entries, as the output of a policy network is masked.
pub fn action_mask<G: Encode + ?Sized>(game: &G, state: &G::State, mask: &mut [bool]) {
    let mut actions = Vec::new();
    legal_actions(game, state, &mut actions);
    mask.fill(false);
    for action in actions {
        mask[action] = true;
    }
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

    fn add_inputs(&self, _state: &Self::State, _seat: Seat, _inputs: &mut Vec<u16>) {}
}
