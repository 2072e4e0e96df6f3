//! `ludwerk match`: which agent is better, and how sure that is.

mod equal_time;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use ludwerk_arena::stats::Summary;
use ludwerk_arena::{
    AgentSums, Board, Company, Contest, FinishedGame, GameLimits, Standings, Steering, mixed_seatings,
    run as run_contest, run_at_equal_time,
};
use ludwerk_core::{Agent, Game as _};
use ludwerk_registry::{AnyGame, Spec, or_failing};
use serde::Serialize;
use serde_json::{Value, json};

use equal_time::Steered;

use crate::CommandResult;
use crate::args::MatchArgs;
use crate::commands::tournament;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BAD, DIM, GOOD, Table, percent};
use crate::position::{Start, echo_seed};
use crate::progress::Progress;

/// More would exhaust the system before they are of any use.
const MOST_THREADS: usize = 1024;

pub fn run(args: &MatchArgs, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let start = Start::new(&args.start)?;
    let game = start.play.game().clone();
    let specs: Vec<Spec> = args.agents.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    for spec in &specs {
        game.agent(spec, 0)?;
    }
    // After moves the game starts in a position; a deal by itself is told as a deal.
    let has_position = args.start.position.is_some() || args.start.moves.is_some();
    let has_own_start = has_position || args.start.setup.is_some();
    let is_position = has_position || args.opening_plies > 0;
    let openings = args.openings.as_deref().map(tournament::openings).transpose()?.unwrap_or_default();
    let n_seatings = mixed_seatings(specs.len(), game.n_seats()).len();
    let n_games = args.games.map_or(n_seatings * openings.len(), NonZeroUsize::get);
    let contest = Contest {
        board: Board {
            start: has_own_start.then(|| start.play.state().clone()),
            opening_plies: args.opening_plies,
            openings,
            ..Board::new(game.clone())
        },
        n_agents: specs.len(),
        n_games,
        seed: start.seed,
        n_threads: checked_threads(args.threads)?,
        limits: GameLimits::of_plies(args.max_plies),
    };
    let n_games = contest.schedule()?.n_games();
    let mut steered = args.equal_time.then(|| Steered::find(&specs)).transpose()?;
    let mut writer = args.out.as_deref().map(create).transpose()?;

    // 2. Play.
    echo_seed(start.seed);
    let make_agent =
        |spec: &Spec, seed: u64| -> Box<dyn Agent<AnyGame>> { or_failing(game.agent(spec, seed)) };
    let mut progress = Progress::of_count(n_games as u64);
    let mut written = Ok(());
    let mut keep = |finished: &FinishedGame<AnyGame>, specs: &[Spec]| {
        progress.show(finished.row.fixture.idx as u64 + 1, || "playing".to_owned());
        if let Some(writer) = writer.as_mut().filter(|_| written.is_ok()) {
            let specs: Vec<_> = specs.iter().map(Spec::to_string).collect();
            let record = finished.record(&specs, is_position);
            written = record.write_line(writer).and_then(|()| writer.flush());
        }
    };
    let stop = interrupt::flag();
    let (result, n_trials) = match &mut steered {
        None => {
            let make = |agent: usize, seed: u64| make_agent(&specs[agent], seed);
            (run_contest(&contest, &make, stop, &mut |finished| keep(finished, &specs))?, 0)
        }
        Some(steered) => {
            let mut steering = Steering::new(steered.agent, steered.first);
            let with_budget = |budget: f64| {
                let mut specs = specs.clone();
                specs[steered.agent] = steered.spec(budget);
                specs
            };
            let make = |agent: usize, seed: u64, budget: f64| make_agent(&with_budget(budget)[agent], seed);
            let mut given = Vec::new();
            let played = run_at_equal_time(&contest, &mut steering, &make, stop, &mut |finished, budget| {
                given.push(budget);
                keep(finished, &with_budget(budget));
            })?;
            for budget in given {
                steered.note(budget);
            }
            played
        }
    };
    drop(progress);

    // 3. Report, whatever happened.
    if as_json {
        let mut document = describe(&result, &specs, start.seed);
        if let Some(path) = &args.openings {
            document["openings"] =
                json!({ "file": path.display().to_string(), "lines": contest.board.openings.len() });
        }
        if let Some(steered) = &steered {
            document["equal_time"] = steered.document(n_trials);
        }
        output::json(&document)?;
    } else {
        if let Some(path) = &args.openings {
            let n_lines = contest.board.openings.len();
            output::line(format!("{DIM}openings: {n_lines} of {}{DIM:#}", path.display()))?;
        }
        if let Some(steered) = &steered {
            output::line(format!("{DIM}{}{DIM:#}", steered.line(n_trials)))?;
        }
        tell(&result, &specs, game.n_seats())?;
    }
    let out = args.out.as_deref().map_or(String::new(), |path| path.display().to_string());
    written.map_err(|error| Failure::io(format!("cannot write {out}"), &error))?;
    if interrupt::is_requested() && result.n_games < n_games {
        let kept = if args.out.is_some() { format!("they are in {out}; ") } else { String::new() };
        return Err(Failure::interrupted(
            format!("{} of {n_games} games were played", result.n_games),
            format!("{kept}the same --seed plays the same games again"),
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// How many games run at the same time: as asked for, or one for each core.
pub fn checked_threads(threads: Option<NonZeroUsize>) -> Result<NonZeroUsize, Failure> {
    let all_cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let n_threads = threads.unwrap_or(all_cores);
    if n_threads.get() > MOST_THREADS {
        return Err(Failure::new(
            format!("{n_threads} threads are too many"),
            format!("this machine has {all_cores} cores; more threads are no faster"),
        ));
    }
    Ok(n_threads)
}

fn create(path: &std::path::Path) -> Result<BufWriter<File>, Failure> {
    File::create(path).map(BufWriter::new).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", path.display()), "check the path given to --out")
    })
}

/// The row of an agent in JSON.
#[derive(Serialize)]
struct Row {
    spec: String,
    #[serde(flatten)]
    summary: Summary,
    ms_per_move: f64,
    cpu_ms_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_seats: Vec<Company>,
}

fn describe(result: &Standings, specs: &[Spec], seed: u64) -> Value {
    let row = |(agent, spec): (&AgentSums, &Spec)| Row {
        spec: spec.to_string(),
        summary: agent.summary(),
        ms_per_move: agent.ms_per_move(),
        cpu_ms_per_move: agent.cpu_ms_per_move(),
        by_seats: Some(agent.by_seats()).filter(|rows| rows.len() > 1).unwrap_or_default(),
    };
    let agents: Vec<_> = result.agents.iter().zip(specs).map(row).collect();
    let mut document = json!({ "games": result.n_games, "seed": seed, "agents": agents });
    let forfeits = result.forfeits.iter().map(|((agent, reason), told)| {
        json!({ "agent": agent, "reason": reason, "games": told.times, "output": told.output })
    });
    if !result.forfeits.is_empty() {
        document["forfeits"] = json!(forfeits.collect::<Vec<_>>());
    }
    document
}

fn tell(result: &Standings, specs: &[Spec], n_seats: usize) -> Result<(), Failure> {
    let mut table = Table::new(&[&["agent"], &SUMMARY_HEADINGS[..], &["#ms a move", "#CPU ms"]].concat());
    for (agent, spec) in result.agents.iter().zip(specs) {
        let time = format!("{:.3}", agent.ms_per_move());
        let cpu = agent.cpu_ms_per_move().map_or("-".to_owned(), |ms| format!("{ms:.3}"));
        table.row([spec.to_string()].into_iter().chain(summary_cells(&agent.summary())).chain([time, cpu]));
    }
    table.print()?;
    tell_companies(result, specs, n_seats)?;
    tell_irregularities(result, &specs.iter().map(Spec::to_string).collect::<Vec<_>>())?;
    output::line(format!("{DIM}{} games{DIM:#}", result.n_games))?;
    output::line(verdict(result, specs, n_seats))
}

/// What an agent took with so many seats of its own, where that differs from game to game.
fn tell_companies(result: &Standings, specs: &[Spec], n_seats: usize) -> Result<(), Failure> {
    if result.agents.iter().all(|agent| agent.by_seats().len() < 2) {
        return Ok(());
    }
    output::line("")?;
    let mut table = Table::new(&["agent", "#its seats", "#games", "#together", "#95%", "#if equal"]);
    for (agent, spec) in result.agents.iter().zip(specs) {
        for company in agent.by_seats() {
            table.row([
                spec.to_string(),
                format!("{} of {n_seats}", company.seats),
                company.games.to_string(),
                percent(company.share),
                format!("{} to {}", percent(company.ci95.0), percent(company.ci95.1)),
                percent(company.seats as f64 / n_seats as f64),
            ]);
        }
    }
    table.print()?;
    output::line("")
}

/// What keeps the figures from being those of games as they were meant.
pub fn tell_irregularities(result: &Standings, names: &[String]) -> Result<(), Failure> {
    for ((agent, reason), told) in &result.forfeits {
        let (n_games, name) = (told.times, &names[*agent]);
        output::line(format!("{BAD}{n_games} games forfeited by {name}:{BAD:#} {reason}"))?;
        tell_last_words(told.output.as_deref())?;
    }
    let n_same = result.n_without_opening;
    if n_same > 0 {
        output::line(format!(
            "{BAD}{n_same} games began at the start position:{BAD:#} their opening could not be played"
        ))?;
    }
    Ok(())
}

/// The last lines that a program printed to its errors, or to its output if there are none.
pub fn tell_last_words(output: Option<&str>) -> Result<(), Failure> {
    /// Records and the report have more.
    const MOST_LINES: usize = 3;
    let words = output.unwrap_or_default();
    let words = words.split_once("[errors]\n").map_or(words, |(_, errors)| errors);
    let words = words.strip_prefix("[output]\n").unwrap_or(words);
    let lines: Vec<_> = words.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines[lines.len().saturating_sub(MOST_LINES)..] {
        output::line(format!("  {DIM}it said: {line}{DIM:#}"))?;
    }
    Ok(())
}

/// The headings of what [`summary_cells`] gives.
pub const SUMMARY_HEADINGS: [&str; 6] = ["#wins", "#draws", "#losses", "#score", "#95%", "#Elo"];

/// How an agent did, as cells of a table.
pub fn summary_cells(summary: &Summary) -> [String; 6] {
    [
        summary.wins.to_string(),
        summary.draws.to_string(),
        summary.losses.to_string(),
        percent(summary.score),
        format!("{} to {}", percent(summary.ci95.0), percent(summary.ci95.1)),
        elo_text(summary.elo, summary.elo_error),
    ]
}

pub fn elo_text(elo: f64, error: f64) -> String {
    match elo {
        elo if elo.is_nan() => "-".to_owned(),
        elo if elo.is_infinite() => (if elo > 0.0 { "+inf" } else { "-inf" }).to_owned(),
        // Adding zero turns a negative zero into a plain one.
        elo if error.is_infinite() => format!("{:+.0} ± ∞", elo.round() + 0.0),
        elo => format!("{:+.0} ± {error:.0}", elo.round() + 0.0),
    }
}

/// What the numbers mean: who takes more than an equal share, as far as the games show.
fn verdict(result: &Standings, specs: &[Spec], n_seats: usize) -> String {
    let fair = 1.0 / n_seats as f64;
    let better: Vec<_> = result
        .agents
        .iter()
        .zip(specs)
        .filter(|(agent, _)| agent.summary().ci95.0 > fair)
        .map(|(_, spec)| spec.to_string())
        .collect();
    if better.is_empty() {
        return "no difference shown at 95% confidence; more games may show one".to_owned();
    }
    format!("{GOOD}better than an equal share at 95% confidence:{GOOD:#} {}", better.join(", "))
}
