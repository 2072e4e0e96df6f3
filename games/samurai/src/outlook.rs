//! What each ply is worth to the player to move, told from the figures beside it without playing it.
//!
//! A tile changes the margins and the free spaces of two settlements at most, so the worth of a ply is the sum of what
//! it changes there: for each figure the change of the lead to be expected, times what one more figure of that kind is
//! worth. Searches use it to order plies and as a first guess; games are played out with it.

use ludwerk_core::{Rng, Seat};

use crate::board::{BESIDE_LAND, BESIDE_SEA, N_SETTLEMENTS, NONE, bit, numbers, sea_numbers};
use crate::eval::Forecast;
use crate::moves::{Action, SamuraiMove};
use crate::prospects::Prospects;
use crate::rules::list_swaps;
use crate::state::State;
use crate::tile::{Kind, N_KINDS, N_TILES, Tile};

/// What must be gained for a ship or the ronin to be played rather than kept.
const KEEP_CHARACTER: f32 = 0.012;
/// The same for an exchange.
const KEEP_EXCHANGE: f32 = 0.03;
/// What it costs to end a turn without its ordinary tile.
const NO_ORDINARY: f32 = 0.06;
/// How much worth makes a ply `e` times as likely.
const WARMTH: f32 = 0.03;

/// The prospects of the player to move.
pub(crate) struct Outlook<'a> {
    state: &'a State,
    prospects: Prospects,
    rivals: f32,
    worths: [f32; N_KINDS],
    /// Own influence less the best of the others', for all kinds, whether or not a figure stands there.
    margins: [[i8; N_KINDS]; N_SETTLEMENTS],
    free: [u8; N_SETTLEMENTS],
    /// What the figures of a settlement are worth now.
    now: [f32; N_SETTLEMENTS],
    /// What a tile beside a settlement would add, by tile; [`UNKNOWN`] until it is asked for.
    gains: [[f32; N_TILES]; N_SETTLEMENTS],
}

const UNKNOWN: f32 = f32::MAX;

impl<'a> Outlook<'a> {
    pub fn new(state: &'a State) -> Self {
        let seat = state.to_move();
        let n_seats = state.n_seats();
        let mut outlook = Self {
            state,
            prospects: Prospects::of(n_seats),
            rivals: (n_seats - 1) as f32,
            worths: Forecast::new(state).worths(seat),
            margins: [[0; N_KINDS]; N_SETTLEMENTS],
            free: [0; N_SETTLEMENTS],
            now: [0.0; N_SETTLEMENTS],
            gains: [[UNKNOWN; N_TILES]; N_SETTLEMENTS],
        };
        for settlement in numbers(state.open()) {
            let n = usize::from(settlement);
            outlook.free[n] = state.free_around(settlement).count_ones() as u8;
            for kind in Kind::ALL {
                let on = |seat| state.influence(settlement, seat).on(kind) as i8;
                let others = Seat::all(n_seats).filter(|&other| other != seat).map(on).max().unwrap_or(0);
                outlook.margins[n][kind as usize] = on(seat) - others;
            }
            outlook.now[n] = outlook.worth(settlement, outlook.free[n], [0; N_KINDS]);
        }
        outlook
    }

    /// What a figure is worth: the lead that it is expected to bring, times what a lead is worth.
    #[inline]
    fn figure(&self, kind: Kind, free: u8, margin: i8) -> f32 {
        let chance = self.prospects.chance(false, u32::from(free), i32::from(margin));
        let others = if free == 0 && margin == 0 { 0.0 } else { (1.0 - chance) / self.rivals };
        self.worths[kind as usize] * (chance - others)
    }

    /// What the figures of a settlement are worth with so many free spaces and so much more influence.
    #[inline]
    fn worth(&self, settlement: u8, free: u8, more: [i8; N_KINDS]) -> f32 {
        let margins = &self.margins[usize::from(settlement)];
        let there = Kind::ALL.into_iter().filter(|&kind| self.state.figures(kind) & bit(settlement) != 0);
        there.map(|kind| self.figure(kind, free, margins[kind as usize] + more[kind as usize])).sum()
    }

    /// What a tile beside a settlement adds there.
    #[inline]
    fn gain(&mut self, tile: Tile, settlement: u8) -> f32 {
        if settlement == NONE || self.state.open() & bit(settlement) == 0 {
            return 0.0;
        }
        let known = self.gains[usize::from(settlement)][usize::from(tile.idx())];
        if known != UNKNOWN {
            return known;
        }
        let free = self.free[usize::from(settlement)] - u8::from(!tile.is_ship());
        let more = Kind::ALL.map(|kind| tile.influence().on(kind) as i8);
        let gain = self.worth(settlement, free, more) - self.now[usize::from(settlement)];
        self.gains[usize::from(settlement)][usize::from(tile.idx())] = gain;
        gain
    }

