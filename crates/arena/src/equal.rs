//! Equal time: the budget of one of two agents is steered until both use the same processor time a move.
//!
//! Idea: what an agent uses grows about in proportion to its budget. The proportion is measured in all games so far, and
//! the next budget is the one that makes up, over as many moves as were made, for what is still missing or too much.
//! Formula: `budget = theirs / rate · (2 - ours / theirs)`, where `theirs` and `ours` are means over all moves and `rate`
//! is what one unit of the budget has cost; a step changes it by a factor of two at most.
//! So the means become equal and stay so, and the budget hardly changes after the first games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ludwerk_core::{Agent, Game, Keyed, Notation, Observe};

use crate::contest::{Contest, ContestError, run_numbered};
use crate::engine::FinishedGame;
use crate::standings::Standings;

/// The budget that is steered, in whatever unit it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Steering {
    /// Whose it is.
    agent: usize,
    budget: f64,
    least: f64,
    most: f64,
    /// What the budgets of all moves came to, and what these moves cost, in seconds: the first trials included.
    given: f64,
    cost: f64,
    /// The costs and the moves of both agents in the games that count.
    spent: [(f64, u32); 2],
    /// Whether all costs were told.
    is_measured: bool,
}

/// No budget is ever beyond so many times the first one, or below this part of it.
const FARTHEST: f64 = 1000.0;

/// A step changes the budget by no more than this factor.
const LONGEST_STEP: f64 = 2.0;

/// The first trials, which are to find the order of magnitude, may change it by so much.
const LONGEST_LEAP: f64 = 16.0;

/// Trials end when what both used is so close, or when there were so many rounds of them.
const CLOSE: f64 = 0.15;
const MOST_TRIALS: usize = 5;

impl Steering {
    /// The budget of one of two agents, with what it is at first.
    pub fn new(agent: usize, budget: f64) -> Self {
        Self {
            agent,
            budget,
            least: budget / FARTHEST,
            most: budget * FARTHEST,
            given: 0.0,
            cost: 0.0,
            spent: [(0.0, 0); 2],
            is_measured: true,
        }
    }

    /// Whose budget it is.
    pub fn agent(&self) -> usize {
        self.agent
    }

    /// What the next game should be given.
    pub fn budget(&self) -> f64 {
        self.budget
    }

    /// Counts a game that was played with a budget.
    fn count<G: Game>(&mut self, game: &FinishedGame<G>, budget: f64) {
        for mv in &game.played.moves {
            let Some(agent) = mv.seat.map(|seat| game.row.fixture.seating[seat.idx()]) else { continue };
            let Some(cost) = mv.cpu.map(|cpu| cpu.as_secs_f64()) else {
                self.is_measured = false;
                continue;
            };
            self.add(agent, cost, budget);
        }
    }

    fn add(&mut self, agent: usize, cost: f64, budget: f64) {
        if agent == self.agent {
            self.given += budget;
            self.cost += cost;
        }
        let (sum, n_moves) = &mut self.spent[agent];
        *sum += cost;
        *n_moves += 1;
    }

    /// What the agent used a move, and what the other one did; `None` before both have moved.
    fn means(&self) -> Option<(f64, f64)> {
        let mean = |(sum, n_moves): (f64, u32)| (n_moves > 0 && sum > 0.0).then(|| sum / f64::from(n_moves));
        Some((mean(self.spent[self.agent])?, mean(self.spent[1 - self.agent])?))
    }

    /// Sets the budget by what was counted.
    fn steer(&mut self) {
        let Some((ours, theirs)) = self.means() else { return };
        let make_up = (2.0 - ours / theirs).clamp(1.0 / LONGEST_STEP, LONGEST_STEP);
        let wanted = theirs / (self.cost / self.given) * make_up;
        self.change(wanted / self.budget, LONGEST_STEP);
    }

    /// After a round that does not count: the first guess may be far off. Says whether it was close.
    fn leap(&mut self) -> bool {
        let Some((ours, theirs)) = self.means() else { return false };
        let is_close = (ours / theirs - 1.0).abs() < CLOSE;
        // Only the last trial tells what such a budget costs.
        (self.given, self.cost) =
            (self.budget * f64::from(self.spent[self.agent].1), self.spent[self.agent].0);
        self.change(theirs / ours, LONGEST_LEAP);
        self.spent = [(0.0, 0); 2];
        is_close
    }

    fn change(&mut self, factor: f64, most: f64) {
        if factor.is_finite() {
            self.budget = (self.budget * factor.clamp(1.0 / most, most)).clamp(self.least, self.most);
        }
    }
}

