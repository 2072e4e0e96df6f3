//! Where the games of a series are kept: one record a game in a folder, with a file that says what is played.
//!
//! Every file is written beside its place and then put there at once, so that a program that is killed leaves the last
//! whole state, and programs that write at the same time do not disturb each other: each game has a file of its own.

use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::Record;

/// The file that says what is played.
const PLAN: &str = "series.json";

/// What the file says first.
const FORMAT: &str = "ludwerk-series/1";

/// The longest name of a series.
const MOST_NAME: usize = 60;

/// A series that cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The name is none for a folder.
    #[error("{0:?} is no name of a series")]
    Name(String),
    /// There is no such series.
    #[error("there is no series {0:?}")]
    Missing(String),
    /// It is of another game.
    #[error("this series is of {found}, not of {wanted}")]
    OtherGame {
        /// What is played in it.
        found: String,
        /// What was to be played.
        wanted: String,
    },
    /// Its file says nothing that this program understands.
    #[error("{path} does not say what is played: {why}")]
    Damaged {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("cannot use {path}: {error}")]
    Io {
        /// The path.
        path: String,
        /// Why.
        error: io::Error,
    },
}

impl FolderError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Name(_) => "a name has letters, digits, and - _ . between them, 60 at most",
            Self::Missing(_) => "`ludwerk series` lists those that there are",
            Self::OtherGame { .. } => "give the new games a series of their own",
            Self::Damaged { .. } => {
                "a later ludwerk may have written it; otherwise write the games elsewhere"
            }
            Self::Io { .. } => "check the path and that it may be written",
        }
    }
}

/// What is played in a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    format: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many play.
    pub players: usize,
}

impl Kind {
    /// A game, a variant and a number of players.
    pub fn new(game: &str, variant: &str, players: usize) -> Self {
        Self { format: FORMAT.to_owned(), game: game.to_owned(), variant: variant.to_owned(), players }
    }

    /// As people read it.
    pub fn words(&self) -> String {
        format!("{} {} for {}", self.game, self.variant, self.players)
    }
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// The game.
    pub record: Record,
}

/// What is in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// The games, in the order in which they were begun.
    pub games: Vec<Kept>,
    /// Files that hold no game.
    pub unreadable: Vec<PathBuf>,
}

/// A series on the disk.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    kind: Kind,
}

impl Folder {
    /// The series of this name under `root`, made where there is none.
    ///
    /// # Errors
    /// A [`FolderError`], also when the series is of another game, variant or number of players.
    pub fn create(root: &Path, name: &str, kind: &Kind) -> Result<Self, FolderError> {
        let path = root.join(checked_name(name)?);
        fs::create_dir_all(&path).map_err(|error| cannot(&path, error))?;
        let plan = path.join(PLAN);
        if !plan.exists() {
            // A link fails where somebody was quicker, and what it links to is whole.
            let part = path.join(format!(".{}", unique()));
            write(&part, kind)?;
            let linked = fs::hard_link(&part, &plan);
            let _ = fs::remove_file(&part);
            if let Err(error) = linked
                && !plan.exists()
            {
                return Err(cannot(&plan, error));
            }
        }
        let found = Self::open(root, name)?;
        if found.kind == *kind {
            return Ok(found);
        }
        Err(FolderError::OtherGame { found: found.kind.words(), wanted: kind.words() })
    }

    /// The series of this name under `root`.
    ///
    /// # Errors
    /// A [`FolderError`].
    pub fn open(root: &Path, name: &str) -> Result<Self, FolderError> {
        let path = root.join(checked_name(name)?);
        let plan = path.join(PLAN);
        let text = fs::read_to_string(&plan).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FolderError::Missing(name.to_owned()),
            _ => cannot(&plan, error),
        })?;
        let damaged = |why: String| FolderError::Damaged { path: plan.display().to_string(), why };
        let kind: Kind = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if kind.format != FORMAT {
            return Err(damaged(format!("its format is {:?}", kind.format)));
        }
        Ok(Self { path, kind })
    }

    /// The names of all series under `root`, in the order of the alphabet.
    ///
    /// # Errors
    /// [`FolderError::Io`] where the folder is there and cannot be read.
    pub fn names(root: &Path) -> Result<Vec<String>, FolderError> {
        let entries = match fs::read_dir(root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(cannot(root, error)),
        };
        let named = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<_> = named.filter(|name| root.join(name).join(PLAN).is_file()).collect();
        names.sort();
        Ok(names)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is played.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// A file for a game that begins now; files of later games come after it in the alphabet.
    pub fn new_file(&self) -> PathBuf {
        self.path.join(format!("{}.json", unique()))
    }

    /// All games.
    ///
    /// # Errors
    /// [`FolderError::Io`] where the folder cannot be read.
    pub fn games(&self) -> Result<Games, FolderError> {
        let entries = fs::read_dir(&self.path).map_err(|error| cannot(&self.path, error))?;
        let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name != PLAN && !name.starts_with('.') && path.extension().is_some_and(|ending| ending == "json")
        });
        files.sort();
        let mut found = Games { games: Vec::new(), unreadable: Vec::new() };
        for path in files {
            let record = fs::read_to_string(&path).ok().and_then(|text| Record::parse(&text).ok());
            let fits =
                |record: &Record| Kind::new(&record.game, &record.variant, record.players) == self.kind;
            match record.filter(fits) {
                Some(record) => found.games.push(Kept { path, record }),
                None => found.unreadable.push(path),
            }
        }
        Ok(found)
    }
}

