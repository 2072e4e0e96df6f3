//! Perfect-information Monte Carlo: search possible worlds (determinizations) as if everyone saw them, and take the
//! mean.
//!
//! Idea: draw the hidden information at random from what the seat may hold possible, search that world with any
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
//!
//! Where a turn takes several plies, `turns` compares whole turns: nothing is learnt between the plies of one, so the
//! same turn must be good in all worlds, not its first ply alone with another sequel in each. The rest of the turn that
//! was chosen is remembered and played without another search, as long as the position is the one that was expected.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Game, Keyed, Line, Move, MoveHints, Observe, Report, Rng,
    Turn, View, Viewer,
};

use crate::open::{Draws, Open};
use crate::root::{distinct, no_moves};
use crate::score;

/// Searches possible worlds with another agent.
pub struct Pimc<G: Observe + Keyed> {
    inner: Box<dyn Agent<Open<G>>>,
    worlds: usize,
    time: Option<Duration>,
    draws: Draws,
    turns: bool,
    plan: Option<Plan<G>>,
    rng: Rng,
}

/// The rest of a turn.
struct Plan<G: Observe> {
    /// What the seat must see for it to go on.
    expected: G::Observation,
    /// The plies that are left, and what they are worth.
    plies: Vec<G::Move>,
    report: Report<G::Move>,
}

impl<G: Observe + Keyed> Pimc<G> {
    /// The agent that searches so many worlds with `inner`, and begins no new one after `time`.
    pub fn new(inner: Box<dyn Agent<Open<G>>>, worlds: usize, time: Option<Duration>, seed: u64) -> Self {
        Self { inner, worlds, time, draws: Draws::Dealt, turns: false, plan: None, rng: Rng::new(seed) }
    }

    /// Compares whole turns, as the lines of `inner` begin with them, and plays the one it has chosen to its end.
    pub fn with_turns(mut self, turns: bool) -> Self {
        self.turns = turns;
        self
    }

