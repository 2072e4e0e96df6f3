//! The contract of each command: names of fields, counts, repeatability.

use serde_json::json;

use crate::{ok, run_with_input};

fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn games_lists_the_facts() {
    let games = ok(&["games", "--json"]).json();
    assert_eq!(
        games[0],
        json!({"id": "dobutsu", "title": "Dobutsu Shogi", "variants": ["official", "lishogi", "thesis"],
               "seats": [2, 2], "hidden": false, "chance": false})
    );
    assert!(ok(&["games"]).stdout.contains("Dobutsu Shogi"));
}

#[test]
fn agents_lists_options_and_games() {
    let agents = ok(&["agents", "--json"]).json();
    for agent in agents.as_array().unwrap() {
        assert_eq!(keys(agent), ["name", "summary", "options", "games", "peeks"]);
        assert!(!agent["games"].as_array().unwrap().is_empty());
    }
    let greedy = agents.as_array().unwrap().iter().find(|agent| agent["name"] == "greedy").unwrap();
    assert_eq!(keys(&greedy["options"][0]), ["name", "default", "help"]);
    let text = ok(&["agents", "dobutsu"]).stdout;
    assert!(text.contains("hen-on-board") && text.contains("weights=thesis"), "{text}");
}

#[test]
fn names_of_a_game_say_whether_they_peek() {
    let agents = ok(&["agents", "samurai", "--json"]).json();
    let peeks = |name: &str| {
        let agent = agents.as_array().unwrap().iter().find(|agent| agent["name"] == name).unwrap();
        agent["peeks"].as_bool().unwrap()
    };
    assert!(peeks("samurai-a4") && peeks("samurai-a4-strong") && peeks("samurai-a4-closest"));
    assert!(!peeks("samurai-a3-strong") && !peeks("expectiminimax") && !peeks("champion"));
    let text = ok(&["agents", "samurai"]).stdout;
    let line = text.lines().find(|line| line.trim_start().starts_with("samurai-a4-strong")).unwrap();
    assert!(line.ends_with("[peeks]"), "{line}");
}

#[test]
fn agents_of_a_game_have_its_defaults() {
    let default = |words: &[&str]| {
        let agents = ok(words).json();
        let agents = agents.as_array().unwrap();
        let alphabeta = agents.iter().find(|agent| agent["name"] == "alphabeta").unwrap();
        let options = alphabeta["options"].as_array().unwrap();
        options.iter().find(|option| option["name"] == "quiescence").unwrap()["default"].clone()
    };
    assert_eq!(default(&["agents", "--json"]), "off");
    assert_eq!(default(&["agents", "dobutsu", "--json"]), "on");
    let text = ok(&["agents", "dobutsu"]).stdout;
    assert!(text.contains("level:n=3") && text.contains("champion"), "{text}");
}

#[test]
fn levels_are_listed_and_measured() {
    let levels = ok(&["levels", "dobutsu", "--json"]).json();
    assert_eq!(levels.as_array().unwrap().len(), 10);
    assert_eq!(keys(&levels[0]), ["level", "spec"]);
    let words = ["levels", "dobutsu", "--games", "4", "--only", "2", "--seed", "1", "--json"];
    let answer = ok(&words).json();
    assert_eq!(keys(&answer), ["games", "seed", "steps"]);
    assert_eq!(answer["steps"][0]["what"], "level 2 against 1");
    assert_eq!(answer, ok(&words).json());
}

#[test]
fn ablate_changes_one_switch_at_a_time() {
    let agent = "alphabeta:nodes=100,tt=64KiB";
    let words = ["ablate", "dobutsu", agent, "--games", "2", "--switches", "quiescence,tt", "--seed", "1"];
    let answer = ok(&[&words[..], &["--json"]].concat()).json();
    let changes: Vec<_> =
        answer["rows"].as_array().unwrap().iter().map(|row| row["change"].as_str().unwrap()).collect();
    assert_eq!(changes, ["tt=off", "quiescence=off"]);
    assert_eq!(answer["rows"][1]["spec"], "alphabeta:nodes=100,tt=64KiB,quiescence=off");
    let table = ok(&[&words[..], &["--markdown"]].concat()).stdout;
    assert!(table.contains("| `quiescence=off` |"), "{table}");
}

