//! `ludwerk train q --tabular`.

use std::path::Path;

use ludwerk_learn::q::run::{Practised, Swept};
use ludwerk_learn::run::table::{self, BATCH, Course, GAMES, Outcome, Plan, Told, sweep_cells};
use ludwerk_registry::parse_size;

use super::practice;
use crate::CommandResult;
use crate::args::QArgs;
use crate::commands::learning::{end, tell_files, tell_proofs};
use crate::failure::Failure;
use crate::output::{self, BAD, DIM, GOOD, Table, percent, thousands};
use crate::position::read_text;

/// So many positions are told to people.
const MOST_TOLD: usize = 10;

pub fn run(args: &QArgs, as_json: bool) -> CommandResult {
    let (practice, place) = practice(&args.practice, "q", GAMES, BATCH)?;
    let epsilon = args.epsilon.unwrap_or(1.0);
    let most_bytes = parse_size(&args.memory).ok_or_else(|| {
        Failure::new(format!("{:?} is no size", args.memory), "write --memory 512MiB or 2GiB")
    })?;
    let plan = Plan {
        practice,
        gamma: args.gamma.unwrap_or(0.99),
        rate: args.rate,
        rate_decay: args.rate_decay,
        optimism: args.optimism,
        epsilon: (epsilon, args.epsilon_end.unwrap_or(epsilon / 10.0)),
        most_bytes,
        inner: args.inner.parse()?,
        positions: match (&args.position, &args.positions) {
            (Some(text), _) => vec![text.clone()],
            (None, Some(path)) => positions(path)?,
            (None, None) => Vec::new(),
        },
        sweeps: args.sweeps.map(u32::from),
    };
    let outcome = place.run(|session| table::run(plan, session))?;
    end(as_json, || outcome.json(), || tell(&outcome), outcome.is_rejected())
}

/// The positions of a file, one a line.
fn positions(path: &Path) -> Result<Vec<String>, Failure> {
    let text = read_text(path)?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<_> = lines.map(str::to_owned).collect();
    if positions.is_empty() {
        let message = format!("{} holds no positions", path.display());
        return Err(Failure::new(message, "write one position a line; lines with # are left out"));
    }
    Ok(positions)
}

fn tell(outcome: &Outcome) -> Result<(), Failure> {
    match &outcome.course {
        Course::Swept(swept) => tell_swept(swept)?,
        Course::Practised(practised, proofs) => {
            tell_practised(practised)?;
            tell_proofs(proofs)?;
        }
    }
    if !outcome.told.is_empty() {
        tell_positions(&outcome.told)?;
    }
    tell_files("table", &outcome.file, &outcome.page, &outcome.spec)
}

fn tell_swept(swept: &Swept) -> Result<(), Failure> {
    let headings = ["#sweep", "#greatest change", "#greatest error", "#mean error", "#wrong moves"];
    let mut table = Table::new(&headings);
    swept.rows.iter().for_each(|row| table.row(sweep_cells(row)));
    table.print()?;
    let (positions, moves) = (thousands(swept.n_positions as u64), thousands(swept.n_moves as u64));
    output::line(format!("{DIM}{positions} positions with {moves} moves{DIM:#}"))?;
    output::line(verdict(swept))
}

/// What the sweeps mean.
fn verdict(swept: &Swept) -> String {
    let last = swept.rows.last();
    match last.and_then(|row| Some((row.error?, row.wrong?))) {
        _ if !swept.is_settled => {
            format!("{BAD}Not settled yet:{BAD:#} values still change; more sweeps may help.")
        }
        Some((error, 0)) => format!(
            "{GOOD}Settled:{GOOD:#} no value is off the exact one by more than {error:.1e}, and all best moves are best."
        ),
        Some((error, wrong)) => {
            format!("{BAD}Settled, and wrong:{BAD:#} off by up to {error:.1e}, {wrong} moves are not best.")
        }
        None => format!("{GOOD}Settled:{GOOD:#} no value changes any more."),
    }
}

fn tell_practised(practised: &Practised) -> Result<(), Failure> {
    let mut table = Table::new(&["#after games", "#positions", "#mean change", "#score", "#95%"]);
    for point in &practised.curve {
        let interval = |(lo, hi)| format!("{} to {}", percent(lo), percent(hi));
        table.row([
            thousands(point.games as u64),
            thousands(point.positions as u64),
            format!("{:.5}", point.change),
            point.score.map_or_else(|| "-".to_owned(), percent),
            point.ci95.map_or_else(|| "-".to_owned(), interval),
        ]);
    }
    table.print()
}

/// What is known of the positions that were asked for.
fn tell_positions(told: &[Told]) -> Result<(), Failure> {
    output::line("")?;
    let mut table = Table::new(&["position", "#value", "best move"]);
    for told in told.iter().take(MOST_TOLD) {
        let value = told.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
        table.row([told.position.clone(), value, told.best.clone().unwrap_or_default()]);
    }
    table.print()?;
    if told.len() > MOST_TOLD {
        output::line(format!("{DIM}and {} more{DIM:#}", told.len() - MOST_TOLD))?;
    }
    output::line("")
}
