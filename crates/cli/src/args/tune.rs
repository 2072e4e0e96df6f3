//! The arguments of `ludwerk tune`.

mod grid;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{MOST_GAMES, count, max_plies, opening_plies, path};
use super::{GameArgs, ProofArgs};
pub use grid::{GridArgs, Seats};

#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    pub method: Tuner,
}

/// The ways to find better parameters.
#[derive(Debug, Subcommand)]
pub enum Tuner {
    /// A genetic algorithm: for rough landscapes, switches between plans, and points far from the start
    Ga(GaArgs),
    /// CMA-ES: learns which parameters go together; for up to some dozens of them
    Cma(CmaArgs),
    /// SPSA, as chess programs are tuned: for any number of parameters near good values
    Spsa(SpsaArgs),
    /// Play every combination of a few parameters' values, with error bars, and tell signal from noise
    Grid(GridArgs),
}

/// What is tuned, and with how many games.
#[derive(Debug, Args)]
pub struct TuningArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent to be tuned, with a budget and the weights to start from: alphabeta:nodes=1000,weights=start
    #[arg(long, value_name = "SPEC")]
    pub agent: String,
    /// Whom it plays against while it is tuned [default: the agent at the start]
    #[arg(long, value_name = "SPEC")]
    pub opponent: Option<String>,
    /// Which weights are tuned [default: all, or none where --option is given]
    #[arg(long, value_name = "all|none|NAME,…")]
    pub weights: Option<String>,
    /// Tune this option of the agent, too; once for each
    #[arg(long = "option", value_name = "NAME=LEAST..GREATEST[:STEP]", allow_hyphen_values = true)]
    pub options: Vec<String>,
    /// How many games tuning may take
    #[arg(long, value_name = "N", default_value = "10000", value_parser = count::<MOST_GAMES>)]
    pub games: NonZeroUsize,
    /// How long tuning may take: 30m, 8h
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Begin games after so many random plies, the same ones for every seating
    #[arg(long, value_name = "N", default_value = "4", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = max_plies)]
    pub max_plies: usize,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where everything is kept; the same command goes on there [default: tuning/GAME-METHOD]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
}

#[derive(Debug, Args)]
pub struct GaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// How many points a generation has [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<10_000>)]
    pub points: Option<NonZeroUsize>,
    /// How many bouts a point plays in a generation; a bout has a game for every seating [default: by the number of
    /// games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// Play half of the bouts against the best so far
    #[arg(long)]
    pub rival: bool,
}

#[derive(Debug, Args)]
pub struct CmaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// How many points a generation has [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<10_000>)]
    pub points: Option<NonZeroUsize>,
    /// How many bouts a point plays at first; a bout has a game for every seating [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// The first step, as a multiple of each parameter's scale [default: 2]
    #[arg(long, value_name = "X")]
    pub sigma: Option<f64>,
}

#[derive(Debug, Args)]
pub struct SpsaArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// How many bouts an iteration plays; a bout has a game for every seating [default: by the number of games]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub bouts: Option<NonZeroUsize>,
    /// How far points are moved in the end, as a multiple of each parameter's scale [default: 1]
    #[arg(long, value_name = "X")]
    pub perturbation: Option<f64>,
    /// How far luck alone may carry a parameter, in perturbations; more is bolder [default: 1]
    #[arg(long, value_name = "X")]
    pub drift: Option<f64>,
}
