//! A table of learnt values as a file: a head that says what it is about, then position after position, each as its key,
//! the number of its moves, and their bits and values, all little-endian.

use std::collections::HashMap;
use std::path::Path;

use super::{QTable, QTableError, QTableInfo};
use crate::file::{self, Head};

/// The first line of a file.
const FORMAT: &str = "ludwerk-qtable 1";

impl QTable {
    /// Reads a file, and checks that it is whole.
    ///
    /// # Errors
    /// [`QTableError`].
    pub fn open(path: &Path) -> Result<Self, QTableError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        let damaged = || QTableError::Damaged("its head does not fit what follows".to_owned());
        let info = QTableInfo {
            game: head.get("game")?.to_owned(),
            variant: head.get("variant")?.to_owned(),
            n_seats: head.number("seats")? as usize,
            discount: head.get("discount")?.parse().map_err(|_| damaged())?,
            made: head.get("made")?.to_owned(),
        };
        let start_key = head.number("start")?;
        let mut table = Self { info, start_key, positions: HashMap::new(), moves: Vec::new() };
        let mut rest = Bytes(&bytes);
        while !rest.0.is_empty() {
            let key = u64::from_le_bytes(rest.take().ok_or_else(damaged)?);
            let n_moves = u32::from_le_bytes(rest.take().ok_or_else(damaged)?);
            let mut moves = Vec::new();
            for _ in 0..n_moves {
                let bits = u32::from_le_bytes(rest.take().ok_or_else(damaged)?);
                let value = f32::from_le_bytes(rest.take().ok_or_else(damaged)?);
                moves.push((bits, value));
            }
            table.add(key, moves);
        }
        if table.len() as u64 != head.number("positions")? {
            return Err(damaged());
        }
        Ok(table)
    }

    /// Writes the file, all of it or nothing; gives its size.
    ///
    /// # Errors
    /// [`QTableError::Io`].
    pub fn write(&self, path: &Path) -> Result<u64, QTableError> {
        const PER_POSITION: usize = 12;
        const PER_MOVE: usize = 8;
        let head = Head::default()
            .with("game", &self.info.game)
            .with("variant", &self.info.variant)
            .with("seats", self.info.n_seats)
            .with("discount", self.info.discount)
            .with("made", self.info.made.replace('\n', " "))
            .with("start", self.start_key)
            .with("positions", self.positions.len());
        // In the order of the keys, so that equal tables are equal files.
        let mut keys: Vec<_> = self.positions.keys().copied().collect();
        keys.sort_unstable();
        let n_moves: usize = keys.iter().map(|&key| self.moves(key).len()).sum();
        let n_bytes = keys.len() * PER_POSITION + n_moves * PER_MOVE;
        let size = file::write(path, FORMAT, head, n_bytes, |writer| {
            for key in keys {
                let moves = self.moves(key);
                writer.write_all(&key.to_le_bytes())?;
                writer.write_all(&(moves.len() as u32).to_le_bytes())?;
                for (bits, value) in moves {
                    writer.write_all(&bits.to_le_bytes())?;
                    writer.write_all(&value.to_le_bytes())?;
                }
            }
            Ok(())
        })?;
        Ok(size)
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    /// The next `N` bytes; `None` if there are fewer.
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}
