//! What the rules and the outlook tell about plies before they are searched.

use ludwerk_core::{Game as _, MoveHints, Rng};

use crate::distinct;
use crate::moves::{Action, SamuraiMove};
use crate::outlook::Outlook;
use crate::rules::Samurai;
use crate::state::{Phase, State};

impl MoveHints for Samurai {
    fn priority(&self, state: &State, mv: SamuraiMove) -> i32 {
        priority(&mut Outlook::new(state), mv)
    }

    fn priorities(&self, state: &State, moves: &[SamuraiMove], priorities: &mut Vec<i32>) {
        let mut outlook = Outlook::new(state);
        priorities.extend(moves.iter().map(|&mv| priority(&mut outlook, mv)));
    }

    fn distinct_moves(&self, state: &State, moves: &mut Vec<SamuraiMove>) {
        if state.phase() == Phase::Turn {
            distinct::list(*self, state, moves);
        } else {
            self.legal_moves(state, moves);
        }
    }

    /// A capture upsets the evaluation.
    fn is_noisy(&self, state: &State, mv: SamuraiMove) -> bool {
        match mv.action() {
            Action::Land(_, land) | Action::Shift(_, land) => state.closes(land),
            _ => false,
        }
    }

    /// To be skipped is nearly always bad, but the rules have no such thing: whoever can play must.
    fn null_move(&self, _state: &State) -> Option<State> {
        None
    }

    fn skip_turn(&self, state: &State) -> Option<State> {
        (state.phase() == Phase::Turn && !state.has_played()).then(|| state.skipped()).flatten()
    }

    fn likelihood(&self, state: &State, mv: SamuraiMove) -> f32 {
        Outlook::new(state).likelihood(mv)
    }

    fn likelihoods(&self, state: &State, moves: &[SamuraiMove], likelihoods: &mut Vec<f32>) {
        if state.phase() != Phase::Turn {
            likelihoods.extend(moves.iter().map(|_| 1.0));
            return;
        }
        let mut outlook = Outlook::new(state);
        likelihoods.extend(moves.iter().map(|&mv| outlook.likelihood(mv)));
    }

    fn quick_move(&self, state: &mut State, rng: &mut Rng) -> Option<SamuraiMove> {
        if state.phase() == Phase::Turn { Outlook::new(state).draw(rng) } else { None }
    }
}

/// Thousandths of a chance to win.
fn priority(outlook: &mut Outlook<'_>, mv: SamuraiMove) -> i32 {
    (outlook.value(mv) * 1000.0) as i32
}
