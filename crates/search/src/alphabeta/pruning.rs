//! Forward pruning: what alpha-beta believes without searching it.
//!
//! Near the horizon a position that seems far better than the window is left at that (reverse futility pruning), one
//! that seems far worse is given its noisy moves alone (razoring) or loses its quiet ones (futility pruning). Where even
//! a pass is good enough, a move is (null move). All of it is unsound, and only done where it was asked for.

use ludwerk_core::{Evaluate, Indexed, Keyed, MoveHints};

use super::node::{DECIDED, LEAST_DEPTH_TO_REDUCE, QUIESCENCE_PLIES, Spot, Window, Worker};
use crate::limits::Halt;
use crate::negamax::Value;
use crate::transposition::{Bound, Entry};

/// How much shallower the search is after a null move.
const NULL_REDUCTION: u32 = 2;

/// What a position seems to be worth decides only so near to the horizon.
const MOST_DEPTH_TO_PRUNE: u32 = 6;

/// Razoring only so near to the horizon.
const MOST_DEPTH_TO_RAZOR: u32 = 2;

impl<G: Evaluate + Keyed + MoveHints + Indexed> Worker<'_, G> {
    /// What the position seems to be worth to its mover, so near to the horizon that this may decide what is looked at:
    /// the evaluation, or what the table knows better.
    pub(super) fn seeming(
        &self,
        spot: &Spot<'_, G>,
        stored: Option<Entry>,
        depth: u32,
        beta: Value,
    ) -> Option<Value> {
        let is_wanted = self.prunes && depth <= MOST_DEPTH_TO_PRUNE && beta.abs() < DECIDED;
        is_wanted.then(|| {
            let evaluation = self.judge.evaluate(spot.state, spot.mover);
            match stored {
                Some(Entry { value, .. }) if value.abs() >= DECIDED => evaluation,
                Some(Entry { value, bound: Bound::Exact, .. }) => value,
                Some(Entry { value, bound: Bound::Lower, .. }) => evaluation.max(value),
                Some(Entry { value, bound: Bound::Upper, .. }) => evaluation.min(value),
                None => evaluation,
            }
        })
    }

    /// What the position is taken to be worth if it seems to be so far from the window that no search is needed.
    pub(super) fn prune(
        &mut self,
        spot: &Spot<'_, G>,
        seeming: Option<Value>,
        depth: u32,
        (alpha, beta): Window,
    ) -> Result<Option<Value>, Halt> {
        let Some(seeming) = seeming else { return Ok(None) };
        if let Some(margin) = self.options.reverse_futility
            && seeming - margin * depth as Value >= beta
            && self.is_calm(spot)
        {
            return Ok(Some(seeming));
        }
        if let Some(margin) = self.options.razoring
            && depth <= MOST_DEPTH_TO_RAZOR
            && seeming + margin * depth as Value <= alpha
        {
            let value = self.quiet(spot.state, spot.mover, QUIESCENCE_PLIES, (alpha, beta), spot.ply)?;
            return Ok((value <= alpha).then_some(value));
        }
        Ok(None)
    }

    /// Whether the position seems to be so far below the window that no quiet move is likely to help.
    pub(super) fn is_futile(
        &self,
        spot: &Spot<'_, G>,
        seeming: Option<Value>,
        depth: u32,
        alpha: Value,
    ) -> bool {
        let seeming_and_margin = seeming.zip(self.options.futility);
        seeming_and_margin
            .is_some_and(|(seeming, margin)| seeming + margin * depth as Value <= alpha && self.is_calm(spot))
    }

    /// Whether what a position seems to be worth says something: the player to move is not threatened.
    fn is_calm(&self, spot: &Spot<'_, G>) -> bool {
        self.judge.game.null_move(spot.state).is_some()
    }

    /// What the position is at least worth if even passing says so.
    pub(super) fn pass(
        &mut self,
        spot: &Spot<'_, G>,
        depth: u32,
        beta: Value,
    ) -> Result<Option<Value>, Halt> {
        let &Spot { state, mover, ply, .. } = spot;
        if depth < LEAST_DEPTH_TO_REDUCE || beta.abs() >= DECIDED || self.judge.evaluate(state, mover) < beta
        {
            return Ok(None);
        }
        let Some(next) = self.judge.game.null_move(state) else { return Ok(None) };
        self.meter.enter()?;
        self.pv.clear(ply as usize + 1);
        self.moves.histories.follow(ply, None);
        let window = (beta.next_down(), beta);
        let value =
            self.value(&next, mover, depth.saturating_sub(1 + NULL_REDUCTION), window, ply + 1, false)?;
        Ok((value >= beta).then_some(beta))
    }
}
