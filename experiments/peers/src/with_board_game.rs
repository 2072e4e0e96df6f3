//! The library board-game with its own Connect Four.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hint::black_box;

use board_game::ai::mcts::mcts_build_tree;
use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{Board, Outcome};
use board_game::games::connect4::Connect4;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn after(columns: &str) -> Connect4 {
    let mut board = Connect4::default();
    for column in columns.bytes() {
        board.play(column - b'1').expect("a column that is open");
    }
    board
}

/// The same evaluation as with the others, and positions counted where they are judged, which is all of them.
#[derive(Debug, Default)]
struct Lead(Cell<u64>);

const WIN: i32 = 1_000_000;
/// The columns of that board have eight bits.
const CENTRE: u64 = 0x3f << 24;

impl Heuristic<Connect4> for Lead {
    type V = i32;

    #[inline]
    fn value(&self, board: &Connect4, depth: u32) -> i32 {
        self.0.set(self.0.get() + 1);
        match board.outcome() {
            Some(Outcome::WonBy(_)) => depth as i32 - WIN,
            Some(Outcome::Draw) => 0,
            None => {
                let (own, all) = board_game::board::BoardSymmetry::canonical_key(board);
                let count = |stones: u64| (stones & CENTRE).count_ones() as i32;
                count(own) - count(own ^ all)
            }
        }
    }

    #[inline]
    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// Alpha-beta to a depth; gives how many positions were entered.
pub fn alpha_beta(columns: &str, depth: u32) -> u64 {
    let lead = Lead::default();
    black_box(minimax_value(&after(columns), &lead, depth));
    lead.0.get()
}

/// UCT with random playouts and its solver; gives how many games were played before the root was proven.
pub fn mcts(columns: &str, simulations: u64, exploration: f64) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let tree = mcts_build_tree(&after(columns), simulations, exploration as f32, &mut rng);
    tree[0].visits as u64
}
