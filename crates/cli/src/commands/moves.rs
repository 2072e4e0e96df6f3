//! `ludwerk moves`: what is legal in a position.

use std::process::ExitCode;

use ludwerk_core::{Notation as _, Seat, Viewer};
use serde_json::json;

use crate::CommandResult;
use crate::args::StartArgs;
use crate::output::{self, BOLD, DIM};
use crate::play::board_text;
use crate::position::{Start, echo_seed};

pub fn run(args: &StartArgs, as_json: bool) -> CommandResult {
    let start = Start::new(args)?;
    let play = &start.play;
    let game = play.game();
    echo_seed(start.seed);
    let legal: Vec<_> = play.legal_moves().into_iter().map(|mv| game.move_text(play.state(), mv)).collect();
    let position = game.position_text(play.state());
    if as_json {
        output::json(&json!({
            "to_move": play.to_move().map(Seat::idx),
            "legal": legal,
            "over": play.outcome().is_some(),
            "returns": play.outcome().map(|outcome| outcome.returns.as_slice().to_vec()),
            "position": position,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let viewer = play.to_move().map_or(Viewer::Spectator, Viewer::Seat);
    output::line(board_text(game, &play.observe(viewer)))?;
    output::line(format!("{DIM}{position}{DIM:#}"))?;
    match (play.outcome(), play.to_move()) {
        (Some(outcome), _) => {
            output::line(format!("over by {}: returns {:?}", outcome.reason, outcome.returns))?;
        }
        (None, mover) => {
            let who = mover.map_or("chance".to_owned(), |seat| game.seat_name(seat));
            output::line(format!("{BOLD}{who} to move, {} legal moves{BOLD:#}", legal.len()))?;
            output::line(output::columns(&legal))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
