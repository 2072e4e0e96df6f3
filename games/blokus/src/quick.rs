//! Drawing a good enough move quickly, to play games out with.
//!
//! A piece of the largest size that fits is tried at random squares, each time from a random one of the ways to cover
//! it on; of a few placements that are found so, the one is taken that covers most squares where rivals could go
//! on. When nothing is found all ways are looked through, and what fits nowhere is remembered in the position: later
//! it can only fit around squares that were not open then.

use ludwerk_core::Rng;

use crate::board::{Memory, Squares, State, surroundings};
use crate::colour::Colour;
use crate::moves::BlokusMove;
use crate::pieces::{Cover, N_PIECES, REACH, TABLES, Tables};
use crate::rules::Blokus;

/// Pieces by size, as sets: the largest first.
const SIZES: [u32; 5] = [0x1F_FE00, 0x1F0, 0xC, 0x2, 0x1];

/// More open squares than this are not looked at when a move is drawn; real games have about 30.
const MOST_SPOTS: usize = 64;

/// The open squares of the colour to move: those first that its memory does not know.
struct Spots<'a, const N: usize> {
    tables: &'a Tables,
    blocked: &'a Squares<N>,
    /// Row and column of each.
    places: [(u8, u8); MOST_SPOTS],
    /// What lies around those that were looked at.
    surroundings: [u64; MOST_SPOTS],
    seen: u64,
    n_fresh: usize,
    n_all: usize,
}

/// One of them, and what lies around it.
#[derive(Clone, Copy)]
struct Spot {
    place: (u8, u8),
    around: u64,
}

impl<'a, const N: usize> Spots<'a, N> {
    fn new(open: &Squares<N>, blocked: &'a Squares<N>, looked_at: &Squares<N>) -> Self {
        let (places, surroundings) = ([(0, 0); MOST_SPOTS], [0; MOST_SPOTS]);
        let mut spots =
            Self { tables: &TABLES, blocked, places, surroundings, seen: 0, n_fresh: 0, n_all: 0 };
        for (row, (&open, &known)) in open.iter().zip(looked_at).enumerate() {
            spots.add(row, open & !known);
        }
        spots.n_fresh = spots.n_all;
        for (row, (&open, &known)) in open.iter().zip(looked_at).enumerate() {
            spots.add(row, open & known);
        }
        spots
    }

    #[inline]
    fn add(&mut self, row: usize, mut bits: u32) {
        while bits != 0 && self.n_all < MOST_SPOTS {
            self.places[self.n_all] = (row as u8, bits.trailing_zeros() as u8 - REACH as u8);
            bits &= bits - 1;
            self.n_all += 1;
        }
    }

    #[inline]
    fn get(&mut self, n: usize) -> Spot {
        let place = self.places[n];
        if self.seen >> n & 1 == 0 {
            self.surroundings[n] = surroundings(self.blocked, usize::from(place.0), usize::from(place.1));
            self.seen |= 1 << n;
        }
        Spot { place, around: self.surroundings[n] }
    }

    #[inline]
    fn covers(&self, spot: Spot, piece: u8) -> &'a [Cover] {
        self.tables.covers[self.tables.blocked_neighbours(spot.around)].of_piece(usize::from(piece))
    }

    /// The cover of a spot as a move.
    #[inline]
    fn placement(&self, spot: Spot, cover: Cover) -> BlokusMove {
        let placed = self.tables.placed[cover.number()];
        BlokusMove::place(
            usize::from(placed.orientation),
            usize::from(spot.place.0) - usize::from(placed.up),
            usize::from(spot.place.1) - usize::from(placed.left),
        )
    }
}

/// A number below `n`, from 16 random bits.
fn below(bits: u64, n: usize) -> usize {
    (((bits & 0xFFFF) as usize) * n) >> 16
}

/// How often a random piece is tried at a random square before all are looked through.
const TRIES: usize = 12;

