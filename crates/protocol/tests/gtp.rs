//! The engine's side of GTP on toy games: every line gets its answer, whatever the agent does.

use std::time::Duration;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Keyed, Notation, Observe, Playthrough, Report, View,
};
use ludwerk_protocol::gtp::{Engine, read_line};
use ludwerk_protocol::{Dialect, Host, Pace};
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe};

/// How the agent of a test behaves.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// Plays the first legal move.
    Plain,
    /// Plays the first legal move as soon as it is told to stop.
    Patient,
    /// Panics.
    Broken,
}

impl<G: Observe> Agent<G> for Temper {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        assert!(*self != Self::Broken, "this agent breaks down");
        while *self == Self::Patient && !control.should_stop() {
            std::thread::yield_now();
        }
        Ok(Decision { chosen: view.legal[0], report: Report::default() })
    }
}

struct Toys(Temper);

impl<G: Keyed + Observe + Notation> Host<G> for Toys {
    fn name_and_version(&self) -> (String, String) {
        ("Toy".to_owned(), "7".to_owned())
    }

    fn configure(&self, variant: &str, _players: Option<usize>) -> Result<G, String> {
        Err(format!("no other game than {variant}"))
    }

    fn dialect(&self, game: &G) -> Dialect {
        Dialect::plain(game)
    }

    fn agent(&self, _game: &G, _seed: u64, pace: Pace) -> Result<Box<dyn Agent<G>>, String> {
        Ok(Box::new(if pace == Pace::Own && self.0 == Temper::Patient { Temper::Plain } else { self.0 }))
    }

    fn board_text(&self, play: &Playthrough<G>) -> String {
        format!("{} moves\n\nthe end", play.moves().len())
    }

    fn cpu_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(1500))
    }

    fn is_ending(&self) -> bool {
        false
    }
}

/// The answers to these lines.
fn talk(temper: Temper, lines: &[&str]) -> Vec<String> {
    let mut engine = Engine::new(Toys(temper), TicTacToe, 1).unwrap();
    lines.iter().map(|line| engine.answer(line).unwrap_or_default()).collect()
}

#[test]
fn the_commands_of_the_standard_are_answered() {
    assert_eq!(
        talk(
            Temper::Plain,
            &["1 protocol_version", "name", "02 version", "known_command quit", "known_command x"]
        ),
        ["=1 2\n\n", "= Toy\n\n", "=02 7\n\n", "= true\n\n", "= false\n\n"]
    );
    let listed = talk(Temper::Plain, &["list_commands"]).remove(0);
    let names: Vec<_> = listed.trim_start_matches("= ").trim_end().lines().collect();
    assert!(names.len() > 20 && names.is_sorted(), "{listed}");
    for name in names {
        let answer = talk(Temper::Plain, &[name]).remove(0);
        assert!(!answer.contains("unknown command"), "{name}: {answer}");
    }
}

#[test]
fn what_is_wrong_is_answered_and_changes_nothing() {
    let wrong = [
        "fnord",
        "12",
        "play",
        "play b",
        "play b z9",
        "play green a1",
        "genmove",
        "genmove q",
        "genmove b w",
        "undo",
        "name x",
        "boardsize",
        "boardsize x",
        "boardsize 19",
        "komi",
        "komi x",
        "time_settings 1",
        "time_left b 1",
        "time_left b x 0",
        "time_settings a b c",
        "set_game",
        "set_game Go",
        "set_random_seed -1",
        "get_place",
        "final_score",
        "all_legal",
        "known_command",
        "known_command a b",
        "quit now",
        "genmove w",
        "play b pass",
        "loadsgf file",
        "é",
        "reg_genmove w",
    ];
    let mut engine = Engine::new(Toys(Temper::Plain), TicTacToe, 1).unwrap();
    for line in wrong {
        let answer = engine.answer(line).unwrap();
        assert!(answer.starts_with('?') && answer.ends_with("\n\n"), "{line}: {answer:?}");
        assert!(engine.play().moves().is_empty(), "{line}");
    }
    for nothing in ["", "# comment", " \t\r\n"] {
        assert_eq!(engine.answer(nothing), None);
    }
}

