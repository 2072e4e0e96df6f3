//! The sequential probability ratio test: whether a comparison has gone on long enough (Wald 1945).
//!
//! Two hypotheses about the Elo difference are weighed against each other after every bout: that it is `elo0`,
//! and that it is `elo1`. The test stops as soon as one of them has become so much more likely that the other
//! can be dropped with the promised risk. It is the generalised test as chess programmers use it (Van den Bergh):
//! nothing is assumed about how bouts are distributed but their possible scores, and under either hypothesis
//! the distribution that explains the counts best is taken, found exactly: `pᵢ = p̂ᵢ / (1 + θ(aᵢ − s))` for
//! scores `aᵢ`, observed frequencies `p̂ᵢ` and an expected score `s`, with the `θ` that makes the mean `s`.

use serde::Serialize;
use thiserror::Error;

pub use super::pairs::ScoreCounts;
use super::{ELO_PER_NAT, elo_where};
use crate::seating::mixed_seatings;

/// A test of two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema), schema(as = SprtVerdict))]
pub enum Verdict {
    /// Not sure enough yet.
    Open,
    /// The difference is rather `elo1`.
    Accepted,
    /// The difference is rather `elo0`.
    Rejected,
}

/// Why a test makes no sense.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum SprtError {
    /// The two hypotheses are in the wrong order, or the same.
    #[error("elo0 = {elo0} must be less than elo1 = {elo1}")]
    Order {
        /// The lower difference.
        elo0: f64,
        /// The higher difference.
        elo1: f64,
    },
    /// A difference is no number, or beyond all measure.
    #[error("{name} = {value} is not between -{MOST_ELO} and {MOST_ELO}")]
    Elo {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// A risk is not a probability.
    #[error("{name} = {value} is not between 0 and 0.5")]
    Risk {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f64,
    },
}

/// The greatest Elo difference that can be tested.
const MOST_ELO: f64 = 2000.0;

/// What a possible score that never came is counted as, so that no hypothesis is impossible from the start;
/// the same number as Fishtest's and Fastchess's.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test of `elo0` against `elo1`, with the risk `alpha` to accept wrongly and `beta` to reject wrongly.
    ///
    /// # Errors
    /// If the numbers make no sense.
    ///
    /// ```
    /// use ludwerk_arena::stats::sprt::{ScoreCounts, Sprt, Verdict};
    /// let test = Sprt::new(0.0, 50.0, 0.05, 0.05)?;
    /// let mut pairs = ScoreCounts::pairs();
    /// pairs.add_times(0.5, 20); // pairs with a win each
    /// pairs.add_times(1.0, 30); // pairs won by two
    /// assert_eq!(test.verdict(test.llr(&pairs)), Verdict::Accepted);
    /// # Ok::<(), ludwerk_arena::stats::sprt::SprtError>(())
    /// ```
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > MOST_ELO {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if value.is_nan() || value <= 0.0 || value >= 0.5 {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The difference of the hypothesis that is rejected in favour of [`Sprt::elo1`].
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of the hypothesis that is accepted.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The risk to accept wrongly.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The risk to reject wrongly.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// At which log-likelihood ratios the test ends: the lower, and the upper.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a log-likelihood ratio means.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        match llr {
            llr if llr >= upper => Verdict::Accepted,
            llr if llr <= lower => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// The log-likelihood ratio of the two hypotheses for games between two.
    pub fn llr(&self, counts: &ScoreCounts) -> f64 {
        self.llr_with(counts, |elo| expected_share(&[(1, 1)], elo))
    }

    /// The log-likelihood ratio, where `expected` tells the score that an Elo difference lets expect;
    /// for games of more than two see [`expected_share`]. It is 0 without bouts.
    pub fn llr_with(&self, counts: &ScoreCounts, expected: impl Fn(f64) -> f64) -> f64 {
        if counts.n() == 0 {
            return 0.0;
        }
        // Any score from 0 to 1 may be expected, so both ends must be possible.
        let mut support = ScoreCounts::new(&[0.0, 1.0]);
        support.merge(counts);
        let weights: Vec<_> = support
            .iter()
            .map(|(score, times)| (score, if times == 0 { UNSEEN } else { times as f64 }))
            .collect();
        log_likelihood(&weights, expected(self.elo1)) - log_likelihood(&weights, expected(self.elo0))
    }
}

/// The part of the win that an agent expects, `elo` stronger than all others, as a mean over games with so
/// many (own, other) seats: `aγ / (aγ + b)` for a strength γ (Plackett and Luce).
pub fn expected_share(seats: &[(usize, usize)], elo: f64) -> f64 {
    let strength = (elo / ELO_PER_NAT).exp();
    let shares = seats.iter().map(|&(own, others)| {
        let own = own as f64 * strength;
        own / (own + others as f64)
    });
    shares.sum::<f64>() / seats.len() as f64
}

/// The Elo difference that lets expect a share in games with so many (own, other) seats; infinite at 0 and 1.
pub fn elo_of_share(share: f64, seats: &[(usize, usize)]) -> f64 {
    elo_where(share, |elo| expected_share(seats, elo))
}

/// How many seats the first of two agents has in each game of a bout, and the other.
pub fn seats_of_bout(n_seats: usize) -> Vec<(usize, usize)> {
    let count = |seating: Vec<usize>| {
        let n_own = seating.iter().filter(|&&agent| agent == 0).count();
        (n_own, n_seats - n_own)
    };
    mixed_seatings(2, n_seats).into_iter().map(count).collect()
}

/// A test of one agent against another in progress, bout by bout.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    seats: Vec<(usize, usize)>,
    counts: ScoreCounts,
}

