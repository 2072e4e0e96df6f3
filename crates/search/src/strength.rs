//! How strong a player is on the scale of levels, told from results and from moves.
//!
//! Idea: a level is a number, and everything that a player does is likelier at some levels than at others. Bayes adds it
//! up, on a grid of levels.
//! Results: `P(win | level) = 1 / (1 + 10^(−d/400))` with the difference `d` of the measured Elo numbers, and with more
//! than two seats the player's part of all strengths (Plackett and Luce); a shared win counts in proportion.
//! Moves: a player of some level is taken to choose by a softmax over what a judge thinks of the moves, the sharper
//! the better he is, and sometimes anything; how sharp each level is was measured ([`LevelTable`]).
//! What moves say is not trusted without limit: a person may play unlike any level, so that the moves look like a
//! level that differs from the strength by an unknown [`STYLE`]. Results have the last word, as more and more games
//! are played.
//! Source: the scale is that of A. Elo, "The rating of chessplayers" (1978); strength from moves as in K. Regan and
//! G. Haworth, "Intrinsic chess ratings" (2011), with a softmax in place of their formula.

mod table;
mod watch;

use std::fmt;
use std::str::FromStr;

pub use table::{Choice, LevelModel, LevelTable, TableError};
pub use watch::{Decisions, watch};

/// By how many levels the moves of a player may look stronger or weaker than he is: the standard deviation over
/// people.
pub const STYLE: f64 = 1.0;

/// How much a player's strength may change from one game to the next: a standard deviation, in levels.
const DRIFT: f64 = 0.15;

/// The grid of levels: from well below a random player to well above the best level.
const LEAST: f64 = -2.0;
const STEP: f64 = 0.25;
const N_POINTS: usize = 61;

/// The level at a place of the grid.
fn level_at(point: usize) -> f64 {
    LEAST + STEP * point as f64
}

/// A level that is known as well as its standard deviation says. Written `5.3/0.8`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Level {
    /// Somebody of whom nothing is known.
    pub const UNKNOWN: Self = Self { mean: 4.0, deviation: 3.0 };

    /// The same after a game in which he may have changed.
    fn after_drift(self) -> Self {
        Self { deviation: self.deviation.hypot(DRIFT), ..self }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}/{:.2}", self.mean, self.deviation)
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (mean, deviation) = text.split_once('/').ok_or(())?;
        let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(());
        let (mean, deviation): (f64, f64) = (number(mean)?, number(deviation)?);
        let is_sensible =
            (LEAST..=level_at(N_POINTS - 1)).contains(&mean) && (0.01..=100.0).contains(&deviation);
        is_sensible.then_some(Self { mean, deviation }).ok_or(())
    }
}

/// What is remembered of a player from game to game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// What results say, with what is thought of anybody.
    pub results: Level,
    /// The level that the moves look like; `None` before the first.
    pub moves: Option<Level>,
}

impl Strength {
    /// Somebody who has never played.
    pub const UNKNOWN: Self = Self { results: Level::UNKNOWN, moves: None };
}

/// Probabilities over the grid of levels, as logarithms up to a constant.
#[derive(Clone, Debug, PartialEq)]
struct Belief {
    logs: [f64; N_POINTS],
}

impl Belief {
    fn flat() -> Self {
        Self { logs: [0.0; N_POINTS] }
    }

    fn of(level: Level) -> Self {
        let log = |point: usize| -((level_at(point) - level.mean) / level.deviation).powi(2) / 2.0;
        Self { logs: std::array::from_fn(log) }
    }

    fn add(&mut self, log_likelihood: impl Fn(f64) -> f64) {
        for (point, log) in self.logs.iter_mut().enumerate() {
            *log += log_likelihood(level_at(point));
        }
    }

    /// The probabilities, which sum to 1.
    fn shares(&self) -> [f64; N_POINTS] {
        let most = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.logs.map(|log| (log - most).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.shares().iter().enumerate().map(|(point, share)| share * value(level_at(point))).sum()
    }

    fn level(&self) -> Level {
        let mean = self.mean_of(|level| level);
        let variance = self.mean_of(|level| (level - mean).powi(2));
        // A grid tells nothing finer than its steps.
        Level { mean, deviation: variance.sqrt().max(STEP / 2.0) }
    }

    /// What it says about a number that differs from this one by an unknown amount.
    fn blurred(&self, deviation: f64) -> Self {
        let shares = self.shares();
        let log = |point: usize| {
            let near = |other: usize| {
                let distance = (level_at(point) - level_at(other)) / deviation;
                shares[other] * (-distance * distance / 2.0).exp()
            };
            (0..N_POINTS).map(near).sum::<f64>().max(f64::MIN_POSITIVE).ln()
        };
        Self { logs: std::array::from_fn(log) }
    }
}

/// What is known of a player in the course of a game.
#[derive(Clone, Debug)]
pub struct Estimate<'t> {
    table: &'t LevelTable,
    results: Belief,
    moves: Belief,
    /// Whether any move was seen, in this game or before.
    has_moves: bool,
    n_moves: usize,
}

impl<'t> Estimate<'t> {
    /// What is known before the game.
    pub fn new(table: &'t LevelTable, before: &Strength) -> Self {
        Self {
            table,
            results: Belief::of(before.results),
            moves: before.moves.map_or_else(Belief::flat, Belief::of),
            has_moves: before.moves.is_some(),
            n_moves: 0,
        }
    }

    /// Learns from a decision.
    pub fn see_move(&mut self, choice: &Choice) {
        self.moves.add(self.table.log_likelihoods(choice));
        self.has_moves = true;
        self.n_moves += 1;
    }

    /// Learns from the share of the win that the player got against others of these levels.
    pub fn see_result(&mut self, share: f64, others: &[f64]) {
        let table = self.table;
        self.results.add(|level| {
            let expected = table.expected_share(level, others).clamp(1e-9, 1.0 - 1e-9);
            share * expected.ln() + (1.0 - share) * (1.0 - expected).ln()
        });
    }

    /// The number of decisions seen in this game.
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }

    fn belief(&self) -> Belief {
        let mut both = self.results.clone();
        if self.has_moves {
            let from_moves = self.moves.blurred(STYLE);
            both.logs.iter_mut().zip(from_moves.logs).for_each(|(log, other)| *log += other);
        }
        both
    }

    /// How strong the player is.
    pub fn level(&self) -> Level {
        self.belief().level()
    }

    /// The level, of those that there are, against which the player is expected to score `aim`.
    pub fn fair_level(&self, aim: f64) -> f64 {
        let belief = self.belief();
        let scored_against = |other: f64| belief.mean_of(|level| self.table.expected_share(level, &[other]));
        // The stronger the other, the lower the score: halve the interval until it is a point.
        let (mut low, mut high) = self.table.range();
        for _ in 0..24 {
            let middle = f64::midpoint(low, high);
            if scored_against(middle) > aim {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }

    /// What is to be remembered after the game.
    pub fn remembered(&self) -> Strength {
        Strength {
            results: self.results.level().after_drift(),
            moves: self.has_moves.then(|| self.moves.level().after_drift()),
        }
    }
}

/// The level in words: `level 5.3 ± 0.8`.
impl Level {
    /// For people to read.
    pub fn words(&self) -> String {
        format!("level {:.1} ± {:.1}", self.mean.max(0.0), self.deviation)
    }
}
