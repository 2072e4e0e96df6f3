//! All games of the server: loads and stores rooms, and tells those who look at them.

mod create;
mod drive;
mod series;
mod strength;

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ludwerk_registry::{AnyGame, GameEntry, GameError, Spec};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use crate::dto::{Catalog, GameView, LineView, ServerMessage, ThinkingView};
use crate::engines::{Engines, check_fair_spec, check_spec};
use crate::error::{ApiError, ApiResult};
use crate::room::{Caller, Room};
use crate::settings::Settings;
use crate::store::{Store, StoreError};
use crate::tablebases::Tablebases;
use crate::tournaments::Tournaments;

pub use create::MOST_SEED;

/// What listeners of a game are told.
#[derive(Clone, Debug)]
pub enum Event {
    /// The game is not as it was.
    Changed,
    /// What the agent to move is thinking.
    Thinking(ThinkingView),
    /// The game must be looked at anew: sockets close, and clients come again.
    Lost,
    /// The game is no more.
    Deleted,
}

/// A room with its listeners.
pub struct Table {
    room: Mutex<Room>,
    /// Tells the sockets that look at the game.
    pub events: broadcast::Sender<Event>,
    last_used: Mutex<Instant>,
    /// What spectators see, written once for all of them, with its version.
    for_spectators: Mutex<Option<(u64, Arc<str>)>>,
}

/// The games of a server.
pub struct Hall {
    /// What is allowed.
    pub settings: Settings,
    /// The games that can be played.
    pub games: &'static [GameEntry],
    /// The database.
    pub store: Arc<Store>,
    /// The threads of the agents.
    pub engines: Engines,
    /// What agents play among themselves, many games at a time.
    pub tournaments: Tournaments,
    /// The tables of solved games.
    pub tablebases: Arc<Tablebases>,
    /// How many sockets are open.
    pub n_sockets: AtomicUsize,
    /// Games that show what a game looks like, made once.
    pub demos: Mutex<HashMap<String, Arc<OnceLock<LineView>>>>,
    /// What there is to play, described once.
    pub catalog: OnceLock<Catalog>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    /// Held while a game is looked at for the strength of its player.
    assessing: Mutex<()>,
    /// Held while someone joins a series or begins a game of one.
    joining: Mutex<()>,
    runtime: Handle,
}

/// Listeners that are so far behind get the whole game again.
const EVENTS_KEPT: usize = 64;

/// A game that nobody looks at is forgotten after this time; the database has it.
const FORGET_AFTER: Duration = Duration::from_secs(300);

/// The lock of something that stays whole whatever happens while it is held.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The game with this id, variant and number of players, among these.
pub fn configure(
    games: &[GameEntry],
    id: &str,
    variant: Option<&str>,
    players: Option<usize>,
) -> ApiResult<AnyGame> {
    let entry = games.iter().find(|entry| entry.info().id == id);
    let entry = entry.ok_or_else(|| GameError::UnknownGame(id.to_owned()))?;
    Ok(entry.configure(variant, players)?)
}

impl Hall {
    /// Opens the data folder. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// A [`StoreError`].
    pub fn open(settings: Settings, games: &'static [GameEntry]) -> Result<Arc<Self>, StoreError> {
        let store = Arc::new(Store::open(&settings.data, settings.database_time)?);
        let tablebases = Arc::new(Tablebases::new(&settings, games));
        let engines = Engines::new(&settings, Arc::clone(&tablebases));
        let tournaments = Tournaments::open(&settings, games, Arc::clone(&store), Arc::clone(&tablebases));
        Ok(Arc::new(Self {
            settings,
            games,
            store,
            engines,
            tournaments,
            tablebases,
            n_sockets: AtomicUsize::new(0),
            demos: Mutex::new(HashMap::new()),
            catalog: OnceLock::new(),
            tables: Mutex::new(HashMap::new()),
            assessing: Mutex::new(()),
            joining: Mutex::new(()),
            runtime: Handle::current(),
        }))
    }

    /// The game with this id, variant and number of players.
    pub fn configure(&self, id: &str, variant: Option<&str>, players: Option<usize>) -> ApiResult<AnyGame> {
        configure(self.games, id, variant, players)
    }

    /// An agent from outside, checked; with it whether it peeks.
    pub fn check_spec(&self, game: &AnyGame, text: &str) -> ApiResult<(Spec, bool)> {
        check_spec(game, text, &self.settings, &self.tablebases)
    }

    /// An agent from outside that must be fair, checked.
    pub fn check_fair_spec(&self, game: &AnyGame, text: &str) -> ApiResult<Spec> {
        check_fair_spec(game, text, &self.settings, &self.tablebases)
    }

    /// Sets the agents to work in all games where it is their turn, and lets clocks run, after a start.
    pub fn resume(self: &Arc<Self>) -> ApiResult<()> {
        for id in self.store.unfinished()? {
            if let Err(error) = self.table(&id) {
                tracing::warn!("game {id} cannot be resumed: {}", error.view().error);
            }
        }
        Ok(())
    }

    /// The table of a game, loaded if it is not in memory.
    pub fn table(self: &Arc<Self>, id: &str) -> ApiResult<Arc<Table>> {
        if let Some(table) = lock(&self.tables).get(id) {
            *lock(&table.last_used) = Instant::now();
            return Ok(Arc::clone(table));
        }
        Ok(self.seat(self.load(id)?))
    }

    /// A game as it is stored.
    fn load(&self, id: &str) -> ApiResult<Room> {
        let (stored, moves) = self.store.load(id)?.ok_or_else(|| ApiError::not_found("game"))?;
        self.configure(&stored.game, Some(&stored.variant), Some(stored.players))
            .and_then(|game| Room::new(game, stored, moves))
            .map_err(|error| {
                ApiError::conflict("damaged", format!("this game cannot be loaded: {}", error.view().error))
            })
    }

