//! Figure 5.10: minimax against the strategy that it looks ahead with, at depth 1, 3 and 5.
//!
//! The thesis needed 7 hours for a game at depth 3 and stopped one at depth 5 after 18. Here depth 3 is searched in full,
//! and depth 5 with a budget of positions for each turn. The games with seats rotated are those with the tested side
//! first, and the same deals played the other way round.

use crate::row::thousands;
use crate::samurai::{
    IN_TWO_READINGS, Layout, Match, NEAREST, Reading, Result, SOURCE, STRONGEST, Seating, compared,
    printed_share,
};
use crate::verdict::{Evidence, Share};
use crate::{Experiment, Figure, Plan, Row, Verdict};

pub const EXPERIMENT: Experiment = Experiment {
    id: "samurai-5.10",
    source: SOURCE,
    published: "Figure 5.10: minimax (A4) against A3: 56% of 300 games at depth 1, three games of three at depth 3 in 21 \
                hours, none finished at depth 5",
    measures: IN_TWO_READINGS,
    tolerance: "a printed share as in the other tables; three wins of three are refuted if they happen too seldom at every \
                share in our 95% interval, and consistent otherwise; who is better is judged by the side of one half on \
                which the interval lies, with seats rotated (all at the 5% level, with Holm's correction for the tests of \
                the table); seconds are of different machines and not judged",
    rows,
};

/// What the thesis has for depth 1: so many percent of so many games.
const PRINTED_AT_1: (f64, usize) = (0.56, 300);
/// All of so many games at depth 3, in so many seconds.
const PRINTED_AT_3: (usize, f64) = (3, 21.0 * 3600.0);

/// Positions for a turn at depth 5.
const BUDGET: u64 = 1_000_000;
/// Positions for a turn at depth 3 and 5 in a quick run.
const QUICK_BUDGET: u64 = 10_000;

/// Deals that are played from both seats, in all and in a quick run. As many more are played with the tested side first
/// alone. At depth 1 and 3 that makes an interval of at most two points to either side.
fn n_deals(depth: u32, is_quick: bool) -> usize {
    match (depth, is_quick) {
        (1, false) => 5000,
        (1, true) => 200,
        (3, false) => 1152,
        (_, false) => 20,
        (_, true) => 1,
    }
}

/// About what a game takes at a depth, in seconds, and the games of one measurement.
fn portion(depth: u32, is_quick: bool) -> (f64, usize) {
    match (depth, is_quick) {
        (1, _) => (5e-5, 5000),
        (_, true) => (0.05, 2),
        (3, false) => (0.3, 48),
        (_, false) => (2.0, 5),
    }
}

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for reading in [&NEAREST, &STRONGEST] {
        for depth in [1, 3, 5] {
            let [first, rotated] = measure(plan, reading, depth);
            let name = depth_name(depth, plan.quick());
            rows.extend(rows_of_depth(depth, &name, reading, &first, &rotated));
        }
    }
    rows
}

/// Plays A4 to this depth against A3: with the tested side first, and with seats rotated.
fn measure(plan: &mut Plan<'_>, reading: &Reading, depth: u32) -> [Result; 2] {
    let is_quick = plan.quick();
    // A3 that judges whole turns, as its minimax does.
    let other = reading.spec("samurai-a3").with("adding", "whole");
    let mut tested = reading.spec("samurai-a4").with("depth", depth.to_string());
    if let Some(nodes) = budget(depth, is_quick) {
        tested = tested.with("nodes", nodes.to_string());
    }
    let (seconds, portion) = portion(depth, is_quick);
    let n = n_deals(depth, is_quick);
    let mut play = |seating: Seating, games: std::ops::Range<usize>| {
        let players = [tested.clone(), other.clone()];
        let what = format!("{}, {}, {}", depth_name(depth, is_quick), reading.name, seating.name());
        let seed = plan.stream(510);
        Match { players, layout: Layout::Random, seating, games, seed }.play(plan, &what, seconds, portion)
    };
    let mut rotated = play(Seating::TestedFirst, 0..n);
    let mut first = play(Seating::TestedFirst, n..2 * n);
    first.add(&rotated);
    rotated.add(&play(Seating::TestedSecond, 0..n));
    [first, rotated]
}

fn rows_of_depth(depth: u32, name: &str, reading: &Reading, first: &Result, rotated: &Result) -> Vec<Row> {
    let what = |seating: Seating| format!("{name}, {}, {}", reading.name, seating.name());
    let both = Seating::BOTH.into_iter().zip([first, rotated]);
    let fair = |claim: &str| format!("{name}, {}: {claim}, seats rotated", reading.name);
    match depth {
        1 => {
            let (printed, n_printed) = PRINTED_AT_1;
            let mut rows: Vec<_> =
                both.map(|(seating, result)| compared(what(seating), printed, n_printed, result)).collect();
            let same = Evidence::of_figure(Share::exactly(0.5), rotated.tested());
            let claim = Figure::Claim("the same algorithm twice");
            rows.push(Row::tested(fair("an even match"), claim, rotated.share(), same));
            rows
        }
        3 => {
            let mut rows: Vec<_> =
                both.map(|(seating, result)| three_of_three(what(seating), result)).collect();
            let surpasses = Evidence::of_side(rotated.estimate(), 0.5, true);
            let claim = Figure::Claim("may surpass");
            rows.push(Row::tested(fair("minimax is better"), claim, rotated.share(), surpasses));
            rows.extend(effort(depth, reading, first));
            rows
        }
        _ => {
            let mut rows: Vec<_> =
                both.map(|(seating, result)| Row::new(what(seating), result.share())).collect();
            rows.extend(effort(depth, reading, first));
            let (finished, turns) = (first.finished as usize, first.turns as usize);
            let share = Figure::of_games([finished, 0, turns - finished]);
            rows.push(Row::new(format!("depth {depth}, {}: turns searched in full", reading.name), share));
            rows
        }
    }
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

/// Whether three wins of three are something that happens at our share. They are too few to confirm anything.
fn three_of_three(what: String, ours: &Result) -> Row {
    let share = ours.share();
    let Figure::Share { ci95: [_, most], .. } = share else { unreachable!("games give a share") };
    let test = Evidence::against(most.powi(PRINTED_AT_3.0 as i32), Verdict::Consistent)
        .noting("three of three are too unlikely", "three games say little");
    Row::tested(what, printed_share(1.0, PRINTED_AT_3.0), share, test)
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
        let expected = [Verdict::Consistent, Verdict::Consistent, Verdict::Refuted];
        assert_eq!([95, 60, 20].map(|wins| verdict(wins, 100)), expected);
        assert_eq!([verdict(0, 2), verdict(2, 2)], [Verdict::Consistent; 2]);
    }

    #[test]
    fn a_quick_run_has_all_rows_and_a_budget() {
        let rows = quick_rows(&EXPERIMENT);
        assert_eq!(rows.len(), 2 * 13);
        let of_depth_3 = rows.iter().filter(|row| row.what.starts_with("depth 3 within 10,000 positions"));
        assert_eq!(of_depth_3.count(), 6);
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
