//! A position as the player to move sees it, and its way to a number and back.

use ludwerk_core::{BySeat, Seat};

use super::layout::{Class, HAND_KEY, Layout, NOWHERE, Pattern, TYPE_KEY, layout};
use crate::board::{BOARD, Kind, N_SQUARES, State, squares};

/// The player to move, who sits at the bottom as the first player does.
pub const MOVER: Seat = Seat::FIRST;
/// The other one.
pub const OTHER: Seat = Seat::SECOND;

const FILE_A: u16 = 0b001_001_001_001;
const FILE_B: u16 = FILE_A << 1;
const FILE_C: u16 = FILE_A << 2;

/// Two sides' pieces and hands, with the mover's home at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The squares of each side's pieces by kind.
    pub sets: BySeat<[u16; 5], 2>,
    /// The pieces that each side holds.
    pub hands: BySeat<[u8; 3], 2>,
}

/// The half turn of a set of squares.
fn turned(set: u16) -> u16 {
    set.reverse_bits() >> (16 - N_SQUARES)
}

/// The mirror image of a set of squares.
pub const fn mirrored(set: u16) -> u16 {
    set & FILE_B | (set & FILE_A) << 2 | (set & FILE_C) >> 2
}

/// The mirror image of a square.
pub const fn mirrored_square(square: u8) -> u8 {
    square / 3 * 3 + 2 - square % 3
}

/// How many of the free squares come before the only square of a set.
const fn n_before(free: u16, set: u16) -> u32 {
    (free & (set - 1)).count_ones()
}

/// The number of the squares of a pair of pieces among the free ones. `first` is the set of the first type.
#[inline]
fn pair_number(pattern: Pattern, first: u16, all: u16, free: u16) -> u32 {
    match pattern {
        Pattern::Held => 0,
        Pattern::One => n_before(free, all),
        Pattern::Twins => {
            let low = all & all.wrapping_neg();
            let high = n_before(free, all ^ low);
            high * (high - 1) / 2 + n_before(free, low)
        }
        Pattern::Two => {
            n_before(free, first) * (free.count_ones() - 1) + n_before(free & !first, all ^ first)
        }
    }
}

/// The keys by which the shares of chicks, elephants and giraffes are found.
pub type Keys = [usize; 3];

/// Free squares in order, four bits each.
#[derive(Clone, Copy)]
pub struct FreeList {
    squares: u64,
    n: u8,
}

impl FreeList {
    fn new(squares: impl Iterator<Item = u8>) -> Self {
        squares.fold(Self { squares: 0, n: 0 }, |list, square| Self {
            squares: list.squares | u64::from(square) << (4 * list.n),
            n: list.n + 1,
        })
    }

    /// Takes the square at this place out of the list; gives it as a set.
    #[inline]
    fn take(&mut self, place: u8) -> u16 {
        let shift = 4 * u32::from(place);
        let set = 1 << (self.squares >> shift & 15);
        let before = (1 << shift) - 1;
        self.squares = self.squares & before | (self.squares >> 4) & !before;
        self.n -= 1;
        set
    }
}

/// How a number is read: where the lions stand, and which squares are free in which order.
#[derive(Clone, Copy)]
pub struct Reading {
    lions: BySeat<u16, 2>,
    free: FreeList,
}

impl Reading {
    /// As the player to move sees it.
    pub fn straight(lions: [u8; 2]) -> Self {
        Self { lions: BySeat::new(lions.map(|square| 1 << square)), free: FreeList::new(free_squares(lions)) }
    }

    /// As the player sees it who has just moved, in the mirror where that is how his positions are numbered.
    pub fn backwards([mover, other]: [u8; 2]) -> Self {
        let turned = |square: u8| N_SQUARES as u8 - 1 - square;
        let is_mirrored = !is_canonical(turned(other), turned(mover));
        let image = |square| if is_mirrored { mirrored_square(turned(square)) } else { turned(square) };
        let free = FreeList::new(free_squares([mover, other]).map(image));
        Self { lions: BySeat::new([1 << image(other), 1 << image(mover)]), free }
    }
}

