//! The journal of a run: every measurement as a line of a file, written as soon as it is made.
//!
//! A run that was killed goes on where it stopped: a line that was half written is cut off, all others hold. What is
//! kept in memory is what the line says, so a run gives the same numbers with and without a break.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use ludwerk_arena::tournament::About;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The journal's name in its directory.
const FILE: &str = "journal.jsonl";

/// The form of the file.
const FORMAT: &str = "ludwerk-reproduction/1";

/// What all figures of a run depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Fewer games.
    pub quick: bool,
    /// What all randomness comes from.
    pub seed: u64,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: String,
    /// The program with its version and build: another one may measure otherwise.
    program: String,
    #[serde(flatten)]
    settings: Settings,
}

/// A time in which the program ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// How many measurements were made at the same time.
    pub threads: usize,
    /// The machine.
    pub machine: String,
    /// What it took up to its last measurement.
    #[serde(skip)]
    pub seconds: f64,
}

/// A measurement.
#[derive(Serialize, Deserialize)]
struct Entry {
    experiment: String,
    what: String,
    /// The CPU time that it took.
    seconds: f64,
    /// When it was done, in seconds since the session began.
    at: f64,
    value: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Entry(Entry),
    Session(Session),
}

/// The measurements of a run.
pub struct Journal {
    header: Header,
    /// By experiment and name: the value, and the seconds that it took.
    kept: BTreeMap<(String, String), (Value, f64)>,
    sessions: Vec<Session>,
    begun: Instant,
    file: Option<File>,
}

/// A journal that cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file or directory that cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another process writes to it.
    #[error("another run is writing to {}", .0.display())]
    InUse(PathBuf),
    /// The directory holds something else.
    #[error("{} is not empty and holds no run", .0.display())]
    Foreign(PathBuf),
    /// The directory holds a run with other settings, which are not mixed.
    #[error("{} holds a run {difference}", path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// How it differs from what is asked for.
        difference: String,
    },
}

impl Journal {
    /// A journal that is not written anywhere.
    pub fn in_memory(program: &str, settings: Settings) -> Self {
        let header = Header { format: FORMAT.to_owned(), program: program.to_owned(), settings };
        Self { header, kept: BTreeMap::new(), sessions: Vec::new(), begun: Instant::now(), file: None }
    }

    /// The journal in a directory, which is made if it is not there. A run by the same program with the same settings
    /// goes on; with `fresh` everything is measured anew.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn open(dir: &Path, program: &str, settings: Settings, fresh: bool) -> Result<Self, JournalError> {
        let path = dir.join(FILE);
        let failed = |error: io::Error| JournalError::Io { path: path.clone(), error };
        fs::create_dir_all(dir).map_err(|error| JournalError::Io { path: dir.to_owned(), error })?;
        if !path.exists() && fs::read_dir(dir).map_err(failed)?.next().is_some() {
            return Err(JournalError::Foreign(dir.to_owned()));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(JournalError::InUse(dir.to_owned())),
            Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut journal = Self::in_memory(program, settings);
        let text = if fresh { String::new() } else { fs::read_to_string(&path).map_err(failed)? };
        // A line without an end was being written when the program was killed.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        file.set_len(whole.len() as u64).map_err(failed)?;
        let mut lines = whole.lines();
        match lines.next() {
            Some(line) => journal.check(line, dir)?,
            None => write_line(&mut file, &journal.header).map_err(failed)?,
        }
        lines.for_each(|line| journal.read(line));
        journal.file = Some(file);
        Ok(journal)
    }

    fn check(&self, line: &str, dir: &Path) -> Result<(), JournalError> {
        let other = |difference: String| JournalError::Other { path: dir.to_owned(), difference };
        let found: Header = serde_json::from_str(line).map_err(|_| other("in an unknown form".to_owned()))?;
        let (had, have) = (found.settings, self.header.settings);
        if had.quick != have.quick {
            return Err(other(if had.quick { "with --quick" } else { "without --quick" }.to_owned()));
        }
        if had.seed != have.seed {
            return Err(other(format!("with the seed {}, not {}", had.seed, have.seed)));
        }
        if found != self.header {
            return Err(other(format!("of another program: {}, not {}", found.program, self.header.program)));
        }
        Ok(())
    }

    /// Takes in a line; one that says nothing is left out, and what it told is measured again.
    fn read(&mut self, line: &str) {
        match serde_json::from_str(line) {
            Ok(Line::Entry(entry)) => {
                if let Some(session) = self.sessions.last_mut() {
                    session.seconds = session.seconds.max(entry.at);
                }
                self.kept.insert((entry.experiment, entry.what), (entry.value, entry.seconds));
            }
            Ok(Line::Session(session)) => self.sessions.push(session),
            Err(_) => {}
        }
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let text = serde_json::to_string(line)?;
        if let Some(file) = &mut self.file {
            write_line(file, line)?;
        }
        self.read(&text);
        Ok(())
    }

