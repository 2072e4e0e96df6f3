//! Searches in games with secrets: they see only what their seat sees, and play poker about as theory says.
//! Also the agents that wrap another: a book, a sampler.

mod common;

use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, Control, Decision, Evaluate, Game, Notation, Observe, Playthrough, Rng, Seat, Turn, View, Viewer,
};
use ludwerk_search::{
    AlphaBeta, AlphaBetaOptions, Book, BookError, Greedy, Ismcts, IsmctsOptions, Limits, Maxn, MaxnOptions,
    Mcts, MctsOptions, Observers, Open, Pick, Pimc, Random, Roots, Sampler, score,
};
use ludwerk_testkit::toys::{Action, Harvest, Kuhn, KuhnState, TicTacToe};

fn rounds(iterations: u64) -> Limits {
    Limits { iterations: Some(iterations), ..Limits::default() }
}

fn kuhn(position: &str) -> KuhnState {
    Kuhn.parse_position(position).unwrap()
}

fn decide(state: KuhnState, agent: &mut dyn Agent<Kuhn>) -> Decision<Action> {
    let play = Playthrough::new(Kuhn, state);
    play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap()
}

fn ismcts(options: IsmctsOptions, iterations: u64, seed: u64) -> Ismcts {
    Ismcts::new(options, rounds(iterations), Vec::new(), seed)
}

/// The probability of a bet, for every card and course of the betting.
#[derive(Default)]
struct Strategy {
    bets: [[f64; 3]; 4],
}

/// The courses of betting in which someone is to move: nothing, `p`, `b` and `pb`.
const COURSES: [&str; 4] = ["", "p", "b", "pb"];

impl Strategy {
    /// What an agent plays in every information set, by asking it many times.
    fn of(mut make: impl FnMut(u64) -> Box<dyn Agent<Kuhn>>, n_asked: u64) -> Self {
        let mut strategy = Self::default();
        for (course, actions) in COURSES.iter().enumerate() {
            for (card, name) in ["J", "Q", "K"].iter().enumerate() {
                // Whatever the other has: he cannot know it.
                let other = ["Q", "K", "J"][card];
                let mover = actions.len() % 2;
                let cards = if mover == 0 { format!("{name}{other}") } else { format!("{other}{name}") };
                let state = kuhn(&format!("{cards}:{actions}"));
                let n_bets = (0..n_asked)
                    .filter(|&seed| decide(state, make(seed).as_mut()).chosen == Action::Bet)
                    .count();
                strategy.bets[course][card] = n_bets as f64 / n_asked as f64;
            }
        }
        strategy
    }

    /// The expected chips of the first player when `self` plays first and `second` second.
    fn chips_of_first(&self, second: &Self) -> f64 {
        let mut sum = 0.0;
        for first_card in 0..3 {
            for second_card in (0..3).filter(|&card| card != first_card) {
                let wins = |chips: f64| if first_card > second_card { chips } else { -chips };
                let calls = second.bets[2][second_card];
                let bet = calls * wins(2.0) + (1.0 - calls);
                let (raises, holds) = (second.bets[1][second_card], self.bets[3][first_card]);
                let pass = raises * (holds * wins(2.0) - (1.0 - holds)) + (1.0 - raises) * wins(1.0);
                let bets = self.bets[0][first_card];
                sum += (bets * bet + (1.0 - bets) * pass) / 6.0;
            }
        }
        sum
    }

    /// All pure strategies for the six information sets of one seat.
    fn pure(seat: Seat) -> impl Iterator<Item = Self> {
        (0..64).map(move |bits| {
            let mut strategy = Self::default();
            for n in 0..6 {
                let course = if seat == Seat::FIRST { [0, 3][n / 3] } else { [1, 2][n / 3] };
                strategy.bets[course][n % 3] = f64::from(bits >> n & 1);
            }
            strategy
        })
    }

    /// What perfect opponents win against it, as first and as second, beyond what is theirs: 0 exactly for
    /// an equilibrium. In chips for two games.
    fn exploitability(&self) -> f64 {
        let as_first =
            Self::pure(Seat::FIRST).map(|first| first.chips_of_first(self)).fold(f64::MIN, f64::max);
        let as_second =
            Self::pure(Seat::SECOND).map(|second| -self.chips_of_first(&second)).fold(f64::MIN, f64::max);
        as_first + as_second
    }
}

