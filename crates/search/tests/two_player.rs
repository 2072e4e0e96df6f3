//! The searches for two players give the value of plain play to the horizon, under every subset of the
//! sound switches, and refuse what is not theirs.

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::ask;
use ludwerk_core::doc_game::Countdown;
use ludwerk_core::{
    Agent, Control, Evaluate, Feature, Game, GameInfo, Keyed, Notation, Observe, Outcome, Playthrough,
    Report, Rng, Seat, Turn, Value, Viewer, WeightFile, WeightPreset, WithoutEncoding, WithoutIndex,
    WithoutMoveOrdering, WithoutMovePolicy, WithoutPruning, mix,
};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Limits, Minimax, score};
use ludwerk_testkit::oracle::backward_induction;
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe, Tree};

/// Too simple to be wrong: the value for `root` by plain recursion.
fn oracle<G: Evaluate + Clone>(game: &G, state: &G::State, root: Seat, depth: u32, ply: u32) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return score::of_returns(&outcome.returns, root, ply);
    }
    if depth == 0 {
        return f64::from(game.evaluate(state, root, &game.default_weights()) as f32);
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        oracle(game, &next, root, depth - 1, ply + 1)
    });
    let is_own = game.turn(state) == Turn::Player(root);
    if is_own { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

/// All subsets of the sound switches.
fn exact_options() -> impl Iterator<Item = AlphaBetaOptions> {
    (0..256).map(|bits| AlphaBetaOptions {
        ordering: bits & 1 != 0,
        id: bits & 2 != 0,
        tt: (bits & 4 != 0).then_some(1 << 12),
        pvs: bits & 8 != 0,
        aspiration: bits & 16 != 0,
        killers: bits & 32 != 0,
        history: bits & 64 != 0,
        continuation: bits & 128 != 0,
        exact: true,
        ..AlphaBetaOptions::default()
    })
}

#[test]
fn every_subset_of_sound_switches_gives_the_value_of_random_trees() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let tree = Tree::random(&mut rng, 2, 5, false);
        let Turn::Player(root) = tree.turn(&0) else { unreachable!() };
        let depth = 1 + rng.below(6) as u32;
        let value = oracle(&tree, &0, root, depth, 0);
        let limits = Limits::of_depth(depth);
        let (_, report) = ask(&tree, &0, &mut Minimax::new(limits, Vec::new(), 0));
        assert_eq!(report.value.map(Value::number), Some(value));
        // A few subsets a tree, so that over all trees each is met many times.
        for options in exact_options().skip(rng.below(8)).step_by(8) {
            let (_, report) = ask(&tree, &0, &mut AlphaBeta::new(options, limits, Vec::new(), 0));
            assert_eq!(report.value.map(Value::number), Some(value), "{options:?}, depth {depth}");
        }
    }
}

#[test]
fn every_subset_of_sound_switches_gives_the_value_of_tic_tac_toe() {
    let weights = TicTacToe.default_weights();
    for position in [".........", "x...o....", "xo..x....", "xoxox...."] {
        let state = TicTacToe.parse_position(position).unwrap();
        let Turn::Player(root) = TicTacToe.turn(&state) else { continue };
        for depth in 1..=4 {
            let value = oracle(&TicTacToe, &state, root, depth, 0);
            for options in exact_options() {
                let mut agent = AlphaBeta::new(options, Limits::of_depth(depth), weights.clone(), 3);
                let (chosen, report) = ask(&TicTacToe, &state, &mut agent);
                assert_eq!(
                    report.value.map(Value::number),
                    Some(value),
                    "{position} {options:?}, depth {depth}"
                );
                assert_eq!(report.pv.first(), Some(&chosen));
            }
        }
    }
}

#[test]
fn the_best_line_is_legal_and_leads_to_the_value() {
    let state = TicTacToe.parse_position("xo.......").unwrap();
    let limits = Limits::of_depth(9);
    let weights = TicTacToe.default_weights();
    let (_, report) = ask(&TicTacToe, &state, &mut Minimax::new(limits, weights.clone(), 0));
    let mut play = Playthrough::new(TicTacToe, state);
    report.pv.iter().for_each(|&mv| play.play(mv).unwrap());
    let outcome = play.outcome().expect("the line goes to the end");
    assert_eq!(
        Some(score::of_returns(&outcome.returns, Seat::FIRST, report.pv.len() as u32)),
        report.value.map(Value::number)
    );
    assert_eq!(backward_induction(&TicTacToe, play.start()).sole_winner(), outcome.returns.sole_winner());
}

