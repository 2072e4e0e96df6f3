//! The plies of players: the best of all moves, or of the likeliest turns.

use std::cmp::Reverse;
use std::ops::Range;

use ludwerk_core::value::Unit;
use ludwerk_core::{Evaluate, Keyed, MoveHints, Rng, Seat, Turn, mix};

use super::ExpectimaxOptions;
use super::chance::Outcome;
use crate::limits::Halt;
use crate::pv::PvTable;
use crate::rollout::into_shares;
use crate::root::{Tried, TryMove};
use crate::score::{self, WIN};
use crate::turns::{Beam, Choice};
use crate::walk::{Walk, goes_on};

/// Alpha and beta, for the player who searches: what lies outside need not be known exactly.
pub(super) type Window = (f64, f64);

pub(super) const OPEN: Window = (f64::NEG_INFINITY, f64::INFINITY);

/// Where a position is in the tree.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The moves of players that are still to be searched.
    pub depth: u32,
    /// The plies from the root.
    pub ply: u32,
    /// How many outcomes of luck are drawn, if luck decides here; `None` for all.
    pub samples: Option<usize>,
}

pub(super) struct Search<'a, G: Evaluate> {
    pub walk: Walk<'a, G>,
    pub options: ExpectimaxOptions,
    pub state: G::State,
    /// The player who searches. All values are his.
    pub seat: Seat,
    /// Ways to go on from the positions of all levels, used as a stack, and their plies.
    pub choices: Vec<Choice<G::State>>,
    pub plies: Vec<G::Move>,
    /// The same for what is known of the outcomes of luck.
    pub outcomes: Vec<Outcome>,
    pub drawn: Vec<(G::Move, f64)>,
    beam: Beam<G>,
    priorities: Vec<i32>,
    ranked: Vec<(Reverse<i32>, G::Move)>,
    pub pv: PvTable<G::Move>,
    /// What luck brings where it is drawn.
    pub luck: u64,
    seats: Vec<f64>,
}

impl<G: Evaluate + Keyed + MoveHints> TryMove<G::Move, usize> for Search<'_, G> {
    fn enter_root(&mut self) -> Result<(), Halt> {
        self.walk.meter.enter()
    }

    fn try_move(&mut self, choice: usize, depth: u32, known: f64) -> Result<Tried<G::Move, usize>, Halt> {
        let state = self.state.clone();
        let window = if self.options.alphabeta { (known, f64::INFINITY) } else { OPEN };
        let place = Place { depth, ply: 0, samples: None };
        let value = self.after(&state, choice, place, window)?;
        let is_exact = value > window.0;
        let plies = &self.plies[self.choices[choice].plies.clone()];
        let pv = self.pv.line_of_all(plies);
        Ok(Tried { choice, values: score::of_two(value, self.seat), is_exact, pv })
    }

    fn first_ply(&self, choice: usize) -> G::Move {
        self.plies[self.choices[choice].plies.start]
    }

    fn unit(&self) -> Unit {
        if self.options.scale.is_some() { Unit::WinProbability } else { Unit::Evaluation }
    }

    fn nodes(&self) -> u64 {
        self.walk.meter.nodes()
    }
}

impl<'a, G: Evaluate + Keyed + MoveHints> Search<'a, G> {
    pub fn new(walk: Walk<'a, G>, options: ExpectimaxOptions, state: G::State, seat: Seat) -> Self {
        let n_seats = walk.game.n_seats();
        Self {
            walk,
            options,
            state,
            seat,
            choices: Vec::new(),
            plies: Vec::new(),
            outcomes: Vec::new(),
            drawn: Vec::new(),
            beam: Beam::new(),
            priorities: Vec::new(),
            ranked: Vec::new(),
            pv: PvTable::new(0),
            luck: 0,
            seats: vec![0.0; n_seats],
        }
    }

    /// What is to be tried at the root: the moves in this order, or the likeliest turns, equal ones by lot.
    pub fn root_choices(&mut self, order: &[G::Move], rng: &mut Rng) -> Vec<usize> {
        if self.options.samples.is_some() {
            self.luck = rng.next_u64();
        }
        if let Some(width) = self.options.candidates {
            let state = self.state.clone();
            // Where the budget ends before there are any, the first of the moves will do.
            if self.list_likeliest(&state, width).is_ok() && !self.choices.is_empty() {
                rng.shuffle(&mut self.choices);
                self.choices.sort_by(|a, b| b.weight.total_cmp(&a.weight));
                return (0..self.choices.len()).collect();
            }
            self.choices.clear();
        }
        for &mv in order {
            self.add(mv);
        }
        (0..self.choices.len()).collect()
    }

    /// The value after a choice in `state`, where that is in the tree.
    pub fn after(
        &mut self,
        state: &G::State,
        choice: usize,
        place: Place,
        window: Window,
    ) -> Result<f64, Halt> {
        let (next, place, n_entered) = self.enter(state, choice, place)?;
        let value = self.value(&next, place, window);
        self.leave(n_entered);
        value
    }

    /// The position after a choice, where it is in the tree, and how many steps lead back.
    pub fn enter(
        &mut self,
        state: &G::State,
        choice: usize,
        place: Place,
    ) -> Result<(G::State, Place, usize), Halt> {
        let game = self.walk.game;
        let plies = self.choices[choice].plies.clone();
        let ply = place.ply + plies.len() as u32;
        self.pv.clear(ply as usize);
        // 1. A position that is known was counted when it was found; the way to it matters in some games alone.
        let known = self.choices[choice].next.clone().filter(|_| !self.walk.looks_at_history());
        let (next, n_entered) = match known {
            Some(next) => (next, 0),
            None => self.enter_all(state, plies)?,
        };
        // 2. Luck takes no depth, and neither does a turn that goes on where turns are counted.
        let (depth, samples) = match game.turn(state) {
            Turn::Player(_) => {
                let goes_on = self.options.turns && goes_on(game, state, &next);
                let depth = place.depth - u32::from(!goes_on);
                (depth, self.samples(depth))
            }
            _ => (place.depth, place.samples),
        };
        Ok((next, Place { depth, ply, samples }, n_entered))
    }