    /// Draws worlds of this kind, which `inner` must play.
    pub fn with_draws(mut self, draws: Draws) -> Self {
        self.draws = draws;
        self
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints + Clone> Agent<G> for Pimc<G> {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        view.legal.first().ok_or_else(no_moves)?;
        if let Some(decision) = self.go_on(view) {
            return Ok(decision);
        }
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
                // Turns come as they are found.
                sums = Sums::new(if self.turns { &[] } else { &moves }, view.game.n_seats());
            }
            let open = View {
                game: &game,
                seat: view.seat,
                observation: &world,
                legal: &moves,
                start: None,
                history: view.history,
                truth: None,
            };
            let mut silent = |_: &Report<G::Move>| {};
            let n_lines = if self.turns { usize::MAX } else { moves.len() };
            let mut inner_control = Control::new(control.stop_flag(), &mut silent).with_lines(n_lines);
            let decision = self.inner.decide(&open, &mut inner_control)?;
            sums.add(&decision, |line| if self.turns { turn_of(&game, &world, line) } else { 1 });
            control.report(&sums.report(view));
            if control.should_stop() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        // Equal moves stay in the order of the lot.
        self.rng.shuffle(&mut sums.choices);
        let report = sums.report(view);
        let chosen = report.lines[0].mv;
        self.remember(view, chosen, &report);
        Ok(Decision { chosen, report })
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints + Clone> Pimc<G> {
    /// The next ply of the turn that was chosen, if the position is the one that it was meant for.
    fn go_on(&mut self, view: &View<'_, G>) -> Option<Decision<G::Move>> {
        let mut plan = self.plan.take().filter(|plan| plan.expected == *view.observation)?;
        let &chosen = plan.plies.first().filter(|ply| view.legal.contains(ply))?;
        plan.report.pv.clone_from(&plan.plies);
        plan.report.nodes = 0;
        plan.report.lines.clear();
        self.remember(view, chosen, &plan.report);
        Some(Decision { chosen, report: plan.report })
    }

    /// Keeps what is left of a turn after its first ply.
    fn remember(&mut self, view: &View<'_, G>, chosen: G::Move, report: &Report<G::Move>) {
        let plies = report.pv.get(1..).filter(|plies| self.turns && !plies.is_empty());
        self.plan = plies.and_then(|plies| {
            let mut next = view.game.resample(view.observation, &mut self.rng);
            view.game.play_unchecked(&mut next, chosen);
            let is_own = view.game.turn(&next) == Turn::Player(view.seat);
            let expected = is_own.then(|| view.game.observe(&next, Viewer::Seat(view.seat)))?;
            Some(Plan { expected, plies: plies.to_vec(), report: report.clone() })
        });
    }
}

/// How many plies of a line are those of the turn with which it begins.
fn turn_of<G: Game>(game: &G, world: &G::State, line: &[G::Move]) -> usize {
    let (mover, mut state) = (game.turn(world), world.clone());
    let goes_on = |&mv: &G::Move| {
        game.play_unchecked(&mut state, mv);
        game.turn(&state) == mover
    };
    (line.iter().map(goes_on).take_while(|&goes_on| goes_on).count() + 1).min(line.len())
}

/// What all worlds together say.
struct Sums<M> {
    choices: Vec<Sum<M>>,
    n_seats: usize,
    n_worlds: f64,
    /// What was added for a choice of which nothing was known in any world.
    of_unknown: f64,
    has_values: bool,
    unit: Unit,
    depth: u32,
    nodes: u64,
}

/// A move, or a whole turn, with the sum of its values and in how many worlds it was chosen.
#[derive(Clone)]
struct Sum<M> {
    plies: Vec<M>,
    values: f64,
    votes: f64,
}

impl<M: Move> Sums<M> {
    fn new(moves: &[M], n_seats: usize) -> Self {
        Self {
            choices: moves.iter().map(|&mv| Sum { plies: vec![mv], values: 0.0, votes: 0.0 }).collect(),
            n_seats,
            n_worlds: 0.0,
            of_unknown: 0.0,
            has_values: true,
            unit: Unit::Evaluation,
            depth: 0,
            nodes: 0,
        }
    }

    /// Adds what was found in a world, where a line is about its first plies, as many as `length` tells.
    fn add(&mut self, decision: &Decision<M>, length: impl Fn(&[M]) -> usize) {
        let report = &decision.report;
        let worst = report.lines.iter().map(|line| line.value.number()).fold(f64::INFINITY, f64::min);
        let plies_of = |pv: &[M]| pv[..length(pv).min(pv.len())].to_vec();
        let mut known: HashMap<Vec<M>, f64> = HashMap::with_capacity(report.lines.len());
        for line in &report.lines {
            let plies = if line.pv.is_empty() { vec![line.mv] } else { plies_of(&line.pv) };
            // The best comes first.
            known.entry(plies).or_insert(line.value.number());
        }
        let voted = if report.pv.is_empty() { vec![decision.chosen] } else { plies_of(&report.pv) };
        let is_new = |plies: &Vec<M>| self.choices.iter().all(|sum| sum.plies != *plies);
        let mut new: Vec<_> = known.keys().chain([&voted]).filter(|plies| is_new(plies)).cloned().collect();
        new.sort_unstable();
        new.dedup();
        let before = self.of_unknown;
        self.choices.extend(new.into_iter().map(|plies| Sum { plies, values: before, votes: 0.0 }));
        let unknown = worst.min(0.0);
        for Sum { plies, values, votes } in &mut self.choices {
            let vote = f64::from(u8::from(*plies == voted));
            *votes += vote;
            *values += match known.get(plies) {
                Some(&value) => score::to_linear(value, self.n_seats),
                None if worst.is_finite() => score::to_linear(unknown, self.n_seats),
                None => vote,
            };
        }
        self.of_unknown += if worst.is_finite() { score::to_linear(unknown, self.n_seats) } else { 0.0 };
        self.has_values &= worst.is_finite();
        let mut told = report.lines.iter().map(|line| line.value).chain(report.value);
        if told.any(|value| value.unit() == Unit::WinProbability) {
            self.unit = Unit::WinProbability;
        }
        self.n_worlds += 1.0;
        self.depth = self.depth.max(report.depth);
        self.nodes += report.nodes;
    }

    fn report<G: Observe<Move = M>>(&self, view: &View<'_, G>) -> Report<M> {
        let mean = |sum: f64| {
            Value::new(score::from_linear(sum / self.n_worlds, self.n_seats), self.unit, self.n_seats)
        };
        let mut choices: Vec<_> = self.choices.iter().collect();
        choices.sort_by(|a, b| b.values.total_cmp(&a.values).then(b.votes.total_cmp(&a.votes)));
        let line = |sum: &&Sum<M>| Line { mv: sum.plies[0], value: mean(sum.values), pv: sum.plies.clone() };
        let lines: Vec<_> = choices.iter().map(line).collect();
        let value = lines.first().map(|line| line.value).filter(|_| self.has_values);
        Report {
            value,
            values: value.map_or_else(Vec::new, |value| score::of_all(value, view.seat, view.game)),
            depth: self.depth,
            nodes: self.nodes,
            pv: lines.first().map_or_else(Vec::new, |line| line.pv.clone()),
            lines,
            notes: Vec::new(),
        }
    }
}
