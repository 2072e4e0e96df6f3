//! A game that an agent plays against itself, as learning sees it.

use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::random_opening;
use ludwerk_core::value::{Meaning, Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, Observe, Playthrough, Returns, Rng, Seat, Turn,
    sample_chance,
};
use serde::{Deserialize, Serialize};

use super::model::Sight;

/// How games are played to learn from them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Practice {
    /// Up to so many random plies come before each game, each number equally likely.
    pub opening_plies: usize,
    /// How often a random move is played in the place of the agent's, at first and in the end.
    pub epsilon: (f64, f64),
    /// A longer game is adjudicated a draw (ply limit).
    pub most_plies: usize,
}

/// A game, ply by ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// What was known at each decision.
    pub steps: Vec<Step>,
    /// What each seat took in the end.
    pub returns: Vec<f64>,
}

/// What was known at a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What each seat sees of the position.
    pub here: Vec<Sight>,
    /// What the agent's line leads to, if it tells one.
    pub ahead: Option<Prospect>,
    /// Whether another move than the agent's was played.
    pub is_explored: bool,
}

/// Where a line of best play leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Prospect {
    /// To a position that each seat sees like this.
    Open(Vec<Sight>),
    /// To the end, where each seat takes so much.
    Decided(Vec<f64>),
}

/// What the agents of a game are made from: a seed for each.
pub type MakeAgent<'a, G> = dyn Fn(u64) -> Box<dyn Agent<G>> + Sync + 'a;

/// Plays a game; `None` if somebody asked to stop. All of it follows from the seed and how far the whole run is, from
/// 0 to 1.
///
/// # Errors
/// What an agent says that has no move to give.
pub fn play<G: Evaluate + Keyed + Observe + Clone>(
    game: &G,
    make_agent: &MakeAgent<'_, G>,
    practice: &Practice,
    (seed, done): (u64, f64),
    stop: &AtomicBool,
) -> Result<Option<Trajectory>, AgentError> {
    let n_seats = game.n_seats();
    let (first, last) = practice.epsilon;
    let epsilon = first + (last - first) * done;
    let mut rng = Rng::new(seed);
    let start = game.start(&mut rng);
    let n_random = rng.below(practice.opening_plies.saturating_add(1));
    let start = random_opening(game, &start, n_random, &mut rng).unwrap_or(start);
    let mut agents: Vec<_> = (0..n_seats).map(|seat| make_agent(Rng::derive(seed, seat as u64))).collect();
    let mut play = Playthrough::new(game.clone(), start);
    let mut steps = Vec::new();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let failed = |error: ludwerk_core::MoveError| AgentError::Failed(error.to_string());
        let seat = match play.turn() {
            Turn::Over => break,
            _ if play.moves().len() >= practice.most_plies => break,
            Turn::Chance => {
                play.play(sample_chance(game, play.state(), &mut rng)).map_err(failed)?;
                continue;
            }
            Turn::Player(seat) => seat,
        };
        agents[seat.idx()].prepare(game, stop)?;
        let decision = play.ask(agents[seat.idx()].as_mut(), &mut Control::new(stop, &mut |_| {}))?;
        let explored = (rng.unit() < epsilon).then(|| rng.choose(&play.legal_moves()).copied());
        let played = explored.flatten().unwrap_or(decision.chosen);
        let is_explored = played != decision.chosen;
        steps.push(Step { here: sights(game, play.state()), ahead: ahead(&play, &decision), is_explored });
        play.play(played).map_err(failed)?;
    }
    let equal = 1.0 / n_seats as f64;
    let returns =
        play.outcome().map_or_else(|| vec![equal; n_seats], |outcome| outcome.returns.as_slice().to_vec());
    Ok(Some(Trajectory { steps, returns }))
}

/// What each seat sees of a position in which somebody is to move.
pub fn sights<G: Evaluate>(game: &G, state: &G::State) -> Vec<Sight> {
    let n_seats = game.n_seats();
    let Turn::Player(mover) = game.turn(state) else { return Vec::new() };
    let sight = |seat: Seat| {
        let mut values = vec![0.0; game.features().len()];
        game.measure(state, seat, &mut values);
        Sight { values, turns: mover.turns_after(seat, n_seats) }
    };
    Seat::all(n_seats).map(sight).collect()
}

/// Where the agent's line leads. A search that gives shares has no leaf that its value comes from.
fn ahead<G: Evaluate + Keyed + Observe + Clone>(
    play: &Playthrough<G>,
    decision: &Decision<G::Move>,
) -> Option<Prospect> {
    let (game, report) = (play.game(), &decision.report);
    let seat = play.to_move()?;
    let mut told = report.lines.iter().map(|line| line.value).chain(report.value);
    if told.any(|value| value.unit() == Unit::WinProbability) || report.pv.first() != Some(&decision.chosen) {
        return None;
    }
    // 1. A search may know the end without showing the way to it.
    let n_seats = game.n_seats();
    if n_seats == 2 && game.info().is_constant_sum() {
        let winner = match report.value.map(Value::meaning) {
            Some(Meaning::Win { .. }) => Some(seat),
            Some(Meaning::Loss { .. }) => Some(seat.other()),
            _ => None,
        };
        if let Some(winner) = winner {
            return Some(Prospect::Decided(Returns::win(2, winner).as_slice().to_vec()));
        }
    }
    // 2. Follow the line as far as somebody is to move; where hands are hidden, as far as it is the agent's own.
    let mut state = play.state().clone();
    let mut history = play.history().clone();
    let mut leaf = None;
    for &mv in &report.pv {
        let is_own = game.turn(&state) == Turn::Player(seat);
        if game.info().is_hidden() && !is_own || !game.is_legal(&state, mv) {
            break;
        }
        history.push(game.key(&state), mv);
        game.play_unchecked(&mut state, mv);
        if let Some(outcome) = game.result(&state, &history) {
            return Some(Prospect::Decided(outcome.returns.as_slice().to_vec()));
        }
        if game.turn(&state) == Turn::Chance {
            break;
        }
        leaf = Some(state.clone());
    }
    leaf.map(|state| Prospect::Open(sights(game, &state)))
}
