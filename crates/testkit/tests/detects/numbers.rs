//! The numbers of a game with one defect.

use std::ops::Range;

use ludwerk_core::{Indexed, Outlook, outlook_by_play};

use super::*;

impl<G: Capable, const FLAW: usize> Indexed for Broken<G, FLAW> {
    const HAS_PREDECESSORS: bool = G::HAS_PREDECESSORS;

    fn table_name(&self) -> Option<&'static str> {
        self.inner.table_name().or_else(|| self.has(Defect::NumbersForSecrets).then_some("secrets"))
    }

    fn n_indices(&self) -> u64 {
        if self.has(Defect::NoNumbers) { 0 } else { self.inner.n_indices() }
    }

    fn index(&self, state: &Self::State) -> Option<u64> {
        let number = self.inner.index(&state.inner);
        match self.defect {
            Defect::NumberMissing => None,
            Defect::NumberTooLarge => number.map(|number| number + self.n_indices()),
            Defect::NumberShared => self.inner.index(&self.inner_start()),
            _ => number,
        }
    }

    fn unindex(&self, number: u64) -> Option<Self::State> {
        let inner = match self.defect {
            Defect::NumberOfNothing => None,
            Defect::NumberOfAnother | Defect::NumberBeyondTheLast => Some(self.inner_start()),
            _ => self.inner.unindex(number),
        };
        let inside = number < self.n_indices();
        match inner {
            Some(inner) if inside || self.has(Defect::NumberBeyondTheLast) => {
                Some(Position { inner, n_plies: 0 })
            }
            None if inside && self.has(Defect::NumberOfAnEnd) => Some(self.some_end()),
            _ => None,
        }
    }

    fn outlook(&self, state: &Self::State) -> Outlook {
        match self.defect {
            Defect::OutlookWrong => Outlook::Open(99),
            // What is wrong with these is seen by playing, too.
            Defect::EnderLoses | Defect::TurnStays => outlook_by_play(self, state),
            _ => self.inner.outlook(&state.inner),
        }
    }

    fn scan(&self, numbers: Range<u64>, mut visit: impl FnMut(u64, Outlook, usize)) {
        for number in numbers {
            if let Some(state) = self.unindex(number) {
                let kind = self.kind(&state);
                let outlook = self.outlook(&state);
                visit(number, if self.has(Defect::SurveyWrong) { Outlook::Open(77) } else { outlook }, kind);
            }
        }
    }

    fn predecessors(&self, number: u64, mut visit: impl FnMut(u64)) {
        let mut n_left_out = usize::from(self.has(Defect::WayBackMissing));
        self.inner.predecessors(number, |before| {
            if n_left_out > 0 {
                n_left_out -= 1;
                return;
            }
            visit(before);
            if self.has(Defect::WayBackTwice) {
                visit(before);
            }
        });
    }

    fn n_kinds(&self) -> usize {
        if self.has(Defect::KindOfColour) { 2 } else { self.inner.n_kinds() }
    }

    fn kind(&self, state: &Self::State) -> usize {
        match (self.defect, self.turn(state)) {
            (Defect::KindTooLarge, _) => self.n_kinds(),
            (Defect::KindOfColour, Turn::Player(seat)) => seat.idx(),
            _ => self.inner.kind(&state.inner),
        }
    }
}

impl<G: Capable, const FLAW: usize> Broken<G, FLAW> {
    /// A position in which the game is over: the one after the first moves.
    fn some_end(&self) -> Position<G::State> {
        let mut state = Position { inner: self.inner_start(), n_plies: 0 };
        while let Some(&mv) = self.listed(&state).first() {
            self.play_unchecked(&mut state, mv);
        }
        state
    }
}
