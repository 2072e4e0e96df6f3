//! Plain minimax: every move of every player, to a fixed depth.
//!
//! Idea: a position is worth what the best play of both leads to.
//! Formula: `v(s) = max over moves of v(s after the move)` where the searching player is to move, `min` where
//! the other is, and the evaluation `depth` plies from the root; a player may move several plies in a row.
//! Games: two players, nothing hidden, no chance.
//! Source: C. Shannon, "Programming a computer for playing chess" (1950).
//! It prunes nothing, and so is what the other searches are measured against.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, Line, Observe, Report, Rng, Seat, Trail, Turn,
    View,
};

use crate::limits::{Halt, Limits, Meter};
use crate::pv::PvTable;
use crate::two_player::{Judge, Value, two_player_refusal};

/// Searches every move to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax {
    limits: Limits,
    weights: Vec<f64>,
    rng: Rng,
}

impl Minimax {
    /// How deep it looks unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// The agent with these limits, these weights, and a seed by which it chooses among equal moves.
    pub fn new(limits: Limits, weights: Vec<f64>, seed: u64) -> Self {
        Self { limits, weights, rng: Rng::new(seed) }
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
        let depth = self.limits.depth.unwrap_or(Self::DEFAULT_DEPTH).max(1);
        let state = view.game.resample(view.observation, &mut self.rng);
        let mut walk = Walk {
            judge: Judge::new(view.game, &self.weights, view.seat),
            meter: Meter::new(&self.limits, control.stop_flag()),
            trail: view.trail.clone(),
            moves: Vec::new(),
            pv: PvTable::new(depth as usize),
        };
        // The root is counted; a budget of no nodes at all is none.
        let _ = walk.meter.enter();
        let mut order = view.legal.to_vec();
        self.rng.shuffle(&mut order);
        let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(order.len());
        for mv in order {
            let Ok(value) = walk.after(&state, mv, view.seat, depth - 1, 1) else { break };
            lines.push(Line { mv, value: f64::from(value), pv: walk.pv.line_of(mv) });
        }
        // Stable: equal moves stay in the order of the lot.
        lines.sort_by(|a, b| b.value.total_cmp(&a.value));
        let Some(best) = lines.first().cloned() else {
            // Not one move was searched in the budget: any legal one will do.
            let &chosen = self
                .rng
                .choose(view.legal)
                .ok_or_else(|| AgentError::Failed("there is no legal move to choose from".to_owned()))?;
            return Ok(Decision {
                chosen,
                report: Report { nodes: walk.meter.nodes(), ..Report::default() },
            });
        };
        let values = (0..2).map(|seat| if seat == view.seat { best.value } else { -best.value });
        let report = Report {
            value: Some(best.value),
            values: values.collect(),
            depth,
            nodes: walk.meter.nodes(),
            pv: best.pv,
            lines,
        };
        Ok(Decision { chosen: best.mv, report })
    }
}

struct Walk<'a, G: Evaluate> {
    judge: Judge<'a, G>,
    meter: Meter<'a>,
    trail: Trail,
    /// The moves of all levels, used as a stack.
    moves: Vec<G::Move>,
    pv: PvTable<G::Move>,
}

impl<G: Evaluate + Keyed> Walk<'_, G> {
    /// The value for `mover` of playing `mv` in `state`; the position after it stands `ply` plies below
    /// the root, with `depth` more to search.
    fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        mover: Seat,
        depth: u32,
        ply: u32,
    ) -> Result<Value, Halt> {
        self.meter.enter()?;
        let game = self.judge.game;
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        self.pv.clear(ply as usize);
        if self.judge.looks_at_history {
            self.trail.push(game.key(state), mv);
        }
        let value = self.value(&next, mover, depth, ply);
        if self.judge.looks_at_history {
            self.trail.pop();
        }
        value
    }

    /// The value of a position for `seat`.
    fn value(&mut self, state: &G::State, seat: Seat, depth: u32, ply: u32) -> Result<Value, Halt> {
        let turn = self.judge.game.turn(state);
        if let Some(outcome) = self.judge.end(state, turn, &self.trail) {
            return Ok(Judge::<G>::value_of(&outcome, seat, ply));
        }
        let Turn::Player(mover) = turn else {
            return Ok(self.judge.evaluate(state, seat));
        };
        if depth == 0 {
            return Ok(self.judge.evaluate(state, seat));
        }
        let first = self.moves.len();
        self.judge.game.legal_moves(state, &mut self.moves);
        let mut best = Value::NEG_INFINITY;
        for idx in first..self.moves.len() {
            let mv = self.moves[idx];
            let value = self.after(state, mv, mover, depth - 1, ply + 1)?;
            if value > best {
                best = value;
                self.pv.keep(mv, ply as usize);
            }
        }
        self.moves.truncate(first);
        Ok(if mover == seat { best } else { -best })
    }
}
