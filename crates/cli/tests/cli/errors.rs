//! Bad input: a one-line error, a hint, exit code 2, nothing on standard output, and never a panic.

use crate::{Answer, run, run_with_input};

fn check(answer: &Answer, words: &[&str], error: &str, hint: &str) {
    assert_eq!(answer.code, Some(2), "{words:?}");
    assert_eq!(answer.stdout, "", "{words:?}");
    let lines: Vec<_> = answer.stderr.lines().collect();
    let [first, last] = lines[..] else { panic!("{words:?}: not two lines: {:?}", answer.stderr) };
    assert!(first.starts_with("error: ") && first.contains(error), "{words:?}: {first}");
    assert!(last.starts_with("hint: ") && last.contains(hint), "{words:?}: {last}");
}

#[test]
fn bad_words_are_told_with_what_to_do() {
    let cases: [(&[&str], &str, &str); 43] = [
        (&["ablate", "dobutsu", "alphabeta", "--nodes", "3"], "no fixed depth", "alphabeta:depth=10"),
        (&["search", "dobutsu", "--agent", "level:N=3"], "level has no option \"N\"", "did you mean \"n\"?"),
        (&["ablate", "dobutsu", "random"], "random has no options that ablate can change", "alphabeta"),
        (&["scaling", "dobutsu", "random"], "random has no budget \"iterations\"", "ludwerk agents dobutsu"),
        (
            &["ablate", "dobutsu", "mcts", "--switches", "lmr"],
            "mcts has no option \"lmr\" that ablate can change",
            "ludwerk agents dobutsu",
        ),
        (&["levels", "dobutsu", "--games", "2", "--only", "1"], "no such level to measure", "from 2 to 10"),
        (&["search", "dobutsu", "--agent", "level:n=11"], "level: n cannot be \"11\"", "from 1 to 10"),
        (&["search", "dobutsu", "--agent", "book"], "book: file cannot be \"none\"", "file="),
        (&["puzzle", "blokus", "--table", "none"], "cannot be solved", "dobutsu"),
        (&["puzzle", "dobutsu", "--table", "none"], "cannot use none as a tablebase", "ludwerk solve"),
        (&["openings", "blokus", "--table", "none"], "cannot be solved", "dobutsu"),
        (&["openings", "dobutsu", "--table", "none"], "cannot use none as a tablebase", "ludwerk solve"),
        (&["puzzle", "dobutsu", "--table", "none", "--difficulty", "6"], "not in 1..=5", "puzzle --help"),
        (&["perft", "dobutzu", "--depth", "3"], "unknown game \"dobutzu\"", "did you mean \"dobutsu\"?"),
        (&["moves", "chess"], "unknown game \"chess\"", "ludwerk games"),
        (
            &["perft", "dobutsu", "--variant", "nope", "--depth", "3"],
            "no variant \"nope\"",
            "official, lishogi, thesis",
        ),
        (
            &["moves", "dobutsu", "--variant", "oficial"],
            "no variant \"oficial\"",
            "did you mean \"official\"?",
        ),
        (&["moves", "dobutsu", "--players", "3"], "is for 2 players, not 3", "--players 2"),
        (
            &["moves", "dobutsu", "--position", "gle.c..C.EL - - S"],
            "12 squares, this one 11",
            "gle.c..C.ELG - - S",
        ),
        (&["moves", "dobutsu", "--position", ""], "4 parts are needed", "gle.c..C.ELG - - S"),
        (&["moves", "dobutsu", "--moves", "Cb3xb9"], "there is no square \"b9\"", "ludwerk moves"),
        (&["moves", "dobutsu", "--moves", "C*a2"], "no chick in hand", "ludwerk moves"),
        (
            &["moves", "dobutsu", "--position", "g.e.c..C.ELG - - G", "--moves", "Lb4-a3"],
            "the game is over",
            "leave out",
        ),
        (
            &["moves", "dobutsu", "--setup", "no-such-file.json"],
            "cannot read no-such-file.json",
            "check the path",
        ),
        (&["moves", "dobutsu", "--setup", "-"], "dobutsu deals nothing", "JSON"),
        (
            &["search", "dobutsu", "--agent", "alphabet:depth=3"],
            "unknown agent \"alphabet\"",
            "did you mean \"alphabeta\"?",
        ),
        (&["search", "dobutsu", "--agent", "greedi"], "unknown agent", "did you mean \"greedy\"?"),
        (
            &["search", "dobutsu", "--agent", "greedy:weigths=thesis"],
            "no option \"weigths\"",
            "did you mean \"weights\"?",
        ),
        (
            &["search", "dobutsu", "--agent", "greedy:weights=best"],
            "weights cannot be \"best\"",
            "default, start, thesis",
        ),
        (&["search", "dobutsu", "--agent", "greedy:"], "malformed agent", "NAME:KEY=VALUE"),
        (&["search", "dobutsu"], "--agent <SPEC>", "ludwerk search --help"),
        (&["perft", "dobutsu", "--depth", "-1"], "'-1'", "ludwerk perft --help"),
        (&["perft", "dobutsu", "--depth", "many"], "invalid value 'many'", "ludwerk perft --help"),
        (&["perft", "dobutsu", "--depth", "4000000000"], "out of reach", "--depth 5"),
        (&["pref", "dobutsu"], "unrecognized subcommand 'pref'", "did you mean 'perft'?"),
        (&["perft", "dobutsu", "--dept", "3"], "unexpected argument '--dept'", "did you mean '--depth'?"),
        (&["match", "dobutsu", "greedy", "--games", "10"], "needs 2 agents, not 1", "name two agents"),
        (
            &["match", "dobutsu", "greedy", "random", "--games", "0"],
            "invalid value '0'",
            "ludwerk match --help",
        ),
        (
            &["match", "dobutsu", "greedy", "random", "--games", "2", "--out", "no/such/folder/x"],
            "cannot write",
            "--out",
        ),
        (
            &["match", "dobutsu", "greedy", "random", "--games", "2", "--threads", "99999"],
            "too many",
            "cores",
        ),
        (&["reproduce", "dobutsu-table-3"], "unknown experiment", "did you mean \"dobutsu-table-2\"?"),
        (&["mach"], "unrecognized subcommand 'mach'", "did you mean 'match'?"),
        (&["pla"], "unrecognized subcommand 'pla'", "did you mean 'play'?"),
    ];
    for (words, error, hint) in cases {
        check(&run(words), words, error, hint);
    }
}

