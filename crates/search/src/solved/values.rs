//! The values of all positions in memory, a byte for each number.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use super::Verdict;

/// Nothing has this number.
const NOTHING: u8 = 0;

/// The longest game that a byte can tell.
pub const MOST_PLIES: u32 = 190;

/// From here on the byte counts the moves that may still save the player to move.
const OPEN: u8 = 192;

/// The most moves that it can count.
pub const MOST_OPEN_MOVES: u32 = (u8::MAX - OPEN) as u32;

/// A byte for each number: how many plies until the end, or how many moves are open.
///
/// Turns alternate and whoever ends the game does not lose by it, so an odd number of plies is a win for the player to
/// move and an even one a loss.
pub struct Values(Vec<AtomicU8>);

impl Values {
    /// Room for so many numbers that stand for nothing yet.
    pub(super) fn new(n_indices: usize) -> Self {
        let mut values = Vec::new();
        values.resize_with(n_indices, AtomicU8::default);
        Self(values)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the position with this number is worth, `None` where there is none.
    pub fn get(&self, number: usize) -> Option<Verdict> {
        verdict(self.0[number].load(Ordering::Relaxed))
    }

    /// Half the plies until the end of a position that is lost; 0 for all others.
    #[inline]
    pub(super) fn half_of_loss(&self, number: usize) -> u32 {
        let byte = self.0[number].load(Ordering::Relaxed);
        if byte.is_multiple_of(2) && byte < OPEN { u32::from(byte) / 2 } else { 0 }
    }

    /// Whether a position is known to end in so many plies.
    #[inline]
    pub(super) fn is_decided_in(&self, number: usize, plies: u8) -> bool {
        self.0[number].load(Ordering::Relaxed) == plies
    }

    /// Writes all bytes.
    pub(super) fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let mut buffer = Vec::new();
        for part in self.0.chunks(1 << 16) {
            buffer.clear();
            buffer.extend(part.iter().map(|byte| byte.load(Ordering::Relaxed)));
            writer.write_all(&buffer)?;
        }
        Ok(())
    }

    /// From a byte for each number: 0 for nothing, the plies to the end, or 193 and more for a draw.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes.into_iter().map(AtomicU8::new).collect())
    }

    /// Sets the plies until the end.
    #[inline]
    pub(super) fn decide(&self, number: usize, plies: u8) {
        self.0[number].store(plies, Ordering::Relaxed);
    }

    /// Sets how many moves are open.
    #[inline]
    pub(super) fn leave_open(&self, number: usize, n_moves: u8) {
        self.0[number].store(OPEN + n_moves, Ordering::Relaxed);
    }

    /// A move that wins in so many plies was found: true if nothing was known before.
    #[inline]
    pub(super) fn win(&self, number: usize, plies: u8) -> bool {
        // Whoever comes at the same time says the same.
        let value = &self.0[number];
        let is_open = value.load(Ordering::Relaxed) > OPEN;
        if is_open {
            value.store(plies, Ordering::Relaxed);
        }
        is_open
    }

    /// One more move leads to a win of the other: true if it was the last that was open.
    #[inline]
    pub(super) fn close_move(&self, number: usize, plies: u8) -> bool {
        let value = &self.0[number];
        if value.load(Ordering::Relaxed) <= OPEN {
            return false;
        }
        // As many come here as there are open moves, and the last of them finds one.
        let was_last = value.fetch_sub(1, Ordering::Relaxed) == OPEN + 1;
        if was_last {
            value.store(plies, Ordering::Relaxed);
        }
        was_last
    }
}

fn verdict(byte: u8) -> Option<Verdict> {
    match byte {
        NOTHING => None,
        OPEN.. => Some(Verdict::Draw),
        plies if plies % 2 == 1 => Some(Verdict::Win(plies.into())),
        plies => Some(Verdict::Loss(plies.into())),
    }
}
