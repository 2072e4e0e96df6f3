//! The agents by name, and how each is made from a spec.

use ludwerk_core::{Agent, CompleteGame};
use ludwerk_search::{Greedy, Random};
use thiserror::Error;

use crate::spec::{Spec, Value};
use crate::suggest;

/// An agent as `ludwerk agents` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
}

/// An option of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name in specs.
    pub name: &'static str,
    /// What holds when it is left out, as it would be written.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// All agents, the simplest first.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo { name: "random", summary: "Any legal move, each equally likely.", options: &[] },
    AgentInfo {
        name: "greedy",
        summary: "The move with the best evaluation after one ply; equal ones by lot.",
        options: &[OptionInfo {
            name: "weights",
            default: "default",
            help: "A named set of weights of the game's evaluation.",
        }],
    },
];

/// A spec that gives no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentSpecError {
    /// No agent has this name.
    #[error("unknown agent {name:?}")]
    UnknownAgent {
        /// What was asked for.
        name: String,
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
            Self::UnknownAgent { name } => suggest::hint(name, AGENTS.iter().map(|agent| agent.name)),
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

/// The description of the agent with this name.
///
/// # Errors
/// [`AgentSpecError::UnknownAgent`].
pub fn find(name: &str) -> Result<&'static AgentInfo, AgentSpecError> {
    AGENTS
        .iter()
        .find(|agent| agent.name == name)
        .ok_or_else(|| AgentSpecError::UnknownAgent { name: name.to_owned() })
}

/// Why the agent does not play the game, in one sentence; `None` if it does.
pub fn refusal<G: CompleteGame>(game: &G, agent: &AgentInfo) -> Option<String> {
    let id = game.info().id;
    match agent.name {
        "greedy" if game.features().is_empty() => {
            Some(format!("greedy needs an evaluation, and {id} has none"))
        }
        _ => None,
    }
}

/// Makes the agent that `spec` describes for a game.
///
/// # Errors
/// An [`AgentSpecError`] for an unknown name, an option that does not fit, or a refusal.
pub fn build<G: CompleteGame>(game: &G, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let agent = find(&spec.name)?;
    let options = Options::new(agent, spec)?;
    if let Some(sentence) = refusal(game, agent) {
        return Err(AgentSpecError::Refused(sentence));
    }
    Ok(match agent.name {
        "random" => Box::new(Random::new(seed)),
        "greedy" => Box::new(Greedy::new(options.weights(game)?, seed)),
        name => unreachable!("{name} is listed but cannot be made"),
    })
}

/// The options of a spec, checked to be the agent's, each given once.
struct Options<'a> {
    agent: &'static AgentInfo,
    spec: &'a Spec,
}

impl<'a> Options<'a> {
    fn new(agent: &'static AgentInfo, spec: &'a Spec) -> Result<Self, AgentSpecError> {
        for (n, (key, _)) in spec.options.iter().enumerate() {
            if !agent.options.iter().any(|option| option.name == key) {
                return Err(AgentSpecError::UnknownOption {
                    agent: agent.name,
                    option: key.clone(),
                    known: agent.options.iter().map(|option| option.name).collect(),
                });
            }
            if spec.options[..n].iter().any(|(earlier, _)| earlier == key) {
                return Err(AgentSpecError::RepeatedOption { agent: agent.name, option: key.clone() });
            }
        }
        Ok(Self { agent, spec })
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.spec.options.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The weights of the game's evaluation that the option `weights` names.
    fn weights<G: CompleteGame>(&self, game: &G) -> Result<Vec<f64>, AgentSpecError> {
        let Some(value) = self.get("weights") else { return Ok(game.default_weights()) };
        let named = match value {
            Value::Text(name) if name == "default" => return Ok(game.default_weights()),
            Value::Text(name) => game.weight_presets().iter().find(|preset| preset.name == name),
            Value::Nested(_) => None,
        };
        named.map(|preset| preset.weights.to_vec()).ok_or_else(|| AgentSpecError::BadValue {
            agent: self.agent.name,
            option: "weights",
            value: value.to_string(),
            hint: suggest::hint(
                &value.to_string(),
                ["default"].into_iter().chain(game.weight_presets().iter().map(|preset| preset.name)),
            ),
        })
    }
}
