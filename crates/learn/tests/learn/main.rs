//! What tuning promises, tried on real games and on toys.

mod grid;
mod methods;
mod proof;
mod q;
mod report;
mod run;
mod space;
mod td;
mod trial;
mod tuning;

use std::num::NonZeroUsize;

use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_testkit::toys::TicTacToe;

/// A game of the registry as it is by default.
fn game(id: &str) -> AnyGame {
    ludwerk_registry::game(id).unwrap().configure(None, None).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn tictactoe() -> AnyGame {
    AnyGame::new(TicTacToe)
}

fn trial(game: AnyGame, n_threads: usize) -> Trial {
    let n_threads = NonZeroUsize::new(n_threads).unwrap();
    Trial { game, opening_plies: 2, most_plies: 200, n_threads }
}