/// The squares without a lion, the lowest first.
fn free_squares(lions: [u8; 2]) -> impl Iterator<Item = u8> {
    squares(BOARD & !(1 << lions[0] | 1 << lions[1]))
}

/// Whether lions stand as they do in positions that have numbers, not in their mirror images.
pub const fn is_canonical(mover: u8, other: u8) -> bool {
    match mover % 3 {
        0 => true,
        1 => other % 3 <= 1,
        _ => false,
    }
}

impl Frame {
    /// The position as the player to move sees it.
    pub fn of(state: &State) -> Self {
        let mover = state.to_move();
        let see = |set: u16| if mover == Seat::FIRST { set } else { turned(set) };
        let side = |seat| Kind::ALL.map(|kind| see(state.pieces(seat, kind)));
        let hand = |seat| Kind::HELD.map(|kind| state.in_hand(seat, kind));
        let seats = BySeat::new([mover, mover.other()]);
        Self { sets: seats.map(side), hands: seats.map(hand) }
    }

    /// The position with the first player to move.
    pub fn state(&self) -> State {
        let mut state = State::empty(Seat::FIRST);
        for seat in Seat::all(2) {
            for kind in Kind::ALL {
                for square in squares(self.sets[seat][kind as usize]) {
                    state.put(seat, kind, square);
                }
            }
            for kind in Kind::HELD {
                state.set_in_hand(seat, kind, self.hands[seat][kind as usize]);
            }
        }
        state
    }

    /// The position with a number.
    pub fn of_number(number: u64) -> Self {
        let layout = layout();
        let (class, lions, rank) = split(layout, number as u32);
        Self::read::<false>(layout, class, layout.straight[lions as usize], rank)
    }

    /// The position with the number, read in some way: `SWAPPED` where the other player's view is wanted.
    #[inline]
    pub fn read<const SWAPPED: bool>(layout: &Layout, class: &Class, reading: Reading, rank: u32) -> Self {
        let (mut frame, mut free) = Self::with_lions(reading);
        frame.put::<SWAPPED>(layout, class, Kind::Chick, rank / class.n_plain, &mut free);
        let rest = rank % class.n_plain;
        frame.put::<SWAPPED>(layout, class, Kind::Elephant, rest / class.n_giraffe, &mut free);
        frame.put::<SWAPPED>(layout, class, Kind::Giraffe, rest % class.n_giraffe, &mut free);
        frame
    }

    /// The same but for the giraffes, and the squares that are free for them.
    pub fn read_without_giraffes(
        layout: &Layout,
        class: &Class,
        reading: Reading,
        rank: u32,
    ) -> (Self, FreeList) {
        let (mut frame, mut free) = Self::with_lions(reading);
        frame.put::<false>(layout, class, Kind::Chick, rank / class.n_plain, &mut free);
        let elephants = rank % class.n_plain / class.n_giraffe;
        frame.put::<false>(layout, class, Kind::Elephant, elephants, &mut free);
        (frame, free)
    }

    /// Puts the giraffes, by their number, where those of another number stood.
    #[inline]
    pub fn put_giraffes(&mut self, layout: &Layout, class: &Class, mut free: FreeList, number: u32) {
        for side in self.sets.all_mut() {
            side[Kind::Giraffe as usize] = 0;
        }
        self.put::<false>(layout, class, Kind::Giraffe, number, &mut free);
    }

    fn with_lions(reading: Reading) -> (Self, FreeList) {
        let sets = reading.lions.map(|lion| [0, 0, 0, 0, lion]);
        (Self { sets, hands: BySeat::default() }, reading.free)
    }

