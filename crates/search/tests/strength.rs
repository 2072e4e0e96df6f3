//! Strength told from results and moves: it goes the right way, and finds simulated players.

use std::sync::atomic::AtomicBool;

use ludwerk_core::value::Value;
use ludwerk_core::{Agent, Control, Notation as _, Playthrough, Rng, Seat};
use ludwerk_search::strength::{Choice, Decisions, Estimate, Level, LevelModel, LevelTable, Strength, watch};
use ludwerk_search::{Limits, Minimax, Random};
use ludwerk_testkit::toys::TicTacToe;

/// The share that each of ten moves is worth: the more a decision gives away, the further down it is.
const SHARES: [f64; 10] = [0.9, 0.88, 0.86, 0.82, 0.78, 0.72, 0.6, 0.5, 0.4, 0.3];

fn choice(chosen: usize) -> Choice {
    Choice::new(SHARES.to_vec(), Some(chosen), SHARES.len()).unwrap()
}

/// How sharply a level chooses.
fn temperature(level: f64) -> f64 {
    0.5 / (1.0 + level)
}

/// How likely a player of some level is to choose each of the ten moves.
fn likelihoods(level: f64) -> [f64; 10] {
    let weights = SHARES.map(|share| (share / temperature(level)).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| 0.98 * weight / sum + 0.002)
}

/// A move as a player of some level chooses it.
fn drawn(level: f64, rng: &mut Rng) -> Choice {
    let mut left = rng.unit();
    let place = likelihoods(level).into_iter().position(|likelihood| {
        left -= likelihood;
        left < 0.0
    });
    choice(place.unwrap_or(9))
}

fn table() -> LevelTable {
    let model = |level: u32| {
        let level = f64::from(level);
        LevelModel { level, elo: 150.0 * level, temperature: temperature(level), slip: 0.02 }
    };
    LevelTable::new((0..=10).map(model).collect(), 0.8).unwrap()
}

/// Plays a series of games against an opponent that is always as strong as the player seems to be; the moves are those
/// of `moves_level`. Gives what is known at the end.
fn series(table: &LevelTable, level: f64, moves_level: f64, n_games: usize, seed: u64) -> Level {
    let mut rng = Rng::new(seed);
    let mut known = Strength::UNKNOWN;
    let mut last = Level::UNKNOWN;
    for _ in 0..n_games {
        let mut estimate = Estimate::new(table, &known);
        let opponent = estimate.fair_level(0.5);
        for _ in 0..12 {
            estimate.see_move(&drawn(moves_level, &mut rng));
        }
        let share = f64::from(rng.unit() < table.expected_share(level, &[opponent]));
        estimate.see_result(share, &[opponent]);
        (known, last) = (estimate.remembered(), estimate.level());
    }
    last
}

#[test]
fn results_move_the_estimate_the_right_way() {
    let table = table();
    let before = Strength { results: Level { mean: 5.0, deviation: 1.5 }, moves: None };
    let after = |share: f64, other: f64| {
        let mut estimate = Estimate::new(&table, &before);
        estimate.see_result(share, &[other]);
        estimate.level()
    };
    assert!(after(1.0, 5.0).mean > 5.3 && after(0.0, 5.0).mean < 4.7);
    assert!((after(0.5, 5.0).mean - 5.0).abs() < 0.01);
    assert!(after(1.0, 8.0).mean > after(1.0, 2.0).mean, "a surprise tells more");
    assert!(after(1.0, 5.0).deviation < 1.5);
    // Of three equals each gets a third.
    let mut of_three = Estimate::new(&table, &before);
    of_three.see_result(1.0, &[5.0, 5.0]);
    assert!(of_three.level().mean > after(1.0, 5.0).mean, "to beat two is harder than to beat one");
}

