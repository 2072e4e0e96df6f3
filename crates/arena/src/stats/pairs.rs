//! Two agents compared by their bouts.
//!
//! A bout is a set of games that share their luck: the same opening or deal, once for every seating. Its games
//! are not independent, so the error of a score comes from the spread of whole bouts. For two players a bout
//! is a pair of games with five possible scores (0, ½, 1, 1½, 2: the pentanomial counts of chess programmers).
//!
//! Scores here are means a game, so a bout has a score from 0 to 1.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ELO_PER_NAT, Z, cautious, elo_of_score, interval, normal_cdf};

/// How often each score came. Takes no more memory for more bouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScoreCounts {
    /// By score, in parts of [`PARTS`]. A count of 0 says that the score is possible.
    counts: BTreeMap<u32, u64>,
}

/// Scores are told apart to nine digits, so that sums of thirds in any order are the same score.
const PARTS: f64 = 1e9;

impl ScoreCounts {
    /// Nothing yet, where these scores are possible.
    pub fn new(possible: &[f64]) -> Self {
        let mut counts = Self::default();
        for &score in possible {
            counts.add_times(score, 0);
        }
        counts
    }

    /// Nothing yet, for single games: a loss, a draw, a win.
    pub fn games() -> Self {
        Self::new(&[0.0, 0.5, 1.0])
    }

    /// Nothing yet, for pairs of games.
    pub fn pairs() -> Self {
        Self::new(&[0.0, 0.25, 0.5, 0.75, 1.0])
    }

    /// Adds one bout with this score, which is cut to the range from 0 to 1.
    pub fn add(&mut self, score: f64) {
        self.add_times(score, 1);
    }

    /// Adds as many bouts with this score.
    pub fn add_times(&mut self, score: f64, times: u64) {
        let key = (score.clamp(0.0, 1.0) * PARTS).round() as u32;
        *self.counts.entry(key).or_default() += times;
    }

    /// Adds all that `other` has.
    pub fn merge(&mut self, other: &Self) {
        for (&key, &times) in &other.counts {
            *self.counts.entry(key).or_default() += times;
        }
    }

    /// How many bouts there are.
    pub fn n(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How often this score came.
    pub fn times(&self, score: f64) -> u64 {
        let key = (score.clamp(0.0, 1.0) * PARTS).round() as u32;
        self.counts.get(&key).copied().unwrap_or_default()
    }

    /// The possible scores in ascending order, with how often each came.
    pub fn iter(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.iter().map(|(&key, &times)| (f64::from(key) / PARTS, times))
    }

    /// Mean and variance of the score; `None` without bouts.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let n = self.n();
        if n == 0 {
            return None;
        }
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            self.iter().map(|(score, times)| value(score) * times as f64).sum::<f64>() / n as f64
        };
        let mean = mean_of(&|score| score);
        Some((mean, mean_of(&|score| (score - mean).powi(2))))
    }
}

/// What two agents did against each other, seen by the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    bouts: ScoreCounts,
    /// Bouts by the number of their games.
    lengths: BTreeMap<usize, u64>,
    losses: u64,
    draws: u64,
    wins: u64,
}

/// How one agent compares with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairSummary {
    /// How many bouts.
    pub bouts: u64,
    /// How many games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games shared.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The mean score of a game.
    pub score: f64,
    /// The standard error of the score, from the spread of the bouts. It is 0 where all bouts went the same way.
    pub standard_error: f64,
    /// The 95% interval of the score: as of [`interval`], but over bouts, so honest for few of them.
    pub ci95: (f64, f64),
    /// The Elo difference; infinite when all games were won or lost.
    pub elo: f64,
    /// The 95% interval of the Elo difference: that of the score on the scale of Elo. An end may be infinite.
    pub elo_ci95: (f64, f64),
    /// Half the width of that interval.
    pub elo_error: f64,
    /// Normalised Elo, which measures the difference in units of the spread of single games, so that it
    /// tells how many games are needed to show it; `None` where all bouts went the same way.
    pub nelo: Option<f64>,
    /// Half the width of the 95% interval of normalised Elo.
    pub nelo_error: f64,
    /// The probability that the first agent is the better one: that of the score's interval, so never quite sure.
    pub los: f64,
    /// The part of games that were shared.
    pub draw_ratio: f64,
    /// The part of bouts in which both got the same.
    pub even_ratio: f64,
    /// Bouts won for each bout lost; `None` if none was lost.
    pub pairs_ratio: Option<f64>,
}

impl Pairs {
    /// Adds a bout: the first agent's score in each of its games. A bout without games is nothing.
    pub fn add(&mut self, scores: &[f64]) {
        if scores.is_empty() {
            return;
        }
        for &score in scores {
            match score {
                score if score <= 0.0 => self.losses += 1,
                score if score >= 1.0 => self.wins += 1,
                _ => self.draws += 1,
            }
        }
        // In ascending order, so that the sum does not depend on the order of the games.
        let mut ordered = scores.to_vec();
        ordered.sort_by(f64::total_cmp);
        self.bouts.add(ordered.iter().sum::<f64>() / scores.len() as f64);
        *self.lengths.entry(scores.len()).or_default() += 1;
    }

    /// Adds all that `other` has.
    pub fn merge(&mut self, other: &Self) {
        self.bouts.merge(&other.bouts);
        for (&length, &times) in &other.lengths {
            *self.lengths.entry(length).or_default() += times;
        }
        self.losses += other.losses;
        self.draws += other.draws;
        self.wins += other.wins;
    }

