//! What threads are worth to a search: `cargo bench -p ludwerk-registry --bench threads`, with a number behind `--` for
//! more threads than there are cores, or fewer.
//!
//! First positions a second of `mcts`, in short searches. Then the time on the wall of `alphabeta` and
//! `paranoid` to a given depth, where threads pay only as far as they divide the work instead of repeating it. All over the
//! same positions: balanced openings of Dobutsu Shogi, in other games those after some quick moves.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::{Control, Game, MovePolicy, Playthrough, Rng};
use ludwerk_registry::{AnyGame, game};

const DOBUTSU_OPENINGS: &str = include_str!("../../../games/dobutsu/data/openings.txt");

/// So many positions of each game.
const N_POSITIONS: usize = 8;

/// Where quick moves lead to.
const QUICK_PLIES: [(&str, usize); 2] = [("blokus", 6), ("chexers", 12)];

const SPEED: [(&str, &str); 3] =
    [("blokus", "mcts:time=300ms"), ("dobutsu", "mcts:time=300ms"), ("chexers", "mcts:time=300ms")];

const TO_DEPTH: [(&str, &str); 4] = [
    ("dobutsu", "champion:depth=20"),
    ("dobutsu", "champion:depth=24"),
    ("chexers", "paranoid:depth=8"),
    ("blokus", "alphabeta:depth=3"),
];

fn main() {
    let given = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let most: usize =
        given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let counts: Vec<usize> = (0..usize::BITS).map(|n| 1 << n).take_while(|&n| n <= most).collect();
    println!("{:<9} {:<20} {:>8} {:>16} {:>8}", "game", "agent", "threads", "positions/s", "ratio");
    table(&SPEED, &counts, |nodes, seconds| nodes as f64 / seconds, |one, more| more / one);
    println!("\n{:<9} {:<20} {:>8} {:>16} {:>8}", "game", "agent", "threads", "ms a search", "ratio");
    let ms_a_search = |_, seconds: f64| 1e3 * seconds / N_POSITIONS as f64;
    table(&TO_DEPTH, &counts, ms_a_search, |one, more| one / more);
}

/// A row for each search and number of threads, with how much better that is than one.
fn table(
    rows: &[(&str, &str)],
    counts: &[usize],
    figure: impl Fn(u64, f64) -> f64,
    ratio: impl Fn(f64, f64) -> f64,
) {
    for (id, spec) in rows {
        let game = game(id).and_then(|entry| entry.configure(None, None)).expect("a registered game");
        let positions = positions(&game);
        let mut one = None;
        for &threads in counts {
            let (mut nodes, mut seconds) = (0, 0.0);
            for play in &positions {
                let spec = format!("{spec},threads={threads}").parse().expect("a spec");
                let mut agent = game.agent(&spec, 1).expect("an agent that was not refused");
                let begun = Instant::now();
                let stop = AtomicBool::new(false);
                let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {}));
                nodes += decision.expect("an answer").report.nodes;
                seconds += begun.elapsed().as_secs_f64();
            }
            let figure = figure(nodes, seconds);
            let ratio = ratio(*one.get_or_insert(figure), figure);
            println!("{id:<9} {spec:<20} {threads:>8} {figure:>16.1} {ratio:>8.2}");
        }
    }
}

fn positions(game: &AnyGame) -> Vec<Playthrough<AnyGame>> {
    let plies = QUICK_PLIES.iter().find(|(id, _)| *id == game.info().id).map(|&(_, plies)| plies);
    let Some(plies) = plies else {
        let lines = DOBUTSU_OPENINGS.lines().filter(|line| !line.starts_with('#'));
        return lines.step_by(36).take(N_POSITIONS).map(|line| after(game, line)).collect();
    };
    (0..N_POSITIONS as u64).map(|seed| after_quick_moves(game, plies, seed)).collect()
}

fn after(game: &AnyGame, line: &str) -> Playthrough<AnyGame> {
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    for text in line.split_whitespace() {
        play.play_text(text).expect("a legal move");
    }
    play
}

fn after_quick_moves(game: &AnyGame, plies: usize, seed: u64) -> Playthrough<AnyGame> {
    let mut rng = Rng::new(seed);
    let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
    for _ in 0..plies {
        let moves = play.legal_moves();
        let mut state = play.state().clone();
        let quick = game.rollout_move(&mut state, &mut rng).or_else(|| rng.choose(&moves).copied());
        play.play(quick.expect("a game goes on for longer")).expect("a legal move");
    }
    play
}
