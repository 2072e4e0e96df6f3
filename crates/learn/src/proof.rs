//! The match that shows whether something has been found: the new agent against the old one, with seeds that finding it
//! never used.
//!
//! Whatever was chosen because it did well looks better than it is. So it is measured once more, in games that had no
//! part in choosing it, until a sequential test is sure or a number of games is reached. Every bout is kept in the
//! journal, so a match that was broken off goes on.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ludwerk_arena::stats::pairs::{PairSummary, Pairs};
use ludwerk_arena::stats::sprt::{SequentialTest, Sprt, SprtError, Verdict};
use ludwerk_core::{Game as _, Rng};
use ludwerk_registry::{AnyGame, Spec};
use serde::Serialize;
use thiserror::Error;

use crate::journal::{Journal, JournalError};
use crate::trial::{Bout, Ending, Pairing, Trial, TrialError, elo_of_share};

/// The stream of seeds that is used for nothing but such matches.
const STREAM: u64 = 0x7072_6f6f_6673;

/// How the match is played.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofSettings {
    /// The kind of its entries in the journal: another one for each match of a run.
    pub name: String,
    /// The difference that the new agent has if nothing was found.
    pub elo0: f64,
    /// The difference that it has if something was.
    pub elo1: f64,
    /// The risk to accept wrongly.
    pub alpha: f64,
    /// The risk to reject wrongly.
    pub beta: f64,
    /// After so many games it ends undecided.
    pub most_games: usize,
    /// So many random plies before each game.
    pub opening_plies: usize,
    /// A longer game is adjudicated a draw (ply limit).
    pub most_plies: usize,
    /// The seed of the run; the match has streams of its own.
    pub seed: u64,
    /// How many games run at the same time. Changes no result.
    pub n_threads: NonZeroUsize,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self {
            name: "proof".to_owned(),
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            most_games: 4000,
            opening_plies: 4,
            most_plies: 1000,
            seed: 0,
            n_threads: NonZeroUsize::MIN,
        }
    }
}

/// What the match says, so far or in the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// The new agent.
    pub new: String,
    /// The old one.
    pub old: String,
    /// The test's verdict.
    pub verdict: ProofVerdict,
    /// The games.
    pub games: u64,
    /// Those that the new agent won.
    pub wins: u64,
    /// Those that were shared.
    pub draws: u64,
    /// Those that it lost.
    pub losses: u64,
    /// Its mean share, where ½ is even; NaN before the first game.
    pub score: f64,
    /// The 95% interval of that.
    pub ci95: (f64, f64),
    /// The Elo difference; infinite when all games were won or lost.
    pub elo: f64,
    /// Half the width of its 95% interval.
    pub elo_error: f64,
    /// The log-likelihood ratio of the two hypotheses.
    pub llr: f64,
    /// Where the test rejects, and where it accepts.
    pub llr_bounds: (f64, f64),
    /// The two hypotheses.
    pub elo_bounds: (f64, f64),
    /// What did not go as it was meant, and how often.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<(String, usize)>,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofVerdict {
    /// The new agent is better.
    Accepted,
    /// It is not.
    Rejected,
    /// The games do not tell.
    Undecided,
}

impl ProofVerdict {
    /// As it is written in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Undecided => "undecided",
        }
    }
}

/// A match that cannot be played.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// An agent cannot be had.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Somebody asked to stop; what was played is kept.
    #[error("the held-out match was stopped after {games} games")]
    Stopped {
        /// How many games are kept.
        games: u64,
    },
}

