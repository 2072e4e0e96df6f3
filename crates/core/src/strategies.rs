//! Agents that a game brings along in code, for what no search of any game can do: published strategies, mostly.
//!
//! A game that can say what it wants as a spec of a general agent uses [`Presets`](crate::Presets) instead.

use thiserror::Error;

use crate::{Agent, Observe};

/// A strategy of a game's own, as `ludwerk agents GAME` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The name in specs, in `kebab-case`; no general agent has it.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [StrategyOption],
    /// It looks at what its seat may not see, so it is no fair player: its agent says so, too
    /// ([`Agent::peeks`]), and its summary says it aloud.
    pub peeks: bool,
}

/// An option of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyOption {
    /// The name in specs.
    pub name: &'static str,
    /// What holds when it is left out, as it would be written.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// A game that brings strategies of its own along.
pub trait Strategies: Observe {
    /// The strategies; no two share a name.
    fn strategies(&self) -> &'static [Strategy];

    /// The agent of the strategy `name`, one of [`Strategies::strategies`]. `options` holds every option of it
    /// in the order of the list, with its value as written or its default.
    ///
    /// # Errors
    /// A [`StrategyError`] for a value that an option does not take, or a game that the strategy does not play.
    /// With all its options at their defaults a strategy refuses for the latter reason alone.
    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError>;
}

/// Why a strategy gives no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// An option does not take the value that was written.
    #[error("{option} does not take this value: {hint}")]
    BadValue {
        /// The option.
        option: String,
        /// What to write instead.
        hint: String,
    },
    /// The strategy does not play the game as it is configured; the sentence says why.
    #[error("{0}")]
    Refused(String),
}

impl StrategyError {
    /// A [`StrategyError::BadValue`].
    pub fn bad_value(option: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::BadValue { option: option.into(), hint: hint.into() }
    }

    /// A [`StrategyError::Refused`].
    pub fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }
}

/// A game that leaves play to the general agents.
pub trait WithoutStrategies: Observe {}

impl<G: WithoutStrategies> Strategies for G {
    fn strategies(&self) -> &'static [Strategy] {
        &[]
    }

    fn strategy(
        &self,
        name: &str,
        _options: &[(&str, &str)],
        _seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        Err(StrategyError::refused(format!("{} has no strategy {name:?}", self.info().id)))
    }
}
