//! `ludwerk tune grid`: every combination of a few values is played, and what is left of it when chance is taken off.

use std::num::NonZeroUsize;

use anstyle::Style;
#[cfg(feature = "games")]
use ludwerk_experiments::{Seating, figure};
use ludwerk_learn::grid::axis::AxisError;
use ludwerk_learn::grid::page;
use ludwerk_learn::grid::run::Stage;
use ludwerk_learn::grid::words::{place, points};
use ludwerk_learn::proof::ProofVerdict;
use ludwerk_learn::run::grid::{self, Findings, Outcome, Plan, Zoom};

use crate::CommandResult;
use crate::args::GridArgs;
#[cfg(feature = "games")]
use crate::args::Seats;
use crate::commands::learning::{Place, end, proof, spec, tell_files, tell_troubles, trial};
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, percent, thousands};
use crate::position::configure;

/// Games of a cell, unless told otherwise.
const GAMES: NonZeroUsize = NonZeroUsize::new(200).unwrap();

/// The seed of the book's figures.
#[cfg(feature = "games")]
const FIGURE_SEED: u64 = 0;

/// Wider maps are not drawn in the terminal.
const MOST_COLUMNS: usize = 13;

/// So many of the best cells are listed.
const MOST_LISTED: usize = 10;

pub fn run(args: &GridArgs, as_json: bool) -> CommandResult {
    let outcome = match &args.figure {
        Some(id) => run_figure(id, args)?,
        None => run_own(args)?,
    };
    end(as_json, || outcome.json(), || tell(&outcome), outcome.is_rejected())
}

fn run_own(args: &GridArgs) -> Result<Outcome, Failure> {
    for (flag, is_set) in [("--reading", args.reading.is_some()), ("--seats", args.seats.is_some())] {
        if is_set {
            return Err(Failure::new(format!("{flag} is for published grids"), "name one with --figure"));
        }
    }
    let id = args.game.as_deref().unwrap_or_default();
    let game = configure(id, &args.config)?;
    let trial = trial(&game, args.opening_plies, args.max_plies, args.threads)?;
    let place = Place::new(args.out.as_ref(), "tuning", &format!("{id}-grid"), &args.config);
    let n_games = args.games.unwrap_or(GAMES);
    let zoom_games = args.zoom_games.unwrap_or(n_games);
    let plan = Plan {
        agent: args.agent.as_deref().unwrap_or_default().parse()?,
        opponent: spec(args.opponent.as_ref())?,
        axes: args.axes.iter().map(|text| text.parse()).collect::<Result<_, AxisError>>()?,
        n_games,
        zoom: args.zoom.map(|times| Zoom { times, n_games: zoom_games }),
        seed: place.seed,
        against: spec(args.proof.against.as_ref())?,
        proof: proof(&args.proof, &trial, place.seed)?,
        trial,
    };
    place.run(|session| grid::run(plan, session))
}

/// Published grids are of built-in games.
#[cfg(not(feature = "games"))]
fn run_figure(id: &str, _args: &GridArgs) -> Result<Outcome, Failure> {
    Err(Failure::new(format!("there is no published grid {id:?}"), "this program has no published grids"))
}

#[cfg(feature = "games")]
fn run_figure(id: &str, args: &GridArgs) -> Result<Outcome, Failure> {
    let mut config = args.config.clone();
    config.seed = config.seed.or(Some(FIGURE_SEED));
    let place = Place::new(args.out.as_ref(), "tuning", id, &config);
    let seating = match args.seats {
        None | Some(Seats::First) => Seating::TestedFirst,
        Some(Seats::Rotated) => Seating::Rotated,
    };
    let grid = figure::find(id)?;
    let reading = figure::reading(args.reading.as_deref())?;
    let trial = trial(&grid.game()?, 0, args.max_plies, args.threads)?;
    let plan = figure::Plan {
        grid,
        reading,
        seating,
        n_games: args.games.or(NonZeroUsize::new(grid.n_games)).unwrap_or(GAMES),
        proof: proof(&args.proof, &trial, place.seed)?,
    };
    place.run(|session| figure::run(plan, session))
}

fn tell(outcome: &Outcome) -> Result<(), Failure> {
    if let Some(findings) = &outcome.figure {
        tell_figure(outcome, findings)?;
    } else {
        for (stage, what) in outcome.stages.iter().zip(["grid", "finer grid"]) {
            tell_stage(stage, what)?;
        }
    }
    tell_choice(outcome)?;
    tell_files("file", &outcome.file, &outcome.page, &outcome.file_spec())
}

