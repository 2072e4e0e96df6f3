//! Tournaments: agents play among themselves, many games, beside the games of people.
//!
//! The games of each are in a folder of its own (the arena's store); who made it and whether it is to be played
//! is in the server's database. One is played at a time, by a thread that needs the machine less urgently
//! than those of people (`play`); the others wait in a queue. What was played is kept at every moment, so after a restart
//! the queue goes on where it was.

mod agents;
mod draft;
mod games;
mod play;
mod view;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use ludwerk_arena::Schedule;
use ludwerk_arena::stats::sprt::Verdict;
use ludwerk_arena::tournament::{About, Access, Format, Plan, Store as Games, StoreError, Summary};
use ludwerk_core::Game as _;
use ludwerk_registry::{AnyGame, GameEntry};

use crate::dto::{
    CreatedTournament, NewTournament, TournamentDraft, TournamentList, TournamentState, TournamentView,
};
use crate::error::{ApiError, ApiResult};
use crate::game::Caller;
use crate::keys;
use crate::lobby::{configure, lock};
use crate::settings::Settings;
use crate::store::{Store, StoredTournament};
use crate::tablebases::Tablebases;

pub use games::{GameResult, GamesFilter};

/// All tournaments of a server.
pub struct Tournaments {
    shared: Arc<Shared>,
}

/// What requests and the thread that plays have in common.
struct Shared {
    settings: Settings,
    games: &'static [GameEntry],
    store: Arc<Store>,
    tables: Arc<Tablebases>,
    /// The folder of all folders.
    folder: PathBuf,
    all: Mutex<All>,
    wake: Condvar,
    versions: AtomicU64,
}

#[derive(Default)]
struct All {
    tournaments: BTreeMap<String, Tournament>,
    is_closed: bool,
}

/// A tournament in memory.
struct Tournament {
    stored: StoredTournament,
    game: AnyGame,
    plan: Plan,
    about: About,
    /// How many games are played with the same opening, and how many rounds there are.
    bout: usize,
    n_rounds: usize,
    /// The table; read from the folder when somebody asks.
    summary: Option<Arc<Summary>>,
    /// The games that count, which may be more than the table knows yet.
    n_games: usize,
    version: u64,
    /// There while its games are being played.
    run: Option<Run>,
}

/// A tournament that is being played.
struct Run {
    stop: Arc<AtomicBool>,
    began: Instant,
    /// The games that were there before.
    n_before: usize,
}

impl Tournament {
    fn state(&self) -> TournamentState {
        match &self.stored {
            // One that was told to stop may still need a moment.
            StoredTournament { queued: Some(_), .. } if self.run.is_some() => TournamentState::Running,
            StoredTournament { queued: Some(_), .. } => TournamentState::Waiting,
            StoredTournament { failure: Some(_), .. } => TournamentState::Failed,
            _ if self.summary.as_ref().is_some_and(|summary| summary.complete) => TournamentState::Complete,
            _ => TournamentState::Stopped,
        }
    }

    fn is_owned_by(&self, caller: &Caller) -> bool {
        caller.key.as_ref().is_some_and(|key| keys::is_same(key, &self.stored.owner))
    }

    /// A key that opens nothing here is a mistake, not a spectator.
    fn check_key(&self, caller: &Caller) -> ApiResult<()> {
        if caller.key.is_none() || self.is_owned_by(caller) {
            return Ok(());
        }
        let status = axum::http::StatusCode::UNAUTHORIZED;
        Err(ApiError::new(status, "unknown_key", "this key is not that of this tournament")
            .hint("watch without a key"))
    }

    fn check_owner(&self, caller: &Caller) -> ApiResult<()> {
        self.check_key(caller)?;
        if self.is_owned_by(caller) {
            return Ok(());
        }
        Err(ApiError::forbidden("not_owner", "only the creator of the tournament may do this"))
    }
}