#[test]
fn moves_move_the_estimate_the_right_way() {
    let table = table();
    let after = |chosen: usize| {
        let mut estimate = Estimate::new(&table, &Strength::UNKNOWN);
        (0..10).for_each(|_| estimate.see_move(&choice(chosen)));
        assert_eq!(estimate.n_moves(), 10);
        estimate.level()
    };
    let nothing = Estimate::new(&table, &Strength::UNKNOWN).level();
    assert!(after(0).mean > nothing.mean + 1.0, "{:?}", after(0));
    assert!(after(8).mean < nothing.mean - 1.0, "{:?}", after(8));
    assert!(after(0).deviation < nothing.deviation);
}

#[test]
fn players_of_every_level_are_found() {
    let table = table();
    for level in [1.0, 3.0, 5.5, 8.0, 9.5] {
        let found: Vec<_> = (0..6).map(|seed| series(&table, level, level, 25, seed)).collect();
        let mean = found.iter().map(|found| found.mean).sum::<f64>() / 6.0;
        assert!((mean - level).abs() < 0.5, "level {level} is taken for {mean}");
        assert!(found.iter().all(|found| (found.mean - level).abs() < 3.5 * found.deviation), "{found:?}");
    }
}

#[test]
fn results_have_the_last_word_about_whoever_plays_unlike_any_level() {
    let table = table();
    let found: Vec<_> = (0..6).map(|seed| series(&table, 3.0, 6.0, 80, seed).mean).collect();
    let mean = found.iter().sum::<f64>() / 6.0;
    assert!(mean < 4.0, "moves look like level 6, results like level 3: {mean}");
    let soon: f64 = (0..6).map(|seed| series(&table, 3.0, 6.0, 3, seed).mean).sum::<f64>() / 6.0;
    assert!(soon > mean, "at first moves are all that is known");
}

#[test]
fn the_fair_level_stays_within_the_levels_that_there_are() {
    let table = table();
    let fair = |mean: f64, aim: f64| {
        let results = Level { mean, deviation: 0.3 };
        Estimate::new(&table, &Strength { results, moves: None }).fair_level(aim)
    };
    assert!((fair(5.0, 0.5) - 5.0).abs() < 0.05);
    assert!(fair(5.0, 0.7) < 4.5, "who is to win more often gets a weaker opponent");
    assert!(fair(12.0, 0.5) > 9.99 && fair(-1.5, 0.5) < 0.01);
}

#[test]
fn levels_are_written_as_they_are_read() {
    let level: Level = "5.25/0.80".parse().unwrap();
    assert_eq!((level.mean, level.deviation), (5.25, 0.8));
    assert_eq!(level.to_string(), "5.25/0.80");
    assert_eq!(level.words(), "level 5.2 ± 0.8");
    for wrong in ["", "5", "5/", "/1", "5/0", "5/-1", "99/1", "nan/1", "5/inf", "5/1/2", "a/b"] {
        assert!(wrong.parse::<Level>().is_err(), "{wrong:?}");
    }
}

#[test]
fn tables_that_make_no_sense_are_refused() {
    let row = |level: f64, elo: f64| LevelModel { level, elo, temperature: 0.1, slip: 0.1 };
    let refused =
        |rows: &[LevelModel], trust: f64| LevelTable::new(rows.to_vec(), trust).unwrap_err().to_string();
    assert!(refused(&[row(1.0, 0.0)], 1.0).contains("at least two"));
    assert!(refused(&[row(1.0, 100.0), row(2.0, 50.0)], 1.0).contains("order"));
    assert!(refused(&[row(1.0, 0.0), row(2.0, 50.0)], 1.5).contains("trust"));
    let frozen = LevelModel { temperature: 0.0, ..row(3.0, 100.0) };
    assert!(refused(&[row(1.0, 0.0), frozen], 1.0).contains("temperatures"));
}

