//! The Blokus thesis' Table 1: nodes of plain minimax from the empty board, and the depth that it gave up on.

use ludwerk_blokus::thesis::{Board, Listing, Player, alpha_beta, minimax};
use ludwerk_core::Seat;

use crate::stopwatch::Stopwatch;
use crate::{Experiment, Figure, Plan, Row, Verdict};

pub const EXPERIMENT: Experiment = Experiment {
    id: "blokus-table-1",
    source: "Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master's dissertation, \
             University of Leeds, 2017, Table 1",
    published: "the max nodes, min nodes and nodes of plain minimax from the empty board at depths 1 to 3, and the time",
    measures: "the dissertation's program as blokus-thesis has it counts its nodes, listing a placement once for each corner \
               that it touches; depth 4, which was given up after twelve hours, is searched as well",
    tolerance: "none: the nine counts must be equal; times are of different machines and not judged",
    rows,
};

/// Depth, then the printed max nodes, min nodes and their total, and the seconds.
const PRINTED: [(u32, [u64; 3], f64); 3] =
    [(1, [0, 58, 58], 0.029), (2, [3_364, 58, 3_422], 1.7), (3, [3_364, 577_622, 580_986], 1306.0)];

/// The thesis stopped this depth after twelve hours.
const GIVEN_UP: u32 = 4;

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    // The heuristic in the thesis' appendix, with pieces of all sizes. The counts do not depend on it; the value at
    // depth 4 does.
    let who = Player { big_first: false, ..Player::FINAL };
    let is_quick = plan.quick();
    let mut rows = Vec::new();
    let mut new = Vec::new();
    for (depth, printed, seconds_there) in PRINTED {
        let what = format!("depth {depth}");
        let ([max, min], seconds): ([u64; 2], f64) = plan.measure(&what, 0.1, move |_| {
            let begun = Stopwatch::start();
            let (_, nodes) = minimax(&Board::empty(), Seat::FIRST, who, depth, Listing::Twice);
            Some(([nodes.max, nodes.min], begun.seconds()))
        });
        rows.push(Row::exact(format!("max nodes, {what}"), printed[0], max));
        rows.push(Row::exact(format!("min nodes, {what}"), printed[1], min));
        rows.push(Row::exact(format!("nodes, {what}"), printed[2], max + min));
        let (there, here) = (Figure::Seconds(seconds_there), Figure::Seconds(seconds));
        new.push(Row::measured(format!("seconds of minimax, {what}"), there, here, Verdict::NotJudged));
        let what = format!("nodes without duplicate listings, {what}");
        let once = plan.measure(&what, 0.1, move |_| {
            Some(minimax(&Board::empty(), Seat::FIRST, who, depth, Listing::Once).1.total())
        });
        new.push(Row::new(what, Figure::Count(once)));
    }
    rows.extend(new);
    let mut deeper = |by: &'static str, seconds: f64, search: fn(Player) -> (i32, u64)| {
        let what = format!("{by}, depth {GIVEN_UP}");
        let (value, nodes, seconds): (i32, u64, f64) = plan.measure(&what, seconds, move |_| {
            let begun = Stopwatch::start();
            let (value, nodes) = search(who);
            Some((value, nodes, begun.seconds()))
        });
        rows.push(Row::new(format!("value by {what}"), Figure::Value(value.into())));
        rows.push(Row::new(format!("nodes of {what}"), Figure::Count(nodes)));
        rows.push(Row::new(format!("seconds of {what}"), Figure::Seconds(seconds)));
    };
    deeper("alpha-beta", 0.2, |who| alpha_beta(&Board::empty(), Seat::FIRST, who, GIVEN_UP));
    if !is_quick {
        deeper("plain minimax", 6.0, |who| {
            let (value, nodes) = minimax(&Board::empty(), Seat::FIRST, who, GIVEN_UP, Listing::Twice);
            (value, nodes.total())
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::run::quick_rows;

    #[test]
    fn every_printed_count_comes_out() {
        let rows = quick_rows(&EXPERIMENT);
        let exact: Vec<_> = rows.iter().filter(|row| row.kind == Kind::Exact).collect();
        assert_eq!(exact.len(), 9);
        assert!(exact.iter().all(|row| row.ok == Some(true)), "{exact:?}");
        let counted = |what: &str| rows.iter().find(|row| row.what == what).map(|row| row.ours);
        assert_eq!(counted("nodes without duplicate listings, depth 3"), Some(Figure::Count(567_704)));
    }
}
