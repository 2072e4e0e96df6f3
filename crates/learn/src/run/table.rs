//! Learning a Q-table: the values of all moves, by sweeps or by games.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use ludwerk_core::{Game as _, Keyed as _, Move as _, Notation as _, Rng, Turn};
use ludwerk_registry::{AnyGame, AnyMove, AnyState, Spec};
use ludwerk_report::words::{grouped, percent};
use ludwerk_search::QTable;
use serde_json::{Value, json};

use super::practice::Practice;
use super::{Done, PAGE, Progress, RunError, Session, is_rejected, positive, share, table_page, write};
use crate::proof::Proof;
use crate::q::Rule;
use crate::q::closed::ClosedSetError;
use crate::q::practice::{self, Environment};
use crate::q::run::{self as learning, Event, Games, Measure, Point, Practised, SweepRow, Swept, TABLE_FILE};

/// The games of a run unless told otherwise.
pub const GAMES: NonZeroUsize = NonZeroUsize::new(100_000).unwrap();

/// The games of a batch unless told otherwise.
pub const BATCH: NonZeroUsize = NonZeroUsize::new(10).unwrap();

/// The stream of seeds that is used for nothing but learning curves.
const CURVES: u64 = 0x7175_6172_7665;

/// What is to be learnt, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub practice: Practice,
    /// The discount factor for a ply.
    pub gamma: f64,
    /// The learning rate; by the game if there is none.
    pub rate: Option<f64>,
    /// The power of the number of visits by which the rate is divided; by the game if there is none.
    pub rate_decay: Option<f64>,
    /// The initial value of an untried move.
    pub optimism: f64,
    /// How often a move is random, at first and in the end.
    pub epsilon: (f64, f64),
    /// The memory limit of the table.
    pub most_bytes: usize,
    /// The agent that plays in positions that are not in the table.
    pub inner: Spec,
    /// The positions to learn from, as text; the start if there are none.
    pub positions: Vec<String>,
    /// Sweeps over all positions instead of games, at most so many.
    pub sweeps: Option<u32>,
}

/// What was learnt.
pub struct Outcome {
    /// What was asked for.
    pub plan: Plan,
    /// How values followed what came of moves.
    pub rule: Rule,
    /// The course of it.
    pub course: Course,
    /// What is known of the positions that were asked for.
    pub told: Vec<Told>,
    /// The agent that plays by the table.
    pub spec: Spec,
    /// The file of the table.
    pub file: PathBuf,
    /// The page.
    pub page: PathBuf,
}

/// How a table was learnt.
pub enum Course {
    /// By sweeps over all positions.
    Swept(Swept),
    /// By games, and what held-out matches say.
    Practised(Practised, Vec<Proof>),
}

/// What was learnt about a position that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The position, as it was written.
    pub position: String,
    /// The value of the best move.
    pub value: Option<f64>,
    /// The best move.
    pub best: Option<String>,
}

