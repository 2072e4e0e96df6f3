//! Figures 5.5 to 5.9: each strategy against the one before it, three tests of 300 games each.

use crate::samurai::{
    IN_THREE_READINGS, Match, NEAREST, OTHERS, READINGS, Reading, SOURCE, STRONGEST, Seating, agreement,
    printed_share,
};
use crate::verdict::Evidence;
use crate::{Experiment, Figure, Plan, Row};

/// A printed table.
struct Rung {
    /// The strategy that is tested, and the one before it.
    players: [&'static str; 2],
    /// The games that each won in the three tests. Not all tests add up to 300, and two printed averages are not those of
    /// these wins.
    wins: [[usize; 3]; 2],
    /// Whether the tested strategy is also played against itself.
    has_mirror: bool,
}

const RUNGS: [Rung; 5] = [
    Rung { players: ["samurai-b2", "samurai-b1"], wins: [[279, 272, 286], [21, 28, 14]], has_mirror: false },
    Rung {
        players: ["samurai-b3", "samurai-b2"],
        wins: [[176, 170, 191], [124, 130, 115]],
        has_mirror: false,
    },
    Rung { players: ["samurai-a1", "samurai-b3"], wins: [[245, 256, 232], [55, 44, 68]], has_mirror: true },
    Rung { players: ["samurai-a2", "samurai-a1"], wins: [[212, 232, 208], [88, 68, 92]], has_mirror: false },
    Rung {
        players: ["samurai-a3", "samurai-a2"],
        wins: [[162, 197, 187], [138, 103, 112]],
        has_mirror: true,
    },
];

const fn experiment(
    id: &'static str,
    published: &'static str,
    rows: fn(&mut Plan<'_>) -> Vec<Row>,
) -> Experiment {
    Experiment { id, source: SOURCE, published, measures: IN_THREE_READINGS, tolerance: FITTED, rows }
}

pub const EXPERIMENTS: [Experiment; 5] = [
    experiment("samurai-5.5", "Figure 5.5: B2 beats B1, three tests of 300 games", |plan| {
        rung(&RUNGS[0], plan)
    }),
    experiment("samurai-5.6", "Figure 5.6: B3 beats B2, three tests of 300 games", |plan| {
        rung(&RUNGS[1], plan)
    }),
    experiment("samurai-5.7", "Figure 5.7: A1 beats B3, three tests of 300 games", |plan| {
        rung(&RUNGS[2], plan)
    }),
    experiment("samurai-5.8", "Figure 5.8: A2 beats A1, three tests of 300 games", |plan| {
        rung(&RUNGS[3], plan)
    }),
    experiment("samurai-5.9", "Figure 5.9: A3 beats A2, three tests of 300 games", |plan| {
        rung(&RUNGS[4], plan)
    }),
];

/// When a figure of the ladder and ours agree.
const FITTED: &str = "a printed share is confirmed if the 95% interval of its difference from ours, given the games on both \
                      sides, lies within 5 points, refuted if chance does not explain the difference (5% level, Holm's \
                      correction for all tests of the table) and it is not that small, consistent if the interval is \
                      wider than 5 points, and open otherwise; who is better is judged by the side of one half on which \
                      the interval lies, with seats rotated; the closest reading was chosen by these figures, so that it \
                      may be refuted and is never confirmed";

/// Games for each row, and in a quick run.
const GAMES: [usize; 2] = [10_000, 1000];

/// About what a game takes, in seconds.
const SECONDS: f64 = 3.5e-5;

/// Games of one measurement.
const PORTION: usize = 10_000;

fn rung(rung: &Rung, plan: &mut Plan<'_>) -> Vec<Row> {
    let n_games = GAMES[usize::from(plan.quick())];
    let [n_wins, n_losses] = rung.wins.map(|wins| wins.iter().sum::<usize>());
    let (share, n_printed) = (n_wins as f64 / (n_wins + n_losses) as f64, n_wins + n_losses);
    let [tested, other] = rung.players.map(|name| name.trim_start_matches("samurai-").to_uppercase());
    let mut rows = Vec::new();
    // Readings that differ in the advanced strategies alone say nothing new of the greedy ones.
    let is_greedy = rung.players.iter().all(|name| name.starts_with("samurai-b"));
    let others: Vec<_> =
        OTHERS.iter().filter(|reading| !is_greedy || reading.advanced == NEAREST.advanced).collect();
    let mut measure = |what: &str, reading: &Reading, players: [&'static str; 2], seating: Seating| {
        let players = players.map(|name| reading.spec(name));
        let games =
            Match { players, layout: reading.layout, seating, games: 0..n_games, seed: plan.stream(55) };
        games.play(plan, what, SECONDS, PORTION)
    };
    // The strongest reading plays the greedy strategies as printed.
    for reading in READINGS.into_iter().filter(|reading| !is_greedy || reading.id != STRONGEST.id) {
        for seating in Seating::BOTH {
            let what = format!("{tested} v {other}, {}, {}", reading.name, seating.name());
            let result = measure(&what, reading, rung.players, seating);
            let test = agreement(share, n_printed, &result);
            // The closest reading was chosen by these very figures.
            let test = if reading.id == NEAREST.id { test.fitted() } else { test };
            rows.push(Row::tested(what, printed_share(share, n_printed), result.share(), test));
            if seating == Seating::Rotated {
                let what = format!("{tested} is better than {other}, {}, {}", reading.name, seating.name());
                let test = Evidence::of_side(result.estimate(), 0.5, true);
                let test = if reading.id == NEAREST.id { test.fitted() } else { test };
                rows.push(Row::tested(what, Figure::Claim("better"), result.share(), test));
            }
        }
    }
    for reading in others {
        let what = format!("{tested} v {other}, {}, tested side first", reading.name);
        let result = measure(&what, reading, rung.players, Seating::TestedFirst);
        rows.push(Row::new(what, result.share()));
    }
    if rung.has_mirror {
        let what = format!("{tested} v itself, {}", NEAREST.name);
        let result = measure(&what, &NEAREST, [rung.players[0]; 2], Seating::TestedFirst);
        rows.push(Row::new(format!("{what}: share of the first player"), result.share()));
        let drawn = [result.draws, 0, result.wins + result.losses];
        rows.push(Row::new(format!("{what}: games that are drawn"), Figure::of_games(drawn)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::run::quick_rows;

    #[test]
    fn the_reading_that_was_chosen_by_the_figures_is_never_confirmed() {
        let rows = quick_rows(&EXPERIMENTS[0]);
        let of_nearest = || rows.iter().filter(|row| row.what.contains(NEAREST.name));
        assert_eq!(of_nearest().filter(|row| row.kind == Kind::Measured).count(), 3);
        assert!(of_nearest().all(|row| row.ok != Some(true)));
        // That greed beats luck is shown by the others.
        assert!(rows.iter().any(|row| row.what.contains("is better") && row.ok == Some(true)));
    }

    #[test]
    fn every_rung_has_all_its_rows() {
        let rows = quick_rows(&EXPERIMENTS[2]);
        assert_eq!(rows.len(), 3 * READINGS.len() + OTHERS.len() + 2);
        let n_measured = rows.iter().filter(|row| row.kind == Kind::Measured).count();
        assert_eq!(n_measured, 3 * READINGS.len());
    }
}
