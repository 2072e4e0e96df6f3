//! The hints of a game with one defect.

use super::*;

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> MoveOrdering for Broken<G, FLAW> {
    fn priority(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let habit = if self.has(Defect::PriorityDependsOnHistory) { state.n_plies as i32 } else { 0 };
        let habit =
            if self.has(Defect::PriorityReadsHiddenCard) { i32::from(self.secret(state)) } else { habit };
        self.inner.priority(&state.inner, mv.inner) + habit
    }

    fn priorities(&self, state: &Self::State, moves: &[Self::Move], priorities: &mut Vec<i32>) {
        let more = i32::from(self.has(Defect::PrioritiesDiffer));
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv) + more));
    }

    fn is_noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        let habit = self.has(Defect::NoiseDependsOnHistory) && state.n_plies > 0;
        self.inner.is_noisy(&state.inner, mv.inner) || habit
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> MovePolicy for Broken<G, FLAW> {
    fn prior(&self, state: &Self::State, mv: Self::Move) -> f32 {
        match self.defect {
            Defect::LikelihoodIsZero => 0.0,
            Defect::LikelihoodDependsOnHistory => 1.0 + state.n_plies as f32,
            _ => self.inner.prior(&state.inner, mv.inner),
        }
    }

    fn priors(&self, state: &Self::State, moves: &[Self::Move], priors: &mut Vec<f32>) {
        let factor = if self.has(Defect::LikelihoodsDiffer) { 2.0 } else { 1.0 };
        priors.extend(moves.iter().map(|&mv| factor * self.prior(state, mv)));
    }

    fn rollout_move(&self, state: &mut Self::State, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        let mv = rng.choose(&moves).copied()?;
        match self.defect {
            Defect::QuickMoveIsIllegal => (0..=u32::from(u16::MAX))
                .filter_map(Self::Move::from_bits)
                .find(|&mv| !self.is_legal(state, mv)),
            Defect::QuickMoveChangesPosition => {
                self.play_unchecked(state, mv);
                Some(mv)
            }
            _ => Some(mv),
        }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Pruning for Broken<G, FLAW> {
    forward!(Pruning except distinct_moves null_move skip_turn);

    fn distinct_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        let first = moves.len();
        self.legal_moves(state, moves);
        let Some(&mv) = moves.get(first) else { return };
        let is_chance = self.turn(state) == Turn::Chance;
        match self.defect {
            Defect::DistinctMoveTwice => moves.push(mv),
            Defect::DistinctMoveIsIllegal if !is_chance => {
                let all = (0..=u32::from(u16::MAX)).filter_map(Self::Move::from_bits);
                moves.extend(all.into_iter().find(|&mv| !self.is_legal(state, mv)));
            }
            Defect::DistinctMovesAreNone if !is_chance => moves.truncate(first),
            Defect::DistinctMovesChange if self.has_at_times(Defect::DistinctMovesChange) => {
                moves[first..].reverse();
            }
            Defect::DistinctMovesReadHiddenCard if !is_chance && self.secret(state).is_multiple_of(2) => {
                moves[first..].reverse();
            }
            Defect::DistinctMovesLeaveOutChance if is_chance => moves.truncate(first + 1),
            Defect::DistinctMovesLoseTheBest if !is_chance => moves.truncate(first + 1),
            _ => {}
        }
    }

    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        if self.has(Defect::NullMoveKeepsTurn) { Some(state.clone()) } else { None }
    }

    fn skip_turn(&self, state: &Self::State) -> Option<Self::State> {
        match self.defect {
            Defect::SkippedSeatActs => Some(state.clone()),
            Defect::SkipLeavesNobody => {
                // Somebody plays on to the end; whoever it is, nobody acts then.
                let mut last = state.clone();
                loop {
                    let mut moves = Vec::new();
                    self.legal_moves(&last, &mut moves);
                    let Some(&mv) = moves.first() else { return Some(last) };
                    self.play_unchecked(&mut last, mv);
                }
            }
            _ => None,
        }
    }
}
