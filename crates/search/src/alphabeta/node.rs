//! The recursion of alpha-beta: one worker, one thread.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Evaluate, Game, History, Indexed, Keyed, MoveHints, Seat, Turn};

use super::AlphaBetaOptions;
use super::abdada::{Busy, LEAST_DEPTH_TO_DIVIDE, Task};
use super::ordering::MoveStack;
use super::plain::is_plain;
use crate::evaluator::Evaluator;
use crate::limits::{Halt, Limits, Meter};
use crate::negamax::{NegamaxEvaluator, Side, Value};
use crate::pv::PvTable;
use crate::score;
use crate::solved::Tablebase;
use crate::transposition::{Bound, Entry, Table};
use crate::walk::goes_on;

/// What all workers start from.
pub(super) struct Root<'a, G: Evaluate> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub seat: Seat,
    pub history: &'a History,
    /// The legal moves, in the order of the lot.
    pub moves: &'a [G::Move],
    /// Of how many of the best moves the values are wanted.
    pub n_lines: usize,
}

/// What is known without searching.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// What was searched before.
    pub table: Option<&'a Table>,
    /// What all positions of a solved game are worth.
    pub tablebase: Option<&'a Tablebase>,
    /// What other threads are searching.
    pub busy: Option<&'a Busy>,
}

/// A position with a player to move, `ply` plies below the root.
pub(super) struct Spot<'s, G: Game> {
    pub state: &'s G::State,
    pub key: u64,
    pub mover: Side,
    pub ply: u32,
}

/// A move in its position.
pub(super) struct Attempt<'s, G: Game> {
    pub spot: &'s Spot<'s, G>,
    pub mv: G::Move,
}

/// Which moves on the stack are still to be searched.
struct Queue {
    next: usize,
    last: usize,
    /// The move from the table goes first and needs no score.
    first_unscored: usize,
    /// The next one of those that were left for later.
    next_deferred: usize,
}

/// Alpha and beta: what lies outside need not be known exactly.
pub(super) type Window = (Value, Value);

/// Beyond this a value is that of a decided game.
pub(super) const DECIDED: Value = score::DECIDED as Value;

/// Reductions only this far above the horizon.
pub(super) const LEAST_DEPTH_TO_REDUCE: u32 = 3;

/// Internal iterative reduction only so far above the horizon.
const LEAST_DEPTH_FOR_IIR: u32 = 4;

/// A late move is searched `BASE + ln(plies left) × ln(number of the move) / DIVISOR` plies less deep, whole
/// plies only. In games of Dobutsu Shogi at 10,000 nodes the pairs from 0.5 and 2 to 1 and 1.5 play alike
/// within 20 Elo, none measurably worse than one ply for every late move; this one gains at 40,000 nodes.
const REDUCTION_BASE: f64 = 0.75;
const REDUCTION_DIVISOR: f64 = 1.5;

/// Plies left and moves beyond this count as this many.
const REDUCTION_STEPS: usize = 64;

/// A line of noisy moves is followed at most this far beyond the horizon.
pub(super) const QUIESCENCE_PLIES: u32 = 8;

pub(super) struct Worker<'a, G: Evaluate> {
    pub(super) judge: NegamaxEvaluator<'a, G>,
    pub(super) options: &'a AlphaBetaOptions,
    pub(super) table: Option<&'a Table>,
    pub(super) tablebase: Option<&'a Tablebase>,
    pub(super) busy: Option<&'a Busy>,
    /// Places on the stack of moves that were left for later, those of all levels.
    deferred: Vec<usize>,
    /// Whether some position was searched or judged because no tablebase knows it.
    pub(super) has_guessed: bool,
    pub(super) meter: Meter<'a>,
    pub(super) root: &'a Root<'a, G>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) pv: PvTable<G::Move>,
    pub(super) history: History,
    /// Whether nothing is on that a plain search does not know.
    is_plain: bool,
    /// The moves of all levels of a plain search, as a stack.
    pub(super) listed: Vec<G::Move>,
    /// Whether what a position seems to be worth decides what is looked at.
    pub(super) prunes: bool,
    /// By how many plies a quiet move is searched less deep, by the plies left and its number.
    reductions: Vec<[u8; REDUCTION_STEPS]>,
}

