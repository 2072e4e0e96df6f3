//! `ludwerk convert`: games there and back, plain text, and what cannot be told.

use serde_json::Value;

use crate::{ok, run, run_with_input};

/// Games of a match, one record a line.
fn games(words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    ok(&[words, &["--seed", "4", "--out", path.to_str().unwrap()]].concat());
    std::fs::read_to_string(&path).unwrap()
}

fn convert(text: &str, words: &[&str]) -> String {
    let answer = run_with_input(&[&["convert", "-"], words].concat(), text);
    assert_eq!(answer.code, Some(0), "{words:?}: {}", answer.stderr);
    answer.stdout
}

/// What must be the same of two records.
fn essence(text: &str) -> Vec<Value> {
    let read = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        let moves: Vec<_> = record["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect();
        let part = |name: &str| record[name].clone();
        Value::from(vec![part("game"), part("variant"), part("seats"), part("result"), Value::from(moves)])
    };
    text.lines().map(read).collect()
}

#[test]
fn blokus_goes_to_sgf_and_back() {
    for variant in ["duo", "classic", "classic-2", "classic-3"] {
        let records = games(&["match", "blokus", "greedy", "random", "--games", "2", "--variant", variant]);
        let sgf = convert(&records, &["--to", "sgf"]);
        assert!(sgf.starts_with("(;GM[Blokus"), "{sgf}");
        assert_eq!(sgf.matches("(;GM[").count(), records.lines().count(), "a collection");
        assert_eq!(essence(&convert(&sgf, &["--to", "record"])), essence(&records));
    }
}

#[test]
fn dobutsu_goes_to_kifu_and_back() {
    for variant in ["official", "lishogi", "thesis"] {
        let records = games(&["match", "dobutsu", "greedy", "random", "--games", "4", "--variant", variant]);
        let kifu = convert(&records, &["--to", "kifu"]);
        assert_eq!(kifu.matches("手合割：どうぶつしょうぎ").count(), 4, "{kifu}");
        assert_eq!(essence(&convert(&kifu, &["--to", "record"])), essence(&records));
    }
}

#[test]
fn every_game_can_be_plain_text() {
    for entry in ok(&["games", "--json"]).json().as_array().unwrap() {
        let id = entry["id"].as_str().unwrap();
        let records = games(&["match", id, "random", "random", "--games", "1", "--max-plies", "40"]);
        let text = convert(&records, &["--to", "text", "--game-number", "1"]);
        assert!(text.starts_with("Game: ") && text.contains(&format!("({id}, ")), "{text}");
        assert!(text.contains("\n   1. ") || text.contains("\n  1. "), "{text}");
        assert!(text.trim_end().lines().last().unwrap().starts_with("Result: "), "{text}");
        // Every move is in it.
        let moves = essence(&records)[0][4].as_array().unwrap().clone();
        assert!(moves.iter().all(|mv| text.contains(mv.as_str().unwrap())), "{text}");
        let boards = convert(&records, &["--to", "text", "--game-number", "1", "--boards"]);
        assert!(boards.lines().count() > 3 * text.lines().count(), "{boards}");
    }
}

#[test]
fn turns_stand_in_columns() {
    let kifu = "   1   ２二ひよこ(23)\n   2   同　ぞう(11)\n   3   ２三ひよこ打\n   4   投了\n";
    let expected = "Game: Dobutsu Shogi (dobutsu, official)\nForest: Forest\nSky: Sky\n\n     Forest  Sky\n  1. Cb3xb2  Ec1xb2\n  2. C*b3\n\n\
                    Result: Forest wins by resignation (1 : 0)\n";
    assert_eq!(convert(kifu, &["--to", "text"]), expected);
}

#[test]
fn a_file_is_written_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.blksgf");
    let sgf = "(;GM[Blokus Duo];B[e10](;W[j5])(;W[j5,j4]))";
    let words = ["convert", "-", "--to", "sgf", "--out", path.to_str().unwrap()];
    let answer = run_with_input(&words, sgf);
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(0), ""), "{}", answer.stderr);
    assert!(answer.stderr.contains("variations are left out: 1"), "{}", answer.stderr);
    assert!(answer.stderr.contains("one game is in"), "{}", answer.stderr);
    assert!(std::fs::read_to_string(&path).unwrap().contains(";B[e10]\n;W[j5])"));
}

#[test]
fn bad_files_and_words_are_told_with_what_to_do() {
    let duo = games(&["match", "blokus", "random", "random", "--games", "1", "--variant", "thesis"]);
    let cases: [(&str, &[&str], &str, &str); 9] = [
        ("(;GM[Blokus Duo]\n;B[a1])", &["--to", "record"], "line 2: ", "--variant"),
        ("(;GM[Blokus Duo]\n;B[e10]", &["--to", "record"], "never closed", "--variant"),
        ("   1   ２二ひよこ(24)\n", &["--to", "record"], "line 1: ", "--variant"),
        (&duo, &["--to", "sgf"], "sgf cannot tell the variant thesis", "record or text"),
        (&duo, &["--to", "kifu"], "kifu cannot tell a game of blokus", "record or text"),
        (&duo, &["--to", "pgn"], "unknown format \"pgn\"", "sgf, kifu, record, text"),
        (&duo, &["--to", "record", "--boards"], "only plain text has boards", "--to text"),
        (&duo, &["--to", "text", "--from", "kifu"], "there is no game in it", "--from"),
        ("", &["--to", "text"], "there is no game in it", "ludwerk-record/1"),
    ];
    for (text, words, error, hint) in cases {
        let answer = run_with_input(&[&["convert", "-"], words].concat(), text);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{words:?}: {}", answer.stderr);
        assert!(
            answer.stderr.contains(error) && answer.stderr.contains(hint),
            "{words:?}: {}",
            answer.stderr
        );
    }
    assert!(run(&["convert", "x.json"]).stderr.contains("--to <FORMAT>"));
}
