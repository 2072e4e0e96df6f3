//! The root of a plain search: which depths are searched, what is best so far, what is reported.
//!
//! With a budget of nodes or time a search deepens ply by ply, and an iteration that was broken off counts
//! only if none was finished. With a depth alone it goes there at once.

use std::collections::HashSet;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{AgentError, Control, Decision, Line, Move, MoveHints, Observe, Report, Rng, Seat, View};

use crate::early_stop::Patience;
use crate::limits::{Halt, Limits};
use crate::walk::SeatValues;

/// Deeper than this nothing is searched, however small the game.
const DEEPEST: u32 = 100;

/// A move of the root, or a whole turn, with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Tried<M, C = M> {
    pub choice: C,
    pub values: SeatValues,
    /// A move that cannot be among the wanted ones has only a bound for its value.
    pub is_exact: bool,
    /// Begins with the move itself.
    pub pv: Vec<M>,
}

/// What a search does for one move of the root, or whatever else it chooses from there.
pub(crate) trait TryMove<M, C = M> {
    /// Counts the root.
    fn enter_root(&mut self) -> Result<(), Halt>;
    /// Searches a move to `depth` plies, its own included. A value for the mover of no more than `known`
    /// need not be exact.
    fn try_move(&mut self, choice: C, depth: u32, known: f64) -> Result<Tried<M, C>, Halt>;
    /// The move with which a choice begins.
    fn first_ply(&self, choice: C) -> M;
    /// The unit of its values.
    fn unit(&self) -> Unit {
        Unit::Evaluation
    }
    /// Positions entered so far.
    fn nodes(&self) -> u64;
}

/// Searches the moves in `order` within the limits, and chooses.
pub(crate) fn deepen<G: Observe, C: Copy>(
    view: &View<'_, G>,
    control: &mut Control<'_, G::Move>,
    limits: &Limits,
    default_depth: u32,
    mut order: Vec<C>,
    search: &mut impl TryMove<G::Move, C>,
) -> Result<Decision<G::Move>, AgentError> {
    let first = order.first().map(|&choice| search.first_ply(choice)).ok_or_else(no_moves)?;
    let n_seats = view.game.n_seats();
    let deepens = limits.nodes.is_some() || limits.time.is_some();
    let deepest = limits.depth.unwrap_or(if deepens { DEEPEST } else { default_depth }).max(1);
    // A forced move needs no thought, unless a depth was asked for.
    let deepest = if order.len() == 1 && limits.depth.is_none() { 1 } else { deepest };
    let mut best: Option<Report<G::Move>> = None;
    let mut patience = Patience::new(limits.time, control.move_clock(), control.n_lines());
    for depth in if deepens { 1..=deepest } else { deepest..=deepest } {
        let (tried, is_broken) = iteration(view.seat, control.n_lines(), depth, &order, search);
        if tried.is_empty() || is_broken && best.is_some() {
            break;
        }
        let value = |number| Value::new(number, search.unit(), n_seats);
        let report = Report { depth, nodes: search.nodes(), ..report(&tried, view.seat, n_seats, value) };
        if is_broken {
            best = Some(report);
            break;
        }
        order = tried.iter().map(|tried| tried.choice).collect();
        control.report(&report);
        let is_same = best.as_ref().is_some_and(|best| best.pv.first() == report.pv.first());
        best = Some(report);
        if !patience.begins_another(is_same) {
            break;
        }
    }
    // Not one move was searched in the budget: the first of the lot will do.
    let mut report = best.unwrap_or_default();
    report.nodes = search.nodes();
    Ok(Decision { chosen: report.pv.first().copied().unwrap_or(first), report })
}

/// Tries all moves to one depth; gives them best first, and whether it was broken off.
fn iteration<M: Move, C: Copy>(
    seat: Seat,
    n_lines: usize,
    depth: u32,
    order: &[C],
    search: &mut impl TryMove<M, C>,
) -> (Vec<Tried<M, C>>, bool) {
    let mut tried: Vec<Tried<M, C>> = Vec::with_capacity(order.len());
    if search.enter_root().is_err() {
        return (tried, true);
    }
    let mut is_broken = false;
    for &choice in order {
        let known = tried.get(n_lines - 1).map_or(f64::NEG_INFINITY, |last| last.values[seat]);
        let Ok(result) = search.try_move(choice, depth, known) else {
            is_broken = true;
            break;
        };
        // Behind all that are as good: the earliest of equal moves stays first.
        let place = tried.partition_point(|other| other.values[seat] >= result.values[seat]);
        tried.insert(place, result);
    }
    (tried, is_broken)
}

fn report<M: Copy, C>(
    tried: &[Tried<M, C>],
    seat: Seat,
    n_seats: usize,
    value: impl Fn(f64) -> Value,
) -> Report<M> {
    let best = &tried[0];
    let known = tried.iter().filter(|tried| tried.is_exact);
    Report {
        value: Some(value(best.values[seat])),
        values: best.values.of_game(n_seats).iter().copied().map(&value).collect(),
        pv: best.pv.clone(),
        lines: known
            .map(|tried| Line { mv: tried.pv[0], value: value(tried.values[seat]), pv: tried.pv.clone() })
            .collect(),
        ..Report::default()
    }
}

/// The legal moves of the root that are worth a look: those that the game calls distinct. All of them if none of those
/// is among them.
pub(crate) fn distinct<G: MoveHints>(game: &G, state: &G::State, legal: &[G::Move]) -> Vec<G::Move> {
    let mut listed = Vec::with_capacity(legal.len());
    game.distinct_moves(state, &mut listed);
    if listed == legal {
        return listed;
    }
    let distinct: HashSet<_> = listed.into_iter().collect();
    let kept: Vec<_> = legal.iter().copied().filter(|mv| distinct.contains(mv)).collect();
    if kept.is_empty() { legal.to_vec() } else { kept }
}

/// The distinct moves of the root in the order of the lot, or by how promising the game says they are and then by lot.
pub(crate) fn in_order<G: MoveHints>(
    game: &G,
    state: &G::State,
    legal: &[G::Move],
    by_priority: bool,
    rng: &mut Rng,
) -> Vec<G::Move> {
    let mut order = distinct(game, state, legal);
    rng.shuffle(&mut order);
    if by_priority {
        sort_by_priority(game, state, &mut order);
    }
    order
}

/// Puts the most promising moves first; equal ones stay as they are. All are asked for at once, because they may share
/// most of the work.
pub(crate) fn sort_by_priority<G: MoveHints>(game: &G, state: &G::State, moves: &mut Vec<G::Move>) {
    let mut priorities = Vec::with_capacity(moves.len());
    game.priorities(state, moves, &mut priorities);
    let mut ranked: Vec<_> = priorities.into_iter().zip(moves.drain(..)).collect();
    ranked.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
    moves.extend(ranked.into_iter().map(|(_, mv)| mv));
}

/// What an agent says that is asked in a position without moves.
pub(crate) fn no_moves() -> AgentError {
    AgentError::Failed("there is no legal move to choose from".to_owned())
}
