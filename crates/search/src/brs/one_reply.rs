//! A game in which only one of the others moves between two turns of one seat.
//!
//! [`OneReply`] wraps a game into one that alpha-beta can search with all its enhancements: where the others
//! are to move, the moves of each of them are listed, one after the other, and a move is played after those
//! who come before its player were passed over.

use std::sync::{Arc, Mutex, PoisonError};

use ludwerk_core::{
    Encode, Evaluate, Feature, Game, GameInfo, Keyed, Move, MoveHints, Observe, Outcome, Seat, Trail, Turn,
    Viewer, WeightFile, WeightPreset, WithoutNumbers, mix,
};

/// The game as one seat sees it who takes only one reply into account.
#[derive(Clone, Debug)]
pub(super) struct OneReply<G: Game> {
    game: G,
    root: Seat,
    /// Those who do not reply play their most promising move.
    plus: bool,
    spare: Spare<G::Move>,
}

/// Lists of moves to be used again, so that listing takes no memory anew. Each is one thread's while it is out.
#[derive(Clone, Debug, Default)]
struct Spare<M>(Arc<Mutex<Vec<Vec<M>>>>);

impl<M> Spare<M> {
    fn with<T>(&self, use_list: impl FnOnce(&mut Vec<M>) -> T) -> T {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut list = lock().pop().unwrap_or_default();
        list.clear();
        let result = use_list(&mut list);
        lock().push(list);
        result
    }
}

/// A position, and which of the others replies while his turn lasts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SeatState<S> {
    inner: S,
    replier: Option<u8>,
}

impl<S> SeatState<S> {
    /// The position at the root of a search.
    pub fn of(inner: S) -> Self {
        Self { inner, replier: None }
    }
}

/// A move of a seat. The bits are those of the move alone, so that rules about repetition can read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SeatMove<M> {
    seat: u8,
    pub inner: M,
}

impl<M: Move> Move for SeatMove<M> {
    fn to_bits(self) -> u32 {
        self.inner.to_bits()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        M::from_bits(bits).map(|inner| Self { seat: 0, inner })
    }
}

impl<M: Move> SeatMove<M> {
    pub fn of(seat: Seat, inner: M) -> Self {
        Self { seat: seat as u8, inner }
    }
}

/// More moves than a turn can have: whoever plays on longer is stopped.
const LONGEST_TURN: usize = 64;

impl<G: MoveHints> OneReply<G> {
    /// The game as `root` sees it.
    pub fn new(game: G, root: Seat, plus: bool) -> Self {
        Self { game, root, plus, spare: Spare(Arc::default()) }
    }

    fn mover(&self, state: &G::State) -> Option<Seat> {
        match self.game.turn(state) {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The position after the player to move was left out, or made his most promising move.
    fn pass_over(&self, state: &G::State) -> G::State {
        if !self.plus
            && let Some(skipped) = self.game.skip_turn(state)
        {
            return skipped;
        }
        let mut next = state.clone();
        self.spare.with(|moves| {
            self.game.distinct_moves(state, moves);
            // The first of equal ones: `max_by_key` would give the last.
            let likely = moves.iter().rev().max_by_key(|&&mv| self.game.priority(state, mv));
            if let Some(&mv) = likely {
                self.game.play_unchecked(&mut next, mv);
            }
        });
        next
    }

    /// Passes over the others until `is_due` holds for the seat to move, or the game is over.
    fn pass_over_until(&self, mut state: G::State, is_due: impl Fn(Seat) -> bool) -> G::State {
        for _ in 0..LONGEST_TURN {
            match self.mover(&state) {
                Some(seat) if !is_due(seat) => state = self.pass_over(&state),
                _ => break,
            }
        }
        state
    }

    /// The position in which the seat of the move is to move.
    fn state_of(&self, state: &SeatState<G::State>, mv: SeatMove<G::Move>) -> Option<G::State> {
        let seat = usize::from(mv.seat);
        let is_elsewhere = self.mover(&state.inner) != Some(seat);
        is_elsewhere.then(|| self.pass_over_until(state.inner.clone(), |mover| mover == seat))
    }

    /// Asks the game about a move in the position where it would be played.
    fn ask<T>(
        &self,
        state: &SeatState<G::State>,
        mv: SeatMove<G::Move>,
        question: impl Fn(&G::State, G::Move) -> T,
    ) -> T {
        match self.state_of(state, mv) {
            Some(there) => question(&there, mv.inner),
            None => question(&state.inner, mv.inner),
        }
    }
}

impl<G: MoveHints> Game for OneReply<G> {
    type State = SeatState<G::State>;
    type Move = SeatMove<G::Move>;

    fn info(&self) -> &GameInfo {
        self.game.info()
    }

    fn variant(&self) -> &str {
        self.game.variant()
    }

    fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    fn start(&self, rng: &mut ludwerk_core::Rng) -> Self::State {
        SeatState::of(self.game.start(rng))
    }

    fn turn(&self, state: &Self::State) -> Turn {
        self.game.turn(&state.inner)
    }

    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let mut inner = state.inner.clone();
        let mut heard = 0u8;
        while let Some(seat) = self.mover(&inner) {
            // The others come one after the other, each once, until it is the searching seat's turn again.
            if seat == self.root && heard != 0 || heard >> seat & 1 != 0 {
                break;
            }
            heard |= 1 << seat;
            self.spare.with(|listed| {
                self.game.distinct_moves(&inner, listed);
                moves.extend(listed.iter().map(|&mv| SeatMove::of(seat, mv)));
            });
            if seat == self.root || state.replier.is_some() {
                break;
            }
            inner = self.pass_over_until(self.pass_over(&inner), |mover| mover != seat);
        }
    }

    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move) {
        if let Some(there) = self.state_of(state, mv) {
            state.inner = there;
        }
        self.game.play_unchecked(&mut state.inner, mv.inner);
        let seat = usize::from(mv.seat);
        if seat == self.root {
            state.replier = None;
            return;
        }
        // Whoever replies may go on; the others are passed over.
        let is_due = |mover: Seat| mover == seat || mover == self.root;
        state.inner = self.pass_over_until(state.inner.clone(), is_due);
        state.replier = (self.mover(&state.inner) == Some(seat)).then_some(mv.seat);
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.game.outcome(&state.inner)
    }

