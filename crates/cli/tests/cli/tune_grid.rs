//! `ludwerk tune grid`: what it finds, what it keeps, and what it refuses.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{ludwerk, ok, run};

fn words<'a>(dir: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["tune", "grid"];
    words.extend_from_slice(more);
    words.extend(["--json", "--out", dir.to_str().unwrap()]);
    words
}

/// Without the paths, which differ.
fn answer(mut json: Value) -> Value {
    for key in ["file", "report"] {
        json[key] = Value::Null;
    }
    json
}

const SMALL: [&str; 15] = [
    "dobutsu",
    "--agent",
    "alphabeta:nodes=20",
    "--axis",
    "nodes=2,60",
    "--axis",
    "hen-on-board=1..9:4",
    "--games",
    "8",
    "--seed",
    "1",
    "--opening-plies",
    "2",
    "--proof-games",
    "20",
];

#[test]
fn a_grid_has_cells_a_choice_and_a_proof() {
    let dir = tempfile::tempdir().unwrap();
    let found = ok(&words(dir.path(), &SMALL)).json();
    assert_eq!(found["method"], "grid");
    assert_eq!(found["agent"], "alphabeta:nodes=20,weights=start");
    let cells = found["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[1]["at"], serde_json::json!({ "nodes": 2.0, "hen-on-board": 5.0 }));
    assert!(cells.iter().all(|cell| cell["games"] == 8 && cell["ci95"].is_array()));
    assert_eq!(found["games"], 48);
    assert_eq!(found["best"]["nodes"], 60.0);
    assert_eq!(found["start"]["nodes"], 20.0);
    assert!(found["noise"]["p"].as_f64().unwrap() < 0.05, "60 nodes are better than 2");
    assert!(found["proof"]["games"].as_u64().unwrap() > 0);
    // The agent that was found plays, as it is written and from its file.
    let (spec, file) = (found["spec"].as_str().unwrap(), found["file"].as_str().unwrap());
    ok(&["search", "dobutsu", "--agent", spec]);
    ok(&["search", "dobutsu", "--agent", &format!("alphabeta:weights={file}")]);
    let report = std::fs::read_to_string(found["report"].as_str().unwrap()).unwrap();
    assert!(report.contains("<svg") && report.contains("hen-on-board"));
}

#[test]
fn threads_and_repetitions_change_nothing() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let with = |threads: &'static str| {
        [&SMALL[..], &["--zoom", "2", "--zoom-games", "4", "--threads", threads]].concat()
    };
    let first = ok(&words(one.path(), &with("1")));
    let found = first.json();
    assert!(found["first"]["cells"].as_array().unwrap().len() == 6, "both grids are told");
    assert_eq!(answer(ok(&words(other.path(), &with("3"))).json()), answer(found.clone()));
    let again = ok(&words(one.path(), &with("2")));
    assert_eq!(again.json(), found);
    assert!(again.stderr.contains("going on"), "{}", again.stderr);
}

#[test]
fn kill_9_loses_nothing() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let grid = ["--figure", "samurai-5.4", "--games", "400", "--threads", "2", "--proof-games", "20"];
    let expected = ok(&words(whole.path(), &grid)).json();
    let journal = broken.path().join("journal.jsonl");
    let length = || std::fs::metadata(&journal).map_or(0, |file| file.len());
    for _ in 0..3 {
        let before = length();
        let mut child = ludwerk()
            .args(words(broken.path(), &grid))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while length() < before + 400
            && begun.elapsed() < Duration::from_secs(20)
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(answer(ok(&words(broken.path(), &grid)).json()), answer(expected));
}

