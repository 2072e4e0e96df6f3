//! A small network that judges positions, made for one position at a time.
//!
//! It reads the inputs that are on ([`Encode::add_inputs`]), sends them through layers whose activations are cut to
//! `0..=1`, and gives a logit: `1 / (1 + exp(-logit))` is the share of the win that the viewer can expect. Of two
//! players it is always asked for the one to move, and the other's logit is the negative.
//!
//! The first layer is by far the widest, and only what changed since the last position is added to it or taken
//! from it. Its weights are fixed-point numbers, so that sums are exact: a value does not depend on the way by which
//! an [`Accumulator`] came to it.

mod file;

use ludwerk_core::{Encode, Seat, Turn};

pub use file::NetError;

/// What a network is for and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct NetInfo {
    /// The game's id.
    pub game: String,
    /// The variant it was trained on.
    pub variant: String,
    /// How many seats the game had.
    pub n_seats: usize,
    /// How many points of the game's own evaluation a logit of 1 is worth, so that settings which were made for
    /// those points fit.
    pub points: f32,
    /// How it was made, a line of text.
    pub made: String,
}

/// A layer whose inputs are numbers, its weights row by row: one row for each output.
#[derive(Clone, Debug, PartialEq)]
struct Dense {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    info: NetInfo,
    n_inputs: usize,
    width: usize,
    /// As they were trained: a row of `width` weights for each input, then the biases.
    first: Vec<f32>,
    /// The same in steps of `2^-shift`.
    fixed: Vec<i32>,
    shift: u32,
    rest: Vec<Dense>,
}

/// More binary places would say nothing: `f32` has 23.
const MOST_PLACES: u32 = 22;

/// The widest layer, and the most layers after the first.
const WIDEST: usize = 4096;
const MOST_LAYERS: usize = 8;

impl Net {
    /// The network with these parameters: for the first layer a row of weights for each input and then the biases,
    /// for every further one a row of weights for each output and then the biases; the last has one output.
    ///
    /// # Errors
    /// [`NetError::Damaged`] if the numbers are not finite, or not as many as the layers need.
    pub fn new(info: NetInfo, n_inputs: usize, layers: Vec<Vec<f32>>) -> Result<Self, NetError> {
        let damaged = |why: &str| NetError::Damaged(why.to_owned());
        let mut layers = layers.into_iter();
        let first = layers.next().ok_or_else(|| damaged("it has no layers"))?;
        let width = first.len() / (n_inputs + 1);
        if n_inputs == 0 || width == 0 || width > WIDEST || first.len() != width * (n_inputs + 1) {
            return Err(damaged("its first layer does not fit its inputs"));
        }
        let mut rest = Vec::new();
        let mut n_before = width;
        for mut layer in layers {
            let n_outputs = layer.len() / (n_before + 1);
            if n_outputs == 0 || n_outputs > WIDEST || layer.len() != n_outputs * (n_before + 1) {
                return Err(damaged("its layers do not fit each other"));
            }
            let biases = layer.split_off(n_outputs * n_before);
            rest.push(Dense { weights: layer, biases });
            n_before = n_outputs;
        }
        if n_before != 1 || rest.is_empty() || rest.len() > MOST_LAYERS {
            return Err(damaged("it does not end in one value"));
        }
        let all = first.iter().chain(rest.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases)));
        if !all.copied().chain([info.points]).all(f32::is_finite) {
            return Err(damaged("its parameters are not all numbers"));
        }
        let shift =
            places(&first, width).ok_or_else(|| damaged("the weights of its first layer are too large"))?;
        let step = (1u64 << shift) as f32;
        let fixed = first.iter().map(|weight| (weight * step).round() as i32).collect();
        Ok(Self { info, n_inputs, width, first, fixed, shift, rest })
    }

    /// What it is for and how it came about.
    pub fn info(&self) -> &NetInfo {
        &self.info
    }

    /// The number of inputs.
    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    /// The widths of the layers, the last of which is 1.
    pub fn widths(&self) -> Vec<usize> {
        std::iter::once(self.width).chain(self.rest.iter().map(|layer| layer.biases.len())).collect()
    }

    /// The parameters, as [`Net::new`] takes them.
    pub fn layers(&self) -> Vec<Vec<f32>> {
        let rest = self.rest.iter().map(|layer| [layer.weights.as_slice(), &layer.biases].concat());
        std::iter::once(self.first.clone()).chain(rest).collect()
    }

    /// Whether it reads this game.
    ///
    /// # Errors
    /// [`NetError::DoesNotFit`].
    pub fn check_game<G: Encode>(&self, game: &G) -> Result<(), NetError> {
        let info = game.info();
        if self.info.game != info.id {
            return Err(NetError::DoesNotFit(format!(
                "it is a network for {}, not for {}",
                self.info.game, info.id
            )));
        }
        if self.info.n_seats != game.n_seats() {
            let n_seats = self.info.n_seats;
            return Err(NetError::DoesNotFit(format!(
                "it was trained with {n_seats} players, here are {}",
                game.n_seats()
            )));
        }
        if self.n_inputs != game.n_inputs() {
            return Err(NetError::DoesNotFit(format!(
                "it reads {} inputs, and {} in this variant has {}: it was made for the variant {} or by another version",
                self.n_inputs,
                info.id,
                game.n_inputs(),
                self.info.variant
            )));
        }
        Ok(())
    }

    /// The value of a position for a seat, in points of the game's evaluation.
    #[inline]
    pub fn value<G: Encode>(&self, game: &G, state: &G::State, seat: Seat, memory: &mut Accumulator) -> f32 {
        // An equal share is an evaluation of 0.
        let even = (self.info.n_seats.max(2) as f32 - 1.0).ln();
        self.info.points * (self.logit(game, state, seat, memory) + even)
    }

    /// The logit of the share of the win that `seat` can expect.
    pub fn logit<G: Encode>(&self, game: &G, state: &G::State, seat: Seat, memory: &mut Accumulator) -> f32 {
        let viewer = viewer(game, state, seat);
        memory.inputs.clear();
        game.add_inputs(state, viewer, &mut memory.inputs);
        let logit = self.logit_of_inputs(viewer, memory);
        if viewer == seat { logit } else { -logit }
    }

    fn logit_of_inputs(&self, viewer: Seat, memory: &mut Accumulator) -> f32 {
        while memory.views.len() <= viewer.idx() {
            memory.views.push(LastView::new(self));
        }
        let Accumulator { inputs, views, numbers, outputs } = memory;
        let view = &mut views[viewer.idx()];
        view.see(self, inputs);
        let step = 1.0 / (1u64 << self.shift) as f32;
        // Of the same length, so that a compiler can keep both in vectors.
        numbers.resize(self.width, 0.0);
        for (number, &sum) in numbers.iter_mut().zip(&view.sums) {
            *number = (sum as f32 * step).clamp(0.0, 1.0);
        }
        let (last, hidden) = self.rest.split_last().expect("a network ends in one value");
        for layer in hidden {
            outputs.clear();
            let rows = layer.weights.chunks_exact(numbers.len()).zip(&layer.biases);
            outputs.extend(rows.map(|(row, bias)| (bias + dot(row, numbers)).clamp(0.0, 1.0)));
            std::mem::swap(numbers, outputs);
        }
        last.biases[0] + dot(&last.weights, numbers)
    }

    fn row(&self, input: u16) -> &[i32] {
        let start = usize::from(input) * self.width;
        &self.fixed[start..start + self.width]
    }
}

