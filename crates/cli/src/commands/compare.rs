//! Matches between two settings, one after the other: what `ablate` and `levels` are made of.

use std::num::NonZeroUsize;

use ludwerk_arena::{AgentResult, Contest, run as run_contest};
use ludwerk_core::Agent;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use super::r#match::{checked_threads, elo_text};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table, percent};
use crate::progress::Progress;

/// How every one of the matches is played.
pub struct Matches<'a> {
    pub game: &'a AnyGame,
    pub n_games: NonZeroUsize,
    pub threads: Option<NonZeroUsize>,
    pub seed: u64,
    pub most_plies: usize,
    pub opening_plies: usize,
}

/// Two settings, and a few words for what is compared.
pub struct Pair {
    pub what: String,
    pub one: Spec,
    pub other: Spec,
}

impl Matches<'_> {
    /// Plays one match for each pair, and gives how the first of each did.
    pub fn play(&self, pairs: &[Pair]) -> Result<Vec<AgentResult>, Failure> {
        for pair in pairs {
            self.game.agent(&pair.one, 0)?;
            self.game.agent(&pair.other, 0)?;
        }
        let contest = Contest {
            game: self.game.clone(),
            start: None,
            opening_plies: self.opening_plies,
            n_agents: 2,
            n_games: self.n_games.get(),
            seed: self.seed,
            n_threads: checked_threads(self.threads)?,
            most_plies: self.most_plies,
        };
        let n_games = contest.n_games_rounded()?;
        let mut progress = Progress::of_count((n_games * pairs.len()) as u64);
        let mut results = Vec::new();
        for (n, pair) in pairs.iter().enumerate() {
            let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
                let spec = if agent == 0 { &pair.one } else { &pair.other };
                self.game.agent(spec, seed).unwrap_or_else(|error| unreachable!("checked before: {error}"))
            };
            let result = run_contest(&contest, &make_agent, interrupt::flag(), &mut |finished| {
                progress.show((n * n_games + finished.idx + 1) as u64, || pair.what.clone());
            })?;
            if interrupt::is_requested() {
                drop(progress);
                return Err(Failure::interrupted(
                    format!("{n} of {} matches were played", pairs.len()),
                    "the same --seed plays the same games again",
                ));
            }
            results.push(result.agents[0]);
        }
        Ok(results)
    }
}

/// The figures of a match as JSON.
pub fn figures(result: &AgentResult) -> Value {
    let summary = &result.summary;
    json!({
        "wins": summary.wins,
        "draws": summary.draws,
        "losses": summary.losses,
        "score": summary.score,
        "ci95": [summary.ci95.0, summary.ci95.1],
        "elo": summary.elo,
        "elo_error": summary.elo_error,
    })
}

/// A table with a row for each match.
pub fn print_table(heading: &str, rows: &[(String, &AgentResult)]) -> Result<(), Failure> {
    let mut table = Table::new(&[heading, "#wins", "#draws", "#losses", "#score", "#95%", "#Elo"]);
    for (what, result) in rows {
        let summary = &result.summary;
        table.row([
            what.clone(),
            summary.wins.to_string(),
            summary.draws.to_string(),
            summary.losses.to_string(),
            percent(summary.score),
            format!("{} to {}", percent(summary.ci95.0), percent(summary.ci95.1)),
            elo_text(summary.elo, summary.elo_error),
        ]);
    }
    table.print()
}

/// The same table as Markdown, for documents.
pub fn print_markdown(heading: &str, rows: &[(String, &AgentResult)]) -> Result<(), Failure> {
    output::line(format!("| {heading} | wins | draws | losses | score | 95% | Elo |"))?;
    output::line("|---|---|---|---|---|---|---|")?;
    for (what, result) in rows {
        let summary = &result.summary;
        output::line(format!(
            "| `{what}` | {} | {} | {} | {} | {} to {} | {} |",
            summary.wins,
            summary.draws,
            summary.losses,
            percent(summary.score),
            percent(summary.ci95.0),
            percent(summary.ci95.1),
            elo_text(summary.elo, summary.elo_error),
        ))?;
    }
    Ok(())
}
