//! The picture: cells for the terminal and the plain board of the page.

use ludwerk::core::{Area, Cell, Draw, Picture, Seat, Shape, Tally};

use crate::notation::square_text;
use crate::rules::{Board, Breakthrough, Step};

impl Draw for Breakthrough {
    type Board = ();

    fn board(&self, _board: &Board) {}

    fn picture(&self, board: &Board) -> Picture {
        let cell = |rank: u8, file: u8| {
            let square = 8 * rank + file;
            let owner = Seat::all(2).find(|&seat| board.pawns[seat] >> square & 1 != 0);
            let (text, label) = match owner {
                Some(Seat::FIRST) => ("w", "white pawn"),
                Some(_) => ("b", "black pawn"),
                None => ("", ""),
            };
            Cell {
                name: square_text(square),
                area: Area::Board,
                x: 2 * u16::from(file),
                y: u16::from(self.side - 1 - rank),
                text: text.to_owned(),
                label: label.to_owned(),
                owner,
            }
        };
        let ranks = (0..self.side).rev();
        let cells = ranks.flat_map(|rank| (0..self.side).map(move |file| cell(rank, file)));
        Picture { cells: cells.collect(), notes: Vec::new() }
    }

    fn touches(&self, _board: &Board, mv: Step) -> Vec<String> {
        vec![square_text(mv.from), square_text(mv.to)]
    }

    fn hand_text(&self, _board: &Board, _seat: Seat) -> Option<String> {
        None
    }

    fn tallies(&self, _board: &Board) -> Vec<Tally> {
        Vec::new()
    }

    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }
}
