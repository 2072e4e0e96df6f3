//! How shares of the win follow from weights, and how the weights follow what games have shown.
//!
//! A seat that sees the feature values `φ` expects the share `p = 1 / (1 + (n − 1)·exp(−x))` of the win among `n` seats,
//! with `x = w·φ / scale + b`. An even position has `x = 0` and `p = 1/n`. The offsets `b`, one for each number of turns
//! until the seat moves, stand for what a game's table has no feature for: to be the one who moves, and features that
//! are never 0. They are learnt beside the weights and left out of the result, as they are the same for all moves of
//! a position.
//!
//! Errors `δ` of such shares are followed along the slope of the log-likelihood, which is `δ·φ`: no error is too large to
//! be felt, as it is with squares.

use serde::{Deserialize, Serialize};

use super::moments::Moments;

/// What one seat sees of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The value of each feature.
    pub values: Vec<f64>,
    /// In how many turns the seat moves; 0 if it is to move.
    pub turns: usize,
}

/// Weights and offsets, and the shares that they let expect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShareModel {
    /// One for each feature, in the order of the table.
    pub weights: Vec<f64>,
    /// One for each number of turns until the seat moves.
    pub offsets: Vec<f64>,
    /// How much evaluation it takes to win e times as often.
    pub scale: f64,
}

/// What a weight may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub least: f64,
    /// The greatest; the same if it is fixed.
    pub greatest: f64,
}

impl ShareModel {
    /// The model of a game with so many seats.
    pub fn new(weights: Vec<f64>, n_seats: usize, scale: f64) -> Self {
        Self { weights, offsets: vec![0.0; n_seats], scale }
    }

    /// The number of seats.
    pub fn n_seats(&self) -> usize {
        self.offsets.len()
    }

    /// The share that a seat expects.
    pub fn share(&self, sight: &Sight) -> f64 {
        let value: f64 = self.weights.iter().zip(&sight.values).map(|(weight, value)| weight * value).sum();
        let x = value / self.scale + self.offsets[sight.turns];
        1.0 / (1.0 + (self.n_seats() as f64 - 1.0) * (-x).exp())
    }

    /// Follows what games have shown, by `rate` of the step that would explain them best, and keeps all weights within
    /// their bounds. Gives the change of `x` that the step makes, on average.
    pub fn follow(&mut self, evidence: &Evidence, moments: &Moments, bounds: &[Bounds], rate: f64) -> f64 {
        /// No step changes `x` by more, on average: early ones know little.
        const LONGEST: f64 = 0.5;
        /// Shares are taken to change at least by this part of what they do in even positions.
        const LEAST_SPREAD: f64 = 0.1;
        if evidence.n_samples == 0 {
            return 0.0;
        }
        let n_features = self.weights.len();
        let equal = 1.0 / self.n_seats() as f64;
        // 1. The slope of the mean log-likelihood, over how much shares change with `x`: less where all is decided.
        let even = equal * (1.0 - equal);
        let curvature = (evidence.spread / evidence.n_samples as f64).clamp(LEAST_SPREAD * even, even);
        let slope: Vec<f64> =
            evidence.slope.iter().map(|sum| sum / evidence.n_samples as f64 / curvature).collect();
        // 2. The step, without weights that are fixed, and without those that it would drive out of their bounds.
        let mut is_free: Vec<bool> = bounds.iter().map(|bounds| bounds.least < bounds.greatest).collect();
        let step = loop {
            let step = moments.solve(&slope, &is_free);
            let leaves = |n: usize| {
                let (weight, bounds) = (self.weights[n], bounds[n]);
                is_free[n]
                    && (step[n] > 0.0 && weight >= bounds.greatest || step[n] < 0.0 && weight <= bounds.least)
            };
            let stuck: Vec<_> = (0..n_features).filter(|&n| leaves(n)).collect();
            if stuck.is_empty() {
                break step;
            }
            for n in stuck {
                is_free[n] = false;
            }
        };
        // 3. Go a part of the way.
        let length = rate * moments.length(&step);
        let rate = if length > LONGEST { rate * LONGEST / length } else { rate };
        for (n, weight) in self.weights.iter_mut().enumerate() {
            let (before, Bounds { least, greatest }) = (*weight, bounds[n]);
            *weight = (before + rate * step[n] * self.scale).clamp(least, greatest);
            // Offsets are told apart from the mean of the features, which the weight has moved.
            let moved = (*weight - before) / self.scale * moments.mean(n);
            for offset in &mut self.offsets {
                *offset -= moved;
            }
        }
        for (offset, step) in self.offsets.iter_mut().zip(&step[n_features..]) {
            *offset += rate * step;
        }
        length.min(LONGEST)
    }
}

/// What games have shown: sums over all that was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Errors times what the share follows from: the features, then an offset for each number of turns.
    pub slope: Vec<f64>,
    /// How many shares were expected.
    pub n_samples: u64,
    /// The squares of what the shares were off the result in the end.
    pub squares: f64,
    /// How much the shares change with what they follow from: `p·(1 − p)`.
    pub spread: f64,
    /// How the features vary, where that is wanted.
    pub moments: Option<Moments>,
}