/// Of so many placements the one is taken that takes most from the others.
const CANDIDATES: usize = 3;

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// Draws a placement of the largest size that fits.
    pub(crate) fn draw(self, state: &mut State<N, C>, rng: &mut Rng) -> BlokusMove {
        let colour = state.to_move;
        if state.is_finished(colour) {
            return BlokusMove::PASS;
        }
        let (open, blocked) = self.openings(state, colour);
        let theirs = self.open_to_rivals(state, colour);
        let memory = &mut state.memory[colour];
        let hand = state.colours[colour].hand;
        let mut spots = Spots::new(&open, &blocked, &memory.looked_at);
        if spots.n_all == 0 {
            return BlokusMove::PASS;
        }
        // What is larger than the size at hand fits nowhere.
        let (mut larger, mut is_news) = (0, false);
        for size in SIZES {
            let mut pieces = [0; N_PIECES];
            let mut n_pieces = 0;
            let mut left = hand & size;
            if spots.n_fresh == 0 {
                left &= !memory.stuck;
            }
            while left != 0 {
                pieces[n_pieces] = left.trailing_zeros() as u8;
                left &= left - 1;
                n_pieces += 1;
            }
            if n_pieces == 0 {
                larger |= size;
                continue;
            }
            let pieces = &pieces[..n_pieces];
            let found = draw_one(&mut spots, pieces, memory.stuck, &theirs, rng)
                .or_else(|| find_one(&mut spots, pieces, memory.stuck, rng));
            if let Some(mv) = found {
                if is_news {
                    *memory = Memory { stuck: hand & larger, looked_at: open };
                }
                return mv;
            }
            larger |= size;
            is_news = true;
        }
        BlokusMove::PASS
    }

    /// The squares where rivals can go on.
    fn open_to_rivals(self, state: &State<N, C>, colour: Colour) -> Squares<N> {
        let mut theirs = [0; N];
        for other in self.rivals_of(colour) {
            let (open, _) = self.openings(state, other);
            theirs.iter_mut().zip(open).for_each(|(row, open)| *row |= open);
        }
        theirs
    }
}

/// Tries covers at random.
fn draw_one<const N: usize>(
    spots: &mut Spots<'_, N>,
    pieces: &[u8],
    stuck: u32,
    theirs: &Squares<N>,
    rng: &mut Rng,
) -> Option<BlokusMove> {
    let mut best = None;
    let mut n_found = 0;
    for _ in 0..TRIES {
        let bits = rng.next_u64();
        let piece = pieces[below(bits, pieces.len())];
        let n_spots = if stuck >> piece & 1 == 0 { spots.n_all } else { spots.n_fresh };
        let spot = spots.get(below(bits >> 16, n_spots));
        let covers = spots.covers(spot, piece);
        let (before, after) = covers.split_at(below(bits >> 32, covers.len()));
        if let Some(&cover) = after.iter().chain(before).find(|cover| cover.fits(spot.around)) {
            let mv = spots.placement(spot, cover);
            let taken = n_taken(mv, theirs);
            if best.is_none_or(|(most, _)| taken > most) {
                best = Some((taken, mv));
            }
            n_found += 1;
            if n_found == CANDIDATES {
                break;
            }
        }
    }
    best.map(|(_, mv)| mv)
}

/// Looks through all covers, from a random one on.
fn find_one<const N: usize>(
    spots: &mut Spots<'_, N>,
    pieces: &[u8],
    stuck: u32,
    rng: &mut Rng,
) -> Option<BlokusMove> {
    let bits = rng.next_u64();
    let (first_spot, first_piece) = (below(bits, spots.n_all), below(bits >> 16, pieces.len()));
    for n in (first_spot..spots.n_all).chain(0..first_spot) {
        let spot = spots.get(n);
        let is_fresh = n < spots.n_fresh;
        for &piece in pieces[first_piece..].iter().chain(&pieces[..first_piece]) {
            if !is_fresh && stuck >> piece & 1 != 0 {
                continue;
            }
            if let Some(&cover) = spots.covers(spot, piece).iter().find(|cover| cover.fits(spot.around)) {
                return Some(spots.placement(spot, cover));
            }
        }
    }
    None
}

/// How many squares of a set a placement covers.
fn n_taken<const N: usize>(mv: BlokusMove, set: &Squares<N>) -> u32 {
    let Some((orientation, row, column)) = mv.placement() else { return 0 };
    let shape = &TABLES.orientations[orientation];
    let rows = shape.rows[..usize::from(shape.height)].iter().zip(&set[row..]);
    rows.map(|(&bits, row)| (u32::from(bits) << (column + REACH) & row).count_ones()).sum()
}
