//! The arguments of `ludwerk train`.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct TrainArgs {
    #[command(subcommand)]
    pub method: Trainer,
}

/// The ways to learn from games.
#[derive(Debug, Subcommand)]
pub enum Trainer {}
