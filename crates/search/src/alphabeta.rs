//! Alpha-beta: minimax that leaves out what cannot matter, with every enhancement a switch.
//!
//! Idea: once a move is refuted, nothing more needs to be known of it.
//! Formula: negamax, `v(s) = max over m of ±v(s after m)` within a window `alpha < v < beta`; a value outside
//! the window is only a bound. The sign changes only when the turn does, so a player may move several plies
//! in a row.
//! Games: two players, nothing hidden, no chance.
//! Sources: Knuth and Moore, "An analysis of alpha-beta pruning" (1975); Marsland's scan (1986) for
//! principal variation search and aspiration; Schaeffer (1989) for the history heuristic; Donninger (1993)
//! for the null move; Heinz, "Extended futility
//! pruning" (1998); Weill (1996) for ABDADA.
//!
//! Sound switches keep the value of plain minimax: `ordering`, `id`, `tt` (answering for equal depth only),
//! `pvs`, `aspiration`, `killers`, `history`, `continuation`. The others trade it for depth: `nullmove`, `lmr`,
//! `reverse_futility`, `futility`, `razoring`, `iir`, `quiescence`, a table that answers with deeper
//! results, and `foresight`, which takes a position that occurs again for the draw that its repetition would bring,
//! before the rules call it one. `contempt` changes what a draw is worth.
//! `exact` turns these off.
//!
//! Several threads search the same position, meet in the table, and leave moves for later that another one is searching
//! (ABDADA); then, and with a limit on time, results are not repeatable.
//!
//! With the table of a solved game ([`AlphaBeta::with_tablebase`]) a position below the root that has not ended, by
//! itself or by the way to it, is worth what that table says, however little depth is left; the value is then that of
//! the whole game, and not of minimax to a depth. Quiescence does not ask: it begins where that table knows nothing.
//!
//! Deviation: where the way to a position can end the game, the same position may be worth different
//! things. With `exact` the table then only orders moves; without it the difference is accepted.

mod abdada;
mod history;
mod node;
mod ordering;
mod plain;
mod pruning;
mod root;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::value::{self, Unit};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Indexed, Keyed, Line, MoveHints, Observe, Report, Rng,
    Seat, View,
};

use crate::early_stop::Patience;
use crate::evaluator::Evaluator;
use crate::facts::two_player_refusal;
use crate::limits::Limits;
use crate::negamax::Value;
use crate::root::{distinct, no_moves};
use crate::solved::Tablebase;
use crate::transposition::Table;
use abdada::Busy;
use node::{Known, Root, Worker};

/// Which enhancements are on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each for itself")]
pub struct AlphaBetaOptions {
    /// Try the moves first that the game calls promising.
    pub ordering: bool,
    /// Search depth 1, 2, 3, … and begin each with the best move of the one before.
    pub id: bool,
    /// Bytes of the transposition table; `None` for no table.
    pub tt: Option<usize>,
    /// Principal variation search: a null window for all but the first move, and again if they surprise.
    pub pvs: bool,
    /// Aspiration windows: begin each iteration with a narrow window around the last value.
    pub aspiration: bool,
    /// The killer heuristic: try moves early that refuted a sibling.
    pub killers: bool,
    /// The history heuristic: try moves early that often caused cut-offs, and late that often failed to.
    pub history: bool,
    /// The same by the moves before them, the one that is answered and the one before that.
    pub continuation: bool,
    /// Null-move pruning: cut off where even a pass would be good enough. Unsound.
    pub nullmove: bool,
    /// Late-move reductions: search late moves less deep, and again if they surprise. Unsound.
    pub lmr: bool,
    /// Quiescence search: go on at the horizon with the moves that the game calls noisy. Another value than minimax.
    pub quiescence: bool,
    /// Believe near the horizon that a position is good enough which is so many points a ply above the window. Unsound.
    pub reverse_futility: Option<f32>,
    /// Leave quiet moves out near the horizon where so many points a ply would not be enough. Unsound.
    pub futility: Option<f32>,
    /// Believe near the horizon that noisy moves alone decide where a position is so many points a ply below the window.
    /// Unsound.
    pub razoring: Option<f32>,
    /// Search a ply less deep where no best move is known from before (internal iterative reduction). Unsound.
    pub iir: bool,
    /// Score a repetition at once as the draw to which it leads. Another value than minimax.
    pub foresight: bool,
    /// How much less than nothing a draw is worth to the searching seat, in points of the evaluation. Another value than
    /// minimax.
    pub contempt: f32,
    /// Count whole turns as depth, not plies: where a player goes on, nothing is taken off.
    pub turns: bool,
    /// How many threads share the table.
    pub threads: usize,
    /// Give the value of plain minimax.
    pub exact: bool,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        Self {
            ordering: true,
            id: true,
            tt: Some(64 << 20),
            pvs: true,
            aspiration: true,
            killers: true,
            history: true,
            continuation: false,
            nullmove: false,
            lmr: false,
            quiescence: false,
            reverse_futility: None,
            futility: None,
            razoring: None,
            iir: false,
            foresight: false,
            contempt: 0.0,
            turns: false,
            threads: 1,
            exact: false,
        }
    }
}

