//! The tree of Monte Carlo search: nodes that several threads read and write at once, in bounded memory.
//!
//! Nodes lie in chunks that are taken from memory one by one, never more than were allowed. The children of
//! a node are a block within one chunk. One thread expands a node, and publishes the children by storing the
//! index of the first; all counters are atomic and relaxed, so that a reader may see a count a little early
//! or late, and nothing worse. Sums are kept in fixed point, because whole numbers can be added atomically.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use ludwerk_core::{Move, Returns};

/// A move and what is known of the position after it.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The bits of the move that leads here.
    bits: AtomicU32,
    /// How often the search came through, rounds under way included.
    visits: AtomicU32,
    /// The shares of whoever chose the move, summed over all rounds, in fixed point.
    total: AtomicI64,
    /// The same over the rounds in which he played the move later.
    amaf_visits: AtomicU32,
    amaf_total: AtomicI64,
    /// How likely the move is, before anything was tried; the bits of an `f32`.
    prior: AtomicU32,
    /// What the evaluation says of the position, as a share; the bits of an `f32`, none of them set before it was asked.
    guess: AtomicU32,
    /// The index of the first child; see [`Children`].
    first_child: AtomicU32,
    n_children: AtomicU32,
    /// A proven result; see [`Proof`].
    proof: AtomicU32,
}

/// The root, and the mark of a node without children: the root is nobody's child.
pub(super) const ROOT: u32 = 0;

/// Another thread is expanding the node.
const BUSY: u32 = u32::MAX;

/// Shares are counted in millionths of a kind: exact powers of two, and 2⁴³ rounds before they overflow.
const UNIT: f64 = (1u32 << 20) as f64;

/// The nodes of a chunk; also the most children of a node.
const CHUNK: u32 = 1 << 12;

/// What all children of a node know before they are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewChild {
    pub bits: u32,
    pub prior: f32,
}

/// Sorts children, likelier ones first. Those whose likelihoods are within a sixteenth of each other stay as they are,
/// which makes no difference and takes one pass instead of many comparisons.
pub(super) fn sort_by_likelihood(children: &mut Vec<NewChild>, spare: &mut Vec<NewChild>) {
    /// Halves of a half ..., each divided into sixteen; what is less likely than all of them comes last.
    const N_BUCKETS: usize = 32 * 16;
    // The upper bits of a number that is not negative are its power of two and its first digits.
    const SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - 4;
    let bucket = |child: &NewChild| {
        let below_one = (1_f32.to_bits() >> SHIFT).saturating_sub(child.prior.to_bits() >> SHIFT);
        (below_one as usize).min(N_BUCKETS - 1)
    };
    let mut places = [0_u32; N_BUCKETS];
    for child in &*children {
        places[bucket(child)] += 1;
    }
    let mut n_before = 0;
    for place in &mut places {
        (n_before, *place) = (n_before + *place, n_before);
    }
    spare.clear();
    spare.extend_from_slice(children);
    for child in &*spare {
        let place = &mut places[bucket(child)];
        children[*place as usize] = *child;
        *place += 1;
    }
}

/// A result that best play cannot change, and how far away it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proof {
    pub returns: Returns,
    pub plies: u32,
}

impl Node {
    pub fn bits(&self) -> u32 {
        self.bits.load(Relaxed)
    }

    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub fn prior(&self) -> f64 {
        f64::from(f32::from_bits(self.prior.load(Relaxed)))
    }

    /// What the evaluation says of the position, if it was asked.
    pub fn guess(&self) -> Option<f64> {
        let bits = self.guess.load(Relaxed);
        (bits != 0).then(|| f64::from(f32::from_bits(bits)))
    }

    pub fn set_guess(&self, share: f64) {
        self.guess.store((share as f32).max(f32::MIN_POSITIVE).to_bits(), Relaxed);
    }

    /// The mean share of whoever chose the move; 0 before the first round.
    pub fn mean(&self) -> f64 {
        self.total.load(Relaxed) as f64 / UNIT / f64::from(self.visits().max(1))
    }

