//! The example tree of `docs/algorithms`: every number on those pages that a search gives.
//!
//! Three players move one after the other, each has the moves `a` and `b`, and a leaf shares out ten tenths:
//!
//! ```text
//! player 0                      ·
//!                       a ┌─────┴─────┐ b
//! player 1                ·           ·
//!                     a ┌─┴─┐ b   a ┌─┴─┐ b
//! player 2              ·   ·       ·   ·
//!                      ┌┴┐ ┌┴┐     ┌┴┐ ┌┴┐
//! for player 0         5 6 7 1     4 3 4 6
//!     player 1         3 4 2 1     5 2 4 1
//!     player 2         2 0 1 8     1 5 2 3
//! ```
//!
//! Searches for two read players 1 and 2 as one opponent who moves twice and takes the rest. Expectimax reads
//! the last ply as a coin toss, and the searches for hidden games read it as a card that lies face down.

mod common;

use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game, GameInfo, Information, Keyed, Line, Notation, Observe,
    Outcome, Playthrough, Report, Rng, Seat, Turn, View, Viewer, WithoutEncoding, WithoutEvaluation,
    WithoutMoveOrdering, WithoutMovePolicy, WithoutPruning, mix,
};
use ludwerk_search::{
    AlphaBeta, AlphaBetaOptions, BestReply, Book, Draws, Expectimax, ExpectimaxOptions, Greedy, Ismcts,
    IsmctsOptions, Limits, Maxn, MaxnOptions, Mcts, MctsOptions, Minimax, Paranoid, Peek, Pimc, Random,
    Sampler, score,
};
use ludwerk_testkit::toys::{Branch, Tree};

const A: Branch = Branch(0);
const B: Branch = Branch(1);

/// The tree with the shares of all three.
const FOR_THREE: &str = "0(1(2([0.5 0.3 0.2] [0.6 0.4 0.0]) 2([0.7 0.2 0.1] [0.1 0.1 0.8]))
                           1(2([0.4 0.5 0.1] [0.3 0.2 0.5]) 2([0.4 0.4 0.2] [0.6 0.1 0.3])))";

/// Players 1 and 2 are one opponent who moves twice.
const FOR_TWO: &str = "0(1(1([0.5 0.5] [0.6 0.4]) 1([0.7 0.3] [0.1 0.9]))
                         1(1([0.4 0.6] [0.3 0.7]) 1([0.4 0.6] [0.6 0.4])))";

/// The same, with the moves that alpha-beta should try first in front: `b`, and `ab` before `aa`.
const WELL_ORDERED: &str = "0(1(1([0.4 0.6] [0.3 0.7]) 1([0.4 0.6] [0.6 0.4]))
                              1(1([0.7 0.3] [0.1 0.9]) 1([0.5 0.5] [0.6 0.4])))";

/// The last ply is a coin toss.
const WITH_A_COIN: &str = "0(1(?(1 [0.5 0.5] 1 [0.6 0.4]) ?(1 [0.7 0.3] 1 [0.1 0.9]))
                             1(?(1 [0.4 0.6] 1 [0.3 0.7]) ?(1 [0.4 0.6] 1 [0.6 0.4])))";

/// The coin after `ba` is bent: nine times in ten it shows `bab`, which stands first.
const WITH_A_BENT_COIN: &str = "0(1(?(1 [0.5 0.5] 1 [0.6 0.4]) ?(1 [0.7 0.3] 1 [0.1 0.9]))
                                  1(?(9 [0.3 0.7] 1 [0.4 0.6]) ?(1 [0.4 0.6] 1 [0.6 0.4])))";

/// The card decides the last ply: the left leaves, or the right ones.
const WORLDS: [&str; 2] =
    ["0(1([0.5 0.5] [0.7 0.3]) 1([0.4 0.6] [0.4 0.6]))", "0(1([0.6 0.4] [0.1 0.9]) 1([0.3 0.7] [0.6 0.4]))"];

fn tree(text: &str) -> Tree {
    Tree::parse(text).unwrap()
}

/// What an agent plays at the root, and what it says with the values of both moves wanted.
fn ask_both<G: Observe + Keyed + Clone>(game: &G, agent: &mut dyn Agent<G>) -> Decision<G::Move> {
    let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {}).with_lines(2)).unwrap()
}

fn value_of(report: &Report<Branch>, mv: Branch) -> f64 {
    report.lines.iter().find(|line| line.mv == mv).unwrap().value.number()
}

