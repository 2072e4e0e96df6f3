//! The arguments of `ludwerk tune`.

mod grid;

use clap::{Args, Subcommand};

pub use grid::{GridArgs, Seats};

#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    pub method: Tuner,
}

/// The ways to find better parameters.
#[derive(Debug, Subcommand)]
pub enum Tuner {
    /// Play every combination of a few parameters' values, with error bars, and tell signal from noise
    Grid(GridArgs),
}
