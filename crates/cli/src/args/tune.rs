//! The arguments of `ludwerk tune`.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    pub method: Tuner,
}

/// The ways to find better parameters.
#[derive(Debug, Subcommand)]
pub enum Tuner {}