/// The share of the win that a value on the common scale stands for, if the plies are left out of it.
fn share_of(value: f64, n_seats: usize) -> f64 {
    let equal = 1.0 / n_seats as f64;
    let fraction = value / score::WIN;
    if fraction > 0.0 { equal + fraction * (1.0 - equal) } else { equal * (1.0 + fraction) }
}

/// What the agent plays, and what `a` and `b` bring the searching player in tenths, to the hundredth: the plies
/// of a decided game are far less than that.
fn verdict<G: Observe<Move = Branch> + Keyed + Clone>(
    game: &G,
    agent: &mut dyn Agent<G>,
) -> (Branch, f64, f64) {
    let decision = ask_both(game, agent);
    let tenths = |mv| 10.0 * share_of(value_of(&decision.report, mv), game.n_seats());
    let rounded = |mv| (tenths(mv) * 100.0).round() / 100.0;
    (decision.chosen, rounded(A), rounded(B))
}

/// Alpha-beta and nothing else.
fn plain() -> AlphaBetaOptions {
    AlphaBetaOptions {
        ordering: false,
        id: false,
        tt: None,
        pvs: false,
        aspiration: false,
        killers: false,
        history: false,
        continuation: false,
        ..AlphaBetaOptions::default()
    }
}

fn whole() -> Limits {
    Limits::of_depth(3)
}

fn rounds(iterations: u64) -> Limits {
    Limits { iterations: Some(iterations), ..Limits::default() }
}

#[test]
fn random_plays_each_half_of_the_time() {
    let mut agent = Random::new(1);
    let n_a = (0..10_000).filter(|_| ask(&tree(FOR_THREE), &0, &mut agent).0 == A).count();
    assert!((4800..5200).contains(&n_a), "{n_a}");
}

/// A tree has no evaluation, so the evaluations on the page of `greedy` are made up.
#[test]
fn greedy_needs_an_evaluation() {
    let play = Playthrough::new(tree(FOR_THREE), 0);
    let answer =
        play.ask(&mut Greedy::new(Vec::new(), 1), &mut Control::new(&AtomicBool::new(false), &mut |_| {}));
    assert!(answer.unwrap_err().to_string().contains("greedy needs an evaluation, and tree has none"));
}

#[test]
fn minimax_plays_b() {
    let mut agent = Minimax::new(whole(), Vec::new(), 1);
    assert_eq!(verdict(&tree(FOR_TWO), &mut agent), (B, 1.0, 3.0));
    let report = ask(&tree(FOR_TWO), &0, &mut agent).1;
    // On the common scale, three plies away; and the root, two, four and eight positions.
    assert_eq!((report.value.map(Value::number), report.nodes), (Some(score::of_share(0.3, 2, 3)), 15));
    assert_eq!(report.value.unwrap().number().round(), -399_997.0);
    assert_eq!(report.pv, [B, A, B]);
}

#[test]
fn alphabeta_plays_b_and_need_not_look_at_aa() {
    assert_eq!(verdict(&tree(FOR_TWO), &mut AlphaBeta::new(plain(), whole(), Vec::new(), 1)), (B, 1.0, 3.0));
    // The lot decides which move of the root comes first, and so how much is left out: `aa` and its two
    // leaves if it is `b`, nothing if it is `a`.
    let nodes = |text: &str, seed: u64| {
        let (_, report) = ask(&tree(text), &0, &mut AlphaBeta::new(plain(), whole(), Vec::new(), seed));
        assert_eq!(share_of(report.value.unwrap().number(), 2), share_of(score::of_share(0.3, 2, 3), 2));
        report.nodes
    };
    let seen: std::collections::BTreeSet<_> = (0..20).map(|seed| nodes(WELL_ORDERED, seed)).collect();
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [12, 15]);
    // With `aa` before `ab` both must be looked at.
    assert!((0..20).all(|seed| nodes(FOR_TWO, seed) == 15));
}

