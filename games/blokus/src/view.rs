//! How the game looks to others: as a picture.

use ludwerk_core::{Area, Cell, Draw, Picture, Seat};

use crate::board::{State, contains};
use crate::moves::BlokusMove;
use crate::notation::{colour_names, covered, square_name};
use crate::pieces::{N_PIECES, PIECES};
use crate::rules::Blokus;

/// Squares are cells by their names; the pieces of a colour are cells such as `0:L5`, by the colour's number.
impl<const N: usize, const C: usize> Draw for Blokus<N, C> {
    fn picture(&self, state: &State<N, C>) -> Picture {
        let mut cells = Vec::with_capacity(N * N + C * N_PIECES);
        for row in 0..N {
            for column in 0..N {
                let colour = (0..C).find(|&colour| contains(&state.colours[colour].own, row, column));
                cells.push(Cell {
                    name: square_name(N, row, column),
                    area: Area::Board,
                    x: 2 * column as u16,
                    y: row as u16,
                    text: colour.map_or(String::new(), |colour| colour_names(C)[colour].0.to_string()),
                    label: colour.map_or(String::new(), |colour| colour_names(C)[colour].1.to_owned()),
                    owner: colour.map(|colour| self.owner(colour)),
                });
            }
        }
        for colour in 0..C {
            for (n, piece) in PIECES.iter().enumerate() {
                let is_held = state.colours[colour].hand >> n & 1 != 0;
                let text = if is_held { piece.name } else { "" };
                cells.push(Cell {
                    name: format!("{colour}:{}", piece.name),
                    area: Area::Hand(self.owner(colour)),
                    x: 2 * (n % 11) as u16,
                    y: (2 * colour + n / 11) as u16,
                    text: text.to_owned(),
                    label: text.to_owned(),
                    owner: is_held.then(|| self.owner(colour)),
                });
            }
        }
        let notes = (0..C).map(|colour| {
            let turn = if usize::from(state.to_move) == colour && !state.is_over { ", to move" } else { "" };
            format!("{}: {} points{turn}", colour_names(C)[colour].1, self.points_of(state, colour))
        });
        Picture { cells, notes: notes.collect() }
    }

    fn touches(&self, _state: &State<N, C>, mv: BlokusMove) -> Vec<String> {
        covered(mv).into_iter().map(|(row, column)| square_name(N, row, column)).collect()
    }
}

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// The seat that a colour belongs to; the shared one is shown with the last.
    fn owner(self, colour: usize) -> Seat {
        let n_seats = ludwerk_core::Game::n_seats(&self);
        if n_seats == 2 { colour % 2 } else { colour.min(n_seats - 1) }
    }
}
