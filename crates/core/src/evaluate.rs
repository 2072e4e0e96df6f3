//! Evaluation as named features times named weights, in one table a game.
//!
//! The tuner, the reports, `ludwerk agents` and the analysis read that table; nothing is tuned in
//! the code of a search.

use crate::{Encode, Seat};

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// The name, in `kebab-case`.
    pub name: &'static str,
    /// What it measures, in a few words.
    pub help: &'static str,
    /// The weight that agents use unless told otherwise.
    pub weight: f64,
    /// The least and the greatest weight that make sense, for tuners. A feature whose bounds are equal
    /// is not tuned.
    pub bounds: (f64, f64),
    /// A change of the weight that is likely to be felt: the first step of tuners.
    pub scale: f64,
}

/// A named set of weights, one for each feature in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightPreset {
    /// The name, as in `weights=NAME`.
    pub name: &'static str,
    /// Where the weights come from.
    pub help: &'static str,
    /// The weights.
    pub weights: &'static [f64],
}

/// Weights or a network that a game ships as a file, for the registry to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightFile {
    /// The name, as in `weights=NAME`.
    pub name: &'static str,
    /// Where it comes from.
    pub help: &'static str,
    /// The file.
    pub bytes: &'static [u8],
    /// Whether agents use it unless told otherwise.
    pub is_default: bool,
}

/// A game that can judge an unfinished position.
///
/// Whatever takes weights takes a network in their place, so a game with an evaluation also says how its
/// positions are read, or that they are not.
pub trait Evaluate: Encode {
    /// The table of features; empty in a game without evaluation.
    fn features(&self) -> &'static [Feature];

    /// How many features at the end of the table are extras: their default weight is 0, tuners and learners leave them
    /// alone unless they are named, and files of weights may leave them out.
    fn n_extra_features(&self) -> usize;

    /// The named sets of weights.
    fn weight_presets(&self) -> &'static [WeightPreset];

    /// The files of weights and networks that come with the game.
    fn weight_files(&self) -> &'static [WeightFile];

    /// Writes one value for each feature, from `seat`'s point of view: more is better for `seat`
    /// where the weight is positive. Must depend only on what `seat` may see.
    fn measure(&self, state: &Self::State, seat: Seat, values: &mut [f64]);

    /// The sum of values times weights, from `seat`'s point of view.
    /// Override it where that is faster than measuring each feature.
    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &[f64]) -> f64 {
        const MOST_FEATURES: usize = 64;
        let mut buffer = [0.0; MOST_FEATURES];
        let values = &mut buffer[..weights.len()];
        self.measure(state, seat, values);
        values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }

    /// The same for all seats, one after the other.
    /// Override it where seats share what is measured.
    fn evaluate_all(&self, state: &Self::State, weights: &[f64], values: &mut [f64]) {
        for (seat, value) in Seat::all(values.len()).zip(values) {
            *value = self.evaluate(state, seat, weights);
        }
    }

    /// The default weights, in the order of the table.
    fn default_weights(&self) -> Vec<f64> {
        self.features().iter().map(|feature| feature.weight).collect()
    }
}

/// A game that has no evaluation (yet).
pub trait WithoutEvaluation: Encode {}

impl<G: WithoutEvaluation> Evaluate for G {
    fn features(&self) -> &'static [Feature] {
        &[]
    }

    fn n_extra_features(&self) -> usize {
        0
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[]
    }

    fn measure(&self, _state: &Self::State, _seat: Seat, _values: &mut [f64]) {}
}
