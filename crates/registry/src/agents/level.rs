//! `level`: the scale of difficulty.

use ludwerk_core::{Evaluate, Indexed, Presets, Strategies};

use super::champion::champion;
use super::describe::{Describe, Description, option_name};
use super::options::AgentOption;
use super::presets::preset_spec;
use super::{AgentSpecError, find_in};
use crate::spec::{Spec, Value};

/// The steps of the scale of difficulty.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;

/// The level that `level` alone is.
const DEFAULT: f64 = 5.0;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "level";
    type Settings = ();

    fn describe() -> Description<()> {
        let n = "The difficulty, from 1, for a child, to 10, the champion; 2.5 is between two levels, and 0 is random play.";
        Description::new(
            "The scale of difficulty, 1 to 10; takes the options of the agent that it stands for, too.",
        )
        .for_strangers()
        .option(AgentOption::read_by_agent("n", DEFAULT.to_string(), n))
    }
}

/// Takes the number of a level out of its spec.
pub(super) fn take_level(spec: &mut Spec) -> Result<f64, AgentSpecError> {
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
pub(super) fn check_options<G: Strategies>(
    game: &G,
    level: &Spec,
    written: &Spec,
) -> Result<(), AgentSpecError> {
    let Ok(agent) = find_in(game, &level.name) else { return Ok(()) };
    let known = || agent.options.iter().map(|option| option.name);
    let is_known = |key: &str| known().any(|name| name == option_name(agent.name, key));
    match written.options.iter().find(|(key, _)| !is_known(key)) {
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
pub(super) fn level_or_between<G: Evaluate + Indexed + Presets>(game: &G, n: f64) -> Spec {
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
/// simulations of Monte Carlo tree search, drawn from less and less freely.
fn level<G: Evaluate + Indexed + Presets>(game: &G, n: u32) -> Spec {
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
