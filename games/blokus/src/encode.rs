//! Positions and placements as numbers, for learning.
//!
//! The board is turned so that the viewer starts in the same place whatever his seat: by a half on the board for two,
//! by quarters on that for four. Colours come in the order in which they matter to him: his own, those of the others
//! in the order of play, and the shared one last.

use std::sync::LazyLock;

use ludwerk_core::{Encode, Game as _, Seat};

use crate::board::{Squares, State};
use crate::colour::Colour;
use crate::moves::BlokusMove;
use crate::pieces::{N_PIECES, Orientation, REACH, TABLES, normalised};
use crate::rules::Blokus;

/// What one colour adds to the last plane: its pieces in hand, and whether the monomino came last.
const PER_COLOUR: usize = N_PIECES + 1;

/// Actions: every placement of the board, then the pass. Tensor: a plane with the squares of each colour, a plane with
/// the open corners of each, then one with the pieces in hand, the five points for the monomino, and with more than two
/// colours whose turn it is and who plays the shared one next.
impl<const N: usize, const C: usize> Encode for Blokus<N, C> {
    fn n_actions(&self) -> usize {
        Self::numbering().n_placements + 1
    }

    fn action_index(&self, state: &State<N, C>, mv: BlokusMove) -> usize {
        let numbering = Self::numbering();
        let Some((mut orientation, mut row, mut column)) = mv.placement() else {
            return numbering.n_placements;
        };
        for _ in 0..Self::quarter_turns(self.seat_of(state)) {
            let width = usize::from(TABLES.orientations[orientation].width);
            (row, column) = (N - column - width, row);
            orientation = usize::from(numbering.turned[orientation]);
        }
        let width = usize::from(TABLES.orientations[orientation].width);
        numbering.starts[orientation] + row * (N + 1 - width) + column
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [2 * C + 1, N, N]
    }

    fn add_inputs(&self, state: &State<N, C>, seat: Seat, inputs: &mut Vec<u16>) {
        let plane = N * N;
        let turns = Self::quarter_turns(seat);
        let hands = 2 * C * plane;
        let to_move = hands + C * PER_COLOUR;
        for (n, colour) in self.as_seen(seat).into_iter().enumerate() {
            let own = &state.colours[colour];
            add_squares(&own.own, turns, n * plane, inputs);
            add_squares(&self.openings(state, colour).0, turns, (C + n) * plane, inputs);
            let first = hands + n * PER_COLOUR;
            let mut held = own.hand;
            while held != 0 {
                inputs.push((first + held.trailing_zeros() as usize) as u16);
                held &= held - 1;
            }
            inputs.extend(own.monomino_last.then_some((first + N_PIECES) as u16));
            inputs.extend((C > 2 && state.to_move == colour).then_some((to_move + n) as u16));
        }
        let n_seats = self.n_seats();
        if n_seats == 3 {
            let steps_on = state.shared_turn.turns_after(seat, n_seats);
            inputs.push((to_move + C + steps_on) as u16);
        }
    }
}

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// How often the board is turned by a quarter for this seat.
    const fn quarter_turns(seat: Seat) -> usize {
        if C == 2 { 2 * seat.idx() } else { seat.idx() }
    }

    /// The colours as they matter to a seat.
    fn as_seen(self, seat: Seat) -> [Colour; C] {
        let mut colours = std::array::from_fn(|n| Colour::new(seat.idx()).later(n, C));
        colours.sort_by_key(|&colour| {
            let owner = self.owner(colour);
            (owner.is_none(), owner != Some(seat))
        });
        colours
    }

    fn numbering() -> &'static Numbering {
        if N == SMALL_SIDE { &SMALL } else { &LARGE }
    }
}

/// Adds the squares of a set on a board that is turned so often, in the plane that begins at `first`.
fn add_squares<const N: usize>(set: &Squares<N>, turns: usize, first: usize, inputs: &mut Vec<u16>) {
    // A quarter turn takes (row, column) to (N − 1 − column, row), so places are sums.
    let side = N as i32;
    let (corner, down, right) = match turns % 4 {
        0 => (0, side, 1),
        1 => (side * (side - 1), 1, -side),
        2 => (side * side - 1, -side, -1),
        _ => (side - 1, -1, side),
    };
    let mut row_start = first as i32 + corner;
    for &bits in set {
        let mut left = bits >> REACH;
        while left != 0 {
            inputs.push((row_start + left.trailing_zeros() as i32 * right) as u16);
            left &= left - 1;
        }
        row_start += down;
    }
}