    #[inline]
    fn beside(&mut self, tile: Tile, [one, other]: [u8; 2]) -> f32 {
        self.gain(tile, one) + self.gain(tile, other)
    }

    /// What a ply is worth, in chances to win; ending the turn is worth nothing.
    pub fn value(&mut self, mv: SamuraiMove) -> f32 {
        match mv.action() {
            Action::Land(tile, land) => {
                let gain = self.beside(tile, BESIDE_LAND[usize::from(land)]);
                if tile.is_ordinary() { gain } else { gain - KEEP_CHARACTER }
            }
            Action::Sea(tile, sea) => self.beside(tile, BESIDE_SEA[usize::from(sea)]) - KEEP_CHARACTER,
            Action::Shift(from, to) => self.shift(from, to) - KEEP_EXCHANGE,
            Action::Swap([one, other]) => self.swap(one, other) - KEEP_EXCHANGE,
            Action::End if !self.state.ordinary_used() => -NO_ORDINARY,
            _ => 0.0,
        }
    }

    fn shift(&mut self, from: u8, to: u8) -> f32 {
        let Some((_, tile)) = self.state.on_land(from) else { return 0.0 };
        let less = Kind::ALL.map(|kind| -(tile.influence().on(kind) as i8));
        let open = self.state.open();
        let mut sum = self.beside(tile, BESIDE_LAND[usize::from(to)]);
        for settlement in BESIDE_LAND[usize::from(from)] {
            if open & bit(settlement) != 0 {
                let n = usize::from(settlement);
                sum += self.worth(settlement, self.free[n], less) - self.now[n];
            }
        }
        sum
    }

    fn swap(&self, (one, kind): (u8, Kind), (other, other_kind): (u8, Kind)) -> f32 {
        let at = |settlement: u8, kind: Kind| {
            let n = usize::from(settlement);
            self.figure(kind, self.free[n], self.margins[n][kind as usize])
        };
        at(one, other_kind) + at(other, kind) - at(one, kind) - at(other, other_kind)
    }

    /// How likely a ply is, compared with others.
    pub fn prior(&mut self, mv: SamuraiMove) -> f32 {
        (self.value(mv) / WARMTH).clamp(-20.0, 20.0).exp()
    }

    /// A ply drawn by its worth, quickly: noise is added to each worth and the greatest taken. Exchanges are looked at
    /// now and then only, since there are so many ways to use them.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<SamuraiMove> {
        let state = self.state;
        let hand = state.hand(state.to_move());
        let mut noise = Noise::new(rng);
        let end = if state.ordinary_used() { 0.0 } else { -NO_ORDINARY };
        let mut best = state.has_played().then(|| (end + noise.next(), SamuraiMove::END));
        let mut offer = |value: f32, mv: SamuraiMove| {
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        };
        for tile in hand.sorts() {
            if tile.is_ordinary() && state.ordinary_used() {
                continue;
            }
            if tile.is_for_land() {
                let keep = if tile.is_ordinary() { 0.0 } else { KEEP_CHARACTER };
                for land in numbers(state.free_land()) {
                    let value = self.beside(tile, BESIDE_LAND[usize::from(land)]) - keep;
                    offer(value + noise.next(), SamuraiMove::land(tile, land));
                }
            } else if tile.is_ship() {
                for sea in sea_numbers(state.free_sea()) {
                    let value = self.beside(tile, BESIDE_SEA[usize::from(sea)]) - KEEP_CHARACTER;
                    offer(value + noise.next(), SamuraiMove::sea(tile, sea));
                }
            } else if tile == Tile::SHIFT {
                let from = numbers(state.movable(state.to_move())).last();
                if let Some(from) = from {
                    for to in numbers(state.free_land()) {
                        let value = self.shift(from, to) - KEEP_EXCHANGE;
                        offer(value + noise.next(), SamuraiMove::new(Action::Shift(from, to)));
                    }
                }
            }
        }
        if hand.sorts().all(|tile| tile == Tile::SWAP) && !hand.is_empty() {
            list_swaps(state, |one, other| offer(noise.next(), SamuraiMove::new(Action::Swap([one, other]))));
        }
        best.map(|(_, mv)| mv)
    }
}

/// Noise that makes the greatest of noisy worths a draw by `exp(worth / WARMTH)` (E. Gumbel, 1954).
struct Noise(u64);

impl Noise {
    fn new(rng: &mut Rng) -> Self {
        Self(rng.next_u64() | 1)
    }

    #[inline]
    fn next(&mut self) -> f32 {
        // A short generator (Marsaglia, "Xorshift RNGs", 2003) is good enough here.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        GUMBEL[(self.0 >> 56) as usize] * WARMTH
    }
}

static GUMBEL: std::sync::LazyLock<[f32; 256]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|n| -(-((n as f32 + 0.5) / 256.0).ln()).ln()));
