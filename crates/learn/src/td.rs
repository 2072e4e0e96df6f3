//! Temporal differences: weights learnt from games that an agent plays against itself.
//!
//! Idea: every position of a game is a forecast of its result, and the forecast of the next position is better by what
//! has happened since. So each forecast is corrected towards the next one, and by less towards those that come later.
//! Formula: with the share `pₜ` that a seat expects at its `t`-th sight of the game (see [`ShareModel`]), and the share
//! that it takes as the last, `δₜ = pₜ₊₁ − pₜ` is blamed on the trace `eₜ = λ·eₜ₋₁ + φₜ`: the weights follow `Σ δₜ·eₜ`.
//! With `λ = 0` a forecast learns from the next one alone, with `λ = 1` from the result alone.
//! Source: R. Sutton, "Learning to predict by the methods of temporal differences" (1988); for searches J. Baxter,
//! A. Tridgell and L. Weaver, "`TDLeaf(λ)`" (1999): where the agent tells the line that it expects, the forecast is that
//! of the position at its end, because its value comes from there.
//!
//! Every seat learns from its own sight, so nothing is learnt from what a player cannot see, and any number of seats
//! will do. A move that was played at random says nothing about the forecasts before it: traces end there.
//!
//! Weights stay the same for a batch of games, which are played side by side, and move after it. The result is the
//! mean of the later weights, because single ones follow the luck of their last games (Polyak and Ruppert).

pub mod model;
pub mod moments;
pub mod run;
pub mod trajectory;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ludwerk_arena::{Ending, in_order};
use ludwerk_core::{Agent, AgentError, Evaluate, Feature, Keyed, Observe, Rng};
use serde::{Deserialize, Serialize};

use model::{Bounds, Evidence, ShareModel, Sight, add_sight};
use moments::Moments;
use trajectory::{Practice, Prospect, Step, Trajectory};

/// How it is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What is made of a game.
    pub rule: Rule,
    /// The part of the best step that is gone in the first batch, and in the last.
    pub rate: (f64, f64),
    /// The games of a batch.
    pub batch: usize,
    /// How games are played.
    pub practice: Practice,
    /// What all randomness comes from.
    pub seed: u64,
}

/// What is made of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Temporal differences, with traces that fade by this at every step.
    Td {
        /// From 0 to 1.
        lambda: f64,
    },
    /// Q-learning: a position follows the best that can be reached from it, whatever was played.
    Q {
        /// What a step takes off the difference to an equal share: it is multiplied by this.
        gamma: f64,
    },
}

/// What has been learnt, after each batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// The games so far.
    pub games: usize,
    /// The weights and offsets.
    pub model: ShareModel,
    /// How features vary, if that was measured in this batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moments: Option<Moments>,
    /// What forecasts were off the results of this batch: the root of the mean square.
    pub error: f64,
}

/// Makes agents that judge by these weights, each with a seed.
pub type MakeAgent<'a, G> = dyn Fn(&[f64], u64) -> Box<dyn Agent<G>> + Sync + 'a;

/// Why a batch was not learnt from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlearnt {
    /// Somebody asked to stop.
    Stopped,
    /// An agent had no move to give.
    Agent(AgentError),
}

/// Learns batch by batch. All of it follows from the settings and the start; threads change nothing.
pub struct Learner<'a, G> {
    game: &'a G,
    settings: Settings,
    bounds: Vec<Bounds>,
    /// How features vary, as far as it was measured.
    moments: Option<Moments>,
    model: ShareModel,
    games: usize,
    batches: usize,
}

impl<'a, G: Evaluate + Keyed + Observe + Clone> Learner<'a, G> {
    /// A learner that starts with these weights, and shares of the win on this scale.
    pub fn new(game: &'a G, settings: Settings, weights: Vec<f64>, scale: f64) -> Self {
        let n_learnt = game.features().len() - game.n_extra_features();
        let bounds = |(n, feature): (usize, &Feature)| match weights.get(n) {
            // Extras stay as they are.
            Some(&weight) if n >= n_learnt => Bounds { least: weight, greatest: weight },
            _ => Bounds { least: feature.bounds.0, greatest: feature.bounds.1 },
        };
        Self {
            game,
            settings,
            bounds: game.features().iter().enumerate().map(bounds).collect(),
            moments: None,
            model: ShareModel::new(weights, game.n_seats(), scale),
            games: 0,
            batches: 0,
        }
    }

    /// Goes on from what was learnt in a batch, by this learner or by one before it.
    pub fn adopt(&mut self, learnt: &Learnt) {
        self.model = learnt.model.clone();
        self.games = learnt.games;
        self.batches += 1;
        if let Some(moments) = &learnt.moments {
            self.moments = Some(moments.clone());
        }
    }

