//! Agents that a game brings along in code.

use ludwerk_core::{Agent, Presets, Strategies, StrategyError};

use super::options::Options;
use super::{AgentInfo, AgentSpecError, option_default};

/// The strategy of the game with this name.
pub fn find<G: Strategies>(game: &G, name: &str) -> Option<&'static AgentInfo> {
    game.strategies().iter().find(|strategy| strategy.name == name)
}

/// Makes the agent of a strategy.
///
/// # Errors
/// [`AgentSpecError::BadValue`] or [`AgentSpecError::Refused`].
pub fn build<G: Strategies>(
    game: &G,
    strategy: &'static AgentInfo,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let values = options.texts()?;
    game.strategy(strategy.name, &values, seed).map_err(|error| match error {
        StrategyError::Refused(sentence) => AgentSpecError::Refused(sentence),
        StrategyError::BadValue { option, hint } => {
            match values.iter().zip(strategy.options).find(|(_, info)| info.name == option) {
                Some((&(_, value), info)) => AgentSpecError::BadValue {
                    agent: strategy.name,
                    option: info.name,
                    value: value.to_owned(),
                    hint,
                },
                None => AgentSpecError::Refused(format!("{}: {option}: {hint}", strategy.name)),
            }
        }
    })
}

/// Why a strategy of the game does not play it as it is configured; `None` if it does, or is no strategy of it.
pub fn refusal<G: Strategies + Presets>(game: &G, agent: &AgentInfo) -> Option<String> {
    let strategy = find(game, agent.name)?;
    let defaults: Vec<_> =
        strategy.options.iter().map(|option| (option.name, option_default(game, strategy, option))).collect();
    let values: Vec<_> = defaults.iter().map(|(name, value)| (*name, value.as_str())).collect();
    match game.strategy(strategy.name, &values, 0) {
        Err(StrategyError::Refused(sentence)) => Some(sentence),
        Ok(_) | Err(StrategyError::BadValue { .. }) => None,
    }
}