/// The toss takes no depth: two moves of players are the whole tree.
#[test]
fn expectimax_plays_a() {
    let expectimax = |options| move |seed| Expectimax::new(options, Limits::of_depth(2), Vec::new(), seed);
    let all = ExpectimaxOptions::default();
    let none = ExpectimaxOptions { alphabeta: false, star1: false, star2: false, ..all };
    let without_stars = ExpectimaxOptions { star1: false, star2: false, ..all };
    for options in [all, none, without_stars] {
        assert_eq!(verdict(&tree(WITH_A_COIN), &mut expectimax(options)(1)), (A, 4.0, 3.5));
        assert_eq!(ask(&tree(WITH_A_BENT_COIN), &0, &mut expectimax(options)(1)).0, A);
    }
    // The fewest positions, which are those of the seeds by which `a` comes first.
    let nodes = |text: &str, options| {
        (0..20).map(|seed| ask(&tree(text), &0, &mut expectimax(options)(seed)).1.nodes).min().unwrap()
    };
    // After a = 4 and ba = 3.5 nothing under bb can matter; the stars find nothing more.
    assert_eq!([none, without_stars, all].map(|options| nodes(WITH_A_COIN, options)), [15, 12, 12]);
    // With the bent coin, bab = 3 is enough for Star1: ba is at most 0.9 · 3 + 0.1 · 10 = 3.7.
    assert_eq!([none, without_stars, all].map(|options| nodes(WITH_A_BENT_COIN, options)), [15, 12, 11]);
}

#[test]
fn maxn_plays_a() {
    let mut agent = Maxn::new(MaxnOptions::default(), whole(), Vec::new(), 1);
    assert_eq!(verdict(&tree(FOR_THREE), &mut agent), (A, 5.0, 3.0));
    let report = ask(&tree(FOR_THREE), &0, &mut agent).1;
    assert_eq!(report.pv, [A, A, A]);
    let shares: Vec<_> =
        report.values.iter().map(|value| (10.0 * share_of(value.number(), 3)).round()).collect();
    assert_eq!(shares, [5.0, 3.0, 2.0]);
    assert_eq!(report.value.unwrap().number().round(), 249_997.0);
    // After b the others take (3, 2, 5).
    let after_b = Maxn::new(MaxnOptions::default(), Limits::of_depth(2), Vec::new(), 1);
    let report = ask(&tree(FOR_THREE), &8, &mut { after_b }).1;
    let shares: Vec<_> =
        report.values.iter().map(|value| (10.0 * share_of(value.number(), 3)).round()).collect();
    assert_eq!(shares, [3.0, 2.0, 5.0]);
}

#[test]
fn paranoid_plays_b() {
    let mut agent = Paranoid::new(plain(), whole(), Vec::new(), 1);
    assert_eq!(verdict(&tree(FOR_THREE), &mut agent), (B, 1.0, 3.0));
}

/// Nobody can be left out of this tree, so BRS and BRS+ are the same: who does not reply plays his first move.
/// A reply is one ply, so that two plies are the whole tree.
#[test]
fn best_reply_plays_a() {
    for plus in [false, true] {
        let mut agent = BestReply::new(plus, plain(), Limits::of_depth(2), Vec::new(), 1);
        assert_eq!(verdict(&tree(FOR_THREE), &mut agent), (A, 5.0, 3.0));
    }
}

/// How often `a` and `b` were tried, and what they brought in tenths. A report has the means and, in the values
/// of the others, the mean of all rounds; the visits follow.
fn tried(report: &Report<Branch>, n_rounds: u64) -> [(u64, f64); 2] {
    let n_seats = report.values.len();
    let [a, b] = [A, B].map(|mv| share_of(value_of(report, mv), n_seats));
    let all = 1.0 - report.values[1..].iter().map(|value| share_of(value.number(), n_seats)).sum::<f64>();
    let n_a = (n_rounds as f64 * (all - b) / (a - b)).round() as u64;
    [(n_a, a), (n_rounds - n_a, b)].map(|(n, share)| (n, (share * 1000.0).round() / 100.0))
}

#[test]
fn mcts_comes_to_play_a() {
    let expected = [
        (10, [(6, 6.0), (4, 5.0)]),
        (100, [(61, 4.64), (39, 4.13)]),
        (1000, [(838, 4.86), (162, 4.04)]),
        (10_000, [(9693, 4.97), (307, 3.97)]),
    ];
    for (n_rounds, of_moves) in expected {
        let options = MctsOptions { solver: false, ..MctsOptions::default() };
        let decision = ask_both(&tree(FOR_THREE), &mut Mcts::new(options, rounds(n_rounds), Vec::new(), 1));
        assert_eq!((decision.chosen, tried(&decision.report, n_rounds)), (A, of_moves));
    }
}

