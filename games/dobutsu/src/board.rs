//! The board: squares, pieces, sets of squares, and the position itself.
//!
//! A position is five planes of 12 bits (one a kind of piece, both sides together) in one word, the
//! squares of each side, and the hands: 16 bytes. Squares run from `a1` = 0 at the top left (the home
//! of the second player) to `c4` = 11.

use ludwerk_core::{BySeat, Seat};
use serde::Serialize;

/// The number of squares.
pub const N_SQUARES: usize = 12;

/// The number of files.
pub const N_FILES: usize = 3;

/// All squares.
pub const BOARD: u16 = 0xfff;

const FILE_A: u16 = 0b001_001_001_001;
const FILE_C: u16 = 0b100_100_100_100;

/// The rank that each seat's lion and chick head for.
pub const FAR_RANK: BySeat<u16, 2> = BySeat::new([0b000_000_000_111, 0b111_000_000_000]);

/// The kinds of pieces; the first three can be held in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Animal))]
#[repr(u8)]
pub enum Kind {
    /// One step straight forward.
    #[serde(rename = "C")]
    Chick,
    /// One step diagonally.
    #[serde(rename = "E")]
    Elephant,
    /// One step straight.
    #[serde(rename = "G")]
    Giraffe,
    /// A promoted chick: one step straight or diagonally forward.
    #[serde(rename = "H")]
    Hen,
    /// One step anywhere; losing it loses the game.
    #[serde(rename = "L")]
    Lion,
}

impl Kind {
    /// All kinds, in the order of the planes.
    pub const ALL: [Self; 5] = [Self::Chick, Self::Elephant, Self::Giraffe, Self::Hen, Self::Lion];

    /// The kinds that can be held in the hand, in the order in which hands are shown.
    pub const HELD: [Self; 3] = [Self::Chick, Self::Elephant, Self::Giraffe];

    /// The letter in move and position texts.
    pub const fn letter(self) -> char {
        ['C', 'E', 'G', 'H', 'L'][self as usize]
    }

    /// The letter on the board: upper case for the first player, lower case for the second.
    pub fn letter_of(self, seat: Seat) -> char {
        if seat == Seat::FIRST { self.letter() } else { self.letter().to_ascii_lowercase() }
    }

    /// The name in sentences.
    pub const fn name(self) -> &'static str {
        ["chick", "elephant", "giraffe", "hen", "lion"][self as usize]
    }

    /// The kind with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// The name of a square: `a1` to `c4`.
pub fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
}

/// The square with this name, in either case.
pub fn parse_square(name: &str) -> Option<u8> {
    let [file, rank] = name.as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a').filter(|&file| file < 3)?;
    let rank = rank.checked_sub(b'1').filter(|&rank| rank < 4)?;
    Some(rank * 3 + file)
}

/// The squares of a set, lowest first.
pub fn squares(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// `STEPS[seat][kind][square]`: where a piece can step to on an empty board.
pub const STEPS: BySeat<[[u16; N_SQUARES]; 5], 2> = BySeat::new(step_table());

const fn step_table() -> [[[u16; N_SQUARES]; 5]; 2] {
    let mut table = [[[0; N_SQUARES]; 5]; 2];
    let mut seat = 0;
    while seat < 2 {
        let mut square = 0;
        while square < N_SQUARES {
            let set = 1 << square;
            let straight = north(set) | south(set) | west(set) | east(set);
            let forward = if seat == 0 { north(set) } else { south(set) };
            let diagonal_forward = west(forward) | east(forward);
            let diagonal = west(north(set) | south(set)) | east(north(set) | south(set));
            table[seat][Kind::Chick as usize][square] = forward;
            table[seat][Kind::Elephant as usize][square] = diagonal;
            table[seat][Kind::Giraffe as usize][square] = straight;
            table[seat][Kind::Hen as usize][square] = straight | diagonal_forward;
            table[seat][Kind::Lion as usize][square] = straight | diagonal;
            square += 1;
        }
        seat += 1;
    }
    table
}

/// The set moved one rank towards the second player's home.
pub const fn north(set: u16) -> u16 {
    set >> 3
}

/// The set moved one rank towards the first player's home.
pub const fn south(set: u16) -> u16 {
    (set << 3) & BOARD
}

/// The set moved one file to the left.
pub const fn west(set: u16) -> u16 {
    (set & !FILE_A) >> 1
}

/// The set moved one file to the right.
pub const fn east(set: u16) -> u16 {
    (set & !FILE_C) << 1
}

/// Bit 0 of each plane: shifted by a square, it selects that square in all planes.
const PLANE_STARTS: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36 | 1 << 48;

const PLANE_BITS: u32 = 12;

/// A position: what stands where, both hands, and whose turn it is.
///
/// Two positions are equal when the repetition rule calls them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Five planes of 12 bits, in the order of [`Kind::ALL`], both sides together.
    planes: u64,
    /// The squares of each seat.
    sides: BySeat<u16, 2>,
    /// Two bits for each seat and held kind.
    hands: u16,
    to_move: Seat,
    /// The seat that has just moved has won by a try. Set by rules that judge the move, not the position.
    try_won: bool,
}

