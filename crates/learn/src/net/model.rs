//! A network while it learns: the forward pass, and how the loss changes with each parameter.
//!
//! Idea: the loss changes with a layer's sums by as much as it changes with the sums of the layer after, sent back
//! through the weights between them; with a weight, by that times the input that it multiplies.
//! Formula: with logit `x` and target `t` the cross-entropy is `ln(1 + exp(x)) - x·t`, which changes by
//! `1 / (1 + exp(-x)) - t`; what is cut off by the limits of an activation changes nothing.
//! Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors" (1986).
//! Deviation: inputs are on or off and few are on, so the first layer adds the rows of these alone, both ways.

use ludwerk_core::Rng;
use ludwerk_search::{Net, NetError, NetInfo};

use super::samples::Samples;

/// The parameters, as [`Net::new`] takes them: for the first layer a row of weights for each input and then the
/// biases, for every further one a row of weights for each output and then the biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    n_inputs: usize,
    widths: Vec<usize>,
    layers: Vec<Vec<f32>>,
}

/// What is remembered of one position: the numbers that leave each layer, and how the loss changes with its sums.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    numbers: Vec<Vec<f32>>,
    slopes: Vec<Vec<f32>>,
}

impl Model {
    /// A network with random weights: the first layer as if some `n_on` inputs were on.
    pub fn new(n_inputs: usize, n_on: usize, widths: &[usize], rng: &mut Rng) -> Self {
        let widths: Vec<usize> = widths.iter().copied().chain([1]).collect();
        let mut layers = Vec::new();
        let mut n_before = n_inputs;
        for (n, &width) in widths.iter().enumerate() {
            let fan_in = if n == 0 { n_on.max(1) } else { n_before };
            let bound = (3.0 / fan_in as f64).sqrt();
            let mut uniform = |bound: f64| ((rng.unit() * 2.0 - 1.0) * bound) as f32;
            let mut numbers: Vec<f32> = (0..n_before * width).map(|_| uniform(bound)).collect();
            // Half of the first activations begin within their range.
            numbers.extend((0..width).map(|_| uniform(0.5)));
            layers.push(numbers);
            n_before = width;
        }
        Self { n_inputs, widths, layers }
    }

    /// The network's parameters, to go on from.
    pub fn of_net(net: &Net) -> Self {
        Self { n_inputs: net.n_inputs(), widths: net.widths(), layers: net.layers() }
    }

    /// The network that plays.
    ///
    /// # Errors
    /// [`NetError::Damaged`] if the parameters are not all numbers or too large.
    pub fn net(&self, info: NetInfo) -> Result<Net, NetError> {
        Net::new(info, self.n_inputs, self.layers.clone())
    }

    /// The logit of a position with these inputs on.
    pub fn logit(&self, inputs: &[u16]) -> f32 {
        self.forward(inputs, &mut self.pass())
    }

    /// The mean cross-entropy of samples, and how it changes with each parameter, in the order of [`Net::layers`].
    pub fn gradient(&self, samples: &Samples, which: &[usize]) -> (f64, Vec<Vec<f32>>) {
        let mut gradient = self.zeros();
        let loss = self.add_gradient(samples, which, &mut self.pass(), &mut gradient);
        (loss, gradient)
    }

    /// The mean cross-entropy of samples; how it changes is added to `gradient`.
    pub(super) fn add_gradient(
        &self,
        samples: &Samples,
        which: &[usize],
        pass: &mut Pass,
        gradient: &mut [Vec<f32>],
    ) -> f64 {
        let share = 1.0 / which.len().max(1) as f32;
        let mut sum = 0.0;
        for &n in which {
            let (inputs, target) = samples.get(n);
            let logit = self.forward(inputs, pass);
            sum += cross_entropy(logit, target);
            let slope = 1.0 / (1.0 + (-logit).exp()) - target;
            self.backward(inputs, slope * share, pass, gradient);
        }
        sum / which.len().max(1) as f64
    }

    /// The mean cross-entropy of samples.
    pub(super) fn loss(&self, samples: &Samples, which: &[usize], pass: &mut Pass) -> f64 {
        let one = |&n: &usize| {
            let (inputs, target) = samples.get(n);
            cross_entropy(self.forward(inputs, pass), target)
        };
        which.iter().map(one).sum::<f64>() / which.len().max(1) as f64
    }

