//! Q-learning by tables converges to what exact methods find.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ludwerk_core::value::Meaning;
use ludwerk_core::{Control, Game, Keyed, Move as _, Notation as _, Observe, Playthrough, Rng, Seat, Turn};
use ludwerk_learn::journal::{self, Settings};
use ludwerk_learn::q::closed::{ClosedSet, ClosedSetError, Sweeper};
use ludwerk_learn::q::exact::{Exact, ExactValues};
use ludwerk_learn::q::practice::{Environment, Practice, Unlearnt};
use ludwerk_learn::q::run::{Event, Games, Point, RunContext, RunError};
use ludwerk_learn::q::table::Table;
use ludwerk_learn::q::{Rule, reward};
use ludwerk_search::QTable;
use ludwerk_testkit::oracle::backward_induction;
use ludwerk_testkit::toys::{Harvest, Kings, Kuhn, TicTacToe, Tree};

use crate::{game, spec};

const ROOM: usize = 256 << 20;

const PRACTICE: Practice =
    Practice { epsilon: (1.0, 1.0), opening_plies: 0, most_plies: 200, batch: 1, seed: 3 };

fn start<G: Game>(game: &G) -> G::State {
    game.start(&mut Rng::new(0))
}

fn closed<G: Observe + Keyed + Clone>(game: &G) -> ClosedSet {
    ClosedSet::new(game, &[start(game)], ROOM).unwrap()
}

/// Learns from so many games in batches, with threads.
fn practise<G: Observe + Keyed + Clone>(
    game: &G,
    table: &mut Table,
    practice: Practice,
    starts: &[G::State],
    n_games: usize,
    n_threads: usize,
) {
    let environment =
        Environment { game, practice, starts, n_threads: NonZeroUsize::new(n_threads).unwrap() };
    for first in (0..n_games).step_by(practice.batch) {
        let done = first as f64 / n_games as f64;
        let stop = AtomicBool::new(false);
        environment.practise(table, first..(first + practice.batch).min(n_games), done, &stop).unwrap();
    }
}

/// All positions of a game in which somebody is to move.
fn all_positions<G: Game + Keyed + Clone>(game: &G) -> Vec<G::State> {
    let mut found = vec![start(game)];
    let mut known = std::collections::HashSet::from([game.key(&found[0])]);
    for n in 0.. {
        let Some(state) = found.get(n).cloned() else { return found };
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        for mv in moves {
            let next = game.play(&state, mv).unwrap();
            if game.outcome(&next).is_none() && known.insert(game.key(&next)) {
                found.push(next);
            }
        }
    }
    unreachable!("games are finite")
}

