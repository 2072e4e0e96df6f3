//! The journal of a run: every measurement is written as soon as it is made, so a run that was killed goes on where it
//! stopped, and gives the same numbers as one without a break.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use ludwerk_arena::journal::Journal as Lines;
pub use ludwerk_arena::journal::JournalError;
use ludwerk_arena::tournament::About;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The form of the file.
const FORMAT: &str = "ludwerk-reproduction/2";

/// The kinds of entries.
const MEASUREMENT: &str = "measurement";
const SESSION: &str = "session";

/// What all figures of a run depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Fewer games.
    pub quick: bool,
    /// What all randomness comes from.
    pub seed: u64,
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
    /// The number of its session, counted from 1.
    session: usize,
    experiment: String,
    what: String,
    /// The CPU time that it took.
    seconds: f64,
    /// When it was done, in seconds since the session began.
    at: f64,
    value: Value,
}

/// The measurements of a run.
pub struct Journal {
    program: String,
    settings: Settings,
    lines: Lines,
    /// By experiment and name: the value, and the seconds that it took.
    kept: BTreeMap<(String, String), (Value, f64)>,
    sessions: Vec<Session>,
    begun: Instant,
}

impl Journal {
    /// A journal that is not written anywhere.
    pub fn in_memory(program: &str, settings: Settings) -> Self {
        let (kept, sessions) = (BTreeMap::new(), Vec::new());
        let (program, lines) = (program.to_owned(), Lines::in_memory());
        Self { program, settings, lines, kept, sessions, begun: Instant::now() }
    }

    /// The journal in a directory, which is made if it is not there. A run by the same program with the same settings
    /// goes on; with `fresh` everything is measured anew.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn open(dir: &Path, program: &str, settings: Settings, fresh: bool) -> Result<Self, JournalError> {
        let Settings { quick, seed } = settings;
        let named = json!({ "quick": quick, "seed": seed, "program": program });
        let named = named.as_object().cloned().unwrap_or_default();
        let open = if fresh { Lines::renew } else { Lines::open };
        let lines = open(dir, FORMAT, &named)?;
        let mut journal = Self { sessions: lines.kept(SESSION)?, ..Self::in_memory(program, settings) };
        lines.kept(MEASUREMENT)?.into_iter().for_each(|entry| journal.take(entry));
        Ok(Self { lines, ..journal })
    }

    fn take(&mut self, entry: Entry) {
        if let Some(session) = self.sessions.get_mut(entry.session.wrapping_sub(1)) {
            session.seconds = session.seconds.max(entry.at);
        }
        self.kept.insert((entry.experiment, entry.what), (entry.value, entry.seconds));
    }

    /// Begins a session.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub(crate) fn begin(&mut self, threads: usize) -> Result<(), JournalError> {
        self.begun = Instant::now();
        let session = Session { threads, machine: machine(), seconds: 0.0 };
        self.sessions.push(self.lines.keep(SESSION, &session)?);
        Ok(())
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
    ) -> Result<(), JournalError> {
        let (at, session) = (self.begun.elapsed().as_secs_f64(), self.sessions.len());
        let (experiment, what) = (experiment.to_owned(), what.to_owned());
        let entry = Entry { session, experiment, what, seconds, at, value };
        let kept = self.lines.keep(MEASUREMENT, &entry)?;
        self.take(kept);
        Ok(())
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
        self.settings
    }

    /// The program with its version and build.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The times in which the program ran.
    pub fn sessions(&self) -> &[Session] {
        &self.sessions
    }
}

/// The machine in a few words.
fn machine() -> String {
    let here = About::here();
    format!("{}, {} cores", here.cpu, here.cores)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ludwerk_arena::journal::JOURNAL_FILE;

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
        let path = dir.path().join(JOURNAL_FILE);
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
        open(dir.path()).unwrap().keep("table", "one", 1.5, json!(1)).unwrap();
        let refused = |program: &str, settings: Settings| {
            Journal::open(dir.path(), program, settings, false).err().unwrap().to_string()
        };
        let slow = Settings { quick: false, ..SETTINGS };
        assert!(refused("ludwerk 1", slow).ends_with("holds a run with quick = true, not false"));
        let other_seed = Settings { seed: 4, ..SETTINGS };
        assert!(refused("ludwerk 1", other_seed).ends_with("holds a run with seed = 3, not 4"));
        assert!(
            refused("ludwerk 2", SETTINGS).ends_with("holds a run with program = ludwerk 1, not ludwerk 2")
        );
        let journal = Journal::open(dir.path(), "ludwerk 2", slow, true).unwrap();
        assert!(matches!(open(dir.path()), Err(JournalError::InUse(_))));
        drop(journal);
        assert!(Journal::open(dir.path(), "ludwerk 2", slow, false).is_ok());
        // What an earlier version wrote.
        let old = "{\"format\":\"ludwerk-reproduction/1\",\"program\":\"ludwerk 1\",\"quick\":true,\"seed\":3}\n{}\n";
        fs::write(dir.path().join(JOURNAL_FILE), old).unwrap();
        assert!(refused("ludwerk 1", SETTINGS).contains("format = ludwerk-reproduction/1"));
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
