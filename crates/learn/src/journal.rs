//! The journal of a run that tunes or learns: the arena's, in a form of its own.

use std::path::Path;

pub use ludwerk_arena::journal::{JOURNAL_FILE, Journal, JournalError, Settings};

/// The form of the file.
const FORMAT: &str = "ludwerk-learning/2";

/// The journal in a directory, which is made if it is not there. A run with the same settings goes on.
///
/// # Errors
/// A [`JournalError`].
pub fn open(dir: &Path, settings: &Settings) -> Result<Journal, JournalError> {
    Journal::open(dir, FORMAT, settings)
}

/// The settings of the run in a directory; `None` if there is no run that could be read.
pub fn settings_in(dir: &Path) -> Option<Settings> {
    Journal::settings_in(dir, FORMAT)
}
