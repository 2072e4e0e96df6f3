//! Tuning: a method that asks for points, games that answer, and a match that proves.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ludwerk_core::Game as _;
use ludwerk_registry::Spec;
use ludwerk_report::document::Document;
use ludwerk_report::words::{grouped, percent};
use serde_json::{Value, json};

use super::{
    Done, PAGE, PROGRAM, Progress, RunError, Session, WEIGHTS, about, check_proof, duration, evidence,
    is_rejected, made, named, sprt, verdict, write,
};
use crate::cma::{CmaSettings, CmaTuner};
use crate::ga::{Ga, GaSettings};
use crate::journal::Settings;
use crate::method::{Budget, Method};
use crate::proof::{Proof, ProofSettings};
use crate::report;
use crate::space::{OptionRange, Space, WeightChoice};
use crate::spsa::{Spsa, SpsaSettings};
use crate::trial::Trial;
use crate::tuning::{Found, Setup, TuneError, tune};

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How games are played.
    pub trial: Trial,
    /// The agent, with a budget and its initial weights.
    pub agent: Spec,
    /// The opponent while tuning; the agent before tuning if there is none.
    pub opponent: Option<Spec>,
    /// Which weights of the evaluation are tuned.
    pub weights: WeightChoice,
    /// Which options of the agent are.
    pub options: Vec<OptionRange>,
    /// The method.
    pub method: MethodPlan,
    /// The budget in games.
    pub n_games: NonZeroUsize,
    /// The budget in time.
    pub time: Option<Duration>,
    /// What all randomness comes from.
    pub seed: u64,
    /// The opponent of the held-out match; the agent before tuning if there is none.
    pub against: Option<Spec>,
    /// How the held-out match is played.
    pub proof: ProofSettings,
}

/// Which method, with its own settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MethodPlan {
    /// The genetic algorithm.
    Ga(GaSettings),
    /// CMA-ES.
    Cma(CmaSettings),
    /// SPSA.
    Spsa(SpsaSettings),
}

impl MethodPlan {
    /// The name, as on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ga(_) => "ga",
            Self::Cma(_) => "cma",
            Self::Spsa(_) => "spsa",
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Ga(_) => "genetic algorithm",
            Self::Cma(_) => "CMA-ES",
            Self::Spsa(_) => "SPSA",
        }
    }

    fn check(&self) -> Result<(), RunError> {
        let numbers = match self {
            Self::Ga(_) => vec![],
            Self::Cma(settings) => vec![("--sigma", settings.sigma)],
            Self::Spsa(settings) => {
                vec![("--perturbation", settings.perturbation), ("--drift", settings.drift)]
            }
        };
        for (flag, value) in numbers {
            if value.is_some_and(|value| !(value > 0.0 && value <= 1000.0)) {
                let message = format!("{flag} is out of range");
                return Err(RunError::new(message, "write a number above 0, such as 1"));
            }
        }
        Ok(())
    }

    fn method(&self, space: &Space, budget: Budget, seed: u64) -> Box<dyn Method> {
        let space = space.clone();
        match *self {
            Self::Ga(settings) => Box::new(Ga::new(space, budget, seed, settings)),
            Self::Cma(settings) => Box::new(CmaTuner::new(space, budget, seed, settings)),
            Self::Spsa(settings) => Box::new(Spsa::new(space, budget, seed, settings)),
        }
    }
}

/// What a run has found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was asked for.
    pub plan: Plan,
    /// What was tuned.
    pub space: Space,
    /// The opponent while tuning.
    pub opponent: Spec,
    /// What the method found.
    pub found: Found,
    /// The agent with it, written out.
    pub spec: Spec,
    /// The held-out match.
    pub proof: Option<Proof>,
    /// The file of weights.
    pub file: PathBuf,
    /// The page.
    pub page: PathBuf,
}

