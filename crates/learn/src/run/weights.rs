//! Learning weights of an evaluation: by temporal differences, or by Q-learning.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use ludwerk_core::Game as _;
use ludwerk_registry::{Spec, evaluation_scale};
use ludwerk_report::document::Document;
use ludwerk_report::words::{grouped, percent};
use serde_json::{Value, json};

use super::practice::Practice;
use super::{
    Done, PAGE, PROGRAM, Progress, RunError, Session, WEIGHTS, about, duration, evidence, is_rejected, made,
    named, positive, share, troubles, verdict, write,
};
use crate::proof::Proof;
use crate::report;
use crate::space::{Space, WeightChoice};
use crate::td::run::{self as learning, Curve, Event};
use crate::td::{Rule, Settings, trajectory};
use crate::tuning::CurvePoint;

/// The games of a run unless a number or a time is given.
pub const GAMES: NonZeroUsize = NonZeroUsize::new(5000).unwrap();

/// The games of a batch unless told otherwise.
pub const BATCH: NonZeroUsize = NonZeroUsize::new(50).unwrap();

/// What is to be learnt, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub practice: Practice,
    /// The agent that plays and learns, with its initial weights.
    pub agent: Spec,
    /// Whether all weights start at 0.
    pub zero: bool,
    /// The evaluation that multiplies the odds of winning by e; that of the game if there is none.
    pub scale: Option<f64>,
    /// What is made of a game.
    pub rule: Rule,
    /// The learning rate in the first batch, and in the last: a tenth of the first if there is none.
    pub rate: (f64, Option<f64>),
    /// How often a move is random, at first and in the end.
    pub epsilon: (f64, f64),
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was asked for.
    pub plan: Plan,
    /// The agent and its weights before.
    pub space: Space,
    /// What learning has found.
    pub learnt: learning::Outcome,
    /// The held-out matches.
    pub proofs: Vec<Proof>,
    /// The file of weights.
    pub file: PathBuf,
    /// The page.
    pub page: PathBuf,
}

impl Plan {
    fn method(&self) -> &'static str {
        match self.rule {
            Rule::Td { .. } => "td",
            Rule::Q { .. } => "q",
        }
    }

    fn title(&self) -> &'static str {
        match self.rule {
            Rule::Td { .. } => "temporal differences",
            Rule::Q { .. } => "Q-learning with weights",
        }
    }

    /// The setting of the rule, by name.
    fn setting(&self) -> (&'static str, f64) {
        match self.rule {
            Rule::Td { lambda } => ("lambda", lambda),
            Rule::Q { gamma } => ("gamma", gamma),
        }
    }
}

/// Learns, or goes on, to the end.
///
/// # Errors
/// A [`RunError`].
pub fn run(plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    let practice = &plan.practice;
    let game = practice.game();
    let (name, value) = plan.setting();
    share(&format!("--{name}"), value)?;
    practice.trial.games_a_bout()?;
    let written = Space::new(game, &plan.agent, &WeightChoice::All, &[])?;
    let space = if plan.zero { from_nothing(&plan, &written)? } else { written.clone() };
    let scale = plan.scale.map_or(Ok(evaluation_scale(game)), |scale| positive("--scale", scale))?;
    let rate = positive("--rate", plan.rate.0)?;
    let rate = (rate, plan.rate.1.map_or(Ok(rate / 10.0), |end| positive("--rate-end", end))?);
    let epsilon = (share("--epsilon", plan.epsilon.0)?, share("--epsilon-end", plan.epsilon.1)?);
    let opponents = practice.opponents(written.base())?;
    let settings = json!({
        "agent": space.base().to_string(),
        // The weights themselves: a file that the agent names may change.
        "start": space.start(),
        "rate": rate,
        "epsilon": epsilon,
        "scale": scale,
        name: value,
    });
    let mut journal = practice.journal(plan.method(), &opponents, settings, session)?;
    session.introduce(game, &space);

    // 2. Learn, or go on.
    let Practice { trial, curve, .. } = practice;
    let curve = Curve { trial, other: &opponents[0], every: practice.every(), games: *curve };
    let settings = Settings {
        rule: plan.rule,
        rate,
        batch: practice.batch.get(),
        practice: trajectory::Practice {
            opening_plies: trial.opening_plies,
            epsilon,
            most_plies: trial.most_plies,
        },
        seed: practice.seed,
    };
    let lesson = learning::Plan {
        game,
        space: &space,
        scale,
        settings,
        n_games: practice.n_games.map(usize::from),
        time: practice.time,
        curve: (curve.games > 0).then_some(curve),
        n_threads: trial.n_threads,
    };
    let observer = &mut *session.observer;
    let mut off = 0.0;
    let learnt = lesson.run(&mut journal, session.stop, &mut |news| match news {
        Event::Batch { games, done, error } => {
            // Luck covers the course of the error from batch to batch.
            off = if off == 0.0 { error } else { 0.9 * off + 0.1 * error };
            let message = || format!("{games} games · mean forecast error {off:.3}");
            observer.progress(&Progress { part: "learning", done: Done::Share(done), message: &message });
        }
        Event::Point(point) => {
            let (lo, hi) = point.ci95;
            let (games, score) = (grouped(point.games), percent(point.score));
            observer.note(&format!("after {games} games: {score} ({} to {})", percent(lo), percent(hi)));
        }
    });
    let learnt = learnt.map_err(|error| match error {
        learning::RunError::Stopped { games } => {
            session.stopped(format!("{games} games were played, and all that was learnt is"))
        }
        learning::RunError::Journal(error) => error.into(),
        learning::RunError::Trial(error) => error.into(),
        learning::RunError::Agent(_) => {
            RunError::new(error, "`ludwerk match` shows whether an agent plays the game")
        }
    })?;

    // 3. Keep it, prove it with games that had no part in it, and report.
    let (file, page) = (session.path(WEIGHTS), session.path(PAGE));
    let mut outcome = Outcome { plan, space, learnt, proofs: Vec::new(), file, page };
    outcome.write_file(&session.command, scale)?;
    let Outcome { plan, learnt, .. } = &outcome;
    let proofs = plan.practice.prove(&learnt.spec, learnt.games, &opponents, &mut journal, session)?;
    outcome.proofs = proofs;
    outcome.write_file(&session.command, scale)?;
    outcome.write_page(&session.command, &settings, scale, &opponents[0])?;
    Ok(outcome)
}

