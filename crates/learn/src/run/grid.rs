//! Grid search: every combination of a few values is played, and what is left of it when chance is taken off.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use ludwerk_core::{Game as _, Rng};
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_report::document::{Chapter, Document};
use ludwerk_report::words::{count, grouped, percent};
use serde_json::{Map, Value, json};

use super::{
    Done, PAGE, PROGRAM, Progress, RunError, Session, WEIGHTS, about, check_proof, evidence, is_rejected,
    made, settings, sprt, verdict, write,
};
use crate::grid::axis::Axis;
use crate::grid::cell::CellScore;
use crate::grid::page;
use crate::grid::parameters::{MOST_CELLS, Parameters};
use crate::grid::printed::{Comparison, Printed};
use crate::grid::run::{self as played, Agents, GridError, Order, Play, Stage};
use crate::grid::words::place;
use crate::journal::Journal;
use crate::proof::{Proof, ProofSettings};
use crate::report;
use crate::trial::Trial;

/// The stream of seeds that the games of grids come from; the stages follow each other.
const STREAM: u64 = 0x6772_6964;

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How games are played.
    pub trial: Trial,
    /// The agent whose parameters are varied.
    pub agent: Spec,
    /// The opponent; the agent unchanged if there is none.
    pub opponent: Option<Spec>,
    /// What changes.
    pub axes: Vec<Axis>,
    /// How many games each cell plays, at least.
    pub n_games: NonZeroUsize,
    /// A second grid around the chosen cell.
    pub zoom: Option<Zoom>,
    /// What all randomness comes from.
    pub seed: u64,
    /// The opponent of the held-out match; the agent unchanged if there is none.
    pub against: Option<Spec>,
    /// How the held-out match is played.
    pub proof: ProofSettings,
}

/// A finer grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zoom {
    /// So many times finer, from 2 to 20.
    pub times: u16,
    /// How many games each cell plays, at least.
    pub n_games: NonZeroUsize,
}

/// A published grid, which is played again.
pub struct Figure<'a> {
    /// Its name.
    pub id: &'static str,
    /// What was published.
    pub published: &'static str,
    /// The interpretation in which it is played.
    pub reading: &'static str,
    /// Who moves first.
    pub seats: &'static str,
    /// Where it was published, what was made of it, and how it is played.
    pub about: Vec<(&'static str, String)>,
    /// Its cells.
    pub printed: Printed,
    /// The game.
    pub game: AnyGame,
    /// The tested agent without the values of a cell, and its opponent.
    pub agents: [Spec; 2],
    /// Its rows and columns.
    pub axes: [Axis; 2],
    /// Plays the cells.
    pub player: &'a dyn Play,
    /// How many games each cell plays.
    pub n_games: NonZeroUsize,
    /// What all randomness comes from.
    pub seed: u64,
    /// How the printed choice is compared with ours.
    pub proof: ProofSettings,
    /// Whether matches deal as the figure does, so that the choices can be compared.
    pub is_provable: bool,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rules.
    pub game: AnyGame,
    /// The agent and what was varied.
    pub parameters: Parameters,
    /// Whom it played.
    pub opponent: Spec,
    /// What all randomness came from.
    pub seed: u64,
    /// The grids, the last the finest.
    pub stages: Vec<Stage>,
    /// What the choice is compared with.
    pub old: Old,
    /// The held-out match.
    pub proof: Option<Proof>,
    /// What it says of a published grid.
    pub figure: Option<Findings>,
    /// The file of weights.
    pub file: PathBuf,
    /// The page.
    pub page: PathBuf,
}

/// What the choice is compared with: the start, the choice of a study, or another agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Old {
    /// What it is called.
    pub name: &'static str,
    /// The agent.
    pub spec: Spec,
    /// The place on the axes, unless it is another agent.
    pub values: Option<Vec<f64>>,
}

/// What was found about a published grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Its name.
    pub id: &'static str,
    /// What was published.
    pub published: &'static str,
    /// The interpretation in which it was played.
    pub reading: &'static str,
    /// Who moved first.
    pub seats: &'static str,
    /// Where it was published, what was made of it, and how it was played.
    pub about: Vec<(&'static str, String)>,
    /// Its cells.
    pub printed: Printed,
    /// The cells beside ours.
    pub comparison: Comparison,
    /// What that says.
    pub sentences: Vec<String>,
}

