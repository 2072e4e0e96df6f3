//! `ludwerk reproduce`: published tables, measured again.

use std::ops::ControlFlow;
use std::process::ExitCode;

use ludwerk_experiments::{EXPERIMENTS, Figure, Kind, Reproduction, Row, Run, find};
use ludwerk_registry::name_hint;

use crate::CommandResult;
use crate::args::ReproduceArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, thousands};
use crate::progress::Progress;

pub fn run(args: &ReproduceArgs, as_json: bool) -> CommandResult {
    let Some(id) = &args.id else { return list() };
    let experiments = find(id).map_err(|error| {
        let names = EXPERIMENTS.iter().map(|experiment| experiment.id).chain(["all"]);
        Failure::new(&error, name_hint(id, names))
    })?;
    let mut reproductions = Vec::new();
    for (n, experiment) in experiments.iter().enumerate() {
        let mut progress = Progress::of_fraction();
        let mut show = |done: f64, what: &str| {
            let done = (n as f64 + done) / experiments.len() as f64;
            progress.show_fraction(done, || what.to_owned());
            if interrupt::is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let run = experiment.run(&mut Run { quick: args.quick, progress: &mut show });
        drop(progress);
        let Some(reproduction) = run else { break };
        if !as_json {
            tell(&reproduction)?;
        }
        reproductions.push(reproduction);
    }
    if as_json {
        output::json(&reproductions)?;
    }
    if reproductions.len() < experiments.len() {
        let what = format!("{} of {} tables were measured", reproductions.len(), experiments.len());
        return Err(Failure::interrupted(what, "--quick leaves out what takes long"));
    }
    // That a measured figure contradicts a printed one is a finding, not a fault.
    let is_off = |row: &Row| row.kind == Kind::Exact && row.ok == Some(false);
    let disagrees = |reproduction: &Reproduction| reproduction.rows.iter().any(is_off);
    Ok(if reproductions.iter().any(disagrees) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn list() -> CommandResult {
    for experiment in EXPERIMENTS {
        output::line(format!("{BOLD}{}{BOLD:#}  {}", experiment.id, experiment.source))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(reproduction: &Reproduction) -> Result<(), Failure> {
    output::line(format!("{BOLD}{}{BOLD:#}", reproduction.id))?;
    output::line(format!("{DIM}{}{DIM:#}", reproduction.source))?;
    let mut table = Table::new(&["", "#published", "#ours", "verdict"]);
    for row in &reproduction.rows {
        let verdict = match (row.kind, row.ok) {
            (Kind::Measured, _) => row.verdict.unwrap_or("measured"),
            (Kind::New, _) | (_, None) => "new",
            (Kind::Exact, Some(true)) => "equal",
            (Kind::Exact, Some(false)) => "DIFFERS",
        };
        let published = row.published.map_or("-".to_owned(), figure);
        table.row([row.what.clone(), published, figure(row.ours), verdict.to_owned()]);
    }
    table.print()?;
    let n_exact = reproduction.rows.iter().filter(|row| row.kind == Kind::Exact).count();
    if n_exact == 0 {
        return Ok(());
    }
    let is_equal = |row: &&Row| row.kind == Kind::Exact && row.ok == Some(true);
    let n_equal = reproduction.rows.iter().filter(is_equal).count();
    let style = if n_equal == n_exact { GOOD } else { BAD };
    output::line(format!("{style}{n_equal} of {n_exact} printed figures come out exactly{style:#}"))
}

fn figure(figure: Figure) -> String {
    match figure {
        Figure::Count(count) => thousands(count),
        Figure::Value(value) => value.to_string(),
        Figure::Seconds(seconds) => format!("{seconds:.4}"),
        Figure::Number(number) => format!("{number:.2}"),
        Figure::Points([first, second]) => format!("{first}-{second}"),
        Figure::Share { score, ci95: [lo, hi], .. } => {
            format!("{:.1}% ({:.1}-{:.1})", 100.0 * score, 100.0 * lo, 100.0 * hi)
        }
    }
}
