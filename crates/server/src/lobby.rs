//! The lobby: all games of the server. Loads and stores them, and tells their subscribers.

mod create;
mod drive;
mod series;
mod strength;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ludwerk_registry::{AnyGame, GameEntry, GameError, Spec};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, broadcast};

use crate::dto::{Catalog, CreatedGame, LineView, ThinkingView};
use crate::engines::{Engines, check_fair_spec, check_spec};
use crate::error::{ApiError, ApiResult};
use crate::game::{Caller, Game, Rendered};
use crate::settings::Settings;
use crate::store::{Store, StoreError};
use crate::tablebases::Tablebases;
use crate::tournaments::Tournaments;

pub use create::MOST_SEED;

/// What the subscribers of a game are told.
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

/// A game in memory with its subscribers.
pub struct LiveGame {
    game: Mutex<Game>,
    /// Tells the sockets that follow the game.
    pub events: broadcast::Sender<Event>,
    last_used: Mutex<Instant>,
}

/// The games of a server.
pub struct Lobby {
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
    /// As many sockets may be opened.
    pub sockets: Arc<Semaphore>,
    /// Games that show what a game looks like, made once.
    pub demos: Mutex<HashMap<String, Arc<OnceLock<LineView>>>>,
    /// What there is to play, described once.
    pub catalog: OnceLock<Catalog>,
    live_games: Mutex<HashMap<String, Arc<LiveGame>>>,
    /// Held while a game is looked at for the strength of its player.
    assessing: Mutex<()>,
    /// Held while someone joins a series or begins a game of one.
    joining: Mutex<()>,
    runtime: Handle,
}

/// Subscribers that are so far behind get the whole game again.
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

