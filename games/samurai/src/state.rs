//! A position: what lies where, who holds what, and the sums that follow from it.
//!
//! The influence of every player on every settlement is kept as tiles are put down, and so are the free spaces and a
//! hash of the board, so that nothing has to be summed up again. The order of the piles is part of the position: the
//! rules draw from the front. What a seat may see of it all is in `observe.rs`.

use ludwerk_core::{Seat, mix};
use serde::Serialize;

use crate::board::{
    BESIDE_LAND, BESIDE_SEA, BySeat, Extent, LAND_AROUND, Lands, MOST_SEATS, N_LAND, N_SEA, N_SETTLEMENTS,
    NONE, Seas, Settlements, bit, numbers,
};
use crate::moves::SamuraiMove;
use crate::tile::{Influence, Kind, N_KINDS, Pile, Tile, Tiles};

/// How many tiles a hand is filled up to.
pub const HAND: u32 = 5;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The last figure of a kind has left the board.
    Kind,
    /// Four figures were set aside.
    Ties,
    /// No figure is left.
    #[serde(rename = "all")]
    Figures,
    /// Nobody can play a tile.
    Stuck,
}

impl End {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Kind, Self::Ties, Self::Figures, Self::Stuck];

    /// The word in records and texts.
    pub const fn name(self) -> &'static str {
        ["kind", "ties", "all", "stuck"][self as usize]
    }

    /// The same in a sentence's part.
    pub const fn words(self) -> &'static str {
        [
            "the last figure of a kind is gone",
            "four figures are set aside",
            "no figure is left",
            "nobody can play a tile",
        ][self as usize]
    }
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The player to move chooses a first hand.
    Hand,
    /// The player to move puts a figure into a settlement.
    Figure,
    /// The player to move plays tiles.
    Turn,
    /// The player to move draws, where piles have no order.
    Draw,
    /// Nothing.
    Over(End),
}

/// A tile on the board, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Laid(u8);

impl Laid {
    pub fn new(seat: Seat, tile: Tile) -> Self {
        Self((seat.idx() as u8) << 5 | (tile.idx() + 1))
    }