impl AlphaBetaOptions {
    /// The options with everything off that changes the value.
    fn settled(mut self) -> Self {
        if self.exact {
            (self.nullmove, self.lmr, self.quiescence, self.foresight) = (false, false, false, false);
            (self.reverse_futility, self.futility, self.razoring) = (None, None, None);
            self.iir = false;
            self.contempt = 0.0;
        }
        self
    }
}

/// Searches with alpha-beta. The table is kept between the moves of a game.
pub struct AlphaBeta {
    options: AlphaBetaOptions,
    limits: Limits,
    evaluator: Evaluator,
    table: Option<Table>,
    /// The seat whose values the table holds.
    seat: Option<Seat>,
    /// What all positions are worth, if the game is solved.
    tablebase: Option<Arc<Tablebase>>,
    rng: Rng,
}

/// Where it goes without deepening, if no depth is asked for.
const DEPTH_WITHOUT_DEEPENING: u32 = 6;

/// Deeper than this nothing is searched, however small the game.
const DEEPEST: u32 = 100;

impl AlphaBeta {
    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves.
    pub fn new(
        options: AlphaBetaOptions,
        limits: Limits,
        evaluator: impl Into<Evaluator>,
        seed: u64,
    ) -> Self {
        let options = options.settled();
        let table = options.tt.map(Table::new);
        Self {
            options,
            limits,
            evaluator: evaluator.into(),
            table,
            seat: None,
            tablebase: None,
            rng: Rng::new(seed),
        }
    }

    /// Looks positions up in the table of a solved game.
    pub fn with_tablebase(mut self, tablebase: Arc<Tablebase>) -> Self {
        self.tablebase = Some(tablebase);
        self
    }

