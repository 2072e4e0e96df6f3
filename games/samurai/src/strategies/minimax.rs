//! A4: minimax over the values of A3, with whole turns as moves and the opponent's hand in sight.
//!
//! A turn is worth the sum of its tiles on the board before it (`turns.rs`). The value of a line is the sum of the own
//! turns less those of the opponent, or the value of the last own turn alone; the study does not say which. The last
//! turn of a line needs no list: the best part on land and the best part at sea make the best turn. Alpha-beta does
//! the rest; the reply that refuted the last turn is tried first, then the one that is worth the most by itself.
//! Without a budget the value is exactly that of plain minimax over all turns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Agent, AgentError, Control, Decision, Game as _, Report, Rng, Seat, View};

use crate::board::BySeat;
use crate::moves::{Action, SamuraiMove};
use crate::rules::Samurai;
use crate::state::{Phase, State};
use crate::strategies::greedy::anything;
use crate::strategies::reading::{Reading, UNIT};
use crate::strategies::turns::{Turn, Turns, best_turn};
use crate::strategies::worth::Worth;

/// What a line is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineValue {
    /// Own turns less the opponent's.
    Accumulated,
    /// The last own turn.
    Last,
}

/// How far it looks, and at what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The values of tiles.
    pub reading: Reading,
    /// Turns ahead: an odd number.
    pub depth: u32,
    /// What a line is worth.
    pub line: LineValue,
    /// Whether it knows what both players will draw; else nobody draws.
    pub sees_piles: bool,
    /// The most positions for a turn.
    pub nodes: Option<u64>,
    /// The most time for a turn.
    pub time: Option<Duration>,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The turn to play.
    pub turn: Turn,
    /// Its value, in thousandths.
    pub value: i32,
    /// How many turns ahead were looked at in full.
    pub depth: u32,
    /// Every position entered.
    pub nodes: u64,
    /// Whether the budget sufficed.
    pub is_finished: bool,
}

/// Stops a search whose budget is spent.
struct Halt;

const NODES_BETWEEN_LOOKS: u64 = 1024;

/// No value comes near.
const INFINITY: i32 = i32::MAX / 4;

/// What is kept for each turn of a line.
#[derive(Default)]
struct Stage {
    turns: Turns,
    killer: Option<Turn>,
}

/// The search.
pub struct Minimax {
    plan: Plan,
    stages: Vec<Stage>,
    rng: Rng,
    nodes: u64,
    deadline: Option<Instant>,
    root: Seat,
    game: Samurai,
}

impl Minimax {
    pub fn new(game: Samurai, plan: Plan, seed: u64) -> Self {
        let stages = (0..plan.depth).map(|_| Stage::default()).collect();
        Self { plan, stages, rng: Rng::new(seed), nodes: 0, deadline: None, root: Seat::FIRST, game }
    }

    /// The best turn in a true position, or the best rest of a turn.
    pub fn search(&mut self, truth: &State, stop: &AtomicBool) -> Found {
        let mut state = *truth;
        state.draws_open = false;
        if !self.plan.sees_piles {
            state.piles = BySeat::default();
        }
        self.root = state.to_move();
        self.nodes = 1;
        self.deadline = self.plan.time.and_then(|time| Instant::now().checked_add(time));
        for stage in &mut self.stages {
            stage.killer = None;
        }
        let worth = Worth::new(&self.plan.reading, &state, self.root);
        let at_once = best_turn(&worth, &state, self.root, state.has_played(), Some(&mut self.rng));
        let mut found = Found {
            turn: at_once,
            value: at_once.value(),
            depth: 1,
            nodes: 1,
            is_finished: self.plan.depth == 1,
        };
        if self.plan.depth == 1 || at_once.is_empty() && !state.has_played() {
            found.is_finished = true;
            return found;
        }
        let mut turns = std::mem::take(&mut self.stages[0].turns);
        turns.list(&worth, &state, self.root, Some(&mut self.rng));
        for depth in (3..=self.plan.depth).step_by(2) {
            let is_finished = self.search_root(&state, &turns, depth, &mut found, stop);
            found.nodes = self.nodes;
            found.is_finished = is_finished && depth + 1 >= self.plan.depth;
            if !is_finished {
                break;
            }
            found.depth = depth;
        }
        self.stages[0].turns = turns;
        found
    }

