//! Puzzles of solved games.

use std::ops::RangeInclusive;

use ludwerk_core::{Game, Seat};

/// How hard puzzles are.
pub const DIFFICULTIES: RangeInclusive<u32> = 1..=5;

/// What a move leads to if both play perfectly from there, for whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A win after so many plies, this one included.
    Win(u32),
    /// Nobody can force a win.
    Draw,
    /// A loss after so many plies, this one included.
    Loss(u32),
}

/// A position to be solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle<G: Game> {
    /// The position.
    pub position: G::State,
    /// Who is to move, and wins.
    pub seat: Seat,
    /// In how many plies, the last of which wins.
    pub plies: u32,
    /// The moves of both, if both play as well as they can.
    pub solution: Vec<G::Move>,
}

/// Draws a puzzle.
pub fn puzzle<G: Game>(
    _game: &G,
    _fates: &dyn Fn(&G::State) -> Vec<(G::Move, Fate)>,
    _difficulty: u32,
    _seed: u64,
) -> Option<Puzzle<G>> {
    None
}
