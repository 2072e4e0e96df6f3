//! `ludwerk scaling`: whether an agent gains from more work, by matches against itself with a part of its budget.

use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_registry::{Spec, Value, agent};
use serde_json::json;

use super::compare::{self, Matches, Pair};
use crate::CommandResult;
use crate::args::ScalingArgs;
use crate::failure::Failure;
use crate::output;
use crate::position::{configure, echo_seed, seed};

/// An agent against itself would else play the same games again and again.
const OPENING_PLIES: usize = 2;

pub fn run(args: &ScalingArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let base = game.resolve(&args.agent.parse()?)?;
    let budget = args.budget.as_str();
    if agent(&base.name)?.options.iter().all(|option| option.name != budget) {
        return Err(Failure::new(
            format!("{} has no budget {budget:?}", base.name),
            format!("`ludwerk agents {}` lists its options", game.info().id),
        ));
    }
    let factor = args.factor.get();
    let with_budget = |value: u64| -> Spec {
        let mut spec = base.clone();
        spec.options.retain(|(name, _)| name != budget);
        spec.options.push((budget.to_owned(), Value::Text(value.to_string())));
        spec
    };
    let pairs: Vec<Pair> = args
        .from
        .iter()
        .map(|&from| {
            let more = from.get().saturating_mul(factor);
            let what = format!("{more} against {from}");
            Pair { what, one: with_budget(more), other: with_budget(from.get()) }
        })
        .collect();
    let seed = seed(&args.game.config);
    let matches =
        Matches { game: &game, n_games: args.games, seed, opening_plies: OPENING_PLIES, args: &args.matches };
    echo_seed(seed);
    output::note(format!("{} matches of {} games of {base}", pairs.len(), args.games));
    let results = matches.play(&pairs)?;
    if as_json {
        let rows = args.from.iter().zip(&pairs).zip(&results).map(|((from, pair), result)| {
            let mut row = compare::figures(("what", &pair.what), result);
            (row["from"], row["to"]) = (json!(from), json!(from.get().saturating_mul(factor)));
            row
        });
        let rows: Vec<_> = rows.collect();
        output::json(&json!({
            "agent": base.to_string(),
            "budget": budget,
            "factor": factor,
            "games": args.games,
            "seed": seed,
            "rows": rows,
        }))?;
    } else {
        let rows: Vec<_> = pairs.iter().map(|pair| pair.what.clone()).zip(&results).collect();
        compare::print(budget, &rows, args.matches.markdown)?;
    }
    matches.check_all_played(&results, &pairs)?;
    Ok(ExitCode::SUCCESS)
}