/// Tunes, or goes on, to the end.
///
/// # Errors
/// A [`RunError`].
pub fn run(plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    plan.method.check()?;
    check_proof(&plan.proof)?;
    let game = &plan.trial.game;
    let space = Space::new(game, &plan.agent, &plan.weights, &plan.options)?;
    let opponent = plan.opponent.as_ref().unwrap_or(space.base()).clone();
    let against = plan.against.as_ref().unwrap_or(space.base()).clone();
    plan.trial.check(&opponent)?;
    plan.trial.check(&against)?;
    let budget = Budget { n_games: plan.n_games.get(), games_a_bout: plan.trial.games_a_bout()? };
    let mut method = plan.method.method(&space, budget, plan.seed);
    let settings = settings(&plan, &space, [&opponent, &against], &*method);
    let mut journal = session.open(plan.seed, &settings, "bouts")?;
    session.introduce(game, &space);

    // 2. Search, or go on with it.
    let setup =
        Setup { space: &space, trial: &plan.trial, reference: &opponent, seed: plan.seed, time: plan.time };
    let observer = &mut *session.observer;
    let found = tune(&mut *method, &setup, &mut journal, session.stop, &mut |status| {
        observer.progress(&Progress {
            part: "tuning",
            done: Done::games(status.games, plan.n_games.get()),
            message: &|| {
                let score = status.curve.last().map(|point| format!(" · {}", percent(point.score)));
                format!("{}{}", status.text, score.unwrap_or_default())
            },
        });
    });
    let found = found.map_err(|error| match error {
        TuneError::Stopped { games } => session.stopped(format!("{games} games were played, and all are")),
        TuneError::TooFewGames => RunError::new(
            format!("{} games are too few for a single step", plan.n_games),
            "--games 2000 is a small run, --games 20000 a usual one; fewer --points or --bouts make steps smaller",
        ),
        TuneError::Journal(error) => error.into(),
        TuneError::Trial(error) => error.into(),
    })?;

    // 3. Keep it, and prove it with games that had no part in finding it.
    let (file, page) = (session.path(WEIGHTS), session.path(PAGE));
    let spec = space.spec(space.base(), &found.point);
    let mut outcome = Outcome { plan, space, opponent, found, spec, proof: None, file, page };
    outcome.write_file(&session.command)?;
    let plan = &outcome.plan;
    if plan.proof.most_games > 0 {
        let proof = session.prove(&plan.trial.game, &outcome.spec, &against, &plan.proof, &mut journal)?;
        outcome.proof = Some(proof);
        outcome.write_file(&session.command)?;
    }
    outcome.write_page(&session.command, &*method)?;
    Ok(outcome)
}

/// All on which the numbers depend, by name.
fn settings(plan: &Plan, space: &Space, [opponent, against]: [&Spec; 2], method: &dyn Method) -> Settings {
    let parameters: Settings = space
        .parameters()
        .iter()
        .map(|parameter| {
            let (least, greatest) = parameter.bounds;
            let range = json!([parameter.start, least, greatest, parameter.scale, parameter.step]);
            (parameter.name.clone(), range)
        })
        .collect();
    let of_method: Settings =
        method.settings().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let game = &plan.trial.game;
    super::settings(json!({
        "program": PROGRAM,
        "method": method.name(),
        "game": game.info().id,
        "variant": game.variant(),
        "players": game.n_seats(),
        "agent": space.base().to_string(),
        "opponent": opponent.to_string(),
        "against": against.to_string(),
        "games": plan.n_games,
        "time": plan.time.map(|time| time.as_secs_f64()),
        "opening-plies": plan.trial.opening_plies,
        "max-plies": plan.trial.most_plies,
        "seed": plan.seed,
        "sprt": sprt(&plan.proof),
        "parameters": parameters,
        "settings": of_method,
    }))
}

impl Outcome {
    /// The agent with the file in the place of what was found.
    pub fn file_spec(&self) -> Spec {
        self.space.spec_of_file(self.space.base(), &self.file.display().to_string())
    }

