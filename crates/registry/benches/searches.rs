//! Speed of the searches on every registered game: `cargo bench --bench searches`.
//!
//! Positions a second, on one thread and on two, from the start and for a second each; then the games that `mcts`
//! plays a second, from the start and from later on. The median of three runs, all in one process, so that
//! ratios between rows mean something on a noisy machine.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::{Control, Game, MoveHints, Playthrough, Rng};
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
    println!("\n{:<12} {:<12} {:>8} {:>16}", "game", "variant", "from ply", "games a second");
    for entry in GAMES {
        for variant in entry.info().variants {
            let Ok(game) = entry.configure(Some(variant.name), None) else { continue };
            if agent("mcts").is_ok_and(|mcts| game.refusal(mcts).is_some()) {
                continue;
            }
            for ply in [0, 12] {
                let mut speeds: Vec<_> = (0..RUNS).map(|seed| games_a_second(&game, ply, seed)).collect();
                speeds.sort_by(f64::total_cmp);
                let median = speeds[speeds.len() / 2];
                println!("{:<12} {:<12} {ply:>8} {median:>16.0}", game.info().id, variant.name);
            }
        }
    }
}

/// How many games `mcts` plays a second from the position after some moves. What it solves at once does not count.
fn games_a_second(game: &AnyGame, ply: usize, seed: u64) -> f64 {
    const ROUNDS: u64 = 20_000;
    let mut rng = Rng::new(seed);
    let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
    while play.moves().len() < ply {
        let mut state = play.state().clone();
        let moves = play.legal_moves();
        let quick = game.quick_move(&mut state, &mut rng).or_else(|| rng.choose(&moves).copied());
        let Some(mv) = quick.filter(|_| play.to_move().is_some()) else { break };
        play.play(mv).expect("a legal move");
    }
    if play.to_move().is_none() {
        // This game was too short; another one is not.
        return games_a_second(game, ply, seed + RUNS);
    }
    let spec = format!("mcts:iterations={ROUNDS},solver=off");
    let mut agent = game.agent(&spec.parse().expect("a spec"), seed).expect("an agent that was not refused");
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).expect("an answer");
    ROUNDS as f64 / begun.elapsed().as_secs_f64()
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
