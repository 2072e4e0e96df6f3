//! The recursion of alpha-beta: one worker, one thread.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Evaluate, Keyed, Move, MoveHints, Seat, Trail, Turn, mix};

use super::{AlphaBetaOptions, RootLine};
use crate::limits::{Halt, Limits, Meter};
use crate::pv::PvTable;
use crate::score::WIN;
use crate::table::{Bound, Entry, Table};
use crate::two_player::{Judge, Value};

/// What all workers start from.
pub(super) struct Root<'a, G: Evaluate> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub seat: Seat,
    pub trail: &'a Trail,
    /// The legal moves, in the order of the lot.
    pub moves: &'a [G::Move],
    /// Of how many of the best moves the values are wanted.
    pub n_lines: usize,
}

/// A move in its position, `ply` plies below the root.
struct Attempt<'s, G: Evaluate> {
    state: &'s G::State,
    mv: G::Move,
    mover: Seat,
    ply: u32,
}

/// Alpha and beta: what lies outside need not be known exactly.
type Window = (Value, Value);

/// Is told the depth, the moves of the root and the nodes so far.
pub(super) type OnIteration<'c, M> = dyn FnMut(u32, &[RootLine<M>], u64) + 'c;

/// Below this no value is that of a decided game.
const DECIDED: Value = (WIN / 8.0) as Value;

/// How much shallower the search is after a null move.
const NULL_REDUCTION: u32 = 2;

/// Null moves and reductions only this far above the horizon.
const LEAST_DEPTH_TO_REDUCE: u32 = 3;

/// So many moves are searched in full before later ones are reduced.
const MOVES_IN_FULL: usize = 4;

/// A line of noisy moves is followed at most this far beyond the horizon.
const QUIESCENCE_PLIES: u32 = 8;

/// The half width of the first window around the last value, in units of the evaluation.
const ASPIRATION: Value = 1.5;

/// Before each iteration the table gets room for so many entries for each node so far: an iteration enters
/// about as many nodes as all before it, and half of the nodes are stored.
const ENTRIES_PER_NODE: u64 = 2;

/// Moves that share a slot share their history; there are far fewer moves that matter.
const HISTORY_SLOTS: usize = 4096;

pub(super) struct Worker<'a, G: Evaluate> {
    judge: Judge<'a, G>,
    options: &'a AlphaBetaOptions,
    table: Option<&'a Table>,
    meter: Meter<'a>,
    trail: Trail,
    root: &'a Root<'a, G>,
    /// The moves of all levels with their scores for ordering, used as a stack.
    moves: Vec<(i32, u16, G::Move)>,
    listed: Vec<G::Move>,
    /// Two moves for each ply that refuted a sibling.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often each move refuted something, by seat and slot.
    history: Vec<[i32; 2]>,
    pv: PvTable<G::Move>,
}

