//! Tournaments from outside: the contract, bad plans, and what kill -9 leaves behind.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::{ludwerk, ok, run};

/// The words of a tournament of quick agents, with its games in `folder`.
fn words<'w>(folder: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    let plan = ["tournament", "--game", "dobutsu", "--agent", "random", "--agent", "greedy", "--seed", "7"];
    [&plan[..], &["--opening-plies", "2", "--json", "--out", folder], more].concat()
}

fn path(folder: &tempfile::TempDir) -> &str {
    folder.path().to_str().expect("UTF-8")
}

/// The table without what depends on the machine.
fn table(mut document: Value) -> Value {
    for agent in document["agents"].as_array_mut().unwrap() {
        agent["ms_per_move"] = Value::Null;
        agent["cpu_ms_per_move"] = Value::Null;
    }
    document["folder"] = Value::Null;
    document
}

#[test]
fn a_tournament_from_flags_has_the_fields_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let answer = ok(&words(path(&folder), &["--games", "10", "--agent", "alphabeta:depth=2"]));
    let document = answer.json();
    assert_eq!((document["games"].as_u64(), document["seed"].as_u64()), (Some(30), Some(7)));
    let agents = document["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 3);
    for agent in agents {
        for field in ["spec", "wins", "draws", "losses", "score", "ci95", "elo", "elo_error", "ms_per_move"] {
            assert!(!agent[field].is_null(), "{field}: {agent}");
        }
    }
    // A line for every game, for programs that watch.
    let events: Vec<Value> =
        answer.stderr.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(events.iter().filter(|event| event["event"] == "game").count(), 30);
    assert!(events.iter().any(|event| event["games"] == 30 && event["planned"] == 30));
}

#[test]
fn a_plan_and_flags_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("cup.toml");
    let text =
        "game = \"dobutsu\"\nagents = [\"random\", \"greedy\"]\ngames = 20\nseed = 7\nopening-plies = 2\n";
    std::fs::write(&plan, text).unwrap();
    let by_plan = ok(&["tournament", plan.to_str().unwrap(), "--json"]).json();
    assert!(folder.path().join("cup/tournament.sqlite").is_file());
    let other = tempfile::tempdir().unwrap();
    let by_flags = ok(&words(path(&other), &["--games", "20"])).json();
    assert_eq!(table(by_plan), table(by_flags));
}

#[test]
fn people_get_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["--agent", "random", "--agent", "greedy", "--agent", "maxn:depth=1"];
    let all = [
        &["tournament", "--game", "chexers", "--games", "6", "--seed", "3", "--out", path(&folder)],
        &agents[..],
    ];
    let answer = ok(&all.concat());
    for wanted in ["agent", "Elo", "vs", "random", "6 games", "likelihood", "ludwerk report"] {
        assert!(answer.stdout.contains(wanted), "{wanted}: {}", answer.stdout);
    }
    assert!(answer.stderr.contains("seed 3"));
}

/// Runs a tournament and kills it as soon as it has told of `n_games` games; `false` if it ended before.
fn kill_after(words: &[&str], n_games: usize) -> bool {
    let mut child = ludwerk()
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines
        .map_while(Result::ok)
        .filter(|line| line.starts_with("{\"event\":\"game\""))
        .take(n_games)
        .count();
    // That is kill -9.
    child.kill().unwrap();
    child.wait().unwrap();
    told == n_games
}

#[test]
fn kill_9_loses_nothing_and_the_table_comes_out_the_same() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let more = ["--games", "120", "--agent", "mcts:iterations=20", "--threads", "2"];
    let expected = ok(&words(path(&whole), &more)).json();
    let mut n_kills = 0;
    while kill_after(&words(path(&broken), &more), 7 + 20 * n_kills % 61) && n_kills < 12 {
        n_kills += 1;
    }
    assert!(n_kills >= 3, "killed {n_kills} times");
    let finished = ok(&words(path(&broken), &more));
    assert!(finished.stderr.contains("games are there already"), "{}", finished.stderr);
    assert_eq!(table(finished.json()), table(expected.clone()));
    assert_eq!(expected["games"], 360);
    // Nothing is played again once all is there.
    let again = ok(&words(path(&broken), &more));
    assert!(!again.stderr.contains("\"event\""), "{}", again.stderr);
    assert_eq!(table(again.json()), table(expected));
}

#[test]
fn a_sequential_test_ends_early() {
    let folder = tempfile::tempdir().unwrap();
    let answer = ok(&words(path(&folder), &["--games", "4000", "--sprt", "-50,0"])).json();
    assert_eq!(answer["sprt"]["verdict"], "rejected", "random is much worse than greedy");
    assert!(answer["games"].as_u64().unwrap() < 400);
    assert_eq!(answer["complete"], true);
}

#[test]
fn what_is_wrong_with_a_plan_is_told_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let begin = "game = \"dobutsu\"\nagents = [\"random\", \"greedy\"]\n";
    let plans = [
        ("nonsense.toml", "games = ".to_owned(), "nonsense.toml: line 1"),
        ("unknown.toml", format!("{begin}gaems = 3"), "unknown field"),
        ("game.toml", "game = \"chess\"\nagents = [\"a\", \"b\"]".to_owned(), "unknown game"),
        ("agent.toml", "game = \"dobutsu\"\nagents = [\"random\", \"greddy\"]".to_owned(), "unknown agent"),
        ("openings.toml", format!("{begin}openings = [\"Cb3xb2 Cb3xb2\"]"), "opening 1"),
        ("file.toml", format!("{begin}openings-file = \"none.txt\""), "cannot read"),
        ("sprt.toml", format!("{begin}[sprt]\nelo0 = 3\nelo1 = 1"), "elo0"),
    ];
    for (name, text, wanted) in plans {
        let answer = run(&["tournament", &file(name, &text)]);
        assert_eq!(answer.code, Some(2), "{name}");
        assert!(answer.stderr.contains(wanted), "{name}: {}", answer.stderr);
        assert!(answer.stderr.trim_end().lines().last().unwrap().starts_with("hint: "), "{}", answer.stderr);
    }
    assert!(
        Path::new(folder.path()).read_dir().unwrap().all(|entry| entry.unwrap().path().is_file()),
        "no folder"
    );
}

#[test]
fn another_plan_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    ok(&words(path(&folder), &["--games", "2"]));
    let answer = run(&words(path(&folder), &["--games", "2", "--max-plies", "9"]));
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("another max-plies"), "{}", answer.stderr);
    // More games of the same are welcome.
    assert_eq!(ok(&words(path(&folder), &["--games", "6"])).json()["games"], 6);
}
