//! The position that two of the three share: Connect Four on bitboards. board-game brings its own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub const N_COLUMNS: u32 = 7;
const N_ROWS: u32 = 6;
/// The bits of a column: one more than squares, so that lines do not run on into the next.
const HEIGHT: u32 = N_ROWS + 1;
const CENTRE: u64 = 0x3f << (3 * HEIGHT);

/// Positions entered, by whoever plays on this board. A plain addition, for there is one thread.
static N_ENTERED: AtomicU64 = AtomicU64::new(0);

/// How many positions were entered so far.
pub fn n_entered() -> u64 {
    N_ENTERED.load(Relaxed)
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Open,
    /// Whoever moved last has four in a row.
    Won,
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The stones of whoever is to move, and those of both.
    own: u64,
    all: u64,
    pub status: Status,
}

impl Board {
    pub const EMPTY: Self = Self { own: 0, all: 0, status: Status::Open };

    /// The position after stones in these columns, counted from 1.
    pub fn after(columns: &str) -> Self {
        columns.bytes().fold(Self::EMPTY, |mut board, column| {
            board.play(column - b'1');
            board
        })
    }

    /// 0 or 1.
    #[inline]
    pub fn to_move(self) -> usize {
        (self.all.count_ones() & 1) as usize
    }

    /// Lists the columns that are not full.
    #[inline(always)]
    pub fn for_each_open(self, mut found: impl FnMut(u8)) {
        for column in 0..N_COLUMNS {
            if self.all & 1 << (column * HEIGHT + N_ROWS - 1) == 0 {
                found(column as u8);
            }
        }
    }

    /// Drops a stone, and looks at once whether that ends the game.
    #[inline]
    pub fn play(&mut self, column: u8) {
        N_ENTERED.store(N_ENTERED.load(Relaxed) + 1, Relaxed);
        self.own ^= self.all;
        self.all |= self.all + (1 << (u32::from(column) * HEIGHT));
        let mover = self.own ^ self.all;
        let is_won = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1].into_iter().any(|step| {
            let pairs = mover & mover >> step;
            pairs & pairs >> (2 * step) != 0
        });
        if is_won {
            self.status = Status::Won;
        } else if self.all.count_ones() == N_COLUMNS * N_ROWS {
            self.status = Status::Full;
        }
    }

    /// How many stones more than the other the player to move has in the centre.
    #[inline]
    pub fn lead(self) -> i32 {
        let count = |stones: u64| (stones & CENTRE).count_ones() as i32;
        count(self.own) - count(self.own ^ self.all)
    }

    pub fn bits(self) -> (u64, u64) {
        (self.own, self.all)
    }
}
