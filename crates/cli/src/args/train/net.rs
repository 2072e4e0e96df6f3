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
    /// The agent that plays, with a budget: alphabeta:nodes=1000,tt=1MiB
    #[arg(long, value_name = "SPEC")]
    pub agent: String,
    /// How often games are played and a network is fitted; from the second time on it plays with its network
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub generations: u32,
    /// Games of a generation
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// A network learns from the games of so many generations
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub window: u32,
    /// The widths of the hidden layers
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "32")]
    pub widths: Vec<usize>,
    /// How often every position is learnt from
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<1, 1_000_000>)]
    pub epochs: usize,
    /// Positions for one step of learning
    #[arg(long, value_name = "N", default_value = "1024", value_parser = number::<1, 1_000_000>)]
    pub batch: usize,
    /// How fast it learns at first
    #[arg(long, value_name = "X", default_value = "0.005")]
    pub rate: f64,
    /// How fast weights decay
    #[arg(long, value_name = "X", default_value = "0.0001")]
    pub decay: f64,
    /// Up to so many random plies begin a game
    #[arg(long, value_name = "N", default_value = "8", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// The chance that a move is drawn at random
    #[arg(long, value_name = "X", default_value = "0.05")]
    pub exploration: f64,
    /// How much the result of a game counts, against what the search said: 0 to 1
    #[arg(long, value_name = "X", default_value = "0.3")]
    pub outcome: f64,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "300", value_parser = max_plies)]
    pub max_plies: usize,
    /// Games by which every generation is measured against the weights it began with
    #[arg(long, value_name = "N", default_value = "400", value_parser = number::<1, MOST_GAMES>)]
    pub measure: usize,
    /// The agent of the held-out match at the end, with a time for equal time [default: the agent that plays]
    #[arg(long, value_name = "SPEC")]
    pub match_agent: Option<String>,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where everything is kept; the same command goes on there [default: training/GAME-net]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
}