#[test]
fn tic_tac_toe_is_drawn_with_everything_on() {
    let start = TicTacToe.start(&mut Rng::new(0));
    for threads in [1, 2] {
        let options = AlphaBetaOptions { nullmove: true, lmr: true, threads, ..AlphaBetaOptions::default() };
        let mut agent = AlphaBeta::new(options, Limits::of_depth(9), TicTacToe.default_weights(), 1);
        assert_eq!(ask(&TicTacToe, &start, &mut agent).1.value.map(Value::number), Some(0.0));
    }
}

#[test]
fn with_contempt_a_draw_is_a_small_loss_to_whoever_searches() {
    for position in [".........", "x........"] {
        let state = TicTacToe.parse_position(position).unwrap();
        let value = |exact: bool| {
            let options = AlphaBetaOptions { contempt: 2.0, exact, ..AlphaBetaOptions::default() };
            let mut agent = AlphaBeta::new(options, Limits::of_depth(9), TicTacToe.default_weights(), 1);
            ask(&TicTacToe, &state, &mut agent).1.value.map(Value::number)
        };
        assert_eq!((value(false), value(true)), (Some(-2.0), Some(0.0)), "{position}");
    }
}

#[test]
fn futile_positions_and_moves_are_left_out_unless_the_value_is_to_be_exact() {
    let game = Harvest::new(2);
    let nodes = |reverse_futility, futility, exact| -> u64 {
        let options = AlphaBetaOptions { reverse_futility, futility, exact, ..AlphaBetaOptions::default() };
        let search = |seed| {
            let mut agent = AlphaBeta::new(options, Limits::of_depth(8), game.default_weights(), 1);
            ask(&game, &game.start(&mut Rng::new(seed)), &mut agent).1.nodes
        };
        (0..20).map(search).sum()
    };
    let margin = Some(0.1);
    let (all, all_exact) = (nodes(None, None, false), nodes(None, None, true));
    assert!(nodes(margin, None, false) < all, "{} of {all}", nodes(margin, None, false));
    assert!(nodes(None, margin, false) < all, "{} of {all}", nodes(None, margin, false));
    assert_eq!(nodes(margin, margin, true), all_exact);
}

#[test]
fn threads_that_divide_the_work_find_the_value_of_minimax() {
    let start = TicTacToe.start(&mut Rng::new(0));
    for depth in 2..8 {
        let limits = Limits::of_depth(depth);
        let value =
            ask(&TicTacToe, &start, &mut Minimax::new(limits, TicTacToe.default_weights(), 0)).1.value;
        for threads in [2, 5] {
            let options = AlphaBetaOptions { threads, exact: true, ..AlphaBetaOptions::default() };
            let mut agent = AlphaBeta::new(options, limits, TicTacToe.default_weights(), 1);
            assert_eq!(
                ask(&TicTacToe, &start, &mut agent).1.value,
                value,
                "{depth} plies, {threads} threads"
            );
        }
    }
}

#[test]
fn a_near_win_is_preferred_to_a_far_one() {
    let tree = Tree::parse("0(1(0([1 0])) [1 0])").unwrap();
    for agent in [
        &mut Minimax::new(Limits::of_depth(5), Vec::new(), 7) as &mut dyn Agent<Tree>,
        &mut AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(5), Vec::new(), 7),
    ] {
        let (chosen, report) = ask(&tree, &0, agent);
        assert_eq!((chosen.0, report.value.map(Value::number)), (1, Some(score::WIN - 1.0)));
    }
}

#[test]
fn budgets_in_nodes_are_exact_and_repeatable() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let search = |nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let options = AlphaBetaOptions { tt: Some(1 << 16), ..AlphaBetaOptions::default() };
        ask(&TicTacToe, &start, &mut AlphaBeta::new(options, limits, TicTacToe.default_weights(), 5))
    };
    for nodes in [1, 2, 10, 500] {
        assert_eq!(search(nodes), search(nodes));
        assert_eq!(search(nodes).1.nodes, nodes);
    }
}