/// Plays a grid, or goes on with it, to the end.
///
/// # Errors
/// A [`RunError`].
pub fn run(plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    let Plan { trial, agent, opponent, axes, n_games, zoom, seed, against, proof } = plan;
    let game = &trial.game;
    check_proof(&proof)?;
    let parameters = Parameters::new(game, &agent, &axes)?;
    let start = parameters.start();
    let opponent = opponent.unwrap_or_else(|| start.clone());
    let old = match against {
        Some(other) => Old { name: "other", spec: other, values: None },
        None => Old { name: "start", spec: start.clone(), values: Some(parameters.start_values()) },
    };
    check_zoom(&axes, zoom)?;
    trial.check(&opponent)?;
    trial.check(&old.spec)?;
    let games_a_bout = trial.games_a_bout()?;
    let axis_texts: Vec<_> = axes.iter().map(ToString::to_string).collect();
    let settings = settings(json!({
        "program": PROGRAM,
        "method": "grid",
        "game": game.info().id,
        "variant": game.variant(),
        "players": game.n_seats(),
        "agent": start.to_string(),
        "opponent": opponent.to_string(),
        "against": old.spec.to_string(),
        "axes": axis_texts,
        "games": n_games,
        "zoom": zoom.map(|zoom| zoom.times),
        "zoom-games": zoom.map(|zoom| zoom.n_games),
        "opening-plies": trial.opening_plies,
        "max-plies": trial.most_plies,
        "seed": seed,
        "sprt": sprt(&proof),
    }));
    let mut journal = session.open(seed, &settings, "measurements")?;
    session.introduce(game, parameters.space());

    // 2. Play the grid, and perhaps a finer one.
    let player = |stage: usize, axes: &[Axis]| Agents {
        trial: &trial,
        cells: parameters.specs(axes),
        opponent: opponent.clone(),
        seed: Rng::derive(seed, STREAM + stage as u64),
    };
    let order = |stage: usize, axes: Vec<Axis>, n_games: NonZeroUsize| Order {
        stage,
        axes,
        n_bouts: n_games.get().div_ceil(games_a_bout),
        start: parameters.start_values(),
    };
    let first = player(0, &axes);
    let mut stages = vec![play(order(0, axes, n_games), games_a_bout, &first, &mut journal, session)?];
    if let Some(zoom) = zoom {
        let axes = stages[0].zoom(usize::from(zoom.times), &parameters.limits());
        let player = player(1, &axes);
        stages.push(play(order(1, axes, zoom.n_games), games_a_bout, &player, &mut journal, session)?);
    }

    // 3. Measure the choice in games of its own.
    let mut outcome = Outcome {
        game: game.clone(),
        parameters,
        opponent,
        seed,
        stages,
        old,
        proof: None,
        figure: None,
        file: session.path(WEIGHTS),
        page: session.path(PAGE),
    };
    outcome.prove(&proof, &mut journal, session)?;
    outcome.write(&session.command)?;
    Ok(outcome)
}

/// Plays a published grid again, or goes on with it, and tells how much of its pattern is noise.
///
/// # Errors
/// A [`RunError`].
pub fn run_figure(figure: Figure<'_>, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    let Figure { id, published, reading, seats, about, printed, game, axes, n_games, seed, .. } = figure;
    check_proof(&figure.proof)?;
    let [agent, opponent] = figure.agents;
    let parameters = Parameters::new(&game, &agent, &axes)?;
    let settings = settings(json!({
        "program": PROGRAM,
        "method": "grid",
        "figure": id,
        "reading": reading,
        "seats": seats,
        "games": n_games,
        "seed": seed,
        "sprt": sprt(&figure.proof),
    }));
    let mut journal = session.open(seed, &settings, "measurements")?;

    // 2. Play the grid.
    let values = played::values(&axes, printed.chosen);
    let order = Order { stage: 0, axes: axes.to_vec(), n_bouts: n_games.get(), start: values.clone() };
    let stage = play(order, 1, figure.player, &mut journal, session)?;

    // 3. Compare it with the printed one, and the two choices with each other.
    let comparison = printed.compare(&stage.cells, seed);
    let sentences = comparison.findings(printed.n_games, n_games.get(), |cell| stage.name(cell));
    let old = Old { name: "printed choice", spec: parameters.spec(&values), values: Some(values) };
    let findings = Findings { id, published, reading, seats, about, printed, comparison, sentences };
    let mut outcome = Outcome {
        game,
        parameters,
        opponent,
        seed,
        stages: vec![stage],
        old,
        proof: None,
        figure: Some(findings),
        file: session.path(WEIGHTS),
        page: session.path(PAGE),
    };
    if figure.is_provable {
        outcome.prove(&figure.proof, &mut journal, session)?;
    } else {
        let why = "no held-out match: matches deal the figures at random, this reading does not";
        session.observer.note(why);
    }
    outcome.write(&session.command)?;
    Ok(outcome)
}

