//! Plausible but fallible play: a move drawn by its value.
//!
//! Idea: a weak player does not move at random; he takes a good move for the best one. Another agent values all
//! moves, and one is drawn, the more likely the better it is.
//! Formula: `P(m) ∝ exp((v(m) − v(best)) / T)`, with the temperature `T` in units of the evaluation. A sure
//! win that the other agent sees is then taken, a sure loss avoided: it is a million units away. With a
//! limit `L` values are cut to `−L … L` first: then even these are overlooked now and then.
//! Games: those of the inner agent.
//! Source: the softmax rule of R. Luce, "Individual choice behavior" (1959).
//!
//! A move that the inner agent does not value is never played, unless it values none.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, AgentError, Control, Decision, Line, Observe, Report, Rng, View, Work};

use crate::score;

/// Draws a move by the values that another agent gives.
pub struct Sampler<G: Observe> {
    inner: Box<dyn Agent<G>>,
    temperature: f64,
    limit: f64,
    rng: Rng,
}

impl<G: Observe> Sampler<G> {
    /// The agent that draws among the moves that `inner` values.
    pub fn new(inner: Box<dyn Agent<G>>, temperature: f64, seed: u64) -> Self {
        Self { inner, temperature, limit: f64::INFINITY, rng: Rng::new(seed) }
    }

    /// Takes no value for greater than this, nor for less than its negative.
    pub fn with_limit(mut self, limit: f64) -> Self {
        self.limit = limit;
        self
    }
}

impl<G: Observe> Agent<G> for Sampler<G> {
    fn peeks(&self) -> bool {
        self.inner.peeks()
    }

    fn work(&self) -> Work {
        self.inner.work()
    }

    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        self.inner.prepare(game, stop)
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let stop = control.stop_flag();
        let mut forward = |report: &Report<G::Move>| control.report(report);
        let mut all_lines = Control::new(stop, &mut forward).with_lines(view.legal.len());
        let decision = self.inner.decide(view, &mut all_lines)?;
        let lines = &decision.report.lines;
        let value = |line: &Line<G::Move>| line.value.number().clamp(-self.limit, self.limit);
        let best = lines.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let weight = |line: &Line<G::Move>| ((value(line) - best) / self.temperature).exp();
        let mut left = self.rng.unit() * lines.iter().map(weight).sum::<f64>();
        for line in lines {
            left -= weight(line);
            if left < 0.0 {
                let drawn = line.clone();
                return Ok(told(drawn, decision.report, view));
            }
        }
        Ok(decision)
    }
}

/// The decision for the move that was drawn, with what is known of that move.
fn told<G: Observe>(drawn: Line<G::Move>, report: Report<G::Move>, view: &View<'_, G>) -> Decision<G::Move> {
    let is_best = report.value == Some(drawn.value);
    let values = if is_best { report.values } else { score::of_all(drawn.value, view.seat, view.game) };
    let report = Report { value: Some(drawn.value), values, pv: drawn.pv, ..report };
    Decision { chosen: drawn.mv, report }
}
