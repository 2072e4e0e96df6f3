//! Series: games of people against agents are kept as they are played, and the table counts them.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Answer, ludwerk, ok, run, run_with_input};

/// The first legal move again and again: against an agent that plays anything the game comes to an end.
fn to_the_end() -> String {
    "1\n".repeat(400)
}

/// The words that play a game of the series `test`.
fn words<'a>(data: &'a str, seed: &'a str, name: &'a str) -> Vec<&'a str> {
    let opponent = ["play", "dobutsu", "--plain", "--seats", "human,random", "--seed", seed];
    [&opponent[..], &["--data", data, "--series", "test", "--player", name]].concat()
}

fn play(data: &Path, seed: &str, name: &str, input: &str) -> Answer {
    let answer = run_with_input(&words(data.to_str().unwrap(), seed, name), input);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    answer
}

fn table(data: &Path) -> Value {
    ok(&["series", "test", "--json", "--data", data.to_str().unwrap()]).json()
}

fn begin(data: &Path, name: &str) -> Child {
    let words = words(data.to_str().unwrap(), "1", name);
    ludwerk().args(words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn results_of_several_people_make_the_published_table() {
    let data = tempfile::tempdir().unwrap();
    let over = play(data.path(), "1", "Ann", &to_the_end());
    let has_won = over.stdout.contains("Forest (Ann) wins");
    let has_lost = over.stdout.contains("Sky (random) wins");
    assert!(has_won != has_lost, "{}", over.stdout);
    play(data.path(), "2", "Ben", &to_the_end());
    play(data.path(), "3", "Cy", "1\n");
    let told = table(data.path());
    assert_eq!(
        (&told["game"], &told["variant"], &told["players"]),
        (&"dobutsu".into(), &"official".into(), &2.into())
    );
    let part = &told["opponents"][0];
    assert_eq!((&part["opponent"], &part["peeks"]), (&"random".into(), &false.into()));
    let people = part["people"].as_array().unwrap();
    let rows: Vec<_> = people
        .iter()
        .map(|row| {
            (
                row["person"].as_str().unwrap(),
                row["plays"].as_u64().unwrap(),
                row["unfinished"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(rows, [("Ann", 1, 0), ("Ben", 1, 0), ("Cy", 0, 1)]);
    assert_eq!(people[0]["win_rate"], f64::from(u8::from(has_won)));
    assert_eq!(people[2]["win_rate"], Value::Null);
    assert_eq!(part["all"]["plays"], 2);
    let shown = ok(&["series", "test", "--data", data.path().to_str().unwrap()]);
    for words in ["Against random", "win percentage", "Ann", "all"] {
        assert!(shown.stdout.contains(words), "{}", shown.stdout);
    }
    assert!(shown.stderr.contains("unfinished: "), "{}", shown.stderr);
    // The games are records like any other.
    let records = ok(&["series", "test", "--records", "--data", data.path().to_str().unwrap()]);
    let file = data.path().join("games.jsonl");
    std::fs::write(&file, &records.stdout).unwrap();
    assert_eq!(records.stdout.lines().count(), 3);
    ok(&["analyse", file.to_str().unwrap(), "--game-number", "1", "--agent", "random"]);
}

#[test]
fn nobody_is_helped_in_a_series() {
    let data = tempfile::tempdir().unwrap();
    let answer = play(data.path(), "1", "Ann", "1\nundo\nredo\nhint\nload x\nhistory\n");
    for refusal in ["moves are not taken back", "there are no hints", "no other game is opened"] {
        assert!(answer.stderr.contains(refusal), "{refusal}: {}", answer.stderr);
    }
    // After the end a new game of the series begins, and the old one stays.
    play(data.path(), "4", "Ben", &format!("{}undo\nnew\n1\n", to_the_end()));
    let part = &table(data.path())["opponents"][0];
    assert_eq!((&part["people"][1]["plays"], &part["people"][1]["unfinished"]), (&1.into(), &1.into()));
}

#[test]
fn a_killed_game_is_unfinished_and_disturbs_nobody() {
    let data = tempfile::tempdir().unwrap();
    let mut killed = begin(data.path(), "Ann");
    killed.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
    let folder = data.path().join("series/test");
    let begun = Instant::now();
    let has_moves = || {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).any(|text| text.contains("\"ms\""))
    };
    while !has_moves() {
        assert!(begun.elapsed() < Duration::from_secs(20), "no move was stored");
        std::thread::sleep(Duration::from_millis(10));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    // Several people play at the same time into the same series.
    let mut playing: Vec<_> = ["Ben", "Cy", "Di"].map(|name| begin(data.path(), name)).into();
    for child in &mut playing {
        let mut stdin = child.stdin.take().unwrap();
        // The program may end before it has read everything.
        let _ = stdin.write_all(to_the_end().as_bytes());
    }
    for mut child in playing {
        assert!(child.wait().unwrap().success());
    }
    let told = table(data.path());
    assert_eq!(
        (&told["opponents"][0]["all"]["plays"], &told["unreadable"]),
        (&3.into(), &serde_json::json!([]))
    );
    assert_eq!(told["opponents"][0]["all"]["unfinished"], 1);
}

#[test]
fn series_are_of_one_game_and_people_have_names() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let empty = ok(&["series", "--data", folder]);
    assert!(empty.stdout.contains("No series yet"), "{}", empty.stdout);
    play(data.path(), "1", "Ann", "");
    let refused = |more: &[&str], words: &str| {
        let answer = run(&[&["play", "dobutsu", "--plain", "--data", folder], more].concat());
        assert_eq!(answer.code, Some(2), "{}", answer.stdout);
        assert!(answer.stderr.contains(words), "{words}: {}", answer.stderr);
        assert!(answer.stderr.contains("hint:") || answer.stderr.contains("--help"), "{}", answer.stderr);
    };
    refused(&["--series", "test"], "--player");
    refused(&["--series", "test", "--player", "random"], "cannot be the name of a person");
    refused(&["--series", "test", "--player", "Ann", "--player", "Ben"], "names 2 people");
    refused(&["--series", "a/b", "--player", "Ann"], "is no name of a series");
    refused(
        &["--series", "test", "--seats", "human,human", "--player", "Ann", "--player", "Ben"],
        "a series tests people against agents",
    );
    refused(
        &["--series", "test", "--variant", "thesis", "--player", "Ann"],
        "this series is of dobutsu official for 2, not of dobutsu thesis for 2",
    );
    let missing = run(&["series", "none", "--data", folder]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("there is no series"), "{}", missing.stderr);
    let listed = ok(&["series", "--json", "--data", folder]).json();
    assert_eq!((&listed[0]["series"], &listed[0]["unfinished"]), (&"test".into(), &1.into()));
}

#[test]
fn an_opponent_that_peeks_is_called_so_in_the_table() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("series/eyes");
    std::fs::create_dir_all(&folder).unwrap();
    let kind = r#"{"format":"ludwerk-series/1","game":"samurai","variant":"thesis","players":2}"#;
    std::fs::write(folder.join("series.json"), kind).unwrap();
    for (n, opponent) in ["samurai-a3", "samurai-a4"].iter().enumerate() {
        let record = format!(
            r#"{{"format":"ludwerk-record/1","game":"samurai","variant":"thesis","players":2,"seed":1,
            "seats":["Ann","{opponent}"],"moves":[],"result":{{"returns":[1.0,0.0],"reason":"test"}},"program":"test"}}"#
        );
        std::fs::write(folder.join(format!("{n}.json")), record).unwrap();
    }
    let data = data.path().to_str().unwrap();
    let told = ok(&["series", "eyes", "--json", "--data", data]).json();
    let peeks: Vec<_> =
        told["opponents"].as_array().unwrap().iter().map(|part| part["peeks"] == true).collect();
    assert_eq!(peeks, [false, true]);
    let shown = ok(&["series", "eyes", "--data", data]);
    assert!(
        shown.stdout.contains("Against samurai-a4, which sees what is hidden from its seat"),
        "{}",
        shown.stdout
    );
}
