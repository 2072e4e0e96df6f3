//! What travels over the wire about solved games: their tables, and puzzles drawn from them.

use serde::Serialize;
use utoipa::ToSchema;

/// How far the table of a solved game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TablebaseState {
    /// Nobody has built it yet.
    Missing,
    /// It is being built.
    Building,
    /// It can be asked.
    Ready,
    /// It could not be built, or its file is damaged; it can be built anew.
    Failed,
}

/// The table of a solved game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TablebaseView {
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub state: TablebaseState,
    /// What is being done, while it is built.
    pub phase: Option<String>,
    /// How much of the work is done, from 0 to 1, while it is built.
    pub done: Option<f64>,
    /// How long the rest will take, in milliseconds, once that can be told.
    pub left_ms: Option<u64>,
    /// The size of its file, once it is ready.
    pub bytes: Option<u64>,
    /// How many positions it tells apart.
    pub positions: u64,
    /// Why it failed.
    pub error: Option<String>,
}

/// A position in which the player to move wins, if only he finds the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PuzzleView {
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The position's text.
    pub position: String,
    /// The seat to move, which wins.
    pub seat: usize,
    /// In how many plies it wins, the last of which ends the game.
    pub plies: u32,
    /// How hard it is, from 1 to 5.
    pub difficulty: u32,
    /// What it was drawn with: the same seed gives the same puzzle.
    pub seed: u64,
}
