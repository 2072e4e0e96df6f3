//! The arguments of `ludwerk train net`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::numbers::{MOST_GAMES, max_plies, number, opening_plies, path};
use super::super::{GameArgs, ProofArgs};

#[derive(Debug, Args)]
pub struct NetArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent that plays the games, with a budget: alphabeta:nodes=1000,tt=1MiB
    #[arg(long, value_name = "SPEC")]
    pub agent: String,
    /// How many generations: each plays games and fits a network, with which the next one plays
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub generations: u32,
    /// Games in a generation
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Train on the games of the last N generations
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub window: u32,
    /// The widths of the hidden layers
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "32")]
    pub widths: Vec<usize>,
    /// Training epochs: passes over the positions
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<1, 1_000_000>)]
    pub epochs: usize,
    /// The mini-batch size, in positions
    #[arg(long, value_name = "N", default_value = "1024", value_parser = number::<1, 1_000_000>)]
    pub batch: usize,
    /// The initial learning rate
    #[arg(long, value_name = "X", default_value = "0.005")]
    pub rate: f64,
    /// The weight decay of the optimizer, Adam with decoupled decay
    #[arg(long, value_name = "X", default_value = "0.0001")]
    pub decay: f64,
    /// Start games after 0 to N random plies
    #[arg(long, value_name = "N", default_value = "8", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// The exploration rate: the probability of a random move
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub exploration: f64,
    /// The weight of the game's result in the training target, against the search's value: 0 to 1
    #[arg(long, value_name = "X", default_value = "0.3")]
    pub outcome: f64,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "300", value_parser = max_plies)]
    pub max_plies: usize,
    /// Games that measure each generation against the agent with its initial weights
    #[arg(long, value_name = "N", default_value = "400", value_parser = number::<1, MOST_GAMES>)]
    pub measure: usize,
    /// The agent of the held-out match; with a time budget, the match is at equal time [default: the agent that
    /// plays]
    #[arg(long, value_name = "SPEC")]
    pub match_agent: Option<String>,
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The directory of the run; the same command resumes there [default: training/GAME-net]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
}
