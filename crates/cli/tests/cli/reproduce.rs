//! `ludwerk reproduce`: verdicts for every row, and runs that go on after they were killed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{ludwerk, ok, run};

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// All rows, but not what depends on the clock.
fn untimed(answer: &Value) -> Vec<Value> {
    let rows = answer.as_array().unwrap().iter().flat_map(|table| table["rows"].as_array().unwrap());
    rows.filter(|row| !row["what"].as_str().unwrap().contains("second")).cloned().collect()
}

#[test]
fn a_published_table_is_reproduced() {
    let answer = ok(&["reproduce", "dobutsu-table-2", "--quick", "--json"]).json();
    let told = ["id", "source", "published", "measures", "tolerance", "seconds", "rows"];
    assert_eq!(keys(&answer[0]), told);
    let rows = answer[0]["rows"].as_array().unwrap();
    for (n, row) in rows.iter().enumerate() {
        assert_eq!(keys(row), ["what", "kind", "published", "ours", "ok", "verdict"]);
        // Twelve printed figures, and then ours.
        let expected = if n < 12 { [json!("exact"), json!(true)] } else { [json!("new"), json!(null)] };
        assert_eq!([row["kind"].clone(), row["ok"].clone()], expected);
    }
}

#[test]
fn tables_are_listed_with_how_they_are_measured() {
    let text = ok(&["reproduce"]).stdout;
    assert!(
        text.contains("dobutsu-table-2") && text.contains("tolerance: none: the twelve counts"),
        "{text}"
    );
    let tables = ok(&["reproduce", "--json"]).json();
    assert_eq!(keys(&tables[0]), ["id", "source", "published", "measures", "tolerance"]);
    assert_eq!(tables.as_array().unwrap().len(), 16);
}

/// Everything, quickly: all exact figures come out, and nothing that was published is left without a verdict.
#[test]
fn all_tables_have_a_verdict_for_every_row() {
    let dir = tempfile::tempdir().unwrap();
    let answer = ludwerk().args(["reproduce", "all", "--quick", "--json"]).current_dir(dir.path()).output();
    let answer: crate::Answer = answer.unwrap().into();
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    assert!(answer.stderr.starts_with("seed 0\n"), "{}", answer.stderr);
    let tables = answer.json();
    let mut n_rows = [0; 3];
    for table in tables.as_array().unwrap() {
        let rows = table["rows"].as_array().unwrap();
        let mut names: Vec<_> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows.len(), "{}: every row has a name of its own", table["id"]);
        for row in rows {
            let (kind, ok) = (row["kind"].as_str().unwrap(), &row["ok"]);
            let expected = match row["verdict"].as_str().unwrap() {
                "equal" => ("exact", json!(true), 0),
                "confirmed" => ("measured", json!(true), 1),
                "refuted" => ("measured", json!(false), 1),
                "consistent" | "open" | "fitted" | "not judged" => ("measured", json!(null), 1),
                "new" => ("new", json!(null), 2),
                other => panic!("{other}: {row}"),
            };
            assert_eq!((kind, ok), (expected.0, &expected.1), "{row}");
            assert_eq!(row["published"].is_null(), kind == "new", "{row}");
            n_rows[expected.2] += 1;
        }
    }
    // 12 and 9 counts, seven replays of 10 figures, three of Chexers.
    assert_eq!(n_rows[0], 12 + 9 + 7 * 10 + 3);
    // Three times, seven pairings by two rules, the claims on Chexers; two or more for each printed cell, rung and depth.
    assert!(n_rows[1] > 3 + 14 + 23 + 223 + 5 * 7 + 8, "{n_rows:?}");
    for name in ["report.md", "report.html", "report.json", "journal.jsonl"] {
        assert!(dir.path().join("reproduction-quick").join(name).is_file(), "{name}");
    }
    // A run agrees with itself in all that it decides.
    let same = dir.path().join("reproduction-quick");
    let same = same.to_str().unwrap();
    let compared = ok(&["reproduce", "--compare", same, same, "--json"]).json();
    let found = &compared[0]["verdicts"];
    assert_eq!([&found["same"], &found["contradicted"]], [&found["decided"], &json!([])], "{found}");
    assert!(found["decided"].as_u64().unwrap() > 50, "{found}");
    let text = fs::read_to_string(dir.path().join("reproduction-quick/report.md")).unwrap();
    assert!(text.contains("- command: ludwerk reproduce all --quick\n"), "{text}");
}

