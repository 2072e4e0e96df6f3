//! Where the games of a tournament are kept: one SQLite file in a folder, written as each game ends.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use ludwerk_core::{MAX_SEATS, Seat};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::Plan;
use crate::engine::{GameRow, SeatTime, now};
use crate::schedule::Fixture;

/// The file in the folder of a tournament.
const FILE: &str = "tournament.sqlite";

/// Held while games are played, so that no two programs play the same tournament.
const LOCK: &str = "tournament.lock";

/// The version of the tables that this program writes, and the latest that it reads.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE tournament (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        plan TEXT NOT NULL,
        about TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        idx INTEGER PRIMARY KEY,
        round INTEGER NOT NULL,
        bout INTEGER NOT NULL,
        opening INTEGER NOT NULL,
        has_opening INTEGER NOT NULL,
        seating TEXT NOT NULL,
        returns TEXT NOT NULL,
        points TEXT,
        reason TEXT NOT NULL,
        forfeit INTEGER,
        plies INTEGER NOT NULL,
        times TEXT NOT NULL,
        finished INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
";

/// A folder that cannot be used for a tournament.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be used.
    #[error("cannot use {path}: {error}")]
    Folder {
        /// The path.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// There is no tournament.
    #[error("there is no tournament in {0}")]
    Missing(String),
    /// Another program plays it.
    #[error("another ludwerk plays the tournament in {0}")]
    InUse(String),
    /// It is of another plan.
    #[error("the tournament in {folder} was begun with another {}", what.join(", "))]
    Different {
        /// The folder.
        folder: String,
        /// What differs.
        what: Vec<&'static str>,
    },
    /// A later program wrote it.
    #[error(
        "a later ludwerk wrote this tournament (version {found} of its tables; this one knows {VERSION})"
    )]
    Later {
        /// The version found.
        found: i64,
    },
    /// What it holds makes no sense.
    #[error("the tournament in {folder} is damaged: {why}")]
    Damaged {
        /// The folder.
        folder: String,
        /// Why.
        why: String,
    },
    /// The database says no.
    #[error("the games cannot be stored or read: {0}")]
    Database(#[from] rusqlite::Error),
}

impl StoreError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Folder { .. } => "check the path and that it may be written",
            Self::Missing(_) => "name the folder that `ludwerk tournament` wrote",
            Self::InUse(_) => "wait until it has ended, or take another folder with --out",
            Self::Different { .. } => "write it as it was, or take another folder with --out",
            Self::Later { .. } => "update ludwerk",
            Self::Damaged { .. } => "take another folder with --out, and look at this one with sqlite3",
            Self::Database(_) => "check that the disk is not full and that the folder may be written",
        }
    }
}

/// What is wanted of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To look only, also while another program plays.
    Read,
    /// To play.
    Play,
}

/// The program and the machine on which a tournament was begun, for those who want to repeat it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The program with its version.
    pub program: String,
    /// The processor.
    pub cpu: String,
    /// How many of them.
    pub cores: usize,
    /// The operating system.
    pub system: String,
    /// When it was begun, in seconds since 1970.
    pub started: u64,
}

impl About {
    /// This program, on this machine, now.
    pub fn here() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Self {
            program: concat!("ludwerk ", env!("CARGO_PKG_VERSION")).to_owned(),
            cpu: model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, release.trim()).trim().to_owned(),
            started: now(),
        }
    }
}

impl SeatTime {
    /// As the database has it: the time, the moves, and the processor time, which earlier versions did not know.
    fn to_list(self) -> [Option<f64>; 3] {
        [Some(self.ms), Some(f64::from(self.n_moves)), self.cpu_ms]
    }

    fn from_list(list: &[Option<f64>]) -> Self {
        let number = |n: usize| list.get(n).copied().flatten().filter(|number| number.is_finite());
        // A cast cuts off what is out of bounds.
        Self { ms: number(0).unwrap_or(0.0), n_moves: number(1).unwrap_or(0.0) as u32, cpu_ms: number(2) }
    }
}

/// The stored games of a tournament.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    database: Connection,
    plan: Plan,
    about: About,
    /// Held until the store is dropped.
    _lock: Option<File>,
}

