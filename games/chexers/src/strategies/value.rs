//! The evaluation of the report's program, infinities included, added up in its order: equal sums decide.

use ludwerk_core::Seat;

use super::lists::Lists;
use crate::board::{EXITS_TO_WIN, GOALS, Hex, after, before};
use crate::eval::neighbouring_pairs;

/// What SIDE counts of a piece: edges, of which one of the six is missing, and goals of rivals.
fn edges(piece: Hex, seat: Seat) -> u32 {
    let (q, r) = piece.coordinates();
    let rivals = GOALS[after(seat)] | GOALS[before(seat)];
    u32::from(q.abs() == 3)
        + u32::from(r.abs() == 3)
        + u32::from(q + r == 3)
        + u32::from(rivals & piece.set() != 0)
}

impl Lists {
    /// DIST: the mean number of turns that the pieces still needed take to exit.
    fn distance(&self, seat: Seat) -> f64 {
        let (own, exits) = (self.pieces(seat), self.exits(seat));
        if exits >= EXITS_TO_WIN {
            return f64::NEG_INFINITY;
        }
        if own.is_empty() {
            return f64::INFINITY;
        }
        let mut turns: Vec<u8> = own.iter().map(|piece| piece.distance_to_goal(seat) + 1).collect();
        turns.sort_unstable();
        turns.truncate(usize::from(EXITS_TO_WIN - exits));
        f64::from(turns.iter().map(|&turns| u32::from(turns)).sum::<u32>()) / turns.len() as f64
    }

    /// What the position is worth to the program's own colour. No number where it has made its four exits and has no
    /// piece left.
    pub fn value(&self, seat: Seat) -> f64 {
        let own = self.pieces(seat);
        let exits = self.exits(seat);
        let n = own.len() as f64;
        let material = n + f64::from(exits);
        let exit = if material >= f64::from(EXITS_TO_WIN) { f64::from(exits) } else { -1.0 };
        let (mut bound, mut side) = (0.0, f64::NEG_INFINITY);
        let state = self.state(seat);
        if !own.is_empty() {
            bound = f64::from(2 * neighbouring_pairs(state.pieces(seat))) / n;
            side = f64::from(own.iter().map(|&piece| edges(piece, seat)).sum::<u32>()) / n;
        }
        let danger = [after(seat), before(seat)].map(|rival| state.threatened(seat, rival));
        let colours = f64::from(danger.iter().filter(|&&pieces| pieces != 0).count() as u32);
        let pieces = f64::from((danger[0] | danger[1]).count_ones());
        100.0 * material - 10.0 * self.distance(seat) + 70.0 * exit + bound - 60.0 * colours + 0.01 * side
            - 5.0 * pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(own: &[(i8, i8)], exits: u8) -> Lists {
        let own = own.iter().map(|&(q, r)| Hex::new(q, r).unwrap()).collect();
        Lists::new([own, Vec::new(), Vec::new()], [exits, 0, 0])
    }

    #[test]
    fn it_is_infinite_without_pieces_and_after_four_exits() {
        assert_eq!(lists(&[], 3).value(Seat::FIRST), f64::NEG_INFINITY);
        assert_eq!(lists(&[(0, 0)], 4).value(Seat::FIRST), f64::INFINITY);
        assert!(lists(&[], 4).value(Seat::FIRST).is_nan());
    }

    /// Five pieces of which two can leave at once, three count, and one is of no use.
    #[test]
    fn it_adds_up() {
        let value = lists(&[(3, -3), (3, -2), (2, -2), (0, 0), (-3, 3)], 1).value(Seat::FIRST);
        let dist = (1.0 + 1.0 + 2.0) / 3.0;
        // Three pieces stand together: pairs (3,-3)-(3,-2), (3,-3)-(2,-2) and (3,-2)-(2,-2).
        let bound = 6.0 / 5.0;
        // Corners are on two edges, and the last is on a rival's goal, too.
        let side = (2.0 + 1.0 + 0.0 + 0.0 + 3.0) / 5.0;
        assert_eq!(value, 600.0 - 10.0 * dist + 70.0 + bound + 0.01 * side);
    }

    #[test]
    fn one_edge_of_six_is_missing() {
        assert_eq!(edges(Hex::new(-2, -1).unwrap(), Seat::new(2)), 0);
        assert_eq!(edges(Hex::new(1, 2).unwrap(), Seat::new(2)), 1);
    }
}
