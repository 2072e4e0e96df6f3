//! `adaptive-level` on real games: it is repeatable, sees what it may, and finds the strength of levels.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, Control, Decision, Game as _, Observe as _, Playthrough, Rng, Seat, Viewer};
use ludwerk_registry::levels::{Assessed, Level, Levels, Strength, assess, informed, uninformed};
use ludwerk_registry::{AgentSpecError, AnyGame, AnyMove, GAMES, Spec};

fn game(id: &str, players: Option<usize>) -> AnyGame {
    ludwerk_registry::game(id).unwrap().configure(None, players).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn ask(play: &Playthrough<AnyGame>, agent: &mut dyn Agent<AnyGame>) -> Decision<AnyMove> {
    let stop = AtomicBool::new(false);
    play.ask(agent, &mut Control::new(&stop, &mut |_| {})).unwrap()
}

/// Plays agents by their specs to the end, or for so many plies.
fn played(game: &AnyGame, specs: &[&str], n_plies: usize, seed: u64) -> (Playthrough<AnyGame>, Vec<String>) {
    let mut agents: Vec<_> =
        (0..).zip(specs).map(|(n, text)| game.agent(&spec(text), Rng::derive(seed, n)).unwrap()).collect();
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(seed)));
    let mut notes = Vec::new();
    while let Some(seat) = play.to_move().filter(|_| play.moves().len() < n_plies) {
        let decision = ask(&play, agents[seat.idx()].as_mut());
        notes.extend(decision.report.notes);
        play.play(decision.chosen).unwrap();
    }
    (play, notes)
}

#[test]
fn equal_seeds_give_equal_games_however_long_the_agent_lives() {
    for (id, players, n_plies) in [("dobutsu", None, 16), ("chexers", None, 9), ("samurai", Some(3), 8)] {
        let game = game(id, players);
        let others = vec!["level:n=2"; game.n_seats() - 1];
        let specs = [vec!["adaptive-level:prior=2.5/0.5"], others].concat();
        let (play, notes) = played(&game, &specs, n_plies, 5);
        assert_eq!(played(&game, &specs, n_plies, 5).0.moves(), play.moves());
        assert!(notes.iter().any(|note| note.contains("plays like level")), "{notes:?}");
        // What an agent learned bit by bit, one that is made anew learns at once.
        let mut fresh = game.agent(&spec(specs[0]), 1).unwrap();
        let mut old = game.agent(&spec(specs[0]), 1).unwrap();
        let mut then = Playthrough::new(game.clone(), play.start().clone());
        let mut last = Vec::new();
        for &mv in play.moves() {
            if then.to_move() == Some(Seat::FIRST) {
                last = ask(&then, old.as_mut()).report.notes;
                last.pop();
            }
            if then.moves().len() + game.n_seats() >= n_plies && then.to_move() == Some(Seat::FIRST) {
                let mut notes = ask(&then, fresh.as_mut()).report.notes;
                notes.pop();
                assert_eq!(notes, last, "{id}");
            }
            then.play(mv).unwrap();
        }
    }
}

#[test]
fn it_plays_at_the_level_that_it_was_told() {
    let game = game("dobutsu", None);
    let levels = |prior: &str, aim: &str| -> Vec<u32> {
        let one = format!("adaptive-level:prior={prior},seats=1,aim={aim}");
        let (_, notes) = played(&game, &[&one, "random"], 1, 3);
        let number = |note: &String| note.strip_prefix("this move is of level ")?.parse().ok();
        notes.iter().filter_map(number).collect()
    };
    assert_eq!(levels("3/0.1", "0.5"), [3]);
    assert!(levels("3/0.1", "0.9")[0] < 3 && levels("3/0.1", "0.1")[0] > 3);
    assert_eq!(levels("13/1", "0.1"), [10], "there is none above the highest");
    assert_eq!(levels("-2/0.1", "0.9"), [0], "nor below moves at random");
}

