//! Temporal differences and Q-learning with weights, on real games and on toys.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Agent, Evaluate as _, Feature, Game as _};
use ludwerk_learn::journal::{self, Journal};
use ludwerk_learn::space::{Space, WeightChoice};
use ludwerk_learn::td::run::{Curve, Outcome, Plan, RunError};
use ludwerk_learn::td::trajectory::{self, Practice, Prospect};
use ludwerk_learn::td::{Learner, Rule, Settings, Unlearnt};
use ludwerk_registry::{AnyGame, Spec, evaluation_scale};

use crate::{game, spec, tictactoe, trial};

const TD: Rule = Rule::Td { lambda: 0.7 };

fn settings(rule: Rule) -> Settings {
    let practice = Practice { opening_plies: 4, epsilon: (0.1, 0.05), most_plies: 200 };
    Settings { rule, rate: (0.5, 0.05), batch: 20, practice, seed: 5 }
}

fn space(game: &AnyGame, agent: &str) -> Space {
    Space::new(game, &spec(agent), &WeightChoice::All, &[]).unwrap()
}

/// An agent whose weights are all 0.
fn from_nothing(game: &AnyGame, agent: &str) -> Space {
    let written = space(game, agent);
    let nothing: Vec<_> = written.parameters().iter().map(|parameter| parameter.rounded(0.0)).collect();
    space(game, &written.spec(written.base(), &nothing).to_string())
}

