//! `ludwerk train`: weights and tables that are learnt, kept, gone on with and played with.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::{Answer, ludwerk, ok, run};

/// A short run of a method, in a directory.
fn words<'a>(dir: &'a Path, method: &'a [&'a str], more: &'a [&'a str]) -> Vec<&'a str> {
    let out = ["--out", dir.to_str().unwrap(), "--seed", "7"];
    [&["train"], method, &out, more].concat()
}

const TD: [&str; 10] =
    ["td", "dobutsu", "--games", "200", "--curve", "20", "--every", "100", "--proof-games", "40"];

fn refused(method: &[&str], more: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let answer = run(&words(&dir.path().join("run"), method, more));
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{}", answer.stderr);
    answer.stderr
}

#[test]
fn temporal_differences_leave_weights_that_play() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let answer = run(&words(&out, &TD, &["--json"]));
    assert!(matches!(answer.code, Some(0 | 1)), "{}", answer.stderr);
    assert!(answer.stderr.starts_with("seed 7\n"), "{}", answer.stderr);
    let found = answer.json();
    assert_eq!(
        (&found["method"], &found["game"], &found["seed"]),
        (&"td".into(), &"dobutsu".into(), &7.into())
    );
    assert_eq!((&found["games"], &found["agent"]), (&200.into(), &"greedy:weights=start".into()));
    assert_eq!(found["best"].as_object().unwrap().len(), 7, "the lion is not learnt");
    assert_eq!(found["start"]["hen-on-board"], 12.0);
    let games: Vec<_> = found["curve"].as_array().unwrap().iter().map(|point| &point["games"]).collect();
    assert_eq!(games, [0, 100, 200]);
    assert!(found["proof"]["games"].as_u64().unwrap() <= 40);
    // The file says how it was made, and plays.
    let file = found["file"].as_str().unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("by = \"ludwerk train td dobutsu") && text.contains("[[made.evidence]]"), "{text}");
    let spec = format!("greedy:weights={file}");
    ok(&["match", "dobutsu", &spec, "random", "--games", "4"]);
    // The spec is the same agent without the file.
    ok(&["search", "dobutsu", "--agent", found["spec"].as_str().unwrap()]);
    let page = std::fs::read_to_string(found["report"].as_str().unwrap()).unwrap();
    assert!(page.contains("The learning curve") && page.contains("hen-on-board"));
    // The same command again finds all of it there.
    let again = run(&words(&out, &TD, &["--json"]));
    assert_eq!(again.json(), found);
}

#[test]
fn people_are_told_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let answer = run(&words(dir.path(), &TD, &["--zero", "--also", "random"]));
    assert!(matches!(answer.code, Some(0 | 1)), "{}", answer.stderr);
    for part in ["weight", "hen-on-board", "after games", "against greedy:weights=start", "against random"] {
        assert!(answer.stdout.contains(part), "{part}: {}", answer.stdout);
    }
    assert!(answer.stdout.contains("to use it: greedy:weights="), "{}", answer.stdout);
}

#[test]
fn kill_9_loses_nothing_and_the_weights_come_out_the_same() {
    let dir = tempfile::tempdir().unwrap();
    // A search, so that there is time to kill it.
    let more = ["--agent", "minimax:depth=2", "--json"];
    let whole = run(&words(&dir.path().join("whole"), &TD, &more)).json();
    let killed = dir.path().join("killed");
    let mut n_kills = 0;
    let answer = loop {
        let mut child = ludwerk()
            .args(words(&killed, &TD, &more))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A little longer each time, so that it ends on any machine.
        std::thread::sleep(Duration::from_millis(15 + 15 * n_kills));
        n_kills += 1;
        if n_kills < 60 && child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        }
        let answer: Answer = child.wait_with_output().unwrap().into();
        if answer.stdout.is_empty() {
            continue;
        }
        break answer;
    };
    let found = answer.json();
    for part in ["best", "spec", "curve", "proof", "games"] {
        assert_eq!(found[part], whole[part], "{part} after {n_kills} starts");
    }
}

#[test]
fn weights_are_learnt_by_q_learning_too() {
    let dir = tempfile::tempdir().unwrap();
    let method = ["q", "dobutsu", "--linear", "--games", "100", "--curve", "0", "--proof-games", "0"];
    let found = ok(&words(dir.path(), &method, &["--zero", "--json"])).json();
    assert_eq!((&found["method"], &found["gamma"]), (&"q".into(), &1.0.into()));
    assert!(found["proof"].is_null() && found["curve"].as_array().unwrap().is_empty());
    assert!(found["best"]["giraffe-on-board"].as_f64().unwrap() > 0.0, "{found}");
}

/// Lions, and a chick of the first player, who is to move.
const ENDGAME: &str = ".l......C.L. - - S";

