//! What a game's presets mean: the champion, the levels, and the defaults of agents.

use ludwerk_core::{Evaluate, Indexed, Preset, Presets, Strategies};

use super::champion::champion;
use super::describe::{is_same_option, option_name};
use super::shared::BUDGETS;
use super::{AGENTS, AgentInfo, AgentSpecError, OptionInfo, find_in, level};
use crate::spec::{Spec, Value};
use crate::weights;

/// A preset that leads to a preset that leads to a preset … is a mistake.
const MOST_STEPS: usize = 4;

/// The spec of the agent that a spec stands for: levels, champions and presets are looked up.
///
/// # Errors
/// [`AgentSpecError::UnknownAgent`], or a level that does not exist.
pub fn resolve<G: Evaluate + Indexed + Presets + Strategies>(
    game: &G,
    spec: &Spec,
) -> Result<Spec, AgentSpecError> {
    let mut spec = spec.clone();
    let mut with_weights = None;
    for _ in 0..MOST_STEPS {
        if with_weights.is_none() && spec.value("weights").is_some() {
            with_weights = Some(spec.options.clone());
        }
        let stands_for = match spec.name.as_str() {
            "champion" => champion(game),
            "level" => {
                let level = level::level_or_between(game, level::take_level(&mut spec)?);
                level::check_options(game, &level, &spec)?;
                level
            }
            name if find_in(game, name).is_ok() => {
                return with_options_of_file(game, spec, with_weights.unwrap_or_default());
            }
            name => preset_spec(game, name).ok_or_else(|| unknown(game, name))?,
        };
        spec = merged(stands_for, spec.options);
    }
    Err(unknown(game, &spec.name))
}

/// The spec with the options that the file under its option `weights` holds. They go before those of presets, and
/// behind those that were `written` beside the name of the file. An agent that has no weights is left with the options
/// alone.
fn with_options_of_file<G: Evaluate + Strategies>(
    game: &G,
    mut spec: Spec,
    mut written: Vec<(String, Value)>,
) -> Result<Spec, AgentSpecError> {
    rename(&spec.name, &mut spec.options);
    let Some(value) = spec.value("weights").cloned() else { return Ok(spec) };
    let agent = find_in(game, &spec.name)?;
    rename(agent.name, &mut written);
    let found = weights::options_of(game, agent.name, &value).map_err(|hint| AgentSpecError::BadValue {
        agent: agent.name,
        option: "weights",
        value: value.to_string(),
        hint,
    })?;
    let Some(mut file) = found else { return Ok(spec) };
    rename(agent.name, &mut file.options);
    if !file.has_weights {
        written.retain(|(key, _)| key != "weights");
        spec.options.retain(|(key, _)| key != "weights");
    }
    spec.options.retain(|(key, _)| !written.iter().any(|(name, _)| name == key));
    Ok(merged(merged(spec, file.options), written))
}

/// An option's default in a game: the game's own, or the agent's.
pub fn option_default<G: Presets>(game: &G, agent: &AgentInfo, option: &OptionInfo) -> String {
    let own = defaults(game, agent.name).and_then(|spec| spec.value(option.name).map(ToString::to_string));
    own.unwrap_or_else(|| option.default.to_owned())
}

/// The game's own defaults of an agent.
pub(super) fn defaults<G: Presets>(game: &G, agent: &str) -> Option<Spec> {
    let mut spec = preset_spec(game, agent)?;
    rename(agent, &mut spec.options);
    Some(spec)
}

/// Puts the present names of an agent's options in the place of earlier ones.
fn rename(agent: &str, options: &mut [(String, Value)]) {
    for (key, _) in options {
        let name = option_name(agent, key);
        if name != key {
            *key = name.to_owned();
        }
    }
}

fn preset<G: Presets>(game: &G, name: &str) -> Option<&'static Preset> {
    game.presets().iter().find(|preset| preset.name == name)
}

pub(super) fn preset_spec<G: Presets>(game: &G, name: &str) -> Option<Spec> {
    preset(game, name).and_then(|preset| preset.spec.parse().ok())
}

fn unknown<G: Presets + Strategies>(game: &G, name: &str) -> AgentSpecError {
    let agents = AGENTS.iter().map(|agent| agent.name);
    let presets = game.presets().iter().map(|preset| preset.name);
    let mut known: Vec<_> = agents.collect();
    known.extend(game.strategies().iter().map(|strategy| strategy.name));
    known.extend(presets.filter(|preset| find_in(game, preset).is_err() && !preset.starts_with("level-")));
    AgentSpecError::UnknownAgent { name: name.to_owned(), known }
}

/// The preset's options, changed and completed by those that were written. A budget that is written takes the
/// place of all the preset's.
fn merged(mut spec: Spec, written: Vec<(String, Value)>) -> Spec {
    let is_budget = |name: &String| BUDGETS.contains(&name.as_str());
    if written.iter().any(|(key, _)| is_budget(key)) {
        spec.options.retain(|(key, _)| !is_budget(key));
    }
    for (key, value) in written {
        match spec.options.iter_mut().find(|(name, _)| is_same_option(name, &key)) {
            Some((_, old)) => *old = value,
            None => spec.options.push((key, value)),
        }
    }
    spec
}
