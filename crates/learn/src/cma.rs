//! CMA-ES: evolution with a normal distribution that learns where better points are found.
//!
//! Idea: draw λ points from a normal distribution, move its mean to the weighted mean of the better half, and let its
//! covariance follow the steps that did well, so that it stretches along valleys and shrinks near the goal.
//! Formulas: Hansen, *The CMA Evolution Strategy: A Tutorial* (2016), with positive weights: weighted recombination,
//! cumulative step-size adaptation, rank-one and rank-μ update of the covariance.
//! Ours: bounds are mirrors (a point that left them is sent back, and learnt from where it was sent to), and all
//! randomness of a generation follows from the seed and its number, so that the state is a plain value.
//! For games, with their noise: [`CmaTuner`].

mod tuner;

pub use tuner::{CmaSettings, CmaTuner};

use ludwerk_core::Rng;
use serde::{Deserialize, Serialize};

use crate::numbers::{eigen, normal, reflected};

/// The state of a search for the least value of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    seed: u64,
    generation: u64,
    mean: Vec<f64>,
    /// The step size.
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    /// The eigenvectors of the covariance, one a column, and the roots of its eigenvalues.
    axes: Vec<Vec<f64>>,
    lengths: Vec<f64>,
    /// How many generations old they are.
    age: u64,
    sigma_path: Vec<f64>,
    covariance_path: Vec<f64>,
    n_points: usize,
    bounds: Option<Vec<(f64, f64)>>,
    /// The least deviation of each coordinate, for those that come in steps.
    least_deviations: Vec<f64>,
    /// The points that were handed out.
    asked: Vec<Vec<f64>>,
}

/// The constants of the tutorial, for a dimension and a number of points.
struct Constants {
    /// Of the better half, the best first; they sum to 1.
    weights: Vec<f64>,
    /// How many points the weighted mean is worth.
    mu_eff: f64,
    sigma_rate: f64,
    damping: f64,
    path_rate: f64,
    rank_one: f64,
    rank_mu: f64,
    /// The expected length of a normal vector.
    expected_length: f64,
}

impl Constants {
    fn new(dimension: usize, n_points: usize) -> Self {
        let n = dimension as f64;
        let raw: Vec<f64> = (1..=n_points / 2)
            .map(|rank| f64::midpoint(n_points as f64, 1.0).ln() - (rank as f64).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_rate = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let damping = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma_rate;
        let rank_one = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let rank_mu =
            (2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff)).min(1.0 - rank_one);
        Self {
            weights,
            mu_eff,
            sigma_rate,
            damping,
            path_rate: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            rank_one,
            rank_mu,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Cma {
    /// A search that begins around `start` with steps of size `sigma`.
    ///
    /// # Panics
    /// If `start` is empty.
    pub fn new(start: Vec<f64>, sigma: f64, seed: u64) -> Self {
        let n = start.len();
        assert!(n > 0, "a space has at least one dimension");
        let identity: Vec<Vec<f64>> =
            (0..n).map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect()).collect();
        Self {
            seed,
            generation: 0,
            mean: start,
            sigma,
            covariance: identity.clone(),
            axes: identity,
            lengths: vec![1.0; n],
            age: 0,
            sigma_path: vec![0.0; n],
            covariance_path: vec![0.0; n],
            n_points: default_points(n),
            bounds: None,
            least_deviations: vec![0.0; n],
            asked: Vec::new(),
        }
    }

    /// The same with so many points a generation, at least 4.
    #[must_use]
    pub fn with_points(mut self, n_points: usize) -> Self {
        self.n_points = n_points.max(4);
        self
    }

    /// The same within bounds.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Vec<(f64, f64)>) -> Self {
        self.mean = self.mean.iter().zip(&bounds).map(|(&x, &bounds)| reflected(x, bounds)).collect();
        self.bounds = Some(bounds);
        self
    }

    /// The same where no coordinate's deviation falls below its least one.
    #[must_use]
    pub fn with_least_deviations(mut self, least: Vec<f64>) -> Self {
        self.least_deviations = least;
        self
    }

    /// How many points a generation has.
    pub fn n_points(&self) -> usize {
        self.n_points
    }

    /// How many generations have been told.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The mean of the distribution.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The step size.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The deviation along the longest axis.
    pub fn spread(&self) -> f64 {
        self.sigma * self.lengths.iter().fold(0.0, |longest: f64, &length| longest.max(length))
    }

    /// The points of a generation. Asked again before they are told, they are the same.
    pub fn ask(&mut self) -> &[Vec<f64>] {
        let mut rng = Rng::new(Rng::derive(self.seed, self.generation));
        let n = self.mean.len();
        self.asked = (0..self.n_points)
            .map(|_| {
                let stretched: Vec<f64> =
                    self.lengths.iter().map(|length| length * normal(&mut rng)).collect();
                let coordinate = |row: usize| {
                    let step: f64 = self.axes[row].iter().zip(&stretched).map(|(axis, x)| axis * x).sum();
                    let value = self.mean[row] + self.sigma * step;
                    self.bounds.as_ref().map_or(value, |bounds| reflected(value, bounds[row]))
                };
                (0..n).map(coordinate).collect()
            })
            .collect();
        &self.asked
    }

    /// Learns from the values of the points that were handed out, in their order; the least is the best.
    ///
    /// # Panics
    /// If there is not one value for each point.
    pub fn tell(&mut self, values: &[f64]) {
        assert_eq!(values.len(), self.asked.len(), "one value a point");
        let n = self.mean.len();
        let constants = Constants::new(n, self.n_points);
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));