impl State {
    /// An empty board with empty hands.
    pub const fn empty(to_move: Seat) -> Self {
        Self { planes: 0, sides: BySeat::new([0; 2]), hands: 0, to_move, try_won: false }
    }

    /// The seat to move; once the game is over, the seat that would be.
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Whether the last move was a try that won by itself.
    pub const fn try_won(&self) -> bool {
        self.try_won
    }

    /// Marks the last move as a try that won.
    pub const fn set_try_won(&mut self) {
        self.try_won = true;
    }

    /// The squares of a seat.
    pub fn side(&self, seat: Seat) -> u16 {
        self.sides[seat]
    }

    /// The empty squares.
    pub fn vacant(&self) -> u16 {
        BOARD & !(self.sides[Seat::FIRST] | self.sides[Seat::SECOND])
    }

    /// The squares of a seat's pieces of one kind.
    #[inline]
    pub fn pieces(&self, seat: Seat, kind: Kind) -> u16 {
        (self.planes >> (PLANE_BITS * kind as u32)) as u16 & self.sides[seat]
    }

    /// What stands on a square, and whose it is.
    pub fn piece_at(&self, square: u8) -> Option<(Seat, Kind)> {
        let seat = Seat::all(2).find(|&seat| self.sides[seat] >> square & 1 != 0)?;
        let plane = (self.planes >> square & PLANE_STARTS).trailing_zeros() / PLANE_BITS;
        Some((seat, Kind::ALL[plane as usize]))
    }

    /// How many pieces of a held kind a seat has in the hand.
    pub const fn in_hand(&self, seat: Seat, kind: Kind) -> u8 {
        (self.hands >> hand_shift(seat, kind) & 3) as u8
    }

    /// Sets how many pieces of a held kind a seat has in the hand.
    pub const fn set_in_hand(&mut self, seat: Seat, kind: Kind, count: u8) {
        let shift = hand_shift(seat, kind);
        self.hands = self.hands & !(3 << shift) | (count as u16) << shift;
    }

