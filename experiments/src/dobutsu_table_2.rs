//! Nguyen's Table 2: how many nodes three versions of a search need from the start of Dobutsu Shogi.

use crate::thesis_dobutsu::{Version, search};
use crate::{Experiment, Row, Run};

pub const EXPERIMENT: Experiment = Experiment {
    id: "dobutsu-table-2",
    source: "Nguyen Viet Hoang, Board game AI and minimax algorithm, bachelor's thesis, \
             South-Eastern Finland University of Applied Sciences, 2022, Table 2",
    run,
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

fn run(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let deepest_printed = if run.quick { 7 } else { 9 };
    let mut rows = Vec::new();
    for (depth, printed) in PRINTED.into_iter().filter(|&(depth, _)| depth <= deepest_printed) {
        for ((version, name), published) in VERSIONS.into_iter().zip(printed) {
            let what = format!("{name}, depth {depth}");
            (run.progress)(f64::from(depth) / 14.0, &what).is_continue().then_some(())?;
            rows.push(Row::exact(format!("nodes of {what}"), published, search(version, depth).nodes));
        }
    }
    for depth in DEEPER.into_iter().filter(|_| !run.quick) {
        let (version, name) = VERSIONS[2];
        let what = format!("{name}, depth {depth}");
        (run.progress)(f64::from(depth) / 14.0, &what).is_continue().then_some(())?;
        rows.push(Row::new(format!("nodes of {what}"), search(version, depth).nodes));
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn the_quick_rows_are_reproduced() {
        let mut run = Run { quick: true, progress: &mut |_, _| ControlFlow::Continue(()) };
        let reproduction = EXPERIMENT.run(&mut run).unwrap();
        assert_eq!(reproduction.rows.len(), 9);
        assert!(reproduction.rows.iter().all(|row| row.ok == Some(true)), "{:?}", reproduction.rows);
    }

    #[test]
    fn a_run_can_be_broken_off() {
        let mut run = Run { quick: false, progress: &mut |_, _| ControlFlow::Break(()) };
        assert_eq!(EXPERIMENT.run(&mut run), None);
    }
}
