//! Where which positions stand in the order of numbers: classes of pieces, places of the lions, pairs of squares.

use ludwerk_core::{BySeat, Seat};

use std::sync::LazyLock;

use super::frame::{Reading, is_canonical};
use crate::board::{FAR_RANK, Kind, STEPS};

/// The places of two lions, up to the mirror.
pub const N_LIONS: u32 = 21;

/// Chicks and hens of both players.
const CHICK_TYPES: usize = 4;

/// How many ways there are for the two chicks to be divided among boards and hands, and for two of the others.
pub const CHICK_SHARES: usize = 21;
pub const PLAIN_SHARES: usize = 10;
const N_CLASSES: usize = CHICK_SHARES * PLAIN_SHARES * PLAIN_SHARES;

/// Numbers are told apart by class in steps of this many bits.
const HINT_BITS: u32 = 10;

/// No such place.
pub const NOWHERE: u8 = u8::MAX;

/// How the two pieces of a kind stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Both in hands.
    Held,
    /// One on the board.
    One,
    /// Two of the same type: their order does not matter.
    Twins,
    /// Two of different types.
    Two,
}

impl Pattern {
    /// How many squares they take.
    const fn n_squares(self) -> u32 {
        match self {
            Self::Held => 0,
            Self::One => 1,
            Self::Twins | Self::Two => 2,
        }
    }

    /// In how many ways they can be put on so many free squares.
    const fn n_ways(self, n_free: u32) -> u32 {
        match self {
            Self::Held => 1,
            Self::One => n_free,
            Self::Twins => n_free * (n_free - 1) / 2,
            Self::Two => n_free * (n_free - 1),
        }
    }
}

/// How the two pieces of a kind are divided. Types are: the mover's, the other's, the mover's hen, the other's hen.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub pattern: Pattern,
    /// The types of the pieces on the board, the lower one first.
    pub types: [u8; 2],
    /// How many each player holds.
    pub hands: BySeat<u8, 2>,
}

/// How to find a share by counts: so much for each piece of a type, and for each in the mover's hand.
pub const TYPE_KEY: [usize; CHICK_TYPES] = [1, 3, 27, 81];
pub const HAND_KEY: usize = 9;
const N_KEYS: usize = 243;

/// A class: how all six pieces are divided.
#[derive(Clone, Copy, Debug, Default)]
pub struct Class {
    /// Its first number.
    pub start: u32,
    /// How many ways there are to place its pieces around two lions.
    pub size: u32,
    /// How many there are for elephants and giraffes, and for giraffes alone, when the others stand.
    pub n_plain: u32,
    pub n_giraffe: u32,
    /// The shares of chicks, elephants and giraffes.
    pub shares: [u8; 3],
    /// The balance of the pieces and how many are held: positions with the same tend to end alike.
    pub kind: u16,
}

pub struct Layout {
    classes: Vec<Class>,
    pub n_kinds: usize,
    /// The class of the number at the start of every step.
    hints: Vec<u16>,
    pub shares: [Share; CHICK_SHARES],
    by_key: [u8; N_KEYS],
    /// The place of two lions, the mover's first; `NOWHERE` where they are not to be, or the mirror is meant.
    pub lions: [[u8; 12]; 12],
    /// How the places of the lions are read by the player to move, and by the one who has just moved.
    pub straight: [Reading; N_LIONS as usize],
    pub backwards: [Reading; N_LIONS as usize],
    /// Two squares among free ones, by the number of an unordered pair.
    pub twins: [[u8; 2]; 66],
}

impl Layout {
    fn new() -> Self {
        let (shares, by_key) = shares();
        let (lions, places) = lion_places();
        let mut classes = Vec::with_capacity(N_CLASSES);
        let mut kinds = Vec::new();
        let mut start = 0;
        for n in 0..N_CLASSES {
            let of = [n / (PLAIN_SHARES * PLAIN_SHARES), n / PLAIN_SHARES % PLAIN_SHARES, n % PLAIN_SHARES];
            let pattern = |i: usize| shares[of[i]].pattern;
            let free =
                [10, 10 - pattern(0).n_squares(), 10 - pattern(0).n_squares() - pattern(1).n_squares()];
            let n_giraffe = pattern(2).n_ways(free[2]);
            let n_plain = pattern(1).n_ways(free[1]) * n_giraffe;
            let size = pattern(0).n_ways(free[0]) * n_plain;
            let tendency = tendency(of.map(|share| &shares[share]));
            let kind = kinds.iter().position(|&known| known == tendency).unwrap_or(kinds.len()) as u16;
            if usize::from(kind) == kinds.len() {
                kinds.push(tendency);
            }
            let of = of.map(|share| share as u8);
            classes.push(Class { start, size, n_plain, n_giraffe, shares: of, kind });
            start += size * N_LIONS;
        }
        let mut hints = Vec::new();
        let mut class = 0;
        for number in (0..start).step_by(1 << HINT_BITS) {
            class += classes[class..].iter().take_while(|c| c.start + c.size * N_LIONS <= number).count();
            hints.push(class as u16);
        }
        let mut twins = [[0; 2]; 66];
        for high in 1..12 {
            for low in 0..high {
                twins[high * (high - 1) / 2 + low] = [low as u8, high as u8];
            }
        }
        let straight = places.map(Reading::straight);
        let backwards = places.map(Reading::backwards);
        Self { classes, n_kinds: kinds.len(), hints, shares, by_key, lions, straight, backwards, twins }
    }

