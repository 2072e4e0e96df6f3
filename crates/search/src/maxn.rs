//! Max^n: everyone for himself.
//!
//! Idea: each player takes the move that is best for himself, whatever it means for the others.
//! Formula: a position has a vector of values, one a seat; `v(s) = v(s after m)` for the move `m` of the player
//! `i` to move whose `vᵢ` is greatest, the first of equal ones. A chance ply is worth the mean.
//! Games: any number of players, nothing hidden.
//! Sources: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games" (1986); R. Korf,
//! "Multi-player alpha-beta pruning" (1991) for shallow pruning.
//!
//! `lazy` computes the evaluation of a seat only when a comparison asks for it: what goes up the tree is the
//! position at the horizon, not its values. It changes no value and no choice.
//! Values are compared, and averaged over chance, on the linear scale of [`score::to_linear`].
//! `relative` makes the values at the horizon sum to zero, by taking off their mean: then hurting the others
//! counts. `shallow` pruning needs that. Once player `j`, moving after player `i`, is sure of so much that too
//! little is left for `i` to improve on what he has, the rest of `j`'s moves cannot matter, in a contest:
//! `vⱼ ≥ −bestᵢ + (n − 2) · W/(n − 1)`, where a loss is the least that each of the others can have. With two
//! players this is alpha-beta without deep cut-offs; with more it fires when somebody wins, and seldom else.
//! `replies` looks at no more than so many moves of each other seat, those that the game calls most promising.
//! That makes the tree much narrower, and it changes the values: what an opponent could do besides is not seen.
//! H. Song and H. Zhou call this, with one reply, a pruning like that of best-reply search (2019).

use std::cell::Cell;
use std::cmp::Reverse;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, MoveHints, Observe, Outcome, Rng, Seat, Turn, View,
};

use crate::evaluator::{EvalContext, Evaluator};
use crate::facts::open_refusal;
use crate::limits::{Halt, Limits};
use crate::pv::PvTable;
use crate::root::{self, Tried, TryMove};
use crate::score::{self, WIN};
use crate::walk::{SeatValues, Walk, goes_on};

/// How the values are computed, and what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each for itself")]
pub struct MaxnOptions {
    /// Evaluate for a seat only when a comparison asks for it.
    pub lazy: bool,
    /// Take the mean off the values at the horizon.
    pub relative: bool,
    /// Shallow pruning. Needs `relative`.
    pub shallow: bool,
    /// Try the moves first that the game calls promising: they also win ties.
    pub ordering: bool,
    /// Count whole turns as depth, not plies.
    pub turns: bool,
    /// Look at no more than so many moves of each other seat, the most promising; `None` for all. At least 1.
    pub replies: Option<usize>,
}

impl Default for MaxnOptions {
    fn default() -> Self {
        Self { lazy: true, relative: false, shallow: false, ordering: true, turns: false, replies: None }
    }
}

/// Searches for every seat at once.
#[derive(Clone, Debug)]
pub struct Maxn {
    options: MaxnOptions,
    limits: Limits,
    evaluator: Evaluator,
    evaluator_of_others: Option<Evaluator>,
    n_evaluations: u64,
    rng: Rng,
}

impl Maxn {
    /// How deep it looks unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves.
    pub fn new(options: MaxnOptions, limits: Limits, evaluator: impl Into<Evaluator>, seed: u64) -> Self {
        let options = MaxnOptions { relative: options.relative || options.shallow, ..options };
        let evaluator = evaluator.into();
        Self { options, limits, evaluator, evaluator_of_others: None, n_evaluations: 0, rng: Rng::new(seed) }
    }

    /// Judges positions for the other seats by these weights: a model of the opponents.
    pub fn with_others(mut self, evaluator: impl Into<Evaluator>) -> Self {
        self.evaluator_of_others = Some(evaluator.into());
        self
    }

