//! Verdicts: what a measurement says of what was published.
//!
//! Three tests stand behind them, all at the 5% level.
//! - A printed figure is **refuted** by a significance test (ours differs by more than chance explains, given the games
//!   on both sides), and **confirmed** by an equivalence test: the 95% interval of the difference lies within a margin,
//!   [`MARGIN`]. That a figure is not refuted does not confirm it: where the interval is wider than the margin it is
//!   **consistent**, and **open** in what is left.
//! - A claim such as "A is better" is confirmed or refuted when the interval lies on one side of an even score, and open
//!   as long as it holds both.
//! - Who makes many tests rejects some by chance. So all tests of a table are one family, in which the chance of a false
//!   rejection is 5% (Holm 1979, a sequentially rejective Bonferroni correction): [`correct`].

use ludwerk_arena::stats::{Z, normal_cdf};
use serde::{Deserialize, Serialize};

use crate::Row;

/// The chance that a table with no real difference in it shows one all the same.
pub const LEVEL: f64 = 0.05;

/// A share is the printed one for all that matters if it differs by less: five points of percent.
pub const MARGIN: f64 = 0.05;

/// What a row says of what was published; the same few words in all experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// An exact figure comes out.
    Equal,
    /// An exact figure does not come out.
    Differs,
    /// The measurement shows what was published, within the margin.
    Confirmed,
    /// Nothing speaks against what was published, and the interval is too wide to confirm it.
    Consistent,
    /// The measurement contradicts what was published.
    Refuted,
    /// There are too few games to tell.
    Open,
    /// What was measured was chosen by this very figure, so that agreement is no evidence.
    Fitted,
    /// The two stand side by side and cannot be compared, like seconds on two machines.
    #[serde(rename = "not judged")]
    NotJudged,
    /// Nothing was published.
    New,
}

impl Verdict {
    /// All of them, in the order of the reports.
    pub const ALL: [Self; 9] = [
        Self::Equal,
        Self::Differs,
        Self::Confirmed,
        Self::Consistent,
        Self::Refuted,
        Self::Open,
        Self::Fitted,
        Self::NotJudged,
        Self::New,
    ];

    /// What a claim turns out to be that holds, does not hold, or is not decided.
    pub fn of_claim(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Self::Confirmed,
            Some(false) => Self::Refuted,
            None => Self::Open,
        }
    }

    /// Whether what was published agrees with ours, if that can be told.
    pub fn agrees(self) -> Option<bool> {
        match self {
            Self::Equal | Self::Confirmed => Some(true),
            Self::Differs | Self::Refuted => Some(false),
            Self::Consistent | Self::Open | Self::Fitted | Self::NotJudged | Self::New => None,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Differs => "differs",
            Self::Confirmed => "confirmed",
            Self::Consistent => "consistent",
            Self::Refuted => "refuted",
            Self::Open => "open",
            Self::Fitted => "fitted",
            Self::NotJudged => "not judged",
            Self::New => "new",
        }
    }

    /// What the word means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Equal => "a printed count comes out exactly",
            Self::Differs => "a printed count does not come out",
            Self::Confirmed => {
                "the 95% interval of the difference from a printed share lies within 5 points; or the whole interval is \
                 on the side that was claimed"
            }
            Self::Consistent => {
                "a printed share is not refuted, and the interval of the difference is wider than 5 points to either \
                 side, so that it is not confirmed either"
            }
            Self::Refuted => {
                "the measurement contradicts what was published, at the 5% level after Holm's correction for all tests \
                 of the table"
            }
            Self::Open => "neither shown nor contradicted by the games played",
            Self::Fitted => {
                "what was measured was chosen by this very figure, so that agreement is no evidence"
            }
            Self::NotJudged => "both stand side by side and cannot be compared, like seconds on two machines",
            Self::New => "nothing was published",
        }
    }
}

/// A verdict with what there is to add.
type Finding = (Verdict, Option<&'static str>);

/// The statistical test behind a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// How probable a difference as large as the one seen is by chance alone.
    pub p: f64,
    rejected: Finding,
    kept: Finding,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// A share of won games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// How many games.
    pub games: f64,
}

impl Estimate {
    /// A mean of which this is the 95% interval; the wider side counts where it is cut off at 0 or 1.
    pub fn of_interval(mean: f64, [lo, hi]: [f64; 2]) -> Self {
        Self { mean, error: (mean - lo).max(hi - mean) / Z }
    }
}

impl Share {
    /// The share of so many games.
    pub fn of(share: f64, games: usize) -> Self {
        Self { share, games: games as f64 }
    }

    /// A share without an error, as if of any number of games.
    pub fn exactly(share: f64) -> Self {
        Self { share, games: f64::INFINITY }
    }

    /// With its standard error, each game being won or lost.
    pub fn estimate(self) -> Estimate {
        // Even when all were won, another one might not have been.
        let variance = (self.share * (1.0 - self.share)).max(0.5 / self.games) / self.games;
        Estimate { mean: self.share, error: variance.sqrt() }
    }

