//! Speed of the searches on every registered game: `cargo bench --bench searches`, or of some: `… -- chexers`.
//!
//! Positions a second, on one thread and on two, from the start and for a second each; then the games that `mcts`
//! plays a second, from the start and from later on. The median of three runs, all in one process, so that
//! ratios between rows mean something on a noisy machine. Last the time of searches to a given depth, which publications
//! tell of: the median and the best of many runs, each by an agent that knows nothing yet, and the speed of the best, which
//! nothing else on the machine has disturbed.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{Control, Game, MovePolicy, Notation, Playthrough, Rng};
use ludwerk_registry::{AnyGame, GAMES, GameEntry, agent};

const RUNS: u64 = 3;

/// A search to a given depth or number of rounds: the game, where it begins, the position if that is not the start, and the agent.
type ToDepth = (&'static str, &'static str, Option<&'static str>, &'static str);

/// After 24 plies of a game of the published agent, repaired.
const CHEXERS_MIDDLE: Option<&str> = Some(".......r....rrbr..b....gg.bbgg....... red 0,0,0");

const TO_DEPTH: &[ToDepth] = &[
    ("chexers", "start", None, "maxn:depth=3,weights=report"),
    ("chexers", "middle", CHEXERS_MIDDLE, "maxn:depth=3,weights=report"),
    ("chexers", "middle", CHEXERS_MIDDLE, "maxn:depth=3,weights=report,others=report-rivals"),
    ("chexers", "middle", CHEXERS_MIDDLE, "maxn:depth=5,weights=report"),
    ("chexers", "start", None, "paranoid:depth=7,weights=report"),
    ("chexers", "start", None, "paranoid:depth=7"),
    ("chexers", "middle", CHEXERS_MIDDLE, "paranoid:depth=7"),
    ("chexers", "start", None, "brs:depth=6,weights=report"),
    ("chexers", "start", None, "brs:depth=6"),
    ("chexers", "middle", CHEXERS_MIDDLE, "brs:depth=6"),
    ("samurai", "start", None, "peek:inner=(alphabeta:depth=1)"),
    ("samurai", "start", None, "samurai-a4-strong:depth=3"),
    ("samurai", "start", None, "ismcts:iterations=1000"),
];

/// The games whose names contain one of the words that were given, or all of them.
fn games() -> impl Iterator<Item = &'static GameEntry> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    GAMES.iter().filter(move |entry| {
        words.is_empty() || words.iter().any(|word| entry.info().id.contains(word.as_str()))
    })
}

fn main() {
    println!("{:<12} {:<12} {:>8} {:>16} {:>8}", "game", "agent", "threads", "nodes a second", "depth");
    for entry in games() {
        let Ok(game) = entry.configure(None, None) else { continue };
        for name in ["alphabeta", "paranoid", "mcts", "ismcts"] {
            let Ok(info) = agent(name) else { continue };
            let is_second_best =
                name == "paranoid" && game.n_seats() == 2 || name == "ismcts" && !game.info().is_hidden();
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
    for entry in games() {
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
    println!(
        "\n{:<12} {:<8} {:<50} {:>10} {:>10} {:>10} {:>16}",
        "game", "from", "agent", "nodes", "median ms", "best ms", "nodes a second"
    );
    for entry in games() {
        for (_, place, position, spec) in TO_DEPTH.iter().filter(|(id, ..)| *id == entry.info().id) {
            let Ok(game) = entry.configure(None, None) else { continue };
            let (nodes, median, best) = to_depth(&game, *position, spec);
            println!(
                "{:<12} {place:<8} {spec:<50} {nodes:>10} {:>10.3} {:>10.3} {:>16.0}",
                game.info().id,
                median * 1e3,
                best * 1e3,
                nodes as f64 / best
            );
        }
    }
}

/// The nodes of a search, and the median and the least of the seconds that it takes.
fn to_depth(game: &AnyGame, position: Option<&str>, spec: &str) -> (u64, f64, f64) {
    const AT_LEAST: usize = 9;
    const FOR: Duration = Duration::from_secs(1);
    let start = match position {
        Some(text) => game.parse_position(text).expect("a position of this game"),
        None => game.start(&mut Rng::new(0)),
    };
    let play = Playthrough::new(game.clone(), start);
    let spec = spec.parse().expect("a spec");
    let stop = AtomicBool::new(false);
    let (mut all_nodes, mut seconds) = (None, Vec::new());
    let begun = Instant::now();
    while seconds.len() < AT_LEAST || begun.elapsed() < FOR {
        let mut agent = game.agent(&spec, 1).expect("an agent that was not refused");
        let asked = Instant::now();
        let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).expect("an answer");
        seconds.push(asked.elapsed().as_secs_f64());
        let nodes = decision.report.nodes;
        assert_eq!(*all_nodes.get_or_insert(nodes), nodes, "a depth bounds the search alone");
    }
    seconds.sort_by(f64::total_cmp);
    (all_nodes.unwrap_or_default(), seconds[seconds.len() / 2], seconds[0])
}

/// How many games `mcts` plays a second from the position after some moves. What it solves at once does not count.
fn games_a_second(game: &AnyGame, ply: usize, seed: u64) -> f64 {
    const ROUNDS: u64 = 20_000;
    let mut rng = Rng::new(seed);
    let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
    while play.moves().len() < ply {
        let mut state = play.state().clone();
        let moves = play.legal_moves();
        let quick = game.rollout_move(&mut state, &mut rng).or_else(|| rng.choose(&moves).copied());
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
