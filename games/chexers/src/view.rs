//! How the game looks to others: as a picture, to its own board on the page, as a tensor, and turned by a third.

use ludwerk_core::{Area, Cell, Draw, Encode, Picture, Seat, Shape, Symmetry, Tally};
use serde::Serialize;

use crate::board::{
    BySeat, COLOURS, EXITS_TO_WIN, Hex, Hexes, N_HEXES, N_SEATS, RADIUS, RED, State, after, before, hexes,
};
use crate::moves::{Action, ChexersMove};
use crate::notation::hex_name;
use crate::rules::Chexers;

const SIGNS: BySeat<&str> = BySeat::new(["R", "G", "B"]);

/// What the page's board shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardView {
    /// For each seat, the hexes where its pieces stand, by their coordinates.
    pieces: Vec<Vec<(i8, i8)>>,
    /// For each seat, how many of its pieces have left the board.
    exits: Vec<u8>,
}

/// Hexes are cells by their coordinates; `exit-red` and its like hold the pieces that have left the board.
impl Draw for Chexers {
    type Board = BoardView;

    fn board(&self, state: &State) -> BoardView {
        let places = |seat: Seat| hexes(state.pieces(seat)).map(Hex::coordinates).collect();
        BoardView {
            pieces: Seat::all(N_SEATS).map(places).collect(),
            exits: Seat::all(N_SEATS).map(|seat| state.exits(seat)).collect(),
        }
    }

    fn picture(&self, state: &State) -> Picture {
        let mut cells = Vec::with_capacity(N_HEXES + N_SEATS);
        let mut in_rows: Vec<_> = Hex::all().collect();
        in_rows.sort_by_key(|hex| (hex.coordinates().1, hex.coordinates().0));
        for hex in in_rows {
            let (q, r) = hex.coordinates();
            let owner = state.owner(hex);
            cells.push(Cell {
                name: hex_name(hex),
                area: Area::Board,
                x: (2 * q + r + 2 * RADIUS) as u16,
                y: (r + RADIUS) as u16,
                text: owner.map_or(String::new(), |seat| SIGNS[seat].to_owned()),
                label: owner.map_or(String::new(), |seat| COLOURS[seat].to_owned()),
                owner,
            });
        }
        for seat in Seat::all(N_SEATS) {
            let exits = state.exits(seat);
            cells.push(Cell {
                name: exit_cell(seat),
                area: Area::Hand(seat),
                x: 0,
                y: 0,
                text: format!("{exits}/{EXITS_TO_WIN}"),
                label: format!("{exits} of {EXITS_TO_WIN} exits"),
                owner: Some(seat),
            });
        }
        Picture { cells, notes: Vec::new() }
    }

    fn touches(&self, state: &State, mv: ChexersMove) -> Vec<String> {
        match mv.action() {
            Action::Step(from, to) | Action::Jump(from, to) => vec![hex_name(from), hex_name(to)],
            Action::Exit(from) => vec![hex_name(from), exit_cell(state.to_move())],
            Action::Pass => Vec::new(),
        }
    }

    fn hand_text(&self, state: &State, seat: Seat) -> Option<String> {
        Some(format!("{} of {EXITS_TO_WIN} pieces have left the board", state.exits(seat)))
    }

    fn tallies(&self, _observation: &Self::Observation) -> Vec<Tally> {
        Vec::new()
    }

    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }
}

fn exit_cell(seat: Seat) -> String {
    format!("exit-{}", COLOURS[seat])
}

/// Turns by a third: red becomes green, green blue and blue red. A mirror would reverse the order of turns.
impl Symmetry for Chexers {
    fn n_symmetries(&self) -> usize {
        N_SEATS
    }

    fn map_state(&self, symmetry: usize, state: &State) -> State {
        let mut pieces = BySeat::default();
        let mut exits = BySeat::default();
        for seat in Seat::all(N_SEATS) {
            let image = self.map_seat(symmetry, seat);
            pieces[image] = turn_set(symmetry, state.pieces(seat));
            exits[image] = state.exits(seat);
        }
        State::new(pieces, exits, self.map_seat(symmetry, state.to_move()))
    }

