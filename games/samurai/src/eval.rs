//! The evaluation: how the figures are likely to fall, and what each player still has to play.

use ludwerk_core::{Evaluate, Feature, Seat, WeightFile, WeightPreset};

use crate::board::{BySeat, bit, numbers};
use crate::prospects::{Prospects, majority, win};
use crate::rules::Samurai;
use crate::state::{Phase, State};
use crate::tile::{Kind, N_KINDS, Tile, Tiles};

const FEATURES: [Feature; 9] = [
    feature(
        "majorities",
        "log of the odds to win, by the majorities that the figures are likely to give",
        0.95,
        (0.0, 5.0),
    ),
    feature("captured", "figures captured, less what the best of the others has", 0.1, (-1.0, 1.0)),
    feature(
        "closeness",
        "figures still open that are likely won, less those of the best of the others",
        0.05,
        (-1.0, 1.0),
    ),
    feature("strength", "strength of the tiles not played yet, less the others' mean", 0.06, (-1.0, 1.0)),
    feature("characters", "ships and ronin not played yet, less the others' mean", 0.07, (-1.0, 1.0)),
    feature("kept", "ships and ronin in the own hand", -0.05, (-1.0, 1.0)),
    feature("exchanges", "exchanges not played yet, less the others' mean", 0.33, (-1.0, 1.0)),
    feature(
        "last-space",
        "figures with one free land space left that the seat can decide, as it is to move",
        -0.08,
        (-1.0, 1.0),
    ),
    feature(
        "ties",
        "open figures that are tied, if the seat is behind; less them, if it is ahead",
        0.02,
        (-1.0, 1.0),
    ),
];

const fn feature(name: &'static str, help: &'static str, weight: f64, bounds: (f64, f64)) -> Feature {
    Feature { name, help, weight, bounds, scale: 0.05 }
}

impl Evaluate for Samurai {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn n_extra_features(&self) -> usize {
        0
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[WeightFile {
            name: "tuned-a3",
            help: "options of samurai-a3, found by CMA-ES from samurai-a3-strong",
            bytes: include_bytes!("../weights/tuned-a3.toml"),
            is_default: false,
        }]
    }

    #[inline]
    fn measure(&self, state: &State, seat: Seat, values: &mut [f64]) {
        let features = features(&Forecast::new(state), state, seat);
        values.copy_from_slice(&features[..values.len()]);
    }

    /// All seats share the forecast, which is most of the work.
    fn evaluate_all(&self, state: &State, weights: &[f64], values: &mut [f64]) {
        let outlook = Forecast::new(state);
        for (seat, value) in Seat::all(values.len()).zip(values) {
            let features = features(&outlook, state, seat);
            *value = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        }
    }
}

/// What the table of features measures, for a seat.
#[inline]
fn features(outlook: &Forecast, state: &State, seat: Seat) -> [f64; FEATURES.len()] {
    let n_seats = state.n_seats();
    let others = || Seat::all(n_seats).filter(move |&other| other != seat);
    let total = |seat: Seat| state.captured(seat).iter().map(|&n| f64::from(n)).sum::<f64>();
    let open = |seat: Seat| outlook.open[seat].iter().map(|&n| f64::from(n)).sum::<f64>();
    let best = |of: &dyn Fn(Seat) -> f64| others().map(of).fold(0.0, f64::max);
    let mean = |of: &dyn Fn(Seat) -> f64| others().map(of).sum::<f64>() / (n_seats - 1) as f64;
    let strength = |seat: Seat| f64::from(strength(state.left(seat)));
    let characters = |seat: Seat| f64::from(characters(state.left(seat)));
    let exchanges =
        |seat: Seat| f64::from(state.left(seat).count(Tile::SHIFT) + state.left(seat).count(Tile::SWAP));
    let chance = f64::from(outlook.chance_to_win(seat)).clamp(0.002, 0.998);
    let odds = (chance / (1.0 - chance)).ln();
    let is_mover = state.phase() == Phase::Turn && state.to_move() == seat;
    [
        odds,
        total(seat) - best(&total),
        open(seat) - best(&open),
        strength(seat) - mean(&strength),
        characters(seat) - mean(&characters),
        f64::from(self::characters(state.hand(seat))),
        exchanges(seat) - mean(&exchanges),
        if is_mover { f64::from(outlook.n_last) } else { 0.0 },
        if odds < 0.0 { f64::from(outlook.n_tied) } else { -f64::from(outlook.n_tied) },
    ]
}

