//! What all ways of learning have in common: what is validated, kept and told the same way.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ludwerk_core::{Game as _, parse_duration};
use ludwerk_learn::journal::{Journal, Settings};
use ludwerk_learn::proof::{Proof, ProofSettings, ProofVerdict};
use ludwerk_learn::report;
use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use crate::args::PracticeArgs;
use crate::commands::r#match::checked_threads;
use crate::commands::tune::outcome::{self, PROGRAM};
use crate::commands::tune::points::stored_seed;
use crate::commands::tune::proving;
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD};
use crate::position::{configure, echo_seed, seed};

/// What a run of a method does unless told otherwise.
pub struct Defaults {
    pub method: &'static str,
    /// How many games, where no time is given.
    pub n_games: usize,
    /// The games of a batch.
    pub batch: usize,
}

/// Where a run takes place, checked.
pub struct RunContext<'a> {
    pub args: &'a PracticeArgs,
    pub method: &'static str,
    pub game: AnyGame,
    pub trial: Trial,
    pub seed: u64,
    /// How many games; `None` for as many as the time allows.
    pub n_games: Option<usize>,
    pub time: Option<Duration>,
    pub batch: usize,
    pub proof: ProofSettings,
    pub dir: PathBuf,
    pub command: String,
}

impl<'a> RunContext<'a> {
    pub fn new(args: &'a PracticeArgs, defaults: &Defaults) -> Result<Self, Failure> {
        let game = configure(&args.game.game, &args.game.config)?;
        let time = args.time.as_deref().map(read_time).transpose()?;
        let name = format!("{}-{}", game.info().id, defaults.method);
        let dir = args.out.clone().unwrap_or_else(|| PathBuf::from("training").join(name));
        let seed = args.game.config.seed.or_else(|| stored_seed(&dir));
        let seed = seed.unwrap_or_else(|| self::seed(&args.game.config));
        let trial = Trial {
            game: game.clone(),
            opening_plies: args.opening_plies,
            most_plies: args.max_plies,
            n_threads: checked_threads(args.threads)?,
        };
        trial.games_a_bout()?;
        Ok(Self {
            args,
            method: defaults.method,
            seed,
            n_games: args.games.map(usize::from).or(time.is_none().then_some(defaults.n_games)),
            time,
            batch: args.batch.map_or(defaults.batch, usize::from),
            proof: proving::settings(&args.proof, &trial, seed)?,
            dir,
            command: outcome::command_line(seed),
            game,
            trial,
        })
    }

    pub fn n_threads(&self) -> NonZeroUsize {
        self.trial.n_threads
    }

    /// Whom the held-out matches are played against, the default first unless another is named.
    pub fn opponents(&self, default: &Spec) -> Result<Vec<Spec>, Failure> {
        let first = self.args.proof.against.as_deref().map_or_else(|| Ok(default.clone()), str::parse)?;
        let others = self.args.also.iter().map(|text| text.parse());
        let opponents: Vec<Spec> =
            std::iter::once(Ok(first)).chain(others).collect::<Result<_, ludwerk_registry::SpecError>>()?;
        for spec in &opponents {
            self.trial.check(spec)?;
        }
        Ok(opponents)
    }

    /// After how many games of learning a point of the curve is measured.
    pub fn every(&self) -> usize {
        let a_tenth = self.n_games.map_or(20 * self.batch, |games| games.div_ceil(10));
        self.args.every.map_or(a_tenth.max(self.batch), usize::from)
    }

    /// The journal of the run, which is told from others by all that its numbers depend on.
    pub fn journal(&self, opponents: &[Spec], of_method: Vec<(&str, Value)>) -> Result<Journal, Failure> {
        let opponents: Vec<_> = opponents.iter().map(ToString::to_string).collect();
        let common = vec![
            ("program", json!(PROGRAM)),
            ("method", json!(self.method)),
            ("game", json!(self.game.info().id)),
            ("variant", json!(self.game.variant())),
            ("players", json!(self.game.n_seats())),
            ("seed", json!(self.seed)),
            ("games", json!(self.n_games)),
            // Beside a number of games a time ends the run, and does not change its course.
            ("time", json!(self.time.filter(|_| self.n_games.is_none()).map(|time| time.as_secs_f64()))),
            ("batch", json!(self.batch)),
            ("opening-plies", json!(self.args.opening_plies)),
            ("max-plies", json!(self.args.max_plies)),
            ("against", json!(opponents)),
            ("curve", json!([self.args.curve, self.every()])),
            ("sprt", json!([self.proof.elo0, self.proof.elo1, self.proof.alpha, self.proof.beta])),
        ];
        let all = common.into_iter().chain(of_method);
        let settings: Settings = all.map(|(name, value)| (name.to_owned(), value)).collect();
        let journal = Journal::open(&self.dir, &settings)?;
        echo_seed(self.seed);
        if journal.n_entries() > 0 {
            output::note(format!("going on: {} measurements are there", journal.n_entries()));
        }
        Ok(journal)
    }

    /// Plays the held-out matches of what was learnt from so many games, or goes on with them: a run that learnt from
    /// more games plays others.
    pub fn prove(
        &self,
        new: &Spec,
        n_learnt: usize,
        opponents: &[Spec],
        journal: &mut Journal,
    ) -> Result<Vec<Proof>, Failure> {
        let mut proofs = Vec::new();
        for (n, old) in opponents.iter().enumerate().filter(|_| self.proof.most_games > 0) {
            let name = format!("{}-{}-after-{n_learnt}", self.proof.name, n + 1);
            let settings = ProofSettings { name, ..self.proof.clone() };
            proofs.push(proving::prove(&self.game, new, old, &settings, journal)?);
        }
        Ok(proofs)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Somebody asked to stop.
    pub fn interrupted(&self, what: impl std::fmt::Display) -> Failure {
        let kept = format!("{what}, and all that was learnt is kept in {}", self.dir.display());
        Failure::interrupted(kept, "the same command goes on")
    }

    /// The game and the run in a line, for the page.
    pub fn what(&self, how: &str) -> String {
        let info = self.game.info();
        let variant =
            if info.variants.len() > 1 { format!(" ({})", self.game.variant()) } else { String::new() };
        format!("{}{variant} for {} · {how} · seed {}", info.title, self.game.n_seats(), self.seed)
    }
}

fn read_time(text: &str) -> Result<Duration, Failure> {
    let time = parse_duration(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| Failure::new(format!("{text:?} is no time"), "write --time 90s, 20m or 1h"))
}

/// A number from 0 to 1.
pub fn share(option: &str, number: f64) -> Result<f64, Failure> {
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    Err(Failure::new(format!("{option} {number} is not from 0 to 1"), format!("write {option} 0.5, say")))
}

/// A number above 0 that is not beyond all measure.
pub fn positive(option: &str, number: f64) -> Result<f64, Failure> {
    if number > 0.0 && number <= 1e6 {
        return Ok(number);
    }
    Err(Failure::new(format!("{option} {number} is not above 0"), format!("write {option} 0.5, say")))
}

/// Tells how the held-out matches came out.
pub fn tell_proofs(proofs: &[Proof]) -> Result<(), Failure> {
    for proof in proofs {
        let style = match proof.verdict {
            ProofVerdict::Accepted => GOOD,
            ProofVerdict::Rejected => BAD,
            ProofVerdict::Undecided => BOLD,
        };
        output::line(format!("{style}{}{style:#}", report::verdict(proof)))?;
        output::line(format!("{DIM}against {}{DIM:#}", proof.old))?;
    }
    Ok(())
}
