//! Files that are kept in memory once they were read: agents come and go, and a table takes a while to read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// So many of a kind are kept.
const MOST: usize = 4;

/// What was read from files of one kind, the latest last.
pub(crate) struct FileCache<T>(Mutex<Vec<Kept<T>>>);

/// A file as it was when it was read.
struct Kept<T> {
    path: PathBuf,
    written: Option<SystemTime>,
    size: u64,
    contents: Arc<T>,
}

impl<T> FileCache<T> {
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The contents of a file, read only if they have not been yet.
    pub fn open<E: From<io::Error>>(
        &self,
        path: &Path,
        read: impl FnOnce(&Path) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let path = fs::canonicalize(path)?;
        let file = fs::metadata(&path)?;
        let (written, size) = (file.modified().ok(), file.len());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |known: &Kept<T>| known.path == path && known.written == written && known.size == size;
        if let Some(known) = kept.iter().find(|known| is_same(known)) {
            return Ok(Arc::clone(&known.contents));
        }
        let contents = Arc::new(read(&path)?);
        kept.retain(|known| known.path != path);
        if kept.len() == MOST {
            kept.remove(0);
        }
        kept.push(Kept { path, written, size, contents: Arc::clone(&contents) });
        Ok(contents)
    }
}
