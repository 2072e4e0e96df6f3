//! Speed of the rules of every registered game: `cargo bench --bench games`.
//!
//! The counts are asserted, so that a fast wrong generator is no success.

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ludwerk_core::{Game, Rng};
use ludwerk_registry::{AnyGame, GAMES};

fn main() {
    println!("bytes of a position:");
    for game in games() {
        println!("  {game:?}: {}", game.state_bytes());
    }
    divan::main();
}

fn games() -> Vec<AnyGame> {
    GAMES
        .iter()
        .flat_map(|entry| {
            let (fewest, most) = entry.info().seats;
            let variants = entry.info().variants.iter();
            let all =
                variants.flat_map(move |variant| (fewest..=most).map(move |players| (variant.name, players)));
            // Not every variant is for any number of players.
            all.filter_map(|(variant, players)| entry.configure(Some(variant), Some(players)).ok())
        })
        .collect()
}

/// The deepest perft of at most this many leaves is timed.
const MOST_LEAVES: u64 = 100_000_000;

fn count(game: &AnyGame, depth: u32) -> Vec<u64> {
    let start = game.start(&mut Rng::new(0));
    game.perft(&start, depth, &mut |_| ControlFlow::Continue(())).expect("nothing interrupts this")
}

/// Leaves per second from the start, as deep as is affordable.
#[divan::bench(args = games(), sample_count = 10, sample_size = 1)]
fn perft(bencher: Bencher, game: &AnyGame) {
    // One ply deeper multiplies by about as much as the ply before did.
    let mut depth = 2;
    let mut expected = count(game, depth);
    while let [.., before, last] = expected[..]
        && (1..=MOST_LEAVES).contains(&(last * (last / before.max(1) + 1)))
    {
        depth += 1;
        expected = count(game, depth);
    }
    let leaves = expected[depth as usize - 1];
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| assert_eq!(count(black_box(game), depth)[depth as usize - 1], leaves));
}

/// Random games per second, from the start to the end.
#[divan::bench(args = games(), sample_count = 20, sample_size = 1)]
fn playouts(bencher: Bencher, game: &AnyGame) {
    const GAMES_A_SAMPLE: u64 = 10_000;
    const MOST_PLIES: u32 = 10_000;
    let start = game.start(&mut Rng::new(0));
    bencher.counter(ItemsCount::new(GAMES_A_SAMPLE)).bench_local(|| {
        let mut rng = Rng::new(1);
        let n_plies: u64 =
            (0..GAMES_A_SAMPLE).map(|_| u64::from(game.random_playout(&start, MOST_PLIES, &mut rng))).sum();
        assert!(n_plies >= GAMES_A_SAMPLE);
        n_plies
    });
}

/// Lists of all legal moves per second, over the positions of random games.
#[divan::bench(args = games(), sample_count = 20, sample_size = 1)]
fn listings(bencher: Bencher, game: &AnyGame) {
    const GAMES_A_SAMPLE: usize = 50;
    const MOST_PLIES: u32 = 200;
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    for _ in 0..GAMES_A_SAMPLE {
        let mut state = game.start(&mut rng);
        for _ in 0..MOST_PLIES {
            let mut moves = Vec::new();
            game.legal_moves(&state, &mut moves);
            let Some(&mv) = rng.choose(&moves) else { break };
            positions.push((state.clone(), moves.len()));
            game.play_unchecked(&mut state, mv);
        }
    }
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (state, n_moves) in &positions {
            let mut moves = Vec::new();
            game.legal_moves(black_box(state), &mut moves);
            assert_eq!(moves.len(), *n_moves);
        }
    });
}