/// From whose view a network is asked about a position when `seat` wants to know: of two players it is the one to
/// move.
pub fn viewer<G: Encode>(game: &G, state: &G::State, seat: Seat) -> Seat {
    match game.turn(state) {
        Turn::Player(mover) if game.n_seats() == 2 => mover,
        _ => seat,
    }
}

/// So many binary places that no sum can overflow, whatever inputs are on.
fn places(first: &[f32], width: usize) -> Option<u32> {
    let mut sums = vec![0.0f64; width];
    for row in first.chunks_exact(width) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += f64::from(weight.abs());
        }
    }
    let largest = sums.into_iter().fold(0.0, f64::max);
    (8..=MOST_PLACES).rev().find(|&shift| (largest + 1.0) * ((1u64 << shift) as f64) < f64::from(i32::MAX))
}

/// Summed in eight strands, which a compiler can keep in vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const N: usize = 8;
    let mut sums = [0.0f32; N];
    let (a, b) = (a.chunks_exact(N), b.chunks_exact(N));
    let tail: f32 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a.zip(b) {
        for n in 0..N {
            sums[n] += x[n] * y[n];
        }
    }
    sums.iter().sum::<f32>() + tail
}

/// What one thread remembers of the positions that it asked a network about: for each view the last one, and its
/// sums of the first layer. It belongs to one network.
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    inputs: Vec<u16>,
    views: Vec<LastView>,
    numbers: Vec<f32>,
    outputs: Vec<f32>,
}

#[derive(Clone, Debug)]
struct LastView {
    inputs: Vec<u16>,
    sums: Vec<i32>,
    /// In which position each input was on last.
    seen: Vec<u32>,
    n_positions: u32,
}

impl LastView {
    /// Nothing is on.
    fn new(net: &Net) -> Self {
        let sums = net.row(net.n_inputs as u16).to_vec();
        Self { inputs: Vec::new(), sums, seen: vec![0; net.n_inputs], n_positions: 1 }
    }

    /// Goes on to a position with these inputs on.
    fn see(&mut self, net: &Net, inputs: &[u16]) {
        if self.n_positions == u32::MAX {
            *self = Self::new(net);
        }
        let last = self.n_positions;
        self.n_positions += 1;
        for &input in inputs {
            let seen = &mut self.seen[usize::from(input)];
            if *seen != last {
                add(&mut self.sums, net.row(input));
            }
            *seen = self.n_positions;
        }
        for &input in &self.inputs {
            if self.seen[usize::from(input)] != self.n_positions {
                subtract(&mut self.sums, net.row(input));
            }
        }
        self.inputs.clear();
        self.inputs.extend_from_slice(inputs);
    }
}

fn add(sums: &mut [i32], row: &[i32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

fn subtract(sums: &mut [i32], row: &[i32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum -= weight;
    }
}
