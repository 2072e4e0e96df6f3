//! A network as a file: a head that says what it is for, then its parameters as little-endian `f32`.

use std::path::Path;

use thiserror::Error;

use super::{Net, NetInfo, WIDEST};
use crate::file::{self, FileError, Head};

/// The first line of a file.
const FORMAT: &str = "ludwerk-net 1";

/// A file that is no network, or not one for this game.
#[derive(Debug, Error)]
pub enum NetError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not such a file, or it is damaged.
    #[error("{0}")]
    Damaged(String),
    /// It reads another game, variant or version.
    #[error("{0}")]
    DoesNotFit(String),
}

impl From<FileError> for NetError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => Self::Io(error),
            FileError::Damaged(why) => Self::Damaged(why),
        }
    }
}

impl Net {
    /// Whether bytes are meant to be a network of some version.
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(b"ludwerk-net ")
    }

    /// Reads a file, and checks that it is whole.
    ///
    /// # Errors
    /// [`NetError`].
    pub fn open(path: &Path) -> Result<Self, NetError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        from_parts(&head, &bytes)
    }

    /// The same from the bytes of a file.
    ///
    /// # Errors
    /// [`NetError::Damaged`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let (head, bytes) = file::read_from(bytes, bytes.len() as u64, FORMAT)?;
        from_parts(&head, &bytes)
    }

    /// Writes the file, all of it or nothing; gives its size.
    ///
    /// # Errors
    /// [`NetError::Io`].
    pub fn write(&self, path: &Path) -> Result<u64, NetError> {
        let widths: Vec<_> = self.widths().iter().map(ToString::to_string).collect();
        let head = Head::default()
            .with("game", &self.info.game)
            .with("variant", &self.info.variant)
            .with("seats", self.info.n_seats)
            .with("points", self.info.points)
            .with("made", self.info.made.replace('\n', " "))
            .with("inputs", self.n_inputs)
            .with("widths", widths.join(","));
        let bytes: Vec<u8> = self.layers().concat().into_iter().flat_map(f32::to_le_bytes).collect();
        Ok(file::write(path, FORMAT, head, bytes.len(), |writer| writer.write_all(&bytes))?)
    }
}

fn from_parts(head: &Head, bytes: &[u8]) -> Result<Net, NetError> {
    let damaged = || NetError::Damaged("its head does not fit what follows".to_owned());
    let n_inputs = head.number("inputs")? as usize;
    let widths: Option<Vec<usize>> =
        head.get("widths")?.split(',').map(|width| width.parse().ok().filter(|n| *n <= WIDEST)).collect();
    let widths = widths.ok_or_else(damaged)?;
    // Every count is checked against the size before anything is made of it.
    if n_inputs > usize::from(u16::MAX) || !bytes.len().is_multiple_of(4) {
        return Err(damaged());
    }
    let mut numbers =
        bytes.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let mut n_before = n_inputs;
    let mut layers = Vec::new();
    for width in widths {
        let n_indices = (n_before + 1) * width;
        let layer: Vec<f32> = numbers.by_ref().take(n_indices).collect();
        if layer.len() != n_indices {
            return Err(damaged());
        }
        layers.push(layer);
        n_before = width;
    }
    if numbers.next().is_some() {
        return Err(damaged());
    }
    let points = head.get("points")?.parse().map_err(|_| damaged())?;
    let info = NetInfo {
        game: head.get("game")?.to_owned(),
        variant: head.get("variant")?.to_owned(),
        n_seats: head.number("seats")? as usize,
        points,
        made: head.get("made")?.to_owned(),
    };
    Net::new(info, n_inputs, layers)
}
