//! `ludwerk levels`: the scale of difficulty of a game, and how far apart its steps are.

mod adaptive;
mod calibrate;

use std::process::ExitCode;

use ludwerk_registry::{AnyGame, LEVELS, Spec};
use serde_json::json;

use super::compare::{self, Matches, Pair};
use crate::CommandResult;
use crate::args::LevelsArgs;
use crate::failure::Failure;
use crate::output::{self, Table};
use crate::position::{configure, echo_seed, seed};

pub fn run(args: &LevelsArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let Some(n_games) = args.games else { return list(&game, as_json) };
    let seed = seed(&args.game.config);
    if let Some(file) = &args.calibrate {
        return calibrate::run(args, &game, n_games, seed, file, as_json);
    }
    if args.adaptive {
        return adaptive::run(args, &game, n_games, seed, as_json);
    }
    let matches = Matches { game: &game, n_games, seed, opening_plies: 0, args: &args.matches };
    let steps = LEVELS.skip(1).filter(|n| args.only.is_none_or(|only| only == *n));
    let pairs: Vec<_> = steps
        .map(|n| Pair { what: format!("level {n} against {}", n - 1), one: spec(n), other: spec(n - 1) })
        .collect();
    if pairs.is_empty() {
        return Err(Failure::new(
            "there is no such level to measure",
            "write --only with a level from 2 to 10",
        ));
    }
    echo_seed(seed);
    let results = matches.play(&pairs)?;
    if as_json {
        let rows =
            pairs.iter().zip(&results).map(|(pair, result)| compare::figures(("what", &pair.what), result));
        output::json(&json!({ "games": n_games, "seed": seed, "steps": rows.collect::<Vec<_>>() }))?;
    } else {
        let rows: Vec<_> = pairs.iter().map(|pair| pair.what.clone()).zip(&results).collect();
        compare::print("step", &rows, args.matches.markdown)?;
    }
    matches.check_all_played(&results, &pairs)?;
    Ok(ExitCode::SUCCESS)
}

fn spec(n: u32) -> Spec {
    let text = format!("level:n={n}");
    text.parse().unwrap_or_else(|error| unreachable!("{text} is a spec: {error}"))
}

/// What every level stands for.
fn list(game: &AnyGame, as_json: bool) -> CommandResult {
    let mut rows = Vec::new();
    for n in LEVELS {
        rows.push((n, game.resolve(&spec(n))?.to_string()));
    }
    if as_json {
        let levels: Vec<_> = rows.iter().map(|(n, spec)| json!({ "level": n, "spec": spec })).collect();
        output::json(&levels)?;
    } else {
        let mut table = Table::new(&["#level", "stands for"]);
        for (n, spec) in rows {
            table.row([n.to_string(), spec]);
        }
        table.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