#[test]
fn the_solver_of_mcts_proves_the_tree() {
    let ask_for = |n_rounds| {
        ask_both(&tree(FOR_THREE), &mut Mcts::new(MctsOptions::default(), rounds(n_rounds), Vec::new(), 1))
    };
    // Fifteen rounds are enough, and then it stops: the shares of max^n, three plies away.
    let proven = ask_for(15);
    let shares: [f64; 3] = [0.5, 0.3, 0.2];
    let values = shares.map(|share| Value::new(score::of_share(share, 3, 3), Unit::WinProbability, 3));
    assert_eq!((proven.chosen, proven.report.values.as_slice()), (A, values.as_slice()));
    assert_eq!(ask_for(10_000), proven);
    assert_ne!(ask_for(14).report.values, proven.report.values);
}

/// The tree with its last ply decided by a card that lies face down: nobody sees it before the end.
#[derive(Clone, Debug)]
struct FaceDown {
    info: GameInfo,
    worlds: [Tree; 2],
}

/// The card, and the node of its world.
type Hidden = (u8, u32);

impl FaceDown {
    fn new() -> Self {
        let worlds = WORLDS.map(tree);
        Self { info: GameInfo { information: Information::Imperfect, ..worlds[0].info().clone() }, worlds }
    }

    fn world(&self, (card, _): Hidden) -> &Tree {
        &self.worlds[usize::from(card)]
    }
}

