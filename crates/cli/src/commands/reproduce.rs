//! `ludwerk reproduce`: published tables, measured again.

use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludwerk_experiments::report::{self, Report};
use ludwerk_experiments::{
    Agreement, EXPERIMENTS, Figure, Journal, JournalError, Kind, ReadError, Reproduction, RunError, Settings,
    Status, Verdict, Verdicts, find, run as run_experiments,
};
use ludwerk_registry::name_hint;
use serde_json::{Value, json};

use super::r#match::checked_threads;
use crate::CommandResult;
use crate::args::ReproduceArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table};
use crate::position::echo_seed;
use crate::progress::Progress;

pub fn run(args: &ReproduceArgs, as_json: bool) -> CommandResult {
    if !args.compare.is_empty() {
        return compare(&args.compare, as_json);
    }
    // 1. Validate everything.
    let Some(id) = &args.id else { return list(as_json) };
    let experiments = find(id).map_err(|error| {
        let names = EXPERIMENTS.iter().map(|experiment| experiment.id).chain(["all"]);
        Failure::new(&error, name_hint(id, names))
    })?;
    let n_threads = checked_threads(args.threads)?;
    let settings = Settings { quick: args.quick, seed: args.seed };
    let dir = directory(args, id);
    let mut journal = open(dir.as_deref(), settings, args.fresh)?;

    // 2. Measure what is not there.
    echo_seed(args.seed);
    if journal.n_kept() > 0 {
        output::note(format!("going on: {} measurements are there", journal.n_kept()));
    }
    let mut progress: Option<Progress> = None;
    let mut show = |status: &Status<'_>| {
        let progress = progress.get_or_insert_with(|| Progress::of_fraction_from(status.done));
        progress.show_fraction(status.done, || shortened(status));
    };
    let result = run_experiments(&experiments, &mut journal, n_threads, interrupt::flag(), &mut show);
    drop(progress);
    let reproductions = result.map_err(|error| failure(&error, dir.as_deref()))?;

    // 3. Report.
    if as_json {
        output::json(&reproductions)?;
    } else if let [one] = &reproductions[..] {
        tell(one)?;
    } else {
        summarise(&reproductions)?;
    }
    if let Some(dir) = &dir {
        let written = Report::new(&reproductions, &journal, id).write(dir);
        let written =
            written.map_err(|error| Failure::io(format!("cannot write to {}", dir.display()), &error))?;
        for path in written {
            output::note(format!("written: {}", path.display()));
        }
    }
    // That a measured figure contradicts a printed one is a finding, not a fault.
    let differs = reproductions.iter().any(|reproduction| reproduction.count(Verdict::Differs) > 0);
    Ok(if differs { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Where the run is kept: as asked for; the run of all tables is kept in any case.
fn directory(args: &ReproduceArgs, id: &str) -> Option<PathBuf> {
    let default = if args.quick { "reproduction-quick" } else { "reproduction" };
    args.out.clone().or_else(|| (id == "all").then(|| PathBuf::from(default)))
}

fn open(dir: Option<&Path>, settings: Settings, fresh: bool) -> Result<Journal, Failure> {
    match dir {
        Some(dir) => Journal::open(dir, &program()?, settings, fresh).map_err(|error| {
            let hint = match error {
                JournalError::Other { .. } | JournalError::Damaged { .. } => {
                    "--fresh gives that run up and starts anew; --out names another directory"
                }
                _ => error.hint(),
            };
            Failure::new(error, hint)
        }),
        None if fresh => Err(Failure::new("--fresh needs --out", "without --out nothing is kept anyway")),
        None => Ok(Journal::in_memory("", settings)),
    }
}

/// The version of the program and a fingerprint of its file: another build may measure otherwise.
fn program() -> Result<String, Failure> {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    let bytes = bytes.map_err(|error| Failure::io("cannot read the program's own file", &error))?;
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(&bytes);
    Ok(format!("ludwerk {}, build {:016x}", env!("CARGO_PKG_VERSION"), hasher.finish()))
}

fn failure(error: &RunError, dir: Option<&Path>) -> Failure {
    match (error, dir) {
        (RunError::Stopped { .. }, Some(dir)) => {
            Failure::interrupted(error, format!("the same command goes on; they are in {}", dir.display()))
        }
        (RunError::Stopped { .. }, None) => {
            Failure::interrupted(error, "--quick plays fewer games; with --out DIR a run can go on")
        }
        _ => Failure::new(error, "what was measured before holds; the same command goes on with it"),
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::new(error, "name directories in which `ludwerk reproduce … --out DIR` came to its end")
    }
}

/// How often runs decide otherwise than the first of them.
fn compare(dirs: &[PathBuf], as_json: bool) -> CommandResult {
    let runs: Vec<_> = dirs.iter().map(|dir| Verdicts::read(dir)).collect::<Result<_, _>>()?;
    let Some((full, others)) = runs.split_first() else { return Ok(ExitCode::SUCCESS) };
    let found: Vec<(String, Agreement)> = dirs[1..]
        .iter()
        .zip(others)
        .map(|(dir, other)| (dir.display().to_string(), full.compare(other)))
        .collect();
    if as_json {
        let described = found.iter().map(|(run, found)| json!({ "run": run, "verdicts": found }));
        output::json(&described.collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&[
        "run",
        "#decided",
        "#same",
        "#undecided in full",
        "#not in full",
        "#contradicted",
        "#95%",
    ]);
    for (run, found) in &found {
        let numbers = [found.decided, found.same, found.undecided, found.unmatched, found.contradicted.len()];
        let [lo, hi] = found.ci95.map(|share| 100.0 * share);
        let cells = numbers.map(|number| number.to_string());
        table.row([run.clone()].into_iter().chain(cells).chain([format!("{lo:.1}% to {hi:.1}%")]));
    }
    table.print()?;
    for (run, found) in &found {
        for row in &found.contradicted {
            output::line(format!("{run}: {row}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is at work, not too long for a line.
fn shortened(status: &Status<'_>) -> String {
    const WIDEST: usize = 50;
    let text = format!("{}: {}", status.experiment, status.what);
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn list(as_json: bool) -> CommandResult {
    if as_json {
        let describe = |experiment: &ludwerk_experiments::Experiment| -> Value {
            json!({
                "id": experiment.id,
                "source": experiment.source,
                "published": experiment.published,
                "measures": experiment.measures,
                "tolerance": experiment.tolerance,
            })
        };
        output::json(&EXPERIMENTS.iter().map(describe).collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    for experiment in EXPERIMENTS {
        output::line(format!("{BOLD}{}{BOLD:#}  {}", experiment.id, experiment.source))?;
        about(experiment.published, experiment.measures, experiment.tolerance)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn about(published: &str, measures: &str, tolerance: &str) -> Result<(), Failure> {
    for (name, text) in [("published", published), ("measured", measures), ("tolerance", tolerance)] {
        output::line(format!("  {DIM}{name}:{DIM:#} {text}"))?;
    }
    Ok(())
}

fn tell(reproduction: &Reproduction) -> Result<(), Failure> {
    output::line(format!("{BOLD}{}{BOLD:#}  {}", reproduction.id, reproduction.source))?;
    about(reproduction.published, reproduction.measures, reproduction.tolerance)?;
    let mut table = Table::new(&["", "#published", "#ours", "#95% interval, games", "verdict"]);
    for row in &reproduction.rows {
        let published = row.published.map_or("-".to_owned(), |figure: Figure| figure.to_string());
        let note = row.note.map_or(String::new(), |note| format!(": {note}"));
        let verdict = format!("{}{note}", row.verdict.name());
        table.row([row.what.clone(), published, row.ours.to_string(), row.ours.interval(), verdict]);
    }
    table.print()?;
    tell_exact(std::slice::from_ref(reproduction))
}

/// How many rows have which verdict, and the exact figures that do not come out.
fn summarise(reproductions: &[Reproduction]) -> Result<(), Failure> {
    let (headings, lines) = report::summary(reproductions);
    let headings: Vec<_> = headings
        .iter()
        .enumerate()
        .map(|(n, name)| if n == 0 { (*name).to_owned() } else { format!("#{name}") })
        .collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for line in lines {
        table.row(line);
    }
    table.print()?;
    for reproduction in reproductions {
        for row in reproduction.rows.iter().filter(|row| row.verdict == Verdict::Differs) {
            let published = row.published.map_or_else(String::new, |figure| figure.to_string());
            output::line(format!(
                "{BAD}{}: {}: published {published}, measured {}{BAD:#}",
                reproduction.id, row.what, row.ours
            ))?;
        }
    }
    tell_exact(reproductions)
}

fn tell_exact(reproductions: &[Reproduction]) -> Result<(), Failure> {
    let rows = || reproductions.iter().flat_map(|reproduction| &reproduction.rows);
    let n_exact = rows().filter(|row| row.kind == Kind::Exact).count();
    if n_exact == 0 {
        return Ok(());
    }
    let n_equal = rows().filter(|row| row.verdict == Verdict::Equal).count();
    let style = if n_equal == n_exact { GOOD } else { BAD };
    output::line(format!("{style}{n_equal} of {n_exact} exact figures agree{style:#}"))
}
