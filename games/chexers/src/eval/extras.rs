//! Extra features: ideas that the report tried and dropped, taken at their word. Nobody weighs them unless told to.
//!
//! - A table of values for the places on the board: one weight for each hex, as its owner sees the board, left and
//!   right alike.
//! - AVOID also where a piece stands ready to leave.
//! - The evaluation changes with the phase. Leaving: an exit is worth about a win when no own piece can be turned
//!   afterwards. Waiting, with too few pieces to win and nothing to turn: the pieces go to the corners of the rivals'
//!   goals, and how far they are from their own goal does not count.
//! - Blocking the rivals' goals from the start until there are more pieces than it takes to win.
//!
//! A phase takes DIST back by a weight of its own: with `dist=-10`, `wait-dist=10` makes it count nothing.

use ludwerk_core::{Feature, Seat};

use super::{CORNERS, danger, has_prey, material, mean_distance, per_piece, plain, steps_between};
use crate::board::{BLUE, BySeat, EXITS_TO_WIN, GOALS, GREEN, Hexes, RED, ROWS, State, after, before, hexes};

/// Hexes that are the same as their owner sees them, left and right alike.
const N_PLACES: usize = 20;
const N_OTHERS: usize = 6;
pub const N_EXTRAS: usize = N_PLACES + N_OTHERS;

pub const FEATURES: [Feature; N_EXTRAS] = [
    place("hex-0-0", "own pieces on the goal, at the side"),
    place("hex-0-1", "own pieces on the goal, one from the side"),
    place("hex-1-0", "own pieces 1 step from the goal, at the side"),
    place("hex-1-1", "own pieces 1 step from the goal, one from the side"),
    place("hex-1-2", "own pieces 1 step from the goal, two from the side"),
    place("hex-2-0", "own pieces 2 steps from the goal, at the side"),
    place("hex-2-1", "own pieces 2 steps from the goal, one from the side"),
    place("hex-2-2", "own pieces 2 steps from the goal, two from the side"),
    place("hex-3-0", "own pieces 3 steps from the goal, at the side"),
    place("hex-3-1", "own pieces 3 steps from the goal, one from the side"),
    place("hex-3-2", "own pieces 3 steps from the goal, two from the side"),
    place("hex-3-3", "own pieces 3 steps from the goal, three from the side"),
    place("hex-4-0", "own pieces 4 steps from the goal, at the side"),
    place("hex-4-1", "own pieces 4 steps from the goal, one from the side"),
    place("hex-4-2", "own pieces 4 steps from the goal, two from the side"),
    place("hex-5-0", "own pieces 5 steps from the goal, at the side"),
    place("hex-5-1", "own pieces 5 steps from the goal, one from the side"),
    place("hex-5-2", "own pieces 5 steps from the goal, two from the side"),
    place("hex-6-0", "own pieces on the edge opposite to it, at the side"),
    place("hex-6-1", "own pieces on the edge opposite to it, one from the side"),
    plain(
        "avoid-goal",
        "steps from an own piece to the next rival, on average, when enough are left and one is on the goal",
        0.0,
        (0.0, 50.0),
    ),
    plain("exit-safe", "own exits, when enough are left and no own piece can be turned", 0.0, (0.0, 2000.0)),
    plain("wait-dist", "dist, when too few are left to win and nothing can be turned", 0.0, (0.0, 50.0)),
    plain(
        "wait-steps",
        "steps from an own piece to the next corner of a rival's goal, on average, at the same time",
        0.0,
        (-50.0, 0.0),
    ),
    plain(
        "block-dist",
        "dist, before the first exit, with no more pieces than it takes to win",
        0.0,
        (0.0, 50.0),
    ),
    plain(
        "block-steps",
        "steps to each corner of the rivals' goals from the next own piece, at the same time",
        0.0,
        (-50.0, 0.0),
    ),
];

const fn place(name: &'static str, help: &'static str) -> Feature {
    plain(name, help, 0.0, (-50.0, 50.0))
}

/// `PLACES[seat]`: the hexes of each entry of the table, in its order.
const PLACES: BySeat<[Hexes; N_PLACES]> = BySeat::new([places(RED), places(GREEN), places(BLUE)]);

const fn places(seat: Seat) -> [Hexes; N_PLACES] {
    let mut places = [0; N_PLACES];
    let (mut row, mut first) = (0, 0);
    let rows = ROWS.at(seat);
    while row < rows.len() {
        let (mut left, length) = (rows[row], rows[row].count_ones() as usize);
        let mut n = 0;
        // Bits run along a row from one side to the other, whichever edge is the goal.
        while left != 0 {
            let from_side = if n < length - 1 - n { n } else { length - 1 - n };
            places[first + from_side] |= left & left.wrapping_neg();
            left &= left - 1;
            n += 1;
        }
        first += length.div_ceil(2);
        row += 1;
    }
    places
}

/// The extras of a seat.
pub fn measure(state: &State, seat: Seat) -> [f64; N_EXTRAS] {
    let mut values = [0.0; N_EXTRAS];
    let own = state.pieces(seat);
    let (of_places, of_others) = values.split_at_mut(N_PLACES);
    for (value, place) in of_places.iter_mut().zip(PLACES[seat]) {
        *value = f64::from((own & place).count_ones());
    }
    let needed = u32::from(EXITS_TO_WIN);
    let (material, exits) = (material(state, seat), state.exits(seat));
    let corners = CORNERS & (GOALS[after(seat)] | GOALS[before(seat)]);
    if material >= needed {
        if own & GOALS[seat] != 0 {
            of_others[0] = per_piece(steps_between(own, state.others(seat)), own);
        }
        if danger(state, seat) == [0, 0] {
            of_others[1] = f64::from(exits);
        }
    } else if !has_prey(state, seat) {
        of_others[2] = mean_distance(state, seat);
        of_others[3] = per_piece(steps_between(own, corners), own);
    }
    if exits == 0 && material <= needed {
        of_others[4] = mean_distance(state, seat);
        of_others[5] = f64::from(hexes(corners).map(|corner| steps_between(corner.set(), own)).sum::<u32>());
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BOARD;

    #[test]
    fn every_hex_has_one_place_in_the_table() {
        for places in PLACES.all() {
            assert_eq!(places.iter().fold(0, |all, place| all ^ place), BOARD);
            let sizes = places.map(u64::count_ones);
            assert_eq!(sizes, [2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2]);
        }
    }

    /// The side of the goal's row and of the middle row are corners of the board.
    #[test]
    fn the_table_begins_at_the_goal_and_at_the_side() {
        for (seat, places) in PLACES.iter() {
            assert_eq!(places[0], GOALS[seat] & CORNERS);
            assert_eq!(places[8], ROWS[seat][3] & CORNERS);
            assert_eq!(places[18], ROWS[seat][6] & CORNERS);
            assert_eq!(places[11], 1 << 27, "the centre");
        }
    }
}
