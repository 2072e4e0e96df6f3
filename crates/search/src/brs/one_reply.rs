//! A game in which only one of the others moves between two turns of one seat.
//!
//! [`OneReply`] wraps a game into one that alpha-beta can search with all its enhancements: where the others
//! are to move, the moves of each of them are listed, one after the other, and a move is played after those
//! who come before its player were passed over. Where each of them replies is found out once, and kept with the
//! position: with hundreds of replies, to pass somebody over for each would take longer than the search itself.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ludwerk_core::wrapper::Wrapper;
use ludwerk_core::{
    Encode, Evaluate, Game, Keyed, Move, MoveError, MoveHints, MoveOrdering, MovePolicy, Observe, Pruning,
    Rng, Seat, Turn, Viewer, WithoutIndex, forward, mix,
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

/// Lists of moves and of their priorities to be used again, so that listing takes no memory anew. Each is one
/// thread's while it is out.
#[derive(Clone, Debug)]
struct Spare<M>(Arc<Mutex<Vec<Lists<M>>>>);

type Lists<M> = (Vec<M>, Vec<i32>);

impl<M> Spare<M> {
    fn with<T>(&self, use_lists: impl FnOnce(&mut Vec<M>, &mut Vec<i32>) -> T) -> T {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut moves, mut priorities) = lock().pop().unwrap_or_default();
        moves.clear();
        priorities.clear();
        let result = use_lists(&mut moves, &mut priorities);
        lock().push((moves, priorities));
        result
    }
}

/// A position, and which of the others replies while his turn lasts.
#[derive(Clone, Debug)]
pub(super) struct SeatState<S> {
    inner: S,
    replier: Option<Seat>,
    /// Where those reply who come after the one to move, each with his seat, once somebody has asked.
    later: OnceLock<Arc<[(Seat, S)]>>,
}

impl<S> SeatState<S> {
    /// The position at the root of a search.
    pub fn of(inner: S) -> Self {
        Self { inner, replier: None, later: OnceLock::new() }
    }
}

/// What was found out about a position is no part of it.
impl<S: PartialEq> PartialEq for SeatState<S> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.replier == other.replier
    }
}

/// A move of a seat. The bits are those of the move alone, so that rules about repetition can read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SeatMove<M> {
    seat: Seat,
    pub inner: M,
}

impl<M: Move> Move for SeatMove<M> {
    fn to_bits(self) -> u32 {
        self.inner.to_bits()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        M::from_bits(bits).map(|inner| Self { seat: Seat::FIRST, inner })
    }
}

impl<M: Move> SeatMove<M> {
    pub fn of(seat: Seat, inner: M) -> Self {
        Self { seat, inner }
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

    /// Leaves the player to move out, or lets him make his most promising move.
    fn pass_over(&self, state: &mut G::State) {
        if !self.plus
            && let Some(skipped) = self.game.skip_turn(state)
        {
            *state = skipped;
            return;
        }
        let likely = self.spare.with(|moves, priorities| {
            self.game.distinct_moves(state, moves);
            self.game.priorities(state, moves, priorities);
            // The first of equal ones: `max_by_key` would give the last.
            let likely = moves.iter().zip(priorities).rev().max_by_key(|(_, priority)| **priority);
            likely.map(|(&mv, _)| mv)
        });
        if let Some(mv) = likely {
            self.game.play_unchecked(state, mv);
        }
    }

    /// Passes over the others until `is_due` holds for the seat to move, or the game is over.
    fn pass_over_until(&self, state: &mut G::State, is_due: impl Fn(Seat) -> bool) {
        for _ in 0..LONGEST_TURN {
            match self.mover(state) {
                Some(seat) if !is_due(seat) => self.pass_over(state),
                _ => break,
            }
        }
    }

    /// Where those of the others reply who come after the one to move, in their order.
    fn later<'s>(&self, state: &'s SeatState<G::State>) -> &'s [(Seat, G::State)] {
        match self.mover(&state.inner) {
            // Of two there is only one other, and whoever is in the middle of his reply goes on alone.
            Some(seat) if seat != self.root && state.replier.is_none() && self.game.n_seats() > 2 => {
                state.later.get_or_init(|| self.find_later(&state.inner, seat))
            }
            _ => &[],
        }
    }

    /// The others come one after the other, each once, until it is the searching seat's turn again.
    fn find_later(&self, state: &G::State, first: Seat) -> Arc<[(Seat, G::State)]> {
        let mut found: Vec<(Seat, G::State)> = Vec::new();
        let (mut here, mut last) = (state.clone(), first);
        let mut heard = self.root.bit() | first.bit();
        loop {
            self.pass_over(&mut here);
            self.pass_over_until(&mut here, |mover| mover != last);
            match self.mover(&here) {
                Some(seat) if heard & seat.bit() == 0 => {
                    heard |= seat.bit();
                    last = seat;
                    found.push((seat, here.clone()));
                }
                _ => return found.into(),
            }
        }
    }

    /// The position in which a seat moves, if others are passed over first.
    fn later_place<'s>(&self, state: &'s SeatState<G::State>, seat: Seat) -> Option<&'s G::State> {
        let mut later = self.later(state).iter();
        later.find(|(other, _)| *other == seat).map(|(_, place)| place)
    }

    fn listed(&self, state: &SeatState<G::State>) -> Vec<SeatMove<G::Move>> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves
    }

    /// Asks about the moves of one seat after the other, in the position in which it moves.
    fn of_each_seat(
        &self,
        state: &SeatState<G::State>,
        moves: &[SeatMove<G::Move>],
        mut ask: impl FnMut(&G::State, &[G::Move]),
    ) {
        for of_seat in moves.chunk_by(|one, next| one.seat == next.seat) {
            let place = self.place_of(state, of_seat[0].seat);
            self.spare.with(|listed, _| {
                listed.extend(of_seat.iter().map(|mv| mv.inner));
                ask(place, listed);
            });
        }
    }

    /// The position in which a seat moves.
    fn place_of<'s>(&self, state: &'s SeatState<G::State>, seat: Seat) -> &'s G::State {
        self.later_place(state, seat).unwrap_or(&state.inner)
    }
}

