//! Expectimax that looks at some moves and at some luck alone: exact where nothing is left out, sound where something is.

mod common;

use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::value::Unit;
use ludwerk_core::{Agent, Control, Evaluate, Game, Playthrough, Rng, Turn};
use ludwerk_search::{Draws, Expectimax, ExpectimaxOptions, Limits, Open, Pimc, score};
use ludwerk_testkit::oracle::backward_induction;
use ludwerk_testkit::toys::{Gamble, Nim, TicTacToe, Tree};

/// More than any position has.
const ALL: Option<usize> = Some(1_000_000);

const PLAIN: ExpectimaxOptions = ExpectimaxOptions {
    alphabeta: false,
    star1: false,
    star2: false,
    ordering: false,
    turns: false,
    candidates: None,
    replies: None,
    samples: None,
    scale: None,
};

fn value(tree: &Tree, options: ExpectimaxOptions, depth: u32) -> (f64, u64) {
    let mut agent = Expectimax::new(options, Limits::of_depth(depth), Vec::new(), 7);
    let (_, report) = ask(tree, &0, &mut agent);
    (report.value.unwrap().number(), report.nodes)
}

/// Trees in which a player may move twice in a row, and luck, too.
fn trees(n: usize) -> impl Iterator<Item = (Tree, u32)> {
    let mut rng = Rng::new(12);
    (0..n).map(move |_| (Tree::random(&mut rng, 2, 6, true), 1 + rng.below(6) as u32))
}

#[test]
fn where_nothing_is_left_out_the_value_is_the_exact_one() {
    for (tree, depth) in trees(500) {
        for turns in [false, true] {
            let plain = ExpectimaxOptions { turns, ..PLAIN };
            let all = ExpectimaxOptions { candidates: ALL, replies: ALL, ..plain };
            assert_eq!(
                value(&tree, all, depth).0,
                value(&tree, plain, depth).0,
                "turns {turns}, depth {depth}"
            );
            // To the end, since at the horizon luck is drawn once.
            let drawn = ExpectimaxOptions { samples: ALL, ..all };
            assert_eq!(value(&tree, drawn, 9).0, value(&tree, plain, 9).0, "turns {turns}");
        }
    }
}

#[test]
fn prunings_change_no_value_of_what_is_kept() {
    let mut nodes = [0, 0];
    for (n, (tree, depth)) in trees(1500).enumerate() {
        let kept = ExpectimaxOptions {
            turns: n % 2 == 0,
            candidates: Some(1 + n % 3),
            replies: (n % 5 > 0).then_some(1 + n % 2),
            samples: Some(1 + n % 4),
            ..PLAIN
        };
        let (whole, n_whole) = value(&tree, kept, depth);
        for star2 in [false, true] {
            let pruned = ExpectimaxOptions { alphabeta: true, star1: true, star2, ..kept };
            let (value, n_pruned) = value(&tree, pruned, depth);
            assert_eq!(value, whole, "{pruned:?}, depth {depth}");
            // In trees as narrow as these Star2 finds less than it costs.
            nodes[1] += if star2 { 0 } else { n_pruned };
        }
        nodes[0] += n_whole;
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

/// The mean over seeds of a drawn chance ply is that of all outcomes.
#[test]
fn what_is_drawn_is_right_on_average() {
    let tree = Tree::parse("0(?(5 [0.8 0.2] 3 [0.4 0.6] 2 [0.1 0.9]) [0 1])").unwrap();
    let value = |samples: Option<usize>, seed: u64| {
        let options = ExpectimaxOptions { samples, ..ExpectimaxOptions::default() };
        ask(&tree, &0, &mut Expectimax::new(options, Limits::of_depth(3), Vec::new(), seed))
            .1
            .value
            .unwrap()
            .number()
    };
    let exact = value(None, 0);
    for samples in 1..=2 {
        let mean = (0..4000).map(|seed| value(Some(samples), seed)).sum::<f64>() / 4000.0;
        assert!((mean - exact).abs() < 0.03 * score::WIN, "{samples}: {mean} {exact}");
    }
    assert_eq!(value(Some(3), 5), exact, "no more outcomes than are drawn");
}

#[test]
fn shares_of_the_win_are_compared_where_a_scale_is_given() {
    let weights = TicTacToe.default_weights();
    let start = TicTacToe.start(&mut Rng::new(0));
    let options = ExpectimaxOptions { scale: Some(2.0), ..ExpectimaxOptions::default() };
    let (_, report) = ask(&TicTacToe, &start, &mut Expectimax::new(options, Limits::of_depth(1), weights, 0));
    assert_eq!(report.value.unwrap().unit(), Unit::WinProbability);
    // The best evaluation after one ply is a draw's share or more, and short of a win.
    let best = report.value.unwrap().number();
    assert!((0.0..0.98 * score::WIN).contains(&best) && best > 1000.0, "{best}");
}

#[test]
fn the_same_seed_gives_the_same_answer_and_budgets_are_kept() {
    let game = Open::with_draws(Gamble);
    let state = ludwerk_core::Observe::undrawn(&Gamble, &Gamble.start(&mut Rng::new(3)));
    for nodes in [1, 2, 3, 5, 8, 20, 100] {
        let options =
            ExpectimaxOptions { candidates: Some(2), samples: Some(2), ..ExpectimaxOptions::default() };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let decide = || ask(&game, &state, &mut Expectimax::new(options, limits, Vec::new(), 4));
        let (chosen, report) = decide();
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
        assert_eq!(decide(), (chosen, report));
    }
}

#[test]
fn a_search_that_is_told_to_stop_answers_at_once() {
    let nim = Nim::new([9, 9, 9, 9]);
    let play = Playthrough::new(nim, nim.start(&mut Rng::new(0)));
    let options = ExpectimaxOptions { candidates: Some(30), ..ExpectimaxOptions::default() };
    let mut agent = Expectimax::new(options, Limits::of_depth(60), nim.default_weights(), 1);
    let stop = AtomicBool::new(true);
    let decision = play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
    assert!(play.legal_moves().contains(&decision.chosen));
    assert!(decision.report.nodes <= 2048, "{}", decision.report.nodes);
}

#[test]
fn worlds_with_all_luck_drawn_come_to_the_exact_value() {
    let state = Gamble.start(&mut Rng::new(1));
    let options = ExpectimaxOptions { candidates: ALL, samples: ALL, ..ExpectimaxOptions::default() };
    let inner = Expectimax::new(options, Limits::of_depth(8), Vec::new(), 1);
    let mut pimc = Pimc::new(Box::new(inner), 3, None, 1).with_draws(Draws::Open).with_turns(true);
    let (_, report) = ask(&Gamble, &state, &mut pimc as &mut dyn Agent<Gamble>);
    let Turn::Player(mover) = Gamble.turn(&state) else { panic!("nobody is to move") };
    let open = ludwerk_core::Observe::undrawn(&Gamble, &state);
    let exact = backward_induction(&Open::with_draws(Gamble), &open)[mover];
    assert!((0.5 * (1.0 + report.value.unwrap().number() / score::WIN) - exact).abs() < 2e-5, "{report:?}");
}
