//! All games of the server: loads and stores rooms, sets agents to work, watches clocks, tells listeners.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use ludwerk_arena::record::Record;
use ludwerk_core::{Decision, Notation as _, Rng, Seat};
use ludwerk_registry::{AnyGame, AnyMove, GameEntry, GameError, Spec};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use crate::dto::{CreatedGame, GameView, LineView, NewGame, NewSeat, ThinkingView};
use crate::engines::{Engines, Task, check_spec};
use crate::error::{ApiError, ApiResult};
use crate::keys;
use crate::room::{Caller, Room};
use crate::settings::Settings;
use crate::store::{Player, Store, StoreError, StoredEnd, StoredGame, StoredMove};
use crate::view;

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

/// A game of agents that is longer than this counts as a draw.
const MOST_PLIES: usize = 1000;

/// Listeners that are so far behind get the whole game again.
const EVENTS_KEPT: usize = 64;

/// A game that nobody looks at is forgotten after this time; the database has it.
const FORGET_AFTER: Duration = Duration::from_secs(300);

/// The most letters of a person's name.
const MOST_NAME: usize = 40;

/// The longest base time and increment of a clock, in seconds: a day, and an hour.
const MOST_CLOCK: (u32, u32) = (86_400, 3_600);

/// The largest whole number that every JSON reader keeps exactly.
pub const MOST_SEED: u64 = (1 << 53) - 1;

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

    /// Makes a game.
    pub fn create(self: &Arc<Self>, wanted: &NewGame) -> ApiResult<CreatedGame> {
        let game = self.configure(&wanted.game, wanted.variant.as_deref(), Some(wanted.seats.len()))?;
        let owner = keys::token();
        let seats = wanted.seats.iter().map(|seat| self.player(&game, seat, &owner));
        let seats = seats.collect::<ApiResult<Vec<_>>>()?;
        if wanted.seed.is_some_and(|seed| seed > MOST_SEED) {
            return Err(
                ApiError::bad("seed", "the seed is too large").hint(format!("the largest is {MOST_SEED}"))
            );
        }
        if let Some(clock) = wanted.clock
            && (clock.base_seconds > MOST_CLOCK.0
                || clock.increment_seconds > MOST_CLOCK.1
                || clock.base_seconds + clock.increment_seconds == 0)
        {
            return Err(ApiError::bad("clock", "such a clock does not run")
                .hint("give at least one second, at most a day at the start and an hour for a move"));
        }
        let now = keys::now_ms();
        let stored = StoredGame {
            id: keys::address(),
            game: wanted.game.clone(),
            variant: ludwerk_core::Game::variant(&game).to_owned(),
            players: seats.len(),
            seed: Some(wanted.seed.unwrap_or_else(keys::seed)),
            setup: None,
            position: wanted.position.clone(),
            seats,
            owner: owner.clone(),
            clock: wanted.clock,
            undone: Vec::new(),
            ended: None,
            next: None,
            imported: false,
            created: now,
            updated: now,
            result: None,
            plies: 0,
        };
        let moves = wanted.moves.iter().map(|text| StoredMove {
            text: text.clone(),
            ms: None,
            value: None,
            of_shares: false,
        });
        let view = self.add(game, stored, moves.collect(), &Caller(Some(owner.clone())))?;
        Ok(CreatedGame { token: owner, game: view })
    }

    fn player(&self, game: &AnyGame, seat: &NewSeat, owner: &str) -> ApiResult<Player> {
        let named = |name: &Option<String>, usual: &str| {
            let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual);
            if name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
                return Err(ApiError::bad("name", format!("a name has at most {MOST_NAME} letters")));
            }
            Ok(name.to_owned())
        };
        Ok(match seat {
            NewSeat::Here { name } => Player::Human { name: named(name, "human")?, token: owner.to_owned() },
            NewSeat::Invited { name } => Player::Human { name: named(name, "guest")?, token: keys::token() },
            NewSeat::Engine { spec } => {
                Player::Engine { spec: check_spec(game, spec, &self.settings)?.to_string() }
            }
        })
    }

    /// Stores a game, seats everyone, and lets it begin.
    fn add(
        self: &Arc<Self>,
        game: AnyGame,
        stored: StoredGame,
        moves: Vec<StoredMove>,
        caller: &Caller,
    ) -> ApiResult<GameView> {
        let mut room = Room::new(game, stored, moves)?;
        self.store.insert(&room.stored, room.moves())?;
        room.take_changed_from();
        let view = room.view(caller);
        let table = self.seat_table(room);
        self.drive(&table);
        Ok(view)
    }

    /// Makes a game like this one, for the same people with the same keys.
    pub fn again(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<CreatedGame> {
        let table = self.table(id)?;
        let (game, mut stored, key) = {
            let room = lock(&table.room);
            room.check_key(caller)?;
            let Some(key) = caller.0.clone() else {
                return Err(ApiError::forbidden("not_seated", "only those who play may start another game"));
            };
            if room.stored.imported {
                return Err(ApiError::conflict(
                    "imported",
                    "this game was imported, and is only for looking",
                ));
            }
            if let Some(next) = &room.stored.next {
                let next = next.clone();
                drop(room);
                // Both may press the button: the second gets what the first has made, unless that is gone.
                if let Ok(view) = self.look(&next, caller) {
                    return Ok(CreatedGame { token: key, game: view });
                }
                let room = lock(&table.room);
                (room.play().game().clone(), room.stored.clone(), key)
            } else {
                (room.play().game().clone(), room.stored.clone(), key)
            }
        };
        let now = keys::now_ms();
        stored.id = keys::address();
        stored.seed = Some(keys::seed());
        stored.setup = None;
        (stored.undone, stored.ended, stored.next, stored.result) = (Vec::new(), None, None, None);
        (stored.created, stored.updated, stored.plies) = (now, now, 0);
        let next = stored.id.clone();
        let view = self.add(game, stored, Vec::new(), caller)?;
        self.change(id, |room| {
            room.stored.next = Some(next);
            room.touch();
            Ok(())
        })?;
        Ok(CreatedGame { token: key, game: view })
    }

    /// Stores the games of a record file; gives their addresses and the key with which they can be deleted.
    pub fn import(&self, records: &[Record]) -> ApiResult<(Vec<String>, String)> {
        let owner = keys::token();
        let mut rooms = Vec::new();
        for record in records {
            let game = self.configure(&record.game, Some(&record.variant), Some(record.players))?;
            let play = record.replay(&game)?;
            let now = keys::now_ms();
            let by_rules = play.outcome().is_some();
            let stored = StoredGame {
                id: keys::address(),
                game: record.game.clone(),
                variant: record.variant.clone(),
                players: record.players,
                seed: record.seed,
                setup: record.setup.as_ref().map(ToString::to_string),
                position: record.position.clone(),
                seats: record
                    .seats
                    .iter()
                    .map(|name| Player::Human { name: name.clone(), token: String::new() })
                    .collect(),
                owner: owner.clone(),
                clock: None,
                undone: Vec::new(),
                ended: record.result.as_ref().filter(|_| !by_rules).map(|end| StoredEnd {
                    returns: end.returns.clone(),
                    points: end.points.clone(),
                    reason: end.reason.clone(),
                }),
                next: None,
                imported: true,
                created: now,
                updated: now,
                result: None,
                plies: 0,
            };
            let moves = record.moves.iter().map(|mv| StoredMove {
                text: mv.text.clone(),
                ms: mv.ms,
                value: mv.value,
                of_shares: false,
            });
            rooms.push(Room::new(game, stored, moves.collect())?);
        }
        for room in &rooms {
            self.store.insert(&room.stored, room.moves())?;
        }
        Ok((rooms.iter().map(|room| room.stored.id.clone()).collect(), owner))
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

    /// Sets the agent to work if it is an agent's turn, and the clock if there is one.
    fn drive(self: &Arc<Self>, table: &Arc<Table>) {
        let room = lock(&table.room);
        if let Some(left) = room.time_left() {
            self.watch_clock(table, left);
        }
        if lock(&table.at_work).is_some() {
            return;
        }
        let Some((seat, spec)) = room.engine_to_move() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        *lock(&table.at_work) = Some(Arc::clone(&stop));
        let pause = if room.is_among_engines() && !room.moves().is_empty() {
            self.settings.pace
        } else {
            Duration::ZERO
        };
        let task = match spec.parse::<Spec>() {
            Ok(spec) => self.move_task(table, &room, seat, spec, stop),
            Err(error) => {
                let reason = format!("{spec} broke down: {error}");
                drop(room);
                self.end_of_engine(table, seat, &reason);
                return;
            }
        };
        drop(room);
        if pause.is_zero() {
            self.engines.decide(task);
        } else {
            let hall = Arc::downgrade(self);
            self.runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                if let Some(hall) = hall.upgrade() {
                    hall.engines.decide(task);
                }
            });
        }
    }

    fn move_task(
        self: &Arc<Self>,
        table: &Arc<Table>,
        room: &Room,
        seat: Seat,
        spec: Spec,
        stop: Arc<AtomicBool>,
    ) -> Task {
        /// On a clock an agent uses at most this part of what is left, so that it never runs out.
        const PART_OF_CLOCK: u32 = 20;
        let time = room
            .time_left()
            .map_or(self.settings.think, |left| (left / PART_OF_CLOCK).min(self.settings.think));
        let n_moves = room.moves().len();
        let (hall, weak_table) = (Arc::downgrade(self), Arc::downgrade(table));
        let (shown, name, flag) = (room.play().clone(), spec.to_string(), Arc::clone(&stop));
        let progress_table = Weak::clone(&weak_table);
        Task {
            play: room.play().clone(),
            seed: Rng::derive(Rng::derive(room.stored.seed.unwrap_or(0), seat as u64), n_moves as u64),
            spec,
            time,
            n_lines: 1,
            stop,
            progress: Box::new(move |report, elapsed| {
                let Some(table) = progress_table.upgrade() else { return };
                let thinking = view::thinking(&shown, seat, report, elapsed.as_secs_f64() * 1e3);
                if let Ok(mut room) = table.room.try_lock()
                    && room.moves().len() == n_moves
                {
                    room.thinking = Some(thinking.clone());
                }
                let _ = table.events.send(Event::Thinking(thinking));
            }),
            done: Box::new(move |answer, _| {
                let (Some(hall), Some(table)) = (hall.upgrade(), weak_table.upgrade()) else { return };
                hall.take_move(&table, seat, n_moves, &name, &flag, answer);
            }),
        }
    }

    /// An agent has answered; unless the game has gone another way meanwhile, its move is played.
    fn take_move(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        n_moves: usize,
        name: &str,
        flag: &Arc<AtomicBool>,
        answer: Result<Decision<AnyMove>, String>,
    ) {
        {
            let mut at_work = lock(&table.at_work);
            if !at_work.as_ref().is_some_and(|stop| Arc::ptr_eq(stop, flag)) {
                return;
            }
            *at_work = None;
        }
        let decision = match answer {
            Ok(decision) => decision,
            Err(reason) => return self.end_of_engine(table, seat, &format!("{name} broke down: {reason}")),
        };
        let played = self.change_table(table, |room| {
            if room.moves().len() != n_moves || room.engine_to_move().is_none_or(|(mover, _)| mover != seat) {
                return Ok(());
            }
            let text = room.play().game().move_text(room.play().state(), decision.chosen);
            room.play_engine(&text, decision.report.value, decision.report.of_shares)?;
            if room.is_among_engines() && room.moves().len() >= MOST_PLIES && !room.is_over() {
                room.end_too_long();
            }
            Ok(())
        });
        if let Err(error) = played {
            self.end_of_engine(table, seat, &format!("{name} broke down: {}", error.view().error));
        }
    }

    /// An agent that breaks down loses; the game does not hang.
    fn end_of_engine(self: &Arc<Self>, table: &Arc<Table>, seat: Seat, reason: &str) {
        tracing::warn!("{reason}");
        let _ = self.change_table(table, |room| {
            if !room.is_over() {
                room.end(seat, "breakdown");
            }
            Ok(())
        });
    }

    fn watch_clock(self: &Arc<Self>, table: &Arc<Table>, left: Duration) {
        let (hall, table) = (Arc::downgrade(self), Arc::downgrade(table));
        self.runtime.spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            let (Some(hall), Some(table)) = (hall.upgrade(), table.upgrade()) else { return };
            let check = move || {
                let _ = hall.change_table(&table, |room| {
                    room.end_by_time();
                    Ok(())
                });
            };
            let _ = tokio::task::spawn_blocking(check).await;
        });
    }

    /// A socket was opened or closed.
    pub fn count_online(&self, table: &Table, caller: &Caller, opened: bool) {
        if lock(&table.room).count_online(caller, opened) {
            let _ = table.events.send(Event::Changed);
        }
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
