//! Figures 5.1 to 5.4: the numbers of A2 and A3, tuned by playing every combination of two of them.
//!
//! Each cell of a printed grid is the share of 100 or 300 games, and the best cell gave the constants. So the questions
//! are how far its cells differ by more than chance, and where the chosen cell ranks when all are played often.

use ludwerk_arena::stats::normal_cdf;
use ludwerk_core::Rng;

use crate::samurai::{
    IN_TWO_READINGS, Match, NEAREST, Reading, Result, SOURCE, STRONGEST, Seating, compared,
};
use crate::{Experiment, Figure, Plan, Row, Verdict};

/// A printed grid.
struct Grid {
    /// The tested strategy, and its opponent.
    players: [&'static str; 2],
    /// What holds in all cells.
    fixed: &'static [(&'static str, &'static str)],
    /// What changes from row to row, and from column to column.
    options: [&'static str; 2],
    rows: &'static [f64],
    columns: &'static [f64],
    /// The printed percentages, row by row; 0 where none can be read.
    cells: &'static [f64],
    n_games: usize,
    /// The cell that was chosen.
    chosen: [f64; 2],
}

static GRIDS: [Grid; 4] = [
    Grid {
        players: ["samurai-a2", "samurai-b2"],
        fixed: &[("w2", "1")],
        options: ["k3", "k4"],
        rows: &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        columns: &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        #[rustfmt::skip]
        cells: &[
            79., 85., 75., 85., 80., 84., 78., 73., 79., 76., 72.,
            80., 81., 72., 82., 77., 77., 76., 79., 89., 74., 77.,
            78., 82., 78., 83., 78., 82.,  0., 86., 74., 83., 83.,
            79., 85., 75., 78., 86., 81., 80., 80., 74., 83., 86.,
            84., 82., 81., 80., 74., 82., 82., 83., 69., 87., 83.,
            81., 77., 78., 83., 81., 82., 79., 79., 82., 86., 85.,
            83., 83., 84., 84., 82., 83., 81., 78., 83., 78., 80.,
            80., 79., 87., 81., 82., 83., 80., 84., 84., 79., 77.,
            79., 79., 85., 81., 79., 85., 78., 83., 82., 81., 88.,
            78., 79., 82., 79., 77., 80., 83., 83., 83., 83., 79.,
            78., 79., 76., 78., 85., 81., 81., 74., 77., 79., 80.,
        ],
        n_games: 100,
        // The best that can be read: the middle of the area that was looked at next, k3=1 and k4=3, has no figure.
        chosen: [0.5, 4.0],
    },
    Grid {
        players: ["samurai-a2", "samurai-b2"],
        fixed: &[("w2", "1")],
        options: ["k3", "k4"],
        rows: &[0.7, 0.9, 1.1, 1.3, 1.5],
        columns: &[2.5, 2.7, 2.9, 3.1, 3.3, 3.5],
        #[rustfmt::skip]
        cells: &[
            81.33, 86.67, 77.00, 73.33, 75.67, 79.00,
            75.33, 77.00, 79.33, 82.00, 80.00, 81.33,
            79.00, 80.00, 83.00, 89.00, 76.33, 76.33,
            81.00, 78.67, 80.00, 84.00, 80.33, 79.33,
            78.67, 82.00, 85.00, 78.66, 75.66, 78.66,
        ],
        n_games: 300,
        chosen: [1.1, 3.1],
    },
    Grid {
        players: ["samurai-a3", "samurai-a1"],
        fixed: &[],
        options: ["w2", "w3"],
        rows: &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
        columns: &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
        #[rustfmt::skip]
        cells: &[
            63.67, 65.33, 70.00, 78.00, 71.33, 67.67,
            73.33, 71.33, 82.00, 76.33, 81.33, 72.67,
            76.00, 86.00, 76.33, 72.67, 69.67, 69.33,
            63.00, 82.00, 71.00, 76.67, 73.33, 66.00,
            77.00, 82.33, 82.00, 72.33, 73.00, 64.00,
            75.33, 77.67, 75.00, 70.00, 76.33, 66.00,
        ],
        n_games: 300,
        chosen: [0.4, 0.2],
    },
    Grid {
        players: ["samurai-a3", "samurai-a1"],
        fixed: &[],
        options: ["w2", "w3"],
        rows: &[0.30, 0.34, 0.38, 0.42, 0.46, 0.50],
        columns: &[0.10, 0.14, 0.18, 0.22, 0.26, 0.30],
        #[rustfmt::skip]
        cells: &[
            79., 73., 76., 81., 85., 70.,
            73., 78., 73., 76., 78., 73.,
            82., 74., 85., 87., 75., 69.,
            68., 76., 74., 79., 73., 78.,
            78., 82., 78., 75., 75., 78.,
            85., 81., 82., 80., 81., 76.,
        ],
        n_games: 300,
        chosen: [0.38, 0.22],
    },
];

const fn experiment(
    id: &'static str,
    published: &'static str,
    rows: fn(&mut Plan<'_>) -> Vec<Row>,
) -> Experiment {
    Experiment { id, source: SOURCE, published, measures: IN_TWO_READINGS, tolerance: GRID_TOLERANCE, rows }
}

const GRID_TOLERANCE: &str = "a printed share is confirmed if chance explains the difference from ours at 95%, given the \
     games on both sides, refuted otherwise, and open while we have played fewer games; that cells differ is open as \
     long as chance explains it in one grid of 20; that a cell is best is refuted if another of ours is better at 95%, \
     all others taken into account";

pub const EXPERIMENTS: [Experiment; 4] = [
    experiment("samurai-5.1", "Figure 5.1: A2 against B2, 121 pairs of k3 and k4, 100 games each", |plan| {
        grid(&GRIDS[0], plan)
    }),
    experiment("samurai-5.2", "Figure 5.2: A2 against B2, 30 pairs of k3 and k4, 300 games each", |plan| {
        grid(&GRIDS[1], plan)
    }),
    experiment("samurai-5.3", "Figure 5.3: A3 against A1, 36 pairs of w2 and w3, 300 games each", |plan| {
        grid(&GRIDS[2], plan)
    }),
    experiment("samurai-5.4", "Figure 5.4: A3 against A1, 36 pairs of w2 and w3, 300 games each", |plan| {
        grid(&GRIDS[3], plan)
    }),
];

/// Games for each cell, and in a quick run.
const GAMES: [usize; 2] = [4000, 100];

/// Of so many games with the tested side first, one more is played with seats rotated, for the mean of all cells.
const ROTATED_EVERY: usize = 4;

/// About what a game takes, in seconds.
const SECONDS: f64 = 3.5e-5;

fn grid(grid: &Grid, plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = printed_rows(grid);
    for reading in [&NEAREST, &STRONGEST] {
        rows.extend(measured_rows(grid, reading, plan));
    }
    rows
}

impl Grid {
    /// The cells that can be read: their place and share.
    fn printed(&self) -> impl Iterator<Item = (usize, f64)> {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, percent)| **percent > 0.0)
            .map(|(n, percent)| (n, percent / 100.0))
    }

    fn mean(&self) -> f64 {
        mean(self.printed().map(|(_, share)| share))
    }

    fn chosen(&self) -> usize {
        let place = |values: &[f64], value: f64| values.iter().position(|&other| other == value).unwrap_or(0);
        place(self.rows, self.chosen[0]) * self.columns.len() + place(self.columns, self.chosen[1])
    }

    /// Whether the first cell leaves A1 against itself.
    fn has_mirror(&self) -> bool {
        self.options[0] == "w2" && self.rows[0] == 0.0 && self.columns[0] == 0.0
    }

    fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.columns.len(), cell % self.columns.len());
        format!("{}={}, {}={}", self.options[0], self.rows[row], self.options[1], self.columns[column])
    }

    fn play(&self, cell: usize, reading: &Reading, seating: Seating, plan: &mut Plan<'_>) -> Result {
        let (row, column) = (cell / self.columns.len(), cell % self.columns.len());
        let [tested, other] = self.players;
        let fixed =
            self.fixed.iter().fold(reading.spec(tested), |spec, &(name, value)| spec.with(name, value));
        let tested = fixed
            .with(self.options[0], self.rows[row].to_string())
            .with(self.options[1], self.columns[column].to_string());
        let all = GAMES[usize::from(plan.quick())];
        let n_games = if seating == Seating::Rotated { all.div_ceil(ROTATED_EVERY) } else { all };
        let seed = Rng::derive(plan.stream(51), cell as u64);
        let players = [tested, reading.spec(other)];
        let what = format!("{}: {}, {}", reading.name, self.name(cell), seating.name());
        Match { players, layout: reading.layout, seating, n_games, seed }.play(plan, &what, SECONDS, all)
    }
}

