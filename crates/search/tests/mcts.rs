//! Monte Carlo tree search comes to the value of best play on games that are solved, whatever its options,
//! and keeps its budgets.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::ask;
use ludwerk_core::{Agent, Control, Evaluate, Game, Notation, Playthrough, Rng, Turn, Value};
use ludwerk_search::{Limits, Mcts, MctsOptions, Minimax, RolloutOptions, RolloutPolicy, Selection, score};
use ludwerk_testkit::oracle::backward_induction;
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe, Tree};

fn rounds(iterations: u64) -> Limits {
    Limits { iterations: Some(iterations), ..Limits::default() }
}

/// One of each kind: every selection, every rollout, with and without the rest.
fn kinds() -> Vec<MctsOptions> {
    let plain = MctsOptions { memory: 1 << 22, ..MctsOptions::default() };
    let likely = RolloutOptions { policy: RolloutPolicy::Likely, ..RolloutOptions::default() };
    vec![
        plain,
        MctsOptions { selection: Selection::Bias, rollout: likely, ..plain },
        MctsOptions { selection: Selection::Puct, exploration: 1.5, ..plain },
        MctsOptions { rave: Some(50.0), ..plain },
        MctsOptions { rollout: RolloutOptions { last_good_replies: true, ..likely }, ..plain },
        MctsOptions { rollout: RolloutOptions { cutoff: Some(0), ..likely }, reuse: false, ..plain },
        MctsOptions { rollout: RolloutOptions { cutoff: Some(2), ..likely }, ..plain },
        MctsOptions { threads: 2, ..plain },
        MctsOptions { selection: Selection::Puct, widening: Some(1.0), expand: 3, ..plain },
        MctsOptions { endgame: 10_000, ..plain },
    ]
}

#[test]
fn the_solver_proves_the_value_of_random_trees() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let n_seats = 2 + rng.below(3);
        let tree = Tree::random(&mut rng, n_seats, 5, false);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let kinds = kinds();
        let options = kinds[rng.below(kinds.len())];
        let (chosen, report) = ask(&tree, &0, &mut Mcts::new(options, rounds(3000), Vec::new(), 1));
        let expected = backward_induction(&tree, &0);
        // With more than two players a tie may leave open what the others get; without one all is proven.
        let is_proven = report
            .value
            .map(Value::number)
            .is_some_and(|value| value.fract() == 0.0 && value.abs() > 500_000.0);
        if n_seats == 2 {
            let mut agent = Minimax::new(Limits::of_depth(9), Vec::new(), 1);
            let exact = ask(&tree, &0, &mut agent).1.value.unwrap().number();
            let value = report.value.unwrap().number();
            let share = |value: f64| value.signum() * f64::from(u8::from(value.abs() > 500_000.0));
            assert_eq!(share(value), share(exact), "{options:?}");
            assert!(is_proven || exact == 0.0, "{options:?}: {value}, not {exact}");
        } else if is_proven {
            let mut next = 0;
            tree.play_unchecked(&mut next, chosen);
            assert_eq!(backward_induction(&tree, &next)[root], expected[root]);
        }
    }
}

#[test]
fn a_proven_root_is_played_as_proven() {
    // Shares between: the greatest is taken, however often the others were tried.
    for (text, best) in [
        ("0([0.4 0.3 0.3] [0 0 1] [0.5 0.5 0])", 2),
        ("0([0.4 0.3 0.3] 1([0.35 0.3 0.35] [0 0 1]) 2([0.5 0 0.5] [0.5 0.25 0.25]))", 2),
        ("0(1([0.6 0.1] [0.1 0.9]) [0.5 0.5])", 1),
    ] {
        let tree = Tree::parse(text).unwrap();
        for (seed, options) in (0..).zip(kinds()) {
            let (chosen, report) = ask(&tree, &0, &mut Mcts::new(options, rounds(2000), Vec::new(), seed));
            assert_eq!(chosen.0, best, "{text} {options:?}");
            assert_eq!(report.value, Some(report.values[0]), "{text} {options:?}");
        }
    }
}

#[test]
fn a_sure_loss_is_put_off() {
    let tree = Tree::parse("0(1([0 1]) 1(0(1([0 1]))))").unwrap();
    let (chosen, report) = ask(&tree, &0, &mut Mcts::new(MctsOptions::default(), rounds(100), Vec::new(), 1));
    assert_eq!((chosen.0, report.value.map(Value::number)), (1, Some(4.0 - score::WIN)));
    // And is expected to be put off by the other.
    let tree = Tree::parse("1(0(1([0 1]) 1(0(1([0 1])))))").unwrap();
    let (_, report) = ask(&tree, &0, &mut Mcts::new(MctsOptions::default(), rounds(100), Vec::new(), 1));
    assert_eq!(report.value.map(Value::number), Some(score::WIN - 5.0));
}

