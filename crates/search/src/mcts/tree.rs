//! The tree of Monte Carlo search: nodes that several threads read and write at once, in bounded memory.
//!
//! A node has children only as far as the search looks at them: the likeliest ones first, in a chain of blocks that
//! grows as progressive widening goes on. Blocks lie in chunks that are taken from memory one by one, never more than
//! were allowed; when all are in use, `prune.rs` takes back those that matter least.
//!
//! One thread expands a node, and publishes the children by storing the index of their first block. All counters are
//! atomic and relaxed, so that a reader may see a count a little early or late, and nothing worse. Sums are kept in
//! fixed point, because whole numbers can be added atomically.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64};
use std::sync::{Mutex, OnceLock, PoisonError};

use ludwerk_core::{Move, Returns, Seat};

use super::allocator::{Room, Spare};
use super::select::{Formula, Urgency};

/// What is known of a move and of the position after it.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// How often the search came through, simulations under way included.
    visits: AtomicU32,
    /// The shares of whoever chose the move, summed over all simulations, in fixed point.
    total: AtomicI64,
    /// The prior of the move: how likely it is, before anything was tried; the bits of an `f32`.
    prior: AtomicU32,
    /// What the evaluation says of the position, as a share; the bits of an `f32`, none of them set before it was asked.
    guess: AtomicU32,
    /// The first block of the children, [`NO_CHILDREN`] or [`BUSY`].
    pub(super) children: AtomicU32,
    /// A proven result; see [`Proof`].
    proof: AtomicU32,
}

/// Siblings beside each other, and the way to more of them.
///
/// What is looked at of all siblings lies together, in two cache lines that are fetched as a pair, apart from what is
/// looked at of one.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub(super) struct Block {
    /// The next block of the chain; in a block that is free, the next free one. 0 at the end.
    pub(super) next: AtomicU32,
    /// The round of pruning that last found the block in use.
    pub(super) mark: AtomicU32,
    // These are only of use in the first block of a chain.
    /// How many children were made, and how many moves the position has.
    n_made: AtomicU32,
    n_moves: AtomicU32,
    /// The last block of the chain.
    last: AtomicU32,
    /// How many of the children the evaluation was asked about.
    n_guessed: AtomicU32,
    /// Somebody is making more children.
    is_growing: AtomicBool,
    /// The bits of the move that leads to each.
    bits: [AtomicU32; BLOCK as usize],
    /// What selection knows of each; see [`Urgency`].
    urgencies: [AtomicU64; BLOCK as usize],
    pub(super) nodes: [Node; BLOCK as usize],
}

/// A chunk of blocks, with the statistics of later moves (all moves as first) where they are kept.
#[derive(Debug)]
struct Chunk {
    blocks: Box<[Block; CHUNK as usize]>,
    amaf: Box<[AtomicU64]>,
}

/// The root, which lies in a block of its own.
pub(super) const ROOT: u32 = 0;

/// The root's block is nobody's child.
pub(super) const NO_CHILDREN: u32 = 0;

/// Another thread is expanding the node.
const BUSY: u32 = u32::MAX;

/// The nodes of a block.
pub(super) const BLOCK: u32 = 8;

/// The blocks of a chunk.
pub(super) const CHUNK: u32 = 1 << 9;

/// A node with so many visits is one that all threads go through all the time.
const BUSY_VISITS: u32 = 1 << 10;

/// Shares are counted in millionths of a kind: exact powers of two, and 2⁴³ simulations before they overflow.
const UNIT: f64 = (1u32 << 20) as f64;

/// Statistics of later moves are one number, so that one addition keeps them: 24 bits of visits above 40 of shares,
/// counted in smaller parts. They are no longer of any weight when the visits come to the half of what fits.
const AMAF_UNIT: f64 = (1u32 << 16) as f64;
const AMAF_VISIT: u64 = 1 << 40;
const MOST_AMAF_VISITS: u64 = 1 << 23;

/// A share in fixed point.
#[inline]
pub(super) fn in_units(share: f64) -> i64 {
    (share * UNIT) as i64
}