impl<G: MoveHints> Wrapper for OneReply<G> {
    type Inner = G;

    fn inner(&self) -> &G {
        &self.game
    }

    fn state_in(state: &Self::State) -> &G::State {
        &state.inner
    }

    fn state_in_mut(state: &mut Self::State) -> &mut G::State {
        &mut state.inner
    }

    fn wrap_state(state: G::State) -> Self::State {
        SeatState::of(state)
    }

    fn move_in(mv: Self::Move) -> Option<G::Move> {
        Some(mv.inner)
    }

    /// Seat and move belong together: every method that gives moves is written below.
    fn wrap_move(mv: G::Move) -> Self::Move {
        SeatMove::of(Seat::FIRST, mv)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints> Game for OneReply<G> {
    type State = SeatState<G::State>;
    type Move = SeatMove<G::Move>;

    forward!(Game except legal_moves play_unchecked chance_outcomes count_moves is_legal play);

    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let Some(mover) = self.mover(&state.inner) else { return };
        let mut list = |seat: Seat, place: &G::State| {
            self.spare.with(|listed, _| {
                self.game.distinct_moves(place, listed);
                moves.extend(listed.iter().map(|&mv| SeatMove::of(seat, mv)));
            });
        };
        list(mover, &state.inner);
        self.later(state).iter().for_each(|(seat, place)| list(*seat, place));
    }

    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move) {
        if let Some(place) = self.later_place(state, mv.seat).cloned() {
            state.inner = place;
        }
        (state.replier, state.later) = (None, OnceLock::new());
        self.game.play_unchecked(&mut state.inner, mv.inner);
        let seat = mv.seat;
        if seat == self.root {
            return;
        }
        // Whoever replies may go on; the others are passed over.
        self.pass_over_until(&mut state.inner, |mover| mover == seat || mover == self.root);
        state.replier = (self.mover(&state.inner) == Some(seat)).then_some(seat);
    }

    /// It plays games without chance.
    fn chance_outcomes(&self, _state: &Self::State, _outcomes: &mut Vec<(Self::Move, f64)>) {}

    fn count_moves(&self, state: &Self::State) -> usize {
        self.listed(state).len()
    }

    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.listed(state).contains(&mv)
    }

    fn play(&self, state: &Self::State, mv: Self::Move) -> Result<Self::State, MoveError> {
        if !self.is_legal(state, mv) {
            return Err(MoveError::illegal(format!("{mv:?}"), "it is not among the legal moves"));
        }
        let mut next = state.clone();
        self.play_unchecked(&mut next, mv);
        Ok(next)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints + Keyed> Keyed for OneReply<G> {
    /// The key of the position itself wherever it can be one of the game, so that repetitions are seen.
    fn key(&self, state: &Self::State) -> u64 {
        let key = self.game.key(&state.inner);
        state.replier.map_or(key, |seat| mix(key ^ (seat.idx() as u64 + 1)))
    }

    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state)
    }
}