    pub fn n_indices(&self) -> u64 {
        let last = self.classes[N_CLASSES - 1];
        u64::from(last.start + last.size * N_LIONS)
    }

    /// The class of a number below [`Layout::n_indices`].
    #[inline]
    pub fn class_of(&self, number: u32) -> &Class {
        let mut n = usize::from(self.hints[(number >> HINT_BITS) as usize]);
        while n + 1 < N_CLASSES && self.classes[n + 1].start <= number {
            n += 1;
        }
        &self.classes[n]
    }

    /// The class of pieces that are divided by these keys.
    #[inline]
    pub fn class(&self, keys: [usize; 3]) -> &Class {
        let [chick, elephant, giraffe] = keys.map(|key| usize::from(self.by_key[key]));
        &self.classes[(chick * PLAIN_SHARES + elephant) * PLAIN_SHARES + giraffe]
    }
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// The one layout.
#[inline]
pub fn layout() -> &'static Layout {
    &LAYOUT
}

/// The shares, those without hens first, and their numbers by key.
fn shares() -> ([Share; CHICK_SHARES], [u8; N_KEYS]) {
    let mut shares = Vec::with_capacity(CHICK_SHARES);
    let mut by_key = [NOWHERE; N_KEYS];
    for n_types in [2, CHICK_TYPES as u8] {
        let mut add = |share: Share, key: usize| {
            if by_key[key] == NOWHERE {
                by_key[key] = shares.len() as u8;
                shares.push(share);
            }
        };
        for first in 0..n_types {
            for second in first..n_types {
                let pattern = if first == second { Pattern::Twins } else { Pattern::Two };
                let key = TYPE_KEY[usize::from(first)] + TYPE_KEY[usize::from(second)];
                add(Share { pattern, types: [first, second], hands: BySeat::new([0, 0]) }, key);
            }
            for held in 0..2 {
                let key = TYPE_KEY[usize::from(first)] + HAND_KEY * usize::from(held);
                add(
                    Share {
                        pattern: Pattern::One,
                        types: [first, first],
                        hands: BySeat::new([held, 1 - held]),
                    },
                    key,
                );
            }
        }
        for held in 0..3 {
            let key = HAND_KEY * usize::from(held);
            add(Share { pattern: Pattern::Held, types: [0, 0], hands: BySeat::new([held, 2 - held]) }, key);
        }
    }
    let shares = shares.try_into().unwrap_or_else(|_| unreachable!("as many shares as there are"));
    (shares, by_key)
}

/// What the division of the pieces says about the end: how much more the mover has, and how many pieces each holds.
fn tendency(shares: [&Share; 3]) -> (i32, [u8; 2]) {
    let mut balance = 0;
    let mut held = [0; 2];
    for (kind, share) in shares.into_iter().enumerate() {
        let on_board = &share.types[..share.pattern.n_squares() as usize];
        let worth = |hen: bool| [if hen { 3 } else { 1 }, 3, 4][kind];
        balance +=
            on_board.iter().map(|&t| if t % 2 == 0 { worth(t >= 2) } else { -worth(t >= 2) }).sum::<i32>();
        // A chick in the hand can go anywhere.
        let in_hand = [2, 3, 4][kind];
        balance += in_hand * (i32::from(share.hands[Seat::FIRST]) - i32::from(share.hands[Seat::SECOND]));
        for (held, more) in held.iter_mut().zip(share.hands.all()) {
            *held += more;
        }
    }
    (balance, held)
}

/// The places for the lions that have numbers, both ways.
fn lion_places() -> ([[u8; 12]; 12], [[u8; 2]; N_LIONS as usize]) {
    let mut lions = [[NOWHERE; 12]; 12];
    let mut places = Vec::with_capacity(N_LIONS as usize);
    for mover in 0..12u8 {
        for other in 0..12u8 {
            let on_the_way =
                FAR_RANK[Seat::FIRST] >> mover & 1 == 0 && FAR_RANK[Seat::SECOND] >> other & 1 == 0;
            let near = STEPS[Seat::FIRST][Kind::Lion as usize][usize::from(mover)] | 1 << mover;
            if on_the_way && near >> other & 1 == 0 && is_canonical(mover, other) {
                lions[usize::from(mover)][usize::from(other)] = places.len() as u8;
                places.push([mover, other]);
            }
        }
    }
    let places = places.try_into().unwrap_or_else(|_| unreachable!("as many places as there are"));
    (lions, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_numbers_as_others_count() {
        // 11,878,227 ways to place six pieces around two lions: 132 times that are all arrangements.
        assert_eq!(layout().n_indices(), 249_442_767);
        assert_eq!(layout().n_indices() % u64::from(N_LIONS), 0);
        assert_eq!(layout().n_indices() / u64::from(N_LIONS) * 132, 1_567_925_964);
    }

    #[test]
    fn every_number_finds_its_class() {
        let layout = layout();
        for (n, class) in layout.classes.iter().enumerate() {
            let last = class.start + class.size * N_LIONS - 1;
            for number in [class.start, last] {
                assert_eq!(layout.class_of(number).start, class.start, "class {n}");
            }
        }
    }
}
