//! Pruning: when the tree of Monte Carlo search is full, what lies below its least visited nodes is forgotten, and
//! the search goes on growing where it matters.
//!
//! Idea: mark and sweep. From the root, all blocks are marked that hang below nodes with enough visits; the others are
//! cut off, and free. A node has no fewer visits than any below it, so what is cut off is whole subtrees. The number
//! of visits that is enough is doubled until a good part of the memory is free. What a node itself has learnt stays.
//! Source: the pruning of full trees in Pentobi (M. Enzenberger) and in Go programs, here without copying the tree.
//!
//! While this happens no simulation may be under way: `worker.rs` sees to that.

use std::sync::atomic::Ordering::Relaxed;

use super::tree::{NO_CHILDREN, ROOT, Tree};

/// What pruning has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pruning {
    /// How often the tree was pruned for want of room.
    pub n_times: u32,
    /// Children of nodes with fewer visits were forgotten the last time.
    pub least_visits: u32,
    /// The root has moved: what is not below it can go first.
    pub has_moved_root: bool,
    /// Nothing more can be forgotten, so the tree grows no further.
    pub is_at_its_end: bool,
    mark: u32,
}

/// Pruning ends when this part of the memory is free: two fifths.
const ENOUGH_FREE: (u64, u64) = (2, 5);

/// With fewer visits than this below a node there is next to nothing to forget.
const LEAST_VISITS: u32 = 4;

/// So many families of siblings are visited between two looks at the clock.
const PAUSE: u32 = 256;