impl Tournaments {
    /// Opens the tournaments of a data folder, and lets those go on that were being played.
    pub fn open(
        settings: &Settings,
        games: &'static [GameEntry],
        store: Arc<Store>,
        tables: Arc<Tablebases>,
    ) -> Self {
        let shared = Arc::new(Shared {
            settings: settings.clone(),
            games,
            store,
            tables,
            folder: settings.data.join("tournaments"),
            all: Mutex::default(),
            wake: Condvar::new(),
            versions: AtomicU64::new(keys::now_us()),
        });
        match shared.store.tournaments() {
            Ok(all) => all.into_iter().for_each(|stored| shared.take_up(stored)),
            Err(error) => tracing::error!("tournaments cannot be read: {error}"),
        }
        let player = Arc::clone(&shared);
        thread::spawn(move || player.play_all());
        Self { shared }
    }

    /// Tells the games that are being played to come to an end. They are played anew after the next start.
    pub fn close(&self) {
        let mut all = self.shared.lock();
        all.is_closed = true;
        for run in all.tournaments.values().filter_map(|tournament| tournament.run.as_ref()) {
            run.stop.store(true, Ordering::Relaxed);
        }
        drop(all);
        self.shared.wake.notify_all();
    }

    /// All of them, the last made first.
    pub fn list(&self) -> TournamentList {
        let ids: Vec<_> = self.shared.lock().tournaments.keys().cloned().collect();
        for id in &ids {
            // A table that cannot be read leaves the tournament in the list.
            let _ = self.shared.summary(id);
        }
        let all = self.shared.lock();
        let mut listed: Vec<_> = all.tournaments.values().map(view::listed).collect();
        drop(all);
        listed.sort_by_key(|tournament| std::cmp::Reverse(tournament.created));
        TournamentList { tournaments: listed, most: self.shared.settings.most_tournaments }
    }

    /// One with its table.
    pub fn look(&self, id: &str, caller: &Caller) -> ApiResult<TournamentView> {
        self.shared.with(id, |_, tournament| tournament.check_key(caller))?;
        let summary = self.shared.summary(id)?;
        self.shared.with(id, |all, tournament| {
            Ok(view::whole(all, tournament, &summary, caller, self.shared.settings.report.is_some()))
        })
    }

    /// What a tournament would be, with everything that is wrong with it.
    pub fn draft(&self, wanted: &NewTournament) -> TournamentDraft {
        self.shared.draft(wanted)
    }

    /// Makes a tournament, which begins as soon as it is its turn.
    pub fn create(&self, wanted: &NewTournament) -> ApiResult<CreatedTournament> {
        let (plan, game) = self.shared.plan(wanted)?;
        self.check_room()?;
        let now = keys::now_ms();
        let stored = StoredTournament {
            id: keys::address(),
            owner: keys::token(),
            created: now,
            queued: Some(now),
            failure: None,
            is_deleted: false,
        };
        let folder = self.shared.folder.join(&stored.id);
        let games = Games::begin(&folder, &plan, keys::seed()).map_err(|error| cannot(&error))?;
        let tournament = self.shared.read(stored.clone(), &games, game)?;
        drop(games);
        if let Err(error) = self.shared.store.put_tournament(&stored) {
            drop(fs::remove_dir_all(&folder));
            return Err(error.into());
        }
        self.shared.lock().tournaments.insert(stored.id.clone(), tournament);
        self.shared.wake.notify_all();
        let tournament = self.look(&stored.id, &Caller::with_key(stored.owner.clone()))?;
        Ok(CreatedTournament { token: stored.owner, tournament })
    }

    /// Whether there is room for one more.
    fn check_room(&self) -> ApiResult<()> {
        let (n, most) = (self.shared.lock().tournaments.len(), self.shared.settings.most_tournaments);
        let full = |problem: String| {
            Err(ApiError::conflict("full", problem).hint("delete one that is no longer needed"))
        };
        if n >= most {
            return full(format!("this server keeps at most {most} tournaments"));
        }
        if bytes_in(&self.shared.folder) >= self.shared.settings.tournament_bytes {
            return full(self.shared.no_room());
        }
        Ok(())
    }

