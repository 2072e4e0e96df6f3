//! The sequential test of a tournament: bouts are looked at in their order, whatever the order in which they end.
//!
//! So the test stops at the same bout on any number of threads, and after any interruption.

use std::collections::BTreeMap;

use super::store::GameRow;
use crate::stats::sprt::{ScoreCounts, Sprt, Verdict, expected_share};

/// A test in progress.
#[derive(Clone, Debug)]
pub(super) struct Sequential {
    sprt: Sprt,
    /// The games of one bout.
    n_seatings: usize,
    /// The bout that is due, and what is known of later ones: for each, the first agent's shares and seats.
    due: usize,
    waiting: BTreeMap<usize, Vec<Taken>>,
    counts: ScoreCounts,
    /// How many seats the first agent had, and the others, in each game of a bout.
    seats: Vec<(usize, usize)>,
    llr: f64,
    decided: Option<(usize, Verdict)>,
}

/// What the first agent took of one game, with so many of its seats.
#[derive(Clone, Copy, Debug)]
struct Taken {
    idx: usize,
    part: f64,
    n_own: usize,
    n_others: usize,
}

impl Sequential {
    pub fn new(sprt: Sprt, n_seatings: usize, n_seats: usize) -> Self {
        let counts = if n_seats == 2 { ScoreCounts::pairs() } else { ScoreCounts::default() };
        Self {
            sprt,
            n_seatings,
            due: 0,
            waiting: BTreeMap::new(),
            counts,
            seats: Vec::new(),
            llr: 0.0,
            decided: None,
        }
    }

    /// Counts a game. After the test has been decided no more bouts count.
    pub fn add(&mut self, row: &GameRow) {
        if self.decided.is_some() || row.fixture.bout < self.due {
            return;
        }
        let is_own = |seat: &usize| row.fixture.seating[*seat] == 0;
        let n_seats = row.returns.len();
        let own = (0..n_seats).filter(is_own);
        let n_own = own.clone().count();
        let part = own.map(|seat| row.returns[seat]).sum();
        let taken = Taken { idx: row.fixture.idx, part, n_own, n_others: n_seats - n_own };
        self.waiting.entry(row.fixture.bout).or_default().push(taken);
        while self.decided.is_none()
            && let Some(bout) = self.waiting.get(&self.due).filter(|bout| bout.len() == self.n_seatings)
        {
            let mut bout = bout.clone();
            // Sums do not depend on the order in which games end.
            bout.sort_by_key(|taken| taken.idx);
            self.waiting.remove(&self.due);
            self.count(&bout);
        }
    }

    fn count(&mut self, bout: &[Taken]) {
        self.counts.add(bout.iter().map(|taken| taken.part).sum::<f64>() / bout.len() as f64);
        self.seats = bout.iter().map(|taken| (taken.n_own, taken.n_others)).collect();
        self.llr = self.sprt.llr_with(&self.counts, |elo| expected_share(&self.seats, elo));
        let verdict = self.sprt.verdict(self.llr);
        if verdict != Verdict::GoOn {
            self.decided = Some((self.due, verdict));
        }
        self.due += 1;
    }

    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// The log-likelihood ratio after the bouts that count.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// How often each score of a bout came.
    pub fn counts(&self) -> &ScoreCounts {
        &self.counts
    }

    /// The last bout that counts, and what the test says, once it has been decided.
    pub fn decided(&self) -> Option<(usize, Verdict)> {
        self.decided
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Fixture;

    fn row(idx: usize, first_wins: bool) -> GameRow {
        let seating = if idx.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] };
        let returns = seating.iter().map(|&agent| f64::from(u8::from((agent == 0) == first_wins))).collect();
        GameRow {
            fixture: Fixture { idx, round: 0, bout: idx / 2, opening: idx / 2, seating },
            returns,
            ..GameRow::default()
        }
    }

    #[test]
    fn the_decision_does_not_depend_on_the_order_in_which_games_end() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        // Three of four games are won.
        let rows: Vec<_> = (0..400).map(|idx| row(idx, idx % 4 != 3)).collect();
        let decide = |rows: &mut dyn Iterator<Item = &GameRow>| {
            let mut test = Sequential::new(sprt, 2, 2);
            rows.for_each(|row| test.add(row));
            (test.decided(), test.llr())
        };
        let in_order = decide(&mut rows.iter());
        assert!(matches!(in_order, (Some((5..150, Verdict::Accept)), _)), "{in_order:?}");
        assert_eq!(decide(&mut rows.iter().rev()), in_order);
        assert_eq!(decide(&mut rows.iter().skip(200).chain(&rows[..200])), in_order);
    }

    #[test]
    fn a_bout_that_is_missing_holds_up_the_test() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        let mut test = Sequential::new(sprt, 2, 2);
        (1..400).for_each(|idx| test.add(&row(idx, true)));
        assert_eq!((test.decided(), test.llr()), (None, 0.0));
        test.add(&row(0, true));
        assert!(test.decided().is_some());
    }
}
