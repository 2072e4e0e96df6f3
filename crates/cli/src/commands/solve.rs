//! `ludwerk solve`: the value of every position of a game, in a file.

use std::path::Path;
use std::process::ExitCode;
use std::thread;

use ludwerk_core::{Game as _, Notation as _, Rng, Seat};
use ludwerk_registry::{AnyGame, SolveError, Summary, TablebaseError, Verdict, checkpoint_of};
use serde_json::{Value, json};

use crate::CommandResult;
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BOLD, DIM, Table, thousands};
use crate::position::configure;
use crate::progress::Progress;

pub fn run(args: &SolveArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let Some(needs) = game.solving_needs() else { return Err(cannot_solve(&game)) };
    let n_threads = n_threads(args.threads.map(usize::from));
    let checkpoint = checkpoint_of(&args.out);
    let is_resumed = game.has_checkpoint(&args.out);
    output::note(format!(
        "{} numbers, {n_threads} threads, at most {} MB of memory{}",
        thousands(needs.numbers),
        thousands(needs.memory.div_ceil(1_000_000)),
        if is_resumed { format!("; going on from {}", checkpoint.display()) } else { String::new() },
    ));
    let mut progress: Option<Progress> = None;
    let solved = game.solve(&args.out, n_threads, interrupt::flag(), &mut |now| {
        let bar = progress.get_or_insert_with(|| Progress::of_fraction_from(now.done));
        bar.show_fraction(now.done, || now.phase.to_string());
    });
    drop(progress);
    let summary = solved.map_err(|error| failure(&game, &args.out, error))?;
    let table = game.tablebase(&args.out).map_err(|error| Failure::of_table(&args.out, &error))?;
    let start = game.start(&mut Rng::new(0));
    let value = table.probe(&start);
    if as_json {
        output::json(&describe(&summary, value, &args.out))?;
        return Ok(ExitCode::SUCCESS);
    }
    tell(&summary)?;
    if let Some(value) = value {
        let mover = game.seat_name(Seat::FIRST);
        output::line(format!("the start: {BOLD}{}{BOLD:#} for {mover}, who moves first", words(value)))?;
    }
    output::line(format!(
        "{DIM}{:.1} s; {} is {:.1} MB{DIM:#}",
        summary.seconds,
        args.out.display(),
        summary.bytes as f64 / 1e6,
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// As many as there are cores, unless told otherwise.
pub fn n_threads(wanted: Option<usize>) -> usize {
    wanted.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// A game whose positions have no numbers.
pub fn cannot_solve(game: &AnyGame) -> Failure {
    let solvable = ludwerk_registry::games()
        .iter()
        .filter(|entry| entry.configure(None, None).is_ok_and(|game| game.table_name().is_some()))
        .map(|entry| entry.info().id)
        .collect::<Vec<_>>();
    Failure::new(
        format!("{} cannot be solved: its positions have no index", game.info().title),
        match &solvable[..] {
            [] => "no game of this program can".to_owned(),
            ids => format!("games that can: {}", ids.join(", ")),
        },
    )
}

fn failure(game: &AnyGame, out: &Path, error: SolveError) -> Failure {
    match error {
        SolveError::NotNumbered(_) => cannot_solve(game),
        SolveError::Stopped if game.has_checkpoint(out) => {
            let kept = format!("what is done is kept in {}", checkpoint_of(out).display());
            Failure::interrupted(kept, "the same command goes on from there")
        }
        SolveError::Stopped => Failure::interrupted("nothing is kept yet", "the same command begins anew"),
        SolveError::InTheWay(_) => {
            Failure::new(&error, "move it away, or write the table to another file: --out FILE")
        }
        SolveError::TooLarge(what) => Failure::new(what, "only smaller games can be solved"),
        SolveError::Table(TablebaseError::Io(error)) => Failure::new(
            format!("cannot write {}: {error}", out.display()),
            "name a file in a folder with room that you may write to: --out FILE",
        ),
        SolveError::Table(error) => Failure::of_table(out, &error),
    }
}

/// "win in 23 plies".
pub fn words(verdict: Verdict) -> String {
    match verdict.plies() {
        Some(1) => format!("{} in 1 ply", verdict.name()),
        Some(plies) => format!("{} in {plies} plies", verdict.name()),
        None => verdict.name().to_owned(),
    }
}

/// The counts of a summary as they are told to programs.
pub fn describe_counts(summary: &Summary) -> Value {
    let counts = |value: &'static str, counts: &[(u32, u64)]| -> Vec<Value> {
        counts.iter().map(|(plies, count)| json!({"value": value, "plies": plies, "count": count})).collect()
    };
    let mut histogram = counts("win", &summary.wins);
    histogram.extend(counts("loss", &summary.losses));
    histogram.push(json!({"value": "draw", "plies": null, "count": summary.draws}));
    json!({
        "positions": summary.positions,
        "wins": total(&summary.wins),
        "losses": total(&summary.losses),
        "draws": summary.draws,
        "longest": summary.longest(),
        "histogram": histogram,
    })
}

fn describe(summary: &Summary, start: Option<Verdict>, out: &Path) -> Value {
    let mut description = describe_counts(summary);
    description["start"] =
        json!(start.map(|verdict| json!({"value": verdict.name(), "plies": verdict.plies()})));
    description["seconds"] = json!(summary.seconds);
    description["bytes"] = json!(summary.bytes);
    description["out"] = json!(out.display().to_string());
    description
}

/// Prints the counts of a summary.
pub fn tell(summary: &Summary) -> Result<(), Failure> {
    let mut table = Table::new(&["value", "#positions", "#longest"]);
    let mut row = |name: &str, counts: &[(u32, u64)]| {
        let longest = counts.last().map_or("-".to_owned(), |(plies, _)| plies.to_string());
        table.row([name.to_owned(), thousands(total(counts)), longest]);
    };
    row("win", &summary.wins);
    row("loss", &summary.losses);
    table.row(["draw".to_owned(), thousands(summary.draws), "-".to_owned()]);
    table.row(["all".to_owned(), thousands(summary.positions), summary.longest().to_string()]);
    table.print()
}

fn total(counts: &[(u32, u64)]) -> u64 {
    counts.iter().map(|(_, count)| count).sum()
}