    /// In how many rounds the chooser played the move later, and his mean share in them.
    pub fn amaf(&self) -> (f64, f64) {
        let visits = f64::from(self.amaf_visits.load(Relaxed));
        (visits, self.amaf_total.load(Relaxed) as f64 / UNIT / visits.max(1.0))
    }

    /// A round comes through. Until it ends it counts as lost, so that other threads look elsewhere.
    pub fn begin_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// A round that came through was broken off.
    pub fn cancel_visit(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    pub fn end_visit(&self, share: f64) {
        self.total.fetch_add((share * UNIT) as i64, Relaxed);
    }

    pub fn add_amaf(&self, share: f64) {
        self.amaf_visits.fetch_add(1, Relaxed);
        self.amaf_total.fetch_add((share * UNIT) as i64, Relaxed);
    }

    pub fn is_proven(&self) -> bool {
        self.proof.load(Relaxed) != 0
    }

    fn copy_from(&self, other: &Self) {
        let copy = |to: &AtomicU32, from: &AtomicU32| to.store(from.load(Relaxed), Relaxed);
        copy(&self.bits, &other.bits);
        copy(&self.visits, &other.visits);
        copy(&self.amaf_visits, &other.amaf_visits);
        copy(&self.prior, &other.prior);
        copy(&self.guess, &other.guess);
        copy(&self.proof, &other.proof);
        self.total.store(other.total.load(Relaxed), Relaxed);
        self.amaf_total.store(other.amaf_total.load(Relaxed), Relaxed);
    }
}

/// What became of an attempt to see the children of a node.
pub(super) enum Children {
    /// They are there.
    Are(Range<u32>),
    /// The caller is to list them, and to call [`Tree::publish`] or [`Tree::give_up`].
    MayBeMade,
    /// Somebody else is at it, or there is no room for more.
    Cannot,
}

/// A tree that takes no more memory than it was allowed.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    next: AtomicU32,
    /// The different results that were proven; a proof holds an index into it.
    results: [OnceLock<Returns>; MOST_RESULTS],
    n_results: Mutex<usize>,
}

/// More different results are not remembered, and so not proven.
const MOST_RESULTS: usize = 255;