impl<'a, G: Evaluate + Keyed + MoveHints> Worker<'a, G> {
    pub fn new(
        root: &'a Root<'a, G>,
        options: &'a AlphaBetaOptions,
        weights: &'a [f64],
        table: Option<&'a Table>,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            judge: Judge::new(root.game, weights, root.seat),
            options,
            table,
            meter: Meter::new(limits, stop),
            trail: root.trail.clone(),
            root,
            moves: Vec::new(),
            listed: Vec::new(),
            killers: Vec::new(),
            history: vec![[0; 2]; if options.history { HISTORY_SLOTS } else { 0 }],
            pv: PvTable::new(0),
        }
    }

    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Searches deeper and deeper, or at once to `deepest`; gives the deepest finished search with the
    /// moves of the root, best first. `on_iteration` is told of every search that was finished.
    pub fn deepen(
        &mut self,
        step_by_step: bool,
        deepest: u32,
        first: u32,
        on_iteration: &mut OnIteration<'_, G::Move>,
    ) -> Option<(u32, Vec<RootLine<G::Move>>)> {
        let mut order = self.root.moves.to_vec();
        if self.options.ordering {
            order.sort_by_key(|&mv| std::cmp::Reverse(self.judge.game.priority(self.root.state, mv)));
        }
        let mut best: Option<(u32, Vec<RootLine<G::Move>>)> = None;
        for depth in if step_by_step { first..=deepest } else { deepest..=deepest } {
            let room = (depth + QUIESCENCE_PLIES + 2) as usize;
            self.pv.make_room(room);
            self.killers.resize(room.max(self.killers.len()), [None; 2]);
            if let Some(table) = self.table {
                let n_entries = self.meter.nodes().saturating_mul(ENTRIES_PER_NODE);
                table.make_room(if step_by_step { n_entries } else { u64::MAX });
            }
            let last_value = best.as_ref().map(|(_, lines)| lines[0].value);
            match self.iteration(depth, &order, last_value) {
                // What was searched of an unfinished iteration began with the best move so far, so its
                // best is at least as good; but only if its first move was finished.
                (lines, true) if !lines.is_empty() => {
                    if best.is_none() || lines[0].is_exact {
                        best = Some((depth, lines));
                    }
                    break;
                }
                (_, true) => break,
                (lines, false) => {
                    on_iteration(depth, &lines, self.meter.nodes());
                    order = lines.iter().map(|line| line.mv).collect();
                    let value = lines[0].value;
                    best = Some((depth, lines));
                    // A win or loss within the horizon does not change any more.
                    if value.abs() > DECIDED && plies_of(value) <= depth {
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
        for (n, &mv) in order.iter().enumerate() {
            let is_first = n < self.root.n_lines;
            let attempt = Attempt { state: self.root.state, mv, mover: self.root.seat, ply: 0 };
            let Ok(value) = self.try_move(&attempt, depth - 1, (alpha, beta), is_first) else {
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
        let missing = order[lines.len()..].iter();
        let unsearched =
            missing.map(|&mv| RootLine { mv, value: Value::NEG_INFINITY, is_exact: false, pv: vec![mv] });
        lines.extend(unsearched);
        sort(&mut lines);
        (lines, false)
    }

    /// The value for the mover of a move that leads to a position with `depth` plies to search, found with
    /// an empty window first where that is likely to be enough.
    fn try_move(
        &mut self,
        attempt: &Attempt<'_, G>,
        depth: u32,
        (alpha, beta): Window,
        is_first: bool,
    ) -> Result<Value, Halt> {
        let is_open = beta > alpha.next_up();
        if self.options.pvs && !is_first && is_open {
            let value = self.after(attempt, depth, (alpha, alpha.next_up()))?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        self.after(attempt, depth, (alpha, beta))
    }

    /// Plays a move and gives the value of what follows, for the mover.
    fn after(&mut self, attempt: &Attempt<'_, G>, depth: u32, window: Window) -> Result<Value, Halt> {
        self.meter.enter()?;
        let &Attempt { state, mv, mover, ply } = attempt;
        let game = self.judge.game;
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        self.pv.clear(ply as usize + 1);
        if self.judge.looks_at_history {
            self.trail.push(game.key(state), mv);
        }
        let value = self.value(&next, mover, depth, window, ply + 1, true);
        if self.judge.looks_at_history {
            self.trail.pop();
        }
        value
    }

    /// The value of a position for `seat`, who need not be to move.
    fn value(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        (alpha, beta): Window,
        ply: u32,
        may_pass: bool,
    ) -> Result<Value, Halt> {
        if let Some(outcome) = self.judge.end(state, &self.trail) {
            return Ok(Judge::<G>::value_of(&outcome, seat, ply));
        }
        let Turn::Player(mover) = self.judge.game.turn(state) else {
            return Ok(self.judge.evaluate(state, seat));
        };
        let window = if mover == seat { (alpha, beta) } else { (-beta, -alpha) };
        let value = if depth > 0 {
            self.node(state, mover, depth, window, ply, may_pass)?
        } else if self.options.quiescence {
            self.quiet(state, mover, QUIESCENCE_PLIES, window, ply)?
        } else {
            self.judge.evaluate(state, mover)
        };
        Ok(if mover == seat { value } else { -value })
    }

    /// The value for the player to move of a position with plies left to search.
    fn node(
        &mut self,
        state: &G::State,
        mover: Seat,
        depth: u32,
        (mut alpha, beta): Window,
        ply: u32,
        may_pass: bool,
    ) -> Result<Value, Halt> {
        // 1. Ask the table.
        let key = self.table.map(|_| self.judge.game.key(state));
        let stored = self.table.zip(key).and_then(|(table, key)| table.get(key));
        if let Some(value) = stored.and_then(|entry| self.answer(entry, depth, alpha, beta, ply)) {
            return Ok(value);
        }

        // 2. If even passing is good enough, believe it.
        let is_open = beta > alpha.next_up();
        if self.options.nullmove
            && may_pass
            && !is_open
            && depth >= LEAST_DEPTH_TO_REDUCE
            && beta.abs() < DECIDED
            && let Some(value) = self.pass(state, mover, depth, beta, ply)?
        {
            return Ok(value);
        }

        // 3. List the moves, with a score for each.
        let first = self.list(state, mover, stored, ply, |_| true);
        let last = self.moves.len();

        // 4. Search them, the most promising first.
        let (mut best, mut best_idx, lower) = (Value::NEG_INFINITY, 0, alpha);
        for at in first..last {
            self.bring_best_forward(at, last);
            let (_, idx, mv) = self.moves[at];
            let n = at - first;
            let attempt = Attempt { state, mv, mover, ply };
            let value = self.reduced(&attempt, depth, (alpha, beta), n)?;
            if value > best {
                (best, best_idx) = (value, idx);
                if value > alpha {
                    alpha = value;
                    self.pv.keep(mv, ply as usize);
                }
                if alpha >= beta {
                    self.remember_refutation(state, mv, mover, depth, ply);
                    break;
                }
            }
        }
        self.moves.truncate(first);

        // 5. Tell the table.
        if let (Some(table), Some(key)) = (self.table, key) {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > lower => Bound::Exact,
                _ => Bound::Upper,
            };
            let value = to_stored(best, ply);
            table.put(key, Entry { value, bound, depth: depth.min(255) as u8, move_idx: best_idx });
        }
        Ok(best)
    }

    /// What the table's entry is good for: a value, if it settles the question.
    fn answer(&self, entry: Entry, depth: u32, alpha: Value, beta: Value, ply: u32) -> Option<Value> {
        let is_deep_enough = if self.options.exact {
            u32::from(entry.depth) == depth && !self.judge.looks_at_history
        } else {
            u32::from(entry.depth) >= depth
        };
        let value = from_stored(entry.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (is_deep_enough && settles).then_some(value)
    }

    fn pass(
        &mut self,
        state: &G::State,
        mover: Seat,
        depth: u32,
        beta: Value,
        ply: u32,
    ) -> Result<Option<Value>, Halt> {
        if self.judge.evaluate(state, mover) < beta {
            return Ok(None);
        }
        let Some(next) = self.judge.game.null_move(state) else { return Ok(None) };
        self.meter.enter()?;
        self.pv.clear(ply as usize + 1);
        let window = (beta.next_down(), beta);
        let value =
            self.value(&next, mover, depth.saturating_sub(1 + NULL_REDUCTION), window, ply + 1, false)?;
        Ok((value >= beta).then_some(beta))
    }

    /// Searches the `n`-th move of a position with `depth` plies left, a late one less deep first.
    fn reduced(
        &mut self,
        attempt: &Attempt<'_, G>,
        depth: u32,
        (alpha, beta): Window,
        n: usize,
    ) -> Result<Value, Halt> {
        let is_late = n >= MOVES_IN_FULL && depth >= LEAST_DEPTH_TO_REDUCE;
        if self.options.lmr && is_late && !self.judge.game.is_noisy(attempt.state, attempt.mv) {
            let value = self.after(attempt, depth - 2, (alpha, alpha.next_up()))?;
            if value <= alpha {
                return Ok(value);
            }
        }
        self.try_move(attempt, depth - 1, (alpha, beta), n == 0)
    }

    /// The value of a position at the horizon: what it seems, or better by a line of noisy moves.
    fn quiet(
        &mut self,
        state: &G::State,
        mover: Seat,
        plies_left: u32,
        (mut alpha, beta): Window,
        ply: u32,
    ) -> Result<Value, Halt> {
        let mut best = self.judge.evaluate(state, mover);
        alpha = alpha.max(best);
        if alpha >= beta || plies_left == 0 {
            return Ok(best);
        }
        let game = self.judge.game;
        let first = self.list(state, mover, None, ply, |mv| game.is_noisy(state, mv));
        let last = self.moves.len();
        for at in first..last {
            self.bring_best_forward(at, last);
            let (_, _, mv) = self.moves[at];
            self.meter.enter()?;
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            self.pv.clear(ply as usize + 1);
            let value = match (game.outcome(&next), game.turn(&next)) {
                (Some(outcome), _) => Judge::<G>::value_of(&outcome, mover, ply + 1),
                (None, Turn::Player(next_mover)) if next_mover == mover => {
                    self.quiet(&next, next_mover, plies_left - 1, (alpha, beta), ply + 1)?
                }
                (None, Turn::Player(next_mover)) => {
                    -self.quiet(&next, next_mover, plies_left - 1, (-beta, -alpha), ply + 1)?
                }
                (None, _) => self.judge.evaluate(&next, mover),
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.pv.keep(mv, ply as usize);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// Puts the legal moves that are wanted on the stack, with their scores; gives where they begin.
    fn list(
        &mut self,
        state: &G::State,
        mover: Seat,
        stored: Option<Entry>,
        ply: u32,
        is_wanted: impl Fn(G::Move) -> bool,
    ) -> usize {
        const FROM_TABLE: i32 = 1 << 30;
        const KILLER: i32 = 1 << 20;
        const PER_PRIORITY: i32 = 1 << 21;
        let game = self.judge.game;
        let first = self.moves.len();
        self.listed.clear();
        game.legal_moves(state, &mut self.listed);
        for (idx, &mv) in (0u16..).zip(&self.listed) {
            if !is_wanted(mv) {
                continue;
            }
            let mut score = 0;
            if stored.is_some_and(|entry| entry.move_idx == idx) {
                score += FROM_TABLE;
            }
            if self.options.ordering {
                score += game.priority(state, mv).clamp(-400, 400) * PER_PRIORITY;
            }
            if self.options.killers && self.killers[ply as usize].contains(&Some(mv)) {
                score += KILLER;
            }
            if self.options.history {
                score += self.history[slot(mv)][mover];
            }
            self.moves.push((score, idx, mv));
        }
        first
    }

    /// Swaps the most promising of the moves that are left to the front; the earliest of equal ones.
    fn bring_best_forward(&mut self, at: usize, last: usize) {
        let mut best = at;
        for idx in at + 1..last {
            if self.moves[idx].0 > self.moves[best].0 {
                best = idx;
            }
        }
        // Rotated, not swapped: equal moves keep their order, and the search stays predictable.
        self.moves[at..=best].rotate_right(1);
    }

    /// A quiet move refuted a position: try it early elsewhere.
    fn remember_refutation(&mut self, state: &G::State, mv: G::Move, mover: Seat, depth: u32, ply: u32) {
        const MOST: i32 = 1 << 19;
        if self.judge.game.is_noisy(state, mv) {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if self.options.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if self.options.history {
            let count = &mut self.history[slot(mv)][mover];
            *count = (*count + (depth * depth) as i32).min(MOST);
        }
    }
}

fn slot<M: Move>(mv: M) -> usize {
    mix(u64::from(mv.to_bits())) as usize % HISTORY_SLOTS
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

/// The table holds decided values as seen from their own position, not from the root.
fn to_stored(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED && value.is_finite() { value + value.signum() * ply as Value } else { value }
}

fn from_stored(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED && value.is_finite() { value - value.signum() * ply as Value } else { value }
}
