//! The best evaluation after one ply.
//!
//! Idea: play every legal move, judge what comes of it, take the best; equal ones by lot.
//! Formula: `argmax over m of E[value(state after m)]`, where the expectation is over the chance
//! plies that follow at once, and a finished game counts as [`score`](crate::score) says.
//! Games: any with an evaluation. In a hidden game the hidden information is drawn anew once for each
//! decision; the evaluation may not depend on them anyway.

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, History, Keyed, Line, Observe, Outcome, Report, Rng,
    Seat, Turn, View,
};

use crate::evaluator::{EvalContext, Evaluator};
use crate::score;

/// Looks one ply ahead.
#[derive(Clone, Debug)]
pub struct Greedy {
    evaluator: Evaluator,
    rng: Rng,
}

impl Greedy {
    /// The agent with these weights, one for each feature of the game, and this seed.
    pub fn new(evaluator: impl Into<Evaluator>, seed: u64) -> Self {
        Self { evaluator: evaluator.into(), rng: Rng::new(seed) }
    }

    /// The value of `state` for every seat, on the scale that can be averaged; `end` is the result if the game is over there.
    fn judge<G: Evaluate>(
        context: &EvalContext<'_>,
        game: &G,
        state: &G::State,
        end: Option<Outcome>,
        nodes: &mut u64,
    ) -> Vec<f64> {
        *nodes += 1;
        let seats = Seat::all(game.n_seats());
        if let Some(outcome) = end {
            let value = |seat| score::of_returns(&outcome.returns, seat, 1);
            return seats.map(|seat| score::to_linear(value(seat), game.n_seats())).collect();
        }
        if game.turn(state) != Turn::Chance {
            return seats.map(|seat| context.value(game, state, seat)).collect();
        }
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        let mut mean = vec![0.0; game.n_seats()];
        for (mv, probability) in outcomes {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            for (sum, value) in
                mean.iter_mut().zip(Self::judge(context, game, &next, game.outcome(&next), nodes))
            {
                *sum += probability * value;
            }
        }
        mean
    }
}

impl<G: Observe + Evaluate + Keyed> Agent<G> for Greedy {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let game = view.game;
        if game.features().is_empty() && !self.evaluator.is_net() {
            return Err(AgentError::Refused(format!(
                "greedy needs an evaluation, and {} has none",
                game.info().id
            )));
        }
        let state = game.resample(view.observation, &mut self.rng);
        let mut history: History = view.history.clone();
        let mut nodes = 1;
        let context = EvalContext::new(&self.evaluator);
        let mut judged: Vec<(G::Move, Vec<Value>)> = Vec::with_capacity(view.legal.len());
        for &mv in view.legal {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            history.push(game.key(&state), mv);
            let end = game.result(&next, &history);
            history.pop();
            let values = Self::judge(&context, game, &next, end, &mut nodes).into_iter();
            let told = |number| {
                Value::new(score::from_linear(number, game.n_seats()), Unit::Evaluation, game.n_seats())
            };
            judged.push((mv, values.map(told).collect()));
        }
        // Shuffled first and sorted stably, equal moves stay in random order.
        self.rng.shuffle(&mut judged);
        judged.sort_by(|a, b| b.1[view.seat.idx()].number().total_cmp(&a.1[view.seat.idx()].number()));
        let (chosen, values) = judged
            .first()
            .cloned()
            .ok_or_else(|| AgentError::Failed("there is no legal move to choose from".to_owned()))?;
        let line = |&(mv, ref values): &(G::Move, Vec<Value>)| line(mv, values, view.seat);
        let report = Report {
            value: Some(values[view.seat.idx()]),
            values,
            depth: 1,
            nodes,
            pv: vec![chosen],
            lines: judged.iter().map(line).collect(),
            notes: Vec::new(),
        };
        Ok(Decision { chosen, report })
    }
}

fn line<M: Copy>(mv: M, values: &[Value], seat: Seat) -> Line<M> {
    Line { mv, value: values[seat.idx()], pv: vec![mv] }
}
