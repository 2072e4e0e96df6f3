//! Moves taken back: from which positions one move leads to a given one.
//!
//! Every way back is counted once for each move that leads from there to here. The mirror takes some care. Positions
//! with both lions in the middle file have numbers of their own for both images; so a way back to such a position
//! stands for two, one from here and one from the mirror image of here, unless here has two numbers as well. And from
//! a position that has two numbers, a way back whose place is numbered in the mirror belongs to the other number.
//!
//! Most ways back would lead to positions in which the player could have taken the lion instead. They are of no use
//! to anybody, and left out: whatever attacks the lion now has just come.

use super::frame::{Frame, Keys, MOVER, OTHER, is_canonical, join, mirrored_square, split};
use super::layout::{HAND_KEY, Layout, NOWHERE, TYPE_KEY, layout};
use super::outlook::attackers;
use crate::board::{BOARD, FAR_RANK, Kind, STEPS, squares};

const CHICK: usize = Kind::Chick as usize;
const HEN: usize = Kind::Hen as usize;
const LION: usize = Kind::Lion as usize;

/// A kind of piece that may have been taken by the last move: as what it stood, and what it does to the keys when it
/// goes back from the hand to the board.
struct Taken {
    stood: usize,
    held: usize,
    key_added: usize,
}

const TAKEN: [Taken; 4] = [
    Taken { stood: CHICK, held: CHICK, key_added: TYPE_KEY[1] },
    Taken { stood: HEN, held: CHICK, key_added: TYPE_KEY[3] },
    Taken { stood: Kind::Elephant as usize, held: Kind::Elephant as usize, key_added: TYPE_KEY[1] },
    Taken { stood: Kind::Giraffe as usize, held: Kind::Giraffe as usize, key_added: TYPE_KEY[1] },
];

/// See [`ludwerk_core::Indexed::predecessors`].
pub fn predecessors(number: u64, visit: impl FnMut(u64)) {
    let layout = layout();
    let (class, lions, rank) = split(layout, number as u32);
    // Seen by the player who has just moved, and who will be the mover again.
    let frame = Frame::read::<true>(layout, class, layout.backwards[lions as usize], rank);
    let (own_lion, other_lion) = (frame.lion(MOVER), frame.lion(OTHER));
    let threats = attackers(MOVER, &frame.sets[MOVER], other_lion);
    // Two that attack cannot both have come with one move.
    let movable = match threats.count_ones() {
        0 => BOARD,
        1 => threats,
        _ => return,
    };
    let mut way_back = WayBack {
        layout,
        keys: frame.keys(),
        other_lion,
        place: layout.lions[usize::from(own_lion)][usize::from(other_lion)],
        movable,
        vacant: BOARD & !(frame.side(MOVER) | frame.side(OTHER)),
        is_double: own_lion % 3 == 1 && other_lion % 3 == 1,
        visit,
    };
    way_back.undrop(&frame);
    way_back.unstep(&frame);
    // A lion that attacks the other one stands beside it: there are no such positions.
    if movable == BOARD {
        way_back.unstep_lion(&frame, own_lion);
    }
}

struct WayBack<V> {
    layout: &'static Layout,
    /// How the pieces are divided now.
    keys: Keys,
    other_lion: u8,
    /// The place of the lions, as long as they do not move.
    place: u8,
    /// The pieces that can have made the last move.
    movable: u16,
    vacant: u16,
    /// Whether the mirror image of the position has a number of its own.
    is_double: bool,
    visit: V,
}

impl<V: FnMut(u64)> WayBack<V> {
    fn undrop(&mut self, frame: &Frame) {
        for kind in Kind::HELD {
            let kind = kind as usize;
            for square in squares(frame.sets[MOVER][kind] & self.movable) {
                let mut before = *frame;
                before.sets[MOVER][kind] ^= 1 << square;
                let mut keys = self.keys;
                keys[kind] += HAND_KEY;
                keys[kind] -= TYPE_KEY[0];
                self.emit(&before, keys);
            }
        }
    }

    /// Where a piece of a kind can have come from: not from where it could have taken the lion.
    fn origins(&self, kind: usize, to: u8) -> u16 {
        STEPS[OTHER][kind][usize::from(to)] & self.vacant & !STEPS[OTHER][kind][usize::from(self.other_lion)]
    }

    /// Steps of all pieces but the lion.
    fn unstep(&mut self, frame: &Frame) {
        for kind in [CHICK, Kind::Elephant as usize, Kind::Giraffe as usize, HEN] {
            for to in squares(frame.sets[MOVER][kind] & self.movable) {
                let is_far = FAR_RANK[MOVER] >> to & 1 != 0;
                if kind == CHICK && is_far {
                    // It would be a hen: it was dropped here.
                    continue;
                }
                let mut before = *frame;
                before.sets[MOVER][kind] ^= 1 << to;
                for from in squares(self.origins(kind, to)) {
                    before.sets[MOVER][kind] ^= 1 << from;
                    self.emit_with_taken(&mut before, self.keys, to);
                    before.sets[MOVER][kind] ^= 1 << from;
                }
                if kind == HEN && is_far {
                    let mut keys = self.keys;
                    keys[CHICK] += TYPE_KEY[0];
                    keys[CHICK] -= TYPE_KEY[2];
                    for from in squares(self.origins(CHICK, to)) {
                        before.sets[MOVER][CHICK] ^= 1 << from;
                        self.emit_with_taken(&mut before, keys, to);
                        before.sets[MOVER][CHICK] ^= 1 << from;
                    }
                }
            }
        }
    }

    fn unstep_lion(&mut self, frame: &Frame, to: u8) {
        for from in squares(self.origins(LION, to) & !FAR_RANK[MOVER]) {
            let mut before = *frame;
            before.sets[MOVER][LION] = 1 << from;
            let is_straight = is_canonical(from, self.other_lion);
            if !is_straight {
                if self.is_double {
                    continue;
                }
                before = before.mirrored();
            }
            self.place = self.layout.lions[usize::from(before.lion(MOVER))][usize::from(before.lion(OTHER))];
            if self.place == NOWHERE {
                continue;
            }
            let to_here = if is_straight { to } else { mirrored_square(to) };
            self.emit_with_taken(&mut before, self.keys, to_here);
            let before_is_double = from % 3 == 1 && self.other_lion % 3 == 1;
            if before_is_double && !self.is_double {
                self.emit_with_taken(&mut before.mirrored(), self.keys, mirrored_square(to));
            }
        }
    }

    /// The position as it is, and with every piece on `to` that can have been taken there.
    #[inline]
    fn emit_with_taken(&mut self, before: &mut Frame, keys: Keys, to: u8) {
        self.emit(before, keys);
        for taken in &TAKEN {
            if before.hands[MOVER][taken.held] > 0 {
                before.sets[OTHER][taken.stood] ^= 1 << to;
                let mut keys = keys;
                keys[taken.held] += taken.key_added;
                keys[taken.held] -= HAND_KEY;
                self.emit(before, keys);
                before.sets[OTHER][taken.stood] ^= 1 << to;
            }
        }
    }

    #[inline]
    fn emit(&mut self, before: &Frame, keys: Keys) {
        let class = self.layout.class(keys);
        (self.visit)(join(class, self.place, before.rank(self.layout, class)));
    }
}