    /// Puts the pieces of a kind, by the number of their squares, and what is held of it.
    #[inline]
    fn put<const SWAPPED: bool>(
        &mut self,
        layout: &Layout,
        class: &Class,
        kind: Kind,
        number: u32,
        free: &mut FreeList,
    ) {
        let kind = kind as usize;
        let share = &layout.shares[usize::from(class.shares[kind])];
        for side in Seat::all(2) {
            self.hands[side][kind] = share.hands[if SWAPPED { side.other() } else { side }];
        }
        let mut put = |piece_type: u8, set: u16| {
            let side = if (piece_type & 1 != 0) == SWAPPED { MOVER } else { OTHER };
            self.sets[side][if piece_type >= 2 { Kind::Hen as usize } else { kind }] |= set;
        };
        match share.pattern {
            Pattern::Held => {}
            Pattern::One => put(share.types[0], free.take(number as u8)),
            Pattern::Twins => {
                let [low, high] = layout.twins[number as usize];
                put(share.types[0], free.take(high) | free.take(low));
            }
            Pattern::Two => {
                let n_left = u32::from(free.n) - 1;
                put(share.types[0], free.take((number / n_left) as u8));
                put(share.types[1], free.take((number % n_left) as u8));
            }
        }
    }

    /// All squares of a side.
    pub fn side(&self, side: Seat) -> u16 {
        self.sets[side].into_iter().fold(0, |all, set| all | set)
    }

    /// The lion of a side, which must have one.
    pub fn lion(&self, side: Seat) -> u8 {
        self.sets[side][Kind::Lion as usize].trailing_zeros() as u8
    }

    /// The mirror image.
    pub fn mirrored(&self) -> Self {
        Self { sets: self.sets.map(|side| side.map(mirrored)), hands: self.hands }
    }

    /// How the pieces are divided.
    pub fn keys(&self) -> Keys {
        let count = |side: Seat, kind: Kind| self.sets[side][kind as usize].count_ones() as usize;
        Kind::HELD.map(|kind| {
            let hens = if kind == Kind::Chick {
                count(MOVER, Kind::Hen) * TYPE_KEY[2] + count(OTHER, Kind::Hen) * TYPE_KEY[3]
            } else {
                0
            };
            count(MOVER, kind) * TYPE_KEY[0]
                + count(OTHER, kind) * TYPE_KEY[1]
                + hens
                + usize::from(self.hands[MOVER][kind as usize]) * HAND_KEY
        })
    }

    /// The number, in the mirror if need be. `None` where the lions have no numbered place.
    pub fn number(&self) -> Option<u64> {
        let canonical =
            if is_canonical(self.lion(MOVER), self.lion(OTHER)) { *self } else { self.mirrored() };
        canonical.canonical_number()
    }

    /// The number of a position whose lions stand as in those that have numbers.
    fn canonical_number(&self) -> Option<u64> {
        let layout = layout();
        let lions = layout.lions[usize::from(self.lion(MOVER))][usize::from(self.lion(OTHER))];
        (lions != NOWHERE).then(|| {
            let class = layout.class(self.keys());
            join(class, lions, self.rank(layout, class))
        })
    }

    /// The number of the squares among those of the class.
    #[inline]
    pub fn rank(&self, layout: &Layout, class: &Class) -> u32 {
        let [mover, other] = self.sets.all();
        let mut free = BOARD & !(mover[Kind::Lion as usize] | other[Kind::Lion as usize]);
        // Chicks come in four types, of which at most two are there.
        let types = [
            mover[Kind::Chick as usize],
            other[Kind::Chick as usize],
            mover[Kind::Hen as usize],
            other[Kind::Hen as usize],
        ];
        let share = &layout.shares[usize::from(class.shares[0])];
        let all = types[0] | types[1] | types[2] | types[3];
        let mut rank =
            pair_number(share.pattern, types[usize::from(share.types[0])], all, free) * class.n_plain;
        free &= !all;
        for (kind, n_below) in [(Kind::Elephant as usize, class.n_giraffe), (Kind::Giraffe as usize, 1)] {
            let share = &layout.shares[usize::from(class.shares[kind])];
            let all = mover[kind] | other[kind];
            rank += pair_number(share.pattern, mover[kind], all, free) * n_below;
            free &= !all;
        }
        rank
    }
}

/// The class, the place of the lions and the rank of a number.
#[inline]
pub fn split(layout: &Layout, number: u32) -> (&Class, u32, u32) {
    let class = layout.class_of(number);
    let within = number - class.start;
    (class, within / class.size, within % class.size)
}

/// The number of a class, a place of the lions and a rank.
#[inline]
pub fn join(class: &Class, lions: u8, rank: u32) -> u64 {
    u64::from(class.start + u32::from(lions) * class.size + rank)
}
