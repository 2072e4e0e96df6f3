//! What a game knows about moves and positions before they are searched, by what a search uses it for:
//! [`MoveOrdering`] tells which moves to try first, [`MovePolicy`] how likely each is to be played, and [`Pruning`]
//! what need not be searched at all. A search asks for [`MoveHints`], which is all three.

use crate::{Game, History, Outcome, Rng, Seat};

/// Move ordering: the better it is, the more a search with bounds cuts off.
pub trait MoveOrdering: Game {
    /// The ordering heuristic of a move: higher goes first. Depends on the arguments alone.
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32;

    /// Appends the priorities of several moves of a position, for games in which they share work.
    fn priorities(&self, state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>);

    /// Whether a move is noisy: it upsets the evaluation, so that quiescence search goes on after it.
    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool;
}

/// A policy: how likely a good player is to choose each move. Monte Carlo tree search takes it for its priors, and
/// rollouts draw from it.
pub trait MovePolicy: Game {
    /// The prior of a move, not normalised: how many times likelier than an average move a good player plays it. A
    /// number above 0, which depends on the arguments alone.
    fn prior(&self, state: &Self::State, mv: Self::Move) -> f32;

    /// Appends the priors of several moves of a position, for games in which they share work.
    fn priors(&self, state: &Self::State, moves: &[Self::Move], priors: &mut Vec<f32>);

    /// Samples a move of the rollout policy: legal, and found faster than by listing all moves. What it finds out may
    /// be kept in `state`, which stays the same position. `None` where there is no such way.
    fn rollout_move(&self, state: &mut Self::State, rng: &mut Rng) -> Option<Self::Move>;
}

/// Pruning: what need not be searched, and what is known of a position before its subtree is.
pub trait Pruning: Game {
    /// Equivalence pruning: appends one legal move of each class of those that lead to the same. The value of the
    /// position is the same without the others. Never empty for a player to move, a part of the legal moves, each
    /// once, and in an order that depends on what the player to move sees alone. On a chance ply these are all its
    /// outcomes. Searches look at no other moves.
    fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The null move: the position if the player to move does nothing, for searches that ask whether even that would
    /// be good enough. `None` where it tells nothing: when the player is threatened, say, or never.
    fn null_move(&self, state: &Self::State) -> Option<Self::State>;

    /// The position in which the turn of the player to move is left out and the next one begins, for best-reply search,
    /// which lets only some of the others reply. Where a player has turns in a row, the next one may be his again; when
    /// those are left out as well, another acts. `None` where the game has no such position.
    fn skip_turn(&self, state: &Self::State) -> Option<Self::State>;

    /// The result that the way to `state` ends in, or points to: searches score the first repetition as the draw
    /// to which it leads, long before the rules call it so.
    fn foreseen_outcome(&self, state: &Self::State, history: &History) -> Option<Outcome>;

    /// For how many plies nothing irreversible has happened that brings the end nearer; 0 where the game does not
    /// tell. For searches that are not to be content with a good position for ever.
    fn standstill(&self, history: &History) -> usize;

    /// A lower bound of the turns that `seat` needs to win, if everybody lets it. `None` where none is known, so that 1
    /// is all that can be said.
    fn least_turns_to_win(&self, state: &Self::State, seat: Seat) -> Option<u32>;
}

/// Everything that a search may ask about moves.
pub trait MoveHints: MoveOrdering + MovePolicy + Pruning {}

impl<G: MoveOrdering + MovePolicy + Pruning + ?Sized> MoveHints for G {}

/// A game that tries its moves in any order.
pub trait WithoutMoveOrdering: Game {}

impl<G: WithoutMoveOrdering> MoveOrdering for G {
    fn priority(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    fn priorities(&self, _state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|_| 0));
    }

    fn is_noisy(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }
}

/// A game in which all moves are equally likely.
pub trait WithoutMovePolicy: Game {}

impl<G: WithoutMovePolicy> MovePolicy for G {
    fn prior(&self, _state: &Self::State, _mv: Self::Move) -> f32 {
        1.0
    }

    fn priors(&self, _state: &Self::State, moves: &[Self::Move], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|_| 1.0));
    }

    fn rollout_move(&self, _state: &mut Self::State, _rng: &mut Rng) -> Option<Self::Move> {
        None
    }
}

/// A game in which everything is searched.
pub trait WithoutPruning: Game {}

impl<G: WithoutPruning> Pruning for G {
    fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.legal_moves(state, moves);
    }

    fn null_move(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn skip_turn(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn foreseen_outcome(&self, state: &Self::State, history: &History) -> Option<Outcome> {
        self.history_outcome(state, history)
    }

    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &Self::State, _seat: Seat) -> Option<u32> {
        None
    }
}