    /// Looks for a turn that is better than the one found before; whether the budget sufficed.
    fn search_root(
        &mut self,
        state: &State,
        turns: &Turns,
        depth: u32,
        found: &mut Found,
        stop: &AtomicBool,
    ) -> bool {
        let first = found.turn;
        let mut best: Option<(i32, Turn)> = None;
        let all = turns.in_shells().filter(|turn| !turn.is_same(first));
        for turn in std::iter::once(first).chain(all) {
            if turn.is_empty() && !state.has_played() {
                continue;
            }
            let alpha = best.map_or(-INFINITY, |best| best.0);
            match self.after_turn(state, turn, depth, (alpha, INFINITY), 0, stop) {
                Ok(value) if value > alpha => best = Some((value, turn)),
                Ok(_) => {}
                Err(Halt) => {
                    if let Some((value, turn)) = best {
                        (found.value, found.turn) = (value, turn);
                    }
                    return false;
                }
            }
        }
        if let Some((value, turn)) = best {
            (found.value, found.turn) = (value, turn);
        }
        true
    }

    /// The value for the root's player of a turn in `state` and the best play after it, `depth` turns in all.
    fn after_turn(
        &mut self,
        state: &State,
        turn: Turn,
        depth: u32,
        (alpha, beta): (i32, i32),
        last: i32,
        stop: &AtomicBool,
    ) -> Result<i32, Halt> {
        let is_own = state.to_move() == self.root;
        let after = turn.played(self.game, state);
        let (now, last) = match self.plan.line {
            LineValue::Accumulated if is_own => (turn.value(), last),
            LineValue::Accumulated => (-turn.value(), last),
            LineValue::Last if is_own => (0, turn.value()),
            LineValue::Last => (0, last),
        };
        let rest =
            self.rest(&after, depth - 1, (alpha.saturating_sub(now), beta.saturating_sub(now)), last, stop)?;
        Ok(now + rest)
    }

    /// The value for the root's player of the best play of `depth` turns; `last` is that of its last turn.
    fn rest(
        &mut self,
        state: &State,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        last: i32,
        stop: &AtomicBool,
    ) -> Result<i32, Halt> {
        self.enter(stop)?;
        let is_accumulated = self.plan.line == LineValue::Accumulated;
        if depth == 0 || matches!(state.phase(), Phase::Over(_)) {
            return Ok(if is_accumulated { 0 } else { last });
        }
        let seat = state.to_move();
        let is_own = seat == self.root;
        let worth = Worth::new(&self.plan.reading, state, seat);
        let ply = depth as usize - 1;
        let mut best = if is_own { -INFINITY } else { INFINITY };
        // Step 1: the turn that was best lately.
        let killer = self.stages[ply].killer.filter(|_| depth > 1);
        let killer = killer.and_then(|killer| killer.judged(&worth, state, seat));
        if let Some(turn) = killer {
            let value = self.after_turn(state, turn, depth, (alpha, beta), last, stop)?;
            if self.takes(is_own, value, turn, ply, &mut best, (&mut alpha, &mut beta)) {
                return Ok(best);
            }
        }
        // Step 2: the turn that is worth the most by itself.
        let greedy = best_turn(&worth, state, seat, false, None);
        if depth == 1 {
            return Ok(match (is_accumulated, is_own) {
                (true, true) => greedy.value(),
                (true, false) => -greedy.value(),
                (false, true) if !greedy.is_empty() => greedy.value(),
                (false, _) => last,
            });
        }
        if greedy.is_empty() {
            return self.after_turn(state, greedy, depth, (alpha, beta), last, stop);
        }
        let is_killer = |turn: Turn| killer.is_some_and(|killer| killer.is_same(turn));
        if !is_killer(greedy) {
            let value = self.after_turn(state, greedy, depth, (alpha, beta), last, stop)?;
            if self.takes(is_own, value, greedy, ply, &mut best, (&mut alpha, &mut beta)) {
                return Ok(best);
            }
        }
        // Step 3: all the others.
        let mut turns = std::mem::take(&mut self.stages[ply].turns);
        turns.list(&worth, state, seat, None);
        let mut result = Ok(());
        for turn in turns.in_shells() {
            if turn.is_empty() || turn.is_same(greedy) || is_killer(turn) {
                continue;
            }
            match self.after_turn(state, turn, depth, (alpha, beta), last, stop) {
                Ok(value) => {
                    if self.takes(is_own, value, turn, ply, &mut best, (&mut alpha, &mut beta)) {
                        break;
                    }
                }
                Err(halt) => {
                    result = Err(halt);
                    break;
                }
            }
        }
        self.stages[ply].turns = turns;
        result.map(|()| best)
    }

