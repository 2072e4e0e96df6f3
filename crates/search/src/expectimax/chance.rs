//! The plies of chance: the mean of what may come, of all outcomes or of some that are drawn, within bounds.

use std::ops::Range;

use ludwerk_core::{Evaluate, Keyed, MoveHints, Seat, Turn};

use super::search::{OPEN, Place, Search, Window};
use crate::limits::Halt;
use crate::score::WIN;
use crate::turns::Choice;

/// Far more than sums of values up to [`WIN`] can be off by rounding, far less than values differ by.
const ROUNDING: f64 = 1e-6;

/// An outcome of luck: how likely it is, and what is known of its value.
pub(super) struct Outcome {
    /// Its plies, one or several, and the position after them.
    choice: usize,
    probability: f64,
    least: f64,
    most: f64,
    /// Who is to move after it, and the ways to go on there, once they are listed.
    replies: Option<(Seat, Range<usize>)>,
}

impl<G: Evaluate + Keyed + MoveHints> Search<'_, G> {
    /// A chance ply: the mean of its outcomes, or a bound that lies outside the window.
    pub fn chance(&mut self, state: &G::State, place: Place, window: Window) -> Result<f64, Halt> {
        let (first, n_choices, n_plies) = (self.outcomes.len(), self.choices.len(), self.plies.len());
        let value = self.mean(state, place, window, first);
        self.outcomes.truncate(first);
        self.choices.truncate(n_choices);
        self.plies.truncate(n_plies);
        // Which line will be played below is for chance to say.
        self.pv.clear(place.ply as usize);
        value
    }

    fn mean(&mut self, state: &G::State, place: Place, window: Window, first: usize) -> Result<f64, Halt> {
        // 1. Nothing is known of any outcome, but that it lies between a loss and a win.
        let samples = self.list_outcomes(state, place)?;
        let below = Place { samples, ..place };
        let last = self.outcomes.len();
        let window = if self.options.star1 { window } else { OPEN };

        // 2. One move of each outcome bounds it from one side.
        if self.options.star1
            && self.options.star2
            && place.depth > 0
            && let Some(bound) = self.probe(state, below, window, first)?
        {
            return Ok(bound);
        }
        // 3. Search the outcomes, each in the window that the bounds of the others leave.
        for idx in first..last {
            let (lower, upper) = self.window_of(idx, first, window);
            let value = self.value_of_outcome(state, idx, below, (lower, upper))?;
            // Outside its window the value is a bound, and so is the mean.
            let outcome = &mut self.outcomes[idx];
            if value <= lower {
                outcome.most = outcome.most.min(value);
                return Ok(self.means(first).1);
            }
            if value >= upper {
                outcome.least = outcome.least.max(value);
                return Ok(self.means(first).0);
            }
            (outcome.least, outcome.most) = (value, value);
        }
        Ok(self.means(first).0)
    }

    /// Puts the outcomes on the stack: all, or as many as are drawn. Tells how many are drawn where luck goes on.
    fn list_outcomes(&mut self, state: &G::State, place: Place) -> Result<Option<usize>, Halt> {
        self.drawn.clear();
        self.walk.game.chance_outcomes(state, &mut self.drawn);
        let n_outcomes = self.drawn.len().max(1);
        match place.samples {
            Some(samples) if samples < n_outcomes => {
                self.draw_outcomes(state, place.depth, samples)?;
                Ok(Some(1))
            }
            samples => {
                for n in 0..self.drawn.len() {
                    let (mv, probability) = self.drawn[n];
                    self.plies.push(mv);
                    self.add_outcome(self.plies.len() - 1, None, probability);
                }
                Ok(samples.map(|samples| samples / n_outcomes))
            }
        }
    }

    /// Draws outcomes of luck, each down to where a player acts or the game is over. The first plies are spread evenly:
    /// number `n` of `k` is that at `(n + u) / k` of all probability. Equal ones are one.
    fn draw_outcomes(&mut self, state: &G::State, depth: u32, samples: usize) -> Result<(), Halt> {
        let (first, game) = (self.outcomes.len(), self.walk.game);
        for n in 0..samples {
            let from = self.plies.len();
            let mut next = state.clone();
            let mut at = (n as f64 + self.luck(depth, 0)) / samples as f64;
            for n_drawn in 1.. {
                self.drawn.clear();
                game.chance_outcomes(&next, &mut self.drawn);
                let Some(mv) = drawn_at(&self.drawn, at) else { break };
                self.walk.meter.enter()?;
                game.play_unchecked(&mut next, mv);
                self.plies.push(mv);
                at = self.luck(depth, n_drawn * samples + n);
                if game.turn(&next) != Turn::Chance {
                    break;
                }
            }
            let probability = 1.0 / samples as f64;
            let equal = (first..self.outcomes.len()).find(|&idx| {
                let plies = self.choices[self.outcomes[idx].choice].plies.clone();
                self.plies[plies] == self.plies[from..]
            });
            if let Some(idx) = equal {
                self.outcomes[idx].probability += probability;
                self.plies.truncate(from);
            } else {
                self.add_outcome(from, Some(next), probability);
            }
        }
        Ok(())
    }

    /// Puts an outcome on the stack whose plies are the last ones, from this place on.
    fn add_outcome(&mut self, from: usize, next: Option<G::State>, probability: f64) {
        let choice = self.choices.len();
        self.choices.push(Choice { plies: from..self.plies.len(), next, weight: probability });
        let (least, most) = (-WIN, WIN);
        self.outcomes.push(Outcome { choice, probability, least, most, replies: None });
    }

    /// Where the value of an outcome matters, given what is known of the others.
    fn window_of(&self, idx: usize, first: usize, (alpha, beta): Window) -> Window {
        let (least, most) = self.means(first);
        let outcome = &self.outcomes[idx];
        let probability = outcome.probability;
        let lower = (alpha - (most - probability * outcome.most)) / probability;
        let upper = (beta - (least - probability * outcome.least)) / probability;
        (lower - ROUNDING / probability, upper + ROUNDING / probability)
    }

    /// The least and the greatest mean that the outcomes from `first` on allow, summed in their order.
    fn means(&self, first: usize) -> (f64, f64) {
        self.outcomes[first..].iter().fold((0.0, 0.0), |(least, most), outcome| {
            (least + outcome.probability * outcome.least, most + outcome.probability * outcome.most)
        })
    }

    /// Searches the most promising move of every outcome in which a player is to move. A move of the
    /// searching player shows how much an outcome is worth at least, one of the other player at most.
    /// Gives a bound for the mean if that already lies outside the window.
    fn probe(
        &mut self,
        state: &G::State,
        below: Place,
        (alpha, beta): Window,
        first: usize,
    ) -> Result<Option<f64>, Halt> {
        for idx in first..self.outcomes.len() {
            let (lower, upper) = self.window_of(idx, first, (alpha, beta));
            let Some((mover, value)) = self.probe_outcome(state, idx, below, (lower, upper))? else {
                continue;
            };
            if mover == self.seat {
                self.outcomes[idx].least = value;
            } else {
                self.outcomes[idx].most = value;
            }
            let (least, most) = self.means(first);
            if least >= beta + ROUNDING {
                return Ok(Some(least));
            }
            if most <= alpha - ROUNDING {
                return Ok(Some(most));
            }
        }
        Ok(None)
    }

    fn probe_outcome(
        &mut self,
        state: &G::State,
        idx: usize,
        below: Place,
        window: Window,
    ) -> Result<Option<(Seat, f64)>, Halt> {
        let (next, place, n_entered) = self.enter(state, self.outcomes[idx].choice, below)?;
        let probed = self.first_reply(&next, idx, place, window);
        self.leave(n_entered);
        probed
    }

    fn first_reply(
        &mut self,
        state: &G::State,
        idx: usize,
        place: Place,
        (lower, upper): Window,
    ) -> Result<Option<(Seat, f64)>, Halt> {
        let turn = self.walk.game.turn(state);
        let Turn::Player(mover) = turn else { return Ok(None) };
        if self.walk.end(state, turn).is_some() {
            return Ok(None);
        }
        let (first, n_plies) = (self.choices.len(), self.plies.len());
        self.list(state)?;
        // Open on the side where a bound would be of no use.
        let window = if mover == self.seat { (f64::NEG_INFINITY, upper) } else { (lower, f64::INFINITY) };
        if self.options.candidates.or(self.options.replies).is_some() {
            // To find the likeliest took long: they are kept for the search of this outcome.
            self.outcomes[idx].replies = Some((mover, first..self.choices.len()));
            return Ok(Some((mover, self.after(state, first, place, window)?)));
        }
        self.choices.truncate(first + 1);
        let value = self.after(state, first, place, window)?;
        self.choices.truncate(first);
        self.plies.truncate(n_plies);
        Ok(Some((mover, value)))
    }

    fn value_of_outcome(
        &mut self,
        state: &G::State,
        idx: usize,
        below: Place,
        window: Window,
    ) -> Result<f64, Halt> {
        let choice = self.outcomes[idx].choice;
        let Some((mover, replies)) = self.outcomes[idx].replies.clone() else {
            return self.after(state, choice, below, window);
        };
        let (next, place, n_entered) = self.enter(state, choice, below)?;
        let value = self.best(&next, mover, replies, place, window);
        self.leave(n_entered);
        value
    }
}

/// The outcome that lies at this part of all probability.
fn drawn_at<M: Copy>(outcomes: &[(M, f64)], at: f64) -> Option<M> {
    let mut left = at;
    for &(mv, probability) in outcomes {
        if left < probability {
            return Some(mv);
        }
        left -= probability;
    }
    // Rounding may leave a sliver above the last outcome.
    outcomes.last().map(|&(mv, _)| mv)
}
