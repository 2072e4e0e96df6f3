//! `ludwerk analyse`: values along a game, weak moves, and what does not suit it.

use serde_json::{Value, json};

use crate::{Answer, ok, run, run_with_input};

/// A record of a game of Dobutsu Shogi.
fn record(moves: &[&str], more: &Value) -> String {
    let moves: Vec<_> = moves.iter().map(|mv| json!({ "move": mv })).collect();
    let mut record = json!({
        "format": "ludwerk-record/1",
        "game": "dobutsu",
        "variant": "official",
        "players": 2,
        "seats": ["Ann", "Bob"],
        "moves": moves,
        "program": "test",
    });
    if let (Value::Object(record), Value::Object(more)) = (&mut record, more.clone()) {
        record.extend(more);
    }
    record.to_string()
}

/// Sky overlooks that the lion is attacked.
const BLUNDER: [&str; 3] = ["Cb3xb2", "Ga1-a2", "Cb2xb1+"];

fn analyse(text: &str, words: &[&str]) -> Answer {
    run_with_input(&[&["analyse", "-", "--agent", "alphabeta:depth=5"], words].concat(), text)
}

#[test]
fn a_blunder_is_marked_with_what_was_better() {
    let answer = analyse(&record(&BLUNDER, &json!({})), &["--json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let json = answer.json();
    assert_eq!(json["game"], "dobutsu");
    assert_eq!(json["variant"], "official");
    assert_eq!(json["agent"], "alphabeta:depth=5");
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let blunder = &moves[1];
    assert_eq!(
        (&blunder["ply"], &blunder["seat"], &blunder["move"]),
        (&json!(1), &json!(1), &json!("Ga1-a2"))
    );
    assert_eq!(blunder["judgement"], "blunder");
    assert_eq!(blunder["played"], -999_998.0, "a loss in two plies");
    assert!(blunder["loss"].as_f64().unwrap() >= 0.3);
    assert!(["Ec1xb2", "Lb1xb2"].contains(&blunder["best"][0]["move"].as_str().unwrap()));
    assert_eq!(blunder["best"][0]["pv"][0], blunder["best"][0]["move"]);
    assert_eq!(blunder["best"][0]["value"], blunder["value"]);
    assert_eq!(blunder["values"][1], blunder["value"], "from each seat's view");
    let caught = &moves[2];
    assert_eq!((&caught["judgement"], &caught["loss"]), (&json!("best"), &json!(0.0)));
    assert_eq!(caught["shares"], json!([1.0, 0.0]));
    let summary = &json["summary"][1];
    assert_eq!((&summary["seat"], &summary["name"]), (&json!(1), &json!("Bob")));
    assert_eq!(
        (&summary["moves"], &summary["blunders"], &summary["mistakes"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(summary["mean_loss"], blunder["loss"]);
}

#[test]
fn people_get_a_table_a_curve_and_a_summary() {
    let answer = analyse(&record(&BLUNDER, &json!({})), &[]);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let text = &answer.stdout;
    assert!(
        text.contains("Forest wins: catch"),
        "the moves tell the result, where the record does not: {text}"
    );
    let row = text.lines().find(|line| line.contains("Ga1-a2")).unwrap();
    assert!(row.contains("Sky") && row.contains("??") && row.contains("loss in 2"), "{row}");
    assert!(text.lines().any(|line| line.contains("Cb2xb1+") && line.contains("win in 1")), "{text}");
    assert!(text.contains("Forest 100%") && text.contains('█'), "{text}");
    let bob = text.lines().find(|line| line.contains("Bob")).unwrap();
    assert!(bob.split_whitespace().eq([
        "Sky",
        "Bob",
        "1",
        "0",
        "0",
        "0",
        "1",
        bob.split_whitespace().last().unwrap()
    ]));
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert!(answer.stderr.contains("seed 0"), "{}", answer.stderr);
}

#[test]
fn lines_are_shown_where_they_are_asked_for() {
    let answer = analyse(&record(&BLUNDER, &json!({})), &["--lines", "3", "--json"]);
    assert_eq!(answer.json()["moves"][0]["best"].as_array().unwrap().len(), 3);
    let text = analyse(&record(&BLUNDER, &json!({})), &["--lines", "2"]).stdout;
    let first = text.lines().position(|line| line.contains("  1  Forest")).unwrap();
    assert!(text.lines().nth(first + 1).unwrap().starts_with("      "), "{text}");
}

#[test]
fn threads_and_seeds_change_nothing_with_an_exact_search() {
    let text = record(&["Lb4-a3", "Cb2xb3", "Ea4xb3", "C*a2"], &json!({ "seed": 9 }));
    let one = analyse(&text, &["--json", "--threads", "1"]);
    let two = analyse(&text, &["--json", "--threads", "2"]);
    assert_eq!(one.stdout, two.stdout);
    assert_eq!(one.json()["seed"], 9);
    assert_eq!(analyse(&text, &["--json", "--seed", "4"]).json()["seed"], 4);
    // The game goes on: its last move is judged all the same, and there is no result.
    assert!(one.json()["moves"][3]["judgement"].is_string(), "{}", one.stdout);
    assert!(analyse(&text, &[]).stdout.contains("the game was not finished"));
}

#[test]
fn games_for_three_and_games_with_secrets_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    for (game, agent) in [("chexers", "maxn:depth=1"), ("samurai", "champion:iterations=20")] {
        let path = folder.path().join(format!("{game}.jsonl"));
        let path = path.to_str().unwrap();
        ok(&[
            "match",
            game,
            "greedy",
            "random",
            "--games",
            "1",
            "--seed",
            "4",
            "--max-plies",
            "20",
            "--out",
            path,
        ]);
        let answer = ok(&["analyse", path, "--game-number", "1", "--agent", agent, "--json"]);
        let json = answer.json();
        let judged = |mv: &&Value| mv["judgement"].is_string();
        let moves = json["moves"].as_array().unwrap();
        assert!(moves.iter().filter(judged).count() > 3, "{game}: {}", answer.stdout);
        assert!(moves.iter().all(|mv| mv["forced"] == false || mv["judgement"].is_null()), "{game}");
        assert!(
            moves
                .iter()
                .all(|mv| mv["values"].as_array().unwrap().len() == mv["shares"].as_array().unwrap().len())
        );
        assert_eq!(answer.stderr.contains("as its mover saw it"), game == "samurai", "{}", answer.stderr);
    }
}

#[test]
fn forced_passes_are_no_moves_to_judge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let path = path.to_str().unwrap();
    ok(&["match", "blokus", "greedy", "random", "--games", "2", "--seed", "4", "--out", path]);
    let answer = ok(&["analyse", path, "--game-number", "1", "--agent", "greedy", "--json"]);
    let json = answer.json();
    let passes: Vec<_> = json["moves"].as_array().unwrap().iter().filter(|mv| mv["move"] == "pass").collect();
    assert!(!passes.is_empty());
    for pass in passes {
        assert_eq!(
            (&pass["forced"], &pass["judgement"], &pass["best"]),
            (&json!(true), &Value::Null, &json!([]))
        );
    }
}

#[test]
fn an_agent_without_opinions_judges_nothing_and_says_so() {
    let text = record(&BLUNDER, &json!({}));
    let answer = run_with_input(&["analyse", "-", "--agent", "random", "--json"], &text);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    assert!(answer.json()["moves"].as_array().unwrap().iter().all(|mv| mv["judgement"].is_null()));
    assert!(answer.stderr.contains("random reports no values"), "{}", answer.stderr);
}

#[test]
fn files_of_other_programs_are_analysed_too() {
    let kifu =
        "手合割：どうぶつしょうぎ\n   1   ２二ひよこ(23)\n   2   ３二きりん(31)\n   3   ２一ひよこ成(22)\n";
    assert_eq!(analyse(kifu, &["--json"]).json()["moves"][1]["judgement"], "blunder");
}

#[test]
fn what_cannot_be_analysed_is_told() {
    let game = record(&BLUNDER, &json!({}));
    let two = format!("{game}\n{game}");
    let illegal = record(&["Cb3xb2", "Cb3xb2"], &json!({}));
    let cases: [(&str, &[&str], &str, &str); 7] = [
        (&two, &[], "the file holds 2 games", "--game-number, from 1 to 2"),
        (&two, &["--game-number", "3"], "the file holds 2 games", "from 1 to 2"),
        ("", &[], "the file holds 0 games", "ludwerk-record/1"),
        ("nonsense", &[], "not a game record", "ludwerk-record/1"),
        (&illegal, &[], "move 2 of the record", "damaged"),
        (&game, &["--agent", "alphabet"], "unknown agent", "alphabeta"),
        (&game, &["--from", "pgn"], "unknown format \"pgn\"", "sgf, kifu, record"),
    ];
    for (text, words, error, hint) in cases {
        let answer = run_with_input(&[&["analyse", "-"], words].concat(), text);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{words:?}: {}", answer.stderr);
        assert!(
            answer.stderr.contains(error) && answer.stderr.contains(hint),
            "{words:?}: {}",
            answer.stderr
        );
    }
    let missing = run(&["analyse", "no-such-file.json"]);
    assert!(missing.stderr.contains("cannot read no-such-file.json"), "{}", missing.stderr);
}
