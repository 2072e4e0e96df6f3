//! How much `adaptive` learns for a move: all there is, or what there is time for. What it learns is tested on real
//! games, in the registry.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludwerk_core::{Control, Evaluate as _, Game as _, Notation as _, Playthrough};
use ludwerk_search::{Adaptive, AdaptiveOptions, Greedy};
use ludwerk_testkit::toys::Harvest;

/// A game in which every decision is between two moves, after so many of them.
fn after(n_plies: usize) -> Playthrough<Harvest> {
    let game = Harvest::new(2);
    let start = game.parse_position("121212121212 0/0 0").unwrap();
    let mut play = Playthrough::new(game, start);
    for _ in 0..n_plies {
        let mv = play.legal_moves()[0];
        play.play(mv).unwrap();
    }
    play
}

fn adaptive(time: Option<Duration>) -> Adaptive<Harvest> {
    let weights = Harvest::new(2).default_weights();
    let make = move |seed, _| -> Result<Box<dyn ludwerk_core::Agent<_>>, _> {
        Ok(Box::new(Greedy::new(weights.clone(), seed)))
    };
    Adaptive::new(Box::new(make), AdaptiveOptions { time, ..AdaptiveOptions::default() }, 3)
}

/// What it says about the other seat after a move, stopped before it began or not.
fn note(agent: &mut Adaptive<Harvest>, play: &Playthrough<Harvest>, is_stopped: bool) -> String {
    let stop = AtomicBool::new(is_stopped);
    let decision = play.ask(agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
    decision.report.notes.concat()
}

/// How many decisions of the other seat it has seen, by what it says.
fn n_seen(note: &str) -> usize {
    let Some((_, seen)) = note.split_once("; ") else { return 0 };
    seen.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn whoever_is_stopped_learns_nothing_and_makes_up_for_it() {
    let (mut stopped, mut free) = (adaptive(None), adaptive(None));
    assert_eq!(n_seen(&note(&mut stopped, &after(6), true)), 0);
    let all = note(&mut free, &after(8), false);
    assert_eq!(n_seen(&all), 4);
    assert_eq!(note(&mut stopped, &after(8), false), all);
}

#[test]
fn without_time_one_decision_is_learned_from_in_a_move() {
    let mut hurried = adaptive(Some(Duration::ZERO));
    // The seats decide by turns, so that every second decision is one of the other seat.
    let seen: Vec<_> = (0..6).map(|_| n_seen(&note(&mut hurried, &after(6), false))).collect();
    assert_eq!(seen, [0, 1, 1, 2, 2, 3]);
    let play = after(8);
    assert_eq!(play.game().n_seats(), 2);
    assert_eq!(n_seen(&note(&mut hurried, &play, false)), 3);
    assert_eq!(n_seen(&note(&mut hurried, &play, false)), 4);
    // With nothing left to see, it stays with what it knows.
    assert_eq!(n_seen(&note(&mut hurried, &play, false)), 4);
}
