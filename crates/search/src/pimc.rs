//! Perfect-information Monte Carlo: search possible worlds as if everyone saw them, and take the mean.
//!
//! Idea: draw the hidden parts at random from what the seat may hold possible, search that world with any
//! search for games without secrets, and play what is best on average.
//! Formula: `argmax over m of 1/k Σ v(m in world i)`, over `k` worlds, on the linear scale of
//! [`score::to_linear`].
//! Games: any that the inner search plays once its cards lie open. Where nothing is hidden all worlds are one.
//! Sources: D. Levy, "The million pound bridge program" (1989); M. Ginsberg, "GIB" (2001); J. Long and others,
//! "Understanding the success of perfect information Monte Carlo sampling" (2010) for when it works: it never
//! plays to learn something or to hide something, since in its worlds all is known.
//!
//! In a game whose luck is dealt in advance (shuffled piles) a world has all its draws fixed, and the inner search
//! knows them. With its draws open they are chance plies instead, for a search that can take the mean over them.
//!
//! A move for which the inner search gives no value in some world counts there as the worst that it did value,
//! but no better than an equal share: a search that has proven a win looks at nothing else. Of moves with equal
//! means the one is played that was chosen in more worlds. If the inner search values nothing, only that counts.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, Line, Move, MoveHints, Observe, Report, Rng, View,
};

use crate::open::{Draws, Open};
use crate::root::{distinct, no_moves};
use crate::score;

/// Searches possible worlds with another agent.
pub struct Pimc<G: Keyed> {
    inner: Box<dyn Agent<Open<G>>>,
    worlds: usize,
    time: Option<Duration>,
    draws: Draws,
    rng: Rng,
}

impl<G: Keyed> Pimc<G> {
    /// The agent that searches so many worlds with `inner`, and begins no new one after `time`.
    pub fn new(inner: Box<dyn Agent<Open<G>>>, worlds: usize, time: Option<Duration>, seed: u64) -> Self {
        Self { inner, worlds, time, draws: Draws::Dealt, rng: Rng::new(seed) }
    }

    /// Draws worlds of this kind, which `inner` must play.
    pub fn with_draws(mut self, draws: Draws) -> Self {
        self.draws = draws;
        self
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for Pimc<G> {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        view.legal.first().ok_or_else(no_moves)?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let game = self.draws.open(view.game.clone());
        let mut moves = Vec::new();
        let mut sums = Sums::new(&moves, view.game.n_seats());
        for n in 0..self.worlds.max(1) {
            let world = match self.draws {
                Draws::Dealt => view.game.resample(view.observation, &mut self.rng),
                Draws::Open => view.game.resample_undrawn(view.observation, &mut self.rng),
            };
            if n == 0 {
                // In all worlds the seat has the same moves.
                moves = distinct(view.game, &world, view.legal);
                sums = Sums::new(&moves, view.game.n_seats());
            }
            let open = View {
                game: &game,
                seat: view.seat,
                observation: &world,
                legal: &moves,
                start: None,
                trail: view.trail,
                truth: None,
            };
            let mut silent = |_: &Report<G::Move>| {};
            let mut inner_control = Control::new(control.stop_flag(), &mut silent).with_lines(moves.len());
            let decision = self.inner.decide(&open, &mut inner_control)?;
            sums.add(&decision);
            control.report(&sums.report(view));
            if control.should_stop() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        // Equal moves stay in the order of the lot.
        self.rng.shuffle(&mut sums.moves);
        let report = sums.report(view);
        Ok(Decision { chosen: report.lines[0].mv, report })
    }
}

/// What all worlds together say.
struct Sums<M> {
    /// The moves, each with the sum of its values and in how many worlds it was chosen.
    moves: Vec<(M, f64, f64)>,
    n_seats: usize,
    n_worlds: f64,
    has_values: bool,
    of_shares: bool,
    depth: u32,
    nodes: u64,
}

impl<M: Move> Sums<M> {
    fn new(legal: &[M], n_seats: usize) -> Self {
        Self {
            moves: legal.iter().map(|&mv| (mv, 0.0, 0.0)).collect(),
            n_seats,
            n_worlds: 0.0,
            has_values: true,
            of_shares: false,
            depth: 0,
            nodes: 0,
        }
    }

    fn add(&mut self, decision: &Decision<M>) {
        let report = &decision.report;
        let worst = report.lines.iter().map(|line| line.value).fold(f64::INFINITY, f64::min);
        let known: HashMap<M, f64> = report.lines.iter().map(|line| (line.mv, line.value)).collect();
        let n_seats = self.n_seats;
        let unknown = worst.min(0.0);
        for (mv, sum, votes) in &mut self.moves {
            let vote = f64::from(u8::from(*mv == decision.chosen));
            *votes += vote;
            *sum += match known.get(mv) {
                Some(&value) => score::to_linear(value, n_seats),
                None if worst.is_finite() => score::to_linear(unknown, n_seats),
                None => vote,
            };
        }
        self.has_values &= worst.is_finite();
        self.of_shares |= report.of_shares;
        self.n_worlds += 1.0;
        self.depth = self.depth.max(report.depth);
        self.nodes += report.nodes;
    }

    fn report<G: Observe<Move = M>>(&self, view: &View<'_, G>) -> Report<M> {
        let mean = |sum: f64| score::from_linear(sum / self.n_worlds, self.n_seats);
        let mut moves = self.moves.clone();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.total_cmp(&a.2)));
        let line = |&(mv, sum, _): &(M, f64, f64)| Line { mv, value: mean(sum), pv: vec![mv] };
        let lines: Vec<_> = moves.iter().map(line).collect();
        let value = lines.first().map(|line| line.value).filter(|_| self.has_values);
        Report {
            value,
            values: value.map_or_else(Vec::new, |value| score::of_all(value, view.seat, view.game)),
            of_shares: self.of_shares,
            depth: self.depth,
            nodes: self.nodes,
            pv: lines.first().map_or_else(Vec::new, |line| line.pv.clone()),
            lines,
            notes: Vec::new(),
        }
    }
}
