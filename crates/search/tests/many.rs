//! The searches for luck and for more than two: each gives the value of plain recursion, however much it
//! prunes, and refuses what is not its own.

mod common;

use common::ask;
use ludwerk_core::{
    Agent, Evaluate, Game, Keyed, MoveHints, Notation, Observe, Playthrough, Rng, Seat, Turn, Value,
};
use ludwerk_search::{
    AlphaBetaOptions, BestReply, Expectimax, ExpectimaxOptions, Limits, Maxn, MaxnOptions, Minimax, Paranoid,
    score,
};
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe, Tree};

fn children<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let after = |mv| {
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(after).collect()
}

fn evaluate<G: Evaluate + Clone>(game: &G, state: &G::State, seat: Seat) -> f64 {
    f64::from(game.evaluate(state, seat, &game.default_weights()) as f32)
}

/// The value for `root` by plain recursion; chance takes no depth.
fn expectation<G: Evaluate + Clone>(game: &G, state: &G::State, root: Seat, depth: u32, ply: u32) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return score::of_returns(&outcome.returns, root, ply);
    }
    let below = |next: &G::State, depth| expectation(game, next, root, depth, ply + 1);
    match game.turn(state) {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let values = children(game, state).into_iter().map(|(_, next)| below(&next, depth));
            outcomes.iter().zip(values).fold(0.0, |sum, ((_, probability), value)| sum + probability * value)
        }
        _ if depth == 0 => evaluate(game, state, root),
        turn => {
            let values = children(game, state).into_iter().map(|(_, next)| below(&next, depth - 1));
            if turn == Turn::Player(root) {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
    }
}

/// All subsets of its prunings.
fn expectimax_options() -> impl Iterator<Item = ExpectimaxOptions> {
    (0..16).map(|bits| ExpectimaxOptions {
        alphabeta: bits & 1 != 0,
        star1: bits & 2 != 0,
        star2: bits & 4 != 0,
        ordering: bits & 8 != 0,
        ..ExpectimaxOptions::default()
    })
}

#[test]
fn expectimax_prunes_without_changing_the_value() {
    let mut rng = Rng::new(2);
    let mut nodes = [0u64; 16];
    for _ in 0..2000 {
        let tree = Tree::random(&mut rng, 2, 6, true);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let depth = 1 + rng.below(6) as u32;
        let value = expectation(&tree, &0, root, depth, 0);
        for (n, options) in expectimax_options().enumerate() {
            let (_, report) =
                ask(&tree, &0, &mut Expectimax::new(options, Limits::of_depth(depth), Vec::new(), 0));
            assert_eq!(report.value.map(Value::number), Some(value), "{options:?}, depth {depth}");
            nodes[n] += report.nodes;
        }
    }
    // Nothing pruned, alpha-beta alone, and Star1 with it: each enters fewer positions.
    assert!(nodes[0] > nodes[1] && nodes[1] > nodes[3], "{nodes:?}");
}

#[test]
fn without_luck_expectimax_is_minimax() {
    let weights = TicTacToe.default_weights();
    for position in [".........", "x...o....", "xo..x...."] {
        let state = TicTacToe.parse_position(position).unwrap();
        for depth in 1..=4 {
            let limits = Limits::of_depth(depth);
            let minimax = ask(&TicTacToe, &state, &mut Minimax::new(limits, weights.clone(), 0)).1;
            let mut agent = Expectimax::new(ExpectimaxOptions::default(), limits, weights.clone(), 0);
            assert_eq!(ask(&TicTacToe, &state, &mut agent).1.value, minimax.value);
        }
    }
}

/// Max^n by plain recursion: the first of the moves that are best for the mover.
fn maxn<G: Evaluate + Clone>(game: &G, state: &G::State, depth: u32, ply: u32, leaf: &Leaf<G>) -> Vec<f64> {
    if let Some(outcome) = game.outcome(state) {
        let value = |seat| score::of_returns(&outcome.returns, seat, ply);
        return Seat::all(game.n_seats()).map(|seat| score::to_linear(value(seat), game.n_seats())).collect();
    }
    match game.turn(state) {
        Turn::Player(mover) if depth > 0 => children(game, state)
            .into_iter()
            .map(|(_, next)| maxn(game, &next, depth - 1, ply + 1, leaf))
            .reduce(|best, next| if next[mover.idx()] > best[mover.idx()] { next } else { best })
            .unwrap(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let mut mean = vec![0.0; game.n_seats()];
            for ((_, probability), (_, next)) in outcomes.iter().zip(children(game, state)) {
                for (sum, value) in mean.iter_mut().zip(maxn(game, &next, depth, ply + 1, leaf)) {
                    *sum += probability * value;
                }
            }
            mean
        }
        _ => leaf(game, state),
    }
}

