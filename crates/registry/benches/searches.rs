//! Speed of the searches on every registered game: `cargo bench --bench searches`.
//!
//! Positions a second, on one thread and on two, from the start and for a second each: the median of three
//! runs, all in one process, so that ratios between rows mean something on a noisy machine.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::{Control, Game, Playthrough, Rng};
use ludwerk_registry::{AnyGame, GAMES, agent};

const RUNS: u64 = 3;

fn main() {
    println!("{:<12} {:<12} {:>8} {:>16} {:>8}", "game", "agent", "threads", "nodes a second", "depth");
    for entry in GAMES {
        let Ok(game) = entry.configure(None, None) else { continue };
        for name in ["alphabeta", "paranoid", "mcts", "ismcts"] {
            let Ok(info) = agent(name) else { continue };
            let is_second_best =
                name == "paranoid" && game.n_seats() == 2 || name == "ismcts" && !game.info().hidden;
            if is_second_best || game.refusal(info).is_some() {
                continue;
            }
            let takes_threads = info.options.iter().any(|option| option.name == "threads");
            for threads in if takes_threads { 1..=2 } else { 1..=1 } {
                let option = if takes_threads { format!(",threads={threads}") } else { String::new() };
                let (speed, depth) = median(&game, &format!("{name}:time=1s{option}"));
                println!("{:<12} {name:<12} {threads:>8} {speed:>16.0} {depth:>8}", game.info().id);
            }
        }
    }
}

/// The median of the nodes a second, and the depth that was reached then.
fn median(game: &AnyGame, spec: &str) -> (f64, u32) {
    let mut runs: Vec<_> = (0..RUNS).map(|seed| run(game, spec, seed)).collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    runs[runs.len() / 2]
}

fn run(game: &AnyGame, spec: &str, seed: u64) -> (f64, u32) {
    let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(seed)));
    let mut agent = game.agent(&spec.parse().expect("a spec"), seed).expect("an agent that was not refused");
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let report = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).expect("an answer").report;
    assert!(report.nodes > 0);
    (report.nodes as f64 / begun.elapsed().as_secs_f64(), report.depth)
}
