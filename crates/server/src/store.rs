//! Storage: SQLite in the data folder, written at every move.
//!
//! A game is a list of moves plus seats. The columns `result` and `plies` follow from the moves; they are
//! there so that the library can be filtered without replaying every game.

mod series;
mod strengths;
mod tournaments;

use std::fs::{self, File};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludwerk_core::Game as _;
use ludwerk_registry::AnyGame;
use ludwerk_session::{End, Played, Thought};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension as _, Row, params, params_from_iter, types};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::dto::ClockSettings;
use crate::keys;

pub use series::{SeriesPlan, StoredPerson, StoredSeries};
pub use strengths::StoredStrength;
pub use tournaments::StoredTournament;

/// The steps that make the tables, oldest first. A step that has been released is never changed.
const MIGRATIONS: [&str; 4] = [
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        players INTEGER NOT NULL,
        seed INTEGER,
        setup TEXT,
        position TEXT,
        seats TEXT NOT NULL,
        owner TEXT NOT NULL,
        clock TEXT,
        undone TEXT NOT NULL,
        ended TEXT,
        next TEXT,
        imported INTEGER NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        result TEXT,
        plies INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_time ON games (updated DESC);
    CREATE TABLE moves (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        text TEXT NOT NULL,
        ms REAL,
        value REAL,
        of_shares INTEGER NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE tournaments (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        created INTEGER NOT NULL,
        queued INTEGER,
        failure TEXT,
        is_deleted INTEGER NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE strengths (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        results TEXT NOT NULL,
        moves TEXT,
        level TEXT NOT NULL,
        games INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE assessed (
        game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        level TEXT NOT NULL,
        games INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE moves ADD COLUMN depth INTEGER;
    ALTER TABLE moves ADD COLUMN nodes INTEGER;
    ALTER TABLE games ADD COLUMN series TEXT;
    CREATE INDEX games_by_series ON games (series) WHERE series IS NOT NULL;
    CREATE TABLE series (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        plan TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE series_people (
        series TEXT NOT NULL REFERENCES series (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        token TEXT NOT NULL,
        joined INTEGER NOT NULL,
        PRIMARY KEY (series, name)
    ) STRICT, WITHOUT ROWID;
",
];

/// A data folder that cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or the lock cannot be made.
    #[error("cannot use the data folder {folder}: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        error: std::io::Error,
    },
    /// Another server has it.
    #[error("another ludwerk uses the data folder {0}")]
    InUse(String),
    /// A later version of the program wrote it.
    #[error(
        "the data was written by a later ludwerk (version {found} of the tables; this one knows {known})"
    )]
    Later {
        /// The version found.
        found: usize,
        /// The version known.
        known: usize,
    },
    /// The database says no.
    #[error("the database cannot be opened: {0}")]
    Database(#[from] rusqlite::Error),
}

/// A person who holds a seat, or is to hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// What to call the person.
    pub name: String,
    /// The key that holds the seat; empty while nobody does.
    pub token: String,
    /// The word in the link of a seat that waits for its guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// The key by which the person's strength is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl Person {
    /// Whoever holds a seat with this key.
    pub fn new(name: String, token: String) -> Self {
        Self { name, token, invitation: None, player: None }
    }
}

impl ludwerk_session::Person for Person {
    fn name(&self) -> &str {
        &self.name
    }
}

/// Who holds a seat, as it is stored.
pub type Player = ludwerk_session::Player<Person>;

/// What a game is, besides its players, moves and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The address.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of the start and of chance.
    pub seed: Option<u64>,
    /// The deal, as JSON.
    pub setup: Option<String>,
    /// The position it started in, where that is not the usual one.
    pub position: Option<String>,
    /// The key of whoever made the game.
    pub owner: String,
    /// The clocks.
    pub clock: Option<ClockSettings>,
    /// The game that was started after this one.
    pub next: Option<String>,
    /// Whether it was imported.
    pub imported: bool,
    /// The series of people's results that it belongs to.
    pub series: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// All of a game but its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// What it is.
    pub about: About,
    /// Who sits where.
    pub seats: Vec<Player>,
    /// Moves taken back, the last one taken back last.
    pub undone: Vec<Played>,
    /// An end that does not follow from the moves: a resignation, say.
    pub ended: Option<End>,
    /// The result, from the moves or not.
    pub result: Option<End>,
    /// How many moves were played.
    pub plies: usize,
}

impl StoredGame {
    /// A game that begins now.
    pub fn new(game: &AnyGame, owner: String, seats: Vec<Player>) -> Self {
        let now = keys::now_ms();
        let about = About {
            id: keys::address(),
            game: game.info().id.to_owned(),
            variant: game.variant().to_owned(),
            players: seats.len(),
            seed: Some(keys::seed()),
            setup: None,
            position: None,
            owner,
            clock: None,
            next: None,
            imported: false,
            series: None,
            created: now,
            updated: now,
        };
        Self { about, seats, undone: Vec::new(), ended: None, result: None, plies: 0 }
    }
}

/// Which games of the library are wanted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this game.
    pub game: Option<String>,
    /// Over, or still going on.
    pub over: Option<bool>,
    /// With this in the name of a player.
    pub player: Option<String>,
    /// How many to leave out.
    pub offset: usize,
    /// How many to give.
    pub limit: usize,
}

