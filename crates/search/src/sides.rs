//! A game of many, seen as a game of two: one seat against all the others.
//!
//! [`TwoSides`] wraps a game into one that alpha-beta can search with all its enhancements. Side 0 is the
//! seat that searches, side 1 are the others, who care only about harming it. How often the others get to
//! move between two turns of side 0 is the [`Replies`].

use ludwerk_core::{
    Evaluate, Feature, Game, GameInfo, Keyed, Move, MoveHints, Observe, Outcome, Returns, Seat, Trail, Turn,
    Viewer, WeightPreset, mix,
};

use crate::score;

/// What the others may do between two turns of the seat that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// Everyone moves in his turn (paranoid).
    All,
    /// One of the others replies; the rest are left out (best reply).
    One,
    /// One of the others replies; the rest play the move that the game calls most promising (BRS+).
    OneAndLikely,
}

/// One seat against the rest.
#[derive(Clone, Debug)]
pub struct TwoSides<G> {
    game: G,
    info: GameInfo,
    root: Seat,
    replies: Replies,
}

/// A position, and which of the others replies while his turn lasts.
#[derive(Clone, Debug, PartialEq)]
pub struct SideState<S> {
    inner: S,
    replier: Option<u8>,
}

/// A move of a seat. The bits are those of the move alone, so that rules about repetition can read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideMove<M> {
    seat: u8,
    pub(crate) inner: M,
}

impl<M: Move> Move for SideMove<M> {
    fn to_bits(self) -> u32 {
        self.inner.to_bits()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        M::from_bits(bits).map(|inner| Self { seat: 0, inner })
    }
}

impl<M: Move> SideMove<M> {
    pub(crate) fn of(seat: Seat, inner: M) -> Self {
        Self { seat: seat as u8, inner }
    }
}

/// More moves than a turn can have: whoever plays on longer is stopped.
const LONGEST_TURN: usize = 64;

impl<G: MoveHints> TwoSides<G> {
    /// The game as `root` sees it.
    pub fn new(game: G, root: Seat, replies: Replies) -> Self {
        let info = GameInfo { seats: (2, 2), constant_sum: true, ..game.info().clone() };
        Self { game, info, root, replies }
    }

    /// The position at the root of a search.
    pub fn root_state(&self, inner: G::State) -> SideState<G::State> {
        SideState { inner, replier: None }
    }

