//! A printed grid beside ours: how much of its pattern is chance, and how much of it comes out again.
//!
//! The questions, in order: whether the printed cells differ by more than their number of games lets equal cells
//! differ; how good the luckiest of equal cells would look; whether the pattern is that of our cells, which are played
//! far more often; and what the cell that was chosen is worth when it is played again.

use ludwerk_arena::stats::spread::{
    Estimate, Rank, Spread, chance_of_correlation, correlation, equal_shares, luckiest, mean, normal, rank,
};
use ludwerk_core::Rng;
use ludwerk_report::words::{grouped, percent};
use serde::Serialize;

use super::cell::{CellScore, estimates};
use super::noise::{Luckiest, Neighbours, Noise, with_sign};
use super::words::{points, probability};

/// How many grids are simulated.
const ROUNDS: usize = 2000;

/// A correlation below this could hardly be seen.
const FAINT: f64 = 0.2;

/// A grid as it was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The share of every cell, row by row, where there is one.
    pub shares: Vec<Option<f64>>,
    /// How many rows, and how many columns.
    pub shape: [usize; 2],
    /// How many games a cell had.
    pub n_games: usize,
    /// The cell that was chosen.
    pub chosen: usize,
}

/// A printed grid beside ours. Scores are shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What chance does to the printed grid.
    pub printed: Noise,
    /// Equal cells of so many games would differ as the printed ones do.
    pub games_that_differ_as_much: f64,
    /// A grid of equal cells with as many games, drawn by chance.
    pub simulated: Vec<f64>,
    /// What chance does to ours.
    pub ours: Noise,
    /// How far two runs of our grid, with as many games as printed, would correlate.
    pub repeated: f64,
    /// How far the printed grid and ours have the same pattern.
    pub pattern: Pattern,
    /// The printed choice.
    pub chosen: Chosen,
}

/// How far two grids have the same pattern.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pattern {
    /// The correlation of the printed cells with ours.
    pub correlation: f64,
    /// How often grids that have nothing to do with each other correlate as much.
    pub p: f64,
    /// What it would be if the printed grid were drawn from our scores.
    pub expected: f64,
    /// The 95% interval of that.
    pub expected_ci95: (f64, f64),
}

/// What became of the cell that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// Its place.
    pub cell: usize,
    /// Its printed share.
    pub printed: f64,
    /// Ours.
    pub ours: f64,
    /// The 95% interval of ours.
    pub ci95: (f64, f64),
    /// Its rank among ours, from 1.
    pub rank: usize,
    /// The ranks between which it is with 95%.
    pub rank_ci95: (usize, usize),
    /// Ours relative to the mean of our cells.
    pub above_mean: f64,
    /// What the best cell of a printed grid would show above the mean if it were drawn from our scores: the rule, and
    /// one grid of 20.
    pub best_above_mean: (f64, f64),
}

impl Printed {
    fn known(&self) -> Vec<(usize, f64)> {
        self.shares.iter().enumerate().filter_map(|(cell, share)| Some((cell, (*share)?))).collect()
    }

    /// Compares the grid with ours, cell by cell.
    pub fn compare(&self, cells: &[CellScore], seed: u64) -> Comparison {
        let known = self.known();
        let shares: Vec<_> = known.iter().map(|known| known.1).collect();
        let ours = estimates(cells);
        let mut rng = Rng::new(seed);
        let spread = Spread::of_shares(&shares, self.n_games);
        let our_spread = Spread::of_estimates(&ours);
        let true_variance = our_spread.beyond_chance().powi(2);
        let pairs: Vec<_> = known.iter().map(|&(cell, share)| (share, ours[cell].score)).collect();
        let simulated = equal_shares(spread.mean, self.shares.len(), self.n_games, &mut rng);
        let redrawn = Redrawn::new(&known, &ours, &our_spread, &spread, &mut rng);
        let alike = Neighbours::of(&self.shares, &self.shape);
        let chance = chance_of_correlation(&pairs, ROUNDS, &mut rng);
        let Rank { rank, ci95: rank_ci95 } = rank(&ours, self.chosen, &mut rng);
        Comparison {
            printed: Noise::from_spread(&spread, self.luckiest(&known, &spread, &mut rng), alike),
            games_that_differ_as_much: self.n_games as f64 / spread.per_degree(),
            simulated,
            ours: Noise::of(&ours, &self.shape),
            repeated: true_variance / (true_variance + spread.by_chance.powi(2)),
            pattern: Pattern {
                correlation: correlation(&pairs),
                p: chance,
                expected: mean(redrawn.correlations.iter().copied()),
                expected_ci95: middle(&redrawn.correlations),
            },
            chosen: Chosen {
                cell: self.chosen,
                printed: self.shares[self.chosen].unwrap_or(f64::NAN),
                ours: ours[self.chosen].score,
                ci95: cells[self.chosen].ci95(),
                rank,
                rank_ci95,
                above_mean: ours[self.chosen].score - our_spread.mean,
                best_above_mean: (redrawn.best[ROUNDS / 2], redrawn.best[ROUNDS * 19 / 20]),
            },
        }
    }

