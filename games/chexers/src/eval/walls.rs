//! Walls: who stands in the way to whose goal. A race is not won by whoever counts the fewest rows to go if rivals hold
//! the hexes from which the pieces would leave, and pieces in corners can never be turned away.
//!
//! They are leads, as most features are, and extras, so that weights that were found without them stay what they are.

use ludwerk_core::{Feature, Seat};

use super::{CORNERS, lead};
use crate::board::{BySeat, EXITS_TO_WIN, GOALS, Hexes, State, after, before};

pub const N_WALLS: usize = 5;

pub const FEATURES: [Feature; N_WALLS] = [
    lead("lead-shut", "hexes of the own goal on which rivals stand", 0.0),
    lead("lead-walled", "corners of the own goal on which rivals stand, where nobody can turn them", 0.0),
    lead(
        "lead-doors",
        "hexes of the own goal where a piece stands or could stand that nobody could turn",
        0.0,
    ),
    lead("lead-stuck", "exits that are still needed, if there is no such hex", 0.0),
    lead("lead-hold", "corners of rivals' goals that are held", 0.0),
];

/// What every seat has, in the order of the table; `reach` are the hexes where each could turn a foreign piece.
#[inline]
pub fn of_all(state: &State, reach: &BySeat<Hexes>) -> BySeat<[i32; N_WALLS]> {
    BySeat::from_fn(|seat| of_seat(state, seat, reach))
}

#[inline]
fn of_seat(state: &State, seat: Seat, reach: &BySeat<Hexes>) -> [i32; N_WALLS] {
    let (next, last, goal) = (after(seat), before(seat), GOALS[seat]);
    let shut = goal & state.others(seat);
    let doors = (goal & !shut & !(reach[next] | reach[last])).count_ones();
    let needed = u32::from(EXITS_TO_WIN).saturating_sub(u32::from(state.exits(seat)));
    let held = state.pieces(seat) & CORNERS & (GOALS[next] | GOALS[last]);
    [
        shut.count_ones(),
        (shut & CORNERS).count_ones(),
        doors,
        if doors == 0 { needed } else { 0 },
        held.count_ones(),
    ]
    .map(|value| value as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Hex, N_SEATS, RED};
    use crate::eval::reach;

    /// A position of red, green and blue pieces at these coordinates.
    fn position(pieces: [&[(i8, i8)]; N_SEATS], exits: [u8; N_SEATS]) -> State {
        let set = |own: &[(i8, i8)]| {
            own.iter().filter_map(|&(q, r)| Hex::new(q, r)).fold(0, |set, hex| set | hex.set())
        };
        State::new(BySeat::new(pieces.map(set)), BySeat::new(exits), RED)
    }

    fn walls(state: &State) -> BySeat<[i32; N_WALLS]> {
        of_all(state, &reach(state))
    }

    /// Red leaves from 3,-3 to 3,0.
    #[test]
    fn a_goal_is_shut_by_those_who_stand_on_it() {
        let open = position([&[(0, 0)], &[(0, -1)], &[(1, 1)]], [0; 3]);
        assert_eq!(walls(&open)[Seat::FIRST], [0, 0, 4, 0, 0]);
        // Whoever goes beside the corner is jumped over, if the next hex is empty; the other corner is safe.
        let held = position([&[(0, 0)], &[(3, -3)], &[(1, 1)]], [0; 3]);
        assert_eq!(walls(&held)[Seat::FIRST], [1, 1, 2, 0, 0]);
        assert_eq!(walls(&held)[Seat::SECOND], [0, 0, 4, 0, 1], "green holds it");
        let shut = position([&[(0, 0)], &[(3, -3), (3, -1)], &[(3, 0)]], [1, 0, 0]);
        assert_eq!(
            walls(&shut)[Seat::FIRST],
            [3, 2, 1, 0, 0],
            "between two rivals nobody can be jumped over"
        );
        let barred = position([&[(0, 0)], &[(3, -3)], &[(3, 0)]], [1, 0, 0]);
        assert_eq!(walls(&barred)[Seat::FIRST], [2, 2, 0, 3, 0], "no way out for the three that are needed");
    }
}
