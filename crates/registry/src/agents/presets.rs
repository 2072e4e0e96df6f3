//! What a game's presets mean: the champion, the levels, and the defaults of agents.

use ludwerk_core::{Evaluate, Numbered, Preset, Presets, Strategies};

use super::{AGENTS, AgentInfo, AgentSpecError, OptionInfo, find, find_in, refusal};
use crate::spec::{Spec, Value};
use crate::weights;

/// The steps of the scale of difficulty.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;

/// A preset that leads to a preset that leads to a preset … is a mistake.
const MOST_STEPS: usize = 4;

/// The spec of the agent that a spec stands for: levels, champions and presets are looked up.
///
/// # Errors
/// [`AgentSpecError::UnknownAgent`], or a level that does not exist.
pub fn resolve<G: Evaluate + Numbered + Presets + Strategies>(
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
                let level = level_or_between(game, take_level(&mut spec)?);
                check_options_of_level(game, &level, &spec)?;
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
    let Some(value) = spec.value("weights").cloned() else { return Ok(spec) };
    let agent = find_in(game, &spec.name)?;
    let found = weights::options_of(game, agent.name, &value).map_err(|hint| AgentSpecError::BadValue {
        agent: agent.name,
        option: "weights",
        value: value.to_string(),
        hint,
    })?;
    let Some(file) = found else { return Ok(spec) };
    if !file.has_weights {
        written.retain(|(key, _)| key != "weights");
        spec.options.retain(|(key, _)| key != "weights");
    }
    spec.options.retain(|(key, _)| !written.iter().any(|(name, _)| name == key));
    Ok(merged(merged(spec, file.options), written))
}

/// An option's default in a game: the game's own, or the agent's.
pub fn option_default<G: Presets>(game: &G, agent: &AgentInfo, option: &OptionInfo) -> String {
    let own = preset_spec(game, agent.name).and_then(|spec| spec.value(option.name).map(ToString::to_string));
    own.unwrap_or_else(|| option.default.to_owned())
}

/// The game's own defaults of an agent.
pub(super) fn defaults<G: Presets>(game: &G, agent: &AgentInfo) -> Option<Spec> {
    preset_spec(game, agent.name)
}

fn preset<G: Presets>(game: &G, name: &str) -> Option<&'static Preset> {
    game.presets().iter().find(|preset| preset.name == name)
}

fn preset_spec<G: Presets>(game: &G, name: &str) -> Option<Spec> {
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

/// The options that bound a search.
pub(super) const BUDGETS: [&str; 4] = ["depth", "nodes", "iterations", "time"];

/// The preset's options, changed and completed by those that were written. A budget that is written takes the
/// place of all the preset's.
fn merged(mut spec: Spec, written: Vec<(String, Value)>) -> Spec {
    let is_budget = |name: &String| BUDGETS.contains(&name.as_str());
    if written.iter().any(|(key, _)| is_budget(key)) {
        spec.options.retain(|(key, _)| !is_budget(key));
    }
    for (key, value) in written {
        match spec.options.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => spec.options.push((key, value)),
        }
    }
    spec
}

/// The best agent that is known for a game; where nothing was measured, the one that suits its kind.
fn champion<G: Evaluate + Numbered + Presets>(game: &G) -> Spec {
    preset_spec(game, "champion").unwrap_or_else(|| {
        let plays = |name: &str| find(name).is_ok_and(|agent| refusal(game, agent).is_none());
        let name = match () {
            () if plays("alphabeta") && !game.features().is_empty() => "alphabeta",
            () if plays("mcts") => "mcts",
            () => "ismcts",
        };
        Spec { name: name.to_owned(), options: Vec::new() }
    })
}

/// Takes the number of a level out of its spec.
fn take_level(spec: &mut Spec) -> Result<f64, AgentSpecError> {
    const DEFAULT: f64 = 5.0;
    let Some(at) = spec.options.iter().position(|(key, _)| key == "n") else { return Ok(DEFAULT) };
    let (_, value) = spec.options.remove(at);
    if spec.value("n").is_some() {
        return Err(AgentSpecError::RepeatedOption { agent: "level", option: "n".to_owned() });
    }
    let number = match &value {
        Value::Text(text) => text.parse().ok().filter(|n| (0.0..=f64::from(*LEVELS.end())).contains(n)),
        Value::Nested(_) => None,
    };
    number.ok_or_else(|| AgentSpecError::BadValue {
        agent: "level",
        option: "n",
        value: value.to_string(),
        hint: "write n=3, from 1 to 10, or n=2.5 for what is between two".to_owned(),
    })
}

/// Whoever writes a level need not know what it stands for, so that is told of options it does not have.
fn check_options_of_level<G: Strategies>(
    game: &G,
    level: &Spec,
    written: &Spec,
) -> Result<(), AgentSpecError> {
    let Ok(agent) = find_in(game, &level.name) else { return Ok(()) };
    let known = || agent.options.iter().map(|option| option.name);
    match written.options.iter().find(|(key, _)| !known().any(|name| name == key)) {
        None => Ok(()),
        Some((key, _)) => Err(AgentSpecError::UnknownOption {
            agent: "level",
            option: key.clone(),
            known: ["n"].into_iter().chain(known()).collect(),
        }),
    }
}

/// The settings of a level that need not be whole: what is between two plays as one or the other, by lot. Level 0 plays
/// anything.
fn level_or_between<G: Evaluate + Numbered + Presets>(game: &G, n: f64) -> Spec {
    let below = n.floor() as u32;
    let whole = |n: u32| if n == 0 { Spec::plain("random") } else { level(game, n) };
    let share = n - f64::from(below);
    if share == 0.0 {
        return whole(below);
    }
    let options = [
        ("one", Value::Nested(whole(below))),
        ("other", Value::Nested(whole(below + 1))),
        ("share", Value::Text(format!("{share:.4}"))),
    ];
    Spec {
        name: "mix".to_owned(),
        options: options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    }
}

/// The settings of a level. A game that brings none gets a scale that was not measured on it: more and more
/// rounds of Monte Carlo search, drawn from less and less freely.
fn level<G: Evaluate + Numbered + Presets>(game: &G, n: u32) -> Spec {
    if let Some(spec) = preset_spec(game, &format!("level-{n}")) {
        return spec;
    }
    if n == *LEVELS.end() {
        return champion(game);
    }
    let search = if game.info().is_hidden() { "ismcts" } else { "mcts" };
    let iterations = 20 << n;
    let temperature = 400_000 >> n;
    let text = format!("sampler:inner=({search}:iterations={iterations}),temperature={temperature}");
    text.parse().unwrap_or_else(|error| unreachable!("{text} is a spec: {error}"))
}