#[test]
fn exploitability_is_zero_exactly_for_an_equilibrium() {
    // Kuhn's solution: the first player bluffs with a share a of his jacks, here 1/4.
    let a = 0.25;
    let third = 1.0 / 3.0;
    let equilibrium =
        Strategy { bets: [[a, 0.0, 3.0 * a], [third, 0.0, 1.0], [0.0, third, 1.0], [0.0, a + third, 1.0]] };
    assert!(equilibrium.exploitability().abs() < 1e-12);
    assert!((equilibrium.chips_of_first(&equilibrium) + 1.0 / 18.0).abs() < 1e-12);
    let random = Strategy { bets: [[0.5; 3]; 4] };
    assert!((random.exploitability() - 11.0 / 12.0).abs() < 1e-12);
}

/// The tolerance of the documentation: a perfect opponent wins less than 0.15 chips from two games, one in
/// each seat. From random play he wins 11/12.
#[test]
fn ismcts_plays_kuhn_poker_close_to_an_equilibrium() {
    let options = IsmctsOptions { pick: Pick::Mixed, roots: Roots::Start, ..IsmctsOptions::default() };
    let strategy = Strategy::of(|seed| Box::new(ismcts(options, 10_000, seed)), 50);
    let (bets, exploitability) = (strategy.bets, strategy.exploitability());
    assert!(exploitability < 0.15, "{exploitability}: {bets:?}");
    // It bluffs with jacks, never calls with them, and always calls with kings.
    assert!(bets[1][0] > 0.1 && bets[2][0] < 0.1 && bets[3][0] < 0.1, "{bets:?}");
    assert!(bets[2][2] > 0.9 && bets[3][2] > 0.9, "{bets:?}");
}

#[test]
fn from_where_it_stands_ismcts_does_not_bluff_but_loses_little() {
    for observers in [Observers::Single, Observers::Multiple] {
        let options = IsmctsOptions { pick: Pick::Mixed, observers, ..IsmctsOptions::default() };
        let strategy = Strategy::of(|seed| Box::new(ismcts(options, 2000, seed)), 50);
        assert!(strategy.bets[0][0] < 0.2, "{:?}", strategy.bets);
        assert!(strategy.exploitability() < 0.6, "{}: {:?}", strategy.exploitability(), strategy.bets);
    }
}

#[test]
fn what_a_seat_cannot_see_changes_nothing() {
    type Make = fn() -> Box<dyn Agent<Kuhn>>;
    let alike = [("JQ:", "JK:"), ("KQ:", "KJ:"), ("JQ:pb", "JK:pb"), ("QJ:p", "KJ:p"), ("JQ:b", "KQ:b")];
    let makers: [Make; 5] = [
        || Box::new(Random::new(1)),
        || Box::new(ismcts(IsmctsOptions::default(), 500, 1)),
        || Box::new(ismcts(IsmctsOptions { observers: Observers::Single, ..Default::default() }, 500, 1)),
        || {
            Box::new(Pimc::new(
                Box::new(Maxn::new(MaxnOptions::default(), Limits::of_depth(3), vec![], 1)),
                9,
                None,
                1,
            ))
        },
        || {
            Box::new(Pimc::new(
                Box::new(Mcts::new(MctsOptions::default(), rounds(50), vec![], 1)),
                9,
                None,
                1,
            ))
        },
    ];
    for (one, other) in alike {
        let (one, other) = (kuhn(one), kuhn(other));
        let Turn::Player(seat) = Kuhn.turn(&one) else { unreachable!() };
        assert_eq!(Kuhn.observe(&one, Viewer::Seat(seat)), Kuhn.observe(&other, Viewer::Seat(seat)));
        for make in makers {
            assert_eq!(decide(one, make().as_mut()), decide(other, make().as_mut()));
        }
    }
}

#[test]
fn pimc_plays_the_mean_of_the_worlds() {
    // With a king every world says to call; with a jack none does.
    let inner = || Box::new(Maxn::new(MaxnOptions::default(), Limits::of_depth(3), Vec::new(), 1));
    let mut agent = Pimc::new(inner(), 20, None, 1);
    let king = decide(kuhn("KQ:pb"), &mut agent);
    assert_eq!((king.chosen, king.report.value.map(Value::number)), (Action::Bet, Some(score::WIN - 1.0)));
    assert_eq!(decide(kuhn("JQ:pb"), &mut agent).chosen, Action::Pass);
    // A queen meets a king in about half of the worlds: calling is worth about nothing, folding a loss.
    let queen = decide(kuhn("QJ:pb"), &mut agent).report;
    assert_eq!(queen.lines.len(), 2);
    let value = queen.value.unwrap();
    assert!(value.number().abs() < 0.6 * score::WIN);
    assert_eq!(queen.lines[1].value.number(), -score::WIN / 2.0 + 1.0);
    assert_eq!(queen.values, [value, value.with_number(-value.number())]);
}

