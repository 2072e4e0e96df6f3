//! Paranoid and best-reply search: all the others against me.
//!
//! Idea: if all the others are taken for one enemy, a game of many is a game of two, and alpha-beta prunes it.
//! Formula: `v(s) = max over moves` where the searching seat is to move, `min` where any other is; the value is
//! that of the searching seat alone. Best reply goes further: between two turns of the searching seat only the
//! one move of one opponent that hurts most is played, `min over opponents o and moves of o`, so that more
//! turns of one's own come into sight. In BRS the opponents who do not reply are left out; in BRS+ they play the
//! move that the game calls most promising, so that every position can really occur.
//! Games: two or more players, nothing hidden, no chance.
//! Sources: N. Sturtevant and R. Korf, "On pruning techniques for multi-player games" (2000); M. Schadd and
//! M. Winands, "Best reply search for multiplayer games" (2011); M. Esser and others, "Improved best-reply
//! search" (2013).
//!
//! Both run [`AlphaBeta`] on [`TwoSides`], with all its switches. Where a game cannot leave a player out, BRS
//! lets him play his most promising move, as BRS+ does. Best reply counts a reply as one ply, whoever gives it.

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, MoveHints, Observe, Report, Rng, Seat, View,
};

use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::facts::one_against_all_refusal;
use crate::limits::Limits;
use crate::sides::{Replies, SideMove, TwoSides};

/// Searches for one seat against all the others.
#[derive(Debug)]
pub struct OneAgainstAll {
    name: &'static str,
    replies: Replies,
    options: AlphaBetaOptions,
    limits: Limits,
    weights: Vec<f64>,
    rng: Rng,
    /// The search with its table, and the seat whose values that holds.
    search: Option<(Seat, AlphaBeta)>,
}

impl OneAgainstAll {
    /// Paranoid search: everyone moves in his turn.
    pub fn paranoid(options: AlphaBetaOptions, limits: Limits, weights: Vec<f64>, seed: u64) -> Self {
        Self::new("paranoid", Replies::All, options, limits, weights, seed)
    }

    /// Best-reply search; with `plus`, those who do not reply play their most promising move.
    pub fn best_reply(
        plus: bool,
        options: AlphaBetaOptions,
        limits: Limits,
        weights: Vec<f64>,
        seed: u64,
    ) -> Self {
        let replies = if plus { Replies::OneAndLikely } else { Replies::One };
        Self::new("brs", replies, options, limits, weights, seed)
    }

    fn new(
        name: &'static str,
        replies: Replies,
        options: AlphaBetaOptions,
        limits: Limits,
        weights: Vec<f64>,
        seed: u64,
    ) -> Self {
        Self { name, replies, options, limits, weights, rng: Rng::new(seed), search: None }
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for OneAgainstAll {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = one_against_all_refusal(view.game, self.name) {
            return Err(AgentError::Refused(why));
        }
        // What is remembered was worth that much to one seat, and says nothing to another.
        if self.search.as_ref().is_none_or(|(seat, _)| *seat != view.seat) {
            let search = AlphaBeta::new(self.options, self.limits, self.weights.clone(), self.rng.next_u64());
            self.search = Some((view.seat, search));
        }
        let Some((_, search)) = &mut self.search else { unreachable!("made above") };
        let game = TwoSides::new(view.game.clone(), view.seat, self.replies);
        let state = game.root_state(view.game.resample(view.observation, &mut self.rng));
        let legal: Vec<_> = view.legal.iter().map(|&mv| SideMove::of(view.seat, mv)).collect();
        let sides =
            View { game: &game, seat: 0, observation: &state, legal: &legal, start: None, trail: view.trail };
        let n_seats = view.game.n_seats();
        let (stop, n_lines) = (control.stop_flag(), control.n_lines());
        let mut forward =
            |report: &Report<SideMove<G::Move>>| control.report(&translate(report, view.seat, n_seats));
        let decision = search.decide(&sides, &mut Control::new(stop, &mut forward).with_lines(n_lines))?;
        let report = translate(&decision.report, view.seat, n_seats);
        Ok(Decision { chosen: decision.chosen.inner, report })
    }
}

/// The report in moves of the real game; each of the others is taken to lose what the searching seat wins.
fn translate<M: ludwerk_core::Move>(report: &Report<SideMove<M>>, seat: Seat, n_seats: usize) -> Report<M> {
    let of_seat = |value: f64, other: Seat| if other == seat { value } else { -value };
    let values =
        report.value.map_or_else(Vec::new, |value| (0..n_seats).map(|other| of_seat(value, other)).collect());
    Report { values, ..report.map(|mv| mv.inner) }
}
