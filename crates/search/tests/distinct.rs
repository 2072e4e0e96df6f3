//! Moves that come to the same as another are not searched, and nothing is lost by that.

mod common;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::{Agent, Control, Game, Notation, Playthrough, Pruning, Report};
use ludwerk_search::{
    AlphaBeta, AlphaBetaOptions, BestReply, Expectimax, ExpectimaxOptions, Ismcts, IsmctsOptions, Limits,
    Maxn, MaxnOptions, Mcts, MctsOptions, Minimax, Paranoid, Pimc,
};
use ludwerk_testkit::toys::{Heaps, Nim, Taken};

const NIM: Nim = Nim::new([2, 2, 2, 1]);
const WEIGHTS: [f64; 1] = [1.0];

fn nim(position: &str) -> Heaps {
    NIM.parse_position(position).unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn searches(plies: u32) -> Vec<(&'static str, Box<dyn Agent<Nim>>)> {
    let (limits, weights) = (depth(plies), || WEIGHTS.to_vec());
    let exact = AlphaBetaOptions { exact: true, ..AlphaBetaOptions::default() };
    vec![
        ("alphabeta", Box::new(AlphaBeta::new(exact, limits, weights(), 1))),
        ("expectimax", Box::new(Expectimax::new(ExpectimaxOptions::default(), limits, weights(), 1))),
        ("maxn", Box::new(Maxn::new(MaxnOptions::default(), limits, weights(), 1))),
        ("paranoid", Box::new(Paranoid::new(exact, limits, weights(), 1))),
        ("brs", Box::new(BestReply::new(false, exact, limits, weights(), 1))),
        ("pimc", {
            let inner = AlphaBeta::new(exact, limits, weights(), 1);
            Box::new(Pimc::new(Box::new(inner), 1, None, 1))
        }),
    ]
}

fn monte_carlo() -> Vec<(&'static str, Box<dyn Agent<Nim>>)> {
    let limits = Limits { iterations: Some(3000), ..Limits::default() };
    let mcts = |options| Box::new(Mcts::new(options, limits, WEIGHTS.to_vec(), 1));
    let endgame = MctsOptions { endgame: 100_000, ..MctsOptions::default() };
    vec![
        ("mcts", mcts(MctsOptions::default())),
        ("mcts with its endgame", mcts(endgame)),
        ("ismcts", Box::new(Ismcts::new(IsmctsOptions::default(), limits, WEIGHTS.to_vec(), 1))),
    ]
}

/// What an agent says that is asked for the values of all moves.
fn ask_for_all(state: Heaps, agent: &mut dyn Agent<Nim>) -> Report<Taken> {
    let play = Playthrough::new(NIM, state);
    let n_moves = play.legal_moves().len();
    let stop = AtomicBool::new(false);
    play.ask(agent, &mut Control::new(&stop, &mut |_| {}).with_lines(n_moves)).unwrap().report
}

#[test]
fn values_are_those_of_minimax_over_all_moves() {
    for position in ["2,2,2,1 0", "3,3,1,1 0", "3,2,2,0 1", "1,1,1,1 0", "4,4,0,0 1"] {
        for plies in 1..=8 {
            let mut minimax = Minimax::new(depth(plies), WEIGHTS.to_vec(), 1);
            let (_, all) = ask(&NIM, &nim(position), &mut minimax);
            for (name, mut agent) in searches(plies) {
                let (_, report) = ask(&NIM, &nim(position), agent.as_mut());
                assert_eq!(report.value, all.value, "{name} at {position} to depth {plies}");
            }
        }
    }
}

#[test]
fn fewer_positions_are_entered() {
    let state = nim("2,2,2,2 0");
    let (_, all) = ask(&NIM, &state, &mut Minimax::new(depth(4), WEIGHTS.to_vec(), 1));
    let options = MaxnOptions { lazy: false, ..MaxnOptions::default() };
    let (_, distinct) = ask(&NIM, &state, &mut Maxn::new(options, depth(4), WEIGHTS.to_vec(), 1));
    assert!(distinct.nodes * 4 < all.nodes, "{} of {}", distinct.nodes, all.nodes);
}

#[test]
fn lines_are_of_distinct_moves_alone_and_one_of_them_is_played() {
    for position in ["2,2,2,1 0", "3,3,3,3 1", "0,0,2,2 0"] {
        let state = nim(position);
        let (mut distinct, mut legal) = (Vec::new(), Vec::new());
        NIM.distinct_moves(&state, &mut distinct);
        NIM.legal_moves(&state, &mut legal);
        assert!(distinct.len() < legal.len());
        for (name, mut agent) in searches(3).into_iter().chain(monte_carlo()) {
            let report = ask_for_all(state, agent.as_mut());
            let told: HashSet<_> = report.lines.iter().map(|line| line.mv).collect();
            assert!(distinct.contains(&report.pv[0]), "{name} at {position}");
            let is_proven = name.starts_with("mcts");
            assert!(
                told.len() == distinct.len() || is_proven && !told.is_empty(),
                "{name} at {position}: {told:?}"
            );
            assert!(told.iter().all(|mv| distinct.contains(mv)), "{name} at {position}: {told:?}");
        }
    }
}

#[test]
fn games_are_won_all_the_same() {
    // 2 xor 2 xor 2 xor 1 = 3: the first player wins by leaving 1 of a heap of 2.
    for (name, mut agent) in searches(8).into_iter().chain(monte_carlo()) {
        let (chosen, _) = ask(&NIM, &nim("2,2,2,1 0"), agent.as_mut());
        assert_eq!(chosen, Taken { heap: 0, stones: 1 }, "{name}");
    }
}
