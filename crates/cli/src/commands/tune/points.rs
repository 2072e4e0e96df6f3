//! `ludwerk tune ga`, `cma` and `spsa`: a method that asks for points, games that answer, and a match that proves.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use ludwerk_core::{Game as _, parse_duration};
use ludwerk_learn::cma::{CmaSettings, CmaTuner};
use ludwerk_learn::ga::{Ga, GaSettings};
use ludwerk_learn::journal::{Journal, JournalError, Settings};
use ludwerk_learn::method::{Budget, Method};
use ludwerk_learn::proof::{ProofSettings, ProofVerdict};
use ludwerk_learn::space::{OptionRange, Space, SpaceError, WeightChoice};
use ludwerk_learn::spsa::{Spsa, SpsaSettings};
use ludwerk_learn::trial::{Trial, TrialError};
use ludwerk_learn::tuning::{Setup, TuneError, tune};
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use super::outcome::{self, Outcome};
use super::proving;
use super::watch::Watch;
use crate::args::{CmaArgs, GaArgs, SpsaArgs, TuningArgs};
use crate::commands::r#match::checked_threads;
use crate::failure::Failure;
use crate::position::{configure, echo_seed, seed};
use crate::{CommandResult, interrupt, output};

/// Which method, with its own arguments.
pub enum TuneMethod<'a> {
    Ga(&'a GaArgs),
    Cma(&'a CmaArgs),
    Spsa(&'a SpsaArgs),
}

impl TuneMethod<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Ga(_) => "ga",
            Self::Cma(_) => "cma",
            Self::Spsa(_) => "spsa",
        }
    }

    fn check(&self) -> Result<(), Failure> {
        let numbers = match self {
            Self::Ga(_) => vec![],
            Self::Cma(args) => vec![("--sigma", args.sigma)],
            Self::Spsa(args) => vec![("--perturbation", args.perturbation), ("--drift", args.drift)],
        };
        for (flag, value) in numbers {
            if value.is_some_and(|value| !(value > 0.0 && value <= 1000.0)) {
                return Err(Failure::new(
                    format!("{flag} is out of range"),
                    "write a number above 0, such as 1",
                ));
            }
        }
        Ok(())
    }

    fn method(&self, space: &Space, budget: Budget, seed: u64) -> Box<dyn Method> {
        let space = space.clone();
        match self {
            Self::Ga(args) => {
                let settings = GaSettings {
                    n_points: args.points.map(usize::from),
                    n_bouts: args.bouts.map(usize::from),
                    has_rival: args.rival,
                };
                Box::new(Ga::new(space, budget, seed, settings))
            }
            Self::Cma(args) => {
                let settings = CmaSettings {
                    n_points: args.points.map(usize::from),
                    n_bouts: args.bouts.map(usize::from),
                    sigma: args.sigma,
                };
                Box::new(CmaTuner::new(space, budget, seed, settings))
            }
            Self::Spsa(args) => {
                let settings = SpsaSettings {
                    n_bouts: args.bouts.map(usize::from),
                    perturbation: args.perturbation,
                    drift: args.drift,
                };
                Box::new(Spsa::new(space, budget, seed, settings))
            }
        }
    }
}

/// A run whose arguments have been found to be right.
pub struct Run {
    pub game: AnyGame,
    pub space: Space,
    pub trial: Trial,
    pub opponent: Spec,
    pub against: Spec,
    pub time: Option<Duration>,
    pub n_games: usize,
    pub seed: u64,
    pub proof: ProofSettings,
    pub dir: PathBuf,
}