/// What all children of a node know before they are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewChild {
    pub bits: u32,
    pub prior: f32,
}

/// A result that best play cannot change, and how far away it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proof {
    pub returns: Returns,
    pub plies: u32,
}

/// The first so many children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family<'t> {
    /// The first block of the chain, and its index.
    head: &'t Block,
    pub first_block: u32,
    pub n: u32,
    /// How many moves the position has; as many children can be made.
    pub n_moves: u32,
}

/// A node where it lies in memory, so that it is looked up once by whoever needs it several times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    pub idx: u32,
    block: &'t Block,
}

impl<'t> Place<'t> {
    #[inline]
    fn at(self) -> usize {
        (self.idx % BLOCK) as usize
    }

    #[inline]
    pub fn node(self) -> &'t Node {
        &self.block.nodes[self.at()]
    }

    /// The place of the `n`-th sibling from here, which lies in the same block.
    #[inline]
    pub fn next(self, n: u32) -> Self {
        Self { idx: self.idx + n, ..self }
    }

    /// The bits of the move that leads here.
    #[inline]
    pub fn bits(self) -> u32 {
        self.block.bits[self.at()].load(Relaxed)
    }
}

impl<'t> Family<'t> {
    /// The place of the first of them.
    pub fn first(self) -> Place<'t> {
        Place { idx: self.first_block * BLOCK, block: self.head }
    }

    /// How many of all children the evaluation was asked about.
    pub fn n_guessed(self) -> u32 {
        self.head.n_guessed.load(Relaxed)
    }

    /// The evaluation was asked about all of these.
    pub fn set_guessed(self) {
        self.head.n_guessed.fetch_max(self.n, Relaxed);
    }

    /// The likeliest so many of them.
    pub fn likeliest(self, n: u32) -> Self {
        Self { n: self.n.min(n), ..self }
    }
}

impl Node {
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

    /// The sum of the shares of whoever chose the move.
    pub fn total(&self) -> f64 {
        self.total.load(Relaxed) as f64 * (1.0 / UNIT)
    }

    /// The mean share of whoever chose the move; 0 before the first simulation.
    pub fn mean(&self) -> f64 {
        self.total() / f64::from(self.visits().max(1))
    }

    pub fn is_proven(&self) -> bool {
        self.proof.load(Relaxed) != 0
    }

    /// Becomes the node of a move that nothing is known of.
    fn reset(&self, child: NewChild) {
        self.prior.store(child.prior.to_bits(), Relaxed);
        self.visits.store(0, Relaxed);
        self.total.store(0, Relaxed);
        self.guess.store(0, Relaxed);
        self.children.store(NO_CHILDREN, Relaxed);
        self.proof.store(0, Relaxed);
    }
}

/// What became of an attempt to see the children of a node.
pub(super) enum Children<'t> {
    /// They are there, as many as were made.
    Are(Family<'t>),
    /// The caller is to list them, and to call [`Tree::publish`] or [`Tree::give_up`].
    MayBeMade,
    /// Somebody else is at it.
    Cannot,
}

/// A tree that takes no more memory than it was allowed.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Box<[OnceLock<Chunk>]>,
    pub(super) room: Mutex<Room>,
    /// Set when a node could not be expanded for want of room.
    pub(super) is_full: AtomicBool,
    /// Whether several threads count at once.
    is_shared: bool,
    formula: Formula,
    /// The different results that were proven; a proof holds an index into it.
    results: [OnceLock<Returns>; MOST_RESULTS],
    n_results: Mutex<usize>,
}

/// More different results are not remembered, and so not proven.
const MOST_RESULTS: usize = 255;

