//! CMA-ES for games, whose scores are full of noise.
//!
//! Some points of every generation are measured twice, and where the second measurement puts them at another rank than
//! the first, more games are played from then on (Hansen, Niederberger, Guzzella and Koumoutsakos 2009). The answer is
//! never the luckiest point: it is the mean of the distribution, averaged over the last third of the generations.

use super::{Cma, default_points};
use crate::method::{Budget, Method, Question, Rival};
use crate::space::Space;
use crate::trial::Score;

/// Numbers that may be chosen; what is left out follows from the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CmaSettings {
    /// How many points a generation has.
    pub n_points: Option<usize>,
    /// How many bouts each of them plays at first.
    pub n_bouts: Option<usize>,
    /// The first step, in units of each parameter's scale.
    pub sigma: Option<f64>,
}

/// The first step: wide enough to be felt through the noise.
const FIRST_SIGMA: f64 = 2.0;

/// So many generations are hoped for at first, and so many are left when more and more games are needed for each.
const GENERATIONS: usize = 20;
const LEAST_GENERATIONS: usize = 10;

/// A point is asked for in at least so many bouts, and at first in no more than so many unless asked: games beyond that
/// make generations more, so that a run that is ended by time has some.
const LEAST_BOUTS: usize = 2;
const MOST_FIRST_BOUTS: usize = 24;

/// A deviation of so little of the scale is not worth more games.
const CONVERGED: f64 = 0.02;

/// By how much more games are played when ranks are too uncertain; when they are not, by its fourth root less.
const MORE: f64 = 1.5;

/// Which part of a random change of ranks is borne.
const BORNE: f64 = 0.2;

/// CMA-ES that asks for games.
#[derive(Clone, Debug)]
pub struct CmaTuner {
    space: Space,
    cma: Cma,
    n_bouts_left: usize,
    /// What a point is asked for, not rounded.
    bouts: f64,
    least_bouts: usize,
    most_bouts: usize,
    first_sigma: f64,
    phase: Phase,
    /// The points of the generation, rounded.
    points: Vec<Vec<f64>>,
    uncertainty: f64,
    /// The mean after each generation.
    means: Vec<Vec<f64>>,
    standing: Option<Score>,
    is_over: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// All points are to be measured.
    Sample,
    /// Some are to be measured again; these are the first scores of all.
    Recheck(Vec<Score>),
}

impl CmaTuner {
    /// A search of a space within a budget.
    pub fn new(space: Space, budget: Budget, seed: u64, settings: CmaSettings) -> Self {
        let first_sigma = settings.sigma.unwrap_or(FIRST_SIGMA);
        let half_a_step = |parameter: &crate::space::Parameter| {
            parameter.step.map_or(0.0, |step| step / 2.0 / parameter.scale)
        };
        let mut cma = Cma::new(space.to_scaled(&space.start()), first_sigma, seed)
            .with_bounds(space.scaled_bounds())
            .with_least_deviations(space.parameters().iter().map(half_a_step).collect());
        // Many points that are measured badly teach more than a few that are measured well.
        let n = space.n_parameters();
        let by_budget = (budget.n_bouts() / (LEAST_BOUTS * GENERATIONS)).min(50 + 10 * n);
        cma = cma.with_points(settings.n_points.unwrap_or(by_budget.max(default_points(n))));
        let a_generation = cma.n_points() + n_rechecked(cma.n_points());
        let by_budget = |n_generations: usize| budget.n_bouts() / (a_generation * n_generations);
        let least_bouts =
            settings.n_bouts.unwrap_or_else(|| by_budget(GENERATIONS).min(MOST_FIRST_BOUTS)).max(LEAST_BOUTS);
        Self {
            points: Vec::new(),
            n_bouts_left: budget.n_bouts(),
            bouts: least_bouts as f64,
            least_bouts,
            most_bouts: by_budget(LEAST_GENERATIONS).max(least_bouts),
            first_sigma,
            phase: Phase::Sample,
            uncertainty: 0.0,
            means: Vec::new(),
            standing: None,
            is_over: false,
            space,
            cma,
        }
    }

    fn questions(&self, n_points: usize) -> Vec<Question> {
        let n_bouts = self.bouts.round() as usize;
        let question =
            |point: &Vec<f64>| Question { point: point.clone(), against: Rival::Reference, n_bouts };
        self.points[..n_points].iter().map(question).collect()
    }