/// The database.
pub struct Store {
    connection: Mutex<Connection>,
    /// Held as long as the store lives, so that no second server uses the folder.
    _lock: File,
}

impl Store {
    /// Opens the database in `folder`, made where it is missing, and brings its tables up to date. When it is busy, it is
    /// waited for with `patience`.
    ///
    /// # Errors
    /// A [`StoreError`] that says what is wrong.
    pub fn open(folder: &Path, patience: Duration) -> Result<Self, StoreError> {
        let shown = folder.display().to_string();
        let problem = |error| StoreError::Folder { folder: shown.clone(), error };
        make_private_folder(folder).map_err(problem)?;
        let lock = File::create(folder.join("ludwerk.lock")).map_err(problem)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(StoreError::InUse(shown)),
            Err(fs::TryLockError::Error(error)) => return Err(problem(error)),
        }
        let file = folder.join("ludwerk.sqlite");
        let mut connection = Connection::open(&file)?;
        connection.busy_timeout(patience)?;
        // The log survives the death of the process; only a failing machine may lose the last moves.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // SQLite's own `lower` knows ASCII alone.
        connection.create_scalar_function("fold", 1, FunctionFlags::SQLITE_DETERMINISTIC, |context| {
            Ok(context.get::<Option<String>>(0)?.map(|text| text.to_lowercase()))
        })?;
        migrate(&mut connection)?;
        make_private(&file).map_err(problem)?;
        Ok(Self { connection: Mutex::new(connection), _lock: lock })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores new games with their moves: all or none.
    pub fn insert(&self, games: &[(&StoredGame, &[Played])]) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        for (game, moves) in games {
            insert_game(&transaction, game)?;
            insert_moves(&transaction, &game.about.id, 0, moves)?;
        }
        transaction.commit()
    }

    /// Stores what has changed in a game: its moves from ply `from` on, and what is not a move.
    pub fn update(&self, game: &StoredGame, from: usize, moves: &[Played]) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction
            .prepare_cached(
                "UPDATE games SET undone = ?2, ended = ?3, next = ?4, updated = ?5, result = ?6, plies = ?7, \
                 seats = ?8 WHERE id = ?1",
            )?
            .execute(params![
                game.about.id,
                json(&game.undone),
                game.ended.as_ref().map(json),
                game.about.next,
                game.about.updated,
                game.result.as_ref().map(json),
                game.plies as i64,
                json(&game.seats),
            ])?;
        transaction
            .prepare_cached("DELETE FROM moves WHERE game = ?1 AND ply >= ?2")?
            .execute(params![game.about.id, from as i64])?;
        insert_moves(&transaction, &game.about.id, from, moves)?;
        transaction.commit()
    }

    /// The game with this address and its moves.
    pub fn load(&self, id: &str) -> rusqlite::Result<Option<(StoredGame, Vec<Played>)>> {
        let connection = self.connection();
        let game = connection
            .prepare_cached("SELECT * FROM games WHERE id = ?1")?
            .query_row([id], read_game)
            .optional()?;
        let Some(game) = game else { return Ok(None) };
        let mut statement = connection.prepare_cached("SELECT * FROM moves WHERE game = ?1 ORDER BY ply")?;
        let moves = statement.query_map([id], read_move)?;
        Ok(Some((game, moves.collect::<rusqlite::Result<_>>()?)))
    }

    /// Removes a game; whether there was one.
    pub fn delete(&self, id: &str) -> rusqlite::Result<bool> {
        Ok(self.connection().execute("DELETE FROM games WHERE id = ?1", [id])? > 0)
    }

    /// The games that match, the last changed first, and how many there are in all.
    pub fn list(&self, filter: &Filter) -> rusqlite::Result<(Vec<StoredGame>, usize)> {
        let mut conditions = vec!["1".to_owned()];
        let mut values: Vec<types::Value> = Vec::new();
        if let Some(game) = &filter.game {
            values.push(game.clone().into());
            conditions.push(format!("game = ?{}", values.len()));
        }
        if let Some(over) = filter.over {
            conditions
                .push(if over { "result IS NOT NULL" } else { "result IS NULL AND NOT imported" }.to_owned());
        }
        if let Some(player) = &filter.player {
            // Names and specs only, not the keys that stand beside them.
            values.push(player.to_lowercase().into());
            conditions.push(format!(
                "EXISTS (SELECT 1 FROM json_each(seats) AS seat WHERE instr(fold(coalesce(\
                 json_extract(seat.value, '$.human.name'), json_extract(seat.value, '$.engine.spec'))), ?{}) > 0)",
                values.len()
            ));
        }
        let condition = conditions.join(" AND ");
        let connection = self.connection();
        let total: i64 = connection.query_row(
            &format!("SELECT count(*) FROM games WHERE {condition}"),
            params_from_iter(&values),
            |row| row.get(0),
        )?;
        let query = format!(
            "SELECT * FROM games WHERE {condition} ORDER BY updated DESC, rowid DESC LIMIT {} OFFSET {}",
            filter.limit, filter.offset
        );
        let mut statement = connection.prepare(&query)?;
        let rows = statement.query_map(params_from_iter(&values), |row| Ok(read_game(row)))?;
        let mut games = Vec::new();
        for row in rows {
            match row? {
                Ok(game) => games.push(game),
                // One damaged game does not close the library.
                Err(error) => tracing::warn!("a game cannot be listed: {error}"),
            }
        }
        Ok((games, total as usize))
    }

    /// The addresses of all games that go on by themselves: an agent plays, or a clock runs.
    pub fn unfinished(&self) -> rusqlite::Result<Vec<String>> {
        let connection = self.connection();
        let mut statement = connection
            .prepare("SELECT id FROM games WHERE result IS NULL AND NOT imported ORDER BY updated DESC")?;
        statement.query_map([], |row| row.get(0))?.collect()
    }
}

