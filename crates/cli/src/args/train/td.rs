//! The arguments of `ludwerk train td`.

use clap::Args;

use super::{PracticeArgs, StepArgs};

#[derive(Debug, Args)]
pub struct TdArgs {
    #[command(flatten)]
    pub practice: PracticeArgs,
    #[command(flatten)]
    pub step: StepArgs,
    /// The trace decay λ: how far errors are credited to earlier positions, from 0 to 1
    #[arg(long, value_name = "X", default_value = "0.7")]
    pub lambda: f64,
    /// The learning rate in the first batch, as a part of the whole (Newton) step
    #[arg(long, value_name = "X", default_value = "0.5")]
    pub rate: f64,
    /// The learning rate in the last batch [default: a tenth of --rate]
    #[arg(long, value_name = "X")]
    pub rate_end: Option<f64>,
    /// The exploration rate: the probability of a random move
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub epsilon: f64,
    /// The exploration rate at the end [default: as --epsilon]
    #[arg(long, value_name = "X")]
    pub epsilon_end: Option<f64>,
}
