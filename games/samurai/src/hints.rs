//! What the rules and the outlook tell about plies before they are searched.

use ludwerk_core::{Game as _, History, MoveOrdering, MovePolicy, Outcome, Pruning, Rng, Seat};

use crate::distinct;
use crate::moves::{Action, SamuraiMove};
use crate::outlook::Outlook;
use crate::rules::Samurai;
use crate::state::{Phase, State};

impl MoveOrdering for Samurai {
    fn priority(&self, state: &State, mv: SamuraiMove) -> i32 {
        priority(&mut Outlook::new(state), mv)
    }

    fn priorities(&self, state: &State, moves: &[SamuraiMove], priorities: &mut Vec<i32>) {
        let mut outlook = Outlook::new(state);
        priorities.extend(moves.iter().map(|&mv| priority(&mut outlook, mv)));
    }

    /// A capture upsets the evaluation.
    fn is_noisy(&self, state: &State, mv: SamuraiMove) -> bool {
        match mv.action() {
            Action::Land(_, land) | Action::Shift(_, land) => state.closes(land),
            _ => false,
        }
    }
}

impl Pruning for Samurai {
    fn distinct_moves(&self, state: &State, moves: &mut Vec<SamuraiMove>) {
        if state.phase() == Phase::Turn {
            distinct::list(*self, state, moves);
        } else {
            self.legal_moves(state, moves);
        }
    }

    /// To be skipped is nearly always bad, but the rules have no such thing: whoever can play must.
    fn null_move(&self, _state: &State) -> Option<State> {
        None
    }

    fn skip_turn(&self, state: &State) -> Option<State> {
        (state.phase() == Phase::Turn && !state.has_played()).then(|| state.skipped()).flatten()
    }

    /// No position comes again: the piles run out.
    fn foreseen_outcome(&self, _state: &State, _trail: &History) -> Option<Outcome> {
        None
    }

    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &State, _seat: Seat) -> Option<u32> {
        None
    }
}

impl MovePolicy for Samurai {
    fn prior(&self, state: &State, mv: SamuraiMove) -> f32 {
        Outlook::new(state).prior(mv)
    }

    fn priors(&self, state: &State, moves: &[SamuraiMove], priors: &mut Vec<f32>) {
        if state.phase() != Phase::Turn {
            priors.extend(moves.iter().map(|_| 1.0));
            return;
        }
        let mut outlook = Outlook::new(state);
        priors.extend(moves.iter().map(|&mv| outlook.prior(mv)));
    }

    fn rollout_move(&self, state: &mut State, rng: &mut Rng) -> Option<SamuraiMove> {
        if state.phase() == Phase::Turn { Outlook::new(state).draw(rng) } else { None }
    }
}

/// Thousandths of a chance to win.
fn priority(outlook: &mut Outlook<'_>, mv: SamuraiMove) -> i32 {
    (outlook.value(mv) * 1000.0) as i32
}
