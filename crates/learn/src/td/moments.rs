//! How features vary together, by which errors are turned into steps of the same length for all of them.
//!
//! A feature of hundreds and one of hundredths need steps of different lengths, and two that mostly say the same must
//! not both be blamed for all of an error. So a step solves `(C + ρ·diag C)·step = slope`, where `C` holds the
//! covariances: with `ρ = 0` that is Newton's method for the logistic function, with a large `ρ` every feature is
//! normalised by its own variance alone.

use serde::{Deserialize, Serialize};

use super::model::Sight;

/// `ρ`: how much of a feature's own variance is added, so that nothing is divided by next to nothing.
const RIDGE: f64 = 0.1;

/// A feature that varies less than this, beside its size, does not vary.
const CONSTANT: f64 = 1e-9;

/// Sums over what was seen: the features, then an offset for each number of turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    n_features: usize,
    count: f64,
    sums: Vec<f64>,
    /// Products of two, the lower triangle row by row.
    products: Vec<f64>,
}

/// Where the product of two stands.
fn place(row: usize, column: usize) -> usize {
    let (row, column) = if row < column { (column, row) } else { (row, column) };
    row * (row + 1) / 2 + column
}

impl Moments {
    /// Nothing seen yet.
    pub fn new(n_features: usize, n_seats: usize) -> Self {
        let n = n_features + n_seats;
        Self { n_features, count: 0.0, sums: vec![0.0; n], products: vec![0.0; n * (n + 1) / 2] }
    }

    /// Counts what a seat saw.
    pub fn add(&mut self, sight: &Sight) {
        self.count += 1.0;
        for (row, &value) in sight.values.iter().enumerate() {
            self.sums[row] += value;
            let products = &mut self.products[place(row, 0)..=place(row, row)];
            for (product, other) in products.iter_mut().zip(&sight.values) {
                *product += value * other;
            }
        }
        let offset = self.n_features + sight.turns;
        self.sums[offset] += 1.0;
        let products = &mut self.products[place(offset, 0)..];
        for (product, value) in products.iter_mut().zip(&sight.values) {
            *product += value;
        }
        self.products[place(offset, offset)] += 1.0;
    }

    /// Adds what was seen elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        for (sum, more) in self.products.iter_mut().zip(&other.products) {
            *sum += more;
        }
    }

    /// The mean of a feature.
    pub fn mean(&self, feature: usize) -> f64 {
        self.sums[feature] / self.count.max(1.0)
    }

    /// How two vary together. Features are taken off their means, offsets are not.
    fn covariance(&self, row: usize, column: usize) -> f64 {
        let centre = |n: usize| if n < self.n_features { self.mean(n) } else { 0.0 };
        let mean = |n: usize| self.sums[n] / self.count.max(1.0);
        let product = self.products[place(row, column)] / self.count.max(1.0);
        product - centre(row) * mean(column) - centre(column) * mean(row) + centre(row) * centre(column)
    }

    /// The step for a slope; 0 for features that are not free or do not vary.
    pub fn solve(&self, slope: &[f64], is_free: &[bool]) -> Vec<f64> {
        let n = self.sums.len();
        let varies = |place: usize| {
            let variance = self.covariance(place, place);
            let size = self.mean(place);
            variance > CONSTANT * (size * size + CONSTANT)
        };
        let is_used = |place: usize| varies(place) && (place >= self.n_features || is_free[place]);
        let used: Vec<usize> = (0..n).filter(|&place| is_used(place)).collect();
        // The slope as it is with features taken off their means.
        let offsets: f64 = slope[self.n_features..].iter().sum();
        let centred = |place: usize| {
            slope[place] - if place < self.n_features { self.mean(place) * offsets } else { 0.0 }
        };
        let matrix: Vec<Vec<f64>> = used
            .iter()
            .map(|&row| {
                let ridge = |column: usize| if row == column { 1.0 + RIDGE } else { 1.0 };
                used.iter().map(|&column| self.covariance(row, column) * ridge(column)).collect()
            })
            .collect();
        let wanted = used.iter().map(|&place| centred(place)).collect();
        let mut step = vec![0.0; n];
        for (&place, found) in used.iter().zip(solve(matrix, wanted)) {
            step[place] = found;
        }
        step
    }

    /// By how much a step changes what it is added to, on average.
    pub fn length(&self, step: &[f64]) -> f64 {
        let places = || (0..step.len()).filter(|&place| step[place] != 0.0);
        let row = |row: usize| -> f64 {
            places().map(|column| step[column] * self.covariance(row, column)).sum::<f64>() * step[row]
        };
        places().map(row).sum::<f64>().max(0.0).sqrt()
    }
}

/// Solves equations with a symmetric positive definite matrix (Cholesky).
fn solve(mut matrix: Vec<Vec<f64>>, mut wanted: Vec<f64>) -> Vec<f64> {
    let n = wanted.len();
    for row in 0..n {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let left = matrix[row][column] - done;
            // The ridge keeps the diagonal well above 0.
            matrix[row][column] = if row == column { left.sqrt() } else { left / matrix[column][column] };
        }
        let done: f64 = (0..row).map(|k| matrix[row][k] * wanted[k]).sum();
        wanted[row] = (wanted[row] - done) / matrix[row][row];
    }
    for row in (0..n).rev() {
        let done: f64 = (row + 1..n).map(|k| matrix[k][row] * wanted[k]).sum();
        wanted[row] = (wanted[row] - done) / matrix[row][row];
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![vec![4.0, 2.0, 1.0], vec![2.0, 5.0, 3.0], vec![1.0, 3.0, 6.0]];
        let found = solve(matrix.clone(), vec![1.0, 2.0, 3.0]);
        for (row, wanted) in matrix.iter().zip([1.0, 2.0, 3.0]) {
            let sum: f64 = row.iter().zip(&found).map(|(a, b)| a * b).sum();
            assert!((sum - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn what_does_not_vary_is_left_alone() {
        let mut moments = Moments::new(2, 2);
        for n in 0..10 {
            moments.add(&Sight { values: vec![3.0, f64::from(n)], turns: (n % 2) as usize });
        }
        let step = moments.solve(&[1.0, 1.0, 0.0, 0.0], &[true, true]);
        assert_eq!(step[0], 0.0);
        assert!(step[1] > 0.0);
        assert_eq!(moments.solve(&[1.0, 1.0, 0.0, 0.0], &[true, false])[1], 0.0);
    }

    #[test]
    fn moments_merge() {
        let sight = |n: u32| Sight { values: vec![f64::from(n), f64::from(n * n)], turns: (n % 2) as usize };
        let (mut all, mut one, mut other) = (Moments::new(2, 2), Moments::new(2, 2), Moments::new(2, 2));
        for n in 0..10 {
            all.add(&sight(n));
            if n < 4 { one.add(&sight(n)) } else { other.add(&sight(n)) }
        }
        one.merge(&other);
        assert_eq!(one, all);
    }
}
