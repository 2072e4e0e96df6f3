//! `AdamW`: steps against the gradient, each parameter's as long as its gradient is steady.
//!
//! Idea: a parameter moves by the mean of its last gradients over the root of the mean of their squares, so that the
//! rate says how far a step goes, whatever the scale of the loss.
//! Formula: `m ← β₁m + (1 - β₁)g`, `v ← β₂v + (1 - β₂)g²`, and with `m̂ = m / (1 - β₁ᵗ)` and `v̂ = v / (1 - β₂ᵗ)`,
//! which make up for the zeros at the start, `θ ← (1 - rate·decay)·θ - rate·m̂ / (√v̂ + ε)`.
//! Source: Kingma and Ba, "Adam" (2015); Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (2019).

/// How slowly the mean of gradients follows them, and that of their squares, as in the paper.
const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;

/// So that nothing is divided by 0, as in the paper.
const EPSILON: f32 = 1e-8;

/// What is remembered from step to step.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    decay: f64,
    n_steps: i32,
    /// Of each layer, the mean of each parameter's gradients and of their squares.
    means: Vec<(Vec<f32>, Vec<f32>)>,
}

impl Adam {
    /// Nothing is known yet of layers with as many parameters as these.
    pub fn new(layers: &[Vec<f32>], decay: f64) -> Self {
        let zeros = |layer: &Vec<f32>| (vec![0.0; layer.len()], vec![0.0; layer.len()]);
        Self { decay, n_steps: 0, means: layers.iter().map(zeros).collect() }
    }

    /// A step of all parameters; the gradient is then 0 again.
    pub fn step(&mut self, rate: f64, layers: &mut [Vec<f32>], gradient: &mut [Vec<f32>]) {
        self.n_steps = self.n_steps.saturating_add(1);
        let corrected = |beta: f64| (1.0 / (1.0 - beta.powi(self.n_steps))) as f32;
        let (scale1, scale2) = (corrected(BETA1), corrected(BETA2));
        let (beta1, new1) = (BETA1 as f32, (1.0 - BETA1) as f32);
        let (beta2, new2) = (BETA2 as f32, (1.0 - BETA2) as f32);
        let (kept, rate) = ((1.0 - rate * self.decay) as f32, rate as f32);
        for ((layer, gradient), (means, squares)) in layers.iter_mut().zip(gradient).zip(&mut self.means) {
            let means = means.iter_mut().zip(squares);
            for ((parameter, slope), (mean, square)) in layer.iter_mut().zip(gradient).zip(means) {
                *mean = beta1 * *mean + new1 * *slope;
                *square = beta2 * *square + new2 * *slope * *slope;
                let step = *mean * scale1 / ((*square * scale2).sqrt() + EPSILON);
                *parameter = kept * *parameter - rate * step;
                *slope = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_as_long_as_the_rate_whatever_the_scale() {
        for slope in [1e-4, 1.0, 300.0] {
            let mut layers = [vec![0.5f32, 0.5]];
            let mut adam = Adam::new(&layers, 0.0);
            for n in 1..=5 {
                let mut gradient = [vec![slope, -slope]];
                adam.step(0.01, &mut layers, &mut gradient);
                let way = 0.01 * n as f32;
                assert!((layers[0][0] - (0.5 - way)).abs() < 1e-4, "{layers:?}");
                assert!((layers[0][1] - (0.5 + way)).abs() < 1e-4, "{layers:?}");
                assert_eq!(gradient, [vec![0.0; 2]]);
            }
        }
    }

    #[test]
    fn steps_are_those_of_the_formula() {
        let (rate, decay) = (0.1, 0.01);
        let mut layers = [vec![1.0f32]];
        let mut adam = Adam::new(&layers, decay);
        let (mut parameter, mut mean, mut square) = (1.0f64, 0.0, 0.0);
        for (n, slope) in [0.5f32, -0.25, 2.0, 0.0].into_iter().enumerate() {
            adam.step(rate, &mut layers, &mut [vec![slope]]);
            let (t, slope) = (n as i32 + 1, f64::from(slope));
            mean = BETA1 * mean + (1.0 - BETA1) * slope;
            square = BETA2 * square + (1.0 - BETA2) * slope * slope;
            let step = mean / (1.0 - BETA1.powi(t)) / ((square / (1.0 - BETA2.powi(t))).sqrt() + 1e-8);
            parameter = (1.0 - rate * decay) * parameter - rate * step;
            assert!((f64::from(layers[0][0]) - parameter).abs() < 1e-5, "{layers:?} {parameter}");
        }
    }

    #[test]
    fn weights_decay_without_a_gradient() {
        let mut layers = [vec![2.0f32]];
        Adam::new(&layers, 0.5).step(0.1, &mut layers, &mut [vec![0.0]]);
        assert!((layers[0][0] - 1.9).abs() < 1e-6, "{layers:?}");
    }
}