#[test]
fn a_search_ends_when_its_time_is_up_or_when_it_is_told_to() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let play = Playthrough::new(TicTacToe, start);
    let limits = Limits { time: Some(Duration::from_millis(1)), depth: Some(9), ..Limits::default() };
    let (chosen, _) = ask(&TicTacToe, &start, &mut Minimax::new(limits, TicTacToe.default_weights(), 0));
    assert!(play.legal_moves().contains(&chosen));
    let mut agent = Minimax::new(Limits::of_depth(9), TicTacToe.default_weights(), 0);
    let stopped = play.ask(&mut agent, &mut Control::new(&AtomicBool::new(true), &mut |_| {})).unwrap();
    assert!(stopped.report.nodes < 5000, "{}", stopped.report.nodes);
}

#[test]
fn a_forced_move_is_played_at_once() {
    let tree = Tree::parse("0(1([1 0] [0 1]))").unwrap();
    let limits = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let (_, report) = ask(&tree, &0, &mut AlphaBeta::new(AlphaBetaOptions::default(), limits, Vec::new(), 0));
    assert_eq!(report.depth, 1);
}

#[test]
fn iterations_are_reported_as_they_end() {
    let play = Playthrough::new(TicTacToe, TicTacToe.start(&mut Rng::new(0)));
    let mut depths = Vec::new();
    let mut agent =
        AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(4), TicTacToe.default_weights(), 0);
    let stop = AtomicBool::new(false);
    play.ask(&mut agent, &mut Control::new(&stop, &mut |report| depths.push(report.depth))).unwrap();
    assert_eq!(depths, [1, 2, 3, 4]);
}

#[test]
fn several_lines_survive_a_budget_that_ends_in_between() {
    let play = Playthrough::new(TicTacToe, TicTacToe.start(&mut Rng::new(0)));
    let stop = AtomicBool::new(false);
    for nodes in [300, 1000, 3000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut agent = AlphaBeta::new(AlphaBetaOptions::default(), limits, TicTacToe.default_weights(), 0);
        let mut quiet = |_: &Report<_>| {};
        let mut control = Control::new(&stop, &mut quiet).with_lines(9);
        assert_eq!(play.ask(&mut agent, &mut control).unwrap().report.lines.len(), 9, "{nodes} nodes");
    }
}

/// Countdown with an opinion about every position, so that another depth gives another value.
#[derive(Clone)]
struct Judged(Countdown);

type Stones = <Countdown as Game>::State;

impl Game for Judged {
    type State = Stones;
    type Move = <Countdown as Game>::Move;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn variant(&self) -> &str {
        self.0.variant()
    }

    fn n_seats(&self) -> usize {
        self.0.n_seats()
    }

    fn start(&self, rng: &mut Rng) -> Stones {
        self.0.start(rng)
    }

    fn turn(&self, state: &Stones) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &Stones, moves: &mut Vec<Self::Move>) {
        self.0.legal_moves(state, moves);
    }

    fn play_unchecked(&self, state: &mut Stones, mv: Self::Move) {
        self.0.play_unchecked(state, mv);
    }

    fn outcome(&self, state: &Stones) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Keyed for Judged {
    fn key(&self, state: &Stones) -> u64 {
        self.0.key(state)
    }

    fn key_from_scratch(&self, state: &Stones) -> u64 {
        self.0.key_from_scratch(state)
    }
}

impl Observe for Judged {
    type Observation = Stones;

    fn observe(&self, state: &Stones, _viewer: Viewer) -> Stones {
        *state
    }

    fn shows_move(&self, _state: &Stones, _mv: Self::Move, _viewer: Viewer) -> bool {
        true
    }

    fn information_key(&self, state: &Stones, _seat: Seat) -> u64 {
        self.key(state)
    }

    fn observation_text(&self, observation: &Stones) -> String {
        format!("{observation:?}")
    }

    fn resample(&self, observation: &Stones, _rng: &mut Rng) -> Stones {
        *observation
    }

    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State {
        self.resample(observation, rng)
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        *state
    }
}

const OPINION: Feature =
    Feature { name: "opinion", help: "by lot", weight: 1.0, bounds: (0.0, 1.0), scale: 0.1 };

impl WithoutEncoding for Judged {}