impl Tree {
    /// A tree of a root alone, in at most this many bytes. The formula says by what moves are selected; `is_shared`
    /// makes counting safe for several threads, which takes longer.
    pub fn new(bytes: usize, formula: Formula, is_shared: bool) -> Self {
        let amaf_bytes = if formula.rave.is_some() { BLOCK as usize * size_of::<AtomicU64>() } else { 0 };
        let block_bytes = size_of::<Block>() + amaf_bytes;
        // An index beyond the last is the mark of a busy node.
        let most = (BUSY / BLOCK / CHUNK) as usize - 1;
        let n_chunks = (bytes / (CHUNK as usize * block_bytes)).clamp(1, most);
        let tree = Self {
            chunks: std::iter::repeat_with(OnceLock::new).take(n_chunks).collect(),
            room: Mutex::default(),
            is_full: AtomicBool::new(false),
            is_shared,
            formula,
            results: std::array::from_fn(|_| OnceLock::new()),
            n_results: Mutex::new(0),
        };
        let mut spare = Spare::default();
        let root_block = tree.allocate(1, &mut spare);
        tree.give_back(spare);
        debug_assert_eq!(root_block, Some(ROOT));
        tree
    }

    #[inline]
    pub(super) fn block(&self, block_idx: u32) -> &Block {
        &self.chunk(block_idx).blocks[(block_idx % CHUNK) as usize]
    }

    #[inline]
    fn chunk(&self, block_idx: u32) -> &Chunk {
        self.chunks[(block_idx / CHUNK) as usize].get().expect("an index comes from a chunk that is there")
    }

