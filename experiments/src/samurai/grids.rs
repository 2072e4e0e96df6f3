//! Figures 5.1 to 5.4: the numbers of A2 and A3, tuned by playing every combination of two of them.
//!
//! Each cell of a printed grid is the share of 100 or 300 games, and the best cell gave the constants. So the questions
//! are how far its cells differ by more than chance, and where the chosen cell ranks when all are played often.

use std::ops::ControlFlow;

use ludwerk_core::Rng;

use crate::samurai::{Match, NEAREST, Reading, Result, SOURCE, STRONGEST, Seating, compared, play};
use crate::{Experiment, Figure, Kind, Row, Run};

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

const GRIDS: [Grid; 4] = [
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

pub const EXPERIMENTS: [Experiment; 4] = [
    Experiment { id: "samurai-5.1", source: SOURCE, run: |run| grid(&GRIDS[0], run) },
    Experiment { id: "samurai-5.2", source: SOURCE, run: |run| grid(&GRIDS[1], run) },
    Experiment { id: "samurai-5.3", source: SOURCE, run: |run| grid(&GRIDS[2], run) },
    Experiment { id: "samurai-5.4", source: SOURCE, run: |run| grid(&GRIDS[3], run) },
];

/// Games for each cell, and in a quick run.
const GAMES: [usize; 2] = [4000, 50];

/// Of so many games with the tested side first, one more is played with seats rotated, for the mean of all cells.
const ROTATED_EVERY: usize = 4;

const CHANCE: &str = "chance alone explains the spread";
const MORE_THAN_CHANCE: &str = "more than chance alone";

fn grid(grid: &Grid, run: &mut Run<'_>) -> Option<Vec<Row>> {
    let n_games = GAMES[usize::from(run.quick)];
    let mut rows = printed_rows(grid);
    for (n, reading) in [&NEAREST, &STRONGEST].into_iter().enumerate() {
        let mut tell = |part: f64, what: &str| (run.progress)(f64::midpoint(n as f64, part), what);
        rows.extend(measured_rows(grid, reading, n_games, &mut tell)?);
    }
    Some(rows)
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

    fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.columns.len(), cell % self.columns.len());
        format!("{}={}, {}={}", self.options[0], self.rows[row], self.options[1], self.columns[column])
    }

    fn play(
        &self,
        cell: usize,
        reading: &Reading,
        seating: Seating,
        n_games: usize,
        tell: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Result> {
        let (row, column) = (cell / self.columns.len(), cell % self.columns.len());
        let [tested, other] = self.players;
        let fixed =
            self.fixed.iter().fold(reading.spec(tested), |spec, &(name, value)| spec.with(name, value));
        let tested = fixed
            .with(self.options[0], self.rows[row].to_string())
            .with(self.options[1], self.columns[column].to_string());
        let games = Match {
            players: [tested, reading.spec(other)],
            layout: reading.layout,
            seating,
            n_games,
            seed: Rng::derive(51, cell as u64),
        };
        play(&games, tell)
    }
}

/// What the printed cells tell by themselves.
fn printed_rows(grid: &Grid) -> Vec<Row> {
    let shares: Vec<_> = grid.printed().map(|(_, share)| share).collect();
    let spread = chi_square_per_degree(&shares, grid.n_games);
    let limit = chance_limit(shares.len() - 1);
    let is_chance = spread <= limit;
    let best = shares.iter().copied().fold(0.0, f64::max);
    let lucky = best_by_luck(grid.mean(), shares.len(), grid.n_games);
    vec![
        Row {
            what: "spread of the printed cells, chi-square per degree of freedom; ours: the most that chance makes \
                   in 19 of 20 grids of equal cells"
                .to_owned(),
            kind: Kind::Measured,
            published: Some(Figure::Number(spread)),
            ours: Figure::Number(limit),
            ok: None,
            verdict: Some(if is_chance { CHANCE } else { MORE_THAN_CHANCE }),
        },
        Row {
            what: "best printed cell, in percent; ours: what the luckiest of equal cells gets on average".to_owned(),
            kind: Kind::Measured,
            published: Some(Figure::Number(100.0 * best)),
            ours: Figure::Number(100.0 * lucky),
            ok: None,
            verdict: Some("told, not judged"),
        },
    ]
}