/// Makes the agent with an index and a seed for a game in which the steered one is given so much.
pub type MakeWithBudget<'a, G> = dyn Fn(usize, u64, f64) -> Box<dyn Agent<G>> + Sync + 'a;

/// Plays a match as [`crate::run`] does, and steers the budget of one agent after every bout. Some bouts that do not
/// count come first. `on_game` is told the budget of each game. Gives how many games did not count as well.
///
/// # Errors
/// [`ContestError`]: among others, that processor time cannot be measured.
pub fn run_at_equal_time<G: Game + Keyed + Observe + Notation + Clone>(
    contest: &Contest<G>,
    steering: &mut Steering,
    make_agent: &MakeWithBudget<'_, G>,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&FinishedGame<G>, f64),
) -> Result<(Standings, usize), ContestError> {
    let (schedule, engine) = (contest.schedule()?, contest.engine());
    let n_seatings = schedule.n_seatings();
    let mut n_trials = 0;
    for trial in 0..MOST_TRIALS {
        let budget = steering.budget();
        for nth in 0..n_seatings {
            let fixture = schedule.game(schedule.n_games().saturating_add(trial * n_seatings + nth));
            let make = |agent: usize, seed: u64| make_agent(agent, seed, budget);
            let Some(game) = engine.play(fixture, &make, stop) else { break };
            steering.count(&game, budget);
            n_trials += 1;
        }
        if !steering.is_measured {
            return Err(ContestError::Unmeasured);
        }
        if steering.leap() || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let mut budgets = BTreeMap::new();
    let shared = Mutex::new((steering, &mut budgets));
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    // All agents of a game are made with the same budget, whatever happens meanwhile.
    let make = |idx: usize, agent: usize, seed: u64| {
        let budget = {
            let mut shared = lock();
            let now = shared.0.budget();
            *shared.1.entry(idx).or_insert(now)
        };
        make_agent(agent, seed, budget)
    };
    let result = run_numbered(contest, &make, stop, &mut |game| {
        let mut shared = lock();
        let budget = shared.1.remove(&game.row.fixture.idx).unwrap_or(shared.0.budget());
        shared.0.count(game, budget);
        // A bout favours nobody.
        if (game.row.fixture.idx + 1) % n_seatings == 0 {
            shared.0.steer();
        }
        drop(shared);
        on_game(game, budget);
    })?;
    Ok((result, n_trials))
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Rng;

    use super::*;

    /// Steers an agent whose moves cost so much for each unit and once more, against one whose moves cost 8 ms.
    fn steered(start: f64, rate: f64, constant: f64) -> (Steering, Vec<f64>) {
        let (mut steering, mut rng) = (Steering::new(1, start), Rng::new(3));
        let mut budgets = Vec::new();
        let mut round = |steering: &mut Steering| {
            let budget = steering.budget();
            for _ in 0..30 {
                let noise = 0.5 + rng.unit();
                steering.add(1, (budget * rate + constant) * noise, budget);
                steering.add(0, 0.008 * (0.5 + rng.unit()), budget);
            }
            budget
        };
        for _ in 0..MOST_TRIALS {
            round(&mut steering);
            if steering.leap() {
                break;
            }
        }
        for _ in 0..40 {
            budgets.push(round(&mut steering));
            steering.steer();
        }
        (steering, budgets)
    }

    #[test]
    fn both_use_the_same_whatever_the_first_guess_was() {
        for (start, rate, constant) in [(20.0, 0.001, 0.0), (1.0, 0.001, 0.001), (5000.0, 2e-6, 0.0005)] {
            let (steering, budgets) = steered(start, rate, constant);
            let (ours, theirs) = steering.means().unwrap();
            assert!((ours / theirs - 1.0).abs() < 0.03, "{start}: {ours} {theirs}");
            let right = (0.008 - constant) / rate;
            let worst = budgets.iter().map(|budget| (budget / right).ln().abs()).fold(0.0, f64::max);
            assert!(worst < 0.35, "{start}: {budgets:?}");
        }
    }

    #[test]
    fn what_cannot_be_reached_stays_in_bounds() {
        let (steering, _) = steered(1.0, 0.0, 0.001);
        assert!(steering.budget() <= FARTHEST && steering.budget() > 1.0);
        let (steering, _) = steered(1.0, 0.0, 0.1);
        assert!(steering.budget() >= 1.0 / FARTHEST && steering.budget() < 1.0);
        let mut unmoved = Steering::new(0, 3.0);
        unmoved.steer();
        assert!(!unmoved.leap());
        assert_eq!(unmoved.budget(), 3.0);
    }
}
