//! The one loop that tunes: it hears what a method asks, plays it, keeps every bout in the journal, and tells it.
//!
//! A run that was broken off is the same run again: the method asks the same questions, and those that were answered
//! before, or in part, are answered from the journal.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::Rng;
use ludwerk_registry::Spec;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::journal::{Journal, JournalError};
use crate::method::{Method, Question, Rival};
use crate::space::Space;
use crate::trial::{Bout, Ending, Pairing, Score, Trial, TrialError};

/// The stream of seeds that is used for nothing but tuning.
const STREAM: u64 = 0x7475_6e65;

/// The kinds of entries in the journal.
const BOUT: &str = "bout";
const TIME_UP: &str = "time-up";

/// What is tuned, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The parameters.
    pub space: &'a Space,
    /// How games are played.
    pub trial: &'a Trial,
    /// The agent that all points can be compared by.
    pub reference: &'a Spec,
    /// What all randomness comes from.
    pub seed: u64,
    /// After this time the method winds up, if it has not before.
    pub time: Option<Duration>,
}

/// A bout, as the journal keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptBout {
    batch: u64,
    /// Which question of the batch it is a part of.
    question: usize,
    /// The point, with the first bout of a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    point: Option<Vec<f64>>,
    /// The point that it played against, if it was not the reference; with the first bout, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<Vec<f64>>,
    bout: Bout,
    /// How long the run had taken by then.
    seconds: f64,
}

impl KeptBout {
    fn new(place: Place, question: &Question, bout: Bout, seconds: f64) -> Self {
        let is_first = place.bout == 0;
        let against = match &question.against {
            Rival::Reference => None,
            Rival::Point(point) => Some(point.clone()),
        };
        Self {
            batch: place.batch,
            question: place.question,
            point: is_first.then(|| question.point.clone()),
            against: against.filter(|_| is_first),
            bout,
            seconds,
        }
    }

    /// Whether it is the bout that is asked for here.
    fn is_at(&self, place: Place, question: &Question) -> bool {
        let wanted = Self::new(place, question, Bout::default(), 0.0);
        let names = |kept: &Self| (kept.batch, kept.question, kept.point.clone(), kept.against.clone());
        names(self) == names(&wanted)
    }
}

/// Which bout of which question of which batch.
#[derive(Clone, Copy, Debug)]
struct Place {
    batch: u64,
    question: usize,
    bout: usize,
}

/// The time was up before a batch, or in the middle of it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct TimeUp {
    batch: u64,
    /// Whether a part of it had been played, which counts for nothing.
    #[serde(default)]
    is_abandoned: bool,
}

/// A point of the learning curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// The games that had been played.
    pub games: usize,
    /// The score against the reference.
    pub score: f64,
    /// The 95% interval of it.
    pub ci95: (f64, f64),
    /// In so many games.
    pub of_games: usize,
}

/// The answer that a method would have given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PathPoint {
    /// The games that had been played.
    pub games: usize,
    /// The point.
    pub point: Vec<f64>,
}

/// How far a run is.
#[derive(Debug)]
pub struct Status<'a> {
    /// The games that have been played.
    pub games: usize,
    /// What the method says of itself.
    pub text: String,
    /// The answer that it would give.
    pub estimate: &'a [f64],
    /// The learning curve so far.
    pub curve: &'a [CurvePoint],
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The answer.
    pub point: Vec<f64>,
    /// The games that were played.
    pub games: usize,
    /// The time that they took, over all sessions.
    pub seconds: f64,
    /// How the search stood against the reference.
    pub curve: Vec<CurvePoint>,
    /// How the answer changed.
    pub path: Vec<PathPoint>,
    /// Whether the time was up before all games were played.
    pub is_time_up: bool,
    /// What did not go as it was meant, and how often.
    pub troubles: BTreeMap<String, usize>,
}

/// Tuning that cannot go on.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Games cannot be played.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The budget is too small for a first step.
    #[error("so few games are not enough for a single step")]
    TooFewGames,
    /// Somebody asked to stop; what was played is kept.
    #[error("stopped after {games} games")]
    Stopped {
        /// How many games have been played.
        games: usize,
    },
}

