//! The games by name. A new game is one line here.

use ludwerk_core::{CompleteGame, ConfigError, Configure, GameInfo};
use thiserror::Error;

use crate::AnyGame;
use crate::suggest;

/// All games.
pub static GAMES: &[GameEntry] = &[
    GameEntry::of::<ludwerk_dobutsu::Dobutsu>(),
    GameEntry::either::<ludwerk_blokus::Duo, ludwerk_blokus::Classic>(),
    GameEntry::of::<ludwerk_chexers::Chexers>(),
    GameEntry::of::<ludwerk_samurai::Samurai>(),
    // `cargo xtask new-game` adds its line above this one.
];

/// A registered game.
#[derive(Clone, Copy)]
pub struct GameEntry {
    info: fn() -> GameInfo,
    configure: fn(Option<&str>, Option<usize>) -> Result<AnyGame, ConfigError>,
}

impl GameEntry {
    /// The entry of a game.
    pub const fn of<G: CompleteGame>() -> Self {
        Self {
            info: || <G as Configure>::INFO,
            configure: |variant, players| G::configure(variant, players).map(AnyGame::new),
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
        }
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
                let ids: Vec<_> = GAMES.iter().map(|entry| entry.info().id).collect();
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
    GAMES.iter().find(|entry| entry.info().id == id).ok_or_else(|| GameError::UnknownGame(id.to_owned()))
}
