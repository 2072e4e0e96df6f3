//! The arguments of `ludwerk train q`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::{PracticeArgs, StepArgs};

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("kind").required(true).args(["tabular", "linear"])))]
pub struct QArgs {
    #[command(flatten)]
    pub practice: PracticeArgs,
    /// Keep the value of every move in a Q-table: for small games, and for positions with few pieces
    #[arg(long, conflicts_with_all = ["agent", "zero", "scale"])]
    pub tabular: bool,
    /// Learn weights of the game's features instead (linear approximation): for all other games
    #[arg(long)]
    pub linear: bool,
    #[command(flatten)]
    pub step: StepArgs,
    /// The discount factor for a ply [default: 0.99; 1 with --linear]
    #[arg(long, value_name = "X")]
    pub gamma: Option<f64>,
    /// The learning rate α [default: 1 in a game without chance, 0.5 elsewhere]
    #[arg(long, value_name = "X")]
    pub rate: Option<f64>,
    /// The learning rate in the last batch, with --linear [default: a tenth of --rate]
    #[arg(long, value_name = "X", conflicts_with = "tabular")]
    pub rate_end: Option<f64>,
    /// The decay of the learning rate: it is divided by the number of visits to this power [default: 0 in a game
    /// without chance, 0.7 elsewhere]
    #[arg(long, value_name = "X", conflicts_with = "linear")]
    pub rate_decay: Option<f64>,
    /// The exploration rate at first: the probability of a random move [default: 1; 0.1 with --linear]
    #[arg(long, value_name = "X")]
    pub epsilon: Option<f64>,
    /// The exploration rate at the end [default: a tenth of --epsilon]
    #[arg(long, value_name = "X")]
    pub epsilon_end: Option<f64>,
    /// The initial value of an untried move, from -1 to 1
    #[arg(
        long,
        value_name = "X",
        default_value = "0",
        allow_negative_numbers = true,
        conflicts_with = "linear"
    )]
    pub optimism: f64,
    /// The memory limit of the Q-table
    #[arg(long, value_name = "SIZE", default_value = "1GiB", conflicts_with = "linear")]
    pub memory: String,
    /// The agent that plays in positions that are not in the Q-table
    #[arg(long, value_name = "SPEC", default_value = "random", conflicts_with = "linear")]
    pub inner: String,
    /// Learn the positions that can be reached from this one
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["linear", "against", "also", "curve"])]
    pub position: Option<String>,
    /// Learn the positions that can be reached from those in this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["linear", "position", "against", "also", "curve"])]
    pub positions: Option<PathBuf>,
    /// Play no games: update every move of all reachable positions in turn, in at most N sweeps
    #[arg(long, value_name = "N", conflicts_with_all = ["linear", "games", "time", "against", "also", "curve", "every"])]
    pub sweeps: Option<NonZeroU32>,
}
