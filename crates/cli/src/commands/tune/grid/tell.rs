//! What a grid has shown: in the terminal, as JSON, and as files.

use std::fs;

use anstyle::Style;
use ludwerk_core::Game as _;
use ludwerk_learn::grid::cell::CellScore;
use ludwerk_learn::grid::page;
use ludwerk_learn::grid::run::Stage;
use ludwerk_learn::grid::words::{count, percent, place, points};
use ludwerk_learn::proof::{Proof, ProofVerdict};
use serde_json::{Map, Value, json};

use super::Found;
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table};

/// Wider maps are not drawn in the terminal.
const MOST_COLUMNS: usize = 13;

/// So many of the best cells are listed.
const MOST_LISTED: usize = 10;

const WEIGHTS: &str = "weights.toml";
const REPORT: &str = "report.html";

/// Writes the files, and tells what was found.
pub fn report(found: &Found, as_json: bool) -> Result<(), Failure> {
    let write = |name: &str, text: String| {
        let path = found.out.join(name);
        let failed = |error| Failure::io(format!("cannot write {}", path.display()), &error);
        fs::write(&path, text).map_err(failed)?;
        Ok::<_, Failure>(path.display().to_string())
    };
    let weights = write(WEIGHTS, weights(found))?;
    let report = write(REPORT, html(found))?;
    if as_json {
        return output::json(&describe(found, &weights, &report));
    }
    if let Some(findings) = &found.figure {
        tell_figure(found, findings)?;
    } else {
        for (n, stage) in found.stages.iter().enumerate() {
            tell_stage(stage, if n == 0 { "grid" } else { "finer grid" })?;
        }
    }
    tell_choice(found)?;
    for path in [weights, report] {
        output::note(format!("written: {path}"));
    }
    Ok(())
}

/// The file of weights, with how it came about.
fn weights(found: &Found) -> String {
    let mut made = toml::Table::new();
    made.insert("by".to_owned(), crate::commands::tune::command_line().into());
    made.insert("method".to_owned(), "grid".into());
    made.insert("opponent".to_owned(), found.opponent.clone().into());
    made.insert("seed".to_owned(), toml::Value::Integer(found.seed as i64));
    made.insert("games".to_owned(), toml::Value::Integer(found.n_games() as i64));
    if let Some(proof) = &found.proof {
        made.insert("evidence".to_owned(), evidence(proof, found.old.name).into());
    }
    let space = found.parameters.space();
    space.file(space.base(), &found.parameters.point(&found.values()), made).text()
}

/// What the held-out match says, in a line.
fn evidence(proof: &Proof, old: &str) -> String {
    let verdict = match proof.verdict {
        ProofVerdict::Accepted => format!("better than the {old}"),
        ProofVerdict::Rejected => format!("not better than the {old}"),
        ProofVerdict::Undecided => "undecided".to_owned(),
    };
    format!(
        "{verdict}: {} ({} to {}) of {} held-out games, {:+.0} ± {:.0} Elo; log-likelihood ratio {:.2} of \"{} Elo\" \
         against \"{} Elo\", bounds {:.2} and {:.2}",
        percent(proof.score),
        percent(proof.ci95.0),
        percent(proof.ci95.1),
        count(proof.games as usize),
        proof.elo,
        proof.elo_error,
        proof.llr,
        proof.elo_bounds.1,
        proof.elo_bounds.0,
        proof.llr_bounds.0,
        proof.llr_bounds.1
    )
}

fn html(found: &Found) -> String {
    let mut html = String::from(
        "<!doctype html><meta charset=utf-8><title>grid</title><style>:root{color-scheme:light dark}body{font:16px system-ui;max-width:80rem;margin:auto;padding:1rem}</style>",
    );
    if let Some(findings) = &found.figure {
        html.push_str(&page::printed(
            &findings.printed,
            found.last(),
            &findings.comparison,
            &findings.sentences,
        ));
    }
    for stage in &found.stages {
        html.push_str(&page::stage(stage, Some(&found.old.values)));
    }
    html
}

fn tell_stage(stage: &Stage, what: &str) -> Result<(), Failure> {
    let n_games = stage.cells.first().map_or(0, |cell| cell.games);
    let n_cells = stage.cells.len();
    output::line(format!("{BOLD}{what} of {n_cells} cells, {} games each{BOLD:#}", count(n_games)))?;
    let scores: Vec<_> = stage.cells.iter().map(|cell| Some(cell.mean())).collect();
    match &stage.axes[..] {
        [_, columns] if columns.len() <= MOST_COLUMNS => map(stage, &scores, &[(stage.chosen, '*')])?,
        _ => ranking(stage)?,
    }
    page::sentences(stage).iter().try_for_each(output::line)?;
    let troubles = stage.troubles();
    troubles.iter().for_each(|(trouble, times)| output::note(format!("{times} games: {trouble}")));
    Ok(())
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
            count(score.games),
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

fn tell_figure(found: &Found, findings: &super::figure::Findings) -> Result<(), Failure> {
    let stage = found.last();
    for (name, text) in findings.about() {
        output::line(format!("{DIM}{name}:{DIM:#} {text}"))?;
    }
    let n_games = stage.cells.first().map_or(0, |cell| cell.games);
    let choice = (findings.printed.chosen, '*');
    output::line(format!(
        "{BOLD}printed, {} games a cell, in percent (* the choice){BOLD:#}",
        count(findings.printed.n_games)
    ))?;
    map(stage, &findings.printed.shares, &[choice])?;
    output::line(format!(
        "{BOLD}ours, {} games a cell (* the printed choice, + ours){BOLD:#}",
        count(n_games)
    ))?;
    let scores: Vec<_> = stage.cells.iter().map(|cell| Some(cell.mean())).collect();
    map(stage, &scores, &[choice, (stage.chosen, '+')])?;
    output::line(format!("{BOLD}how much of it is noise{BOLD:#}"))?;
    findings.sentences.iter().try_for_each(|sentence| output::line(format!("- {sentence}")))
}

fn tell_choice(found: &Found) -> Result<(), Failure> {
    let old = &found.old;
    output::line(format!("{BOLD}found:{BOLD:#} {}", place(found.names(), &found.values())))?;
    output::line(format!("{BOLD}{}:{BOLD:#} {}", old.name, place(found.names(), &old.values)))?;
    match &found.proof {
        Some(proof) => {
            let style = match proof.verdict {
                ProofVerdict::Accepted => GOOD,
                ProofVerdict::Rejected => BAD,
                ProofVerdict::Undecided => Style::new(),
            };
            output::line(format!("{style}{}{style:#}", evidence(proof, old.name)))
        }
        None if found.values() == old.values => {
            output::line(format!("the {} is the best that was found: nothing to prove", old.name))
        }
        None => output::line("no held-out match was played"),
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
