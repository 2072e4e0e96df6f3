//! `ludwerk agents`: who can play, and with which options.

use std::process::ExitCode;

use ludwerk_core::Evaluate as _;
use ludwerk_registry::{AGENTS, AgentInfo, AnyGame, GAMES};
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
    let agents: Vec<_> = AGENTS.iter().filter(|agent| plays(agent)).collect();
    if as_json {
        let rows: Vec<_> = agents.iter().map(|agent| describe(agent)).collect();
        output::json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    for agent in &agents {
        output::line(format!("{BOLD}{}{BOLD:#}  {}", agent.name, agent.summary))?;
        for option in agent.options {
            output::line(format!("    {}={}  {DIM}{}{DIM:#}", option.name, option.default, option.help))?;
        }
    }
    if let Some(game) = &game {
        for agent in AGENTS.iter().filter(|agent| !plays(agent)) {
            output::note(format!("not listed: {}", game.refusal(agent).unwrap_or_default()));
        }
        print_evaluation(game)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(agent: &AgentInfo) -> serde_json::Value {
    let options = agent
        .options
        .iter()
        .map(|option| json!({"name": option.name, "default": option.default, "help": option.help}));
    let plays = |game: &AnyGame| game.refusal(agent).is_none();
    let games = GAMES
        .iter()
        .filter(|entry| entry.configure(None, None).is_ok_and(|game| plays(&game)))
        .map(|entry| entry.info().id);
    json!({
        "name": agent.name,
        "summary": agent.summary,
        "options": options.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    })
}

/// The table of features and weights that evaluating agents read.
fn print_evaluation(game: &AnyGame) -> Result<(), crate::failure::Failure> {
    if game.features().is_empty() {
        return Ok(());
    }
    output::line("")?;
    output::line(format!("{BOLD}evaluation{BOLD:#}  the sum of features times weights"))?;
    let presets = game.weight_presets();
    let preset_headings: Vec<_> = presets.iter().map(|preset| format!("#{}", preset.name)).collect();
    let mut headings = vec!["    feature", "#default"];
    headings.extend(preset_headings.iter().map(String::as_str));
    headings.push("");
    let mut table = Table::new(&headings);
    for (n, feature) in game.features().iter().enumerate() {
        let mut row = vec![format!("    {}", feature.name), output::number(feature.weight)];
        row.extend(presets.iter().map(|preset| output::number(preset.weights[n])));
        row.push(feature.help.to_owned());
        table.row(row);
    }
    table.print()?;
    for preset in presets {
        output::line(format!("    {DIM}weights={}: {}{DIM:#}", preset.name, preset.help))?;
    }
    Ok(())
}