fn learn(space: &Space, game: &AnyGame, rule: Rule, n_games: usize, n_threads: usize) -> Outcome {
    let plan = Plan {
        game,
        space,
        scale: evaluation_scale(game),
        settings: settings(rule),
        n_games: Some(n_games),
        time: None,
        curve: None,
        n_threads: NonZeroUsize::new(n_threads).unwrap(),
    };
    plan.run(&mut Journal::in_memory(), &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The share of one agent against another.
fn score(game: &AnyGame, one: &Spec, other: &str, n_games: usize) -> f64 {
    let pairing = ludwerk_learn::trial::Pairing {
        one: one.clone(),
        other: spec(other),
        seed: 77,
        bouts: 0..n_games / 2,
    };
    trial(game.clone(), 1).score(&pairing, &AtomicBool::new(false)).unwrap().unwrap().mean()
}

#[test]
fn tic_tac_toe_is_learnt_from_nothing() {
    let game = tictactoe();
    let start = from_nothing(&game, "greedy");
    for rule in [TD, Rule::Td { lambda: 0.0 }, Rule::Td { lambda: 1.0 }, Rule::Q { gamma: 1.0 }] {
        let outcome = learn(&start, &game, rule, 400, 1);
        let signs: Vec<_> = outcome.best.iter().zip(game.features()).collect();
        // What the toy's author thought good for a player is found to be so.
        let is_right = |(found, feature): &(&f64, &Feature)| **found * feature.weight > 0.0;
        assert!(signs.iter().all(is_right), "{rule:?}: {signs:?}");
    }
}

#[test]
fn pieces_of_dobutsu_are_found_to_be_worth_something() {
    let game = game("dobutsu");
    let start = from_nothing(&game, "minimax:depth=2");
    for rule in [TD, Rule::Q { gamma: 1.0 }] {
        let outcome = learn(&start, &game, rule, 200, 1);
        let nothing = start.base().to_string();
        let score = score(&game, &outcome.spec, &nothing, 100);
        assert!(score > 0.6, "{rule:?}: {score} with {}", outcome.spec);
        // The lion's weight is fixed.
        assert!(!outcome.spec.to_string().contains("lion-on-board"), "{}", outcome.spec);
    }
}

#[test]
fn every_game_of_the_registry_can_be_learnt_from() {
    for entry in ludwerk_registry::GAMES {
        let game = entry.configure(None, None).unwrap();
        if game.features().is_empty() {
            continue;
        }
        let has_start = game.weight_presets().iter().any(|preset| preset.name == "start");
        let start = space(&game, if has_start { "greedy:weights=start" } else { "greedy" });
        for rule in [TD, Rule::Q { gamma: 0.9 }] {
            let outcome = learn(&start, &game, rule, 2, 2);
            assert_eq!((outcome.games, outcome.path.len()), (2, 1), "{}", game.info().id);
            assert_ne!(outcome.best, start.start(), "{}", game.info().id);
            for (parameter, value) in start.parameters().iter().zip(&outcome.best) {
                assert!((parameter.bounds.0..=parameter.bounds.1).contains(value), "{}", parameter.name);
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let game = game("chexers");
    let start = space(&game, "greedy:weights=start");
    assert_eq!(learn(&start, &game, TD, 25, 1).best, learn(&start, &game, TD, 25, 3).best);
}

#[test]
fn a_line_of_the_search_leads_to_its_leaf() {
    let game = game("dobutsu");
    let practice = Practice { opening_plies: 0, epsilon: (0.0, 0.0), most_plies: 200 };
    let play = |agent: &str| {
        let agent = spec(agent);
        let make = |seed: u64| game.agent(&agent, seed).unwrap();
        trajectory::play(&game, &make, &practice, (3, 0.0), &AtomicBool::new(false)).unwrap().unwrap()
    };
    // One ply ahead lies what comes next; before the last move the end is in sight.
    let trajectory = play("greedy");
    for pair in trajectory.steps.windows(2) {
        assert_eq!(pair[0].ahead, Some(Prospect::Open(pair[1].here.clone())));
    }
    assert_eq!(trajectory.steps.last().unwrap().ahead, Some(Prospect::Decided(trajectory.returns.clone())));
    // Three plies ahead the same player is not to move: the leaf is not the position.
    let trajectory = play("minimax:depth=3");
    let first = &trajectory.steps[0];
    assert!(matches!(&first.ahead, Some(Prospect::Open(sights)) if sights[0].turns == 1), "{first:?}");
    // A search that counts games tells no leaf.
    let trajectory = play("mcts:iterations=20");
    assert!(trajectory.steps.iter().all(|step| step.ahead.is_none()));
    // Nothing random was played.
    assert!(trajectory.steps.iter().all(|step| !step.is_explored));
}

#[test]
fn plies_of_a_long_turn_are_all_seen() {
    let game = game("samurai");
    let practice = Practice { opening_plies: 6, epsilon: (0.5, 0.5), most_plies: 60 };
    let make = |seed: u64| game.agent(&spec("greedy"), seed).unwrap();
    let trajectory =
        trajectory::play(&game, &make, &practice, (9, 0.0), &AtomicBool::new(false)).unwrap().unwrap();
    assert!(trajectory.steps.iter().any(|step| step.is_explored));
    // A turn has several plies, in which the same seat is to move.
    assert!(trajectory.steps.windows(2).any(|pair| pair[0].here[0].turns == pair[1].here[0].turns));
}

#[test]
fn an_agent_that_breaks_down_ends_the_run_with_what_it_said() {
    let game = game("dobutsu");
    let learner = Learner::new(&game, settings(TD), game.default_weights(), 3.0);
    let make = |_: &[f64], seed: u64| -> Box<dyn Agent<AnyGame>> {
        game.agent(&spec("process:cmd=/nowhere/at-all,protocol=ludwerk"), seed).unwrap()
    };
    let failed = learner.learn(4, 0.0, &make, NonZeroUsize::MIN, &AtomicBool::new(false));
    assert!(matches!(failed, Err(Unlearnt::Agent(_))), "{failed:?}");
}

/// A run that is broken off after every batch and every point ends like one without a break.
#[test]
fn breaks_change_nothing() {
    let game = game("dobutsu");
    let start = space(&game, "greedy:weights=start");
    let trial = trial(game.clone(), 1);
    let other = spec("random");
    let plan = || Plan {
        game: &game,
        space: &start,
        scale: 3.0,
        settings: settings(TD),
        n_games: Some(110),
        time: None,
        curve: Some(Curve { trial: &trial, other: &other, every: 50, games: 10 }),
        n_threads: NonZeroUsize::MIN,
    };
    let run = |journal: &mut Journal, stop_after: Option<usize>| -> Result<Outcome, RunError> {
        let stop = AtomicBool::new(false);
        let mut n_news = 0;
        plan().run(journal, &stop, &mut |_| {
            n_news += 1;
            stop.store(stop_after == Some(n_news), Ordering::Relaxed);
        })
    };
    let whole = run(&mut Journal::in_memory(), None).unwrap();
    assert_eq!(whole.curve.iter().map(|point| point.games).collect::<Vec<_>>(), [0, 60, 110]);
    let dir = tempfile::tempdir().unwrap();
    let settings = journal::Settings::new();
    let mut n_breaks = 0;
    let broken = loop {
        let mut journal = journal::open(dir.path(), &settings).unwrap();
        match run(&mut journal, Some(1)) {
            Ok(outcome) => break outcome,
            Err(RunError::Stopped { .. }) => n_breaks += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(n_breaks < 20);
    };
    assert!(n_breaks >= 8, "{n_breaks}");
    assert_eq!(Outcome { seconds: 0.0, ..broken }, Outcome { seconds: 0.0, ..whole });
}
