//! The arguments of `ludwerk tune grid`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::numbers::{count, max_plies, opening_plies, path};
use crate::args::{ConfigArgs, ProofArgs};

#[derive(Debug, Args)]
#[command(
    after_help = "Published grids: --figure samurai-5.1 (A2 against B2 by k3 and k4, 121 cells), samurai-5.2 (the \
                        same in finer steps), samurai-5.3 (A3 against A1 by w2 and w3, 36 cells), samurai-5.4 (the \
                        same in finer steps); see the book's page on grids."
)]
pub struct GridArgs {
    /// The game, as `ludwerk games` lists it
    #[arg(required_unless_present = "figure")]
    pub game: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
    /// The agent whose parameters are varied: NAME or NAME:KEY=VALUE,…
    #[arg(long, value_name = "SPEC", required_unless_present = "figure")]
    pub agent: Option<String>,
    /// The opponent [default: the agent unchanged]
    #[arg(long, value_name = "SPEC")]
    pub opponent: Option<String>,
    /// An axis of the grid: a weight of the game or an option of the agent with its values, k3=0..5:0.5, or a list,
    /// nodes=100,200,400. Repeat it for each; two axes give a heat map
    #[arg(
        long = "axis",
        value_name = "NAME=LEAST..GREATEST:STEP",
        required_unless_present = "figure",
        allow_hyphen_values = true
    )]
    pub axes: Vec<String>,
    /// How many games each cell plays; rounded up so that both agents have every seat equally often [default: 200,
    /// or as published]
    #[arg(long, value_name = "N", value_parser = count::<10_000_000>)]
    pub games: Option<NonZeroUsize>,
    /// Then play a second grid, this many times finer, one step to either side of the chosen cell
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u16).range(2..=20))]
    pub zoom: Option<u16>,
    /// How many games each cell of the second grid plays [default: as in the first]
    #[arg(long, value_name = "N", requires = "zoom", value_parser = count::<10_000_000>)]
    pub zoom_games: Option<NonZeroUsize>,
    /// Reproduce a published grid, and tell how much of its pattern is noise
    #[arg(long, value_name = "ID", conflicts_with_all = ["game", "variant", "players", "agent", "opponent", "axes", "zoom", "against"])]
    pub figure: Option<String>,
    /// The interpretation of the study's text in a published grid; an unknown name lists all [default: closest]
    #[arg(long, value_name = "NAME")]
    pub reading: Option<String>,
    /// Who moves first in a published grid [default: first]
    #[arg(long, value_name = "WHO")]
    pub seats: Option<Seats>,
    /// The directory of the run; the same command resumes there [default: tuning/GAME-grid, or tuning/ID for a
    /// published grid]
    #[arg(long, value_name = "DIR", value_parser = path())]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// How many games run in parallel; does not change the results [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Start games after N random plies, the same ones for every seating
    #[arg(long, value_name = "N", default_value = "4", value_parser = opening_plies, conflicts_with = "figure")]
    pub opening_plies: usize,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = max_plies, conflicts_with = "figure")]
    pub max_plies: usize,
}

/// Who begins in a published grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    /// The tested side in every game, as the study's tables suggest
    First,
    /// Both in turn
    Rotated,
}
