//! Dobutsu Shogi solved, and its table probed: `cargo bench --bench solved`, or with so many threads: `… -- 1`.
//!
//! Processor time and time on the clock of every phase, the most memory, the size of the file; then how long a probe
//! takes, for positions that are not won at once. The counts are asserted while it is timed.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::Rng;
use ludwerk_registry::{Phase, game};
use rustix::time::{ClockId, clock_gettime};

const PROBES: u32 = 20_000;

/// The processor time of all threads so far, in seconds.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The most memory so far, in megabytes, where the system tells.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    kib.map_or("unknown".to_owned(), |kib| format!("{:.0} MB", kib * 1024.0 / 1e6))
}

fn main() {
    let wanted = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let n_threads = wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let game = game("dobutsu").and_then(|entry| entry.configure(None, None)).expect("it is registered");
    let folder = tempfile::tempdir().expect("a folder for the table");
    let path = folder.path().join("dobutsu.table");

    // 1. Solve it, and note when each phase begins.
    let began = Instant::now();
    let mut phases: Vec<(String, f64, Duration)> = Vec::new();
    let summary = game
        .solve(&path, n_threads, &AtomicBool::new(false), &mut |now| {
            let name = match now.phase {
                Phase::Back(_) => "working back from the end".to_owned(),
                phase => phase.to_string(),
            };
            if phases.last().is_none_or(|(last, ..)| *last != name) {
                phases.push((name, cpu(), began.elapsed()));
            }
        })
        .expect("it can be solved");
    let (end, whole) = (cpu(), began.elapsed());
    println!("{:<28} {:>12} {:>12}", "phase", "CPU seconds", "seconds");
    let ends = phases.iter().skip(1).map(|&(_, cpu, at)| (cpu, at)).chain([(end, whole)]);
    for ((name, cpu, at), (next_cpu, next)) in phases.iter().zip(ends) {
        println!("{name:<28} {:>12.1} {:>12.1}", next_cpu - cpu, next.saturating_sub(*at).as_secs_f64());
    }
    println!("{:<28} {end:>12.1} {:>12.1}", format!("all, {n_threads} threads"), whole.as_secs_f64());
    println!("{} of memory, a file of {:.2} MB", most_memory(), summary.bytes as f64 / 1e6);
    assert_eq!((summary.positions, summary.draws), (249_442_767, 3_357_850));

    // 2. Probe it.
    let began = Instant::now();
    let table = game.tablebase(&path).expect("it was just written");
    println!("opened in {:.0} ms", began.elapsed().as_secs_f64() * 1e3);
    let mut rng = Rng::new(1);
    let mut times: Vec<Duration> = Vec::new();
    while times.len() < PROBES as usize {
        let number = rng.below(summary.positions as usize) as u64;
        let Some(state) = table.position(number) else { continue };
        let began = Instant::now();
        let verdict = table.probe(&state).expect("it is in the table");
        if verdict.plies() != Some(1) {
            times.push(began.elapsed());
        }
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / PROBES;
    let at = |share: f64| times[(share * f64::from(PROBES - 1)) as usize];
    println!(
        "a probe: mean {mean:.1?}, median {:.1?}, 99% {:.1?}, longest {:.1?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
