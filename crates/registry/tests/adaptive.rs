//! What `adaptive` learns on real games, and that it is repeatable.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Decision, Game as _, Playthrough, Rng, Value};
use ludwerk_registry::{AnyGame, AnyMove};

fn blokus(variant: &str) -> AnyGame {
    ludwerk_registry::game("blokus").unwrap().configure(Some(variant), None).unwrap()
}

/// Plays agents by their specs for so many plies, and gives the decisions.
fn played(game: &AnyGame, specs: &[&str], n_plies: usize, seed: u64) -> Vec<Decision<AnyMove>> {
    let mut agents: Vec<_> =
        (0..).zip(specs).map(|(n, spec)| game.agent(&spec.parse().unwrap(), seed + n).unwrap()).collect();
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(seed)));
    let stop = AtomicBool::new(false);
    let mut decisions = Vec::new();
    while let Some(seat) = play.to_move().filter(|_| decisions.len() < n_plies) {
        let decision = play.ask(agents[seat.idx()].as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
        play.play(decision.chosen).unwrap();
        decisions.push(decision);
    }
    decisions
}

/// The percentage before a name in a note.
fn percentage(note: &str, name: &str) -> f64 {
    let before = note.split(name).next().filter(|before| before.len() < note.len()).unwrap_or("0% ");
    let word = before.trim_end().rsplit(' ').next().unwrap();
    word.trim_end_matches('%').parse().unwrap()
}

#[test]
fn an_opponent_that_plays_by_a_preset_is_recognised() {
    let game = blokus("thesis");
    // Of presets that are equal, the first names them all. Of those that mostly choose the same moves, any will do.
    for (weights, names) in [
        ("thesis-1b", &["thesis-1b"][..]),
        ("thesis-2a", &["thesis-2a", "thesis-3a"]),
        ("thesis-4a", &["thesis-4a"]),
        ("thesis-final", &["thesis-6b"]),
    ] {
        let opponent = format!("greedy:weights={weights}");
        let specs = ["adaptive:inner=(greedy)", opponent.as_str()];
        let decisions = played(&game, &specs, 25, 1);
        let note = &decisions[24].report.notes[0];
        let sum: f64 = names.iter().map(|name| percentage(note, name)).sum();
        assert!(sum >= 60.0, "{weights}: {note}");
    }
}

#[test]
fn everybody_else_is_watched_for_himself() {
    let specs = ["adaptive:inner=(greedy)", "random", "greedy", "random"];
    let decisions = played(&blokus("classic"), &specs, 41, 2);
    let notes = &decisions[40].report.notes;
    assert_eq!(notes.len(), 3);
    for (note, first) in notes.iter().zip(["no plan", "default", "no plan"]) {
        let (_, likeliest) = note.split_once("% ").unwrap();
        assert!(likeliest.starts_with(first), "{note}");
    }
}

#[test]
fn the_best_answer_to_a_model_that_is_known_takes_what_the_opponent_leaves() {
    let game = blokus("thesis");
    let opponent = "greedy:weights=thesis-4a";
    let specs = [
        "adaptive:inner=(expectimax:depth=1,weights=thesis-1a),replies=mean,models=thesis-4a,particles=0",
        opponent,
    ];
    let decisions = played(&game, &specs, 9, 1);
    assert_eq!(played(&game, &specs, 9, 1), decisions, "equal seeds give equal games");
    let note = &decisions[8].report.notes[0];
    assert!(percentage(note, "thesis-4a") > 90.0, "{note}");
    // Its value is a mean: of the opponent's open corners, none of them counted twice.
    assert!(decisions[8].report.value.map(Value::number).is_some_and(|value| (-30.0..=0.0).contains(&value)));
}

#[test]
fn equal_seeds_give_equal_games_and_beliefs() {
    let game = blokus("thesis");
    let specs = ["adaptive:inner=(alphabeta:nodes=200)", "greedy:weights=thesis-3a"];
    assert_eq!(played(&game, &specs, 12, 3), played(&game, &specs, 12, 3));
}

#[test]
fn what_was_learned_on_the_way_is_what_the_whole_game_teaches() {
    let game = blokus("thesis");
    let specs = ["adaptive:inner=(greedy)", "greedy:weights=thesis-1b"];
    let decisions = played(&game, &specs, 11, 4);
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(4)));
    decisions[..10].iter().for_each(|decision| play.play(decision.chosen).unwrap());
    let mut fresh = game.agent(&specs[0].parse().unwrap(), 4).unwrap();
    let stop = AtomicBool::new(false);
    let decision = play.ask(fresh.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
    assert_eq!(decision.report.notes, decisions[10].report.notes);
}

#[test]
fn bad_options_are_refused() {
    let game = blokus("duo");
    for spec in [
        "adaptive:top-p=0",
        "adaptive:top-p=2",
        "adaptive:particles=1000000",
        "adaptive:inner=(book:lines=\"e10\")",
        "adaptive:replies=least",
        "adaptive:models=thesis-9",
        "adaptive:models=thesis-1a+",
        // What takes no chance cannot answer a model.
        "adaptive:inner=(alphabeta:depth=2),replies=mean",
    ] {
        assert!(game.agent(&spec.parse().unwrap(), 0).is_err(), "{spec}");
    }
}
