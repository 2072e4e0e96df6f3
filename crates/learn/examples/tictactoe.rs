//! Q-learning of tic-tac-toe by play against itself, beside the exact values: the table of the guide.
//!
//! `cargo run --release -p ludwerk-learn --example tictactoe`

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Game as _, Keyed as _, Rng, Turn};
use ludwerk_learn::q::Rule;
use ludwerk_learn::q::closed::{ClosedSet, Sweeper};
use ludwerk_learn::q::exact::ExactValues;
use ludwerk_learn::q::practice::{Environment, Practice};
use ludwerk_learn::q::table::Table;
use ludwerk_testkit::toys::TicTacToe;

const ROOM: usize = 64 << 20;

fn main() {
    let game = TicTacToe;
    let rule = Rule { gamma: 0.9, ..Rule::default() };
    let start = game.start(&mut Rng::new(0));
    let set = ClosedSet::new(&game, &[start], ROOM).expect("a small game");
    let exact = ExactValues::new(&set).expect("a contest of two without luck");

    println!("sweeps  greatest change  greatest error  mean error  wrong moves");
    let mut learnt = Sweeper::new(&set, rule);
    loop {
        let change = learnt.sweep(1);
        let distance = exact.distance(&learnt, rule.gamma);
        println!(
            "{:6}  {change:15.4}  {:14.4}  {:10.4}  {:11}",
            learnt.n_sweeps(),
            distance.greatest,
            distance.mean,
            distance.wrong
        );
        if change == 0.0 {
            break;
        }
    }

    println!("\n games  positions  greatest error  mean error  wrong values");
    let practice = Practice { epsilon: (1.0, 0.1), opening_plies: 8, most_plies: 9, batch: 10, seed: 1 };
    let environment = Environment { game: &game, practice, starts: &[], n_threads: NonZeroUsize::MIN };
    let mut table = Table::new(&game, rule, ROOM);
    let all = 128_000;
    let mut shown = 1000;
    let positions = positions();
    for first in (0..all).step_by(practice.batch) {
        let done = first as f64 / all as f64;
        environment
            .practise(&mut table, first..first + practice.batch, done, &AtomicBool::new(false))
            .expect("there is room, and nobody stops it");
        if first + practice.batch == shown {
            let errors: Vec<f64> = positions
                .iter()
                .map(|state| {
                    let Turn::Player(seat) = game.turn(state) else { unreachable!("the game goes on") };
                    let key = game.key(state);
                    let number = set.number(key).expect("all positions are listed");
                    (table.worth(key, seat, seat) - exact.value(number).value(rule.gamma)).abs()
                })
                .collect();
            let greatest = errors.iter().copied().fold(0.0, f64::max);
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let wrong = errors.iter().filter(|&&error| error > 1e-12).count();
            println!("{shown:6}  {:9}  {greatest:14.4}  {mean:10.4}  {wrong:12}", table.n_positions());
            shown *= 2;
        }
    }
}

/// All positions in which somebody is to move.
fn positions() -> Vec<ludwerk_testkit::toys::Board> {
    let mut found = vec![TicTacToe.start(&mut Rng::new(0))];
    let mut n = 0;
    while let Some(state) = found.get(n).copied() {
        let mut moves = Vec::new();
        TicTacToe.legal_moves(&state, &mut moves);
        for mv in moves {
            let next = TicTacToe.play(&state, mv).expect("the move is legal");
            if TicTacToe.outcome(&next).is_none() && !found.contains(&next) {
                found.push(next);
            }
        }
        n += 1;
    }
    found
}
