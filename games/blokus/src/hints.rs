//! What is known about moves before they are searched: which are likely to be good, and how to draw one quickly.
//!
//! Everything is counted on rows of bits: the squares of others that a piece takes, the corners that it gains and
//! loses, how far it gets towards the middle.

use ludwerk_core::{MoveHints, Rng, Turn};

use crate::board::{Memory, Squares, State, all_columns, surroundings};
use crate::moves::BlokusMove;
use crate::pieces::{Cover, N_PIECES, REACH, TABLES, Tables};
use crate::rules::Blokus;

/// Rows of the board with one more above and some below, so that what sticks out of it is looked up, too.
type Rows = [u32; 24];

fn rows<const N: usize>(squares: &Squares<N>) -> Rows {
    let mut rows = [0; 24];
    rows[1..=N].copy_from_slice(squares);
    rows
}

/// What a position looks like to the colour to move, worked out once for all its moves.
struct Outlook {
    /// Where it may place a square.
    free: Rows,
    /// Where it can go on.
    open: Rows,
    /// Where others can go on.
    theirs: Rows,
    /// Where others get with the next square after that.
    near: Rows,
    /// The squares of others.
    others: Rows,
    /// The middle of the board, and a wider part of it.
    middle: Rows,
    wide_middle: Rows,
    /// 1 at the start, 0 once some pieces are placed.
    earliness: f32,
}

/// What a placement does.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Effects {
    size: u32,
    piece: usize,
    gained: u32,
    lost: u32,
    taken: u32,
    near: u32,
    contact: u32,
    middle: u32,
    wide_middle: u32,
}

impl Outlook {
    fn new<const N: usize, const C: usize>(game: Blokus<N, C>, state: &State<N, C>) -> Self {
        let colour = usize::from(state.to_move);
        let (open, blocked) = game.openings(state, colour);
        let free = std::array::from_fn(|row| !blocked[row] & all_columns(N));
        let (mut theirs, mut near, mut others) = ([0; N], [0; N], [0; N]);
        for other in game.rivals_of(colour) {
            let (open, blocked) = game.openings(state, other);
            for row in 0..N {
                let above = row.checked_sub(1).map_or(0, |row| open[row]);
                let below = open.get(row + 1).copied().unwrap_or(0);
                theirs[row] |= open[row];
                let step = open[row] << 1 | open[row] >> 1 | above | below;
                near[row] |= step & !blocked[row] & all_columns(N);
                others[row] |= state.colours[other].own[row];
            }
        }
        let n_placed = N_PIECES as u32 - state.colours[colour].hand.count_ones();
        Self {
            free: rows::<N>(&free),
            open: rows(&open),
            theirs: rows(&theirs),
            near: rows(&near),
            others: rows(&others),
            middle: rows(&inner::<N>(N / 2 - 3)),
            wide_middle: rows(&inner::<N>(N / 2 - 5)),
            earliness: (1.0 - n_placed as f32 / 6.0).max(0.0),
        }
    }

    fn effects(&self, orientation: usize, row: usize, column: usize) -> Effects {
        let shape = &TABLES.orientations[orientation];
        let mut effects = Effects {
            size: shape.cells.len() as u32,
            piece: usize::from(shape.piece),
            gained: 0,
            lost: 0,
            taken: 0,
            near: 0,
            contact: 0,
            middle: 0,
            wide_middle: 0,
        };
        let shift = column + REACH;
        for (n, &bits) in shape.rows[..usize::from(shape.height)].iter().enumerate() {
            let (at, bits) = (row + n + 1, u32::from(bits) << shift);
            effects.lost += (bits & self.open[at]).count_ones();
            effects.taken += (bits & self.theirs[at]).count_ones();
            effects.near += (bits & self.near[at]).count_ones();
            effects.middle += (bits & self.middle[at]).count_ones();
            effects.wide_middle += (bits & self.wide_middle[at]).count_ones();
        }
        let margin = usize::from(shape.height) + 2;
        for (n, (&sides, &tips)) in shape.sides.iter().zip(&shape.tips).take(margin).enumerate() {
            let (at, sides, tips) =
                (row + n, u32::from(sides) << (shift - 1), u32::from(tips) << (shift - 1));
            effects.lost += (sides & self.open[at]).count_ones();
            effects.contact += (sides & self.others[at]).count_ones();
            effects.gained += (tips & self.free[at] & !self.open[at]).count_ones();
        }
        effects
    }

    fn score(&self, mv: BlokusMove) -> f32 {
        let Some((orientation, row, column)) = mv.placement() else { return 0.0 };
        let effects = self.effects(orientation, row, column);
        1.0 * effects.size as f32
            + 0.25 * (effects.gained as f32 - effects.lost as f32)
            + 0.7 * effects.taken as f32
            + 0.2 * effects.near as f32
            + 0.05 * effects.contact as f32
            + self.earliness * (0.3 * effects.middle as f32 + 0.15 * effects.wide_middle as f32)
    }
}

/// The squares that are at least so far from the edge.
fn inner<const N: usize>(margin: usize) -> Squares<N> {
    let columns = ((1 << (N - 2 * margin)) - 1) << (REACH + margin);
    std::array::from_fn(|row| if (margin..N - margin).contains(&row) { columns } else { 0 })
}

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

/// How often a random cover of a random square is tried before all are looked through.
const TRIES: usize = 24;

/// Of so many placements the one is taken that takes most from the others.
const CANDIDATES: usize = 3;

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// Draws a placement of the largest size that fits.
    fn draw(self, state: &mut State<N, C>, rng: &mut Rng) -> BlokusMove {
        let colour = usize::from(state.to_move);
        if state.finished >> colour & 1 != 0 {
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
    fn open_to_rivals(self, state: &State<N, C>, colour: usize) -> Squares<N> {
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
        let Some(&cover) = covers.get(below(bits >> 32, covers.len())) else { continue };
        if cover.fits(spot.around) {
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

impl<const N: usize, const C: usize> MoveHints for Blokus<N, C> {
    fn priority(&self, state: &State<N, C>, mv: BlokusMove) -> i32 {
        (Outlook::new(*self, state).score(mv) * 100.0) as i32
    }

    fn is_noisy(&self, _state: &State<N, C>, _mv: BlokusMove) -> bool {
        false
    }

    fn null_move(&self, _state: &State<N, C>) -> Option<State<N, C>> {
        None
    }

    fn skip_turn(&self, state: &State<N, C>) -> Option<State<N, C>> {
        let mut next = *state;
        self.pass_on(&mut next);
        (ludwerk_core::Game::turn(self, &next) != Turn::Over
            && ludwerk_core::Game::turn(self, &next) != ludwerk_core::Game::turn(self, state))
        .then_some(next)
    }

    fn likelihood(&self, state: &State<N, C>, mv: BlokusMove) -> f32 {
        Outlook::new(*self, state).score(mv).exp()
    }

    fn likelihoods(&self, state: &State<N, C>, moves: &[BlokusMove], likelihoods: &mut Vec<f32>) {
        let outlook = Outlook::new(*self, state);
        likelihoods.extend(moves.iter().map(|&mv| outlook.score(mv).exp()));
    }

    fn quick_move(&self, state: &mut State<N, C>, rng: &mut Rng) -> Option<BlokusMove> {
        Some(self.draw(state, rng))
    }
}
