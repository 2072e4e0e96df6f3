//! Best-reply search: of all the others, only the one who hurts most gets to move.
//!
//! Idea: between two turns of its own the searching seat sees one move of one opponent, the worst for it. That
//! is pessimistic like paranoid search, but less so, and more turns of its own come into sight.
//! Formula: `v(s) = max over own moves`, then `min over opponents o and moves of o`. In BRS the opponents who do
//! not reply are left out; in BRS+ they play the move that the game calls most promising, so that every
//! position can really occur.
//! Games: two or more players, nothing hidden, no chance.
//! Sources: M. Schadd and M. Winands, "Best reply search for multiplayer games" (2011); M. Esser, M. Gras,
//! M. Winands, M. Schadd and M. Lanctot, "Improving best-reply search" (2013).
//!
//! It runs [`AlphaBeta`] on [`OneReply`], with all its switches. A reply counts as one ply, whoever gives it.
//! Deviation: where a game cannot leave a player out, BRS lets him play his most promising move, as BRS+ does.

mod one_reply;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Keyed, MoveHints, Observe, Report, Rng, View,
};

use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::evaluator::Evaluator;
use crate::facts::one_against_all_refusal;
use crate::limits::Limits;
use one_reply::{OneReply, SeatMove, SeatState};

/// Searches for one seat, and for the worst reply of one of the others.
pub struct BestReply {
    plus: bool,
    search: AlphaBeta,
    rng: Rng,
}

impl BestReply {
    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves. With
    /// `plus`, those who do not reply play their most promising move.
    pub fn new(
        plus: bool,
        options: AlphaBetaOptions,
        limits: Limits,
        evaluator: impl Into<Evaluator>,
        seed: u64,
    ) -> Self {
        Self { plus, search: AlphaBeta::new(options, limits, evaluator, seed), rng: Rng::new(seed) }
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints + Clone> Agent<G> for BestReply {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = one_against_all_refusal(view.game, "brs") {
            return Err(AgentError::Refused(why));
        }
        let game = OneReply::new(view.game.clone(), view.seat, self.plus);
        let state = SeatState::of(view.game.resample(view.observation, &mut self.rng));
        let legal: Vec<_> = view.legal.iter().map(|&mv| SeatMove::of(view.seat, mv)).collect();
        let one_reply = View {
            game: &game,
            seat: view.seat,
            observation: &state,
            legal: &legal,
            start: None,
            history: view.history,
            truth: None,
        };
        let (stop, terms) = (control.stop_flag(), control.terms());
        let mut forward = |report: &Report<SeatMove<G::Move>>| control.report(&report.map(|mv| mv.inner));
        let decision =
            self.search.search(&one_reply, &mut Control::new(stop, &mut forward).on_terms(terms))?;
        Ok(Decision { chosen: decision.chosen.inner, report: decision.report.map(|mv| mv.inner) })
    }
}