        // 1. The mean moves to the weighted mean of the better half.
        let steps: Vec<Vec<f64>> = order[..constants.weights.len()]
            .iter()
            .map(|&idx| {
                self.asked[idx].iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect()
            })
            .collect();
        let weighted = |of: &dyn Fn(&Vec<f64>) -> f64| -> f64 {
            constants.weights.iter().zip(&steps).map(|(weight, step)| weight * of(step)).sum()
        };
        let moved: Vec<f64> = (0..n).map(|row| weighted(&|step| step[row])).collect();
        for (mean, step) in self.mean.iter_mut().zip(&moved) {
            *mean += self.sigma * step;
        }

        // 2. The path of the mean, as if the distribution were round, sets the step size.
        let rate = constants.sigma_rate;
        let round = self.rounded_off(&moved);
        let gain = (rate * (2.0 - rate) * constants.mu_eff).sqrt();
        for (path, step) in self.sigma_path.iter_mut().zip(&round) {
            *path = (1.0 - rate) * *path + gain * step;
        }
        let length = norm(&self.sigma_path);
        self.generation += 1;
        let begun = (1.0 - (1.0 - rate).powi(2 * i32::try_from(self.generation).unwrap_or(i32::MAX))).sqrt();
        // A path that is too long says that the steps are too short; the covariance does not learn from it.
        let is_steady = length / begun / constants.expected_length < 1.4 + 2.0 / (n as f64 + 1.0);

        // 3. The path and the good steps shape the covariance.
        let rate = constants.path_rate;
        let gain = if is_steady { (rate * (2.0 - rate) * constants.mu_eff).sqrt() } else { 0.0 };
        for (path, step) in self.covariance_path.iter_mut().zip(&moved) {
            *path = (1.0 - rate) * *path + gain * step;
        }
        let lost = if is_steady { 0.0 } else { rate * (2.0 - rate) };
        let kept = 1.0 - constants.rank_one - constants.rank_mu + constants.rank_one * lost;
        for row in 0..n {
            for column in 0..=row {
                let along_path = self.covariance_path[row] * self.covariance_path[column];
                let value = kept * self.covariance[row][column]
                    + constants.rank_one * along_path
                    + constants.rank_mu * weighted(&|step| step[row] * step[column]);
                self.covariance[row][column] = value;
                self.covariance[column][row] = value;
            }
        }
        let change = (constants.sigma_rate / constants.damping) * (length / constants.expected_length - 1.0);
        self.sigma *= change.min(1.0).exp();
        self.keep_apart();
        self.asked.clear();