impl Store {
    /// Whether there is a tournament in a folder.
    pub fn exists(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Opens the tournament in a folder.
    ///
    /// # Errors
    /// A [`StoreError`] that says why it cannot be used.
    pub fn open(folder: &Path, access: Access) -> Result<Self, StoreError> {
        if !Self::exists(folder) {
            return Err(StoreError::Missing(folder.display().to_string()));
        }
        let lock = (access == Access::Play).then(|| lock(folder)).transpose()?;
        let database = connect(folder, access)?;
        let texts = database
            .query_row("SELECT plan, about FROM tournament", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((plan, about)): Option<(String, String)> = texts else {
            return Err(StoreError::Missing(folder.display().to_string()));
        };
        let damaged = |why: String| StoreError::Damaged { folder: folder.display().to_string(), why };
        let plan = serde_json::from_str(&plan).map_err(|error| damaged(error.to_string()))?;
        let about = serde_json::from_str(&about).map_err(|error| damaged(error.to_string()))?;
        Ok(Self { folder: folder.to_owned(), database, plan, about, _lock: lock })
    }

    /// Goes on with the tournament in a folder if there is one, and begins it if not. `fresh_seed` is taken for a
    /// plan without one.
    ///
    /// # Errors
    /// A [`StoreError`]: among others, that the folder has a tournament of another plan.
    pub fn begin(folder: &Path, plan: &Plan, fresh_seed: u64) -> Result<Self, StoreError> {
        let io = |error| StoreError::Folder { path: folder.display().to_string(), error };
        fs::create_dir_all(folder).map_err(io)?;
        if Self::exists(folder) {
            match Self::open(folder, Access::Play) {
                // Killed before its first line was written: begin anew.
                Err(StoreError::Missing(_)) => {}
                opened => return opened?.go_on_with(plan),
            }
        }
        let lock = lock(folder)?;
        let database = connect(folder, Access::Play)?;
        let plan = Plan { seed: plan.seed.or(Some(fresh_seed)), ..plan.clone() };
        let about = About::here();
        let store = Self { folder: folder.to_owned(), database, plan, about, _lock: Some(lock) };
        store.database.execute(
            "INSERT INTO tournament (only, plan, about) VALUES (1, ?1, ?2)",
            params![json(&store.plan), json(&store.about)],
        )?;
        Ok(store)
    }

    /// The same store with a plan that may ask for more games.
    fn go_on_with(mut self, plan: &Plan) -> Result<Self, StoreError> {
        let what = plan.differences(&self.plan);
        if !what.is_empty() {
            return Err(StoreError::Different { folder: self.folder.display().to_string(), what });
        }
        let plan = Plan { seed: self.plan.seed, ..plan.clone() };
        if plan != self.plan {
            self.database.execute("UPDATE tournament SET plan = ?1", [json(&plan)])?;
            self.plan = plan;
        }
        Ok(self)
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where all randomness comes from.
    pub fn seed(&self) -> u64 {
        self.plan.seed.unwrap_or(0)
    }

    /// Where it was begun.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps games with their records, all or none.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn add(&mut self, games: &[(GameRow, String)]) -> Result<(), StoreError> {
        let transaction = self.database.transaction()?;
        for (game, record) in games {
            // A game is a function of its number, so one that is there already is the same.
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO games (idx, round, bout, opening, has_opening, seating, returns, points, \
                     reason, forfeit, plies, times, finished, record) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                )?
                .execute(params![
                    game.fixture.idx as i64,
                    game.fixture.round as i64,
                    game.fixture.bout as i64,
                    game.fixture.opening as i64,
                    game.has_opening,
                    json(&game.fixture.seating),
                    json(&game.returns),
                    game.points.as_ref().map(json),
                    game.reason,
                    game.forfeit.map(|seat| seat.idx() as i64),
                    game.plies as i64,
                    json(&game.times.iter().map(|time| time.to_list()).collect::<Vec<_>>()),
                    game.finished as i64,
                    record,
                ])?;
        }
        Ok(transaction.commit()?)
    }

    /// The numbers of the games that are there.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn played(&self) -> Result<BTreeSet<usize>, StoreError> {
        let mut statement = self.database.prepare("SELECT idx FROM games")?;
        let numbers = statement.query_map([], |row| count(row, 0))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    /// How many games are there.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn n_games(&self) -> Result<usize, StoreError> {
        Ok(self.database.query_row("SELECT count(*) FROM games", [], |row| count(row, 0))?)
    }

