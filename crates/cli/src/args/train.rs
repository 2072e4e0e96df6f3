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
    /// Temporal-difference learning, TD(λ): weights of the evaluation from self-play
    Td(TdArgs),
    /// Q-learning: the value of every move, in a Q-table or by weights of features
    Q(QArgs),
    /// Supervised learning: a neural network in place of the evaluation, fitted to self-play games
    Net(NetArgs),
}

/// What all ways of learning from self-play share.
#[derive(Debug, Args)]
pub struct PracticeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games to learn from [default: 5000, or as many as --time allows; 100000 for a Q-table]
    #[arg(long, value_name = "N", value_parser = count::<MOST_GAMES>)]
    pub games: Option<NonZeroUsize>,
    /// The time limit for learning: 90s, 20m, 1h
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// The batch size: games between two updates [default: 50; 10 for a Q-table]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    pub batch: Option<NonZeroUsize>,
    /// Start training games after 0 to N random plies, and the games of matches after N
    #[arg(long, value_name = "N", default_value = "4", value_parser = opening_plies)]
    pub opening_plies: usize,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "400", value_parser = max_plies)]
    pub max_plies: usize,
    /// How many games measure a point of the learning curve; 0 for no curve
    #[arg(long, value_name = "N", default_value = "200", value_parser = number::<0, MOST_GAMES>)]
    pub curve: usize,
    /// Measure a point after every N training games [default: a tenth of them]
    #[arg(long, value_name = "N", value_parser = count::<MOST_GAMES>)]
    pub every: Option<NonZeroUsize>,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Play a held-out match against this agent, too; repeat the option for each
    #[arg(long, value_name = "SPEC")]
    pub also: Vec<String>,
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The directory of the run; the same command resumes there [default: training/GAME-METHOD]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
}

/// How weights follow what games show.
#[derive(Debug, Args)]
pub struct StepArgs {
    /// The agent that plays and learns, with its initial weights: greedy:weights=start
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub agent: String,
    /// Start with all weights at 0
    #[arg(long)]
    pub zero: bool,
    /// The evaluation that multiplies the odds of winning by e [default: as mcts has it in the game]
    #[arg(long, value_name = "X")]
    pub scale: Option<f64>,
}
