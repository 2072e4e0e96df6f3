//! Closed pipes and Ctrl-C: an orderly end that loses nothing.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{Answer, ludwerk};

#[test]
fn a_closed_pipe_is_an_error_and_no_panic() {
    let commands: [&[&str]; 6] = [
        &["games"],
        &["agents", "dobutsu"],
        &["moves", "dobutsu", "--json"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ];
    for words in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let answer: Answer = ludwerk().args(words).stdout(writer).output().unwrap().into();
        assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.stderr);
        assert!(answer.stderr.contains("error: the output was closed"), "{}", answer.stderr);
        assert!(answer.stderr.trim_end().lines().last().unwrap().starts_with("hint: "), "{}", answer.stderr);
    }
}

fn interrupt_after(words: &[&str], wait: Duration) -> Answer {
    let mut child = ludwerk()
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Held open: the end of input would end the program by itself.
    let stdin = child.stdin.take();
    std::thread::sleep(wait);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let answer = child.wait_with_output().unwrap().into();
    drop(stdin);
    answer
}

#[test]
fn ctrl_c_in_a_match_keeps_the_games_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let out = path.to_str().unwrap();
    let words = ["match", "dobutsu", "greedy", "random", "--games", "100000000", "--json", "--out", out];
    let answer = interrupt_after(&words, Duration::from_millis(700));
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(answer.stderr.contains("error: interrupted: "), "{}", answer.stderr);
    assert!(answer.stderr.trim_end().lines().last().unwrap().starts_with("hint: "), "{}", answer.stderr);
    let n_games = answer.json()["games"].as_u64().unwrap();
    let records = std::fs::read_to_string(&path).unwrap();
    assert!(n_games > 0);
    assert_eq!(records.lines().count() as u64, n_games);
    assert!(records.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn ctrl_c_in_a_comparison_shows_the_match_that_was_begun() {
    let words = ["scaling", "dobutsu", "mcts", "--from", "1,2", "--games", "1000000", "--json"];
    let answer = interrupt_after(&words, Duration::from_millis(900));
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(answer.stderr.contains("interrupted: 0 of 2 matches were played, and "), "{}", answer.stderr);
    let json = answer.json();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert!(rows[0]["wins"].as_u64().unwrap() + rows[0]["losses"].as_u64().unwrap() > 0, "{json}");
}

#[test]
fn ctrl_c_ends_a_count_and_a_prompt() {
    let counting = interrupt_after(&["perft", "dobutsu", "--depth", "20"], Duration::from_millis(400));
    assert_eq!(counting.code, Some(2), "{}", counting.stderr);
    assert!(counting.stderr.contains("error: interrupted"), "{}", counting.stderr);
    let playing = interrupt_after(&["play", "dobutsu", "--plain"], Duration::from_millis(400));
    assert_eq!(playing.code, Some(2), "{}", playing.stderr);
    assert!(playing.stderr.contains("error: interrupted"), "{}", playing.stderr);
}

#[test]
fn ctrl_c_ends_a_game_while_an_agent_thinks() {
    let words = ["play", "dobutsu", "--plain", "--seats", "alphabeta:time=60s,human"];
    let begun = std::time::Instant::now();
    let answer = interrupt_after(&words, Duration::from_millis(600));
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(answer.stderr.contains("error: interrupted"), "{}", answer.stderr);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn ctrl_c_in_an_analysis_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let path = path.to_str().unwrap();
    let words = ["match", "blokus", "random", "random", "--games", "1", "--seed", "1", "--out", path];
    assert!(ludwerk().args(words).output().unwrap().status.success());
    // Some thirty positions would take six seconds.
    let agent = ["--agent", "mcts:time=200ms", "--threads", "1", "--game-number", "1", "--json"];
    let answer = interrupt_after(&[&["analyse", path], &agent[..]].concat(), Duration::from_millis(1200));
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    let message = answer.stderr.split("error: interrupted: ").nth(1).expect(&answer.stderr);
    let n_done: usize = message.split_whitespace().next().unwrap().parse().unwrap();
    let json = answer.json();
    let n_values = json["moves"].as_array().unwrap().iter().filter(|mv| mv["value"].is_number()).count();
    assert_eq!(n_values, n_done, "{}", answer.stderr);
}