/// Starts a run, waits until some of it is done, and kills it; false if it was faster than that.
fn kill_in_the_middle(words: &[&str], dir: &Path) -> bool {
    let mut child = ludwerk()
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let n_lines = || fs::read_to_string(dir.join("journal.jsonl")).map_or(0, |text| text.lines().count());
    while n_lines() < 40 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    !dir.join("report.md").exists()
}

#[test]
fn a_killed_run_goes_on_and_ends_as_if_nothing_had_happened() {
    let dir = tempfile::tempdir().unwrap();
    let [killed, whole] = ["killed", "whole"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let words = ["reproduce", "samurai-5.1", "--quick", "--json"];
    let first = [&words[..], &["--threads", "2", "--out", &killed]].concat();
    let second = [&words[..], &["--threads", "1", "--out", &whole]].concat();
    while !kill_in_the_middle(&first, Path::new(&killed)) {
        fs::remove_dir_all(&killed).unwrap();
    }
    let resumed = ok(&first);
    assert!(resumed.stderr.contains("going on: "), "{}", resumed.stderr);
    assert_eq!(untimed(&resumed.json()), untimed(&ok(&second).json()));
    // The report says that there was a break, and a third run has nothing left to do.
    let report = fs::read_to_string(dir.path().join("killed/report.md")).unwrap();
    assert!(report.contains("in 2 sessions"), "{report}");
    let journal = fs::read(dir.path().join("killed/journal.jsonl")).unwrap();
    assert_eq!(untimed(&ok(&first).json()), untimed(&resumed.json()));
    assert_eq!(fs::read(dir.path().join("killed/journal.jsonl")).unwrap(), journal);
}

#[test]
fn only_complete_runs_can_be_compared() {
    let dir = tempfile::tempdir().unwrap();
    let empty = dir.path().to_str().unwrap();
    let refused = run(&["reproduce", "--compare", empty, empty]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("report.json"), "{}", refused.stderr);
    assert!(refused.stderr.contains("hint: name directories"), "{}", refused.stderr);
    assert_eq!(run(&["reproduce", "all", "--compare", empty, empty]).code, Some(2));
}

#[test]
fn runs_with_other_settings_are_not_mixed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let words = ["reproduce", "samurai-5.5", "--quick", "--json", "--out", out];
    let first = ok(&words).json();
    let refused = run(&[&words[..], &["--seed", "7"]].concat());
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("holds a run with seed = 0, not 7\nhint: --fresh "),
        "{}",
        refused.stderr
    );
    let full = run(&["reproduce", "samurai-5.5", "--out", out]);
    assert!(full.stderr.contains("holds a run with quick = true, not false"), "{}", full.stderr);
    let other = ok(&[&words[..], &["--seed", "7", "--fresh"]].concat()).json();
    assert_ne!(untimed(&first), untimed(&other));
    let nowhere = run(&["reproduce", "samurai-5.5", "--fresh"]);
    assert!(nowhere.stderr.contains("--fresh needs --out"), "{}", nowhere.stderr);
    // What is there and is not ours stays.
    let foreign = tempfile::tempdir().unwrap();
    fs::write(foreign.path().join("report.html"), "mine").unwrap();
    let answer = run(&["reproduce", "samurai-5.5", "--quick", "--out", foreign.path().to_str().unwrap()]);
    assert!(answer.stderr.contains("is not empty and holds no run"), "{}", answer.stderr);
}
