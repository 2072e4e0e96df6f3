//! How strong people are, as far as the server can tell.

use serde::Serialize;
use utoipa::ToSchema;

/// How strong a person is in a game, on its scale of levels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct StrengthView {
    /// The level; between two levels it has a fraction.
    pub level: f64,
    /// How unsure that is: the standard deviation, in levels.
    pub deviation: f64,
    /// From how many games it is told; with none, nothing is known yet.
    pub games: u32,
}