/// Lets a method search until it has found an answer. `on_status` is told how it stands after every bout.
///
/// # Errors
/// A [`TuneError`]; what was kept before stays.
pub fn tune(
    method: &mut dyn Method,
    setup: &Setup<'_>,
    journal: &mut Journal,
    stop: &AtomicBool,
    on_status: &mut dyn FnMut(&Status<'_>),
) -> Result<Found, TuneError> {
    let mut run = Run::new(setup, journal)?;
    for batch in 0.. {
        if run.is_time_up(batch, method.reserve(), journal)? {
            method.wind_up();
        }
        if run.was_abandoned(batch) {
            continue;
        }
        let questions = method.ask();
        if questions.is_empty() {
            break;
        }
        let estimate = method.estimate();
        let text = method.status();
        let reserve = method.reserve();
        let scores = run.answer(batch, &questions, reserve, journal, stop, &mut |games, curve| {
            on_status(&Status { games, text: text.clone(), estimate: &estimate, curve });
        })?;
        let Some(scores) = scores else {
            run.mark_time_up(TimeUp { batch, is_abandoned: true }, journal)?;
            method.wind_up();
            continue;
        };
        method.tell(&scores);
        run.note(&*method);
    }
    if run.found.path.is_empty() {
        return Err(TuneError::TooFewGames);
    }
    run.found.point = method.estimate();
    Ok(run.found)
}

struct Run<'a> {
    setup: &'a Setup<'a>,
    kept: VecDeque<KeptBout>,
    time_up: Option<TimeUp>,
    /// The seconds of earlier sessions.
    before: f64,
    begun: Instant,
    found: Found,
}

impl<'a> Run<'a> {
    fn new(setup: &'a Setup<'a>, journal: &Journal) -> Result<Self, TuneError> {
        let kept: VecDeque<KeptBout> = journal.kept(BOUT)?.into();
        let time_up: Vec<TimeUp> = journal.kept(TIME_UP)?;
        Ok(Self {
            setup,
            before: kept.back().map_or(0.0, |last| last.seconds),
            kept,
            time_up: time_up.first().copied(),
            begun: Instant::now(),
            found: Found {
                point: Vec::new(),
                games: 0,
                seconds: 0.0,
                curve: Vec::new(),
                path: Vec::new(),
                is_time_up: false,
                troubles: BTreeMap::new(),
            },
        })
    }

    fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// Whether the time is up just now, or was in an earlier session.
    fn is_time_up(&mut self, batch: u64, reserve: f64, journal: &mut Journal) -> Result<bool, JournalError> {
        if self.time_up.is_some_and(|mark| mark.batch == batch) {
            self.found.is_time_up = true;
            return Ok(true);
        }
        // At least one batch is played, and what is kept was played in time.
        if !self.is_late(reserve) || batch == 0 || !self.kept.is_empty() {
            return Ok(false);
        }
        self.mark_time_up(TimeUp { batch, is_abandoned: false }, journal)?;
        Ok(true)
    }

    /// Whether there is no time left but for winding up.
    fn is_late(&self, reserve: f64) -> bool {
        let is_over = |time: Duration| self.seconds() >= time.as_secs_f64() * (1.0 - reserve);
        self.time_up.is_none() && self.setup.time.is_some_and(is_over)
    }

    fn mark_time_up(&mut self, mark: TimeUp, journal: &mut Journal) -> Result<(), JournalError> {
        self.time_up = Some(journal.keep(TIME_UP, &mark)?);
        self.found.is_time_up = true;
        Ok(())
    }

    /// Whether an earlier session left a batch in the middle; its games are counted, and that is all.
    fn was_abandoned(&mut self, batch: u64) -> bool {
        let was_abandoned = self.time_up.is_some_and(|mark| mark.batch == batch && mark.is_abandoned);
        while was_abandoned
            && self.kept.front().is_some_and(|kept| kept.batch == batch)
            && let Some(kept) = self.kept.pop_front()
        {
            self.count(kept);
        }
        was_abandoned
    }

