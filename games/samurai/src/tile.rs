//! Tiles, figures, and what a player holds of them.

use std::fmt;

use serde::Serialize;

/// The sorts of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Rice.
    Rice = 0,
    /// Helmet.
    Helmet = 1,
    /// Buddha.
    Buddha = 2,
}

/// The number of sorts of figures.
pub const N_KINDS: usize = 3;

impl Kind {
    /// All of them.
    pub const ALL: [Self; N_KINDS] = [Self::Rice, Self::Helmet, Self::Buddha];

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        ["rice", "helmet", "buddha"][self as usize]
    }

    /// The letter in position texts.
    pub const fn letter(self) -> char {
        ['r', 'h', 'b'][self as usize]
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A sort of tile. Equal tiles are one sort: a player has two of some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The number of sorts of tiles.
pub const N_TILES: usize = 17;

const NAMES: [&str; N_TILES] = [
    "rice2", "rice3", "rice4", "helmet2", "helmet3", "helmet4", "buddha2", "buddha3", "buddha4", "samurai1",
    "samurai2", "samurai3", "shift", "ship1", "ship2", "ronin1", "swap",
];

const STRENGTHS: [u8; N_TILES] = [2, 3, 4, 2, 3, 4, 2, 3, 4, 1, 2, 3, 0, 1, 2, 1, 0];

/// The sum of influences on the three kinds of figures, five bits each: no sum gets near 32.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Influence(u16);

impl Influence {
    /// The influence on one kind.
    #[inline]
    pub const fn on(self, kind: Kind) -> u8 {
        (self.0 >> (5 * kind as u16) & 31) as u8
    }

    /// More of it.
    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Less of it; `other` is part of it.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Debug for Influence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Kind::ALL.map(|kind| self.on(kind))).finish()
    }
}

const INFLUENCES: [Influence; N_TILES] = {
    let mut influences = [Influence(0); N_TILES];
    let mut n = 0;
    while n < N_TILES {
        let strength = STRENGTHS[n] as u16;
        influences[n] =
            Influence(if n < 9 { strength << (5 * (n / 3)) } else { strength * 0b00001_00001_00001 });
        n += 1;
    }
    influences
};

impl Tile {
    /// The token exchange.
    pub const SHIFT: Self = Self(12);
    /// The weaker ship.
    pub const SHIP1: Self = Self(13);
    /// The stronger ship.
    pub const SHIP2: Self = Self(14);
    /// The ronin.
    pub const RONIN: Self = Self(15);
    /// The figure exchange.
    pub const SWAP: Self = Self(16);

    /// All sorts, in the order of the rules.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..N_TILES as u8).map(Self)
    }

    /// The sort with this number.
    pub const fn of_idx(idx: u8) -> Option<Self> {
        if (idx as usize) < N_TILES { Some(Self(idx)) } else { None }
    }

    /// The number of the sort.
    #[inline]
    pub const fn idx(self) -> u8 {
        self.0
    }

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The tile with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|tile| tile.name() == name)
    }

    /// How much it influences what it influences.
    #[inline]
    pub const fn strength(self) -> u8 {
        STRENGTHS[self.0 as usize]
    }

    /// What it adds to a settlement beside it.
    #[inline]
    pub const fn influence(self) -> Influence {
        INFLUENCES[self.0 as usize]
    }

    /// Whether it influences this kind.
    #[inline]
    pub const fn influences(self, kind: Kind) -> bool {
        self.influence().on(kind) > 0
    }

    /// A turn may have one of these at most; the others, character tiles, know no limit.
    #[inline]
    pub const fn is_ordinary(self) -> bool {
        self.0 <= Self::SHIFT.0
    }

    /// Whether it is put on sea spaces.
    #[inline]
    pub const fn is_ship(self) -> bool {
        self.0 == Self::SHIP1.0 || self.0 == Self::SHIP2.0
    }

    /// Whether it is put on land: all but ships and the two exchanges.
    #[inline]
    pub const fn is_for_land(self) -> bool {
        self.0 < Self::SHIFT.0 || self.0 == Self::RONIN.0
    }

    /// Whether a token exchange may move it: ordinary tiles that were put on land.
    #[inline]
    pub const fn is_movable(self) -> bool {
        self.0 < Self::SHIFT.0
    }

    /// How many of them a player has.
    pub const fn count(self) -> u8 {
        if matches!(self.0, 9 | 10 | 13) { 2 } else { 1 }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Some tiles of one player: how many of each sort, in two bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u64);

