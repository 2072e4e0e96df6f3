//! What a finished game tells about those who played it.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{AgentError, Game as _, Playthrough, Seat};
use ludwerk_search::strength::{Decisions, Estimate, Level, Strength};

use super::Levels;
use crate::AnyGame;
use crate::agents::AdaptiveLevelOptions;
use crate::spec::{Spec, Value};

/// A game to be looked at.
#[derive(Clone, Debug)]
pub struct Assessed<'a> {
    /// The game.
    pub play: &'a Playthrough<AnyGame>,
    /// Who sits where: agents by their specs, `None` for people.
    pub agents: &'a [Option<Spec>],
    /// The seat of whom it is about.
    pub seat: Seat,
    /// The share of the win that the seat got; `None` if the game is not over, or the result says nothing.
    pub share: Option<f64>,
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// How strong the player is, by all that is known now.
    pub level: Level,
    /// What is to be remembered for the next game.
    pub after: Strength,
    /// How many decisions were looked at.
    pub n_moves: usize,
    /// Whether the result counted: only if it is known how strong the others were.
    pub counts_result: bool,
    /// The mean level at which the others played, where that is known.
    pub others: Option<f64>,
}

/// Looks at a game: at every decision of the player, and at the result if the levels of the others are known.
///
/// # Errors
/// What a judge says that gives no answer.
pub fn assess(
    assessed: &Assessed<'_>,
    before: &Strength,
    stop: &AtomicBool,
) -> Result<Assessment, AgentError> {
    let Assessed { play, agents, seat, share } = *assessed;
    let game = play.game();
    let levels = Levels::of(game.info().id);
    // 1. What was decided? An adaptive opponent looked at those of others, too.
    let adaptive: Vec<_> = agents.iter().map(|agent| adaptive_options(game, agent.as_ref())).collect();
    let is_watched = |other: Seat| {
        let watches =
            |own: Seat| adaptive[own.idx()].as_ref().is_some_and(|options| options.watches(own, other));
        other == seat || (!game.info().is_hidden() && Seat::all(agents.len()).any(watches))
    };
    let mut decisions = Decisions::new();
    let make_agent =
        |spec: &Spec, seed| game.agent(spec, seed).map_err(|error| AgentError::Failed(error.to_string()));
    levels.watch(play, &mut decisions, is_watched, make_agent, stop)?;
    // 2. What do they say about the player?
    let mut estimate = Estimate::new(&levels.table, before);
    for (_, choice) in decisions.iter().flatten().filter(|(by, _)| *by == seat) {
        estimate.see_move(choice);
    }
    // 3. What does the result say?
    let others: Option<Vec<f64>> = Seat::all(agents.len())
        .filter(|&other| other != seat)
        .map(|other| match &adaptive[other.idx()] {
            Some(options) => Some(mean_level(levels, options, other, play, &decisions)),
            None => fixed_level(agents[other.idx()].as_ref()?),
        })
        .collect();
    let counts_result = match (share, &others) {
        (Some(share), Some(others)) => {
            estimate.see_result(share, others);
            true
        }
        _ => false,
    };
    Ok(Assessment {
        level: estimate.level(),
        after: estimate.remembered(),
        n_moves: estimate.n_moves(),
        counts_result,
        others: others.map(|others| others.iter().sum::<f64>() / others.len().max(1) as f64),
    })
}

fn adaptive_options(game: &AnyGame, agent: Option<&Spec>) -> Option<AdaptiveLevelOptions> {
    AdaptiveLevelOptions::of_spec(game, agent?).ok().flatten()
}

/// The level of an agent that is one and nothing else.
fn fixed_level(agent: &Spec) -> Option<f64> {
    match agent.options.as_slice() {
        [(key, Value::Text(n))] if agent.name == "level" && key == "n" => n.parse().ok(),
        _ => None,
    }
}

/// The mean of the levels at which an adaptive agent played its moves.
fn mean_level(
    levels: &'static Levels,
    options: &AdaptiveLevelOptions,
    own: Seat,
    play: &Playthrough<AnyGame>,
    decisions: &Decisions,
) -> f64 {
    let n_seats = play.game().n_seats();
    let level_at = |ply: usize| {
        // In a game with secrets the agent did not see the course of the game.
        let known = if play.game().info().is_hidden() { 0 } else { ply.min(decisions.len()) };
        options.level(levels, &options.estimates(levels, own, n_seats, &decisions[..known]))
    };
    let played: Vec<f64> =
        (0..play.moves().len()).filter(|&ply| play.seat_at(ply) == Some(own)).map(level_at).collect();
    if played.is_empty() { level_at(0) } else { played.iter().sum::<f64>() / played.len() as f64 }
}
