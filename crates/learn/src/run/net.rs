//! Learning a network in the place of an evaluation.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use ludwerk_core::Game as _;
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_report::document::Document;
use ludwerk_report::words::{grouped, percent};
use serde_json::{Value, json};

use super::{
    Done, PAGE, PROGRAM, Progress, RunError, Session, about, check_proof, is_rejected, settings, sprt,
    troubles, verdict, write,
};
use crate::journal::{Journal, Settings};
use crate::net::{self, Measured, TrainError, Training, with_net};
use crate::proof::{Proof, ProofSettings};
use crate::report;
use crate::tuning::CurvePoint;

/// The network that was found, in the directory of the run.
const FILE: &str = "network.net";

/// What is to be learnt, and how it is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules.
    pub game: AnyGame,
    /// What is learnt.
    pub lesson: net::Plan,
    /// Games that measure each generation against the agent with its initial weights.
    pub measure: usize,
    /// The agent of the held-out match; the one that learns if there is none.
    pub match_agent: Option<Spec>,
    /// Its opponent; the same agent with its initial weights if there is none.
    pub against: Option<Spec>,
    /// How the held-out match is played.
    pub proof: ProofSettings,
    /// How many games run at the same time. Changes no result.
    pub n_threads: NonZeroUsize,
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was asked for.
    pub plan: Plan,
    /// The generations.
    pub course: Vec<Measured>,
    /// The one that is taken.
    pub best: Measured,
    /// The agent of the held-out match with its network.
    pub spec: Spec,
    /// The held-out match.
    pub proof: Option<Proof>,
    /// The file of the network.
    pub file: PathBuf,
    /// The page.
    pub page: PathBuf,
}

/// Learns, or goes on, to the end.
///
/// # Errors
/// A [`RunError`].
pub fn run(plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    let Plan { game, lesson, .. } = &plan;
    check_numbers(lesson, plan.measure)?;
    check_proof(&plan.proof)?;
    let dir = session.dir.clone();
    let training = Training {
        game,
        plan: lesson,
        folder: &dir,
        made: format!("{PROGRAM} train net {}, seed {}", lesson.agent, lesson.seed),
        n_threads: plan.n_threads,
        stop: session.stop,
    };
    let player = plan.match_agent.clone().map_or_else(|| training.agent(1), Ok)?;
    let opponent = plan.against.as_ref().unwrap_or(&player).clone();
    game.agent(&opponent, 0)?;
    training.check()?;
    training.check_player(&player)?;
    let mut journal = session.open(lesson.seed, &kept(&plan, &player, &opponent), "measurements")?;

    // 2. Learn.
    let course = learn(&training, &plan, &mut journal, session)?;
    let best = course.iter().max_by(|a, b| a.score.total_cmp(&b.score)).cloned();
    let best =
        best.ok_or_else(|| RunError::new("no generations, so nothing is learnt", "write --generations 1"))?;
    let (file, found) = (session.path(FILE), training.net_file(best.generation));
    if !found.exists() {
        return Err(RunError::new(
            format!("{} is gone, and the run says that it was made", found.display()),
            "put it back, or begin anew in another directory with --out",
        ));
    }
    fs::copy(found, &file).map_err(|error| RunError::cannot_write(&file, error))?;

    // 3. Show that it is better, in games that had no part in choosing it.
    let spec = with_net(&player, &file);
    let proof = if plan.proof.most_games > 0 {
        // Another generation plays another match.
        let name = format!("{}-of-generation-{}", plan.proof.name, best.generation);
        let settings = ProofSettings { name, ..plan.proof.clone() };
        Some(session.prove(game, &spec, &opponent, &settings, &mut journal)?)
    } else {
        None
    };
    let page = session.path(PAGE);
    let outcome = Outcome { plan, course, best, spec, proof, file, page };
    outcome.write_page(&session.command)?;
    Ok(outcome)
}