impl Tree {
    /// A tree of a root alone, in at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        let chunk_bytes = CHUNK as usize * size_of::<Node>();
        // An index beyond the last is the mark of a busy node.
        let most = (BUSY / CHUNK) as usize - 1;
        let n_chunks = (bytes / chunk_bytes).clamp(1, most);
        let tree = Self {
            chunks: std::iter::repeat_with(OnceLock::new).take(n_chunks).collect(),
            next: AtomicU32::new(0),
            results: std::array::from_fn(|_| OnceLock::new()),
            n_results: Mutex::new(0),
        };
        let root = tree.allocate(1);
        debug_assert_eq!(root, Some(ROOT));
        tree
    }

    pub fn node(&self, idx: u32) -> &Node {
        let chunk =
            self.chunks[(idx / CHUNK) as usize].get().expect("an index comes from a chunk that is there");
        &chunk[(idx % CHUNK) as usize]
    }

    /// The children of one node, or the first of them.
    pub fn nodes(&self, block: Range<u32>) -> &[Node] {
        // A block lies in one chunk, and an empty one nowhere.
        let Some(n_more) = (block.end - block.start).checked_sub(1) else { return &[] };
        let chunk = self.chunks[(block.start / CHUNK) as usize]
            .get()
            .expect("an index comes from a chunk that is there");
        let first = (block.start % CHUNK) as usize;
        &chunk[first..=first + n_more as usize]
    }

    /// Takes a block of nodes, all in one chunk.
    fn allocate(&self, n_nodes: u32) -> Option<u32> {
        if n_nodes > CHUNK {
            return None;
        }
        let fit = |next: u32| {
            let first = if next % CHUNK + n_nodes > CHUNK { next.next_multiple_of(CHUNK) } else { next };
            let chunk_idx = (first / CHUNK) as usize;
            // A block may end exactly where its chunk ends.
            (chunk_idx < self.chunks.len()).then_some((first, first + n_nodes))
        };
        let mut next = self.next.load(Relaxed);
        loop {
            let (first, end) = fit(next)?;
            match self.next.compare_exchange_weak(next, end, Relaxed, Relaxed) {
                Ok(_) => {
                    let make = || (0..CHUNK).map(|_| Node::default()).collect();
                    self.chunks[(first / CHUNK) as usize].get_or_init(make);
                    return Some(first);
                }
                Err(now) => next = now,
            }
        }
    }

    /// The children, or whether the caller is to make them.
    pub fn children(&self, idx: u32) -> Children {
        use std::sync::atomic::Ordering::Acquire;
        let node = self.node(idx);
        match node.first_child.load(Acquire) {
            BUSY => Children::Cannot,
            ROOT => match node.first_child.compare_exchange(ROOT, BUSY, Acquire, Relaxed) {
                Ok(_) => Children::MayBeMade,
                Err(_) => Children::Cannot,
            },
            first => Children::Are(first..first + node.n_children.load(Relaxed)),
        }
    }

    /// The children, if they are there.
    pub fn known_children(&self, idx: u32) -> Range<u32> {
        use std::sync::atomic::Ordering::Acquire;
        let node = self.node(idx);
        match node.first_child.load(Acquire) {
            ROOT | BUSY => 0..0,
            first => first..first + node.n_children.load(Relaxed),
        }
    }

    /// Gives a node its children, if there is room for them.
    pub fn publish(&self, idx: u32, children: &[NewChild]) -> Option<Range<u32>> {
        let n_children = u32::try_from(children.len()).ok().filter(|&n| n > 0);
        let Some((n_children, first)) = n_children.and_then(|n| Some((n, self.allocate(n)?))) else {
            self.give_up(idx);
            return None;
        };
        for (node, child) in self.nodes(first..first + n_children).iter().zip(children) {
            node.bits.store(child.bits, Relaxed);
            node.prior.store(child.prior.to_bits(), Relaxed);
        }
        self.node(idx).n_children.store(n_children, Relaxed);
        self.node(idx).first_child.store(first, std::sync::atomic::Ordering::Release);
        Some(first..first + n_children)
    }

    /// The children cannot be made after all.
    pub fn give_up(&self, idx: u32) {
        self.node(idx).first_child.store(ROOT, Relaxed);
    }

    pub fn proof(&self, idx: u32) -> Option<Proof> {
        self.proof_of(self.node(idx))
    }

    #[inline]
    pub fn proof_of(&self, node: &Node) -> Option<Proof> {
        let packed = node.proof.load(Relaxed);
        let result_idx = (packed >> 16).checked_sub(1)? as usize;
        let returns = *self.results[result_idx].get()?;
        Some(Proof { returns, plies: packed & 0xffff })
    }

    /// Remembers a proof; gives whether there was room for its result.
    pub fn prove(&self, idx: u32, proof: Proof) -> bool {
        let Some(result_idx) = self.result_idx(proof.returns) else { return false };
        let packed = (result_idx as u32 + 1) << 16 | proof.plies.min(0xffff);
        self.node(idx).proof.store(packed, Relaxed);
        true
    }

    fn result_idx(&self, returns: Returns) -> Option<usize> {
        let known = |n: usize| self.results[..n].iter().position(|result| result.get() == Some(&returns));
        let mut n_results = self.n_results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(idx) = known(*n_results) {
            return Some(idx);
        }
        let idx = *n_results;
        self.results.get(idx)?.set(returns).ok()?;
        *n_results += 1;
        Some(idx)
    }

    /// The child that this move leads to.
    pub fn child_by(&self, idx: u32, mv: impl Move) -> Option<u32> {
        let children = self.known_children(idx);
        let place = self.nodes(children.clone()).iter().position(|node| node.bits() == mv.to_bits())?;
        Some(children.start + place as u32)
    }

    /// A tree of what lies below a node, with the node as its root, in at most this many bytes.
    pub fn subtree(&self, idx: u32, bytes: usize) -> Self {
        let tree = Self::new(bytes);
        for result in self.results.iter().map_while(OnceLock::get) {
            tree.result_idx(*result);
        }
        tree.node(ROOT).copy_from(self.node(idx));
        let mut queue = std::collections::VecDeque::from([(idx, ROOT)]);
        while let Some((from, to)) = queue.pop_front() {
            let children = self.known_children(from);
            if children.is_empty() {
                continue;
            }
            let Some(first) = tree.allocate(children.len() as u32) else { break };
            for (child, copy) in children.clone().zip(first..) {
                tree.node(copy).copy_from(self.node(child));
                if !self.known_children(child).is_empty() {
                    queue.push_back((child, copy));
                }
            }
            tree.node(to).n_children.store(children.len() as u32, Relaxed);
            tree.node(to).first_child.store(first, Relaxed);
        }
        tree
    }

    /// How many nodes are in use, and for how many there is room.
    #[cfg(test)]
    pub fn size(&self) -> (u32, u32) {
        (self.next.load(Relaxed), self.chunks.len() as u32 * CHUNK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(n: u32) -> Vec<NewChild> {
        (0..n).map(|bits| NewChild { bits, prior: 0.5 }).collect()
    }

    #[test]
    fn likelier_children_come_first() {
        let mut rng = ludwerk_core::Rng::new(1);
        let priors =
            (0..700).map(|n| if n % 7 == 0 { 0.0 } else { rng.unit().powi(8) as f32 }).chain([1.0, f32::NAN]);
        let mut listed: Vec<_> = priors.zip(0..).map(|(prior, bits)| NewChild { bits, prior }).collect();
        sort_by_likelihood(&mut listed, &mut Vec::new());
        let mut numbers: Vec<_> = listed.iter().map(|child| child.bits).collect();
        for pair in listed.windows(2).filter(|pair| pair.iter().all(|child| child.prior > 1e-9)) {
            assert!(pair[0].prior > pair[1].prior * (1.0 - 1.0 / 16.0), "{pair:?}");
        }
        assert!(listed[listed.len() - 90..].iter().all(|child| child.prior < 1e-9));
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..702), "none is lost");
    }

    #[test]
    fn memory_is_what_was_allowed() {
        let bytes = 1 << 20;
        let tree = Tree::new(bytes);
        let (mut at, mut n_blocks) = (ROOT, 0);
        while let Some(block) = tree.publish(at, &children(100)) {
            at = block.start;
            n_blocks += 1;
        }
        let (used, room) = tree.size();
        assert!(used <= room && room as usize * size_of::<Node>() <= bytes);
        assert!(n_blocks * 100 > room * 9 / 10, "{n_blocks} blocks in {room}");
        // Nobody is left waiting at the node that could not be expanded.
        assert!(matches!(tree.children(at), Children::MayBeMade));
    }

    #[test]
    fn more_children_than_a_chunk_holds_are_refused() {
        assert!(Tree::new(1 << 24).publish(ROOT, &children(CHUNK + 1)).is_none());
        assert!(Tree::new(1 << 24).publish(ROOT, &children(CHUNK)).is_some());
    }

    #[test]
    fn a_subtree_keeps_what_is_known() {
        let tree = Tree::new(1 << 20);
        let block = tree.publish(ROOT, &children(3)).unwrap();
        let below = tree.publish(block.start + 1, &children(2)).unwrap();
        tree.node(below.start).begin_visit();
        tree.node(below.start).end_visit(0.75);
        let proof = Proof { returns: Returns::win(3, 2), plies: 5 };
        assert!(tree.prove(below.start + 1, proof));
        let copy = tree.subtree(block.start + 1, 1 << 20);
        let copied = copy.known_children(ROOT);
        assert_eq!(copied.len(), 2);
        assert_eq!((copy.node(copied.start).visits(), copy.node(copied.start).mean()), (1, 0.75));
        assert_eq!(copy.proof(copied.start + 1), Some(proof));
        assert_eq!(copy.size().0, 3);
    }
}
