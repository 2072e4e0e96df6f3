//! `ludwerk search`: what an agent would play, and why.

use std::process::ExitCode;
use std::time::Instant;

use ludwerk_core::value;
use ludwerk_core::{Control, Decision, Game as _, Notation as _, Playthrough, Report, Rng};
use ludwerk_registry::{AnyGame, AnyMove, Spec};
use serde_json::{Value, json};

use crate::CommandResult;
use crate::args::SearchArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BOLD, DIM, Table, thousands};
use crate::position::{Start, echo_seed};
use crate::progress::Progress;

pub fn run(args: &SearchArgs, as_json: bool) -> CommandResult {
    let start = Start::new(&args.start)?;
    let play = &start.play;
    let spec: Spec = args.agent.parse()?;
    let mut agent = play.game().agent(&spec, Rng::derive(start.seed, 1))?;
    if play.to_move().is_none() {
        let what = if play.outcome().is_some() { "the game is over" } else { "chance is to move" };
        return Err(Failure::new(what, "search a position in which a player is to move"));
    }
    let Some(&first) = play.legal_moves().first() else { unreachable!("a player to move has a move") };
    echo_seed(start.seed);
    let mut progress = Progress::of_unknown();
    let begun = Instant::now();
    let mut show = |report: &Report<AnyMove>| {
        let seconds = begun.elapsed().as_secs_f64();
        if args.progress && as_json {
            let decision = Decision { chosen: *report.pv.first().unwrap_or(&first), report: report.clone() };
            let mut line = describe(play, &decision, args.lines, seconds);
            line["nodes_per_second"] = json!((report.nodes as f64 / seconds.max(1e-6)).round());
            output::note(line);
        } else if args.progress {
            output::note(summary(play, report, seconds));
        } else {
            progress.show(report.nodes, || summary(play, report, seconds));
        }
    };
    let decision =
        play.ask(agent.as_mut(), &mut Control::new(interrupt::flag(), &mut show).with_lines(args.lines))?;
    let seconds = begun.elapsed().as_secs_f64();
    drop(progress);
    if as_json {
        output::json(&describe(play, &decision, args.lines, seconds))?;
    } else {
        tell(play, &decision, args.lines, seconds)?;
    }
    if interrupt::is_requested() {
        return Err(Failure::interrupted(
            "the search was cut short; the answer is the best it had",
            "give it a budget instead",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Nodes a second, as the end of a phrase. The speed of an instant is noise, and left out.
fn speed(nodes: u64, seconds: f64) -> String {
    if seconds < 0.1 {
        return String::new();
    }
    format!(", {} nodes a second", thousands((nodes as f64 / seconds) as u64))
}

/// What a search knows so far, in a line.
fn summary(play: &Playthrough<AnyGame>, report: &Report<AnyMove>, seconds: f64) -> String {
    let value = report.value.map_or_else(|| "-".to_owned(), output::value);
    let line = play.line_texts(&report.pv).join(" ");
    let nodes = thousands(report.nodes);
    format!("depth {}, {nodes} nodes{}, {value}, {line}", report.depth, speed(report.nodes, seconds))
}

fn describe(
    play: &Playthrough<AnyGame>,
    decision: &Decision<AnyMove>,
    n_lines: usize,
    seconds: f64,
) -> Value {
    let report = &decision.report;
    // An agent without opinions has no values; the field still has one place a seat.
    let value_of = |seat: usize| report.values.get(seat).copied().map(value::Value::number);
    let values: Vec<_> = (0..play.game().n_seats()).map(value_of).collect();
    let lines = report.lines.iter().take(n_lines).map(|line| {
        json!({
            "move": play.game().move_text(play.state(), line.mv),
            "value": line.value.number(),
            "pv": play.line_texts(&line.pv),
        })
    });
    let mut description = json!({
        "move": play.game().move_text(play.state(), decision.chosen),
        "value": report.value.map(value::Value::number),
        "values": values,
        "depth": report.depth,
        "nodes": report.nodes,
        "pv": play.line_texts(&report.pv),
        "lines": lines.collect::<Vec<_>>(),
        "seconds": seconds,
    });
    // Few agents have more to say.
    if !report.notes.is_empty() {
        description["notes"] = json!(report.notes);
    }
    description
}

fn tell(
    play: &Playthrough<AnyGame>,
    decision: &Decision<AnyMove>,
    n_lines: usize,
    seconds: f64,
) -> Result<(), Failure> {
    let report = &decision.report;
    let chosen = play.game().move_text(play.state(), decision.chosen);
    let value = report.value.map_or(String::new(), |value| format!("  {}", output::value(value)));
    output::line(format!("{BOLD}{chosen}{BOLD:#}{value}"))?;
    if n_lines > 1 && !report.lines.is_empty() {
        let mut table = Table::new(&["move", "#value", "line"]);
        for line in report.lines.iter().take(n_lines) {
            let mv = play.game().move_text(play.state(), line.mv);
            table.row([mv, output::value(line.value), play.line_texts(&line.pv).join(" ")]);
        }
        table.print()?;
    }
    for note in &report.notes {
        output::line(note)?;
    }
    let nodes = thousands(report.nodes);
    let speed = speed(report.nodes, seconds);
    output::line(format!("{DIM}depth {}, {nodes} nodes, {seconds:.3} s{speed}{DIM:#}", report.depth))
}
