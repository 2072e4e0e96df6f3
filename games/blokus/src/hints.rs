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
pub struct Outlook {
    /// Where it may place a square.
    free: Rows,
    /// Where it can go on.
    open: Rows,
    /// Where rivals can go on; then where they get with one, two and three squares more.
    theirs: [Rows; 4],
    /// The squares of rivals.
    rivals: Rows,
    /// The middle of the board, and a wider part of it.
    middle: Rows,
    wide_middle: Rows,
    phase: usize,
}

/// What is counted of a placement, in this order: corners gained where rivals get soon and elsewhere, corners lost,
/// squares taken where rivals go on, and one, two and three squares further, sides that touch rivals, squares
/// in the middle and in its surroundings.
pub const N_EFFECTS: usize = 10;

/// The beginning, the middle and the end of a game have weights of their own.
pub const N_PHASES: usize = 3;

impl Outlook {
    /// The outlook of the colour to move.
    pub fn new<const N: usize, const C: usize>(game: Blokus<N, C>, state: &State<N, C>) -> Self {
        let colour = usize::from(state.to_move);
        let (open, blocked) = game.openings(state, colour);
        let free = std::array::from_fn(|row| !blocked[row] & all_columns(N));
        let mut theirs = [[0; N]; 4];
        let mut rivals = [0; N];
        for other in game.rivals_of(colour) {
            let (mut reached, blocked) = game.openings(state, other);
            for (n, sum) in theirs.iter_mut().enumerate() {
                if n > 0 {
                    reached = grown(&reached, &blocked);
                }
                sum.iter_mut().zip(reached).for_each(|(sum, row)| *sum |= row);
            }
            rivals.iter_mut().zip(state.colours[other].own).for_each(|(sum, row)| *sum |= row);
        }
        let n_placed = N_PIECES as u32 - state.colours[colour].hand.count_ones();
        Self {
            free: rows::<N>(&free),
            open: rows(&open),
            theirs: theirs.map(|squares| rows(&squares)),
            rivals: rows(&rivals),
            middle: rows(&inner::<N>(N / 2 - 3)),
            wide_middle: rows(&inner::<N>(N / 2 - 5)),
            phase: match n_placed {
                0..4 => 0,
                4..9 => 1,
                _ => 2,
            },
        }
    }

    /// The phase of the game.
    pub fn phase(&self) -> usize {
        self.phase
    }

    /// What a placement does.
    pub fn effects(&self, orientation: usize, row: usize, column: usize) -> [u32; N_EFFECTS] {
        let shape = &TABLES.orientations[orientation];
        let mut effects = [0; N_EFFECTS];
        let shift = column + REACH;
        for (n, &bits) in shape.rows[..usize::from(shape.height)].iter().enumerate() {
            let (at, bits) = (row + n + 1, u32::from(bits) << shift);
            let count = |set: &Rows| (bits & set[at]).count_ones();
            effects[2] += count(&self.open);
            for (effect, set) in effects[3..7].iter_mut().zip(&self.theirs) {
                *effect += count(set);
            }
            effects[8] += count(&self.middle);
            effects[9] += count(&self.wide_middle);
        }
        let margin = usize::from(shape.height) + 2;
        for (n, (&sides, &tips)) in shape.sides.iter().zip(&shape.tips).take(margin).enumerate() {
            let (at, sides, tips) =
                (row + n, u32::from(sides) << (shift - 1), u32::from(tips) << (shift - 1));
            let gained = tips & self.free[at] & !self.open[at];
            let contested = gained & self.theirs[3][at];
            effects[0] += contested.count_ones();
            effects[1] += (gained & !contested).count_ones();
            effects[2] += (sides & self.open[at]).count_ones();
            effects[7] += (sides & self.rivals[at]).count_ones();
        }
        effects
    }

    fn score(&self, mv: BlokusMove) -> f32 {
        let Some((orientation, row, column)) = mv.placement() else { return 0.0 };
        let effects = self.effects(orientation, row, column);
        let weighted = effects.iter().zip(&EFFECT_WEIGHTS[self.phase]).map(|(&n, weight)| n as f32 * weight);
        PIECE_WEIGHTS[self.phase][usize::from(TABLES.orientations[orientation].piece)] + weighted.sum::<f32>()
    }
}

/// The squares of a set and those one step further that are not blocked.
fn grown<const N: usize>(set: &Squares<N>, blocked: &Squares<N>) -> Squares<N> {
    std::array::from_fn(|row| {
        let above = row.checked_sub(1).map_or(0, |row| set[row]);
        let below = set.get(row + 1).copied().unwrap_or(0);
        (set[row] | set[row] << 1 | set[row] >> 1 | above | below) & !blocked[row] & all_columns(N)
    })
}

/// The squares that are at least so far from the edge.
fn inner<const N: usize>(margin: usize) -> Squares<N> {
    let columns = ((1 << (N - 2 * margin)) - 1) << (REACH + margin);
    std::array::from_fn(|row| if (margin..N - margin).contains(&row) { columns } else { 0 })
}

const EFFECT_WEIGHTS: [[f32; N_EFFECTS]; N_PHASES] = [
    [1.47, 1.22, -2.16, 2.32, 0.12, 0.44, 0.52, 0.6, 0.4, 0.32],
    [0.48, 0.54, -0.54, 0.69, 0.27, 0.33, 1.03, 0.88, 0.07, 0.0],
    [0.74, 1.26, 0.02, -0.53, 0.5, 0.3, 1.79, 0.57, 0.3, -0.02],
];
const PIECE_WEIGHTS: [[f32; N_PIECES]; N_PHASES] = [
    [
        -0.05, -0.16, -0.36, -0.89, -0.73, -2.06, -2.17, -0.43, -2.11, 3.6, -1.2, 1.14, 1.73, -0.6, 0.53,
        0.77, 0.87, 0.77, 0.87, 0.33, 0.08,
    ],
    [
        0.34, -1.24, -1.73, -2.3, -0.79, -2.4, -1.23, -1.82, -1.16, 2.03, -0.42, 1.3, 1.0, -0.21, 0.76, 1.32,
        0.28, 1.86, 1.09, 0.99, 2.34,
    ],
    [
        -5.69, -4.35, -2.91, -2.87, -0.74, -1.36, -0.41, -0.5, -0.95, 1.58, 1.17, 1.24, 0.77, 1.26, 1.43,
        1.49, 1.82, 1.75, 2.23, 1.89, 3.1,
    ],
];

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
