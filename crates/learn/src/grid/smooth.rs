//! What the cells of a grid are worth when their neighbours are asked as well.
//!
//! Cells near each other play alike, so the score of one says something about the next. The model is that of kriging:
//! the true scores are a smooth surface (a Gaussian process) around a common mean, and what is measured is the surface
//! with the errors of the games added. How high the hills are and how wide along each axis is what makes the measured
//! scores most likely. Where the cells look like noise, the surface is nearly flat; where neighbours differ by far
//! more than their errors, it follows them.
//!
//! The cells form a full grid and have about the same error, so all matrices are products of one small matrix an axis,
//! and nothing larger than an axis is ever turned around.

use ludwerk_arena::stats::spread::{Estimate, mean};

use crate::numbers::eigen;

/// The widths of hills that are tried, in steps of the grid; the last is a plain.
const WIDTHS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, f64::INFINITY];

/// The heights of hills that are tried, in standard errors of a cell.
const HEIGHTS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// With more axes than this, all have hills of the same width.
const MOST_FREE_AXES: usize = 3;

/// One-sided 95%.
const CAUTION: f64 = 1.644_853_626_951;

/// A surface through the scores of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// What is thought of every cell.
    pub cells: Vec<Estimate>,
    /// How wide the hills are along each axis, in steps; infinite if an axis makes no difference.
    pub widths: Vec<f64>,
    /// The standard deviation of the surface.
    pub height: f64,
}

impl Surface {
    /// The surface through scores with about the same error, the last axis running fastest.
    ///
    /// # Panics
    /// If there are not as many scores as cells.
    pub fn through(shape: &[usize], scores: &[f64], error: f64) -> Self {
        assert_eq!(shape.iter().product::<usize>(), scores.len(), "a score for every cell");
        let tables: Vec<Vec<Modes>> =
            shape.iter().map(|&n| WIDTHS.iter().map(|&width| Modes::of(n, width)).collect()).collect();
        let mut best: Option<(f64, Fit)> = None;
        for widths in choices(shape.len()) {
            let modes: Vec<_> = widths.iter().zip(&tables).map(|(&width, table)| &table[width]).collect();
            let seen = Seen::new(&modes, scores);
            for height in HEIGHTS {
                let fit = seen.fit(height * error, error);
                if best.as_ref().is_none_or(|(likelihood, _)| fit.likelihood > *likelihood) {
                    let cells = fit.cells(&modes, &seen, error);
                    let widths = widths.iter().map(|&width| WIDTHS[width]).collect();
                    best = Some((fit.likelihood, Fit { cells, widths, ..fit }));
                }
            }
        }
        let (_, fit) = best.unwrap_or_else(|| unreachable!("there are widths and heights to try"));
        Self { cells: fit.cells, widths: fit.widths, height: fit.height }
    }

    /// What a cell is worth at least, with 95%.
    pub fn lower(&self, cell: usize) -> f64 {
        self.cells[cell].score - CAUTION * self.cells[cell].error
    }

    /// The cells that are worth most at least: not the luckiest, but those that can be relied on. Where an axis makes
    /// no difference, all its values are as good.
    pub fn best(&self) -> Vec<usize> {
        /// What differs by less is the same.
        const SAME: f64 = 1e-6;
        let most = (0..self.cells.len()).map(|cell| self.lower(cell)).fold(f64::NEG_INFINITY, f64::max);
        (0..self.cells.len()).filter(|&cell| self.lower(cell) >= most - SAME).collect()
    }
}

/// Which width each axis has: all combinations, or the same for all.
fn choices(n_axes: usize) -> Vec<Vec<usize>> {
    if n_axes > MOST_FREE_AXES {
        return (0..WIDTHS.len()).map(|width| vec![width; n_axes]).collect();
    }
    (0..n_axes).fold(vec![Vec::new()], |choices, _| {
        let longer = |choice: &Vec<usize>| {
            let choice = choice.clone();
            (0..WIDTHS.len()).map(move |width| [choice.as_slice(), &[width]].concat())
        };
        choices.iter().flat_map(longer).collect()
    })
}

/// The correlations along an axis, taken apart into modes that have nothing to do with each other.
struct Modes {
    /// The variance of each mode.
    variances: Vec<f64>,
    /// By mode and place.
    shapes: Vec<Vec<f64>>,
}

