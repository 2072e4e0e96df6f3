//! Learning weights from games: the run, what it leaves, and what is said about it.

use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_learn::proof::{Proof, ProofVerdict};
use ludwerk_learn::report;
use ludwerk_learn::space::{Space, WeightChoice};
use ludwerk_learn::td::run::{Curve, Event, Outcome, Plan, RunError};
use ludwerk_learn::td::trajectory::Practice;
use ludwerk_learn::td::{Rule, Settings};
use ludwerk_learn::tuning::CurvePoint;
use ludwerk_registry::{Spec, evaluation_scale};
use ludwerk_report::document::Document;
use serde_json::{Map, Value, json};

use super::setting::{RunContext, positive, share, tell_proofs};
use crate::CommandResult;
use crate::args::StepArgs;
use crate::commands::tune::outcome::{PROGRAM, duration, evidence, toml_count, write};
use crate::commands::tune::points::by_the_clock;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BOLD, DIM, Table, percent, thousands};
use crate::progress::Progress;

/// The games of a run unless a number or a time is given.
pub const GAMES: usize = 5000;

/// The games of a batch unless told otherwise.
pub const BATCH: usize = 50;

/// What a method learns weights by.
pub struct WeightsRun<'a> {
    pub title: &'static str,
    pub rule: Rule,
    /// The setting of the rule, by name.
    pub setting: (&'static str, Value),
    pub rate: (f64, Option<f64>),
    pub epsilon: (f64, f64),
    pub step: &'a StepArgs,
}

/// All that a run has found.
struct Report<'a> {
    context: &'a RunContext<'a>,
    wanted: &'a WeightsRun<'a>,
    plan: &'a Plan<'a>,
    space: &'a Space,
    outcome: Outcome,
    proofs: Vec<Proof>,
}