#[test]
fn scaling_plays_more_work_against_less() {
    let words = ["scaling", "dobutsu", "mcts", "--from", "1,20", "--games", "10", "--seed", "1"];
    let answer = ok(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(keys(&answer), ["agent", "budget", "factor", "games", "seed", "rows"]);
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!((rows[1]["from"].as_u64(), rows[1]["to"].as_u64()), (Some(20), Some(80)));
    let table = ok(&[&words[..], &["--factor", "2", "--markdown"]].concat()).stdout;
    assert!(table.contains("| `40 against 20` |"), "{table}");
}

#[test]
fn ablate_counts_nodes() {
    let words = [
        "ablate",
        "dobutsu",
        "alphabeta:depth=4",
        "--nodes",
        "3",
        "--switches",
        "ordering,tt",
        "--seed",
        "1",
    ];
    let answer = ok(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(keys(&answer), ["agent", "openings", "seed", "nodes", "rows"]);
    assert_eq!(answer["rows"][0]["change"], "ordering=off");
    let ratio = answer["rows"][0]["nodes"].as_f64().unwrap() / answer["nodes"].as_f64().unwrap();
    assert!((answer["rows"][0]["ratio"].as_f64().unwrap() - ratio).abs() < 1e-9);
    assert!(ok(&words).stdout.contains("as it is"));
}

#[test]
fn a_search_tells_its_progress() {
    let words = ["search", "dobutsu", "--agent", "alphabeta:depth=3", "--seed", "1", "--progress"];
    let text = ok(&words).stderr;
    assert!(text.contains("depth 3, ") && text.contains(" nodes, value "), "{text}");
    let lines = ok(&[&words[..], &["--json"]].concat()).stderr;
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(last["depth"], 3);
    assert!(last["nodes_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn perft_counts_every_depth() {
    let answer = ok(&["perft", "dobutsu", "--depth", "6", "--json"]).json();
    assert_eq!(keys(&answer), ["game", "variant", "depth", "nodes", "leaves", "seconds"]);
    assert_eq!(answer["leaves"], json!([4, 17, 123, 976, 8122, 71677]));
    assert_eq!((&answer["nodes"], &answer["depth"]), (&json!(71677), &json!(6)));
    let zero = ok(&["perft", "dobutsu", "--depth", "0", "--json"]).json();
    assert_eq!((&zero["nodes"], &zero["leaves"]), (&json!(1), &json!([])));
    assert!(ok(&["perft", "dobutsu", "--depth", "6"]).stdout.contains("71,677"));
}

#[test]
fn perft_starts_after_the_moves_and_ignores_repetition() {
    // One ply before the third occurrence of the start.
    let shuttle = "Gc4-c3 Ga1-a2 Gc3-c4 Ga2-a1 Gc4-c3 Ga1-a2 Gc3-c4";
    let position = ok(&["moves", "dobutsu", "--moves", shuttle, "--json"]).json()["position"].clone();
    let leaves = |flag: &str, value: &str| {
        ok(&["perft", "dobutsu", "--depth", "4", flag, value, "--json"]).json()["leaves"].clone()
    };
    assert_eq!(leaves("--moves", shuttle), leaves("--position", position.as_str().unwrap()));
}

#[test]
fn moves_lists_what_is_legal() {
    let answer = ok(&["moves", "dobutsu", "--json"]).json();
    assert_eq!(keys(&answer), ["to_move", "legal", "over", "returns", "position"]);
    assert_eq!(answer["legal"], json!(["Cb3xb2", "Gc4-c3", "Lb4-a3", "Lb4-c3"]));
    assert_eq!(
        (&answer["to_move"], &answer["over"], &answer["returns"]),
        (&json!(0), &json!(false), &json!(null))
    );
    let over = ok(&["moves", "dobutsu", "--position", "g.e.c..C.ELG - - G", "--json"]).json();
    assert_eq!((&over["to_move"], &over["over"]), (&json!(null), &json!(true)));
    assert_eq!((&over["returns"], &over["legal"]), (&json!([1.0, 0.0]), &json!([])));
}

#[test]
fn moves_and_search_apply_repetition() {
    let shuttle = "Gc4-c3 Ga1-a2 Gc3-c4 Ga2-a1 Gc4-c3 Ga1-a2 Gc3-c4 Ga2-a1";
    let answer = ok(&["moves", "dobutsu", "--moves", shuttle, "--json"]).json();
    assert_eq!((&answer["over"], &answer["returns"]), (&json!(true), &json!([0.5, 0.5])));
    let search = crate::run(&["search", "dobutsu", "--agent", "greedy", "--moves", shuttle]);
    assert_eq!(search.code, Some(2));
    assert!(search.stderr.contains("the game is over"), "{}", search.stderr);
}

#[test]
fn replay_answers_every_line() {
    let games = concat!(
        "{\"moves\":[\"Cb3xb2\",\"Lb1xb2\"],\"variant\":\"ignored\"}\n",
        "\n",
        "{\"moves\":[\"Cb3xb2\",\"Lb1-b2\",\"Lb4-b2\"]}\n",
        "{\"moves\":[\"Cb2xb1+\"],\"position\":\".l..C.....L. - - S\"}\n",
        "not json\n",
        "{\"moves\":[],\"setup\":{}}\n",
        "{\"moves\":[\"Lb4-a3\"],\"position\":\"nonsense\"}\n",
    );
    let answer = run_with_input(&["replay", "dobutsu", "--json"], games);
    assert_eq!(answer.code, Some(1), "some games are refused");
    let lines: Vec<serde_json::Value> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(
        lines[0],
        json!({"legal": [4, 5], "to_move": [0, 1], "over": false, "returns": null, "points": null})
    );
    assert_eq!(lines[1]["ply"], json!(2));
    assert_eq!(lines[2]["returns"], json!([1.0, 0.0]));
    for line in &lines[3..] {
        assert_eq!(keys(line), ["error", "ply"]);
        assert_eq!(line["ply"], json!(0));
    }
    // Bytes that are no text spoil their own line alone.
    let mut child = crate::ludwerk()
        .args(["replay", "dobutsu", "--json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"{\xff}\n{\"moves\":[\"Cb3xb2\"]}\n")
        .unwrap();
    let spoilt: crate::Answer = child.wait_with_output().unwrap().into();
    assert_eq!((spoilt.code, spoilt.stdout.lines().count()), (Some(1), 2));
    let good = run_with_input(&["replay", "dobutsu"], "{\"moves\":[\"Cb3xb2\"]}\n");
    assert_eq!((good.code, good.stdout.lines().next()), (Some(0), Some("game 1: 1 ply, unfinished")));
}

#[test]
fn search_reports_what_the_agent_found() {
    let answer =
        ok(&["search", "dobutsu", "--agent", "greedy:weights=start", "--lines", "3", "--json"]).json();
    assert_eq!(keys(&answer), ["move", "value", "values", "depth", "nodes", "pv", "lines", "seconds"]);
    assert_eq!((&answer["move"], &answer["value"]), (&json!("Cb3xb2"), &json!(3.0)));
    assert_eq!((&answer["values"], &answer["nodes"]), (&json!([3.0, -3.0]), &json!(5)));
    assert_eq!(answer["lines"].as_array().unwrap().len(), 3);
    assert_eq!(keys(&answer["lines"][0]), ["move", "value", "pv"]);
    let random = ok(&["search", "dobutsu", "--agent", "random", "--json"]).json();
    assert_eq!((&random["value"], &random["values"]), (&json!(null), &json!([null, null])));
}

#[test]
fn a_seed_repeats_everything_and_is_echoed() {
    let search =
        |seed: &str| ok(&["search", "dobutsu", "--agent", "random", "--seed", seed, "--json"]).json();
    assert_eq!(search("5")["move"], search("5")["move"]);
    assert!((0..20).any(|seed| search(&seed.to_string())["move"] != search("5")["move"]));
    assert!(ok(&["moves", "dobutsu", "--seed", "77"]).stderr.contains("seed 77"));
}

#[test]
fn a_match_is_fair_repeatable_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let play = |threads: &str, file: &str| {
        let path = folder.path().join(file);
        let path = path.to_str().unwrap();
        let words = ["match", "dobutsu", "greedy", "random", "--games", "31", "--seed", "9", "--threads"];
        let answer = ok(&[&words[..], &[threads, "--out", path, "--json"]].concat()).json();
        (answer, std::fs::read_to_string(path).unwrap())
    };
    let (answer, records) = play("1", "one.jsonl");
    assert_eq!(keys(&answer), ["games", "seed", "agents"]);
    assert_eq!((&answer["games"], &answer["seed"]), (&json!(32), &json!(9)), "rounded up to whole rotations");
    let greedy = &answer["agents"][0];
    assert_eq!(
        keys(greedy),
        [
            "spec",
            "wins",
            "draws",
            "losses",
            "score",
            "ci95",
            "elo",
            "elo_error",
            "ms_per_move",
            "cpu_ms_per_move"
        ]
    );
    assert!(greedy["score"].as_f64() > Some(0.8));
    // Two threads give the same games; only the times differ.
    let (_, other) = play("2", "two.jsonl");
    let moves = |text: &str| -> Vec<Vec<String>> {
        let game = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["format"], "ludwerk-record/1");
            assert!(record["result"]["reason"].is_string());
            let moves = record["moves"].as_array().unwrap().iter();
            moves.map(|mv| mv["move"].as_str().unwrap().to_owned()).collect()
        };
        text.lines().map(game).collect()
    };
    assert_eq!(moves(&records).len(), 32);
    assert_eq!(moves(&records), moves(&other));
    // The records replay, and only under their own rules.
    let replayed = run_with_input(&["replay", "dobutsu", "--json"], &records);
    assert_eq!((replayed.code, replayed.stdout.lines().count()), (Some(0), 32));
    assert!(!replayed.stdout.contains("\"over\":false"));
    let other_rules = run_with_input(&["replay", "dobutsu", "--variant", "thesis"], &records);
    assert_eq!(other_rules.code, Some(1));
    assert!(other_rules.stdout.contains("of dobutsu official for 2, not of dobutsu thesis for 2"));
    // Each of them can be opened by `play`.
    let all = folder.path().join("one.jsonl");
    let open = |number: &str| {
        run_with_input(
            &["play", "dobutsu", "--plain", "--load", all.to_str().unwrap(), "--game-number", number],
            "",
        )
    };
    assert_eq!((open("7").code, open("33").code), (Some(0), Some(2)));
    assert!(open("33").stderr.contains("hint: choose one with --game-number, from 1 to 32"));
    let one = folder.path().join("game.json");
    std::fs::write(&one, records.lines().next().unwrap()).unwrap();
    let shown = run_with_input(&["play", "dobutsu", "--plain", "--load", one.to_str().unwrap()], "");
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(shown.stdout.contains("wins by") || shown.stdout.contains("draw"), "{}", shown.stdout);
}

#[test]
fn a_match_plays_each_opening_of_a_file_in_every_seating() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, out) = (path("lines.txt"), path("games.jsonl"));
    std::fs::write(&file, "# two openings\nCb3xb2 Ec1xb2\n\nGc4-c3 # one\n").unwrap();
    let words = ["match", "dobutsu", "greedy", "random", "--seed", "1", "--openings", &file];
    let answer = ok(&[&words[..], &["--json", "--out", &out]].concat()).json();
    assert_eq!(answer["games"], 4);
    assert_eq!(answer["openings"], json!({ "file": file, "lines": 2 }));
    let begun: Vec<_> = std::fs::read_to_string(&out)
        .unwrap()
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let first = &record["moves"][0];
            assert!(first["ms"].is_null(), "nobody thought about it");
            (first["move"].as_str().unwrap().to_owned(), record["seats"][0].as_str().unwrap().to_owned())
        })
        .collect();
    let begun: Vec<_> = begun.iter().map(|(mv, seat)| (mv.as_str(), seat.as_str())).collect();
    assert_eq!(
        begun,
        [("Cb3xb2", "greedy"), ("Cb3xb2", "random"), ("Gc4-c3", "greedy"), ("Gc4-c3", "random")]
    );
    assert!(ok(&words).stdout.starts_with(&format!("openings: 2 of {file}\n")));
    assert_eq!(ok(&[&words[..], &["--games", "5", "--json"]].concat()).json()["games"], 6);
    std::fs::write(&file, "Gc4-c3\nGc4-c1\n").unwrap();
    let refused = crate::run(&words);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("error: opening 2: Gc4-c1"), "{}", refused.stderr);
    assert!(refused.stderr.contains("hint: an opening is a line of moves"), "{}", refused.stderr);
}

#[test]
fn completions_and_man_pages_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(ok(&["completions", shell]).stdout.contains("perft"), "{shell}");
    }
    assert!(ok(&["man"]).stdout.contains("ludwerk"));
    let folder = tempfile::tempdir().unwrap();
    ok(&["man", "--out", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("ludwerk-perft.1").exists());
}

#[test]
fn colour_is_for_terminals_and_respects_no_color() {
    assert!(!ok(&["games"]).stdout.contains('\u{1b}'), "a pipe gets no colour");
    // A terminal is what `script` gives: with NO_COLOR it gets no colour either.
    let coloured = |variable: &str| {
        let command = format!("{variable} {} games", env!("CARGO_BIN_EXE_ludwerk"));
        let output =
            std::process::Command::new("script").args(["-qec", &command, "/dev/null"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(coloured("TERM=xterm"));
    assert!(!coloured("TERM=xterm NO_COLOR=1"));
}