    fn luckiest(&self, known: &[(usize, f64)], spread: &Spread, rng: &mut Rng) -> Luckiest {
        let best = known.iter().copied().rev().max_by(|one, other| one.1.total_cmp(&other.1));
        let (cell, score) = best.unwrap_or((0, f64::NAN));
        let luck = luckiest(ROUNDS, || equal_shares(spread.mean, known.len(), self.n_games, rng));
        let n_below = luck.partition_point(|&best| best < score - 1e-9);
        Luckiest {
            cell,
            score,
            usual: luck[ROUNDS / 2],
            most: luck[ROUNDS * 19 / 20],
            // The printed grid is one of those that are possible.
            p: (ROUNDS - n_below + 1) as f64 / (ROUNDS + 1) as f64,
        }
    }
}

/// Grids with the printed number of games, drawn from our scores as far as those are to be trusted.
struct Redrawn {
    /// With ours, ascending.
    correlations: Vec<f64>,
    /// The best cell above the mean of the grid, ascending.
    best: Vec<f64>,
}

impl Redrawn {
    fn new(
        known: &[(usize, f64)],
        ours: &[Estimate],
        our_spread: &Spread,
        spread: &Spread,
        rng: &mut Rng,
    ) -> Self {
        let trust = our_spread.reliability();
        let truth: Vec<_> =
            known.iter().map(|&(cell, _)| trust * (ours[cell].score - our_spread.mean)).collect();
        let mut redrawn = Self { correlations: Vec::new(), best: Vec::new() };
        for _ in 0..ROUNDS {
            let drawn: Vec<_> = truth.iter().map(|truth| truth + spread.by_chance * normal(rng)).collect();
            let pairs: Vec<_> =
                drawn.iter().zip(known).map(|(&drawn, &(cell, _))| (drawn, ours[cell].score)).collect();
            redrawn.correlations.push(correlation(&pairs));
            let best = drawn.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            redrawn.best.push(best - mean(drawn.iter().copied()));
        }
        redrawn.correlations.sort_unstable_by(f64::total_cmp);
        redrawn.best.sort_unstable_by(f64::total_cmp);
        redrawn
    }
}

/// Where the middle 95% lie.
fn middle(sorted: &[f64]) -> (f64, f64) {
    (sorted[sorted.len() / 40], sorted[sorted.len() - 1 - sorted.len() / 40])
}

impl Comparison {
    /// What was found, in sentences; `name` tells a cell.
    pub fn findings(&self, n_printed: usize, n_ours: usize, name: impl Fn(usize) -> String) -> Vec<String> {
        let Pattern { correlation, p, expected, expected_ci95: (lo, hi) } = self.pattern;
        let chosen = &self.chosen;
        let mut findings = vec![self.printed.spread_text("The printed cells differ by")];
        if self.printed.has_signal() {
            findings.push(format!(
                "They differ as equal cells of {:.0} games would, not of {}.",
                self.games_that_differ_as_much,
                grouped(n_printed)
            ));
        }
        findings.push(self.printed.neighbours.text("Neighbouring printed cells are"));
        let best = name(self.printed.luckiest.cell);
        findings.push(self.printed.luck_text(&format!("The best printed cell, {best}, has")));
        findings.push(self.ours.spread_text(&format!("Ours, of {} games each, differ by", grouped(n_ours))));
        findings.push(self.ours.neighbours.text("Our neighbouring cells are"));
        findings.push(format!(
            "Two runs of our grid with {} games a cell would correlate by {:.2}: that much of such a pattern comes out \
             again.",
            grouped(n_printed),
            self.repeated
        ));
        let verdict = match (p < super::noise::DOUBT, correlation >= lo) {
            _ if !self.ours.has_signal() && !self.ours.neighbours.are_alike() => {
                "ours shows no pattern that it could have"
            }
            (true, true) => "part of the pattern comes out again",
            (true, false) => "part of the pattern comes out again, but less than if it were ours",
            (false, true) if expected < FAINT => "our pattern is too faint to show in so few games",
            (false, true) => "too few games to tell whether the pattern is ours",
            (false, false) => "the printed pattern is not ours",
        };
        findings.push(format!(
            "The printed cells correlate with ours by {correlation:.2} (unrelated grids do as much with probability \
             {}); if the printed games had been drawn from our scores, it would be {expected:.2} ({lo:.2} to {hi:.2}): \
             {verdict}.",
            probability(p)
        ));
        findings.push(format!(
            "The chosen cell, {}, printed {}, has {} here ({} to {}), {} points above our mean; its rank is {} of {}, \
             with 95% between {} and {}.",
            name(chosen.cell),
            percent(chosen.printed),
            percent(chosen.ours),
            percent(chosen.ci95.0),
            percent(chosen.ci95.1),
            points(chosen.above_mean),
            chosen.rank,
            self.ours.cells,
            chosen.rank_ci95.0,
            chosen.rank_ci95.1
        ));
        findings.push(format!(
            "Printed, it was {} points above its mean; the best of a grid with {} games a cell drawn from our scores \
             is {} above as a rule and {} in one grid of 20: to take the best cell at face value is that much \
             too optimistic.",
            points(chosen.printed - self.printed.mean),
            grouped(n_printed),
            points(chosen.best_above_mean.0),
            points(chosen.best_above_mean.1)
        ));
        findings
    }