/// The same space with weights that start at 0, or as near to it as their bounds allow.
fn from_nothing(plan: &Plan, written: &Space) -> Result<Space, RunError> {
    let nothing = written.parameters().iter().map(|parameter| parameter.rounded(0.0));
    let spec = written.spec(written.base(), &nothing.collect::<Vec<_>>());
    Ok(Space::new(plan.practice.game(), &spec, &WeightChoice::All, &[])?)
}

impl Outcome {
    /// The agent with the file in the place of what was learnt.
    pub fn file_spec(&self) -> Spec {
        self.space.spec_of_file(self.space.base(), &self.file.display().to_string())
    }

    /// Whether the first held-out match says that nothing was learnt.
    pub fn is_rejected(&self) -> bool {
        is_rejected(self.proofs.first())
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let Outcome { plan, space, learnt, .. } = self;
        let game = plan.practice.game();
        let (name, value) = plan.setting();
        json!({
            "method": plan.method(),
            "game": game.info().id,
            "variant": game.variant(),
            "players": game.n_seats(),
            "agent": space.base().to_string(),
            name: value,
            "seed": plan.practice.seed,
            "games": learnt.games,
            "seconds": learnt.seconds,
            "best": named(space, &learnt.best),
            "start": named(space, &space.start()),
            "spec": learnt.spec.to_string(),
            "file": self.file.display().to_string(),
            "report": self.page.display().to_string(),
            "proof": self.proofs.first(),
            "also": self.proofs.iter().skip(1).collect::<Vec<_>>(),
            "curve": learnt.curve,
        })
    }

    /// Writes the file of weights, with the evidence where there is some.
    fn write_file(&self, command: &str, scale: f64) -> Result<(), RunError> {
        let practice = &self.plan.practice;
        let mut made = made(command, self.plan.method(), practice.game(), practice.seed, self.learnt.games);
        made.insert("scale".to_owned(), scale.into());
        if !self.proofs.is_empty() {
            made.insert(
                "evidence".to_owned(),
                toml::Value::Array(self.proofs.iter().map(evidence).collect()),
            );
        }
        write(&self.file, &self.space.file(self.space.base(), &self.learnt.best, made).text())
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let point = |point: &learning::Point| CurvePoint {
            games: point.games,
            score: point.score,
            ci95: point.ci95,
            of_games: point.of_games,
        };
        self.learnt.curve.iter().map(point).collect()
    }

    fn write_page(
        &self,
        command: &str,
        settings: &Settings,
        scale: f64,
        other: &Spec,
    ) -> Result<(), RunError> {
        let Outcome { plan, space, learnt, .. } = self;
        let game = plan.practice.game();
        let mut chapters = vec![report::parameters(space, &learnt.best)];
        chapters.extend(self.proofs.iter().map(report::proof));
        let help = "the mean of the later half of the weights";
        chapters.extend(report::curve(&self.curve(), help, &other.to_string()));
        chapters.extend(report::path(space, &learnt.path));
        chapters.extend(report::troubles(troubles(&self.proofs)));
        let (file, spec, written) =
            (self.file.display().to_string(), self.file_spec().to_string(), learnt.spec.to_string());
        chapters.push(report::usage(game.info().id, &file, &spec, Some(&written)));
        let facts = self.facts(settings, scale);
        chapters.push(report::repeat(command, &facts, space.notes()));
        let how = format!("{} · {} games", plan.title(), grouped(learnt.games));
        let document = Document {
            title: format!("Weights learnt for {}", game.info().title),
            what: about(game, &how, plan.practice.seed),
            verdict: verdict(self.proofs.first(), "Learnt"),
            chapters,
            ..Document::default()
        };
        write(&self.page, &document.html())
    }

    fn facts(&self, settings: &Settings, scale: f64) -> Vec<(&'static str, String)> {
        let (name, value) = self.plan.setting();
        let from_to = |(first, last): (f64, f64)| format!("{first} to {last}");
        let games = format!(
            "{} in batches of {}, after up to {} random plies each",
            grouped(self.learnt.games),
            settings.batch,
            settings.practice.opening_plies
        );
        vec![
            ("Program", PROGRAM.to_owned()),
            ("Method", format!("{}, {name} {value:?}", self.plan.title())),
            ("Agent", self.space.base().to_string()),
            ("Rate", from_to(settings.rate)),
            ("Random moves", from_to(settings.practice.epsilon)),
            ("Scale", scale.to_string()),
            ("Seed", settings.seed.to_string()),
            ("Games", games),
            ("Time", duration(self.learnt.seconds)),
        ]
    }
}