    fn map_move(&self, symmetry: usize, mv: ChexersMove) -> ChexersMove {
        let turned = |hex: Hex| turn_hex(symmetry, hex);
        match mv.action() {
            Action::Step(from, to) => ChexersMove::step(turned(from), turned(to)),
            Action::Jump(from, to) => ChexersMove::jump(turned(from), turned(to)),
            Action::Exit(from) => ChexersMove::exit(turned(from)),
            Action::Pass => mv,
        }
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        Seat::new((seat.idx() + symmetry) % N_SEATS)
    }
}

/// A hex turned by so many thirds: `(q, r)` goes to `(−q−r, q)`.
fn turn_hex(thirds: usize, hex: Hex) -> Hex {
    (0..thirds % N_SEATS).fold(hex, |hex, _| {
        let (q, r) = hex.coordinates();
        Hex::new(-q - r, q).expect("the board is round")
    })
}

fn turn_set(thirds: usize, set: Hexes) -> Hexes {
    hexes(set).fold(0, |turned, hex| turned | turn_hex(thirds, hex).set())
}

const N_DIRECTIONS: usize = 6;
const SIDE: usize = 2 * RADIUS as usize + 1;

/// Actions: 37 hexes times six directions (a step and a jump in one direction exclude each other), then the exits by
/// hex, then the pass. Tensor: the pieces of the viewer, of the next and of the last player on 7 by 7, then a
/// plane with the exits of each of them in unary and who is to move. Both are turned so that the viewer is red.
impl Encode for Chexers {
    fn n_actions(&self) -> usize {
        N_HEXES * (N_DIRECTIONS + 1) + 1
    }

    fn action_index(&self, state: &State, mv: ChexersMove) -> usize {
        let thirds = to_red(state.to_move());
        match self.map_move(thirds, mv).action() {
            Action::Step(from, to) | Action::Jump(from, to) => {
                hex_index(from) * N_DIRECTIONS + direction(from, to)
            }
            Action::Exit(from) => N_HEXES * N_DIRECTIONS + hex_index(from),
            Action::Pass => N_HEXES * (N_DIRECTIONS + 1),
        }
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [N_SEATS + 1, SIDE, SIDE]
    }

    fn add_inputs(&self, state: &State, seat: Seat, inputs: &mut Vec<u16>) {
        const PLANE: u16 = (SIDE * SIDE) as u16;
        let exits_needed = u16::from(EXITS_TO_WIN);
        let counts = N_SEATS as u16 * PLANE;
        let turns = counts + N_SEATS as u16 * exits_needed;
        for (n, owner) in (0..).zip([seat, after(seat), before(seat)]) {
            let places = hexes(turn_set(to_red(seat), state.pieces(owner))).map(|hex| {
                let (q, r) = hex.coordinates();
                (q + RADIUS) as u16 * SIDE as u16 + (r + RADIUS) as u16
            });
            inputs.extend(places.map(|place| n * PLANE + place));
            let exits = u16::from(state.exits(owner)).min(exits_needed);
            inputs.extend((0..exits).map(|step| counts + n * exits_needed + step));
            inputs.extend((state.to_move() == owner).then_some(turns + n));
        }
    }
}

/// The turn that makes a seat red.
fn to_red(seat: Seat) -> usize {
    RED.turns_after(seat, N_SEATS)
}

fn hex_index(hex: Hex) -> usize {
    let before = crate::board::BOARD & (hex.set() - 1);
    before.count_ones() as usize
}

/// Which of the six directions leads from one hex to another in a straight line.
fn direction(from: Hex, to: Hex) -> usize {
    const SIGNS: [(i8, i8); N_DIRECTIONS] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];
    let ((q, r), (to_q, to_r)) = (from.coordinates(), to.coordinates());
    let sign = ((to_q - q).signum(), (to_r - r).signum());
    SIGNS.iter().position(|&known| known == sign).unwrap_or_default()
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
