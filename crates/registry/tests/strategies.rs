//! Agents that a game brings along: they are named, made and asked like all the others, and those that peek say so.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Game, Notation, Playthrough, Rng, Strategies};
use ludwerk_registry::{AGENTS, AnyGame, GAMES};
use ludwerk_testkit::toys::{Gamble, Kuhn};

fn kuhn() -> AnyGame {
    AnyGame::new(Kuhn)
}

/// The move that the agent plays after these, of which the first two deal the cards.
fn answer(spec: &str, moves: &str) -> String {
    let game = kuhn();
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    moves.split(' ').for_each(|mv| play.play_text(mv).unwrap());
    let mut agent = game.agent(&spec.parse().unwrap(), 1).unwrap();
    let stop = AtomicBool::new(false);
    let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
    play.play(decision.chosen).unwrap();
    play.move_texts().pop().unwrap()
}

#[test]
fn a_strategy_is_made_from_a_spec() {
    for (spec, moves, chosen) in [
        ("kuhn-nash", "K Q pass bet", "bet"),
        ("kuhn-nash:bluff=0", "J Q", "pass"),
        ("kuhn-nash", "J Q bet", "bet or pass"),
        // Without looking nobody would call with a queen both times, nor fold both times.
        ("kuhn-cheat", "J Q bet", "bet"),
        ("kuhn-cheat", "K Q bet", "pass"),
    ] {
        assert!(chosen.contains(&answer(spec, moves)), "{spec} after {moves}");
    }
}

#[test]
fn a_strategy_plays_inside_other_agents() {
    let game = kuhn();
    for (spec, peeks) in [
        ("sampler:inner=(kuhn-nash:bluff=0.1)", false),
        ("sampler:inner=(kuhn-cheat)", true),
        ("sampler:inner=(sampler:inner=(kuhn-cheat))", true),
        ("peek:inner=(random)", true),
        ("random", false),
    ] {
        assert_eq!(game.agent(&spec.parse().unwrap(), 0).unwrap().peeks(), peeks, "{spec}");
    }
    assert_eq!(answer("sampler:inner=(kuhn-cheat)", "J Q bet"), "bet");
}

#[test]
fn bad_specs_of_strategies_come_with_a_hint() {
    for (text, message, hint) in [
        ("kuhn-nahs", "unknown agent \"kuhn-nahs\"", "did you mean \"kuhn-nash\"?"),
        ("kuhn-nash:blof=0", "kuhn-nash has no option \"blof\"", "there are: bluff"),
        ("kuhn-nash:bluff=2", "kuhn-nash: bluff cannot be \"2\"", "write bluff=0.2, from 0 to 1/3"),
        ("kuhn-nash:bluff=(random)", "kuhn-nash: bluff cannot be \"(random)\"", "write bluff=0.2"),
        ("kuhn-nash:bluff=0,bluff=0", "kuhn-nash: option \"bluff\" is given twice", "write each option once"),
        ("kuhn-cheat:a=1", "kuhn-cheat has no option \"a\"", "kuhn-cheat takes no options"),
        (
            "pimc:inner=(kuhn-nash)",
            "pimc: inner cannot be \"(kuhn-nash)\"",
            "kuhn-nash does not search inside pimc; write inner=(alphabeta:depth=3)",
        ),
    ] {
        let error = kuhn().agent(&text.parse().unwrap(), 0).err().unwrap();
        assert_eq!((error.to_string().as_str(), error.hint().as_str()), (message, hint));
    }
}

#[test]
fn the_agents_of_a_game_are_the_general_ones_and_its_own() {
    let game = kuhn();
    let listed: Vec<_> = game.agents().collect();
    assert_eq!(listed.len(), AGENTS.len() + 2);
    let peeking: Vec<_> = game.strategies().iter().filter(|strategy| strategy.peeks).collect();
    assert_eq!(peeking.len(), 1);
    assert!(listed.iter().skip(AGENTS.len()).all(|agent| game.refusal(agent).is_none()));
    let nash = listed.iter().find(|agent| agent.name == "kuhn-nash").unwrap();
    assert_eq!(game.option_default(nash, &nash.options[0]), "0.2");
}

#[test]
fn no_strategy_takes_the_name_of_a_general_agent_and_those_that_peek_say_so_aloud() {
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        for strategy in game.strategies() {
            assert!(AGENTS.iter().all(|agent| agent.name != strategy.name), "{}", strategy.name);
        }
        for agent in game.agents().filter(|agent| agent.peeks) {
            assert!(agent.summary.contains("PEEKS"), "{}", agent.summary);
        }
    }
}

#[test]
fn pimc_and_peek_leave_draws_open_for_expectimax() {
    let game = AnyGame::new(Gamble);
    for outer in ["pimc", "peek"] {
        for (options, refusal) in [
            ("inner=(alphabeta:depth=3)", None),
            ("inner=(expectimax:depth=3)", None),
            ("inner=(expectimax:depth=3),draws=dealt", None),
            ("inner=(mcts:iterations=50),draws=open", None),
            (
                "inner=(alphabeta:depth=3),draws=open",
                Some("alphabeta searches for two players who see everything, and gamble has chance"),
            ),
            ("inner=(mcts),draws=shut", Some("draws cannot be \"shut\"")),
        ] {
            let made = game.agent(&format!("{outer}:{options}").parse().unwrap(), 0);
            let why = made.err().map(|error| error.to_string());
            assert_eq!(why.is_some(), refusal.is_some(), "{outer}:{options}: {why:?}");
            assert!(why.unwrap_or_default().contains(refusal.unwrap_or_default()), "{outer}:{options}");
        }
    }
    // With one turn left and a pile with a mean below two nobody draws, unless he knows what he will draw.
    let position = game.parse_position("5/4 3012 1/0").unwrap();
    let play = Playthrough::new(game.clone(), position);
    let chosen = |spec: &str| {
        let mut agent = game.agent(&spec.parse().unwrap(), 1).unwrap();
        let stop = AtomicBool::new(false);
        let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
        game.move_text(play.state(), decision.chosen)
    };
    assert_eq!(chosen("peek:inner=(alphabeta:depth=3)"), "draw");
    assert_eq!(chosen("peek:inner=(expectimax:depth=3)"), "stay");
    assert_eq!(chosen("peek:inner=(expectimax:depth=3),draws=dealt"), "draw");
    assert_eq!(chosen("peek:inner=(maxn:depth=3),draws=open"), "stay");
}
