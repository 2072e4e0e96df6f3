//! The root of alpha-beta: iterations, their windows, and the order of the root's moves.

use std::collections::VecDeque;

use ludwerk_core::{Evaluate, Indexed, Keyed, MoveHints};

use super::RootLine;
use super::abdada::Task;
use super::node::{Attempt, DECIDED, QUIESCENCE_PLIES, Spot, Worker};
use crate::negamax::Value;
use crate::root::sort_by_priority;
use crate::score::WIN;

/// Is told the depth, the moves of the root and the nodes so far; whether to go on.
pub(super) type OnIteration<'c, M> = dyn FnMut(u32, &[RootLine<M>], u64) -> bool + 'c;

/// The half width of the first window around the last value, in units of the evaluation.
/// Half and twice as much take 3 and 6 in a hundred more nodes to depth 14 on Dobutsu Shogi.
const ASPIRATION: Value = 1.5;

/// Before each iteration the table gets room for an entry for so many nodes so far. An iteration enters about as many
/// nodes as all before it, but few of them are worth keeping, and a small table stays in the caches.
const NODES_PER_ENTRY: u64 = 2;

impl<G: Evaluate + Keyed + MoveHints + Indexed> Worker<'_, G> {
    /// Searches deeper and deeper, or at once to `deepest`; gives the deepest finished search with the
    /// moves of the root, best first. `on_iteration` is told of every search that was finished.
    pub fn deepen(
        &mut self,
        step_by_step: bool,
        deepest: u32,
        on_iteration: &mut OnIteration<'_, G::Move>,
    ) -> Option<(u32, Vec<RootLine<G::Move>>)> {
        let mut order = self.root.moves.to_vec();
        if self.options.ordering {
            sort_by_priority(self.judge.game, self.root.state, &mut order);
        }
        let mut best: Option<(u32, Vec<RootLine<G::Move>>)> = None;
        for depth in if step_by_step { 1..=deepest } else { deepest..=deepest } {
            let room = (depth + QUIESCENCE_PLIES + 2) as usize;
            self.pv.make_room(room);
            self.moves.make_room(room);
            if let Some(table) = self.table {
                let n_entries = self.meter.nodes() * self.options.threads as u64 / NODES_PER_ENTRY;
                table.make_room(if step_by_step { n_entries } else { u64::MAX });
            }
            self.has_guessed = self.tablebase.is_none();
            let last_value = best.as_ref().map(|(_, lines)| lines[0].value);
            match self.iteration(depth, &order, last_value) {
                // What was searched of an unfinished iteration began with the best move so far, so its
                // best is at least as good; but only if its first move was finished, and only if nobody
                // wants to know about the other moves.
                (lines, true) if !lines.is_empty() => {
                    if best.is_none() || lines[0].is_exact && self.root.n_lines == 1 {
                        best = Some((depth, lines));
                    }
                    break;
                }
                (_, true) => break,
                (lines, false) => {
                    let goes_on = on_iteration(depth, &lines, self.meter.nodes());
                    order = lines.iter().map(|line| line.mv).collect();
                    let value = lines[0].value;
                    best = Some((depth, lines));
                    // A win or loss within the horizon does not change any more, and neither does what is known.
                    if value.abs() > DECIDED && plies_of(value) <= depth || !self.has_guessed || !goes_on {
                        break;
                    }
                }
            }
        }
        best
    }

    /// One search of the root to `depth`, with a narrow window first where there is a value to expect.
    /// Says whether it was broken off; then only the moves that were finished are listed.
    fn iteration(
        &mut self,
        depth: u32,
        order: &[G::Move],
        last_value: Option<Value>,
    ) -> (Vec<RootLine<G::Move>>, bool) {
        let (mut alpha, mut beta) = (Value::NEG_INFINITY, Value::INFINITY);
        let mut width = ASPIRATION;
        let expects = self.options.aspiration && self.root.n_lines == 1;
        if let Some(value) = last_value.filter(|value| expects && value.abs() < DECIDED) {
            (alpha, beta) = (value - width, value + width);
        }
        loop {
            let (lines, is_broken) = self.root_moves(depth, order, alpha, beta);
            let value = lines.first().map_or(0.0, |line| line.value);
            if is_broken || alpha < value && value < beta {
                return (lines, is_broken);
            }
            // Outside the window the value is only a bound: widen the side that failed.
            width *= 4.0;
            if value <= alpha {
                alpha = if width > 1000.0 { Value::NEG_INFINITY } else { value - width };
            } else {
                beta = if width > 1000.0 { Value::INFINITY } else { value + width };
            }
        }
    }

    fn root_moves(
        &mut self,
        depth: u32,
        order: &[G::Move],
        mut alpha: Value,
        beta: Value,
    ) -> (Vec<RootLine<G::Move>>, bool) {
        let mut lines: Vec<RootLine<G::Move>> = Vec::with_capacity(order.len());
        if self.meter.enter().is_err() {
            return (lines, true);
        }
        let state = self.root.state;
        let spot = Spot { state, key: self.key(state), mover: 0, ply: 0 };
        // The moves that another thread is searching come last, and are then found in the table.
        let mut queue: VecDeque<(usize, G::Move)> = order.iter().copied().enumerate().collect();
        let mut n_new = queue.len();
        while let Some((n, mv)) = queue.pop_front() {
            let is_first = n < self.root.n_lines;
            let task = self.busy.filter(|_| !is_first).map(|busy| (busy, Task::new(spot.key, mv, depth)));
            let is_new = n_new > 0;
            n_new = n_new.saturating_sub(1);
            if let Some((busy, task)) = task {
                if is_new && busy.has(task) {
                    queue.push_back((n, mv));
                    continue;
                }
                busy.begin(task);
            }
            let value = self.try_move(&Attempt { spot: &spot, mv }, depth - 1, (alpha, beta), is_first);
            if let Some((busy, task)) = task {
                busy.end(task);
            }
            let Ok(value) = value else {
                sort(&mut lines);
                return (lines, true);
            };
            // Only a value inside the window is known; others are bounds.
            let is_exact = alpha < value && value < beta;
            lines.push(RootLine { mv, value, is_exact, pv: self.pv.line_of(mv) });
            // Whatever is not better than the last of the wanted moves need not be known.
            alpha = alpha.max(nth_best(&lines, self.root.n_lines));
            if alpha >= beta {
                break;
            }
        }
        // Moves after a cut-off keep their places behind the others.
        let mut missing: Vec<_> = queue.into_iter().collect();
        missing.sort_unstable_by_key(|&(n, _)| n);
        let unsearched = missing.into_iter().map(|(_, mv)| RootLine {
            mv,
            value: Value::NEG_INFINITY,
            is_exact: false,
            pv: vec![mv],
        });
        lines.extend(unsearched);
        sort(&mut lines);
        (lines, false)
    }
}

/// The value of the `n`-th best move; below all values while there are fewer.
fn nth_best<M>(lines: &[RootLine<M>], n: usize) -> Value {
    let mut values: Vec<_> = lines.iter().map(|line| line.value).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.get(n - 1).copied().unwrap_or(Value::NEG_INFINITY)
}

fn sort<M>(lines: &mut [RootLine<M>]) {
    // Stable, and exact values before bounds of the same size.
    lines.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.is_exact.cmp(&a.is_exact)));
}

/// How many plies from the root a decided game ends.
fn plies_of(value: Value) -> u32 {
    (WIN as Value - value.abs()).max(0.0) as u32
}