/// Plays the match, or goes on with it. `on_bout` is told how it stands, once at the beginning and after every bout.
///
/// # Errors
/// A [`ProofError`].
pub fn prove(
    game: &AnyGame,
    new: &Spec,
    old: &Spec,
    settings: &ProofSettings,
    journal: &mut Journal,
    stop: &AtomicBool,
    on_bout: &mut dyn FnMut(&Proof),
) -> Result<Proof, ProofError> {
    let trial = Trial {
        game: game.clone(),
        opening_plies: settings.opening_plies,
        most_plies: settings.most_plies,
        n_threads: settings.n_threads,
    };
    let mut course = Course::new(&trial, new, old, settings)?;
    for bout in journal.kept::<Bout>(&settings.name)? {
        course.add(bout);
    }
    on_bout(&course.proof());
    let n_bouts = settings.most_games.div_ceil(trial.games_a_bout()?);
    if course.verdict() != Verdict::Open || course.n_bouts >= n_bouts {
        return Ok(course.proof());
    }
    let pairing = Pairing {
        one: new.clone(),
        other: old.clone(),
        seed: Rng::derive(settings.seed, STREAM),
        bouts: course.n_bouts..n_bouts,
    };
    let mut failure = None;
    let ending = trial.play(&[pairing], stop, &mut |_, bout| {
        match journal.keep(&settings.name, &bout) {
            Ok(bout) => course.add(bout),
            Err(error) => {
                failure = Some(error);
                return ControlFlow::Break(());
            }
        }
        on_bout(&course.proof());
        if course.verdict() == Verdict::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if ending == Ending::Stopped {
        return Err(ProofError::Stopped { games: course.proof().games });
    }
    Ok(course.proof())
}

/// The match in progress.
struct Course {
    new: String,
    old: String,
    seats: Vec<(usize, usize)>,
    test: SequentialTest,
    llr: f64,
    n_bouts: usize,
    pairs: Pairs,
    troubles: BTreeMap<String, usize>,
}

impl Course {
    fn new(trial: &Trial, new: &Spec, old: &Spec, settings: &ProofSettings) -> Result<Self, ProofError> {
        trial.check(new)?;
        trial.check(old)?;
        let seats = trial.seats()?;
        let sprt = Sprt::new(settings.elo0, settings.elo1, settings.alpha, settings.beta)?;
        Ok(Self {
            new: new.to_string(),
            old: old.to_string(),
            seats,
            test: SequentialTest::new(sprt, trial.game.n_seats()),
            llr: 0.0,
            n_bouts: 0,
            pairs: Pairs::default(),
            troubles: BTreeMap::new(),
        })
    }

    fn add(&mut self, bout: Bout) {
        self.test.add(&bout.shares);
        self.llr = self.test.llr();
        self.n_bouts += 1;
        self.pairs.add(&bout.shares);
        for trouble in bout.troubles {
            *self.troubles.entry(trouble).or_default() += 1;
        }
    }

    fn verdict(&self) -> Verdict {
        self.test.sprt().verdict(self.llr)
    }

    fn proof(&self) -> Proof {
        let summary = self.pairs.summary();
        let count = |of: fn(&PairSummary) -> u64| summary.as_ref().map_or(0, of);
        let score = summary.map_or(f64::NAN, |summary| summary.score);
        let ci95 = summary.map_or((0.0, 1.0), |summary| summary.ci95);
        let elo = |score: f64| elo_of_share(score, &self.seats);
        Proof {
            new: self.new.clone(),
            old: self.old.clone(),
            verdict: match self.verdict() {
                Verdict::Accepted => ProofVerdict::Accepted,
                Verdict::Rejected => ProofVerdict::Rejected,
                Verdict::Open => ProofVerdict::Undecided,
            },
            games: count(|summary| summary.games),
            wins: count(|summary| summary.wins),
            draws: count(|summary| summary.draws),
            losses: count(|summary| summary.losses),
            score,
            ci95,
            elo: elo(score),
            elo_error: (elo(ci95.1) - elo(ci95.0)) / 2.0,
            llr: self.llr,
            llr_bounds: self.test.sprt().bounds(),
            elo_bounds: (self.test.sprt().elo0(), self.test.sprt().elo1()),
            troubles: self.troubles.clone().into_iter().collect(),
        }
    }
}