#[cfg(unix)]
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    // The keys of seats are in there.
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Also in a folder that was there before. The files that SQLite puts beside it are made alike.
#[cfg(unix)]
fn make_private(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(_file: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let (found, known) = (usize::try_from(found).unwrap_or(usize::MAX), MIGRATIONS.len());
    if found > known {
        return Err(StoreError::Later { found, known });
    }
    for (n, step) in MIGRATIONS.iter().enumerate().skip(found) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", (n + 1) as i64)?;
        transaction.commit()?;
    }
    Ok(())
}

fn insert_game(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO games (id, game, variant, players, seed, setup, position, seats, owner, clock, \
             undone, ended, next, imported, created, updated, result, plies, series) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
        )?
        .execute(params![
            game.about.id,
            game.about.game,
            game.about.variant,
            game.about.players as i64,
            game.about.seed.map(|seed| seed as i64),
            game.about.setup,
            game.about.position,
            json(&game.seats),
            game.about.owner,
            game.about.clock.map(|clock| json(&clock)),
            json(&game.undone),
            game.ended.as_ref().map(json),
            game.about.next,
            game.about.imported,
            game.about.created,
            game.about.updated,
            game.result.as_ref().map(json),
            game.plies as i64,
            game.about.series,
        ])
        .map(drop)
}

fn insert_moves(connection: &Connection, id: &str, from: usize, moves: &[Played]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO moves (game, ply, text, ms, value, of_shares, depth, nodes) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ply, mv) in moves.iter().enumerate().skip(from) {
        let Thought { value, of_shares, depth, nodes } = mv.thought;
        let nodes = nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX));
        statement.execute(params![id, ply as i64, mv.text, mv.ms, value, of_shares, depth, nodes])?;
    }
    Ok(())
}

fn read_move(row: &Row<'_>) -> rusqlite::Result<Played> {
    let nodes: Option<i64> = row.get("nodes")?;
    let thought = Thought {
        value: row.get("value")?,
        of_shares: row.get("of_shares")?,
        depth: row.get("depth")?,
        nodes: nodes.map(|nodes| nodes as u64),
    };
    Ok(Played { text: row.get("text")?, ms: row.get("ms")?, thought, cpu_ms: None })
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let about = About {
        id: row.get("id")?,
        game: row.get("game")?,
        variant: row.get("variant")?,
        players: row.get::<_, i64>("players")? as usize,
        seed: row.get::<_, Option<i64>>("seed")?.map(|seed| seed as u64),
        setup: row.get("setup")?,
        position: row.get("position")?,
        owner: row.get("owner")?,
        clock: optional_json(row, "clock")?,
        next: row.get("next")?,
        imported: row.get("imported")?,
        series: row.get("series")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
    };
    Ok(StoredGame {
        about,
        seats: from_json(&row.get::<_, String>("seats")?)?,
        undone: from_json(&row.get::<_, String>("undone")?)?,
        ended: optional_json(row, "ended")?,
        result: optional_json(row, "result")?,
        plies: row.get::<_, i64>("plies")? as usize,
    })
}

fn optional_json<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    row.get::<_, Option<String>>(column)?.map(|text| from_json(&text)).transpose()
}

fn from_json<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, types::Type::Text, error.into()))
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("plain data becomes JSON: {error}"))
}
