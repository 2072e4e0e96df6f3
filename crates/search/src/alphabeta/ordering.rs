//! Which move first: the moves of all levels as one stack, killers and histories.
//!
//! The order of a move is a score with its place in the list of legal moves below it, so that no two are
//! equal and the search stays predictable however they are swapped.

use std::ops::Range;

use ludwerk_core::{Move, MoveHints};

use super::AlphaBetaOptions;
use super::history::{Histories, MOST_HISTORY, N_HISTORIES};
use super::node::Spot;

/// Bits of an order that hold the place of the move, the first one highest.
const PLACE_BITS: u32 = 16;

/// Above every history: a killer goes before all moves of its priority.
const KILLER: i64 = 1 << 20;
const _: () = assert!(KILLER > (2 * N_HISTORIES * MOST_HISTORY) as i64);

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
    pub histories: Histories<M>,
    by_priority: bool,
    by_killers: bool,
    /// Whether anything says which move is more promising; otherwise they are searched as they are listed.
    is_ordered: bool,
}

impl<M: Move> MoveStack<M> {
    pub fn new(options: &AlphaBetaOptions) -> Self {
        let histories = Histories::new(options);
        Self {
            moves: Vec::new(),
            orders: Vec::new(),
            priorities: Vec::new(),
            killers: Vec::new(),
            is_ordered: options.ordering || options.killers || histories.is_kept(),
            histories,
            by_priority: options.ordering,
            by_killers: options.killers,
        }
    }

    /// Makes room for all that is kept by ply, down to this one.
    pub fn make_room(&mut self, deepest_ply: usize) {
        self.killers.resize((deepest_ply + 1).max(self.killers.len()), [None; 2]);
        self.histories.make_room(deepest_ply);
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
        let context = self.histories.context(spot.ply, spot.mover);
        for (&mv, order) in self.moves[range.clone()].iter().zip(&mut self.orders[range]) {
            let mut score = 0;
            if let Some(priority) = priorities.next() {
                score += i64::from((*priority).clamp(-MOST_PRIORITY, MOST_PRIORITY)) * PER_PRIORITY;
            }
            if self.by_killers && killers.contains(&Some(mv)) {
                score += KILLER;
            }
            score += i64::from(self.histories.standing(context, mv));
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

    /// The move at this place of the stack refuted its position: if it is quiet, it is tried early elsewhere, and the quiet
    /// ones that were tried in vain, those from `first` on, are tried late.
    pub fn remember<G: MoveHints<Move = M>>(
        &mut self,
        game: &G,
        (first, at): (usize, usize),
        spot: &Spot<'_, G>,
        depth: u32,
    ) {
        let mv = self.moves[at];
        if !self.is_ordered || game.is_noisy(spot.state, mv) {
            return;
        }
        let killers = &mut self.killers[spot.ply as usize];
        if self.by_killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if !self.histories.is_kept() {
            return;
        }
        let bonus = (16 * (depth * depth) as i32).min(MOST_HISTORY);
        let context = self.histories.context(spot.ply, spot.mover);
        self.histories.learn(context, mv, bonus);
        for &tried in &self.moves[first..at] {
            if !game.is_noisy(spot.state, tried) {
                self.histories.learn(context, tried, -bonus);
            }
        }
    }
}