    fn history_outcome(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.game.history_outcome(&state.inner, trail)
    }

    fn result(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.game.result(&state.inner, trail)
    }
}

impl<G: MoveHints + Keyed> Keyed for OneReply<G> {
    /// The key of the position itself wherever it can be one of the game, so that repetitions are seen.
    fn key(&self, state: &Self::State) -> u64 {
        let key = self.game.key(&state.inner);
        state.replier.map_or(key, |seat| mix(key ^ (u64::from(seat) + 1)))
    }

    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state)
    }
}

impl<G: MoveHints + Keyed> Observe for OneReply<G> {
    type Observation = SeatState<G::State>;

    fn observe(&self, state: &Self::State, _viewer: Viewer) -> Self::Observation {
        state.clone()
    }

    fn shows_move(&self, _state: &Self::State, _mv: Self::Move, _viewer: Viewer) -> bool {
        true
    }

    fn information_key(&self, state: &Self::State, _seat: Seat) -> u64 {
        self.key(state)
    }

    fn observation_text(&self, observation: &Self::Observation) -> String {
        format!("{observation:?}")
    }

    fn resample(&self, observation: &Self::Observation, _rng: &mut ludwerk_core::Rng) -> Self::State {
        observation.clone()
    }
}

impl<G: MoveHints + Encode> Encode for OneReply<G> {
    fn n_actions(&self) -> usize {
        self.game.n_actions()
    }

    fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize {
        self.ask(state, mv, |state, mv| self.game.action_index(state, mv))
    }

    fn tensor_shape(&self) -> [usize; 3] {
        self.game.tensor_shape()
    }

    fn add_inputs(&self, state: &Self::State, seat: Seat, inputs: &mut Vec<u16>) {
        self.game.add_inputs(&state.inner, seat, inputs);
    }
}

impl<G: MoveHints + Evaluate> Evaluate for OneReply<G> {
    fn features(&self) -> &'static [Feature] {
        self.game.features()
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        self.game.weight_presets()
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        self.game.weight_files()
    }

    fn measure(&self, state: &Self::State, seat: Seat, values: &mut [f64]) {
        self.game.measure(&state.inner, seat, values);
    }

    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &[f64]) -> f64 {
        self.game.evaluate(&state.inner, seat, weights)
    }
}

impl<G: MoveHints> WithoutNumbers for OneReply<G> {}

impl<G: MoveHints> MoveHints for OneReply<G> {
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32 {
        self.ask(state, mv, |state, mv| self.game.priority(state, mv))
    }

    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.ask(state, mv, |state, mv| self.game.is_noisy(state, mv))
    }

    /// With several others, one who passes still leaves the rest of them to move.
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let is_for_two = self.game.n_seats() == 2 && state.replier.is_none();
        is_for_two.then(|| self.game.null_move(&state.inner)).flatten().map(SeatState::of)
    }

    fn skip_turn(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn foreseen_outcome(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.game.foreseen_outcome(&state.inner, trail)
    }

    fn likelihood(&self, state: &Self::State, mv: Self::Move) -> f32 {
        self.ask(state, mv, |state, mv| self.game.likelihood(state, mv))
    }
}
