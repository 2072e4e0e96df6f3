//! Figures 5.1 to 5.4: the numbers of A2 and A3, tuned by playing every combination of two of them.
//!
//! Each cell of a printed grid is the share of 100 or 300 games, and the best cell gave the constants. So the questions
//! are how far its cells differ by more than chance, and where the chosen cell ranks when all are played often.

use ludwerk_arena::stats::normal_cdf;
use ludwerk_arena::stats::spread::{Spread, correlation, equal_shares, luckiest, mean};
use ludwerk_core::Rng;

use crate::samurai::figures::{GRIDS, PrintedGrid};
use crate::samurai::{
    IN_TWO_READINGS, Match, NEAREST, Reading, Result, SOURCE, STRONGEST, Seating, compared,
};
use crate::verdict::Evidence;
use crate::{Experiment, Figure, Plan, Row, Verdict};

const fn experiment(
    id: &'static str,
    published: &'static str,
    rows: fn(&mut Plan<'_>) -> Vec<Row>,
) -> Experiment {
    Experiment { id, source: SOURCE, published, measures: IN_TWO_READINGS, tolerance: GRID_TOLERANCE, rows }
}

const GRID_TOLERANCE: &str = "a printed share is confirmed if the 95% interval of its difference from ours, given the games \
     on both sides, lies within 5 points, refuted if chance does not explain the difference (5% level, Holm's correction \
     for all tests of the table) and it is not that small, consistent if the interval is wider than 5 points, and open \
     otherwise; that a cell is the best is refuted if another of ours is better, confirmed if it is better than every \
     other, and open otherwise; what the printed cells tell by themselves is not judged";

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

fn grid(grid: &PrintedGrid, plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = printed_rows(grid);
    for reading in [&NEAREST, &STRONGEST] {
        rows.extend(measured_rows(grid, reading, plan));
    }
    rows
}

fn play(grid: &PrintedGrid, cell: usize, reading: &Reading, seating: Seating, plan: &mut Plan<'_>) -> Result {
    let all = GAMES[usize::from(plan.quick())];
    let n_games = if seating == Seating::Rotated { all.div_ceil(ROTATED_EVERY) } else { all };
    let (players, seed) = (grid.players(cell, reading), PrintedGrid::seed(cell, plan.seed()));
    let what = format!("{}: {}, {}", reading.name, grid.name(cell), seating.name());
    Match { players, layout: reading.layout, seating, games: 0..n_games, seed }
        .play(plan, &what, SECONDS, all)
}

/// What the printed cells tell by themselves.
fn printed_rows(grid: &PrintedGrid) -> Vec<Row> {
    let shares: Vec<_> = grid.printed().map(|(_, share)| share).collect();
    let printed = Spread::of_shares(&shares, grid.n_games);
    let (spread, limit) = (printed.per_degree(), printed.chance_limit());
    let best = shares.iter().copied().fold(0.0, f64::max);
    let lucky = best_by_luck(printed.mean, shares.len(), grid.n_games);
    let note = |is_more: bool| if is_more { "more than chance alone" } else { "chance alone explains it" };
    vec![
        Row::measured(
            "the printed cells differ: their chi-square per degree of freedom; ours: the most that chance makes in 19 \
             of 20 grids of equal cells",
            Figure::Number(spread),
            Figure::Number(limit),
            Verdict::NotJudged,
        )
        .noting(note(spread > limit)),
        Row::measured(
            "the best printed cell stands out, in percent; ours: the most that the luckiest of equal cells gets in 19 \
             of 20 grids",
            Figure::Number(100.0 * best),
            Figure::Number(100.0 * lucky),
            Verdict::NotJudged,
        )
        .noting(note(best > lucky)),
    ]
}

fn measured_rows(grid: &PrintedGrid, reading: &Reading, plan: &mut Plan<'_>) -> Vec<Row> {
    let n_cells = grid.n_cells();
    let mut results = Vec::new();
    let mut sums = [Result::default(); 2];
    for cell in 0..n_cells {
        let [first, rotated] = Seating::BOTH.map(|seating| play(grid, cell, reading, seating, plan));
        sums[0].add(&first);
        sums[1].add(&rotated);
        results.push(first);
    }
    let named = |what: &str| format!("{}: {what}", reading.name);
    let mut rows = Vec::new();
    let n_printed = grid.printed().count() * grid.n_games;
    let printed_mean = mean(grid.printed().map(|(_, share)| share));
    for (seating, sum) in Seating::BOTH.into_iter().zip(&sums) {
        rows.push(compared(
            named(&format!("mean of all cells, {}", seating.name())),
            printed_mean,
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
        Figure::Number(100.0 * Spread::of_shares(&shares, n_games).beyond_chance()),
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

/// Whether the printed best cell is ours, too. It is refuted if another one is better, corrected for how many there are to
/// choose from; it is confirmed if it is better than each of the others (an intersection-union test, which needs no
/// correction). Where cells are equal none of them is the best.
fn rank_row(what: String, chosen: usize, results: &[Result]) -> Row {
    let ours = results[chosen].estimate();
    let rank = 1 + results.iter().filter(|result| result.score() > ours.mean).count();
    let n_others = (results.len() - 1) as f64;
    let (mut p_of_another, mut p_of_best) = (1.0_f64, 0.0_f64);
    for (_, other) in results.iter().enumerate().filter(|(cell, _)| *cell != chosen) {
        let other = other.estimate();
        let lead = (ours.mean - other.mean) / ours.error.hypot(other.error);
        p_of_another = p_of_another.min(n_others * normal_cdf(lead));
        p_of_best = p_of_best.max(normal_cdf(-lead));
    }
    let test = if p_of_best < p_of_another {
        Evidence::for_claim(p_of_best).noting("better than every other", "none is shown to be better")
    } else {
        Evidence::against(p_of_another, Verdict::Open)
            .noting("another one is better", "none is shown to be better")
    };
    Row::tested(what, Figure::Count(1), Figure::Count(rank as u64), test)
}

/// What the best of so many equal cells exceeds in one grid of 20.
fn best_by_luck(share: f64, n_cells: usize, n_games: usize) -> f64 {
    const ROUNDS: usize = 200;
    let mut rng = Rng::new(1);
    luckiest(ROUNDS, || equal_shares(share, n_cells, n_games, &mut rng))[ROUNDS * 19 / 20]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::quick_rows;

    #[test]
    fn the_best_cell_is_refuted_by_a_clearly_better_one() {
        let cells = |wins: [usize; 3]| {
            wins.map(|wins| Result { wins, losses: 1000 - wins, ..Result::default() }).to_vec()
        };
        let verdict = |wins: [usize; 3]| rank_row(String::new(), 0, &cells(wins)).verdict;
        assert_eq!(verdict([700, 600, 550]), Verdict::Confirmed);
        // The first of our cells, and no better than the next.
        assert_eq!(verdict([600, 595, 550]), Verdict::Open);
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
