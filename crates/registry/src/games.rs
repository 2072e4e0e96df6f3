//! The games by name. A new game of the project is one line here; a program of somebody else sets its own list.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ludwerk_core::{CompleteGame, ConfigError, Configure, GameInfo};
use thiserror::Error;

use crate::AnyGame;
use crate::levels::LevelsFile;
use crate::suggest;

/// The built-in games.
#[cfg(feature = "games")]
pub static GAMES: &[GameEntry] = &[
    GameEntry::of::<ludwerk_dobutsu::Dobutsu>().levels(include_str!("../data/levels/dobutsu.toml")),
    GameEntry::either::<ludwerk_blokus::Duo, ludwerk_blokus::Classic>()
        .levels(include_str!("../data/levels/blokus.toml")),
    GameEntry::of::<ludwerk_chexers::Chexers>().levels(include_str!("../data/levels/chexers.toml")),
    GameEntry::of::<ludwerk_samurai::Samurai>().levels(include_str!("../data/levels/samurai.toml")),
    // `cargo xtask new-game` adds its line above this one.
];

/// The built-in games, which this build leaves out.
#[cfg(not(feature = "games"))]
pub static GAMES: &[GameEntry] = &[];

/// The games of this process, once they are set or asked for.
static CHOSEN: OnceLock<Vec<GameEntry>> = OnceLock::new();

/// The games of this process: those of [`set_games`], or else [`GAMES`].
pub fn games() -> &'static [GameEntry] {
    CHOSEN.get_or_init(|| GAMES.to_vec())
}

/// Says which games this process has, before anybody has asked for them.
///
/// # Errors
/// [`GamesError`], and the games are what they were.
pub fn set_games(games: Vec<GameEntry>) -> Result<(), GamesError> {
    let mut ids = BTreeSet::new();
    for entry in &games {
        let id = entry.info().id;
        if id.is_empty() || !id.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-') {
            return Err(GamesError::Id(id));
        }
        if !ids.insert(id) {
            return Err(GamesError::Twice(id));
        }
        // Tests look at the built-in tables, and a program should start at once.
        let is_known = GAMES.iter().any(|known| known.levels == entry.levels);
        let levels = entry.levels.filter(|_| !is_known);
        if let Some(Err(error)) = levels.map(|text| LevelsFile::parse(text)?.levels()) {
            return Err(GamesError::Levels { game: id, reason: error.to_string() });
        }
    }
    CHOSEN.set(games).map_err(|_| GamesError::Late)
}

/// A list of games that a process cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GamesError {
    /// An id is a word on the command line and a part of addresses.
    #[error("{0:?} is no id of a game: it needs lower-case letters, digits and hyphens")]
    Id(&'static str),
    /// An id stands for one game.
    #[error("two games are called {0:?}")]
    Twice(&'static str),
    /// The table of levels of a game cannot be used.
    #[error("the levels of {game}: {reason}")]
    Levels {
        /// The game's id.
        game: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// Somebody has looked at the games already.
    #[error("the games of this process are set already")]
    Late,
}

/// A game with what goes with it.
#[derive(Clone, Copy)]
pub struct GameEntry {
    info: fn() -> GameInfo,
    configure: fn(Option<&str>, Option<usize>) -> Result<AnyGame, ConfigError>,
    levels: Option<&'static str>,
    board: Option<&'static str>,
}

impl GameEntry {
    /// The entry of a game.
    pub const fn of<G: CompleteGame>() -> Self {
        Self {
            info: || <G as Configure>::INFO,
            configure: |variant, players| G::configure(variant, players).map(AnyGame::new),
            levels: None,
            board: None,
        }
    }

    /// The entry of a game of two types that share their facts and divide the variants among themselves: either
    /// calls those of the other unknown.
    pub const fn either<A: CompleteGame, B: CompleteGame>() -> Self {
        Self {
            info: || <A as Configure>::INFO,
            configure: |variant, players| match A::configure(variant, players) {
                Err(ConfigError::UnknownVariant { .. }) => B::configure(variant, players).map(AnyGame::new),
                first => first.map(AnyGame::new),
            },
            levels: None,
            board: None,
        }
    }

    /// The same with what was measured about its levels: a file that `ludwerk levels GAME --calibrate` writes.
    pub const fn levels(self, text: &'static str) -> Self {
        Self { levels: Some(text), ..self }
    }

    /// The same with a board of its own for the page: an ES module, as the book's page on games in repositories of
    /// their own describes it.
    pub const fn board(self, module: &'static str) -> Self {
        Self { board: Some(module), ..self }
    }

    /// The ES module of its own board, where it brings one.
    pub fn own_board(&self) -> Option<&'static str> {
        self.board
    }

    /// What was measured about its levels, as text.
    pub(crate) fn levels_text(&self) -> Option<&'static str> {
        self.levels
    }

    /// The facts.
    pub fn info(&self) -> GameInfo {
        (self.info)()
    }

    /// The game with this variant and number of players; `None` stands for the default.
    ///
    /// # Errors
    /// [`GameError::Config`].
    pub fn configure(&self, variant: Option<&str>, players: Option<usize>) -> Result<AnyGame, GameError> {
        Ok(self.any(variant, players)?)
    }

    /// The same, for those who know that there is the game.
    pub(crate) fn any(&self, variant: Option<&str>, players: Option<usize>) -> Result<AnyGame, ConfigError> {
        (self.configure)(variant, players)
    }
}

/// A name that gives no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// No game has this name.
    #[error("unknown game {0:?}")]
    UnknownGame(String),
    /// The game has no such variant, or is not played by so many.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl GameError {
    /// What to try instead.
    pub fn hint(&self) -> String {
        match self {
            Self::UnknownGame(name) => {
                let ids: Vec<_> = games().iter().map(|entry| entry.info().id).collect();
                suggest::hint(name, ids.iter().copied())
            }
            Self::Config(ConfigError::UnknownVariant { name, known, .. }) => {
                suggest::hint(name, known.iter().copied())
            }
            Self::Config(ConfigError::Players { min, max, .. }) if min == max => {
                format!("leave --players out, or write --players {min}")
            }
            Self::Config(ConfigError::Players { min, max, .. }) => {
                format!("write --players with a number from {min} to {max}")
            }
        }
    }
}

/// The game with this id.
///
/// # Errors
/// [`GameError::UnknownGame`].
pub fn find(id: &str) -> Result<&'static GameEntry, GameError> {
    games().iter().find(|entry| entry.info().id == id).ok_or_else(|| GameError::UnknownGame(id.to_owned()))
}