fn check_numbers(plan: &net::Plan, measure: usize) -> Result<(), RunError> {
    let net::Plan { games, selfplay, fit, .. } = plan;
    let counts = [
        ("games", *games),
        ("epochs", fit.epochs as u64),
        ("batch", fit.batch as u64),
        ("measure", measure as u64),
    ];
    if let Some((name, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
        return Err(RunError::new(format!("--{name} is 0"), format!("write --{name} 100, say")));
    }
    for (name, value) in [("exploration", selfplay.exploration), ("outcome", selfplay.outcome)] {
        if !(0.0..=1.0).contains(&value) {
            let message = format!("--{name} {value} is not between 0 and 1");
            return Err(RunError::new(message, format!("write --{name} 0.3")));
        }
    }
    let rate = fit.rate;
    if !(rate > 0.0 && rate <= 1.0) {
        let message = format!("--rate {rate} is not above 0 and at most 1");
        return Err(RunError::new(message, "write --rate 0.005"));
    }
    if !(0.0..1.0).contains(&fit.decay) {
        let message = format!("--decay {} is not from 0 to below 1", fit.decay);
        return Err(RunError::new(message, "write --decay 0.0001"));
    }
    if !(1..=4).contains(&fit.widths.len()) || fit.widths.iter().any(|width| !(1..=1024).contains(width)) {
        let message = "hidden layers are 1 to 4, of 1 to 1024 units each";
        return Err(RunError::new(message, "write --widths 32 or --widths 64,16"));
    }
    Ok(())
}

/// All that the numbers of a run depend on. More generations may follow later.
fn kept(plan: &Plan, player: &Spec, opponent: &Spec) -> Settings {
    let Plan { game, lesson, measure, proof, .. } = plan;
    let mut kept = settings(json!(lesson));
    kept.remove("generations");
    kept.extend(settings(json!({
        "method": "net",
        "game": game.info().id,
        "variant": game.variant(),
        "players": game.n_seats(),
        "match-agent": player.to_string(),
        "against": opponent.to_string(),
        "measure": measure,
        "sprt": sprt(proof),
    })));
    kept
}

fn learn(
    training: &Training<'_>,
    plan: &Plan,
    journal: &mut Journal,
    session: &mut Session<'_>,
) -> Result<Vec<Measured>, RunError> {
    let net::Plan { games, generations, fit, .. } = &plan.lesson;
    let observer = std::cell::RefCell::new(&mut *session.observer);
    let course = training.run(
        plan.measure,
        journal,
        &mut |told| {
            let (generation, n_games, what) = match told {
                net::Progress::Games { generation, n_games } => (generation, n_games, "games".to_owned()),
                net::Progress::Epoch { generation, epoch, loss } => {
                    let loss = loss.validation;
                    (generation, *games, format!("epoch {epoch} of {}, loss {loss:.4}", fit.epochs))
                }
                net::Progress::Match { generation } => (generation, *games, "match".to_owned()),
            };
            let done = u64::from(generation - 1) * games + n_games;
            let all = games * u64::from(*generations);
            observer.borrow_mut().progress(&Progress {
                part: "learning",
                done: Done::Count { done, all, unit: "games" },
                message: &|| format!("generation {generation}: {what}"),
            });
        },
        &mut |measured| {
            let loss = measured.loss.map_or(String::new(), |loss| format!(", loss {:.4}", loss.validation));
            observer.borrow_mut().note(&format!(
                "generation {}: {} positions{loss}, scores {} ({} to {})",
                measured.generation,
                grouped(measured.n_positions),
                percent(measured.score),
                percent(measured.ci95.0),
                percent(measured.ci95.1)
            ));
        },
    );
    Ok(course?)
}

impl From<TrainError> for RunError {
    fn from(error: TrainError) -> Self {
        let hint = match &error {
            TrainError::Stopped => return Self::Stopped("stopped; what is done is kept".to_owned()),
            TrainError::Refused(_) => "`ludwerk agents GAME` tells which agents take weights".to_owned(),
            TrainError::Agent(error) => error.hint(),
            TrainError::File { .. } | TrainError::Net { .. } => {
                "remove the file, and it is made again".to_owned()
            }
            TrainError::Fit(_) => "a smaller --rate may help".to_owned(),
            TrainError::Trial(error) => error.hint(),
            TrainError::Journal(error) => error.hint().to_owned(),
        };
        Self::new(error, hint)
    }
}

impl Outcome {
    /// Whether the held-out match says that nothing was learnt.
    pub fn is_rejected(&self) -> bool {
        is_rejected(self.proof.as_ref())
    }

    fn n_games(&self) -> u64 {
        self.plan.lesson.games * self.course.len() as u64
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let Plan { game, lesson, .. } = &self.plan;
        json!({
            "method": "net",
            "game": game.info().id,
            "variant": game.variant(),
            "players": game.n_seats(),
            "agent": lesson.agent,
            "seed": lesson.seed,
            "games": self.n_games(),
            "best": { "generation": self.best.generation, "widths": lesson.fit.widths },
            "spec": self.spec.to_string(),
            "file": self.file.display().to_string(),
            "report": self.page.display().to_string(),
            "proof": self.proof,
            "curve": self.course,
        })
    }

    fn write_page(&self, command: &str) -> Result<(), RunError> {
        let Plan { game, lesson, .. } = &self.plan;
        let info = game.info();
        let point = |measured: &Measured| CurvePoint {
            games: lesson.games as usize * measured.generation as usize,
            score: measured.score,
            ci95: measured.ci95,
            of_games: measured.n_games,
        };
        let curve: Vec<_> = self.course.iter().map(point).collect();
        let mut chapters: Vec<_> = self.proof.iter().map(report::proof).collect();
        let help = "a network for each generation, by the agent that plays against itself";
        chapters.extend(report::curve(&curve, help, &lesson.agent));
        chapters.extend(report::troubles(troubles(&self.proof)));
        let file = self.file.display().to_string();
        chapters.push(report::usage(info.id, &file, &self.spec.to_string(), None));
        let loss = self.best.loss.map_or(String::new(), |loss| {
            format!(
                "validation {:.4}; baseline (constant forecast) {:.4}; entropy of the targets {:.4}",
                loss.validation, loss.baseline, loss.irreducible
            )
        });
        let widths: Vec<_> = lesson.fit.widths.iter().map(ToString::to_string).collect();
        let facts = [
            ("Program", PROGRAM.to_owned()),
            ("Agent", lesson.agent.clone()),
            ("Hidden layers", widths.join(", ")),
            ("Generations", format!("{}, of which {} is taken", self.course.len(), self.best.generation)),
            ("Games", format!("{} a generation", grouped(lesson.games as usize))),
            ("Positions", grouped(self.best.n_positions)),
            ("Loss", loss),
            ("Seed", lesson.seed.to_string()),
        ];
        chapters.push(report::repeat(command, &facts, &[]));
        let how = format!("{} games of self-play", grouped(self.n_games() as usize));
        let document = Document {
            title: format!("A network for {}", info.title),
            what: about(game, &how, lesson.seed),
            verdict: verdict(self.proof.as_ref(), "Learnt"),
            chapters,
            ..Document::default()
        };
        write(&self.page, &document.html())
    }
}