#[test]
fn hidden_hands_change_nothing() {
    let game = game("samurai", Some(2));
    let start = game.start(&mut Rng::new(7));
    let agent = || game.agent(&spec("adaptive-level:prior=7.5/0.5"), 4).unwrap();
    assert!(!agent().peeks());
    let seen = game.observe(&start, Viewer::Seat(Seat::FIRST));
    let decision = ask(&Playthrough::new(game.clone(), start.clone()), agent().as_mut());
    for seed in 0..3 {
        let other = game.resample(&seen, &mut Rng::new(seed));
        assert_ne!(
            game.observe(&other, Viewer::Seat(Seat::SECOND)),
            game.observe(&start, Viewer::Seat(Seat::SECOND))
        );
        assert_eq!(ask(&Playthrough::new(game.clone(), other), agent().as_mut()), decision);
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let game = game("dobutsu", None);
    for (text, option) in [
        ("adaptive-level:prior=5", "prior"),
        ("adaptive-level:prior=5/0", "prior"),
        ("adaptive-level:moves=a/b", "moves"),
        ("adaptive-level:seats=2", "seats"),
        ("adaptive-level:seats=0+x", "seats"),
        ("adaptive-level:aim=1", "aim"),
        ("level:n=10.5", "n"),
        ("level:n=-1", "n"),
        ("mix:share=2", "share"),
    ] {
        match game.agent(&spec(text), 0).err().unwrap() {
            AgentSpecError::BadValue { option: named, .. } => assert_eq!(named, option, "{text}"),
            error => panic!("{text}: {error}"),
        }
    }
    assert!(game.agent(&spec("adaptive-level:level=3"), 0).is_err());
}

#[test]
fn levels_need_not_be_whole() {
    let game = game("dobutsu", None);
    let meant = |text: &str| game.resolve(&spec(text)).unwrap().to_string();
    assert_eq!(meant("level:n=0"), "random");
    assert_eq!(meant("level:n=2.0"), meant("level:n=2"));
    let between = meant("level:n=2.25");
    assert!(between.starts_with("mix:one=(sampler:"), "{between}");
    assert!(between.ends_with(",share=0.2500"), "{between}");
    assert!(game.agent(&spec("level:n=0.5"), 1).is_ok());
}

#[test]
fn what_is_known_is_told_and_forgotten() {
    let known = Strength {
        results: Level { mean: 5.0, deviation: 1.0 },
        moves: Some(Level { mean: 6.0, deviation: 0.5 }),
    };
    let told = informed(&spec("adaptive-level:aim=0.6"), &known, &[Seat::SECOND, Seat::new(2)]);
    assert_eq!(told.to_string(), "adaptive-level:aim=0.6,prior=5.00/1.00,moves=6.00/0.50,seats=1+2");
    assert_eq!(informed(&told, &Strength::UNKNOWN, &[Seat::FIRST]), told, "who was told is not told again");
    assert_eq!(uninformed(&told).to_string(), "adaptive-level:aim=0.6,seats=1+2");
    assert_eq!(informed(&spec("level:n=3"), &known, &[Seat::SECOND]), spec("level:n=3"));
}

#[test]
fn every_table_is_of_a_game_and_its_judge_plays_it() {
    let mut n_measured = 0;
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        let levels = Levels::of(entry.info().id);
        assert_eq!(levels.table.range(), (0.0, 10.0), "{}", entry.info().id);
        if let Some(judge) = &levels.judge {
            game.agent(judge, 0).unwrap();
            n_measured += 1;
        }
    }
    assert!(n_measured > 0);
}

#[test]
fn a_game_tells_who_played_it() {
    let game = game("dobutsu", None);
    let stop = AtomicBool::new(false);
    let found = |player: &str| {
        let mut known = Strength::UNKNOWN;
        let mut level = Level::UNKNOWN;
        for seed in 0..3 {
            let opponent = informed(&spec("adaptive-level"), &known, &[Seat::FIRST]);
            let (play, _) = played(&game, &[player, &opponent.to_string()], 120, seed);
            let share = play.outcome().map(|outcome| outcome.returns[Seat::FIRST]);
            let agents = [None, Some(opponent)];
            let assessment =
                assess(&Assessed { play: &play, agents: &agents, seat: Seat::FIRST, share }, &known, &stop)
                    .unwrap();
            assert_eq!(assessment.counts_result, share.is_some());
            assert!(assessment.n_moves > 0 && assessment.others.is_some());
            (known, level) = (assessment.after, assessment.level);
        }
        level
    };
    let (weak, strong) = (found("level:n=1"), found("level:n=6"));
    assert!(weak.mean + 1.0 < strong.mean, "{weak:?} and {strong:?}");
}

#[test]
fn a_result_against_somebody_unknown_does_not_count() {
    let game = game("dobutsu", None);
    let (play, _) = played(&game, &["random", "random"], 10, 1);
    let assessed = |agent: &str| {
        let agents = [None, Some(spec(agent))];
        let assessed = Assessed { play: &play, agents: &agents, seat: Seat::FIRST, share: Some(1.0) };
        assess(&assessed, &Strength::UNKNOWN, &AtomicBool::new(false)).unwrap()
    };
    assert!(!assessed("greedy").counts_result);
    assert!(assessed("level:n=2").counts_result);
    assert_eq!(assessed("level:n=2.5").others, Some(2.5));
}
