//! A transposition table that several threads share without locks.
//!
//! An entry is two words: the position's key XOR the data, and the data. A reader that sees halves of two
//! different writes finds a key that does not match, and treats the entry as absent (Hyatt and Mann, "A
//! lock-less transposition-table implementation for parallel search", 2002). A torn entry that matches by
//! chance is no worse than a collision of keys, and a move from the table is only ever used as an index
//! into the legal moves.
//!
//! A new entry replaces an old one that is shallower, or that an earlier search of the game has left.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::two_player::Value;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub value: Value,
    pub bound: Bound,
    /// How many plies were searched below it.
    pub depth: u8,
    /// The best move, as an index into the list of legal moves.
    pub move_idx: u16,
}

/// A table of a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    /// The number of searches so far, in 6 bits.
    age: u8,
}

const ENTRY_BYTES: usize = 16;

impl Table {
    /// A table that takes at most this many bytes, and at least one entry.
    pub fn new(bytes: usize) -> Self {
        let n_slots = (bytes / ENTRY_BYTES).max(1);
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self { slots: std::iter::repeat_with(empty).take(n_slots).collect(), age: 0 }
    }

    /// Marks what is stored as left over from an earlier search.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// The slot of a key: the high bits of key × number of slots, so that any size will do.
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        let idx = (u128::from(key) * self.slots.len() as u128) >> 64;
        &self.slots[idx as usize]
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let [check, data] = self.slot(key);
        let data = data.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data).0)
    }

    pub fn put(&self, key: u64, entry: Entry) {
        let [check, data] = self.slot(key);
        let old = data.load(Ordering::Relaxed);
        let (old_entry, old_age) = unpack(old);
        let is_other = check.load(Ordering::Relaxed) ^ old != key;
        if old != 0 && is_other && old_age == self.age && old_entry.depth > entry.depth {
            return;
        }
        let new = pack(entry, self.age);
        check.store(key ^ new, Ordering::Relaxed);
        data.store(new, Ordering::Relaxed);
    }
}

/// From the lowest bit: value 32, index of the move 16, depth 8, bound 2, age 6. A bound is never 0,
/// so that no entry is.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.value.to_bits())
        | u64::from(entry.move_idx) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> (Entry, u8) {
    let bound = match data >> 56 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    let entry = Entry {
        value: Value::from_bits(data as u32),
        bound,
        depth: (data >> 48) as u8,
        move_idx: (data >> 32) as u16,
    };
    (entry, (data >> 58) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: u8) -> Entry {
        Entry { value, bound: Bound::Lower, depth, move_idx: 517 }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1 << 12);
        for (n, value) in [0.0, -1.5, 1e6, Value::NEG_INFINITY].into_iter().enumerate() {
            let key = ludwerk_core::mix(n as u64);
            table.put(key, entry(value, 7));
            assert_eq!(table.get(key), Some(entry(value, 7)));
            assert_eq!(table.get(!key), None);
        }
    }

    #[test]
    fn deeper_entries_stay_until_they_are_old() {
        let mut table = Table::new(0);
        table.put(1, entry(1.0, 5));
        table.put(2, entry(2.0, 4));
        assert_eq!((table.get(1), table.get(2)), (Some(entry(1.0, 5)), None));
        table.put(1, entry(3.0, 2));
        assert_eq!(table.get(1), Some(entry(3.0, 2)), "the same position is always renewed");
        table.put(1, entry(1.0, 5));
        table.grow_older();
        table.put(2, entry(2.0, 4));
        assert_eq!(table.get(2), Some(entry(2.0, 4)));
    }

    #[test]
    fn a_half_written_entry_is_absent() {
        let table = Table::new(0);
        table.put(1, entry(1.0, 5));
        table.slots[0][1].fetch_xor(1 << 40, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn memory_is_what_was_asked_for() {
        let table = Table::new(1 << 20);
        assert_eq!(table.slots.len() * size_of::<[AtomicU64; 2]>(), 1 << 20);
    }
}