#[test]
fn what_a_tie_leaves_open_is_not_proven() {
    // The second seat gets nothing either way, and nobody knows which way it goes.
    let tree = Tree::parse("0(1([1 0 0] [0 0 1]) [0 0 1])").unwrap();
    let (chosen, report) = ask(&tree, &0, &mut Mcts::new(MctsOptions::default(), rounds(500), Vec::new(), 1));
    assert_eq!(chosen.0, 0);
    assert!(report.value.unwrap().number() < 0.99 * score::WIN, "{report:?}");
}

#[test]
fn without_the_solver_it_converges_to_the_best_move() {
    let mut rng = Rng::new(8);
    let mut n_good = 0;
    for _ in 0..100 {
        let n_seats = 2 + rng.below(2);
        let tree = Tree::random(&mut rng, n_seats, 4, true);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let options = MctsOptions { solver: false, memory: 1 << 22, ..MctsOptions::default() };
        let (chosen, report) = ask(&tree, &0, &mut Mcts::new(options, rounds(20_000), Vec::new(), 1));
        let best = backward_induction(&tree, &0)[root];
        let mut next = 0;
        tree.play_unchecked(&mut next, chosen);
        // Another tie rule for the others may lead elsewhere; for two there is only one value.
        let value = score::of_share(best, n_seats, 0);
        let is_near = (report.value.unwrap().number() - value).abs() < 0.05 * score::WIN;
        n_good += usize::from(is_near && (backward_induction(&tree, &next)[root] - best).abs() < 0.05);
    }
    assert!(n_good >= 90, "{n_good} of 100");
}

#[test]
fn tic_tac_toe_is_held_and_won() {
    let weights = TicTacToe.default_weights();
    let start = TicTacToe.start(&mut Rng::new(0));
    for options in kinds() {
        // The game is drawn, and so it is found to be.
        let mut agent = Mcts::new(options, rounds(20_000), weights.clone(), 1);
        let value = ask(&TicTacToe, &start, &mut agent).1.value.unwrap().number();
        assert!(value.abs() < 0.25 * score::WIN, "{options:?}: {value}");
        // Two ways to win at once: seen, and at the right distance.
        let fork = TicTacToe.parse_position("x.o.x..o.").unwrap();
        let mut agent = Mcts::new(options, rounds(2000), weights.clone(), 1);
        let (_, report) = ask(&TicTacToe, &fork, &mut agent);
        assert_eq!(report.value.map(Value::number), Some(score::WIN - 1.0), "{options:?}");
        // One way to lose: parried.
        let threat = TicTacToe.parse_position("oo.xx...x").unwrap();
        let mut agent = Mcts::new(options, rounds(3000), weights.clone(), 1);
        let (chosen, _) = ask(&TicTacToe, &threat, &mut agent);
        assert_eq!(TicTacToe.move_text(&threat, chosen), "c1", "{options:?}");
    }
}

#[test]
fn a_whole_game_is_proven_in_the_end() {
    let start = TicTacToe.parse_position("x...o....").unwrap();
    let options = MctsOptions { memory: 1 << 24, ..MctsOptions::default() };
    let (_, report) = ask(&TicTacToe, &start, &mut Mcts::new(options, rounds(200_000), vec![0.0; 2], 1));
    assert_eq!(report.value.map(Value::number), Some(0.0));
    assert!(report.nodes < 2_000_000, "{} nodes: the proof should have ended the search", report.nodes);
}

#[test]
fn three_players_each_want_their_own_share() {
    // The second seat would rather see the third win than the first: its own share is the same.
    let tree = Tree::parse("0(1([0 1 0] [1 0 0]) 1([0 0 1] [0.5 0.5 0]))").unwrap();
    let (chosen, report) = ask(&tree, &0, &mut Mcts::new(MctsOptions::default(), rounds(500), Vec::new(), 1));
    assert_eq!(chosen.0, 1);
    let values: Vec<_> = report.values.into_iter().map(Value::number).collect();
    assert_eq!(values, [0.25 * score::WIN - 2.0, 0.25 * score::WIN - 2.0, 2.0 - score::WIN]);
}

#[test]
fn what_was_learnt_is_used_again() {
    let game = Harvest::new(3);
    let start = game.start(&mut Rng::new(3));
    let stop = AtomicBool::new(false);
    let second_search = |reuse: bool| {
        let mut play = Playthrough::new(game, start);
        let options = MctsOptions { reuse, solver: false, memory: 1 << 22, ..MctsOptions::default() };
        let mut agent = Mcts::new(options, rounds(30), game.default_weights(), 1);
        let control = |play: &Playthrough<Harvest>, agent: &mut Mcts| {
            play.ask(agent, &mut Control::new(&stop, &mut |_| {})).unwrap()
        };
        let first = control(&play, &mut agent);
        play.play(first.chosen).unwrap();
        control(&play, &mut agent).report
    };
    // The same number of rounds, on top of what is known: the tree is deeper.
    let (again, afresh) = (second_search(true), second_search(false));
    assert!(again.depth > afresh.depth, "{} and {}", again.depth, afresh.depth);
}

