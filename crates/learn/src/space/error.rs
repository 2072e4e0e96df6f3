//! What can be wrong with what is to be tuned.

use ludwerk_registry::{AgentSpecError, name_hint};
use thiserror::Error;

/// Why there is nothing to be tuned as asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SpaceError {
    /// The agent cannot be had, or has no such option.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// The game has no evaluation.
    #[error("{game} has no table of features, so there are no weights to tune")]
    NoFeatures {
        /// The game's id.
        game: String,
    },
    /// The agent judges by no weights.
    #[error("{agent} takes no weights")]
    NoWeights {
        /// The agent.
        agent: String,
    },
    /// The game has no such feature.
    #[error("{game} has no feature {name:?}")]
    UnknownFeature {
        /// The game's id.
        game: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The weight has no room.
    #[error("the weight of {name} is fixed at {weight}")]
    Fixed {
        /// The feature.
        name: String,
        /// Its weight.
        weight: String,
    },
    /// The weights to start from cannot be had.
    #[error("{value} are no weights to start from")]
    BadWeights {
        /// As written.
        value: String,
        /// Why.
        hint: String,
    },
    /// A range that cannot be read.
    #[error("malformed range {text:?}: {reason}")]
    Range {
        /// What was written.
        text: String,
        /// What is wrong.
        reason: String,
    },
    /// The option is no number.
    #[error("{option} of {agent} is {value}, which is no number")]
    NotANumber {
        /// The agent.
        agent: String,
        /// The option.
        option: String,
        /// What it is.
        value: String,
    },
    /// The option starts outside its range.
    #[error("{option} is {start} at first, out of its range from {least} to {greatest}")]
    StartOutside {
        /// The option.
        option: String,
        /// Where it starts.
        start: String,
        /// The least value.
        least: String,
        /// The greatest value.
        greatest: String,
    },
    /// Something is named twice.
    #[error("{name} is named twice")]
    Repeated {
        /// What.
        name: String,
    },
    /// The agent does not take a value of the range.
    #[error("{spec} cannot play: {error}")]
    Unplayable {
        /// The spec.
        spec: String,
        /// Why.
        error: AgentSpecError,
    },
    /// There is nothing.
    #[error("there is nothing to tune")]
    Nothing,
}

impl SpaceError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Agent(error) => error.hint(),
            Self::NoFeatures { .. } | Self::NoWeights { .. } => {
                "tune its options instead: --weights none --option NAME=LEAST..GREATEST".to_owned()
            }
            Self::UnknownFeature { name, known, .. } => name_hint(name, known.iter().copied()),
            Self::Fixed { .. } => {
                "leave it out; `ludwerk agents GAME` lists the table of features".to_owned()
            }
            Self::BadWeights { hint, .. } => hint.clone(),
            Self::Range { .. } => {
                "write NAME=LEAST..GREATEST, or NAME=LEAST..GREATEST:STEP for whole steps".to_owned()
            }
            Self::NotANumber { option, .. } => {
                format!("leave {option} out: only options that are numbers can be tuned")
            }
            Self::StartOutside { option, .. } => {
                format!("widen the range, or write {option}=NUMBER within it into the agent's spec")
            }
            Self::Repeated { .. } => "name everything once".to_owned(),
            Self::Unplayable { error, .. } => {
                format!("{}; for whole numbers write NAME=LEAST..GREATEST:1", error.hint())
            }
            Self::Nothing => {
                "name weights with --weights or options with --option NAME=LEAST..GREATEST".to_owned()
            }
        }
    }
}