    /// Whether the held-out match says that nothing was found.
    pub fn is_rejected(&self) -> bool {
        is_rejected(self.proof.as_ref())
    }

    /// What did not go as it was meant, in tuning and in the match.
    pub fn troubles(&self) -> impl Iterator<Item = (&str, usize)> {
        let tuning = self.found.troubles.iter().map(|(what, &times)| (what.as_str(), times));
        tuning.chain(super::troubles(&self.proof))
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let game = &self.plan.trial.game;
        json!({
            "method": self.plan.method.name(),
            "game": game.info().id,
            "variant": game.variant(),
            "players": game.n_seats(),
            "agent": self.space.base().to_string(),
            "opponent": self.opponent.to_string(),
            "seed": self.plan.seed,
            "games": self.found.games,
            "seconds": self.found.seconds,
            "best": named(&self.space, &self.found.point),
            "start": named(&self.space, &self.space.start()),
            "spec": self.spec.to_string(),
            "file": self.file.display().to_string(),
            "report": self.page.display().to_string(),
            "proof": self.proof,
            "curve": self.found.curve,
        })
    }

    /// Writes the file of weights, with the evidence where there is some.
    fn write_file(&self, command: &str) -> Result<(), RunError> {
        let plan = &self.plan;
        let mut made = made(command, plan.method.name(), &plan.trial.game, plan.seed, self.found.games);
        made.insert("opponent".to_owned(), self.opponent.to_string().into());
        if let Some(proof) = &self.proof {
            made.insert("evidence".to_owned(), evidence(proof));
        }
        write(&self.file, &self.space.file(self.space.base(), &self.found.point, made).text())
    }

    fn write_page(&self, command: &str, method: &dyn Method) -> Result<(), RunError> {
        let (plan, found, space) = (&self.plan, &self.found, &self.space);
        let info = plan.trial.game.info();
        let mut chapters = vec![report::parameters(space, &found.point)];
        chapters.extend(self.proof.as_ref().map(report::proof));
        chapters.extend(report::curve(&found.curve, method.standing_help(), &self.opponent.to_string()));
        chapters.extend(report::path(space, &found.path));
        chapters.extend(report::troubles(self.troubles()));
        let file = self.file.display().to_string();
        let (spec, written) = (self.file_spec().to_string(), self.spec.to_string());
        chapters.push(report::usage(info.id, &file, &spec, Some(&written)));
        chapters.push(report::repeat(command, &self.facts(method), space.notes()));
        let how = format!("{} · {} games of tuning", plan.method.title(), grouped(found.games));
        let document = Document {
            title: format!("{} tuned for {}", space.agent(), info.title),
            what: about(&plan.trial.game, &how, plan.seed),
            verdict: verdict(self.proof.as_ref(), "Found"),
            chapters,
            ..Document::default()
        };
        write(&self.page, &document.html())
    }

    fn facts(&self, method: &dyn Method) -> Vec<(&'static str, String)> {
        let (plan, found) = (&self.plan, &self.found);
        let settings: Vec<_> =
            method.settings().iter().map(|(name, value)| format!("{name} {value}")).collect();
        let games = format!(
            "{} of at most {}, after {} random plies each",
            grouped(found.games),
            grouped(plan.n_games.get()),
            plan.trial.opening_plies
        );
        let mut facts = vec![
            ("Program", PROGRAM.to_owned()),
            ("Method", format!("{}: {}", plan.method.title(), settings.join(", "))),
            ("Agent", self.space.base().to_string()),
            ("Opponent", self.opponent.to_string()),
            ("Seed", plan.seed.to_string()),
            ("Games", games),
            ("Time", duration(found.seconds)),
        ];
        if found.is_time_up {
            facts.push(("Ended", "because the time was up".to_owned()));
        }
        facts
    }
}