    /// In a line: what to make of the printed grid.
    pub fn verdict(&self) -> String {
        let differs = if self.printed.has_signal() { "more than chance" } else { "no more than chance" };
        format!(
            "the printed cells differ by {differs} (p {}), correlate with ours by {:.2}, and the chosen one ranks {} of {}",
            with_sign(self.printed.p),
            self.pattern.correlation,
            self.chosen.rank,
            self.ours.cells
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A truth with hills, a printed grid of it with few games, and ours with many.
    fn grids(signal: f64, relation: f64, seed: u64) -> (Printed, Vec<CellScore>) {
        let mut rng = Rng::new(seed);
        let wave = |n: usize, phase: f64| (n as f64 * 1.7 + phase).sin();
        let n_games = 300;
        let shares: Vec<_> = (0..36)
            .map(|n| {
                let share = 0.75 + signal * wave(n, relation);
                Some((0..n_games).filter(|_| rng.unit() < share).count() as f64 / n_games as f64)
            })
            .collect();
        let ours = |n: usize| {
            let wins = (4000.0 * (0.7 + signal * wave(n, 0.0))).round() as usize;
            CellScore::of_games([wins, 0, 4000 - wins])
        };
        let chosen = (0..36).max_by(|&a, &b| shares[a].partial_cmp(&shares[b]).unwrap()).unwrap();
        (Printed { shares, shape: [6, 6], n_games, chosen }, (0..36).map(ours).collect())
    }

    #[test]
    fn a_real_pattern_is_recognised() {
        let (printed, ours) = grids(0.07, 0.0, 1);
        let found = printed.compare(&ours, 0);
        assert!(found.printed.has_signal() && found.ours.has_signal());
        assert!(found.pattern.correlation > 0.7 && found.pattern.p < 0.01, "{:?}", found.pattern);
        let (lo, hi) = found.pattern.expected_ci95;
        assert!((lo..=hi).contains(&found.pattern.correlation));
        assert!(found.repeated > 0.7);
        assert!(found.chosen.rank < 12);
        assert_eq!(found, printed.compare(&ours, 0));
    }

    #[test]
    fn a_pattern_of_chance_is_found_out() {
        let (printed, ours) = grids(0.0, 0.0, 2);
        let found = printed.compare(&ours, 0);
        assert!(!found.printed.has_signal() && !found.ours.has_signal());
        assert!(found.pattern.p > 0.05 && found.repeated == 0.0);
        assert!(found.chosen.rank_ci95.1 - found.chosen.rank_ci95.0 > 25);
        // The luckiest of 36 equal cells of 300 games is about 5 points above, printed and simulated.
        assert!((found.printed.luckiest.usual - 0.80).abs() < 0.02);
        assert!(found.printed.luckiest.p > 0.05);
    }

    #[test]
    fn another_pattern_is_not_taken_for_ours() {
        // A quarter of a wave apart, the two have nothing in common.
        let (printed, ours) = grids(0.07, 1.57, 3);
        let found = printed.compare(&ours, 0);
        assert!(found.printed.has_signal());
        assert!(found.pattern.correlation < found.pattern.expected_ci95.0, "{:?}", found.pattern);
        let findings = found.findings(300, 4000, |cell| format!("cell {cell}"));
        assert!(findings.iter().any(|text| text.contains("not ours")), "{findings:?}");
    }

    #[test]
    fn cells_without_a_figure_are_left_out() {
        let (mut printed, ours) = grids(0.07, 0.0, 1);
        let hole = (printed.chosen + 1) % 36;
        printed.shares[hole] = None;
        let found = printed.compare(&ours, 0);
        assert_eq!((found.printed.cells, found.ours.cells), (35, 36));
        assert_eq!(found.simulated.len(), 36);
    }
}
