//! What all ways of learning have in common: where they run, what they are kept by, and what is refused.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludwerk_core::{Game as _, duration_text, parse_duration};
use ludwerk_learn::journal::{Journal, JournalError, Settings};
use ludwerk_learn::proof::{Proof, ProofError, ProofSettings};
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use crate::args::PracticeArgs;
use crate::commands::r#match::{checked_threads, elo_text};
use crate::failure::Failure;
use crate::output::{self, BAD, GOOD, percent};
use crate::position::{configure, seed};

/// The games of a run unless a number or a time is given.
const GAMES: usize = 2000;

/// The games of a batch unless told otherwise.
const BATCH: usize = 50;

/// The random plies before a game unless told otherwise.
const OPENING_PLIES: usize = 4;

/// Where a run takes place.
pub struct Ground<'a> {
    pub args: &'a PracticeArgs,
    pub game: AnyGame,
    pub seed: u64,
    /// How many games; `None` for as many as the time allows.
    pub n_games: Option<usize>,
    pub time: Option<Duration>,
    pub batch: usize,
    pub opening_plies: usize,
    pub n_threads: NonZeroUsize,
    pub against: Vec<Spec>,
}

impl<'a> Ground<'a> {
    /// Validates what is asked for.
    pub fn new(args: &'a PracticeArgs) -> Result<Self, Failure> {
        let game = configure(&args.game.game, &args.game.config)?;
        let time = args.time.as_deref().map(read_time).transpose()?;
        let games = args.games.map(usize::from);
        let against: Vec<Spec> = args.against.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        for spec in &against {
            game.agent(spec, 0)?;
        }
        // A run that goes on keeps its seed.
        let kept = args.out.as_deref().and_then(Journal::settings_in);
        let kept = kept.and_then(|settings| settings.get("seed").and_then(Value::as_u64));
        let seed = args.game.config.seed.or(kept).unwrap_or_else(|| seed(&args.game.config));
        Ok(Self {
            args,
            seed,
            n_games: games.or(if time.is_none() { Some(GAMES) } else { None }),
            time,
            batch: args.batch.map_or(BATCH, usize::from),
            opening_plies: args.opening_plies.unwrap_or(OPENING_PLIES),
            n_threads: checked_threads(args.threads)?,
            against,
            game,
        })
    }

    /// The settings on which all numbers of the run depend, with those of the method.
    pub fn settings(&self, method: &str, of_method: Vec<(&str, Value)>) -> Settings {
        let mut settings = Settings::new();
        let against: Vec<_> = self.against.iter().map(ToString::to_string).collect();
        let common = [
            ("method", json!(method)),
            ("game", json!(self.game.info().id)),
            ("variant", json!(self.game.variant())),
            ("players", json!(self.game.n_seats())),
            ("seed", json!(self.seed)),
            ("games", json!(self.n_games)),
            ("time", json!(self.time.filter(|_| self.n_games.is_none()).map(duration_text))),
            ("batch", json!(self.batch)),
            ("opening-plies", json!(self.opening_plies)),
            ("max-plies", json!(self.args.max_plies)),
            ("against", json!(against)),
            ("curve", json!(self.args.curve)),
            ("every", json!(self.args.every.map(usize::from))),
            ("proof-elo", json!(self.args.proof_elo)),
        ];
        for (name, value) in common.into_iter().chain(of_method) {
            settings.insert(name.to_owned(), value);
        }
        settings
    }

    /// The journal of the run: in its directory, or nowhere.
    pub fn journal(&self, settings: &Settings) -> Result<Journal, Failure> {
        let Some(dir) = &self.args.out else { return Ok(Journal::in_memory()) };
        let journal = Journal::open(dir, settings).map_err(|error| of_journal(&error))?;
        if journal.n_entries() > 0 {
            output::note(format!("going on with the run in {}", dir.display()));
        }
        Ok(journal)
    }

    /// After how many games of learning a point of the curve is measured.
    pub fn every(&self) -> usize {
        let a_tenth = self.n_games.map_or(10 * self.batch, |games| games.div_ceil(10));
        self.args.every.map_or(a_tenth.max(self.batch), usize::from)
    }

    /// How the matches in the end are played.
    pub fn proof(&self) -> ProofSettings {
        ProofSettings {
            elo1: self.args.proof_elo,
            most_games: self.args.proof_games,
            opening_plies: self.opening_plies,
            most_plies: self.args.max_plies,
            seed: self.seed,
            n_threads: self.n_threads,
            ..ProofSettings::default()
        }
    }

    /// A file of the run; `None` if it is kept nowhere.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        self.args.out.as_ref().map(|dir| dir.join(name))
    }
}

fn read_time(text: &str) -> Result<Duration, Failure> {
    parse_duration(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| Failure::new(format!("{text:?} is no time"), "write --time 90s, 20m or 1h"))
}

/// A number from 0 to 1.
pub fn share(option: &str, number: f64) -> Result<f64, Failure> {
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    Err(Failure::new(format!("{option} {number} is not from 0 to 1"), format!("write {option} 0.5, say")))
}

/// A number above 0.
pub fn positive(option: &str, number: f64) -> Result<f64, Failure> {
    if number > 0.0 && number.is_finite() {
        return Ok(number);
    }
    Err(Failure::new(format!("{option} {number} is not above 0"), format!("write {option} 0.5, say")))
}

pub fn of_journal(error: &JournalError) -> Failure {
    Failure::new(error, error.hint())
}

/// A match in the end that was not played to its end.
pub fn of_proof(error: &ProofError, is_kept: bool) -> Failure {
    match error {
        ProofError::Journal(error) => of_journal(error),
        ProofError::Trial(error) => Failure::new(error, error.hint()),
        ProofError::Sprt(_) => Failure::new(error, "write --proof-elo 20, above 0"),
        ProofError::Stopped { .. } => interrupted(error, is_kept),
    }
}

/// A run that somebody has stopped.
pub fn interrupted(what: impl std::fmt::Display, is_kept: bool) -> Failure {
    let hint =
        if is_kept { "the same command goes on from there" } else { "nothing is kept without --out DIR" };
    Failure::interrupted(what, hint)
}

/// Writes a file all at once.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let temporary = path.with_extension("part");
    fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", path.display()), "check the path given to --out")
    })
}

/// The command line, as files say how they were made.
pub fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=:,./+".contains(letter);
        if word.chars().all(is_plain) && !word.is_empty() {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    std::iter::once("ludwerk".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// How a match in the end came out, in a line.
pub fn proof_text(proof: &Proof) -> String {
    let (style, word) = match proof.verdict.name() {
        "accepted" => (GOOD, "better"),
        "rejected" => (BAD, "not better"),
        _ => (output::DIM, "undecided"),
    };
    format!(
        "{style}{word}{style:#} than {}: {} of {} games ({} to {}), Elo {}, LLR {:.2}",
        proof.old,
        percent(proof.score),
        proof.games,
        percent(proof.ci95.0),
        percent(proof.ci95.1),
        elo_text(proof.elo, proof.elo_error),
        proof.llr,
    )
}