#[test]
fn a_tree_of_another_game_is_not_used_again() {
    // The same move leads to a win in one game and to a loss in the other.
    let options = MctsOptions { memory: 1 << 22, ..MctsOptions::default() };
    let mut agent = Mcts::new(options, rounds(300), vec![1.0, -0.5], 1);
    let game = Harvest::new(2);
    for (position, expected) in [("19 0/5 0", 0), ("91 0/5 0", 1)] {
        let state = game.parse_position(position).unwrap();
        let (chosen, report) = ask(&game, &state, &mut agent);
        let (_, afresh) = ask(&game, &state, &mut Mcts::new(options, rounds(300), vec![1.0, -0.5], 1));
        assert_eq!(report.value, afresh.value, "{position}");
        assert_eq!(1 - chosen as usize, expected, "{position}");
    }
}

#[test]
fn budgets_are_kept_and_repeatable() {
    let start = TicTacToe.start(&mut Rng::new(0));
    for options in kinds().into_iter().filter(|options| options.threads == 1) {
        for limits in [rounds(200), Limits { nodes: Some(777), ..Limits::default() }] {
            let search =
                || ask(&TicTacToe, &start, &mut Mcts::new(options, limits, TicTacToe.default_weights(), 5));
            assert_eq!(search(), search(), "{options:?}");
            assert!(limits.nodes.is_none_or(|nodes| search().1.nodes == nodes));
        }
    }
    // A tree without room plays on.
    let options = MctsOptions { memory: 1, ..MctsOptions::default() };
    let game = Harvest::new(3);
    let mut agent = Mcts::new(options, rounds(5000), game.default_weights(), 1);
    assert!(ask(&game, &game.start(&mut Rng::new(1)), &mut agent).1.value.is_some());
}

#[test]
fn a_full_tree_is_pruned_and_goes_on_growing() {
    let game = Harvest::new(3);
    let start = game.start(&mut Rng::new(1));
    for threads in [1, 3] {
        let search = |memory: usize| {
            let options = MctsOptions { memory, threads, solver: false, ..MctsOptions::default() };
            ask(&game, &start, &mut Mcts::new(options, rounds(100_000), game.default_weights(), 1))
        };
        let ((chosen, small), (best, large)) = (search(1), search(1 << 28));
        assert!(
            small.notes.iter().any(|note| note.contains("pruned")),
            "{threads} threads: {:?}",
            small.notes
        );
        assert!(large.notes.is_empty(), "{:?}", large.notes);
        assert_eq!(chosen, best, "{threads} threads");
        assert!(small.depth >= 3, "{threads} threads: {}", small.depth);
    }
}

#[test]
fn it_stops_when_told_to_and_when_time_is_up() {
    let game = Harvest::new(3);
    let play = Playthrough::new(game, game.start(&mut Rng::new(2)));
    let options = MctsOptions { solver: false, threads: 2, memory: 1 << 22, ..MctsOptions::default() };
    let mut agent = Mcts::new(options, Limits::default(), game.default_weights(), 1);
    let stopped = play.ask(&mut agent, &mut Control::new(&AtomicBool::new(true), &mut |_| {})).unwrap();
    assert!(play.legal_moves().contains(&stopped.chosen));
    let limits = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    let mut agent = Mcts::new(options, limits, game.default_weights(), 1);
    assert!(ask(&game, play.state(), &mut agent).1.nodes > 0);
}

#[test]
fn progress_is_reported_with_values_for_the_moves() {
    let play = Playthrough::new(TicTacToe, TicTacToe.start(&mut Rng::new(0)));
    let mut reports = Vec::new();
    let mut agent = Mcts::new(MctsOptions::default(), rounds(10_000), TicTacToe.default_weights(), 0);
    let stop = AtomicBool::new(false);
    play.ask(&mut agent, &mut Control::new(&stop, &mut |report| reports.push(report.clone()))).unwrap();
    assert!(reports.len() >= 4);
    assert!(reports.iter().all(|report| report.value.is_some() && report.lines.len() == 9));
    assert!(reports.is_sorted_by_key(|report| report.nodes));
}

#[test]
fn secrets_are_refused_in_a_sentence() {
    let mut play = Playthrough::new(Kuhn, Kuhn.start(&mut Rng::new(0)));
    for card in ["J", "Q"] {
        play.play_text(card).unwrap();
    }
    let agent: &mut dyn Agent<Kuhn> = &mut Mcts::new(MctsOptions::default(), rounds(10), Vec::new(), 0);
    let error = play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mcts searches games without secrets, and kuhn has hidden information; pimc or ismcts play it"
    );
}