/// What the printed cells tell by themselves.
fn printed_rows(grid: &Grid) -> Vec<Row> {
    let shares: Vec<_> = grid.printed().map(|(_, share)| share).collect();
    let spread = chi_square_per_degree(&shares, grid.n_games);
    let limit = chance_limit(shares.len() - 1);
    let best = shares.iter().copied().fold(0.0, f64::max);
    let lucky = best_by_luck(grid.mean(), shares.len(), grid.n_games);
    let more = |is_more: bool| Verdict::of_claim(is_more.then_some(true));
    let note = |is_more: bool| if is_more { "more than chance alone" } else { "chance alone explains it" };
    vec![
        Row::measured(
            "the printed cells differ: their chi-square per degree of freedom; ours: the most that chance makes in 19 \
             of 20 grids of equal cells",
            Figure::Number(spread),
            Figure::Number(limit),
            more(spread > limit),
        )
        .noting(note(spread > limit)),
        Row::measured(
            "the best printed cell stands out, in percent; ours: the most that the luckiest of equal cells gets in 19 \
             of 20 grids",
            Figure::Number(100.0 * best),
            Figure::Number(100.0 * lucky),
            more(best > lucky),
        )
        .noting(note(best > lucky)),
    ]
}

fn measured_rows(grid: &Grid, reading: &Reading, plan: &mut Plan<'_>) -> Vec<Row> {
    let n_cells = grid.cells.len();
    let mut results = Vec::new();
    let mut sums = [Result::default(); 2];
    for cell in 0..n_cells {
        let [first, rotated] = Seating::BOTH.map(|seating| grid.play(cell, reading, seating, plan));
        sums[0].add(&first);
        sums[1].add(&rotated);
        results.push(first);
    }
    let named = |what: &str| format!("{}: {what}", reading.name);
    let mut rows = Vec::new();
    let n_printed = grid.printed().count() * grid.n_games;
    for (seating, sum) in Seating::BOTH.into_iter().zip(&sums) {
        rows.push(compared(
            named(&format!("mean of all cells, {}", seating.name())),
            grid.mean(),
            n_printed,
            sum,
        ));
    }
    let shares: Vec<_> = results.iter().map(Result::score).collect();
    let n_games = results[0].games();
    let chosen = grid.chosen();
    rows.push(rank_row(
        named(&format!("rank of {} among our {n_cells}", grid.name(chosen))),
        chosen,
        &results,
    ));
    let best = (0..n_cells).max_by(|&one, &other| shares[one].total_cmp(&shares[other])).unwrap_or(chosen);
    rows.push(Row::new(named(&format!("our best cell, {}", grid.name(best))), results[best].share()));
    rows.push(Row::new(
        named("spread of our cells beyond chance, standard deviation in points of percent"),
        Figure::Number(100.0 * spread_beyond_chance(&shares, n_games)),
    ));
    let pairs: Vec<_> = grid.printed().map(|(cell, share)| (share, shares[cell])).collect();
    rows.push(Row::new(
        named("correlation of the printed cells and ours"),
        Figure::Number(correlation(&pairs)),
    ));
    for (cell, printed) in grid.printed() {
        let remark = match cell {
            cell if cell == chosen => ", the best printed cell",
            0 if grid.has_mirror() => ", A1 against itself",
            // Every cell once; the other readings have the same pattern of agreement.
            _ if reading.name == NEAREST.name => "",
            _ => continue,
        };
        let what = named(&format!("{}{remark}, tested side first", grid.name(cell)));
        rows.push(compared(what, printed, grid.n_games, &results[cell]));
    }
    rows
}

