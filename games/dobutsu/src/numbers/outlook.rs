//! What the next two plies tell, from sets of squares alone.
//!
//! All pieces step one square, so nothing ever opens a line: a move changes attacks only by the piece that moves and
//! the piece that it takes.

use ludwerk_core::{Outlook, Seat};

use super::frame::{Frame, MOVER, OTHER};
use crate::board::{BOARD, FAR_RANK, Kind, STEPS, east, north, south, squares, west};

const CHICK: usize = Kind::Chick as usize;
const HEN: usize = Kind::Hen as usize;
const LION: usize = Kind::Lion as usize;

/// The rank before the far rank of the other player.
const BEFORE_HOME: u16 = 0b000_111_000_000;

/// The squares that pieces of one side step to, own squares included. `MOVER` goes up the board.
#[inline]
fn attacked(side: Seat, sets: &[u16; 5]) -> u16 {
    let [chick, elephant, giraffe, hen, lion] = *sets;
    let straight = lion | hen | giraffe;
    let diagonal = lion | elephant;
    let row = |set: u16| west(set) | east(set);
    let sideways = row(straight);
    if side == MOVER {
        sideways
            | north(straight | chick)
            | south(straight)
            | row(north(diagonal | hen))
            | row(south(diagonal))
    } else {
        sideways
            | south(straight | chick)
            | north(straight)
            | row(south(diagonal | hen))
            | row(north(diagonal))
    }
}

/// The pieces of a side that can step onto a square.
#[inline]
pub fn attackers(side: Seat, sets: &[u16; 5], square: u8) -> u16 {
    Kind::ALL.into_iter().fold(0, |all, kind| {
        all | sets[kind as usize] & STEPS[side.other()][kind as usize][usize::from(square)]
    })
}

/// How many steps there are for pieces of the mover other than the lion.
#[inline]
fn n_steps(sets: &[u16; 5], open: u16) -> u32 {
    let [chick, elephant, giraffe, hen, _] = *sets;
    let straight = hen | giraffe;
    let count = |set: u16| (set & open).count_ones();
    // A chick and a hen may step to the same square: every direction is counted for itself.
    count(north(straight | chick))
        + count(south(straight))
        + count(west(straight))
        + count(east(straight))
        + count(west(north(elephant | hen)))
        + count(east(north(elephant | hen)))
        + count(west(south(elephant)))
        + count(east(south(elephant)))
}

impl Frame {
    /// Whether the player to move can take the lion, or bring the own one home.
    #[inline]
    fn wins_now(&self, attacked_by_other: u16) -> bool {
        let own = self.side(MOVER);
        let lion_steps = STEPS[MOVER][LION][usize::from(self.lion(MOVER))];
        attacked(MOVER, &self.sets[MOVER]) & self.sets[OTHER][LION] != 0
            || lion_steps & FAR_RANK[MOVER] & !own & !attacked_by_other != 0
    }

    /// The same for the other player, who would be to move.
    #[inline]
    fn other_wins_now(&self) -> bool {
        let own = self.side(OTHER);
        let lion_steps = STEPS[OTHER][LION][usize::from(self.lion(OTHER))];
        attacked(OTHER, &self.sets[OTHER]) & self.sets[MOVER][LION] != 0
            || lion_steps & FAR_RANK[OTHER] & !own & !attacked(MOVER, &self.sets[MOVER]) != 0
    }

    /// What the next two plies tell.
    #[inline]
    pub fn outlook(&self) -> Outlook {
        let danger = attacked(OTHER, &self.sets[OTHER]);
        if self.wins_now(danger) {
            return Outlook::Won;
        }
        if self.sets[OTHER][LION] & BEFORE_HOME != 0 {
            // The other lion may come home: that depends on every single move.
            return Outlook::Open(self.n_open_moves_tried());
        }
        let [mover, other] = self.sets.all();
        let own = self.side(MOVER);
        let lion = self.lion(MOVER);
        let lion_moves = (STEPS[MOVER][LION][usize::from(lion)] & !own & !danger).count_ones();
        if danger & mover[LION] == 0 {
            // Nothing threatens: whatever else moves, nothing will.
            let vacant = BOARD & !(own | self.side(OTHER));
            let n_held = self.hands[MOVER].into_iter().filter(|&held| held > 0).count() as u32;
            return Outlook::Open(lion_moves + n_steps(mover, !own) + n_held * vacant.count_ones());
        }
        // Whoever threatens must be taken, unless the lion steps aside.
        let threats = attackers(OTHER, other, lion);
        let captures = if threats.is_power_of_two() {
            let takers = attackers(MOVER, mover, threats.trailing_zeros() as u8) & !mover[LION];
            takers.count_ones()
        } else {
            0
        };
        Outlook::Open(lion_moves + captures)
    }

    /// The moves that do not let the other win at once, each of them tried.
    fn n_open_moves_tried(&self) -> u32 {
        let own = self.side(MOVER);
        let vacant = BOARD & !(own | self.side(OTHER));
        let mut n_open = 0;
        for kind in Kind::ALL {
            for from in squares(self.sets[MOVER][kind as usize]) {
                for to in squares(STEPS[MOVER][kind as usize][usize::from(from)] & !own) {
                    let mut next = *self;
                    for taken in &mut next.sets[OTHER] {
                        *taken &= !(1 << to);
                    }
                    let promotes = kind as usize == CHICK && FAR_RANK[MOVER] >> to & 1 != 0;
                    next.sets[MOVER][kind as usize] &= !(1 << from);
                    next.sets[MOVER][if promotes { HEN } else { kind as usize }] |= 1 << to;
                    n_open += u32::from(!next.other_wins_now());
                }
            }
        }
        for kind in Kind::HELD {
            if self.hands[MOVER][kind as usize] > 0 {
                for to in squares(vacant) {
                    let mut next = *self;
                    next.sets[MOVER][kind as usize] |= 1 << to;
                    n_open += u32::from(!next.other_wins_now());
                }
            }
        }
        n_open
    }
}
