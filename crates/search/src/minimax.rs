//! Plain minimax: every move of every player, to a fixed depth.
//!
//! Idea: a position is worth what the best play of both leads to.
//! Formula: `v(s) = max over moves of v(s after the move)` where the searching player is to move, `min` where
//! the other is, and the evaluation `depth` plies from the root; a player may move several plies in a row.
//! Games: two players, nothing hidden, no chance.
//! Source: C. Shannon, "Programming a computer for playing chess" (1950).
//! It prunes nothing, and so is what the other searches are measured against.

use ludwerk_core::{Agent, AgentError, Control, Decision, Evaluate, Keyed, Observe, Rng, Seat, Turn, View};

use crate::evaluator::Evaluator;
use crate::facts::two_player_refusal;
use crate::limits::{Halt, Limits};
use crate::pv::PvTable;
use crate::root::{self, Tried, TryMove};
use crate::score;
use crate::walk::Walk;

/// Searches every move to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax {
    limits: Limits,
    evaluator: Evaluator,
    rng: Rng,
}

impl Minimax {
    /// How deep it looks unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// The agent with these limits, these weights, and a seed by which it chooses among equal moves.
    pub fn new(limits: Limits, evaluator: impl Into<Evaluator>, seed: u64) -> Self {
        Self { limits, evaluator: evaluator.into(), rng: Rng::new(seed) }
    }
}

impl<G: Observe + Evaluate + Keyed> Agent<G> for Minimax {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = two_player_refusal(view.game, "minimax") {
            return Err(AgentError::Refused(why));
        }
        let state = view.game.resample(view.observation, &mut self.rng);
        let mut order = view.legal.to_vec();
        self.rng.shuffle(&mut order);
        let walk = Walk::new(view.game, &self.evaluator, view.history, &self.limits, control.stop_flag());
        let mut search = Search { walk, state, seat: view.seat, pv: PvTable::new(0) };
        root::deepen(view, control, &self.limits, Self::DEFAULT_DEPTH, order, &mut search)
    }
}

struct Search<'a, G: Evaluate> {
    walk: Walk<'a, G>,
    state: G::State,
    /// The player who searches. All values are his.
    seat: Seat,
    pv: PvTable<G::Move>,
}

impl<G: Evaluate + Keyed> TryMove<G::Move> for Search<'_, G> {
    fn enter_root(&mut self) -> Result<(), Halt> {
        self.walk.meter.enter()
    }

    fn try_move(&mut self, mv: G::Move, depth: u32, _known: f64) -> Result<Tried<G::Move>, Halt> {
        let state = self.state.clone();
        let key = self.walk.key(&state);
        let value = self.after(&state, key, mv, depth - 1, 1)?;
        let values = score::of_two(value, self.seat);
        Ok(Tried { choice: mv, values, is_exact: true, pv: self.pv.line_of(mv) })
    }

    fn first_ply(&self, mv: G::Move) -> G::Move {
        mv
    }

    fn nodes(&self) -> u64 {
        self.walk.meter.nodes()
    }
}

impl<G: Evaluate + Keyed> Search<'_, G> {
    /// The value of playing `mv` in `state`; the position after it stands `ply` plies below the root, with
    /// `depth` more to search.
    fn after(&mut self, state: &G::State, key: u64, mv: G::Move, depth: u32, ply: u32) -> Result<f64, Halt> {
        let next = self.walk.enter(state, key, mv)?;
        self.pv.clear(ply as usize);
        let value = self.value(&next, depth, ply);
        self.walk.leave();
        value
    }

    fn value(&mut self, state: &G::State, depth: u32, ply: u32) -> Result<f64, Halt> {
        let turn = self.walk.game.turn(state);
        if let Some(outcome) = self.walk.end(state, turn) {
            return Ok(score::of_returns(&outcome.returns, self.seat, ply));
        }
        let Turn::Player(mover) = turn else {
            return Ok(self.walk.evaluate(state, self.seat));
        };
        if depth == 0 {
            return Ok(self.walk.evaluate(state, self.seat));
        }
        let key = self.walk.key(state);
        let first = self.walk.moves.len();
        self.walk.game.legal_moves(state, &mut self.walk.moves);
        // The searching player takes the greatest value, the other the least.
        let sign = if mover == self.seat { 1.0 } else { -1.0 };
        let mut best = f64::NEG_INFINITY;
        for idx in first..self.walk.moves.len() {
            let mv = self.walk.moves[idx];
            let value = sign * self.after(state, key, mv, depth - 1, ply + 1)?;
            if value > best {
                best = value;
                self.pv.keep(mv, ply as usize);
            }
        }
        self.walk.moves.truncate(first);
        Ok(sign * best)
    }
}