#[test]
fn how_sharply_a_level_chooses_is_found_from_its_choices() {
    let mut rng = Rng::new(4);
    for level in [1.0, 4.0, 8.0] {
        let choices: Vec<_> = (0..2000).map(|_| drawn(level, &mut rng)).collect();
        let fitted = LevelModel::fitted(level, 0.0, &choices.iter().collect::<Vec<_>>());
        let ratio = fitted.temperature / temperature(level);
        assert!((0.75..1.33).contains(&ratio), "level {level}: {fitted:?}");
        assert!(fitted.slip < 0.1, "level {level}: {fitted:?}");
    }
    // Whoever chooses anything is not taken for sharp.
    let anything: Vec<_> = (0..2000).map(|_| choice(rng.below(10))).collect();
    let fitted = LevelModel::fitted(0.0, 0.0, &anything.iter().collect::<Vec<_>>());
    assert!(fitted.temperature > 1.0 || fitted.slip > 0.7, "{fitted:?}");
}

#[test]
fn a_decision_without_a_choice_is_none() {
    assert_eq!(Choice::new(vec![0.5], Some(0), 1), None);
    assert_eq!(Choice::new(Vec::new(), None, 5), None);
    assert_eq!(Choice::new(vec![0.5, 0.4], Some(2), 5), None);
    let table = table();
    let at =
        |chosen: Option<usize>| table.log_likelihoods(&Choice::new(vec![0.9, 0.1], chosen, 8).unwrap())(9.0);
    assert!(at(Some(0)) > at(Some(1)) && at(Some(1)) >= at(None), "what nobody thought of is least likely");
}

fn exact() -> Box<dyn Agent<TicTacToe>> {
    Box::new(Minimax::new(Limits { depth: Some(9), ..Limits::default() }, Vec::new(), 1))
}

/// A game of tic-tac-toe between a perfect player and a careless one, some plies after its start.
fn game_with_a_careless_player() -> Playthrough<TicTacToe> {
    let game = TicTacToe;
    let start = game.parse_position("....x....").unwrap();
    let mut play = Playthrough::new(game, start);
    let stop = AtomicBool::new(false);
    let mut agents = [exact(), Box::new(Random::new(5))];
    while let Some(seat) = play.to_move() {
        let mut unseen = |_: &_| {};
        let decision = play.ask(agents[seat.idx()].as_mut(), &mut Control::new(&stop, &mut unseen)).unwrap();
        play.play(decision.chosen).unwrap();
    }
    play
}

fn look(play: &Playthrough<TicTacToe>, decisions: &mut Decisions) {
    let share = |value: Value| 1.0 / (1.0 + (-value.number() / 10.0).exp());
    watch(play, decisions, |_| true, |_| Ok(exact()), share, &AtomicBool::new(false)).unwrap();
}

#[test]
fn a_game_is_looked_at_again_and_goes_on_where_it_was_left() {
    let play = game_with_a_careless_player();
    let (mut all, mut bit_by_bit) = (Decisions::new(), Decisions::new());
    look(&play, &mut all);
    for n_plies in 1..=play.moves().len() {
        let mut then = play.clone();
        while then.moves().len() > n_plies {
            then.undo();
        }
        look(&then, &mut bit_by_bit);
        assert_eq!(bit_by_bit.len(), n_plies);
    }
    assert_eq!(all, bit_by_bit);
    let table = table();
    let level = |seat: Seat| {
        let mut estimate = Estimate::new(&table, &Strength::UNKNOWN);
        let own = all.iter().flatten().filter(|(by, _)| *by == seat);
        own.for_each(|(_, choice)| estimate.see_move(choice));
        estimate.level().mean
    };
    assert!(
        level(Seat::FIRST) > 4.0 && level(Seat::SECOND) < level(Seat::FIRST),
        "{} and {}",
        level(Seat::FIRST),
        level(Seat::SECOND)
    );
}

#[test]
fn who_is_told_to_stop_leaves_the_rest_out() {
    let play = game_with_a_careless_player();
    let mut decisions = Decisions::new();
    let stop = AtomicBool::new(true);
    watch(&play, &mut decisions, |_| true, |_| Ok(exact()), Value::number, &stop).unwrap();
    assert!(decisions.is_empty());
}
