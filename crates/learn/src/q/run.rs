//! Whole runs of Q-learning with a table: sweeps over a closed set, or games against itself.
//!
//! What was measured is kept in the journal, and the values beside it in a file that is replaced as a whole. A run that was
//! killed goes on from that file, does again what came after it, and ends with the same numbers as one without a break.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludwerk_registry::{AnyGame, AnyState, Spec, Value};
use ludwerk_search::QTable;
use ludwerk_search::file::FileError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Rule;
use super::closed::{ClosedSet, ClosedSetError, Sweeper};
use super::exact::ExactValues;
use super::practice::{Environment, Unlearnt};
use super::table::{Full, Table};
use crate::journal::{Journal, JournalError};
use crate::trial::{Pairing, Trial, TrialError};

/// The file of the table by which agents play.
pub const TABLE_FILE: &str = "q.table";

/// The file of the values from which a run goes on.
const VALUES_FILE: &str = "values.part";

/// The kinds of entries in the journal.
const SWEEP: &str = "sweep";
const POINT: &str = "point";
const PART: &str = "part";

/// Values are written at least so often: what a kill can lose.
const PAUSE: Duration = Duration::from_secs(60);

/// A run that came to no end.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An agent cannot be had.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The positions cannot all be listed.
    #[error(transparent)]
    ClosedSet(#[from] ClosedSetError),
    /// The table has no more room; what was learnt is kept.
    #[error("there are too many positions for a table: after {games} games {full}")]
    Full {
        /// The games before.
        games: usize,
        /// What fills it.
        full: Full,
    },
    /// A file of the run cannot be read or written.
    #[error("cannot use {file}: {error}")]
    File {
        /// Which.
        file: String,
        /// Why.
        error: FileError,
    },
    /// Somebody asked to stop; what was learnt is kept.
    #[error("learning was stopped after {done}")]
    Stopped {
        /// How many games or sweeps.
        done: String,
    },
}

/// How learnt values stood after a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepRow {
    /// The number of the sweep, counted from 1.
    pub sweep: u32,
    /// The greatest change of a value.
    pub change: f64,
    /// The greatest error of a move's value, where exact values are known.
    pub error: Option<f64>,
    /// The mean of these errors.
    pub mean_error: Option<f64>,
    /// The positions whose best move by the values is not a best one.
    pub wrong: Option<usize>,
}

/// What sweeps have found.
pub struct Swept {
    /// The positions.
    pub n_positions: usize,
    /// Their moves.
    pub n_moves: usize,
    /// How it went.
    pub rows: Vec<SweepRow>,
    /// Whether nothing changes any more.
    pub is_settled: bool,
    /// The table by which agents play.
    pub policy: QTable,
}

/// Changes below this are rounding.
const SETTLED: f64 = 1e-12;

fn of_file(file: &Path, error: impl Into<FileError>) -> RunError {
    RunError::File { file: file.display().to_string(), error: error.into() }
}

/// What both ways to learn share.
pub struct RunContext<'a> {
    /// The rules.
    pub game: &'a AnyGame,
    /// How values follow what comes of moves.
    pub rule: Rule,
    /// The memory that values may take.
    pub most_bytes: usize,
    /// How the table was made, as it says itself.
    pub made: String,
    /// What all randomness comes from.
    pub seed: u64,
}

impl RunContext<'_> {
    /// Sweeps over all that can come of `starts`, until nothing changes, at most so many times.
    ///
    /// # Errors
    /// A [`RunError`].
    pub fn sweep(
        &self,
        starts: &[AnyState],
        n_sweeps: u32,
        journal: &mut Journal,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&SweepRow),
    ) -> Result<Swept, RunError> {
        let set = ClosedSet::new(self.game, starts, self.most_bytes)?;
        let exact = ExactValues::new(&set);
        let mut learnt = Sweeper::new(&set, self.rule);
        let mut rows: Vec<SweepRow> = journal.kept(SWEEP)?;
        let values = journal.dir().map(|dir| dir.join(VALUES_FILE));
        if let Some(path) = values.as_deref().filter(|path| path.exists()) {
            learnt.load(path).map_err(|error| of_file(path, error))?;
        }
        let is_settled = |rows: &[SweepRow]| rows.last().is_some_and(|row| row.change < SETTLED);
        loop {
            let n_done = learnt.n_sweeps();
            if n_done >= n_sweeps || n_done as usize >= rows.len() && is_settled(&rows) {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Err(RunError::Stopped { done: format!("{n_done} sweeps") });
            }
            let change = learnt.sweep(self.seed);
            // What the journal has already is only done again.
            if n_done as usize >= rows.len() {
                let distance = exact.as_ref().map(|exact| exact.distance(&learnt, self.rule.gamma));
                let row = SweepRow {
                    sweep: learnt.n_sweeps(),
                    change,
                    error: distance.map(|distance| distance.greatest),
                    mean_error: distance.map(|distance| distance.mean),
                    wrong: distance.map(|distance| distance.wrong),
                };
                let row = journal.keep(SWEEP, &row)?;
                tell(&row);
                rows.push(row);
                if let Some(path) = &values {
                    learnt.save(path).map_err(|error| of_file(path, error))?;
                }
            }
        }
        let policy = learnt.policy(self.game, self.made.clone());
        let is_settled = is_settled(&rows);
        Ok(Swept { n_positions: set.n_positions(), n_moves: set.n_moves(), rows, is_settled, policy })
    }
}