    /// The probability that two shares differ as much or more if they are equal: the test of two proportions, with the
    /// pooled variance and the correction for continuity by Yates, without which it rejects too often.
    fn p_of_difference(self, other: Self) -> f64 {
        let sizes = self.games.recip() + other.games.recip();
        let pooled = match (self.games.is_finite(), other.games.is_finite()) {
            (false, _) => self.share,
            (_, false) => other.share,
            _ => (self.share * self.games + other.share * other.games) / (self.games + other.games),
        };
        let difference = ((self.share - other.share).abs() - sizes / 2.0).max(0.0);
        two_sided(difference / (pooled * (1.0 - pooled) * sizes).sqrt())
    }
}

/// The probability that a normal variable is as far from its mean as this many standard errors, on either side.
fn two_sided(z: f64) -> f64 {
    2.0 * normal_cdf(-z.abs())
}

/// The probability that it is this far above.
fn one_sided(z: f64) -> f64 {
    normal_cdf(-z)
}

impl Evidence {
    /// A printed share beside ours: equal, but for chance?
    pub fn of_figure(printed: Share, ours: Share) -> Self {
        let p = printed.p_of_difference(ours);
        let (printed, ours) = (printed.estimate(), ours.estimate());
        let difference = ours.mean - printed.mean;
        let error = printed.error.hypot(ours.error);
        let half = Z * error;
        let kept = if difference.abs() + half <= MARGIN {
            (Verdict::Confirmed, None)
        } else if half > MARGIN {
            (Verdict::Consistent, None)
        } else {
            (Verdict::Open, None)
        };
        let rejected = if kept.0 == Verdict::Confirmed {
            (Verdict::Confirmed, Some("a difference that chance does not explain, and less than the margin"))
        } else if (ours.mean - 0.5).abs() <= Z * ours.error {
            (Verdict::Refuted, Some("neither side is shown to be better"))
        } else if (printed.mean > 0.5) == (ours.mean > 0.5) {
            (Verdict::Refuted, Some("the same side is the better one"))
        } else {
            (Verdict::Refuted, Some("the other side is the better one"))
        };
        Self { p, rejected, kept }
    }

    /// A claim that ours lies above an even score, or below.
    pub fn of_side(ours: Estimate, even: f64, is_claimed_above: bool) -> Self {
        let is_above = ours.mean > even;
        Self {
            p: two_sided((ours.mean - even) / ours.error),
            rejected: (Verdict::of_claim(Some(is_above == is_claimed_above)), None),
            kept: (Verdict::Open, None),
        }
    }

    /// A claim that ours lies within bounds: refuted outside, confirmed where the whole interval is inside.
    pub fn of_range(ours: Estimate, [lo, hi]: [f64; 2]) -> Self {
        let half = Z * ours.error;
        let is_inside = ours.mean - half >= lo && ours.mean + half <= hi;
        let outside = (lo - ours.mean).max(ours.mean - hi);
        Self {
            p: one_sided(outside / ours.error),
            rejected: (Verdict::Refuted, None),
            kept: (if is_inside { Verdict::Confirmed } else { Verdict::Open }, None),
        }
    }

    /// A test with this probability by chance that confirms; otherwise it is open.
    pub fn for_claim(p: f64) -> Self {
        Self { p, rejected: (Verdict::Confirmed, None), kept: (Verdict::Open, None) }
    }

    /// A test with this probability by chance that refutes, and what the row says if it does not.
    pub fn against(p: f64, kept: Verdict) -> Self {
        Self { p, rejected: (Verdict::Refuted, None), kept: (kept, None) }
    }

    /// The same for what was chosen by the printed figure: it may be refuted, and agreement is no evidence.
    pub fn fitted(self) -> Self {
        let fit = |(verdict, note)| match verdict {
            Verdict::Refuted => (verdict, note),
            _ => (Verdict::Fitted, None),
        };
        Self { p: self.p, rejected: fit(self.rejected), kept: fit(self.kept) }
    }

    /// With words for a rejection, and for the want of one.
    pub fn noting(self, rejected: &'static str, kept: &'static str) -> Self {
        let (rejected, kept) = ((self.rejected.0, Some(rejected)), (self.kept.0, Some(kept)));
        Self { p: self.p, rejected, kept }
    }

    pub(crate) fn finding(&self, is_rejected: bool) -> Finding {
        if is_rejected { self.rejected } else { self.kept }
    }
}

