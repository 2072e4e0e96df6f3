//! Small optional capabilities: keys, undo, move hints, symmetry.
//!
//! Each is a trait of its own without defaults. A game that lacks one says so with the marker
//! beside it (`impl WithoutUndo for MyGame {}`), so that nothing is forgotten in silence and
//! generic code can ask for a capability without knowing who has it.

use crate::{Game, Outcome, Rng, Seat, Trail};

/// A game whose positions have keys, for repetition and transposition tables.
pub trait Keyed: Game {
    /// 64 bits that are equal for equal positions and, but for chance, different for others.
    /// "Equal" is meant as the repetition rule means it: counters of moves are left out.
    fn key(&self, state: &Self::State) -> u64;

    /// The same, computed from nothing. Differs from [`Keyed::key`] only where that is kept
    /// incrementally, and then only by mistake.
    fn key_from_scratch(&self, state: &Self::State) -> u64;
}

/// Taking moves back in place, for games where that beats copying the state.
pub trait Undo: Game {
    /// What is needed to take a move back.
    type Undo: Clone + Send + Sync;

    /// Plays a legal move and keeps what it destroys.
    fn play_with_undo(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Restores the state before the move.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);
}

/// A game whose states are cheaper to copy than to restore: undo is the copy.
pub trait WithoutUndo: Game {}

impl<G: WithoutUndo> Undo for G {
    type Undo = G::State;

    fn play_with_undo(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo {
        let before = state.clone();
        self.play_unchecked(state, mv);
        before
    }

    fn undo(&self, state: &mut Self::State, undo: Self::Undo) {
        *state = undo;
    }
}

/// What a game knows about moves before they are searched.
pub trait MoveHints: Game {
    /// How early `mv` is worth a look: higher goes first. Depends on the arguments alone.
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32;

    /// Appends the priorities of several moves of a position. Override it where they share work.
    fn priorities(&self, state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv)));
    }

    /// Appends the legal moves, less those that lead to nothing that another one of them does not lead to as well:
    /// the value of the position is the same without them. Never empty for a player to move, a part of the legal moves,
    /// each once, and in an order that depends on what the player to move sees alone. On a chance ply these are
    /// all its outcomes. Searches look at no other moves.
    fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.legal_moves(state, moves);
    }

    /// Whether `mv` upsets the evaluation, so that a search should not stop right before it.
    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool;

    /// The position if the player to move could do nothing, for searches that ask whether even that would
    /// be good enough. `None` where it tells nothing: when the player is threatened, say, or never.
    fn null_move(&self, state: &Self::State) -> Option<Self::State>;

    /// The position in which the turn of the player to move is left out and the next one begins, for searches that let
    /// only some of the others reply. Where a player has turns in a row, the next one may be his again; when those are
    /// left out as well, another acts. `None` where the game has no such position.
    fn skip_turn(&self, state: &Self::State) -> Option<Self::State>;

    /// The result that the way to `state` ends in, or points to: a game that goes round in circles is a draw long
    /// before the rules call it so. For searches that do not look as far as the rules do.
    fn foreseen_outcome(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.history_outcome(state, trail)
    }

    /// For how many plies nothing has happened that brings the end nearer and cannot be undone; 0 where the game does
    /// not tell. For searches that are not to be content with a good position for ever.
    fn standstill(&self, _trail: &Trail) -> usize {
        0
    }

    /// How many turns of its own `seat` needs to win, if everybody lets it: never too many. `None` where that is not
    /// known to be bounded from below, so that 1 is all that can be said.
    fn least_turns_to_win(&self, state: &Self::State, seat: Seat) -> Option<u32> {
        let _ = (state, seat);
        None
    }

    /// How many times likelier than an average move a good player plays `mv`: a number above 0.
    /// Depends on the arguments alone.
    fn likelihood(&self, state: &Self::State, mv: Self::Move) -> f32;

    /// Appends the likelihoods of several moves of a position. Override it where they share work.
    fn likelihoods(&self, state: &Self::State, moves: &[Self::Move], likelihoods: &mut Vec<f32>) {
        likelihoods.extend(moves.iter().map(|&mv| self.likelihood(state, mv)));
    }

    /// A legal move of the player to move that is good enough to play a game out with, drawn faster than by
    /// listing all moves. What it finds out may be kept in `state`, which stays the same position.
    /// `None` where there is no such way.
    fn quick_move(&self, state: &mut Self::State, rng: &mut Rng) -> Option<Self::Move> {
        let _ = (state, rng);
        None
    }
}

/// A game that treats all moves alike.
pub trait WithoutHints: Game {}

impl<G: WithoutHints> MoveHints for G {
    fn priority(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    fn is_noisy(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    fn null_move(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn skip_turn(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn likelihood(&self, _state: &Self::State, _mv: Self::Move) -> f32 {
        1.0
    }
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