#[test]
fn bad_seats_and_records_are_told_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let record = |format: &str, game: &str, moves: &str| {
        format!(
            "{{\"format\":\"{format}\",\"game\":\"{game}\",\"variant\":\"official\",\"players\":2,\
             \"seats\":[\"human\",\"random\"],\"moves\":[{moves}],\"program\":\"test\"}}"
        )
    };
    let later = file("later", &record("ludwerk-record/2", "dobutsu", ""));
    let other = file("other", &record("ludwerk-record/1", "chexers", ""));
    let illegal = file("illegal", &record("ludwerk-record/1", "dobutsu", "{\"move\":\"Lb4-b1\"}"));
    let nonsense = file("nonsense", "lion");
    let seatless = file("seatless", &record("ludwerk-record/1", "dobutsu", "").replace("\"human\",", ""));
    for (words, error, hint) in [
        (["--seats", "human"], "names 1 players", "--seats human,human"),
        (["--seats", "human,magic"], "unknown agent \"magic\"", "there are: random, "),
        (["--seats", "human,"], "malformed agent", "ludwerk agents"),
        (["--load", &later], "version 2", "update ludwerk"),
        (["--load", &other], "of chexers, not of dobutsu", "name the record's game"),
        (["--load", &illegal], "move 1 of the record: Lb4-b1", "damaged"),
        (["--load", &seatless], "names 1 seats for 2 players", "ludwerk-record/1"),
        (["--load", &nonsense], "not a game record", "ludwerk-record/1"),
        (["--load", "missing.json"], "cannot read missing.json", "check the path"),
    ] {
        let words = [&["play", "dobutsu", "--plain"][..], &words[..]].concat();
        check(&run(&words), &words, error, hint);
    }
}

#[test]
fn a_player_is_told_what_is_wrong_and_plays_on() {
    let answer =
        run_with_input(&["play", "dobutsu", "--seats", "human,greedy"], "C*a2\nhlep\nload\nLb4-a3\n");
    assert_eq!(answer.code, Some(0));
    assert!(answer.stderr.contains("no chick in hand"), "{}", answer.stderr);
    assert!(answer.stderr.contains("did you mean \"help\"?"), "{}", answer.stderr);
    assert!(answer.stderr.contains("write `load FILE`"), "{}", answer.stderr);
    assert!(answer.stdout.contains("Sky (greedy) plays"), "{}", answer.stdout);
}
