//! The arguments of `ludwerk train td`.

use clap::Args;

use super::{PracticeArgs, StepArgs};

#[derive(Debug, Args)]
pub struct TdArgs {
    #[command(flatten)]
    pub practice: PracticeArgs,
    #[command(flatten)]
    pub step: StepArgs,
    /// How far errors are blamed on earlier positions, from 0 to 1
    #[arg(long, value_name = "X", default_value = "0.7")]
    pub lambda: f64,
    /// What part of the best step is gone in the first batch
    #[arg(long, value_name = "X", default_value = "0.5")]
    pub rate: f64,
    /// The same in the last batch [default: a tenth of that]
    #[arg(long, value_name = "X")]
    pub rate_end: Option<f64>,
    /// How often a random move is played
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub epsilon: f64,
    /// The same in the end [default: as at first]
    #[arg(long, value_name = "X")]
    pub epsilon_end: Option<f64>,
}
