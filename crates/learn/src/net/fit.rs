//! Fitting a network to samples: candle differentiates, Adam descends.

use candle_core::{DType, Device, Tensor, Var};
use candle_nn::{AdamW, Optimizer as _, ParamsAdamW};
use ludwerk_core::Rng;
use ludwerk_search::{Net, NetError, NetInfo};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    /// The mean cross-entropy on the samples that were learnt from, while it learnt in the last epoch.
    pub learnt: f64,
    /// The same on samples that were kept back.
    pub kept_back: f64,
    /// What it would be for who always says the mean: the worst that makes sense.
    pub of_mean: f64,
    /// What it would be for who knows every target: the best there is.
    pub least: f64,
}

/// Fitting that came to nothing.
#[derive(Debug, Error)]
pub enum FitError {
    /// The arithmetic failed.
    #[error("the network cannot be fitted: {0}")]
    Candle(#[from] candle_core::Error),
    /// What came out is no network.
    #[error("the network that was found is none: {0}")]
    Net(#[from] NetError),
}

/// One sample in so many is kept back, to see what was learnt rather than remembered.
const KEPT_BACK: u64 = 20;

/// The parameters as candle has them: the first layer's weights are a row for each input, all others a row for each
/// output.
pub struct Model {
    layers: Vec<(Var, Var)>,
}

impl Model {
    /// A network with random weights: the first layer as if some `n_on` inputs were on.
    ///
    /// # Errors
    /// [`FitError::Candle`].
    pub fn new(n_inputs: usize, n_on: usize, widths: &[usize], rng: &mut Rng) -> Result<Self, FitError> {
        let mut uniform = |n: usize, bound: f64| -> Vec<f32> {
            (0..n).map(|_| ((rng.unit() * 2.0 - 1.0) * bound) as f32).collect()
        };
        let device = Device::Cpu;
        let mut layers = Vec::new();
        let mut n_before = n_inputs;
        for (n, &width) in widths.iter().chain([&1]).enumerate() {
            let fan_in = if n == 0 { n_on.max(1) } else { n_before };
            let bound = (3.0 / fan_in as f64).sqrt();
            let shape = if n == 0 { (n_before, width) } else { (width, n_before) };
            let weights = Tensor::from_vec(uniform(n_before * width, bound), shape, &device)?;
            // Half of the first activations begin within their range.
            let biases = Tensor::from_vec(uniform(width, 0.5), width, &device)?;
            layers.push((Var::from_tensor(&weights)?, Var::from_tensor(&biases)?));
            n_before = width;
        }
        Ok(Self { layers })
    }

    /// The network's parameters, to go on from.
    ///
    /// # Errors
    /// [`FitError::Candle`].
    pub fn of_net(net: &Net) -> Result<Self, FitError> {
        let mut layers = Vec::new();
        let mut n_before = net.n_inputs();
        for (n, (mut numbers, width)) in net.layers().into_iter().zip(net.widths()).enumerate() {
            let biases = numbers.split_off(n_before * width);
            let shape = if n == 0 { (n_before, width) } else { (width, n_before) };
            let weights = Tensor::from_vec(numbers, shape, &Device::Cpu)?;
            let biases = Tensor::from_vec(biases, width, &Device::Cpu)?;
            layers.push((Var::from_tensor(&weights)?, Var::from_tensor(&biases)?));
            n_before = width;
        }
        Ok(Self { layers })
    }

    /// The logits of a batch, whose inputs are a row for each position.
    ///
    /// # Errors
    /// [`FitError::Candle`].
    pub fn forward(&self, inputs: &Tensor) -> Result<Tensor, FitError> {
        let mut numbers = inputs.clone();
        let last = self.layers.len() - 1;
        for (n, (weights, biases)) in self.layers.iter().enumerate() {
            let product = if n == 0 { numbers.matmul(weights)? } else { numbers.matmul(&weights.t()?)? };
            numbers = product.broadcast_add(biases)?;
            if n < last {
                numbers = numbers.clamp(0f32, 1f32)?;
            }
        }
        Ok(numbers.squeeze(1)?)
    }

    /// The network that plays.
    ///
    /// # Errors
    /// [`FitError`].
    pub fn net(&self, info: NetInfo) -> Result<Net, FitError> {
        let n_inputs = self.layers[0].0.dim(0)?;
        let layers = self
            .layers
            .iter()
            .map(|(weights, biases)| {
                let mut numbers = weights.flatten_all()?.to_vec1::<f32>()?;
                numbers.extend(biases.to_vec1::<f32>()?);
                Ok(numbers)
            })
            .collect::<Result<_, candle_core::Error>>()?;
        Ok(Net::new(info, n_inputs, layers)?)
    }

    fn n_inputs(&self) -> Result<usize, FitError> {
        Ok(self.layers[0].0.dim(0)?)
    }

    /// Fits to samples. `on_epoch` hears how far it is; it stops early if that says so.
    ///
    /// # Errors
    /// [`FitError`].
    pub fn fit(
        &mut self,
        samples: &Samples,
        settings: &Fit,
        rng: &mut Rng,
        mut on_epoch: impl FnMut(usize, &Loss) -> bool,
    ) -> Result<Loss, FitError> {
        // 1. Keep some back, by lot.
        let lot = rng.next_u64();
        let is_kept_back = |n: &usize| Rng::derive(lot, *n as u64).is_multiple_of(KEPT_BACK);
        let (kept_back, mut learnt): (Vec<_>, Vec<_>) = (0..samples.len()).partition(is_kept_back);
        let n_inputs = self.n_inputs()?;
        let batch_size = settings.batch.max(1);
        let mut loss = Loss { learnt: 0.0, kept_back: 0.0, ..bounds_of_loss(samples, &kept_back) };

        // 2. Descend.
        let vars =
            self.layers.iter().flat_map(|(weights, biases)| [weights.clone(), biases.clone()]).collect();
        let params =
            ParamsAdamW { lr: settings.rate, weight_decay: settings.decay, ..ParamsAdamW::default() };
        let mut optimizer = AdamW::new(vars, params)?;
        let n_steps = learnt.len().div_ceil(batch_size) * settings.epochs;
        let mut step = 0;
        for epoch in 0..settings.epochs {
            rng.shuffle(&mut learnt);
            let mut sum = 0.0;
            for batch in learnt.chunks(batch_size) {
                optimizer.set_learning_rate(settings.rate * rate_at(step as f64 / n_steps as f64));
                let (inputs, targets) = tensors(samples, batch, n_inputs)?;
                let error = cross_entropy(&self.forward(&inputs)?, &targets)?;
                optimizer.backward_step(&error)?;
                sum += f64::from(error.to_scalar::<f32>()?) * batch.len() as f64;
                step += 1;
            }
            loss.learnt = sum / learnt.len().max(1) as f64;
            loss.kept_back = self.loss(samples, &kept_back, batch_size)?;
            if !on_epoch(epoch + 1, &loss) {
                break;
            }
        }
        Ok(loss)
    }

    fn loss(&self, samples: &Samples, which: &[usize], batch_size: usize) -> Result<f64, FitError> {
        let n_inputs = self.n_inputs()?;
        let mut sum = 0.0;
        for batch in which.chunks(batch_size) {
            let (inputs, targets) = tensors(samples, batch, n_inputs)?;
            let error = cross_entropy(&self.forward(&inputs)?, &targets)?;
            sum += f64::from(error.to_scalar::<f32>()?) * batch.len() as f64;
        }
        Ok(sum / which.len().max(1) as f64)
    }
}

/// The mean cross-entropy of logits: `max(x, 0) - x·t + ln(1 + exp(-|x|))`, which no logit makes infinite.
fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Result<Tensor, candle_core::Error> {
    let tail = ((logits.abs()?.neg()?.exp()? + 1.0)?).log()?;
    ((logits.relu()? - (logits * targets)?)? + tail)?.mean_all()
}

/// From 1 to a hundredth along half a cosine.
fn rate_at(progress: f64) -> f64 {
    const LEAST: f64 = 0.01;
    LEAST + (1.0 - LEAST) * 0.5 * (1.0 + (std::f64::consts::PI * progress).cos())
}

fn tensors(samples: &Samples, which: &[usize], n_inputs: usize) -> Result<(Tensor, Tensor), FitError> {
    let mut dense = vec![0f32; which.len() * n_inputs];
    let mut targets = Vec::with_capacity(which.len());
    for (row, &n) in dense.chunks_exact_mut(n_inputs).zip(which) {
        let (inputs, target) = samples.get(n);
        for &input in inputs {
            if let Some(cell) = row.get_mut(usize::from(input)) {
                *cell = 1.0;
            }
        }
        targets.push(target);
    }
    let inputs = Tensor::from_vec(dense, (which.len(), n_inputs), &Device::Cpu)?;
    let targets = Tensor::from_vec(targets, which.len(), &Device::Cpu)?;
    debug_assert_eq!(inputs.dtype(), DType::F32);
    Ok((inputs, targets))
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
        learnt: 0.0,
        kept_back: 0.0,
        of_mean: targets().map(|target| entropy(target, mean)).sum::<f64>() / n,
        least: targets().map(|target| entropy(target, target)).sum::<f64>() / n,
    }
}