impl Modes {
    fn of(n: usize, width: f64) -> Self {
        let related = |i: usize, j: usize| (-0.5 * (i.abs_diff(j) as f64 / width).powi(2)).exp();
        let matrix: Vec<Vec<_>> = (0..n).map(|i| (0..n).map(|j| related(i, j)).collect()).collect();
        let (variances, columns) = eigen(&matrix);
        // Rounding may lead below zero.
        let variances = variances.into_iter().map(|variance| variance.max(0.0)).collect();
        let shapes = (0..n).map(|mode| columns.iter().map(|row| row[mode]).collect()).collect();
        Self { variances, shapes }
    }
}

/// Applies one small matrix an axis to the values of a grid: `out[mode] = Σ matrix(mode, place) · value[place]`.
fn transformed(values: &[f64], matrices: &[&Modes], entry: impl Fn(&Modes, usize, usize) -> f64) -> Vec<f64> {
    let mut values = values.to_vec();
    for (axis, modes) in matrices.iter().enumerate() {
        let n = modes.shapes.len();
        let stride: usize = matrices[axis + 1..].iter().map(|later| later.shapes.len()).product();
        let mut out = vec![0.0; values.len()];
        for block in (0..values.len()).step_by(n * stride) {
            for inner in 0..stride {
                for to in 0..n {
                    let sum =
                        (0..n).map(|from| entry(modes, to, from) * values[block + from * stride + inner]);
                    out[block + to * stride + inner] = sum.sum();
                }
            }
        }
        values = out;
    }
    values
}

/// The scores and the constant, seen as sums of modes.
struct Seen {
    variances: Vec<f64>,
    scores: Vec<f64>,
    ones: Vec<f64>,
}

/// What one choice of widths and height makes of them.
struct Fit {
    likelihood: f64,
    height: f64,
    mean: f64,
    cells: Vec<Estimate>,
    widths: Vec<f64>,
}

impl Seen {
    fn new(modes: &[&Modes], scores: &[f64]) -> Self {
        let variances = modes.iter().fold(vec![1.0], |product, modes| {
            product.iter().flat_map(|&a| modes.variances.iter().map(move |&b| a * b)).collect()
        });
        let shape = |modes: &Modes, mode: usize, place: usize| modes.shapes[mode][place];
        let ones = vec![1.0; scores.len()];
        // Around their middle, so that little is lost by rounding.
        let middle = mean(scores.iter().copied());
        let centred: Vec<_> = scores.iter().map(|score| score - middle).collect();
        let (scores, ones) = (transformed(&centred, modes, shape), transformed(&ones, modes, shape));
        let scores = scores.iter().zip(&ones).map(|(score, one)| score + middle * one).collect();
        Self { variances, scores, ones }
    }

    fn fit(&self, height: f64, error: f64) -> Fit {
        let total = |variance: f64| height * height * variance + error * error;
        let parts =
            || self.variances.iter().map(|&variance| total(variance)).zip(self.scores.iter().zip(&self.ones));
        let weight: f64 = parts().map(|(total, (_, one))| one * one / total).sum();
        let mean = parts().map(|(total, (score, one))| score * one / total).sum::<f64>() / weight;
        let sum: f64 =
            parts().map(|(total, (score, one))| total.ln() + (score - mean * one).powi(2) / total).sum();
        Fit { likelihood: -0.5 * (sum + weight.ln()), height, mean, cells: Vec::new(), widths: Vec::new() }
    }
}