impl<'a, G: Evaluate + Keyed + MoveHints + Indexed> Worker<'a, G> {
    pub fn new(
        root: &'a Root<'a, G>,
        options: &'a AlphaBetaOptions,
        evaluator: &'a Evaluator,
        known: Known<'a>,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            judge: NegamaxEvaluator::new(root.game, evaluator, root.seat)
                .foreseeing(options.foresight)
                .disdaining(options.contempt),
            options,
            table: known.table,
            tablebase: known.tablebase,
            busy: known.busy,
            deferred: Vec::new(),
            has_guessed: known.tablebase.is_none(),
            meter: Meter::new(limits, stop),
            root,
            moves: MoveStack::new(options),
            pv: PvTable::new(0),
            history: root.history.clone(),
            is_plain: is_plain(options, known),
            listed: Vec::new(),
            prunes: [options.reverse_futility, options.futility, options.razoring]
                .iter()
                .any(Option::is_some),
            reductions: (0..REDUCTION_STEPS)
                .map(|depth| std::array::from_fn(|n| reduction(depth, n)))
                .collect(),
        }
    }

    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// The key of a position, if anybody needs it.
    pub(super) fn key(&self, state: &G::State) -> u64 {
        let is_needed = self.table.is_some() || self.judge.looks_at_history;
        if is_needed { self.judge.game.key(state) } else { 0 }
    }

    /// The value for the mover of a move that leads to a position with `depth` plies to search, found with
    /// an empty window first where that is likely to be enough.
    pub(super) fn try_move(
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
        let &Attempt { spot: &Spot { state, key, mover, ply }, mv } = attempt;
        let mut next = state.clone();
        self.judge.game.play_unchecked(&mut next, mv);
        self.pv.clear(ply as usize + 1);
        self.moves.histories.follow(ply, Some(mv));
        if self.judge.looks_at_history {
            self.history.push(key, mv);
        }
        let depth = depth + u32::from(self.options.turns && goes_on(self.judge.game, state, &next));
        let value = self.value(&next, mover, depth, window, ply + 1, true);
        if self.judge.looks_at_history {
            self.history.pop();
        }
        value
    }

    /// The value of a position for a side that need not be to move.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        side: Side,
        depth: u32,
        (alpha, beta): Window,
        ply: u32,
        may_pass: bool,
    ) -> Result<Value, Halt> {
        let turn = self.judge.game.turn(state);
        if let Some(outcome) = self.judge.end(state, turn, &self.history) {
            return Ok(self.judge.value_of(&outcome, side, ply));
        }
        let Turn::Player(seat) = turn else {
            return Ok(self.judge.evaluate(state, side));
        };
        let mover = self.judge.side(seat);
        let window = if mover == side { (alpha, beta) } else { (-beta, -alpha) };
        let value = if self.tablebase.is_some()
            && let Some(value) = self.look_up(state, ply)
        {
            value
        } else if depth > 0 && self.is_plain && self.judge.looks_at_history {
            self.plain::<true>(state, mover, depth, window, ply)?
        } else if depth > 0 && self.is_plain {
            self.plain::<false>(state, mover, depth, window, ply)?
        } else if depth > 0 {
            let spot = Spot { state, key: self.key(state), mover, ply };
            self.node(&spot, depth, window, may_pass)?
        } else if self.options.quiescence {
            self.quiet(state, mover, QUIESCENCE_PLIES, window, ply)?
        } else {
            self.judge.evaluate(state, mover)
        };
        Ok(if mover == side { value } else { -value })
    }

    /// The value for the player to move that the table of a solved game knows.
    #[cold]
    fn look_up(&mut self, state: &G::State, ply: u32) -> Option<Value> {
        let tablebase = self.tablebase?;
        let verdict = tablebase.probe(self.judge.game, state);
        self.has_guessed |= verdict.is_none();
        // Its distances are counted from the position, all others from the root.
        verdict.map(|verdict| from_stored(verdict.value() as Value, ply))
    }

    /// The value for the player to move of a position with plies left to search.
    fn node(
        &mut self,
        spot: &Spot<'_, G>,
        depth: u32,
        (mut alpha, beta): Window,
        may_pass: bool,
    ) -> Result<Value, Halt> {
        let &Spot { state, key, ply, .. } = spot;
        let game = self.judge.game;

        // 1. Ask the table.
        let stored = self.table.and_then(|table| table.get(key));
        if let Some(value) = stored.and_then(|entry| self.answer(entry, depth, alpha, beta, ply)) {
            return Ok(value);
        }

        // 2. If the position seems far from the window, or even passing is good enough, believe it.
        let is_open = beta > alpha.next_up();
        let seeming = if is_open { None } else { self.seeming(spot, stored, depth, beta) };
        if let Some(value) = self.prune(spot, seeming, depth, (alpha, beta))? {
            return Ok(value);
        }
        if self.options.nullmove
            && may_pass
            && !is_open
            && let Some(value) = self.pass(spot, depth, beta)?
        {
            return Ok(value);
        }
        let is_futile = self.is_futile(spot, seeming, depth, alpha);
        // Where no best move is known from before, a shallower search finds one, and the next iteration goes deeper.
        let is_unknown = self.options.iir && stored.is_none() && depth >= LEAST_DEPTH_FOR_IIR;
        let depth = depth - u32::from(is_unknown);

        // 3. List the moves; the one from the table goes first.
        let listed = self.moves.list(game, state);
        let (first, last) = (listed.start, listed.end);
        let mut queue =
            Queue { next: first, last, first_unscored: first, next_deferred: self.deferred.len() };
        if let Some(entry) = stored
            && first + usize::from(entry.move_idx) < last
        {
            self.moves.swap(first, first + usize::from(entry.move_idx));
            queue.first_unscored += 1;
        }

        // 4. Search them, the most promising first.
        let (mut best, mut best_idx, lower) = (Value::NEG_INFINITY, 0, alpha);
        let busy = self.busy.filter(|_| depth >= LEAST_DEPTH_TO_DIVIDE);
        let n_deferred_above = self.deferred.len();
        while let Some((at, is_new)) = self.pick(&mut queue, spot) {
            // By the time that a move comes up again another thread may have settled the position.
            if !is_new
                && let Some(entry) = self.table.and_then(|table| table.get(key))
                && let Some(value) = self.answer(entry, depth, alpha, beta, ply)
            {
                self.deferred.truncate(n_deferred_above);
                self.moves.drop_from(first);
                return Ok(value);
            }
            let mv = self.moves.at(at);
            let n = at - first;
            let task = busy.filter(|_| n > 0).map(|busy| (busy, Task::new(key, mv, depth)));
            if let Some((busy, task)) = task
                && is_new
                && busy.has(task)
            {
                self.deferred.push(at);
                continue;
            }
            if is_futile && best > -DECIDED && !game.is_noisy(state, mv) {
                continue;
            }
            if let Some((busy, task)) = task {
                busy.begin(task);
            }
            let value = self.reduced(&Attempt { spot, mv }, depth, (alpha, beta), n);
            if let Some((busy, task)) = task {
                busy.end(task);
            }
            let value = value?;
            if value > best {
                (best, best_idx) = (value, self.moves.move_idx(at));
                if value > alpha {
                    alpha = value;
                    if is_open {
                        self.pv.keep(mv, ply as usize);
                    }
                }
                if alpha >= beta {
                    self.moves.remember(game, (first, at), spot, depth);
                    break;
                }
            }
        }
        self.deferred.truncate(n_deferred_above);
        self.moves.drop_from(first);

        // 5. Tell the table.
        if let Some(table) = self.table {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > lower => Bound::Exact,
                _ => Bound::Upper,
            };
            let value = to_stored(best, ply);
            // Where all moves failed, none is known to be the best: what was known before stays.
            let known_idx = stored.filter(|_| bound == Bound::Upper).map(|entry| entry.move_idx);
            let best_idx = known_idx.unwrap_or(best_idx);
            table.put(key, Entry { value, bound, depth: depth.min(255) as u8, move_idx: best_idx });
        }
        Ok(best)
    }

    /// The place on the stack of the move to be searched next, the most promising first and those that were left for
    /// later last, and whether it comes up for the first time.
    #[inline]
    fn pick(&mut self, queue: &mut Queue, spot: &Spot<'_, G>) -> Option<(usize, bool)> {
        let at = queue.next;
        if at < queue.last {
            if at == queue.first_unscored {
                self.moves.score(self.judge.game, spot, at..queue.last);
            }
            if at >= queue.first_unscored {
                self.moves.bring_best_forward(at..queue.last);
            }
            queue.next += 1;
            return Some((at, true));
        }
        let at = *self.deferred.get(queue.next_deferred)?;
        queue.next_deferred += 1;
        Some((at, false))
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

    /// Searches the `n`-th move of a position with `depth` plies left, a late one less deep first.
    fn reduced(
        &mut self,
        attempt: &Attempt<'_, G>,
        depth: u32,
        (alpha, beta): Window,
        n: usize,
    ) -> Result<Value, Halt> {
        let is_open = beta > alpha.next_up();
        let row = &self.reductions[(depth as usize).min(REDUCTION_STEPS - 1)];
        // Where the exact value matters, a ply more is worth it.
        let less = u32::from(row[n.min(REDUCTION_STEPS - 1)]).saturating_sub(u32::from(is_open));
        if self.options.lmr && less > 0 && !self.judge.game.is_noisy(attempt.spot.state, attempt.mv) {
            let shallow = (depth - 1).saturating_sub(less).max(1);
            let value = self.after(attempt, shallow, (alpha, alpha.next_up()))?;
            if value <= alpha {
                return Ok(value);
            }
        }
        self.try_move(attempt, depth - 1, (alpha, beta), n == 0)
    }

    /// The value of a position at the horizon: what it seems, or better by a line of noisy moves.
    pub(super) fn quiet(
        &mut self,
        state: &G::State,
        mover: Side,
        plies_left: u32,
        (mut alpha, beta): Window,
        ply: u32,
    ) -> Result<Value, Halt> {
        let mut best = self.judge.evaluate(state, mover);
        let is_open = beta > alpha.next_up();
        alpha = alpha.max(best);
        if alpha >= beta || plies_left == 0 {
            return Ok(best);
        }
        let game = self.judge.game;
        let listed = self.moves.list_noisy(game, state);
        let (first, last) = (listed.start, listed.end);
        for at in listed {
            self.moves.bring_best_forward(at..last);
            let mv = self.moves.at(at);
            self.meter.enter()?;
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            self.pv.clear(ply as usize + 1);
            let value = match game.turn(&next) {
                Turn::Player(seat) if self.judge.side(seat) == mover => {
                    self.quiet(&next, mover, plies_left - 1, (alpha, beta), ply + 1)?
                }
                Turn::Player(_) => -self.quiet(&next, 1 - mover, plies_left - 1, (-beta, -alpha), ply + 1)?,
                Turn::Chance => self.judge.evaluate(&next, mover),
                Turn::Over => match game.outcome(&next) {
                    Some(outcome) => self.judge.value_of(&outcome, mover, ply + 1),
                    None => self.judge.evaluate(&next, mover),
                },
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if is_open {
                        self.pv.keep(mv, ply as usize);
                    }
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.drop_from(first);
        Ok(best)
    }
}

/// By how many plies the `n`-th move, counted from 0, is searched less deep.
fn reduction(depth: usize, n: usize) -> u8 {
    if depth < LEAST_DEPTH_TO_REDUCE as usize || n == 0 {
        return 0;
    }
    (REDUCTION_BASE + (depth as f64).ln() * (n as f64).ln() / REDUCTION_DIVISOR) as u8
}

/// The table holds decided values as seen from their own position, not from the root.
fn to_stored(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED && value.is_finite() { value + value.signum() * ply as Value } else { value }
}

fn from_stored(value: Value, ply: u32) -> Value {
    if value.abs() > DECIDED && value.is_finite() { value - value.signum() * ply as Value } else { value }
}