    /// Begins a session.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(crate) fn begin(&mut self, threads: usize) -> io::Result<()> {
        self.begun = Instant::now();
        self.write(&Line::Session(Session { threads, machine: machine(), seconds: 0.0 }))
    }

    /// Keeps a measurement.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(crate) fn keep(
        &mut self,
        experiment: &str,
        what: &str,
        seconds: f64,
        value: Value,
    ) -> io::Result<()> {
        let at = self.begun.elapsed().as_secs_f64();
        let (experiment, what) = (experiment.to_owned(), what.to_owned());
        self.write(&Line::Entry(Entry { experiment, what, seconds, at, value }))
    }

    /// A measurement that was kept.
    pub(crate) fn get(&self, experiment: &str, what: &str) -> Option<&Value> {
        self.kept.get(&(experiment.to_owned(), what.to_owned())).map(|(value, _)| value)
    }

    /// How many measurements there are.
    pub fn n_kept(&self) -> usize {
        self.kept.len()
    }

    /// What the measurements of an experiment took, and how many there are.
    pub(crate) fn effort(&self, experiment: &str) -> (f64, usize) {
        let of_it = self.kept.iter().filter(|((name, _), _)| name == experiment);
        of_it.fold((0.0, 0), |(seconds, n), (_, (_, more))| (seconds + more, n + 1))
    }

    /// What all figures depend on.
    pub fn settings(&self) -> Settings {
        self.header.settings
    }

    /// The program with its version and build.
    pub fn program(&self) -> &str {
        &self.header.program
    }

    /// The times in which the program ran.
    pub fn sessions(&self) -> &[Session] {
        &self.sessions
    }
}

/// A line in one go: it is there, or it has no end.
fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// The machine in a few words.
fn machine() -> String {
    let here = About::here();
    format!("{}, {} cores", here.cpu, here.cores)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SETTINGS: Settings = Settings { quick: true, seed: 3 };

    fn open(dir: &Path) -> Result<Journal, JournalError> {
        Journal::open(dir, "ludwerk 1", SETTINGS, false)
    }

    #[test]
    fn what_was_kept_is_there_again_and_half_a_line_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = open(dir.path()).unwrap();
        journal.begin(2).unwrap();
        journal.keep("table", "one", 1.5, json!({ "share": 0.1 + 0.2 })).unwrap();
        let kept = journal.get("table", "one").cloned();
        journal.keep("table", "two", 0.25, json!(7)).unwrap();
        drop(journal);
        let path = dir.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        for cut in [1, 5, 30] {
            fs::write(&path, &text[..text.len() - cut]).unwrap();
            let mut journal = open(dir.path()).unwrap();
            assert_eq!(journal.get("table", "one").cloned(), kept);
            assert_eq!(journal.get("table", "two"), None);
            assert_eq!(journal.effort("table"), (1.5, 1));
            journal.begin(1).unwrap();
            journal.keep("table", "two", 0.5, json!(7)).unwrap();
            drop(journal);
            let journal = open(dir.path()).unwrap();
            assert_eq!(journal.get("table", "two"), Some(&json!(7)));
            assert_eq!(journal.sessions().iter().map(|session| session.threads).collect::<Vec<_>>(), [2, 1]);
        }
    }

    #[test]
    fn other_runs_are_not_mixed() {
        let dir = tempfile::tempdir().unwrap();
        drop(open(dir.path()).unwrap());
        let refused = |program: &str, settings: Settings| {
            Journal::open(dir.path(), program, settings, false).err().unwrap().to_string()
        };
        let slow = Settings { quick: false, ..SETTINGS };
        assert!(refused("ludwerk 1", slow).ends_with("holds a run with --quick"));
        let other_seed = Settings { seed: 4, ..SETTINGS };
        assert!(refused("ludwerk 1", other_seed).ends_with("holds a run with the seed 3, not 4"));
        assert!(refused("ludwerk 2", SETTINGS).ends_with("another program: ludwerk 1, not ludwerk 2"));
        let journal = Journal::open(dir.path(), "ludwerk 2", slow, true).unwrap();
        assert!(matches!(open(dir.path()), Err(JournalError::InUse(_))));
        drop(journal);
        assert!(Journal::open(dir.path(), "ludwerk 2", slow, false).is_ok());
    }

    #[test]
    fn a_directory_of_others_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("report.html"), "mine").unwrap();
        assert!(matches!(open(dir.path()), Err(JournalError::Foreign(_))));
        assert!(matches!(
            Journal::open(dir.path(), "ludwerk 1", SETTINGS, true),
            Err(JournalError::Foreign(_))
        ));
    }
}
