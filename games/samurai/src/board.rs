//! The map of Japan: spaces, what borders on what, and sets of them.
//!
//! Spaces have the ids of the map (`data/map.json`), ordered so that the board of two players is a prefix of that of
//! three, and that one of four's. Inside, settlements, land and sea are numbered by themselves, which makes sets of
//! them small: 34 settlements, 56 land and 84 sea spaces at most. Every land space touches exactly two settlements.

/// The most players.
pub const MOST_SEATS: usize = 4;

/// One value for each player there may be.
pub type BySeat<T> = ludwerk_core::BySeat<T, MOST_SEATS>;
/// Settlements on the largest board.
pub const N_SETTLEMENTS: usize = 34;
/// Land spaces on the largest board.
pub const N_LAND: usize = 56;
/// Sea spaces on the largest board.
pub const N_SEA: usize = 84;
/// Spaces on the largest board.
pub const N_SPACES: usize = N_SETTLEMENTS + N_LAND + N_SEA;

/// A set of settlements, a bit each.
pub type Settlements = u64;
/// A set of land spaces, a bit each.
pub type Lands = u64;
/// A set of sea spaces, a bit each.
pub type Seas = u128;

/// What a space is, with its number among its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// A village, a city or Edo.
    Settlement(u8),
    /// A land space.
    Land(u8),
    /// A sea space.
    Sea(u8),
}

const V: u8 = 1;
const C: u8 = 2;
const E: u8 = 3;
const L: u8 = 10;
const S: u8 = 20;

/// All spaces in the order of their ids: axial coordinates (flat-top hexes, Edo at 0,0), and what it is: a village, a
/// city, Edo, land or sea.
#[rustfmt::skip]
const SPACES: [(i8, i8, u8); N_SPACES] = [
    (-9, 9, V), (-8, 7, V), (-6, 6, V), (-5, 4, V), (-4, 6, V), (-3, 2, V), (-3, 4, C), (-2, 0, V),
    (-1, 2, V), (0, -6, V), (0, -4, C), (0, -2, V), (0, 0, E), (2, -6, V), (2, -4, V), (2, -2, V),
    (2, 0, V), (-9, 8, L), (-8, 8, L), (-7, 6, L), (-7, 7, L), (-6, 5, L), (-5, 5, L), (-4, 4, L),
    (-4, 5, L), (-3, 1, L), (-3, 3, L), (-3, 5, L), (-2, 1, L), (-2, 2, L), (-2, 3, L), (-1, -1, L),
    (-1, 0, L), (-1, 1, L), (0, -5, L), (0, -3, L), (0, -1, L), (0, 1, L), (1, -6, L), (1, -5, L),
    (1, -4, L), (1, -3, L), (1, -2, L), (1, -1, L), (1, 0, L), (2, -5, L), (2, -1, L), (-10, 8, S),
    (-10, 9, S), (-10, 10, S), (-9, 7, S), (-9, 10, S), (-8, 6, S), (-8, 9, S), (-7, 5, S), (-7, 8, S),
    (-6, 4, S), (-6, 7, S), (-5, 3, S), (-5, 6, S), (-5, 7, S), (-4, 1, S), (-4, 2, S), (-4, 3, S),
    (-4, 7, S), (-3, 0, S), (-3, 6, S), (-2, -1, S), (-2, 4, S), (-2, 5, S), (-1, -6, S), (-1, -5, S),
    (-1, -4, S), (-1, -3, S), (-1, -2, S), (-1, 3, S), (0, -7, S), (0, 2, S), (1, -7, S), (1, 1, S),
    (2, -7, S), (2, -3, S), (2, 1, S), (3, -7, S), (3, -6, S), (3, -5, S), (3, -4, S), (3, -3, S),
    (3, -2, S), (3, -1, S), (3, 0, S), (-13, 13, V), (-12, 14, V), (-11, 11, V), (-10, 12, V), (-10, 14, V),
    (-8, 10, V), (-7, 11, V), (-6, 8, V), (-5, 9, V), (-12, 12, L), (-12, 13, L), (-11, 12, L),
    (-11, 13, L), (-11, 14, L), (-10, 11, L), (-10, 13, L), (-8, 11, L), (-7, 9, L), (-7, 10, L),
    (-6, 9, L), (-6, 10, L), (-5, 8, L), (-14, 13, S), (-14, 14, S), (-13, 12, S), (-13, 14, S),
    (-13, 15, S), (-12, 11, S), (-12, 15, S), (-11, 10, S), (-11, 15, S), (-10, 15, S), (-9, 11, S),
    (-9, 12, S), (-9, 13, S), (-9, 14, S), (-8, 12, S), (-7, 12, S), (-6, 11, S), (-5, 10, S), (-4, 8, S),
    (-4, 9, S), (-1, -9, V), (-1, -7, V), (0, -12, V), (1, -11, V), (1, -9, C), (2, -8, V), (3, -11, V),
    (4, -13, V), (-1, -8, L), (0, -11, L), (0, -10, L), (0, -9, L), (0, -8, L), (1, -12, L), (1, -10, L),
    (1, -8, L), (2, -11, L), (2, -10, L), (2, -9, L), (3, -12, L), (4, -12, L), (-2, -9, S), (-2, -8, S),
    (-2, -7, S), (-2, -6, S), (-1, -12, S), (-1, -11, S), (-1, -10, S), (0, -13, S), (1, -13, S),
    (2, -13, S), (2, -12, S), (3, -13, S), (3, -10, S), (3, -9, S), (3, -8, S), (4, -14, S), (4, -11, S),
    (5, -14, S), (5, -13, S), (5, -12, S),
];

