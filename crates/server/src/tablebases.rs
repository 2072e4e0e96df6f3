//! The tables of solved games: built on wish, one at a time, kept in the data folder, and given to the agents that need
//! one.
//!
//! No client names a file. From outside the agent is called `perfect`, and so it is in records and views;
//! [`Tablebases::furnish`] adds the table of the game where an agent is made.

use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use ludwerk_core::Game as _;
use ludwerk_registry::{
    AnyGame, AnyTablebase, GameEntry, Holds, Progress, SolveError, Spec, TablebaseError, Value, holds,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::dto::{TablebaseState, TablebaseView};
use crate::error::{ApiError, ApiResult};
use crate::lobby::{configure, lock};
use crate::priority::give_people_precedence;
use crate::settings::Settings;

/// The agent that plays by a table.
pub const PERFECT: &str = "perfect";

/// The option of agents that names the file of a table.
pub const TABLE: &str = "table";

/// How long a request that stops a build waits for its end.
const STOP_TIME: Duration = Duration::from_secs(5);

/// The tables of a server.
pub struct Tablebases {
    folder: PathBuf,
    games: &'static [GameEntry],
    n_threads: usize,
    building: Arc<Building>,
    checked: Mutex<HashMap<&'static str, Checked>>,
    /// How many puzzles may be drawn at the same time.
    drawing: Arc<Semaphore>,
}

/// What requests and the thread that builds have in common.
#[derive(Default)]
struct Building {
    now: Mutex<Now>,
    ended: Condvar,
}

#[derive(Default)]
struct Now {
    build: Option<Build>,
    /// Why the last attempt failed, by the name of the table.
    failures: HashMap<&'static str, String>,
    is_closed: bool,
}

/// A table that is being built.
struct Build {
    table: &'static str,
    stop: Arc<AtomicBool>,
    progress: Option<Progress>,
}

/// A file as it was when it was read.
struct Checked {
    written: Option<SystemTime>,
    size: u64,
    /// What is wrong with it.
    problem: Option<String>,
}

/// How far a table is.
enum Status {
    Missing,
    Building(Option<Progress>),
    Ready { bytes: u64 },
    Failed(String),
}

impl Tablebases {
    /// The tables in the data folder. None is read before somebody asks.
    pub fn new(settings: &Settings, games: &'static [GameEntry]) -> Self {
        Self {
            folder: settings.data.join("tables"),
            games,
            n_threads: settings.solve_threads.max(1),
            building: Arc::default(),
            checked: Mutex::default(),
            drawing: Arc::new(Semaphore::new(settings.engine_threads.max(1))),
        }
    }

    /// The tables of all games that can be solved.
    pub fn list(&self) -> ApiResult<Vec<TablebaseView>> {
        let games = self.games.iter().map(|entry| entry.configure(None, None));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        Ok(games.iter().filter_map(|game| Some(self.view(game, game.table_name()?))).collect())
    }

    /// Begins to build the table of a game.
    ///
    /// # Errors
    /// When it is there, when one is being built, and when the game cannot be solved.
    pub fn build(&self, id: &str) -> ApiResult<TablebaseView> {
        let (game, table) = self.solvable(id)?;
        if let Status::Ready { .. } = self.status(&game, table) {
            return Err(ApiError::conflict(
                "ready",
                format!("the tablebase of {} is already built", title(&game)),
            ));
        }
        self.begin(&game, table)?;
        Ok(self.view(&game, table))
    }

    fn begin(&self, game: &AnyGame, table: &'static str) -> ApiResult<()> {
        let mut now = lock(&self.building.now);
        match &now.build {
            Some(build) if build.table == table => {
                let problem = format!("the tablebase of {} is being built", title(game));
                return Err(
                    ApiError::conflict("building", problem).hint("wait until it has finished, or stop it")
                );
            }
            Some(_) => {
                let problem = "the tablebase of another game is being built";
                return Err(
                    ApiError::conflict("busy", problem).hint("wait until it has finished, or stop it")
                );
            }
            None if now.is_closed => return Err(ApiError::too_many("the server is about to end")),
            None => {}
        }
        fs::create_dir_all(&self.folder)
            .map_err(|error| ApiError::internal("the folder of tables", error))?;
        let stop = Arc::new(AtomicBool::new(false));
        let (building, game, path) = (Arc::clone(&self.building), game.clone(), self.path(table));
        let (n_threads, flag) = (self.n_threads, Arc::clone(&stop));
        let work = move || {
            give_people_precedence();
            let solved = catch_unwind(AssertUnwindSafe(|| {
                game.solve(&path, n_threads, &flag, &mut |progress| building.note(progress)).map(drop)
            }));
            building.end(table, solved.map_err(|_| "the program broke down; its log tells more".to_owned()));
        };
        thread::Builder::new()
            .name("solve".to_owned())
            .spawn(work)
            .map_err(|error| ApiError::internal("the thread that builds", error))?;
        now.failures.remove(table);
        now.build = Some(Build { table, stop, progress: None });
        Ok(())
    }

    /// Stops building the table of a game, and waits a moment for the end.
    ///
    /// # Errors
    /// When it is not being built.
    pub fn stop(&self, id: &str) -> ApiResult<TablebaseView> {
        let (game, table) = self.solvable(id)?;
        let now = lock(&self.building.now);
        let is_built = |now: &mut Now| now.build.as_ref().is_some_and(|build| build.table == table);
        match &now.build {
            Some(build) if build.table == table => build.stop.store(true, Ordering::Relaxed),
            _ => {
                let problem = format!("the tablebase of {} is not being built", title(&game));
                return Err(ApiError::conflict("not_building", problem));
            }
        }
        let waited = self.building.ended.wait_timeout_while(now, STOP_TIME, is_built);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        Ok(self.view(&game, table))
    }

    /// Waits for the end of a build that was told to come to one, so that its work is kept.
    pub fn wait(&self) {
        let now = lock(&self.building.now);
        let waited = self.building.ended.wait_timeout_while(now, STOP_TIME, |now| now.build.is_some());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Leave to draw a puzzle, which takes a core for a moment; `None` while all who may are at it.
    pub fn may_draw(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.drawing).try_acquire_owned().ok()
    }

    /// Tells a build to come to an end, because the server does.
    pub fn close(&self) {
        let mut now = lock(&self.building.now);
        now.is_closed = true;
        if let Some(build) = &now.build {
            build.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The table of a game, if it is there.
    pub fn table(&self, game: &AnyGame) -> Option<AnyTablebase> {
        let table = game.table_name()?;
        match self.status(game, table) {
            Status::Ready { .. } => game.tablebase(&self.path(table)).ok(),
            _ => None,
        }
    }

    /// The table of a game.
    ///
    /// # Errors
    /// When there is none, with what to do about it.
    pub fn needed_table(&self, game: &AnyGame) -> ApiResult<AnyTablebase> {
        self.ready_path(game)?;
        self.table(game).ok_or_else(|| no_table(game, "there is no tablebase of {} yet"))
    }

    /// A spec from outside with the table of the game wherever an agent inside needs it.
    ///
    /// # Errors
    /// When one needs it, and there is none.
    pub fn furnish(&self, game: &AnyGame, spec: &Spec) -> ApiResult<Spec> {
        let needs_table = spec.within().iter().any(|part| part.name == PERFECT);
        // Where there can be no table, the agent says so itself.
        if !needs_table || game.table_name().is_none() {
            return Ok(spec.clone());
        }
        let path = self.ready_path(game)?;
        let Some(path) = path.to_str() else {
            return Err(ApiError::internal("the table", "the path of the data folder is no text"));
        };
        Ok(with_table(spec, path))
    }

    /// Where the table of a game is, once it can be used.
    fn ready_path(&self, game: &AnyGame) -> ApiResult<PathBuf> {
        let table = game.table_name().ok_or_else(|| not_solvable(game))?;
        match self.status(game, table) {
            Status::Ready { .. } => Ok(self.path(table)),
            Status::Missing => Err(no_table(game, "there is no tablebase of {} yet")),
            Status::Building(_) => Err(no_table(game, "the tablebase of {} is still being built")),
            Status::Failed(_) => Err(no_table(game, "the tablebase of {} cannot be used")),
        }
    }

    fn path(&self, table: &str) -> PathBuf {
        self.folder.join(format!("{table}.table"))
    }

    fn solvable(&self, id: &str) -> ApiResult<(AnyGame, &'static str)> {
        let game = configure(self.games, id, None, None)?;
        let table = game.table_name().ok_or_else(|| not_solvable(&game))?;
        Ok((game, table))
    }

    fn view(&self, game: &AnyGame, table: &'static str) -> TablebaseView {
        let mut view = TablebaseView {
            game: game.info().id.to_owned(),
            state: TablebaseState::Missing,
            phase: None,
            done: None,
            left_ms: None,
            bytes: None,
            positions: game.solving_needs().map_or(0, |needs| needs.numbers),
            error: None,
        };
        match self.status(game, table) {
            Status::Missing => {}
            Status::Building(progress) => {
                view.state = TablebaseState::Building;
                view.phase = Some(progress.map_or_else(|| "beginning".to_owned(), |at| at.phase.to_string()));
                view.done = Some(progress.map_or(0.0, |at| at.done));
                view.left_ms = progress.and_then(|at| at.left).map(|left| left.as_millis() as u64);
            }
            Status::Ready { bytes } => {
                view.state = TablebaseState::Ready;
                view.bytes = Some(bytes);
            }
            Status::Failed(why) => {
                view.state = TablebaseState::Failed;
                view.error = Some(why);
            }
        }
        view
    }

    fn status(&self, game: &AnyGame, table: &'static str) -> Status {
        let now = lock(&self.building.now);
        if let Some(build) = now.build.as_ref().filter(|build| build.table == table) {
            return Status::Building(build.progress);
        }
        let failure = now.failures.get(table).cloned();
        drop(now);
        match (self.check_file(game, table), failure) {
            (ready @ Status::Ready { .. }, _) => ready,
            (_, Some(failure)) => Status::Failed(failure),
            (status, None) => status,
        }
    }

    /// What is in the file of a table, which is read only if it has changed.
    fn check_file(&self, game: &AnyGame, table: &'static str) -> Status {
        let path = self.path(table);
        let Ok(file) = fs::metadata(&path) else { return Status::Missing };
        let (written, size) = (file.modified().ok(), file.len());
        let mut checked = lock(&self.checked);
        let is_known = checked.get(table).is_some_and(|known| known.written == written && known.size == size);
        if !is_known {
            let problem = game.tablebase(&path).err().map(|error| describe(&error));
            if let Some(problem) = &problem {
                tracing::warn!("{}: {problem}", path.display());
            }
            checked.insert(table, Checked { written, size, problem });
        }
        match checked.get(table).and_then(|known| known.problem.clone()) {
            Some(problem) => Status::Failed(problem),
            None => Status::Ready { bytes: size },
        }
    }
}

impl Drop for Tablebases {
    fn drop(&mut self) {
        self.close();
    }
}

impl Building {
    fn note(&self, progress: &Progress) {
        if let Some(build) = &mut lock(&self.now).build {
            build.progress = Some(*progress);
        }
    }

    fn end(&self, table: &'static str, solved: Result<Result<(), SolveError>, String>) {
        let failure = match solved {
            Ok(Ok(()) | Err(SolveError::Stopped)) => None,
            Ok(Err(SolveError::InTheWay(_))) => {
                Some("another file has the name of the tablebase in its folder".to_owned())
            }
            Ok(Err(SolveError::Table(error))) => Some(format!("the table cannot be written: {error}")),
            Ok(Err(error)) => Some(error.to_string()),
            Err(why) => Some(why),
        };
        if let Some(why) = &failure {
            tracing::warn!("the tablebase {table} was not built: {why}");
        }
        let mut now = lock(&self.now);
        now.build = None;
        now.failures.extend(failure.map(|why| (table, why)));
        drop(now);
        self.ended.notify_all();
    }
}

fn title(game: &AnyGame) -> &str {
    game.info().title
}

fn not_solvable(game: &AnyGame) -> ApiError {
    ApiError::bad("not_solvable", format!("{} cannot be solved", title(game)))
        .hint("the catalog tells which games can")
}

/// A refusal with the game's title for `{}`.
fn no_table(game: &AnyGame, problem: &str) -> ApiError {
    let hint = format!("build it: POST /api/tablebases/{}, or the button on the page", game.info().id);
    ApiError::conflict("no-table", problem.replace("{}", title(game))).hint(hint)
}

fn describe(error: &TablebaseError) -> String {
    format!("the tablebase file cannot be used: {error}")
}

/// The spec with a table for every agent in it that plays by one, however it is written.
fn with_table(spec: &Spec, path: &str) -> Spec {
    let furnished = |(key, value): &(String, Value)| {
        let value = match value {
            Value::Nested(inner) => Value::Nested(with_table(inner, path)),
            Value::Text(text) if holds(key) == Holds::Agent => match text.parse::<Spec>() {
                Ok(inner) => Value::Nested(with_table(&inner, path)),
                Err(_) => value.clone(),
            },
            Value::Text(_) => value.clone(),
        };
        (key.clone(), value)
    };
    let mut options: Vec<_> = spec.options.iter().map(furnished).collect();
    if spec.name == PERFECT {
        options.push((TABLE.to_owned(), Value::Text(path.to_owned())));
    }
    Spec { name: spec.name.clone(), options }
}