    #[inline]
    pub fn place(&self, idx: u32) -> Place<'_> {
        Place { idx, block: self.block(idx / BLOCK) }
    }

    #[inline]
    pub fn node(&self, idx: u32) -> &Node {
        self.place(idx).node()
    }

    pub fn bits(&self, idx: u32) -> u32 {
        self.place(idx).bits()
    }

    /// The blocks of the children, each with the index of its first node and how many of its nodes are meant.
    #[inline]
    fn blocks<'t>(&'t self, family: Family<'t>) -> impl Iterator<Item = (u32, &'t Block, usize)> {
        let (mut block, mut block_idx, mut n_left) = (family.head, family.first_block, family.n);
        std::iter::from_fn(move || {
            if n_left == 0 {
                return None;
            }
            let n_here = n_left.min(BLOCK);
            let item = (block_idx * BLOCK, block, n_here as usize);
            n_left -= n_here;
            if n_left > 0 {
                block_idx = block.next.load(Relaxed);
                block = self.block(block_idx);
            }
            Some(item)
        })
    }

    /// The children block by block, each block with the index of its first node.
    #[inline]
    pub fn slices<'t>(&'t self, family: Family<'t>) -> impl Iterator<Item = (u32, &'t [Node])> {
        self.blocks(family).map(|(first, block, n)| (first, &block.nodes[..n]))
    }

    /// What selection knows of the children, as packed [`Urgency`], block by block, each block with its first node.
    #[inline]
    pub fn urgencies<'t>(&'t self, family: Family<'t>) -> impl Iterator<Item = (Place<'t>, &'t [AtomicU64])> {
        self.blocks(family).map(|(idx, block, n)| (Place { idx, block }, &block.urgencies[..n]))
    }

    /// The children with the bits of their moves, block by block.
    #[inline]
    pub fn all_bits<'t>(
        &'t self,
        family: Family<'t>,
    ) -> impl Iterator<Item = impl Iterator<Item = (Place<'t>, u32)>> {
        self.blocks(family).map(|(first, block, n)| {
            let bits = block.bits[..n].iter().map(|bits| bits.load(Relaxed));
            (first..).map(move |idx| Place { idx, block }).zip(bits)
        })
    }

    /// The children one by one, each with its index.
    pub fn nodes<'t>(&'t self, family: Family<'t>) -> impl Iterator<Item = (u32, &'t Node)> {
        self.slices(family).flat_map(|(first, nodes)| (first..).zip(nodes))
    }

    /// How many blocks there may be.
    pub(super) fn n_blocks(&self) -> u32 {
        self.chunks.len() as u32 * CHUNK
    }

    /// Takes the memory of a block that was never in use, if that is not done yet.
    pub(super) fn begin(&self, block_idx: u32) {
        self.chunks[(block_idx / CHUNK) as usize].get_or_init(|| self.new_chunk());
    }

    fn new_chunk(&self) -> Chunk {
        let n_amaf = if self.formula.rave.is_some() { CHUNK * BLOCK } else { 0 };
        let blocks: Box<[Block]> = (0..CHUNK).map(|_| Block::default()).collect();
        Chunk {
            blocks: blocks.try_into().expect("there are as many as in a chunk"),
            amaf: (0..n_amaf).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Fills a chain of blocks with children; gives the last block.
    fn fill(&self, first: u32, children: &[NewChild]) -> u32 {
        let mut block_idx = first;
        for (n, children) in children.chunks(BLOCK as usize).enumerate() {
            if n > 0 {
                block_idx = self.block(block_idx).next.load(Relaxed);
            }
            if self.formula.rave.is_some() {
                let at = (block_idx % CHUNK * BLOCK) as usize;
                let amaf = &self.chunk(block_idx).amaf[at..at + BLOCK as usize];
                for amaf in amaf {
                    amaf.store(0, Relaxed);
                }
            }
            let block = self.block(block_idx);
            for (at, child) in children.iter().enumerate() {
                block.bits[at].store(child.bits, Relaxed);
                block.nodes[at].reset(*child);
                block.urgencies[at].store(Formula::untried(child.prior).packed(), Relaxed);
            }
        }
        block_idx
    }

    /// The children, or whether the caller is to make them.
    #[inline]
    pub fn children<'t>(&'t self, place: Place<'t>) -> Children<'t> {
        let node = place.node();
        match node.children.load(Acquire) {
            BUSY => Children::Cannot,
            NO_CHILDREN => match node.children.compare_exchange(NO_CHILDREN, BUSY, Acquire, Relaxed) {
                Ok(_) => Children::MayBeMade,
                Err(_) => Children::Cannot,
            },
            first => Children::Are(self.family(first)),
        }
    }

    #[inline]
    fn family(&self, first_block: u32) -> Family<'_> {
        let head = self.block(first_block);
        Family { head, first_block, n: head.n_made.load(Acquire), n_moves: head.n_moves.load(Relaxed) }
    }

    /// The children that were made, if any.
    pub fn known_children(&self, idx: u32) -> Family<'_> {
        match self.node(idx).children.load(Acquire) {
            NO_CHILDREN | BUSY => {
                Family { head: self.block(NO_CHILDREN), first_block: NO_CHILDREN, n: 0, n_moves: 0 }
            }
            first => self.family(first),
        }
    }

    /// Gives a node its first children, of `n_moves` in all, if there is room for them.
    pub fn publish(
        &self,
        idx: u32,
        children: &[NewChild],
        n_moves: u32,
        spare: &mut Spare,
    ) -> Option<Family<'_>> {
        let n_made = children.len() as u32;
        let Some(first) = (n_made > 0).then(|| self.allocate(n_made.div_ceil(BLOCK), spare)).flatten() else {
            self.give_up(idx);
            return None;
        };
        let last = self.fill(first, children);
        let head = self.block(first);
        head.n_moves.store(n_moves, Relaxed);
        head.last.store(last, Relaxed);
        head.n_guessed.store(0, Relaxed);
        head.n_made.store(n_made, Relaxed);
        self.node(idx).children.store(first, Release);
        Some(Family { head, first_block: first, n: n_made, n_moves })
    }

    /// The children cannot be made after all.
    pub fn give_up(&self, idx: u32) {
        self.node(idx).children.store(NO_CHILDREN, Relaxed);
    }

    /// Gives a node further children. `list` gives all of them, in the order in which the first were made;
    /// nothing happens if another thread is at it, or there is no room.
    pub fn grow<'t, 'c>(
        &'t self,
        family: Family<'t>,
        wanted: u32,
        spare: &mut Spare,
        list: impl FnOnce() -> &'c [NewChild],
    ) -> Family<'t> {
        let head = family.head;
        if head.is_growing.swap(true, Acquire) {
            return family;
        }
        // Another thread may just have done it; only whole blocks can be added to.
        let n_made = head.n_made.load(Relaxed);
        if n_made < wanted && n_made.is_multiple_of(BLOCK) {
            let children = list();
            let wanted = (wanted.next_multiple_of(BLOCK) as usize).min(children.len());
            if let Some(more) = children.get(n_made as usize..wanted)
                && !more.is_empty()
                && let Some(first) = self.allocate((more.len() as u32).div_ceil(BLOCK), spare)
            {
                let last = self.fill(first, more);
                self.block(head.last.swap(last, Relaxed)).next.store(first, Relaxed);
                head.n_made.store(wanted as u32, Release);
            }
        }
        head.is_growing.store(false, Release);
        self.family(family.first_block)
    }

    /// Whether the last of the children that were made was tried, and more can be made.
    #[inline]
    pub fn wants_more(&self, family: Family<'_>) -> bool {
        let last = || &self.block(family.head.last.load(Relaxed)).nodes[BLOCK as usize - 1];
        family.n < family.n_moves && (last().visits() > 0 || last().is_proven())
    }

    /// What the evaluation says of a node, as the share of whoever chose its move.
    pub fn set_guess(&self, idx: u32, share: f64) {
        let place = self.place(idx);
        place.node().guess.store((share as f32).max(f32::MIN_POSITIVE).to_bits(), Relaxed);
        self.refresh(place);
    }

    /// A simulation comes through. Until it ends it counts as lost, so that other threads look elsewhere; gives whether
    /// it was counted. Where threads would only wait for each other, at nodes with very many visits, it is not, and
    /// [`Tree::add_visits`] tells of several at a time.
    #[inline]
    pub fn begin_visit(&self, place: Place<'_>) -> bool {
        let node = place.node();
        if !self.is_shared {
            node.visits.store(node.visits() + 1, Relaxed);
        } else if node.visits() >= BUSY_VISITS {
            return false;
        } else {
            node.visits.fetch_add(1, Relaxed);
            self.refresh(place);
        }
        true
    }

    /// A simulation that came through and was counted was broken off.
    pub fn cancel_visit(&self, place: Place<'_>) {
        place.node().visits.fetch_sub(1, Relaxed);
        self.refresh(place);
    }

    /// A simulation that came through and was counted brought this share, in fixed point, to whoever chose the move.
    #[inline]
    pub fn end_visit(&self, place: Place<'_>, share: i64) {
        let node = place.node();
        if self.is_shared {
            node.total.fetch_add(share, Relaxed);
        } else {
            node.total.store(node.total.load(Relaxed) + share, Relaxed);
        }
        self.refresh(place);
    }

    /// So many simulations came through that were not counted, with this sum of shares, in fixed point.
    pub fn add_visits(&self, idx: u32, n: u32, total: i64) {
        let place = self.place(idx);
        place.node().visits.fetch_add(n, Relaxed);
        place.node().total.fetch_add(total, Relaxed);
        self.refresh(place);
    }

    /// Tells selection what is known of a node now.
    #[inline]
    fn refresh(&self, place: Place<'_>) {
        let (node, packed) = (place.node(), &place.block.urgencies[place.at()]);
        let amaf = if self.formula.rave.is_some() { self.amaf(place.idx) } else { (0.0, 0.0) };
        let mut urgency = self.formula.urgency(node, amaf);
        if self.formula.solver && node.is_proven() {
            // What is proven does not change.
            urgency.value = Urgency::of_packed(packed.load(Relaxed)).value;
        }
        packed.store(urgency.packed(), Relaxed);
    }

    /// In how many simulations the chooser played the move of this node later, and his mean share in them.
    #[inline]
    pub fn amaf(&self, idx: u32) -> (f64, f64) {
        let packed = self.amaf_of(idx).load(Relaxed);
        let visits = (packed / AMAF_VISIT) as f64;
        (visits, (packed % AMAF_VISIT) as f64 * (1.0 / AMAF_UNIT) / visits.max(1.0))
    }

    #[inline]
    pub fn add_amaf(&self, place: Place<'_>, share: f64) {
        let amaf = self.amaf_of(place.idx);
        let packed = amaf.load(Relaxed);
        let more = AMAF_VISIT + (share * AMAF_UNIT) as u64;
        if packed >= MOST_AMAF_VISITS * AMAF_VISIT {
            return;
        } else if self.is_shared {
            amaf.fetch_add(more, Relaxed);
        } else {
            amaf.store(packed + more, Relaxed);
        }
        self.refresh(place);
    }

    fn amaf_of(&self, idx: u32) -> &AtomicU64 {
        &self.chunk(idx / BLOCK).amaf[(idx % (CHUNK * BLOCK)) as usize]
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

    /// Remembers a proof for a node that this seat chose, or chance; gives whether there was room for its result.
    pub fn prove(&self, idx: u32, proof: Proof, chooser: Option<Seat>) -> bool {
        let Some(result_idx) = self.result_idx(proof.returns) else { return false };
        let packed = (result_idx as u32 + 1) << 16 | proof.plies.min(0xffff);
        if let Some(seat) = chooser.filter(|_| self.formula.solver) {
            let place = self.place(idx);
            let urgency = &place.block.urgencies[place.at()];
            // A proven loss is never tried again, unless all moves are.
            let share = proof.returns[seat] as f32;
            let value = if share == 0.0 { f32::NEG_INFINITY } else { share };
            let bonus = Urgency::of_packed(urgency.load(Relaxed)).bonus;
            urgency.store(Urgency { value, bonus }.packed(), Relaxed);
        }
        self.node(idx).proof.store(packed, Relaxed);
        true
    }

    fn result_idx(&self, returns: Returns) -> Option<usize> {
        // What is there stays, so nobody has to wait for looking at it.
        let known = || self.results.iter().map_while(OnceLock::get).position(|&result| result == returns);
        if let Some(idx) = known() {
            return Some(idx);
        }
        let mut n_results = self.n_results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(idx) = known() {
            return Some(idx);
        }
        let idx = *n_results;
        self.results.get(idx)?.set(returns).ok()?;
        *n_results += 1;
        Some(idx)
    }

    /// The child that this move leads to.
    pub fn child_by(&self, idx: u32, mv: impl Move) -> Option<u32> {
        let mut children = self.nodes(self.known_children(idx)).map(|(child, _)| child);
        children.find(|&child| self.bits(child) == mv.to_bits())
    }

    /// Makes a node the root, with what lies below it. The rest is pruned when room is wanted.
    pub fn move_root(&mut self, idx: u32) {
        if idx == ROOT {
            return;
        }
        let (root, node) = (self.node(ROOT), self.node(idx));
        for (to, from) in [
            (&root.visits, &node.visits),
            (&root.prior, &node.prior),
            (&root.guess, &node.guess),
            (&root.children, &node.children),
            (&root.proof, &node.proof),
        ] {
            to.store(from.load(Relaxed), Relaxed);
        }
        root.total.store(node.total.load(Relaxed), Relaxed);
        self.lock_room().pruning.has_moved_root = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(n: u32) -> Vec<NewChild> {
        (0..n).map(|bits| NewChild { bits, prior: 0.5 }).collect()
    }

    fn bits(tree: &Tree, family: Family<'_>) -> Vec<u32> {
        tree.nodes(family).map(|(idx, _)| tree.bits(idx)).collect()
    }

    fn formula() -> Formula {
        Formula::new(&crate::MctsOptions { rave: Some(1.0), ..crate::MctsOptions::default() }, 2)
    }

    #[test]
    fn a_node_takes_half_a_cache_line_and_a_sibling_little_more() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Block>(), 384);
    }

    #[test]
    fn memory_is_what_was_allowed() {
        let bytes = 1 << 20;
        let tree = Tree::new(bytes, formula(), false);
        let (mut at, mut n_families, mut spare) = (ROOT, 0, Spare::default());
        while let Some(family) = tree.publish(at, &children(100), 100, &mut spare) {
            at = tree.nodes(family).nth(99).unwrap().0;
            n_families += 1;
        }
        assert!(tree.is_full.load(Relaxed));
        let in_use: usize = tree
            .chunks
            .iter()
            .filter_map(OnceLock::get)
            .map(|chunk| size_of_val(&*chunk.blocks) + size_of_val(&*chunk.amaf))
            .sum();
        assert!(in_use <= bytes);
        assert!(n_families * 13 > tree.n_blocks() - 13, "{n_families} families");
        // Nobody is left waiting at the node that could not be expanded.
        assert!(matches!(tree.children(tree.place(at)), Children::MayBeMade));
    }

    #[test]
    fn children_are_made_when_they_are_wanted() {
        let tree = Tree::new(1 << 20, formula(), false);
        let all = children(21);
        let mut spare = Spare::default();
        let mut family = tree.publish(ROOT, &all[..8], 21, &mut spare).unwrap();
        tree.begin_visit(tree.place(tree.nodes(family).nth(7).unwrap().0));
        family = tree.grow(family, 8, &mut spare, || unreachable!("there are as many"));
        family = tree.grow(family, 9, &mut spare, || &all);
        assert_eq!(bits(&tree, family), (0..16).collect::<Vec<_>>());
        family = tree.grow(family, 21, &mut spare, || &all);
        assert_eq!(bits(&tree, family), (0..21).collect::<Vec<_>>());
        assert_eq!(bits(&tree, family.likeliest(3)), [0, 1, 2]);
        assert_eq!(tree.nodes(family).nth(7).unwrap().1.visits(), 1, "what was known is known");
        assert_eq!(tree.known_children(ROOT).n, 21);
    }

    #[test]
    fn the_new_root_keeps_what_is_known() {
        let mut tree = Tree::new(1 << 20, formula(), true);
        let first = |family: Family<'_>| family.first_block * BLOCK;
        let mut spare = Spare::default();
        let child = first(tree.publish(ROOT, &children(3), 3, &mut spare).unwrap()) + 1;
        let below = first(tree.publish(child, &children(2), 2, &mut spare).unwrap());
        tree.begin_visit(tree.place(below));
        tree.end_visit(tree.place(below), in_units(0.75));
        let proof = Proof { returns: Returns::win(3, Seat::new(2)), plies: 5 };
        assert!(tree.prove(below + 1, proof, Some(Seat::FIRST)));
        tree.move_root(child);
        let known = tree.known_children(ROOT);
        assert_eq!((known.n, first(known)), (2, below));
        assert_eq!((tree.node(below).visits(), tree.node(below).mean()), (1, 0.75));
        assert_eq!(tree.proof(below + 1), Some(proof));
    }

    #[test]
    fn later_moves_are_counted_in_one_number() {
        let tree = Tree::new(1 << 20, formula(), false);
        let node = tree.publish(ROOT, &children(1), 1, &mut Spare::default()).unwrap().first_block * BLOCK;
        for share in [1.0, 0.0, 0.5, 1.0] {
            tree.add_amaf(tree.place(node), share);
        }
        assert_eq!(tree.amaf(node), (4.0, 0.625));
        assert_eq!(tree.amaf(node + 1), (0.0, 0.0));
    }

    #[test]
    fn visits_of_busy_nodes_are_counted_together() {
        let tree = Tree::new(1 << 20, formula(), true);
        let child = tree.publish(ROOT, &children(2), 2, &mut Spare::default()).unwrap().first_block * BLOCK;
        while tree.begin_visit(tree.place(child)) {
            tree.end_visit(tree.place(child), in_units(1.0));
        }
        assert_eq!((tree.node(child).visits(), tree.node(child).mean()), (BUSY_VISITS, 1.0));
        tree.add_visits(child, BUSY_VISITS, 0);
        assert_eq!((tree.node(child).visits(), tree.node(child).mean()), (2 * BUSY_VISITS, 0.5));
    }
}
