//! How much `adaptive` learns for a move: all there is, or what there is time for. What it learns is tested on real
//! games, in the registry.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate as _, Game as _, Notation as _, Playthrough, Report, Turn,
    View,
};
use ludwerk_search::{Adaptive, AdaptiveOptions, Greedy, Open, Replies};
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
    let make =
        move |seed, _| -> Result<Box<dyn Agent<_>>, _> { Ok(Box::new(Greedy::new(weights.clone(), seed))) };
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

/// Looks at the game that `adaptive` hands it, and says what it finds two plies ahead.
struct Probe;

impl Agent<Open<Harvest>> for Probe {
    fn decide(
        &mut self,
        view: &View<'_, Open<Harvest>>,
        _control: &mut Control<'_, <Harvest as ludwerk_core::Game>::Move>,
    ) -> Result<Decision<<Harvest as ludwerk_core::Game>::Move>, AgentError> {
        let (game, state) = (view.game, view.observation);
        assert_eq!(game.turn(state), Turn::Player(view.seat), "its own plies are its own");
        let chosen = view.legal[0];
        let mut next = *state;
        game.play_unchecked(&mut next, chosen);
        let mut outcomes = Vec::new();
        if game.turn(&next) == Turn::Chance {
            assert!(game.info().has_chance());
            game.chance_outcomes(&next, &mut outcomes);
        } else {
            assert!(!game.info().has_chance());
        }
        let values = outcomes
            .iter()
            .map(|(_, probability)| Value::new(*probability, Unit::Evaluation, game.n_seats()))
            .collect();
        Ok(Decision { chosen, report: Report { values, ..Report::default() } })
    }
}

/// The probabilities of the reply to the first move, by the chance plies that the search is shown.
fn foretold(replies: Replies, top_p: f64) -> Vec<f64> {
    let make = |_, _| -> Result<Box<dyn Agent<_>>, _> { Ok(Box::new(Probe)) };
    let options = AdaptiveOptions { replies, top_p, learns: false, ..AdaptiveOptions::default() };
    let mut agent = Adaptive::new(Box::new(make), options, 3);
    let stop = AtomicBool::new(false);
    // The ends of the row are a 1 and a 2 when the other is to move.
    let decision = after(5).ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap();
    decision.report.values.into_iter().map(Value::number).collect()
}

#[test]
fn the_best_answer_sees_the_others_as_chance() {
    assert_eq!(foretold(Replies::Likely, 1.0), [] as [f64; 0]);
    let all = foretold(Replies::Mean, 1.0);
    assert_eq!(all.len(), 2);
    assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(all[0] > all[1] && all[1] > 0.0, "{all:?}");
    // What is left out leaves its probability to the others.
    assert_eq!(foretold(Replies::Mean, 0.01), [1.0]);
}

#[test]
fn only_the_models_that_are_named_are_believed() {
    let weights = Harvest::new(2).default_weights();
    let named = |models: Option<Vec<String>>| {
        let weights = weights.clone();
        let make = move |seed, _| -> Result<Box<dyn Agent<_>>, _> {
            Ok(Box::new(Greedy::new(weights.clone(), seed)))
        };
        let options = AdaptiveOptions { models, particles: 0, ..AdaptiveOptions::default() };
        note(&mut Adaptive::new(Box::new(make), options, 3), &after(6), false)
    };
    assert!(named(None).contains("default"), "{}", named(None));
    assert!(named(Some(vec!["default".to_owned()])).contains("default"));
    let none = named(Some(Vec::new()));
    assert!(none.contains("100% no plan"), "{none}");
}
