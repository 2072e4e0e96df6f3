//! `ludwerk tune grid`: every combination of a few values is played, and what is left of it when chance is taken off.

mod figure;
mod tell;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludwerk_core::{Game as _, Rng};
use ludwerk_learn::grid::axis::{Axis, AxisError};
use ludwerk_learn::grid::parameters::{MOST_CELLS, Parameters, ParametersError};
use ludwerk_learn::grid::run::{Agents, GridError, Order, Play, Stage};
use ludwerk_learn::grid::words::percent;
use ludwerk_learn::journal::{Journal, Settings};
use ludwerk_learn::proof::{Proof, ProofError, ProofSettings, prove};
use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::json;

use crate::CommandResult;
use crate::args::GridArgs;
use crate::commands::r#match::checked_threads;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::position::{self, echo_seed};
use crate::progress::Progress;

/// Games of a cell, unless told otherwise.
const GAMES: NonZeroUsize = NonZeroUsize::new(200).unwrap();

/// The stream of seeds that the games of grids come from; the stages follow each other.
const STREAM: u64 = 0x6772_6964;

/// What was found.
pub struct Found {
    game: AnyGame,
    parameters: Parameters,
    opponent: String,
    seed: u64,
    /// The grids, the last the finest.
    stages: Vec<Stage>,
    /// What the choice is compared with: the start, or the choice of a study.
    old: Old,
    proof: Option<Proof>,
    figure: Option<figure::Findings>,
    out: PathBuf,
}

/// What the choice is compared with.
pub struct Old {
    /// What it is called.
    name: &'static str,
    spec: Spec,
    values: Vec<f64>,
}

impl Found {
    fn last(&self) -> &Stage {
        &self.stages[self.stages.len() - 1]
    }

    /// The values that were found.
    fn values(&self) -> Vec<f64> {
        self.last().values(self.last().chosen)
    }

    /// The agent that was found.
    fn spec(&self) -> Spec {
        self.parameters.spec(&self.values())
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.last().axes.iter().map(|axis| axis.name.as_str())
    }

    fn n_games(&self) -> usize {
        self.stages.iter().map(Stage::n_games).sum()
    }
}

pub fn run(args: &GridArgs, as_json: bool) -> CommandResult {
    match &args.figure {
        Some(id) => figure::run(id, args, as_json),
        None => run_own(args, as_json),
    }
}

fn run_own(args: &GridArgs, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let id = args.game.as_deref().unwrap_or_default();
    let game = position::configure(id, &args.config)?;
    let agent: Spec = args.agent.as_deref().unwrap_or_default().parse()?;
    let axes: Vec<Axis> = args.axes.iter().map(|text| text.parse()).collect::<Result<_, AxisError>>()?;
    let parameters = Parameters::new(&game, &agent, &axes)?;
    let opponent = match &args.opponent {
        Some(text) => text.parse()?,
        None => parameters.start().clone(),
    };
    game.agent(&opponent, 0)?;
    check_zoom(args, &axes)?;
    let n_threads = checked_threads(args.threads)?;
    let trial = Trial {
        game: game.clone(),
        opening_plies: args.opening_plies,
        most_plies: args.max_plies,
        n_threads,
    };
    let games_a_bout = trial.games_a_bout().map_err(|error| Failure::new(&error, error.hint()))?;
    let n_bouts = |games: NonZeroUsize| games.get().div_ceil(games_a_bout);
    let (games, zoom_games) = games(args);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("tune-grid-{id}")));
    let seed = seed(args, &out);
    let settings = settings(&json!({
        "method": "grid",
        "game": id,
        "variant": game.variant(),
        "players": game.n_seats(),
        "agent": parameters.start().to_string(),
        "opponent": opponent.to_string(),
        "axes": args.axes,
        "games": games,
        "zoom": args.zoom,
        "zoom-games": args.zoom.map(|_| zoom_games),
        "opening-plies": args.opening_plies,
        "max-plies": args.max_plies,
        "seed": seed,
    }));
    let mut journal = open(&out, &settings)?;

    // 2. Play the grid, and perhaps a finer one.
    echo_seed(seed);
    let player = |stage: usize, axes: &[Axis]| Agents {
        trial: &trial,
        cells: parameters.specs(axes),
        opponent: opponent.clone(),
        seed: Rng::derive(seed, STREAM + stage as u64),
    };
    let mut stages = Vec::new();
    let start = parameters.start_values();
    let first = player(0, &axes);
    let order = Order { stage: 0, axes, n_bouts: n_bouts(games), start: start.clone() };
    stages.push(play_stage(order, &first, &mut journal)?);
    if let Some(times) = args.zoom {
        let axes = stages[0].zoom(usize::from(times), &parameters.limits());
        let player = player(1, &axes);
        let order = Order { stage: 1, axes, n_bouts: n_bouts(zoom_games), start };
        stages.push(play_stage(order, &player, &mut journal)?);
    }

    // 3. Measure the choice in games of its own.
    let old = Old { name: "start", spec: parameters.start().clone(), values: parameters.start_values() };
    let opponent = opponent.to_string();
    let mut found = Found { game, parameters, opponent, seed, stages, old, proof: None, figure: None, out };
    let settings = ProofSettings {
        most_games: args.proof_games,
        opening_plies: args.opening_plies,
        most_plies: args.max_plies,
        seed,
        n_threads,
        ..ProofSettings::default()
    };
    found.proof = play_proof(&found, &settings, &mut journal)?;

    // 4. Report.
    tell::report(&found, as_json)?;
    Ok(ExitCode::SUCCESS)
}

