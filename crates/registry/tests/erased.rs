//! Erasure loses nothing: an erased game is a game, with the same conformance, perft and agents.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Configure, Control, Evaluate as _, Game, Notation, Playthrough, Presets, Rng, Turn, perft, sample_chance,
};
use ludwerk_dobutsu::Dobutsu;
use ludwerk_registry::{AGENTS, AgentInfo, AgentSpecError, AnyGame, GAMES, LEVELS, Spec, best_agent, game};
use ludwerk_testkit::{Suite, failures};

fn all_games() -> Vec<AnyGame> {
    let registered = GAMES.iter().flat_map(|entry| {
        entry.info().variants.iter().map(|variant| entry.configure(Some(variant.name), None).unwrap())
    });
    registered.chain(newcomers()).collect()
}

/// Games that conform and go without almost every capability, as one that was just added does: what is tested of all
/// games must hold for them, too.
fn newcomers() -> [AnyGame; 2] {
    use ludwerk_testkit::toys::{Kings, Kuhn};
    [AnyGame::new(Kings::<true>), AnyGame::new(Kuhn)]
}

#[test]
fn erased_games_conform() {
    for game in all_games() {
        let is_hidden = game.info().is_hidden();
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

/// A program that plays the first of its legal moves.
const FIRST_MOVE: &str =
    r#"process:cmd="echo ludwerk 1; sed -unE 's/^move .*\"legal\":.\"([^\"]*)\".*/play \\1/p'""#;

#[test]
fn every_agent_plays_every_game_that_it_does_not_refuse() {
    for game in all_games() {
        // These need a table: `perfect.rs` has one of a small game, and tables of learnt values have tests of their own.
        let plays =
            |info: &&AgentInfo| !["perfect", "qtable"].contains(&info.name) && game.refusal(info).is_none();
        for info in game.agents().filter(plays) {
            // A small budget where the agent takes one: this is about playing, not about playing well.
            let takes_nodes = info.options.iter().any(|option| option.name == "nodes");
            let spec: Spec = match info.name {
                "pimc" => "pimc:inner=(mcts:iterations=10),worlds=3".to_owned(),
                "peek" => "peek:inner=(mcts:iterations=10)".to_owned(),
                "adaptive" => "adaptive:inner=(paranoid:nodes=20),particles=8".to_owned(),
                "book" => "book:inner=(random),lines=\"* *\"".to_owned(),
                "process" => FIRST_MOVE.to_owned(),
                "level" => "level:n=1".to_owned(),
                "mix" => "mix:other=(level:n=1)".to_owned(),
                name if takes_nodes || name == "champion" => format!("{name}:nodes=200"),
                name => name.to_owned(),
            }
            .parse()
            .unwrap();
            let mut agent = match game.agent(&spec, 1) {
                // An agent inside, by default one that looks at features.
                Err(AgentSpecError::Refused(_)) if game.features().is_empty() => continue,
                made => made.unwrap(),
            };
            let mut rng = Rng::new(2);
            let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
            while play.turn() != Turn::Over && play.moves().len() < 200 {
                if play.turn() == Turn::Chance {
                    play.play(sample_chance(&game, play.state(), &mut rng)).unwrap();
                    continue;
                }
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
        assert!(game.agent(&best_agent(), 0).is_ok());
    }
}

#[test]
fn presets_levels_and_champions_give_agents() {
    for game in all_games() {
        for preset in game.presets() {
            let spec: Spec = preset.spec.parse().unwrap();
            // Defaults of a search of open hands are for the worlds of a game with hidden ones.
            let inside: Spec = format!("pimc:inner=({spec})").parse().unwrap();
            let is_made =
                game.agent(&spec, 0).is_ok() || game.info().is_hidden() && game.agent(&inside, 0).is_ok();
            assert!(is_made, "{game:?}: {}", preset.spec);
            let is_default =
                preset.name != "champion" && AGENTS.iter().any(|agent| agent.name == preset.name);
            assert!(!is_default || spec.name == preset.name, "{game:?}: {}", preset.name);
        }
        for n in LEVELS {
            let spec: Spec = format!("level:n={n}").parse().unwrap();
            assert!(game.agent(&spec, 0).is_ok(), "{game:?}: {spec}");
        }
        let resolve = |text: &str| game.resolve(&text.parse().unwrap()).unwrap().to_string();
        let agent_of = |text: &str| game.resolve(&text.parse().unwrap()).unwrap().name;
        assert_eq!(agent_of("level:n=10"), agent_of("champion"));
        // A budget that is written takes the place of the champion's own.
        let spec = game.resolve(&"champion:time=7ms".parse().unwrap()).unwrap();
        assert_eq!(spec.value("time").map(ToString::to_string).as_deref(), Some("7ms"));
        assert!(["depth", "nodes", "iterations"].iter().all(|budget| spec.value(budget).is_none()), "{spec}");
        assert_eq!(resolve("random"), "random");
    }
}

/// A game that brings no presets has levels and a champion all the same.
#[test]
fn games_without_presets_have_a_scale_too() {
    use ludwerk_testkit::toys::TicTacToe;
    let game = AnyGame::new(TicTacToe);
    let resolve = |text: &str| game.resolve(&text.parse().unwrap()).unwrap().to_string();
    assert_eq!(resolve("champion"), "alphabeta");
    assert_eq!(resolve("level:n=1"), "sampler:inner=(mcts:iterations=40),temperature=200000");
    assert_eq!(resolve("level:n=10"), "alphabeta");
    for n in LEVELS {
        assert!(game.agent(&format!("level:n={n}").parse().unwrap(), 0).is_ok());
    }
}

#[test]
fn the_games_own_defaults_take_the_place_of_options_left_out() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    let alphabeta = AGENTS.iter().find(|agent| agent.name == "alphabeta").unwrap();
    let default = |name: &str| {
        let option = alphabeta.options.iter().find(|option| option.name == name).unwrap();
        game.option_default(alphabeta, option)
    };
    assert_eq!((default("quiescence"), default("nullmove")), ("on".to_owned(), "off".to_owned()));
    let nodes = |spec: &str| {
        let play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        let mut agent = game.agent(&spec.parse().unwrap(), 0).unwrap();
        let stop = AtomicBool::new(false);
        play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap().report.nodes
    };
    assert_eq!(nodes("alphabeta:depth=4"), nodes("alphabeta:depth=4,quiescence=on"));
    assert_ne!(nodes("alphabeta:depth=4"), nodes("alphabeta:depth=4,quiescence=off"));
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
        ("level:n=11", "level: n cannot be \"11\"", "write n=3, from 1 to 10"),
        ("champion:dept=3", "alphabeta has no option \"dept\"", "did you mean \"depth\"?"),
        ("mcts:select=ucb", "mcts: select cannot be \"ucb\"", "write select=uct or bias or puct"),
        ("mcts:c=0", "mcts: c cannot be \"0\"", "write c=0.7, above 0"),
        ("mcts:memory=64", "mcts: memory cannot be \"64\"", "write memory=256MiB or 1GiB, at least 1MiB"),
        (
            "mcts:memory=64KiB",
            "mcts: memory cannot be \"64KiB\"",
            "write memory=256MiB or 1GiB, at least 1MiB",
        ),
        ("level:n=3,n=4", "level: option \"n\" is given twice", "write each option once"),
        ("book:lines=(random)", "book: lines cannot be \"(random)\"", "write file="),
        (
            "pimc:inner=(book)",
            "pimc: inner cannot be \"(book)\"",
            "book does not search inside pimc; write inner=(alphabeta:depth=3)",
        ),
        ("pimc:inner=(nobody)", "unknown agent \"nobody\"", "there are: random, "),
        ("book", "book: file cannot be \"none\"", "write file=\"NAME\" or lines=\"MOVES; MOVES\""),
        (
            "perfect",
            "perfect: table cannot be \"none\"",
            "build it with `ludwerk solve dobutsu --out FILE`, and write table=FILE",
        ),
        ("perfect:table=(random)", "perfect: table cannot be \"(random)\"", "write table=FILE"),
        (
            "pimc:inner=(perfect:table=x)",
            "pimc: inner cannot be \"(perfect:table=x)\"",
            "perfect does not search inside pimc",
        ),
        (
            "pimc:inner=(alphabeta:table=x)",
            "alphabeta: table cannot be \"x\"",
            "there is no table of Dobutsu Shogi here: leave it out",
        ),
        (
            "greedy:weights=(random)",
            "greedy: weights cannot be \"(random)\"",
            "there are: default, start, thesis",
        ),
    ] {
        let error = error_of(text);
        assert_eq!(error.to_string(), message);
        assert!(error.hint().starts_with(hint), "{}", error.hint());
    }
    let error = error_of("book:file=\"/no/such/file\"");
    assert!(error.hint().starts_with("it cannot be read: "), "{}", error.hint());
    let error = error_of("book:lines=\"Cb3xb2; Zz9\"");
    assert!(error.hint().starts_with("line 2 of the book: "), "{}", error.hint());
    assert!(game.position_help().contains("gle.c..C.ELG"));
}

#[test]
fn a_default_may_be_written_out() {
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        for agent in game.agents().filter(|agent| game.agent(&Spec::plain(agent.name), 0).is_ok()) {
            for option in agent.options {
                let spec: Spec =
                    format!("{}:{}={}", agent.name, option.name, option.default).parse().unwrap();
                assert!(game.agent(&spec, 0).is_ok(), "{spec} on {}", game.info().id);
            }
        }
    }
}