    /// Looks at all games in the order of their numbers, as long as `look` wants to go on.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn each(&self, mut look: impl FnMut(GameRow) -> bool) -> Result<(), StoreError> {
        let mut statement = self.database.prepare(&format!("SELECT {COLUMNS} FROM games ORDER BY idx"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if !look(game_row(row)?) {
                break;
            }
        }
        Ok(())
    }

    /// Some games from a number on, the latest first if `newest_first`, for a list that is paged through.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn page(&self, from: usize, most: usize, newest_first: bool) -> Result<Vec<GameRow>, StoreError> {
        let order = if newest_first { "DESC" } else { "ASC" };
        let mut statement = self.database.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM games ORDER BY idx {order} LIMIT ?1 OFFSET ?2"
        ))?;
        let rows = statement.query_map(params![most as i64, from as i64], game_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The record of a game, as JSON.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn record(&self, idx: usize) -> Result<Option<String>, StoreError> {
        let text = self
            .database
            .query_row("SELECT record FROM games WHERE idx = ?1", [idx as i64], |row| row.get(0));
        Ok(text.optional()?)
    }
}

const COLUMNS: &str = "idx, round, bout, opening, has_opening, seating, returns, points, reason, forfeit, plies, times, finished";

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    fn list<T: for<'de> Deserialize<'de>>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
        let text: String = row.get(column)?;
        serde_json::from_str(&text).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
        })
    }
    let points: Option<String> = row.get("points")?;
    Ok(GameRow {
        fixture: Fixture {
            idx: count(row, "idx")?,
            round: count(row, "round")?,
            bout: count(row, "bout")?,
            opening: count(row, "opening")?,
            seating: list(row, "seating")?,
        },
        has_opening: row.get("has_opening")?,
        returns: list(row, "returns")?,
        points: if points.is_some() { Some(list(row, "points")?) } else { None },
        reason: row.get("reason")?,
        forfeit: row.get::<_, Option<i64>>("forfeit")?.map(seat).transpose()?,
        output: None,
        plies: count(row, "plies")?,
        times: list::<Vec<Vec<Option<f64>>>>(row, "times")?
            .iter()
            .map(|time| SeatTime::from_list(time))
            .collect(),
        finished: count(row, "finished")? as u64,
    })
}

fn seat(number: i64) -> rusqlite::Result<Seat> {
    let seat = usize::try_from(number).ok().and_then(|idx| Seat::checked(idx, MAX_SEATS));
    seat.ok_or(rusqlite::Error::IntegralValueOutOfRange(0, number))
}

/// A number that is not negative.
fn count(row: &Row<'_>, column: impl rusqlite::RowIndex) -> rusqlite::Result<usize> {
    let number: i64 = row.get(column)?;
    usize::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, number))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("a list is JSON: {error}"))
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let io = |error| StoreError::Folder { path: path.display().to_string(), error };
    let file = File::create(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

fn connect(folder: &Path, access: Access) -> Result<Connection, StoreError> {
    let path = folder.join(FILE);
    let flags = match access {
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        Access::Play => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let mut database = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    database.busy_timeout(std::time::Duration::from_secs(10))?;
    let found: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > VERSION {
        return Err(StoreError::Later { found });
    }
    if access == Access::Play {
        // What was stored survives the death of the program, at any moment.
        database.pragma_update(None, "journal_mode", "WAL")?;
        database.pragma_update(None, "synchronous", "NORMAL")?;
        if found == 0 {
            let transaction = database.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()?;
        } else if found < VERSION {
            // The tables are the same; what is added to them is new.
            database.pragma_update(None, "user_version", VERSION)?;
        }
    } else if found == 0 {
        return Err(StoreError::Missing(folder.display().to_string()));
    }
    Ok(database)
}
