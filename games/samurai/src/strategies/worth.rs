//! What a tile is worth on a space, by the three formulas of the study:
//!
//! - domain: its strength, for each figure that it influences, and how the influences there compare;
//! - keep in hand: k · (round − boundary), for each tile played;
//! - state of the score: fixed / (figures missing to the majority), or a penalty where a majority is certain.
//!
//! With more than two players the opponent is whoever has the most.

use ludwerk_core::Seat;

use crate::board::{BESIDE_LAND, BESIDE_SEA, NONE, Space, numbers};
use crate::state::State;
use crate::strategies::reading::{Domain, Per, Points, Reading, UNIT};
use crate::tile::{Kind, N_KINDS, Tile};

/// One more than the number of any settlement, and of [`NONE`].
const N: usize = NONE as usize + 1;

/// What tiles are worth to a seat on a board, in thousandths.
pub struct Worth {
    points: Points,
    per: Per,
    score_per: Per,
    counts_decided: bool,
    /// The kinds that stand in each settlement, a bit each.
    kinds: [u8; N],
    open: u64,
    n_settlements: u8,
    /// What each figure is worth beside strength.
    beside_strength: [[i32; N_KINDS]; N],
    strength: i32,
    /// The state of the score for each set of kinds.
    score: [i32; 1 << N_KINDS],
    keep: [i32; 4],
}

/// What a tile is worth beside each settlement.
pub struct Row {
    worth: [i32; N],
    influences: u8,
    keep: i32,
}

impl Worth {
    /// What tiles are worth to `seat`.
    pub fn new(reading: &Reading, state: &State, seat: Seat) -> Self {
        let mut worth = Self {
            points: reading.points,
            per: reading.per,
            score_per: reading.score_per,
            counts_decided: reading.counts_decided,
            kinds: [0; N],
            open: state.open(),
            n_settlements: state.extent().n_settlements as u8,
            beside_strength: [[0; N_KINDS]; N],
            strength: thousandths(reading.weights[0]),
            score: [0; 1 << N_KINDS],
            keep: [0; 4],
        };
        worth.judge_influence(reading, state, seat);
        if reading.weights[2] != 0.0 {
            worth.judge_score(reading, state, seat);
        }
        if reading.weights[1] != 0.0 {
            let rounds = f64::from(state.round()) - reading.boundary;
            worth.keep = reading.keep.map(|k| thousandths(reading.weights[1] * k * rounds));
        }
        worth
    }

    fn judge_influence(&mut self, reading: &Reading, state: &State, seat: Seat) {
        for settlement in numbers(self.open) {
            let own = state.influence(settlement, seat);
            let place = usize::from(settlement);
            for kind in Kind::ALL {
                if state.figures(kind) >> settlement & 1 == 0 {
                    continue;
                }
                self.kinds[place] |= 1 << kind as u8;
                let others = Seat::all(state.n_seats()).filter(|&other| other != seat);
                let opponent = others.map(|other| state.influence(settlement, other).on(kind)).max();
                let lead = i32::from(own.on(kind)) - i32::from(opponent.unwrap_or(0));
                self.beside_strength[place][kind as usize] = self.strength
                    * match reading.domain {
                        Domain::Nothing => 0,
                        Domain::Literal => lead,
                        Domain::Contrary => -lead,
                        Domain::Close => -lead.abs(),
                    };
            }
        }
    }

    fn judge_score(&mut self, reading: &Reading, state: &State, seat: Seat) {
        let enough = state.extent().figures_each as u8 / 2 + 1;
        let of_kind = Kind::ALL.map(|kind| {
            let count = |seat: Seat| state.captured(seat)[kind as usize];
            let value = if Seat::all(state.n_seats()).any(|seat| count(seat) >= enough) {
                -reading.penalty
            } else {
                reading.fixed / f64::from(enough - count(seat))
            };
            thousandths(reading.weights[2] * value)
        });
        for (set, score) in self.score.iter_mut().enumerate() {
            *score = (0..N_KINDS).filter(|kind| set >> kind & 1 != 0).map(|kind| of_kind[kind]).sum();
        }
    }

    /// What a tile is worth beside each settlement.
    pub fn row(&self, tile: Tile) -> Row {
        let influences = Kind::ALL.into_iter().filter(|&kind| tile.influences(kind));
        let mut row = Row {
            worth: [0; N],
            influences: influences.fold(0, |set, kind| set | 1 << kind as u8),
            keep: self.keep[keep_class(tile)],
        };
        let strength = i32::from(tile.strength()) * self.strength;
        for settlement in numbers(self.open) {
            let place = usize::from(settlement);
            let influenced = self.kinds[place] & row.influences;
            if influenced == 0 {
                continue;
            }
            let of_kind = |kind: usize| {
                let score = if self.score_per == Per::Figure { self.score[1 << kind] } else { 0 };
                strength + self.beside_strength[place][kind] + score
            };
            let each = (0..N_KINDS).filter(|kind| influenced >> kind & 1 != 0).map(of_kind);
            row.worth[place] = match self.per {
                Per::Figure => each.sum(),
                Per::Group => each.max().unwrap_or(0),
            };
        }
        if self.counts_decided && tile.is_ship() {
            for settlement in (0..self.n_settlements).filter(|settlement| self.open >> settlement & 1 == 0) {
                let figures = match self.per {
                    Per::Figure => i32::from(Space::Settlement(settlement).buildings()),
                    Per::Group => 1,
                };
                row.worth[usize::from(settlement)] = strength * figures;
            }
        }
        row
    }

    /// What a tile is worth between two settlements.
    #[inline]
    pub fn between(&self, row: &Row, [one, other]: [u8; 2]) -> i32 {
        let (one, other) = (usize::from(one), usize::from(other));
        let kinds = |place: usize| self.kinds[place] & row.influences;
        let score = |set: u8| if self.score_per == Per::Group { self.score[usize::from(set)] } else { 0 };
        row.keep
            + match self.points {
                Points::Sum => row.worth[one] + row.worth[other] + score(kinds(one) | kinds(other)),
                Points::Best => {
                    let at = |place: usize| row.worth[place] + score(kinds(place));
                    let counts = |place: usize| kinds(place) != 0 || row.worth[place] != 0;
                    match (counts(one), counts(other)) {
                        (true, true) => at(one).max(at(other)),
                        (true, false) => at(one),
                        (false, true) => at(other),
                        (false, false) => 0,
                    }
                }
            }
    }

    /// The settlements that count for ships beside them.
    pub fn seen_from_sea(&self) -> u64 {
        if self.counts_decided { (1 << self.n_settlements) - 1 } else { self.open }
    }

    /// What a tile is worth on a land space.
    #[inline]
    pub fn on_land(&self, row: &Row, land: u8) -> i32 {
        self.between(row, BESIDE_LAND[usize::from(land)])
    }

    /// What a ship is worth on a sea space.
    #[inline]
    pub fn on_sea(&self, row: &Row, sea: u8) -> i32 {
        self.between(row, BESIDE_SEA[usize::from(sea)])
    }
}

/// Which of the numbers of `keep` goes for a tile.
fn keep_class(tile: Tile) -> usize {
    match tile {
        Tile::RONIN => 3,
        tile if tile.is_ship() => 2,
        tile if Kind::ALL.into_iter().all(|kind| tile.influences(kind)) => 1,
        _ => 0,
    }
}

fn thousandths(value: f64) -> i32 {
    (value * UNIT).round() as i32
}