    /// The games so far.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The weights now.
    pub fn weights(&self) -> &[f64] {
        &self.model.weights
    }

    /// Plays a batch of `n_games` and tells what is to be learnt from it, for [`Learner::adopt`]. `done` says how far
    /// the whole run is, from 0 to 1.
    ///
    /// # Errors
    /// [`Unlearnt`].
    pub fn learn(
        &self,
        n_games: usize,
        done: f64,
        make_agent: &MakeAgent<'_, G>,
        n_threads: NonZeroUsize,
        stop: &AtomicBool,
    ) -> Result<Learnt, Unlearnt> {
        let (settings, weights) = (&self.settings, &self.model.weights);
        let (n_features, n_seats) = (weights.len(), self.game.n_seats());
        // Features are measured in the batches 0, 1, 3, 7, …: often while little is known of them.
        let measures = (self.batches + 1).is_power_of_two();
        let done = done.clamp(0.0, 1.0);
        let nothing = || Evidence::new(n_features, n_seats, measures);
        // 1. Play, and see what each game shows.
        let study = |idx: usize, ends: &AtomicBool| {
            let seed = Rng::derive(settings.seed, (self.games + idx) as u64);
            let make = |seed: u64| make_agent(weights, seed);
            let played = trajectory::play(self.game, &make, &settings.practice, (seed, done), ends);
            let shown = |trajectory| evidence(&self.model, settings.rule, &trajectory, nothing());
            played.map(|trajectory| trajectory.map(shown)).transpose()
        };
        // 2. Sum up in the order of the games: rounding must not depend on threads.
        let mut sum = Ok(nothing());
        let ending = in_order(n_threads, 0..n_games, stop, study, |shown| match (&mut sum, shown) {
            (Ok(sum), Ok(shown)) => {
                sum.merge(&shown);
                ControlFlow::Continue(())
            }
            (sum, Err(error)) => {
                *sum = Err(Unlearnt::Agent(error));
                ControlFlow::Break(())
            }
            (Err(_), Ok(_)) => ControlFlow::Break(()),
        });
        let mut evidence = sum?;
        if ending != Ending::Complete {
            return Err(Unlearnt::Stopped);
        }
        let measured = evidence.moments.take().map(|mut new| {
            if let Some(before) = &self.moments {
                new.merge(before);
            }
            new
        });
        // 3. Follow.
        let (first, last) = self.settings.rate;
        let rate = first + (last - first) * done;
        let mut model = self.model.clone();
        if let Some(moments) = measured.as_ref().or(self.moments.as_ref()) {
            model.follow(&evidence, moments, &self.bounds, rate);
        }
        Ok(Learnt { games: self.games + n_games, model, moments: measured, error: evidence.error() })
    }
}

/// The mean of the later half of a course of weights; `None` if it is empty.
pub fn late_mean<'a>(course: impl ExactSizeIterator<Item = &'a [f64]>) -> Option<Vec<f64>> {
    let n_early = course.len() / 2;
    let n_late = course.len() - n_early;
    course.skip(n_early).fold(None, |sum: Option<Vec<f64>>, weights| {
        let part = weights.iter().map(|weight| weight / n_late as f64);
        Some(match sum {
            Some(sum) => sum.iter().zip(part).map(|(sum, part)| sum + part).collect(),
            None => part.collect(),
        })
    })
}

/// What a game shows of the model's mistakes, by a rule.
fn evidence(model: &ShareModel, rule: Rule, trajectory: &Trajectory, mut evidence: Evidence) -> Evidence {
    for seat in 0..model.n_seats() {
        match rule {
            Rule::Td { lambda } => temporal_differences(model, lambda, trajectory, seat, &mut evidence),
            Rule::Q { gamma } => best_of_next(model, gamma, trajectory, seat, &mut evidence),
        }
    }
    evidence
}

/// What a seat expects at a step: the share, and from what it follows unless it is certain.
fn forecast<'a>(model: &ShareModel, step: &'a Step, seat: usize) -> (f64, Option<&'a Sight>) {
    let sight = match &step.ahead {
        Some(Prospect::Decided(shares)) => return (shares[seat], None),
        Some(Prospect::Open(sights)) => &sights[seat],
        None => &step.here[seat],
    };
    (model.share(sight), Some(sight))
}

