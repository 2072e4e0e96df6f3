//! A whole run that learns weights: games, and a learning curve.
//!
//! Every batch and every point of the curve is kept in the journal, so a run that was killed goes on, and ends with the
//! same numbers as one without a break.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{Agent, AgentError, Evaluate as _, Rng};
use ludwerk_registry::{AnyGame, Spec, or_failing};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Learner, Learnt, Settings, Unlearnt, late_mean};
use crate::journal::{Journal, JournalError};
use crate::space::{Kind, Space};
use crate::trial::{Pairing, Trial, TrialError};
use crate::tuning::PathPoint;

/// The stream of seeds that is used for nothing but learning curves.
const STREAM: u64 = 0x6375_7276_6573;

/// The kinds of entries in the journal.
const BATCH: &str = "batch";
const POINT: &str = "point";

/// What is to be learnt, and how.
pub struct Plan<'a> {
    /// The rules.
    pub game: &'a AnyGame,
    /// The agent and its weights.
    pub space: &'a Space,
    /// How much evaluation it takes to win e times as often.
    pub scale: f64,
    /// How it is learnt.
    pub settings: Settings,
    /// How many games; `None` for as many as the time allows.
    pub n_games: Option<usize>,
    /// For how long.
    pub time: Option<Duration>,
    /// The learning curve.
    pub curve: Option<Curve<'a>>,
    /// How many games run at the same time. Changes no result.
    pub n_threads: NonZeroUsize,
}

/// How the learning curve is measured.
pub struct Curve<'a> {
    /// How games are played.
    pub trial: &'a Trial,
    /// The opponent.
    pub other: &'a Spec,
    /// A point after so many games.
    pub every: usize,
    /// So many games for a point.
    pub games: usize,
}

/// A point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After so many games of learning.
    pub games: usize,
    /// What forecasts were off the results in the batch before: the root of the mean square.
    pub error: f64,
    /// The mean share against the first opponent; ½ is even.
    pub score: f64,
    /// The 95% interval of that.
    pub ci95: (f64, f64),
    /// In so many games.
    pub of_games: usize,
}

/// A batch as it is kept: what was learnt, and how long the run has taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Batch {
    #[serde(flatten)]
    learnt: Learnt,
    seconds: f64,
}

/// What a run tells while it goes on.
pub enum Event<'a> {
    /// A batch was learnt from.
    Batch {
        /// The games so far.
        games: usize,
        /// How far learning is, from 0 to 1.
        done: f64,
        /// What forecasts were off the results.
        error: f64,
    },
    /// A point of the curve was measured.
    Point(&'a Point),
}

/// What a run has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The games.
    pub games: usize,
    /// The time that learning took, without the learning curve and the matches.
    pub seconds: f64,
    /// The point of the space that was learnt.
    pub best: Vec<f64>,
    /// The agent with it.
    pub spec: Spec,
    /// What would have been found after so many games.
    pub path: Vec<PathPoint>,
    /// The learning curve.
    pub curve: Vec<Point>,
}

/// A run that came to no end.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An agent cannot be had.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// An agent had no move to give.
    #[error("the agent broke down: {0}")]
    Agent(AgentError),
    /// Somebody asked to stop; what was learnt is kept.
    #[error("learning was stopped after {games} games")]
    Stopped {
        /// The games that are kept.
        games: usize,
    },
}