impl Tree {
    /// Whether there is no room left, and some can be made.
    #[inline]
    pub fn wants_pruning(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// Makes room, if there is none. Nobody else may use the tree meanwhile. `is_over` says that the search has ended:
    /// then nothing is done that takes long.
    pub fn prune_if_full(&self, mut is_over: impl FnMut() -> bool) {
        let mut room = self.lock_room();
        if !self.is_full.load(Relaxed) || room.pruning.is_at_its_end {
            return;
        }
        let Pruning { least_visits: before, has_moved_root, .. } = room.pruning;
        // What is of no use any more goes first; it may be enough.
        let mut least_visits = if has_moved_root { 0 } else { (before / 2).max(LEAST_VISITS) };
        let enough = u64::from(self.n_blocks()) * ENOUGH_FREE.0 / ENOUGH_FREE.1;
        let root_visits = self.node(ROOT).visits();
        let n_used = loop {
            room.pruning.mark += 1;
            let Some(n_used) = self.mark(least_visits, room.pruning.mark, &mut is_over) else { return };
            if u64::from(self.n_blocks() - n_used) >= enough || least_visits > root_visits {
                break n_used;
            }
            least_visits = (2 * least_visits).max(LEAST_VISITS);
        };
        self.sweep(&mut room);
        room.pruning.has_moved_root = false;
        if least_visits > 0 {
            room.pruning.n_times += 1;
            room.pruning.least_visits = least_visits;
        }
        // A tree in which the root's own children leave no room stays as it is.
        room.pruning.is_at_its_end = n_used > self.n_blocks() / 8 * 7;
        self.is_full.store(false, Relaxed);
    }

    /// Marks what hangs below nodes with so many visits, and cuts the rest off; gives how many blocks that is.
    fn mark(&self, least_visits: u32, mark: u32, is_over: &mut impl FnMut() -> bool) -> Option<u32> {
        self.block(ROOT).mark.store(mark, Relaxed);
        let (mut n_used, mut n_families) = (1, 0);
        let mut families: Vec<u32> = vec![self.node(ROOT).children.load(Relaxed)];
        while let Some(mut block_idx) = families.pop() {
            n_families += 1;
            if n_families % PAUSE == 0 && is_over() {
                return None;
            }
            while block_idx != NO_CHILDREN {
                let block = self.block(block_idx);
                block.mark.store(mark, Relaxed);
                n_used += 1;
                for node in &block.nodes {
                    let children = node.children.load(Relaxed);
                    if children == NO_CHILDREN {
                    } else if node.visits() < least_visits {
                        node.children.store(NO_CHILDREN, Relaxed);
                    } else {
                        families.push(children);
                    }
                }
                block_idx = block.next.load(Relaxed);
            }
        }
        Some(n_used)
    }

    /// Chains up all blocks that were not marked the last time.
    fn sweep(&self, room: &mut super::allocator::Room) {
        (room.first_free, room.n_free) = (NO_CHILDREN, 0);
        for block_idx in (1..room.n_begun).rev() {
            let block = self.block(block_idx);
            if block.mark.load(Relaxed) != room.pruning.mark {
                block.next.store(room.first_free, Relaxed);
                // A partly filled block would otherwise lead to children that are gone.
                block.nodes.iter().for_each(|node| node.children.store(NO_CHILDREN, Relaxed));
                room.first_free = block_idx;
                room.n_free += 1;
            }
        }
    }

    /// What is to be told of the memory, if it was too little.
    pub fn memory_note(&self) -> Option<String> {
        let room = self.lock_room();
        let Pruning { n_times, least_visits, is_at_its_end, .. } = room.pruning;
        if is_at_its_end {
            return Some(
                "memory was the limit: the tree has no room to grow, more memory would help".to_owned(),
            );
        }
        let times = if n_times == 1 { "once".to_owned() } else { format!("{n_times} times") };
        (n_times > 0).then(|| {
            format!("the tree was pruned {times} to fit its memory, last below positions with fewer than {least_visits} visits")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::allocator::Spare;
    use super::super::select::Formula;
    use super::super::tree::{BLOCK, NewChild};
    use super::*;
    use crate::MctsOptions;

    fn children(n: u32) -> Vec<NewChild> {
        (0..n).map(|bits| NewChild { bits, prior: 0.5 }).collect()
    }

    fn visit(tree: &Tree, idx: u32, n: u32) {
        for _ in 0..n {
            tree.begin_visit(tree.place(idx));
        }
    }

    /// A root with children that are visited more and more, and families below them until there is no room.
    fn full_tree() -> Tree {
        let tree = Tree::new(1, Formula::new(&MctsOptions::default(), 2), false);
        visit(&tree, ROOT, 1000);
        let mut spare = Spare::default();
        let family = tree.publish(ROOT, &children(BLOCK), BLOCK, &mut spare).unwrap();
        let mut below = Vec::new();
        for (n, (child, _)) in tree.nodes(family).enumerate() {
            visit(&tree, child, 4 << n);
            below.push(child);
        }
        while let Some(idx) = below.pop() {
            let Some(family) = tree.publish(idx, &children(20), 20, &mut spare) else { break };
            let half = tree.node(idx).visits() / 2;
            for (child, _) in tree.nodes(family) {
                visit(&tree, child, half);
                below.insert(0, child);
            }
        }
        tree.give_back(spare);
        assert!(tree.is_full.load(Relaxed));
        tree
    }

    #[test]
    fn the_least_visited_parts_go_and_there_is_room_again() {
        let tree = full_tree();
        let family = tree.known_children(ROOT);
        tree.prune_if_full(|| false);
        assert!(!tree.is_full.load(Relaxed));
        let n_free = tree.lock_room().n_free;
        assert!(n_free * 5 >= tree.n_blocks() * 2, "{n_free}");
        let least = tree.lock_room().pruning.least_visits;
        let mut n_kept = 0;
        for (child, node) in tree.nodes(family) {
            let n_below = tree.known_children(child).n;
            assert_eq!(n_below > 0, node.visits() >= least, "{} visits", node.visits());
            n_kept += n_below;
        }
        assert!(n_kept > 0, "the most visited keep what they know");
        assert!(tree.memory_note().unwrap().contains("pruned once"));
        // All that is free can be used.
        let (mut at, mut n_made, mut spare) = (family.first_block * BLOCK, 0, Spare::default());
        while let Some(family) = tree.publish(at, &children(BLOCK), BLOCK, &mut spare) {
            at = family.first_block * BLOCK;
            n_made += 1;
        }
        assert_eq!(n_made, n_free);
    }

    #[test]
    fn what_the_root_has_left_behind_goes_first() {
        let mut tree = full_tree();
        let most_visited = tree.nodes(tree.known_children(ROOT)).last().unwrap().0;
        let n_below = tree.known_children(most_visited).n;
        tree.move_root(most_visited);
        tree.prune_if_full(|| false);
        assert_eq!(tree.known_children(ROOT).n, n_below);
        assert!(!tree.is_full.load(Relaxed));
    }

    #[test]
    fn a_search_that_is_over_is_not_held_up() {
        let tree = full_tree();
        let family = tree.known_children(ROOT);
        tree.prune_if_full(|| true);
        let n_families = tree.nodes(family).filter(|&(child, _)| tree.known_children(child).n > 0).count();
        assert!(tree.is_full.load(Relaxed) || n_families > 0);
        tree.prune_if_full(|| false);
        assert!(!tree.is_full.load(Relaxed));
    }

    #[test]
    fn a_root_with_too_many_moves_stays_as_it_is() {
        let tree = Tree::new(1, Formula::new(&MctsOptions::default(), 2), false);
        let n = (tree.n_blocks() - 2) * BLOCK;
        let mut spare = Spare::default();
        let family = tree.publish(ROOT, &children(n), n, &mut spare).unwrap();
        visit(&tree, ROOT, 100);
        assert!(tree.publish(family.first_block * BLOCK, &children(20), 20, &mut spare).is_none());
        tree.prune_if_full(|| false);
        assert!(tree.publish(family.first_block * BLOCK, &children(20), 20, &mut spare).is_none());
        assert!(!tree.wants_pruning(), "it would be of no use");
        assert!(tree.memory_note().unwrap().contains("no room"));
        assert_eq!(tree.known_children(ROOT).n, n);
    }
}
