//! Matches between two settings, one after the other: what `ablate`, `scaling` and `levels` are made of.

use std::num::NonZeroUsize;

use ludwerk_arena::{Board, Contest, GameLimits, Standings, run as run_contest};
use ludwerk_core::Agent;
use ludwerk_registry::{AnyGame, Spec, or_failing};
use serde_json::{Value, json};

use super::r#match::{SUMMARY_HEADINGS, checked_threads, summary_cells, tell_irregularities};
use super::tournament;
use crate::args::MatchesArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table};
use crate::progress::Progress;

/// How every one of the matches is played.
pub struct Matches<'a> {
    pub game: &'a AnyGame,
    pub n_games: NonZeroUsize,
    pub seed: u64,
    /// Random plies before each game, unless the arguments say otherwise.
    pub opening_plies: usize,
    pub args: &'a MatchesArgs,
}

/// Two settings, and a few words for what is compared.
pub struct Pair {
    pub what: String,
    pub one: Spec,
    pub other: Spec,
}

impl Matches<'_> {
    /// Plays one match for each pair; fewer if it is interrupted, the last one as far as it came.
    pub fn play(&self, pairs: &[Pair]) -> Result<Vec<Standings>, Failure> {
        for pair in pairs {
            self.game.agent(&pair.one, 0)?;
            self.game.agent(&pair.other, 0)?;
        }
        let contest = self.contest()?;
        let n_games = contest.schedule()?.n_games();
        let mut progress = Progress::of_count((n_games as u64).saturating_mul(pairs.len() as u64));
        let mut results = Vec::new();
        for (n, pair) in pairs.iter().enumerate() {
            let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
                let spec = if agent == 0 { &pair.one } else { &pair.other };
                or_failing(self.game.agent(spec, seed))
            };
            let result = run_contest(&contest, &make_agent, interrupt::flag(), &mut |finished| {
                progress.show(
                    (n as u64 * n_games as u64).saturating_add(finished.row.fixture.idx as u64 + 1),
                    || pair.what.clone(),
                );
            })?;
            if result.n_games > 0 {
                results.push(result);
            }
            if interrupt::is_requested() {
                break;
            }
        }
        Ok(results)
    }

    fn contest(&self) -> Result<Contest<AnyGame>, Failure> {
        let openings =
            self.args.openings.as_deref().map(tournament::openings).transpose()?.unwrap_or_default();
        Ok(Contest {
            board: Board {
                opening_plies: self.args.opening_plies.unwrap_or(self.opening_plies),
                openings,
                ..Board::new(self.game.clone())
            },
            n_agents: 2,
            n_games: self.n_games.get(),
            seed: self.seed,
            n_threads: checked_threads(self.args.threads)?,
            limits: GameLimits::of_plies(self.args.max_plies),
        })
    }

    /// Whether all matches were played, said after those that were have been shown.
    pub fn check_all_played(&self, results: &[Standings], pairs: &[Pair]) -> Result<(), Failure> {
        let n_games = self.contest()?.schedule()?.n_games();
        let n_whole = results.iter().filter(|result| result.n_games == n_games).count();
        if n_whole == pairs.len() {
            return Ok(());
        }
        let part = results.get(n_whole).map_or(String::new(), |result| {
            format!(", and {} of {n_games} games of the next", result.n_games)
        });
        Err(Failure::interrupted(
            format!("{n_whole} of {} matches were played{part}", pairs.len()),
            "the others can be had one by one: --switches for ablate, --from for scaling, --only for levels",
        ))
    }
}

/// The figures of a match as JSON, after what was compared.
pub fn figures(what: (&str, &str), result: &Standings) -> Value {
    let mut figures = json!(result.agents[0].summary());
    figures[what.0] = json!(what.1);
    figures
}

/// Prints a row for each match: a table for people, or Markdown for documents.
pub fn print(heading: &str, rows: &[(String, &Standings)], as_markdown: bool) -> Result<(), Failure> {
    const COLUMNS: [&str; 6] = SUMMARY_HEADINGS;
    if as_markdown {
        let headings: Vec<_> = COLUMNS.iter().map(|column| column.trim_start_matches('#')).collect();
        output::line(format!("| {heading} | {} |", headings.join(" | ")))?;
        output::line("|---|---|---|---|---|---|---|")?;
        for (what, result) in rows {
            output::line(format!(
                "| `{what}` | {} |",
                summary_cells(&result.agents[0].summary()).join(" | ")
            ))?;
        }
        return Ok(());
    }
    let mut table = Table::new(&[&[heading], &COLUMNS[..]].concat());
    for (what, result) in rows {
        table.row([what.clone()].into_iter().chain(summary_cells(&result.agents[0].summary())));
    }
    table.print()?;
    rows.iter().try_for_each(|(what, result)| {
        tell_irregularities(result, &[what.clone(), format!("the opponent of {what}")])
    })
}