/// Judges the rows of a table anew as one family of tests, by the correction of Holm.
pub(crate) fn correct(rows: &mut [Row]) {
    let p_values: Vec<_> = rows.iter().map(|row| row.p).collect();
    let mut tested: Vec<_> = p_values.iter().enumerate().filter_map(|(n, p)| Some((n, (*p)?))).collect();
    tested.sort_by(|one, other| one.1.total_cmp(&other.1));
    let n_tests = tested.len();
    // The smallest must pass the whole correction, each next one a little less; after the first that fails none passes.
    let mut passes = true;
    for (rank, &(n, p)) in tested.iter().enumerate() {
        passes &= p <= LEVEL / (n_tests - rank) as f64;
        rows[n].judge(passes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    fn verdict(evidence: Evidence) -> Verdict {
        evidence.finding(evidence.p <= LEVEL).0
    }

    fn figure(printed: (f64, usize), ours: (f64, usize)) -> Verdict {
        let of = |(share, games)| Share::of(share, games);
        verdict(Evidence::of_figure(of(printed), of(ours)))
    }

    /// By hand: 60 of 100 and 70 of 200, pooled 0.4333, the difference less 0.0075 over 0.06069.
    #[test]
    fn two_shares_are_compared_as_in_textbooks() {
        let p = Share::of(0.6, 100).p_of_difference(Share::of(0.35, 200));
        assert!((p / two_sided((0.25 - 0.0075) / 0.060_690) - 1.0).abs() < 1e-3, "{p}");
        // Against a number without an error it is the test of one proportion.
        let p = Share::of(0.6, 100).p_of_difference(Share::exactly(0.5));
        assert!((p / two_sided((0.1 - 0.005) / 0.05) - 1.0).abs() < 1e-9, "{p}");
    }

    #[test]
    fn a_figure_is_confirmed_within_the_margin_alone() {
        // Half of the interval is 3.5 points.
        assert_eq!(figure((0.60, 900), (0.61, 5000)), Verdict::Confirmed);
        assert_eq!(figure((0.60, 900), (0.63, 5000)), Verdict::Open);
        assert_eq!(figure((0.60, 900), (0.66, 5000)), Verdict::Refuted);
        // That seven points are not refuted is no confirmation: 100 games say little.
        assert_eq!(figure((0.75, 100), (0.82, 4000)), Verdict::Consistent);
        // Many games show that two points are a difference, and a small one.
        assert_eq!(figure((0.80, 100_000), (0.82, 100_000)), Verdict::Confirmed);
    }

    #[test]
    fn a_claim_is_judged_by_the_side_of_the_interval() {
        let judge = |mean, claimed| verdict(Evidence::of_side(Estimate { mean, error: 0.01 }, 0.5, claimed));
        assert_eq!([judge(0.55, true), judge(0.55, false)], [Verdict::Confirmed, Verdict::Refuted]);
        assert_eq!([judge(0.45, true), judge(0.51, true)], [Verdict::Refuted, Verdict::Open]);
    }

    #[test]
    fn a_range_is_confirmed_inside_and_refuted_outside() {
        let judge = |mean| verdict(Evidence::of_range(Estimate { mean, error: 0.01 }, [0.87, 0.95]));
        let expected = [Verdict::Confirmed, Verdict::Open, Verdict::Open, Verdict::Refuted];
        assert_eq!([0.91, 0.94, 0.96, 0.98].map(judge), expected);
    }

    #[test]
    fn what_was_chosen_by_a_figure_is_no_evidence_for_it() {
        let judge = |mean| {
            let (printed, ours) = (Share::of(0.6, 900), Share::of(mean, 10_000));
            verdict(Evidence::of_figure(printed, ours).fitted())
        };
        assert_eq!([judge(0.6), judge(0.7)], [Verdict::Fitted, Verdict::Refuted]);
    }

    #[test]
    fn the_correction_is_that_of_holm() {
        let verdicts = |p_values: &[f64]| {
            let mut rows: Vec<_> = p_values
                .iter()
                .map(|&p| {
                    let evidence = Evidence::against(p, Verdict::Open);
                    Row::tested("a", Figure::Claim("b"), Figure::Count(1), evidence)
                })
                .collect();
            rows.push(Row::new("nothing published", Figure::Count(1)));
            correct(&mut rows);
            rows.iter().map(|row| row.verdict == Verdict::Refuted).collect::<Vec<_>>()
        };
        // 0.005 <= 0.05/4, 0.01 <= 0.05/3, and 0.03 > 0.05/2 stops it, although 0.04 <= 0.05/1.
        assert_eq!(verdicts(&[0.01, 0.04, 0.03, 0.005]), [true, false, false, true, false]);
        // Alone it would be rejected.
        assert_eq!(verdicts(&[0.04, 0.5]), [false, false, false]);
        assert_eq!(verdicts(&[0.04]), [true, false]);
    }

    /// Of 400 tables of 20 figures that are all right, about 5% at most show a refuted one. Without the pooled variance
    /// and the correction for continuity it was 8%.
    #[test]
    fn a_table_without_errors_is_refuted_as_seldom_as_the_level_says() {
        let mut rng = ludwerk_core::Rng::new(5);
        let mut share = |games: usize| (0..games).filter(|_| rng.unit() < 0.7).count() as f64 / games as f64;
        let n_wrong = (0..400)
            .filter(|_| {
                let mut rows: Vec<_> = (0..20)
                    .map(|_| {
                        let (printed, ours) = (share(100), share(400));
                        let evidence = Evidence::of_figure(Share::of(printed, 100), Share::of(ours, 400));
                        Row::tested("", Figure::Number(printed), Figure::Number(ours), evidence)
                    })
                    .collect();
                correct(&mut rows);
                rows.iter().any(|row| row.verdict == Verdict::Refuted)
            })
            .count();
        assert!(n_wrong <= 30, "{n_wrong} of 400");
    }
}