/// What the horizon is worth to every seat.
type Leaf<G> = dyn Fn(&G, &<G as Game>::State) -> Vec<f64>;

fn raw<G: Evaluate + Clone>(game: &G, state: &G::State) -> Vec<f64> {
    Seat::all(game.n_seats()).map(|seat| evaluate(game, state, seat)).collect()
}

fn relative<G: Evaluate + Clone>(game: &G, state: &G::State) -> Vec<f64> {
    let values = raw(game, state);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

fn check_maxn<G: Observe + Evaluate + Keyed + MoveHints + Clone>(
    game: &G,
    state: &G::State,
    depth: u32,
) -> [u64; 2] {
    let unordered = MaxnOptions { ordering: false, ..MaxnOptions::default() };
    let Turn::Player(mover) = game.turn(state) else { unreachable!() };
    // Among moves of the root that are equally good for the mover the lot decides, so the values of the
    // others are those of the move that was chosen.
    let check = |options: MaxnOptions, leaf: &Leaf<G>| {
        let mut agent = Maxn::new(options, Limits::of_depth(depth), game.default_weights(), 0);
        let (chosen, report) = ask(game, state, &mut agent);
        let common = |values: Vec<f64>| -> Vec<f64> {
            values.into_iter().map(|value| score::from_linear(value, game.n_seats())).collect()
        };
        let (_, next) = children(game, state).into_iter().find(|(mv, _)| *mv == chosen).unwrap();
        let values: Vec<_> = report.values.iter().map(|value| value.number()).collect();
        assert_eq!(values, common(maxn(game, &next, depth - 1, 1, leaf)), "{options:?}");
        assert_eq!(
            report.value.map(Value::number),
            Some(common(maxn(game, state, depth, 0, leaf))[mover.idx()]),
            "{options:?}"
        );
        report.nodes
    };
    for lazy in [false, true] {
        check(MaxnOptions { lazy, ..unordered }, &raw);
    }
    let whole = check(MaxnOptions { relative: true, ..unordered }, &relative);
    [whole, check(MaxnOptions { shallow: true, ..unordered }, &relative)]
}

#[test]
fn maxn_is_plain_recursion_on_random_trees() {
    let mut rng = Rng::new(3);
    let mut nodes = [0; 2];
    for _ in 0..2000 {
        let (n_seats, has_chance) = (2 + rng.below(3), rng.below(3) == 0);
        let tree = Tree::random(&mut rng, n_seats, 6, has_chance);
        let [whole, pruned] = check_maxn(&tree, &0, 1 + rng.below(6) as u32);
        assert!(pruned <= whole);
        nodes = [nodes[0] + whole, nodes[1] + pruned];
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

#[test]
fn maxn_is_plain_recursion_where_positions_are_judged() {
    let mut rng = Rng::new(4);
    for n_seats in [2, 3] {
        let game = Harvest::new(n_seats);
        for depth in 1..=6 {
            check_maxn(&game, &game.start(&mut rng), depth);
        }
    }
}

/// The game with no more than so many moves of all seats but one: the most promising, the earliest of equal ones.
fn maxn_of_replies<G: Evaluate + MoveHints + Clone>(
    game: &G,
    state: &G::State,
    (root, most): (Seat, usize),
    (depth, ply): (u32, u32),
) -> Vec<f64> {
    match game.turn(state) {
        Turn::Player(mover) if depth > 0 && game.outcome(state).is_none() => {
            let mut moves = children(game, state);
            if mover != root {
                moves.sort_by_key(|&(mv, _)| (std::cmp::Reverse(game.priority(state, mv)), mv));
                moves.truncate(most);
            }
            moves
                .into_iter()
                .map(|(_, next)| maxn_of_replies(game, &next, (root, most), (depth - 1, ply + 1)))
                .reduce(|best, next| if next[mover.idx()] > best[mover.idx()] { next } else { best })
                .unwrap()
        }
        _ => maxn(game, state, 0, ply, &raw),
    }
}

fn check_replies<G: Observe + Evaluate + Keyed + MoveHints + Clone>(game: &G, state: &G::State, depth: u32) {
    let Turn::Player(root) = game.turn(state) else { unreachable!() };
    let search = |options| {
        ask(game, state, &mut Maxn::new(options, Limits::of_depth(depth), game.default_weights(), 0)).1
    };
    let all = MaxnOptions::default();
    let nodes_of_all = search(all).nodes;
    let mut fewer = 0;
    for most in 1..=4 {
        // In the order that the oracle has: at one's own plies as listed.
        let report = search(MaxnOptions { replies: Some(most), lazy: most % 2 == 0, ordering: false, ..all });
        let value = maxn_of_replies(game, state, (root, most), (depth, 0))[root.idx()];
        assert_eq!(
            report.value.map(Value::number),
            Some(score::from_linear(value, game.n_seats())),
            "{most} replies"
        );
        assert!(fewer <= report.nodes && report.nodes <= nodes_of_all, "{most} replies");
        fewer = report.nodes;
    }
    assert_eq!(search(MaxnOptions { replies: Some(1000), ..all }), search(all));
}

#[test]
fn maxn_looks_at_so_many_replies() {
    let mut rng = Rng::new(8);
    for _ in 0..1000 {
        let n_seats = 2 + rng.below(3);
        let tree = Tree::random(&mut rng, n_seats, 6, false);
        check_replies(&tree, &0, 1 + rng.below(6) as u32);
    }
    let game = Harvest::new(3);
    for depth in 1..=6 {
        check_replies(&game, &game.start(&mut rng), depth);
    }
}

#[test]
fn a_reply_that_is_not_looked_at_is_not_seen() {
    // All replies of a tree are equally promising, so the first one counts: it leaves the win to player 0.
    let tree = Tree::parse("0(1([1 0] [0 1]) [0.5 0.5])").unwrap();
    let search = |replies| {
        let options = MaxnOptions { replies, ..MaxnOptions::default() };
        let (chosen, report) = ask(&tree, &0, &mut Maxn::new(options, Limits::of_depth(3), Vec::new(), 1));
        (chosen.0, report.nodes)
    };
    assert_eq!(search(None), (1, 5));
    assert_eq!(search(Some(2)), (1, 5));
    assert_eq!(search(Some(1)), (0, 4));
}

#[test]
fn where_both_may_win_nothing_is_pruned() {
    let tree = Tree::parse("0([0.6 0.1] 1([0.1 0.8] [0.9 0.9]))").unwrap();
    for shallow in [false, true] {
        let options = MaxnOptions { shallow, ..MaxnOptions::default() };
        let (chosen, _) = ask(&tree, &0, &mut Maxn::new(options, Limits::of_depth(3), Vec::new(), 1));
        assert_eq!(chosen.0, 1, "shallow: {shallow}");
    }
}

#[test]
fn for_two_maxn_is_minimax() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let limits = Limits::of_depth(5);
    let minimax = ask(&TicTacToe, &start, &mut Minimax::new(limits, TicTacToe.default_weights(), 0)).1;
    for shallow in [false, true] {
        let options = MaxnOptions { shallow, ..MaxnOptions::default() };
        let maxn = ask(&TicTacToe, &start, &mut Maxn::new(options, limits, TicTacToe.default_weights(), 0)).1;
        assert_eq!(maxn.values, minimax.values);
        assert_eq!(maxn.nodes < minimax.nodes, shallow);
    }
}

#[test]
fn a_model_of_the_others_changes_what_they_are_expected_to_play() {
    // The next picker is taken to like low fruit: leaving the 9 to him looks harmless.
    let game = Harvest::new(3);
    let state = game.parse_position("4119 0/0/0 0").unwrap();
    let options = MaxnOptions::default();
    let maxn = |others: Option<Vec<f64>>| {
        let mut agent = Maxn::new(options, Limits::of_depth(2), vec![1.0, -0.5], 0);
        if let Some(weights) = others {
            agent = agent.with_others(weights);
        }
        ask(&game, &state, &mut agent).1.lines
    };
    let value_of_first = |lines: &[ludwerk_core::Line<_>]| {
        lines.iter().find(|line| line.mv == ludwerk_testkit::toys::End::First).unwrap().value
    };
    assert!(value_of_first(&maxn(Some(vec![-1.0, 0.0]))) > value_of_first(&maxn(None)));
}

/// One against all by plain recursion: `replies` lists what the others may do in a position.
fn against_all<G: Evaluate + Clone>(game: &G, state: &G::State, root: Seat, depth: u32, ply: u32) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return score::of_returns(&outcome.returns, root, ply);
    }
    if depth == 0 {
        return evaluate(game, state, root);
    }
    let values =
        children(game, state).into_iter().map(|(_, next)| against_all(game, &next, root, depth - 1, ply + 1));
    if game.turn(state) == Turn::Player(root) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// Alpha-beta without anything that changes the value, with a choice of the rest.
fn exact_options(bits: usize) -> AlphaBetaOptions {
    AlphaBetaOptions {
        ordering: bits & 1 != 0,
        tt: (bits & 2 != 0).then_some(1 << 12),
        pvs: bits & 4 != 0,
        exact: true,
        ..AlphaBetaOptions::default()
    }
}

#[test]
fn paranoid_is_plain_recursion() {
    let mut rng = Rng::new(5);
    for _ in 0..1000 {
        let n_seats = 2 + rng.below(3);
        let tree = Tree::random(&mut rng, n_seats, 6, false);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let depth = 1 + rng.below(6) as u32;
        let options = exact_options(rng.below(8));
        let mut agent = Paranoid::new(options, Limits::of_depth(depth), Vec::new(), 0);
        let (_, report) = ask(&tree, &0, &mut agent);
        assert_eq!(
            report.value.map(Value::number),
            Some(against_all(&tree, &0, root, depth, 0)),
            "{options:?}"
        );
        assert_eq!(report.values.len(), n_seats);
    }
    let game = Harvest::new(3);
    for depth in 1..=7 {
        let start = game.start(&mut rng);
        let mut agent =
            Paranoid::new(exact_options(depth as usize), Limits::of_depth(depth), game.default_weights(), 0);
        let (_, report) = ask(&game, &start, &mut agent);
        assert_eq!(report.value.map(Value::number), Some(against_all(&game, &start, Seat::FIRST, depth, 0)));
    }
}

/// Best reply by plain recursion. `replier` is the opponent whose turn goes on.
fn best_reply<G: Evaluate + MoveHints + Clone>(
    game: &G,
    state: &G::State,
    root: Seat,
    replier: Option<Seat>,
    (depth, ply): (u32, u32),
    plus: bool,
) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return score::of_returns(&outcome.returns, root, ply);
    }
    if depth == 0 {
        return evaluate(game, state, root);
    }
    let Turn::Player(mover) = game.turn(state) else { unreachable!() };
    let below = (depth - 1, ply + 1);
    if mover == root {
        let values = children(game, state).into_iter();
        return values
            .map(|(_, next)| best_reply(game, &next, root, None, below, plus))
            .fold(f64::NEG_INFINITY, f64::max);
    }
    let likely = |state: &G::State| {
        let better = |best: (G::Move, G::State), next: (G::Move, G::State)| {
            if game.priority(state, next.0) > game.priority(state, best.0) { next } else { best }
        };
        children(game, state).into_iter().reduce(better).unwrap().1
    };
    let pass_over =
        |state: &G::State| game.skip_turn(state).filter(|_| !plus).unwrap_or_else(|| likely(state));
    let is_someone = |state: &G::State, is_due: &dyn Fn(Seat) -> bool| match game.turn(state) {
        Turn::Player(seat) => is_due(seat),
        _ => true,
    };
    let mut worst = f64::INFINITY;
    let (mut here, mut heard) = (state.clone(), Vec::new());
    // Every opponent in turn, each once, until the searching seat is due.
    while let Turn::Player(seat) = game.turn(&here)
        && seat != root
        && !heard.contains(&seat)
    {
        heard.push(seat);
        for (_, mut next) in children(game, &here) {
            while !is_someone(&next, &|mover| mover == seat || mover == root) {
                next = pass_over(&next);
            }
            let goes_on = (game.turn(&next) == Turn::Player(seat)).then_some(seat);
            worst = worst.min(best_reply(game, &next, root, goes_on, below, plus));
        }
        if replier.is_some() {
            break;
        }
        here = pass_over(&here);
        while !is_someone(&here, &|mover| mover != seat) {
            here = pass_over(&here);
        }
    }
    worst
}

