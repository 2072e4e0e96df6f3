//! Other programs as agents: our own engine played by our own client, a student's bot, and hostile ones in a match.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{Agent, Control, Game as _, Notation as _, Playthrough, Rng, Turn, sample_chance};
use ludwerk_registry::{AnyGame, GAMES, Spec, Value};
use serde_json::json;

use crate::{ludwerk, ok, run};

/// The spec of our own engine as an outside program.
fn engine_spec(game: &AnyGame, protocol: &str, agent: &str) -> Spec {
    let program = env!("CARGO_BIN_EXE_ludwerk");
    let (id, variant, players) = (game.info().id, game.variant(), game.n_seats());
    let command = format!(
        "'{program}' engine {id} --variant {variant} --players {players} --protocol {protocol} --agent '{agent}' --seed 5"
    );
    let text = |text: &str| Value::Text(text.to_owned());
    let options = [("cmd", text(&command)), ("protocol", text(protocol)), ("start", text("1m"))];
    Spec {
        name: "process".to_owned(),
        options: options.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
    }
}

/// All games in all variants for all numbers of players.
fn all_tables() -> Vec<AnyGame> {
    let mut tables = Vec::new();
    for entry in GAMES {
        let info = entry.info();
        for variant in info.variants {
            for players in info.seats.0..=info.seats.1 {
                tables.extend(entry.configure(Some(variant.name), Some(players)));
            }
        }
    }
    tables
}

fn ask(play: &Playthrough<AnyGame>, agent: &mut dyn Agent<AnyGame>) -> String {
    let stop = AtomicBool::new(false);
    agent.prepare(play.game(), &stop).unwrap_or_else(|error| panic!("{:?}: {error:?}", play.game()));
    let decision = play.ask(agent, &mut Control::new(&stop, &mut |_| {}));
    let decision = decision.unwrap_or_else(|error| panic!("{:?}: {error:?}", play.game()));
    play.game().move_text(play.state(), decision.chosen)
}

/// Plays a game in which every move is chosen twice: by agents in other processes and by the same agents here.
fn compare(
    game: &AnyGame,
    protocol: &str,
    agent: &str,
    most_plies: usize,
    seed_here: impl Fn(u64, usize) -> u64,
) -> Playthrough<AnyGame> {
    let (outside, here) = (engine_spec(game, protocol, agent), agent.parse::<Spec>().unwrap());
    let mut rng = Rng::new(3);
    let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
    let mut pairs: Vec<_> = (0..game.n_seats())
        .map(|seat| {
            let seed = Rng::derive(11, seat as u64);
            (game.agent(&outside, seed).unwrap(), game.agent(&here, seed_here(seed, seat)).unwrap())
        })
        .collect();
    while play.moves().len() < most_plies {
        match play.turn() {
            Turn::Over => break,
            Turn::Chance => play.play(sample_chance(game, play.state(), &mut rng)).unwrap(),
            Turn::Player(seat) => {
                let (outside, here) = &mut pairs[seat.idx()];
                let (theirs, ours) = (ask(&play, outside.as_mut()), ask(&play, here.as_mut()));
                assert_eq!(theirs, ours, "{game:?} by {protocol}, ply {}", play.moves().len());
                play.play_text(&theirs).unwrap();
            }
        }
    }
    play
}

#[test]
fn our_engine_plays_by_our_protocol_as_the_same_agent_does_here() {
    for game in all_tables() {
        let agent = if game.info().is_hidden() { "ismcts:iterations=4" } else { "mcts:iterations=4" };
        // The seed is told, so that the agents are the same.
        compare(&game, "ludwerk", agent, 40, |seed, _| seed);
    }
}

#[test]
fn whole_games_are_told_with_all_their_passes_and_hands() {
    for (id, variant) in
        [("dobutsu", None), ("chexers", None), ("samurai", None), ("blokus", Some("classic-3"))]
    {
        let game = ludwerk_registry::game(id).unwrap().configure(variant, None).unwrap();
        let play = compare(&game, "ludwerk", "random", 2000, |seed, _| seed);
        assert!(play.outcome().is_some(), "{id}");
    }
}

