//! `ludwerk openings`: balanced openings, drawn by the table of a solved game.

use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_registry::openings::balanced_openings;
use serde_json::json;

use super::solve::cannot_solve;
use crate::CommandResult;
use crate::args::OpeningsArgs;
use crate::failure::Failure;
use crate::output;
use crate::position::{configure, seed};

pub fn run(args: &OpeningsArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    if game.table_name().is_none() {
        return Err(cannot_solve(&game));
    }
    let table = game.tablebase(&args.table).map_err(|error| Failure::of_table(&args.table, &error))?;
    let seed = seed(&args.game.config);
    let (plies, count) = (args.plies.get(), args.count.get());
    let lines = balanced_openings(&game, &table, plies, count, seed);
    if lines.is_empty() {
        return Err(Failure::new("no drawn positions were found", "take other --plies, or another --seed"));
    }
    let (id, variant) = (game.info().id, game.variant());
    if as_json {
        output::json(&json!({
            "game": id, "variant": variant, "plies": plies, "seed": seed, "openings": lines,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    // A line that begins with # is left out by whoever reads the file.
    output::line(format!(
        "# {plies} random plies of {id} ({variant}) each, to positions that are drawn with best play."
    ))?;
    output::line(format!(
        "# ludwerk openings {id} --table FILE --plies {plies} --count {count} --seed {seed}"
    ))?;
    lines.iter().try_for_each(output::line)?;
    Ok(ExitCode::SUCCESS)
}
