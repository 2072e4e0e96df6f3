//! Figure 5.10: minimax against the strategy that it looks ahead with, at depth 1, 3 and 5.
//!
//! The thesis needed 7 hours for a game at depth 3 and stopped one at depth 5 after 18. Here depth 3 is searched in full,
//! and depth 5 with a budget of positions for each turn.

use crate::row::thousands;
use crate::samurai::{
    IN_TWO_READINGS, Layout, Match, NEAREST, Reading, Result, SOURCE, STRONGEST, Seating, compared,
    printed_share,
};
use crate::{Experiment, Figure, Plan, Row, Verdict};

pub const EXPERIMENT: Experiment = Experiment {
    id: "samurai-5.10",
    source: SOURCE,
    published: "Figure 5.10: minimax (A4) against A3: 56% of 300 games at depth 1, three games of three at depth 3 in 21 \
                hours, none finished at depth 5",
    measures: IN_TWO_READINGS,
    tolerance: "at depth 1 as in the other tables; three wins of three are confirmed if they happen at least every other \
                time at every share in our 95% interval, refuted if less than once in 20 times, and open otherwise; \
                seconds are of different machines and not judged",
    rows,
};

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

/// About what a game takes at a depth, in seconds, and the games of one measurement.
fn portion(depth: u32, is_quick: bool) -> (f64, usize) {
    match (depth, is_quick) {
        (1, _) => (5e-5, 5000),
        (_, true) => (0.05, 2),
        (3, false) => (0.3, 20),
        (_, false) => (3.0, 5),
    }
}

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let is_quick = plan.quick();
    let n_games = |games: [usize; 2]| games[usize::from(is_quick)];
    let mut rows = Vec::new();
    for reading in [&NEAREST, &STRONGEST] {
        let name = reading.name;
        let mut measure = |depth: u32, seating: Seating, n_games: usize| {
            // A3 that judges whole turns, as its minimax does.
            let other = reading.spec("samurai-a3").with("adding", "whole");
            let mut tested = reading.spec("samurai-a4").with("depth", depth.to_string());
            if let Some(nodes) = budget(depth, is_quick) {
                tested = tested.with("nodes", nodes.to_string());
            }
            let (players, layout) = ([tested, other], Layout::Random);
            let games = Match { players, layout, seating, n_games, seed: plan.stream(510) };
            let what = format!("{}, {name}, {}", depth_name(depth, is_quick), seating.name());
            let (seconds, portion) = portion(depth, is_quick);
            (games.play(plan, &what, seconds, portion), what)
        };
        for seating in Seating::BOTH {
            let (result, what) = measure(1, seating, n_games(GAMES_AT_1));
            rows.push(compared(what, PRINTED_AT_1.0, PRINTED_AT_1.1, &result));
        }
        for seating in Seating::BOTH {
            let (result, what) = measure(3, seating, n_games(GAMES));
            rows.push(three_of_three(what, &result));
            if seating == Seating::TestedFirst {
                rows.extend(effort(3, reading, &result));
            }
        }
        for seating in Seating::BOTH {
            let (result, what) = measure(5, seating, n_games(GAMES_AT_5));
            rows.push(Row::new(what, result.share()));
            if seating == Seating::TestedFirst {
                rows.extend(effort(5, reading, &result));
                let (finished, turns) = (result.finished as usize, result.turns as usize);
                let share = Figure::of_games([finished, 0, turns - finished]);
                rows.push(Row::new(format!("depth 5, {name}: turns searched in full"), share));
            }
        }
    }
    rows
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
        Some(nodes) => format!("depth {depth} within {} positions", thousands(nodes)),
    }
}

/// Whether three wins of three are something that happens at our share.
fn three_of_three(what: String, ours: &Result) -> Row {
    let share = ours.share();
    let Figure::Share { ci95, .. } = share else { unreachable!("games give a share") };
    let [least, most] = ci95.map(|share| share.powi(PRINTED_AT_3.0 as i32));
    let holds = if least >= 0.5 { Some(true) } else { (most < 0.05).then_some(false) };
    let printed = printed_share(1.0, PRINTED_AT_3.0);
    Row::measured(what, printed, share, Verdict::of_claim(holds)).noting(match holds {
        Some(true) => "three of three are what one expects",
        Some(false) => "three of three are unlikely",
        None => "three of three are not excluded",
    })
}

/// Time and positions of games.
fn effort(depth: u32, reading: &Reading, result: &Result) -> Vec<Row> {
    let what = |what: &str| format!("depth {depth}, {}: {what}", reading.name);
    let seconds = Figure::Seconds(result.seconds / result.games() as f64);
    let seconds = if depth == 3 {
        let printed = Figure::Seconds(PRINTED_AT_3.1 / PRINTED_AT_3.0 as f64);
        Row::measured(what("seconds a game"), printed, seconds, Verdict::NotJudged)
    } else {
        Row::new(what("seconds a game"), seconds)
    };
    let nodes = Row::new(what("positions a turn"), Figure::Count(result.nodes / result.turns.max(1)));
    vec![seconds, nodes]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::quick_rows;

    #[test]
    fn three_wins_of_three_are_judged_by_our_interval() {
        let verdict = |wins: usize, n_games: usize| {
            let ours = Result { wins, losses: n_games - wins, ..Result::default() };
            three_of_three(String::new(), &ours).verdict
        };
        let expected = [Verdict::Confirmed, Verdict::Open, Verdict::Refuted];
        assert_eq!([95, 60, 20].map(|wins| verdict(wins, 100)), expected);
        assert_eq!([verdict(0, 2), verdict(2, 2)], [Verdict::Open; 2]);
    }

    #[test]
    fn a_quick_run_has_all_rows_and_a_budget() {
        let rows = quick_rows(&EXPERIMENT);
        assert_eq!(rows.len(), 2 * 11);
        let of_depth_3 = rows.iter().filter(|row| row.what.starts_with("depth 3 within 10,000 positions"));
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
