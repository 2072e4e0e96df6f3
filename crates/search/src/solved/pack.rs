//! Values packed into little room, and read again at any place.
//!
//! Only lost positions are told, with the plies to the end. The rest follows: what the next two plies decide shows by
//! itself, a position from which a lost one can be reached is won one ply later than the nearest of them, and what
//! remains is drawn.
//! Numbers are packed in blocks that can be read for themselves. Within a block every position that is told costs what
//! it surprises, given its kind, its open moves, and what its neighbours before it were.

use ludwerk_core::{Indexed, Outlook};

use super::coder::{Chance, Decoder, Encoder, chance};
use super::values::MOST_PLIES;

/// So many numbers are packed together. More take less room, and longer to read.
pub const BLOCK: u64 = 1024;

/// What is told of a position: 0 if it is not lost, otherwise half the plies to the end.
type Half = u32;

/// The contexts of the bit that tells whether a position is lost: open moves, and coarsely the two neighbours.
const MOST_OPEN: usize = 20;
const COARSE: usize = 3;
const FLAG_CONTEXTS: usize = (MOST_OPEN + 1) * COARSE * COARSE;

/// The contexts of the bits that count the plies: the two neighbours, few open moves, and the count so far.
const FINE: usize = 11;
const FEW_OPEN: usize = 8;
const COUNTS: usize = 40;
const COUNT_CONTEXTS: usize = FINE * FINE * FEW_OPEN * COUNTS;

/// A game lost in two plies needs no telling: the next has half of 4.
const SHORTEST: Half = 2;

/// Nothing longer is told.
const LONGEST: Half = MOST_PLIES / 2;

fn coarse(half: Half) -> usize {
    match half {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    }
}

fn fine(half: Half) -> usize {
    match half {
        0..=7 => half as usize,
        8..=11 => 8,
        12..=15 => 9,
        _ => 10,
    }
}

/// What is known of a position before it is told.
#[derive(Clone, Copy)]
struct Place {
    flag: usize,
    count: usize,
}

/// What came before in a block.
#[derive(Clone, Copy, Default)]
struct Neighbours {
    last: Half,
    before: Half,
}

impl Neighbours {
    fn push(&mut self, half: Half) {
        self.before = self.last;
        self.last = half;
    }

    fn place(self, kind: usize, n_open: u32) -> Place {
        let n_open = n_open as usize;
        let coarse = coarse(self.last) * COARSE + coarse(self.before);
        let fine = fine(self.last) * FINE + fine(self.before);
        Place {
            flag: (kind * (MOST_OPEN + 1) + n_open.min(MOST_OPEN)) * COARSE * COARSE + coarse,
            count: (fine * FEW_OPEN + n_open.min(FEW_OPEN) - 1) * COUNTS,
        }
    }
}

/// The place of the bit that says whether the count goes on after `n`.
fn count_place(place: Place, n: Half) -> usize {
    place.count + (n as usize).min(COUNTS - 1)
}

/// How likely bits are in every context.
pub struct Model {
    flags: Vec<Chance>,
    counts: Vec<Chance>,
}

impl Model {
    /// How many chances a model for so many kinds has.
    pub const fn n_chances(n_kinds: usize) -> usize {
        n_kinds * FLAG_CONTEXTS + COUNT_CONTEXTS
    }

    /// A model from its chances, those of flags first.
    pub fn from_chances(mut chances: Vec<Chance>, n_kinds: usize) -> Self {
        let counts = chances.split_off(n_kinds * FLAG_CONTEXTS);
        Self { flags: chances, counts }
    }

    /// The chances, those of flags first.
    pub fn chances(&self) -> impl Iterator<Item = Chance> {
        self.flags.iter().chain(&self.counts).copied()
    }
}

/// Counts what is told, to learn a model from it.
pub struct Tally {
    flags: Vec<[u32; 2]>,
    counts: Vec<[u32; 2]>,
}

impl Tally {
    pub fn new(n_kinds: usize) -> Self {
        Self { flags: vec![[0; 2]; n_kinds * FLAG_CONTEXTS], counts: vec![[0; 2]; COUNT_CONTEXTS] }
    }

    /// Learns from a block.
    pub fn add<G: Indexed>(&mut self, game: &G, block: u64, half_of: impl Fn(u64) -> Half) {
        walk(game, block_numbers(game, block), |place, number| {
            let half = half_of(number);
            self.flags[place.flag][usize::from(half > 0)] += 1;
            for n in SHORTEST..half {
                self.counts[count_place(place, n - SHORTEST)][1] += 1;
            }
            if half > 0 {
                self.counts[count_place(place, half - SHORTEST)][0] += 1;
            }
            half
        });
    }

    pub fn merge(&mut self, other: &Self) {
        let pairs =
            self.flags.iter_mut().chain(&mut self.counts).zip(other.flags.iter().chain(&other.counts));
        for (mine, theirs) in pairs {
            mine[0] += theirs[0];
            mine[1] += theirs[1];
        }
    }

    pub fn model(&self) -> Model {
        let learn = |counts: &[[u32; 2]]| counts.iter().map(|&[no, yes]| chance(yes, no + yes)).collect();
        Model { flags: learn(&self.flags), counts: learn(&self.counts) }
    }
}

/// How many blocks there are.
pub fn n_blocks<G: Indexed>(game: &G) -> u64 {
    game.n_indices().div_ceil(BLOCK)
}

fn block_numbers<G: Indexed>(game: &G, block: u64) -> std::ops::Range<u64> {
    block * BLOCK..((block + 1) * BLOCK).min(game.n_indices())
}

/// Goes through numbers in order. `tell` says what is told of each whose value does not show by itself.
#[inline]
fn walk<G: Indexed>(game: &G, numbers: std::ops::Range<u64>, mut tell: impl FnMut(Place, u64) -> Half) {
    let mut neighbours = Neighbours::default();
    game.scan(numbers, |number, outlook, kind| match outlook {
        Outlook::Won => {}
        Outlook::Open(0) => neighbours.push(1),
        Outlook::Open(n_open) => {
            let half = tell(neighbours.place(kind, n_open), number);
            neighbours.push(half);
        }
    });
}

/// Packs a block.
pub fn pack<G: Indexed>(
    game: &G,
    model: &Model,
    block: u64,
    half_of: impl Fn(u64) -> Half,
    bytes: &mut Vec<u8>,
) {
    let mut encoder = Encoder::new(bytes);
    walk(game, block_numbers(game, block), |place, number| {
        let half = half_of(number);
        encoder.put(half > 0, model.flags[place.flag]);
        for n in SHORTEST..half {
            encoder.put(true, model.counts[count_place(place, n - SHORTEST)]);
        }
        if half > 0 {
            encoder.put(false, model.counts[count_place(place, half - SHORTEST)]);
        }
        half
    });
    encoder.end();
}

/// Reads a block up to the number `last`, and hands out what is told of every position.
pub fn unpack<G: Indexed>(
    game: &G,
    model: &Model,
    last: u64,
    bytes: &[u8],
    mut visit: impl FnMut(u64, Half),
) {
    let mut decoder = Decoder::new(bytes);
    walk(game, last / BLOCK * BLOCK..last + 1, |place, number| {
        let mut half = 0;
        if decoder.get(model.flags[place.flag]) {
            half = SHORTEST;
            while half < LONGEST && decoder.get(model.counts[count_place(place, half - SHORTEST)]) {
                half += 1;
            }
        }
        visit(number, half);
        half
    });
}