    /// The scores of the points of a batch: those that are kept, and those that are played now. `None` if the time is up
    /// before all are.
    fn answer(
        &mut self,
        batch: u64,
        questions: &[Question],
        reserve: f64,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_games: &mut dyn FnMut(usize, &[CurvePoint]),
    ) -> Result<Option<Vec<Score>>, TuneError> {
        let mut scores = self.kept_scores(batch, questions)?;
        on_games(self.found.games, &self.found.curve);
        // The last of them may be a part of the whole; the bouts that are missing are played.
        let is_part =
            scores.last().is_some_and(|last| last.bouts.len() < questions[scores.len() - 1].n_bouts);
        let first = scores.len() - usize::from(is_part);
        let mut pairings: Vec<Pairing> = Vec::new();
        for (n, question) in questions.iter().enumerate().skip(first) {
            let n_kept = scores.get(n).map_or(0, |score| score.bouts.len());
            pairings.push(self.pairing(question, batch, n as u64, n_kept));
        }
        if pairings.is_empty() {
            return Ok(Some(scores));
        }
        scores.resize(questions.len(), Score::default());
        let (mut failure, mut is_late) = (None, false);
        let ending = self.setup.trial.play(&pairings, stop, &mut |n, bout: Bout| {
            let question = first + n;
            let place = Place { batch, question, bout: scores[question].bouts.len() };
            let kept = KeptBout::new(place, &questions[question], bout, self.seconds());
            match journal.keep(BOUT, &kept) {
                Ok(kept) => scores[question].bouts.push(self.count(kept)),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            on_games(self.found.games, &self.found.curve);
            // Without a first batch there would be no answer.
            is_late = batch > 0 && self.is_late(reserve);
            if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        match ending {
            // The last bout may be that of a complete batch.
            Ending::Enough if is_late => {
                let is_complete =
                    scores.iter().zip(questions).all(|(score, asked)| score.bouts.len() == asked.n_bouts);
                Ok(is_complete.then_some(scores))
            }
            Ending::Complete => Ok(Some(scores)),
            _ => Err(TuneError::Stopped { games: self.found.games }),
        }
    }

    /// The scores that are kept of a batch, the last of them perhaps in part.
    fn kept_scores(&mut self, batch: u64, questions: &[Question]) -> Result<Vec<Score>, JournalError> {
        let mut scores: Vec<Score> = Vec::new();
        for (question, asked) in questions.iter().enumerate() {
            for bout in 0..asked.n_bouts {
                let Some(kept) = self.kept.pop_front() else { return Ok(scores) };
                if !kept.is_at(Place { batch, question, bout }, asked) {
                    return Err(JournalError::DoesNotFit(format!("batch {batch} asked for something else")));
                }
                if bout == 0 {
                    scores.push(Score::default());
                }
                let bout = self.count(kept);
                scores[question].bouts.push(bout);
            }
        }
        Ok(scores)
    }

    fn pairing(&self, question: &Question, batch: u64, n: u64, n_kept: usize) -> Pairing {
        let space = self.setup.space;
        let of_batch = Rng::derive(Rng::derive(self.setup.seed, STREAM), batch);
        Pairing {
            one: space.spec(space.base(), &question.point),
            other: match &question.against {
                Rival::Reference => self.setup.reference.clone(),
                Rival::Point(point) => space.spec(space.base(), point),
            },
            seed: Rng::derive(of_batch, n),
            bouts: n_kept..question.n_bouts,
        }
    }

    /// Counts a bout.
    fn count(&mut self, kept: KeptBout) -> Bout {
        self.found.seconds = kept.seconds;
        self.found.games += kept.bout.shares.len();
        for trouble in &kept.bout.troubles {
            *self.found.troubles.entry(trouble.clone()).or_default() += 1;
        }
        kept.bout
    }

    /// Notes where the method stands after a batch.
    fn note(&mut self, method: &dyn Method) {
        let games = self.found.games;
        if let Some(score) = method.standing() {
            self.found.curve.push(CurvePoint {
                games,
                score: score.mean(),
                ci95: score.ci95(),
                of_games: score.n_games(),
            });
        }
        self.found.path.push(PathPoint { games, point: method.estimate() });
    }
}
