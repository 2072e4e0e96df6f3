//! Facts that a game declares about itself, and how a game is configured.
//!
//! Algorithms read [`GameInfo`] to say in one clear sentence why they do not accept a game;
//! the command line and the page read it to describe the game to people.

use thiserror::Error;

use crate::Game;

/// Facts about a game that hold for all its variants and numbers of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether every seat sees all of the position.
    pub information: Information,
    /// Where luck comes in.
    pub chance_mode: ChanceMode,
    /// How many plies make up a turn.
    pub turns: Turns,
    /// What the returns sum to.
    pub utility: Utility,
    /// What the end of a game is told from.
    pub termination: Termination,
    /// No game has more plies than this, where the rules bound it.
    pub longest_game: Option<u32>,
}

/// What the seats know of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Information {
    /// Every seat sees all of it.
    Perfect,
    /// Some seat cannot see all of it.
    Imperfect,
}

/// Where luck comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChanceMode {
    /// Nowhere: no luck.
    Deterministic,
    /// Before play begins, as with shuffled piles: the start and the worlds of
    /// [`Observe::resample`](crate::Observe::resample) have no chance plies, only those whose draws are left open do.
    Dealt,
    /// In chance plies with explicit probabilities.
    Explicit,
}

/// How many plies make up a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turns {
    /// One: each ply is final.
    OnePly,
    /// Possibly several of one seat. Until the turn ends they reveal nothing to anyone, so that they may be taken back.
    SeveralPlies,
}

/// What the returns of all seats sum to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Utility {
    /// Always 1, so that one seat's gain is the others' loss.
    ConstantSum,
    /// Now this, now that: all may win, or all may lose.
    GeneralSum,
}

/// What the end of a game is told from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The position alone.
    ByPosition,
    /// The position, or the way that led to it, as with repetition.
    ByHistory,
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
    /// Whether some seat cannot see all of the position.
    pub fn is_hidden(&self) -> bool {
        self.information == Information::Imperfect
    }

    /// Whether there is luck, dealt before play begins or in chance plies.
    pub fn has_chance(&self) -> bool {
        self.chance_mode != ChanceMode::Deterministic
    }

    /// Whether all luck is dealt before play begins.
    pub fn is_dealt(&self) -> bool {
        self.chance_mode == ChanceMode::Dealt
    }

    /// Whether a turn may take several plies of one seat.
    pub fn has_long_turns(&self) -> bool {
        self.turns == Turns::SeveralPlies
    }

    /// Whether the returns always sum to 1.
    pub fn is_constant_sum(&self) -> bool {
        self.utility == Utility::ConstantSum
    }

    /// Whether a game may end because of the way that led to a position.
    pub fn ends_by_history(&self) -> bool {
        self.termination == Termination::ByHistory
    }

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
