//! The report of a tournament: one HTML file with everything in it, to be read, printed, kept and repeated.
//! Reports on other things are made of the same parts: [`document`], [`html`](mod@html), [`plot`], [`scale`] and [`words`].
//!
//! It needs nothing from elsewhere, says the same without scripts, and is bounded in size whatever the size
//! of the tournament: games are read one after the other, plots have at most some hundred points, and only
//! a few games are shown. Pages are templates (`maud`), which escape all text that they are given.

mod board;
pub mod document;
mod facts;
mod games;
pub mod html;
mod page;
pub mod plot;
mod plots;
mod repeat;
pub mod scale;
mod tables;
pub mod words;

use ludwerk_arena::tournament::{Store, StoreError};
use ludwerk_core::{Draw, Game, Keyed, Notation};
use thiserror::Error;

use facts::Facts;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The whole file.
    pub html: String,
    /// How many games it is about.
    pub games: usize,
}

/// A tournament that cannot be reported on.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Its games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReportError {
    /// What to do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::Store(error) => error.hint(),
        }
    }
}

/// The report of what is stored so far, for the game of the plan. `resolved` has every agent's spec with all that the
/// game fills in, in the order of the plan; it may be empty.
///
/// # Errors
/// A [`ReportError`] when the games cannot be read.
pub fn report<G: Game + Keyed + Notation + Draw + Clone>(
    store: &Store,
    game: &G,
    resolved: &[String],
) -> Result<Report, ReportError> {
    let facts = Facts::gather(store, game)?;
    let samples = games::samples(store, game, &facts)?;
    let html = page::page(&facts, &samples, resolved);
    Ok(Report { html, games: facts.summary.games })
}
