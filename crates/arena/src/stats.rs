//! Scores with error bars.
//!
//! Beside the tally here: [`rating`] fits one strength an agent to a whole tournament, [`pairs`] compares two
//! agents by their bouts, [`sprt`] says when a comparison has gone on long enough, [`spread`] how far many scores
//! differ by more than chance. All of it is pure, compact (counts of what happened, never a list of games) and the
//! same in whatever order games are added.
//!
//! The score of an agent is the mean of its returns. Its 95% interval is that of Agresti and Coull
//! (1998), extended to returns between 0 and 1: half of z² imagined wins and half of z² imagined losses
//! are added before mean and variance are taken, so that the interval is honest for few games and for
//! scores of 0 and 1. Elo follows from a model of Bradley, Terry, Plackett and Luce with one strength γ
//! for the agent and 1 for all others: in a game with `a` seats of the agent among `n`, it is expected
//! to take the share `aγ / (aγ + n − a)`. γ is fitted to the sum of shares; Elo is `400 log10 γ`. For two
//! players that is the usual formula.

pub mod pairs;
pub mod rating;
pub mod spread;
pub mod sprt;

use std::collections::BTreeMap;

use serde::Serialize;

/// How many Elo a factor of e in strength is worth: 400 for a factor of 10.
pub const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The 97.5% quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// How an agent did, summed over its seats and games. Takes no more memory for more games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often each result came. Ordered, so that sums do not depend on the order of the games.
    counts: BTreeMap<SeatResult, usize>,
}

/// What one seat got in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SeatResult {
    /// The share as bits, which order like the numbers do for shares from 0 to 1.
    share_bits: u64,
    n_own_seats: usize,
    n_seats: usize,
}

impl SeatResult {
    fn share(self) -> f64 {
        f64::from_bits(self.share_bits)
    }
}

/// A score with its error bars. In JSON what has no bound or is no number is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Whole wins.
    pub wins: usize,
    /// Shared wins.
    pub draws: usize,
    /// Games without any share.
    pub losses: usize,
    /// The mean share, or NaN before the first game.
    pub score: f64,
    /// The 95% interval of the score.
    pub ci95: (f64, f64),
    /// The Elo difference to the others; infinite when all games were won or lost.
    pub elo: f64,
    /// Half the width of the 95% interval of the Elo difference; infinite when a side is open.
    pub elo_error: f64,
}

impl Tally {
    /// Adds what one seat of the agent got in a game of `n_seats`, `n_own_seats` of which were the agent's.
    pub fn add(&mut self, share: f64, n_own_seats: usize, n_seats: usize) {
        let result = SeatResult { share_bits: share.to_bits(), n_own_seats, n_seats };
        *self.counts.entry(result).or_default() += 1;
    }

    /// The score so far, with error bars.
    pub fn summary(&self) -> Summary {
        let score = self.mean(SeatResult::share);
        let (lo, hi) = interval(self.counts.iter().map(|(result, &times)| (result.share(), times)));
        let elo = |score: f64| self.elo_of(score);
        let count = |wanted: fn(f64) -> bool| {
            self.counts.iter().filter(|(result, _)| wanted(result.share())).map(|(_, times)| times).sum()
        };
        Summary {
            wins: count(|share| share == 1.0),
            draws: count(|share| share > 0.0 && share < 1.0),
            losses: count(|share| share == 0.0),
            score,
            ci95: (lo, hi),
            elo: elo(score),
            elo_error: (elo(hi) - elo(lo)) / 2.0,
        }
    }

    /// The mean of `value` over all results; NaN if there are none.
    fn mean(&self, value: impl Fn(SeatResult) -> f64) -> f64 {
        let n: usize = self.counts.values().sum();
        let sum: f64 = self.counts.iter().map(|(&result, &times)| value(result) * times as f64).sum();
        sum / n as f64
    }

