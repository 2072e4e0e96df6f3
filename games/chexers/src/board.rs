//! The board: hexes, sets of hexes, edges, and the position itself.
//!
//! A hex is given by axial coordinates `q` and `r` from −3 to 3 whose sum is from −3 to 3 too. Its bit is
//! `8 (q + 3) + r + 3`: a step in each of the six directions is a shift, and the eighth column stays empty, so
//! that a step over the edge never lands on another hex. A position is three such sets, the exits and the side to
//! move: 32 bytes.

use ludwerk_core::Seat;

/// The number of players.
pub const N_SEATS: usize = 3;

/// One value for each of the three players.
pub type BySeat<T> = ludwerk_core::BySeat<T, N_SEATS>;

/// Who begins, at the left of the board.
pub const RED: Seat = Seat::FIRST;

/// Who comes second, at the top.
pub const GREEN: Seat = Seat::SECOND;

/// Who comes last, at the lower right.
pub const BLUE: Seat = Seat::new(2);

/// The number of hexes.
pub const N_HEXES: usize = 37;

/// How many pieces must leave the board to win.
pub const EXITS_TO_WIN: u8 = 4;

/// The number of pieces in a game.
pub const N_PIECES: u32 = 12;

/// How far the coordinates go.
pub const RADIUS: i8 = 3;

/// The colours, by seat.
pub const COLOURS: BySeat<&str> = BySeat::new(["red", "green", "blue"]);

/// The three axes as shifts: a step along one is a shift up or down by so many bits.
pub const AXES: [u32; 3] = [8, 1, 7];

/// A set of hexes.
pub type Hexes = u64;

/// All hexes.
pub const BOARD: Hexes = board();

/// `GOALS[seat]`: where a piece can leave the board.
pub const GOALS: BySeat<Hexes> = BySeat::new([rows(RED)[0], rows(GREEN)[0], rows(BLUE)[0]]);

/// `ROWS[seat][distance]`: the hexes that are so many steps from the goal of a seat.
pub const ROWS: BySeat<[Hexes; 7]> = BySeat::new([rows(RED), rows(GREEN), rows(BLUE)]);

/// The places where pieces start, by seat.
pub const HOMES: BySeat<Hexes> = BySeat::new([rows(RED)[6], rows(GREEN)[6], rows(BLUE)[6]]);

/// A hex: the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

impl Hex {
    /// The hex with these coordinates, if it is on the board.
    pub const fn new(q: i8, r: i8) -> Option<Self> {
        if is_on_board(q, r) { Some(Self((8 * (q + RADIUS) + r + RADIUS) as u8)) } else { None }
    }

    /// The hex of a bit of [`BOARD`].
    pub const fn from_bit(bit: u8) -> Option<Self> {
        if bit < 64 && BOARD >> bit & 1 != 0 { Some(Self(bit)) } else { None }
    }

    /// The hex of a bit that is known to be of the board.
    pub(crate) const fn of_bit(bit: u16) -> Self {
        Self(bit as u8)
    }

    /// The number of its bit.
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// The set with this hex alone.
    pub const fn set(self) -> Hexes {
        1 << self.0
    }

    /// Its coordinates.
    pub const fn coordinates(self) -> (i8, i8) {
        ((self.0 / 8) as i8 - RADIUS, (self.0 % 8) as i8 - RADIUS)
    }

    /// The number of steps to the goal of a seat.
    pub const fn distance_to_goal(self, seat: Seat) -> u8 {
        let (q, r) = self.coordinates();
        distance(seat, q, r) as u8
    }

    /// The hex half-way to another.
    pub const fn between(self, other: Self) -> Self {
        Self(u8::midpoint(self.0, other.0))
    }

    /// All hexes, by `q` and then by `r`.
    pub fn all() -> impl Iterator<Item = Self> {
        hexes(BOARD)
    }
}

const fn is_on_board(q: i8, r: i8) -> bool {
    -RADIUS <= q && q <= RADIUS && -RADIUS <= r && r <= RADIUS && -RADIUS <= q + r && q + r <= RADIUS
}

