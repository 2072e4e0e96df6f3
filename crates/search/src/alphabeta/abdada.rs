//! Who searches what: how threads divide the work (a simple form of ABDADA).
//!
//! A thread marks the moves that it is searching, by the position and the depth. Another one that comes to such a move
//! leaves it for later, does the others first, and then finds what it left in the transposition table (Weill, "The
//! ABDADA distributed minimax search algorithm", 1996, as simplified by Kerrigan).
//!
//! Marks are hints: one that is lost or overwritten costs time, and never changes a value by itself.

use std::sync::atomic::{AtomicU64, Ordering};

use ludwerk_core::{Move, mix};

/// Far more than moves that are searched at a time, so that they seldom share a place.
const N_PLACES: usize = 1 << 14;

/// Nearer to the horizon than this, to mark a move costs more than to search it twice.
pub(super) const LEAST_DEPTH_TO_DIVIDE: u32 = 2;

/// The moves that are being searched.
pub(super) struct Busy(Box<[AtomicU64]>);

/// A move of a position, searched to a depth.
#[derive(Clone, Copy)]
pub(super) struct Task(u64);

impl Task {
    /// The task of searching a move of the position with this key.
    pub fn new(key: u64, mv: impl Move, depth: u32) -> Self {
        // Never 0, which marks nothing.
        Self(mix(key ^ mix(u64::from(mv.to_bits()) << 8 | u64::from(depth))) | 1)
    }
}

impl Busy {
    /// Nobody searches anything.
    pub fn new() -> Self {
        Self((0..N_PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, task: Task) -> &AtomicU64 {
        // The high bits: the lowest is the same for all.
        &self.0[(task.0 >> 40) as usize % N_PLACES]
    }

    /// Whether somebody is at it.
    pub fn has(&self, task: Task) -> bool {
        self.place(task).load(Ordering::Relaxed) == task.0
    }

    /// Begins.
    pub fn begin(&self, task: Task) {
        self.place(task).store(task.0, Ordering::Relaxed);
    }

    /// Ends, unless another task has taken the place.
    pub fn end(&self, task: Task) {
        let _ = self.place(task).compare_exchange(task.0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Game as _;
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    #[test]
    fn a_task_is_busy_until_it_ends() {
        let mut moves = Vec::new();
        TicTacToe.legal_moves(&TicTacToe.start(&mut ludwerk_core::Rng::new(0)), &mut moves);
        let (task, other) = (Task::new(7, moves[0], 5), Task::new(7, moves[0], 6));
        let busy = Busy::new();
        busy.begin(task);
        assert!(busy.has(task) && !busy.has(other) && !busy.has(Task::new(7, moves[1], 5)));
        busy.end(other);
        assert!(busy.has(task), "only whoever began ends");
        busy.end(task);
        assert!(!busy.has(task));
    }
}