impl Evaluate for Judged {
    fn features(&self) -> &'static [Feature] {
        &[OPINION]
    }

    fn n_extra_features(&self) -> usize {
        0
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[]
    }

    fn measure(&self, state: &Stones, seat: Seat, values: &mut [f64]) {
        let opinion = (mix(self.key(state)) % 100) as f64 - 50.0;
        values[0] = if seat == Seat::FIRST { opinion } else { -opinion };
    }
}

impl WithoutMoveOrdering for Judged {}
impl WithoutMovePolicy for Judged {}
impl WithoutPruning for Judged {}
impl WithoutIndex for Judged {}

#[test]
fn a_table_answers_for_equal_depth_only() {
    // The same stones are left after two plies and after four: what is known of them from the shorter way
    // lies beyond the horizon of the longer one.
    for n_stones in 8..24 {
        let game = Judged(Countdown::new(n_stones));
        let start = game.start(&mut Rng::new(0));
        for depth in 1..9 {
            let limits = Limits::of_depth(depth);
            let minimax = ask(&game, &start, &mut Minimax::new(limits, vec![1.0], 0)).1;
            for id in [false, true] {
                let options = AlphaBetaOptions { exact: true, id, ..AlphaBetaOptions::default() };
                let exact = ask(&game, &start, &mut AlphaBeta::new(options, limits, vec![1.0], 0)).1;
                assert_eq!(exact.value, minimax.value, "{n_stones} stones, depth {depth}, id: {id}");
            }
        }
    }
}

#[test]
fn an_unfinished_iteration_does_not_count() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let weights = TicTacToe.default_weights();
    // One ply takes 10 positions, two take 82: of the third only the first moves are searched.
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let (_, report) = ask(&TicTacToe, &start, &mut Minimax::new(limits, weights.clone(), 0));
    let (_, whole) = ask(&TicTacToe, &start, &mut Minimax::new(Limits::of_depth(2), weights, 0));
    assert_eq!((report.depth, report.value, report.lines.len()), (2, whole.value, 9));
}

#[test]
fn threads_share_the_budget() {
    let start = TicTacToe.start(&mut Rng::new(0));
    for nodes in [1, 10, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let options = AlphaBetaOptions { threads: 4, tt: Some(1 << 16), ..AlphaBetaOptions::default() };
        let (_, report) =
            ask(&TicTacToe, &start, &mut AlphaBeta::new(options, limits, TicTacToe.default_weights(), 5));
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
    }
}

#[test]
fn other_games_are_refused_in_a_sentence() {
    let three = Tree::parse("0([1 0 0])").unwrap();
    let play = Playthrough::new(three, 0);
    let stop = AtomicBool::new(false);
    let error = play
        .ask(&mut Minimax::new(Limits::default(), Vec::new(), 0), &mut Control::new(&stop, &mut |_| {}))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "minimax searches for two players who see everything, and tree has 3 seats"
    );
    let why = ludwerk_search::two_player_refusal(&Kuhn, "alphabeta").unwrap();
    assert_eq!(
        why,
        "alphabeta searches for two players who see everything, and kuhn has hidden information; pimc or ismcts play it"
    );
}

#[test]
fn several_lines_have_the_values_of_minimax() {
    let state = TicTacToe.parse_position("x...o....").unwrap();
    let play = Playthrough::new(TicTacToe, state);
    let weights = TicTacToe.default_weights();
    let all = ask(&TicTacToe, &state, &mut Minimax::new(Limits::of_depth(4), weights.clone(), 0)).1.lines;
    let stop = AtomicBool::new(false);
    for n_lines in [1, 3, 7, 20] {
        let options = AlphaBetaOptions { exact: true, tt: None, ..AlphaBetaOptions::default() };
        let mut agent = AlphaBeta::new(options, Limits::of_depth(4), weights.clone(), 0);
        let mut quiet = |_: &Report<_>| {};
        let mut control = Control::new(&stop, &mut quiet).with_lines(n_lines);
        let lines = play.ask(&mut agent, &mut control).unwrap().report.lines;
        assert!(lines.len() >= n_lines.min(all.len()), "{} lines", lines.len());
        for (line, expected) in lines.iter().zip(&all).take(n_lines) {
            assert_eq!(line.value, expected.value);
            assert_eq!(all.iter().find(|other| other.mv == line.mv).unwrap().value, line.value);
        }
    }
}
