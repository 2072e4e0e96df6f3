//! `ludwerk perft`: how many ways the game can go on.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use ludwerk_core::Game as _;
use serde_json::json;

use crate::CommandResult;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, DIM, Table, thousands};
use crate::position::{Start, echo_seed};
use crate::progress::Progress;

/// Deeper walks would not end, and would exhaust the stack before.
const DEEPEST: u32 = 1000;

pub fn run(args: &PerftArgs, as_json: bool) -> CommandResult {
    if args.depth > DEEPEST {
        return Err(Failure::new(format!("depth {} is out of reach", args.depth), "try --depth 5"));
    }
    let start = Start::new(&args.start)?;
    let game = start.play.game();
    echo_seed(start.seed);
    let mut progress = Progress::of_fraction();
    let begun = Instant::now();
    let leaves = game.perft(start.play.state(), args.depth, &mut |fraction| {
        progress.show_fraction(fraction, || format!("perft {}", args.depth));
        if interrupt::is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let seconds = begun.elapsed().as_secs_f64();
    drop(progress);
    let Some(leaves) = leaves else {
        return Err(Failure::interrupted("nothing was counted", "a smaller --depth takes less time"));
    };
    // The position itself is the only line of no plies.
    let nodes = leaves.last().copied().unwrap_or(1);
    if as_json {
        output::json(&json!({
            "game": game.info().id,
            "variant": game.variant(),
            "depth": args.depth,
            "nodes": nodes,
            "leaves": leaves,
            "seconds": seconds,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&["#depth", "#leaves"]);
    if leaves.is_empty() {
        table.row(["0".to_owned(), "1".to_owned()]);
    }
    for (n, &count) in leaves.iter().enumerate() {
        table.row([(n + 1).to_string(), thousands(count)]);
    }
    table.print()?;
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    output::line(format!("{DIM}{seconds:.3} s, {rate:.1} million leaves a second{DIM:#}"))?;
    Ok(ExitCode::SUCCESS)
}
