//! Figures 5.5 to 5.9: each strategy against the one before it, three tests of 300 games each.

use crate::samurai::{
    Match, NEAREST, OTHERS, READINGS, Reading, Result, SOURCE, Seating, compared, play, printed_share,
};
use crate::{Experiment, Kind, Row, Run};

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

pub const EXPERIMENTS: [Experiment; 5] = [
    Experiment { id: "samurai-5.5", source: SOURCE, run: |run| rung(&RUNGS[0], run) },
    Experiment { id: "samurai-5.6", source: SOURCE, run: |run| rung(&RUNGS[1], run) },
    Experiment { id: "samurai-5.7", source: SOURCE, run: |run| rung(&RUNGS[2], run) },
    Experiment { id: "samurai-5.8", source: SOURCE, run: |run| rung(&RUNGS[3], run) },
    Experiment { id: "samurai-5.9", source: SOURCE, run: |run| rung(&RUNGS[4], run) },
];

/// Games for each row, and in a quick run.
const GAMES: [usize; 2] = [10_000, 400];

const ADDS_UP: &str = "adds up";
const SLIP: &str = "a slip in the printed table";

fn rung(rung: &Rung, run: &mut Run<'_>) -> Option<Vec<Row>> {
    let n_games = GAMES[usize::from(run.quick)];
    let [n_wins, n_losses] = rung.wins.map(|wins| wins.iter().sum::<usize>());
    let (share, n_printed) = (n_wins as f64 / (n_wins + n_losses) as f64, n_wins + n_losses);
    let [tested, other] = rung.players.map(|name| name.trim_start_matches("samurai-").to_uppercase());
    let mut rows = vec![recount(rung, share, n_printed)];
    // Readings that differ in the advanced strategies alone say nothing new of the greedy ones.
    let is_greedy = rung.players.iter().all(|name| name.starts_with("samurai-b"));
    let others: Vec<_> =
        OTHERS.iter().filter(|reading| !is_greedy || reading.advanced == NEAREST.advanced).collect();
    let n_matches = (2 * READINGS.len() + others.len() + usize::from(rung.has_mirror)) as f64;
    let mut n_done = 0.0;
    let mut measure = |reading: &Reading, players: [&'static str; 2], seating: Seating| {
        let what = format!("{tested} v {other}, {}", reading.name);
        let games = Match {
            players: players.map(|name| reading.spec(name)),
            layout: reading.layout,
            seating,
            n_games,
            seed: 55,
        };
        let result = play(&games, &mut |part| (run.progress)((n_done + part) / n_matches, &what))?;
        n_done += 1.0;
        Some(result)
    };
    for reading in READINGS {
        for seating in Seating::BOTH {
            let result = measure(reading, rung.players, seating)?;
            let what = format!("{tested} v {other}, {}, {}", reading.name, seating.name());
            rows.push(compared(what, share, n_printed, &result));
        }
    }
    for reading in others {
        let result = measure(reading, rung.players, Seating::TestedFirst)?;
        rows.push(Row::new(
            format!("{tested} v {other}, {}, tested side first", reading.name),
            result.share(),
        ));
    }
    if rung.has_mirror {
        let result = measure(&NEAREST, [rung.players[0]; 2], Seating::TestedFirst)?;
        let what = |what: &str| format!("{tested} v itself, {}: {what}", NEAREST.name);
        rows.push(Row::new(what("share of the first player"), result.share()));
        let drawn = Result { wins: result.draws, losses: result.games() - result.draws, ..result };
        rows.push(Row::new(what("games that are drawn"), Result { draws: 0, ..drawn }.share()));
    }
    Some(rows)
}

/// Whether the printed average is that of the printed wins, and whether these add up to 300 a test.
fn recount(rung: &Rung, share: f64, n_games: usize) -> Row {
    let printed = rung.average / 100.0;
    let is_right = n_games == 900 && (printed - share).abs() < 0.0005;
    Row {
        what: format!("average of the printed wins, over {n_games} games"),
        kind: Kind::Measured,
        published: Some(printed_share(printed, 900)),
        ours: printed_share(share, n_games),
        ok: Some(is_right),
        verdict: Some(if is_right { ADDS_UP } else { SLIP }),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn quick(n: usize) -> Vec<Row> {
        let mut tell = |_: f64, _: &str| ControlFlow::Continue(());
        rung(&RUNGS[n], &mut Run { quick: true, progress: &mut tell }).unwrap()
    }

    #[test]
    fn slips_are_named() {
        let slips = RUNGS.iter().map(|rung| {
            let [wins, losses] = rung.wins.map(|wins| wins.iter().sum::<usize>());
            recount(rung, wins as f64 / (wins + losses) as f64, wins + losses).verdict == Some(SLIP)
        });
        assert_eq!(slips.collect::<Vec<_>>(), [false, true, false, false, true]);
    }

    #[test]
    fn every_rung_has_all_its_rows() {
        let rows = quick(2);
        assert_eq!(rows.len(), 1 + 2 * READINGS.len() + OTHERS.len() + 2);
        assert!(rows.iter().filter(|row| row.kind == Kind::Measured).all(|row| row.verdict.is_some()));
    }

    #[test]
    fn a_run_can_be_broken_off() {
        let mut tell = |_: f64, _: &str| ControlFlow::Break(());
        assert_eq!(rung(&RUNGS[0], &mut Run { quick: true, progress: &mut tell }), None);
    }
}
