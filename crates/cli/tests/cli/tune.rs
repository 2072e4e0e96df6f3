//! Tuning from outside: the contract, wrong words, and what kill -9 leaves behind.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{ludwerk, ok, run};

/// The words of a quick run of a method that is kept in `out`.
fn words<'w>(method: &'w str, out: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    let quick =
        ["--agent", "greedy:weights=(start:hen-on-board=1)", "--weights", "hen-on-board,chick-in-hand"];
    let size = ["--games", "160", "--seed", "7", "--max-plies", "60", "--opening-plies", "2"];
    [&["tune", method, "dobutsu"], &quick[..], &size[..], &["--json", "--out", out], more].concat()
}

fn path(folder: &tempfile::TempDir) -> &str {
    folder.path().to_str().expect("UTF-8")
}

/// The answer without what depends on the machine and the place.
fn numbers(mut document: Value) -> Value {
    for field in ["seconds", "file", "report"] {
        document[field] = Value::Null;
    }
    document
}

#[test]
fn every_method_gives_weights_evidence_and_a_page() {
    for method in ["spsa", "cma", "ga"] {
        let folder = tempfile::tempdir().unwrap();
        let answer = run(&words(method, path(&folder), &["--proof-games", "40"]));
        assert!(matches!(answer.code, Some(0 | 1)), "{}", answer.stderr);
        assert!(answer.stderr.contains("seed 7"), "{}", answer.stderr);
        let document = answer.json();
        assert_eq!((document["method"].as_str(), document["game"].as_str()), (Some(method), Some("dobutsu")));
        assert_eq!((document["seed"].as_u64(), document["players"].as_u64()), (Some(7), Some(2)));
        let games = document["games"].as_u64().unwrap();
        assert!(games > 50 && games <= 160, "{games}");
        assert_eq!(document["start"]["hen-on-board"], 1.0);
        assert!(document["best"]["chick-in-hand"].is_number());
        assert!(!document["curve"].as_array().unwrap().is_empty());
        let proof = &document["proof"];
        for field in ["verdict", "games", "wins", "draws", "losses", "score", "ci95", "elo_error"] {
            assert!(!proof[field].is_null(), "{field}: {proof}");
        }
        assert_eq!(answer.code == Some(1), proof["verdict"] == "rejected");
        // The file plays, and it plays as the spec does.
        let file = document["file"].as_str().unwrap();
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains("[made.evidence]") && text.contains("by = \"ludwerk tune"), "{text}");
        let search = |agent: &str| {
            let start = ["search", "dobutsu", "--agent", agent, "--seed", "1", "--json"];
            let mut found = ok(&start).json();
            found["seconds"] = Value::Null;
            found
        };
        assert_eq!(search(&format!("greedy:weights={file}")), search(document["spec"].as_str().unwrap()));
        let page = fs::read_to_string(document["report"].as_str().unwrap()).unwrap();
        for part in ["What was found", "The held-out match", "The learning curve", "How to repeat it", "<svg"]
        {
            assert!(page.contains(part), "{method}: {part}");
        }
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
    }
}

#[test]
fn a_run_that_is_done_says_the_same_again_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--proof-games", "20"];
    let first = run(&words("spsa", path(&folder), &more));
    let journal = fs::read(folder.path().join("journal.jsonl")).unwrap();
    let again = run(&words("spsa", path(&folder), &more));
    assert_eq!(first.json(), again.json());
    assert!(again.stderr.contains("going on: "), "{}", again.stderr);
    assert_eq!(fs::read(folder.path().join("journal.jsonl")).unwrap(), journal);
    // The seed is remembered, the held-out match may be made longer, and anything else is another run.
    let without_seed: Vec<_> = words("spsa", path(&folder), &["--proof-games", "30"])
        .into_iter()
        .filter(|word| *word != "--seed" && *word != "7")
        .collect();
    let longer = run(&without_seed);
    assert_eq!(longer.json()["seed"], 7);
    assert!(longer.json()["proof"]["games"].as_u64() >= first.json()["proof"]["games"].as_u64());
    for (more, what) in [
        (&["--games", "170"][..], "holds a run with games = 160, not 170"),
        (&["--seed", "8"], "holds a run with seed = 7, not 8"),
        (&["--bouts", "9"], "holds a run with settings = "),
        (&["--against", "random"], "holds a run with against = "),
    ] {
        let mut changed = words("spsa", path(&folder), &[]);
        if let Some(place) = changed.iter().position(|word| *word == more[0]) {
            changed.drain(place..place + 2);
        }
        changed.extend(more);
        let refused = run(&changed);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(what), "{}", refused.stderr);
        assert!(refused.stderr.contains("hint: name another directory with --out"), "{}", refused.stderr);
    }
}

/// Starts a run and kills it once its journal has grown to so many lines; `false` if it ended before.
fn kill_at(words: &[&str], journal: &Path, n_lines: usize) -> bool {
    let mut child = ludwerk()
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let n_now = || fs::read_to_string(journal).map_or(0, |text| text.matches('\n').count());
    let is_running = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        if n_now() >= n_lines {
            break true;
        }
        sleep(Duration::from_millis(2));
    };
    // That is kill -9.
    child.kill().unwrap();
    child.wait().unwrap();
    is_running
}

