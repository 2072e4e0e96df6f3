//! How the game looks to others: as a picture, to its own board on the page, as a tensor, and in the mirror.

use ludwerk_core::{Area, BySeat, Cell, Draw, Encode, Picture, Seat, Shape, Symmetry, Tally};
use serde::Serialize;

use crate::board::{Kind, N_FILES, N_SQUARES, State, square_name, squares};
use crate::moves::DobutsuMove;
use crate::rules::Dobutsu;

const SEAT_LETTERS: BySeat<char, 2> = BySeat::new(['S', 'G']);

/// What the page's board shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardView {
    /// What stands on each square, from a1 to c4 row by row; `null` for nothing.
    squares: Vec<Option<PieceView>>,
    /// For each seat, how many chicks, elephants and giraffes it holds.
    hands: Vec<Vec<u8>>,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PieceView {
    /// What it is.
    animal: Kind,
    /// The seat that moves it.
    owner: usize,
}

/// Squares are cells by their names; the pieces in a hand are cells such as `S:C`, one a kind.
impl Draw for Dobutsu {
    type Board = BoardView;

    fn board(&self, state: &State) -> BoardView {
        let piece = |(seat, animal): (Seat, Kind)| PieceView { animal, owner: seat.idx() };
        let hand = |seat: Seat| Kind::HELD.iter().map(|&kind| state.in_hand(seat, kind)).collect();
        BoardView {
            squares: (0..N_SQUARES as u8).map(|square| state.piece_at(square).map(piece)).collect(),
            hands: Seat::all(2).map(hand).collect(),
        }
    }

    fn picture(&self, state: &State) -> Picture {
        let mut cells = Vec::with_capacity(N_SQUARES + 6);
        for square in 0..N_SQUARES as u8 {
            let piece = state.piece_at(square);
            cells.push(Cell {
                name: square_name(square),
                area: Area::Board,
                x: 2 * u16::from(square % N_FILES as u8),
                y: u16::from(square / N_FILES as u8),
                text: piece.map_or(String::new(), |(seat, kind)| kind.letter_of(seat).to_string()),
                label: piece.map_or(String::new(), |(_, kind)| capitalised(kind.name())),
                owner: piece.map(|(seat, _)| seat),
            });
        }
        for seat in Seat::all(2) {
            for kind in Kind::HELD {
                let count = state.in_hand(seat, kind);
                let (text, label) = match count {
                    0 => (String::new(), String::new()),
                    1 => (kind.letter_of(seat).to_string(), capitalised(kind.name())),
                    _ => (
                        format!("{}×{count}", kind.letter_of(seat)),
                        format!("{} ×{count}", capitalised(kind.name())),
                    ),
                };
                cells.push(Cell {
                    name: hand_cell(seat, kind),
                    area: Area::Hand(seat),
                    x: 2 * kind as u16,
                    y: 0,
                    owner: (count > 0).then_some(seat),
                    text,
                    label,
                });
            }
        }
        Picture { cells, notes: Vec::new() }
    }

    fn touches(&self, state: &State, mv: DobutsuMove) -> Vec<String> {
        let origin = match mv.from() {
            Some(from) => square_name(from),
            None => hand_cell(state.to_move(), mv.kind()),
        };
        vec![origin, square_name(mv.to())]
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

fn capitalised(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn hand_cell(seat: Seat, kind: Kind) -> String {
    format!("{}:{}", SEAT_LETTERS[seat], kind.letter())
}

/// The identity, the mirror (a and c swapped), the half turn with the sides swapped, and both.
impl Symmetry for Dobutsu {
    fn n_symmetries(&self) -> usize {
        4
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        let mut image = State::empty(self.map_seat(symmetry, state.to_move()));
        for seat in Seat::all(2) {
            let to_seat = self.map_seat(symmetry, seat);
            for kind in Kind::ALL {
                for square in squares(state.pieces(seat, kind)) {
                    image.put(to_seat, kind, map_square(symmetry, square));
                }
            }
            for kind in Kind::HELD {
                image.set_in_hand(to_seat, kind, state.in_hand(seat, kind));
            }
        }
        if state.try_won() {
            image.set_try_won();
        }
        image
    }

    fn map_move(&self, symmetry: usize, mv: DobutsuMove) -> DobutsuMove {
        let to = map_square(symmetry, mv.to());
        match mv.from() {
            Some(from) => DobutsuMove::step(mv.kind(), map_square(symmetry, from), to),
            None => DobutsuMove::drop(mv.kind(), to),
        }
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        if symmetry & 2 != 0 { seat.other() } else { seat }
    }
}

fn map_square(symmetry: usize, square: u8) -> u8 {
    let turned = if symmetry & 2 != 0 { 11 - square } else { square };
    if symmetry & 1 != 0 { turned / 3 * 3 + (2 - turned % 3) } else { turned }
}

const N_DIRECTIONS: usize = 8;
const N_STEPS: usize = N_SQUARES * N_DIRECTIONS;

/// Actions: 12 squares times 8 directions, then 3 held kinds times 12 squares. Tensor: a plane for
/// each side and kind, then one with what both hold: two inputs for each side and kind, the second for the second
/// piece. Both are turned so that the viewer sits at the bottom.
impl Encode for Dobutsu {
    fn n_actions(&self) -> usize {
        N_STEPS + Kind::HELD.len() * N_SQUARES
    }

    fn action_index(&self, state: &State, mv: DobutsuMove) -> usize {
        let turn = if state.to_move() == Seat::FIRST { 0 } else { 2 };
        let to = usize::from(map_square(turn, mv.to()));
        let Some(from) = mv.from() else {
            return N_STEPS + mv.kind() as usize * N_SQUARES + to;
        };
        let from = usize::from(map_square(turn, from));
        // The 3 by 3 neighbourhood in reading order, its centre left out.
        let neighbour = (to / N_FILES + 1 - from / N_FILES) * 3 + (to % N_FILES + 1 - from % N_FILES);
        let direction = if neighbour > 4 { neighbour - 1 } else { neighbour };
        from * N_DIRECTIONS + direction
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [2 * Kind::ALL.len() + 1, N_SQUARES / N_FILES, N_FILES]
    }

    fn add_inputs(&self, state: &State, seat: Seat, inputs: &mut Vec<u16>) {
        const PLANE: u16 = N_SQUARES as u16;
        const SIDE: u16 = Kind::ALL.len() as u16 * PLANE;
        let turn = if seat == Seat::FIRST { 0 } else { 2 };
        for (n, side) in (0..).zip([seat, seat.other()]) {
            for kind in Kind::ALL {
                let plane = n * SIDE + kind as u16 * PLANE;
                let places = squares(state.pieces(side, kind)).map(|square| map_square(turn, square));
                inputs.extend(places.map(|square| plane + u16::from(square)));
            }
            for kind in Kind::HELD {
                let first = 2 * SIDE + 2 * (n * Kind::HELD.len() as u16 + kind as u16);
                inputs.extend((0..u16::from(state.in_hand(side, kind))).map(|step| first + step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_testkit::typescript;

    use super::BoardView;

    #[test]
    fn the_pages_types_are_up_to_date() {
        typescript::assert_current::<BoardView>(concat!(env!("CARGO_MANIFEST_DIR"), "/web/board.types.ts"));
    }
}