#[test]
fn our_engine_plays_blokus_by_gtp_as_the_same_agent_does_here() {
    for variant in ["duo", "classic", "classic-2", "classic-3"] {
        let game = ludwerk_registry::game("blokus").unwrap().configure(Some(variant), None).unwrap();
        // The engine is told the lower bits of the seed, counts games from it, and deals a stream to each seat.
        let seed_here = |seed: u64, seat: usize| {
            let told = seed & u64::from(u32::MAX >> 1);
            Rng::derive(Rng::derive(told, 1), seat as u64)
        };
        let play = compare(&game, "gtp", "mcts:iterations=3", 2000, seed_here);
        assert!(play.outcome().is_some(), "{variant}");
    }
}

#[test]
fn protocols_that_cannot_tell_a_game_are_refused() {
    let refused = run(&["match", "samurai", "process:cmd=x,protocol=gtp", "random", "--games", "2"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("GTP cannot express chance or hidden information"), "{}", refused.stderr);
    let missing = run(&["match", "dobutsu", "process", "random", "--games", "2"]);
    assert!(missing.stderr.contains("cmd cannot be \"none\""), "{}", missing.stderr);
    assert!(missing.stderr.contains("hint: write cmd=\"python3 bot.py\""), "{}", missing.stderr);
}

fn bot_spec() -> String {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/chexers_bot.py");
    format!("process:cmd=\"python3 '{bot}'\",time=20s")
}

#[test]
fn the_bot_of_the_book_beats_random_and_has_forty_lines() {
    let bot = include_str!("../../../../docs/examples/chexers_bot.py");
    assert!(bot.lines().count() <= 40);
    let book = include_str!("../../../../docs/reference/protocol.md");
    assert!(book.contains(bot), "the book shows the bot as it is");
    let answer = ok(&["match", "chexers", &bot_spec(), "random", "--games", "6", "--seed", "1", "--json"]);
    let result = answer.json();
    assert_eq!(result["games"], 6);
    let score = result["agents"][0]["score"].as_f64().unwrap();
    assert!(score > 0.55, "{result}");
    assert!(!answer.stderr.contains("forfeit"), "{}", answer.stderr);
}

/// Programs that break down in different ways, each for a game or so of Dobutsu.
const HOSTILE: [(&str, &str); 6] = [
    ("process:cmd=/no/such/program", "exit code 127"),
    ("process:cmd=\"echo ludwerk 1; echo hello\"", "the program said \"hello\""),
    ("process:cmd=\"echo ludwerk 1; read -r a; read -r b; read -r c; echo play z9\"", "illegal move"),
    ("process:cmd=\"echo ludwerk 1; sleep 1000\",time=200ms", "in time"),
    ("process:cmd=\"echo ludwerk 1; setsid sleep 1000 & yes '#'\"", "flooded"),
    ("process:cmd=\"echo ludwerk 1; read -r a; read -r b; read -r c; kill -9 $$\"", "signal 9"),
];

/// Whether a process is there whose command line or environment has this.
fn is_running(mark: &str) -> bool {
    let has = |path: std::path::PathBuf| {
        let text = fs::read(path).unwrap_or_default();
        text.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    let own = std::process::id().to_string();
    fs::read_dir("/proc").unwrap().flatten().any(|process| {
        process.file_name().to_string_lossy() != own.as_str()
            && (has(process.path().join("environ")) || has(process.path().join("cmdline")))
    })
}

/// Waits until something holds: what ends processes may take a moment to end itself.
#[cfg(target_os = "linux")]
fn wait_until(what: &str, holds: &dyn Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_goes_on_whatever_its_programs_do() {
    let folder = tempfile::tempdir().unwrap();
    for (n, (spec, reason)) in HOSTILE.into_iter().enumerate() {
        let records = folder.path().join(format!("{n}.jsonl"));
        let mark = format!("LUDWERK_TEST_MARK={}.{n}.", std::process::id());
        let (name, value) = mark.split_once('=').unwrap();
        let words = ["match", "dobutsu", spec, "random", "--games", "4", "--seed", "1", "--json", "--out"];
        let output = ludwerk().args(words).arg(&records).env(name, value).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{spec}: {stderr}");
        wait_until(&format!("{spec} leaves nothing behind"), &|| !is_running(&mark));
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let losses = (&result["games"], &result["agents"][0]["losses"], &result["agents"][1]["wins"]);
        assert_eq!(losses, (&json!(4), &json!(4), &json!(4)), "{spec}: {result}");
        for line in fs::read_to_string(&records).unwrap().lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let told = record["result"]["reason"].as_str().unwrap();
            assert!(told.starts_with("forfeit by seat ") && told.contains(reason), "{spec}: {told}");
            assert!(record["result"]["output"].is_string(), "{spec}: {record}");
            // The whole spec is in the record, and reads back.
            let seats: Vec<_> =
                record["seats"].as_array().unwrap().iter().filter_map(|seat| seat.as_str()).collect();
            assert!(seats.contains(&spec), "{seats:?}");
            assert_eq!(spec.parse::<Spec>().unwrap().to_string(), spec);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_tournament_of_hostile_programs_ends_with_the_right_table() {
    let folder = tempfile::tempdir().unwrap();
    let mark = format!("LUDWERK_TEST_MARK={}.tournament.", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    let agents = HOSTILE.iter().flat_map(|&(spec, _)| ["--agent", spec]);
    let output = ludwerk()
        .args([
            "tournament",
            "--game",
            "dobutsu",
            "--games",
            "2",
            "--seed",
            "1",
            "--json",
            "--agent",
            "random",
        ])
        .args(agents)
        .arg("--out")
        .arg(folder.path())
        .env(name, value)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    wait_until("nothing is left", &|| !is_running(&mark));
    let table: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // Each of the seven meets each other twice. Random wins all its games; among the others whoever moves first
    // breaks down first, so that each wins one of two.
    assert_eq!(table["games"], 42);
    for agent in table["agents"].as_array().unwrap() {
        let (wins, losses) = (&agent["wins"], &agent["losses"]);
        let expected = if agent["spec"] == "random" { (12, 0) } else { (5, 7) };
        assert_eq!((wins, losses), (&json!(expected.0), &json!(expected.1)), "{agent}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_when_the_program_itself_is_killed() {
    let mark = format!("LUDWERK_TEST_MARK={}.killed.", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    // It ignores the end of its input, and has a daemon.
    let spec = "process:cmd=\"setsid sleep 1000 & echo ludwerk 1; while true; do sleep 1; done\",time=none";
    let mut child = ludwerk()
        .args(["match", "dobutsu", spec, "random", "--games", "2", "--seed", "1"])
        .env(name, value)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the daemon starts", &|| is_running_with(&mark, "sleep\u{0}1000"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("all its processes end", &|| !is_running(&mark));
}

/// Whether a process has a mark in its environment and this in its command line.
fn is_running_with(mark: &str, command: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|process| {
        let read = |name: &str| fs::read(process.path().join(name)).unwrap_or_default();
        let has = |text: &[u8], part: &str| text.windows(part.len()).any(|found| found == part.as_bytes());
        has(&read("cmdline"), command) && has(&read("environ"), mark)
    })
}

#[test]
fn people_play_against_programs_in_the_terminal() {
    let bot = r#"process:cmd="echo ludwerk 1; sed -unE 's/^move .*\"legal\":.\"([^\"]*)\".*/play \\1/p'""#;
    let seats = format!("human,{bot}");
    let answer = crate::run_with_input(
        &["play", "dobutsu", "--seats", &seats, "--plain", "--seed", "1"],
        "Cb3xb2\nquit\n",
    );
    assert_eq!(answer.code, Some(0), "{}{}", answer.stdout, answer.stderr);
    assert!(answer.stdout.contains("process"), "{}", answer.stdout);
}

#[test]
fn the_margin_of_a_tournament_holds_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("slow.sh");
    let slow = "echo ludwerk 1\nwhile read -r word rest; do\n  [ \"$word\" = move ] || continue\n  sleep 0.5\n  \
                echo \"$rest\" | sed -nE 's/.*\"legal\":.\"([^\"]*)\".*/play \\1/p'\ndone\n";
    fs::write(&script, slow).unwrap();
    let bot = format!("process:cmd=\"sh {}\"", script.display());
    let forfeits = |margin: &str| {
        let out = folder.path().join(margin);
        let words =
            ["tournament", "--game", "dobutsu", "--games", "2", "--max-plies", "2", "--seed", "1", "--json"];
        let rest =
            ["--clock", "100ms/move", "--margin", margin, "--agent", &bot, "--agent", "random", "--out"];
        let output = ludwerk().args(words).args(rest).arg(&out).output().unwrap();
        let table: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (table["games"].clone(), table["agents"][0]["forfeits"].clone())
    };
    assert_eq!(forfeits("60s"), (json!(2), json!(0)));
    assert_eq!(forfeits("10ms"), (json!(2), json!(2)));
}

/// Answers by GTP as a program does that knows tic-tac-toe's greater sister; `SAY` is its answer to `genmove`.
fn gtp_program(say: &str) -> String {
    let script = format!(
        "while read -r id word rest; do case $id in list_commands) echo '= genmove';; genmove) {say};; quit) exit;; *) \
         echo =;; esac; echo; done"
    );
    format!("process:cmd=\"{script}\",protocol=gtp")
}

#[test]
fn whoever_resigns_loses_and_forfeits_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let program = gtp_program("echo = resign");
    let words = [
        "match",
        "dobutsu",
        &program,
        "random",
        "--games",
        "2",
        "--seed",
        "1",
        "--out",
        file.to_str().unwrap(),
    ];
    let table = ok(&words).stdout;
    assert!(!table.contains("forfeit"), "{table}");
    let records = fs::read_to_string(&file).unwrap();
    for (line, seat) in records.lines().zip([0, 1]) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let result = &record["result"];
        assert_eq!((&result["reason"], &result["returns"][seat]), (&json!("resignation"), &json!(0.0)));
    }
    assert_eq!(crate::run_with_input(&["replay", "dobutsu"], &records).code, Some(0));
}

#[test]
fn the_last_words_of_a_program_stand_with_its_forfeits() {
    let program = gtp_program("echo first >&2; echo the table is gone >&2; exit 3");
    let words = ["match", "dobutsu", &program, "random", "--games", "2", "--seed", "1"];
    let table = ok(&words).stdout;
    assert!(table.contains("2 games forfeited by process:cmd="), "{table}");
    assert!(
        table.contains("the program ended with exit code 3\n  it said: first\n  it said: the table is gone")
    );
    let told = ok(&[&words[..], &["--json"]].concat()).json();
    let forfeit = &told["forfeits"][0];
    assert_eq!((&forfeit["agent"], &forfeit["games"]), (&json!(0), &json!(2)));
    assert!(forfeit["output"].as_str().unwrap().ends_with("[errors]\nfirst\nthe table is gone"), "{forfeit}");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let words =
        ["tournament", "--game", "dobutsu", "--agent", &program, "--agent", "random", "--seed", "1", "--out"];
    let table = ok(&[&words[..], &[out.to_str().unwrap()]].concat()).stdout;
    assert!(table.contains("exit code 3\n  it said: first\n  it said: the table is gone"), "{table}");
}

#[test]
fn a_match_at_equal_time_steers_one_budget() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = [
        "match",
        "dobutsu",
        "mcts:iterations=400",
        "mcts:iterations=4000",
        "--games",
        "8",
        "--equal-time",
        "--threads",
        "1",
    ];
    let told = ok(&[&words[..], &["--json", "--out", file.to_str().unwrap()]].concat()).json();
    let steered = &told["equal_time"];
    assert_eq!(
        (&steered["agent"], &steered["budget"], &steered["first"]),
        (&json!(0), &json!("iterations"), &json!("400"))
    );
    let last: f64 = steered["last"].as_str().unwrap().parse().unwrap();
    assert!((2000.0..8000.0).contains(&last), "{told}");
    let cpu = |agent: usize| told["agents"][agent]["cpu_ms_per_move"].as_f64().unwrap();
    assert!((0.7..1.4).contains(&(cpu(0) / cpu(1))), "{told}");
    let records = fs::read_to_string(&file).unwrap();
    assert!(!records.contains("\"mcts:iterations=400\""), "records tell what was given");
    let text = ok(&words).stdout;
    assert!(text.starts_with("equal time: mcts:iterations=400 was given iterations="), "{text}");
    let refused = run(&["match", "dobutsu", "random", "greedy", "--games", "2", "--equal-time"]);
    assert!(
        refused.stderr.contains("error: no agent has a budget that could be steered"),
        "{}",
        refused.stderr
    );
}