impl SequentialTest {
    /// A test in games of so many seats.
    pub fn new(sprt: Sprt, n_seats: usize) -> Self {
        let counts = if n_seats == 2 { ScoreCounts::pairs() } else { ScoreCounts::default() };
        Self { sprt, seats: seats_of_bout(n_seats), counts }
    }

    /// Counts a bout: what the first agent took in each of its games.
    pub fn add(&mut self, shares: &[f64]) {
        self.counts.add(shares.iter().sum::<f64>() / shares.len() as f64);
    }

    /// The test.
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// How many games a bout has.
    pub fn n_games_a_bout(&self) -> usize {
        self.seats.len()
    }

    /// The bouts that were counted.
    pub fn n_bouts(&self) -> u64 {
        self.counts.n()
    }

    /// The log-likelihood ratio of the two hypotheses.
    pub fn llr(&self) -> f64 {
        self.sprt.llr_with(&self.counts, |elo| expected_share(&self.seats, elo))
    }
}

/// The log-likelihood of weighted scores under the distribution with this mean that explains them best,
/// up to a number that does not depend on the mean.
fn log_likelihood(weights: &[(f64, f64)], mean: f64) -> f64 {
    // An expectation at the very end leaves no distribution but that one.
    const CLOSEST: f64 = 1e-9;
    let mean = mean.clamp(CLOSEST, 1.0 - CLOSEST);
    // The sum falls from +∞ to −∞ between the poles; halve the interval until it is a point.
    let pull = |theta: f64| -> f64 {
        weights.iter().map(|&(score, weight)| weight * (score - mean) / (1.0 + theta * (score - mean))).sum()
    };
    let (mut lo, mut hi) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(lo, hi);
        if pull(middle) > 0.0 { lo = middle } else { hi = middle }
    }
    let theta = f64::midpoint(lo, hi);
    -weights.iter().map(|&(score, weight)| weight * (1.0 + theta * (score - mean)).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let text = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert_eq!(text(5.0, 5.0, 0.05, 0.05), "elo0 = 5 must be less than elo1 = 5");
        assert_eq!(text(0.0, f64::NAN, 0.05, 0.05), "elo1 = NaN is not between -2000 and 2000");
        assert_eq!(text(0.0, 5.0, 0.0, 0.05), "alpha = 0 is not between 0 and 0.5");
        assert_eq!(text(0.0, 5.0, 0.05, 1.0), "beta = 1 is not between 0 and 0.5");
    }

    #[test]
    fn nothing_seen_says_nothing_and_extremes_stay_finite() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(test.llr(&ScoreCounts::pairs()), 0.0);
        for score in [0.0, 0.5, 1.0] {
            let mut counts = ScoreCounts::default();
            counts.add_times(score, 1_000_000);
            assert!(test.llr(&counts).is_finite());
        }
        let extreme = Sprt::new(-2000.0, 2000.0, 0.001, 0.001).unwrap();
        let mut counts = ScoreCounts::games();
        counts.add(1.0);
        assert!(extreme.llr(&counts).is_finite() && extreme.llr(&counts) > 0.0);
    }

    #[test]
    fn the_two_sides_mirror_each_other() {
        let (mut ours, mut theirs) = (ScoreCounts::pairs(), ScoreCounts::pairs());
        for (score, times) in [(0.0, 7), (0.25, 20), (0.5, 50), (0.75, 31), (1.0, 12)] {
            ours.add_times(score, times);
            theirs.add_times(1.0 - score, times);
        }
        let (ahead, behind) = (Sprt::new(0.0, 10.0, 0.05, 0.05), Sprt::new(-10.0, 0.0, 0.05, 0.05));
        assert!((ahead.unwrap().llr(&ours) + behind.unwrap().llr(&theirs)).abs() < 1e-9);
    }

    #[test]
    fn the_expected_share_is_the_equal_one_at_zero() {
        assert_eq!(expected_share(&[(1, 1)], 0.0), 0.5);
        assert!((expected_share(&[(1, 2), (2, 1)], 0.0) - 0.5).abs() < 1e-12);
        assert!((expected_share(&[(1, 3)], 0.0) - 0.25).abs() < 1e-12);
        assert!((expected_share(&[(1, 1)], 400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