#[test]
fn a_figure_is_played_and_compared_with_what_was_printed() {
    let dir = tempfile::tempdir().unwrap();
    let found =
        ok(&words(dir.path(), &["--figure", "samurai-5.1", "--games", "20", "--proof-games", "10"])).json();
    assert_eq!(found["seed"], 0);
    assert_eq!(found["figure"]["id"], "samurai-5.1");
    assert_eq!(found["figure"]["reading"], "closest");
    let cells = found["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 121);
    let printed: Vec<_> = cells.iter().filter(|cell| cell["printed"].is_number()).collect();
    assert_eq!(printed.len(), 120, "one figure is missing");
    let noise = &found["noise"];
    assert!((noise["printed"]["chi_square"].as_f64().unwrap() / 119.0 - 0.83).abs() < 0.01);
    assert_eq!(noise["printed"]["luckiest"]["score"], 0.89);
    assert_eq!(noise["simulated"].as_array().unwrap().len(), 121);
    assert!(noise["pattern"]["correlation"].is_number() && noise["chosen"]["rank"].is_number());
    let report = std::fs::read_to_string(found["report"].as_str().unwrap()).unwrap();
    assert!(report.matches("class=\"heat\"").count() >= 4);
    let text =
        ok(&words(dir.path(), &["--figure", "samurai-5.1", "--games", "20", "--proof-games", "10"])[..]
            .iter()
            .copied()
            .filter(|word| *word != "--json")
            .collect::<Vec<_>>());
    assert!(
        text.stdout.contains("The printed cells differ by") && text.stdout.contains("k3 \\ k4"),
        "{}",
        text.stdout
    );
}

#[test]
fn what_makes_no_grid_is_refused_before_anything_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new");
    let agent = ["dobutsu", "--agent", "alphabeta:nodes=20"];
    let cases: [(&[&str], &str, &str); 14] = [
        (&["--axis", "hen-on-bord=1..9:4"], "no option \"hen-on-bord\"", "hen-on-board"),
        (&["--axis", "hen-on-board=1..999:100"], "may be from", "between"),
        (&["--axis", "hen-on-board=1..9:0"], "greater than 0", "hen-on-board=0..1:0.1"),
        (&["--axis", "hen-on-board=9..1:1"], "less than its least", "--axis hen-on-board"),
        (&["--axis", "hen-on-board"], "no values", "--axis hen-on-board"),
        (&["--axis", "hen-on-board=a..b:c"], "no number", "--axis hen-on-board"),
        (&["--axis", "hen-on-board=0..10:0.1", "--axis", "chick-in-hand=0..10:0.1"], "10201 cells", "--zoom"),
        (&["--axis", "hen-on-board=1,2", "--axis", "hen-on-board=1,2"], "two axes", "once"),
        (&["--axis", "nodes=0.5,1.5"], "cannot play", ""),
        (&["--axis", "nodes=5,9", "--zoom", "1"], "1 is not in 2..=20", "tune --help"),
        (
            &[
                "--axis",
                "nodes=5,9",
                "--axis",
                "hen-on-board=1,2",
                "--axis",
                "chick-in-hand=1,2",
                "--zoom",
                "15",
            ],
            "a second grid of 29791 cells",
            "fewer axes",
        ),
        (&["--axis", "nodes=5,9", "--opponent", "nobody"], "unknown agent", ""),
        (&["--axis", "nodes=5,9", "--reading", "closest"], "--reading is for published grids", "--figure"),
        (&[], "--axis", "tune --help"),
    ];
    for (more, error, hint) in cases {
        refused(&words(&out, &[&agent[..], more].concat()), error, hint);
    }
    refused(&words(&out, &["--figure", "samurai-5.9"]), "no published grid \"samurai-5.9\"", "samurai-5.");
    refused(
        &words(&out, &["--figure", "samurai-5.1", "--reading", "odd"]),
        "no reading \"odd\"",
        "as-printed",
    );
    refused(
        &words(&out, &["--figure", "samurai-5.1", "--axis", "k3=1,2"]),
        "cannot be used with",
        "tune --help",
    );
    assert!(!out.exists());
}

fn refused(words: &[&str], error: &str, hint: &str) {
    let answer = run(words);
    assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.stdout);
    assert_eq!(answer.stdout, "", "{words:?}");
    let lines: Vec<_> = answer.stderr.lines().collect();
    let [first, last] = lines[..] else { panic!("{words:?}: not two lines: {:?}", answer.stderr) };
    assert!(first.starts_with("error: ") && first.contains(error), "{words:?}: {first}");
    assert!(last.starts_with("hint: ") && last.contains(hint), "{words:?}: {last}");
}

#[test]
fn other_settings_are_not_mixed() {
    let dir = tempfile::tempdir().unwrap();
    ok(&words(dir.path(), &SMALL));
    let other = [&SMALL[..], &["--max-plies", "7"]].concat();
    refused(&words(dir.path(), &other), "max-plies = 1000, not 7", "--out");
}

#[test]
fn the_help_lists_the_published_grids() {
    let help = ok(&["tune", "grid", "--help"]).stdout;
    for id in ["samurai-5.1", "samurai-5.2", "samurai-5.3", "samurai-5.4"] {
        assert!(help.contains(id), "{id}");
    }
}