#[test]
fn best_reply_is_plain_recursion() {
    let mut rng = Rng::new(6);
    for n_seats in [2, 3] {
        let game = Harvest::new(n_seats);
        for n in 0..60 {
            let (start, depth, plus) = (game.start(&mut rng), 1 + n % 6, n % 2 == 0);
            let mut agent = BestReply::new(
                plus,
                exact_options(n as usize % 8),
                Limits::of_depth(depth),
                game.default_weights(),
                0,
            );
            let (_, report) = ask(&game, &start, &mut agent);
            assert_eq!(
                report.value.map(Value::number),
                Some(best_reply(&game, &start, Seat::FIRST, None, (depth, 0), plus))
            );
        }
    }
    // A tree cannot leave anybody out: then both versions are the same.
    for _ in 0..500 {
        let tree = Tree::random(&mut rng, 3, 6, false);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let depth = 1 + rng.below(5) as u32;
        let options = exact_options(rng.below(8));
        let mut agent = BestReply::new(false, options, Limits::of_depth(depth), Vec::new(), 0);
        let (_, report) = ask(&tree, &0, &mut agent);
        assert_eq!(
            report.value.map(Value::number),
            Some(best_reply(&tree, &0, root, None, (depth, 0), false))
        );
    }
}

#[test]
fn best_reply_sees_further_than_paranoid() {
    // With three players, three plies of best reply hold two turns of one's own; paranoid sees one.
    let game = Harvest::new(3);
    let start = game.parse_position("121212121212 0/0/0 0").unwrap();
    let own_turns = |report: ludwerk_core::Report<_>| {
        let mut play = Playthrough::new(game, start);
        let seats = report.pv.iter().map(|&mv| {
            let seat = play.to_move();
            play.play(mv).unwrap();
            seat
        });
        seats.filter(|&seat| seat == Some(Seat::FIRST)).count()
    };
    let (options, limits) = (exact_options(0), Limits::of_depth(3));
    let mut paranoid = Paranoid::new(options, limits, game.default_weights(), 0);
    assert_eq!(own_turns(ask(&game, &start, &mut paranoid).1), 1);
    let mut brs = BestReply::new(false, options, limits, game.default_weights(), 0);
    assert_eq!(ask(&game, &start, &mut brs).1.pv.len(), 3);
}