/// For each number of players, from two: settlements, land, sea.
const SIZES: [(usize, usize, usize); 3] = [(17, 30, 44), (26, 43, 64), (34, 56, 84)];

/// How large the board of so many players is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of settlements.
    pub n_settlements: usize,
    /// The number of land spaces.
    pub n_land: usize,
    /// The number of sea spaces.
    pub n_sea: usize,
    /// The figures of each kind.
    pub figures_each: usize,
}

impl Extent {
    /// The board of 2 to 4 players.
    pub const fn of(n_seats: usize) -> Self {
        let (n_settlements, n_land, n_sea) = SIZES[n_seats - 2];
        Self { n_settlements, n_land, n_sea, figures_each: 3 * n_seats + 1 }
    }

    /// All spaces together.
    pub const fn n_spaces(self) -> usize {
        self.n_settlements + self.n_land + self.n_sea
    }

    /// All settlements.
    pub const fn settlements(self) -> Settlements {
        (1 << self.n_settlements) - 1
    }

    /// All land spaces.
    pub const fn lands(self) -> Lands {
        (1 << self.n_land) - 1
    }

    /// All sea spaces.
    pub const fn seas(self) -> Seas {
        (1 << self.n_sea) - 1
    }
}

/// No settlement: the place of a second neighbour where there is none. Its bit is in no set of settlements.
pub const NONE: u8 = 63;

/// What each space is.
const KINDS: [Space; N_SPACES] = {
    let mut kinds = [Space::Sea(0); N_SPACES];
    let (mut settlements, mut lands, mut seas) = (0, 0, 0);
    let mut id = 0;
    while id < N_SPACES {
        kinds[id] = match SPACES[id].2 {
            L => {
                lands += 1;
                Space::Land(lands - 1)
            }
            S => {
                seas += 1;
                Space::Sea(seas - 1)
            }
            _ => {
                settlements += 1;
                Space::Settlement(settlements - 1)
            }
        };
        id += 1;
    }
    kinds
};

const SETTLEMENT_IDS: [u8; N_SETTLEMENTS] = ids_of(0);
const LAND_IDS: [u8; N_LAND] = ids_of(1);
const SEA_IDS: [u8; N_SEA] = ids_of(2);

const fn ids_of<const N: usize>(sort: u8) -> [u8; N] {
    let mut ids = [0; N];
    let mut id = 0;
    while id < N_SPACES {
        match (KINDS[id], sort) {
            (Space::Settlement(n), 0) | (Space::Land(n), 1) | (Space::Sea(n), 2) => {
                ids[n as usize] = id as u8;
            }
            _ => {}
        }
        id += 1;
    }
    ids
}

