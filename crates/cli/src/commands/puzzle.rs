//! `ludwerk puzzle`: a position of a solved game in which the player to move wins, if he finds the way.

use std::process::ExitCode;

use ludwerk_core::{Game as _, Notation as _, Playthrough, Viewer};
use ludwerk_registry::puzzle::{Puzzle, puzzle};
use serde_json::json;

use super::solve::cannot_solve;
use crate::CommandResult;
use crate::args::PuzzleArgs;
use crate::failure::Failure;
use crate::output::{self, BOLD, DIM};
use crate::play::board_text;
use crate::position::{configure, echo_seed, seed};

pub fn run(args: &PuzzleArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    if game.table_name().is_none() {
        return Err(cannot_solve(&game));
    }
    let table = game.tablebase(&args.table).map_err(|error| Failure::of_table(&args.table, &error))?;
    let seed = seed(&args.game.config);
    echo_seed(seed);
    let Some(drawn) = puzzle(&game, &table, args.difficulty, seed) else {
        return Err(Failure::new("no such puzzle was found", "take another seed, or an easier one"));
    };
    let Puzzle { position, seat, plies, solution, .. } = drawn;
    let play = Playthrough::new(game.clone(), position);
    let solution = play.line_texts(&solution);
    let text = game.position_text(play.state());
    if as_json {
        let mut described = json!({
            "variant": game.variant(),
            "position": text,
            "to_move": seat.idx(),
            "plies": plies,
            "difficulty": args.difficulty,
            "seed": seed,
        });
        if args.solution {
            described["solution"] = json!(solution);
        }
        output::json(&described)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(board_text(&game, &play.observe(Viewer::Seat(seat))))?;
    output::line(format!("{DIM}{text}{DIM:#}"))?;
    output::line(format!("{BOLD}{} to move, win in {plies}{BOLD:#}", game.seat_name(seat)))?;
    if args.solution {
        output::line(solution.join(" "))?;
    }
    Ok(ExitCode::SUCCESS)
}
