//! `ludwerk probe`: what a position is worth, by the table of a solved game.

use std::process::ExitCode;

use ludwerk_core::Notation as _;
use serde_json::json;

use super::solve::{cannot_solve, words};
use crate::CommandResult;
use crate::args::ProbeArgs;
use crate::failure::Failure;
use crate::output::{self, BOLD, Table};
use crate::position::Start;

pub fn run(args: &ProbeArgs, as_json: bool) -> CommandResult {
    let start = Start::new(&args.start)?;
    let (game, state) = (start.play.game(), start.play.state());
    if game.table_name().is_none() {
        return Err(cannot_solve(game));
    }
    let table = game.tablebase(&args.table).map_err(|error| Failure::of_table(&args.table, &error))?;
    if start.play.outcome().is_some() {
        return Err(Failure::new("the game is over", "probe a position in which a player is to move"));
    }
    let Some(value) = table.probe(state) else {
        return Err(Failure::new(
            "the tablebase does not contain this position",
            "a tablebase contains the positions that can arise in play: with all pieces, and not over",
        ));
    };
    let moves = table.moves(state);
    if as_json {
        let moves = moves.iter().map(|&(mv, verdict)| {
            let text = game.move_text(state, mv);
            json!({"move": text, "value": verdict.name(), "plies": verdict.plies()})
        });
        output::json(&json!({
            "value": value.name(),
            "plies": value.plies(),
            "moves": moves.collect::<Vec<_>>(),
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mover = start.play.to_move().map(|seat| game.seat_name(seat)).unwrap_or_default();
    output::line(format!("{BOLD}{}{BOLD:#} for {mover}, who is to move", words(value)))?;
    let mut rows = Table::new(&["move", "value", "#plies"]);
    for (mv, verdict) in moves {
        let plies = verdict.plies().map_or("-".to_owned(), |plies| plies.to_string());
        rows.row([game.move_text(state, mv), verdict.name().to_owned(), plies]);
    }
    rows.print()?;
    Ok(ExitCode::SUCCESS)
}