    fn mover(&self, state: &G::State) -> Option<Seat> {
        match self.game.turn(state) {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The position after the player to move was left out, or made his most promising move.
    fn pass_over(&self, state: &G::State) -> G::State {
        if self.replies == Replies::One
            && let Some(skipped) = self.game.skip_turn(state)
        {
            return skipped;
        }
        let mut next = state.clone();
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        // The first of equal ones: `max_by_key` would give the last.
        let likely = moves.iter().rev().max_by_key(|&&mv| self.game.priority(state, mv));
        if let Some(&mv) = likely {
            self.game.play_unchecked(&mut next, mv);
        }
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
    fn state_of(&self, state: &SideState<G::State>, mv: SideMove<G::Move>) -> Option<G::State> {
        let seat = usize::from(mv.seat);
        let is_elsewhere = self.replies != Replies::All && self.mover(&state.inner) != Some(seat);
        is_elsewhere.then(|| self.pass_over_until(state.inner.clone(), |mover| mover == seat))
    }

    /// Asks the game about a move in the position where it would be played.
    fn ask<T>(
        &self,
        state: &SideState<G::State>,
        mv: SideMove<G::Move>,
        question: impl Fn(&G::State, G::Move) -> T,
    ) -> T {
        match self.state_of(state, mv) {
            Some(there) => question(&there, mv.inner),
            None => question(&state.inner, mv.inner),
        }
    }

    /// The same fraction of a win or loss, as shares of two.
    fn shares_of_two(&self, outcome: &Outcome) -> Outcome {
        let fraction = score::of_returns(&outcome.returns, self.root, 0) / score::WIN;
        let share = f64::midpoint(1.0, fraction);
        Outcome { returns: Returns::from_shares(&[share, 1.0 - share]), ..*outcome }
    }
}

impl<G: MoveHints> Game for TwoSides<G> {
    type State = SideState<G::State>;
    type Move = SideMove<G::Move>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn variant(&self) -> &str {
        self.game.variant()
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, rng: &mut ludwerk_core::Rng) -> Self::State {
        self.root_state(self.game.start(rng))
    }

    fn turn(&self, state: &Self::State) -> Turn {
        match self.game.turn(&state.inner) {
            Turn::Player(seat) => Turn::Player(usize::from(seat != self.root)),
            other => other,
        }
    }

    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let mut listed = Vec::new();
        let mut inner = state.inner.clone();
        let mut heard = 0u8;
        while let Some(seat) = self.mover(&inner) {
            // The others come one after the other, each once, until it is the searching seat's turn again.
            if seat == self.root && heard != 0 || heard >> seat & 1 != 0 {
                break;
            }
            heard |= 1 << seat;
            listed.clear();
            self.game.legal_moves(&inner, &mut listed);
            moves.extend(listed.iter().map(|&mv| SideMove::of(seat, mv)));
            if seat == self.root || self.replies == Replies::All || state.replier.is_some() {
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
        if self.replies == Replies::All || seat == self.root {
            state.replier = None;
            return;
        }
        // Whoever replies may go on; the others are passed over.
        let is_due = |mover: Seat| mover == seat || mover == self.root;
        state.inner = self.pass_over_until(state.inner.clone(), is_due);
        state.replier = (self.mover(&state.inner) == Some(seat)).then_some(mv.seat);
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.game.outcome(&state.inner).map(|outcome| self.shares_of_two(&outcome))
    }

    fn history_outcome(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.game.history_outcome(&state.inner, trail).map(|outcome| self.shares_of_two(&outcome))
    }

    fn result(&self, state: &Self::State, trail: &Trail) -> Option<Outcome> {
        self.game.result(&state.inner, trail).map(|outcome| self.shares_of_two(&outcome))
    }
}

impl<G: MoveHints + Keyed> Keyed for TwoSides<G> {
    /// The key of the position itself wherever it can be one of the game, so that repetitions are seen.
    fn key(&self, state: &Self::State) -> u64 {
        let key = self.game.key(&state.inner);
        state.replier.map_or(key, |seat| mix(key ^ (u64::from(seat) + 1)))
    }

    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state)
    }
}

impl<G: MoveHints + Keyed> Observe for TwoSides<G> {
    type Observation = SideState<G::State>;

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

impl<G: MoveHints + Evaluate> Evaluate for TwoSides<G> {
    fn features(&self) -> &'static [Feature] {
        self.game.features()
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        self.game.weight_presets()
    }

    fn measure(&self, state: &Self::State, seat: Seat, values: &mut [f64]) {
        self.game.measure(&state.inner, self.root, values);
        if seat != 0 {
            for value in values {
                *value = -*value;
            }
        }
    }

    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &[f64]) -> f64 {
        let value = self.game.evaluate(&state.inner, self.root, weights);
        if seat == 0 { value } else { -value }
    }
}

impl<G: MoveHints> MoveHints for TwoSides<G> {
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32 {
        self.ask(state, mv, |state, mv| self.game.priority(state, mv))
    }

    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.ask(state, mv, |state, mv| self.game.is_noisy(state, mv))
    }

    /// With several others, one who passes still leaves the rest of them to move.
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let is_for_two = self.game.n_seats() == 2 && state.replier.is_none();
        is_for_two.then(|| self.game.null_move(&state.inner)).flatten().map(|inner| self.root_state(inner))
    }

    fn skip_turn(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    fn likelihood(&self, state: &Self::State, mv: Self::Move) -> f32 {
        self.ask(state, mv, |state, mv| self.game.likelihood(state, mv))
    }

    fn has_likelihoods(&self) -> bool {
        self.game.has_likelihoods()
    }
}