#[test]
fn kill_9_loses_nothing_and_the_same_numbers_come_out() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // Long enough to be killed in the middle, on any machine.
    let words = |out| {
        let agent = ["tune", "cma", "dobutsu", "--agent", "alphabeta:nodes=100", "--games", "400"];
        let rest = [
            "--proof-games",
            "200",
            "--sprt",
            "0,5",
            "--threads",
            "2",
            "--seed",
            "7",
            "--json",
            "--out",
            out,
        ];
        [&agent[..], &rest[..]].concat()
    };
    let expected = run(&words(path(&whole)));
    let journal = broken.path().join("journal.jsonl");
    let words = words(path(&broken));
    let n_kills = [2, 8, 20, 45, 80].iter().filter(|&&n_lines| kill_at(&words, &journal, n_lines)).count();
    assert!(n_kills >= 2, "killed {n_kills} times");
    let finished = run(&words);
    assert_eq!(finished.code, expected.code);
    assert_eq!(numbers(finished.json()), numbers(expected.json()));
}

#[test]
fn what_is_wrong_is_told_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = tempfile::tempdir().unwrap();
    fs::write(foreign.path().join("mine.txt"), "mine").unwrap();
    let fresh = folder.path().join("run");
    let (out, foreign) = (fresh.to_str().unwrap(), path(&foreign));
    let agent = "alphabeta:nodes=10";
    for (words, what, hint) in [
        (&["chess", "--agent", agent, "--out", out][..], "unknown game \"chess\"", "ludwerk games"),
        (&["dobutsu", "--agent", "random", "--out", out], "random takes no weights", "tune its options"),
        (&["dobutsu", "--agent", "alfabeta", "--out", out], "unknown agent \"alfabeta\"", "alphabeta"),
        (&["dobutsu", "--agent", agent, "--weights", "none", "--out", out], "nothing to tune", "--option"),
        (
            &["dobutsu", "--agent", agent, "--weights", "hens", "--out", out],
            "no feature \"hens\"",
            "there are",
        ),
        (&["dobutsu", "--agent", agent, "--option", "c=1..2", "--out", out], "no option \"c\"", ""),
        (&["dobutsu", "--agent", agent, "--option", "nodes=9..1", "--out", out], "malformed range", "STEP"),
        (
            &["dobutsu", "--agent", agent, "--option", "nodes=20..100:1", "--out", out],
            "nodes is 10 at first, out of its range from 20 to 100",
            "widen the range",
        ),
        (&["dobutsu", "--agent", agent, "--opponent", "nobody", "--out", out], "unknown agent", "there are"),
        (&["dobutsu", "--agent", agent, "--against", "nobody", "--out", out], "unknown agent", "there are"),
        (&["dobutsu", "--agent", agent, "--time", "soon", "--out", out], "\"soon\" is no time", "--time 30m"),
        (&["dobutsu", "--agent", agent, "--sprt", "5,1", "--out", out], "must be less than", "--sprt 0,10"),
        (&["dobutsu", "--agent", agent, "--sprt", "much", "--out", out], "not a sequential test", "--sprt"),
        (
            &["dobutsu", "--agent", agent, "--games", "4", "--out", out],
            "too few for a single step",
            "--games",
        ),
        (&["dobutsu", "--agent", agent, "--drift", "-1", "--out", out], "", ""),
        (&["dobutsu", "--agent", agent, "--out", foreign], "is not empty and holds no run", "new directory"),
        (&["dobutsu", "--agent", agent, "--threads", "100000", "--out", out], "too many", "cores"),
        (
            &["dobutsu", "--agent", "alphabeta:weights=nosuch", "--out", out],
            "no weights to start from",
            "file",
        ),
    ] {
        let answer = run(&[&["tune", "spsa"], words].concat());
        assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.stdout);
        assert!(answer.stderr.contains(what) && answer.stderr.contains(hint), "{words:?}: {}", answer.stderr);
        assert!(answer.stderr.contains("error: ") && answer.stderr.contains("hint: "), "{}", answer.stderr);
    }
    assert_eq!(fs::read_dir(foreign).unwrap().count(), 1);
}

#[test]
fn people_are_told_what_was_found_and_how_to_use_it() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<_> = words("ga", path(&folder), &["--proof-games", "0", "--rival"]);
    let words: Vec<_> = words.into_iter().filter(|word| *word != "--json").collect();
    let answer = ok(&words);
    for part in [
        "parameter",
        "hen-on-board",
        "games of tuning",
        "the file: ",
        "the page: ",
        "to use it: greedy:weights=",
    ] {
        assert!(answer.stdout.contains(part), "{part}: {}", answer.stdout);
    }
    assert!(!answer.stdout.contains("no part in finding"), "{}", answer.stdout);
}