/// Learns, or goes on, to the end.
///
/// # Errors
/// A [`RunError`].
pub fn run(mut plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    // 1. Validate everything.
    // The course of a table follows the number of games, so there always is one.
    let n_games = plan.practice.n_games.get_or_insert(GAMES).get();
    let practice = &plan.practice;
    let game = practice.game();
    practice.trial.games_a_bout()?;
    let info = game.info();
    let has_luck = info.has_chance() || info.is_hidden();
    let gamma = share("--gamma", plan.gamma)?;
    let rate = share("--rate", plan.rate.unwrap_or(if has_luck { 0.5 } else { 1.0 }))?;
    let decay = share("--rate-decay", plan.rate_decay.unwrap_or(if has_luck { 0.7 } else { 0.0 }))?;
    if !(-1.0..=1.0).contains(&plan.optimism) {
        let message = format!("--optimism {} is not from -1 to 1", plan.optimism);
        return Err(RunError::new(message, "a win is 1, a draw 0: write --optimism 0.5, say"));
    }
    let rule = Rule { gamma, rate: positive("--rate", rate)?, decay, optimism: plan.optimism };
    let epsilon = (share("--epsilon", plan.epsilon.0)?, share("--epsilon-end", plan.epsilon.1)?);
    practice.trial.check(&plan.inner)?;
    let starts = plan.positions.iter().map(|text| position(game, text)).collect::<Result<Vec<_>, _>>()?;
    let settings = json!({
        "kind": "tabular",
        "gamma": rule.gamma,
        "rate": [rule.rate, rule.decay],
        "optimism": rule.optimism,
        "epsilon": epsilon,
        "positions": plan.positions,
        "sweeps": plan.sweeps,
        "inner": plan.inner.to_string(),
    });
    let context = learning::RunContext {
        game,
        rule,
        most_bytes: plan.most_bytes,
        made: session.command.clone(),
        seed: practice.seed,
    };
    let file = session.path(TABLE_FILE);
    let spec = learning::player(&file, &plan.inner);

    let tell = |policy: &QTable| {
        let asked = plan.positions.iter().zip(&starts);
        asked.map(|(text, state)| told(game, policy, text, state)).collect()
    };

    // 2. Learn, or go on, and prove what came of it.
    let (course, told) = if let Some(n_sweeps) = plan.sweeps {
        let starts =
            if starts.is_empty() { vec![game.start(&mut Rng::new(practice.seed))] } else { starts.clone() };
        let mut journal = practice.journal("q", &[], settings, session)?;
        let observer = &mut *session.observer;
        let swept = context.sweep(&starts, n_sweeps, &mut journal, session.stop, &mut |row| {
            let done = Done::Count { done: row.sweep.into(), all: n_sweeps.into(), unit: "sweeps" };
            let message = || format!("greatest change {:.3e}", row.change);
            observer.progress(&Progress { part: "sweeping", done, message: &message });
        });
        let swept = swept.map_err(|error| failure(error, session))?;
        write_table(&swept.policy, &file)?;
        let told = tell(&swept.policy);
        (Course::Swept(swept), told)
    } else {
        // Matches begin where games begin, and say nothing about positions elsewhere.
        let random = Spec { name: "random".to_owned(), options: Vec::new() };
        let opponents = if starts.is_empty() { practice.opponents(&random)? } else { Vec::new() };
        let mut journal = practice.journal("q", &opponents, settings, session)?;
        let measure = opponents.first().filter(|_| practice.curve > 0).map(|other| Measure {
            trial: &practice.trial,
            inner: &plan.inner,
            other,
            n_games: practice.curve,
            seed: Rng::derive(practice.seed, CURVES),
        });
        let played = practice::Practice {
            epsilon,
            opening_plies: practice.trial.opening_plies,
            most_plies: practice.trial.most_plies,
            batch: practice.batch.get(),
            seed: practice.seed,
        };
        let n_threads = practice.trial.n_threads;
        let games = Games {
            environment: Environment { game, practice: played, starts: &starts, n_threads },
            n_games,
            time: practice.time,
            every: practice.every(),
            measure,
        };
        let observer = &mut *session.observer;
        let practised = context.practise(&games, &mut journal, session.stop, &mut |news| match news {
            Event::Games(played) => {
                let done = Done::Share(played as f64 / n_games as f64);
                let message = || format!("{} games", grouped(played));
                observer.progress(&Progress { part: "learning", done, message: &message });
            }
            Event::Point(point) => observer.note(&point_text(point)),
        });
        let practised = practised.map_err(|error| failure(error, session))?;
        let policy = practised.table.policy(game, session.command.clone());
        write_table(&policy, &file)?;
        let proofs = practice.prove(&spec, practised.games, &opponents, &mut journal, session)?;
        (Course::Practised(practised, proofs), tell(&policy))
    };

    // 3. Report.
    let page = session.path(PAGE);
    let outcome = Outcome { plan, rule, course, told, spec, file, page };
    write(&outcome.page, &table_page::html(&outcome, &session.command))?;
    Ok(outcome)
}

fn position(game: &AnyGame, text: &str) -> Result<AnyState, RunError> {
    let state = game
        .parse_position(text)
        .map_err(|error| RunError::new(error, format!("a position looks like {}", game.position_help())))?;
    if game.turn(&state) == Turn::Over {
        let message = format!("the game is over in {text:?}");
        return Err(RunError::new(message, "name a position in which somebody is to move"));
    }
    Ok(state)
}

fn write_table(policy: &QTable, path: &std::path::Path) -> Result<(), RunError> {
    policy.write(path).map(|_| ()).map_err(|error| RunError::cannot_write(path, error))
}

