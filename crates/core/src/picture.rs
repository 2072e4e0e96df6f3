//! A position as a picture made of cells: what a terminal, or anyone without a drawing of
//! the game's own, can show and let a person touch.

use serde::Serialize;

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

/// Numbers that players count on the board, for those who cannot or do not want to count them: a row for each thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// What is counted.
    pub title: String,
    /// What each column holds.
    pub headings: Vec<String>,
    /// The rows, with as many texts as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// How something looks that moves name by a number or a word, and that the board does not show: a piece in all its
/// orientations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it may be asked for by, each in lower case.
    pub names: Vec<String>,
    /// What it is.
    pub title: String,
    /// The drawing, line by line.
    pub lines: Vec<String>,
}

/// A game that can be drawn from what a viewer sees.
pub trait Draw: Observe {
    /// What the game's own board on the page shows of a position; `()` in a game whose cells say it all.
    type Board: Serialize;

    /// The position for the game's own board.
    fn board(&self, observation: &Self::Observation) -> Self::Board;

    /// The picture; without cells in a game that has none.
    fn picture(&self, observation: &Self::Observation) -> Picture;

    /// The names of the cells that a person touches, in this order, to make `mv`.
    /// Moves without a place (a pass) touch none.
    fn touches(&self, observation: &Self::Observation, mv: Self::Move) -> Vec<String>;

    /// What a seat holds, in the words of moves; `None` where the texts of the cells in its hand say it as well.
    fn hand_text(&self, observation: &Self::Observation, seat: Seat) -> Option<String>;

    /// What players count on the board; nothing where there is nothing to be counted.
    fn tallies(&self, observation: &Self::Observation) -> Vec<Tally>;

    /// What moves name and the board does not show; nothing where it shows all.
    fn shapes(&self) -> Vec<Shape>;
}

/// A game that is shown by its position text alone.
pub trait WithoutPicture: Observe {}

impl<G: WithoutPicture> Draw for G {
    type Board = ();

    fn board(&self, _observation: &Self::Observation) {}

    fn picture(&self, _observation: &Self::Observation) -> Picture {
        Picture::default()
    }

    fn touches(&self, _observation: &Self::Observation, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    fn hand_text(&self, _observation: &Self::Observation, _seat: Seat) -> Option<String> {
        None
    }

    fn tallies(&self, _observation: &Self::Observation) -> Vec<Tally> {
        Vec::new()
    }

    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }
}
