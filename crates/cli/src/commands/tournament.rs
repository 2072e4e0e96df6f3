//! `ludwerk tournament`: many agents, fair pairings, every game stored; the same command goes on after a break.

mod plan;
mod table;

pub use plan::{openings, sprt};

use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludwerk_arena::tournament::{self, About, Event, Plan, Store, Summary};
use ludwerk_arena::{Board, Ending, Schedule};
use ludwerk_core::{Agent, Game as _, Seat};
use ludwerk_registry::{AnyGame, Spec, or_failing};
use serde_json::{Value, json};

use crate::args::TournamentArgs;
use crate::commands::r#match::checked_threads;
use crate::failure::Failure;
use crate::output::{self, BOLD};
use crate::position::{self, echo_seed};
use crate::progress::Progress;
use crate::{CommandResult, interrupt};

pub fn run(args: &TournamentArgs, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let mut plan = plan::assemble(args)?;
    plan.check()?;
    let game = ludwerk_registry::game(&plan.game)?.configure(plan.variant.as_deref(), plan.players)?;
    // What follows from the defaults of today is written down.
    plan.variant = Some(game.variant().to_owned());
    plan.players = Some(game.n_seats());
    let specs: Vec<Spec> = plan.agents.iter().map(|agent| agent.spec().parse()).collect::<Result<_, _>>()?;
    for spec in &specs {
        game.agent(spec, 0)?;
    }
    let board = Board::of_plan(&plan, game.clone())?;
    let n_games = Schedule::new(&plan, game.n_seats())?.n_games();
    let n_threads = checked_threads(plan.threads.and_then(NonZeroUsize::new))?;
    let folder = folder(args)?;

    // 2. Play what is missing.
    let mut store = Store::begin(&folder, &plan, position::seed(&args.config))?;
    echo_seed(store.seed());
    let n_stored = store.n_games()?;
    if n_stored > 0 {
        output::note(format!("{n_stored} games are there already"));
    }
    let (begun_by, here) = (&store.about().program, About::here().program);
    if *begun_by != here {
        output::note(format!(
            "it was begun by {begun_by}, and this is {here}: agents may play differently now"
        ));
    }
    let has_clock = plan.clock.is_some();
    let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
        or_failing(if has_clock {
            game.agent_on_clock(&specs[agent], seed)
        } else {
            game.agent(&specs[agent], seed)
        })
    };
    let mut watcher = Watcher::new(n_games, as_json);
    let stored_plan = store.plan().clone();
    let seed = store.seed();
    let ending =
        tournament::run(&board, &mut store, &make_agent, n_threads, interrupt::flag(), &mut |event| {
            watcher.show(event, &stored_plan, seed);
        })?;
    drop(watcher);

    // 3. Report, whatever happened.
    let summary = Summary::of_store(&store, game.n_seats())?;
    if as_json {
        output::json(&document(&summary, &game, &folder))?;
    } else {
        table::tell(&summary, &game)?;
        let shown = folder.display();
        output::line(format!(
            "the games are in {shown}; {BOLD}ludwerk report {shown}{BOLD:#} makes a page of them"
        ))?;
    }
    if ending == Ending::Stopped {
        return Err(Failure::interrupted(
            format!("{} of {n_games} games were played, and all are stored", summary.games),
            "the same command goes on",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the games are kept.
fn folder(args: &TournamentArgs) -> Result<PathBuf, Failure> {
    let beside_plan = args.plan.as_ref().map(|plan| plan.with_extension(""));
    let folder = args.out.clone().or_else(|| beside_plan.filter(|folder| Some(folder) != args.plan.as_ref()));
    folder.ok_or_else(|| {
        Failure::new(
            "no directory for the games is given",
            "name a folder with --out, or a plan that ends in .toml",
        )
    })
}

fn document(summary: &Summary, game: &AnyGame, folder: &std::path::Path) -> Value {
    let mut document = json!(summary);
    document["variant"] = json!(game.variant());
    document["players"] = json!(game.n_seats());
    document["folder"] = json!(folder.display().to_string());
    document
}

/// Shows how the tournament goes on: a table and a bar in a terminal, lines of JSON for programs, and now and then a
/// line for a log.
struct Watcher {
    progress: Progress,
    as_json: bool,
    is_terminal: bool,
    shown: Option<Instant>,
    table: String,
}

/// How often the table is drawn.
const REDRAW: Duration = Duration::from_millis(500);

/// How often a log gets a line.
const LOG: Duration = Duration::from_secs(30);

impl Watcher {
    fn new(n_games: usize, as_json: bool) -> Self {
        Self {
            progress: Progress::of_count_below_lines(n_games as u64),
            as_json,
            is_terminal: std::io::stderr().is_terminal(),
            shown: None,
            table: String::new(),
        }
    }

    fn show(&mut self, event: &Event<'_>, plan: &Plan, seed: u64) {
        let (n_done, n_planned) = (event.counts.n_games(), event.counts.n_planned());
        if self.as_json {
            let row = event.row;
            let game = json!({
                "event": "game", "game": row.fixture.idx, "round": row.fixture.round, "bout": row.fixture.bout,
                "seating": row.fixture.seating, "returns": row.returns, "points": row.points,
                "reason": row.reason, "forfeit": row.forfeit.map(Seat::idx), "plies": row.plies,
                "games": n_done, "planned": n_planned,
            });
            // Whoever does not listen misses nothing: the games are stored.
            let _ = writeln!(std::io::stderr().lock(), "{game}");
            return;
        }
        let pause = if self.is_terminal { REDRAW } else { LOG };
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= pause);
        if is_due && self.is_terminal {
            self.table = table::lines(&event.counts.summary(plan, seed)).join("\n");
        } else if is_due && self.shown.is_some() {
            output::note(format!("{n_done} of {n_planned} games"));
        }
        if is_due {
            self.shown = Some(Instant::now());
        }
        self.progress.show(n_done as u64, || self.table.clone());
    }
}
