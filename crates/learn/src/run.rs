//! Whole runs of tuning and training: a plan goes in, an outcome comes out, and a directory keeps what was found.
//!
//! A plan says what is asked for and nothing else; a [`Session`] says where the run is kept, who watches it, and how it
//! is stopped. A run validates its plan before it plays, keeps what it measures in a journal, so that the same plan goes
//! on where it stopped, proves what it found in a held-out match, and leaves a file to play with and a page to read.

pub mod grid;
pub mod net;
pub mod points;
pub mod practice;
pub mod table;
mod table_page;
pub mod weights;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use ludwerk_arena::stats::sprt::Sprt;
use ludwerk_core::{Game as _, parse_duration};
use ludwerk_registry::{AgentSpecError, AnyGame, Spec};
use ludwerk_report::words::percent;
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::grid::parameters::ParametersError;
use crate::journal::{self, Journal, JournalError, Settings};
use crate::proof::{self, Proof, ProofError, ProofSettings, ProofVerdict};
use crate::report;
use crate::space::{Space, SpaceError};
use crate::trial::TrialError;

/// The program, as files and journals name it.
const PROGRAM: &str = concat!("ludwerk ", env!("CARGO_PKG_VERSION"));

/// The page of a run, in its directory.
const PAGE: &str = "report.html";

/// The file of weights that a run has found, in its directory.
const WEIGHTS: &str = "weights.toml";

/// Watches a run. `()` does not.
pub trait Observer {
    /// Something that is good to know: the seed, what was found there, a point of the learning curve.
    fn note(&mut self, text: &str);

    /// How far the run is.
    fn progress(&mut self, progress: &Progress<'_>);
}

impl Observer for () {
    fn note(&mut self, _text: &str) {}
    fn progress(&mut self, _progress: &Progress<'_>) {}
}

/// How far a part of a run is.
pub struct Progress<'a> {
    /// Which part.
    pub part: &'static str,
    /// How much of it is done.
    pub done: Done,
    /// How it stands.
    pub message: &'a dyn Fn() -> String,
}

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Done {
    /// What can be counted.
    Count {
        /// So many.
        done: u64,
        /// Of so many.
        all: u64,
        /// What is counted: games, sweeps.
        unit: &'static str,
    },
    /// A share from 0 to 1.
    Share(f64),
}

impl Done {
    fn games(done: usize, all: usize) -> Self {
        Self::Count { done: done as u64, all: all as u64, unit: "games" }
    }
}

/// Where a run is kept, who watches it, and how it is stopped.
pub struct Session<'a> {
    /// The directory of the run, in which the same plan goes on.
    pub dir: PathBuf,
    /// What repeats the run, as its file and its page say it.
    pub command: String,
    /// Set to stop.
    pub stop: &'a AtomicBool,
    /// Is told how it goes on.
    pub observer: &'a mut dyn Observer,
}

/// A run that came to no end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RunError {
    /// The plan cannot be carried out, or something broke on the way.
    #[error("{message}")]
    Failed {
        /// What is wrong.
        message: String,
        /// What to do about it.
        hint: String,
    },
    /// Somebody asked to stop; what was done is kept, and the same plan goes on.
    #[error("{0}")]
    Stopped(String),
}

impl RunError {
    /// Something that is wrong, and what to do about it.
    pub fn new(message: impl Display, hint: impl Into<String>) -> Self {
        Self::Failed { message: message.to_string(), hint: hint.into() }
    }

    fn cannot_write(path: &Path, error: impl Display) -> Self {
        let message = format!("cannot write {}: {error}", path.display());
        Self::new(message, "check the path given to --out, and the room on the disk")
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::Failed { hint, .. } => hint,
            Self::Stopped(_) => "the same command goes on",
        }
    }
}

/// Errors that say themselves what to do.
macro_rules! with_hint {
    ($($error:ty),*) => {
        $(impl From<$error> for RunError {
            fn from(error: $error) -> Self {
                Self::new(&error, error.hint())
            }
        })*
    };
}

