//! Facts that a game declares about itself, and how a game is configured.
//!
//! Algorithms read [`GameInfo`] to say in one clear sentence why they do not accept a game;
//! the command line and the page read it to describe the game to people.

use thiserror::Error;

use crate::Game;

/// Facts about a game that hold for all its variants and numbers of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each read on its own")]
pub struct GameInfo {
    /// The name on the command line: lower case, no blanks.
    pub id: &'static str,
    /// The name that people know.
    pub title: &'static str,
    /// One sentence for someone who has never seen the game.
    pub summary: &'static str,
    /// The variants; the first is the default.
    pub variants: &'static [Variant],
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Some seat cannot see all of the position.
    pub hidden: bool,
    /// There are chance plies.
    pub chance: bool,
    /// All luck is dealt before play begins, as with shuffled piles: the start and the worlds of
    /// [`Observe::resample`](crate::Observe::resample) have no chance plies, only those whose draws are left open do.
    pub dealt: bool,
    /// A turn may take several plies of one seat. Until it ends they reveal nothing to anyone, so that they may be
    /// taken back.
    pub long_turns: bool,
    /// The returns always sum to 1, so that one seat's gain is the others' loss.
    pub constant_sum: bool,
    /// A game may end because of the way that led to a position.
    pub history: bool,
    /// No game has more plies than this, where the rules bound it.
    pub longest_game: Option<u32>,
}

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name on the command line.
    pub name: &'static str,
    /// What is special about it, in one sentence.
    pub summary: &'static str,
    /// Its rules, for someone who is about to play: a few paragraphs without line breaks, which variants may share.
    pub rules: &'static [&'static str],
}

/// A game that can be made from the name of a variant and a number of players.
pub trait Configure: Game + Sized {
    /// The facts, before a game is configured.
    const INFO: GameInfo;

    /// The game with this variant and this many seats; `None` stands for the default.
    ///
    /// # Errors
    /// A [`ConfigError`] when there is no such variant or it is not played by so many.
    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError>;
}

/// A variant or a number of players that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// No variant has this name.
    #[error("{game} has no variant {name:?}")]
    UnknownVariant {
        /// The game's id.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The variant is not played by so many.
    #[error("{game} {variant} is for {} players, not {asked}", range(*min, *max))]
    Players {
        /// The game's id.
        game: &'static str,
        /// The variant's name.
        variant: String,
        /// The fewest players.
        min: usize,
        /// The most players.
        max: usize,
        /// What was asked for.
        asked: usize,
    },
}

fn range(min: usize, max: usize) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

impl GameInfo {
    /// The index of the variant with this name, or of the default.
    ///
    /// # Errors
    /// [`ConfigError::UnknownVariant`] with all the names that exist.
    pub fn variant_idx(&self, name: Option<&str>) -> Result<usize, ConfigError> {
        let Some(name) = name else { return Ok(0) };
        self.variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
            ConfigError::UnknownVariant {
                game: self.id,
                name: name.to_owned(),
                known: self.variants.iter().map(|variant| variant.name).collect(),
            }
        })
    }

    /// The rules of the variant with this name, in paragraphs; none where there is no such variant.
    pub fn rules(&self, variant: &str) -> &'static [&'static str] {
        self.variants.iter().find(|known| known.name == variant).map_or(&[], |known| known.rules)
    }

    /// The number of seats to use: `players` if `variant` is played by `min` to `max`, or `min`.
    ///
    /// # Errors
    /// [`ConfigError::Players`].
    pub fn check_players(
        &self,
        variant: &str,
        (min, max): (usize, usize),
        players: Option<usize>,
    ) -> Result<usize, ConfigError> {
        let asked = players.unwrap_or(min);
        if (min..=max).contains(&asked) {
            Ok(asked)
        } else {
            Err(ConfigError::Players { game: self.id, variant: variant.to_owned(), min, max, asked })
        }
    }
}