    /// The Elo difference that makes `score` the expected score over the games played.
    fn elo_of(&self, score: f64) -> f64 {
        elo_where(score, |elo| {
            let strength = 10f64.powf(elo / 400.0);
            self.mean(|result| {
                let others = (result.n_seats - result.n_own_seats) as f64;
                strength / (result.n_own_seats as f64 * strength + others)
            })
        })
    }
}

/// The Elo difference at which a score is `expected`, which grows with it; infinite beyond all expectation.
fn elo_where(score: f64, expected: impl Fn(f64) -> f64) -> f64 {
    const WIDEST: f64 = 10_000.0;
    if score.is_nan() {
        return f64::NAN;
    }
    if score >= expected(WIDEST) {
        return f64::INFINITY;
    }
    if score <= expected(-WIDEST) {
        return f64::NEG_INFINITY;
    }
    // Halve the interval until it is a point.
    let (mut lo, mut hi) = (-WIDEST, WIDEST);
    for _ in 0..100 {
        let middle = f64::midpoint(lo, hi);
        if expected(middle) < score { lo = middle } else { hi = middle }
    }
    f64::midpoint(lo, hi)
}

/// How often each share of a win came. Takes no more memory for more games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// By their bits, which order like the numbers do, so that sums do not depend on the order of the games.
    counts: BTreeMap<u64, usize>,
}

impl Shares {
    /// Adds a share from 0 to 1.
    pub fn add(&mut self, share: f64) {
        *self.counts.entry(share.to_bits()).or_default() += 1;
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.counts.values().sum()
    }

    fn iter(&self) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.counts.iter().map(|(&bits, &times)| (f64::from_bits(bits), times))
    }

    /// Their mean; NaN if there are none.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(share, times)| share * times as f64).sum::<f64>() / self.n() as f64
    }

    /// The 95% interval of the mean.
    pub fn ci95(&self) -> (f64, f64) {
        interval(self.iter())
    }
}

/// The 95% interval for the mean of values between 0 and 1, each with how often it came;
/// all of that range when there are none.
pub fn interval(shares: impl IntoIterator<Item = (f64, usize)>) -> (f64, f64) {
    let mut shares = shares.into_iter().peekable();
    if shares.peek().is_none() {
        return (0.0, 1.0);
    }
    let (mean, error) = cautious(shares);
    ((mean - Z * error).max(0.0), (mean + Z * error).min(1.0))
}

/// Mean and standard error of values between 0 and 1, where half of z² values of 1, and as many of 0, are imagined: few
/// that are the same prove little.
pub fn cautious(shares: impl IntoIterator<Item = (f64, usize)>) -> (f64, f64) {
    let (mut n, mut sum, mut squares) = (Z * Z, Z * Z / 2.0, Z * Z / 2.0);
    for (share, times) in shares {
        n += times as f64;
        sum += share * times as f64;
        squares += share * share * times as f64;
    }
    let mean = sum / n;
    (mean, ((squares / n - mean * mean) / n).sqrt())
}

/// The score that an agent expects of one other, by the usual formula of Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// The Elo difference behind a score between two: infinite at 0 and at 1.
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => ELO_PER_NAT * (score / (1.0 - score)).ln(),
    }
}