#[test]
fn moves_are_played_generated_and_taken_back() {
    let lines = [
        "genmove b",
        "reg_genmove w",
        "reg_genmove w",
        "genmove w",
        "undo",
        "undo",
        "undo",
        "showboard",
        "g",
        "cputime",
    ];
    let answers = talk(Temper::Plain, &lines);
    assert_eq!(answers[1], answers[2], "nothing was played");
    assert_eq!(answers[1], answers[3]);
    assert_eq!(
        answers[4..],
        [
            "= \n\n",
            "= \n\n",
            "? cannot undo\n\n",
            "= \n0 moves\n \nthe end\n\n",
            answers[0].as_str(),
            "= 1.500000\n\n"
        ]
    );
}

#[test]
fn a_game_without_points_is_scored_by_its_winner() {
    let mut engine = Engine::new(Toys(Temper::Plain), TicTacToe, 1).unwrap();
    assert_eq!(engine.answer("final_score").as_deref(), Some("? the game is not over\n\n"));
    // The first legal move again and again: the first player gets a diagonal.
    while engine.play().outcome().is_none() {
        assert!(engine.answer("g").unwrap().starts_with("= "));
    }
    assert_eq!(engine.answer("final_score").as_deref(), Some("= B+1\n\n"));
    assert_eq!(engine.answer("get_place b").as_deref(), Some("= 1\n\n"));
    assert_eq!(engine.answer("get_place w").as_deref(), Some("= 2\n\n"));
    assert_eq!(engine.answer("g").as_deref(), Some("? the game is over\n\n"));
    assert_eq!(engine.answer("all_legal b").as_deref(), Some("= \n\n"));
}

#[test]
fn a_broken_agent_breaks_nothing_else() {
    let answers = talk(Temper::Broken, &["genmove b", "showboard", "genmove b"]);
    assert_eq!(answers[0], "? the agent broke down\n\n");
    assert!(answers[1].contains("0 moves"));
    assert_eq!(answers[2], answers[0]);
}

#[test]
fn a_clock_stops_an_agent_that_would_think_forever() {
    let lines = [
        "time_settings 1 0 0",
        "genmove b",
        "time_left w 0 0",
        "genmove w",
        "time_settings 0 0 0",
        "genmove b",
    ];
    for answer in talk(Temper::Patient, &lines) {
        assert!(answer.starts_with("= "), "{answer}");
    }
}

#[test]
fn more_than_two_players_have_numbers() {
    let mut engine = Engine::new(Toys(Temper::Plain), Harvest::new(3), 1).unwrap();
    for line in ["genmove 1", "genmove 2", "genmove 3"] {
        assert!(engine.answer(line).unwrap().starts_with("= "), "{line}");
    }
    assert!(engine.answer("genmove b").unwrap().starts_with("? invalid color"));
}

#[test]
fn hidden_hands_cannot_be_told() {
    let refused = Engine::new(Toys(Temper::Plain), Kuhn, 1).err().unwrap();
    assert!(refused.contains("hidden"), "{refused}");
}

#[test]
fn the_end_of_input_and_quit_end_it() {
    for (input, expected) in [
        ("name\nquit\nname\n", "= Toy\n\n= \n\n"),
        ("name", "= Toy\n\n"),
        ("", ""),
        ("\u{0}\r\n3 name\r\n", "=3 Toy\n\n"),
    ] {
        let mut engine = Engine::new(Toys(Temper::Plain), TicTacToe, 1).unwrap();
        let (mut input, mut output) = (input.as_bytes(), Vec::new());
        engine.run(|| read_line(&mut input), &mut output).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }
}
