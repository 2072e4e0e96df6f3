//! What the arena promises, measured on the real program: `cargo bench --package ludwerk-cli --bench arena`.
//!
//! - Two thousand fast games keep all cores busy, most of the time in the engines, and take constant memory.
//! - A thousand games with the program killed every twenty or so come to the same table.
//! - A thousand games against an outside program that dies every twenty or so are all played, and each death is a
//!   forfeit with its reason.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Works in a folder of its own, and says why what it should show does not hold.
type Proof = fn(&Path) -> Result<(), String>;

fn main() -> ExitCode {
    // What cargo hands to every benchmark is of no use here.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let proofs: [(&str, Proof); 3] =
        [("busy", cores_are_busy), ("killed", kills_change_nothing), ("dying", dying_programs_forfeit)];
    let mut all_hold = true;
    for (name, proof) in proofs {
        if !wanted.is_empty() && !wanted.iter().any(|word| word == name) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        match proof(folder.path()) {
            Ok(()) => println!("{name}: holds"),
            Err(why) => {
                println!("{name}: DOES NOT HOLD: {why}");
                all_hold = false;
            }
        }
    }
    if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tournament(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludwerk"));
    command.args(["tournament", "--json", "--out"]).arg(folder).args(words).stdin(Stdio::null());
    command
}

/// What a run has cost.
struct Cost {
    wall: Duration,
    cpu: Duration,
    /// The most memory that was in use, in MiB.
    memory: f64,
    table: Value,
}

/// Runs a tournament, and watches what it costs.
fn measure(command: &mut Command) -> Cost {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let folder = format!("/proc/{}", child.id());
    let (mut cpu, mut memory, mut wall) = (Duration::ZERO, 0.0, Duration::ZERO);
    while child.try_wait().expect("it can be asked").is_none() {
        let stat = std::fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        let times = stat.rsplit(')').next().map(|rest| rest.split_whitespace().collect::<Vec<_>>());
        if let Some([user, system]) = times.and_then(|fields| Some([*fields.get(11)?, *fields.get(12)?])) {
            let ticks = [user, system].map(|field| field.parse::<u64>().unwrap_or(0)).iter().sum::<u64>();
            // A tick is a hundredth of a second on every Linux.
            cpu = cpu.max(Duration::from_millis(10 * ticks));
            wall = begun.elapsed();
        }
        let status = std::fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok());
        memory = peak.map_or(memory, |kib| f64::max(memory, kib / 1024.0));
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it has ended");
    let table = serde_json::from_slice(&output.stdout).expect("a table");
    Cost { wall, cpu, memory, table }
}

fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The time that all agents thought, in seconds.
fn thought(table: &Value) -> f64 {
    let agents = table["agents"].as_array().into_iter().flatten();
    agents
        .map(|agent| agent["ms_per_move"].as_f64().unwrap_or(0.0) * agent["moves"].as_f64().unwrap_or(0.0))
        .sum::<f64>()
        / 1e3
}

fn cores_are_busy(folder: &Path) -> Result<(), String> {
    let run = |games: &str| {
        let agents = ["--agent", "alphabeta:nodes=1000", "--agent", "mcts:iterations=100"];
        let words =
            [&["--game", "dobutsu", "--opening-plies", "2", "--seed", "1", "--games", games], &agents[..]];
        measure(&mut tournament(&folder.join(games), &words.concat()))
    };
    let (few, many) = (run("400"), run("2000"));
    let available = many.wall.as_secs_f64() * n_cores() as f64;
    let (busy, in_engines) = (many.cpu.as_secs_f64() / available, thought(&many.table) / available);
    println!(
        "2000 games in {:.1} s on {} cores: cores busy {:.1}%, in the engines {:.1}%; memory {:.0} MiB, with 400 games {:.0} MiB",
        many.wall.as_secs_f64(),
        n_cores(),
        100.0 * busy,
        100.0 * in_engines,
        many.memory,
        few.memory
    );
    if in_engines < 0.9 {
        return Err(format!("only {:.1}% of the time is spent in the engines", 100.0 * in_engines));
    }
    // Threads may touch a little more of their stacks and tables.
    if many.memory > 1.1 * few.memory + 8.0 {
        return Err("more games take more memory".to_owned());
    }
    Ok(())
}

/// Runs a tournament until it has told of so many games, and kills it; how many it told of.
fn kill_after(command: &mut Command, n_games: usize) -> usize {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let told = lines.filter(|line| line.starts_with("{\"event\":\"game\"")).take(n_games).count();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    told
}

/// A table without what depends on the machine.
fn plain(mut table: Value) -> Value {
    table["folder"] = Value::Null;
    for agent in table["agents"].as_array_mut().into_iter().flatten() {
        agent["ms_per_move"] = Value::Null;
        agent["cpu_ms_per_move"] = Value::Null;
    }
    table
}

/// Numbers from `from` on, below `from + range`, the same ones in every run.
fn some_numbers(from: usize, range: u64) -> impl Iterator<Item = usize> {
    let mut state = 1u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (state >> 33) as usize % range as usize
    })
}

fn kills_change_nothing(folder: &Path) -> Result<(), String> {
    let words = [
        "--game",
        "dobutsu",
        "--opening-plies",
        "2",
        "--seed",
        "2",
        "--games",
        "1000",
        "--agent",
        "greedy",
        "--agent",
        "mcts:iterations=30",
    ];
    let expected = measure(&mut tournament(&folder.join("whole"), &words)).table;
    let broken = folder.join("broken");
    let mut n_kills = 0;
    for wait in some_numbers(10, 21) {
        if kill_after(&mut tournament(&broken, &words), wait) < wait {
            break;
        }
        n_kills += 1;
    }
    let table = measure(&mut tournament(&broken, &words)).table;
    println!("1000 games, killed {n_kills} times: {} games are there", table["games"]);
    if n_kills < 20 {
        return Err("it was killed too seldom to tell".to_owned());
    }
    if plain(table) == plain(expected) { Ok(()) } else { Err("the table is another".to_owned()) }
}

/// Answers with the first legal move, and dies now and then in the middle of a game.
const MORTAL: &str = r#"
import json, os, random, signal, sys
dies = random.random() < 0.1
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ludwerk":
        print("ludwerk 1", flush=True)
    elif word == "move":
        if dies and random.random() < 0.2:
            os.kill(os.getpid(), signal.SIGKILL)
        print("play", json.loads(rest)["legal"][0], flush=True)
    elif word == "quit":
        break
"#;

fn dying_programs_forfeit(folder: &Path) -> Result<(), String> {
    let script = folder.join("mortal.py");
    std::fs::write(&script, MORTAL).map_err(|error| error.to_string())?;
    let mortal = format!("process:cmd=\"python3 {}\",protocol=ludwerk", script.display());
    let words =
        ["--game", "dobutsu", "--seed", "3", "--games", "1000", "--agent", "random", "--agent", &mortal];
    let table = measure(&mut tournament(&folder.join("dying"), &words)).table;
    let deaths: u64 =
        table["forfeits"].as_array().into_iter().flatten().filter_map(|row| row["times"].as_u64()).sum();
    println!(
        "1000 games against a program that dies now and then: {} games, {deaths} forfeits",
        table["games"]
    );
    let reasons: Vec<_> =
        table["forfeits"].as_array().into_iter().flatten().map(|row| &row["reason"]).collect();
    println!("reasons: {reasons:?}");
    if table["games"] != 1000 || deaths == 0 || reasons.len() != 1 || table["agents"][0]["forfeits"] != 0 {
        return Err("games are missing, or a forfeit is not what it should be".to_owned());
    }
    Ok(())
}