    /// Stops one; the games that are under way are lost, the others kept.
    pub fn stop(&self, id: &str, caller: &Caller) -> ApiResult<TournamentView> {
        self.shared.change(id, |tournament| {
            tournament.check_owner(caller)?;
            tournament.stored.queued = None;
            if let Some(run) = &tournament.run {
                run.stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        })?;
        self.look(id, caller)
    }

    /// Lets one go on that was stopped, or has failed.
    pub fn go_on(&self, id: &str, caller: &Caller) -> ApiResult<TournamentView> {
        self.shared.with(id, |_, tournament| tournament.check_owner(caller))?;
        let is_complete = self.shared.summary(id)?.complete;
        self.shared.change(id, |tournament| {
            if tournament.stored.queued.is_some() {
                return Ok(());
            }
            if is_complete {
                return Err(
                    ApiError::conflict("complete", "all games have been played").hint("ask for more games")
                );
            }
            tournament.stored.failure = None;
            tournament.stored.queued = Some(keys::now_ms());
            Ok(())
        })?;
        self.shared.wake.notify_all();
        self.look(id, caller)
    }

    /// Adds games, and lets it go on.
    pub fn more(&self, id: &str, caller: &Caller, n_more: usize) -> ApiResult<TournamentView> {
        let (plan, game) = self.shared.with(id, |_, tournament| {
            tournament.check_owner(caller)?;
            if tournament.stored.queued.is_some() || tournament.run.is_some() {
                return Err(ApiError::conflict("running", "the tournament is still being played")
                    .hint("stop it first, or wait until it has finished"));
            }
            let mut plan = tournament.plan.clone();
            if plan.format == Format::Swiss {
                plan.rounds = Some(tournament.n_rounds.saturating_add(n_more));
            } else {
                // Whole bouts were played, whatever was asked for.
                let n_games = plan.games.unwrap_or(1).next_multiple_of(tournament.bout);
                plan.games = Some(n_games.saturating_add(n_more));
            }
            Ok((plan, tournament.game.clone()))
        })?;
        if n_more == 0 {
            return Err(ApiError::bad("games", "ask for at least one more game"));
        }
        draft::check_size(&plan, game.n_seats())?;
        if self.shared.summary(id)?.sprt.is_some_and(|sprt| sprt.verdict != Verdict::Open) {
            return Err(ApiError::conflict("decided", "the test of this tournament is decided")
                .hint("make a new tournament without a test"));
        }
        let games = Games::begin(&self.shared.folder.join(id), &plan, 0).map_err(|error| cannot(&error))?;
        let summary = Summary::of_store(&games, game.n_seats()).map_err(|error| cannot(&error))?;
        let fresh = self.shared.read(self.shared.with(id, |_, t| Ok(t.stored.clone()))?, &games, game)?;
        drop(games);
        self.shared.change(id, |tournament| {
            tournament.plan = fresh.plan;
            tournament.n_rounds = fresh.n_rounds;
            tournament.summary = Some(Arc::new(summary));
            tournament.stored.failure = None;
            tournament.stored.queued = Some(keys::now_ms());
            Ok(())
        })?;
        self.shared.wake.notify_all();
        self.look(id, caller)
    }

    /// Removes one with all its games.
    pub fn delete(&self, id: &str, caller: &Caller) -> ApiResult<()> {
        self.shared.change(id, |tournament| {
            tournament.check_owner(caller)?;
            tournament.stored.is_deleted = true;
            tournament.stored.queued = None;
            Ok(())
        })?;
        let mut all = self.shared.lock();
        match all.tournaments.get(id).map(|tournament| &tournament.run) {
            // Whoever plays it clears up afterwards.
            Some(Some(run)) => run.stop.store(true, Ordering::Relaxed),
            Some(None) => {
                all.tournaments.remove(id);
                drop(all);
                self.shared.clear_up(id);
            }
            None => {}
        }
        Ok(())
    }

    /// The games of a tournament, to be read.
    pub fn games_of(&self, id: &str) -> ApiResult<Games> {
        self.shared.with(id, |_, _| Ok(()))?;
        self.shared.open_games(id)
    }

    /// The report of a tournament, where this server makes them.
    pub fn report(&self, id: &str) -> ApiResult<String> {
        let games = self.games_of(id)?;
        let Some(make) = self.shared.settings.report else { return Err(ApiError::not_found("report")) };
        make(&games).map_err(|error| ApiError::internal("the report", error))
    }
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, All> {
        lock(&self.all)
    }

    fn next_version(&self) -> u64 {
        self.versions.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Takes a stored tournament up after a start; one that cannot be read is left where it is.
    fn take_up(&self, stored: StoredTournament) {
        if stored.is_deleted {
            return self.clear_up(&stored.id);
        }
        let id = stored.id.clone();
        let read = || {
            let games = self.open_games(&id)?;
            let plan = games.plan();
            let game = configure(self.games, &plan.game, plan.variant.as_deref(), plan.players)?;
            self.read(stored, &games, game)
        };
        match read() {
            Ok(tournament) => drop(self.lock().tournaments.insert(id, tournament)),
            Err(error) => tracing::warn!("tournament {id} cannot be opened: {}", error.view().error),
        }
    }

    fn open_games(&self, id: &str) -> ApiResult<Games> {
        Games::open(&self.folder.join(id), Access::Read).map_err(|error| cannot(&error))
    }

    fn read(&self, stored: StoredTournament, games: &Games, game: AnyGame) -> ApiResult<Tournament> {
        let schedule = Schedule::new(games.plan(), game.n_seats()).map_err(|error| {
            ApiError::conflict("damaged", format!("this tournament cannot be opened: {error}"))
        })?;
        Ok(Tournament {
            stored,
            game,
            plan: games.plan().clone(),
            about: games.about().clone(),
            bout: schedule.n_seatings(),
            n_rounds: schedule.n_rounds(),
            summary: None,
            n_games: 0,
            version: self.next_version(),
            run: None,
        })
    }

    /// Something of a tournament that is there.
    fn with<T>(&self, id: &str, look: impl FnOnce(&All, &Tournament) -> ApiResult<T>) -> ApiResult<T> {
        let all = self.lock();
        let found = all.tournaments.get(id).filter(|tournament| !tournament.stored.is_deleted);
        look(&all, found.ok_or_else(|| ApiError::not_found("tournament"))?)
    }

    /// Changes a tournament and stores what changed.
    fn change(&self, id: &str, change: impl FnOnce(&mut Tournament) -> ApiResult<()>) -> ApiResult<()> {
        let mut all = self.lock();
        let found = all.tournaments.get_mut(id).filter(|tournament| !tournament.stored.is_deleted);
        let tournament = found.ok_or_else(|| ApiError::not_found("tournament"))?;
        let before = tournament.stored.clone();
        change(tournament)?;
        tournament.version = self.next_version();
        if tournament.stored != before
            && let Err(error) = self.store.put_tournament(&tournament.stored)
        {
            tournament.stored = before;
            return Err(error.into());
        }
        Ok(())
    }

    /// The table of a tournament, read from its folder if nobody has asked before.
    fn summary(&self, id: &str) -> ApiResult<Arc<Summary>> {
        let (known, n_seats) =
            self.with(id, |_, tournament| Ok((tournament.summary.clone(), tournament.game.n_seats())))?;
        if let Some(summary) = known {
            return Ok(summary);
        }
        let games = self.open_games(id)?;
        let summary = Arc::new(Summary::of_store(&games, n_seats).map_err(|error| cannot(&error))?);
        let mut all = self.lock();
        if let Some(tournament) = all.tournaments.get_mut(id) {
            // Whoever plays it may have been quicker.
            tournament.n_games = tournament.n_games.max(summary.games);
            return Ok(Arc::clone(tournament.summary.get_or_insert(summary)));
        }
        Ok(summary)
    }

    fn no_room(&self) -> String {
        let most = self.settings.tournament_bytes >> 20;
        format!("the tournaments of this server have used up their {most} MiB")
    }

    /// Removes the folder of a tournament that nobody wants, and then its line in the database.
    fn clear_up(&self, id: &str) {
        match fs::remove_dir_all(self.folder.join(id)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                tracing::warn!("tournament {id} cannot be removed: {error}");
            }
            _ => drop(self.store.remove_tournament(id)),
        }
    }
}

/// What a folder and the folders in it take.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes_in(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

/// Paths of the server go to the log, not to the caller.
fn cannot(error: &StoreError) -> ApiError {
    match error {
        StoreError::InUse(_) => ApiError::conflict("running", "the tournament is still being played")
            .hint("wait a moment and try again"),
        StoreError::Damaged { .. } | StoreError::Later { .. } | StoreError::Missing(_) => {
            tracing::error!("a tournament: {error}");
            ApiError::conflict("damaged", "the games of this tournament cannot be read")
        }
        _ => ApiError::internal("the tournament's folder", error),
    }
}
