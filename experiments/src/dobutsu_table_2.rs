//! Nguyen's Table 2: how many nodes three versions of a search need from the start of Dobutsu Shogi.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Game as _, Playthrough, Report, Rng};
use ludwerk_registry::AnyMove;

use crate::stopwatch::Stopwatch;
use crate::thesis_dobutsu::{Version, search};
use crate::{Experiment, Figure, Plan, Row};

pub const EXPERIMENT: Experiment = Experiment {
    id: "dobutsu-table-2",
    source: "Nguyen Viet Hoang, Board game AI and minimax algorithm, bachelor's thesis, \
             South-Eastern Finland University of Applied Sciences, 2022, Table 2",
    published: "the nodes of minimax, alpha-beta, and alpha-beta with good move order, at depths 3, 5, 7 and 9",
    measures: "an imitation of the thesis' search, in its order of pieces and directions, counts its calls from the \
               start; our own alphabeta is asked the same question",
    tolerance: "none: the twelve counts must be equal",
    rows,
};

/// Depth, then the printed counts of the three versions.
const PRINTED: [(u32, [u64; 3]); 4] = [
    (3, [145, 95, 48]),
    (5, [9_243, 1_258, 601]),
    (7, [734_353, 23_484, 8_200]),
    (9, [62_520_789, 356_065, 84_720]),
];

const VERSIONS: [(Version, &str); 3] = [
    (Version::Minimax, "minimax"),
    (Version::AlphaBeta, "alpha-beta"),
    (Version::AlphaBetaOrdered, "alpha-beta with good move order"),
];

/// Beyond the table: what the best version needs where the thesis stopped.
const DEEPER: [u32; 2] = [11, 13];

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (depth, printed) in PRINTED {
        for ((version, name), published) in VERSIONS.into_iter().zip(printed) {
            let what = format!("nodes of {name}, depth {depth}");
            let nodes = plan.measure(&what, seconds(published), move |_| Some(search(version, depth).nodes));
            rows.push(Row::exact(what, published, nodes));
        }
    }
    for depth in DEEPER {
        let (version, name) = VERSIONS[2];
        let what = format!("nodes of {name}, depth {depth}");
        let nodes = plan.measure(&what, 0.5, move |_| Some(search(version, depth).nodes));
        rows.push(Row::new(what, Figure::Count(nodes)));
    }
    rows.extend(our_column(plan));
    rows
}

/// About what it takes to count so many nodes.
fn seconds(nodes: u64) -> f64 {
    nodes as f64 * 2e-8
}

/// The column that the thesis did not have: our alpha-beta with all that is on by default, on the same rules
/// and at the same depths, and how deep it looks in a second.
fn our_column(plan: &mut Plan<'_>) -> Vec<Row> {
    let depths = PRINTED.map(|(depth, _)| depth).into_iter().chain(DEEPER);
    let mut rows = Vec::new();
    for depth in depths {
        let what = format!("our alphabeta, depth {depth}");
        let (nodes, seconds): (u64, f64) = plan.measure(&what, 0.01, move |_| {
            let begun = Stopwatch::start();
            let report = ask(&format!("alphabeta:depth={depth}"))?;
            Some((report.nodes, begun.seconds()))
        });
        rows.push(Row::new(format!("nodes of {what}"), Figure::Count(nodes)));
        rows.push(Row::new(format!("seconds of {what}"), Figure::Seconds(seconds)));
    }
    let what = "depth of our alphabeta in one second";
    let depth = plan.measure(what, 1.0, |_| Some(ask("alphabeta:time=1s")?.depth));
    rows.push(Row::new(what, Figure::Count(u64::from(depth))));
    rows
}

/// What an agent says of the start.
fn ask(spec: &str) -> Option<Report<AnyMove>> {
    let game =
        ludwerk_registry::game("dobutsu").and_then(|entry| entry.configure(Some("thesis"), None)).ok()?;
    let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    let mut agent = game.agent(&spec.parse().ok()?, 1).ok()?;
    let stop = AtomicBool::new(false);
    let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).ok()?;
    Some(decision.report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::quick_rows;

    #[test]
    fn every_printed_count_comes_out() {
        let rows = quick_rows(&EXPERIMENT);
        let (printed, new) = rows.split_at(12);
        assert!(printed.iter().all(|row| row.ok == Some(true)), "{printed:?}");
        assert!(new.iter().all(|row| row.ok.is_none()) && new.len() == 2 + 12 + 1, "{new:?}");
    }
}
