//! Agents for other programs: games by GTP, as the tools of Pentobi and those of Go play them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::json;

use crate::{ludwerk, ok, run, run_with_input};

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(words: &[&str]) -> Self {
        let mut child = ludwerk()
            .args(["engine", "blokus", "--protocol", "gtp"])
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output }
    }

    /// The answer to a command without its sign, read as Pentobi's tools read it.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").expect("the engine listens");
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("an answer") > 0, "{command}: no answer");
            match line.trim_end_matches('\n') {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }
        let text = lines.join("\n");
        let (sign, text) = text.split_at(2);
        match sign {
            "= " => Ok(text.to_owned()),
            "? " => Err(text.to_owned()),
            _ => panic!("{command}: {sign}{text}"),
        }
    }

    fn must(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn all_legal(&mut self, colour: &str) -> Vec<String> {
        self.must(&format!("all_legal {colour}")).lines().map(str::to_owned).collect()
    }

    fn quit(mut self) {
        self.must("quit");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// What `ludwerk replay` makes of a game of this variant.
fn replayed(variant: &str, moves: &[String]) -> serde_json::Value {
    let game = json!({ "moves": moves }).to_string();
    let answer = run_with_input(&["replay", "blokus", "--variant", variant, "--json"], &game);
    assert_eq!(answer.code, Some(0), "{}", answer.stdout);
    answer.json()
}

fn two_player_score(points: &serde_json::Value) -> String {
    match points[0].as_i64().unwrap() - points[1].as_i64().unwrap() {
        0 => "0".to_owned(),
        lead if lead > 0 => format!("B+{lead}"),
        lead => format!("W+{}", -lead),
    }
}

#[test]
fn two_engines_play_a_game_by_turns() {
    // Tools of Go pass a pass on; those of Pentobi leave it out. The engines do not mind.
    for tells_passes in [true, false] {
        let mut engines = [
            Engine::start(&["--agent", "mcts:iterations=2", "--seed", "1"]),
            Engine::start(&["--agent", "random", "--seed", "2"]),
        ];
        for engine in &mut engines {
            assert_eq!(engine.must("set_game Blokus Duo"), "");
            engine.must("clear_board");
            assert!(engine.must("cputime").parse::<f64>().unwrap() > 0.0);
        }
        let (mut moves, mut n_passes) = (Vec::new(), 0);
        while n_passes < 2 {
            let turn = moves.len() % 2;
            let colour = ["b", "w"][turn];
            let mv = engines[turn].must(&format!("genmove {colour}"));
            n_passes = if mv == "pass" { n_passes + 1 } else { 0 };
            if mv != "pass" || tells_passes {
                engines[1 - turn].must(&format!("play {colour} {mv}"));
            }
            moves.push(mv);
        }
        // Our own games end at once, without the passes of the end.
        moves.truncate(moves.iter().rposition(|mv| mv != "pass").unwrap() + 1);
        let result = replayed("duo", &moves);
        assert_eq!(result["over"], true);
        let [first, second] = &mut engines;
        assert_eq!(first.must("final_score"), two_player_score(&result["points"]));
        assert_eq!(first.must("final_score"), second.must("final_score"));
        assert_eq!(first.must("showboard"), second.must("showboard"));
        engines.into_iter().for_each(Engine::quit);
    }
}

#[test]
fn colours_that_are_stuck_are_skipped_in_games_of_every_size() {
    for (name, variant, colours) in [
        ("Blokus Duo", "duo", &["b", "w"][..]),
        ("Blokus", "classic", &["1", "2", "3", "4"]),
        ("Blokus Two-Player", "classic-2", &["blue", "yellow", "red", "green"]),
        ("blokus three-player", "classic-3", &["1", "2", "3", "4"]),
    ] {
        let mut engine = Engine::start(&["--agent", "random", "--seed", "6"]);
        engine.must(&format!("set_game {name}"));
        let mut moves = Vec::new();
        // As twogtp does it: only colours that can place something are ever named.
        loop {
            let next = (0..colours.len()).find(|n| {
                let colour = colours[(moves.len() + n) % colours.len()];
                engine.ask(&format!("reg_genmove {colour}")).is_ok_and(|mv| mv != "pass")
            });
            let Some(n_stuck) = next else { break };
            moves.extend(std::iter::repeat_n("pass".to_owned(), n_stuck));
            moves.push(engine.must(&format!("genmove {}", colours[moves.len() % colours.len()])));
        }
        assert!(moves.iter().any(|mv| mv == "pass"), "{variant}: nobody was skipped");
        let result = replayed(variant, &moves);
        assert_eq!(result["over"], true, "{variant}");
        let points = &result["points"];
        let score = engine.must("final_score");
        if points.as_array().unwrap().len() == 2 {
            assert_eq!(score, two_player_score(points));
        } else {
            let all: Vec<_> = points.as_array().unwrap().iter().map(ToString::to_string).collect();
            assert_eq!(score, all.join(" "));
        }
        assert!(engine.must(&format!("get_place {}", colours[0])).parse::<u8>().is_ok_and(|n| n < 5));
        assert_eq!(engine.ask("get_place 4").is_ok(), variant == "classic" || variant == "classic-2");
        engine.quit();
    }
}

#[test]
fn undo_takes_silent_passes_back() {
    let mut engine = Engine::start(&["--agent", "random", "--seed", "5"]);
    let mut boards = vec![engine.must("showboard")];
    while engine.must("g") != "pass" {
        boards.push(engine.must("showboard"));
    }
    // Whoever is to move by the rules, but did not make the next move, was skipped.
    let points = |board: &str, colour: &str| {
        let note = board.lines().find(|line| line.starts_with(&format!("{colour}: "))).unwrap().to_owned();
        (note.split(' ').nth(1).unwrap().to_owned(), note.contains("to move"))
    };
    let was_skipped = |pair: &[String], colour: &str| {
        let (before, is_to_move) = points(&pair[0], colour);
        is_to_move && before == points(&pair[1], colour).0
    };
    let skipped =
        boards.windows(2).filter(|pair| ["Black", "White"].iter().any(|name| was_skipped(pair, name)));
    assert!(skipped.count() > 0, "no pass to take back");
    while boards.len() > 1 {
        assert_eq!(engine.must("showboard"), boards.pop().unwrap());
        engine.must("undo");
    }
    assert_eq!(engine.must("showboard"), boards[0]);
    assert_eq!(engine.ask("undo"), Err("cannot undo".to_owned()));
    engine.quit();
}

#[test]
fn a_pass_is_a_step_like_any_other() {
    let mut engine = Engine::start(&["--agent", "random", "--seed", "5"]);
    assert!(engine.ask("play b pass").unwrap_err().starts_with("illegal move"));
    while engine.must("g") != "pass" {}
    let end = engine.must("showboard");
    // At the end both may pass as often as they like, by any of the commands.
    engine.must("play w pass");
    assert_eq!(engine.must("genmove b"), "pass");
    assert!(engine.ask("play b a1").is_err());
    engine.must("undo");
    engine.must("undo");
    assert_eq!(engine.must("showboard"), end);
    engine.must("undo");
    assert_ne!(engine.must("showboard"), end);
    engine.quit();
}

#[test]
fn legal_moves_are_those_of_the_rules() {
    for (variant, colours) in [("duo", &["b", "w"][..]), ("classic", &["1", "2", "3", "4"])] {
        let mut engine = Engine::start(&["--agent", "random", "--seed", "7", "--variant", variant]);
        let mut moves: Vec<String> = Vec::new();
        for ply in 0..12 {
            let colour = colours[ply % colours.len()];
            let mut listed = engine.all_legal(colour);
            let words = ["moves", "blokus", "--variant", variant, "--json", "--moves"];
            let known = ok(&[&words[..], &[&moves.join(" ")]].concat()).json();
            let mut expected: Vec<_> =
                known["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected, "{variant}, ply {ply}");
            moves.push(engine.must(&format!("genmove {colour}")));
        }
        engine.quit();
    }
}

#[test]
fn a_game_is_set_and_the_board_cleared() {
    let mut engine = Engine::start(&["--agent", "random"]);
    engine.must("play b e10");
    engine.must("set_game Blokus");
    assert_eq!(engine.all_legal("blue").len(), 58);
    assert!(engine.ask("play b a20").unwrap_err().contains("invalid color"), "b is a player of two there");
    for colour in ["yellow", "red", "green"] {
        assert_eq!(engine.all_legal(colour).len(), 58, "{colour}");
    }
    engine.must("play BLUE a20");
    engine.must("p t20");
    engine.must("boardsize 20");
    assert_eq!(engine.all_legal("1").len(), 58, "boardsize clears the board");
    for unknown in ["Blokus Trigon", "Blokus Junior", "Nexos", "Callisto Two-Player", "GembloQ", ""] {
        let answer = engine.ask(&format!("set_game {unknown}"));
        assert!(
            answer.as_ref().is_err_and(|error| error.starts_with("invalid argument")),
            "{unknown}: {answer:?}"
        );
    }
    engine.must("play 1 a20");
    engine.must("set_game duo");
    assert_eq!(engine.all_legal("blue").len(), 414);
    assert_eq!(engine.all_legal("green").len(), 414, "whoever is to move");
    engine.must("play blue f9, e10,F10,g10,f11");
    assert_eq!(engine.all_legal("green").len(), 414);
    engine.quit();
}

#[test]
fn colours_that_share_a_player_have_moves_of_their_own() {
    // In the middle of a round of three, whose Green is played by the one who plays Blue right after it.
    let mut engine = Engine::start(&["--variant", "classic-3", "--agent", "random"]);
    for command in ["play 1 a20", "play 2 t20", "play 3 t1"] {
        engine.must(command);
    }
    assert_eq!(engine.all_legal("4").len(), 58, "whose turn it is");
    for colour in ["1", "2", "3"] {
        assert!(!engine.all_legal(colour).is_empty(), "{colour}");
    }
    engine.quit();
}

#[test]
fn no_line_is_too_strange_to_be_answered() {
    let mut input =
        "1 name\n\n# comment\n\t\n\u{7}2 version\r\nplay b\nplay\nfnord\n99999999999999999999 g x\n"
            .to_owned();
    input.push_str(&"x".repeat(300_000));
    input.push_str("\nplay b e10,é5\nplay b 21.9@e10\ntime_settings 1e400 0 0\ntime_left b -1 0\nset_random_seed x\n3 undo\n4 name");
    let answer = run_with_input(&["engine", "blokus", "--protocol", "gtp", "--agent", "random"], &input);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let answers: Vec<_> = answer.stdout.split("\n\n").collect();
    let signs: Vec<_> = answers.iter().map(|text| text.chars().next()).collect();
    let expected: Vec<_> = "==???????????=".chars().map(Some).chain([None]).collect();
    assert_eq!(signs, expected, "{}", answer.stdout.chars().take(3000).collect::<String>());
    assert!(answers[12].starts_with("?3 cannot undo") && answers[13] == "=4 Ludwerk");
}

#[test]
fn a_seed_repeats_a_game_and_games_differ() {
    let commands = "g\ng\ng\nclear_board\ng\ng\ng\nset_random_seed 9\nclear_board\ng\nset_random_seed 9\nclear_board\ng\n";
    let played = |seed: &str| {
        let words = ["engine", "blokus", "--protocol", "gtp", "--agent", "random", "--seed", seed];
        run_with_input(&words, commands).stdout
    };
    let first = played("1");
    assert_eq!(first, played("1"));
    assert_ne!(first, played("2"));
    let answers: Vec<_> = first.split("\n\n").collect();
    assert_ne!(answers[..3], answers[4..7], "the second game is another one");
    assert_eq!(answers[9], answers[12], "the same seed again");
}

#[test]
fn the_clock_bounds_the_champion() {
    let mut engine = Engine::start(&["--variant", "classic"]);
    engine.must("time_settings 2 0 0");
    for colour in ["1", "2", "3"] {
        engine.must(&format!("genmove {colour}"));
    }
    engine.must("time_left 4 0 1");
    engine.must("genmove 4");
    engine.quit();
}

#[test]
fn other_games_speak_plainly() {
    let words = ["engine", "dobutsu", "--protocol", "gtp", "--agent", "greedy"];
    let answer = run_with_input(
        &words,
        "play forest Cb3xb2\nall_legal sky\ngenmove w\nset_game lishogi\nall_legal b\n",
    );
    assert_eq!(answer.code, Some(0));
    assert!(answer.stdout.starts_with("= \n\n= Ec1xb2\n"), "{}", answer.stdout);
}

#[test]
fn what_cannot_be_an_engine_is_told_at_once() {
    for (words, what) in [
        (&["engine", "blokus", "--protocol", "smoke"][..], "smoke"),
        (&["engine", "blokus"], "--protocol"),
        (&["engine", "blokus", "--protocol", "gtp", "--agent", "fnord"], "fnord"),
        (
            &["engine", "blokus", "--protocol", "gtp", "--variant", "classic", "--agent", "alphabeta"],
            "alphabeta",
        ),
    ] {
        let answer = run(words);
        assert_eq!(answer.code, Some(2), "{words:?}");
        assert!(answer.stderr.contains(what), "{}", answer.stderr);
        assert!(answer.stderr.trim_end().lines().last().unwrap().starts_with("hint: "), "{}", answer.stderr);
        assert_eq!(answer.stdout, "");
    }
}

#[test]
fn chexers_is_played_by_the_words_of_its_referee() {
    let words = ["engine", "chexers", "--protocol", "gtp", "--agent", "random", "--seed", "1"];
    let answer = run_with_input(
        &words,
        "play red MOVE -3,0 -2,0\nplay g MOVE 0,-3 0,-2\nplay BLUE PASS\nall_legal b\ntime_settings 60 0 0\n\
         time_left b 37.5 0\nplay blue EXIT 0,0\ngenmove blue\nundo\nplay b MOVE 3,0 2,0\nfinal_score\n",
    );
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let answers: Vec<_> = answer.stdout.split("\n\n").collect();
    let signs: String = answers.iter().filter_map(|text| text.chars().next()).collect();
    assert_eq!(signs, "==?===?====", "{}", answer.stdout);
    assert_eq!(answers[3].lines().count(), 8, "{}", answers[3]);
    assert!(answers[7].starts_with("= MOVE "), "{}", answers[7]);
}
