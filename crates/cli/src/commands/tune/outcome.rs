//! What a run of `ludwerk tune` leaves: the file of weights, the page, and what is said about them.

use std::fs;
use std::path::PathBuf;

use ludwerk_core::Game as _;
use ludwerk_learn::proof::Proof;
use ludwerk_learn::report;
use ludwerk_learn::tuning::Found;
use ludwerk_registry::Spec;
use ludwerk_report::document::Document;
use serde_json::{Map, Value, json};

use super::points::Run;
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, thousands};

/// The program, as files and journals name it.
pub const PROGRAM: &str = concat!("ludwerk ", env!("CARGO_PKG_VERSION"));

pub struct Outcome<'a> {
    pub run: &'a Run,
    pub method: &'static str,
    pub method_settings: Vec<(&'static str, f64)>,
    /// What the learning curve is the score of.
    pub curve_help: &'static str,
    pub command: String,
    pub found: Found,
    /// The agent that was found, written out.
    pub spec: Spec,
    pub proof: Option<Proof>,
}

impl Outcome<'_> {
    fn file_path(&self) -> PathBuf {
        self.run.dir.join("weights.toml")
    }

    fn report_path(&self) -> PathBuf {
        self.run.dir.join("report.html")
    }

    /// The agent with the file in the place of what was found.
    fn file_spec(&self) -> Spec {
        self.run.space.spec_of_file(self.run.space.base(), &self.file_path().display().to_string())
    }

    /// Writes the file of weights, with the evidence where there is some.
    pub fn write_file(&self) -> Result<(), Failure> {
        let mut made = toml::Table::new();
        made.insert("by".to_owned(), self.command.clone().into());
        made.insert("program".to_owned(), PROGRAM.into());
        made.insert("method".to_owned(), self.method.into());
        made.insert("seed".to_owned(), toml_count(self.run.seed));
        made.insert("games".to_owned(), toml_count(self.found.games as u64));
        made.insert("players".to_owned(), toml_count(self.run.game.n_seats() as u64));
        made.insert("opponent".to_owned(), self.run.opponent.to_string().into());
        if let Some(proof) = &self.proof {
            made.insert("evidence".to_owned(), evidence(proof).into());
        }
        let file = self.run.space.file(self.run.space.base(), &self.found.point, made);
        write(&self.file_path(), &file.text())
    }

    /// Writes the page.
    pub fn write_report(&self) -> Result<(), Failure> {
        let (run, found) = (self.run, &self.found);
        let mut chapters = vec![report::parameters(&run.space, &found.point)];
        chapters.extend(self.proof.as_ref().map(report::proof));
        chapters.extend(report::curve(&found.curve, self.curve_help, &run.opponent.to_string()));
        chapters.extend(report::path(&run.space, &found.path));
        chapters.extend(report::troubles(self.troubles()));
        let file = self.file_path().display().to_string();
        let (spec, written) = (self.file_spec().to_string(), self.spec.to_string());
        chapters.push(report::usage(run.game.info().id, &file, &spec, Some(&written)));
        chapters.push(report::repeat(&self.command, &self.facts(), run.space.notes()));
        let info = run.game.info();
        let variant =
            if info.variants.len() > 1 { format!(" ({})", run.game.variant()) } else { String::new() };
        let document = Document {
            title: format!("{} tuned for {}", run.space.agent(), info.title),
            what: format!(
                "{}{variant} for {} · {} · {} games of tuning · seed {}",
                info.title,
                run.game.n_seats(),
                method_title(self.method),
                thousands(found.games as u64),
                run.seed
            ),
            verdict: match &self.proof {
                Some(proof) => report::verdict(proof),
                None => "Found, but not verified: no held-out match was played.".to_owned(),
            },
            chapters,
            ..Document::default()
        };
        write(&self.report_path(), &document.html())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let run = self.run;
        let settings: Vec<_> =
            self.method_settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let mut facts = vec![
            ("Program", PROGRAM.to_owned()),
            ("Method", format!("{}: {}", method_title(self.method), settings.join(", "))),
            ("Agent", run.space.base().to_string()),
            ("Opponent", run.opponent.to_string()),
            ("Seed", run.seed.to_string()),
            (
                "Games",
                format!(
                    "{} of at most {}, after {} random plies each",
                    thousands(self.found.games as u64),
                    thousands(run.n_games as u64),
                    run.trial.opening_plies
                ),
            ),
            ("Time", duration(self.found.seconds)),
        ];
        if self.found.is_time_up {
            facts.push(("Ended", "because the time was up".to_owned()));
        }
        facts
    }

    /// What did not go as it was meant, in tuning and in the match.
    fn troubles(&self) -> impl Iterator<Item = (&str, usize)> {
        let tuning = self.found.troubles.iter().map(|(what, &times)| (what.as_str(), times));
        let proof = self.proof.iter().flat_map(|proof| &proof.troubles);
        tuning.chain(proof.map(|(what, times)| (what.as_str(), *times)))
    }

    fn values(&self, point: &[f64]) -> Value {
        let named = self.run.space.parameters().iter().zip(point);
        Value::Object(
            named.map(|(parameter, value)| (parameter.name.clone(), json!(value))).collect::<Map<_, _>>(),
        )
    }

    /// Everything, for programs.
    pub fn document(&self) -> Value {
        let run = self.run;
        json!({
            "method": self.method,
            "game": run.game.info().id,
            "variant": run.game.variant(),
            "players": run.game.n_seats(),
            "agent": run.space.base().to_string(),
            "opponent": run.opponent.to_string(),
            "seed": run.seed,
            "games": self.found.games,
            "seconds": self.found.seconds,
            "best": self.values(&self.found.point),
            "start": self.values(&run.space.start()),
            "spec": self.spec.to_string(),
            "file": self.file_path().display().to_string(),
            "report": self.report_path().display().to_string(),
            "proof": self.proof,
            "curve": self.found.curve,
        })
    }

    /// Everything that matters, for people.
    pub fn tell(&self) -> Result<(), Failure> {
        let mut table = Table::new(&["parameter", "#start", "#found", "#bounds"]);
        for (parameter, value) in self.run.space.parameters().iter().zip(&self.found.point) {
            table.row([
                parameter.name.clone(),
                parameter.start.to_string(),
                value.to_string(),
                format!("{} to {}", parameter.bounds.0, parameter.bounds.1),
            ]);
        }
        table.print()?;
        for (what, times) in self.troubles() {
            output::line(format!("{BAD}{times} games:{BAD:#} {what}"))?;
        }
        let (games, time) = (thousands(self.found.games as u64), duration(self.found.seconds));
        output::line(format!("{DIM}{games} games of tuning in {time}{DIM:#}"))?;
        if let Some(proof) = &self.proof {
            use ludwerk_learn::proof::ProofVerdict::{Accepted, Rejected, Undecided};
            let style = match proof.verdict {
                Accepted => GOOD,
                Rejected => BAD,
                Undecided => BOLD,
            };
            output::line(format!("{style}{}{style:#}", report::verdict(proof)))?;
            output::line(format!("{DIM}against {}{DIM:#}", proof.old))?;
        }
        output::line(format!("the file: {}", self.file_path().display()))?;
        output::line(format!("the page: {}", self.report_path().display()))?;
        output::line(format!("to use it: {BOLD}{}{BOLD:#}", self.file_spec()))
    }
}

/// What a held-out match has shown, as files say it.
pub fn evidence(proof: &Proof) -> toml::Table {
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
    evidence
}

/// TOML has no numbers beyond that.
pub fn toml_count(count: u64) -> toml::Value {
    i64::try_from(count).map_or_else(|_| toml::Value::String(count.to_string()), toml::Value::Integer)
}

fn method_title(name: &str) -> &'static str {
    match name {
        "ga" => "genetic algorithm",
        "cma" => "CMA-ES",
        _ => "SPSA",
    }
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

/// Writes a file of the run.
pub fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::io(format!("cannot write {}", path.display()), &error))
}

/// The command as it was given, with the seed that it was run with.
pub fn command_line(seed: u64) -> String {
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

    #[test]
    fn times_are_said_in_two_units() {
        assert_eq!(duration(4.26), "4.3s");
        assert_eq!(duration(125.0), "2m 5s");
        assert_eq!(duration(7325.0), "2h 2m");
    }
}