/// Games of a cell, and of a cell of the second grid.
fn games(args: &GridArgs) -> (NonZeroUsize, NonZeroUsize) {
    let games = args.games.unwrap_or(GAMES);
    (games, args.zoom_games.unwrap_or(games))
}

/// A finer grid has as many steps to either side, so its size is known before.
fn check_zoom(args: &GridArgs, axes: &[Axis]) -> Result<(), Failure> {
    let Some(times) = args.zoom else { return Ok(()) };
    let length = |axis: &Axis| if axis.len() > 1 { 2 * usize::from(times) + 1 } else { 1 };
    let n_cells = axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(length(axis)));
    if n_cells.is_some_and(|n_cells| n_cells <= MOST_CELLS) {
        return Ok(());
    }
    let n_cells = n_cells.map_or("countless".to_owned(), |n_cells| n_cells.to_string());
    Err(Failure::new(
        format!("--zoom {times} makes a second grid of {n_cells} cells, more than {MOST_CELLS}"),
        "look less close, or take fewer axes",
    ))
}

/// The seed that was given, that of the run which goes on, or a fresh one.
fn seed(args: &GridArgs, out: &Path) -> u64 {
    let kept = || Journal::settings_in(out)?.get("seed")?.as_u64();
    args.config.seed.or_else(kept).unwrap_or_else(|| position::seed(&args.config))
}

fn settings(value: &serde_json::Value) -> Settings {
    let named = value.as_object().cloned().unwrap_or_default();
    named.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

fn open(out: &Path, settings: &Settings) -> Result<Journal, Failure> {
    let journal = Journal::open(out, settings).map_err(|error| Failure::new(&error, error.hint()))?;
    if journal.n_entries() > 0 {
        output::note(format!("going on with the run in {}", out.display()));
    }
    Ok(journal)
}

/// Plays a grid in sight of the user.
fn play_stage(order: Order, player: &dyn Play, journal: &mut Journal) -> Result<Stage, Failure> {
    let mut bar: Option<Progress> = None;
    let which = if order.stage == 0 { "grid" } else { "finer grid" };
    let shape = order.axes.clone();
    let mut show = |progress: &ludwerk_learn::grid::run::Progress| {
        let bar = bar.get_or_insert_with(|| Progress::of_count(progress.all as u64));
        bar.show(progress.done as u64, || match progress.best {
            Some((cell, score)) => {
                let names = shape.iter().map(|axis| axis.name.as_str());
                let values = ludwerk_learn::grid::run::values(&shape, cell);
                let place = ludwerk_learn::grid::words::place(names, &values);
                format!("{which}, best so far {} at {place}", percent(score))
            }
            None => which.to_owned(),
        });
    };
    let played = Stage::play(order, player, journal, interrupt::flag(), &mut show);
    drop(bar);
    played.map_err(|error| failure(&error, journal))
}

fn failure(error: &GridError, journal: &Journal) -> Failure {
    match error {
        GridError::Stopped { .. } => stopped(error, journal),
        GridError::Trial(error) => Failure::new(error, error.hint()),
        GridError::Journal(error) => Failure::new(error, error.hint()),
    }
}

fn stopped(what: impl std::fmt::Display, journal: &Journal) -> Failure {
    let dir = journal.dir().map_or(String::new(), |dir| dir.display().to_string());
    Failure::interrupted(what, format!("the same command goes on; what was played is in {dir}"))
}

/// The match between the choice and what was there before, unless they are the same.
fn play_proof(
    found: &Found,
    settings: &ProofSettings,
    journal: &mut Journal,
) -> Result<Option<Proof>, Failure> {
    let (new, old) = (found.spec(), &found.old.spec);
    if settings.most_games == 0 || found.values() == found.old.values || new == *old {
        return Ok(None);
    }
    let mut bar = Progress::of_count(settings.most_games as u64);
    let mut show = |proof: &Proof| {
        bar.show(proof.games, || format!("held-out match, score {}", percent(proof.score)));
    };
    let proof = prove(&found.game, &new, old, settings, journal, interrupt::flag(), &mut show);
    drop(bar);
    proof.map(Some).map_err(|error| match error {
        ProofError::Stopped { .. } => stopped(&error, journal),
        ProofError::Trial(error) => Failure::new(&error, error.hint()),
        ProofError::Journal(error) => Failure::new(&error, error.hint()),
        ProofError::Sprt(error) => Failure::new(error, "`ludwerk tune grid --help` tells what is expected"),
    })
}

impl From<AxisError> for Failure {
    fn from(error: AxisError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}

impl From<ParametersError> for Failure {
    fn from(error: ParametersError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
