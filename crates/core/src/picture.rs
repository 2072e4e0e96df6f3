//! A position as a picture made of cells: what a terminal, or anyone without a drawing of
//! the game's own, can show and let a person touch.

use crate::{Observe, Seat};

/// A position, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// Lines to print beside the board: scores, what is left to draw, …
    pub notes: Vec<String>,
}

/// One place that can hold something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name, unique in the picture: a square (`b3`), a piece in a hand (`S:C`), … Where all squares
    /// are called by a letter for the file and a number for the rank, both are written along the board.
    pub name: String,
    /// Which part of the picture it belongs to.
    pub area: Area,
    /// The column in half cells, so that hexagonal boards can shift every other row.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// What stands there, in at most three characters; empty for nothing.
    pub text: String,
    /// The same in a word, where there is room for it.
    pub label: String,
    /// Whose it is.
    pub owner: Option<Seat>,
}

/// The parts of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// The board that all share.
    Board,
    /// What lies in front of a seat.
    Hand(Seat),
}

/// A game that can be drawn from what a viewer sees.
pub trait Draw: Observe {
    /// The picture; without cells in a game that has none.
    fn picture(&self, observation: &Self::Observation) -> Picture;

    /// The names of the cells that a person touches, in this order, to make `mv`.
    /// Moves without a place (a pass) touch none.
    fn touches(&self, observation: &Self::Observation, mv: Self::Move) -> Vec<String>;
}

/// A game that is shown by its position text alone.
pub trait WithoutPicture: Observe {}

impl<G: WithoutPicture> Draw for G {
    fn picture(&self, _observation: &Self::Observation) -> Picture {
        Picture::default()
    }

    fn touches(&self, _observation: &Self::Observation, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }
}
