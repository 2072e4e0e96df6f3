//! The table of a tournament, for people.

use ludwerk_arena::AgentRow;
use ludwerk_arena::stats::sprt::Verdict;
use ludwerk_arena::tournament::{SprtRow, Summary};
use ludwerk_core::{Game as _, Notation as _, Seat};
use ludwerk_registry::AnyGame;

use crate::commands::r#match::{elo_text, tell_last_words};
use crate::failure::Failure;
use crate::output::{self, BAD, DIM, GOOD, Table, percent};

/// A cross table of more agents is wider than a terminal.
const MOST_COLUMNS: usize = 10;

/// The table of agents, the best first.
pub fn lines(summary: &Summary) -> Vec<String> {
    let has_forfeits = summary.agents.iter().any(|agent| agent.forfeits > 0);
    let mut headings = vec![
        "#",
        "agent",
        "#games",
        "#wins",
        "#draws",
        "#losses",
        "#score",
        "#95%",
        "#Elo",
        "#ms a move",
        "#CPU ms",
    ];
    if has_forfeits {
        headings.push("#forfeits");
    }
    let mut table = Table::new(&headings);
    for agent in ranked(summary) {
        let mut row = vec![
            agent.rank.to_string(),
            agent.name.clone(),
            agent.games.to_string(),
            agent.wins.to_string(),
            agent.draws.to_string(),
            agent.losses.to_string(),
            agent.score.map_or("-".to_owned(), percent),
            format!("{} to {}", percent(agent.ci95[0]), percent(agent.ci95[1])),
            elo_text(agent.elo, agent.elo_error),
            format!("{:.3}", agent.ms_per_move),
            agent.cpu_ms_per_move.map_or("-".to_owned(), |ms| format!("{ms:.3}")),
        ];
        if has_forfeits {
            row.push(agent.forfeits.to_string());
        }
        table.row(row);
    }
    table.lines()
}

fn ranked(summary: &Summary) -> Vec<&AgentRow> {
    let mut agents: Vec<_> = summary.agents.iter().collect();
    agents.sort_by_key(|agent| agent.rank);
    agents
}

/// All that the games say.
pub fn tell(summary: &Summary, game: &AnyGame) -> Result<(), Failure> {
    lines(summary).iter().try_for_each(output::line)?;
    tell_cross(summary)?;
    output::line("")?;
    if let Some(test) = &summary.sprt {
        output::line(sprt_text(test))?;
    }
    for forfeit in &summary.forfeits {
        let name = &summary.agents[forfeit.agent].name;
        output::line(format!("{BAD}{} games forfeited by {name}:{BAD:#} {}", forfeit.times, forfeit.reason))?;
        tell_last_words(forfeit.output.as_deref())?;
    }
    if summary.without_opening > 0 {
        let n = summary.without_opening;
        output::line(format!(
            "{BAD}{n} games began at the start position:{BAD:#} their opening could not be played"
        ))?;
    }
    let fair = 1.0 / game.n_seats() as f64;
    let seats = Seat::all(game.n_seats()).zip(&summary.seats).filter(|(_, seat)| seat.ci95[0] > fair);
    for (seat, row) in seats {
        let score = row.score.map_or("-".to_owned(), percent);
        output::line(format!("{DIM}the seat of {} is an advantage: {score}{DIM:#}", game.seat_name(seat)))?;
    }
    let of =
        if summary.games == summary.planned { String::new() } else { format!(" of {}", summary.planned) };
    output::line(format!("{DIM}{}{of} games{DIM:#}", summary.games))?;
    output::line(verdict(summary))
}

fn tell_cross(summary: &Summary) -> Result<(), Failure> {
    let n_agents = summary.agents.len();
    if !(3..=MOST_COLUMNS).contains(&n_agents) {
        return Ok(());
    }
    output::line("")?;
    let order: Vec<usize> = {
        let mut order: Vec<_> = (0..n_agents).collect();
        order.sort_by_key(|&agent| summary.agents[agent].rank);
        order
    };
    let numbers: Vec<String> = (1..=n_agents).map(|number| format!("#{number}")).collect();
    let headings: Vec<&str> = ["#", "vs"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let mut table = Table::new(&headings);
    for &agent in &order {
        let cells = order.iter().map(|&other| match &summary.cross[agent][other] {
            Some(cell) => percent(cell.score),
            None => if agent == other { "·" } else { "-" }.to_owned(),
        });
        let row = &summary.agents[agent];
        table.row([row.rank.to_string(), row.name.clone()].into_iter().chain(cells));
    }
    table.print()
}

fn sprt_text(test: &SprtRow) -> String {
    let SprtRow { elo0, elo1, llr, lower, upper, verdict, bouts } = test;
    let meaning = match verdict {
        Verdict::Accepted => format!("{GOOD}accepted H1: {elo1:+} Elo rather than {elo0:+}{GOOD:#}"),
        Verdict::Rejected => format!("{BAD}accepted H0: {elo0:+} Elo rather than {elo1:+}{BAD:#}"),
        Verdict::Open => "undecided: more games are needed".to_owned(),
    };
    format!(
        "sequential test: {meaning} {DIM}(LLR {llr:.2} in {lower:.2} to {upper:.2} after {bouts} bouts){DIM:#}"
    )
}

/// Who leads, and how sure that is.
fn verdict(summary: &Summary) -> String {
    let mut order: Vec<_> = (0..summary.agents.len()).collect();
    order.sort_by_key(|&agent| summary.agents[agent].rank);
    let &[first, second, ..] = &order[..] else { return String::new() };
    let (leader, next) = (&summary.agents[first].name, &summary.agents[second].name);
    let certainty = summary.los[first][second];
    if certainty >= 0.975 {
        format!(
            "{GOOD}{leader} is the best{GOOD:#}: better than {next} with a likelihood of {}",
            percent(certainty)
        )
    } else {
        format!("{leader} leads, but is better than {next} only with a likelihood of {}", percent(certainty))
    }
}