with_hint!(AgentSpecError, JournalError, ParametersError, SpaceError, TrialError);

impl From<ProofError> for RunError {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Stopped { games } => Self::Stopped(format!(
                "the answer is found and kept; {games} games of the held-out match were played"
            )),
            ProofError::Journal(error) => error.into(),
            ProofError::Trial(error) => error.into(),
            ProofError::Sprt(error) => Self::new(error, "write --sprt 0,10 or --sprt 0,10,0.05,0.05"),
        }
    }
}

/// The seed of the run in a directory, for the same plan without a seed to go on.
pub fn seed_in(dir: &Path) -> Option<u64> {
    journal::settings_in(dir)?.get("seed")?.as_u64()
}

impl Session<'_> {
    /// The journal of the run, which is told from others by all that its numbers depend on. `entries` is what it holds.
    fn open(&mut self, seed: u64, settings: &Settings, entries: &str) -> Result<Journal, RunError> {
        let journal = journal::open(&self.dir, settings)?;
        self.observer.note(&format!("seed {seed}"));
        if journal.n_entries() > 0 {
            self.observer.note(&format!("going on: {} {entries} are there", journal.n_entries()));
        }
        Ok(journal)
    }

    /// What is to be known about the agent before it plays.
    fn introduce(&mut self, game: &AnyGame, space: &Space) {
        space.notes().iter().for_each(|note| self.observer.note(note));
        if let Some(agent) = by_the_clock(game, space.base()) {
            self.observer.note(&format!(
                "{agent} has a time budget, so no two runs are the same; nodes=N or depth=N would be quicker, too"
            ));
        }
    }

    /// Plays a held-out match, or goes on with it.
    fn prove(
        &mut self,
        game: &AnyGame,
        new: &Spec,
        old: &Spec,
        settings: &ProofSettings,
        journal: &mut Journal,
    ) -> Result<Proof, RunError> {
        let observer = &mut *self.observer;
        let mut tell = |proof: &Proof| {
            observer.progress(&Progress {
                part: "held-out match",
                done: Done::games(proof.games as usize, settings.most_games),
                message: &|| {
                    let (reject, accept) = proof.llr_bounds;
                    let score = if proof.games == 0 { "-".to_owned() } else { percent(proof.score) };
                    let llr = proof.llr;
                    format!("{score} · log-likelihood ratio {llr:.2} ({reject:.2} to {accept:.2})")
                },
            });
        };
        Ok(proof::prove(game, new, old, settings, journal, self.stop, &mut tell)?)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Somebody asked to stop; `what` says what is kept.
    fn stopped(&self, what: impl Display) -> RunError {
        RunError::Stopped(format!("{what} kept in {}", self.dir.display()))
    }
}

fn write(path: &Path, text: &str) -> Result<(), RunError> {
    fs::write(path, text).map_err(|error| RunError::cannot_write(path, error))
}

/// Refuses a sequential test that makes no sense, before anything is played.
fn check_proof(settings: &ProofSettings) -> Result<(), RunError> {
    let test = Sprt::new(settings.elo0, settings.elo1, settings.alpha, settings.beta);
    test.map(|_| ()).map_err(|error| ProofError::Sprt(error).into())
}

/// Settings from JSON, by name.
fn settings(value: Value) -> Settings {
    match value {
        Value::Object(settings) => settings,
        _ => Settings::new(),
    }
}

/// The sequential test, as the journal keeps it.
fn sprt(proof: &ProofSettings) -> Value {
    json!([proof.elo0, proof.elo1, proof.alpha, proof.beta])
}