    /// Puts a room into memory and lets it go on, unless someone was quicker.
    fn seat(self: &Arc<Self>, room: Room) -> Arc<Table> {
        let id = room.stored.id.clone();
        let fresh = Arc::new(Table {
            room: Mutex::new(room),
            events: broadcast::Sender::new(EVENTS_KEPT),
            last_used: Mutex::new(Instant::now()),
            for_spectators: Mutex::new(None),
        });
        let table = Arc::clone(lock(&self.tables).entry(id).or_insert_with(|| Arc::clone(&fresh)));
        if Arc::ptr_eq(&table, &fresh) {
            self.drive(&table);
            self.assess_later(&table);
        }
        table
    }

    /// The game as the caller may see it.
    pub fn look(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<GameView> {
        self.read(id, |room| {
            room.check_key(caller)?;
            Ok(room.view(caller))
        })
    }

    /// Something read off a game.
    pub fn read<T>(self: &Arc<Self>, id: &str, read: impl FnOnce(&Room) -> ApiResult<T>) -> ApiResult<T> {
        let table = self.table(id)?;
        let room = table.room()?;
        read(&room)
    }

    /// Changes a game: stored first, then told to everyone, then whoever is next is set to work.
    pub fn change(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Room) -> ApiResult<()>,
    ) -> ApiResult<()> {
        let table = self.table(id)?;
        self.change_table(&table, change)
    }

    fn change_table(
        self: &Arc<Self>,
        table: &Arc<Table>,
        change: impl FnOnce(&mut Room) -> ApiResult<()>,
    ) -> ApiResult<()> {
        let mut room = table.room()?;
        let (version, moves_version) = (room.version(), room.moves_version());
        let result = change(&mut room);
        if room.version() == version {
            return result;
        }
        if let Err(error) = self.store.update(&room.stored, room.changed_from(), room.moves()) {
            self.take_back(table, room);
            return Err(error.into());
        }
        room.mark_stored();
        if room.moves_version() != moves_version {
            // What the agent was thinking about is no longer there.
            room.stop_agent();
        }
        drop(room);
        let _ = table.events.send(Event::Changed);
        self.drive(table);
        self.assess_later(table);
        result
    }

    /// What could not be stored has not happened: the room becomes again what the database has.
    fn take_back(self: &Arc<Self>, table: &Arc<Table>, mut room: MutexGuard<'_, Room>) {
        room.stop_agent();
        let id = room.stored.id.clone();
        match self.load(&id) {
            Ok(stored) => room.replace(stored),
            Err(_) => room.is_dead = true,
        }
        let is_dead = room.is_dead;
        drop(room);
        if is_dead {
            self.forget(&id, table);
            let _ = table.events.send(Event::Lost);
            return;
        }
        let _ = table.events.send(Event::Changed);
        self.drive_later(table);
    }

    /// Takes a table out of memory; the database may have its game or not.
    fn forget(&self, id: &str, table: &Arc<Table>) {
        let mut tables = lock(&self.tables);
        if tables.get(id).is_some_and(|present| Arc::ptr_eq(present, table)) {
            tables.remove(id);
        }
    }

    /// Removes a game for good.
    pub fn delete(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<()> {
        self.read(id, |room| {
            room.check_key(caller)?;
            if !room.is_owned_by(caller) {
                return Err(ApiError::forbidden("not_owner", "only the creator of the game may delete it"));
            }
            room.check_alone("a single game of a series cannot be deleted")
        })?;
        self.remove(id)
    }

    /// Forgets games that nobody has looked at for a while; agents at work and running clocks keep theirs.
    pub fn forget_idle(&self) {
        let mut tables = lock(&self.tables);
        tables.retain(|_, table| {
            let is_wanted = Arc::strong_count(table) > 1
                || table.events.receiver_count() > 0
                || lock(&table.last_used).elapsed() < FORGET_AFTER;
            // Nobody else can hold this room: whoever wants it has to come through the map.
            let goes_on = |room: &Room| room.at_work.is_some() || room.time_left().is_some();
            is_wanted || goes_on(&lock(&table.room))
        });
    }
}

impl Table {
    /// The game, if it is still there.
    fn room(&self) -> ApiResult<MutexGuard<'_, Room>> {
        let room = lock(&self.room);
        if room.is_dead { Err(ApiError::not_found("game")) } else { Ok(room) }
    }

    /// A socket of this caller was opened or closed.
    pub fn count_online(&self, caller: &Caller, opened: bool) {
        if lock(&self.room).count_online(caller, opened) {
            let _ = self.events.send(Event::Changed);
        }
    }

    /// The game as the caller may see it, as a message for a socket, with its version.
    pub fn message(&self, caller: &Caller) -> (u64, Arc<str>) {
        let room = lock(&self.room);
        let version = room.version();
        let write = || {
            let message = ServerMessage::Game { game: Box::new(room.view(caller)) };
            let text = serde_json::to_string(&message);
            Arc::from(text.unwrap_or_else(|error| unreachable!("plain data becomes JSON: {error}")))
        };
        if caller.key.is_some() {
            return (version, write());
        }
        let mut written = lock(&self.for_spectators);
        let text = match &*written {
            // Clocks go on without a change.
            Some((known, text)) if *known == version && room.stored.clock.is_none() => Arc::clone(text),
            _ => write(),
        };
        *written = Some((version, Arc::clone(&text)));
        (version, text)
    }

    /// Whether the caller's key fits.
    pub fn check_key(&self, caller: &Caller) -> ApiResult<()> {
        self.room()?.check_key(caller)
    }
}