/// A name that is one folder, on every system.
fn checked_name(name: &str) -> Result<&str, FolderError> {
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let is_name = name.chars().all(is_letter)
        && name.starts_with(char::is_alphanumeric)
        && !name.ends_with('.')
        && name.chars().count() <= MOST_NAME;
    if is_name { Ok(name) } else { Err(FolderError::Name(name.to_owned())) }
}

/// A name that no other program takes, later ones after earlier ones.
fn unique() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let chance = RandomState::new().hash_one(std::process::id()) & 0xffff_ffff;
    format!("{now:013}-{chance:08x}")
}

fn write(path: &Path, what: &impl Serialize) -> Result<(), FolderError> {
    let mut text = serde_json::to_string(what).map_err(|error| cannot(path, error.into()))?;
    text.push('\n');
    fs::write(path, text).map_err(|error| cannot(path, error))
}

fn cannot(path: &Path, error: io::Error) -> FolderError {
    FolderError::Io { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn record() -> Record {
        let text = r#"{"format":"ludwerk-record/1","game":"nim","variant":"plain","players":2,
            "seats":["Ann","random"],"moves":[],"program":"test"}"#;
        Record::parse(text).unwrap()
    }

    #[test]
    fn games_come_back_in_their_order_and_half_written_files_are_told() {
        let root = tempfile::tempdir().unwrap();
        let kind = Kind::new("nim", "plain", 2);
        let series = Folder::create(root.path(), "test-1", &kind).unwrap();
        for _ in 0..3 {
            write(&series.new_file(), &record()).unwrap();
            thread::sleep(std::time::Duration::from_millis(2));
        }
        fs::write(series.path().join("0.json"), "{\"format\":\"ludw").unwrap();
        fs::write(series.path().join(".begun"), "").unwrap();
        let found = Folder::open(root.path(), "test-1").unwrap().games().unwrap();
        assert_eq!(found.games.len(), 3);
        assert!(found.games.is_sorted_by(|one, next| one.path < next.path));
        assert_eq!(found.unreadable, [series.path().join("0.json")]);
        assert_eq!(Folder::names(root.path()).unwrap(), ["test-1"]);
    }

    #[test]
    fn of_many_who_begin_a_series_one_says_what_is_played() {
        let root = tempfile::tempdir().unwrap();
        let begin = |n: usize| {
            let kind = Kind::new("nim", if n.is_multiple_of(2) { "plain" } else { "misere" }, 2);
            Folder::create(root.path(), "race", &kind).map(|series| series.kind().clone())
        };
        let kinds: Vec<_> = thread::scope(|scope| {
            let begun: Vec<_> = (0..16).map(|n| scope.spawn(move || begin(n))).collect();
            begun.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let n_begun = kinds.iter().filter(|kind| kind.is_ok()).count();
        assert_eq!(n_begun, 8, "those of one variant play, the others are told: {kinds:?}");
        assert!(
            kinds
                .iter()
                .filter_map(|kind| kind.as_ref().err())
                .all(|error| matches!(error, FolderError::OtherGame { .. }))
        );
        let files: Vec<_> = fs::read_dir(root.path().join("race")).unwrap().collect();
        assert_eq!(files.len(), 1, "nothing half-written is left");
    }

    #[test]
    fn a_name_leads_nowhere_else() {
        let root = tempfile::tempdir().unwrap();
        for name in ["", "..", ".", "a/b", "../x", "a b", ".hidden", "x.", "a\\b", &"x".repeat(61)] {
            let refused = Folder::create(root.path(), name, &Kind::new("nim", "plain", 2));
            assert!(matches!(refused, Err(FolderError::Name(_))), "{name:?}");
        }
        assert!(matches!(Folder::open(root.path(), "none"), Err(FolderError::Missing(_))));
        assert!(Folder::names(&root.path().join("nowhere")).unwrap().is_empty());
    }
}
