//! What good players do: how likely a move is, from what can be told without playing it.
//!
//! A move has some of the traits below; its prior is `exp` of the sum of their weights, relative to the other
//! moves of the position. The weights are fitted to the moves that a long search chose in its own games.

use ludwerk_core::Seat;

use crate::board::{AXES, BOARD, EXITS_TO_WIN, GOALS, Hex, Hexes, RINGS, State, after, before, neighbours};
use crate::eval::{CORNERS, EDGE};
use crate::moves::{Action, ChexersMove};

/// The number of traits.
pub const N_TRAITS: usize = 36;

const EXIT: usize = 0; // with too few pieces, just enough, more than enough
const CAPTURE_NEXT: usize = 3;
const CAPTURE_LAST: usize = 4;
const CAPTURE: usize = 5; // with too few pieces, just enough, more than enough
const OWN_JUMP: usize = 8;
const GAIN: usize = 9; // -2 to 2 rows
const FLEES_NEXT: usize = 14;
const FLEES_LAST: usize = 15;
const RISKS_NEXT: usize = 16;
const RISKS_LAST: usize = 17;
const FRIENDS: usize = 18; // 0 to 3 and more
const LEAVES: usize = 22; // 0 to 2 and more
const TO_EDGE: usize = 25;
const TO_CORNER: usize = 26;
const TO_GUARD: usize = 27;
const FROM_GUARD: usize = 28;
const FROM_GOAL: usize = 29;
const CONTACT: usize = 30;
const THREATENS: usize = 31;
const BLOCKS: usize = 32;
const FREES_VICTIM_GOAL: usize = 33;
const TO_CENTRE: usize = 34;
const BACK_HOME: usize = 35;

/// The weight of each trait.
const WEIGHTS: [f32; N_TRAITS] = [
    1.21, 1.49, 2.31, 2.90, 2.49, 3.48, 2.17, 1.90, 0.85, -1.31, -1.10, -0.50, 0.71, 0.55, 2.15, 1.96, -2.22,
    -2.31, -0.88, -0.45, 0.16, 0.35, -0.02, -0.99, -1.47, -0.38, 1.84, -0.60, -0.34, 0.03, -0.04, 0.17, 0.89,
    0.46, 0.20, -0.73,
];

/// What is the same for all moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    seat: Seat,
    own: Hexes,
    next: Hexes,
    last: Hexes,
    /// Where the next and the last player could turn a piece.
    reach_next: Hexes,
    reach_last: Hexes,
    /// Where a jump over an own piece would land.
    landings: Hexes,
    /// Next to a piece that could be turned from there.
    perches: Hexes,
    /// 0 with too few pieces to win, 1 with just enough, 2 with more.
    wealth: usize,
}

impl Outlook {
    /// The outlook of the player to move.
    pub fn new(state: &State) -> Self {
        let seat = state.to_move();
        let (own, next, last) = (state.pieces(seat), state.pieces(after(seat)), state.pieces(before(seat)));
        let vacant = state.vacant();
        let (mut reach_next, mut reach_last, mut landings, mut perches) = (0, 0, 0, 0);
        let others = next | last;
        for axis in AXES {
            let (above, below) = (vacant >> axis, vacant << axis);
            reach_next |= next << axis & above | next >> axis & below;
            reach_last |= last << axis & above | last >> axis & below;
            landings |= (others << axis & own) << axis | (others >> axis & own) >> axis;
            perches |= (others & above) >> axis | (others & below) << axis;
        }
        let material = own.count_ones() + u32::from(state.exits(seat));
        let wealth = match material.cmp(&u32::from(EXITS_TO_WIN)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        let landings = landings & vacant;
        Self { seat, own, next, last, reach_next, reach_last, landings, perches, wealth }
    }

    /// The traits of a move, as bits.
    pub fn traits(&self, mv: ChexersMove) -> u64 {
        let has = |yes: bool, place: usize| u64::from(yes) << place;
        let (from, to, over) = match mv.action() {
            Action::Exit(from) => {
                let flees = has(self.reach_next & from.set() != 0, FLEES_NEXT)
                    | has(self.reach_last & from.set() != 0, FLEES_LAST);
                return 1 << (EXIT + self.wealth) | flees;
            }
            Action::Pass => return 0,
            Action::Step(from, to) => (from, to, 0),
            Action::Jump(from, to) => (from, to, from.between(to).set()),
        };
        let gain = i32::from(from.distance_to_goal(self.seat)) - i32::from(to.distance_to_goal(self.seat));
        let captures = over & (self.next | self.last) != 0;
        let rival_goals = GOALS[after(self.seat)] | GOALS[before(self.seat)];
        // After a step the hex behind is empty, so a rival straight ahead can jump over.
        let ahead = straight_ahead(from, to) & if over == 0 { BOARD } else { 0 };
        let near = neighbours(to.set());
        let friends = (near & self.own & !from.set()).count_ones() + u32::from(captures);
        let left = (neighbours(from.set()) & self.own).count_ones();
        1 << (GAIN as i32 + 2 + gain)
            | 1 << (FRIENDS + friends.min(3) as usize)
            | 1 << (LEAVES + left.min(2) as usize)
            | has(over & self.next != 0, CAPTURE_NEXT)
            | has(over & self.last != 0, CAPTURE_LAST)
            | has(captures, CAPTURE + self.wealth)
            | has(over & self.own != 0, OWN_JUMP)
            | has(self.reach_next & from.set() != 0, FLEES_NEXT)
            | has(self.reach_last & from.set() != 0, FLEES_LAST)
            | has(self.reach_next & to.set() != 0 || ahead & self.next != 0, RISKS_NEXT)
            | has(self.reach_last & to.set() != 0 || ahead & self.last != 0, RISKS_LAST)
            | has(EDGE & to.set() != 0, TO_EDGE)
            | has(CORNERS & to.set() != 0, TO_CORNER)
            | has(rival_goals & to.set() != 0, TO_GUARD)
            | has(rival_goals & from.set() != 0, FROM_GUARD)
            | has(GOALS[self.seat] & from.set() != 0, FROM_GOAL)
            | has(near & (self.next | self.last) & !over != 0, CONTACT)
            | has(self.perches & to.set() != 0, THREATENS)
            | has(self.landings & to.set() != 0, BLOCKS)
            | has(over & rival_goals != 0, FREES_VICTIM_GOAL)
            | has(RINGS[1] & to.set() != 0, TO_CENTRE)
            | has(to.distance_to_goal(self.seat) == 6, BACK_HOME)
    }

    /// How likely a good player is to make a move, up to a factor that all moves of the position share.
    pub fn prior(&self, mv: ChexersMove) -> f32 {
        let mut traits = self.traits(mv);
        let mut sum = 0.0;
        while traits != 0 {
            sum += WEIGHTS[traits.trailing_zeros() as usize];
            traits &= traits - 1;
        }
        sum.exp()
    }
}

/// The hex that comes after two others in a straight line; none beyond the edge.
fn straight_ahead(from: Hex, to: Hex) -> Hexes {
    let bit = 2 * i32::from(to.bit()) - i32::from(from.bit());
    if (0..64).contains(&bit) { 1 << bit & BOARD } else { 0 }
}
