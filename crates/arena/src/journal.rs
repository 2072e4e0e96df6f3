//! The journal of a run that can go on after a break: what was measured, as lines of JSON in a file, each written as soon as it is known.
//!
//! The first line has the settings on which all numbers depend; a run with others is not mixed with it. A run that was
//! killed goes on where it stopped: a line that was half written is cut off, all others hold. What a run goes on with is
//! what the line says, so it ends with the same numbers as one without a break. Every entry begins with a checksum
//! (CRC-32) of the rest of its line: numbers that were changed since are no measurements.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// The journal's name in its directory.
pub const JOURNAL_FILE: &str = "journal.jsonl";

/// The settings of a run by name.
pub type Settings = Map<String, Value>;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    /// Older forms have them elsewhere.
    #[serde(default)]
    settings: Settings,
}

/// Something that was measured.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    kind: String,
    value: T,
}

/// The journal of a run.
#[derive(Debug)]
pub struct Journal {
    dir: Option<PathBuf>,
    /// The kind and the line of every entry: text takes the least room, and is read the same every time.
    entries: Vec<(String, String)>,
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
    #[error("{} holds a run with {name} = {had}, not {have}", path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// The setting.
        name: String,
        /// What it was.
        had: String,
        /// What is asked for.
        have: String,
    },
    /// A line that is whole says nothing that could be understood.
    #[error("line {line} of {} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
    /// What was kept does not fit what is asked for.
    #[error("the journal does not fit this run: {0}")]
    DoesNotFit(String),
}

impl JournalError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Io { .. } => "check the path given to --out, and the room on the disk",
            Self::InUse(_) => "wait for it, or name another directory with --out",
            Self::Foreign(_) => "name a new directory with --out",
            Self::Other { .. } => {
                "name another directory with --out; the same settings go on with the run that is there"
            }
            Self::Damaged { .. } | Self::DoesNotFit(_) => {
                "it cannot go on; name another directory with --out and begin anew"
            }
        }
    }
}

impl Journal {
    /// A journal that is not written anywhere.
    pub fn in_memory() -> Self {
        Self { dir: None, entries: Vec::new(), file: None }
    }

    /// The journal in a directory, which is made if it is not there. A run of the same form with the same settings goes
    /// on.
    ///
    /// # Errors
    /// A [`JournalError`].
    pub fn open(dir: &Path, format: &str, settings: &Settings) -> Result<Self, JournalError> {
        Self::open_or_renew(dir, format, settings, false)
    }

    /// The same, but a run that is there is given up.
    ///
    /// # Errors
    /// A [`JournalError`].
    pub fn renew(dir: &Path, format: &str, settings: &Settings) -> Result<Self, JournalError> {
        Self::open_or_renew(dir, format, settings, true)
    }