impl Plan<'_> {
    /// Learns, or goes on, to the end.
    ///
    /// # Errors
    /// A [`RunError`].
    pub fn run(
        &self,
        journal: &mut Journal,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Outcome, RunError> {
        let start = self.weights(&self.space.start());
        let mut learner = Learner::new(self.game, self.settings, start, self.scale);
        let mut batches: Vec<Batch> = journal.kept(BATCH)?;
        let mut curve: Vec<Point> = journal.kept(POINT)?;
        for batch in &batches {
            learner.adopt(&batch.learnt);
        }
        loop {
            if let Some(point) = self.due_point(&batches, curve.last(), stop)? {
                let point = journal.keep(POINT, &point)?;
                tell(Event::Point(&point));
                curve.push(point);
            }
            let done = self.done(&batches);
            if done >= 1.0 {
                break;
            }
            let batch = self.learn(&learner, &batches, done, stop)?;
            let batch = journal.keep(BATCH, &batch)?;
            learner.adopt(&batch.learnt);
            let (games, error) = (batch.learnt.games, batch.learnt.error);
            batches.push(batch);
            tell(Event::Batch { games, done: self.done(&batches), error });
        }
        let best = self.learnt(&batches);
        let spec = self.space.spec(self.space.base(), &best);
        let seconds = batches.last().map_or(0.0, |batch| batch.seconds);
        let path = self.path(&batches);
        Ok(Outcome { games: learner.games(), seconds, best, spec, path, curve })
    }

    /// How far learning is: by games, or by time where no number of games was asked for.
    fn done(&self, batches: &[Batch]) -> f64 {
        let (games, seconds) = batches.last().map_or((0, 0.0), |batch| (batch.learnt.games, batch.seconds));
        let by_games = self.n_games.map(|all| games as f64 / all as f64);
        let by_time = self.time.map(|all| seconds / all.as_secs_f64());
        match (by_games, by_time) {
            // Time ends the run, and does not change its course.
            (Some(_), Some(time)) if time >= 1.0 => 1.0,
            (Some(games), _) => games,
            (None, time) => time.unwrap_or(1.0),
        }
    }

    fn learn(
        &self,
        learner: &Learner<'_, AnyGame>,
        batches: &[Batch],
        done: f64,
        stop: &AtomicBool,
    ) -> Result<Batch, RunError> {
        let begun = Instant::now();
        let games = learner.games();
        let left = self.n_games.map_or(usize::MAX, |all| all - games);
        let make_agent = |weights: &[f64], seed: u64| -> Box<dyn Agent<AnyGame>> {
            let spec = self.space.spec(self.space.base(), &self.point(weights));
            or_failing(self.game.agent(&spec, seed))
        };
        let n_games = self.settings.batch.min(left);
        let learnt = learner.learn(n_games, done, &make_agent, self.n_threads, stop);
        let learnt = learnt.map_err(|why| match why {
            Unlearnt::Stopped => RunError::Stopped { games },
            Unlearnt::Agent(error) => RunError::Agent(error),
        })?;
        let before = batches.last().map_or(0.0, |batch| batch.seconds);
        Ok(Batch { learnt, seconds: before + begun.elapsed().as_secs_f64() })
    }

    /// The weights of all features as a point of the space.
    fn point(&self, weights: &[f64]) -> Vec<f64> {
        let place = |kind: Kind| match kind {
            Kind::Weight(place) => weights[place],
            Kind::Option => unreachable!("nothing but weights is learnt"),
        };
        self.space.parameters().iter().map(|parameter| place(parameter.kind)).collect()
    }

    /// What has been learnt so far: the mean of the later weights, with few digits.
    fn learnt(&self, batches: &[Batch]) -> Vec<f64> {
        let late = late_mean(batches.iter().map(|batch| batch.learnt.model.weights.as_slice()));
        self.space.rounded(&late.map_or_else(|| self.space.start(), |weights| self.point(&weights)))
    }

    /// What would have been found after so many games, at some of them.
    fn path(&self, batches: &[Batch]) -> Vec<PathPoint> {
        const MOST: usize = 160;
        let n_points = batches.len().min(MOST);
        let ends = (1..=n_points).map(|n| n * batches.len() / n_points);
        ends.map(|end| {
            let games = batches[end - 1].learnt.games;
            PathPoint { games, point: self.learnt(&batches[..end]) }
        })
        .collect()
    }

    /// The next point of the learning curve, if it is time for one.
    fn due_point(
        &self,
        batches: &[Batch],
        last: Option<&Point>,
        stop: &AtomicBool,
    ) -> Result<Option<Point>, RunError> {
        let games = batches.last().map_or(0, |batch| batch.learnt.games);
        let Some(curve) = &self.curve else { return Ok(None) };
        // One stands at the beginning, and one at the end.
        let is_due = last.is_none_or(|last| {
            let since = games - last.games;
            since >= curve.every || since > 0 && self.done(batches) >= 1.0
        });
        if !is_due {
            return Ok(None);
        }
        let one = self.space.spec(self.space.base(), &self.learnt(batches));
        let n_bouts = curve.games.div_ceil(curve.trial.games_a_bout()?);
        // All points play the same openings, so that they can be compared.
        let seed = Rng::derive(self.settings.seed, STREAM);
        let pairing = Pairing { one, other: curve.other.clone(), seed, bouts: 0..n_bouts };
        let score = curve.trial.score(&pairing, stop)?.ok_or(RunError::Stopped { games })?;
        Ok(Some(Point {
            games,
            error: batches.last().map_or(0.0, |batch| batch.learnt.error),
            score: score.mean(),
            ci95: score.ci95(),
            of_games: score.n_games(),
        }))
    }

    /// The weights of all features with those of a point of the space.
    pub fn weights(&self, point: &[f64]) -> Vec<f64> {
        let mut weights = self.game.default_weights();
        for (parameter, &value) in self.space.parameters().iter().zip(point) {
            if let Kind::Weight(place) = parameter.kind {
                weights[place] = value;
            }
        }
        weights
    }
}