impl Evidence {
    /// Nothing seen yet.
    pub fn new(n_features: usize, n_seats: usize, with_moments: bool) -> Self {
        Self {
            slope: vec![0.0; n_features + n_seats],
            n_samples: 0,
            squares: 0.0,
            spread: 0.0,
            moments: with_moments.then(|| Moments::new(n_features, n_seats)),
        }
    }

    /// Counts a share that was expected, and what the seat took in the end.
    pub fn expect(&mut self, sight: &Sight, share: f64, result: f64) {
        self.n_samples += 1;
        self.squares += (result - share) * (result - share);
        self.spread += share * (1.0 - share);
        if let Some(moments) = &mut self.moments {
            moments.add(sight);
        }
    }

    /// Adds an error times what it is to be blamed on.
    pub fn blame(&mut self, error: f64, traces: &[f64]) {
        for (sum, trace) in self.slope.iter_mut().zip(traces) {
            *sum += error * trace;
        }
    }

    /// Adds what other games have shown.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.slope.iter_mut().zip(&other.slope) {
            *sum += more;
        }
        self.n_samples += other.n_samples;
        self.squares += other.squares;
        self.spread += other.spread;
        if let (Some(moments), Some(more)) = (&mut self.moments, &other.moments) {
            moments.merge(more);
        }
    }

    /// The root of the mean square of what shares were off the result.
    pub fn error(&self) -> f64 {
        (self.squares / (self.n_samples.max(1)) as f64).sqrt()
    }
}

/// Adds what a share follows from to a trace.
pub fn add_sight(traces: &mut [f64], sight: &Sight) {
    let (features, offsets) = traces.split_at_mut(sight.values.len());
    for (trace, value) in features.iter_mut().zip(&sight.values) {
        *trace += value;
    }
    offsets[sight.turns] += 1.0;
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Rng;

    use super::*;

    fn bounds(least: f64, greatest: f64) -> Bounds {
        Bounds { least, greatest }
    }

    #[test]
    fn an_even_position_is_shared_equally() {
        for n_seats in 2..=4 {
            let model = ShareModel::new(vec![3.0, -1.0], n_seats, 5.0);
            let sight = Sight { values: vec![1.0, 3.0], turns: 0 };
            assert!((model.share(&sight) - 1.0 / n_seats as f64).abs() < 1e-12);
        }
    }

    /// Features of very different scales, correlated and off 0: results that follow known weights give them back.
    #[test]
    fn it_finds_the_weights_that_results_follow() {
        let truth = ShareModel { weights: vec![0.02, -40.0, 0.0], offsets: vec![1.0, -2.0], scale: 10.0 };
        let mut rng = Rng::new(5);
        let normal = |rng: &mut Rng| (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        let samples: Vec<(Sight, f64)> = (0..4000)
            .map(|n| {
                let (a, b, c) = (normal(&mut rng), normal(&mut rng), normal(&mut rng));
                let values = vec![500.0 + 300.0 * a, 0.3 * a + 0.3 * b, c];
                let sight = Sight { values, turns: n % 2 };
                let share = truth.share(&sight);
                (sight, share)
            })
            .collect();
        let mut model = ShareModel::new(vec![0.0, 0.0, 5.0], 2, 10.0);
        let bounds = [bounds(0.0, 1.0), bounds(-100.0, 0.0), bounds(-10.0, 10.0)];
        for _ in 0..400 {
            let mut evidence = Evidence::new(3, 2, true);
            for (sight, result) in &samples {
                let share = model.share(sight);
                evidence.expect(sight, share, *result);
                let mut trace = vec![0.0; 5];
                add_sight(&mut trace, sight);
                evidence.blame(result - share, &trace);
            }
            let moments = evidence.moments.clone().unwrap();
            model.follow(&evidence, &moments, &bounds, 0.5);
        }
        for (found, wanted) in model.weights.iter().zip(&truth.weights) {
            assert!((found - wanted).abs() < 1e-3 * (1.0 + wanted.abs()), "{:?}", model.weights);
        }
        for (found, wanted) in model.offsets.iter().zip(&truth.offsets) {
            assert!((found - wanted).abs() < 1e-3, "{:?}", model.offsets);
        }
    }

    #[test]
    fn weights_stay_within_their_bounds_and_fixed_ones_where_they_are() {
        let mut model = ShareModel::new(vec![1.0, 7.0], 2, 1.0);
        let mut evidence = Evidence::new(2, 2, true);
        let mut rng = Rng::new(1);
        for n in 0..100 {
            let sight = Sight { values: vec![rng.unit() - 0.5, rng.unit() - 0.5], turns: n % 2 };
            evidence.expect(&sight, 0.5, 1.0);
            let mut trace = vec![0.0; 4];
            add_sight(&mut trace, &sight);
            evidence.blame(10.0 * (sight.values[0] + sight.values[1]), &trace);
        }
        let moments = evidence.moments.clone().unwrap();
        for _ in 0..50 {
            model.follow(&evidence, &moments, &[bounds(0.0, 2.0), bounds(7.0, 7.0)], 1.0);
        }
        assert_eq!(model.weights, [2.0, 7.0]);
    }
}
