//! `ludwerk agents`: who can play, and with which options.

use std::process::ExitCode;

use ludwerk_core::{Evaluate as _, Game as _, Preset, Strategies as _};
use ludwerk_registry::{AGENTS, AgentInfo, AnyGame, Evaluator, LEVELS, OptionInfo, Value, games, weights_of};
use serde_json::json;

use crate::CommandResult;
use crate::args::AgentsArgs;
use crate::output::{self, BOLD, DIM, Table};
use crate::position;

pub fn run(args: &AgentsArgs, as_json: bool) -> CommandResult {
    if let Some(seed) = args.config.seed {
        position::echo_seed(seed);
    }
    let game = args.game.as_deref().map(|id| position::configure(id, &args.config)).transpose()?;
    let plays = |agent: &AgentInfo| game.as_ref().is_none_or(|game| game.refusal(agent).is_none());
    let all: Vec<_> = game.as_ref().map_or_else(all_agents, |game| game.agents().collect());
    let agents: Vec<_> = all.iter().copied().filter(|agent| plays(agent)).collect();
    let default = |agent: &AgentInfo, option: &OptionInfo| match &game {
        Some(game) => game.option_default(agent, option),
        None => option.default.to_owned(),
    };
    if as_json {
        let mut rows: Vec<_> = agents.iter().map(|agent| describe(agent, &default)).collect();
        rows.extend(
            game.iter().flat_map(|game| game.own_presets().map(|preset| describe_preset(game, preset))),
        );
        output::json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    for agent in &agents {
        let warning = if agent.peeks { "  [peeks]" } else { "" };
        output::line(format!("{BOLD}{}{BOLD:#}  {}{warning}", agent.name, agent.summary))?;
        for option in agent.options {
            let default = default(agent, option);
            output::line(format!("    {}={default}  {DIM}{}{DIM:#}", option.name, option.help))?;
        }
    }
    if let Some(game) = &game {
        for agent in all.into_iter().filter(|agent| !plays(agent)) {
            output::note(format!("not listed: {}", game.refusal(agent).unwrap_or_default()));
        }
        print_presets(game)?;
        print_evaluation(game)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The general agents, and then those of each game.
fn all_agents() -> Vec<&'static AgentInfo> {
    let usual = games().iter().filter_map(|entry| entry.configure(None, None).ok());
    AGENTS.iter().chain(usual.flat_map(|game| game.strategies())).collect()
}

/// Whether the agent of a preset looks at what its seat may not see.
fn peeks(game: &AnyGame, preset: &Preset) -> bool {
    let agent = preset.spec.parse().ok().and_then(|spec| game.agent(&spec, 0).ok());
    agent.is_some_and(|agent| agent.peeks())
}

fn describe_preset(game: &AnyGame, preset: &Preset) -> serde_json::Value {
    json!({
        "name": preset.name,
        "summary": preset.help,
        "options": [],
        "games": [game.info().id],
        "peeks": peeks(game, preset),
        "spec": preset.spec,
    })
}

/// What the names of this game stand for.
fn print_presets(game: &AnyGame) -> Result<(), crate::failure::Failure> {
    let own: Vec<_> = game.own_presets().collect();
    let mut table = Table::new(&["    name", "stands for", ""]);
    for preset in own {
        let warning = if peeks(game, preset) { "  [peeks]" } else { "" };
        table.row([
            format!("    {}", preset.name),
            preset.spec.to_owned(),
            format!("{}{warning}", preset.help),
        ]);
    }
    for name in ["champion".to_owned()].into_iter().chain(LEVELS.map(|n| format!("level:n={n}"))) {
        let stands_for = game.resolve(&name.parse()?)?;
        table.row([format!("    {name}"), stands_for.to_string(), String::new()]);
    }
    output::line("")?;
    output::line(format!("{BOLD}presets{BOLD:#}  names for settings in this game"))?;
    table.print()
}

fn describe(agent: &AgentInfo, default: &dyn Fn(&AgentInfo, &OptionInfo) -> String) -> serde_json::Value {
    let options = agent
        .options
        .iter()
        .map(|option| json!({"name": option.name, "default": default(agent, option), "help": option.help}));
    let plays =
        |game: &AnyGame| game.agents().any(|known| known.name == agent.name) && game.refusal(agent).is_none();
    let playing = games()
        .iter()
        .filter(|entry| entry.configure(None, None).is_ok_and(|game| plays(&game)))
        .map(|entry| entry.info().id);
    json!({
        "name": agent.name,
        "summary": agent.summary,
        "options": options.collect::<Vec<_>>(),
        "games": playing.collect::<Vec<_>>(),
        "peeks": agent.peeks,
    })
}

/// The sets of weights by name: the default, the table if that is another, published ones and those that come as files.
/// Networks have no weights to show.
fn weight_sets(game: &AnyGame) -> Vec<(&'static str, Vec<f64>)> {
    let named = |name: &'static str| match weights_of(game, Some(&Value::Text(name.to_owned()))) {
        Ok(Evaluator::Weights(weights)) => Some((name, weights)),
        Ok(Evaluator::Net(_)) | Err(_) => None,
    };
    let start = named("start");
    let default =
        named("default").filter(|(_, weights)| start.as_ref().is_none_or(|start| start.1 != *weights));
    let names = game.weight_presets().iter().map(|preset| preset.name);
    let files = game.weight_files().iter().filter(|file| !file.is_default).map(|file| file.name);
    let first = match default {
        Some(default) => vec![Some(default), start],
        None => vec![start.map(|(_, weights)| ("default", weights))],
    };
    first.into_iter().chain(names.chain(files).map(named)).flatten().collect()
}

/// The table of features and weights that evaluating agents read.
fn print_evaluation(game: &AnyGame) -> Result<(), crate::failure::Failure> {
    if game.features().is_empty() {
        return Ok(());
    }
    output::line("")?;
    output::line(format!("{BOLD}evaluation{BOLD:#}  the sum of features times weights"))?;
    let sets = weight_sets(game);
    let set_headings: Vec<_> = sets.iter().map(|(name, _)| format!("#{name}")).collect();
    let mut headings = vec!["    feature"];
    headings.extend(set_headings.iter().map(String::as_str));
    headings.push("");
    let mut table = Table::new(&headings);
    for (n, feature) in game.features().iter().enumerate() {
        let mut row = vec![format!("    {}", feature.name)];
        row.extend(sets.iter().map(|(_, weights)| output::number(weights[n])));
        row.push(feature.help.to_owned());
        table.row(row);
    }
    table.print()?;
    let presets = game.weight_presets().iter().map(|preset| (preset.name, preset.help));
    let files = game.weight_files().iter().map(|file| (file.name, file.help));
    for (name, help) in presets.chain(files) {
        output::line(format!("    {DIM}weights={name}: {help}{DIM:#}"))?;
    }
    Ok(())
}