impl Fit {
    fn cells(&self, modes: &[&Modes], seen: &Seen, error: f64) -> Vec<Estimate> {
        let signal = |variance: f64| self.height * self.height * variance;
        let trust = |variance: f64| signal(variance) / (signal(variance) + error * error);
        let parts = || seen.variances.iter().zip(seen.scores.iter().zip(&seen.ones));
        let pulled: Vec<_> = parts().map(|(&v, (score, one))| trust(v) * (score - self.mean * one)).collect();
        let left: Vec<_> = parts().map(|(&v, _)| trust(v) * error * error).collect();
        let scores = transformed(&pulled, modes, |modes, place, mode| modes.shapes[mode][place]);
        let variances = transformed(&left, modes, |modes, place, mode| modes.shapes[mode][place].powi(2));
        let cell =
            |(score, variance): (&f64, &f64)| Estimate { score: self.mean + score, error: variance.sqrt() };
        scores.iter().zip(&variances).map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_arena::stats::spread::normal;
    use ludwerk_core::Rng;

    use super::*;

    const SHAPE: [usize; 2] = [9, 7];

    /// Scores of a grid whose truth is a hill at (6, 2), with errors.
    fn hill(height: f64, error: f64, seed: u64) -> (Vec<f64>, Vec<f64>) {
        let mut rng = Rng::new(seed);
        let truth: Vec<_> = (0..63)
            .map(|cell| {
                let (row, column) = (f64::from(cell / 7), f64::from(cell % 7));
                0.5 + height * (-((row - 6.0).powi(2) + (column - 2.0).powi(2)) / 8.0).exp()
            })
            .collect();
        let scores = truth.iter().map(|score| score + error * normal(&mut rng)).collect();
        (truth, scores)
    }

    fn miss(scores: impl Iterator<Item = f64>, truth: &[f64]) -> f64 {
        mean(scores.zip(truth).map(|(score, truth)| (score - truth).powi(2))).sqrt()
    }

    #[test]
    fn modes_put_together_are_the_matrix() {
        let modes = Modes::of(6, 1.0);
        for i in 0..6 {
            for j in 0..6 {
                let entry: f64 =
                    (0..6).map(|k| modes.variances[k] * modes.shapes[k][i] * modes.shapes[k][j]).sum();
                assert!((entry - (-0.5 * (i.abs_diff(j) as f64).powi(2)).exp()).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_surface_is_nearer_to_the_truth_than_the_scores() {
        for seed in 0..10 {
            let (truth, scores) = hill(0.1, 0.04, seed);
            let surface = Surface::through(&SHAPE, &scores, 0.04);
            let smooth = miss(surface.cells.iter().map(|cell| cell.score), &truth);
            assert!(smooth < 0.7 * miss(scores.iter().copied(), &truth), "seed {seed}: {smooth}");
        }
    }

    #[test]
    fn the_best_cell_is_truly_better_than_the_luckiest() {
        let mut gains = Vec::new();
        for seed in 0..40 {
            let (truth, scores) = hill(0.08, 0.05, seed);
            let luckiest = (0..63).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
            let best = Surface::through(&SHAPE, &scores, 0.05).best()[0];
            gains.push(truth[best] - truth[luckiest]);
        }
        let gain = mean(gains.iter().copied());
        assert!(gain > 0.005, "{gain}");
    }

    #[test]
    fn noise_is_flattened_and_a_clear_signal_is_kept() {
        let (_, noise) = hill(0.0, 0.05, 1);
        let surface = Surface::through(&SHAPE, &noise, 0.05);
        let range = |scores: &mut dyn Iterator<Item = f64>| {
            let (lo, hi) = scores.fold((1.0_f64, 0.0_f64), |(lo, hi), x| (lo.min(x), hi.max(x)));
            hi - lo
        };
        let smooth = range(&mut surface.cells.iter().map(|cell| cell.score));
        assert!(smooth < 0.25 * range(&mut noise.iter().copied()), "{smooth}");
        let (truth, clear) = hill(0.3, 0.002, 1);
        let surface = Surface::through(&SHAPE, &clear, 0.002);
        assert!(miss(surface.cells.iter().map(|cell| cell.score), &truth) < 0.002);
        assert_eq!(surface.best(), [6 * 7 + 2]);
    }

    #[test]
    fn an_axis_without_effect_is_found_out() {
        let mut rng = Rng::new(3);
        let scores: Vec<_> = (0..63)
            .map(|cell| 0.5 + 0.1 * (f64::from(cell / 7) / 3.0).sin() + 0.02 * normal(&mut rng))
            .collect();
        let surface = Surface::through(&SHAPE, &scores, 0.02);
        assert!(surface.widths[0] <= 4.0 && surface.widths[1] == f64::INFINITY, "{:?}", surface.widths);
        assert_eq!(surface.best().len(), 7);
    }

    #[test]
    fn errors_of_the_surface_are_honest() {
        let (mut n_inside, mut n_all) = (0, 0);
        for seed in 0..20 {
            let (truth, scores) = hill(0.1, 0.03, seed);
            let surface = Surface::through(&SHAPE, &scores, 0.03);
            let inside = |(cell, truth): &(&Estimate, &f64)| (cell.score - **truth).abs() < 1.96 * cell.error;
            n_inside += surface.cells.iter().zip(&truth).filter(inside).count();
            n_all += truth.len();
        }
        assert!(n_inside * 100 > n_all * 85, "{n_inside} of {n_all}");
    }

    #[test]
    fn one_cell_and_one_axis_are_grids_too() {
        let one = Surface::through(&[1], &[0.7], 0.02);
        assert!((one.cells[0].score - 0.7).abs() < 1e-9);
        let line = Surface::through(&[5], &[0.1, 0.3, 0.5, 0.3, 0.1], 0.01);
        assert_eq!(line.best(), [2]);
        let four =
            Surface::through(&[2, 2, 2, 2], &(0..16).map(|n| f64::from(n) / 20.0).collect::<Vec<_>>(), 0.01);
        assert_eq!(four.best(), [15]);
    }
}
