//! Figure 5.10: minimax against the strategy that it looks ahead with, at depth 1, 3 and 5.
//!
//! The thesis needed 7 hours for a game at depth 3 and stopped one at depth 5 after 18. Here depth 3 is searched in full,
//! and depth 5 with a budget of positions for each turn.

use crate::samurai::{
    Layout, Match, NEAREST, REPRODUCED, Reading, Result, SOURCE, STRONGEST, Seating, compared, play,
    printed_share,
};
use crate::{Experiment, Figure, Kind, Row, Run};

pub const EXPERIMENT: Experiment = Experiment { id: "samurai-5.10", source: SOURCE, run };

/// What the thesis has for depth 1: so many percent of so many games.
const PRINTED_AT_1: (f64, usize) = (0.56, 300);
/// All of so many games at depth 3, in so many seconds.
const PRINTED_AT_3: (usize, f64) = (3, 21.0 * 3600.0);

/// Games at depth 1 and 3, with the tested side first and with seats rotated, and in a quick run.
const GAMES: [usize; 2] = [300, 2];
/// The same at depth 5.
const GAMES_AT_5: [usize; 2] = [40, 2];
/// Positions for a turn at depth 5.
const BUDGET: u64 = 1_000_000;
/// Positions for a turn at depth 3 and 5 in a quick run.
const QUICK_BUDGET: u64 = 10_000;
/// Games at depth 1 for the seat's advantage.
const GAMES_AT_1: [usize; 2] = [10_000, 400];

const TOLD: &str = "told, not judged";
const COULD_BE: &str = "not excluded";
const UNLIKELY: &str = "not reproduced: three wins of three are unlikely";

fn run(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let is_quick = usize::from(run.quick);
    let mut rows = Vec::new();
    for (n, reading) in [&NEAREST, &STRONGEST].into_iter().enumerate() {
        let name = reading.name;
        let mut measure = |depth: u32, seating: Seating, n_games: usize, step: f64| {
            // A3 that judges whole turns, as its minimax does.
            let other = reading.spec("samurai-a3").with("adding", "whole");
            let mut tested = reading.spec("samurai-a4").with("depth", depth.to_string());
            if let Some(nodes) = budget(depth, run.quick) {
                tested = tested.with("nodes", nodes.to_string());
            }
            let games =
                Match { players: [tested, other], layout: Layout::Random, seating, n_games, seed: 510 };
            let what = format!("depth {depth}, {name}");
            play(&games, &mut |part| (run.progress)(f64::midpoint(n as f64, (step + part) / 6.0), &what))
        };
        for (step, seating) in Seating::BOTH.into_iter().enumerate() {
            let result = measure(1, seating, GAMES_AT_1[is_quick], step as f64)?;
            let what = format!("depth 1, {name}, {}", seating.name());
            rows.push(compared(what, PRINTED_AT_1.0, PRINTED_AT_1.1, &result));
        }
        for (step, seating) in Seating::BOTH.into_iter().enumerate() {
            let result = measure(3, seating, GAMES[is_quick], 2.0 + step as f64)?;
            rows.push(three_of_three(
                format!("{}, {name}, {}", depth_name(3, is_quick == 1), seating.name()),
                &result,
            ));
            if seating == Seating::TestedFirst {
                rows.extend(effort(3, reading, &result));
            }
        }
        for (step, seating) in Seating::BOTH.into_iter().enumerate() {
            let result = measure(5, seating, GAMES_AT_5[is_quick], 4.0 + step as f64)?;
            let what = format!("{}, {name}, {}", depth_name(5, is_quick == 1), seating.name());
            rows.push(Row::new(what, result.share()));
            if seating == Seating::TestedFirst {
                rows.extend(effort(5, reading, &result));
                let (finished, turns) = (result.finished as usize, result.turns as usize);
                let share = Result { wins: finished, losses: turns - finished, ..Result::default() }.share();
                rows.push(Row::new(format!("depth 5, {name}: turns searched in full"), share));
            }
        }
    }
    Some(rows)
}

/// The most positions for a turn.
fn budget(depth: u32, is_quick: bool) -> Option<u64> {
    match (depth, is_quick) {
        (1, _) | (3, false) => None,
        (_, true) => Some(QUICK_BUDGET),
        (_, false) => Some(BUDGET),
    }
}

fn depth_name(depth: u32, is_quick: bool) -> String {
    match budget(depth, is_quick) {
        None => format!("depth {depth}"),
        Some(nodes) => format!("depth {depth} within {nodes} positions"),
    }
}

/// Whether three wins of three are something that happens at our share.
fn three_of_three(what: String, ours: &Result) -> Row {
    let chance = ours.score().powi(PRINTED_AT_3.0 as i32);
    let verdict = match chance {
        chance if chance >= 0.5 => REPRODUCED,
        chance if chance >= 0.05 => COULD_BE,
        _ => UNLIKELY,
    };
    Row {
        what,
        kind: Kind::Measured,
        published: Some(printed_share(1.0, PRINTED_AT_3.0)),
        ours: ours.share(),
        ok: (!(0.05..0.5).contains(&chance)).then_some(chance >= 0.5),
        verdict: Some(verdict),
    }
}

/// Time and positions of games.
fn effort(depth: u32, reading: &Reading, result: &Result) -> Vec<Row> {
    let what = |what: &str| format!("depth {depth}, {}: {what}", reading.name);
    let printed = (depth == 3).then_some(Figure::Seconds(PRINTED_AT_3.1 / PRINTED_AT_3.0 as f64));
    let seconds = Row {
        what: what("seconds a game"),
        kind: if printed.is_some() { Kind::Measured } else { Kind::New },
        published: printed,
        ours: Figure::Seconds(result.seconds / result.games() as f64),
        ok: None,
        verdict: printed.map(|_| TOLD),
    };
    let nodes = Row::new(what("positions a turn"), Figure::Count(result.nodes / result.turns.max(1)));
    vec![seconds, nodes]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_wins_of_three_are_judged_by_our_share() {
        let verdict = |wins: usize| {
            let ours = Result { wins, losses: 100 - wins, ..Result::default() };
            three_of_three(String::new(), &ours).verdict.unwrap()
        };
        assert_eq!([95, 60, 30].map(verdict), [REPRODUCED, COULD_BE, UNLIKELY]);
    }

    #[test]
    fn a_quick_run_has_all_rows_and_a_budget() {
        let mut tell = |_: f64, _: &str| std::ops::ControlFlow::Continue(());
        let rows = run(&mut Run { quick: true, progress: &mut tell }).unwrap();
        assert_eq!(rows.len(), 2 * 11);
        let of_depth_3 = rows.iter().filter(|row| row.what.starts_with("depth 3 within 10000 positions"));
        assert_eq!(of_depth_3.count(), 4);
        assert_eq!(depth_name(3, false), "depth 3");
    }

    #[test]
    fn effort_is_told_for_a_game_and_a_turn() {
        let result = Result { wins: 4, turns: 10, nodes: 50, seconds: 2.0, ..Result::default() };
        let rows = effort(3, &NEAREST, &result);
        assert_eq!(rows[0].ours, Figure::Seconds(0.5));
        assert_eq!(rows[0].published, Some(Figure::Seconds(25_200.0)));
        assert_eq!(rows[1].ours, Figure::Count(5));
    }
}
