//! The order in which the thesis' program lists moves, by which it chooses among equal ones.
//!
//! It goes through the pieces by their numbers, through the orientations of a piece by theirs, through the open corners
//! of the board, and through the corner tiles of the orientation, column by column. The open corners are a set, so
//! their order is that of a hash table of Python 3.6, which [`Table`] imitates: the hash of a pair, open
//! addressing with short linear runs, and fourfold growth.

use std::sync::LazyLock;

use ludwerk_core::Seat;

use super::{Board, Rules, SIDE, is_corner_tile};
use crate::board::{contains, squares};
use crate::moves::BlokusMove;
use crate::pieces::{N_ORIENTATIONS, N_PIECES, TABLES};
use crate::thesis_numbers;

type Square = (usize, usize);

/// So many slots after the one that a hash leads to are looked at, before it leads to another.
const RUN: usize = 9;

/// How far a hash is shifted to lead to another slot.
const PERTURB_SHIFT: u32 = 5;

/// A hash table as a set of Python 3.6 keeps it.
struct Table {
    slots: Vec<Option<Square>>,
    used: usize,
}

/// The hash of a pair of small numbers in Python before 3.8.
fn hash((row, column): Square) -> u64 {
    let step = |hash: u64, n: usize, factor: u64| (hash ^ n as u64).wrapping_mul(factor);
    let first = step(0x0034_5678, row, 1_000_003);
    // The factor grows by 82,520 and by twice the number of elements that are left.
    step(first, column, 1_000_003 + 82_520 + 2).wrapping_add(97_531)
}

impl Table {
    fn new() -> Self {
        Self { slots: vec![None; 8], used: 0 }
    }

    /// The slot of a square, or the empty one where it belongs.
    fn slot(&self, square: Square) -> usize {
        let mask = self.slots.len() - 1;
        let mut perturbed = hash(square);
        let mut at = perturbed as usize & mask;
        let fits = |at: &usize| self.slots[*at].is_none_or(|held| held == square);
        loop {
            let last = if at + RUN <= mask { at + RUN } else { at };
            if let Some(found) = (at..=last).find(fits) {
                return found;
            }
            perturbed >>= PERTURB_SHIFT;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturbed as usize) & mask;
        }
    }

    fn add(&mut self, square: Square) {
        let at = self.slot(square);
        if self.slots[at].replace(square).is_some() {
            return;
        }
        self.used += 1;
        if 3 * self.used >= 2 * (self.slots.len() - 1) {
            let mut n_slots = 8;
            while n_slots <= 4 * self.used {
                n_slots *= 2;
            }
            let old = std::mem::replace(&mut self.slots, vec![None; n_slots]);
            for square in old.into_iter().flatten() {
                let at = self.slot(square);
                self.slots[at] = Some(square);
            }
        }
    }
}

/// Where each orientation comes in the thesis' lists.
static RANKS: LazyLock<[usize; N_ORIENTATIONS]> = LazyLock::new(|| {
    let mut ranks = [0; N_ORIENTATIONS];
    let numbered = (0..N_PIECES).flat_map(thesis_numbers::orientations);
    for (rank, orientation) in numbered.enumerate() {
        ranks[orientation] = rank;
    }
    ranks
});

/// Whether each orientation's square is a corner tile, and where it comes among its squares, column by column.
type Tiles = [[Option<usize>; 5]; 5];

static TILES: LazyLock<Vec<Tiles>> = LazyLock::new(|| {
    let tiles_of = |orientation: usize| {
        let mut cells = TABLES.orientations[orientation].cells.clone();
        cells.sort_unstable_by_key(|&(row, column)| (column, row));
        let mut tiles = Tiles::default();
        for (n, cell) in cells.into_iter().enumerate().filter(|(_, cell)| is_corner_tile(orientation, *cell))
        {
            tiles[usize::from(cell.0)][usize::from(cell.1)] = Some(n);
        }
        tiles
    };
    (0..N_ORIENTATIONS).map(tiles_of).collect()
});

impl Board {
    /// The open corners of a player in the order of the thesis' set.
    fn corners_in_order(&self, player: Seat, rules: Rules) -> Vec<Square> {
        if self.players[player].is_fresh() {
            return vec![self.start()];
        }
        let open = self.open_corners(player, rules);
        let mut found = Table::new();
        for (row, column) in squares(&self.players[player].own) {
            for row in [row.checked_sub(1), Some(row + 1).filter(|&row| row < SIDE)].into_iter().flatten() {
                if rules == Rules::Thesis && contains(&self.occupied, row, column) {
                    continue;
                }
                // The right one comes first.
                let beside = [Some(column + 1).filter(|&column| column < SIDE), column.checked_sub(1)];
                for column in beside.into_iter().flatten().filter(|&column| contains(&open, row, column)) {
                    found.add((row, column));
                }
            }
        }
        found.slots.into_iter().flatten().collect()
    }

    /// The move among these that the thesis' program lists first.
    pub fn listed_first(&self, player: Seat, moves: &[BlokusMove], rules: Rules) -> Option<BlokusMove> {
        let corners = self.corners_in_order(player, rules);
        let mut ranks: Ranks = [[None; SIDE]; SIDE];
        for (n, &(row, column)) in corners.iter().enumerate() {
            ranks[row][column] = Some(n);
        }
        let place = |mv: &BlokusMove| {
            let (orientation, row, column) = mv.placement()?;
            let pairs = TABLES.orientations[orientation].cells.iter().filter_map(|&(up, left)| {
                let (up, left) = (usize::from(up), usize::from(left));
                ranks[row + up][column + left].zip(TILES[orientation][up][left])
            });
            pairs.min().map(|pair| (RANKS[orientation], pair))
        };
        let placed = moves.iter().filter_map(|mv| Some((place(mv)?, *mv)));
        placed.min_by_key(|(place, _)| *place).map(|(_, mv)| mv)
    }
}

/// A number for some squares.
type Ranks = [[Option<usize>; SIDE]; SIDE];
