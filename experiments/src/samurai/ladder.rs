//! Figures 5.5 to 5.9: each strategy against the one before it, three tests of 300 games each.

use crate::samurai::{
    IN_THREE_READINGS, Match, NEAREST, OTHERS, READINGS, Reading, SOURCE, Seating, TOLERANCE, compared,
    printed_share,
};
use crate::{Experiment, Figure, Plan, Row, Verdict};

/// A printed table.
struct Rung {
    /// The strategy that is tested, and the one before it.
    players: [&'static str; 2],
    /// The games that each won in the three tests.
    wins: [[usize; 3]; 2],
    /// The printed average of the tested one, in percent.
    average: f64,
    /// Whether the tested strategy is also played against itself.
    has_mirror: bool,
}

const RUNGS: [Rung; 5] = [
    Rung {
        players: ["samurai-b2", "samurai-b1"],
        wins: [[279, 272, 286], [21, 28, 14]],
        average: 93.01,
        has_mirror: false,
    },
    Rung {
        players: ["samurai-b3", "samurai-b2"],
        wins: [[176, 170, 191], [124, 130, 115]],
        average: 49.00,
        has_mirror: false,
    },
    Rung {
        players: ["samurai-a1", "samurai-b3"],
        wins: [[245, 256, 232], [55, 44, 68]],
        average: 81.44,
        has_mirror: true,
    },
    Rung {
        players: ["samurai-a2", "samurai-a1"],
        wins: [[212, 232, 208], [88, 68, 92]],
        average: 72.44,
        has_mirror: false,
    },
    Rung {
        players: ["samurai-a3", "samurai-a2"],
        wins: [[162, 197, 187], [138, 103, 112]],
        average: 60.78,
        has_mirror: true,
    },
];

const fn experiment(
    id: &'static str,
    published: &'static str,
    rows: fn(&mut Plan<'_>) -> Vec<Row>,
) -> Experiment {
    Experiment { id, source: SOURCE, published, measures: IN_THREE_READINGS, tolerance: TOLERANCE, rows }
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

const SLIP: &str = "a slip in the printed table";

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
    let mut rows = vec![recount(rung, share, n_printed)];
    // Readings that differ in the advanced strategies alone say nothing new of the greedy ones.
    let is_greedy = rung.players.iter().all(|name| name.starts_with("samurai-b"));
    let others: Vec<_> =
        OTHERS.iter().filter(|reading| !is_greedy || reading.advanced == NEAREST.advanced).collect();
    let mut measure = |what: &str, reading: &Reading, players: [&'static str; 2], seating: Seating| {
        let players = players.map(|name| reading.spec(name));
        let games = Match { players, layout: reading.layout, seating, n_games, seed: plan.stream(55) };
        games.play(plan, what, SECONDS, PORTION)
    };
    for reading in READINGS {
        for seating in Seating::BOTH {
            let what = format!("{tested} v {other}, {}, {}", reading.name, seating.name());
            let result = measure(&what, reading, rung.players, seating);
            rows.push(compared(what, share, n_printed, &result));
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

/// Whether the printed average is that of the printed wins, and whether these add up to 300 a test.
fn recount(rung: &Rung, share: f64, n_games: usize) -> Row {
    let printed = rung.average / 100.0;
    let is_right = n_games == 900 && (printed - share).abs() < 0.0005;
    let what = format!("average of the printed wins, over {n_games} games");
    let (published, ours) = (printed_share(printed, 900), printed_share(share, n_games));
    let row = Row::measured(what, published, ours, Verdict::of_claim(Some(is_right)));
    if is_right { row } else { row.noting(SLIP) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::run::quick_rows;

    #[test]
    fn slips_are_named() {
        let slips = RUNGS.iter().map(|rung| {
            let [wins, losses] = rung.wins.map(|wins| wins.iter().sum::<usize>());
            recount(rung, wins as f64 / (wins + losses) as f64, wins + losses).note == Some(SLIP)
        });
        assert_eq!(slips.collect::<Vec<_>>(), [false, true, false, false, true]);
    }

    #[test]
    fn every_rung_has_all_its_rows() {
        let rows = quick_rows(&EXPERIMENTS[2]);
        assert_eq!(rows.len(), 1 + 2 * READINGS.len() + OTHERS.len() + 2);
        let n_measured = rows.iter().filter(|row| row.kind == Kind::Measured).count();
        assert_eq!(n_measured, 1 + 2 * READINGS.len());
    }
}