        // 4. The axes are looked for again when they have become too old.
        self.age += 1;
        let longest = 1.0 / ((constants.rank_one + constants.rank_mu) * n as f64 * 10.0);
        if self.age as f64 > longest {
            self.find_axes();
        }
    }

    /// A step seen from a distribution that is round: `C^(-1/2)` times the step.
    fn rounded_off(&self, step: &[f64]) -> Vec<f64> {
        let n = step.len();
        let along: Vec<f64> = (0..n)
            .map(|axis| {
                let sum: f64 = (0..n).map(|row| self.axes[row][axis] * step[row]).sum();
                sum / self.lengths[axis]
            })
            .collect();
        (0..n).map(|row| self.axes[row].iter().zip(&along).map(|(axis, x)| axis * x).sum()).collect()
    }

    /// Coordinates that come in steps keep enough deviation to reach the next one.
    fn keep_apart(&mut self) {
        for (row, &least) in self.least_deviations.iter().enumerate() {
            let least = (least / self.sigma).powi(2);
            if self.covariance[row][row] < least {
                self.covariance[row][row] = least;
                self.age = u64::MAX - 1;
            }
        }
    }

    fn find_axes(&mut self) {
        /// Rounding must not make an axis vanish.
        const SHORTEST: f64 = 1e-20;
        let (values, axes) = eigen(&self.covariance);
        self.lengths = values.iter().map(|value| value.max(SHORTEST).sqrt()).collect();
        self.axes = axes;
        self.age = 0;
    }
}

