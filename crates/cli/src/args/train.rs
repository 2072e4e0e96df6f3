//! The arguments of `ludwerk train`.

mod net;
mod q;
mod td;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{MOST_GAMES, count, max_plies, number, opening_plies, path};
use super::{GameArgs, ProofArgs};

pub use net::NetArgs;
pub use q::QArgs;
pub use td::TdArgs;

#[derive(Debug, Args)]
pub struct TrainArgs {
    #[command(subcommand)]
    pub method: Trainer,
}

/// The ways to learn from games.
#[derive(Debug, Subcommand)]
pub enum Trainer {
    /// Temporal differences: weights by which forecasts agree with those that come later
    Td(TdArgs),
    /// Q-learning: what every move is worth, in a table or by weights
    Q(QArgs),
    /// A network in the place of an evaluation, fitted to games that an agent plays against itself
    Net(NetArgs),
}

/// What all ways of learning from games against oneself share.
#[derive(Debug, Args)]
pub struct PracticeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games to learn from [default: 5000, or as many as --time allows; 100000 for a table]
    #[arg(long, value_name = "N", value_parser = count::<MOST_GAMES>)]
    pub games: Option<NonZeroUsize>,
    /// How long learning may take: 90s, 20m, 1h
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// How many games are played before anything is learnt from them [default: 50; 10 for a table]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub batch: Option<NonZeroUsize>,
    /// Begin games after up to so many random plies, and those of matches after so many
    #[arg(long, value_name = "N", default_value = "4", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "400", value_parser = max_plies)]
    pub max_plies: usize,
    /// How many games a point of the learning curve has; 0 for no curve
    #[arg(long, value_name = "N", default_value = "200", value_parser = number::<0, MOST_GAMES>)]
    pub curve: usize,
    /// After how many games of learning a point is measured [default: a tenth of them]
    #[arg(long, value_name = "N", value_parser = count::<MOST_GAMES>)]
    pub every: Option<NonZeroUsize>,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Play a held-out match against this agent, too; once for each
    #[arg(long, value_name = "SPEC")]
    pub also: Vec<String>,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where everything is kept; the same command goes on there [default: training/GAME-METHOD]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
}

/// How weights follow what games show.
#[derive(Debug, Args)]
pub struct StepArgs {
    /// The agent that plays and learns, with the weights to start from: greedy:weights=start
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub agent: String,
    /// Start with weights of 0
    #[arg(long)]
    pub zero: bool,
    /// How much evaluation it takes to win e times as often [default: as mcts has it in the game]
    #[arg(long, value_name = "X")]
    pub scale: Option<f64>,
}