fn tell_stage(stage: &Stage, what: &str) -> Result<(), Failure> {
    let n_games = stage.cells.first().map_or(0, |cell| cell.games);
    let n_cells = stage.cells.len();
    let n_games = thousands(n_games as u64);
    output::line(format!("{BOLD}{what} of {n_cells} cells, {n_games} games each{BOLD:#}"))?;
    let scores: Vec<_> = stage.cells.iter().map(|cell| Some(cell.mean())).collect();
    match &stage.axes[..] {
        [_, columns] if columns.len() <= MOST_COLUMNS => map(stage, &scores, &[(stage.chosen, '*')])?,
        _ => ranking(stage)?,
    }
    page::sentences(stage).iter().try_for_each(|sentence| output::line(format!("- {sentence}")))
}

/// A map of percentages, with marks behind some of them.
fn map(stage: &Stage, scores: &[Option<f64>], marks: &[(usize, char)]) -> Result<(), Failure> {
    let (rows, columns) = (&stage.axes[0], &stage.axes[1]);
    let corner = format!("#{} \\ {}", rows.name, columns.name);
    let headings: Vec<_> =
        std::iter::once(corner).chain(columns.values().map(|value| format!("#{value} "))).collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for (row, value) in rows.values().enumerate() {
        let cells = (0..columns.len()).map(|column| {
            let cell = row * columns.len() + column;
            let mark = marks.iter().find(|mark| mark.0 == cell).map_or(' ', |mark| mark.1);
            let score = scores[cell].map_or("-".to_owned(), |score| format!("{:.1}", 100.0 * score));
            format!("{score}{mark}")
        });
        table.row(std::iter::once(value.to_string()).chain(cells));
    }
    table.print()
}

fn ranking(stage: &Stage) -> Result<(), Failure> {
    let names = stage.axes.iter().map(|axis| format!("#{}", axis.name));
    let figures = ["#games", "#score", "#95%", "#with neighbours", "#at least"].map(str::to_owned);
    let headings: Vec<_> = names.chain(figures).collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for &cell in page::ranked(stage).iter().take(MOST_LISTED) {
        let (score, thought) = (&stage.cells[cell], stage.surface.cells[cell]);
        let (lo, hi) = score.ci95();
        let values = stage.values(cell).into_iter().map(|value| value.to_string());
        let figures = [
            thousands(score.games as u64),
            percent(score.mean()),
            format!("{} to {}", percent(lo), percent(hi)),
            format!("{} ± {}", percent(thought.score), points(1.96 * thought.error)),
            percent(stage.surface.lower(cell)),
        ];
        let style = if cell == stage.chosen { BOLD } else { Style::new() };
        table.styled_row(style, values.chain(figures));
    }
    table.print()?;
    let n_cells = stage.cells.len();
    if n_cells > MOST_LISTED {
        output::line(format!("{DIM}the best {MOST_LISTED} of {n_cells} cells{DIM:#}"))?;
    }
    Ok(())
}

fn tell_figure(outcome: &Outcome, findings: &Findings) -> Result<(), Failure> {
    let stage = outcome.last();
    for (name, text) in &findings.about {
        output::line(format!("{DIM}{name}:{DIM:#} {text}"))?;
    }
    let n_games = thousands(stage.cells.first().map_or(0, |cell| cell.games) as u64);
    let choice = (findings.printed.chosen, '*');
    let n_printed = thousands(findings.printed.n_games as u64);
    output::line(format!("{BOLD}printed, {n_printed} games a cell, in percent (* the choice){BOLD:#}"))?;
    map(stage, &findings.printed.shares, &[choice])?;
    output::line(format!("{BOLD}ours, {n_games} games a cell (* the printed choice, + ours){BOLD:#}"))?;
    let scores: Vec<_> = stage.cells.iter().map(|cell| Some(cell.mean())).collect();
    map(stage, &scores, &[choice, (stage.chosen, '+')])?;
    output::line(format!("{BOLD}how much of it is noise{BOLD:#}"))?;
    findings.sentences.iter().try_for_each(|sentence| output::line(format!("- {sentence}")))
}

fn tell_choice(outcome: &Outcome) -> Result<(), Failure> {
    let troubles = outcome.troubles();
    tell_troubles(troubles.iter().map(|(what, times)| (what.as_str(), *times)))?;
    let at = |values: &[f64]| place(outcome.names(), values);
    output::line(format!("{BOLD}found:{BOLD:#} {}", at(&outcome.values())))?;
    let old = &outcome.old;
    if let Some(values) = &old.values {
        output::line(format!("{BOLD}{}:{BOLD:#} {}", old.name, at(values)))?;
    }
    let style = match outcome.proof.as_ref().map(|proof| proof.verdict) {
        Some(ProofVerdict::Accepted) => GOOD,
        Some(ProofVerdict::Rejected) => BAD,
        _ => BOLD,
    };
    output::line(format!("{style}{}{style:#}", outcome.verdict()))?;
    match &outcome.proof {
        Some(proof) => output::line(format!("{DIM}against {}{DIM:#}", proof.old)),
        None => Ok(()),
    }
}

impl From<AxisError> for Failure {
    fn from(error: AxisError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
