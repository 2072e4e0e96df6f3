//! Fitting a network to samples: a batch at a time down the slope of the loss, while the steps become smaller.

use ludwerk_core::Rng;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::model::Model;
use super::samples::Samples;

/// How a network is fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The widths of the hidden layers.
    pub widths: Vec<usize>,
    /// How often every sample is looked at.
    pub epochs: usize,
    /// Samples for one step.
    pub batch: usize,
    /// The rate of the first steps; it falls to a hundredth of that along half a cosine.
    pub rate: f64,
    /// How fast weights decay.
    pub decay: f64,
}

/// How well a network fits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// The training loss: the mean cross-entropy on the samples that were learnt from, during the last epoch.
    #[serde(alias = "learnt")]
    pub training: f64,
    /// The validation loss: the same on samples that were held out.
    #[serde(alias = "kept_back")]
    pub validation: f64,
    /// The loss of the baseline that always predicts the mean of all targets.
    #[serde(alias = "of_mean")]
    pub baseline: f64,
    /// The irreducible loss: the entropy of the targets themselves, which no prediction can beat.
    #[serde(alias = "least")]
    pub irreducible: f64,
}

/// The held-out set: one sample in so many, to see what was learnt rather than remembered.
const HELD_OUT: u64 = 20;

impl Model {
    /// Fits to samples. `on_epoch` hears how far it is; it stops early if that says so.
    pub fn fit(
        &mut self,
        samples: &Samples,
        settings: &Fit,
        rng: &mut Rng,
        mut on_epoch: impl FnMut(usize, &Loss) -> bool,
    ) -> Loss {
        // 1. Draw the held-out set.
        let draw = rng.next_u64();
        let is_held_out = |n: &usize| Rng::derive(draw, *n as u64).is_multiple_of(HELD_OUT);
        let (held_out, mut learnt): (Vec<_>, Vec<_>) = (0..samples.len()).partition(is_held_out);
        let batch_size = settings.batch.max(1);
        let mut loss = Loss { training: 0.0, validation: 0.0, ..bounds_of_loss(samples, &held_out) };

        // 2. Descend.
        let mut gradient = self.zeros();
        let mut adam = Adam::new(&gradient, settings.decay);
        let mut pass = self.pass();
        let n_steps = learnt.len().div_ceil(batch_size) * settings.epochs;
        let mut step = 0usize;
        for epoch in 0..settings.epochs {
            rng.shuffle(&mut learnt);
            let mut sum = 0.0;
            for batch in learnt.chunks(batch_size) {
                let rate = settings.rate * rate_at(step as f64 / n_steps as f64);
                sum += self.add_gradient(samples, batch, &mut pass, &mut gradient) * batch.len() as f64;
                adam.step(rate, self.layers_mut(), &mut gradient);
                step += 1;
            }
            loss.training = sum / learnt.len().max(1) as f64;
            loss.validation = self.loss(samples, &held_out, &mut pass);
            if !on_epoch(epoch + 1, &loss) {
                break;
            }
        }
        loss
    }
}

/// From 1 to a hundredth along half a cosine.
fn rate_at(progress: f64) -> f64 {
    const LEAST: f64 = 0.01;
    LEAST + (1.0 - LEAST) * 0.5 * (1.0 + (std::f64::consts::PI * progress).cos())
}

/// The worst and the best that make sense.
fn bounds_of_loss(samples: &Samples, which: &[usize]) -> Loss {
    let entropy = |target: f64, said: f64| {
        let log = |p: f64| p.max(1e-12).ln();
        -(target * log(said) + (1.0 - target) * log(1.0 - said))
    };
    let targets = || which.iter().map(|&n| f64::from(samples.get(n).1));
    let n = which.len().max(1) as f64;
    let mean = targets().sum::<f64>() / n;
    Loss {
        training: 0.0,
        validation: 0.0,
        baseline: targets().map(|target| entropy(target, mean)).sum::<f64>() / n,
        irreducible: targets().map(|target| entropy(target, target)).sum::<f64>() / n,
    }
}