/// Games to learn from.
pub struct Games<'a> {
    /// How they are played.
    pub environment: Environment<'a, AnyGame>,
    /// How many.
    pub n_games: usize,
    /// For how long.
    pub time: Option<Duration>,
    /// A point of the learning curve after so many.
    pub every: usize,
    /// How the points are measured.
    pub measure: Option<Measure<'a>>,
}

/// How the learning curve is measured.
pub struct Measure<'a> {
    /// How games are played.
    pub trial: &'a Trial,
    /// The agent that plays in positions that the table does not know.
    pub inner: &'a Spec,
    /// The opponent.
    pub other: &'a Spec,
    /// So many games for a point.
    pub n_games: usize,
    /// Where their openings come from.
    pub seed: u64,
}

/// A point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After so many games of learning.
    pub games: usize,
    /// The positions that the table knows.
    pub positions: usize,
    /// The mean change of a value since the point before.
    pub change: f64,
    /// The mean share against the opponent; ½ is even.
    pub score: Option<f64>,
    /// The 95% interval of that.
    pub ci95: Option<(f64, f64)>,
    /// In so many games.
    pub of_games: usize,
    /// How long learning has taken.
    pub seconds: f64,
}

/// What games have taught.
pub struct Practised {
    /// The table with all its numbers.
    pub table: Table,
    /// The games.
    pub games: usize,
    /// The learning curve.
    pub curve: Vec<Point>,
}

/// What a run tells while it goes on.
pub enum Event<'a> {
    /// So many games are over.
    Games(usize),
    /// A point of the curve was measured.
    Point(&'a Point),
}

/// The agent that plays by a table, and by another agent where that knows nothing.
pub fn player(table: &Path, inner: &Spec) -> Spec {
    let file = Value::Text(table.display().to_string());
    let options = vec![("file".to_owned(), file), ("inner".to_owned(), Value::Nested(inner.clone()))];
    Spec { name: "qtable".to_owned(), options }
}

