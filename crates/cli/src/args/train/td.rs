//! The arguments of `ludwerk train td`.

use clap::Args;

use super::{PracticeArgs, StepArgs};

#[derive(Debug, Args)]
pub struct TdArgs {
    #[command(flatten)]
    pub practice: PracticeArgs,
    /// The agent that plays and learns, with the weights to start from: greedy:weights=start
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub agent: String,
    /// How far errors are blamed on earlier positions, from 0 to 1
    #[arg(long, value_name = "X", default_value = "0.7")]
    pub lambda: f64,
    /// How often a random move is played
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub epsilon: f64,
    #[command(flatten)]
    pub step: StepArgs,
}