/// A finer grid has as many steps to either side, so its size is known before.
fn check_zoom(axes: &[Axis], zoom: Option<Zoom>) -> Result<(), RunError> {
    let Some(Zoom { times, .. }) = zoom else { return Ok(()) };
    if !(2..=20).contains(&times) {
        return Err(RunError::new(format!("--zoom {times} is not from 2 to 20"), "write --zoom 4, say"));
    }
    let length = |axis: &Axis| if axis.len() > 1 { 2 * usize::from(times) + 1 } else { 1 };
    let n_cells = axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(length(axis)));
    if n_cells.is_some_and(|n_cells| n_cells <= MOST_CELLS) {
        return Ok(());
    }
    let n_cells = n_cells.map_or("countless".to_owned(), |n_cells| n_cells.to_string());
    Err(RunError::new(
        format!("--zoom {times} makes a second grid of {n_cells} cells, more than {MOST_CELLS}"),
        "use a smaller --zoom or fewer axes",
    ))
}

/// Plays a grid, so many games a bout.
fn play(
    order: Order,
    games_a_bout: usize,
    player: &dyn Play,
    journal: &mut Journal,
    session: &mut Session<'_>,
) -> Result<Stage, RunError> {
    let part = if order.stage == 0 { "grid" } else { "finer grid" };
    let axes = order.axes.clone();
    let observer = &mut *session.observer;
    let stage = Stage::play(order, player, journal, session.stop, &mut |progress| {
        observer.progress(&Progress {
            part,
            done: Done::games(progress.done * games_a_bout, progress.all * games_a_bout),
            message: &|| {
                let Some((cell, score)) = progress.best else { return "no cell played yet".to_owned() };
                let names = axes.iter().map(|axis| axis.name.as_str());
                let place = place(names, &played::values(&axes, cell));
                format!("best so far {} at {place}", percent(score))
            },
        });
    });
    stage.map_err(|error| match error {
        GridError::Stopped { done, all } => {
            session.stopped(format!("{done} of {all} cells were played, and all games are"))
        }
        GridError::Trial(error) => error.into(),
        GridError::Journal(error) => error.into(),
    })
}

impl Outcome {
    /// The finest grid.
    pub fn last(&self) -> &Stage {
        &self.stages[self.stages.len() - 1]
    }

    /// The values that were found.
    pub fn values(&self) -> Vec<f64> {
        self.last().values(self.last().chosen)
    }

    /// The agent that was found.
    pub fn spec(&self) -> Spec {
        self.parameters.spec(&self.values())
    }

    /// The agent with the file in the place of what was found.
    pub fn file_spec(&self) -> Spec {
        let file = self.file.display().to_string();
        self.parameters.space().spec_of_file(self.parameters.start(), &file)
    }