    /// How often it has evaluated a position for a seat since it was made: what `lazy` saves.
    pub fn n_evaluations(&self) -> u64 {
        self.n_evaluations
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for Maxn {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = open_refusal(view.game, "maxn") {
            return Err(AgentError::Refused(why));
        }
        let state = view.game.resample(view.observation, &mut self.rng);
        let order = root::in_order(view.game, &state, view.legal, self.options.ordering, &mut self.rng);
        let mut search = Search {
            walk: Walk::new(view.game, &self.evaluator, view.history, &self.limits, control.stop_flag()),
            of_others: self.evaluator_of_others.as_ref().map(EvalContext::new),
            // Only where the whole win is shared out can one seat's gain bound another's.
            options: MaxnOptions {
                shallow: self.options.shallow && view.game.info().is_constant_sum(),
                ..self.options
            },
            state,
            seat: view.seat,
            outcomes: Vec::new(),
            priorities: Vec::new(),
            ranked: Vec::new(),
            n_evaluations: Cell::new(0),
            pv: PvTable::new(0),
        };
        let decision = root::deepen(view, control, &self.limits, Self::DEFAULT_DEPTH, order, &mut search);
        self.n_evaluations += search.n_evaluations.get();
        decision
    }
}

/// What is known of a position at the horizon, or of the end of a game.
#[derive(Clone)]
struct Prospect<S> {
    /// The position whose values are computed on demand.
    state: Option<S>,
    values: SeatValues,
    /// A bit for each seat whose value is known.
    known: u8,
}

impl<S> Prospect<S> {
    /// Values that are given, all 0 at first.
    fn given() -> Self {
        Self { state: None, values: SeatValues::default(), known: u8::MAX }
    }

    /// Values that will be computed when they are asked for.
    fn of(state: S) -> Self {
        Self { state: Some(state), values: SeatValues::default(), known: 0 }
    }
}

struct Search<'a, G: Evaluate> {
    walk: Walk<'a, G>,
    of_others: Option<EvalContext<'a>>,
    options: MaxnOptions,
    state: G::State,
    seat: Seat,
    /// The outcomes of the chance plies of all levels, used as a stack.
    outcomes: Vec<(G::Move, f64)>,
    /// How promising the moves of one position are, in their order; kept to be filled again.
    priorities: Vec<i32>,
    /// The same moves, to be sorted; kept to be filled again.
    ranked: Vec<(Reverse<i32>, G::Move)>,
    n_evaluations: Cell<u64>,
    pv: PvTable<G::Move>,
}

impl<G: Evaluate + Keyed + MoveHints> TryMove<G::Move> for Search<'_, G> {
    fn enter_root(&mut self) -> Result<(), Halt> {
        self.walk.meter.enter()
    }

    fn try_move(&mut self, mv: G::Move, depth: u32, known: f64) -> Result<Tried<G::Move>, Halt> {
        let state = self.state.clone();
        let n_seats = self.walk.game.n_seats();
        let best = if self.options.shallow { score::to_linear(known, n_seats) } else { f64::NEG_INFINITY };
        let mut prospect = self.after(&state, mv, depth - 1, 1, (self.seat, best))?;
        let is_exact = self.value_of(&mut prospect, self.seat) > best;
        let mut values = SeatValues::default();
        for seat in Seat::all(n_seats) {
            values[seat] = score::from_linear(self.value_of(&mut prospect, seat), n_seats);
        }
        Ok(Tried { choice: mv, values, is_exact, pv: self.pv.line_of(mv) })
    }

    fn first_ply(&self, mv: G::Move) -> G::Move {
        mv
    }

    fn nodes(&self) -> u64 {
        self.walk.meter.nodes()
    }
}