    /// Room for what is remembered of a position.
    pub(super) fn pass(&self) -> Pass {
        let numbers: Vec<_> = self.widths.iter().map(|&width| vec![0.0; width]).collect();
        Pass { slopes: numbers.clone(), numbers }
    }

    /// A zero for each parameter.
    pub(super) fn zeros(&self) -> Vec<Vec<f32>> {
        self.layers.iter().map(|numbers| vec![0.0; numbers.len()]).collect()
    }

    /// All parameters, layer by layer.
    pub(super) fn layers_mut(&mut self) -> &mut [Vec<f32>] {
        &mut self.layers
    }

    fn forward(&self, inputs: &[u16], pass: &mut Pass) -> f32 {
        let last = self.layers.len() - 1;
        for (n, (parameters, &width)) in self.layers.iter().zip(&self.widths).enumerate() {
            let (before, numbers) = pass.numbers.split_at_mut(n);
            let numbers = numbers[0].as_mut_slice();
            let (weights, biases) = parameters.split_at(parameters.len() - width);
            numbers.copy_from_slice(biases);
            if let Some(before) = before.last() {
                for (number, row) in numbers.iter_mut().zip(weights.chunks_exact(before.len())) {
                    *number += dot(row, before);
                }
            } else {
                for &input in inputs.iter().filter(|&&input| usize::from(input) < self.n_inputs) {
                    add(numbers, 1.0, &weights[usize::from(input) * width..][..width]);
                }
            }
            if n < last {
                for number in numbers {
                    *number = number.clamp(0.0, 1.0);
                }
            }
        }
        pass.numbers[last][0]
    }

    /// Adds to `gradient` what a position contributes with whose logit the loss changes by `slope`; `pass` is that of
    /// its forward pass.
    fn backward(&self, inputs: &[u16], slope: f32, pass: &mut Pass, gradient: &mut [Vec<f32>]) {
        let Pass { numbers, slopes } = pass;
        let last = self.layers.len() - 1;
        slopes[last][0] = slope;
        for n in (1..=last).rev() {
            let before = numbers[n - 1].as_slice();
            let (slopes_before, slopes) = slopes.split_at_mut(n);
            let slopes_before = slopes_before[n - 1].as_mut_slice();
            let (weights, _) = self.layers[n].split_at(before.len() * self.widths[n]);
            let (by_weights, by_biases) = gradient[n].split_at_mut(weights.len());
            add(by_biases, 1.0, &slopes[0]);
            slopes_before.fill(0.0);
            let rows = weights.chunks_exact(before.len()).zip(by_weights.chunks_exact_mut(before.len()));
            for (&slope, (row, by_row)) in slopes[0].iter().zip(rows) {
                // What was cut off, or comes from there.
                if slope != 0.0 {
                    add(by_row, slope, before);
                    add(slopes_before, slope, row);
                }
            }
            for (slope, &number) in slopes_before.iter_mut().zip(before) {
                *slope = if number > 0.0 && number < 1.0 { *slope } else { 0.0 };
            }
        }
        let width = self.widths[0];
        let (by_weights, by_biases) = gradient[0].split_at_mut(self.n_inputs * width);
        add(by_biases, 1.0, &slopes[0]);
        for &input in inputs.iter().filter(|&&input| usize::from(input) < self.n_inputs) {
            add(&mut by_weights[usize::from(input) * width..][..width], 1.0, &slopes[0]);
        }
    }
}

/// `ln(1 + exp(x)) - x·t`, in the form `max(x, 0) - x·t + ln(1 + exp(-|x|))`, which no logit makes infinite.
fn cross_entropy(logit: f32, target: f32) -> f64 {
    let (logit, target) = (f64::from(logit), f64::from(target));
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

/// Adds `factor` times the one to the other.
fn add(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// Summed in eight strands, which a compiler can keep in vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (a, b) = (a.chunks_exact(sums.len()), b.chunks_exact(sums.len()));
    let tail: f32 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a.zip(b) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += x * y;
        }
    }
    sums.iter().sum::<f32>() + tail
}