    /// The names of the parameters that were varied.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.last().axes.iter().map(|axis| axis.name.as_str())
    }

    fn n_games(&self) -> usize {
        self.stages.iter().map(Stage::n_games).sum()
    }

    /// Whether the choice is what was there before.
    fn is_old(&self) -> bool {
        self.spec() == self.old.spec || self.old.values.as_ref() == Some(&self.values())
    }

    /// Whether the held-out match says that nothing was found. That a choice is not better than a printed one is a
    /// finding.
    pub fn is_rejected(&self) -> bool {
        self.figure.is_none() && is_rejected(self.proof.as_ref())
    }

    /// What came of the choice, in a sentence or two.
    pub fn verdict(&self) -> String {
        if self.proof.is_none() && self.is_old() {
            return format!("The {} is the best that was found: there is nothing to verify.", self.old.name);
        }
        verdict(self.proof.as_ref(), "Found")
    }

    /// What did not go as it was meant, in the grids and in the match.
    pub fn troubles(&self) -> Vec<(String, usize)> {
        let grids = self.stages.iter().flat_map(Stage::troubles);
        let proof = self.proof.iter().flat_map(|proof| proof.troubles.clone());
        grids.chain(proof).collect()
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let at = |values: &[f64]| -> Map<String, Value> {
            self.names().zip(values).map(|(name, value)| (name.to_owned(), json!(value))).collect()
        };
        let mut value = json!({
            "method": "grid",
            "game": self.game.info().id,
            "variant": self.game.variant(),
            "players": self.game.n_seats(),
            "agent": self.parameters.start().to_string(),
            "opponent": self.opponent.to_string(),
            "seed": self.seed,
            "games": self.n_games(),
            "best": at(&self.values()),
            "start": at(&self.parameters.start_values()),
            "spec": self.spec().to_string(),
            "file": self.file.display().to_string(),
            "report": self.page.display().to_string(),
            "proof": self.proof,
            "cells": self.cells(self.last()),
            "noise": self.last().noise,
        });
        if let [first, _] = &self.stages[..] {
            value["first"] = json!({ "cells": self.cells(first), "noise": first.noise });
        }
        if let Some(findings) = &self.figure {
            value["figure"] = json!({
                "id": findings.id,
                "reading": findings.reading,
                "seats": findings.seats,
                "games": findings.printed.n_games,
                "chosen": self.old.values.as_deref().map(at),
                "verdict": findings.comparison.verdict(),
                "findings": findings.sentences,
            });
            value["noise"] = json!(findings.comparison);
        }
        value
    }

    fn cells(&self, stage: &Stage) -> Vec<Value> {
        let cell = |(n, score): (usize, &CellScore)| {
            let values = stage.axes.iter().zip(stage.values(n));
            let at: Map<_, _> = values.map(|(axis, value)| (axis.name.clone(), json!(value))).collect();
            let thought = stage.surface.cells[n];
            let mut value = json!({
                "at": at,
                "games": score.games,
                "score": score.mean(),
                "ci95": score.ci95(),
                "thought": { "score": thought.score, "error": thought.error },
            });
            if let Some(findings) = &self.figure {
                value["printed"] = json!(findings.printed.shares[n]);
            }
            value
        };
        stage.cells.iter().enumerate().map(cell).collect()
    }

    /// Plays the match between the choice and what was there before, unless they are the same.
    fn prove(
        &mut self,
        settings: &ProofSettings,
        journal: &mut Journal,
        session: &mut Session<'_>,
    ) -> Result<(), RunError> {
        if settings.most_games > 0 && !self.is_old() {
            self.proof = Some(session.prove(&self.game, &self.spec(), &self.old.spec, settings, journal)?);
        }
        Ok(())
    }

    /// Writes the file of weights and the page.
    fn write(&self, command: &str) -> Result<(), RunError> {
        let mut made = made(command, "grid", &self.game, self.seed, self.n_games());
        made.insert("opponent".to_owned(), self.opponent.to_string().into());
        if let Some(proof) = &self.proof {
            made.insert("evidence".to_owned(), evidence(proof));
        }
        let space = self.parameters.space();
        let file = space.file(space.base(), &self.parameters.point(&self.values()), made);
        write(&self.file, &file.text())?;
        write(&self.page, &self.document(command).html())
    }

    fn document(&self, command: &str) -> Document {
        let space = self.parameters.space();
        let mut chapters = Vec::new();
        if let Some(Findings { printed, comparison, sentences, .. }) = &self.figure {
            let html = page::printed(printed, self.last(), comparison, sentences);
            chapters.push(Chapter::new("noise", "How much of it is noise", html));
        }
        let ids = [("grid", "The grid"), ("finer", "The finer grid")];
        let start = self.parameters.start_values();
        let landmark = match (&self.figure, &self.old.values) {
            (Some(_), Some(values)) => page::Landmark { name: self.old.name, values },
            _ => page::Landmark { name: "start", values: &start },
        };
        for (stage, (id, title)) in self.stages.iter().zip(ids) {
            chapters.push(Chapter::new(id, title, page::stage(stage, Some(landmark))));
        }
        chapters.push(report::parameters(space, &self.parameters.point(&self.values())));
        chapters.extend(self.proof.as_ref().map(report::proof));
        let troubles = self.troubles();
        chapters.extend(report::troubles(troubles.iter().map(|(what, times)| (what.as_str(), *times))));
        let info = self.game.info();
        let (file, spec) = (self.file.display().to_string(), self.file_spec().to_string());
        chapters.push(report::usage(info.id, &file, &spec, Some(&self.spec().to_string())));
        chapters.push(report::repeat(command, &self.facts(), space.notes()));
        let games = format!("{} games", grouped(self.n_games()));
        let (title, what, verdict) = match &self.figure {
            Some(findings) => (
                format!("{} played again", findings.published.split(':').next().unwrap_or_default()),
                format!("{} · {games} · seed {}", findings.published, self.seed),
                format!("In our games {}.", findings.comparison.verdict()),
            ),
            None => (
                format!("{} on a grid for {}", space.agent(), info.title),
                about(&self.game, &games, self.seed),
                self.verdict(),
            ),
        };
        Document { title, what, verdict, chapters, ..Document::default() }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("Program", PROGRAM.to_owned())];
        facts.extend(self.figure.iter().flat_map(|findings| findings.about.clone()));
        for (stage, name) in self.stages.iter().zip(["Grid", "Finer grid"]) {
            let axes: Vec<_> = stage.axes.iter().map(ToString::to_string).collect();
            let games = stage.cells.first().map_or(0, |cell| cell.games);
            facts.push((name, format!("{}; {} a cell", axes.join("; "), count(games, "game", "games"))));
        }
        facts.extend([
            ("Agent", self.parameters.start().to_string()),
            ("Opponent", self.opponent.to_string()),
            ("Seed", self.seed.to_string()),
        ]);
        facts
    }
}