    fn open_or_renew(
        dir: &Path,
        format: &str,
        settings: &Settings,
        renews: bool,
    ) -> Result<Self, JournalError> {
        let path = dir.join(JOURNAL_FILE);
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
        let bytes = if renews { Vec::new() } else { fs::read(&path).map_err(failed)? };
        // A line without an end was being written when the program was killed.
        let whole = &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)];
        let damaged = |line: usize| JournalError::Damaged { path: path.clone(), line: line + 1 };
        let mut entries = Vec::new();
        let mut fresh = whole.is_empty();
        for (n, line) in whole.split_inclusive(|&byte| byte == b'\n').enumerate() {
            if n == 0 {
                let header: Header = serde_json::from_slice(line).map_err(|_| damaged(0))?;
                let checked = header.check(format, settings, dir);
                // A run that was refused before it did anything has no claim to the directory.
                let is_empty = line.len() == whole.len() && fs::read_dir(dir).map_err(failed)?.count() == 1;
                match checked {
                    Err(_) if is_empty => fresh = true,
                    checked => checked?,
                }
            } else {
                let line = std::str::from_utf8(line).map_err(|_| damaged(n))?.trim_end();
                let entry = without_sum(line).ok_or_else(|| damaged(n))?;
                let kind = serde_json::from_str::<Entry<Value>>(&entry).map_err(|_| damaged(n))?.kind;
                entries.push((kind, entry));
            }
        }
        if fresh || whole.len() < bytes.len() {
            file.set_len(if fresh { 0 } else { whole.len() as u64 }).map_err(failed)?;
        }
        if fresh {
            let header = Header { format: format.to_owned(), settings: settings.clone() };
            write_line(&mut file, &text(&header)).map_err(failed)?;
        }
        Ok(Self { dir: Some(dir.to_owned()), entries, file: Some(file) })
    }

    /// The settings of the run of this form in a directory; `None` if there is none that could be read.
    pub fn settings_in(dir: &Path, format: &str) -> Option<Settings> {
        let text = fs::read_to_string(dir.join(JOURNAL_FILE)).ok()?;
        let (line, _) = text.split_once('\n')?;
        let header: Header = serde_json::from_str(line).ok()?;
        (header.format == format).then_some(header.settings)
    }

    /// Where it is kept.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// How many entries there are.
    pub fn n_entries(&self) -> usize {
        self.entries.len()
    }

    /// What was kept of a kind, in the order in which it was.
    ///
    /// # Errors
    /// [`JournalError::DoesNotFit`] if it is something else.
    pub fn kept<T: DeserializeOwned>(&self, kind: &str) -> Result<Vec<T>, JournalError> {
        let of_kind = self.entries.iter().filter(|(name, _)| name == kind);
        of_kind.map(|(_, line)| read(line)).collect()
    }

    /// Keeps something, and gives it as the line says it.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn keep<T: Serialize + DeserializeOwned>(
        &mut self,
        kind: &str,
        value: &T,
    ) -> Result<T, JournalError> {
        let line = text(&Entry { kind: kind.to_owned(), value });
        if let Some(file) = &mut self.file {
            let path = self.dir.clone().unwrap_or_default().join(JOURNAL_FILE);
            write_line(file, &with_sum(&line)).map_err(|error| JournalError::Io { path, error })?;
        }
        // By way of the line: what is read again may differ in the last digit.
        let kept = read(&line)?;
        self.entries.push((kind.to_owned(), line));
        Ok(kept)
    }
}

fn read<T: DeserializeOwned>(line: &str) -> Result<T, JournalError> {
    let entry: Result<Entry<T>, _> = serde_json::from_str(line);
    entry.map(|entry| entry.value).map_err(|error| JournalError::DoesNotFit(error.to_string()))
}

/// What is kept is numbers, texts and lists, which can always be written.
fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_else(|error| unreachable!("an entry of the journal: {error}"))
}

/// How the line of an entry begins.
const SUM: &str = "{\"sum\":\"";

/// An entry with the checksum of all that comes after it.
fn with_sum(entry: &str) -> String {
    let rest = entry.strip_prefix('{').unwrap_or(entry);
    format!("{SUM}{:08x}\",{rest}", crc32fast::hash(rest.as_bytes()))
}

/// The entry of a line, if its checksum is right.
fn without_sum(line: &str) -> Option<String> {
    let (sum, rest) = line.strip_prefix(SUM)?.split_once("\",")?;
    (sum == format!("{:08x}", crc32fast::hash(rest.as_bytes()))).then(|| format!("{{{rest}"))
}

impl Header {
    fn check(&self, format: &str, settings: &Settings, dir: &Path) -> Result<(), JournalError> {
        let other = |name: &str, had: String, have: String| JournalError::Other {
            path: dir.to_owned(),
            name: name.to_owned(),
            had,
            have,
        };
        if self.format != format {
            return Err(other("format", self.format.clone(), format.to_owned()));
        }
        // As the file would say it.
        let settings: Settings = serde_json::from_str(&text(settings)).unwrap_or_default();
        let shown = |value: Option<&Value>| match value {
            None => "nothing".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        for name in self.settings.keys().chain(settings.keys()) {
            let (had, have) = (self.settings.get(name), settings.get(name));
            if had != have {
                return Err(other(name, shown(had), shown(have)));
            }
        }
        Ok(())
    }
}

/// A line in one go: it is there, or it has no end.
fn write_line(file: &mut File, line: &str) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FORM: &str = "test/2";

