//! The score of a cell, counted so that it takes no more room for more games.

use std::collections::BTreeMap;

use ludwerk_arena::stats::interval;
use ludwerk_arena::stats::pairs::ScoreCounts;
use ludwerk_arena::stats::spread::Estimate;
use serde::{Deserialize, Serialize};

use crate::trial::Bout;

/// What was scored in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellScore {
    /// How many games.
    pub games: usize,
    /// How often each mean score of a bout came. The games of a bout share their luck, bouts do not.
    counts: ScoreCounts,
    /// What did not go as it was meant, and how often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub troubles: BTreeMap<String, usize>,
}

impl CellScore {
    /// Single games: wins, draws and losses.
    pub fn of_games([wins, draws, losses]: [usize; 3]) -> Self {
        let mut counts = ScoreCounts::default();
        for (share, times) in [(1.0, wins), (0.5, draws), (0.0, losses)] {
            if times > 0 {
                counts.add_times(share, times as u64);
            }
        }
        Self { games: wins + draws + losses, counts, troubles: BTreeMap::new() }
    }

    /// One bout.
    pub fn of_bout(bout: &Bout) -> Self {
        let n_games = bout.shares.len();
        let mut score = Self { games: n_games, ..Self::default() };
        if n_games > 0 {
            score.counts.add(bout.shares.iter().sum::<f64>() / n_games as f64);
        }
        for trouble in &bout.troubles {
            *score.troubles.entry(trouble.clone()).or_default() += 1;
        }
        score
    }

    /// Adds what was scored in more games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.counts.merge(&other.counts);
        for (trouble, &times) in &other.troubles {
            *self.troubles.entry(trouble.clone()).or_default() += times;
        }
    }

    /// How many bouts, or single games, that do not depend on each other.
    pub fn n_bouts(&self) -> usize {
        self.counts.n() as usize
    }

    fn shares(&self) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.counts.iter().map(|(score, times)| (score, times as usize))
    }

    /// The mean of a game; NaN without games.
    pub fn mean(&self) -> f64 {
        self.shares().map(|(share, times)| share * times as f64).sum::<f64>() / self.n_bouts() as f64
    }

    /// The 95% interval of the mean.
    pub fn ci95(&self) -> (f64, f64) {
        interval(self.shares())
    }

    /// The sum of squared differences of the bouts from their mean.
    fn squares(&self) -> f64 {
        let mean = self.mean();
        self.shares().map(|(share, times)| (share - mean).powi(2) * times as f64).sum()
    }
}

/// The means of cells with their standard errors. Bouts are taken to vary as much in one cell as in another, so that
/// cells of few bouts that went the same way by chance do not look sure.
pub fn estimates(cells: &[CellScore]) -> Vec<Estimate> {
    let played = || cells.iter().filter(|cell| cell.games > 0);
    let (n_games, n_bouts) =
        played().fold((0, 0), |(games, bouts), cell| (games + cell.games, bouts + cell.n_bouts()));
    // One more bout, of games that are won as often as lost, so that there is always something to go by.
    let even = 0.25 * n_bouts as f64 / (n_games as f64).max(1.0);
    let squares: f64 = played().map(CellScore::squares).sum();
    let variance = (squares + even) / (n_bouts - played().count() + 1) as f64;
    let estimate =
        |cell: &CellScore| Estimate { score: cell.mean(), error: (variance / cell.n_bouts() as f64).sqrt() };
    cells.iter().map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_bouts_add_up_in_any_order() {
        let bout = |shares: &[f64]| {
            CellScore::of_bout(&Bout { shares: shares.to_vec(), troubles: vec!["a fault".to_owned()] })
        };
        let bouts = [bout(&[1.0, 0.5]), bout(&[0.0, 1.0]), bout(&[0.5, 1.0])];
        let sum = |order: [usize; 3]| {
            let mut score = CellScore::default();
            for n in order {
                score.add(&bouts[n]);
            }
            score
        };
        assert_eq!(sum([0, 1, 2]), sum([2, 1, 0]));
        let score = sum([0, 1, 2]);
        assert_eq!((score.games, score.n_bouts(), score.troubles["a fault"]), (6, 3, 3));
        assert!((score.mean() - 4.0 / 6.0).abs() < 1e-9);
        let text = serde_json::to_string(&score).unwrap();
        assert_eq!(serde_json::from_str::<CellScore>(&text).unwrap(), score);
    }

    #[test]
    fn errors_are_those_of_shares() {
        let cells = [CellScore::of_games([240, 0, 60]), CellScore::of_games([60, 0, 240])];
        assert!((cells[0].mean() - 0.8).abs() < 1e-9);
        for estimate in estimates(&cells) {
            assert!((estimate.error - (0.8 * 0.2 / 300.0_f64).sqrt()).abs() < 1e-4);
        }
        let (lo, hi) = cells[0].ci95();
        assert!(lo > 0.74 && hi < 0.85);
    }

    #[test]
    fn few_bouts_are_not_sure_and_not_absurd() {
        let one = |share: f64| CellScore::of_bout(&Bout { shares: vec![share; 6], troubles: Vec::new() });
        for cells in [vec![one(1.0)], vec![one(1.0), one(1.0)], vec![one(0.0), one(1.0)]] {
            for estimate in estimates(&cells) {
                assert!((0.1..0.5).contains(&estimate.error), "{estimate:?}");
            }
        }
    }
}