    /// Learns from a generation: the first scores, and the second ones of those that were measured twice.
    fn learn(&mut self, mut scores: Vec<Score>, again: &[Score]) {
        let first: Vec<f64> = scores.iter().map(Score::mean).collect();
        let second: Vec<f64> = again.iter().map(Score::mean).collect();
        let uncertainty = uncertainty(&first, &second);
        self.uncertainty = f64::midpoint(self.uncertainty, uncertainty);
        let factor = if self.uncertainty > 0.0 { MORE } else { MORE.powf(-0.25) };
        self.bouts = (self.bouts * factor).clamp(self.least_bouts as f64, self.most_bouts as f64);
        self.standing = Some(together(&scores));
        scores.iter_mut().zip(again).for_each(|(score, again)| score.extend(again));
        let values: Vec<f64> = scores.iter().map(|score| -score.mean()).collect();
        self.cma.tell(&values);
        self.means.push(self.cma.mean().to_vec());
    }
}

impl Method for CmaTuner {
    fn name(&self) -> &'static str {
        "cma"
    }

    fn ask(&mut self) -> Vec<Question> {
        let n_bouts = self.bouts.round() as usize;
        match self.phase {
            Phase::Recheck(_) => self.questions(n_rechecked(self.points.len())),
            Phase::Sample => {
                let n_points = self.cma.n_points();
                let cost = (n_points + n_rechecked(n_points)) * n_bouts;
                if self.is_over || cost > self.n_bouts_left || self.cma.spread() < CONVERGED {
                    return Vec::new();
                }
                let space = &self.space;
                let point = |scaled: &Vec<f64>| space.rounded(&space.from_scaled(scaled));
                self.points = self.cma.ask().iter().map(point).collect();
                self.questions(n_points)
            }
        }
    }

    fn tell(&mut self, scores: &[Score]) {
        let n_bouts: usize = scores.iter().map(|score| score.bouts.len()).sum();
        self.n_bouts_left = self.n_bouts_left.saturating_sub(n_bouts);
        self.phase = match std::mem::replace(&mut self.phase, Phase::Sample) {
            Phase::Sample => {
                self.standing = None;
                Phase::Recheck(scores.to_vec())
            }
            Phase::Recheck(first) => {
                self.learn(first, scores);
                Phase::Sample
            }
        };
    }

    fn wind_up(&mut self) {
        self.is_over = true;
    }

    fn estimate(&self) -> Vec<f64> {
        let n_late = self.means.len().div_ceil(3);
        if n_late == 0 {
            return self.space.rounded(&self.space.start());
        }
        let late = &self.means[self.means.len() - n_late..];
        let mean = |place: usize| late.iter().map(|mean| mean[place]).sum::<f64>() / n_late as f64;
        let mean: Vec<f64> = (0..self.space.n_parameters()).map(mean).collect();
        self.space.rounded(&self.space.from_scaled(&mean))
    }

    fn standing(&self) -> Option<Score> {
        self.standing.clone()
    }

    fn standing_help(&self) -> &'static str {
        "all points of a generation together"
    }

    fn status(&self) -> String {
        let generation = self.cma.generation() + 1;
        format!("generation {generation}, step {:.2}", self.cma.spread())
    }

    fn settings(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("points", self.cma.n_points() as f64),
            ("bouts", self.least_bouts as f64),
            ("sigma", self.first_sigma),
        ]
    }
}

/// How many points of a generation are measured twice.
fn n_rechecked(n_points: usize) -> usize {
    (n_points / 5).max(2)
}

/// The score of all points together.
fn together(scores: &[Score]) -> Score {
    Score { bouts: scores.iter().flat_map(|score| &score.bouts).cloned().collect() }
}

/// How much more the ranks of the points that were measured twice changed than can be borne; below 0 if less.
fn uncertainty(first: &[f64], second: &[f64]) -> f64 {
    let unchanged = first[second.len()..].iter();
    let all: Vec<f64> = first.iter().chain(second).chain(unchanged).copied().collect();
    let n = all.len();
    // Equal values share their ranks.
    let rank = |value: f64| {
        let below = all.iter().filter(|&&other| other < value).count() as f64;
        let equal = all.iter().filter(|&&other| other == value).count() as f64;
        below + f64::midpoint(equal, 1.0)
    };
    let borne = |rank: f64| {
        let mut changes: Vec<f64> = (1..n).map(|other| (other as f64 - rank).abs()).collect();
        changes.sort_by(f64::total_cmp);
        BORNE * changes[changes.len() / 2]
    };
    let excess = |(&old, &new): (&f64, &f64)| {
        let (before, after) = (rank(old), rank(new));
        let change = ((after - before).abs() - 1.0).max(0.0);
        let apart = |one: f64, other: f64| if one > other { 1.0 } else { 0.0 };
        2.0 * change - borne(after - apart(after, before)) - borne(before - apart(before, after))
    };
    first.iter().zip(second).map(excess).sum::<f64>() / second.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_that_hold_are_certain_and_ranks_that_turn_are_not() {
        let first = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
        assert!(uncertainty(&first, &[0.11, 0.19]) < 0.0);
        assert!(uncertainty(&first, &[0.95, 0.85]) > 0.0);
    }
}