/// The probability that a normal variable lies below `x` standard deviations above its mean.
pub fn normal_cdf(x: f64) -> f64 {
    // The density times a series near the middle, times a continued fraction in the tail: both exact
    // to about 15 digits where they are used.
    const NEAR: f64 = 4.0;
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.is_nan() {
        return f64::NAN;
    }
    if x.abs() < NEAR {
        let (mut term, mut sum) = (x, x);
        for odd in (3..200).step_by(2) {
            term *= x * x / f64::from(odd);
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..100).rev().fold(x.abs(), |rest, k| x.abs() + f64::from(k) / rest);
    let tail = if density == 0.0 { 0.0 } else { density / fraction };
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_player(wins: usize, draws: usize, losses: usize) -> Summary {
        let mut tally = Tally::default();
        for (share, times) in [(1.0, wins), (0.5, draws), (0.0, losses)] {
            (0..times).for_each(|_| tally.add(share, 1, 2));
        }
        tally.summary()
    }

    fn near(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() < tolerance
    }

    /// Their formula, worked out by hand for 8 wins in 10 games and 50 in 100.
    #[test]
    fn the_interval_is_that_of_agresti_and_coull() {
        let (lo, hi) = two_player(8, 0, 2).ci95;
        assert!(near(lo, 0.479_367, 1e-5) && near(hi, 0.954_109, 1e-5), "{lo} {hi}");
        let (lo, hi) = two_player(50, 0, 50).ci95;
        assert!(near(lo, 0.403_832, 1e-5) && near(hi, 0.596_168, 1e-5), "{lo} {hi}");
    }

    #[test]
    fn elo_of_two_players_is_the_usual_one() {
        // 400 log10(0.75 / 0.25) = 190.85; 64% are 100 Elo.
        assert!(near(two_player(75, 0, 25).elo, 190.85, 0.01));
        assert!(near(two_player(640, 0, 360).elo, 99.95, 0.01));
        assert!(near(two_player(10, 30, 10).elo, 0.0, 1e-6));
        assert_eq!(two_player(5, 0, 0).elo, f64::INFINITY);
        assert_eq!(two_player(0, 0, 5).elo, f64::NEG_INFINITY);
    }

    #[test]
    fn draws_narrow_the_interval() {
        let width = |summary: Summary| summary.ci95.1 - summary.ci95.0;
        assert!(width(two_player(10, 80, 10)) < width(two_player(50, 0, 50)));
    }

    #[test]
    fn the_interval_holds_the_true_score_as_often_as_it_says() {
        let mut rng = ludwerk_core::Rng::new(1);
        let n_holding = (0..2000)
            .filter(|_| {
                // A true score of 0.6: half wins, a fifth draws.
                let draw = |rng: &mut ludwerk_core::Rng| match rng.unit() {
                    u if u < 0.5 => 1.0,
                    u if u < 0.7 => 0.5,
                    _ => 0.0,
                };
                let (lo, hi) = interval((0..40).map(|_| (draw(&mut rng), 1)));
                lo <= 0.6 && 0.6 <= hi
            })
            .count();
        assert!((1880..=1980).contains(&n_holding), "{n_holding} of 2000");
    }

    #[test]
    fn with_three_seats_a_third_is_zero_elo() {
        let mut tally = Tally::default();
        for share in [1.0, 0.0, 0.0] {
            tally.add(share, 1, 3);
        }
        assert!(near(tally.summary().elo, 0.0, 1e-6));
        // Two own seats of three: each expects a third when all are equal.
        let mut tally = Tally::default();
        for share in [1.0, 0.0, 0.0] {
            tally.add(share, 2, 3);
        }
        assert!(near(tally.summary().elo, 0.0, 1e-6));
    }

    /// Values of the tables of the normal distribution.
    #[test]
    fn the_normal_distribution_is_right_in_the_middle_and_in_the_tails() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (Z, 0.975),
            (3.9, 0.999_951_903_655_982),
            (-4.1, 2.065_750_691_254_67e-5),
            (-8.0, 6.220_960_574_271_78e-16),
        ] {
            assert!(near(normal_cdf(x) / below, 1.0, 1e-9), "{x}: {}", normal_cdf(x));
            assert!(near(normal_cdf(x) + normal_cdf(-x), 1.0, 1e-12));
        }
        assert_eq!((normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for elo in [-800.0, -3.5, 0.0, 200.0] {
            assert!(near(elo_of_score(score_of_elo(elo)), elo, 1e-9));
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn no_games_say_nothing() {
        let summary = Tally::default().summary();
        assert!(summary.score.is_nan() && summary.elo.is_nan());
        assert_eq!(summary.ci95, (0.0, 1.0));
    }
}
