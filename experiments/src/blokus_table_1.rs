//! The Blokus thesis' Table 1: nodes of plain minimax from the empty board, and the depth that it gave up on.

use std::time::Instant;

use crate::thesis_blokus::{Board, Heuristic, Listing, Player, alpha_beta, minimax};
use crate::{Experiment, Figure, Row, Run};

pub const EXPERIMENT: Experiment = Experiment {
    id: "blokus-table-1",
    source: "Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master's dissertation, \
             University of Leeds, 2017, Table 1",
    run,
};

/// Depth, then the printed max nodes, min nodes and their total.
const PRINTED: [(u32, [u64; 3]); 3] =
    [(1, [0, 58, 58]), (2, [3_364, 58, 3_422]), (3, [3_364, 577_622, 580_986])];

/// The heuristic in the thesis' appendix. The counts do not depend on it; the value at depth 4 does.
const FINAL: Heuristic = Heuristic { own_corners: 2, opponent_corners: -1, own_tiles: 0, opponent_tiles: 0 };

/// The thesis stopped this depth after twelve hours.
const GIVEN_UP: u32 = 4;

fn run(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let who = Player { heuristic: FINAL, big_first: false };
    let start = Board::empty();
    let mut rows = Vec::new();
    let mut new = Vec::new();
    for (depth, printed) in PRINTED {
        let what = format!("depth {depth}");
        (run.progress)(f64::from(depth) / 10.0, &what).is_continue().then_some(())?;
        let begun = Instant::now();
        let (_, nodes) = minimax(&start, 0, who, depth, Listing::Twice);
        let seconds = begun.elapsed().as_secs_f64();
        for (name, published, ours) in [
            ("max nodes", printed[0], nodes.max),
            ("min nodes", printed[1], nodes.min),
            ("nodes", printed[2], nodes.total()),
        ] {
            rows.push(Row::exact(format!("{name}, {what}"), published, ours));
        }
        let (_, once) = minimax(&start, 0, who, depth, Listing::Once);
        new.push(Row::new(format!("nodes without duplicate listings, {what}"), Figure::Count(once.total())));
        new.push(Row::new(format!("seconds of minimax, {what}"), Figure::Seconds(seconds)));
    }
    rows.extend(new);
    let what = format!("depth {GIVEN_UP}");
    (run.progress)(0.4, &what).is_continue().then_some(())?;
    let begun = Instant::now();
    let (value, nodes) = alpha_beta(&start, 0, who, GIVEN_UP);
    let seconds = begun.elapsed().as_secs_f64();
    rows.push(Row::new(format!("value by alpha-beta, {what}"), Figure::Value(value.into())));
    rows.push(Row::new(format!("nodes of alpha-beta, {what}"), Figure::Count(nodes)));
    rows.push(Row::new(format!("seconds of alpha-beta, {what}"), Figure::Seconds(seconds)));
    if !run.quick {
        let what = format!("plain minimax, {what}");
        (run.progress)(0.5, &what).is_continue().then_some(())?;
        let begun = Instant::now();
        let (full_value, nodes) = minimax(&start, 0, who, GIVEN_UP, Listing::Twice);
        let seconds = begun.elapsed().as_secs_f64();
        rows.push(Row::new(format!("value by {what}"), Figure::Value(full_value.into())));
        rows.push(Row::new(format!("nodes of {what}"), Figure::Count(nodes.total())));
        rows.push(Row::new(format!("seconds of {what}"), Figure::Seconds(seconds)));
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::Kind;

    #[test]
    fn every_printed_count_comes_out() {
        let mut run = Run { quick: true, progress: &mut |_, _| ControlFlow::Continue(()) };
        let rows = EXPERIMENT.run(&mut run).unwrap().rows;
        let exact: Vec<_> = rows.iter().filter(|row| row.kind == Kind::Exact).collect();
        assert_eq!(exact.len(), 9);
        assert!(exact.iter().all(|row| row.ok == Some(true)), "{exact:?}");
        let counted = |what: &str| rows.iter().find(|row| row.what == what).map(|row| row.ours);
        assert_eq!(counted("nodes without duplicate listings, depth 3"), Some(Figure::Count(567_704)));
    }
}
