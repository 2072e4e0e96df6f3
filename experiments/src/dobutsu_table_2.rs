//! Nguyen's Table 2: how many nodes three versions of a search need from the start of Dobutsu Shogi.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::{Control, Game as _, Playthrough, Report, Rng};
use ludwerk_registry::{AnyGame, AnyMove};

use crate::thesis_dobutsu::{Version, search};
use crate::{Experiment, Figure, Row, Run};

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
        rows.push(Row::new(format!("nodes of {what}"), Figure::Count(search(version, depth).nodes)));
    }
    rows.extend(our_column(run)?);
    Some(rows)
}

/// The column that the thesis did not have: our alpha-beta with all that is on by default, on the same rules
/// and at the same depths, and how deep it looks in a second.
fn our_column(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let game =
        ludwerk_registry::game("dobutsu").and_then(|entry| entry.configure(Some("thesis"), None)).ok()?;
    let depths = PRINTED.map(|(depth, _)| depth).into_iter().chain(DEEPER);
    let mut rows = Vec::new();
    for depth in depths.filter(|&depth| depth <= 7 || !run.quick) {
        let what = format!("our alphabeta, depth {depth}");
        (run.progress)(0.95, &what).is_continue().then_some(())?;
        let begun = Instant::now();
        let report = ask(&game, &format!("alphabeta:depth={depth}"));
        let seconds = begun.elapsed().as_secs_f64();
        rows.push(Row::new(format!("nodes of {what}"), Figure::Count(report.nodes)));
        rows.push(Row::new(format!("seconds of {what}"), Figure::Seconds(seconds)));
    }
    if !run.quick {
        let what = "depth of our alphabeta in one second".to_owned();
        (run.progress)(0.97, &what).is_continue().then_some(())?;
        rows.push(Row::new(what, Figure::Count(u64::from(ask(&game, "alphabeta:time=1s").depth))));
    }
    Some(rows)
}

/// What an agent says of the start.
fn ask(game: &AnyGame, spec: &str) -> Report<AnyMove> {
    let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    let spec = spec.parse().unwrap_or_else(|error| unreachable!("{spec} is a spec: {error}"));
    let mut agent =
        game.agent(&spec, 1).unwrap_or_else(|error| unreachable!("alphabeta plays this: {error}"));
    let stop = AtomicBool::new(false);
    let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {}));
    decision.map(|decision| decision.report).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn the_quick_rows_are_reproduced() {
        let mut run = Run { quick: true, progress: &mut |_, _| ControlFlow::Continue(()) };
        let reproduction = EXPERIMENT.run(&mut run).unwrap();
        let (printed, new) = reproduction.rows.split_at(9);
        assert!(printed.iter().all(|row| row.ok == Some(true)), "{printed:?}");
        assert!(new.iter().all(|row| row.ok.is_none()) && new.len() == 6, "{new:?}");
    }

    #[test]
    fn a_run_can_be_broken_off() {
        let mut run = Run { quick: false, progress: &mut |_, _| ControlFlow::Break(()) };
        assert_eq!(EXPERIMENT.run(&mut run), None);
    }
}
