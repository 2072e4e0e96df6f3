//! SPSA: simultaneous perturbation stochastic approximation, as chess programs are tuned.
//!
//! Idea: move all parameters at once, each up or down by lot, and let the result play its mirror image; then all
//! parameters take a small step towards the side that won. Two agents are enough for any number of parameters.
//! Formulas: Spall (1998); perturbation `c_k = c / k^γ`, gain `a_k = a / (A + k)^α`, α = 0.602, γ = 0.101, A = 10% of the
//! iterations, and a step of `a_k / c_k · (won − lost) · ±1` a bout, in units of each parameter's scale, as Fishtest does.
//! Ours: `a` follows from the number of bouts, so that luck alone would carry a parameter about [`DRIFT`] of its
//! perturbation, and the answer is the mean of the iterates of the second half. A part of the games is spent on
//! measuring how the answer so far does against the reference, for the learning curve alone.

use ludwerk_core::Rng;

use crate::method::{Budget, Method, Question, Rival};
use crate::space::Space;
use crate::trial::Score;

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// `A`, as a part of the iterations.
const SETTLING: f64 = 0.1;

/// How far luck alone carries a parameter in all, in perturbations.
pub const DRIFT: f64 = 1.0;

/// So many iterations are enough for the luck of the directions to cancel; games beyond that make bouts more.
const ITERATIONS: usize = 1500;

/// An iteration has at least so many bouts, for threads to share.
const LEAST_BOUTS: usize = 4;

/// The learning curve: so many points, and which part of all games they cost.
const CHECKS: usize = 8;
const CHECKED: f64 = 0.15;

/// Numbers that may be chosen; what is left out follows from the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpsaSettings {
    /// How many bouts an iteration plays.
    pub n_bouts: Option<usize>,
    /// The perturbation in the end, in units of each parameter's scale.
    pub perturbation: Option<f64>,
    /// How far luck alone carries a parameter, in perturbations: more is bolder.
    pub drift: Option<f64>,
}

/// The method.
#[derive(Clone, Debug)]
pub struct Spsa {
    space: Space,
    seed: u64,
    n_iterations: usize,
    n_bouts: usize,
    /// The bouts of a point of the learning curve.
    check_bouts: usize,
    perturbation: f64,
    drift: f64,
    /// How many iterations are done.
    iteration: usize,
    theta: Vec<f64>,
    signs: Vec<f64>,
    /// The sum of the iterates of the second half, and how many there are.
    late: (Vec<f64>, usize),
    n_checks: usize,
    is_check: bool,
    standing: Option<Score>,
    is_over: bool,
}

impl Spsa {
    /// A search of a space within a budget.
    pub fn new(space: Space, budget: Budget, seed: u64, settings: SpsaSettings) -> Self {
        let check_bouts = (budget.n_bouts() as f64 * CHECKED / CHECKS as f64) as usize;
        let n_bouts_in_all = budget.n_bouts() - check_bouts * CHECKS;
        let n_bouts = settings.n_bouts.unwrap_or((n_bouts_in_all / ITERATIONS).max(LEAST_BOUTS)).max(1);
        let n = space.n_parameters();
        Self {
            theta: space.to_scaled(&space.start()),
            seed,
            n_iterations: n_bouts_in_all / n_bouts,
            n_bouts,
            check_bouts,
            perturbation: settings.perturbation.unwrap_or(1.0),
            drift: settings.drift.unwrap_or(DRIFT),
            iteration: 0,
            signs: vec![1.0; n],
            late: (vec![0.0; n], 0),
            n_checks: 0,
            is_check: false,
            standing: None,
            is_over: false,
            space,
        }
    }

    /// The perturbation of this iteration, in units of the scale.
    fn perturbation(&self) -> f64 {
        let rest = (self.iteration + 1) as f64 / self.n_iterations as f64;
        self.perturbation * rest.powf(-GAMMA)
    }

    /// The step for a bout that was won by both games, in units of the scale.
    fn gain(&self) -> f64 {
        let n = self.n_iterations as f64;
        let settling = SETTLING * n;
        let now = ((settling + n) / (settling + (self.iteration + 1) as f64)).powf(ALPHA);
        let at_the_end = self.drift / ((self.n_iterations * self.n_bouts) as f64).sqrt();
        // a / c: the gain falls, the perturbation in its denominator, too.
        at_the_end * self.perturbation * now * self.perturbation / self.perturbation()
    }

    fn point(&self, direction: f64) -> Vec<f64> {
        let away = direction * self.perturbation();
        let moved: Vec<f64> = self.theta.iter().zip(&self.signs).map(|(x, sign)| x + away * sign).collect();
        self.space.rounded(&self.space.from_scaled(&moved))
    }

    fn step(&mut self, score: &Score) {
        // From −1 to 1 for each bout: what was won less what was lost.
        let result = (2.0 * score.mean() - 1.0) * score.bouts.len() as f64;
        let step = self.gain() * result;
        let bounds = self.space.scaled_bounds();
        for ((x, sign), (least, greatest)) in self.theta.iter_mut().zip(&self.signs).zip(bounds) {
            *x = (*x + step * sign).clamp(least, greatest);
        }
        self.iteration += 1;
        if self.iteration > self.n_iterations / 2 {
            self.late.0.iter_mut().zip(&self.theta).for_each(|(sum, x)| *sum += x);
            self.late.1 += 1;
        }
    }

    fn is_check_due(&self) -> bool {
        self.check_bouts > 0
            && self.n_iterations > 0
            && self.n_checks < CHECKS
            && self.iteration * CHECKS >= (self.n_checks + 1) * self.n_iterations
    }
}

impl Method for Spsa {
    fn name(&self) -> &'static str {
        "spsa"
    }

    fn ask(&mut self) -> Vec<Question> {
        if self.is_over {
            return Vec::new();
        }
        self.is_check = self.is_check_due();
        if self.is_check {
            let n_bouts = self.check_bouts;
            return vec![Question { point: self.estimate(), against: Rival::Reference, n_bouts }];
        }
        if self.iteration >= self.n_iterations {
            return Vec::new();
        }
        let mut rng = Rng::new(Rng::derive(self.seed, self.iteration as u64));
        self.signs.fill_with(|| if rng.below(2) == 0 { 1.0 } else { -1.0 });
        let (point, mirrored) = (self.point(1.0), self.point(-1.0));
        vec![Question { point, against: Rival::Point(mirrored), n_bouts: self.n_bouts }]
    }

    fn tell(&mut self, scores: &[Score]) {
        self.standing = None;
        let [score] = scores else { return };
        if self.is_check {
            self.n_checks += 1;
            self.standing = Some(score.clone());
        } else {
            self.step(score);
        }
    }

    fn wind_up(&mut self) {
        self.is_over = true;
    }

    fn estimate(&self) -> Vec<f64> {
        let (sum, n) = &self.late;
        let scaled: Vec<f64> =
            if *n == 0 { self.theta.clone() } else { sum.iter().map(|sum| sum / *n as f64).collect() };
        self.space.rounded(&self.space.from_scaled(&scaled))
    }

    fn standing(&self) -> Option<Score> {
        self.standing.clone()
    }

    fn standing_help(&self) -> &'static str {
        "the answer so far, in games that are used for nothing else"
    }

    fn status(&self) -> String {
        let iteration = (self.iteration + 1).min(self.n_iterations);
        format!("iteration {iteration} of {}", self.n_iterations)
    }

    fn settings(&self) -> Vec<(&'static str, f64)> {
        vec![("bouts", self.n_bouts as f64), ("perturbation", self.perturbation), ("drift", self.drift)]
    }
}
