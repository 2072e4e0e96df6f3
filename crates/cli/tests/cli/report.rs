//! `ludwerk report`: a file for every tournament, and clear words where there is none.

use std::fs;
use std::path::Path;

use crate::{Answer, ok, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn check(answer: &Answer, error: &str, hint: &str) {
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{}", answer.stderr);
    assert!(answer.stderr.starts_with("error: ") && answer.stderr.contains(error), "{}", answer.stderr);
    assert!(answer.stderr.contains("hint: ") && answer.stderr.contains(hint), "{}", answer.stderr);
}

fn play(folder: &Path, words: &[&str]) {
    let mut all = vec!["tournament", "--seed", "1", "--out", text(folder)];
    all.extend(words);
    ok(&all);
}

#[test]
fn a_tournament_becomes_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let cup = folder.path().join("cup");
    let two = ["--agent", "random", "--agent", "greedy", "--games", "4", "--opening-plies", "2"];
    play(&cup, &[&["--game", "dobutsu"][..], &two].concat());
    let answer = ok(&["report", text(&cup), "--json"]).json();
    let file = cup.join("report.html");
    assert_eq!((answer["file"].as_str(), answer["games"].as_u64()), (file.to_str(), Some(4)));
    let html = fs::read_to_string(&file).unwrap();
    assert!(html.contains("Dobutsu Shogi") && html.contains("ludwerk tournament plan.toml"));
    assert!(html.contains("<svg class=\"board\""));
    assert!(!html.contains("href=\"http") && !html.contains("src="));
    let out = folder.path().join("elsewhere.html");
    let answer = ok(&["report", text(&cup), "--out", text(&out)]);
    assert!(answer.stdout.contains("elsewhere.html tells of 4 games"), "{}", answer.stdout);
    assert_eq!(fs::read_to_string(&out).unwrap(), html);
    assert!(!folder.path().join("elsewhere.html.new").exists());
}

#[test]
fn boards_of_all_games_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for (game, agents) in [("blokus", 2), ("chexers", 3), ("samurai", 2)] {
        let cup = folder.path().join(game);
        let agents = ["--agent", "random"].repeat(agents);
        play(&cup, &[&["--game", game, "--games", "1", "--max-plies", "60"][..], &agents].concat());
        let file = cup.join("report.html");
        ok(&["report", text(&cup)]);
        let html = fs::read_to_string(&file).unwrap();
        assert!(html.contains("<svg class=\"board\"") && !html.contains("cannot be shown"), "{game}");
    }
}

#[test]
fn where_there_is_no_tournament_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    check(&run(&["report", text(&missing)]), "does not exist", "ludwerk tournament");
    check(&run(&["report", text(folder.path())]), "no tournament in", "ludwerk tournament");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    check(&run(&["report", text(&file)]), "is no folder", "ludwerk tournament");
    let cup = folder.path().join("cup");
    play(&cup, &["--game", "dobutsu", "--agent", "random", "--agent", "random", "--games", "2"]);
    let nowhere = missing.join("report.html");
    check(&run(&["report", text(&cup), "--out", text(&nowhere)]), "cannot write", "--out FILE");
    fs::write(cup.join("tournament.sqlite"), "garbage that is long enough to be a file of its own").unwrap();
    let answer = run(&["report", text(&cup)]);
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(answer.stderr.contains("hint: "));
}
