//! The strategies of the study play legally everywhere, see no more than they may, and say what they refuse.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Agent, Configure as _, Control, Decision, Game as _, History, Notation as _, Observe as _, Rng, Seat,
    Strategies as _, Strategy, StrategyError, Turn, View, Viewer,
};
use ludwerk_samurai::{Samurai, SamuraiMove, State};

type Boxed = Box<dyn Agent<Samurai>>;

fn game(variant: &str, players: usize) -> Samurai {
    Samurai::configure(Some(variant), Some(players)).unwrap()
}

/// A strategy with these options, the others at their defaults.
fn agent(
    game: Samurai,
    strategy: &Strategy,
    set: &[(&str, &'static str)],
    seed: u64,
) -> Result<Boxed, StrategyError> {
    let value = |name: &str, default: &'static str| {
        set.iter().find(|(set, _)| *set == name).map_or(default, |&(_, value)| value)
    };
    let options: Vec<_> =
        strategy.options.iter().map(|option| (option.name, value(option.name, option.default))).collect();
    game.strategy(strategy.name, &options, seed)
}

fn named(game: Samurai, name: &str) -> &'static Strategy {
    game.strategies().iter().find(|strategy| strategy.name == name).unwrap()
}

fn decide(game: &Samurai, agent: &mut Boxed, state: &State) -> Decision<SamuraiMove> {
    let Turn::Player(seat) = game.turn(state) else { panic!("nobody is to move") };
    let mut legal = Vec::new();
    game.legal_moves(state, &mut legal);
    let view = View {
        game,
        seat,
        observation: &game.observe(state, Viewer::Seat(seat)),
        legal: &legal,
        start: None,
        history: &History::default(),
        truth: agent.peeks().then_some(state),
    };
    let decision = agent.decide(&view, &mut Control::new(&AtomicBool::new(false), &mut |_| {})).unwrap();
    assert!(
        legal.contains(&decision.chosen),
        "{} of {}",
        game.move_text(state, decision.chosen),
        game.position_text(state)
    );
    decision
}

/// Few positions a turn, for those who search.
const QUICK: &[(&str, &str)] = &[("nodes", "200")];

#[test]
fn all_play_every_variant_to_the_end() {
    for (variant, players) in [
        ("thesis", 2),
        ("official", 2),
        ("official", 3),
        ("official", 4),
        ("official-full", 3),
        ("ffg", 2),
        ("ffg", 4),
    ] {
        let game = game(variant, players);
        for strategy in game.strategies() {
            let mut agents = Vec::new();
            for seat in 0..players {
                match agent(game, strategy, QUICK, seat as u64) {
                    Ok(agent) => agents.push(agent),
                    Err(error) => {
                        assert_eq!((strategy.name, players > 2), ("samurai-a4", true), "{error}");
                        assert_eq!(error.to_string(), "samurai-a4 is minimax, for two players");
                    }
                }
            }
            if agents.len() < players {
                continue;
            }
            assert!(agents.iter().all(|agent| agent.peeks() == strategy.peeks));
            let mut state = game.start(&mut Rng::new(9));
            while let Turn::Player(seat) = game.turn(&state) {
                let chosen = decide(&game, &mut agents[seat.idx()], &state).chosen;
                game.play_unchecked(&mut state, chosen);
            }
            assert!(game.outcome(&state).is_some());
        }
    }
}

#[test]
fn what_a_seat_cannot_see_changes_nothing() {
    let mut rng = Rng::new(4);
    for (variant, players) in [("thesis", 2), ("official", 3)] {
        let game = game(variant, players);
        for strategy in game.strategies().iter().filter(|strategy| !strategy.peeks) {
            let mut state = game.start(&mut rng);
            let mut agents: Vec<_> =
                (0..players).map(|n| agent(game, strategy, &[], n as u64).unwrap()).collect();
            let mut twins: Vec<_> =
                (0..players).map(|n| agent(game, strategy, &[], n as u64).unwrap()).collect();
            while let Turn::Player(seat) = game.turn(&state) {
                let decision = decide(&game, &mut agents[seat.idx()], &state);
                let hidden = game.shuffle_hidden(&state, seat, &mut rng);
                assert_eq!(decision, decide(&game, &mut twins[seat.idx()], &hidden), "{}", strategy.name);
                game.play_unchecked(&mut state, decision.chosen);
            }
        }
    }
}

#[test]
fn a_fresh_agent_takes_over_in_the_middle_of_a_turn() {
    let game = game("official", 2);
    let mut rng = Rng::new(6);
    for strategy in game.strategies() {
        let mut state = game.start(&mut rng);
        let mut n_plies = 0;
        while let Turn::Player(_) = game.turn(&state) {
            let mut fresh = agent(game, strategy, QUICK, n_plies).unwrap();
            let chosen = decide(&game, &mut fresh, &state).chosen;
            game.play_unchecked(&mut state, chosen);
            n_plies += 1;
        }
    }
}

#[test]
fn only_a4_sees_the_opponents_hand() {
    let game = game("thesis", 2);
    let peekers: Vec<_> = game.strategies().iter().filter(|s| s.peeks).map(|s| s.name).collect();
    assert_eq!(peekers, ["samurai-a4"]);
    // Its answer depends on what it sees: over some deals the value changes with the other hand.
    let strategy = named(game, "samurai-a4");
    let mut rng = Rng::new(2);
    let state = game.start(&mut rng);
    let value = |state: &State| {
        let mut agent = agent(game, strategy, &[("nodes", "20000")], 1).unwrap();
        decide(&game, &mut agent, state).report.value
    };
    let own = value(&state);
    assert!((0..8).any(|_| value(&game.shuffle_hidden(&state, Seat::FIRST, &mut rng)) != own));
}

#[test]
fn bad_values_are_named() {
    let game = game("thesis", 2);
    let error = |name: &str, option: (&str, &'static str)| {
        agent(game, named(game, name), &[option], 1).err().map(|error| error.to_string())
    };
    assert_eq!(
        error("samurai-a3", ("domain", "bad")),
        Some("domain does not take this value: write literal or contrary or close".to_owned())
    );
    assert_eq!(
        error("samurai-a4", ("depth", "2")),
        Some("depth does not take this value: write 1, 3, 5, 7 or 9".to_owned())
    );
    assert_eq!(
        error("samurai-a4", ("time", "fast")),
        Some("time does not take this value: write a time as in 500ms or 2s, or off".to_owned())
    );
    assert_eq!(error("samurai-a4", ("time", "1.5s")), None);
}
