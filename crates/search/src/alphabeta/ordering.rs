//! Which move first: the moves of all levels as one stack, killers and history.
//!
//! The order of a move is a score with its place in the list of legal moves below it, so that no two are
//! equal and the search stays predictable however they are swapped.

use std::ops::Range;

use ludwerk_core::{Move, MoveHints};

use super::AlphaBetaOptions;
use super::node::Spot;

/// Bits of an order that hold the place of the move, the first one highest.
const PLACE_BITS: u32 = 16;

/// Moves that share a slot share their history; there are far fewer moves that matter.
const HISTORY_SLOT_BITS: u32 = 12;

/// No history is above this.
const MOST_HISTORY: i32 = 1 << 14;

/// Above every history: a killer goes before all moves of its priority.
const KILLER: i64 = 1 << 20;

/// What one point of priority is worth: more than anything below it.
const PER_PRIORITY: i64 = 1 << 21;

/// Priorities beyond this count as this much, so that every order fits in its bits.
const MOST_PRIORITY: i32 = 1 << 24;

pub(super) struct MoveStack<M> {
    moves: Vec<M>,
    orders: Vec<i64>,
    /// The priorities of the moves that are being scored.
    priorities: Vec<i32>,
    /// Two moves for each ply that refuted a sibling.
    killers: Vec<[Option<M>; 2]>,
    /// How often and how high in the tree each move refuted something, by slot and side.
    history: Vec<[i32; 2]>,
    by_priority: bool,
    by_killers: bool,
    by_history: bool,
    /// Whether anything says which move is more promising; otherwise they are searched as they are listed.
    is_ordered: bool,
}

impl<M: Move> MoveStack<M> {
    pub fn new(options: &AlphaBetaOptions) -> Self {
        Self {
            moves: Vec::new(),
            orders: Vec::new(),
            priorities: Vec::new(),
            killers: Vec::new(),
            history: vec![[0; 2]; 1 << HISTORY_SLOT_BITS],
            by_priority: options.ordering,
            by_killers: options.killers,
            by_history: options.history,
            is_ordered: options.ordering || options.killers || options.history,
        }
    }

    /// Makes room for killers down to this ply.
    pub fn make_room(&mut self, deepest_ply: usize) {
        self.killers.resize((deepest_ply + 1).max(self.killers.len()), [None; 2]);
    }

    /// Puts the legal moves on the stack, not yet in order.
    pub fn list<G: MoveHints<Move = M>>(&mut self, game: &G, state: &G::State) -> Range<usize> {
        let first = self.moves.len();
        game.distinct_moves(state, &mut self.moves);
        let places = (0..1 << PLACE_BITS).rev();
        self.orders.extend(places.take(self.moves.len() - first));
        first..self.moves.len()
    }

    /// Puts the noisy moves on the stack, in order of priority.
    pub fn list_noisy<G: MoveHints<Move = M>>(&mut self, game: &G, state: &G::State) -> Range<usize> {
        let first = self.moves.len();
        game.distinct_moves(state, &mut self.moves);
        let mut last = first;
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            if game.is_noisy(state, mv) {
                self.moves[last] = mv;
                let priority = if self.by_priority { i64::from(game.priority(state, mv)) } else { 0 };
                self.orders.push((priority << PLACE_BITS) - (at - first) as i64);
                last += 1;
            }
        }
        self.moves.truncate(last);
        first..last
    }

    /// Takes moves from the top of the stack.
    pub fn drop_from(&mut self, first: usize) {
        self.moves.truncate(first);
        self.orders.truncate(first);
    }

    /// Scores moves that are listed.
    pub fn score<G: MoveHints<Move = M>>(&mut self, game: &G, spot: &Spot<'_, G>, range: Range<usize>) {
        if !self.is_ordered {
            return;
        }
        let killers = self.killers[spot.ply as usize];
        self.priorities.clear();
        if self.by_priority {
            game.priorities(spot.state, &self.moves[range.clone()], &mut self.priorities);
        }
        let mut priorities = self.priorities.iter();
        for (&mv, order) in self.moves[range.clone()].iter().zip(&mut self.orders[range]) {
            let mut score = 0;
            if let Some(priority) = priorities.next() {
                score += i64::from((*priority).clamp(-MOST_PRIORITY, MOST_PRIORITY)) * PER_PRIORITY;
            }
            if self.by_killers && killers.contains(&Some(mv)) {
                score += KILLER;
            }
            if self.by_history {
                score += i64::from(self.history[slot(mv)][spot.mover]);
            }
            *order += score << PLACE_BITS;
        }
    }

    /// The move at a place of the stack.
    pub fn at(&self, at: usize) -> M {
        self.moves[at]
    }

    /// The place in the list of legal moves that a move on the stack comes from.
    pub fn move_idx(&self, at: usize) -> u16 {
        !(self.orders[at] as u16)
    }

    /// Changes the places of two moves on the stack.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
        self.orders.swap(a, b);
    }

    /// Swaps the most promising of the moves to the front.
    #[inline]
    pub fn bring_best_forward(&mut self, range: Range<usize>) {
        if !self.is_ordered {
            return;
        }
        let first = range.start;
        let orders = &self.orders[range];
        let mut best = 0;
        for (idx, order) in orders.iter().enumerate() {
            if *order > orders[best] {
                best = idx;
            }
        }
        self.swap(first, first + best);
    }

    /// The move at this place of the stack refuted its position: if it is quiet, try it early elsewhere.
    pub fn remember<G: MoveHints<Move = M>>(&mut self, game: &G, at: usize, spot: &Spot<'_, G>, depth: u32) {
        let mv = self.moves[at];
        if !self.is_ordered || game.is_noisy(spot.state, mv) {
            return;
        }
        let killers = &mut self.killers[spot.ply as usize];
        if self.by_killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if self.by_history {
            // The higher it is, the less it rises, so that what was long ago fades.
            let bonus = ((depth * depth) as i32).min(MOST_HISTORY);
            let count = &mut self.history[slot(mv)][spot.mover];
            *count += bonus - *count * bonus / MOST_HISTORY;
        }
    }
}

/// Fibonacci hashing: the high bits of a product with 2³² divided by the golden ratio.
fn slot<M: Move>(mv: M) -> usize {
    (mv.to_bits().wrapping_mul(0x9e37_79b9) >> (32 - HISTORY_SLOT_BITS)) as usize
}
