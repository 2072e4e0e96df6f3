//! The end of a race among several: a win that nobody can stop, found exactly.
//!
//! Idea: near the end of a race it is not worth weighing anything. Either one seat wins whatever all the others do,
//! together, or it does not; a search that asks only this is far narrower than one that wants a value.
//! Formula: `wins(s, t)`, in at most `t` turns of the seat: where the seat is to move, if some move wins; where another
//! is, if all do. `t` grows from the fewest turns that the game calls possible
//! ([`ludwerk_core::Pruning::least_turns_to_win`]), and wherever more are needed than are left, the answer is no.
//! Sources: L. V. Allis, "Searching for solutions in games and artificial intelligence" (1994), on and-or trees; the
//! bound on the turns is that of iterative deepening A*, R. Korf (1985).
//!
//! A "yes" is a proof: the win can be played out to the end. A "no" means nothing, since the budget may be too small, a
//! position that occurs again counts as no win, and where even a pass of another refutes, his moves are not tried:
//! he may have none as good as that. Without a bound from the game nothing is looked for.

use std::sync::atomic::AtomicBool;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Game, History, Keyed, Line, MoveHints, Observe, Report, Seat, Turn, View};

use crate::limits::{Halt, Limits, Meter};
use crate::root::sort_by_priority;
use crate::score;

/// A win further away than so many turns is not looked for. Nothing repeats in fewer than two turns of everybody, so
/// that among three no position can occur four times on the way to it.
const MOST_TURNS: u32 = 7;

/// Looks for a win of one seat.
pub(super) struct Race<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    meter: Meter<'a>,
    history: History,
    /// The moves of all levels, used as a stack.
    moves: Vec<G::Move>,
    n_nodes: u64,
    known: Known,
}

impl<'a, G: Keyed + MoveHints> Race<'a, G> {
    /// The search for the seat of the view, within limits that bound its positions.
    pub fn new(view: &View<'a, G>, limits: &Limits, stop: &'a AtomicBool) -> Self
    where
        G: Observe,
    {
        Self {
            game: view.game,
            seat: view.seat,
            meter: Meter::new(limits, stop),
            history: view.history.clone(),
            moves: Vec::new(),
            n_nodes: limits.nodes.unwrap_or_default(),
            known: Known::default(),
        }
    }

    /// The move that wins, with what is to be told of it; `None` if no such win is found.
    pub fn solve(&mut self, state: &G::State, legal: &[G::Move]) -> Option<Report<G::Move>> {
        let (mv, turns) = self.winning_move(state, legal)?;
        let n_seats = self.game.n_seats();
        // The last of the turns ends the game; all the others come between two of them.
        let plies = (turns - 1) * n_seats as u32 + 1;
        let value_of = |seat| {
            let number = score::of_share(f64::from(u8::from(seat == self.seat)), n_seats, plies);
            Value::new(number, Unit::Evaluation, n_seats)
        };
        let value = value_of(self.seat);
        Some(Report {
            value: Some(value),
            values: Seat::all(n_seats).map(value_of).collect(),
            depth: plies,
            nodes: self.meter.nodes(),
            pv: vec![mv],
            lines: vec![Line { mv, value, pv: vec![mv] }],
            notes: vec![format!("wins in {turns} turns, whatever the others do")],
        })
    }

    /// A move that wins in the fewest turns for which a proof is found, and these turns.
    fn winning_move(&mut self, state: &G::State, legal: &[G::Move]) -> Option<(G::Move, u32)> {
        let least = self.game.least_turns_to_win(state, self.seat)?.max(1);
        if least > MOST_TURNS {
            return None;
        }
        self.known = Known::new(self.n_nodes);
        let mut order = legal.to_vec();
        sort_by_priority(self.game, state, &mut order);
        for turns in least..=MOST_TURNS {
            for &mv in &order {
                match self.wins_by(state, mv, turns - 1) {
                    Ok(true) => return Some((mv, turns)),
                    Ok(false) => {}
                    Err(Halt) => return None,
                }
            }
        }
        None
    }

    /// Whether the seat wins within so many more turns after a move.
    fn wins_by(&mut self, state: &G::State, mv: G::Move, turns: u32) -> Result<bool, Halt> {
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        self.history.push(self.game.key(state), mv);
        let wins = self.wins(&next, turns);
        self.history.pop();
        wins
    }

    fn wins(&mut self, state: &G::State, turns: u32) -> Result<bool, Halt> {
        self.meter.enter()?;
        let Turn::Player(mover) = self.game.turn(state) else {
            let outcome = self.game.result(state, &self.history);
            return Ok(outcome.is_some_and(|outcome| outcome.returns[self.seat] == 1.0));
        };
        let is_too_far = |least: u32| least > turns;
        if turns == 0
            || self.game.least_turns_to_win(state, self.seat).is_some_and(is_too_far)
            || self.game.foreseen_outcome(state, &self.history).is_some()
        {
            return Ok(false);
        }
        let key = self.game.key(state);
        if let Some(answer) = self.known.answer(key, turns) {
            return Ok(answer);
        }
        let answer = self.wins_with_moves(state, mover == self.seat, turns)?;
        self.known.store(key, turns, answer);
        Ok(answer)
    }

    /// Whether one move wins, if it is the seat's own turn, or all do.
    fn wins_with_moves(&mut self, state: &G::State, is_own: bool, turns: u32) -> Result<bool, Halt> {
        if !is_own
            && let Some(skipped) = self.game.skip_turn(state)
            && !self.wins(&skipped, turns)?
        {
            return Ok(false);
        }
        let first = self.moves.len();
        self.game.distinct_moves(state, &mut self.moves);
        let game = self.game;
        self.moves[first..].sort_unstable_by_key(|&mv| (std::cmp::Reverse(game.priority(state, mv)), mv));
        let mut answer = !is_own;
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            if self.wins_by(state, mv, if is_own { turns - 1 } else { turns })? == is_own {
                answer = is_own;
                break;
            }
        }
        self.moves.truncate(first);
        Ok(answer)
    }
}

/// What was found out: for a position, within how many turns it is won, and within how many it is not.
#[derive(Default)]
struct Known {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    won_within: u8,
    not_won_within: u8,
}

impl Known {
    fn new(n_entries: u64) -> Self {
        const MOST: u64 = 1 << 20;
        Self { entries: vec![Entry::default(); n_entries.min(MOST).next_power_of_two() as usize] }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    fn answer(&self, key: u64, turns: u32) -> Option<bool> {
        let entry = self.entries[self.place(key)];
        match entry {
            _ if entry.key != key => None,
            _ if entry.won_within != 0 && turns >= u32::from(entry.won_within) => Some(true),
            _ if turns <= u32::from(entry.not_won_within) => Some(false),
            _ => None,
        }
    }

    fn store(&mut self, key: u64, turns: u32, is_won: bool) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        if entry.key != key {
            *entry = Entry { key, ..Entry::default() };
        }
        let turns = turns.min(MOST_TURNS) as u8;
        if is_won {
            entry.won_within = turns;
        } else {
            entry.not_won_within = entry.not_won_within.max(turns);
        }
    }
}
