//! The end of a game for two, solved exactly: once few moves remain, guessing is no longer needed.
//!
//! Alpha-beta to the very end, with the moves tried first that the game calls likely, and a table of positions.
//! A game with points is played for them, too: of several wins the greatest is found. What cannot be solved within
//! the budget is left to the search.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use ludwerk_core::value::{self, Unit};
use ludwerk_core::{Keyed, Line, Move as _, MoveHints, Outcome, Report, Seat, Turn};

use crate::limits::{Halt, Limits, Meter};
use crate::score;

/// A result and the lead in points, as one number: a greater share always comes first.
type Value = i32;

/// A whole win; leads in points are less than half of it.
const WON: Value = 1 << 20;

/// What is known of a position: its value, or a bound of it.
#[derive(Clone, Copy)]
struct Entry {
    least: Value,
    greatest: Value,
    best: u32,
}

/// Looks for the value of everything that may still happen.
pub(super) struct Endgame<'a, G: MoveHints + Keyed> {
    game: &'a G,
    /// Whose values these are.
    seat: Seat,
    table: HashMap<u64, Entry>,
    meter: Meter<'a>,
}

impl<'a, G: MoveHints + Keyed> Endgame<'a, G> {
    pub fn new(game: &'a G, seat: Seat, limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self { game, seat, table: HashMap::new(), meter: Meter::new(limits, stop) }
    }

    /// What the moves of a position lead to, best first; `None` if that is too much to find out.
    pub fn solve(&mut self, state: &G::State, moves: &[G::Move]) -> Option<Report<G::Move>> {
        let mut best = (Value::MIN, *moves.first()?);
        let mut pv = Vec::new();
        for mv in self.in_order(state, moves) {
            let next = self.after(state, mv);
            let value = self.value(&next, best.0, Value::MAX).ok()?;
            if value > best.0 {
                best = (value, mv);
                pv = self.line(state, mv);
            }
        }
        let (solved, mv) = best;
        let share = match solved {
            _ if solved > WON / 2 => 1.0,
            _ if solved < -WON / 2 => 0.0,
            _ => 0.5,
        };
        let depth = pv.len() as u32;
        let value = value::Value::new(score::of_share(share, 2, depth), Unit::WinProbability, 2);
        Some(Report {
            value: Some(value),
            values: score::of_all(value, self.seat, self.game),
            depth,
            nodes: self.meter.nodes() + 1,
            pv: pv.clone(),
            lines: vec![Line { mv, value, pv }],
            notes: Vec::new(),
        })
    }

    fn after(&self, state: &G::State, mv: G::Move) -> G::State {
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        next
    }

    fn in_order(&self, state: &G::State, moves: &[G::Move]) -> Vec<G::Move> {
        let mut priors = Vec::with_capacity(moves.len());
        self.game.priors(state, moves, &mut priors);
        let mut ordered: Vec<_> = moves.iter().copied().zip(priors).collect();
        ordered.sort_by(|a, b| b.1.total_cmp(&a.1));
        ordered.into_iter().map(|(mv, _)| mv).collect()
    }

    /// The value of a position, exact between the bounds and a bound of it beyond.
    fn value(&mut self, state: &G::State, least: Value, greatest: Value) -> Result<Value, Halt> {
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(self.value_of(state, &outcome));
        }
        self.meter.enter()?;
        let key = self.game.key(state);
        let known = self.table.get(&key).copied();
        let (mut low, mut high) = (least, greatest);
        if let Some(entry) = known {
            (low, high) = (low.max(entry.least), high.min(entry.greatest));
            if low >= high {
                return Ok(if entry.least >= high { entry.least } else { entry.greatest });
            }
        }
        let Turn::Player(mover) = self.game.turn(state) else { return Err(Halt) };
        let is_own = mover == self.seat;
        let mut moves = Vec::new();
        self.game.distinct_moves(state, &mut moves);
        let mut moves = self.in_order(state, &moves);
        if let Some(at) = known.and_then(|entry| moves.iter().position(|mv| mv.to_bits() == entry.best)) {
            moves[..=at].rotate_right(1);
        }
        let (first_low, first_high) = (low, high);
        let mut best = (if is_own { Value::MIN } else { Value::MAX }, moves[0]);
        for mv in moves {
            let value = self.value(&self.after(state, mv), low, high)?;
            if is_own && value > best.0 || !is_own && value < best.0 {
                best = (value, mv);
            }
            if is_own {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        let (value, mv) = best;
        let least = if value > first_low { value } else { Value::MIN };
        let greatest = if value < first_high { value } else { Value::MAX };
        self.table.insert(key, Entry { least, greatest, best: mv.to_bits() });
        Ok(value)
    }

    fn value_of(&self, state: &G::State, outcome: &Outcome) -> Value {
        let share = ((outcome.returns[self.seat] - 0.5) * 2.0 * f64::from(WON)) as Value;
        let lead = self.game.points(state).map_or(0, |points| {
            let others: i32 = points.iter().sum::<i32>() - points[self.seat.idx()];
            points[self.seat.idx()] - others
        });
        share + lead.clamp(1 - WON / 2, WON / 2 - 1)
    }

    /// Best play from a move on, as far as the table tells it.
    fn line(&self, state: &G::State, first: G::Move) -> Vec<G::Move> {
        let mut line = vec![first];
        let mut state = self.after(state, first);
        while let Some(entry) = self.table.get(&self.game.key(&state))
            && let Some(mv) = G::Move::from_bits(entry.best)
            && self.game.is_legal(&state, mv)
        {
            line.push(mv);
            state = self.after(&state, mv);
        }
        line
    }
}