#[test]
fn budgets_are_kept_and_repeatable() {
    type Make = fn(Limits, Vec<f64>) -> Box<dyn Agent<Harvest>>;
    let game = Harvest::new(3);
    let start = game.start(&mut Rng::new(1));
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let agents: [Make; 3] = [
        |limits, weights| Box::new(Maxn::new(MaxnOptions::default(), limits, weights, 7)),
        |limits, weights| Box::new(Paranoid::new(exact_options(7), limits, weights, 7)),
        |limits, weights| Box::new(BestReply::new(true, exact_options(7), limits, weights, 7)),
    ];
    for agent in agents {
        let search = || ask(&game, &start, agent(limits, game.default_weights()).as_mut());
        assert_eq!(search(), search());
        assert_eq!(search().1.nodes, 300);
    }
}

#[test]
fn other_games_are_refused_in_a_sentence() {
    assert_eq!(
        ludwerk_search::chance_refusal(&Kuhn, "expectimax").unwrap(),
        "expectimax searches for two players with open cards, and kuhn has hidden information; pimc or ismcts play it"
    );
    assert_eq!(
        ludwerk_search::open_refusal(&Kuhn, "maxn").unwrap(),
        "maxn searches games without secrets, and kuhn has hidden information; pimc or ismcts play it"
    );
    let luck = Tree::parse("?(1 0([1 0 0]))").unwrap();
    assert_eq!(
        ludwerk_search::one_against_all_refusal(&luck, "paranoid").unwrap(),
        "paranoid searches for one who sees everything against the others, and tree has chance"
    );
}
