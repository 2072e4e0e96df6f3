//! Plies in 32 bits: a tag and up to 24 bits of what it takes.

use std::fmt;

use ludwerk_core::Move;

use crate::board::{N_LAND, N_SEA, N_SETTLEMENTS, Space};
use crate::tile::{Kind, Tile, Tiles};

/// A ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SamuraiMove(u32);

/// What a ply does. Spaces are numbered among their like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Puts a tile on a land space.
    Land(Tile, u8),
    /// Puts a ship on a sea space.
    Sea(Tile, u8),
    /// Exchanges two figures of two settlements, the one with the lower id first.
    Swap([(u8, Kind); 2]),
    /// Moves an own tile from one land space to another and leaves the token exchange there.
    Shift(u8, u8),
    /// Ends the turn.
    End,
    /// Does nothing, since nothing can be played.
    Pass,
    /// Puts a figure into a settlement, before the game.
    Figure(Kind, u8),
    /// Chooses the first hand.
    Hand(Tiles),
    /// Draws a tile: an outcome of chance, where piles have no order.
    Draw(Tile),
}

const LAND: u32 = 1;
const SEA: u32 = 2;
const SWAP: u32 = 3;
const SHIFT: u32 = 4;
const END: u32 = 5;
const PASS: u32 = 6;
const FIGURE: u32 = 7;
const HAND: u32 = 8;
const DRAW: u32 = 9;

const fn tagged(tag: u32, rest: u32) -> SamuraiMove {
    SamuraiMove(tag << 24 | rest)
}

impl SamuraiMove {
    /// Ends the turn.
    pub const END: Self = tagged(END, 0);
    /// Does nothing.
    pub const PASS: Self = tagged(PASS, 0);

    /// The ply that does this.
    #[inline]
    pub fn new(action: Action) -> Self {
        match action {
            Action::Land(tile, land) => Self::land(tile, land),
            Action::Sea(tile, sea) => Self::sea(tile, sea),
            Action::Swap([(one, kind), (other, other_kind)]) => tagged(
                SWAP,
                u32::from(one) << 16 | u32::from(other) << 8 | (kind as u32) << 4 | other_kind as u32,
            ),
            Action::Shift(from, to) => tagged(SHIFT, u32::from(from) << 8 | u32::from(to)),
            Action::End => Self::END,
            Action::Pass => Self::PASS,
            Action::Figure(kind, settlement) => tagged(FIGURE, (kind as u32) << 8 | u32::from(settlement)),
            Action::Hand(tiles) => tagged(HAND, hand_bits(tiles)),
            Action::Draw(tile) => tagged(DRAW, u32::from(tile.idx())),
        }
    }

    /// Puts a tile on a land space.
    #[inline]
    pub const fn land(tile: Tile, land: u8) -> Self {
        tagged(LAND, (tile.idx() as u32) << 8 | land as u32)
    }

    /// Puts a ship on a sea space.
    #[inline]
    pub const fn sea(tile: Tile, sea: u8) -> Self {
        tagged(SEA, (tile.idx() as u32) << 8 | sea as u32)
    }

    /// What the ply does.
    #[inline]
    pub fn action(self) -> Action {
        self.decode().unwrap_or(Action::Pass)
    }

    /// The space that a tile is put on.
    pub fn target(self) -> Option<Space> {
        match self.action() {
            Action::Land(_, land) | Action::Shift(_, land) => Some(Space::Land(land)),
            Action::Sea(_, sea) => Some(Space::Sea(sea)),
            _ => None,
        }
    }

    #[inline]
    fn decode(self) -> Option<Action> {
        let (tag, rest) = (self.0 >> 24, self.0 & 0x00ff_ffff);
        let (high, middle, low) = ((rest >> 16) as u8, (rest >> 8) as u8, rest as u8);
        let small = high == 0;
        match tag {
            LAND => {
                let tile = Tile::of_idx(middle).filter(|tile| tile.is_for_land())?;
                (small && usize::from(low) < N_LAND).then_some(Action::Land(tile, low))
            }
            SEA => {
                let tile = Tile::of_idx(middle).filter(|tile| tile.is_ship())?;
                (small && usize::from(low) < N_SEA).then_some(Action::Sea(tile, low))
            }
            SWAP => {
                let kinds = (kind_of(low >> 4)?, kind_of(low & 15)?);
                let are_settlements = high < middle && usize::from(middle) < N_SETTLEMENTS;
                are_settlements.then_some(Action::Swap([(high, kinds.0), (middle, kinds.1)]))
            }
            SHIFT => {
                let are_land = usize::from(middle.max(low)) < N_LAND && middle != low;
                (small && are_land).then_some(Action::Shift(middle, low))
            }
            END => (rest == 0).then_some(Action::End),
            PASS => (rest == 0).then_some(Action::Pass),
            FIGURE => {
                let kind = kind_of(middle)?;
                (small && usize::from(low) < N_SETTLEMENTS).then_some(Action::Figure(kind, low))
            }
            HAND => hand_of(rest).map(Action::Hand),
            DRAW => (rest >> 8 == 0).then_some(Action::Draw(Tile::of_idx(low)?)),
            _ => None,
        }
    }
}

fn kind_of(idx: u8) -> Option<Kind> {
    Kind::ALL.get(usize::from(idx)).copied()
}

/// The sorts that a player has twice.
fn pairs() -> impl Iterator<Item = Tile> {
    Tile::all().filter(|tile| tile.count() == 2)
}

/// A bit for each sort, and behind them one for each second tile of a sort.
fn hand_bits(tiles: Tiles) -> u32 {
    let firsts = tiles.sorts().fold(0, |bits, tile| bits | 1 << tile.idx());
    pairs()
        .zip(17..)
        .filter(|&(tile, _)| tiles.count(tile) == 2)
        .fold(firsts, |bits, (_, place)| bits | 1 << place)
}

fn hand_of(bits: u32) -> Option<Tiles> {
    let mut tiles: Tiles = Tile::all().filter(|tile| bits >> tile.idx() & 1 != 0).collect();
    for (tile, place) in pairs().zip(17..) {
        if bits >> place & 1 != 0 {
            tiles = Some(tiles).filter(|tiles| tiles.has(tile))?.with(tile);
        }
    }
    (bits >> 20 == 0).then_some(tiles)
}

impl Move for SamuraiMove {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        let mv = Self(bits);
        mv.decode().map(|_| mv)
    }
}

impl fmt::Debug for SamuraiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action().fmt(f)
    }
}
