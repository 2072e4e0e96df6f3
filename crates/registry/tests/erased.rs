//! Erasure loses nothing: an erased game is a game, with the same conformance, perft and agents.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Configure, Control, Game, Notation, Playthrough, Rng, perft};
use ludwerk_dobutsu::Dobutsu;
use ludwerk_registry::{AGENTS, AgentSpecError, AnyGame, GAMES, Spec, best_agent, game};
use ludwerk_testkit::{Suite, failures};

fn all_games() -> Vec<AnyGame> {
    GAMES
        .iter()
        .flat_map(|entry| {
            entry.info().variants.iter().map(|variant| entry.configure(Some(variant.name), None).unwrap())
        })
        .collect()
}

#[test]
fn erased_games_conform() {
    for game in all_games() {
        let is_hidden = game.info().hidden;
        let failing = failures(&Suite::new(game).with_cases(8));
        // What a seat cannot see is shuffled on the real types, in the game's own test.
        let is_expected = |failure: &String| is_hidden && failure.contains("with_shuffle_hidden");
        assert!(failing.iter().all(is_expected), "{failing:?}");
    }
}

#[test]
fn erased_perft_is_the_real_one() {
    let erased = game("dobutsu").unwrap().configure(Some("thesis"), None).unwrap();
    let start = erased.start(&mut Rng::new(0));
    let real = Dobutsu::configure(Some("thesis"), None).unwrap();
    let counts = erased.perft(&start, 6, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(counts, perft(&real, &real.start(&mut Rng::new(0)), 6));
    assert!(erased.perft(&start, 7, &mut |_| std::ops::ControlFlow::Break(())).is_none());
}

#[test]
fn every_agent_plays_every_game_that_it_does_not_refuse() {
    for game in all_games() {
        for info in AGENTS.iter().filter(|info| game.refusal(info).is_none()) {
            // A small budget where the agent takes one: this is about playing, not about playing well.
            let takes_nodes = info.options.iter().any(|option| option.name == "nodes");
            let spec: Spec =
                if takes_nodes { format!("{}:nodes=200", info.name) } else { info.name.to_owned() }
                    .parse()
                    .unwrap();
            let mut agent = game.agent(&spec, 1).unwrap();
            let mut rng = Rng::new(2);
            let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
            while play.to_move().is_some() && play.moves().len() < 200 {
                let stop = AtomicBool::new(false);
                let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
                assert!(play.legal_moves().contains(&decision.chosen));
                play.play(decision.chosen).unwrap();
            }
            assert!(!play.moves().is_empty());
        }
    }
}

#[test]
fn names_are_unique_and_the_best_agent_exists() {
    let mut ids: Vec<_> = GAMES.iter().map(|entry| entry.info().id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), GAMES.len());
    for game in all_games() {
        assert!(game.agent(&best_agent(&game), 0).is_ok());
    }
}

#[test]
fn bad_names_come_with_a_hint() {
    let error = game("dobutzu").err().unwrap();
    assert_eq!(
        (error.to_string(), error.hint()),
        ("unknown game \"dobutzu\"".into(), "did you mean \"dobutsu\"?".into())
    );
    let error = game("dobutsu").unwrap().configure(Some("nope"), None).unwrap_err();
    assert_eq!(error.hint(), "there are: official, lishogi, thesis");
    let error = game("dobutsu").unwrap().configure(None, Some(3)).unwrap_err();
    assert_eq!(error.to_string(), "dobutsu official is for 2 players, not 3");
}

#[test]
fn bad_specs_come_with_a_hint() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    let error_of = |text: &str| -> AgentSpecError { game.agent(&text.parse().unwrap(), 0).err().unwrap() };
    for (text, message, hint) in [
        ("greedi", "unknown agent \"greedi\"", "did you mean \"greedy\"?"),
        ("greedy:weight=thesis", "greedy has no option \"weight\"", "did you mean \"weights\"?"),
        ("random:depth=3", "random has no option \"depth\"", "random takes no options"),
        ("greedy:weights=a,weights=b", "greedy: option \"weights\" is given twice", "write each option once"),
        ("greedy:weights=thesys", "greedy: weights cannot be \"thesys\"", "did you mean \"thesis\"?"),
        ("greedy:weights=(random)", "greedy: weights cannot be \"(random)\"", "there are: default, thesis"),
    ] {
        let error = error_of(text);
        assert_eq!((error.to_string().as_str(), error.hint().as_str()), (message, hint));
    }
    assert!(game.position_help().contains("gle.c..C.ELG"));
}