    pub fn leave(&mut self, n_entered: usize) {
        (0..n_entered).for_each(|_| self.walk.leave());
    }

    /// How many outcomes are drawn where luck decides next: one where only evaluations come after it.
    fn samples(&self, depth: u32) -> Option<usize> {
        self.options.samples.map(|samples| if depth == 0 { 1 } else { samples })
    }

    /// Plays plies one after the other until the way ends the game; tells how many were played.
    fn enter_all(&mut self, state: &G::State, plies: Range<usize>) -> Result<(G::State, usize), Halt> {
        let mut next = state.clone();
        for (n, at) in plies.clone().enumerate() {
            let (key, mv) = (self.walk.key(&next), self.plies[at]);
            next = match self.walk.enter(&next, key, mv) {
                Ok(next) => next,
                Err(halt) => {
                    self.leave(n);
                    return Err(halt);
                }
            };
            let turn = self.walk.game.turn(&next);
            if at + 1 < plies.end && self.walk.end(&next, turn).is_some() {
                return Ok((next, n + 1));
            }
        }
        Ok((next, plies.len()))
    }

    fn value(&mut self, state: &G::State, place: Place, window: Window) -> Result<f64, Halt> {
        let turn = self.walk.game.turn(state);
        if let Some(outcome) = self.walk.end(state, turn) {
            return Ok(score::of_returns(&outcome.returns, self.seat, place.ply));
        }
        match turn {
            Turn::Chance => self.chance(state, place, window),
            Turn::Player(mover) if place.depth > 0 => {
                let (first, n_plies) = (self.choices.len(), self.plies.len());
                self.list(state)?;
                let value = self.best(state, mover, first..self.choices.len(), place, window);
                self.choices.truncate(first);
                self.plies.truncate(n_plies);
                value
            }
            _ => Ok(self.judge(state)),
        }
    }

    /// A position at the horizon.
    fn judge(&mut self, state: &G::State) -> f64 {
        match self.options.scale {
            None => self.walk.evaluate(state, self.seat).clamp(-WIN, WIN),
            Some(scale) => {
                self.walk.evaluate_all(state, &mut self.seats);
                into_shares(&mut self.seats, scale);
                score::of_mean_share(self.seats[self.seat.idx()], self.seats.len())
            }
        }
    }

    /// The best of some choices for whoever moves.
    pub fn best(
        &mut self,
        state: &G::State,
        mover: Seat,
        choices: Range<usize>,
        place: Place,
        (mut alpha, mut beta): Window,
    ) -> Result<f64, Halt> {
        let is_own = mover == self.seat;
        let mut best = if is_own { f64::NEG_INFINITY } else { f64::INFINITY };
        for choice in choices {
            let window = if self.options.alphabeta { (alpha, beta) } else { OPEN };
            let value = self.after(state, choice, place, window)?;
            if if is_own { value > best } else { value < best } {
                best = value;
                self.pv.keep_all(&self.plies[self.choices[choice].plies.clone()], place.ply as usize);
                if is_own {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Puts the ways to go on on the stack, the promising ones first.
    pub fn list(&mut self, state: &G::State) -> Result<(), Halt> {
        if let Some(width) = self.options.replies.or(self.options.candidates) {
            return self.list_likeliest(state, width);
        }
        self.walk.game.distinct_moves(state, &mut self.walk.moves);
        if self.options.ordering {
            // All at once, since they may share work; equals stay in the moves' own order.
            self.priorities.clear();
            self.walk.game.priorities(state, &self.walk.moves, &mut self.priorities);
            self.ranked.clear();
            let negated = self.priorities.iter().map(|&priority| Reverse(priority));
            self.ranked.extend(negated.zip(self.walk.moves.iter().copied()));
            self.ranked.sort_unstable();
            self.walk.moves.clear();
            self.walk.moves.extend(self.ranked.iter().map(|&(_, mv)| mv));
        }
        for n in 0..self.walk.moves.len() {
            self.add(self.walk.moves[n]);
        }
        self.walk.moves.clear();
        Ok(())
    }

    fn list_likeliest(&mut self, state: &G::State, width: usize) -> Result<(), Halt> {
        let breadth = (width.max(1), self.options.turns);
        let meter = &mut self.walk.meter;
        self.beam.list(self.walk.game, state, breadth, meter, &mut self.plies, &mut self.choices)
    }

    /// Puts a move on the stack.
    fn add(&mut self, mv: G::Move) {
        let n_plies = self.plies.len();
        self.plies.push(mv);
        self.choices.push(Choice { plies: n_plies..n_plies + 1, next: None, weight: 1.0 });
    }

    /// A number from 0 to 1 that is the same wherever as many moves are still to be searched, so that moves which are
    /// compared have the same luck.
    pub fn luck(&self, depth: u32, n: usize) -> f64 {
        /// What a number is divided by to lie between 0 and 1.
        const UNIT: f64 = 1.0 / (1u64 << 53) as f64;
        let bits = mix(self.luck ^ mix(u64::from(depth) << 32 | n as u64));
        (bits >> 11) as f64 * UNIT
    }
}
