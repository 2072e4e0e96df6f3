//! What a grid has shown: in the terminal, as JSON, and as files.

use anstyle::Style;
use ludwerk_core::Game as _;
use ludwerk_learn::grid::cell::CellScore;
use ludwerk_learn::grid::page;
use ludwerk_learn::grid::run::Stage;
use ludwerk_learn::grid::words::{place, points};
use ludwerk_learn::proof::ProofVerdict;
use ludwerk_learn::report;
use ludwerk_registry::Spec;
use ludwerk_report::document::{Chapter, Document};
use ludwerk_report::words::{count, grouped};
use serde_json::{Map, Value, json};

use super::Found;
use super::figure::Findings;
use crate::commands::tune::outcome::{PROGRAM, command_line, evidence, toml_count, write};
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, percent};

/// Wider maps are not drawn in the terminal.
const MOST_COLUMNS: usize = 13;

/// So many of the best cells are listed.
const MOST_LISTED: usize = 10;

/// Writes the files, and tells what was found.
pub fn report(found: &Found, as_json: bool) -> Result<(), Failure> {
    let (file, page) = (found.out.join("weights.toml"), found.out.join("report.html"));
    write(&file, &weights(found))?;
    let (file, shown) = (file.display().to_string(), page.display().to_string());
    let spec = found.parameters.space().spec_of_file(found.parameters.start(), &file);
    write(&page, &html(found, &file, &spec))?;
    if as_json {
        return output::json(&describe(found, &file, &shown));
    }
    if let Some(findings) = &found.figure {
        tell_figure(found, findings)?;
    } else {
        for (n, stage) in found.stages.iter().enumerate() {
            tell_stage(stage, if n == 0 { "grid" } else { "finer grid" })?;
        }
    }
    tell_choice(found)?;
    output::line(format!("the file: {file}"))?;
    output::line(format!("the page: {shown}"))?;
    output::line(format!("to use it: {BOLD}{spec}{BOLD:#}"))
}

/// The file of weights, with how it came about.
fn weights(found: &Found) -> String {
    let mut made = toml::Table::new();
    made.insert("by".to_owned(), command_line(found.seed).into());
    made.insert("program".to_owned(), PROGRAM.into());
    made.insert("method".to_owned(), "grid".into());
    made.insert("seed".to_owned(), toml_count(found.seed));
    made.insert("games".to_owned(), toml_count(found.n_games() as u64));
    made.insert("players".to_owned(), toml_count(found.game.n_seats() as u64));
    made.insert("opponent".to_owned(), found.opponent.clone().into());
    if let Some(proof) = &found.proof {
        made.insert("evidence".to_owned(), evidence(proof).into());
    }
    let space = found.parameters.space();
    space.file(space.base(), &found.parameters.point(&found.values()), made).text()
}

/// The page.
fn html(found: &Found, file: &str, spec: &Spec) -> String {
    let space = found.parameters.space();
    let mut chapters = Vec::new();
    if let Some(findings) = &found.figure {
        let Findings { printed, comparison, sentences, .. } = findings;
        let html = page::printed(printed, found.last(), comparison, sentences);
        chapters.push(Chapter::new("noise", "How much of it is noise", html));
    }
    let ids = [("grid", "The grid"), ("finer", "The finer grid")];
    let name = if found.figure.is_some() { found.old.name } else { "start" };
    let landmark = page::Landmark { name, values: &found.old.values };
    for (stage, (id, title)) in found.stages.iter().zip(ids) {
        chapters.push(Chapter::new(id, title, page::stage(stage, Some(landmark))));
    }
    chapters.push(report::parameters(space, &found.parameters.point(&found.values())));
    chapters.extend(found.proof.as_ref().map(report::proof));
    let troubles = troubles(found);
    chapters.extend(report::troubles(troubles.iter().map(|(what, times)| (what.as_str(), *times))));
    let info = found.game.info();
    chapters.push(report::usage(info.id, file, &spec.to_string(), Some(&found.spec().to_string())));
    chapters.push(report::repeat(&command_line(found.seed), &facts(found), space.notes()));
    let what = format!("{} games · seed {}", grouped(found.n_games()), found.seed);
    let document = match &found.figure {
        Some(findings) => Document {
            title: format!("{} played again", findings.grid.published.split(':').next().unwrap_or_default()),
            what: format!("{} · {what}", findings.grid.published),
            verdict: format!("In our games {}.", findings.comparison.verdict()),
            chapters,
            ..Document::default()
        },
        None => Document {
            title: format!("{} on a grid for {}", space.agent(), info.title),
            what: format!("{} ({}) for {} · {what}", info.title, found.game.variant(), found.game.n_seats()),
            verdict: verdict(found),
            chapters,
            ..Document::default()
        },
    };
    document.html()
}

/// What came of the choice, in a sentence or two.
fn verdict(found: &Found) -> String {
    match &found.proof {
        Some(proof) => report::verdict(proof),
        None if found.is_old() => {
            format!("The {} is the best that was found: there is nothing to verify.", found.old.name)
        }
        None => "Found, but not verified: no held-out match was played.".to_owned(),
    }
}

