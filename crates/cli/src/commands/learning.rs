//! What `tune` and `train` share: where a run is kept, how it is watched, and what is told of it.

use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludwerk_core::parse_duration;
use ludwerk_learn::proof::{Proof, ProofSettings, ProofVerdict};
use ludwerk_learn::report;
use ludwerk_learn::run::{self, Done, Observer, RunError, Session};
use ludwerk_learn::space::Space;
use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec, SpecError};
use serde_json::Value;

use crate::args::{ConfigArgs, ProofArgs};
use crate::commands::r#match::checked_threads;
use crate::commands::tournament::sprt;
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, thousands};
use crate::progress::Progress;
use crate::{CommandResult, interrupt, position};

/// How often a log gets a line.
const LOG: Duration = Duration::from_secs(60);

/// Where a run is kept, and what repeats it.
pub struct Place {
    dir: PathBuf,
    pub seed: u64,
    command: String,
}

impl Place {
    /// The directory that was named, or `folder/name`, with the seed of the run that is there unless another is named.
    pub fn new(out: Option<&PathBuf>, folder: &str, name: &str, config: &ConfigArgs) -> Self {
        let dir = out.cloned().unwrap_or_else(|| Path::new(folder).join(name));
        let seed = config.seed.or_else(|| run::seed_in(&dir)).unwrap_or_else(|| position::seed(config));
        Self { dir, seed, command: command_line(seed) }
    }

    /// Runs in sight of the user.
    pub fn run<T>(self, run: impl FnOnce(&mut Session<'_>) -> Result<T, RunError>) -> Result<T, Failure> {
        let mut watch = Watch::new();
        let Self { dir, command, .. } = self;
        let stop = interrupt::flag();
        Ok(run(&mut Session { dir, command, stop, observer: &mut watch })?)
    }
}

/// Shows how a run goes on: a bar in a terminal, and now and then a line for a log.
struct Watch {
    part: &'static str,
    /// Is begun by what was there before, so that the time left is told by the rest.
    bar: Option<Progress>,
    is_terminal: bool,
    logged: Instant,
}

impl Watch {
    fn new() -> Self {
        Self { part: "", bar: None, is_terminal: std::io::stderr().is_terminal(), logged: Instant::now() }
    }
}

impl Observer for Watch {
    fn note(&mut self, text: &str) {
        output::note(text);
    }

    fn progress(&mut self, progress: &run::Progress<'_>) {
        let &run::Progress { part, done, message } = progress;
        if self.part != part {
            (self.part, self.bar) = (part, None);
        }
        if self.is_terminal {
            let message = || format!("{part} · {}", message());
            match done {
                Done::Count { done, all, .. } => {
                    let bar = self.bar.get_or_insert_with(|| Progress::of_count_from(done, all));
                    bar.show(done, message);
                }
                Done::Share(share) => {
                    let bar = self.bar.get_or_insert_with(|| Progress::of_fraction_from(share));
                    bar.show_fraction(share, message);
                }
            }
        } else if self.logged.elapsed() >= LOG {
            self.logged = Instant::now();
            let done = match done {
                Done::Count { done, all, unit } => {
                    format!("{} of {} {unit}", thousands(done), thousands(all))
                }
                Done::Share(share) => output::percent(share),
            };
            output::note(format!("{part}: {done} · {}", message()));
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match &error {
            RunError::Failed { message, hint } => Self::new(message, hint),
            RunError::Stopped(what) => Self::interrupted(what, error.hint()),
        }
    }
}

/// How games are played.
pub fn trial(
    game: &AnyGame,
    opening_plies: usize,
    most_plies: usize,
    threads: Option<NonZeroUsize>,
) -> Result<Trial, Failure> {
    Ok(Trial { game: game.clone(), opening_plies, most_plies, n_threads: checked_threads(threads)? })
}

/// How the held-out match is played.
pub fn proof(args: &ProofArgs, trial: &Trial, seed: u64) -> Result<ProofSettings, Failure> {
    let test = sprt(&args.sprt)?;
    Ok(ProofSettings {
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
        most_games: args.proof_games,
        opening_plies: trial.opening_plies,
        most_plies: trial.most_plies,
        seed,
        n_threads: trial.n_threads,
        ..ProofSettings::default()
    })
}

/// An agent that may be left out.
pub fn spec(text: Option<&String>) -> Result<Option<Spec>, SpecError> {
    text.map(|text| text.parse()).transpose()
}

/// A time that may be left out.
pub fn time(text: Option<&String>) -> Result<Option<Duration>, Failure> {
    let read = |text: &String| {
        let time = parse_duration(text).filter(|time| !time.is_zero());
        time.ok_or_else(|| Failure::new(format!("{text:?} is no time"), "write --time 30m, 8h or 90s"))
    };
    text.map(read).transpose()
}

/// Ends a command: as JSON or in words, with an exit code that says whether the held-out match was lost.
pub fn end(
    as_json: bool,
    json: impl FnOnce() -> Value,
    tell: impl FnOnce() -> Result<(), Failure>,
    is_rejected: bool,
) -> CommandResult {
    if as_json {
        output::json(&json())?;
    } else {
        tell()?;
    }
    Ok(if is_rejected { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Tells parameters before and after, with headings for their names and for what was found.
pub fn tell_parameters(what: &str, found: &str, space: &Space, point: &[f64]) -> Result<(), Failure> {
    let mut table = Table::new(&[what, "#start", found, "#bounds"]);
    for (parameter, value) in space.parameters().iter().zip(point) {
        table.row([
            parameter.name.clone(),
            parameter.start.to_string(),
            value.to_string(),
            format!("{} to {}", parameter.bounds.0, parameter.bounds.1),
        ]);
    }
    table.print()
}

/// Tells what did not go as it was meant.
pub fn tell_troubles<'a>(troubles: impl IntoIterator<Item = (&'a str, usize)>) -> Result<(), Failure> {
    let mut troubles = troubles.into_iter();
    troubles.try_for_each(|(what, times)| output::line(format!("{BAD}{times} games:{BAD:#} {what}")))
}

/// Tells how held-out matches came out.
pub fn tell_proofs<'a>(proofs: impl IntoIterator<Item = &'a Proof>) -> Result<(), Failure> {
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

/// Tells what a run leaves, and how it is used: `what` is a file, a table or a network.
pub fn tell_files(what: &str, file: &Path, page: &Path, spec: &Spec) -> Result<(), Failure> {
    output::line(format!("the {what}: {}", file.display()))?;
    output::line(format!("the page: {}", page.display()))?;
    output::line(format!("to use it: {BOLD}{spec}{BOLD:#}"))
}

/// The command as it was given, with the seed that it was run with.
fn command_line(seed: u64) -> String {
    let words = std::env::args_os().skip(1);
    let mut words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
    if !has_seed {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    let quoted = words.iter().map(|word| quoted(word));
    std::iter::once("ludwerk".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_more_into_them() {
        assert_eq!(quoted("alphabeta:nodes=300,weights=start"), "alphabeta:nodes=300,weights=start");
        assert_eq!(quoted("greedy:weights=(start:a=1)"), "'greedy:weights=(start:a=1)'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