fn temporal_differences(
    model: &ShareModel,
    lambda: f64,
    trajectory: &Trajectory,
    seat: usize,
    evidence: &mut Evidence,
) {
    let result = trajectory.returns[seat];
    let mut trace = vec![0.0; model.weights.len() + model.n_seats()];
    let mut next = trajectory.steps.first().map(|step| forecast(model, step, seat));
    for (n, step) in trajectory.steps.iter().enumerate() {
        let Some((share, sight)) = next else { break };
        next = trajectory.steps.get(n + 1).map(|step| forecast(model, step, seat));
        for part in &mut trace {
            *part *= lambda;
        }
        if let Some(sight) = sight {
            evidence.expect(sight, share, result);
            add_sight(&mut trace, sight);
        }
        if step.is_explored {
            trace.fill(0.0);
            continue;
        }
        let better = next.map_or(result, |(share, _)| share);
        evidence.blame(better - share, &trace);
    }
}

fn best_of_next(
    model: &ShareModel,
    gamma: f64,
    trajectory: &Trajectory,
    seat: usize,
    evidence: &mut Evidence,
) {
    let equal = 1.0 / model.n_seats() as f64;
    let mut trace = vec![0.0; model.weights.len() + model.n_seats()];
    for step in &trajectory.steps {
        let sight = &step.here[seat];
        let share = model.share(sight);
        evidence.expect(sight, share, trajectory.returns[seat]);
        let wanted = match &step.ahead {
            Some(Prospect::Decided(shares)) => shares[seat],
            Some(Prospect::Open(sights)) => equal + gamma * (model.share(&sights[seat]) - equal),
            None => continue,
        };
        trace.fill(0.0);
        add_sight(&mut trace, sight);
        evidence.blame(wanted - share, &trace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of made-up sights, some of which lead to the end and some of which were left by a random move.
    fn trajectory(rng: &mut Rng) -> Trajectory {
        let sights = |rng: &mut Rng| -> Vec<Sight> {
            (0..2).map(|turns| Sight { values: (0..3).map(|_| rng.unit() - 0.3).collect(), turns }).collect()
        };
        let mut step = || Step {
            here: sights(rng),
            ahead: match rng.below(6) {
                0 => Some(Prospect::Decided(vec![0.0, 1.0])),
                1 | 2 => None,
                _ => Some(Prospect::Open(sights(rng))),
            },
            is_explored: rng.below(5) == 0,
        };
        Trajectory { steps: (0..12).map(|_| step()).collect(), returns: vec![1.0, 0.0] }
    }

    /// The forecast that a step is corrected to: the next one and those after it, each by `λ` less, up to a random move.
    fn later_forecast(
        model: &ShareModel,
        lambda: f64,
        trajectory: &Trajectory,
        step: usize,
        seat: usize,
    ) -> f64 {
        if trajectory.steps[step].is_explored {
            return forecast(model, &trajectory.steps[step], seat).0;
        }
        let Some(next) = trajectory.steps.get(step + 1) else { return trajectory.returns[seat] };
        let (share, _) = forecast(model, next, seat);
        (1.0 - lambda) * share + lambda * later_forecast(model, lambda, trajectory, step + 1, seat)
    }

    #[test]
    fn traces_give_what_later_forecasts_give() {
        let mut rng = Rng::new(4);
        let model = ShareModel { weights: vec![0.4, -1.0, 2.0], offsets: vec![0.3, -0.2], scale: 1.5 };
        for lambda in [0.0, 0.3, 0.7, 1.0] {
            let trajectory = trajectory(&mut rng);
            let traced = evidence(&model, Rule::Td { lambda }, &trajectory, Evidence::new(3, 2, false));
            let mut wanted = vec![0.0; 5];
            for (n, step) in trajectory.steps.iter().enumerate() {
                for seat in 0..2 {
                    let (share, Some(sight)) = forecast(&model, step, seat) else { continue };
                    let error = later_forecast(&model, lambda, &trajectory, n, seat) - share;
                    let mut trace = vec![0.0; 5];
                    add_sight(&mut trace, sight);
                    wanted.iter_mut().zip(trace).for_each(|(sum, trace)| *sum += error * trace);
                }
            }
            for (found, wanted) in traced.slope.iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1e-12, "{lambda}: {:?}, not {wanted}", traced.slope);
            }
        }
    }

    #[test]
    fn the_later_half_is_averaged() {
        let course = [[1.0], [5.0], [2.0], [4.0], [6.0]];
        assert_eq!(late_mean(course.iter().map(<[f64; 1]>::as_slice)), Some(vec![4.0]));
        assert_eq!(late_mean(course[..1].iter().map(<[f64; 1]>::as_slice)), Some(vec![1.0]));
        assert_eq!(late_mean(course[..0].iter().map(<[f64; 1]>::as_slice)), None);
    }
}