const LOW_BITS: u64 = 0x5555_5555_5555_5555;

impl Tiles {
    /// No tiles.
    pub const NONE: Self = Self(0);

    /// The twenty tiles of a player.
    pub const ALL: Self = {
        let mut all = Self(0);
        let mut n = 0;
        while n < N_TILES as u8 {
            all.0 |= (Tile(n).count() as u64) << (2 * n);
            n += 1;
        }
        all
    };

    /// Those without the two exchanges.
    pub const WITHOUT_EXCHANGES: Self = Self::ALL.without(Tile::SHIFT).without(Tile::SWAP);

    /// How many of this sort.
    #[inline]
    pub const fn count(self, tile: Tile) -> u8 {
        (self.0 >> (2 * tile.0) & 3) as u8
    }

    /// How many in all.
    #[inline]
    pub const fn len(self) -> u32 {
        (self.0 & LOW_BITS).count_ones() + 2 * (self.0 & !LOW_BITS).count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is one of this sort.
    #[inline]
    pub const fn has(self, tile: Tile) -> bool {
        self.count(tile) > 0
    }

    /// One more of this sort; there were fewer than three.
    #[inline]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 + (1 << (2 * tile.0)))
    }

    /// One fewer of this sort; there was one.
    #[inline]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 - (1 << (2 * tile.0)))
    }

    /// These tiles less others, which are among them.
    #[inline]
    pub const fn minus(self, others: Self) -> Self {
        Self(self.0 - others.0)
    }

    /// Whether all of `others` are among these.
    pub fn contains(self, others: Self) -> bool {
        others.sorts().all(|tile| others.count(tile) <= self.count(tile))
    }

    /// The sorts of which there is at least one.
    #[inline]
    pub fn sorts(self) -> impl Iterator<Item = Tile> {
        let mut left = (self.0 | self.0 >> 1) & LOW_BITS;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros();
            (left != 0).then(|| {
                left &= left - 1;
                Tile((first / 2) as u8)
            })
        })
    }

    /// The tiles one by one, equal ones after each other.
    pub fn each(self) -> impl Iterator<Item = Tile> {
        self.sorts().flat_map(move |tile| std::iter::repeat_n(tile, usize::from(self.count(tile))))
    }

    /// The counts as bits, for keys.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

/// Tiles in the order in which they will be drawn, five bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pile(u128);

impl Pile {
    /// The most tiles that fit.
    pub const MOST: usize = 20;

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        (132 - self.0.leading_zeros()) / 5
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes the first.
    #[inline]
    pub fn draw(&mut self) -> Option<Tile> {
        let first = (self.0 & 31) as u8;
        self.0 >>= 5;
        first.checked_sub(1).map(Tile)
    }

    /// Puts a tile behind the last.
    #[inline]
    pub fn push(&mut self, tile: Tile) {
        self.0 |= u128::from(tile.0 + 1) << (5 * self.len());
    }

    /// The tiles in the order of drawing.
    pub fn tiles(mut self) -> impl Iterator<Item = Tile> {
        std::iter::from_fn(move || self.draw())
    }

    /// The tiles, whatever their order.
    pub fn as_set(self) -> Tiles {
        self.tiles().collect()
    }

    /// The pile without one tile of each of `taken`, the first of its sort.
    pub fn without(self, mut taken: Tiles) -> Self {
        let mut rest = Self::default();
        for tile in self.tiles() {
            if taken.has(tile) {
                taken = taken.without(tile);
            } else {
                rest.push(tile);
            }
        }
        rest
    }

    /// The order as bits, for keys.
    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }
}

impl FromIterator<Tile> for Pile {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut pile = Self::default();
        tiles.into_iter().take(Self::MOST).for_each(|tile| pile.push(tile));
        pile
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}