/// The agent, or the one inside, that is bound by nothing but a time.
fn by_the_clock(game: &AnyGame, spec: &Spec) -> Option<String> {
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

/// A number from 0 to 1.
fn share(option: &str, number: f64) -> Result<f64, RunError> {
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    Err(RunError::new(format!("{option} {number} is not from 0 to 1"), format!("write {option} 0.5, say")))
}

/// A number above 0 that is not beyond all measure.
fn positive(option: &str, number: f64) -> Result<f64, RunError> {
    if number > 0.0 && number <= 1e6 {
        return Ok(number);
    }
    Err(RunError::new(format!("{option} {number} is not above 0"), format!("write {option} 0.5, say")))
}

/// How a file of weights came about, as the file says it.
fn made(command: &str, method: &str, game: &AnyGame, seed: u64, games: usize) -> toml::Table {
    let mut made = toml::Table::new();
    made.insert("by".to_owned(), command.into());
    made.insert("program".to_owned(), PROGRAM.into());
    made.insert("method".to_owned(), method.into());
    made.insert("seed".to_owned(), toml_count(seed));
    made.insert("games".to_owned(), toml_count(games as u64));
    made.insert("players".to_owned(), toml_count(game.n_seats() as u64));
    made
}

/// What a held-out match has shown, as files say it.
fn evidence(proof: &Proof) -> toml::Value {
    let mut evidence = toml::Table::new();
    evidence.insert("against".to_owned(), proof.old.clone().into());
    evidence.insert("verdict".to_owned(), proof.verdict.name().into());
    let counts =
        [("games", proof.games), ("wins", proof.wins), ("draws", proof.draws), ("losses", proof.losses)];
    for (name, count) in counts {
        evidence.insert(name.to_owned(), toml_count(count));
    }
    // More digits than these say nothing.
    let number = |value: f64, unit: f64| toml::Value::Float((value * unit).round() / unit);
    let (lo, hi) = proof.ci95;
    evidence.insert("score".to_owned(), number(proof.score, 1e4));
    evidence.insert("ci95".to_owned(), vec![number(lo, 1e4), number(hi, 1e4)].into());
    evidence.insert("elo".to_owned(), number(proof.elo, 10.0));
    evidence.insert("elo-error".to_owned(), number(proof.elo_error, 10.0));
    let (elo0, elo1) = proof.elo_bounds;
    evidence.insert("sprt".to_owned(), vec![toml::Value::Float(elo0), toml::Value::Float(elo1)].into());
    evidence.into()
}

/// TOML has no numbers beyond that.
fn toml_count(count: u64) -> toml::Value {
    i64::try_from(count).map_or_else(|_| toml::Value::String(count.to_string()), toml::Value::Integer)
}

/// The values of a point by the names of its parameters.
fn named(space: &Space, point: &[f64]) -> Map<String, Value> {
    let named = space.parameters().iter().zip(point);
    named.map(|(parameter, value)| (parameter.name.clone(), json!(value))).collect()
}

/// What did not go as it was meant in matches.
fn troubles<'a>(proofs: impl IntoIterator<Item = &'a Proof>) -> impl Iterator<Item = (&'a str, usize)> {
    let all = proofs.into_iter().flat_map(|proof| &proof.troubles);
    all.map(|(what, times)| (what.as_str(), *times))
}

/// The game and the run in a line, for the page.
fn about(game: &AnyGame, how: &str, seed: u64) -> String {
    let info = game.info();
    let variant = if info.variants.len() > 1 { format!(" ({})", game.variant()) } else { String::new() };
    format!("{}{variant} for {} · {how} · seed {seed}", info.title, game.n_seats())
}

/// What the held-out match says, or that there was none: `found` or `learnt`.
fn verdict(proof: Option<&Proof>, found: &str) -> String {
    let none = || format!("{found}, but not verified: no held-out match was played.");
    proof.map_or_else(none, report::verdict)
}

fn is_rejected(proof: Option<&Proof>) -> bool {
    proof.is_some_and(|proof| proof.verdict == ProofVerdict::Rejected)
}

/// A time in two units.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, _) => format!("{seconds:.1}s"),
        (0, minutes, seconds) => format!("{minutes}m {seconds}s"),
        (hours, minutes, _) => format!("{hours}h {minutes}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_two_units() {
        assert_eq!(duration(4.26), "4.3s");
        assert_eq!(duration(125.0), "2m 5s");
        assert_eq!(duration(7325.0), "2h 2m");
    }
}
