//! `ludwerk ablate`: what each switch of an agent is worth, by matches against itself with one changed.

use std::process::ExitCode;

use ludwerk_registry::{AnyGame, Spec, Value, agent};
use serde_json::json;

use super::compare::{self, Matches, Pair};
use crate::CommandResult;
use crate::args::AblateArgs;
use crate::failure::Failure;
use crate::output;
use crate::position::{configure, echo_seed, seed};

/// An agent against itself would else play the same games again and again.
const OPENING_PLIES: usize = 4;

pub fn run(args: &AblateArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let base = game.resolve(&args.agent.parse()?)?;
    game.agent(&base, 0)?;
    let pairs = pairs(&game, &base, &args.switches)?;
    let seed = seed(&args.game.config);
    let matches =
        Matches { game: &game, n_games: args.games, seed, opening_plies: OPENING_PLIES, args: &args.matches };
    echo_seed(seed);
    output::note(format!("{} matches of {} games against {base}", pairs.len(), args.games));
    let results = matches.play(&pairs)?;
    if as_json {
        let rows = pairs.iter().zip(&results).map(|(pair, result)| {
            let mut row = compare::figures(("change", &pair.what), result);
            row["spec"] = json!(pair.one.to_string());
            row
        });
        output::json(&json!({
            "agent": base.to_string(),
            "games": args.games,
            "seed": seed,
            "rows": rows.collect::<Vec<_>>(),
        }))?;
    } else {
        let rows: Vec<_> = pairs.iter().map(|pair| pair.what.clone()).zip(&results).collect();
        compare::print("change", &rows, args.matches.markdown)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The agent with one switch changed, against itself; for every switch, or for those that are named.
fn pairs(game: &AnyGame, base: &Spec, names: &[String]) -> Result<Vec<Pair>, Failure> {
    let info = agent(&base.name)?;
    let current = |option| base.value(option).map(ToString::to_string);
    let mut pairs = Vec::new();
    for option in info.options {
        let value = current(option.name).unwrap_or_else(|| game.option_default(info, option));
        let changed = match value.as_str() {
            "on" => "off",
            "off" if option.name == "rave" => "500",
            "off" => "on",
            _ if matches!(option.name, "tt" | "rave") => "off",
            _ => continue,
        };
        // This one turns others off, and is none itself.
        let is_wanted =
            if names.is_empty() { option.name != "exact" } else { names.iter().any(|n| n == option.name) };
        if is_wanted {
            let mut one = base.clone();
            one.options.retain(|(key, _)| key != option.name);
            one.options.push((option.name.to_owned(), Value::Text(changed.to_owned())));
            pairs.push(Pair { what: format!("{}={changed}", option.name), one, other: base.clone() });
        }
    }
    let unknown =
        names.iter().find(|&name| !pairs.iter().any(|pair| pair.what.starts_with(&format!("{name}="))));
    match unknown {
        Some(name) => Err(Failure::new(
            format!("{} has no switch {name:?}", base.name),
            format!("`ludwerk agents {}` lists its options", ludwerk_core::Game::info(game).id),
        )),
        None if pairs.is_empty() => {
            Err(Failure::new(format!("{} has no switches", base.name), "try alphabeta or mcts"))
        }
        None => Ok(pairs),
    }
}
