//! Expectimax: minimax with luck, and pruning at chance plies too.
//!
//! Idea: a chance ply is worth the mean of what may come, weighted by probability; the players play as in
//! minimax. Even a mean can be known to lie outside the window before all its outcomes were searched.
//! Formula: `v(chance) = Σ pᵢ vᵢ`. With bounds `lᵢ ≤ vᵢ ≤ uᵢ` for what is not known yet, outcome `i` needs to be
//! searched only within `(α − Σ over j≠i of pⱼuⱼ) / pᵢ` and `(β − Σ over j≠i of pⱼlⱼ) / pᵢ` (Star1). Star2 first
//! probes one move of every outcome, which bounds each from one side and often ends the matter.
//! Games: two players, nothing hidden; chance or not.
//! Sources: D. Michie, "Game-playing and game-learning automata" (1966); B. Ballard, "The *-minimax search
//! procedure for trees containing chance nodes" (1983).
//!
//! A chance ply takes no depth: `depth` counts the moves of players. Values lie between a lost and a won game,
//! so those are the bounds of what is unknown. Windows are widened by more than rounding can amount to, and
//! a mean is always summed in the order of its outcomes: pruned and unpruned values are equal to the last bit.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, MoveHints, Observe, Rng, Seat, Turn, View,
};

use crate::evaluator::Evaluator;
use crate::facts::chance_refusal;
use crate::limits::{Halt, Limits};
use crate::pv::PvTable;
use crate::root::{self, Tried, TryMove};
use crate::score::{self, WIN};
use crate::walk::{Walk, goes_on};

/// Which prunings are on. None of them changes the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each for itself")]
pub struct ExpectimaxOptions {
    /// Alpha-beta at the plies of players.
    pub alphabeta: bool,
    /// Windows for the outcomes of a chance ply.
    pub star1: bool,
    /// One move of every outcome first. Needs `star1`.
    pub star2: bool,
    /// Try the moves first that the game calls promising.
    pub ordering: bool,
    /// Count whole turns as depth, not plies. Another value, since it looks further.
    pub turns: bool,
}

impl Default for ExpectimaxOptions {
    fn default() -> Self {
        Self { alphabeta: true, star1: true, star2: true, ordering: true, turns: false }
    }
}

/// Searches games of two with luck.
#[derive(Clone, Debug)]
pub struct Expectimax {
    options: ExpectimaxOptions,
    limits: Limits,
    evaluator: Evaluator,
    rng: Rng,
}

impl Expectimax {
    /// How deep it looks unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves.
    pub fn new(
        options: ExpectimaxOptions,
        limits: Limits,
        evaluator: impl Into<Evaluator>,
        seed: u64,
    ) -> Self {
        Self { options, limits, evaluator: evaluator.into(), rng: Rng::new(seed) }
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for Expectimax {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = chance_refusal(view.game, "expectimax") {
            return Err(AgentError::Refused(why));
        }
        let state = view.game.resample(view.observation, &mut self.rng);
        let order = root::in_order(view.game, &state, view.legal, self.options.ordering, &mut self.rng);
        let walk = Walk::new(view.game, &self.evaluator, view.trail, &self.limits, control.stop_flag());
        let mut search = Search {
            walk,
            options: self.options,
            state,
            seat: view.seat,
            outcomes: Vec::new(),
            drawn: Vec::new(),
            priorities: Vec::new(),
            ranked: Vec::new(),
            pv: PvTable::new(0),
        };
        root::deepen(view, control, &self.limits, Self::DEFAULT_DEPTH, order, &mut search)
    }
}

/// Alpha and beta, for the player who searches: what lies outside need not be known exactly.
type Window = (f64, f64);

const OPEN: Window = (f64::NEG_INFINITY, f64::INFINITY);

/// Far more than sums of values up to [`WIN`] can be off by rounding, far less than values differ by.
const ROUNDING: f64 = 1e-6;

/// An outcome of a chance ply: how likely it is, and what is known of its value.
struct ChanceChild<M> {
    mv: M,
    probability: f64,
    least: f64,
    most: f64,
}

struct Search<'a, G: Evaluate> {
    walk: Walk<'a, G>,
    options: ExpectimaxOptions,
    state: G::State,
    /// The player who searches. All values are his.
    seat: Seat,
    /// The outcomes of the chance plies of all levels, used as a stack.
    outcomes: Vec<ChanceChild<G::Move>>,
    drawn: Vec<(G::Move, f64)>,
    priorities: Vec<i32>,
    ranked: Vec<(std::cmp::Reverse<i32>, G::Move)>,
    pv: PvTable<G::Move>,
}