    /// Searches for the seat in the view against the rest, in a game that the caller has found fit for it.
    pub(crate) fn search<G: Observe + Evaluate + Keyed + MoveHints + Indexed>(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        // 1. What is remembered was worth that much to one seat, and says nothing to another.
        if self.seat.replace(view.seat) != Some(view.seat) {
            self.table = self.options.tt.map(Table::new);
        }
        if let Some(table) = &mut self.table {
            table.grow_older();
        }

        // 2. Give every thread its part of the budget, and the moves of the root in the order of the lot.
        let state = view.game.resample(view.observation, &mut self.rng);
        let mut moves = distinct(view.game, &state, view.legal);
        if moves.is_empty() {
            return Err(no_moves());
        }
        self.rng.shuffle(&mut moves);
        let root = Root {
            game: view.game,
            state: &state,
            seat: view.seat,
            history: view.history,
            moves: &moves,
            n_lines: control.n_lines(),
        };
        let (n_threads, limits) = self.limits.divided(self.options.threads);
        // Threads meet in the table; without one there is nothing to divide.
        let busy = (n_threads > 1 && self.table.is_some()).then(Busy::new);
        let known =
            Known { table: self.table.as_ref(), tablebase: self.tablebase.as_deref(), busy: busy.as_ref() };
        let worker = |stop| Worker::new(&root, &self.options, &self.evaluator, known, &limits, stop);
        let mut main = worker(control.stop_flag());
        // The other threads fill the table; they end when the main search has its answer.
        let is_done = AtomicBool::new(false);
        let mut helpers: Vec<_> = (1..n_threads).map(|_| worker(&is_done)).collect();
        // A forced move needs no thought, unless a depth was asked for.
        let deepest = self.limits.depth.unwrap_or(match moves.len() {
            1 => 1,
            _ if self.options.id => DEEPEST,
            _ => DEPTH_WITHOUT_DEEPENING,
        });
        let step_by_step = self.options.id;
        let mut patience = Patience::new(self.limits.time, control.move_clock(), control.n_lines());
        let mut choice = None;

        // 3. Search.
        let best = std::thread::scope(|scope| {
            for helper in &mut helpers {
                scope.spawn(move || helper.deepen(step_by_step, deepest, &mut |_, _, _| true));
            }
            let best = main.deepen(step_by_step, deepest, &mut |depth, lines, nodes| {
                control.report(&report(depth, lines, nodes, view));
                let is_same = choice.replace(lines[0].mv) == Some(lines[0].mv);
                patience.begins_another(is_same)
            });
            is_done.store(true, Ordering::Relaxed);
            best
        });

        // 4. Tell what was found.
        let nodes = main.nodes() + helpers.iter().map(Worker::nodes).sum::<u64>();
        let Some((depth, lines)) = best else {
            // Not one move was searched in the budget: the first of the lot will do.
            return Ok(Decision { chosen: moves[0], report: Report { nodes, ..Report::default() } });
        };
        let report = report(depth, &lines, nodes, view);
        Ok(Decision { chosen: lines[0].mv, report })
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints + Indexed> Agent<G> for AlphaBeta {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = two_player_refusal(view.game, "alphabeta") {
            return Err(AgentError::Refused(why));
        }
        if let Some(Err(error)) = self.tablebase.as_ref().map(|tablebase| tablebase.check_game(view.game)) {
            let why = format!("alphabeta has no tablebase of {}: {error}", view.game.info().title);
            return Err(AgentError::Refused(why));
        }
        self.search(view, control)
    }
}

fn report<G: Observe>(
    depth: u32,
    lines: &[RootLine<G::Move>],
    nodes: u64,
    view: &View<'_, G>,
) -> Report<G::Move> {
    let best = &lines[0];
    let n_seats = view.game.n_seats();
    let told = |number| value::Value::new(number, Unit::Evaluation, n_seats);
    let value = f64::from(best.value);
    // A move that was cut off has a bound for its value, not a value.
    let known = lines.iter().filter(|line| line.is_exact);
    Report {
        value: Some(told(value)),
        values: Seat::all(n_seats).map(|seat| told(if seat == view.seat { value } else { -value })).collect(),
        depth,
        nodes,
        pv: best.pv.clone(),
        lines: known
            .map(|line| Line { mv: line.mv, value: told(f64::from(line.value)), pv: line.pv.clone() })
            .collect(),
        notes: Vec::new(),
    }
}

/// A move of the root with what is known of it, best first in a list.
#[derive(Clone, Debug)]
pub(crate) struct RootLine<M> {
    mv: M,
    value: Value,
    is_exact: bool,
    pv: Vec<M>,
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Notation as _, Playthrough};
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    #[test]
    fn what_was_worth_something_to_one_seat_is_not_told_to_the_other() {
        let limits = Limits::of_depth(3);
        let mut agent = AlphaBeta::new(AlphaBetaOptions::default(), limits, TicTacToe.default_weights(), 0);
        let mut search = |position: &str| {
            let play = Playthrough::new(TicTacToe, TicTacToe.parse_position(position).unwrap());
            play.ask(&mut agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap();
            let key = TicTacToe.key(&TicTacToe.parse_position("x........").unwrap());
            agent.table.as_ref().is_some_and(|table| table.get(key).is_some())
        };
        assert!(search("........."), "the reply to a1 was searched");
        assert!(search("xo......."), "the same seat again: it is remembered");
        assert!(!search("xox......"), "the other seat: it is forgotten");
    }
}