/// Learns, and tells what was learnt.
pub fn learn(context: &RunContext<'_>, wanted: &WeightsRun<'_>, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let game = &context.game;
    let written = Space::new(game, &wanted.step.agent.parse()?, &WeightChoice::All, &[])?;
    let space = if wanted.step.zero { from_nothing(context, &written)? } else { written.clone() };
    let scale = wanted.step.scale.map_or(Ok(evaluation_scale(game)), |scale| positive("--scale", scale))?;
    let rate = positive("--rate", wanted.rate.0)?;
    let rate = (rate, wanted.rate.1.map_or(Ok(rate / 10.0), |end| positive("--rate-end", end))?);
    let epsilon = (share("--epsilon", wanted.epsilon.0)?, share("--epsilon-end", wanted.epsilon.1)?);
    let opponents = context.opponents(written.base())?;
    let mut journal = context.journal(
        &opponents,
        vec![
            ("agent", json!(space.base().to_string())),
            // The weights themselves: a file that the agent names may change.
            ("start", json!(space.start())),
            ("rate", json!(rate)),
            ("epsilon", json!(epsilon)),
            ("scale", json!(scale)),
            wanted.setting.clone(),
        ],
    )?;
    space.notes().iter().for_each(output::note);
    if let Some(agent) = by_the_clock(game, space.base()) {
        output::note(format!("{agent} has a time budget, so no two runs are the same"));
    }

    // 2. Learn, or go on.
    let (args, trial) = (context.args, &context.trial);
    let curve = Curve { trial, other: &opponents[0], every: context.every(), games: args.curve };
    let practice = Practice { opening_plies: args.opening_plies, epsilon, most_plies: args.max_plies };
    let plan = Plan {
        game,
        space: &space,
        scale,
        settings: Settings { rule: wanted.rule, rate, batch: context.batch, practice, seed: context.seed },
        n_games: context.n_games,
        time: context.time,
        curve: (args.curve > 0).then_some(curve),
        n_threads: context.n_threads(),
    };
    let outcome = learn_to_the_end(context, &plan, &mut journal)?;

    // 3. Keep it, prove it with games that had no part in it, and report.
    let mut report = Report { context, wanted, plan: &plan, space: &space, outcome, proofs: Vec::new() };
    report.write_file()?;
    report.proofs = context.prove(&report.outcome.spec, report.outcome.games, &opponents, &mut journal)?;
    report.write_file()?;
    report.write_page()?;
    if as_json {
        output::json(&report.document())?;
    } else {
        report.tell()?;
    }
    let is_rejected = report.proofs.first().is_some_and(|proof| proof.verdict == ProofVerdict::Rejected);
    Ok(if is_rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The same space with weights that start at 0, or as near to it as their bounds allow.
fn from_nothing(context: &RunContext<'_>, written: &Space) -> Result<Space, Failure> {
    let nothing = written.parameters().iter().map(|parameter| parameter.rounded(0.0));
    let spec = written.spec(written.base(), &nothing.collect::<Vec<_>>());
    Ok(Space::new(&context.game, &spec, &WeightChoice::All, &[])?)
}

fn learn_to_the_end(
    context: &RunContext<'_>,
    plan: &Plan<'_>,
    journal: &mut ludwerk_learn::journal::Journal,
) -> Result<Outcome, Failure> {
    let mut progress: Option<Progress> = None;
    let mut off = 0.0;
    let outcome = plan.run(journal, interrupt::flag(), &mut |news| match news {
        Event::Batch { games, done, error } => {
            // Luck covers the course of the error from batch to batch.
            off = if off == 0.0 { error } else { 0.9 * off + 0.1 * error };
            let progress = progress.get_or_insert_with(|| Progress::of_fraction_from(done));
            progress.show_fraction(done, || format!("{games} games · mean forecast error {off:.3}"));
        }
        Event::Point(point) => {
            let (lo, hi) = point.ci95;
            let games = thousands(point.games as u64);
            let score = percent(point.score);
            output::note(format!("after {games} games: {score} ({} to {})", percent(lo), percent(hi)));
        }
    });
    drop(progress);
    outcome.map_err(|error| match error {
        RunError::Stopped { games } => context.interrupted(format!("{games} games were played")),
        RunError::Journal(error) => error.into(),
        RunError::Trial(error) => error.into(),
        RunError::Agent(_) => Failure::new(error, "`ludwerk match` shows whether an agent plays the game"),
    })
}

impl Report<'_> {
    fn file_path(&self) -> String {
        self.context.file("weights.toml").display().to_string()
    }

    fn page_path(&self) -> String {
        self.context.file("report.html").display().to_string()
    }

    /// The agent with the file in the place of what was learnt.
    fn file_spec(&self) -> Spec {
        self.space.spec_of_file(self.space.base(), &self.file_path())
    }

    fn write_file(&self) -> Result<(), Failure> {
        let (context, outcome) = (self.context, &self.outcome);
        let mut made = toml::Table::new();
        let mut add = |name: &str, value: toml::Value| made.insert(name.to_owned(), value);
        add("by", context.command.clone().into());
        add("program", PROGRAM.into());
        add("method", context.method.into());
        add("seed", toml_count(context.seed));
        add("games", toml_count(outcome.games as u64));
        add("players", toml_count(context.game.n_seats() as u64));
        add("scale", self.plan.scale.into());
        let proofs: Vec<_> = self.proofs.iter().map(|proof| evidence(proof).into()).collect();
        if !proofs.is_empty() {
            add("evidence", toml::Value::Array(proofs));
        }
        let file = self.space.file(self.space.base(), &outcome.best, made);
        write(&context.file("weights.toml"), &file.text())
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let point = |point: &ludwerk_learn::td::run::Point| CurvePoint {
            games: point.games,
            score: point.score,
            ci95: point.ci95,
            of_games: point.of_games,
        };
        self.outcome.curve.iter().map(point).collect()
    }

    fn write_page(&self) -> Result<(), Failure> {
        let (context, outcome, space) = (self.context, &self.outcome, self.space);
        let mut chapters = vec![report::parameters(space, &outcome.best)];
        chapters.extend(self.proofs.iter().map(report::proof));
        let other = self.plan.curve.as_ref().map_or_else(String::new, |curve| curve.other.to_string());
        chapters.extend(report::curve(&self.curve(), "the mean of the later half of the weights", &other));
        chapters.extend(report::path(space, &outcome.path));
        let troubles = self.proofs.iter().flat_map(|proof| &proof.troubles);
        chapters.extend(report::troubles(troubles.map(|(what, times)| (what.as_str(), *times))));
        let id = context.game.info().id;
        let (spec, written) = (self.file_spec().to_string(), outcome.spec.to_string());
        chapters.push(report::usage(id, &self.file_path(), &spec, Some(&written)));
        chapters.push(report::repeat(&context.command, &self.facts(), space.notes()));
        let how = format!("{} · {} games", self.wanted.title, thousands(outcome.games as u64));
        let document = Document {
            title: format!("Weights learnt for {}", context.game.info().title),
            what: context.what(&how),
            verdict: match self.proofs.first() {
                Some(proof) => report::verdict(proof),
                None => "Learnt, but not verified: no held-out match was played.".to_owned(),
            },
            chapters,
            ..Document::default()
        };
        write(&context.file("report.html"), &document.html())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let (plan, settings) = (self.plan, &self.plan.settings);
        let (name, value) = &self.wanted.setting;
        let from_to = |(first, last): (f64, f64)| format!("{first} to {last}");
        vec![
            ("Program", PROGRAM.to_owned()),
            ("Method", format!("{}, {name} {value}", self.wanted.title)),
            ("Agent", self.space.base().to_string()),
            ("Rate", from_to(settings.rate)),
            ("Random moves", from_to(settings.practice.epsilon)),
            ("Scale", plan.scale.to_string()),
            ("Seed", self.context.seed.to_string()),
            (
                "Games",
                format!(
                    "{} in batches of {}, after up to {} random plies each",
                    thousands(self.outcome.games as u64),
                    settings.batch,
                    settings.practice.opening_plies
                ),
            ),
            ("Time", duration(self.outcome.seconds)),
        ]
    }

    fn values(&self, point: &[f64]) -> Value {
        let named = self.space.parameters().iter().zip(point);
        Value::Object(
            named.map(|(parameter, value)| (parameter.name.clone(), json!(value))).collect::<Map<_, _>>(),
        )
    }

    /// Everything, for programs.
    fn document(&self) -> Value {
        let (context, outcome) = (self.context, &self.outcome);
        let (name, value) = &self.wanted.setting;
        json!({
            "method": context.method,
            "game": context.game.info().id,
            "variant": context.game.variant(),
            "players": context.game.n_seats(),
            "agent": self.space.base().to_string(),
            *name: value,
            "seed": context.seed,
            "games": outcome.games,
            "seconds": outcome.seconds,
            "best": self.values(&outcome.best),
            "start": self.values(&self.space.start()),
            "spec": outcome.spec.to_string(),
            "file": self.file_path(),
            "report": self.page_path(),
            "proof": self.proofs.first(),
            "also": self.proofs.iter().skip(1).collect::<Vec<_>>(),
            "curve": outcome.curve,
        })
    }

    /// Everything that matters, for people.
    fn tell(&self) -> Result<(), Failure> {
        let mut table = Table::new(&["weight", "#start", "#learnt", "#bounds"]);
        for (parameter, value) in self.space.parameters().iter().zip(&self.outcome.best) {
            table.row([
                parameter.name.clone(),
                parameter.start.to_string(),
                value.to_string(),
                format!("{} to {}", parameter.bounds.0, parameter.bounds.1),
            ]);
        }
        table.print()?;
        self.tell_curve()?;
        let (games, time) = (thousands(self.outcome.games as u64), duration(self.outcome.seconds));
        output::line(format!("{DIM}{games} training games in {time}{DIM:#}"))?;
        tell_proofs(&self.proofs)?;
        output::line(format!("the file: {}", self.file_path()))?;
        output::line(format!("the page: {}", self.page_path()))?;
        output::line(format!("to use it: {BOLD}{}{BOLD:#}", self.file_spec()))
    }

    fn tell_curve(&self) -> Result<(), Failure> {
        if self.outcome.curve.is_empty() {
            return Ok(());
        }
        output::line("")?;
        let mut table = Table::new(&["#after games", "#forecast error", "#score", "#95%"]);
        for point in &self.outcome.curve {
            let (lo, hi) = point.ci95;
            let off = if point.games == 0 { "-".to_owned() } else { format!("{:.3}", point.error) };
            let games = thousands(point.games as u64);
            table.row([games, off, percent(point.score), format!("{} to {}", percent(lo), percent(hi))]);
        }
        table.print()?;
        output::line("")
    }
}
