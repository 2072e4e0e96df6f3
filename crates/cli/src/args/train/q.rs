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
    /// Keep the values of all moves in a table: for small games, and for positions with few pieces
    #[arg(long, conflicts_with_all = ["agent", "zero", "scale"])]
    pub tabular: bool,
    /// Learn weights by which the values follow from the game's features: for all other games
    #[arg(long)]
    pub linear: bool,
    #[command(flatten)]
    pub step: StepArgs,
    /// What is left of a value after a ply [default: 0.99; 1 with --linear]
    #[arg(long, value_name = "X")]
    pub gamma: Option<f64>,
    /// How far a value goes to what a try shows [default: 1 where there is no luck, 0.5 elsewhere]
    #[arg(long, value_name = "X")]
    pub rate: Option<f64>,
    /// The same in the last batch, with --linear [default: a tenth of --rate]
    #[arg(long, value_name = "X", conflicts_with = "tabular")]
    pub rate_end: Option<f64>,
    /// How that falls: it is divided by the number of tries to this power [default: 0 where there is no luck, 0.7
    /// elsewhere]
    #[arg(long, value_name = "X", conflicts_with = "linear")]
    pub rate_decay: Option<f64>,
    /// How often a random move is played at first [default: 1; 0.1 with --linear]
    #[arg(long, value_name = "X")]
    pub epsilon: Option<f64>,
    /// The same in the end [default: a tenth of --epsilon]
    #[arg(long, value_name = "X")]
    pub epsilon_end: Option<f64>,
    /// What a move is taken to be worth before it was tried, from -1 to 1
    #[arg(
        long,
        value_name = "X",
        default_value = "0",
        allow_negative_numbers = true,
        conflicts_with = "linear"
    )]
    pub optimism: f64,
    /// How much memory the table may take
    #[arg(long, value_name = "SIZE", default_value = "1GiB", conflicts_with = "linear")]
    pub memory: String,
    /// The agent that plays in positions that the table does not know
    #[arg(long, value_name = "SPEC", default_value = "random", conflicts_with = "linear")]
    pub inner: String,
    /// Learn what comes of this position
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["linear", "against", "also", "curve"])]
    pub position: Option<String>,
    /// Learn what comes of the positions in this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["linear", "position", "against", "also", "curve"])]
    pub positions: Option<PathBuf>,
    /// Play no games: try every move of all positions that can come of these in turn, at most so many times
    #[arg(long, value_name = "N", conflicts_with_all = ["linear", "games", "time", "against", "also", "curve", "every"])]
    pub sweeps: Option<NonZeroU32>,
}
