//! The arguments of `ludwerk tune`.

mod grid;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{MOST_GAMES, count, max_plies, opening_plies, path};
use super::{GameArgs, ProofArgs};
pub use grid::GridArgs;
#[cfg(feature = "games")]
pub use grid::Seats;

#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    pub method: Tuner,
}

/// The ways to find better parameters.
#[derive(Debug, Subcommand)]
pub enum Tuner {
    /// Genetic algorithm: for rough landscapes with several optima, and optima far from the start
    Ga(GaArgs),
    /// CMA-ES (covariance matrix adaptation): for up to a few dozen parameters that depend on each other
    Cma(CmaArgs),
    /// SPSA (simultaneous perturbation), as chess engines are tuned: for any number of parameters near good values
    Spsa(SpsaArgs),
    /// Grid search: play every combination of a few parameters' values, and tell signal from noise
    Grid(GridArgs),
}

/// What is tuned, and with how many games.
#[derive(Debug, Args)]
pub struct TuningArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent to tune, with a budget and its initial weights: alphabeta:nodes=1000,weights=start
    #[arg(long, value_name = "SPEC")]
    pub agent: String,
    /// The opponent while tuning [default: the agent before tuning]
    #[arg(long, value_name = "SPEC")]
    pub opponent: Option<String>,
    /// Which weights of the evaluation to tune [default: all, or none with --option]
    #[arg(long, value_name = "all|none|NAME,…")]
    pub weights: Option<String>,
    /// Also tune this option of the agent; repeat it for each
    #[arg(long = "option", value_name = "NAME=LEAST..GREATEST[:STEP]", allow_hyphen_values = true)]
    pub options: Vec<String>,
    /// The budget in games
    #[arg(long, value_name = "N", default_value = "10000", value_parser = count::<MOST_GAMES>)]
    pub games: NonZeroUsize,
    /// The budget in time: 30m, 8h
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Start games after N random plies, the same ones for every seating
    #[arg(long, value_name = "N", default_value = "4", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = max_plies)]
    pub max_plies: usize,
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The directory of the run; the same command resumes there [default: tuning/GAME-METHOD]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
}

#[derive(Debug, Args)]
pub struct GaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// The population size: points in a generation [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<10_000>)]
    pub points: Option<NonZeroUsize>,
    /// How many bouts a point plays in a generation; a bout is one game for every seating [default: by the number
    /// of games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// Play half of the bouts against the best point so far
    #[arg(long)]
    pub rival: bool,
}

#[derive(Debug, Args)]
pub struct CmaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// The population size: points in a generation [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<10_000>)]
    pub points: Option<NonZeroUsize>,
    /// How many bouts a point plays at first; a bout is one game for every seating [default: by the number of
    /// games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// The initial step size, as a multiple of each parameter's scale [default: 2]
    #[arg(long, value_name = "X")]
    pub sigma: Option<f64>,
}

#[derive(Debug, Args)]
pub struct SpsaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// How many bouts an iteration plays; a bout is one game for every seating [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// The perturbation in the last iteration, as a multiple of each parameter's scale [default: 1]
    #[arg(long, value_name = "X")]
    pub perturbation: Option<f64>,
    /// How far noise alone may move a parameter, in perturbations; larger steps are bolder [default: 1]
    #[arg(long, value_name = "X")]
    pub drift: Option<f64>,
}