/// The number of steps from a place to the goal of a seat.
const fn distance(seat: Seat, q: i8, r: i8) -> i8 {
    match seat {
        RED => RADIUS - q,
        GREEN => RADIUS - r,
        _ => RADIUS + q + r,
    }
}

const fn board() -> Hexes {
    let mut set = 0;
    let mut bit = 0;
    while bit < 56 {
        if is_on_board(bit / 8 - RADIUS, bit % 8 - RADIUS) {
            set |= 1 << bit;
        }
        bit += 1;
    }
    set
}

const fn rows(seat: Seat) -> [Hexes; 7] {
    let mut rows = [0; 7];
    let mut bit = 0;
    while bit < 56 {
        let (q, r) = (bit / 8 - RADIUS, bit % 8 - RADIUS);
        if is_on_board(q, r) {
            rows[distance(seat, q, r) as usize] |= 1 << bit;
        }
        bit += 1;
    }
    rows
}

/// The hexes of a set, lowest bit first.
pub fn hexes(mut set: Hexes) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        let hex = Hex(set.trailing_zeros() as u8);
        (set != 0).then(|| {
            set &= set - 1;
            hex
        })
    })
}

/// The hexes next to those of a set.
#[inline]
pub const fn neighbours(set: Hexes) -> Hexes {
    (set << 8 | set >> 8 | set << 1 | set >> 1 | set << 7 | set >> 7) & BOARD
}

/// `RINGS[n]`: the hexes at most `n` steps from the centre.
pub const RINGS: [Hexes; 3] = {
    let centre = 1 << 27;
    let first = centre | neighbours(centre);
    [centre, first, first | neighbours(first)]
};

/// A position: what stands where, who has made how many exits, and whose turn it is.
///
/// Two positions are equal when the repetition rule calls them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pieces: BySeat<Hexes>,
    exits: BySeat<u8>,
    to_move: Seat,
}

impl State {
    /// The position in which games start.
    pub const fn start() -> Self {
        Self { pieces: HOMES, exits: BySeat::new([0; N_SEATS]), to_move: RED }
    }

    /// A position with these pieces and exits. The sets must not overlap.
    pub const fn new(pieces: BySeat<Hexes>, exits: BySeat<u8>, to_move: Seat) -> Self {
        Self { pieces, exits, to_move }
    }

    /// The seat to move; once the game is over, the seat that would be.
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The pieces of a seat.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> Hexes {
        self.pieces[seat]
    }

    /// The pieces that are not a seat's own.
    #[inline]
    pub fn others(&self, seat: Seat) -> Hexes {
        self.pieces[after(seat)] | self.pieces[before(seat)]
    }

    /// All occupied hexes.
    pub const fn occupied(&self) -> Hexes {
        let &[red, green, blue] = self.pieces.all();
        red | green | blue
    }

    /// All empty hexes.
    pub const fn vacant(&self) -> Hexes {
        BOARD & !self.occupied()
    }

    /// How many pieces a seat has brought off the board.
    #[inline]
    pub fn exits(&self, seat: Seat) -> u8 {
        self.exits[seat]
    }

    /// How many pieces a seat has on the board.
    #[inline]
    pub fn n_pieces(&self, seat: Seat) -> u32 {
        self.pieces[seat].count_ones()
    }

    /// Who has a piece on a hex.
    pub fn owner(&self, hex: Hex) -> Option<Seat> {
        Seat::all(N_SEATS).find(|&seat| self.pieces[seat] & hex.set() != 0)
    }