impl Lobby {
    /// Opens the data folder. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// A [`StoreError`].
    pub fn open(settings: Settings, games: &'static [GameEntry]) -> Result<Arc<Self>, StoreError> {
        let store = Arc::new(Store::open(&settings.data, settings.database_time)?);
        let tablebases = Arc::new(Tablebases::new(&settings, games));
        let engines = Engines::new(&settings, Arc::clone(&tablebases));
        let tournaments = Tournaments::open(&settings, games, Arc::clone(&store), Arc::clone(&tablebases));
        let sockets = Arc::new(Semaphore::new(settings.most_sockets.min(Semaphore::MAX_PERMITS)));
        Ok(Arc::new(Self {
            settings,
            games,
            store,
            engines,
            tournaments,
            tablebases,
            sockets,
            demos: Mutex::new(HashMap::new()),
            catalog: OnceLock::new(),
            live_games: Mutex::new(HashMap::new()),
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
            if let Err(error) = self.live(&id) {
                tracing::warn!("game {id} cannot be resumed: {}", error.view().error);
            }
        }
        Ok(())
    }

    /// The game with this address, loaded if it is not in memory.
    pub fn live(self: &Arc<Self>, id: &str) -> ApiResult<Arc<LiveGame>> {
        if let Some(live) = lock(&self.live_games).get(id) {
            *lock(&live.last_used) = Instant::now();
            return Ok(Arc::clone(live));
        }
        Ok(self.keep(self.load(id)?))
    }

    /// A game as it is stored.
    fn load(&self, id: &str) -> ApiResult<Game> {
        let (stored, moves) = self.store.load(id)?.ok_or_else(|| ApiError::not_found("game"))?;
        self.configure(&stored.about.game, Some(&stored.about.variant), Some(stored.about.players))
            .and_then(|game| Game::new(game, stored, moves))
            .map_err(|error| {
                ApiError::conflict("damaged", format!("this game cannot be loaded: {}", error.view().error))
            })
    }

    /// Puts a game into memory and lets it go on, unless someone was quicker.
    fn keep(self: &Arc<Self>, game: Game) -> Arc<LiveGame> {
        let id = game.about.id.clone();
        let fresh = Arc::new(LiveGame {
            game: Mutex::new(game),
            events: broadcast::Sender::new(EVENTS_KEPT),
            last_used: Mutex::new(Instant::now()),
        });
        let live = Arc::clone(lock(&self.live_games).entry(id).or_insert_with(|| Arc::clone(&fresh)));
        if Arc::ptr_eq(&live, &fresh) {
            self.drive(&live);
            self.assess_later(&live);
        }
        live
    }

    /// The game as the caller may see it.
    pub fn look(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<Rendered> {
        let live = self.live(id)?;
        let mut game = live.game()?;
        game.check_key(caller)?;
        Ok(game.rendered(caller))
    }

    /// The key of a caller with the game as he may see it.
    pub fn created(self: &Arc<Self>, id: &str, token: String) -> ApiResult<CreatedGame> {
        let caller = Caller::with_key(token.clone());
        Ok(CreatedGame { token, game: self.read(id, |game| Ok(game.view(&caller)))? })
    }

    /// Something read off a game.
    pub fn read<T>(self: &Arc<Self>, id: &str, read: impl FnOnce(&Game) -> ApiResult<T>) -> ApiResult<T> {
        let live = self.live(id)?;
        let game = live.game()?;
        read(&game)
    }

    /// Changes a game: stored first, then told to its subscribers, then whoever is next is set to work.
    pub fn change(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Game) -> ApiResult<()>,
    ) -> ApiResult<()> {
        let live = self.live(id)?;
        self.change_live(&live, change)
    }

    fn change_live(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        change: impl FnOnce(&mut Game) -> ApiResult<()>,
    ) -> ApiResult<()> {
        let mut game = live.game()?;
        let (version, n_changes) = (game.version(), game.session().n_changes());
        let result = change(&mut game);
        if game.version() == version {
            return result;
        }
        if let Err(error) =
            self.store.update(&game.stored(), game.session().unstored_from(), game.session().played())
        {
            self.take_back(live, game);
            return Err(error.into());
        }
        game.mark_stored();
        if game.session().n_changes() != n_changes {
            // What the agent was thinking about is no longer there.
            game.stop_agent();
        }
        drop(game);
        let _ = live.events.send(Event::Changed);
        self.drive(live);
        self.assess_later(live);
        result
    }

    /// What could not be stored has not happened: the game becomes again what the database has.
    fn take_back(self: &Arc<Self>, live: &Arc<LiveGame>, mut game: MutexGuard<'_, Game>) {
        game.stop_agent();
        let id = game.about.id.clone();
        match self.load(&id) {
            Ok(stored) => game.replace(stored),
            Err(_) => game.is_dead = true,
        }
        let is_dead = game.is_dead;
        drop(game);
        if is_dead {
            self.forget(&id, live);
            let _ = live.events.send(Event::Lost);
            return;
        }
        let _ = live.events.send(Event::Changed);
        self.drive_later(live);
    }

    /// Takes a game out of memory; the database may have its game or not.
    fn forget(&self, id: &str, live: &Arc<LiveGame>) {
        let mut live_games = lock(&self.live_games);
        if live_games.get(id).is_some_and(|present| Arc::ptr_eq(present, live)) {
            live_games.remove(id);
        }
    }

    /// Removes a game for good.
    pub fn delete(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<()> {
        self.read(id, |game| {
            game.check_key(caller)?;
            if !game.is_owned_by(caller) {
                return Err(ApiError::forbidden("not_owner", "only the creator of the game may delete it"));
            }
            game.check_alone("a single game of a series cannot be deleted")
        })?;
        self.remove(id)
    }

    /// Forgets games that nobody has looked at for a while; agents at work and running clocks keep theirs.
    pub fn forget_idle(&self) {
        let mut live_games = lock(&self.live_games);
        live_games.retain(|_, live| {
            let is_wanted = Arc::strong_count(live) > 1
                || live.events.receiver_count() > 0
                || lock(&live.last_used).elapsed() < FORGET_AFTER;
            // Nobody else can hold this game: whoever wants it has to come through the map.
            let goes_on =
                |game: &Game| game.at_work.is_some() || game.session().time_left(Instant::now()).is_some();
            is_wanted || goes_on(&lock(&live.game))
        });
    }
}

impl LiveGame {
    /// The game, if it is still there.
    fn game(&self) -> ApiResult<MutexGuard<'_, Game>> {
        let game = lock(&self.game);
        if game.is_dead { Err(ApiError::not_found("game")) } else { Ok(game) }
    }

    /// A socket of this caller was opened or closed.
    pub fn count_online(&self, caller: &Caller, opened: bool) {
        if lock(&self.game).count_online(caller, opened) {
            let _ = self.events.send(Event::Changed);
        }
    }

    /// The game as the caller may see it, with its version.
    pub fn rendered(&self, caller: &Caller) -> (u64, Rendered) {
        let mut game = lock(&self.game);
        (game.version(), game.rendered(caller))
    }

    /// Whether the caller's key fits.
    pub fn check_key(&self, caller: &Caller) -> ApiResult<()> {
        self.game()?.check_key(caller)
    }
}