    /// The same, seen by the second agent.
    pub fn reversed(&self) -> Self {
        let mut bouts = ScoreCounts::default();
        self.bouts.iter().for_each(|(score, times)| bouts.add_times(1.0 - score, times));
        Self { bouts, lengths: self.lengths.clone(), losses: self.wins, draws: self.draws, wins: self.losses }
    }

    /// The scores of the bouts, for a [test](super::sprt::Sprt): those that are possible in pairs of games,
    /// or in single games where there are no pairs.
    pub fn counts(&self) -> ScoreCounts {
        let unpaired = !self.lengths.is_empty() && self.lengths.keys().all(|&length| length == 1);
        let mut counts = if unpaired { ScoreCounts::games() } else { ScoreCounts::pairs() };
        counts.merge(&self.bouts);
        counts
    }

    /// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
    pub fn pentanomial(&self) -> [u64; 5] {
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| self.bouts.times(score))
    }

    /// What it comes to; `None` before the first bout.
    pub fn summary(&self) -> Option<PairSummary> {
        let (score, variance) = self.bouts.moments()?;
        let bouts = self.bouts.n();
        let games: u64 = self.lengths.iter().map(|(&length, &times)| length as u64 * times).sum();
        let ci95 = interval(self.bouts.iter().map(|(score, times)| (score, times as usize)));
        let elo_ci95 = (elo_of_score(ci95.0), elo_of_score(ci95.1));
        // The spread of a single game, were the games of a bout independent.
        let game_deviation = (variance * games as f64 / bouts as f64).sqrt();
        let nelo_unit = 2.0 * ELO_PER_NAT;
        let count = |wanted: fn(f64) -> bool| -> u64 {
            self.bouts.iter().filter(|&(score, _)| wanted(score)).map(|(_, times)| times).sum()
        };
        let (won, lost) = (count(|score| score > 0.5), count(|score| score < 0.5));
        let (mean, error) = cautious(self.bouts.iter().map(|(score, times)| (score, times as usize)));
        Some(PairSummary {
            bouts,
            games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            score,
            standard_error: (variance / bouts as f64).sqrt(),
            ci95,
            elo: elo_of_score(score),
            elo_ci95,
            elo_error: (elo_ci95.1 - elo_ci95.0) / 2.0,
            nelo: (variance > 0.0).then(|| nelo_unit * (score - 0.5) / game_deviation),
            nelo_error: nelo_unit * Z / (games as f64).sqrt(),
            los: normal_cdf((mean - 0.5) / error),
            draw_ratio: self.draws as f64 / games as f64,
            even_ratio: (bouts - won - lost) as f64 / bouts as f64,
            pairs_ratio: (lost > 0).then(|| won as f64 / lost as f64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(bouts: &[&[f64]]) -> Pairs {
        let mut pairs = Pairs::default();
        for scores in bouts {
            pairs.add(scores);
        }
        pairs
    }

    #[test]
    fn the_order_of_bouts_and_of_games_does_not_matter() {
        let third = 1.0 / 3.0;
        let one = pairs(&[&[1.0, 0.5, third], &[0.0, 1.0], &[1.0]]);
        let other = pairs(&[&[1.0], &[1.0, 0.0], &[third, 1.0, 0.5]]);
        assert_eq!(one, other);
        let mut merged = pairs(&[&[0.5, third, 1.0]]);
        merged.merge(&pairs(&[&[1.0], &[0.0, 1.0]]));
        assert_eq!(one, merged);
    }

    #[test]
    fn both_sides_see_the_same() {
        let one = pairs(&[&[1.0, 0.5], &[0.0, 1.0], &[1.0, 1.0]]);
        let (mine, theirs) = (one.summary().unwrap(), one.reversed().summary().unwrap());
        assert!((mine.score + theirs.score - 1.0).abs() < 1e-12);
        assert!((mine.elo + theirs.elo).abs() < 1e-9 && (mine.los + theirs.los - 1.0).abs() < 1e-12);
        assert_eq!((mine.wins, mine.draws, mine.losses), (theirs.losses, theirs.draws, theirs.wins));
        assert_eq!(one.pentanomial(), [0, 0, 1, 1, 1]);
        assert_eq!(one.reversed().reversed(), one);
    }

    #[test]
    fn luck_that_cancels_inside_bouts_does_not_widen_the_interval() {
        let favoured = vec![[1.0, 0.0]; 50];
        let paired = pairs(&favoured.iter().map(<[f64; 2]>::as_slice).collect::<Vec<_>>());
        let single = pairs(&[&[1.0][..], &[0.0]].repeat(50));
        let width = |pairs: &Pairs| pairs.summary().map(|summary| summary.ci95.1 - summary.ci95.0).unwrap();
        assert!(width(&paired) < 0.6 * width(&single));
    }

    #[test]
    fn few_bouts_are_never_sure_and_nothing_is_not_a_number() {
        assert_eq!(Pairs::default().summary(), None);
        let won = pairs(&[&[1.0, 1.0]]).summary().unwrap();
        assert!(won.elo == f64::INFINITY && won.elo_ci95.0.is_finite());
        assert!(won.los > 0.5 && won.los < 0.98, "{}", won.los);
        assert_eq!((won.nelo, won.pairs_ratio), (None, None));
        let drawn = pairs(&[&[0.5, 0.5], &[1.0, 0.0]]).summary().unwrap();
        assert_eq!((drawn.elo, drawn.los, drawn.even_ratio, drawn.draw_ratio), (0.0, 0.5, 1.0, 0.5));
    }
}