impl<G: Evaluate + Keyed + MoveHints> TryMove<G::Move> for Search<'_, G> {
    fn enter_root(&mut self) -> Result<(), Halt> {
        self.walk.meter.enter()
    }

    fn try_move(&mut self, mv: G::Move, depth: u32, known: f64) -> Result<Tried<G::Move>, Halt> {
        let state = self.state.clone();
        let window = if self.options.alphabeta { (known, f64::INFINITY) } else { OPEN };
        let value = self.after(&state, mv, depth - 1, 1, window)?;
        let is_exact = value > window.0;
        Ok(Tried { mv, values: score::of_two(value, self.seat), is_exact, pv: self.pv.line_of(mv) })
    }

    fn nodes(&self) -> u64 {
        self.walk.meter.nodes()
    }
}

impl<G: Evaluate + Keyed + MoveHints> Search<'_, G> {
    /// The value after `mv`, `ply` plies below the root and with `depth` plies of players left to search.
    fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<f64, Halt> {
        let next = self.walk.enter(state, self.walk.key(state), mv)?;
        self.pv.clear(ply as usize);
        let depth = depth + u32::from(self.options.turns && goes_on(self.walk.game, state, &next));
        let value = self.value(&next, depth, ply, window);
        self.walk.leave();
        value
    }

    fn value(&mut self, state: &G::State, depth: u32, ply: u32, window: Window) -> Result<f64, Halt> {
        let turn = self.walk.game.turn(state);
        if let Some(outcome) = self.walk.end(state, turn) {
            return Ok(score::of_returns(&outcome.returns, self.seat, ply));
        }
        match turn {
            Turn::Chance => self.chance(state, depth, ply, window),
            Turn::Player(mover) if depth > 0 => self.choice(state, mover, depth, ply, window),
            _ => Ok(self.walk.evaluate(state, self.seat).clamp(-WIN, WIN)),
        }
    }

    /// A ply of a player: the best for whoever moves.
    fn choice(
        &mut self,
        state: &G::State,
        mover: Seat,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): Window,
    ) -> Result<f64, Halt> {
        let is_own = mover == self.seat;
        let first = self.list(state);
        let mut best = if is_own { f64::NEG_INFINITY } else { f64::INFINITY };
        for idx in first..self.walk.moves.len() {
            let mv = self.walk.moves[idx];
            let window = if self.options.alphabeta { (alpha, beta) } else { OPEN };
            let value = self.after(state, mv, depth - 1, ply + 1, window)?;
            if if is_own { value > best } else { value < best } {
                best = value;
                self.pv.keep(mv, ply as usize);
                if is_own {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.walk.moves.truncate(first);
        Ok(best)
    }

    /// Puts the legal moves on the stack, the promising ones first; gives where they begin.
    fn list(&mut self, state: &G::State) -> usize {
        let first = self.walk.moves.len();
        self.walk.game.distinct_moves(state, &mut self.walk.moves);
        if self.options.ordering {
            // All at once, since they may share work; equals stay in the moves' own order.
            self.priorities.clear();
            self.walk.game.priorities(state, &self.walk.moves[first..], &mut self.priorities);
            self.ranked.clear();
            let negated = self.priorities.iter().map(|&priority| std::cmp::Reverse(priority));
            self.ranked.extend(negated.zip(self.walk.moves[first..].iter().copied()));
            self.ranked.sort_unstable();
            self.walk.moves.truncate(first);
            self.walk.moves.extend(self.ranked.iter().map(|&(_, mv)| mv));
        }
        first
    }

    /// A chance ply: the mean of its outcomes, or a bound that lies outside the window.
    fn chance(&mut self, state: &G::State, depth: u32, ply: u32, window: Window) -> Result<f64, Halt> {
        // 1. Nothing is known of any outcome, but that it lies between a loss and a win.
        let first = self.outcomes.len();
        self.drawn.clear();
        self.walk.game.chance_outcomes(state, &mut self.drawn);
        let unknown =
            |&(mv, probability): &(G::Move, f64)| ChanceChild { mv, probability, least: -WIN, most: WIN };
        self.outcomes.extend(self.drawn.iter().map(unknown));
        let last = self.outcomes.len();
        let window = if self.options.star1 { window } else { OPEN };

        // 2. One move of each outcome bounds it from one side.
        let bound = if self.options.star1 && self.options.star2 && depth > 0 {
            self.probe(state, depth, ply, window, first)?
        } else {
            None
        };

        // 3. Search the outcomes, each in the window that the bounds of the others leave.
        let value = match bound {
            Some(bound) => bound,
            None => self.search_outcomes(state, depth, ply, window, first..last)?,
        };
        self.outcomes.truncate(first);
        // Which line will be played below is for chance to say.
        self.pv.clear(ply as usize);
        Ok(value)
    }

    fn search_outcomes(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        window: Window,
        range: std::ops::Range<usize>,
    ) -> Result<f64, Halt> {
        for idx in range.clone() {
            let (lower, upper) = self.window_of(idx, range.start, window);
            let value = self.after(state, self.outcomes[idx].mv, depth, ply + 1, (lower, upper))?;
            // Outside its window the value is a bound, and so is the mean.
            let child = &mut self.outcomes[idx];
            if value <= lower {
                child.most = child.most.min(value);
                return Ok(self.means(range.start).1);
            }
            if value >= upper {
                child.least = child.least.max(value);
                return Ok(self.means(range.start).0);
            }
            (child.least, child.most) = (value, value);
        }
        Ok(self.means(range.start).0)
    }

    /// Where the value of an outcome matters, given what is known of the others.
    fn window_of(&self, idx: usize, first: usize, (alpha, beta): Window) -> Window {
        let (least, most) = self.means(first);
        let child = &self.outcomes[idx];
        let probability = child.probability;
        let lower = (alpha - (most - probability * child.most)) / probability;
        let upper = (beta - (least - probability * child.least)) / probability;
        (lower - ROUNDING / probability, upper + ROUNDING / probability)
    }

    /// The least and the greatest mean that the outcomes from `first` on allow, summed in their order.
    fn means(&self, first: usize) -> (f64, f64) {
        self.outcomes[first..].iter().fold((0.0, 0.0), |(least, most), child| {
            (least + child.probability * child.least, most + child.probability * child.most)
        })
    }

    /// Searches the most promising move of every outcome in which a player is to move. A move of the
    /// searching player shows how much an outcome is worth at least, one of the other player at most.
    /// Gives a bound for the mean if that already lies outside the window.
    fn probe(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        first: usize,
    ) -> Result<Option<f64>, Halt> {
        for idx in first..self.outcomes.len() {
            let (lower, upper) = self.window_of(idx, first, (alpha, beta));
            let next = self.walk.enter(state, self.walk.key(state), self.outcomes[idx].mv)?;
            let probed = self.probe_outcome(&next, depth, ply + 1, (lower, upper));
            self.walk.leave();
            let Some((mover, value)) = probed? else { continue };
            if mover == self.seat {
                self.outcomes[idx].least = value;
            } else {
                self.outcomes[idx].most = value;
            }
            let (least, most) = self.means(first);
            if least >= beta + ROUNDING {
                return Ok(Some(least));
            }
            if most <= alpha - ROUNDING {
                return Ok(Some(most));
            }
        }
        Ok(None)
    }

    fn probe_outcome(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        (lower, upper): Window,
    ) -> Result<Option<(Seat, f64)>, Halt> {
        let turn = self.walk.game.turn(state);
        let Turn::Player(mover) = turn else { return Ok(None) };
        if self.walk.end(state, turn).is_some() {
            return Ok(None);
        }
        let first = self.list(state);
        let mv = self.walk.moves[first];
        self.walk.moves.truncate(first);
        // Open on the side where a bound would be of no use.
        let window = if mover == self.seat { (f64::NEG_INFINITY, upper) } else { (lower, f64::INFINITY) };
        Ok(Some((mover, self.after(state, mv, depth - 1, ply + 1, window)?)))
    }
}