#[test]
fn sweeps_over_an_endgame_settle_on_the_exact_values() {
    let dir = tempfile::tempdir().unwrap();
    let method = ["q", "dobutsu", "--tabular", "--position", ENDGAME, "--sweeps", "50"];
    let answer = ok(&words(dir.path(), &method, &["--json"]));
    let found = answer.json();
    assert_eq!((&found["positions"], &found["moves"]), (&7250.into(), &45_034.into()));
    assert_eq!((&found["settled"], &found["wrong"]), (&true.into(), &0.into()));
    assert!(found["error"].as_f64().unwrap() < 1e-12);
    let wrong: Vec<_> =
        found["curve"].as_array().unwrap().iter().map(|row| row["wrong"].as_u64().unwrap()).collect();
    assert!(wrong.len() > 5 && wrong[0] > 1000 && wrong.is_sorted_by(|a, b| a >= b), "{wrong:?}");
    // A win in five plies, as a search finds it, too.
    let value = &found["values"][0];
    assert!((value["value"].as_f64().unwrap() - 0.99_f64.powi(4)).abs() < 1e-6, "{value}");
    let search = ["search", "dobutsu", "--position", ENDGAME, "--agent", "alphabeta:depth=6", "--json"];
    assert_eq!(ok(&search).json()["value"], 999_995.0);
    // The table plays, and its moves are those of the list.
    let played = ["search", "dobutsu", "--position", ENDGAME, "--agent", found["spec"].as_str().unwrap()];
    assert!(ok(&played).stdout.contains(value["move"].as_str().unwrap()));
    // Elsewhere the other agent plays.
    let spec = found["spec"].as_str().unwrap();
    ok(&["match", "dobutsu", spec, "random", "--games", "2"]);
    // Another game does not take it.
    let refused = run(&["search", "dobutsu", "--variant", "lishogi", "--agent", spec]);
    assert!(refused.stderr.contains("it was learnt for dobutsu official for 2"), "{}", refused.stderr);
}

#[test]
fn a_table_is_learnt_from_games_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let method = ["q", "dobutsu", "--tabular", "--games", "300", "--every", "100", "--curve", "10"];
    let more = ["--proof-games", "10", "--json"];
    let whole = run(&words(&dir.path().join("whole"), &method, &more)).json();
    assert_eq!((&whole["kind"], &whole["games"]), (&"tabular".into(), &300.into()));
    assert_eq!(whole["curve"].as_array().unwrap().len(), 3);
    let table = |name: &str| std::fs::read(dir.path().join(name).join("q.table")).unwrap();
    // As if it had been killed: the journal ends after two points, and the values are those of the first.
    let broken = dir.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    let journal = std::fs::read_to_string(dir.path().join("whole/journal.jsonl")).unwrap();
    let lines: Vec<_> = journal.split_inclusive('\n').take(3).collect();
    std::fs::write(broken.join("journal.jsonl"), lines.concat()).unwrap();
    let found = run(&words(&broken, &method, &more)).json();
    for part in ["positions", "moves", "games", "proof"] {
        let without_names = |value: &serde_json::Value| value.to_string().replace("broken", "whole");
        assert_eq!(without_names(&found[part]), without_names(&whole[part]), "{part}");
    }
    // The tables differ only in how they say that they were made.
    assert_eq!(table("broken").len(), table("whole").len() + 1);
}

#[test]
fn refusals_say_what_to_do() {
    let td = |more: &[&str]| refused(&TD, more);
    assert!(td(&["--lambda", "1.5"]).contains("--lambda 1.5 is not from 0 to 1"));
    assert!(td(&["--epsilon", "1.5"]).contains("--epsilon 1.5 is not from 0 to 1"));
    assert!(td(&["--rate", "0"]).contains("--rate 0 is not above 0"));
    assert!(td(&["--time", "soon"]).contains("\"soon\" is no time"));
    assert!(td(&["--agent", "random"]).contains("random takes no weights"));
    assert!(td(&["--agent", "nobody"]).contains("unknown agent"));
    assert!(td(&["--against", "nobody"]).contains("unknown agent"));
    let q = |more: &[&str]| refused(&["q", "dobutsu"], more);
    assert!(q(&[]).contains("--tabular"), "one of the two has to be chosen");
    assert!(q(&["--tabular", "--memory", "much"]).contains("\"much\" is no size"));
    assert!(q(&["--tabular", "--optimism", "2"]).contains("--optimism 2 is not from -1 to 1"));
    assert!(q(&["--tabular", "--position", "nonsense"]).contains("a position looks like"));
    assert!(q(&["--linear", "--sweeps", "3"]).contains("cannot be used"));
    let too_many = q(&["--tabular", "--sweeps", "3", "--memory", "1MiB"]);
    assert!(too_many.contains("do not fit into 1 MiB") && too_many.contains("--memory 4GiB"), "{too_many}");
    let full = q(&["--tabular", "--games", "5000", "--memory", "1MiB"]);
    assert!(full.contains("too many positions for a table") && full.contains("hint: "), "{full}");
    let hidden = refused(&["q", "samurai", "--tabular", "--sweeps", "3"], &[]);
    assert!(
        hidden.contains("samurai has hidden information") && hidden.contains("leave --sweeps out"),
        "{hidden}"
    );
}

#[test]
fn a_run_is_not_mixed_with_another() {
    let dir = tempfile::tempdir().unwrap();
    let short = ["td", "dobutsu", "--games", "20", "--curve", "0", "--proof-games", "0"];
    ok(&words(dir.path(), &short, &[]));
    let other = run(&words(dir.path(), &short, &["--lambda", "0.5"]));
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("holds a run with lambda = 0.7, not 0.5"), "{}", other.stderr);
    assert!(other.stderr.contains("hint: name another directory with --out"), "{}", other.stderr);
}