impl RunContext<'_> {
    /// Learns from games, or goes on. A run that is kept leaves the table by which agents play in its directory.
    ///
    /// # Errors
    /// A [`RunError`].
    pub fn practise(
        &self,
        games: &Games<'_>,
        journal: &mut Journal,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Practised, RunError> {
        let mut table = Table::new(self.game, self.rule, self.most_bytes);
        let mut curve: Vec<Point> = journal.kept(POINT)?;
        let dir = journal.dir().map(Path::to_owned);
        let values = dir.as_ref().map(|dir| dir.join(VALUES_FILE));
        let save = |table: &Table, played: usize| match &values {
            Some(path) => table.save(path, played as u64).map_err(|error| of_file(path, error)),
            None => Ok(()),
        };
        let mut played = 0;
        if let Some(path) = values.as_ref().filter(|path| path.exists()) {
            played = table.load(path).map_err(|error| of_file(path, error))? as usize;
        }
        // What was done since the last point.
        let parts: Vec<Part> = journal.kept(PART)?;
        let mut part = parts.into_iter().rfind(|part| part.games == played).unwrap_or_default();
        loop {
            // What the journal has already is only done again.
            let known = curve.iter().find(|point| point.games > played).map(|point| point.games);
            let before = curve.last().map_or(0.0, |point| point.seconds);
            if curve.last().is_some_and(|point| point.games >= played) {
                part = Part::default();
            }
            let seconds = before + part.seconds;
            let left = games.time.map(|time| time.as_secs_f64() - seconds).filter(|_| known.is_none());
            let is_time_up = left.is_some_and(|left| left <= 0.0);
            if played >= games.n_games || is_time_up && part.games == 0 {
                break;
            }
            let next = (played / games.every + 1).saturating_mul(games.every).min(games.n_games);
            let end = known.unwrap_or(next);
            let (stretch, failure) = if is_time_up {
                (Stretch::default(), None)
            } else {
                games.stretch(&mut table, played..end, left, stop, tell)
            };
            played += stretch.n_games;
            part.add(&stretch, played);
            if played < end && !stretch.is_time_up && !is_time_up {
                // Somebody wants to stop, there is no more room, or it is time to write.
                if known.is_none() && stretch.n_games > 0 {
                    part = journal.keep(PART, &part)?;
                }
                save(&table, played)?;
                match failure {
                    Some(error) => return Err(error),
                    None => continue,
                }
            }
            if known.is_some() {
                continue;
            }
            let mut point = Point {
                games: played,
                positions: table.n_positions(),
                change: part.change / part.n_tried.max(1) as f64,
                score: None,
                ci95: None,
                of_games: 0,
                seconds: before + part.seconds,
            };
            if let Some(dir) = &dir {
                let path = dir.join(TABLE_FILE);
                let written = table.policy(self.game, self.made.clone()).write(&path);
                written.map_err(|error| of_file(&path, io::Error::other(error)))?;
                if let Some(measure) = &games.measure {
                    let n_bouts = measure.n_games.div_ceil(measure.trial.games_a_bout()?);
                    let pairing = Pairing {
                        one: player(&path, measure.inner),
                        other: measure.other.clone(),
                        seed: measure.seed,
                        bouts: 0..n_bouts,
                    };
                    let Some(score) = measure.trial.score(&pairing, stop)? else {
                        journal.keep(PART, &part)?;
                        save(&table, played)?;
                        return Err(RunError::Stopped { done: format!("{played} games") });
                    };
                    point.of_games = score.n_games();
                    (point.score, point.ci95) = (Some(score.mean()), Some(score.ci95()));
                }
            }
            let point = journal.keep(POINT, &point)?;
            tell(Event::Point(&point));
            curve.push(point);
            save(&table, played)?;
        }
        Ok(Practised { table, games: played, curve })
    }
}

impl Games<'_> {
    /// Learns from the games with these numbers, or from fewer: if the time is up, if it is time to write, or for the
    /// reason that is given.
    fn stretch(
        &self,
        table: &mut Table,
        numbers: std::ops::Range<usize>,
        time: Option<f64>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> (Stretch, Option<RunError>) {
        let begun = Instant::now();
        let mut stretch = Stretch::default();
        let mut played = numbers.start;
        while played < numbers.end && begun.elapsed() < PAUSE && !stretch.is_time_up {
            let end = played.saturating_add(self.environment.practice.batch).min(numbers.end);
            let done = played as f64 / self.n_games as f64;
            match self.environment.practise(table, played..end, done, stop) {
                Ok(shown) => {
                    stretch.n_tried += shown.n_tried;
                    stretch.change += shown.change;
                }
                Err(why) => {
                    let error = match why {
                        Unlearnt::Stopped => RunError::Stopped { done: format!("{played} games") },
                        Unlearnt::Full(full) => RunError::Full { games: played, full },
                    };
                    return (stretch, Some(error));
                }
            }
            played = end;
            stretch.n_games = played - numbers.start;
            stretch.seconds = begun.elapsed().as_secs_f64();
            stretch.is_time_up = time.is_some_and(|time| stretch.seconds >= time);
            tell(Event::Games(played));
        }
        (stretch, None)
    }
}

/// Some games in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    n_games: usize,
    n_tried: u64,
    /// The sum of all changes.
    change: f64,
    seconds: f64,
    is_time_up: bool,
}

/// What was done since the last point of the curve, as the journal keeps it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Part {
    /// The games of the whole run.
    games: usize,
    n_tried: u64,
    change: f64,
    seconds: f64,
}

impl Part {
    fn add(&mut self, stretch: &Stretch, played: usize) {
        self.games = played;
        self.n_tried += stretch.n_tried;
        self.change += stretch.change;
        self.seconds += stretch.seconds;
    }
}
