//! The arguments of `ludwerk train`.

mod q;
mod td;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::GameArgs;

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
    /// Temporal differences: weights that follow the forecasts of later positions
    Td(TdArgs),
    /// Q-learning: the values of moves, in a table or by weights
    Q(QArgs),
}

/// What all ways of learning from games against oneself share.
#[derive(Debug, Args)]
pub struct PracticeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games to learn from [default: 2000, or as many as --time allows]
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// End learning after this time: 90s, 20m, 1h
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// How many games are played side by side with the same values [default: 50]
    #[arg(long, value_name = "N")]
    pub batch: Option<NonZeroUsize>,
    /// Up to so many random plies before each game [default: 4]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "400")]
    pub max_plies: usize,
    /// An opponent for the learning curve (the first) and for the matches in the end; once for each
    /// [default: the agent at the start]
    #[arg(long, value_name = "SPEC")]
    pub against: Vec<String>,
    /// How many games a point of the learning curve has; 0 for no curve
    #[arg(long, value_name = "N", default_value = "200")]
    pub curve: usize,
    /// After how many games of learning a point is measured [default: a tenth of them]
    #[arg(long, value_name = "N")]
    pub every: Option<NonZeroUsize>,
    /// The most games of a match in the end; 0 for no match
    #[arg(long, value_name = "N", default_value = "2000")]
    pub proof_games: usize,
    /// The Elo difference that the matches in the end are to show
    #[arg(long, value_name = "ELO", default_value = "20")]
    pub proof_elo: f64,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where everything is kept; the same command goes on with it
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// How weights follow what games show.
#[derive(Debug, Args)]
pub struct StepArgs {
    /// The part of the best step that is gone in the first batch [default: 0.2; 1 in a table]
    #[arg(long, value_name = "X")]
    pub rate: Option<f64>,
    /// The same in the last batch [default: a tenth of --rate]
    #[arg(long, value_name = "X")]
    pub rate_end: Option<f64>,
    /// Start with weights of 0
    #[arg(long)]
    pub zero: bool,
    /// How much evaluation it takes to win e times as often [default: the game's, as of mcts]
    #[arg(long, value_name = "X")]
    pub scale: Option<f64>,
}
