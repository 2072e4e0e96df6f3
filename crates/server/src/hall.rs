//! All games of the server: loads and stores rooms, and tells those who look at them.

mod create;
mod drive;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludwerk_registry::{AnyGame, GameEntry, GameError};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use crate::dto::{GameView, LineView, ThinkingView};
use crate::engines::Engines;
use crate::error::{ApiError, ApiResult};
use crate::room::{Caller, Room};
use crate::settings::Settings;
use crate::store::{Store, StoreError};

pub use create::MOST_SEED;

/// What listeners of a game are told.
#[derive(Clone, Debug)]
pub enum Event {
    /// The game is not as it was.
    Changed,
    /// What the agent to move is thinking.
    Thinking(ThinkingView),
    /// The game is no more.
    Deleted,
}

/// A room with its listeners.
pub struct Table {
    room: Mutex<Room>,
    /// Tells the sockets that look at the game.
    pub events: broadcast::Sender<Event>,
    /// Stops the agent that is at work, if one is.
    at_work: Mutex<Option<Arc<AtomicBool>>>,
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
    pub store: Store,
    /// The threads of the agents.
    pub engines: Engines,
    /// How many sockets are open.
    pub n_sockets: AtomicUsize,
    /// Games that show what a game looks like, made once.
    pub demos: Mutex<HashMap<String, Arc<LineView>>>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
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

impl Hall {
    /// Opens the data folder. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// A [`StoreError`].
    pub fn open(settings: Settings, games: &'static [GameEntry]) -> Result<Arc<Self>, StoreError> {
        let store = Store::open(&settings.data)?;
        let engines = Engines::new(&settings);
        Ok(Arc::new(Self {
            settings,
            games,
            store,
            engines,
            n_sockets: AtomicUsize::new(0),
            demos: Mutex::new(HashMap::new()),
            tables: Mutex::new(HashMap::new()),
            runtime: Handle::current(),
        }))
    }

    /// The game with this id, variant and number of players.
    pub fn configure(&self, id: &str, variant: Option<&str>, players: Option<usize>) -> ApiResult<AnyGame> {
        let entry = self.games.iter().find(|entry| entry.info().id == id);
        let entry = entry.ok_or_else(|| GameError::UnknownGame(id.to_owned()))?;
        Ok(entry.configure(variant, players)?)
    }

    /// Sets the agents to work in all games where it is their turn, and lets clocks run, after a start.
    pub fn resume(self: &Arc<Self>) -> ApiResult<()> {
        for id in self.store.unfinished()? {
            match self.table(&id) {
                Ok(table) => self.drive(&table),
                Err(error) => tracing::warn!("game {id} cannot go on: {}", error.view().error),
            }
        }
        self.forget_idle();
        Ok(())
    }

    /// The table of a game, loaded if it is not in memory.
    pub fn table(self: &Arc<Self>, id: &str) -> ApiResult<Arc<Table>> {
        if let Some(table) = lock(&self.tables).get(id) {
            *lock(&table.last_used) = Instant::now();
            return Ok(Arc::clone(table));
        }
        let (stored, moves) = self.store.load(id)?.ok_or_else(|| ApiError::not_found("game"))?;
        let room = self
            .configure(&stored.game, Some(&stored.variant), Some(stored.players))
            .and_then(|game| Room::new(game, stored, moves))
            .map_err(|error| {
                ApiError::conflict("damaged", format!("this game cannot be opened: {}", error.view().error))
            })?;
        Ok(self.seat_table(room))
    }

    /// Puts a room into memory, unless someone was quicker.
    fn seat_table(&self, room: Room) -> Arc<Table> {
        let id = room.stored.id.clone();
        let table = || {
            Arc::new(Table {
                room: Mutex::new(room),
                events: broadcast::Sender::new(EVENTS_KEPT),
                at_work: Mutex::new(None),
                last_used: Mutex::new(Instant::now()),
                for_spectators: Mutex::new(None),
            })
        };
        Arc::clone(lock(&self.tables).entry(id).or_insert_with(table))
    }

    /// The game as the caller may see it.
    pub fn look(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<GameView> {
        let table = self.table(id)?;
        let room = lock(&table.room);
        room.check_key(caller)?;
        Ok(room.view(caller))
    }

    /// Something read off a game.
    pub fn read<T>(self: &Arc<Self>, id: &str, read: impl FnOnce(&Room) -> ApiResult<T>) -> ApiResult<T> {
        let table = self.table(id)?;
        let room = lock(&table.room);
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
        let result = {
            let mut room = lock(&table.room);
            let version = room.version();
            let result = change(&mut room);
            if room.version() == version {
                return result;
            }
            let from = room.take_changed_from();
            if let Err(error) = self.store.update(&room.stored, from, room.moves()) {
                // What is not stored has not happened: the next caller reads what is.
                lock(&self.tables).remove(&room.stored.id);
                let _ = table.events.send(Event::Deleted);
                return Err(error.into());
            }
            result
        };
        // Whatever an agent was thinking about is no longer there.
        if let Some(stop) = lock(&table.at_work).take() {
            stop.store(true, Ordering::Relaxed);
        }
        let _ = table.events.send(Event::Changed);
        self.drive(table);
        result
    }

    /// Removes a game for good.
    pub fn delete(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<()> {
        let table = self.table(id)?;
        let room = lock(&table.room);
        room.check_key(caller)?;
        if !room.is_owned_by(caller) {
            return Err(ApiError::forbidden("not_owner", "only whoever made the game may delete it"));
        }
        self.store.delete(id)?;
        lock(&self.tables).remove(id);
        if let Some(stop) = lock(&table.at_work).take() {
            stop.store(true, Ordering::Relaxed);
        }
        let _ = table.events.send(Event::Deleted);
        Ok(())
    }

    /// Forgets games that nobody has looked at for a while; agents at work and running clocks keep theirs.
    pub fn forget_idle(&self) {
        let mut tables = lock(&self.tables);
        tables.retain(|_, table| {
            let is_wanted = Arc::strong_count(table) > 1
                || table.events.receiver_count() > 0
                || lock(&table.last_used).elapsed() < FORGET_AFTER;
            is_wanted || lock(&table.at_work).is_some() || lock(&table.room).time_left().is_some()
        });
    }
}

impl Table {
    /// A socket of this caller was opened or closed.
    pub fn count_online(&self, caller: &Caller, opened: bool) {
        if lock(&self.room).count_online(caller, opened) {
            let _ = self.events.send(Event::Changed);
        }
    }

    /// The game as the caller may see it, as a message for a socket.
    pub fn message(&self, caller: &Caller) -> Arc<str> {
        let room = lock(&self.room);
        let write = |room: &Room| {
            let game = Box::new(room.view(caller));
            let message = crate::dto::ServerMessage::Game { game };
            let text = serde_json::to_string(&message);
            Arc::from(text.unwrap_or_else(|error| unreachable!("plain data becomes JSON: {error}")))
        };
        if caller.0.is_some() {
            return write(&room);
        }
        let mut written = lock(&self.for_spectators);
        match &*written {
            // Clocks go on without a change.
            Some((version, text)) if *version == room.version() && room.stored.clock.is_none() => {
                Arc::clone(text)
            }
            _ => {
                let text: Arc<str> = write(&room);
                *written = Some((room.version(), Arc::clone(&text)));
                text
            }
        }
    }

    /// Whether the caller's key fits.
    pub fn check_key(&self, caller: &Caller) -> ApiResult<()> {
        lock(&self.room).check_key(caller)
    }
}