    pub fn get(self) -> Option<(Seat, Tile)> {
        let tile = Tile::of_idx((self.0 & 31).checked_sub(1)?)?;
        Some((Seat::new(usize::from(self.0 >> 5)), tile))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each read on its own")]
pub struct State {
    pub(crate) piles: BySeat<Pile>,
    pub(crate) free_sea: Seas,
    pub(crate) free_land: Lands,
    /// Where figures of each kind stand.
    pub(crate) figures: [Settlements; N_KINDS],
    pub(crate) hands: BySeat<Tiles>,
    /// What a player has in hand and pile: everyone can tell.
    pub(crate) left: BySeat<Tiles>,
    /// The land tiles of each player that a token exchange may move.
    pub(crate) movable: BySeat<Lands>,
    /// A hash of what lies on the board.
    pub(crate) board_key: u64,
    /// In a world that is searched, the last ply of this turn, if no capture followed from it: see `distinct.rs`.
    pub(crate) last: Option<SamuraiMove>,
    pub(crate) influence: [BySeat<Influence>; N_SETTLEMENTS],
    pub(crate) land: [Laid; N_LAND],
    pub(crate) sea: [Laid; N_SEA],
    pub(crate) captured: BySeat<[u8; N_KINDS]>,
    pub(crate) aside: [u8; N_KINDS],
    /// The seats whose figure exchange is gone, a bit each.
    pub(crate) swapped: u8,
    pub(crate) n_seats: u8,
    pub(crate) to_move: Seat,
    pub(crate) round: u8,
    /// How many players in a row could play nothing.
    pub(crate) passes: u8,
    pub(crate) phase: Phase,
    /// The turn's ordinary tile was played.
    pub(crate) ordinary_used: bool,
    /// Some tile was played this turn.
    pub(crate) has_played: bool,
    /// Piles have no order: chance draws from them.
    pub(crate) draws_open: bool,
    /// A world that is searched, where plies that may change places need be tried in one order only.
    pub(crate) is_searched: bool,
}

impl State {
    /// An empty board.
    pub(crate) fn empty(n_seats: usize) -> Self {
        let extent = Extent::of(n_seats);
        Self {
            piles: BySeat::default(),
            free_sea: extent.seas(),
            free_land: extent.lands(),
            figures: [0; N_KINDS],
            hands: BySeat::new([Tiles::NONE; MOST_SEATS]),
            left: BySeat::new([Tiles::NONE; MOST_SEATS]),
            movable: BySeat::default(),
            board_key: 0,
            last: None,
            influence: [BySeat::default(); N_SETTLEMENTS],
            land: [Laid::default(); N_LAND],
            sea: [Laid::default(); N_SEA],
            captured: BySeat::default(),
            aside: [0; N_KINDS],
            swapped: 0,
            n_seats: n_seats as u8,
            to_move: Seat::FIRST,
            round: 1,
            passes: 0,
            phase: Phase::Turn,
            ordinary_used: false,
            has_played: false,
            draws_open: false,
            is_searched: false,
        }
    }

    /// The number of players.
    #[inline]
    pub fn n_seats(&self) -> usize {
        usize::from(self.n_seats)
    }

    /// The board of so many players.
    #[inline]
    pub fn extent(&self) -> Extent {
        Extent::of(self.n_seats())
    }

    /// Who acts, unless the game is over.
    #[inline]
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// What is to be done.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The round, from 1: how often it has been the current player's turn.
    #[inline]
    pub fn round(&self) -> u32 {
        u32::from(self.round)
    }

    /// Whether a tile was played this turn, so that it may end.
    #[inline]
    pub fn has_played(&self) -> bool {
        self.has_played
    }

    /// Whether the ordinary tile of this turn was played.
    #[inline]
    pub fn ordinary_used(&self) -> bool {
        self.ordinary_used
    }

    /// The tiles in a seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Tiles {
        self.hands[seat]
    }

    /// The tiles that a seat has not played yet, in hand or pile; public.
    #[inline]
    pub fn left(&self, seat: Seat) -> Tiles {
        self.left[seat]
    }

    /// The tiles that a seat will draw.
    #[inline]
    pub fn pile(&self, seat: Seat) -> Pile {
        self.piles[seat]
    }

    /// How many figures a seat has captured, by kind.
    #[inline]
    pub fn captured(&self, seat: Seat) -> [u8; N_KINDS] {
        self.captured[seat]
    }

    /// How many figures were set aside, by kind.
    #[inline]
    pub fn aside(&self) -> [u8; N_KINDS] {
        self.aside
    }

    /// The settlements where a figure of this kind stands.
    #[inline]
    pub fn figures(&self, kind: Kind) -> Settlements {
        self.figures[kind as usize]
    }

    /// The figures of a kind that are still to be placed before the game.
    pub(crate) fn supply(&self, kind: Kind) -> usize {
        self.extent().figures_each.saturating_sub(self.figures(kind).count_ones() as usize)
    }

    /// The settlements where any figure stands.
    #[inline]
    pub fn open(&self) -> Settlements {
        self.figures[0] | self.figures[1] | self.figures[2]
    }

    /// The influence of a seat on a settlement.
    #[inline]
    pub fn influence(&self, settlement: u8, seat: Seat) -> Influence {
        self.influence[usize::from(settlement)][seat]
    }

    /// The land spaces without a tile.
    #[inline]
    pub fn free_land(&self) -> Lands {
        self.free_land
    }

    /// The sea spaces without a tile.
    #[inline]
    pub fn free_sea(&self) -> Seas {
        self.free_sea
    }

    /// The land spaces around a settlement that are still free.
    #[inline]
    pub fn free_around(&self, settlement: u8) -> Lands {
        LAND_AROUND[usize::from(settlement)] & self.free_land
    }

    /// The own tiles that a seat could move by a token exchange.
    #[inline]
    pub fn movable(&self, seat: Seat) -> Lands {
        self.movable[seat]
    }

    /// The tile on a land space and whose it is.
    pub fn on_land(&self, land: u8) -> Option<(Seat, Tile)> {
        self.land[usize::from(land)].get()
    }

    /// The tile on a sea space and whose it is.
    pub fn on_sea(&self, sea: u8) -> Option<(Seat, Tile)> {
        self.sea[usize::from(sea)].get()
    }

    /// Whether a tile on this free land space would surround a settlement where figures stand.
    #[inline]
    pub fn closes(&self, land: u8) -> bool {
        let open = self.open();
        BESIDE_LAND[usize::from(land)]
            .into_iter()
            .any(|settlement| open & bit(settlement) != 0 && self.free_around(settlement) == 1 << land)
    }

    /// Puts a tile on land; nothing else changes.
    #[inline]
    pub(crate) fn lay_on_land(&mut self, seat: Seat, tile: Tile, land: u8) {
        self.free_land &= !(1 << land);
        self.land[usize::from(land)] = Laid::new(seat, tile);
        self.board_key ^= land_key(land, seat, tile);
        if tile.is_movable() {
            self.movable[seat] |= 1 << land;
        }
        for settlement in BESIDE_LAND[usize::from(land)] {
            let influence = &mut self.influence[usize::from(settlement)][seat];
            *influence = influence.plus(tile.influence());
        }
    }

    /// Takes a tile off its land space, which another takes at once.
    #[inline]
    pub(crate) fn take_from_land(&mut self, seat: Seat, tile: Tile, land: u8) {
        self.board_key ^= land_key(land, seat, tile);
        self.movable[seat] &= !(1 << land);
        for settlement in BESIDE_LAND[usize::from(land)] {
            let influence = &mut self.influence[usize::from(settlement)][seat];
            *influence = influence.minus(tile.influence());
        }
    }

    /// Puts a ship on the sea.
    #[inline]
    pub(crate) fn lay_on_sea(&mut self, seat: Seat, tile: Tile, sea: u8) {
        self.free_sea &= !(1 << sea);
        self.sea[usize::from(sea)] = Laid::new(seat, tile);
        self.board_key ^=
            mix(0x5ea << 32 | u64::from(sea) << 16 | (seat.idx() as u64) << 8 | u64::from(tile.idx()));
        for settlement in BESIDE_SEA[usize::from(sea)] {
            if settlement != NONE {
                let influence = &mut self.influence[usize::from(settlement)][seat];
                *influence = influence.plus(tile.influence());
            }
        }
    }

    /// Takes a tile out of a hand, for good.
    #[inline]
    pub(crate) fn spend(&mut self, seat: Seat, tile: Tile) {
        self.hands[seat] = self.hands[seat].without(tile);
        self.left[seat] = self.left[seat].without(tile);
    }

    /// Resolves the settlements among these that are surrounded; gives whether there was one.
    #[inline]
    pub(crate) fn capture(&mut self, settlements: Settlements) -> bool {
        let mut has_captured = false;
        for settlement in numbers(settlements & self.open()) {
            if self.free_around(settlement) == 0 {
                self.resolve(settlement);
                has_captured = true;
            }
        }
        has_captured
    }

    fn resolve(&mut self, settlement: u8) {
        for kind in Kind::ALL {
            if self.figures[kind as usize] & bit(settlement) == 0 {
                continue;
            }
            self.figures[kind as usize] &= !bit(settlement);
            match self.leader(settlement, kind) {
                Some(seat) => self.captured[seat][kind as usize] += 1,
                None => self.aside[kind as usize] += 1,
            }
        }
    }

    /// Who has the most influence on a kind of figure in a settlement; `None` for a tie.
    pub fn leader(&self, settlement: u8, kind: Kind) -> Option<Seat> {
        let influence = |seat: Seat| self.influence[usize::from(settlement)][seat].on(kind);
        let most = Seat::all(self.n_seats()).map(influence).max()?;
        let mut leaders = Seat::all(self.n_seats()).filter(|&seat| influence(seat) == most);
        leaders.next().filter(|_| leaders.next().is_none())
    }

    /// The hash of the board, computed from nothing.
    pub(crate) fn board_key_from_scratch(&self) -> u64 {
        let mut copy = Self::empty(self.n_seats());
        for land in 0..N_LAND as u8 {
            if let Some((seat, tile)) = self.on_land(land) {
                copy.lay_on_land(seat, tile, land);
            }
        }
        for sea in 0..N_SEA as u8 {
            if let Some((seat, tile)) = self.on_sea(sea) {
                copy.lay_on_sea(seat, tile, sea);
            }
        }
        copy.board_key
    }
}

#[inline]
fn land_key(land: u8, seat: Seat, tile: Tile) -> u64 {
    mix(0x1a4d << 32 | u64::from(land) << 16 | (seat.idx() as u64) << 8 | u64::from(tile.idx()))
}