    fn settings(seed: u64) -> Settings {
        let Value::Object(settings) = json!({ "game": "dobutsu", "seed": seed, "step": 0.1 }) else {
            unreachable!()
        };
        settings
    }

    #[test]
    fn cut_off_at_any_byte_it_goes_on_to_the_same_end() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(JOURNAL_FILE);
        // What is kept next depends on what was kept before, digit by digit.
        let go_on = || {
            let mut journal = Journal::open(dir.path(), FORM, &settings(1)).unwrap();
            let mut numbers: Vec<f64> = journal.kept("number").unwrap();
            while numbers.len() < 3 {
                let next = (numbers.last().copied().unwrap_or(0.1) * 3.7).sin() / 3.0;
                numbers.push(journal.keep("number", &next).unwrap());
                journal.keep("other", &"text".to_owned()).unwrap();
            }
            numbers
        };
        let numbers = go_on();
        let whole = fs::read(&path).unwrap();
        // Every byte of the entries, and some of the settings before them.
        let end_of_settings = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for length in (0..end_of_settings).step_by(20).chain(end_of_settings..=whole.len()) {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(go_on(), numbers, "cut off after {length} bytes");
        }
    }

    #[test]
    fn other_settings_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(dir.path(), FORM, &settings(1)).unwrap();
        assert!(matches!(Journal::open(dir.path(), FORM, &settings(1)), Err(JournalError::InUse(_))));
        journal.keep("number", &1.0).unwrap();
        drop(journal);
        let refused =
            |settings: &Settings| Journal::open(dir.path(), FORM, settings).unwrap_err().to_string();
        assert!(refused(&settings(2)).ends_with("holds a run with seed = 1, not 2"));
        let other_form = Journal::open(dir.path(), "test/3", &settings(1)).unwrap_err().to_string();
        assert!(other_form.ends_with("holds a run with format = test/2, not test/3"));
        let mut more = settings(1);
        more.insert("variant".to_owned(), json!("lishogi"));
        assert!(refused(&more).ends_with("holds a run with variant = nothing, not lishogi"));
        assert!(Journal::open(dir.path(), FORM, &settings(1)).is_ok());
        assert_eq!(Journal::settings_in(dir.path(), FORM), Some(settings(1)));
        let renewed = Journal::renew(dir.path(), FORM, &settings(2)).unwrap();
        assert_eq!((renewed.n_entries(), Journal::settings_in(dir.path(), FORM)), (0, Some(settings(2))));
    }

    #[test]
    fn a_run_that_did_nothing_gives_way_unless_it_has_files() {
        let dir = tempfile::tempdir().unwrap();
        drop(Journal::open(dir.path(), FORM, &settings(1)).unwrap());
        drop(Journal::open(dir.path(), FORM, &settings(2)).unwrap());
        assert_eq!(Journal::settings_in(dir.path(), FORM), Some(settings(2)));
        fs::write(dir.path().join("games"), "played").unwrap();
        assert!(matches!(Journal::open(dir.path(), FORM, &settings(1)), Err(JournalError::Other { .. })));
    }

    #[test]
    fn a_number_that_was_changed_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(JOURNAL_FILE);
        let mut journal = Journal::open(dir.path(), FORM, &settings(1)).unwrap();
        journal.keep("number", &0.25).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("0.25", "0.75")).unwrap();
        let damaged = Journal::open(dir.path(), FORM, &settings(1));
        assert!(matches!(damaged, Err(JournalError::Damaged { line: 2, .. })), "{damaged:?}");
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("mine.txt"), "mine").unwrap();
        assert!(matches!(Journal::open(dir.path(), FORM, &settings(1)), Err(JournalError::Foreign(_))));
        let path = dir.path().join(JOURNAL_FILE);
        fs::write(&path, "nonsense\n").unwrap();
        assert!(matches!(
            Journal::open(dir.path(), FORM, &settings(1)),
            Err(JournalError::Damaged { line: 1, .. })
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense\n");
        assert_eq!(Journal::settings_in(dir.path(), FORM), None);
    }
}