fn measured_rows(
    grid: &Grid,
    reading: &Reading,
    n_games: usize,
    tell: &mut dyn FnMut(f64, &str) -> ControlFlow<()>,
) -> Option<Vec<Row>> {
    let n_cells = grid.cells.len();
    let mut results = Vec::new();
    let mut sums = [Result::default(); 2];
    for cell in 0..n_cells {
        let mut tell_cell = |part: f64| {
            let done = (cell as f64 + part) / n_cells as f64;
            tell(done, &format!("{}, {}", reading.name, grid.name(cell)))
        };
        let result = grid.play(cell, reading, Seating::TestedFirst, n_games, &mut tell_cell)?;
        let rotated =
            grid.play(cell, reading, Seating::Rotated, n_games.div_ceil(ROTATED_EVERY), &mut tell_cell)?;
        sums[0].add(&result);
        sums[1].add(&rotated);
        results.push(result);
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
    let chosen = grid.chosen();
    let what = named(&format!("{}, the best printed cell, tested side first", grid.name(chosen)));
    rows.push(compared(what, grid.cells[chosen] / 100.0, grid.n_games, &results[chosen]));
    let rank = 1 + results.iter().filter(|result| result.score() > results[chosen].score()).count();
    rows.push(Row::new(named(&format!("rank of that cell among our {n_cells}")), Figure::Count(rank as u64)));
    if grid.rows[0] == 0.0 && grid.options[0] == "w2" {
        let what = named("w2=0, w3=0: A1 against itself, tested side first");
        rows.push(compared(what, grid.cells[0] / 100.0, grid.n_games, &results[0]));
    }
    let best = (0..n_cells).max_by(|&one, &other| results[one].score().total_cmp(&results[other].score()))?;
    rows.push(Row::new(named(&format!("our best cell, {}", grid.name(best))), results[best].share()));
    let shares: Vec<_> = results.iter().map(Result::score).collect();
    rows.push(Row::new(
        named("spread of our cells beyond chance, standard deviation in points of percent"),
        Figure::Number(100.0 * spread_beyond_chance(&shares, n_games)),
    ));
    let pairs: Vec<_> = grid.printed().map(|(cell, share)| (share, shares[cell])).collect();
    rows.push(Row::new(
        named("correlation of the printed cells and ours"),
        Figure::Number(correlation(&pairs)),
    ));
    Some(rows)
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

/// What the best of so many equal cells has on average.
fn best_by_luck(share: f64, n_cells: usize, n_games: usize) -> f64 {
    const ROUNDS: usize = 200;
    let mut rng = Rng::new(1);
    let mut sum = 0;
    for _ in 0..ROUNDS {
        let wins = |rng: &mut Rng| (0..n_games).filter(|_| rng.unit() < share).count();
        sum += (0..n_cells).map(|_| wins(&mut rng)).max().unwrap_or(0);
    }
    sum as f64 / (ROUNDS * n_games) as f64
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
        assert!((0.58..0.63).contains(&lucky), "{lucky}");
    }

    #[test]
    fn a_grid_has_rows_for_both_readings() {
        let small = Grid {
            rows: &[0.0],
            columns: &[0.0, 1.0],
            cells: &[63.67, 67.67],
            chosen: [0.0, 1.0],
            ..GRIDS[2]
        };
        let mut tell = |_: f64, _: &str| ControlFlow::Continue(());
        let rows = grid(&small, &mut Run { quick: true, progress: &mut tell }).unwrap();
        assert_eq!(rows.len(), 2 + 2 * 8);
        assert!(rows.iter().filter(|row| row.kind == Kind::Measured).all(|row| row.verdict.is_some()));
    }
}