impl Space {
    /// The space with this id.
    pub const fn of_id(id: u8) -> Option<Self> {
        if (id as usize) < N_SPACES { Some(KINDS[id as usize]) } else { None }
    }

    /// The id of the space, as the map and all texts have it.
    pub const fn id(self) -> u8 {
        match self {
            Self::Settlement(n) => SETTLEMENT_IDS[n as usize],
            Self::Land(n) => LAND_IDS[n as usize],
            Self::Sea(n) => SEA_IDS[n as usize],
        }
    }

    /// The axial coordinates: `q` grows to the east, `r` to the south.
    pub const fn coordinates(self) -> (i8, i8) {
        let (q, r, _) = SPACES[self.id() as usize];
        (q, r)
    }

    /// How many figures a settlement has room for: one in a village, two in a city, three in Edo. 0 for land and sea.
    pub const fn buildings(self) -> u8 {
        match self {
            Self::Settlement(_) => SPACES[self.id() as usize].2,
            _ => 0,
        }
    }
}

const fn are_neighbours(one: usize, other: usize) -> bool {
    let (q, r) = (SPACES[one].0 - SPACES[other].0, SPACES[one].1 - SPACES[other].1);
    matches!((q, r), (1 | -1, 0) | (0, 1 | -1) | (1, -1) | (-1, 1))
}

const fn settlements_beside(id: usize) -> [u8; 2] {
    let mut beside = [NONE; 2];
    let mut found = 0;
    let mut n = 0;
    while n < N_SETTLEMENTS {
        if are_neighbours(SETTLEMENT_IDS[n] as usize, id) {
            beside[found] = n as u8;
            found += 1;
        }
        n += 1;
    }
    beside
}

/// The two settlements that each land space touches, the lower number first.
pub const BESIDE_LAND: [[u8; 2]; N_LAND] = {
    let mut beside = [[NONE; 2]; N_LAND];
    let mut n = 0;
    while n < N_LAND {
        beside[n] = settlements_beside(LAND_IDS[n] as usize);
        n += 1;
    }
    beside
};

/// The settlements that each sea space touches: two, one or none, the lower number first and [`NONE`] for the rest.
pub const BESIDE_SEA: [[u8; 2]; N_SEA] = {
    let mut beside = [[NONE; 2]; N_SEA];
    let mut n = 0;
    while n < N_SEA {
        beside[n] = settlements_beside(SEA_IDS[n] as usize);
        n += 1;
    }
    beside
};

/// The land spaces around each settlement.
pub const LAND_AROUND: [Lands; N_SETTLEMENTS] = {
    let mut around = [0; N_SETTLEMENTS];
    let mut n = 0;
    while n < N_LAND {
        let [one, other] = BESIDE_LAND[n];
        around[one as usize] |= 1 << n;
        around[other as usize] |= 1 << n;
        n += 1;
    }
    around
};

/// The sea spaces around each settlement.
pub const SEA_AROUND: [Seas; N_SETTLEMENTS] = {
    let mut around = [0; N_SETTLEMENTS];
    let mut n = 0;
    while n < N_SEA {
        let [one, other] = BESIDE_SEA[n];
        if one != NONE {
            around[one as usize] |= 1 << n;
        }
        if other != NONE {
            around[other as usize] |= 1 << n;
        }
        n += 1;
    }
    around
};

/// The numbers in a set of settlements or land.
pub fn numbers(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            first as u8
        })
    })
}

/// The numbers in a set of sea spaces.
pub fn sea_numbers(mut set: Seas) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            first as u8
        })
    })
}

/// The only bit of a settlement's number; nothing for [`NONE`] in any set of settlements.
#[inline]
pub const fn bit(settlement: u8) -> Settlements {
    1 << settlement
}

/// The set of the settlements that have all kinds of figures: Edo.
pub fn edo(n_seats: usize) -> Settlements {
    let all = 0..Extent::of(n_seats).n_settlements as u8;
    all.filter(|&settlement| Space::Settlement(settlement).buildings() == E).map(bit).sum()
}