/// The placements of a board in a row, by orientation, row and column.
struct Numbering {
    /// The first number of each orientation.
    starts: Vec<usize>,
    /// Each orientation turned by a quarter.
    turned: Vec<u8>,
    n_placements: usize,
}

const SMALL_SIDE: usize = 14;
static SMALL: LazyLock<Numbering> = LazyLock::new(|| Numbering::new(SMALL_SIDE));
static LARGE: LazyLock<Numbering> = LazyLock::new(|| Numbering::new(20));

impl Numbering {
    fn new(side: usize) -> Self {
        let mut n_placements = 0;
        let starts = TABLES.orientations.iter().map(|orientation| {
            let start = n_placements;
            n_placements +=
                (side + 1 - usize::from(orientation.height)) * (side + 1 - usize::from(orientation.width));
            start
        });
        let starts = starts.collect();
        let turned = TABLES.orientations.iter().map(turned).collect();
        Self { starts, turned, n_placements }
    }
}

/// The orientation that comes out of a quarter turn.
fn turned(orientation: &Orientation) -> u8 {
    let cells: Vec<_> =
        orientation.cells.iter().map(|&(row, column)| (-i32::from(column), i32::from(row))).collect();
    TABLES.find(&normalised(cells)).expect("a piece turned is one of its orientations") as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludwerk_core::{Configure as _, Notation as _, Rng};

    use crate::rules::{Classic, Duo};

    fn inputs<const N: usize, const C: usize>(
        game: Blokus<N, C>,
        state: &State<N, C>,
        seat: Seat,
    ) -> Vec<u16> {
        let mut inputs = Vec::new();
        game.add_inputs(state, seat, &mut inputs);
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn there_is_an_action_for_every_placement_and_one_to_pass() {
        assert_eq!(Duo::configure(None, None).unwrap().n_actions(), 13_729 + 1);
        assert_eq!(Classic::configure(None, Some(4)).unwrap().n_actions(), 30_433 + 1);
    }

    #[test]
    fn both_sides_of_duo_see_the_same_board_and_number_their_moves_alike() {
        let duo = Duo::configure(None, None).unwrap();
        let mut state = duo.start(&mut Rng::new(0));
        let black = duo.parse_move(&state, "e10,e9,f9,g9").unwrap();
        let before = inputs(duo, &state, Seat::FIRST);
        let number = duo.action_index(&state, black);
        duo.play_unchecked(&mut state, black);
        let white = duo.parse_move(&state, "j5,j6,i6,h6").unwrap();
        assert_eq!(duo.action_index(&state, white), number);
        let after_black = inputs(duo, &state, Seat::SECOND);
        assert_ne!(after_black, before);
        duo.play_unchecked(&mut state, white);
        let both = [inputs(duo, &state, Seat::FIRST), inputs(duo, &state, Seat::SECOND)];
        assert_eq!(both[0], both[1], "the position is its own half turn");
        // Four squares and the open corners of an L4 on either side, twenty pieces each.
        assert!(both[0].len() > 2 * (4 + 4 + 20), "{both:?}");
    }

    #[test]
    fn the_first_colour_of_classic_looks_the_same_from_every_corner() {
        let classic = Classic::configure(None, Some(4)).unwrap();
        let mut state = classic.start(&mut Rng::new(0));
        let numbers = ["a20", "t20", "t1", "a1"].map(|corner| {
            let mv = classic.parse_move(&state, corner).unwrap();
            let number = classic.action_index(&state, mv);
            classic.play_unchecked(&mut state, mv);
            number
        });
        assert_eq!(numbers, [numbers[0]; 4]);
        let own = |seat| {
            let all = inputs(classic, &state, seat);
            all.into_iter().filter(|&input| usize::from(input) < 4 * 400).collect::<Vec<_>>()
        };
        assert!(Seat::all(4).all(|seat| own(seat) == own(Seat::FIRST)));
    }

    #[test]
    fn own_colours_come_first_and_the_shared_one_last() {
        let seen = |variant: &str, seat| {
            let game = Classic::configure(Some(variant), None).unwrap();
            game.as_seen(Seat::new(seat)).map(Colour::idx)
        };
        assert_eq!(seen("classic", 2), [2, 3, 0, 1]);
        assert_eq!(seen("classic-2", 1), [1, 3, 2, 0]);
        assert_eq!(seen("classic-3", 1), [1, 2, 0, 3]);
    }
}
