//! Published tables, reproduced: one module each.
//!
//! An experiment names its source, what was published, how we measure it, and when the two agree. Imitations of
//! programs that only count or replay live here; published players that can be played are strategies of their game.
//! [`EXPERIMENTS`] lists all; `ludwerk reproduce` runs them.
//!
//! An experiment is a function that asks its [`Plan`] for measurements and makes [`Row`]s of them. Measurements are
//! pure functions of the seed, so they are made on any number of threads, kept in a [`Journal`], and never made twice.
//! The rows of a table are judged together, as one family of tests (`verdict.rs`).

mod agreement;
mod blokus_adaptive;
mod blokus_table_1;
mod blokus_table_2;
mod chexers_claims;
mod dobutsu_table_2;
pub mod figure;
mod journal;
mod plan;
pub mod report;
mod row;
mod run;
mod samurai;
mod stopwatch;
mod thesis_dobutsu;
mod verdict;

use serde::Serialize;
use thiserror::Error;

pub use crate::agreement::{Agreement, ReadError, Verdicts};
pub use crate::journal::{Journal, JournalError, Session, Settings};
pub use crate::plan::{Plan, Watch};
pub use crate::row::{Figure, Kind, Row};
pub use crate::run::{RunError, Status, run};
pub use crate::samurai::figures::{GRIDS, PrintedGrid, readings};
pub use crate::samurai::{Reading, Seating};
pub use crate::verdict::Verdict;

/// A published table and how it is measured here.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// The name on the command line.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What was published.
    pub published: &'static str,
    /// How we measure it.
    pub measures: &'static str,
    /// When a published figure and ours agree.
    pub tolerance: &'static str,
    /// Asks for measurements and makes rows of them. It is called until all that it asks for is there; before that,
    /// measurements have their default values.
    rows: fn(&mut Plan<'_>) -> Vec<Row>,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    dobutsu_table_2::EXPERIMENT,
    blokus_table_1::EXPERIMENT,
    blokus_table_2::EXPERIMENT,
    blokus_adaptive::EXPERIMENT,
    chexers_claims::EXPERIMENT,
    samurai::grids::EXPERIMENTS[0],
    samurai::grids::EXPERIMENTS[1],
    samurai::grids::EXPERIMENTS[2],
    samurai::grids::EXPERIMENTS[3],
    samurai::ladder::EXPERIMENTS[0],
    samurai::ladder::EXPERIMENTS[1],
    samurai::ladder::EXPERIMENTS[2],
    samurai::ladder::EXPERIMENTS[3],
    samurai::ladder::EXPERIMENTS[4],
    samurai::minimax::EXPERIMENT,
    samurai::text::EXPERIMENT,
];

/// An experiment with what came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// The experiment's name.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What was published.
    pub published: &'static str,
    /// How we measure it.
    pub measures: &'static str,
    /// When a published figure and ours agree.
    pub tolerance: &'static str,
    /// The CPU time that it took.
    pub seconds: f64,
    /// One for each published or new figure.
    pub rows: Vec<Row>,
}

impl Reproduction {
    /// How many rows have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }
}

/// No experiment has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown experiment {0:?}")]
pub struct UnknownExperiment(pub String);

/// The experiment with this name, or all of them for `all`.
///
/// # Errors
/// [`UnknownExperiment`].
pub fn find(id: &str) -> Result<Vec<&'static Experiment>, UnknownExperiment> {
    let found: Vec<_> = EXPERIMENTS.iter().filter(|experiment| id == "all" || experiment.id == id).collect();
    if found.is_empty() { Err(UnknownExperiment(id.to_owned())) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_says_what_it_does() {
        for (n, experiment) in EXPERIMENTS.iter().enumerate() {
            for text in [experiment.source, experiment.published, experiment.measures, experiment.tolerance] {
                assert!(text.len() > 20, "{}: {text}", experiment.id);
            }
            assert!(EXPERIMENTS[..n].iter().all(|other| other.id != experiment.id));
        }
        assert_eq!(find("all").unwrap().len(), EXPERIMENTS.len());
        assert_eq!(find("samurai-5.5").unwrap()[0].id, "samurai-5.5");
        assert!(find("samurai-6").is_err());
    }
}