fn facts(found: &Found) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Program", PROGRAM.to_owned())];
    if let Some(findings) = &found.figure {
        facts.extend(findings.about());
    }
    for (stage, name) in found.stages.iter().zip(["Grid", "Finer grid"]) {
        let axes: Vec<_> = stage.axes.iter().map(ToString::to_string).collect();
        let games = stage.cells.first().map_or(0, |cell| cell.games);
        facts.push((name, format!("{}; {} a cell", axes.join("; "), count(games, "game", "games"))));
    }
    facts.extend([
        ("Agent", found.parameters.start().to_string()),
        ("Opponent", found.opponent.clone()),
        ("Seed", found.seed.to_string()),
    ]);
    facts
}

/// What did not go as it was meant, in the grids and in the match.
fn troubles(found: &Found) -> Vec<(String, usize)> {
    let grids = found.stages.iter().flat_map(Stage::troubles);
    let proof = found.proof.iter().flat_map(|proof| proof.troubles.clone());
    grids.chain(proof).collect()
}

fn tell_stage(stage: &Stage, what: &str) -> Result<(), Failure> {
    let n_games = stage.cells.first().map_or(0, |cell| cell.games);
    let n_cells = stage.cells.len();
    output::line(format!("{BOLD}{what} of {n_cells} cells, {} games each{BOLD:#}", grouped(n_games)))?;
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
            grouped(score.games),
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

fn tell_figure(found: &Found, findings: &Findings) -> Result<(), Failure> {
    let stage = found.last();
    for (name, text) in findings.about() {
        output::line(format!("{DIM}{name}:{DIM:#} {text}"))?;
    }
    let n_games = stage.cells.first().map_or(0, |cell| cell.games);
    let choice = (findings.printed.chosen, '*');
    output::line(format!(
        "{BOLD}printed, {} games a cell, in percent (* the choice){BOLD:#}",
        grouped(findings.printed.n_games)
    ))?;
    map(stage, &findings.printed.shares, &[choice])?;
    output::line(format!(
        "{BOLD}ours, {} games a cell (* the printed choice, + ours){BOLD:#}",
        grouped(n_games)
    ))?;
    let scores: Vec<_> = stage.cells.iter().map(|cell| Some(cell.mean())).collect();
    map(stage, &scores, &[choice, (stage.chosen, '+')])?;
    output::line(format!("{BOLD}how much of it is noise{BOLD:#}"))?;
    findings.sentences.iter().try_for_each(|sentence| output::line(format!("- {sentence}")))
}

fn tell_choice(found: &Found) -> Result<(), Failure> {
    let old = &found.old;
    for (what, times) in troubles(found) {
        output::line(format!("{BAD}{times} games:{BAD:#} {what}"))?;
    }
    output::line(format!("{BOLD}found:{BOLD:#} {}", place(found.names(), &found.values())))?;
    if old.name != "other" {
        output::line(format!("{BOLD}{}:{BOLD:#} {}", old.name, place(found.names(), &old.values)))?;
    }
    let style = match found.proof.as_ref().map(|proof| proof.verdict) {
        Some(ProofVerdict::Accepted) => GOOD,
        Some(ProofVerdict::Rejected) => BAD,
        _ => BOLD,
    };
    output::line(format!("{style}{}{style:#}", verdict(found)))?;
    match &found.proof {
        Some(proof) => output::line(format!("{DIM}against {}{DIM:#}", proof.old)),
        None => Ok(()),
    }
}

fn describe(found: &Found, weights: &str, report: &str) -> Value {
    let at = |values: &[f64]| -> Map<String, Value> {
        found.names().zip(values).map(|(name, value)| (name.to_owned(), json!(value))).collect()
    };
    let mut value = json!({
        "method": "grid",
        "game": found.game.info().id,
        "variant": found.game.variant(),
        "players": found.game.n_seats(),
        "agent": found.parameters.start().to_string(),
        "opponent": found.opponent,
        "seed": found.seed,
        "games": found.n_games(),
        "best": at(&found.values()),
        "start": at(&found.parameters.start_values()),
        "spec": found.spec().to_string(),
        "file": weights,
        "report": report,
        "proof": found.proof,
        "cells": cells(found, found.last()),
        "noise": found.last().noise,
    });
    if let [first, _] = &found.stages[..] {
        value["first"] = json!({ "cells": cells(found, first), "noise": first.noise });
    }
    if let Some(findings) = &found.figure {
        value["figure"] = json!({
            "id": findings.grid.id,
            "reading": findings.reading.id,
            "seats": findings.seating.name(),
            "games": findings.printed.n_games,
            "chosen": at(&found.old.values),
            "verdict": findings.comparison.verdict(),
            "findings": findings.sentences,
        });
        value["noise"] = json!(findings.comparison);
    }
    value
}

fn cells(found: &Found, stage: &Stage) -> Vec<Value> {
    let cell = |(n, score): (usize, &CellScore)| {
        let at: Map<_, _> = stage
            .axes
            .iter()
            .zip(stage.values(n))
            .map(|(axis, value)| (axis.name.clone(), json!(value)))
            .collect();
        let thought = stage.surface.cells[n];
        let mut value = json!({
            "at": at,
            "games": score.games,
            "score": score.mean(),
            "ci95": score.ci95(),
            "thought": { "score": thought.score, "error": thought.error },
        });
        if let Some(findings) = &found.figure {
            value["printed"] = json!(findings.printed.shares[n]);
        }
        value
    };
    stage.cells.iter().enumerate().map(cell).collect()
}
