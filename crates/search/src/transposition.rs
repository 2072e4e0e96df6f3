//! A transposition table that several threads share without locks.
//!
//! An entry is two words: the position's key XOR the data, and the data. A reader that sees halves of two
//! different writes finds a key that does not match, and treats the entry as absent (Hyatt and Mann, "A
//! lock-less transposition-table implementation for parallel search", 2002). A torn entry that matches by
//! chance is no worse than a collision of keys, and a move from the table is only ever used as an index
//! into the legal moves.
//!
//! Four entries share a bucket of one cache line. A new entry takes the place of its own position, else of
//! the one that is worth least: left by an earlier search of the game, or shallow.
//!
//! The table begins small and doubles as the search needs room, up to its full size: a short search does
//! not pay for memory that it never fills, and what it does fill stays in the caches.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::negamax::Value;

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

const WAYS: usize = 4;

/// A cache line of entries.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// A table that grows up to a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    /// Parts of equal size. Those in use are the first `1 << level`; the others take no memory yet.
    parts: Box<[OnceLock<Box<[Bucket]>>]>,
    buckets_per_part: usize,
    /// How many low bits of a key choose the part; the high bits choose the bucket in it.
    level: AtomicU32,
    /// The number of searches so far, in 6 bits.
    age: u8,
}

/// The size of the parts, and so of a new table: about this many buckets, 256 KiB, which is what a core
/// has of fast cache.
const BUCKETS_PER_PART: usize = 1 << 12;

impl Table {
    /// A table that grows to at most this many bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        let n_parts = 1 << (n_buckets / BUCKETS_PER_PART).max(1).ilog2();
        let buckets_per_part = n_buckets / n_parts;
        let parts: Box<[OnceLock<_>]> = (0..n_parts).map(|_| OnceLock::new()).collect();
        parts[0].get_or_init(|| (0..buckets_per_part).map(|_| Bucket::default()).collect());
        Self { parts, buckets_per_part, level: AtomicU32::new(0), age: 0 }
    }

    /// Marks what is stored as left over from an earlier search.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Grows until there is room for so many entries, or to the full size. Other threads may go on reading
    /// and writing; at worst an entry that they write meanwhile is lost.
    pub fn make_room(&self, n_entries: u64) {
        let mut level = self.level.load(Ordering::Acquire);
        while 1 << level < self.parts.len() && ((self.buckets_per_part * WAYS) as u64) << level < n_entries {
            // Every part shares its entries with a new one, by the next bit of their keys.
            let (old, new) = self.parts.split_at(1 << level);
            for (old, new) in old.iter().zip(new) {
                let buckets = old.get().map_or(&[][..], |buckets| buckets);
                new.get_or_init(|| buckets.iter().map(|bucket| bucket.share(level)).collect());
            }
            level += 1;
            self.level.fetch_max(level, Ordering::Release);
        }
    }

    /// The bucket of a key: the high bits of key × number of buckets, so that any size will do.
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let level = self.level.load(Ordering::Acquire);
        let part = self.parts.get((key & ((1 << level) - 1)) as usize)?.get()?;
        let idx = (u128::from(key) * part.len() as u128) >> 64;
        part.get(idx as usize)
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)?.0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data).0)
        })
    }

    pub fn put(&self, key: u64, entry: Entry) {
        let Some(Bucket(ways)) = self.bucket(key) else { return };
        let mut least = (u32::MAX, &ways[0]);
        for way in ways {
            let data = way[1].load(Ordering::Relaxed);
            if way[0].load(Ordering::Relaxed) ^ data == key {
                least = (0, way);
                break;
            }
            let worth = self.worth(data);
            if worth < least.0 {
                least = (worth, way);
            }
        }
        let [check, data] = least.1;
        let new = pack(entry, self.age);
        check.store(key ^ new, Ordering::Relaxed);
        data.store(new, Ordering::Relaxed);
    }

    /// How much would be lost with an entry: nothing if it is empty, little if it is old.
    fn worth(&self, data: u64) -> u32 {
        const OF_THIS_SEARCH: u32 = 256;
        if data == 0 {
            return 0;
        }
        let (entry, age) = unpack(data);
        1 + u32::from(entry.depth) + if age == self.age { OF_THIS_SEARCH } else { 0 }
    }
}

impl Bucket {
    /// The entries whose keys have this bit, for the bucket that is to be asked for them from now on.
    fn share(&self, bit: u32) -> Self {
        let shared = Self::default();
        for ([check, data], [new_check, new_data]) in self.0.iter().zip(&shared.0) {
            let (check, data) = (check.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
            if (check ^ data) >> bit & 1 != 0 {
                new_check.store(check, Ordering::Relaxed);
                new_data.store(data, Ordering::Relaxed);
            }
        }
        shared
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
    fn the_shallowest_entry_goes_first_but_old_ones_before_it() {
        let mut table = Table::new(0);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7)] {
            table.put(key, entry(1.0, depth));
        }
        table.put(5, entry(1.0, 1));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
        table.put(3, entry(3.0, 2));
        assert_eq!(table.get(3), Some(entry(3.0, 2)), "the same position is always renewed");
        table.grow_older();
        table.put(5, entry(1.0, 1));
        table.put(6, entry(1.0, 1));
        assert_eq!([1, 3, 4, 5, 6].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
    }

    #[test]
    fn a_half_written_entry_is_absent() {
        let table = Table::new(0);
        table.put(1, entry(1.0, 5));
        table.parts[0].get().unwrap()[0].0[0][1].fetch_xor(1 << 40, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn growth_keeps_every_entry() {
        let table = Table::new(8 << 20);
        let keys = || (0..5000).map(ludwerk_core::mix);
        keys().for_each(|key| table.put(key, entry(1.0, 5)));
        let kept: Vec<_> = keys().filter(|&key| table.get(key).is_some()).collect();
        assert!(kept.len() > 4900, "{}", kept.len());
        table.make_room(40_000);
        table.make_room(u64::MAX);
        assert!(kept.iter().all(|&key| table.get(key) == Some(entry(1.0, 5))));
    }

    #[test]
    fn memory_is_what_was_asked_for_and_only_when_it_is_needed() {
        let table = Table::new(1 << 20);
        let bytes = || -> usize {
            table.parts.iter().filter_map(OnceLock::get).map(|part| size_of_val(&**part)).sum()
        };
        assert_eq!(bytes(), 1 << 18);
        table.make_room(1 << 15);
        assert_eq!(bytes(), 1 << 19);
        table.make_room(u64::MAX);
        assert_eq!(bytes(), 1 << 20);
    }
}