    /// A seat's hand: two bits a held kind, chick lowest.
    pub const fn hand_bits(&self, seat: Seat) -> u16 {
        self.hands >> (6 * seat.idx()) & 0x3f
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub const fn put(&mut self, seat: Seat, kind: Kind, square: u8) {
        self.planes |= 1 << (PLANE_BITS * kind as u32 + square as u32);
        *self.sides.at_mut(seat) |= 1 << square;
    }

    /// Moves a piece of the seat to move, takes what stands on the target, and passes the turn.
    #[inline]
    pub fn step(&mut self, kind: Kind, from: u8, to: u8) {
        let seat = self.to_move;
        if self.sides[seat.other()] >> to & 1 != 0 {
            let captured = (self.planes >> to & PLANE_STARTS).trailing_zeros();
            self.planes &= !(1 << (captured + u32::from(to)));
            self.sides[seat.other()] &= !(1 << to);
            // A hen turns back into a chick; a lion ends the game and is held by nobody.
            let held = Kind::ALL[(captured / PLANE_BITS) as usize];
            match held {
                Kind::Lion => {}
                Kind::Hen => self.hands += 1 << hand_shift(seat, Kind::Chick),
                _ => self.hands += 1 << hand_shift(seat, held),
            }
        }
        let becomes =
            if matches!(kind, Kind::Chick) && FAR_RANK[seat] >> to & 1 != 0 { Kind::Hen } else { kind };
        self.planes ^= 1 << (PLANE_BITS * kind as u32 + u32::from(from))
            | 1 << (PLANE_BITS * becomes as u32 + u32::from(to));
        self.sides[seat] ^= 1 << from | 1 << to;
        self.to_move = seat.other();
        self.try_won = false;
    }

    /// Puts a held piece of the seat to move on an empty square, and passes the turn.
    #[inline]
    pub const fn drop_piece(&mut self, kind: Kind, to: u8) {
        let seat = self.to_move;
        self.hands -= 1 << hand_shift(seat, kind);
        self.put(seat, kind, to);
        self.to_move = seat.other();
        self.try_won = false;
    }

    /// The position with the turn passed on, which no rule allows but a search may ask about.
    pub const fn passed(&self) -> Self {
        let mut next = *self;
        next.to_move = self.to_move.other();
        next.try_won = false;
        next
    }

    /// The squares to which `seat` can step, with repetition: four sets for the straight and four for
    /// the diagonal directions, 16 bits each, own squares left out. Their bits count the moves.
    #[inline]
    pub fn step_sets(&self, seat: Seat) -> [u64; 2] {
        let lion = self.pieces(seat, Kind::Lion);
        let hen = self.pieces(seat, Kind::Hen);
        let chick = self.pieces(seat, Kind::Chick);
        let straight = lion | hen | self.pieces(seat, Kind::Giraffe);
        let diagonal = lion | self.pieces(seat, Kind::Elephant);
        let (forward, forward_diagonal) = (straight | chick, diagonal | hen);
        let open = u64::from(BOARD & !self.sides[seat]) * 0x0001_0001_0001_0001;
        let (up, down, up_diagonal, down_diagonal) = if seat == Seat::FIRST {
            (forward, straight, forward_diagonal, diagonal)
        } else {
            (straight, forward, diagonal, forward_diagonal)
        };
        [
            pack(north(up), south(down), west(straight), east(straight)) & open,
            pack(
                north(west(up_diagonal)),
                north(east(up_diagonal)),
                south(west(down_diagonal)),
                south(east(down_diagonal)),
            ) & open,
        ]
    }

    /// Whether a piece of `seat` could step onto `square`.
    pub fn attacks(&self, seat: Seat, square: u8) -> bool {
        // A piece reaches a square exactly if the other side's piece there would reach it.
        Kind::ALL
            .into_iter()
            .any(|kind| self.pieces(seat, kind) & STEPS[seat.other()][kind as usize][square as usize] != 0)
    }

    /// The position in 128 bits, different for different positions.
    pub const fn bits(&self) -> (u64, u64) {
        let &[first, second] = self.sides.all();
        let rest = first as u64
            | (second as u64) << 16
            | (self.hands as u64) << 32
            | (self.to_move.idx() as u64) << 48
            | (self.try_won as u64) << 49;
        (self.planes, rest)
    }
}

const fn hand_shift(seat: Seat, kind: Kind) -> u32 {
    2 * (3 * seat.idx() as u32 + kind as u32)
}

const fn pack(a: u16, b: u16, c: u16, d: u16) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_sixteen_bytes() {
        assert_eq!(size_of::<State>(), 16);
    }

    #[test]
    fn steps_from_the_middle() {
        let names = |seat: Seat, kind: Kind| {
            let set = STEPS[seat][kind as usize][usize::from(parse_square("b2").unwrap())];
            squares(set).map(square_name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Seat::FIRST, Kind::Chick), "b1");
        assert_eq!(names(Seat::SECOND, Kind::Chick), "b3");
        assert_eq!(names(Seat::FIRST, Kind::Elephant), "a1 c1 a3 c3");
        assert_eq!(names(Seat::SECOND, Kind::Giraffe), "b1 a2 c2 b3");
        assert_eq!(names(Seat::FIRST, Kind::Hen), "a1 b1 c1 a2 c2 b3");
        assert_eq!(names(Seat::SECOND, Kind::Hen), "b1 a2 c2 a3 b3 c3");
        assert_eq!(names(Seat::FIRST, Kind::Lion).len(), names(Seat::SECOND, Kind::Lion).len());
    }

    #[test]
    fn steps_do_not_wrap_around_the_edge() {
        for kind in Kind::ALL {
            for square in 0..12u8 {
                for target in squares(STEPS[Seat::FIRST][kind as usize][usize::from(square)]) {
                    assert!((square % 3).abs_diff(target % 3) <= 1);
                    assert!((square / 3).abs_diff(target / 3) <= 1);
                }
            }
        }
    }

    #[test]
    fn square_names_round_trip() {
        for square in 0..12 {
            assert_eq!(parse_square(&square_name(square)), Some(square));
        }
        for wrong in ["", "a", "a0", "a5", "d1", "a11", "ä1"] {
            assert_eq!(parse_square(wrong), None);
        }
    }
}