impl Game for FaceDown {
    type State = Hidden;
    type Move = Branch;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn variant(&self) -> &'static str {
        "standard"
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, rng: &mut Rng) -> Hidden {
        (rng.below(2) as u8, 0)
    }

    fn turn(&self, state: &Hidden) -> Turn {
        self.world(*state).turn(&state.1)
    }

    fn legal_moves(&self, state: &Hidden, moves: &mut Vec<Branch>) {
        self.world(*state).legal_moves(&state.1, moves);
    }

    fn play_unchecked(&self, state: &mut Hidden, mv: Branch) {
        let mut node = state.1;
        self.world(*state).play_unchecked(&mut node, mv);
        state.1 = node;
    }

    fn outcome(&self, state: &Hidden) -> Option<Outcome> {
        self.world(*state).outcome(&state.1)
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Keyed for FaceDown {
    fn key(&self, state: &Hidden) -> u64 {
        mix(u64::from(state.1) << 1 | u64::from(state.0))
    }

    fn key_from_scratch(&self, state: &Hidden) -> u64 {
        self.key(state)
    }
}

/// Everyone sees the moves, and nobody the card.
impl Observe for FaceDown {
    type Observation = u32;

    fn observe(&self, state: &Hidden, _viewer: Viewer) -> u32 {
        state.1
    }

    fn shows_move(&self, _state: &Hidden, _mv: Branch, _viewer: Viewer) -> bool {
        true
    }

    fn information_key(&self, state: &Hidden, _seat: Seat) -> u64 {
        mix(u64::from(state.1))
    }

    fn observation_text(&self, observation: &u32) -> String {
        format!("node{observation}")
    }

    fn resample(&self, observation: &u32, rng: &mut Rng) -> Hidden {
        (rng.below(2) as u8, *observation)
    }

    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State {
        self.resample(observation, rng)
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        *state
    }
}

impl WithoutEncoding for FaceDown {}

impl WithoutEvaluation for FaceDown {}
impl WithoutMoveOrdering for FaceDown {}
impl WithoutMovePolicy for FaceDown {}
impl WithoutPruning for FaceDown {}

/// The two worlds are searched and their mean is taken here, because the agent draws its worlds by lot; then
/// the agent itself is asked.
#[test]
fn pimc_plays_b_because_its_opponents_see_the_card() {
    let minimax = || Minimax::new(Limits::of_depth(2), Vec::new(), 1);
    let [left, right] = WORLDS.map(|world| verdict(&tree(world), &mut minimax()));
    assert_eq!((left, right), ((A, 5.0, 4.0), (B, 1.0, 3.0)));
    assert_eq!([f64::midpoint(left.1, right.1), f64::midpoint(left.2, right.2)], [3.0, 3.5]);

    let mut agent: Pimc<FaceDown> = Pimc::new(Box::new(minimax()), 1000, None, 1);
    let (chosen, a, b) = verdict(&FaceDown::new(), &mut agent);
    assert!(chosen == B && (a - 3.0).abs() < 0.2 && (b - 3.5).abs() < 0.1, "{a} {b}");
}

#[test]
fn peek_looks_at_the_card_and_plays_accordingly() {
    for (card, expected) in [(0, (A, 5.0)), (1, (B, 3.0))] {
        let minimax = Minimax::new(Limits::of_depth(2), Vec::new(), 1);
        let mut agent: Peek<FaceDown> = Peek::new(Box::new(minimax), Draws::Dealt);
        let play = Playthrough::new(FaceDown::new(), (card, 0));
        let stop = AtomicBool::new(false);
        let decision = play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
        let tenths = 10.0 * share_of(decision.report.value.unwrap().number(), 2);
        assert_eq!((decision.chosen, (tenths * 100.0).round() / 100.0), expected);
    }
}

#[test]
fn ismcts_plays_a_because_nobody_sees_the_card() {
    for (n_rounds, means) in [(100, [4.15, 3.78]), (1000, [4.06, 3.75]), (10_000, [3.99, 3.62])] {
        let mut agent = Ismcts::new(IsmctsOptions::default(), rounds(n_rounds), Vec::new(), 1);
        let decision = ask_both(&FaceDown::new(), &mut agent);
        let mean = |mv| (share_of(value_of(&decision.report, mv), 2) * 1000.0).round() / 100.0;
        assert_eq!((decision.chosen, [A, B].map(mean)), (A, means));
    }
}

/// Says that `a` is worth 5 and `b` is worth 3, as evaluations.
struct FiveAndThree;

impl<G: Observe<Move = Branch>> Agent<G> for FiveAndThree {
    fn decide(
        &mut self,
        _view: &View<'_, G>,
        _control: &mut Control<'_, Branch>,
    ) -> Result<Decision<Branch>, AgentError> {
        let line = |mv, value| Line { mv, value: Value::new(value, Unit::Evaluation, 2), pv: vec![mv] };
        let report = Report { lines: vec![line(A, 5.0), line(B, 3.0)], ..Report::default() };
        Ok(Decision { chosen: A, report })
    }
}

#[test]
fn a_sampler_plays_b_now_and_then() {
    let share_of_a = |temperature: f64| {
        let mut agent = Sampler::new(Box::new(FiveAndThree), temperature, 1);
        let n_a = (0..10_000).filter(|_| ask(&tree(FOR_THREE), &0, &mut agent).0 == A).count();
        n_a as f64 / 10_000.0
    };
    for (temperature, share) in [(0.5, 0.982), (1.0, 0.881), (2.0, 0.731), (10.0, 0.550)] {
        assert!((1.0 / (1.0 + f64::exp(-2.0 / temperature)) - share).abs() < 0.0005);
        assert!(
            (share_of_a(temperature) - share).abs() < 0.015,
            "{temperature}: {}",
            share_of_a(temperature)
        );
    }
    // Shares of a decided game are hundreds of thousands apart on the common scale: the better is taken.
    let maxn = || Maxn::new(MaxnOptions::default(), whole(), Vec::new(), 1);
    let mut agent = Sampler::new(Box::new(maxn()), 2.0, 1);
    assert!((0..1000).all(|_| ask(&tree(FOR_THREE), &0, &mut agent).0 == A));
}

#[test]
fn a_book_knows_its_line_and_nothing_else() {
    let game = tree(FOR_THREE);
    let maxn = Maxn::new(MaxnOptions::default(), whole(), Vec::new(), 1);
    let mut agent = Book::new(&game, "b * a", Box::new(maxn), 1).unwrap();
    let mut next = |moves: &str| {
        let mut play = Playthrough::new(game.clone(), 0);
        moves.split_whitespace().for_each(|mv| play.play_text(mv).unwrap());
        let decision = play.ask(&mut agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap();
        (game.move_text(play.state(), decision.chosen), decision.report.nodes == 1)
    };
    // Player 0 plays b, and player 2 plays a, whatever player 1 did.
    assert_eq!(next(""), ("b".to_owned(), true));
    assert_eq!(next("b a"), ("a".to_owned(), true));
    assert_eq!(next("b b"), ("a".to_owned(), true));
    // A * says nothing of what player 1 should do, and after a there is no line: max^n thinks.
    assert_eq!(next("b"), ("a".to_owned(), false));
    assert_eq!(next("a a"), ("a".to_owned(), false));
    // Where the book says a for player 2, max^n would rather have b: it takes 5 tenths.
    let mut maxn = Maxn::new(MaxnOptions::default(), whole(), Vec::new(), 1);
    assert_eq!(ask(&game, &9, &mut maxn).0, B);
}