#[deny(clippy::missing_trait_methods)]
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

    fn resample(&self, observation: &Self::Observation, _rng: &mut Rng) -> Self::State {
        observation.clone()
    }

    fn resample_undrawn(&self, observation: &Self::Observation, _rng: &mut Rng) -> Self::State {
        observation.clone()
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints + Encode> Encode for OneReply<G> {
    forward!(Encode except action_index);

    fn action_index(&self, state: &Self::State, mv: Self::Move) -> usize {
        self.game.action_index(self.place_of(state, mv.seat), mv.inner)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints + Evaluate> Evaluate for OneReply<G> {
    forward!(Evaluate);
}

impl<G: MoveHints> WithoutIndex for OneReply<G> {}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints> MoveOrdering for OneReply<G> {
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32 {
        self.game.priority(self.place_of(state, mv.seat), mv.inner)
    }

    /// The moves of one seat after the other: the game is asked once for each.
    fn priorities(&self, state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>) {
        self.of_each_seat(state, moves, |place, of_seat| self.game.priorities(place, of_seat, priorities));
    }

    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.game.is_noisy(self.place_of(state, mv.seat), mv.inner)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints> MovePolicy for OneReply<G> {
    fn prior(&self, state: &Self::State, mv: Self::Move) -> f32 {
        self.game.prior(self.place_of(state, mv.seat), mv.inner)
    }

    fn priors(&self, state: &Self::State, moves: &[Self::Move], priors: &mut Vec<f32>) {
        self.of_each_seat(state, moves, |place, of_seat| self.game.priors(place, of_seat, priors));
    }

    /// Nothing is played out here.
    fn rollout_move(&self, _state: &mut Self::State, _rng: &mut Rng) -> Option<Self::Move> {
        None
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveHints> Pruning for OneReply<G> {
    forward!(Pruning except distinct_moves null_move skip_turn);

    fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.legal_moves(state, moves);
    }

    /// With several others, one who passes still leaves the rest of them to move.
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let is_for_two = self.game.n_seats() == 2 && state.replier.is_none();
        is_for_two.then(|| self.game.null_move(&state.inner)).flatten().map(SeatState::of)
    }

    fn skip_turn(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ludwerk_core::{Configure as _, GameInfo, History, Outcome, Rng, WithoutMovePolicy};
    use ludwerk_testkit::toys::{Branch, Harvest};

    use super::*;

    /// Seats 0, 1 and 2 move, and then 2 once more, as where a player has a colour of his own and one that all share.
    /// A position is what was played, move by move; a turn that was left out is `None`.
    #[derive(Clone, Debug, Default)]
    struct Rounds {
        calls: Arc<[AtomicUsize; 4]>,
    }

    const SEATS: [Seat; 4] = [Seat::FIRST, Seat::SECOND, Seat::new(2), Seat::new(2)];
    const N_MOVES: u8 = 50;

    /// The calls that are counted: a turn is left out, moves are listed, a priority is asked for, and all of them are.
    const SKIPPED: usize = 0;
    const LISTED: usize = 1;
    const ASKED_FOR_ONE: usize = 2;
    const ASKED_FOR_ALL: usize = 3;

    impl Rounds {
        fn count(&self, call: usize) {
            self.calls[call].fetch_add(1, Ordering::Relaxed);
        }

        /// How often each was called since this was asked last.
        fn counts(&self) -> [usize; 4] {
            self.calls.each_ref().map(|counter| counter.swap(0, Ordering::Relaxed))
        }
    }

    impl Game for Rounds {
        type State = Vec<Option<u8>>;
        type Move = Branch;

        fn info(&self) -> &GameInfo {
            &Harvest::INFO
        }

        fn variant(&self) -> &'static str {
            Harvest::INFO.variants[0].name
        }

        fn n_seats(&self) -> usize {
            3
        }

        fn start(&self, _rng: &mut Rng) -> Self::State {
            Vec::new()
        }

        fn turn(&self, state: &Self::State) -> Turn {
            Turn::Player(SEATS[state.len() % SEATS.len()])
        }

        fn legal_moves(&self, _state: &Self::State, moves: &mut Vec<Branch>) {
            self.count(LISTED);
            moves.extend((0..N_MOVES).map(Branch));
        }

        fn play_unchecked(&self, state: &mut Self::State, mv: Branch) {
            state.push(Some(mv.0));
        }

        fn outcome(&self, _state: &Self::State) -> Option<Outcome> {
            None
        }

        fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
            None
        }
    }

    impl WithoutMovePolicy for Rounds {}

    impl MoveOrdering for Rounds {
        /// The later, the better, in pairs.
        fn priority(&self, _state: &Self::State, mv: Branch) -> i32 {
            self.count(ASKED_FOR_ONE);
            i32::from(mv.0 / 2)
        }

        fn priorities(&self, _state: &Self::State, moves: &[Branch], priorities: &mut Vec<i32>) {
            self.count(ASKED_FOR_ALL);
            priorities.extend(moves.iter().map(|mv| i32::from(mv.0 / 2)));
        }

        fn is_noisy(&self, _state: &Self::State, _mv: Branch) -> bool {
            false
        }
    }

    impl Pruning for Rounds {
        fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Branch>) {
            self.legal_moves(state, moves);
        }

        fn null_move(&self, _state: &Self::State) -> Option<Self::State> {
            None
        }

        fn skip_turn(&self, state: &Self::State) -> Option<Self::State> {
            self.count(SKIPPED);
            Some(state.iter().copied().chain([None]).collect())
        }

        fn foreseen_outcome(&self, _state: &Self::State, _trail: &History) -> Option<Outcome> {
            None
        }

        fn standstill(&self, _trail: &History) -> usize {
            0
        }

        fn least_turns_to_win(&self, _state: &Self::State, _seat: Seat) -> Option<u32> {
            None
        }
    }

    /// The game for the first seat, and the position after its first move.
    fn after_a_move(plus: bool) -> (OneReply<Rounds>, SeatState<Vec<Option<u8>>>) {
        (OneReply::new(Rounds::default(), Seat::FIRST, plus), SeatState::of(vec![Some(7)]))
    }

    fn listed<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        moves
    }

    #[test]
    fn whoever_has_two_turns_in_a_row_is_passed_over_twice() {
        let best = Some(N_MOVES - 2);
        for (plus, passed) in [(false, None), (true, best)] {
            let (game, state) = after_a_move(plus);
            let replies = listed(&game, &state);
            let seats: Vec<_> =
                replies.chunk_by(|one, next| one.seat == next.seat).map(|of| of[0].seat).collect();
            assert_eq!((replies.len(), seats), (2 * usize::from(N_MOVES), vec![Seat::SECOND, Seat::new(2)]));
            // 1. The second seat replies, and both turns of the third are passed over.
            let mut next = state.clone();
            game.play_unchecked(&mut next, SeatMove::of(Seat::SECOND, Branch(3)));
            let expected = SeatState::of(vec![Some(7), Some(3), passed, passed]);
            assert_eq!((&next, game.turn(&next)), (&expected, Turn::Player(Seat::FIRST)));
            // 2. The third does, and goes on.
            let mut next = state.clone();
            game.play_unchecked(&mut next, SeatMove::of(Seat::new(2), Branch(3)));
            let expected =
                SeatState { replier: Some(Seat::new(2)), ..SeatState::of(vec![Some(7), passed, Some(3)]) };
            assert_eq!((&next, game.turn(&next)), (&expected, Turn::Player(Seat::new(2))));
        }
    }

    #[test]
    fn others_are_passed_over_once_for_all_replies() {
        let replies_of_third = usize::from(N_MOVES);
        for plus in [false, true] {
            let (game, state) = after_a_move(plus);
            let replies = listed(&game, &state);
            // To find where the third replies, the second is passed over, and then the third twice.
            let expected = if plus { [0, 2 + 3, 0, 3] } else { [3, 2, 0, 0] };
            assert_eq!(game.game.counts(), expected);
            let mut priorities = Vec::new();
            game.priorities(&state, &replies, &mut priorities);
            assert_eq!(game.game.counts(), [0, 0, 0, 2], "once for each seat");
            let one_by_one: Vec<_> = replies.iter().map(|&mv| game.priority(&state, mv)).collect();
            assert_eq!(priorities, one_by_one);
            assert_eq!(game.game.counts(), [0, 0, replies.len(), 0]);
            // The third goes on after his replies, so that nobody is passed over for them.
            for &mv in &replies[replies_of_third..] {
                game.play_unchecked(&mut state.clone(), mv);
                game.is_noisy(&state, mv);
            }
            assert_eq!(game.game.counts(), [0; 4]);
        }
    }
}
