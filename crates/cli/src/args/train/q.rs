//! The arguments of `ludwerk train q`.

use clap::Args;

use super::{PracticeArgs, StepArgs};

#[derive(Debug, Args)]
pub struct QArgs {
    #[command(flatten)]
    pub practice: PracticeArgs,
    #[command(flatten)]
    pub step: StepArgs,
}