/// The strength of tiles together, samurai and characters once.
fn strength(tiles: Tiles) -> u32 {
    tiles.sorts().map(|tile| u32::from(tile.strength()) * u32::from(tiles.count(tile))).sum()
}

fn characters(tiles: Tiles) -> u8 {
    tiles.count(Tile::SHIP1) + tiles.count(Tile::SHIP2) + tiles.count(Tile::RONIN)
}

/// How the open figures are likely to fall.
pub(crate) struct Forecast {
    n_seats: usize,
    captured: BySeat<[u8; N_KINDS]>,
    /// Open figures that each seat is likely to get, by kind.
    open: BySeat<[f32; N_KINDS]>,
    /// How far it may come otherwise, by kind: the sum of variances.
    pub spread: [f32; N_KINDS],
    n_last: u8,
    n_tied: u8,
}

impl Forecast {
    #[inline]
    pub fn new(state: &State) -> Self {
        let n_seats = state.n_seats();
        let prospects = Prospects::of(n_seats);
        let mut forecast = Self {
            n_seats,
            captured: state.captured,
            open: BySeat::default(),
            spread: [0.0; N_KINDS],
            n_last: 0,
            n_tied: 0,
        };
        let mover = state.to_move();
        for settlement in numbers(state.open()) {
            let free = state.free_around(settlement).count_ones();
            for kind in Kind::ALL {
                if state.figures(kind) & bit(settlement) == 0 {
                    continue;
                }
                let (first, second, leader) = best_two(state, settlement, kind);
                forecast.n_last += u8::from(free == 1);
                forecast.n_tied += u8::from(first == second && first > 0);
                for seat in Seat::all(n_seats) {
                    let own = i32::from(state.influence(settlement, seat).on(kind));
                    let margin = own - if seat == leader { second } else { first };
                    let chance = prospects.chance(seat == mover, free, margin);
                    forecast.open[seat][kind as usize] += chance;
                    forecast.spread[kind as usize] += chance * (1.0 - chance);
                }
            }
        }
        forecast
    }

    /// How many figures of a kind a seat has more than the best of the others in the end, as expected.
    #[inline]
    pub fn lead(&self, seat: Seat, kind: Kind) -> f32 {
        let expected =
            |seat: Seat| f32::from(self.captured[seat][kind as usize]) + self.open[seat][kind as usize];
        let rivals = Seat::all(self.n_seats).filter(|&other| other != seat).map(expected);
        expected(seat) - rivals.fold(0.0, f32::max)
    }

    /// The chances of a seat to get the three majorities.
    #[inline]
    pub fn majorities(&self, seat: Seat) -> [f32; N_KINDS] {
        Kind::ALL.map(|kind| majority(self.lead(seat, kind), self.spread[kind as usize]))
    }

    /// The chance to win.
    #[inline]
    pub fn chance_to_win(&self, seat: Seat) -> f32 {
        win(self.n_seats, self.majorities(seat))
    }

    /// What one more figure of each kind is worth to a seat, in chances to win.
    #[inline]
    pub fn worths(&self, seat: Seat) -> [f32; N_KINDS] {
        const STEP: f32 = 0.5;
        let majorities = self.majorities(seat);
        let now = win(self.n_seats, majorities);
        Kind::ALL.map(|kind| {
            let lead = self.lead(seat, kind) + STEP;
            let mut more = majorities;
            more[kind as usize] = majority(lead, self.spread[kind as usize]);
            (win(self.n_seats, more) - now) / STEP
        })
    }
}

/// The two greatest influences on a figure, and who has the first.
#[inline]
pub(crate) fn best_two(state: &State, settlement: u8, kind: Kind) -> (i32, i32, Seat) {
    let (mut first, mut second, mut leader) = (-1, -1, Seat::FIRST);
    for seat in Seat::all(state.n_seats()) {
        let influence = i32::from(state.influence(settlement, seat).on(kind));
        if influence > first {
            (second, first, leader) = (first, influence, seat);
        } else if influence > second {
            second = influence;
        }
    }
    (first, second, leader)
}
