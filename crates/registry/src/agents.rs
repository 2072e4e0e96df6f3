//! The agents by name, and how each is made from a spec.
//!
//! An agent is one file in `agents/`, which says all there is to say of it ([`describe`]), and its name in the list
//! below.

mod adaptive;
mod adaptive_level;
mod alphabeta;
mod book;
mod brs;
mod build;
mod champion;
mod describe;
mod expectimax;
mod failing;
mod greedy;
mod ismcts;
mod level;
mod maxn;
mod mcts;
mod minimax;
mod mix;
mod named;
mod options;
mod paranoid;
mod peek;
mod perfect;
mod pimc;
mod presets;
mod process;
mod qtable;
mod random;
mod sampler;
mod shared;
#[cfg(test)]
mod stifle;
mod strategies;
mod values;

use ludwerk_core::{CompleteGame, Evaluate, Indexed, Strategies};
use thiserror::Error;

use crate::suggest;

pub use adaptive_level::{ADAPTIVE_LEVEL, AdaptiveLevelOptions};
pub use build::build;
pub use describe::{AGENTS, Holds, holds, is_for_strangers, option_name, reads_file};
pub use failing::{failing, or_failing};
pub use level::LEVELS;
pub use named::NamedAgent;
pub use presets::{option_default, resolve};
pub(crate) use strategies::refusal as strategy_refusal;
pub use values::parse_size;

use build::Request;
use describe::{Describe as _, Described, Made, Search as _, Whole as _, World, listed};

/// All agents, the simplest first, those that stand for others last; and what is done with the one of a name. A `search`
/// may also search worlds inside another agent, a `whole` one plays the game itself, a `preset` is looked up.
macro_rules! agents {
    ($($kind:ident $agent:ident;)*) => {
        fn described() -> Vec<Described> {
            vec![$($agent::Entry::describe().listed($agent::Entry::NAME, agents!(@is_search $kind))),*]
        }

        #[cfg(test)]
        fn check_defaults() {
            $(describe::check_defaults::<$agent::Entry>();)*
        }

        /// Why the agent does not play the game, in one sentence; `None` if it does.
        pub fn refusal<G: Evaluate + Indexed>(game: &G, agent: &AgentInfo) -> Option<String> {
            match agent.name {
                $($agent::Entry::NAME => $agent::Entry::refusal(game),)*
                _ => None,
            }
        }

        /// Makes an agent that is made of nothing else; `None` for another.
        fn search<G: World>(request: &Request<'_, G>) -> Option<Made<G>> {
            $(agents!(@search $kind $agent request);)*
            None
        }

        /// Makes an agent that plays the game itself; `None` for another.
        fn whole<G: CompleteGame>(request: &Request<'_, G>) -> Option<Made<G>> {
            $(agents!(@whole $kind $agent request);)*
            None
        }
    };
    (@is_search search) => { true };
    (@is_search $kind:ident) => { false };
    (@search search $agent:ident $request:ident) => { agents!(@build $agent $request) };
    (@whole whole $agent:ident $request:ident) => { agents!(@build $agent $request) };
    (@$wanted:ident $kind:ident $agent:ident $request:ident) => {};
    (@build $agent:ident $request:ident) => {
        if $request.options.agent.name == $agent::Entry::NAME {
            let settings = $request.options.settings::<$agent::Entry>();
            return Some(settings.and_then(|settings| $agent::Entry::build($request, settings)));
        }
    };
}

agents! {
    search random;
    search greedy;
    search minimax;
    search expectimax;
    search maxn;
    search paranoid;
    search brs;
    search mcts;
    search alphabeta;
    whole perfect;
    whole pimc;
    search ismcts;
    whole peek;
    whole sampler;
    whole adaptive;
    whole mix;
    whole book;
    whole qtable;
    whole process;
    preset level;
    whole adaptive_level;
    preset champion;
}

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
    listed(name).map(|agent| &agent.info).ok_or_else(|| AgentSpecError::UnknownAgent {
        name: name.to_owned(),
        known: AGENTS.iter().map(|agent| agent.name).collect(),
    })
}

/// The same for a game, whose own strategies count, too.
pub(crate) fn find_in<G: Strategies>(game: &G, name: &str) -> Result<&'static AgentInfo, AgentSpecError> {
    strategies::find(game, name).map_or_else(|| find(name), Ok)
}

#[cfg(test)]
mod tests {
    use super::options::Options;
    use super::*;

    /// The agent that CONTRIBUTING.md takes as its example is compiled and tested here, and nowhere else.
    #[test]
    fn the_example_of_an_agent_is_as_it_is_printed() {
        let page = include_str!("../../../CONTRIBUTING.md").replace("\n   ", "\n");
        assert!(page.contains(include_str!("agents/stifle.rs")), "CONTRIBUTING.md prints agents/stifle.rs");
    }

    #[test]
    fn the_example_of_an_agent_is_made_like_the_others() {
        fn made<G: CompleteGame>(game: &G, text: &str) -> Result<(), AgentSpecError> {
            let spec = text.parse().unwrap();
            let listed = stifle::Entry::describe().listed(stifle::Entry::NAME, true);
            let options = Options::new(game, Box::leak(Box::new(listed.info)), &spec)?;
            let request = Request::new(game, options, 0);
            stifle::Entry::build(&request, request.options.settings::<stifle::Entry>()?).map(drop)
        }
        let game = ludwerk_testkit::toys::TicTacToe;
        assert_eq!(stifle::Entry::refusal(&game), None);
        for text in ["stifle", "stifle:epsilon=0.2"] {
            assert_eq!(made(&game, text), Ok(()), "{text}");
        }
        let error = made(&game, "stifle:epsilon=2").unwrap_err();
        assert_eq!(error.hint(), "write epsilon=0.1, from 0 to 1");
    }
}
