//! How likely a seat is to get a figure that still stands, and what follows for the majorities.
//!
//! A figure is judged by its margin (the seat's influence on it less the best of the others'), by how many land spaces
//! around it are free, and by whether the seat is to move: the chance is `1 / (1 + (n-1)·exp(-c·(margin ± b)))`, with
//! a steepness `c` and a worth `b` of being to move for each number of free spaces. A surrounded figure is decided.
//! The numbers were fitted to games of the program against itself.

use std::sync::LazyLock;

use crate::board::MOST_SEATS;

/// Margins beyond this are as good as this.
const MOST_MARGIN: i32 = 12;
const N_MARGINS: usize = 2 * MOST_MARGIN as usize + 1;
/// The most land spaces around a settlement.
const MOST_FREE: usize = 6;

/// Steepness by free land spaces, from one.
const STEEPNESS: [f64; MOST_FREE] = [0.44, 0.33, 0.27, 0.25, 0.22, 0.2];
/// The worth of being to move in units of influence, by free land spaces.
const TEMPO: [f64; MOST_FREE] = [1.15, 0.0, 0.0, 0.0, 0.0, 0.0];

/// Chances by who is to move, free land spaces and margin.
type Table = [[[f32; N_MARGINS]; MOST_FREE + 1]; 2];

/// A table for each number of seats.
static TABLES: LazyLock<[Table; MOST_SEATS + 1]> = LazyLock::new(|| std::array::from_fn(table));

fn table(n_seats: usize) -> Table {
    let rivals = n_seats.saturating_sub(1).max(1) as f64;
    std::array::from_fn(|is_mover| {
        std::array::from_fn(|free| {
            std::array::from_fn(|place| {
                let margin = place as i32 - MOST_MARGIN;
                let Some(n) = free.checked_sub(1) else { return f32::from(u8::from(margin > 0)) };
                let tempo = if is_mover == 1 { TEMPO[n] } else { -TEMPO[n] / rivals };
                let odds = (-STEEPNESS[n] * (f64::from(margin) + tempo)).exp();
                (1.0 / (1.0 + rivals * odds)) as f32
            })
        })
    })
}

/// The chances for a number of seats.
#[derive(Clone, Copy)]
pub(crate) struct Prospects(&'static Table);

impl Prospects {
    pub fn of(n_seats: usize) -> Self {
        Self(&TABLES[n_seats.min(MOST_SEATS)])
    }

    /// The chance to get a figure.
    #[inline]
    pub fn chance(self, is_mover: bool, free: u32, margin: i32) -> f32 {
        let place = (margin.clamp(-MOST_MARGIN, MOST_MARGIN) + MOST_MARGIN) as usize;
        self.0[usize::from(is_mover)][(free as usize).min(MOST_FREE)][place]
    }
}

/// How fast a lead in figures of a kind becomes its majority.
const LEAD: f32 = 1.1;
/// Part of the spread that no figure accounts for.
const SPREAD: f32 = 0.3;
/// How often one majority alone is enough, by the number of seats.
const ONE_IS_ENOUGH: [f32; MOST_SEATS + 1] = [0.0, 0.0, 0.25, 0.2, 0.35];

/// The chance of a majority, from a lead in expected figures and the spread of what is open.
#[inline]
pub(crate) fn majority(lead: f32, spread: f32) -> f32 {
    1.0 / (1.0 + (-LEAD * lead / (spread + SPREAD).sqrt()).exp())
}

/// The chance to win, from the chances of the three majorities.
#[inline]
pub(crate) fn win(n_seats: usize, [rice, helmet, buddha]: [f32; 3]) -> f32 {
    let pairs = rice * helmet + rice * buddha + helmet * buddha;
    let all = rice * helmet * buddha;
    let two = pairs - 2.0 * all;
    let one = rice + helmet + buddha - 2.0 * pairs + 3.0 * all;
    two + ONE_IS_ENOUGH[n_seats.min(MOST_SEATS)] * one
}
