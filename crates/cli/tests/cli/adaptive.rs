//! `adaptive-level` from outside: measured, and remembered from game to game.

use crate::{ok, run, run_with_input};

#[test]
fn players_of_known_strength_are_measured() {
    let words = ["levels", "dobutsu", "--adaptive", "--games", "2", "--series", "2", "--seed", "3"];
    let answer = ok(&[&words[..], &["--opponents", "level:n=1,random", "--json"]].concat()).json();
    let players = answer["players"].as_array().unwrap();
    assert_eq!((players.len(), &answer["fair_share"]), (2, &serde_json::json!(0.5)));
    assert_eq!((&players[0]["player"], players[0]["level"].as_f64()), (&"level:n=1".into(), Some(1.0)));
    assert!(players[1]["level"].is_null(), "nobody knows which level that is");
    for player in players {
        let part = &player["parts"][0];
        let n_games: u64 = ["wins", "draws", "losses"].iter().map(|end| part[end].as_u64().unwrap()).sum();
        assert_eq!(n_games, 4, "{player}");
        assert!(player["estimate"].as_f64().is_some_and(|level| level < 5.0), "{player}");
    }
    let again = ok(&[&words[..], &["--opponents", "level:n=1,random", "--json", "--threads", "1"]].concat());
    assert_eq!(again.json(), answer, "threads change nothing");
    let table = ok(&[&words[..], &["--opponents", "level:n=1", "--markdown"]].concat()).stdout;
    assert!(table.starts_with("| player | games 1 to 2 | estimate at the end |\n|---|---|---|\n"), "{table}");
}

#[test]
fn what_cannot_be_measured_is_refused_at_once() {
    for (words, what) in [
        (vec!["--adaptive"], "--games"),
        (vec!["--adaptive", "--games", "2", "--opponents", "nobody"], "unknown agent"),
        (vec!["--calibrate", "x.toml", "--games", "2", "--judge", "nobody"], "unknown agent"),
        (vec!["--calibrate", "x.toml", "--games", "2", "--adaptive"], "cannot be used"),
    ] {
        let answer = run(&[&["levels", "dobutsu"], &words[..]].concat());
        assert_eq!(answer.code, Some(2), "{words:?}");
        assert!(answer.stderr.contains(what), "{}", answer.stderr);
    }
}

#[test]
fn the_strength_of_whoever_plays_is_kept_from_game_to_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new").display().to_string();
    let game = |n: u32| {
        let seed = n.to_string();
        let words = ["play", "dobutsu", "--plain", "--seats", "human,adaptive-level", "--data", &data];
        // Always the first move of the list.
        let answer = run_with_input(&[&words[..], &["--seed", &seed]].concat(), &"1\n".repeat(150));
        assert_eq!(answer.code, Some(0), "{}", answer.stderr);
        answer.stdout
    };
    let first = game(1);
    assert!(first.contains("(adaptive-level:prior=4.00/3.00,seats=0)"), "{first}");
    assert!(first.contains("You play like level ") && first.contains(", after 1 game."), "{first}");
    let kept = std::fs::read_to_string(folder.path().join("new/strength.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept["dobutsu"]["games"], 1);
    let second = game(2);
    let known = format!("(adaptive-level:prior={}", kept["dobutsu"]["results"].as_str().unwrap());
    assert!(second.contains(&known), "{known} is not in {second}");
    assert!(second.contains(", after 2 games."), "{second}");
    // A file that somebody has damaged is not written over.
    std::fs::write(folder.path().join("new/strength.json"), "{").unwrap();
    let words = ["play", "dobutsu", "--plain", "--seats", "human,adaptive-level", "--data", &data];
    let answer = run(&words);
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("strength.json cannot be read"), "{}", answer.stderr);
}