fn failure(error: learning::RunError, session: &Session<'_>) -> RunError {
    use learning::RunError as Unlearnt;
    let hint = match &error {
        Unlearnt::Stopped { done } => {
            return session.stopped(format!("learning was stopped after {done}, and all that was learnt is"));
        }
        Unlearnt::Journal(error) => error.hint().to_owned(),
        Unlearnt::Trial(error) => error.hint(),
        Unlearnt::ClosedSet(ClosedSetError::TooMany { .. }) => {
            "name positions with fewer pieces, give it more room with --memory 4GiB, or leave --sweeps out: games keep \
             only the positions that they meet"
                .to_owned()
        }
        Unlearnt::ClosedSet(ClosedSetError::Hidden { .. }) => {
            "leave --sweeps out: games are played by what a player sees".to_owned()
        }
        Unlearnt::Full { .. } => "give it more room with --memory 4GiB, play fewer games, or learn weights with \
                                  --linear; what was learnt before is kept, and the same command with more room goes on"
            .to_owned(),
        Unlearnt::File { .. } => "check the disk, or begin anew in another directory with --out".to_owned(),
    };
    RunError::new(error, hint)
}

/// What the table says about a position.
fn told(game: &AnyGame, policy: &QTable, text: &str, state: &AnyState) -> Told {
    let moves = policy.moves(game.key(state)).iter().copied();
    let best = moves.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let text_of = |bits: u32| Some(game.move_text(state, AnyMove::from_bits(bits)?));
    Told {
        position: text.to_owned(),
        value: best.map(|(_, value)| f64::from(value)),
        best: best.and_then(|(bits, _)| text_of(bits)),
    }
}

fn point_text(point: &Point) -> String {
    let score = match (point.score, point.ci95) {
        (Some(score), Some((lo, hi))) => {
            format!(", {} ({} to {})", percent(score), percent(lo), percent(hi))
        }
        _ => String::new(),
    };
    let (games, positions) = (grouped(point.games), grouped(point.positions));
    format!("after {games} games: {positions} positions, mean change {:.5}{score}", point.change)
}

/// A row as people read it.
pub fn sweep_cells(row: &SweepRow) -> [String; 5] {
    let number = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number:.6}"));
    [
        row.sweep.to_string(),
        format!("{:.6}", row.change),
        number(row.error),
        number(row.mean_error),
        row.wrong.map_or_else(|| "-".to_owned(), grouped),
    ]
}

impl Outcome {
    /// The held-out matches.
    pub fn proofs(&self) -> &[Proof] {
        match &self.course {
            Course::Swept(_) => &[],
            Course::Practised(_, proofs) => proofs,
        }
    }

    /// Whether the first held-out match says that nothing was learnt.
    pub fn is_rejected(&self) -> bool {
        is_rejected(self.proofs().first())
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let game = self.plan.practice.game();
        let mut value = json!({
            "method": "q",
            "kind": "tabular",
            "game": game.info().id,
            "variant": game.variant(),
            "players": game.n_seats(),
            "seed": self.plan.practice.seed,
            "gamma": self.rule.gamma,
            "spec": self.spec.to_string(),
            "file": self.file.display().to_string(),
            "report": self.page.display().to_string(),
        });
        let told_json =
            |told: &Told| json!({ "position": told.position, "value": told.value, "move": told.best });
        let values: Vec<_> = self.told.iter().map(told_json).collect();
        let rest = match &self.course {
            Course::Swept(swept) => {
                let last = swept.rows.last();
                json!({
                    "positions": swept.n_positions,
                    "moves": swept.n_moves,
                    "sweeps": swept.rows.len(),
                    "settled": swept.is_settled,
                    "error": last.and_then(|row| row.error),
                    "wrong": last.and_then(|row| row.wrong),
                    "values": values,
                    "curve": swept.rows,
                })
            }
            Course::Practised(practised, proofs) => json!({
                "positions": practised.table.n_positions(),
                "moves": practised.table.n_moves(),
                "games": practised.games,
                "values": values,
                "proof": proofs.first(),
                "also": proofs.iter().skip(1).collect::<Vec<_>>(),
                "curve": practised.curve,
            }),
        };
        super::settings(rest).into_iter().for_each(|(name, rest)| value[name] = rest);
        value
    }
}
