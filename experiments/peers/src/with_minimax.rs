//! Connect Four for the library minimax, on the same board.

use std::hint::black_box;

use minimax::{Evaluation, Evaluator, Game, MCTSOptions, MonteCarloTreeSearch, Negamax, Strategy, Winner};

use crate::board::{Board, Status, n_entered};

struct Connect4;

impl Game for Connect4 {
    type S = Board;
    type M = u8;

    #[inline(always)]
    fn generate_moves(state: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            state.for_each_open(|column| moves.push(column));
        }
        winner
    }

    #[inline]
    fn apply(state: &mut Board, column: u8) -> Option<Board> {
        let mut next = *state;
        next.play(column);
        Some(next)
    }

    #[inline]
    fn get_winner(state: &Board) -> Option<Winner> {
        match state.status {
            Status::Open => None,
            Status::Won => Some(Winner::PlayerJustMoved),
            Status::Full => Some(Winner::Draw),
        }
    }
}

struct Lead;

impl Evaluator for Lead {
    type G = Connect4;

    #[inline]
    fn evaluate(&self, state: &Board) -> Evaluation {
        state.lead() as Evaluation
    }
}

/// Alpha-beta to a depth; gives how many positions were entered.
pub fn alpha_beta(board: Board, depth: u32) -> u64 {
    let before = n_entered();
    black_box(Negamax::new(Lead, depth as u8).choose_move(&board));
    n_entered() - before
}

/// UCT with random playouts and its solver, which never ends it early; how far it explores is fixed there.
pub fn mcts(board: Board, simulations: u64) -> u64 {
    let mut search = MonteCarloTreeSearch::<Connect4>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(simulations as u32);
    black_box(search.choose_move(&board));
    simulations
}