/// Whether whoever plays by the table as `seat` never loses, whatever the other does.
fn never_loses<G: Observe + Keyed + Clone>(game: &G, table: &QTable, state: &G::State, seat: Seat) -> bool {
    if let Some(outcome) = game.outcome(state) {
        return outcome.returns[seat] > 0.0;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    if game.turn(state) == Turn::Player(seat) {
        let known = table.moves(game.information_key(state, seat));
        let best = known.iter().map(|&(_, value)| value).fold(f32::NEG_INFINITY, f32::max);
        moves.retain(|mv| known.contains(&(mv.to_bits(), best)));
        assert!(!moves.is_empty(), "the table knows every position that it leads to");
    }
    moves.into_iter().all(|mv| never_loses(game, table, &game.play(state, mv).unwrap(), seat))
}

#[test]
fn sweeps_over_tic_tac_toe_end_with_the_values_of_minimax() {
    let rule = Rule { gamma: 1.0, ..Rule::default() };
    let set = closed(&TicTacToe);
    assert_eq!(set.n_positions(), 4520, "positions in which the game goes on");
    let exact = ExactValues::new(&set).unwrap();
    let mut learnt = Sweeper::new(&set, rule);
    let before = exact.distance(&learnt, rule.gamma);
    assert!(before.greatest == 1.0 && before.wrong > 1000, "{before:?}");
    // Nine plies: no more than nine sweeps, whatever the order.
    let n_sweeps = (1..=9).find(|_| learnt.sweep(1) == 0.0);
    assert!(n_sweeps.is_some());
    let after = exact.distance(&learnt, rule.gamma);
    assert_eq!((after.greatest, after.wrong), (0.0, 0));
    for state in all_positions(&TicTacToe) {
        let Turn::Player(seat) = TicTacToe.turn(&state) else { unreachable!() };
        let number = set.number(TicTacToe.key(&state)).unwrap();
        let value = reward(&backward_induction(&TicTacToe, &state), seat);
        assert_eq!(learnt.worth(number, seat), value);
        assert_eq!(exact.value(number).value(1.0), value);
    }
}

#[test]
fn play_against_itself_learns_tic_tac_toe_to_the_last_position() {
    let rule = Rule::default();
    let positions = all_positions(&TicTacToe);
    let mut table = Table::new(&TicTacToe, rule, ROOM);
    // Games begin after up to eight plies by lot: nothing is left out.
    let practice = Practice { epsilon: (1.0, 0.5), opening_plies: 8, batch: 10, ..PRACTICE };
    practise(&TicTacToe, &mut table, practice, &[], 80_000, 1);
    assert_eq!((table.n_positions(), table.n_moves()), (4520, 16_167));
    let set = closed(&TicTacToe);
    let exact = ExactValues::new(&set).unwrap();
    for state in &positions {
        let Turn::Player(seat) = TicTacToe.turn(state) else { unreachable!() };
        let key = TicTacToe.key(state);
        let value = exact.value(set.number(key).unwrap()).value(rule.gamma);
        assert!((table.worth(key, seat, seat) - value).abs() < 1e-12);
    }
    let policy = table.policy(&TicTacToe, String::new());
    assert!(Seat::all(2).all(|seat| never_loses(&TicTacToe, &policy, &start(&TicTacToe), seat)));
}

/// Lions with a chick of the first player, who is to move.
const DOBUTSU_ENDGAME: &str = ".l......C.L. - - S";

#[test]
fn sweeps_over_an_endgame_of_dobutsu_end_with_the_values_of_retrograde_analysis() {
    let game = game("dobutsu");
    let position = game.parse_position(DOBUTSU_ENDGAME).unwrap();
    let set = ClosedSet::new(&game, std::slice::from_ref(&position), ROOM).unwrap();
    let exact = ExactValues::new(&set).unwrap();
    let rule = Rule::default();
    let mut learnt = Sweeper::new(&set, rule);
    let mut errors = vec![exact.distance(&learnt, rule.gamma).greatest];
    while learnt.sweep(1) > 0.0 {
        errors.push(exact.distance(&learnt, rule.gamma).greatest);
        assert!(errors.len() < 100, "{errors:?}");
    }
    assert!(errors.is_sorted_by(|a, b| a >= b), "{errors:?}");
    assert!(errors[errors.len() - 1] < 1e-12, "{errors:?}");
    assert_eq!(exact.distance(&learnt, rule.gamma).wrong, 0, "every move of the policy is a best one");
    // Wins, losses and draws are all among them.
    let count = |is: fn(&Exact) -> bool| exact.iter().filter(is).count();
    let counts = [
        count(|value| matches!(value, Exact::Win(_))),
        count(|value| matches!(value, Exact::Loss(_))),
        count(|value| *value == Exact::Draw),
    ];
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), set.n_positions());
}

