//! The agents by name, and how each is made from a spec.

mod absent;
mod adaptive_level;
mod build;
mod list;
mod named;
mod options;
mod presets;
mod process;
mod strategies;

use ludwerk_core::{Evaluate, Numbered, Strategies};
use ludwerk_search::{
    chance_refusal, one_against_all_refusal, open_refusal, two_player_refusal, unsolved_refusal,
};
use thiserror::Error;

use crate::suggest;

pub use absent::{absent, or_absent};
pub use adaptive_level::{ADAPTIVE_LEVEL, AdaptiveLevelOptions};
pub use build::build;
pub use list::AGENTS;
pub use named::NamedAgent;
pub use options::parse_size;
pub use presets::{LEVELS, option_default, resolve};
pub(crate) use strategies::refusal as strategy_refusal;

/// An agent as `ludwerk agents` describes it: a general one, or a strategy of a game's own.
pub type AgentInfo = ludwerk_core::Strategy;

/// An option of an agent.
pub type OptionInfo = ludwerk_core::StrategyOption;

/// A spec that gives no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentSpecError {
    /// No agent has this name.
    #[error("unknown agent {name:?}")]
    UnknownAgent {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The agent has no such option.
    #[error("{agent} has no option {option:?}")]
    UnknownOption {
        /// The agent.
        agent: &'static str,
        /// What was asked for.
        option: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// An option is given twice.
    #[error("{agent}: option {option:?} is given twice")]
    RepeatedOption {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: String,
    },
    /// The option does not take this value.
    #[error("{agent}: {option} cannot be {value:?}")]
    BadValue {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: &'static str,
        /// What was asked for.
        value: String,
        /// What it takes.
        hint: String,
    },
    /// The agent does not play this game; the sentence says why.
    #[error("{0}")]
    Refused(String),
}

impl AgentSpecError {
    /// What to try instead.
    pub fn hint(&self) -> String {
        match self {
            Self::UnknownAgent { name, known } => suggest::hint(name, known.iter().copied()),
            Self::UnknownOption { agent, known, .. } if known.is_empty() => {
                format!("{agent} takes no options")
            }
            Self::UnknownOption { option, known, .. } => suggest::hint(option, known.iter().copied()),
            Self::RepeatedOption { .. } => "write each option once".to_owned(),
            Self::BadValue { hint, .. } => hint.clone(),
            Self::Refused(_) => "`ludwerk agents GAME` lists the agents that play a game".to_owned(),
        }
    }
}

/// The description of the general agent with this name.
///
/// # Errors
/// [`AgentSpecError::UnknownAgent`].
pub fn find(name: &str) -> Result<&'static AgentInfo, AgentSpecError> {
    AGENTS.iter().find(|agent| agent.name == name).ok_or_else(|| AgentSpecError::UnknownAgent {
        name: name.to_owned(),
        known: AGENTS.iter().map(|agent| agent.name).collect(),
    })
}

/// The same for a game, whose own strategies count, too.
pub(crate) fn find_in<G: Strategies>(game: &G, name: &str) -> Result<&'static AgentInfo, AgentSpecError> {
    strategies::find(game, name).map_or_else(|| find(name), Ok)
}

/// Why the agent does not play the game, in one sentence; `None` if it does.
pub fn refusal<G: Evaluate + Numbered>(game: &G, agent: &AgentInfo) -> Option<String> {
    let id = game.info().id;
    match agent.name {
        "greedy" | "adaptive" if game.features().is_empty() => {
            Some(format!("{} needs an evaluation, and {id} has none", agent.name))
        }
        "minimax" | "alphabeta" => two_player_refusal(game, agent.name),
        "perfect" => unsolved_refusal(game, agent.name),
        "expectimax" => chance_refusal(game, agent.name),
        "paranoid" | "brs" => one_against_all_refusal(game, agent.name),
        "maxn" | "mcts" | "adaptive" => open_refusal(game, agent.name),
        "book" if game.info().is_hidden() => {
            Some(format!("book follows the course of a game, and {id} does not show it"))
        }
        _ => None,
    }
}
