//! Published tables, reproduced: one module each.
//!
//! An experiment names its source, what was published, and what we measure. Imitations of other programs'
//! quirks live here and nowhere else. [`EXPERIMENTS`] lists all; `ludwerk reproduce` runs them.

mod blokus_table_1;
mod blokus_table_2;
mod chexers_claims;
mod dobutsu_table_2;
mod samurai;
mod thesis_blokus;
mod thesis_dobutsu;

use std::ops::ControlFlow;

use serde::Serialize;
use thiserror::Error;

/// A published table and how it is measured here.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// The name on the command line.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Measures it; see [`Run`].
    run: fn(&mut Run<'_>) -> Option<Vec<Row>>,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    dobutsu_table_2::EXPERIMENT,
    blokus_table_1::EXPERIMENT,
    blokus_table_2::EXPERIMENT,
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
];

/// How an experiment is run.
pub struct Run<'a> {
    /// Less work, for a quick look.
    pub quick: bool,
    /// Is told which fraction is done and a few words about it, and may break the run off.
    pub progress: &'a mut dyn FnMut(f64, &str) -> ControlFlow<()>,
}

/// An experiment with what came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// The experiment's name.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// One for each published or new figure.
    pub rows: Vec<Row>,
}

/// A figure, published and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What was counted or measured.
    pub what: String,
    /// How the two compare.
    pub kind: Kind,
    /// The published figure.
    pub published: Option<Figure>,
    /// Ours.
    pub ours: Figure,
    /// Whether they agree; `None` where nothing was published, or where the games played cannot tell.
    pub ok: Option<bool>,
    /// What a measured figure says, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
}

/// A number that was counted or measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// Counted: the same in every run.
    Count(u64),
    /// The value of a position.
    Value(i64),
    /// Measured in seconds: another in every run.
    Seconds(f64),
    /// A number that is neither: a spread, a correlation.
    Number(f64),
    /// The points of the two players of one game.
    Points([u32; 2]),
    /// The mean share of the win over many games.
    Share {
        /// The mean.
        score: f64,
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
    /// Ours has an interval, and a verdict says what it means for the published one.
    Measured,
    /// Nothing was published.
    New,
}

impl Row {
    fn exact(what: String, published: u64, ours: u64) -> Self {
        let ok = Some(published == ours);
        Self {
            what,
            kind: Kind::Exact,
            published: Some(Figure::Count(published)),
            ours: Figure::Count(ours),
            ok,
            verdict: None,
        }
    }

    fn new(what: String, ours: Figure) -> Self {
        Self { what, kind: Kind::New, published: None, ours, ok: None, verdict: None }
    }
}

/// No experiment has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown experiment {0:?}")]
pub struct UnknownExperiment(pub String);

impl Experiment {
    /// Runs the experiment; `None` if it was broken off.
    pub fn run(&self, run: &mut Run<'_>) -> Option<Reproduction> {
        Some(Reproduction { id: self.id, source: self.source, rows: (self.run)(run)? })
    }
}

/// The experiment with this name, or all of them for `all`.
///
/// # Errors
/// [`UnknownExperiment`].
pub fn find(id: &str) -> Result<Vec<&'static Experiment>, UnknownExperiment> {
    let found: Vec<_> = EXPERIMENTS.iter().filter(|experiment| id == "all" || experiment.id == id).collect();
    if found.is_empty() { Err(UnknownExperiment(id.to_owned())) } else { Ok(found) }
}
