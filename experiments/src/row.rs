//! A row of a reproduced table: the published figure, ours, and what the comparison says.

use std::fmt;

use ludwerk_arena::stats::interval;
use serde::Serialize;

use crate::verdict::{Estimate, Evidence, LEVEL, Verdict};

/// A figure, published and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What was counted or measured.
    pub what: String,
    /// How the two compare.
    pub kind: Kind,
    /// The published figure or claim.
    pub published: Option<Figure>,
    /// Ours.
    pub ours: Figure,
    /// Whether they agree; `None` where nothing was published, or where that cannot be told.
    pub ok: Option<bool>,
    /// The same in a word.
    pub verdict: Verdict,
    /// What there is to add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
    /// Where a statistical test was made: how probable a difference as large is by chance alone, uncorrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    #[serde(skip)]
    evidence: Option<Evidence>,
}

/// A number that was counted or measured, or a claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// Counted: the same in every run.
    Count(u64),
    /// The value of a position.
    Value(i64),
    /// Seconds of CPU: others in every run.
    Seconds(f64),
    /// A number that is neither: a spread, a correlation.
    Number(f64),
    /// The points of the two players of one game.
    Points([u32; 2]),
    /// What is said in words.
    Claim(&'static str),
    /// The mean share of the win over many games.
    Share {
        /// The mean.
        score: f64,
        /// Its 95% interval.
        ci95: [f64; 2],
        /// How many games; 0 where that is not known.
        games: usize,
    },
    /// The mean of something counted in each of many games.
    Mean {
        /// The mean.
        mean: f64,
        /// Its 95% interval.
        ci95: [f64; 2],
        /// How many games.
        games: usize,
    },
}

/// How a published figure and ours compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// They must be equal.
    Exact,
    /// Ours is measured, and a verdict says what it means for the published one.
    Measured,
    /// Nothing was published.
    New,
}

impl Row {
    /// A count that must come out.
    pub(crate) fn exact(what: impl Into<String>, published: u64, ours: u64) -> Self {
        let verdict = if published == ours { Verdict::Equal } else { Verdict::Differs };
        let (published, ours) = (Some(Figure::Count(published)), Figure::Count(ours));
        Self::judged(what, Kind::Exact, published, ours, verdict)
    }

    /// A published figure or claim beside a measurement.
    pub(crate) fn measured(
        what: impl Into<String>,
        published: Figure,
        ours: Figure,
        verdict: Verdict,
    ) -> Self {
        Self::judged(what, Kind::Measured, Some(published), ours, verdict)
    }

    /// A published figure or claim beside a measurement that puts it to a test. Until all tests of its table are known,
    /// it is judged as if it were the only one.
    pub(crate) fn tested(
        what: impl Into<String>,
        published: Figure,
        ours: Figure,
        evidence: Evidence,
    ) -> Self {
        let mut row = Self::measured(what, published, ours, Verdict::Open);
        (row.p, row.evidence) = (Some(evidence.p), Some(evidence));
        row.judge(evidence.p <= LEVEL);
        row
    }

    /// Judges by the row's test, given whether it rejects.
    pub(crate) fn judge(&mut self, is_rejected: bool) {
        if let Some(evidence) = self.evidence {
            (self.verdict, self.note) = evidence.finding(is_rejected);
            self.ok = self.verdict.agrees();
        }
    }

    /// A figure that nobody has published.
    pub(crate) fn new(what: impl Into<String>, ours: Figure) -> Self {
        Self::judged(what, Kind::New, None, ours, Verdict::New)
    }

    fn judged(
        what: impl Into<String>,
        kind: Kind,
        published: Option<Figure>,
        ours: Figure,
        verdict: Verdict,
    ) -> Self {
        let (what, ok) = (what.into(), verdict.agrees());
        Self { what, kind, published, ours, ok, verdict, note: None, p: None, evidence: None }
    }

