//! The room of a tree: which blocks are in use, and who takes the next ones.
//!
//! Each thread takes several blocks at a time for itself, so that threads do not wait for each other at the one place
//! where memory is handed out.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{MutexGuard, PoisonError};

use super::prune::Pruning;
use super::tree::{CHUNK, NO_CHILDREN, Tree};

/// Blocks that one thread has taken for itself, so that it need not ask for each.
#[derive(Debug, Default)]
pub(super) struct Spare {
    /// Blocks that were never in use, one after the other.
    fresh: Range<u32>,
    /// A chain of blocks that were in use before.
    first_free: u32,
    n_free: u32,
}

impl Spare {
    fn n(&self) -> u32 {
        self.fresh.len() as u32 + self.n_free
    }
}

/// Which blocks are in use.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// So many blocks were in use at some time, in the order in which they lie in memory.
    pub n_begun: u32,
    /// A chain of those that are no longer in use.
    pub first_free: u32,
    pub n_free: u32,
    /// What pruning has come to.
    pub pruning: Pruning,
}

/// A thread takes at most this part of the free blocks for itself, unless it needs more.
const MOST_SPARE: u32 = 64;

impl Tree {
    pub(super) fn lock_room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a chain of so many blocks, at least one: all of them or none. What a thread has for itself comes first.
    pub(super) fn allocate(&self, n: u32, spare: &mut Spare) -> Option<u32> {
        if spare.n() < n {
            self.refill(spare, n);
            if spare.n() < n {
                return None;
            }
        }
        let mut first = NO_CHILDREN;
        for _ in 0..n {
            let block_idx = if spare.n_free > 0 {
                spare.n_free -= 1;
                let free = spare.first_free;
                spare.first_free = self.block(free).next.load(Relaxed);
                free
            } else {
                let fresh = spare.fresh.next().expect("there are enough");
                self.begin(fresh);
                fresh
            };
            self.block(block_idx).next.store(first, Relaxed);
            first = block_idx;
        }
        Some(first)
    }

    /// Adds to what a thread has for itself until it has at least so many blocks, if there are so many: from what is
    /// free a part that leaves others theirs, or what is left of a chunk that was never in use, so that threads do not
    /// wait for each other's memory.
    fn refill(&self, spare: &mut Spare, n: u32) {
        let mut room = self.lock_room();
        if self.n_blocks() - room.n_begun + room.n_free + spare.n() < n {
            self.is_full.store(!room.pruning.is_at_its_end, Relaxed);
            return;
        }
        let most_free = (room.n_free / MOST_SPARE).max(n - spare.n());
        while room.n_free > 0 && spare.n_free < most_free {
            let free = room.first_free;
            let next = &self.block(free).next;
            room.first_free = next.load(Relaxed);
            next.store(spare.first_free, Relaxed);
            (room.n_free, spare.first_free, spare.n_free) = (room.n_free - 1, free, spare.n_free + 1);
        }
        // Fresh blocks lie beside each other: those that are left of the last ones are freed for it.
        while spare.n() < n {
            self.free_fresh(spare);
            let n_left = self.n_blocks() - room.n_begun;
            let of_chunk = CHUNK - room.n_begun % CHUNK;
            let n_taken = of_chunk.min((n_left / MOST_SPARE).max(n - spare.n())).min(n_left);
            spare.fresh = room.n_begun..room.n_begun + n_taken;
            room.n_begun += n_taken;
        }
    }

    /// Takes back what a thread has for itself.
    pub fn give_back(&self, mut spare: Spare) {
        let mut room = self.lock_room();
        if room.n_begun == spare.fresh.end {
            room.n_begun = spare.fresh.start;
        } else {
            self.free_fresh(&mut spare);
        }
        while spare.n_free > 0 {
            let free = spare.first_free;
            let next = &self.block(free).next;
            spare.first_free = next.load(Relaxed);
            next.store(room.first_free, Relaxed);
            (room.first_free, room.n_free, spare.n_free) = (free, room.n_free + 1, spare.n_free - 1);
        }
    }

    /// Chains up the blocks that a thread has for itself and that were never in use.
    fn free_fresh(&self, spare: &mut Spare) {
        for block_idx in spare.fresh.by_ref() {
            self.begin(block_idx);
            self.block(block_idx).next.store(spare.first_free, Relaxed);
            (spare.first_free, spare.n_free) = (block_idx, spare.n_free + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::select::Formula;
    use super::super::tree::{BLOCK, NewChild, ROOT};
    use super::*;

    fn children(n: u32) -> Vec<NewChild> {
        (0..n).map(|bits| NewChild { bits, prior: 0.5 }).collect()
    }

    fn formula() -> Formula {
        Formula::new(&crate::MctsOptions { rave: Some(1.0), ..crate::MctsOptions::default() }, 2)
    }

    #[test]
    fn what_threads_have_for_themselves_comes_back() {
        let tree = Tree::new(8 << 20, formula(), true);
        let (mut ours, mut theirs) = (Spare::default(), Spare::default());
        let family = tree.publish(ROOT, &children(3), 3, &mut ours).unwrap();
        let below = tree.publish(family.first_block * BLOCK, &children(20), 20, &mut theirs).unwrap();
        assert!(ours.n() > 0 && theirs.n() > 0 && ours.fresh.end <= below.first_block);
        tree.give_back(ours);
        tree.give_back(theirs);
        let room = tree.lock_room();
        assert_eq!(room.n_begun - room.n_free, 1 + 1 + 3, "the root, its children, and those below");
    }
}
