//! What a run of `ludwerk train net` leaves: the network, the page, and what is said about them.

use std::path::{Path, PathBuf};

use ludwerk_core::Game as _;
use ludwerk_learn::net::{Measured, Plan};
use ludwerk_learn::proof::Proof;
use ludwerk_learn::report;
use ludwerk_learn::tuning::CurvePoint;
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_report::document::Document;
use serde_json::{Value, json};

use crate::commands::tune::outcome::{PROGRAM, command_line, write};
use crate::failure::Failure;
use crate::output::{self, BOLD, Table, percent, thousands};

/// The network that was found, in the folder of the run.
pub const FILE: &str = "network.net";

pub struct Outcome<'a> {
    pub game: &'a AnyGame,
    pub dir: &'a Path,
    pub plan: &'a Plan,
    pub course: &'a [Measured],
    pub best: &'a Measured,
    /// The agent of the held-out match with the network.
    pub spec: &'a Spec,
    pub proof: Option<&'a Proof>,
}

impl Outcome<'_> {
    fn file(&self) -> PathBuf {
        self.dir.join(FILE)
    }

    fn page(&self) -> PathBuf {
        self.dir.join("report.html")
    }

    fn n_games(&self) -> u64 {
        self.plan.games * self.course.len() as u64
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let point = |measured: &Measured| CurvePoint {
            games: self.plan.games as usize * measured.generation as usize,
            score: measured.score,
            ci95: measured.ci95,
            of_games: measured.n_games,
        };
        self.course.iter().map(point).collect()
    }

    /// Writes the page.
    pub fn write_page(&self) -> Result<(), Failure> {
        let info = self.game.info();
        let widths: Vec<_> = self.plan.fit.widths.iter().map(ToString::to_string).collect();
        let spec = self.spec.to_string();
        let mut chapters: Vec<_> = self.proof.map(report::proof).into_iter().collect();
        let help = "a network for each generation, by the agent that plays against itself";
        chapters.extend(report::curve(&self.curve(), help, &self.plan.agent));
        chapters.extend(self.proof.and_then(|proof| {
            report::troubles(proof.troubles.iter().map(|(what, times)| (what.as_str(), *times)))
        }));
        chapters.push(report::usage(info.id, &self.file().display().to_string(), &spec, None));
        let loss = self.best.loss.map_or(String::new(), |loss| {
            format!(
                "validation {:.4}; baseline (constant forecast) {:.4}; entropy of the targets {:.4}",
                loss.validation, loss.baseline, loss.irreducible
            )
        });
        let facts = [
            ("Program", PROGRAM.to_owned()),
            ("Agent", self.plan.agent.clone()),
            ("Hidden layers", widths.join(", ")),
            ("Generations", format!("{}, of which {} is taken", self.course.len(), self.best.generation)),
            ("Games", format!("{} a generation", thousands(self.plan.games))),
            ("Positions", thousands(self.best.n_positions as u64)),
            ("Loss", loss),
            ("Seed", self.plan.seed.to_string()),
        ];
        chapters.push(report::repeat(&command_line(self.plan.seed), &facts, &[]));
        let document = Document {
            title: format!("A network for {}", info.title),
            what: format!(
                "{} ({}) for {} · {} games of self-play · seed {}",
                info.title,
                self.game.variant(),
                self.game.n_seats(),
                thousands(self.n_games()),
                self.plan.seed
            ),
            verdict: self.proof.map_or_else(
                || "Learnt, but not verified: no held-out match was played.".to_owned(),
                report::verdict,
            ),
            chapters,
            ..Document::default()
        };
        write(&self.page(), &document.html())
    }

    /// Everything, for programs.
    pub fn document(&self) -> Value {
        json!({
            "method": "net",
            "game": self.game.info().id,
            "variant": self.game.variant(),
            "players": self.game.n_seats(),
            "agent": self.plan.agent,
            "seed": self.plan.seed,
            "games": self.n_games(),
            "best": { "generation": self.best.generation, "widths": self.plan.fit.widths },
            "spec": self.spec.to_string(),
            "file": self.file().display().to_string(),
            "report": self.page().display().to_string(),
            "proof": self.proof,
            "curve": self.course,
        })
    }

    /// Everything that matters, for people.
    pub fn tell(&self) -> Result<(), Failure> {
        let mut table = Table::new(&["generation", "#positions", "#loss", "#score", "#95%"]);
        for measured in self.course {
            table.row([
                measured.generation.to_string(),
                thousands(measured.n_positions as u64),
                measured.loss.map_or(String::new(), |loss| format!("{:.4}", loss.validation)),
                percent(measured.score),
                format!("{} to {}", percent(measured.ci95.0), percent(measured.ci95.1)),
            ]);
        }
        table.print()?;
        if let Some(proof) = self.proof {
            output::line(report::verdict(proof))?;
            output::line(format!("against {}", proof.old))?;
        }
        output::line(format!("the network: {}", self.file().display()))?;
        output::line(format!("the page: {}", self.page().display()))?;
        output::line(format!("to use it: {BOLD}{}{BOLD:#}", self.spec))
    }
}
