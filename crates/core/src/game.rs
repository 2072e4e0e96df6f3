//! The [`Game`] trait: the rules of a game, written once, for any number of seats.
//!
//! A game is an immutable value that holds its configuration (variant, number of seats).
//! A state is a position and nothing else: what depends on the course of the game
//! (repetition) is told from the [`History`], which drivers and searches keep.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{GameInfo, History, MoveError, Outcome, Rng, Seat};

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat chooses one of the legal moves.
    Player(Seat),
    /// Nature chooses, with the probabilities of [`Game::chance_outcomes`].
    Chance,
    /// The game is over; [`Game::outcome`] says how.
    Over,
}

/// A move: a small `Copy` value that fits in 32 bits.
///
/// The bits are how a move travels through code that does not know the game: transposition tables,
/// histories and the erased API. They carry no meaning and no stability between versions; text does.
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// This move as bits; different moves have different bits.
    fn to_bits(self) -> u32;
    /// The move with these bits. `None`, or some move, for bits that [`Move::to_bits`] never gives.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// The rules of a game.
///
/// Implementors also provide the capabilities that they have, and name those that they lack
/// (see the crate's front page). All values are from the viewpoint that each method names.
pub trait Game: Send + Sync + 'static {
    /// A position, cheap to clone: no allocation in a real game.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A move, or the outcome of a chance ply.
    type Move: Move;

    /// The facts that an algorithm may rely on.
    fn info(&self) -> &GameInfo;

    /// The name of the configured variant, one of those in [`GameInfo::variants`].
    fn variant(&self) -> &str;

    /// The number of seats in the configured game.
    fn n_seats(&self) -> usize;

    /// The position in which a game starts. Games that deal draw from `rng`; the others ignore it.
    fn start(&self, rng: &mut Rng) -> Self::State;

    /// Who acts in `state`. A player to move always has at least one legal move.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every legal move of `state`, each once, in an order that depends on the state alone.
    /// On a chance ply these are its possible outcomes; when the game is over there are none.
    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays `mv`, which must be legal in `state`; anything else gives an unspecified position.
    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move);

    /// The result, exactly when [`Game::turn`] is [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Appends the outcomes of a chance ply with their probabilities, in the order of
    /// [`Game::legal_moves`]. A game that is [deterministic](crate::ChanceMode) never gets this call.
    fn chance_outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Move, f64)>) {
        let _ = (state, outcomes);
    }

    /// The points of each seat; `None` in a game that counts none.
    fn points(&self, state: &Self::State) -> Option<Vec<i32>>;

    /// The result if the way that led to `state` ends the game (repetition).
    ///
    /// `history` holds the plies before `state`; it starts empty at a position given as text.
    /// [`Game::result`] combines it with [`Game::outcome`]. A game that [ends by its positions alone](crate::Termination)
    /// always answers `None`.
    fn history_outcome(&self, state: &Self::State, history: &History) -> Option<Outcome> {
        let _ = (state, history);
        None
    }

    /// The result of a game that has come this way: by the position or by the way to it. Whoever drives
    /// or searches a game asks this. Override it in a game where the way goes before the position.
    fn result(&self, state: &Self::State, history: &History) -> Option<Outcome> {
        self.outcome(state).or_else(|| self.history_outcome(state, history))
    }

    /// The number of legal moves. Override it where counting is cheaper than listing.
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves.len()
    }

    /// Whether `mv` is legal in `state`.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// The position after `mv`, checked.
    ///
    /// # Errors
    /// [`MoveError::Over`] when the game is over, [`MoveError::Illegal`] when `mv` is not legal.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Result<Self::State, MoveError> {
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if !self.is_legal(state, mv) {
            return Err(MoveError::illegal(format!("{mv:?}"), "it is not among the legal moves"));
        }
        let mut next = state.clone();
        self.play_unchecked(&mut next, mv);
        Ok(next)
    }
}

/// Draws one outcome of a chance ply.
///
/// # Panics
/// If `state` is not a chance ply: a mistake of the caller.
pub fn sample_chance<G: Game>(game: &G, state: &G::State, rng: &mut Rng) -> G::Move {
    let mut outcomes = Vec::new();
    game.chance_outcomes(state, &mut outcomes);
    let mut left = rng.unit();
    for &(mv, probability) in &outcomes {
        if left < probability {
            return mv;
        }
        left -= probability;
    }
    // Rounding may leave a sliver above the last outcome.
    outcomes.last().expect("a chance ply has outcomes").0
}
