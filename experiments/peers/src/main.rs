//! How many instructions plain searches take, beside those of other Rust libraries, on the same Connect Four.
//!
//! `ludwerk-peers SEARCH LIBRARY` runs one search on twelve positions and prints how many positions it entered;
//! `ludwerk-peers table` runs all of them under callgrind, and prints the table of the README.

mod board;
mod ours;
mod table;
mod with_board_game;
mod with_minimax;

use std::process::ExitCode;

use board::Board;

/// Openings that no solver settles in so few simulations: the columns of their stones, counted from 1.
const POSITIONS: [&str; 12] =
    ["", "4", "44", "43", "4453", "2734", "4444", "12345671", "44444", "3563654271", "1726", "4442263351"];

/// How far plain alpha-beta looks.
const DEPTH: u32 = 9;
/// How many games each Monte Carlo search plays.
const SIMULATIONS: u64 = 10_000;
/// What minimax explores with, on our scale: it takes √(2·log₂ N / n) where we take c·√(ln N / n).
const EXPLORATION: f64 = 1.698_643_6;

/// Who searches, and how.
const CASES: [(&str, &str); 7] = [
    ("alphabeta", "ludwerk"),
    ("alphabeta", "minimax"),
    ("alphabeta", "board-game"),
    ("mcts", "ludwerk"),
    ("mcts", "minimax"),
    ("mcts", "board-game"),
    // The others cannot do without their solver.
    ("mcts", "ludwerk-with-solver"),
];

/// Runs a search on all positions; gives how many positions it entered, or how many games it played.
fn run(search: &str, library: &str) -> Option<u64> {
    let mut n_counted = 0;
    for columns in POSITIONS {
        let board = Board::after(columns);
        n_counted += match (search, library) {
            ("alphabeta", "ludwerk") => ours::alpha_beta(board, DEPTH),
            ("alphabeta", "minimax") => with_minimax::alpha_beta(board, DEPTH),
            ("alphabeta", "board-game") => with_board_game::alpha_beta(columns, DEPTH),
            ("mcts", "ludwerk") => ours::mcts(board, SIMULATIONS, EXPLORATION, false),
            ("mcts", "ludwerk-with-solver") => ours::mcts(board, SIMULATIONS, EXPLORATION, true),
            ("mcts", "minimax") => with_minimax::mcts(board, SIMULATIONS),
            ("mcts", "board-game") => with_board_game::mcts(columns, SIMULATIONS, EXPLORATION),
            _ => return None,
        };
    }
    Some(n_counted)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let n_counted = match arguments[..] {
        ["table"] => return table::print(),
        [search, library] => run(search, library),
        _ => None,
    };
    if let Some(n_counted) = n_counted {
        println!("{n_counted}");
        return ExitCode::SUCCESS;
    }
    eprintln!("usage: ludwerk-peers table | SEARCH LIBRARY, which are:");
    CASES.iter().for_each(|(search, library)| eprintln!("  {search} {library}"));
    ExitCode::FAILURE
}