#[test]
fn value_and_values_agree_whatever_is_picked() {
    for (roots, pick) in [(Roots::Here, Pick::Best), (Roots::Here, Pick::Mixed), (Roots::Start, Pick::Mixed)]
    {
        let options = IsmctsOptions { roots, pick, ..IsmctsOptions::default() };
        for seed in 0..20 {
            let report = decide(kuhn("QJ:"), &mut ismcts(options, 500, seed)).report;
            let value = report.value.unwrap();
            assert_eq!(report.values, [value, value.with_number(-value.number())]);
            // A mean is no proof, however good it is.
            assert!(value.number().abs() < 0.99 * score::WIN);
        }
    }
}

#[test]
fn in_an_open_game_pimc_is_its_inner_search() {
    let state = TicTacToe.parse_position("x...o....").unwrap();
    let weights = TicTacToe.default_weights();
    let inner = || AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(3), weights.clone(), 1);
    let mut pimc: Pimc<TicTacToe> = Pimc::new(Box::new(inner()), 3, None, 1);
    let (_, of_worlds) = ask(&TicTacToe, &state, &mut pimc);
    let (_, of_inner) = ask(&TicTacToe, &state, &mut inner());
    assert_eq!(of_worlds.value, of_inner.value);
    // An inner agent without values votes.
    let mut votes: Pimc<TicTacToe> = Pimc::new(Box::new(Random::new(1)), 30, None, 1);
    let (chosen, report) = ask(&TicTacToe, &state, &mut votes);
    assert_eq!((report.value, report.lines[0].mv), (None, chosen));
    assert!((report.lines.iter().map(|line| line.value.number()).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn an_open_game_shows_everything() {
    let open = Open::new(Kuhn);
    assert!(!open.info().is_hidden());
    let state = kuhn("JQ:p");
    assert_eq!(open.observe(&state, Viewer::Seat(Seat::FIRST)), state);
    assert_eq!(open.resample(&state, &mut Rng::new(1)), state);
}

#[test]
fn ismcts_keeps_its_budgets() {
    let game = Harvest::new(3);
    let start = game.start(&mut Rng::new(1));
    for observers in [Observers::Single, Observers::Multiple] {
        for memory in [0, 1 << 10, 1 << 20] {
            let options = IsmctsOptions { observers, memory, ..IsmctsOptions::default() };
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let search = || ask(&game, &start, &mut Ismcts::new(options, limits, game.default_weights(), 3));
            assert_eq!(search(), search());
            assert_eq!(search().1.nodes, 2000);
        }
    }
}

#[test]
fn where_nothing_is_hidden_ismcts_finds_the_best_move() {
    let state = TicTacToe.parse_position("oo.xx...x").unwrap();
    for observers in [Observers::Single, Observers::Multiple] {
        let options = IsmctsOptions { observers, ..IsmctsOptions::default() };
        let mut agent = Ismcts::new(options, rounds(3000), TicTacToe.default_weights(), 1);
        let (chosen, _) = ask(&TicTacToe, &state, &mut agent);
        assert_eq!(TicTacToe.move_text(&state, chosen), "c1");
    }
}

fn book(text: &str) -> Result<Book<TicTacToe>, BookError> {
    Book::new(&TicTacToe, text, Box::new(Greedy::new(vec![1.0, 0.5], 0)), 1)
}

#[test]
fn a_book_is_followed_as_long_as_the_game_agrees() {
    let mut agent = book("# corners\na1 b2 c3\n\na1 * a3").unwrap();
    let stop = AtomicBool::new(false);
    let mut next = |moves: &str| {
        let mut play = Playthrough::new(TicTacToe, TicTacToe.start(&mut Rng::new(0)));
        for mv in moves.split_whitespace() {
            play.play_text(mv).unwrap();
        }
        let decision = play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
        (TicTacToe.move_text(play.state(), decision.chosen), decision.report.nodes)
    };
    assert_eq!(next(""), ("a1".to_owned(), 1));
    assert_eq!(next("a1 c1"), ("a3".to_owned(), 1));
    assert!((0..50).map(|_| next("a1 b2").0).any(|mv| mv == "c3"));
    // The only line that agrees asks for a taken square, or there is none: the other agent plays.
    assert!(next("a1 a3").1 > 1);
    assert!(next("b2").1 > 1);
    assert!(next("a1 b2 c3").1 > 1);
}

#[test]
fn a_bad_book_says_where() {
    assert_eq!(book("# nothing").err(), Some(BookError::Empty));
    let error = book("a1 b2\na1 a1").err().unwrap().to_string();
    assert!(error.starts_with("line 2 of the book: "), "{error}");
    assert!(book("* a9").is_ok(), "what follows a * cannot be checked");
}

#[test]
fn a_sampler_prefers_the_better_and_never_misses_a_win() {
    let state = TicTacToe.start(&mut Rng::new(0));
    let greedy = || Box::new(Greedy::new(TicTacToe.default_weights(), 0));
    let share_of_centre = |temperature: f64| {
        let mut agent = Sampler::new(greedy(), temperature, 1);
        let is_centre =
            |_: &usize| TicTacToe.move_text(&state, ask(&TicTacToe, &state, &mut agent).0) == "b2";
        (0..500).filter(is_centre).count()
    };
    let (cold, warm, hot) = (share_of_centre(0.05), share_of_centre(2.0), share_of_centre(1000.0));
    assert_eq!(cold, 500);
    assert!(warm < cold && hot < warm, "{cold} {warm} {hot}");
    assert!((20..100).contains(&hot), "about every ninth: {hot}");
    let win = TicTacToe.parse_position("xx.oo....").unwrap();
    let mut agent = Sampler::new(greedy(), 1000.0, 1);
    assert!((0..50).all(|_| TicTacToe.move_text(&win, ask(&TicTacToe, &win, &mut agent).0) == "c1"));
    // Unless it is told to take nothing for certain.
    let mut agent = Sampler::new(greedy(), 5.0, 1).with_limit(10.0);
    let n_wins = (0..200).filter(|_| TicTacToe.move_text(&win, ask(&TicTacToe, &win, &mut agent).0) == "c1");
    assert!((80..195).contains(&n_wins.count()));
}

/// Values the first move, and says nothing of the others.
struct FirstOnly;

impl<G: Observe> Agent<G> for FirstOnly {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, ludwerk_core::AgentError> {
        let value = Value::new(-5.0, Unit::Evaluation, view.game.n_seats());
        let line = ludwerk_core::Line { mv: view.legal[0], value, pv: vec![view.legal[0]] };
        let report = ludwerk_core::Report { value: Some(value), lines: vec![line], ..Default::default() };
        Ok(Decision { chosen: view.legal[0], report })
    }
}

#[test]
fn in_pimc_a_move_without_a_value_counts_as_the_worst_that_has_one() {
    let state = TicTacToe.start(&mut Rng::new(0));
    let mut pimc: Pimc<TicTacToe> = Pimc::new(Box::new(FirstOnly), 3, None, 1);
    let (_, report) = ask(&TicTacToe, &state, &mut pimc);
    assert_eq!(report.lines.len(), 9);
    assert!(report.lines.iter().all(|line| line.value.number() == -5.0), "{report:?}");
}

#[test]
fn pimc_takes_the_win_that_its_inner_search_has_proven() {
    // The inner search stops at the proof, and knows nothing of the other moves.
    let state = TicTacToe.parse_position("xx.oo....").unwrap();
    let inner = || Box::new(Mcts::new(MctsOptions::default(), rounds(1000), vec![1.0, 0.5], 1));
    for seed in 0..10 {
        let mut pimc: Pimc<TicTacToe> = Pimc::new(inner(), 3, None, seed);
        let (chosen, report) = ask(&TicTacToe, &state, &mut pimc);
        assert_eq!(
            (TicTacToe.move_text(&state, chosen).as_str(), report.value.map(Value::number)),
            ("c1", Some(score::WIN - 1.0))
        );
        assert!(report.lines[1].value.number() <= 0.0, "what was not looked at is not won: {report:?}");
    }
}

/// Checks that wrappers hand on what they are asked.
struct Echo;

impl<G: Observe> Agent<G> for Echo {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, ludwerk_core::AgentError> {
        assert_eq!(control.n_lines(), view.legal.len());
        Ok(Decision { chosen: view.legal[0], report: ludwerk_core::Report::default() })
    }
}

#[test]
fn a_sampler_without_values_plays_what_it_is_told() {
    let state = TicTacToe.start(&mut Rng::new(0));
    let (chosen, _) = ask(&TicTacToe, &state, &mut Sampler::new(Box::new(Echo), 1.0, 1));
    assert_eq!(chosen.0, 0);
}
