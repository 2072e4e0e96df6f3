//! The history heuristic: how well quiet moves have done elsewhere in the tree, alone and after the moves before them.
//!
//! A move that refutes its position rises, and those that were tried before it in vain fall. Continuation history keeps
//! the same for pairs: a move with the one that it answers, and with the one of the same line before that. Moves share
//! slots by their bits, so that a game needs to tell nothing.

use ludwerk_core::Move;

use super::AlphaBetaOptions;
use crate::negamax::Side;

/// Moves that share a slot share their history; there are far fewer moves that matter.
const SLOT_BITS: u32 = 12;

/// Pairs share slots, too.
const PAIR_SLOT_BITS: u32 = 15;

/// No history is above this, and none below its negative.
pub(super) const MOST_HISTORY: i32 = 1 << 14;

/// So many histories are added up for a move.
pub(super) const N_HISTORIES: i32 = 3;

/// The histories of one thread.
pub(super) struct Histories<M> {
    /// By slot of a move and side.
    single: Vec<[i32; 2]>,
    /// By slot of a pair, and how many plies the first is before the second.
    pairs: Vec<[i32; 2]>,
    /// The moves that lead to the position that is searched, one for each ply; `None` for a pass.
    line: Vec<Option<M>>,
    has_single: bool,
    has_pairs: bool,
}

/// What a position brings to the slots of all its moves.
#[derive(Clone, Copy)]
pub(super) struct Context {
    side: Side,
    /// The last two moves, mixed, as far as there are any.
    before: [Option<u32>; 2],
}

impl<M: Move> Histories<M> {
    pub fn new(options: &AlphaBetaOptions) -> Self {
        let (has_single, has_pairs) = (options.history, options.continuation);
        let table = |is_wanted, bits: u32| vec![[0; 2]; if is_wanted { 1 << bits } else { 0 }];
        Self {
            single: table(has_single, SLOT_BITS),
            pairs: table(has_pairs, PAIR_SLOT_BITS),
            line: Vec::new(),
            has_single,
            has_pairs,
        }
    }

    /// Whether anything is kept.
    pub fn is_kept(&self) -> bool {
        self.has_single || self.has_pairs
    }

    /// Makes room for lines down to this ply.
    pub fn make_room(&mut self, deepest_ply: usize) {
        self.line.resize((deepest_ply + 1).max(self.line.len()), None);
    }

    /// The search goes on with this move, or a pass, from the position so many plies below the root.
    #[inline]
    pub fn follow(&mut self, ply: u32, mv: Option<M>) {
        if self.has_pairs {
            self.line[ply as usize] = mv;
        }
    }

    /// The context of the position so many plies below the root.
    #[inline]
    pub fn context(&self, ply: u32, side: Side) -> Context {
        let before = |plies: u32| {
            let idx = ply.checked_sub(plies).filter(|_| self.has_pairs)?;
            self.line[idx as usize].map(|mv| mv.to_bits().wrapping_mul(0x85eb_ca6b).rotate_left(13))
        };
        Context { side, before: [before(1), before(2)] }
    }

    /// How well a move has done in all that is kept.
    #[inline]
    pub fn standing(&self, context: Context, mv: M) -> i32 {
        let mut sum =
            if self.has_single { self.single[slot(mv.to_bits(), SLOT_BITS)][context.side] } else { 0 };
        if !self.has_pairs {
            return sum;
        }
        for (distance, before) in context.before.into_iter().enumerate() {
            if let Some(before) = before {
                sum += self.pairs[slot(before ^ mv.to_bits(), PAIR_SLOT_BITS)][distance];
            }
        }
        sum
    }

    /// A move did well, or badly if the bonus is negative.
    pub fn learn(&mut self, context: Context, mv: M, bonus: i32) {
        // The further a count is from nothing, the less it moves, so that what was long ago fades.
        let learn = |count: &mut i32| *count += bonus - *count * bonus.abs() / MOST_HISTORY;
        if self.has_single {
            learn(&mut self.single[slot(mv.to_bits(), SLOT_BITS)][context.side]);
        }
        for (distance, before) in context.before.into_iter().enumerate() {
            if let Some(before) = before {
                learn(&mut self.pairs[slot(before ^ mv.to_bits(), PAIR_SLOT_BITS)][distance]);
            }
        }
    }
}

/// Fibonacci hashing: the high bits of a product with 2³² divided by the golden ratio.
#[inline]
fn slot(bits: u32, n_bits: u32) -> usize {
    (bits.wrapping_mul(0x9e37_79b9) >> (32 - n_bits)) as usize
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Game as _;
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    #[test]
    fn a_move_is_known_by_those_before_it() {
        let mut moves = Vec::new();
        TicTacToe.legal_moves(&TicTacToe.start(&mut ludwerk_core::Rng::new(0)), &mut moves);
        let options = AlphaBetaOptions { history: false, continuation: true, ..AlphaBetaOptions::default() };
        let mut histories = Histories::new(&options);
        histories.make_room(3);
        histories.follow(0, Some(moves[0]));
        histories.follow(1, Some(moves[1]));
        let context = histories.context(2, 0);
        histories.learn(context, moves[2], 100);
        histories.learn(context, moves[3], -100);
        assert_eq!(
            (histories.standing(context, moves[2]), histories.standing(context, moves[3])),
            (200, -200)
        );
        // Another answer is another context, and a pass is none.
        histories.follow(1, Some(moves[4]));
        assert_eq!(histories.standing(histories.context(2, 0), moves[2]), 100);
        histories.follow(1, None);
        histories.follow(0, None);
        assert_eq!(histories.standing(histories.context(2, 0), moves[2]), 0);
    }

    #[test]
    fn counts_stay_within_their_bounds() {
        let mut moves = Vec::new();
        TicTacToe.legal_moves(&TicTacToe.start(&mut ludwerk_core::Rng::new(0)), &mut moves);
        let mut histories = Histories::new(&AlphaBetaOptions::default());
        let context = histories.context(0, 1);
        for bonus in [MOST_HISTORY, -MOST_HISTORY] {
            for _ in 0..100 {
                histories.learn(context, moves[0], bonus);
            }
            assert_eq!(histories.standing(context, moves[0]), bonus);
        }
    }
}