/// Whether the printed best cell is ours, too: not if another one is better, however many there are to choose from.
fn rank_row(what: String, chosen: usize, results: &[Result]) -> Row {
    let score = results[chosen].score();
    let rank = 1 + results.iter().filter(|result| result.score() > score).count();
    let variance = |result: &Result| result.score() * (1.0 - result.score()) / result.games() as f64;
    let limit = normal_quantile(1.0 - 0.05 / results.len() as f64);
    let is_better = |other: &Result| {
        other.score() - score > limit * (variance(other) + variance(&results[chosen])).sqrt()
    };
    let holds = if rank == 1 { Some(true) } else { results.iter().any(is_better).then_some(false) };
    let row = Row::measured(what, Figure::Count(1), Figure::Count(rank as u64), Verdict::of_claim(holds));
    if holds.is_none() { row.noting("none is shown to be better") } else { row }
}

/// The point below which a normal variable stays with this probability.
fn normal_quantile(probability: f64) -> f64 {
    let (mut lo, mut hi) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = f64::midpoint(lo, hi);
        if normal_cdf(middle) < probability { lo = middle } else { hi = middle }
    }
    lo
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
    sum / n
}

/// How much shares of `n_games` games each differ, where 1 is what chance makes of equal ones.
fn chi_square_per_degree(shares: &[f64], n_games: usize) -> f64 {
    let mean = mean(shares.iter().copied());
    let variance = mean * (1.0 - mean) / n_games as f64;
    shares.iter().map(|share| (share - mean).powi(2) / variance).sum::<f64>() / (shares.len() - 1) as f64
}