    /// With something to add.
    pub(crate) fn noting(self, note: &'static str) -> Self {
        Self { note: Some(note), ..self }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Count(count) => f.write_str(&thousands(count)),
            Self::Value(value) => write!(f, "{value}"),
            Self::Seconds(seconds) => f.write_str(&short(seconds)),
            Self::Number(number) => write!(f, "{number:.2}"),
            Self::Points([first, second]) => write!(f, "{first}-{second}"),
            Self::Claim(claim) => f.write_str(claim),
            Self::Share { score, .. } => write!(f, "{:.1}%", 100.0 * score),
            Self::Mean { mean, .. } => write!(f, "{mean:.1}"),
        }
    }
}

impl Figure {
    /// The share of so many wins, draws and losses of two players.
    pub(crate) fn of_games(counts: [usize; 3]) -> Self {
        let counts = || [1.0, 0.5, 0.0].into_iter().zip(counts);
        let games = counts().map(|(_, n)| n).sum();
        let (lo, hi) = interval(counts());
        let score = counts().map(|(share, n)| share * n as f64).sum::<f64>() / games as f64;
        Self::Share { score, ci95: [lo, hi], games }
    }

    /// A share with its standard error; only shares have one.
    pub(crate) fn estimate(&self) -> Estimate {
        match *self {
            Self::Share { score, ci95, .. } => Estimate::of_interval(score, ci95),
            _ => Estimate { mean: f64::NAN, error: f64::NAN },
        }
    }

    /// The 95% interval and the number of games, as text; empty for figures without.
    pub fn interval(&self) -> String {
        match *self {
            Self::Share { ci95: [lo, hi], games, .. } if games > 0 => {
                format!("{:.1} to {:.1}%, {}", 100.0 * lo, 100.0 * hi, thousands(games as u64))
            }
            Self::Mean { ci95: [lo, hi], games, .. } => {
                format!("{lo:.2} to {hi:.2}, {}", thousands(games as u64))
            }
            _ => String::new(),
        }
    }
}

/// Three digits that count: 12.0 s, 0.41 ms.
fn short(seconds: f64) -> String {
    let digits = |number: f64| {
        let magnitude = if number > 0.0 { number.log10().floor() as i32 } else { 0 };
        format!("{number:.0$}", usize::try_from(2 - magnitude).unwrap_or(0).min(4))
    };
    match seconds {
        seconds if seconds >= 1000.0 => format!("{} s", thousands(seconds.round() as u64)),
        seconds if seconds >= 1.0 => format!("{} s", digits(seconds)),
        seconds => format!("{} ms", digits(1e3 * seconds)),
    }
}

/// A number with its thousands set apart: 50,503,579.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_read_them() {
        assert_eq!(Figure::Count(62_520_789).to_string(), "62,520,789");
        assert_eq!(Figure::Seconds(0.000_041).to_string(), "0.0410 ms");
        assert_eq!(Figure::Seconds(1.366).to_string(), "1.37 s");
        assert_eq!(Figure::Seconds(12.04).to_string(), "12.0 s");
        assert_eq!(Figure::Seconds(25_200.0).to_string(), "25,200 s");
        assert_eq!(Figure::Points([34, 50]).to_string(), "34-50");
        let share = Figure::Share { score: 0.9301, ci95: [0.911, 0.9449], games: 900 };
        assert_eq!(share.to_string(), "93.0%");
        assert_eq!(share.interval(), "91.1 to 94.5%, 900");
        assert_eq!(Figure::Count(3).interval(), "");
        assert_eq!(Figure::of_games([60, 20, 20]).to_string(), "70.0%");
    }

    #[test]
    fn the_verdict_says_whether_a_row_is_well() {
        assert_eq!(Row::exact("nodes", 5, 5).ok, Some(true));
        assert_eq!(Row::exact("nodes", 5, 6).verdict, Verdict::Differs);
        assert_eq!(Row::new("nodes", Figure::Count(1)).ok, None);
        let judged = |holds| {
            Row::measured("share", Figure::Claim("better"), Figure::Count(1), Verdict::of_claim(holds)).ok
        };
        assert_eq!([Some(true), Some(false), None].map(judged), [Some(true), Some(false), None]);
    }
}
