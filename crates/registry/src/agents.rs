//! The agents by name, and how each is made from a spec.

use std::time::Duration;

use ludwerk_core::{Agent, CompleteGame};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Greedy, Limits, Minimax, Random, two_player_refusal};
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
        options: &[WEIGHTS],
    },
    AgentInfo {
        name: "minimax",
        summary: "Every move of both players to a fixed depth, nothing pruned.",
        options: &[DEPTH, NODES, TIME, WEIGHTS],
    },
    AgentInfo {
        name: "alphabeta",
        summary: "Minimax without what cannot matter; every enhancement is a switch.",
        options: &[
            OptionInfo { name: "depth", default: "none", help: "The most plies it looks ahead." },
            NODES,
            OptionInfo {
                name: "time",
                default: "1s",
                help: "The most time it takes for a move: 200ms, 2s; none where depth or nodes are given.",
            },
            WEIGHTS,
            switch("ordering", "on", "Try the moves first that the game calls promising."),
            switch("id", "on", "Iterative deepening: begin with the best move of the search before."),
            switch("tt", "64MiB", "The size of the transposition table, or off."),
            switch("pvs", "on", "Principal variation search: an empty window for all but the first move."),
            switch("aspiration", "on", "Begin with a narrow window around the last value."),
            switch("killers", "on", "Try moves early that refuted a sibling."),
            switch("history", "on", "Try moves early that often refuted something."),
            switch("nullmove", "off", "Believe what even passing would achieve. Unsound."),
            switch("lmr", "on", "Search late moves less deep. Unsound."),
            switch("quiescence", "on", "Follow noisy moves beyond the horizon."),
            switch("threads", "1", "How many threads share the table."),
            switch("exact", "off", "Turn everything off that changes the value of minimax."),
        ],
    },
];

const fn switch(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

const DEPTH: OptionInfo = OptionInfo { name: "depth", default: "3", help: "How many plies it looks ahead." };
const NODES: OptionInfo =
    OptionInfo { name: "nodes", default: "none", help: "The most positions it enters for a move." };
const TIME: OptionInfo =
    OptionInfo { name: "time", default: "none", help: "The most time it takes for a move: 200ms, 2s." };
const WEIGHTS: OptionInfo = OptionInfo {
    name: "weights",
    default: "default",
    help: "A named set of weights of the game's evaluation.",
};

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
        "minimax" | "alphabeta" => two_player_refusal(game, agent.name),
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
        "minimax" => Box::new(Minimax::new(options.limits()?, options.weights(game)?, seed)),
        "alphabeta" => {
            let (enhancements, mut limits) = (options.alphabeta()?, options.limits()?);
            if limits == Limits::default() {
                limits.time = Some(Duration::from_secs(1));
            }
            Box::new(AlphaBeta::new(enhancements, limits, options.weights(game)?, seed))
        }
        name => unreachable!("{name} is listed but cannot be made"),
    })
}

/// No search gets so deep, and one that tried would exhaust the stack.
const MOST_DEPTH: u32 = 100;

/// More threads than any machine here has cores.
const MOST_THREADS: usize = 64;

/// The largest transposition table: what a large machine has.
const MOST_TABLE_BYTES: usize = 1 << 40;

/// The bytes of a size such as `512KiB`, `64MiB` or `2GiB`; 0 for `off`.
fn parse_table_size(text: &str) -> Option<usize> {
    match text {
        "off" => return Some(0),
        "on" => return AlphaBetaOptions::default().tt,
        _ => {}
    }
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let shift = match unit {
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return None,
    };
    let bytes = number.parse::<usize>().ok()?.checked_mul(1 << shift)?;
    (1..=MOST_TABLE_BYTES).contains(&bytes).then_some(bytes)
}

/// A time such as `200ms`, `2s` or `1.5s`.
fn parse_duration(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let seconds_per_unit = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * seconds_per_unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
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

    /// The value of an option, read by `parse`; `None` if it is left out or says `none`.
    fn parsed<T>(
        &self,
        name: &'static str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, AgentSpecError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let read = match value {
            Value::Text(text) if text == "none" => return Ok(None),
            Value::Text(text) => parse(text),
            Value::Nested(_) => None,
        };
        read.map(Some).ok_or_else(|| AgentSpecError::BadValue {
            agent: self.agent.name,
            option: name,
            value: value.to_string(),
            hint: format!("write {name}={expected}"),
        })
    }

    /// The budgets.
    fn limits(&self) -> Result<Limits, AgentSpecError> {
        let is_possible = |depth: &u32| (1..=MOST_DEPTH).contains(depth);
        Ok(Limits {
            depth: self.parsed("depth", "5, from 1 to 100", |text| text.parse().ok().filter(is_possible))?,
            nodes: self.parsed("nodes", "100000, at least 1", |text| {
                text.parse().ok().filter(|&nodes: &u64| nodes > 0)
            })?,
            iterations: None,
            time: self.parsed("time", "200ms, 2s or 1.5s", parse_duration)?,
        })
    }

    /// A switch that is `on` or `off`.
    fn switch(&self, name: &'static str, default: bool) -> Result<bool, AgentSpecError> {
        let read = |text: &str| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        Ok(self.parsed(name, "on or off", read)?.unwrap_or(default))
    }

    /// The switches of `alphabeta`.
    fn alphabeta(&self) -> Result<AlphaBetaOptions, AgentSpecError> {
        let default = AlphaBetaOptions::default();
        let is_sensible = |threads: &usize| (1..=MOST_THREADS).contains(threads);
        Ok(AlphaBetaOptions {
            ordering: self.switch("ordering", default.ordering)?,
            id: self.switch("id", default.id)?,
            tt: match self.parsed("tt", "64MiB, 1GiB or off", parse_table_size)? {
                Some(0) => None,
                given => given.or(default.tt),
            },
            pvs: self.switch("pvs", default.pvs)?,
            aspiration: self.switch("aspiration", default.aspiration)?,
            killers: self.switch("killers", default.killers)?,
            history: self.switch("history", default.history)?,
            nullmove: self.switch("nullmove", default.nullmove)?,
            lmr: self.switch("lmr", default.lmr)?,
            quiescence: self.switch("quiescence", default.quiescence)?,
            threads: self
                .parsed("threads", "2, from 1 to 64", |text| text.parse().ok().filter(is_sensible))?
                .unwrap_or(default.threads),
            exact: self.switch("exact", default.exact)?,
        })
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