/// The 95% point of chi-square per degree of freedom (Wilson and Hilferty).
fn chance_limit(n_degrees: usize) -> f64 {
    let part = 2.0 / (9.0 * n_degrees as f64);
    (1.0 - part + 1.645 * part.sqrt()).powi(3)
}

/// The standard deviation of the true shares, as far as it shows.
fn spread_beyond_chance(shares: &[f64], n_games: usize) -> f64 {
    let mean = mean(shares.iter().copied());
    let variance = mean * (1.0 - mean) / n_games as f64;
    ((chi_square_per_degree(shares, n_games) - 1.0) * variance).max(0.0).sqrt()
}

/// What the best of so many equal cells exceeds in one grid of 20.
fn best_by_luck(share: f64, n_cells: usize, n_games: usize) -> f64 {
    const ROUNDS: usize = 200;
    let mut rng = Rng::new(1);
    let wins = |rng: &mut Rng| (0..n_games).filter(|_| rng.unit() < share).count();
    let mut best: Vec<_> =
        (0..ROUNDS).map(|_| (0..n_cells).map(|_| wins(&mut rng)).max().unwrap_or(0)).collect();
    best.sort_unstable();
    best[ROUNDS * 19 / 20] as f64 / n_games as f64
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0)), mean(pairs.iter().map(|pair| pair.1)));
    let sum = |of: fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum::<f64>();
    let norm = (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt();
    if norm > 0.0 { sum(|x, y| x * y) / norm } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::quick_rows;

    #[test]
    fn grids_are_complete_and_the_chosen_cell_is_their_best() {
        for grid in &GRIDS {
            assert_eq!(grid.cells.len(), grid.rows.len() * grid.columns.len());
            let best = grid.cells.iter().copied().fold(0.0, f64::max);
            assert_eq!(grid.cells[grid.chosen()], best);
        }
        assert_eq!(GRIDS[1].name(GRIDS[1].chosen()), "k3=1.1, k4=3.1");
    }

    #[test]
    fn statistics_are_those_of_the_books() {
        // 95% of chi-square with 10 degrees is 18.307, with 120 it is 146.57.
        assert!((chance_limit(10) - 1.8307).abs() < 0.005);
        assert!((chance_limit(120) - 146.57 / 120.0).abs() < 0.001);
        // Two cells of 100 games, 40 and 60: each is (0.1)^2 / 0.0025 = 4 away.
        assert!((chi_square_per_degree(&[0.4, 0.6], 100) - 8.0).abs() < 1e-9);
        assert_eq!(spread_beyond_chance(&[0.5, 0.5], 100), 0.0);
        assert!((correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) - 1.0).abs() < 1e-9);
        let lucky = best_by_luck(0.5, 30, 100);
        assert!((0.62..0.68).contains(&lucky), "{lucky}");
        for (probability, quantile) in [(0.975, 1.960), (0.95, 1.645), (0.999, 3.090)] {
            assert!((normal_quantile(probability) - quantile).abs() < 0.001);
        }
    }

    #[test]
    fn the_best_cell_is_refuted_by_a_clearly_better_one() {
        let cells = |wins: [usize; 3]| {
            wins.map(|wins| Result { wins, losses: 1000 - wins, ..Result::default() }).to_vec()
        };
        let verdict = |wins: [usize; 3]| rank_row(String::new(), 0, &cells(wins)).verdict;
        assert_eq!(verdict([600, 580, 550]), Verdict::Confirmed);
        assert_eq!(verdict([580, 600, 550]), Verdict::Open);
        assert_eq!(verdict([500, 600, 550]), Verdict::Refuted);
    }

    #[test]
    fn a_grid_has_rows_for_both_readings_and_every_printed_cell() {
        let rows = quick_rows(&EXPERIMENTS[1]);
        assert_eq!(rows.len(), 2 + 2 * 6 + 30 + 1);
        let n_cells = rows.iter().filter(|row| row.what.starts_with("closest found: k3=")).count();
        assert_eq!(n_cells, 30);
    }
}