    /// Takes a value into account; whether the other turns no longer matter.
    #[inline]
    fn takes(
        &mut self,
        is_own: bool,
        value: i32,
        turn: Turn,
        ply: usize,
        best: &mut i32,
        (alpha, beta): (&mut i32, &mut i32),
    ) -> bool {
        if is_own && value > *best {
            *best = value;
            *alpha = value.max(*alpha);
        } else if !is_own && value < *best {
            *best = value;
            *beta = value.min(*beta);
        } else {
            return false;
        }
        let is_enough = alpha >= beta;
        if is_enough {
            self.stages[ply].killer = Some(turn);
        }
        is_enough
    }

    #[inline]
    fn enter(&mut self, stop: &AtomicBool) -> Result<(), Halt> {
        if self.plan.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Halt);
        }
        self.nodes += 1;
        let is_time_to_look = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS);
        let is_over = || {
            stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        if is_time_to_look && is_over() { Err(Halt) } else { Ok(()) }
    }
}

/// The agent: it searches once a turn, and remembers what it found.
pub struct Strategist {
    minimax: Minimax,
    rest: Vec<SamuraiMove>,
    rng: Rng,
}

impl Strategist {
    pub fn new(game: Samurai, plan: Plan, seed: u64) -> Self {
        Self {
            minimax: Minimax::new(game, plan, seed),
            rest: Vec::new(),
            rng: Rng::new(Rng::derive(seed, 1)),
        }
    }

    /// The next ply in a true position, and what a search found if there was one; `None` before the game has begun,
    /// or if only exchanges can be played.
    pub fn choose(&mut self, truth: &State, stop: &AtomicBool) -> Option<(SamuraiMove, Option<Found>)> {
        if truth.phase() != Phase::Turn {
            return None;
        }
        let hand = truth.hand(truth.to_move());
        let is_playable = |mv: SamuraiMove| match mv.action() {
            Action::Land(tile, land) => hand.has(tile) && truth.free_land() >> land & 1 != 0,
            Action::Sea(tile, sea) => hand.has(tile) && truth.free_sea() >> sea & 1 != 0,
            _ => true,
        };
        if truth.has_played() && self.rest.last().is_some_and(|&mv| is_playable(mv)) {
            return self.rest.pop().map(|mv| (mv, None));
        }
        let found = self.minimax.search(truth, stop);
        if found.turn.is_empty() && !truth.has_played() {
            return None;
        }
        self.rest.clear();
        self.rest.extend(found.turn.plies().chain([SamuraiMove::END]));
        self.rest.reverse();
        self.rest.pop().map(|mv| (mv, Some(found)))
    }
}

impl Agent<Samurai> for Strategist {
    fn peeks(&self) -> bool {
        true
    }

    fn decide(
        &mut self,
        view: &View<'_, Samurai>,
        control: &mut Control<'_, SamuraiMove>,
    ) -> Result<Decision<SamuraiMove>, AgentError> {
        let truth = view.truth.ok_or_else(|| {
            AgentError::Refused(
                "samurai-a4 looks into the opponent's hand, which is not shown here".to_owned(),
            )
        })?;
        let Some((mv, found)) = self.choose(truth, control.stop_flag()) else {
            let chosen = anything(view.legal, &mut self.rng)?;
            return Ok(Decision { chosen, report: Report { pv: vec![chosen], ..Report::default() } });
        };
        let mut report = Report {
            pv: std::iter::once(mv).chain(self.rest.iter().rev().copied()).collect(),
            ..Report::default()
        };
        if let Some(found) = found {
            let number = f64::from(found.value) / UNIT;
            let value = Value::new(number, Unit::Evaluation, view.game.n_seats());
            let against = value.with_number(-number);
            report.value = Some(value);
            report.values =
                if view.seat == Seat::FIRST { vec![value, against] } else { vec![against, value] };
            report.depth = found.depth;
            report.nodes = found.nodes;
            if !found.is_finished {
                let wanted = self.minimax.plan.depth;
                report.notes.push(format!(
                    "the budget ended before depth {wanted} was done; depth {} was",
                    found.depth
                ));
            }
        }
        Ok(Decision { chosen: mv, report })
    }
}
