//! Evaluation as named features times named weights, in one table a game.
//!
//! The tuner, the reports, `ludwerk agents` and the analysis read that table; nothing is tuned in
//! the code of a search.

use crate::{Game, Seat};

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// The name, in `kebab-case`.
    pub name: &'static str,
    /// What it measures, in a few words.
    pub help: &'static str,
    /// The weight that agents use unless told otherwise.
    pub weight: f64,
    /// The least and the greatest weight that make sense, for tuners.
    pub bounds: (f64, f64),
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

/// A game that can judge an unfinished position.
pub trait Evaluate: Game {
    /// The table of features; empty in a game without evaluation.
    fn features(&self) -> &'static [Feature];

    /// The named sets of weights.
    fn weight_presets(&self) -> &'static [WeightPreset];

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

    /// The default weights, in the order of the table.
    fn default_weights(&self) -> Vec<f64> {
        self.features().iter().map(|feature| feature.weight).collect()
    }
}

/// A game that has no evaluation (yet).
pub trait WithoutEvaluation: Game {}

impl<G: WithoutEvaluation> Evaluate for G {
    fn features(&self) -> &'static [Feature] {
        &[]
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[]
    }

    fn measure(&self, _state: &Self::State, _seat: Seat, _values: &mut [f64]) {}
}
