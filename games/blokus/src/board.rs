//! The position: what lies where, what each colour holds, and where it may go on.
//!
//! A set of squares is a row of bits for each row of the board, with a margin of four columns on either side, so that
//! the surroundings of a square can be cut out without looking at the edge. Besides its own squares a colour
//! keeps, incrementally, the squares beside them (where it may never place) and the squares at their corners
//! (where it goes on).

use ludwerk_core::Seat;

use crate::colour::{ByColour, Colour};
use crate::pieces::{DIAMOND_ROWS, MONOMINO, N_PIECES, REACH, TABLES};

/// A set of squares of a board of `N` by `N`.
pub type Squares<const N: usize> = [u32; N];

/// All pieces in hand.
pub const FULL_HAND: u32 = (1 << N_PIECES) - 1;

/// What a colour has, on the board and in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings<const N: usize> {
    /// Its squares.
    pub own: Squares<N>,
    /// The squares that share a side with one of them.
    pub beside: Squares<N>,
    /// The squares that share a corner with one of them.
    pub corners: Squares<N>,
    /// The pieces that it still holds, a bit each.
    pub hand: u32,
    /// Whether the piece that it placed last was the monomino.
    pub monomino_last: bool,
}

/// What was found out about a colour and will not change. It is no part of the position.
#[derive(Clone, Copy, Debug)]
pub struct Memory<const N: usize> {
    /// Pieces of the hand that fit nowhere around the squares that were looked at.
    pub stuck: u32,
    /// Those squares.
    pub looked_at: Squares<N>,
}

impl<const N: usize> Memory<N> {
    /// Nothing is known.
    pub const fn empty() -> Self {
        Self { stuck: 0, looked_at: [0; N] }
    }
}

/// A position of a board of `N` by `N` with `C` colours.
#[derive(Clone, Copy, Debug)]
pub struct State<const N: usize, const C: usize> {
    /// The colours in the order of play.
    pub colours: ByColour<Holdings<N>, C>,
    /// All squares that are covered.
    pub occupied: Squares<N>,
    /// The colour to move.
    pub to_move: Colour,
    /// Who plays the shared colour next, in the variant for three.
    pub shared_turn: Seat,
    /// Colours that were found to have no placement left, which is for ever. No part of the position.
    pub finished: u8,
    /// What else was found out.
    pub memory: ByColour<Memory<N>, C>,
    /// Whether no colour has a placement left.
    pub is_over: bool,
    /// The key of the position.
    pub key: u64,
}

impl<const N: usize, const C: usize> PartialEq for State<N, C> {
    fn eq(&self, other: &Self) -> bool {
        (self.colours, self.to_move, self.shared_turn) == (other.colours, other.to_move, other.shared_turn)
    }
}

impl<const N: usize, const C: usize> State<N, C> {
    /// Whether a colour was found to have no placement left.
    #[inline]
    pub const fn is_finished(&self, colour: Colour) -> bool {
        self.finished >> colour.idx() & 1 != 0
    }
}

/// The bit of a column.
pub const fn column_bit(column: usize) -> u32 {
    1 << (column + REACH)
}

/// All columns of the board.
pub const fn all_columns(n: usize) -> u32 {
    ((1 << n) - 1) << REACH
}

/// Whether a square is in a set.
pub const fn contains<const N: usize>(set: &Squares<N>, row: usize, column: usize) -> bool {
    set[row] & column_bit(column) != 0
}

/// The squares of a set, row by row.
pub fn squares<const N: usize>(set: &Squares<N>) -> impl Iterator<Item = (usize, usize)> + '_ {
    set.iter().enumerate().flat_map(|(row, &bits)| {
        let columns = (0..N).filter(move |&column| bits & column_bit(column) != 0);
        columns.map(move |column| (row, column))
    })
}

/// The number of squares of a set.
pub fn count<const N: usize>(set: &Squares<N>) -> u32 {
    set.iter().map(|row| row.count_ones()).sum()
}

/// The squares of a set and those one step further that are not blocked.
pub fn grown<const N: usize>(set: &Squares<N>, blocked: &Squares<N>) -> Squares<N> {
    // With an empty row above and below, no row is special, and several are worked out at once.
    let mut rows = [0; 24];
    rows[1..=N].copy_from_slice(set);
    std::array::from_fn(|row| {
        let (above, here, below) = (rows[row], rows[row + 1], rows[row + 2]);
        (here | here << 1 | here >> 1 | above | below) & !blocked[row] & all_columns(N)
    })
}

/// The squares that the next piece may cover, taken generously: free squares within four steps, over free
/// squares, of an open corner.
pub fn reach<const N: usize>(open: &Squares<N>, blocked: &Squares<N>) -> Squares<N> {
    (0..REACH).fold(*open, |reached, _| grown(&reached, blocked))
}

impl<const N: usize> Holdings<N> {
    /// A colour that has placed nothing.
    pub const fn fresh() -> Self {
        Self { own: [0; N], beside: [0; N], corners: [0; N], hand: FULL_HAND, monomino_last: false }
    }

    /// Whether it has placed nothing.
    pub const fn is_fresh(&self) -> bool {
        self.hand == FULL_HAND
    }

    /// Lays an orientation with its top left corner here, and takes its piece from the hand.
    pub fn place(&mut self, orientation: usize, row: usize, column: usize) {
        let shape = &TABLES.orientations[orientation];
        for (n, &bits) in shape.rows[..usize::from(shape.height)].iter().enumerate() {
            let bits = u32::from(bits) << (column + REACH);
            let sides = (bits << 1 | bits >> 1) & all_columns(N);
            self.own[row + n] |= bits;
            self.beside[row + n] |= sides;
            for near in
                [(row + n).checked_sub(1), Some(row + n + 1)].into_iter().flatten().filter(|&near| near < N)
            {
                self.beside[near] |= bits;
                self.corners[near] |= sides;
            }
        }
        self.hand &= !(1 << shape.piece);
        self.monomino_last = shape.piece == MONOMINO;
    }
}

/// The surroundings of a square, cut out as a mask over the diamond; what is outside the board is set.
pub fn surroundings<const N: usize>(blocked: &Squares<N>, row: usize, column: usize) -> u64 {
    let mut mask = 0;
    for (n, &first) in DIAMOND_ROWS[..=2 * REACH].iter().enumerate() {
        let distance = n.abs_diff(REACH);
        let width = 2 * (REACH - distance) + 1;
        let bits = match (row + n).checked_sub(REACH) {
            Some(row) if row < N => blocked[row] | !all_columns(N),
            _ => u32::MAX,
        };
        let cut = bits >> (column + distance) & ((1 << width) - 1);
        mask |= u64::from(cut) << first;
    }
    mask
}

/// The same for a set whose squares before the given one, in reading order, are wanted; nothing is outside.
pub fn surroundings_before<const N: usize>(set: &Squares<N>, row: usize, column: usize) -> u64 {
    let mut mask = 0;
    for (n, &first) in DIAMOND_ROWS[..=REACH].iter().enumerate() {
        let distance = REACH - n;
        let Some(at) = row.checked_sub(distance) else { continue };
        let bits = if distance == 0 { set[at] & (column_bit(column) - 1) } else { set[at] };
        let cut = bits >> (column + distance) & ((1 << (2 * n + 1)) - 1);
        mask |= u64::from(cut) << first;
    }
    mask
}