pub fn run(args: &TuningArgs, way: &TuneMethod<'_>, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    way.check()?;
    let run = Run::new(args, way.name())?;
    let budget = Budget { n_games: run.n_games, games_a_bout: run.trial.games_a_bout()? };
    let mut method = way.method(&run.space, budget, run.seed);
    let mut journal = Journal::open(&run.dir, &run.settings(&*method))?;

    // 2. Search, or go on with it.
    echo_seed(run.seed);
    run.space.notes().iter().for_each(output::note);
    if let Some(agent) = by_the_clock(&run.game, run.space.base()) {
        output::note(format!(
            "{agent} has a time budget, so no two runs are the same; nodes=N or depth=N would be quicker, too"
        ));
    }
    if journal.n_entries() > 0 {
        output::note(format!("going on: {} bouts are there", journal.n_entries()));
    }
    let setup = Setup {
        space: &run.space,
        trial: &run.trial,
        reference: &run.opponent,
        seed: run.seed,
        time: run.time,
    };
    let mut watch = Watch::new("tuning", run.n_games);
    let found = tune(&mut *method, &setup, &mut journal, interrupt::flag(), &mut |status| {
        watch.show(status.games, || {
            let score = status.curve.last().map(|point| format!(" · {}", output::percent(point.score)));
            format!("{}{}", status.text, score.unwrap_or_default())
        });
    });
    drop(watch);
    let found = found.map_err(|error| failure(&error, &run))?;

    // 3. Keep it, and prove it with games that had no part in finding it.
    let mut outcome = Outcome {
        spec: run.space.spec(run.space.base(), &found.point),
        curve_help: method.standing_help(),
        method: method.name(),
        method_settings: method.settings(),
        command: outcome::command_line(run.seed),
        found,
        proof: None,
        run: &run,
    };
    outcome.write_file()?;
    if run.proof.most_games > 0 {
        let (new, old) = (&outcome.spec, &run.against);
        outcome.proof = Some(proving::prove(&run.game, new, old, &run.proof, &mut journal)?);
    }

    // 4. Report.
    outcome.write_file()?;
    outcome.write_report()?;
    if as_json {
        output::json(&outcome.document())?;
    } else {
        outcome.tell()?;
    }
    let is_rejected = outcome.proof.as_ref().is_some_and(|proof| proof.verdict == ProofVerdict::Rejected);
    Ok(if is_rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

impl Run {
    fn new(args: &TuningArgs, method: &str) -> Result<Self, Failure> {
        let game = configure(&args.game.game, &args.game.config)?;
        let options: Vec<OptionRange> =
            args.options.iter().map(|text| text.parse()).collect::<Result<_, SpaceError>>()?;
        let weights = match &args.weights {
            Some(text) => text.parse().unwrap_or(WeightChoice::All),
            None if options.is_empty() => WeightChoice::All,
            None => WeightChoice::None,
        };
        let space = Space::new(&game, &args.agent.parse()?, &weights, &options)?;
        let n_threads = checked_threads(args.threads)?;
        let trial = Trial {
            game: game.clone(),
            opening_plies: args.opening_plies,
            most_plies: args.max_plies,
            n_threads,
        };
        let agent = |text: &Option<String>| -> Result<Spec, Failure> {
            let spec = match text {
                Some(text) => text.parse()?,
                None => space.base().clone(),
            };
            trial.check(&spec)?;
            Ok(spec)
        };
        let (opponent, against) = (agent(&args.opponent)?, agent(&args.proof.against)?);
        let time = args.time.as_deref().map(|text| {
            let time = parse_duration(text).filter(|time| !time.is_zero());
            time.ok_or_else(|| Failure::new(format!("{text:?} is no time"), "write --time 30m, 8h or 90s"))
        });
        let dir = args
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from("tuning").join(format!("{}-{method}", game.info().id)));
        let seed = args.game.config.seed.or_else(|| stored_seed(&dir));
        let seed = seed.unwrap_or_else(|| self::seed(&args.game.config));
        Ok(Self {
            proof: proving::settings(&args.proof, &trial, seed)?,
            time: time.transpose()?,
            n_games: args.games.get(),
            game,
            space,
            trial,
            opponent,
            against,
            seed,
            dir,
        })
    }

    /// All on which the numbers depend, by name.
    fn settings(&self, method: &dyn Method) -> Settings {
        let parameters: Settings = self
            .space
            .parameters()
            .iter()
            .map(|parameter| {
                let (least, greatest) = parameter.bounds;
                let range = json!([parameter.start, least, greatest, parameter.scale, parameter.step]);
                (parameter.name.clone(), range)
            })
            .collect();
        let method_settings: Settings =
            method.settings().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let settings = json!({
            "program": outcome::PROGRAM,
            "method": method.name(),
            "game": self.game.info().id,
            "variant": self.game.variant(),
            "players": self.game.n_seats(),
            "agent": self.space.base().to_string(),
            "opponent": self.opponent.to_string(),
            "against": self.against.to_string(),
            "games": self.n_games,
            "time": self.time.map(|time| time.as_secs_f64()),
            "opening-plies": self.trial.opening_plies,
            "max-plies": self.trial.most_plies,
            "seed": self.seed,
            "sprt": [self.proof.elo0, self.proof.elo1, self.proof.alpha, self.proof.beta],
            "parameters": parameters,
            "settings": method_settings,
        });
        match settings {
            Value::Object(settings) => settings,
            _ => Settings::new(),
        }
    }
}

/// The seed of the run in a directory, for the same command without a seed to go on.
pub fn stored_seed(dir: &std::path::Path) -> Option<u64> {
    Journal::settings_in(dir)?.get("seed")?.as_u64()
}

/// The agent, or the one inside, that is bound by nothing but a time.
pub fn by_the_clock(game: &AnyGame, spec: &Spec) -> Option<String> {
    let is_bound_by_time = |spec: &Spec| {
        if spec.value("time").is_some() {
            return true;
        }
        let info = game.agents().find(|agent| agent.name == spec.name);
        let Some(info) = info else { return false };
        let by_default = info.options.iter().any(|option| {
            option.name == "time" && parse_duration(&game.option_default(info, option)).is_some()
        });
        by_default && ["depth", "nodes", "iterations"].iter().all(|budget| spec.value(budget).is_none())
    };
    spec.within().into_iter().find(is_bound_by_time).map(|spec| spec.name)
}

fn failure(error: &TuneError, run: &Run) -> Failure {
    let dir = run.dir.display();
    match error {
        TuneError::Stopped { games } => Failure::interrupted(
            format!("{games} games were played, and all are kept in {dir}"),
            "the same command goes on",
        ),
        TuneError::TooFewGames => Failure::new(
            format!("{} games are too few for a single step", run.n_games),
            "--games 2000 is a small run, --games 20000 a usual one; fewer --points or --bouts make steps smaller",
        ),
        TuneError::Journal(error) => Failure::new(error, error.hint()),
        TuneError::Trial(error) => Failure::new(error, error.hint()),
    }
}

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}

impl From<TrialError> for Failure {
    fn from(error: TrialError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