impl<G: Evaluate + Keyed + MoveHints> Search<'_, G> {
    /// What `mv` leads to. `above` is who chooses it, and what he has already.
    fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: u32,
        above: (Seat, f64),
    ) -> Result<Prospect<G::State>, Halt> {
        let next = self.walk.enter(state, self.walk.key(state), mv)?;
        self.pv.clear(ply as usize);
        let depth = depth + u32::from(self.options.turns && goes_on(self.walk.game, state, &next));
        let prospect = self.prospect(&next, depth, ply, above);
        self.walk.leave();
        prospect
    }

    fn prospect(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        above: (Seat, f64),
    ) -> Result<Prospect<G::State>, Halt> {
        let turn = self.walk.game.turn(state);
        if let Some(outcome) = self.walk.end(state, turn) {
            return Ok(self.of_outcome(&outcome, ply));
        }
        match turn {
            Turn::Chance => self.mean(state, depth, ply),
            Turn::Player(mover) if depth > 0 => self.choice(state, mover, depth, ply, above),
            _ => {
                let mut prospect = Prospect::of(state.clone());
                if !self.options.lazy || self.options.relative {
                    self.evaluate_all(&mut prospect);
                }
                Ok(prospect)
            }
        }
    }

    /// The best for whoever moves.
    fn choice(
        &mut self,
        state: &G::State,
        mover: Seat,
        depth: u32,
        ply: u32,
        (chooser, has): (Seat, f64),
    ) -> Result<Prospect<G::State>, Halt> {
        let game = self.walk.game;
        let first = self.walk.moves.len();
        game.distinct_moves(state, &mut self.walk.moves);
        let most = self.options.replies.filter(|_| mover != self.seat);
        if self.options.ordering || most.is_some() {
            self.rank(state, first, most.unwrap_or(usize::MAX));
        }
        // 1. So much for the mover leaves the chooser above him nothing better.
        let enough = if self.options.shallow && chooser != mover {
            let others = game.n_seats() as f64 - 2.0;
            others * WIN / (game.n_seats() as f64 - 1.0) - has
        } else {
            f64::INFINITY
        };
        // 2. Take the first of the best moves.
        let mut best: Option<(f64, Prospect<G::State>)> = None;
        for idx in first..self.walk.moves.len() {
            let mv = self.walk.moves[idx];
            let has = best.as_ref().map_or(f64::NEG_INFINITY, |(value, _)| *value);
            let mut prospect = self.after(state, mv, depth - 1, ply + 1, (mover, has))?;
            let value = self.value_of(&mut prospect, mover);
            if value > has {
                best = Some((value, prospect));
                self.pv.keep(mv, ply as usize);
                if value >= enough {
                    break;
                }
            }
        }
        self.walk.moves.truncate(first);
        // A player to move has a move; without one, nothing would be known.
        Ok(best.map_or_else(Prospect::given, |(_, prospect)| prospect))
    }

    /// Sorts the moves from `first` on, the most promising first and equals in the moves' own order, and keeps
    /// no more than `most` of them, but one at least.
    fn rank(&mut self, state: &G::State, first: usize, most: usize) {
        let moves = &mut self.walk.moves;
        self.priorities.clear();
        self.walk.game.priorities(state, &moves[first..], &mut self.priorities);
        self.ranked.clear();
        self.ranked
            .extend(self.priorities.iter().map(|&priority| Reverse(priority)).zip(moves.drain(first..)));
        if (1..self.ranked.len()).contains(&most) {
            self.ranked.select_nth_unstable(most - 1);
        }
        self.ranked.truncate(most.max(1));
        self.ranked.sort_unstable();
        moves.extend(self.ranked.iter().map(|&(_, mv)| mv));
    }

    /// The mean of what chance may bring.
    fn mean(&mut self, state: &G::State, depth: u32, ply: u32) -> Result<Prospect<G::State>, Halt> {
        let first = self.outcomes.len();
        self.walk.game.chance_outcomes(state, &mut self.outcomes);
        let mut mean = Prospect::given();
        for idx in first..self.outcomes.len() {
            let (mv, probability) = self.outcomes[idx];
            // Only a whole mean can be compared, so nobody above prunes below it.
            let mut prospect = self.after(state, mv, depth, ply + 1, (self.seat, f64::NEG_INFINITY))?;
            for seat in Seat::all(self.walk.game.n_seats()) {
                mean.values[seat] += probability * self.value_of(&mut prospect, seat);
            }
        }
        self.outcomes.truncate(first);
        self.pv.clear(ply as usize);
        Ok(mean)
    }

    /// The value for a seat, computed now if it is not known yet.
    fn value_of(&self, prospect: &mut Prospect<G::State>, seat: Seat) -> f64 {
        if prospect.known & seat.bit() == 0
            && let Some(state) = &prospect.state
        {
            prospect.values[seat] = self.evaluate(state, seat);
            prospect.known |= seat.bit();
        }
        prospect.values[seat]
    }

    fn evaluate(&self, state: &G::State, seat: Seat) -> f64 {
        self.n_evaluations.set(self.n_evaluations.get() + 1);
        match &self.of_others {
            Some(of_others) if seat != self.seat => {
                f64::from(of_others.value(self.walk.game, state, seat) as f32)
            }
            _ => self.walk.evaluate(state, seat),
        }
    }

    fn evaluate_all(&self, prospect: &mut Prospect<G::State>) {
        let n_seats = self.walk.game.n_seats();
        for seat in Seat::all(n_seats) {
            self.value_of(prospect, seat);
        }
        if self.options.relative {
            let mean = prospect.values.of_game(n_seats).iter().sum::<f64>() / n_seats as f64;
            prospect.values.of_game_mut(n_seats).iter_mut().for_each(|value| *value -= mean);
        }
    }

    fn of_outcome(&self, outcome: &Outcome, ply: u32) -> Prospect<G::State> {
        let mut prospect = Prospect::given();
        for seat in Seat::all(self.walk.game.n_seats()) {
            let value = score::of_returns(&outcome.returns, seat, ply);
            prospect.values[seat] = score::to_linear(value, self.walk.game.n_seats());
        }
        prospect
    }
}