    /// Who has brought off enough pieces to win.
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(N_SEATS).find(|&seat| self.exits[seat] >= EXITS_TO_WIN)
    }

    /// The exits and the side to move as bits.
    #[inline]
    pub(crate) const fn small_bits(&self) -> u64 {
        let &[red, green, blue] = self.exits.all();
        u32::from_le_bytes([red, green, blue, self.to_move.idx() as u8]) as u64
    }

    /// Moves a piece of the seat to move, and turns what it jumps over, if anything: `over` is 0 for a plain step.
    #[inline]
    pub(crate) fn step(&mut self, from: Hex, to: Hex, over: Hexes) {
        let seat = self.to_move;
        self.pieces[seat] = (self.pieces[seat] & !from.set()) | to.set() | over;
        self.pieces[after(seat)] &= !over;
        self.pieces[before(seat)] &= !over;
        self.pass();
    }

    /// Takes a piece of the seat to move off the board.
    #[inline]
    pub(crate) fn exit(&mut self, from: Hex) {
        let seat = self.to_move;
        self.pieces[seat] &= !from.set();
        self.exits[seat] += 1;
        self.pass();
    }

    /// Gives the turn to the next seat.
    #[inline]
    pub(crate) const fn pass(&mut self) {
        self.to_move = after(self.to_move);
    }

    /// The pieces of `seat` that `enemy` can turn: one next to them, and nothing on the other side.
    #[inline]
    pub fn threatened(&self, seat: Seat, enemy: Seat) -> Hexes {
        let (enemies, vacant) = (self.pieces[enemy], self.vacant());
        let mut reached = 0;
        for axis in AXES {
            reached |= enemies << axis & vacant >> axis | enemies >> axis & vacant << axis;
        }
        self.pieces[seat] & reached
    }
}

/// The seat whose turn comes next.
#[inline]
pub const fn after(seat: Seat) -> Seat {
    seat.next(N_SEATS)
}

/// The seat whose turn came before.
#[inline]
pub const fn before(seat: Seat) -> Seat {
    seat.previous(N_SEATS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_37_hexes_in_rows_of_four_to_seven() {
        assert_eq!(BOARD.count_ones() as usize, N_HEXES);
        for &rows in ROWS.all() {
            assert_eq!(rows.map(u64::count_ones), [4, 5, 6, 7, 6, 5, 4]);
            assert_eq!(rows.iter().fold(0, |all, row| all ^ row), BOARD);
        }
        assert_eq!(size_of::<State>(), 32);
    }

    #[test]
    fn homes_and_goals_are_where_the_rules_put_them() {
        let set = |hexes: [(i8, i8); 4]| {
            hexes.into_iter().map(|(q, r)| Hex::new(q, r).unwrap().set()).fold(0, |all, one| all | one)
        };
        assert_eq!(HOMES[RED], set([(-3, 0), (-3, 1), (-3, 2), (-3, 3)]));
        assert_eq!(HOMES[GREEN], set([(0, -3), (1, -3), (2, -3), (3, -3)]));
        assert_eq!(HOMES[BLUE], set([(3, 0), (2, 1), (1, 2), (0, 3)]));
        assert_eq!(GOALS[RED], set([(3, -3), (3, -2), (3, -1), (3, 0)]));
        assert_eq!(GOALS[GREEN], set([(-3, 3), (-2, 3), (-1, 3), (0, 3)]));
        assert_eq!(GOALS[BLUE], set([(-3, 0), (-2, -1), (-1, -2), (0, -3)]));
        assert_eq!((GOALS[RED] | GOALS[GREEN] | GOALS[BLUE]).count_ones(), 12);
    }

    /// Shifts find the neighbours that coordinates find, and no others: nothing wraps around the edge.
    #[test]
    fn neighbours_are_one_step_away() {
        const STEPS: [(i8, i8); 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];
        for hex in Hex::all() {
            let (q, r) = hex.coordinates();
            let expected = STEPS
                .iter()
                .filter_map(|(dq, dr)| Hex::new(q + dq, r + dr))
                .fold(0, |all, one| all | one.set());
            assert_eq!(neighbours(hex.set()), expected, "({q}, {r})");
            assert_eq!(Hex::from_bit(hex.bit()), Some(hex));
        }
        assert_eq!(Hex::from_bit(0), None);
        assert_eq!(Hex::from_bit(64), None);
    }
}