/// The usual number of points for a dimension.
pub fn default_points(dimension: usize) -> usize {
    4 + (3.0 * (dimension as f64).ln()).floor() as usize
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The evaluations that it took to come below `target`, or what was reached after the most that were allowed.
    fn minimise(cma: &mut Cma, most: usize, target: f64, f: impl Fn(&[f64]) -> f64) -> Result<usize, f64> {
        let (mut n, mut best) = (0, f64::INFINITY);
        while n < most {
            let values: Vec<f64> = cma.ask().iter().map(|x| f(x)).collect();
            n += values.len();
            cma.tell(&values);
            best = values.iter().copied().fold(best, f64::min);
            if best < target {
                return Ok(n);
            }
        }
        Err(best)
    }

    fn sphere(x: &[f64]) -> f64 {
        x.iter().map(|x| x * x).sum()
    }

    fn ellipsoid(x: &[f64]) -> f64 {
        let last = (x.len() - 1) as f64;
        x.iter().enumerate().map(|(n, x)| 1e6f64.powf(n as f64 / last) * x * x).sum()
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        x.windows(2).map(|pair| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2)).sum()
    }

    fn rastrigin(x: &[f64]) -> f64 {
        let wave = |x: &f64| x * x - 10.0 * (2.0 * std::f64::consts::PI * x).cos() + 10.0;
        x.iter().map(wave).sum()
    }

    #[test]
    fn the_sphere_in_ten_dimensions_to_1e_minus_10_within_2500_evaluations() {
        for seed in 0..3 {
            let mut cma = Cma::new(vec![3.0; 10], 1.0, seed);
            assert!(minimise(&mut cma, 2500, 1e-10, sphere).is_ok(), "seed {seed}");
        }
    }

    #[test]
    fn an_ellipsoid_of_condition_a_million_to_1e_minus_8_within_8000_evaluations() {
        for seed in 0..3 {
            let mut cma = Cma::new(vec![1.0; 10], 1.0, seed);
            let reached = minimise(&mut cma, 8000, 1e-8, ellipsoid);
            assert!(reached.is_ok(), "seed {seed}: {reached:?}");
        }
    }

    #[test]
    fn the_ellipsoid_may_be_turned() {
        // Two axes at 45 degrees to the coordinates.
        let turned = |x: &[f64]| 1e6 * (x[0] + x[1]).powi(2) + (x[0] - x[1]).powi(2);
        let mut cma = Cma::new(vec![2.0, -1.0], 0.5, 1);
        assert!(minimise(&mut cma, 1500, 1e-10, turned).is_ok());
    }

    #[test]
    fn the_valley_of_rosenbrock_in_six_dimensions_to_1e_minus_8_within_8000_evaluations() {
        let n_found = (0..4)
            .filter(|&seed| minimise(&mut Cma::new(vec![0.0; 6], 0.3, seed), 8000, 1e-8, rosenbrock).is_ok())
            .count();
        // There is a second valley, which it enters now and then.
        assert!(n_found >= 3, "{n_found} of 4");
    }

    #[test]
    fn rastrigin_in_three_dimensions_to_1e_minus_6_within_15000_evaluations_with_120_points() {
        let found = |seed: u64| {
            let mut cma = Cma::new(vec![3.5; 3], 3.0, seed).with_points(120);
            minimise(&mut cma, 15_000, 1e-6, rastrigin).is_ok()
        };
        let n_found = (0..5).filter(|&seed| found(seed)).count();
        assert!(n_found >= 4, "{n_found} of 5");
    }

    #[test]
    fn with_noise_the_mean_of_late_means_is_near_the_goal() {
        for seed in 0..3 {
            let mut cma = Cma::new(vec![2.0; 5], 1.0, seed).with_points(16);
            let mut noise = Rng::new(100 + seed);
            let mut late = vec![0.0; 5];
            for generation in 0..200 {
                // At the distance 1 the noise is as large as the value.
                let values: Vec<f64> = cma.ask().iter().map(|x| sphere(x) + normal(&mut noise)).collect();
                cma.tell(&values);
                if generation >= 100 {
                    late.iter_mut().zip(cma.mean()).for_each(|(sum, mean)| *sum += mean / 100.0);
                }
            }
            assert!(sphere(&late).sqrt() < 0.45, "seed {seed}: {late:?}");
        }
    }

    #[test]
    fn a_goal_on_the_edge_is_found_within_bounds() {
        // The best point of a slope lies in a corner.
        let bounds = vec![(-1.0, 2.0); 4];
        let mut cma = Cma::new(vec![0.5; 4], 1.0, 3).with_bounds(bounds);
        for _ in 0..150 {
            let values: Vec<f64> = cma.ask().iter().map(|x| x[0] - x[1] + x[2] * 3.0 - x[3]).collect();
            assert!(cma.asked.iter().flatten().all(|x| (-1.0..=2.0).contains(x)));
            cma.tell(&values);
        }
        let goal = [-1.0, 2.0, -1.0, 2.0];
        assert!(cma.mean().iter().zip(goal).all(|(x, goal)| (x - goal).abs() < 0.05), "{:?}", cma.mean());
    }

    #[test]
    fn a_coordinate_in_steps_does_not_freeze() {
        let mut cma = Cma::new(vec![0.0, 0.0], 1.0, 1).with_least_deviations(vec![0.3, 0.0]);
        for _ in 0..100 {
            // The first coordinate counts in whole numbers only.
            let values: Vec<f64> =
                cma.ask().iter().map(|x| (x[0].round() - 3.0).powi(2) + x[1] * x[1]).collect();
            cma.tell(&values);
        }
        assert!((cma.mean()[0] - 3.0).abs() < 0.6 && cma.mean()[1].abs() < 0.2, "{:?}", cma.mean());
        assert!(cma.sigma() * cma.covariance[0][0].sqrt() > 0.29);
    }

    #[test]
    fn the_state_can_be_written_down_and_taken_up_again() {
        let mut cma = Cma::new(vec![1.0; 3], 0.5, 9).with_bounds(vec![(-5.0, 5.0); 3]);
        assert!(minimise(&mut cma, 100, 0.0, rosenbrock).is_err());
        let text = serde_json::to_string(&cma).unwrap();
        let mut again: Cma = serde_json::from_str(&text).unwrap();
        cma.ask();
        again.ask();
        for (one, other) in cma.asked.iter().flatten().zip(again.asked.iter().flatten()) {
            assert!((one - other).abs() < 1e-12);
        }
    }
}