/// A search that knows nothing of the list finds the same.
#[test]
fn exact_values_are_those_of_a_search() {
    const DEPTH: u32 = 4;
    let game = game("dobutsu");
    let position = game.parse_position(DOBUTSU_ENDGAME).unwrap();
    let set = ClosedSet::new(&game, std::slice::from_ref(&position), ROOM).unwrap();
    let exact = ExactValues::new(&set).unwrap();
    let mut rng = Rng::new(2);
    let mut counts = [0; 3];
    for _ in 0..150 {
        let n_plies = rng.below(12);
        let Some(state) = ludwerk_arena::random_opening(&game, &position, n_plies, &mut rng) else {
            continue;
        };
        let mut agent = game.agent(&spec(&format!("minimax:depth={DEPTH}")), 1).unwrap();
        let stop = AtomicBool::new(false);
        let play = Playthrough::new(game.clone(), state.clone());
        let found = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
        let wanted = match exact.value(set.number(game.key(&state)).unwrap()) {
            Exact::Win(plies @ ..=DEPTH) => Meaning::Win { plies },
            Exact::Loss(plies @ ..=DEPTH) => Meaning::Loss { plies },
            _ => Meaning::Evaluation(0.0),
        };
        match found.report.value.unwrap().meaning() {
            Meaning::Evaluation(_) => assert!(matches!(wanted, Meaning::Evaluation(_)), "{wanted:?}"),
            found => assert_eq!(found, wanted),
        }
        let kind = match wanted {
            Meaning::Win { .. } => 0,
            Meaning::Loss { .. } => 1,
            _ => 2,
        };
        counts[kind] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Values that another solver has computed.
const VALUES: &str = include_str!("../../../../games/dobutsu/tests/data/values.csv");

#[test]
fn play_against_itself_finds_the_published_values_of_near_wins_and_losses() {
    let game = game("dobutsu");
    let rule = Rule::default();
    let mut n_tried = 0;
    for row in VALUES.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let fields: Vec<_> = row.split(',').collect();
        let [board, first, second, to_move, result, plies, ..] = fields[..] else { panic!("{row}") };
        let Ok(plies @ 1..=3) = plies.parse::<u32>() else { continue };
        let exact = if result == "win" { Exact::Win(plies) } else { Exact::Loss(plies) };
        let position = game.parse_position(&format!("{board} {first} {second} {to_move}")).unwrap();
        let Turn::Player(seat) = game.turn(&position) else { panic!("{row}") };
        if !n_tried_is_due(&mut n_tried) {
            continue;
        }
        // Games of few plies, in which hopes are high until they are disappointed.
        let mut table = Table::new(&game, rule, ROOM);
        let practice = Practice { epsilon: (0.5, 0.5), most_plies: 4, batch: 20, ..PRACTICE };
        practise(&game, &mut table, practice, std::slice::from_ref(&position), 3000, 1);
        let learnt = table.worth(game.key(&position), seat, seat);
        assert!((learnt - exact.value(rule.gamma)).abs() < 1e-12, "{row}: {learnt}");
    }
    assert!(n_tried > 100);
}

/// One position in six is enough.
fn n_tried_is_due(n_tried: &mut usize) -> bool {
    *n_tried += 1;
    (*n_tried).is_multiple_of(6)
}

#[test]
fn circles_are_draws() {
    let rule = Rule { gamma: 0.95, ..Rule::default() };
    let kings = Kings::<true>;
    let set = closed(&kings);
    let exact = ExactValues::new(&set).unwrap();
    for optimism in [0.0, 1.0] {
        let mut learnt = Sweeper::new(&set, Rule { optimism, ..rule });
        while learnt.sweep(7) > 1e-13 {}
        let distance = exact.distance(&learnt, rule.gamma);
        assert!(distance.greatest < 1e-11 && distance.wrong == 0, "{optimism}: {distance:?}");
    }
    assert!(exact.iter().any(|value| value == Exact::Draw));
    assert!(exact.iter().any(|value| value == Exact::Win(23)), "the longest forced win");
}

#[test]
fn with_three_seats_everyone_takes_what_is_best_for_himself() {
    let harvest = Harvest::new(3);
    let rule = Rule { gamma: 1.0, ..Rule::default() };
    let set = closed(&harvest);
    assert!(ExactValues::new(&set).is_none());
    let mut learnt = Sweeper::new(&set, rule);
    while learnt.sweep(5) > 0.0 {}
    for state in all_positions(&harvest) {
        let number = set.number(harvest.key(&state)).unwrap();
        let returns = backward_induction(&harvest, &state);
        for seat in Seat::all(3) {
            assert!((learnt.worth(number, seat) - reward(&returns, seat)).abs() < 1e-12);
        }
    }
}

#[test]
fn chance_is_a_mean() {
    for seed in 0..20 {
        let tree = Tree::random(&mut Rng::new(seed), 3, 5, true);
        let root = start(&tree);
        let Turn::Player(mover) = tree.turn(&root) else { continue };
        let set = closed(&tree);
        let mut learnt = Sweeper::new(&set, Rule { gamma: 1.0, ..Rule::default() });
        while learnt.sweep(seed) > 0.0 {}
        let wanted = reward(&backward_induction(&tree, &root), mover);
        let found = learnt.worth(set.number(tree.key(&root)).unwrap(), mover);
        assert!((found - wanted).abs() < 1e-12, "{seed}");
    }
}

/// Against a player who bets and passes by lot, bets are called with a queen and a king, and jacks are thrown away.
#[test]
fn in_a_hidden_game_it_learns_from_what_it_sees() {
    let rule = Rule { gamma: 1.0, rate: 1.0, decay: 0.8, optimism: 0.0 };
    let mut table = Table::new(&Kuhn, rule, ROOM);
    practise(&Kuhn, &mut table, PRACTICE, &[], 30_000, 1);
    // Twelve things to see: three cards, four courses.
    assert_eq!(table.n_positions(), 12);
    let policy = table.policy(&Kuhn, String::new());
    let best = |cards: &str, bets: &str| {
        let state = Kuhn.parse_position(&format!("{cards}:{bets}")).unwrap();
        let Turn::Player(seat) = Kuhn.turn(&state) else { panic!("nobody is to move") };
        let known = policy.moves(Kuhn.information_key(&state, seat));
        let (bits, _) = known.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        Kuhn.move_text(&state, ludwerk_core::Move::from_bits(*bits).unwrap())
    };
    for other in ["Q", "J"] {
        assert_eq!(best(&format!("{other}K"), "b"), "bet", "a king calls");
    }
    assert_eq!(best("KJ", "b"), "pass", "a jack folds");
    assert_eq!(best("JQ", "b"), "bet", "half of the cards that bet by lot are jacks");
}

#[test]
fn threads_and_breaks_change_nothing() {
    let rule = Rule::default();
    let practice = Practice { epsilon: (0.5, 0.1), batch: 25, ..PRACTICE };
    let learnt = |n_threads: usize| {
        let mut table = Table::new(&TicTacToe, rule, ROOM);
        practise(&TicTacToe, &mut table, practice, &[], 200, n_threads);
        table
    };
    let dir = tempfile::tempdir().unwrap();
    let bytes = |table: &Table, name: &str| {
        let path = dir.path().join(name);
        table.save(&path, 200).unwrap();
        std::fs::read(&path).unwrap()
    };
    let whole = bytes(&learnt(1), "one");
    assert_eq!(bytes(&learnt(3), "three"), whole);
    // Broken off after half of the games, and read again.
    let environment = Environment { game: &TicTacToe, practice, starts: &[], n_threads: NonZeroUsize::MIN };
    let stop = AtomicBool::new(false);
    let mut table = Table::new(&TicTacToe, rule, ROOM);
    for first in (0..200).step_by(25) {
        if first == 100 {
            table.save(&dir.path().join("half"), 100).unwrap();
            table = Table::new(&TicTacToe, rule, ROOM);
            assert_eq!(table.load(&dir.path().join("half")).unwrap(), 100);
        }
        environment.practise(&mut table, first..first + 25, first as f64 / 200.0, &stop).unwrap();
    }
    assert_eq!(bytes(&table, "again"), whole);
    // A damaged file is refused.
    let path = dir.path().join("one");
    let mut damaged = whole.clone();
    damaged[200] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    assert!(Table::new(&TicTacToe, rule, ROOM).load(&path).is_err());
}

#[test]
fn memory_is_bounded() {
    let game = game("dobutsu");
    let start = start(&game);
    let error = ClosedSet::new(&game, std::slice::from_ref(&start), 1 << 20).err().unwrap();
    assert!(matches!(error, ClosedSetError::TooMany { positions, .. } if positions > 1000), "{error}");
    assert!(error.to_string().ends_with("do not fit into 1 MiB"), "{error}");
    let mut table = Table::new(&game, Rule::default(), 64 << 10);
    let environment =
        Environment { game: &game, practice: PRACTICE, starts: &[], n_threads: NonZeroUsize::MIN };
    let full = (0..1000).find_map(|number| {
        environment.practise(&mut table, number..number + 1, 0.0, &AtomicBool::new(false)).err()
    });
    assert!(matches!(full, Some(Unlearnt::Full(_))), "{full:?}");
    assert!(table.bytes() <= 64 << 10);
}

#[test]
fn hidden_positions_are_not_swept() {
    let error = ClosedSet::new(&Kuhn, &[start(&Kuhn)], ROOM).err().unwrap();
    assert_eq!(
        error.to_string(),
        "sweeps go over positions that everyone sees, and kuhn has hidden information"
    );
}

/// A run in a directory: with so much memory, and stopped after so many games.
fn run_of_games(dir: &std::path::Path, most_bytes: usize, stop_after: usize) -> Result<Vec<Point>, RunError> {
    let game = game("dobutsu");
    let practice = Practice { epsilon: (0.5, 0.1), batch: 10, most_plies: 60, ..PRACTICE };
    let environment = Environment { game: &game, practice, starts: &[], n_threads: NonZeroUsize::MIN };
    let games = Games { environment, n_games: 100, time: None, every: 45, measure: None };
    let context = RunContext { game: &game, rule: Rule::default(), most_bytes, made: String::new(), seed: 1 };
    let mut journal = journal::open(dir, &Settings::new()).unwrap();
    let stop = AtomicBool::new(false);
    let tell = &mut |news: Event<'_>| {
        if let Event::Games(played) = news {
            stop.store(played >= stop_after, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let practised = context.practise(&games, &mut journal, &stop, tell)?;
    let without_time = |point: Point| Point { seconds: 0.0, ..point };
    Ok(practised.curve.into_iter().map(without_time).collect())
}

#[test]
fn a_run_that_is_stopped_or_full_keeps_what_it_learnt_and_goes_on_to_the_same_end() {
    let dir = |name: &str| tempfile::Builder::new().prefix(name).tempdir().unwrap();
    let values = |dir: &tempfile::TempDir| std::fs::read(dir.path().join("values.part")).unwrap();
    let whole = dir("whole");
    let curve = run_of_games(whole.path(), ROOM, usize::MAX).unwrap();
    assert_eq!(curve.iter().map(|point| point.games).collect::<Vec<_>>(), [45, 90, 100]);
    let stopped = dir("stopped");
    for (after, kept) in [(20, "20 games"), (30, "30 games"), (60, "65 games")] {
        let error = run_of_games(stopped.path(), ROOM, after).unwrap_err().to_string();
        assert!(error.ends_with(kept), "{error}");
        assert!(stopped.path().join("values.part").exists());
    }
    assert_eq!(run_of_games(stopped.path(), ROOM, usize::MAX).unwrap(), curve);
    assert_eq!(values(&stopped), values(&whole));
    let full = dir("full");
    let error = run_of_games(full.path(), 64 << 10, usize::MAX).unwrap_err();
    assert!(matches!(error, RunError::Full { games, .. } if games > 0 && games < 100), "{error}");
    assert_eq!(run_of_games(full.path(), ROOM, usize::MAX).unwrap(), curve);
    assert_eq!(values(&full), values(&whole));
}
