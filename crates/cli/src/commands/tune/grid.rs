//! `ludwerk tune grid`: every combination of a few values is played, and what is left of it when chance is taken off.

mod figure;
mod tell;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludwerk_core::{Game as _, Rng};
use ludwerk_learn::grid::axis::{Axis, AxisError};
use ludwerk_learn::grid::parameters::{MOST_CELLS, Parameters, ParametersError};
use ludwerk_learn::grid::run::{self, Agents, GridError, Order, Play, Stage};
use ludwerk_learn::grid::words::place;
use ludwerk_learn::journal::{Journal, Settings};
use ludwerk_learn::proof::{Proof, ProofSettings, ProofVerdict};
use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use super::outcome::PROGRAM;
use super::points::{by_the_clock, stored_seed};
use super::proving;
use super::watch::Watch;
use crate::args::GridArgs;
use crate::commands::r#match::checked_threads;
use crate::failure::Failure;
use crate::output::percent;
use crate::position::{self, echo_seed};
use crate::{CommandResult, interrupt, output};

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

    /// Whether the choice is what was there before.
    fn is_old(&self) -> bool {
        self.spec() == self.old.spec || self.old.name != "other" && self.values() == self.old.values
    }

    /// Plays the match between the choice and what was there before, unless they are the same.
    fn prove(&mut self, settings: &ProofSettings, journal: &mut Journal) -> Result<(), Failure> {
        if settings.most_games > 0 && !self.is_old() {
            let new = self.spec();
            self.proof = Some(proving::prove(&self.game, &new, &self.old.spec, settings, journal)?);
        }
        Ok(())
    }

    fn exit_code(&self) -> ExitCode {
        let is_rejected = self.proof.as_ref().is_some_and(|proof| proof.verdict == ProofVerdict::Rejected);
        if is_rejected { ExitCode::from(1) } else { ExitCode::SUCCESS }
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
    for (flag, is_set) in [("--reading", args.reading.is_some()), ("--seats", args.seats.is_some())] {
        if is_set {
            return Err(Failure::new(format!("{flag} is for published grids"), "name one with --figure"));
        }
    }
    let id = args.game.as_deref().unwrap_or_default();
    let game = position::configure(id, &args.config)?;
    let agent: Spec = args.agent.as_deref().unwrap_or_default().parse()?;
    let axes: Vec<Axis> = args.axes.iter().map(|text| text.parse()).collect::<Result<_, AxisError>>()?;
    let parameters = Parameters::new(&game, &agent, &axes)?;
    let opponent = match &args.opponent {
        Some(text) => text.parse()?,
        None => parameters.start().clone(),
    };
    let against = match &args.proof.against {
        Some(text) => text.parse()?,
        None => parameters.start().clone(),
    };
    check_zoom(args, &axes)?;
    let n_threads = checked_threads(args.threads)?;
    let trial = Trial {
        game: game.clone(),
        opening_plies: args.opening_plies,
        most_plies: args.max_plies,
        n_threads,
    };
    trial.check(&opponent)?;
    trial.check(&against)?;
    let games_a_bout = trial.games_a_bout()?;
    let n_bouts = |games: NonZeroUsize| games.get().div_ceil(games_a_bout);
    let (games, zoom_games) = games(args);
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("tuning").join(format!("{id}-grid")));
    let seed = args.config.seed.or_else(|| stored_seed(&out)).unwrap_or_else(|| position::seed(&args.config));
    let proof = proving::settings(&args.proof, &trial, seed)?;
    let settings = settings(json!({
        "program": PROGRAM,
        "method": "grid",
        "game": id,
        "variant": game.variant(),
        "players": game.n_seats(),
        "agent": parameters.start().to_string(),
        "opponent": opponent.to_string(),
        "against": against.to_string(),
        "axes": args.axes,
        "games": games,
        "zoom": args.zoom,
        "zoom-games": args.zoom.map(|_| zoom_games),
        "opening-plies": args.opening_plies,
        "max-plies": args.max_plies,
        "seed": seed,
        "sprt": [proof.elo0, proof.elo1, proof.alpha, proof.beta],
    }));
    let mut journal = open(&out, &settings)?;

    // 2. Play the grid, and perhaps a finer one.
    echo_seed(seed);
    parameters.space().notes().iter().for_each(output::note);
    if let Some(agent) = by_the_clock(&game, parameters.start()) {
        output::note(format!(
            "{agent} has a time budget, so no two runs are the same; nodes=N would be better"
        ));
    }
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
    stages.push(play_stage(order, games_a_bout, &first, &mut journal)?);
    if let Some(times) = args.zoom {
        let axes = stages[0].zoom(usize::from(times), &parameters.limits());
        let player = player(1, &axes);
        let order = Order { stage: 1, axes, n_bouts: n_bouts(zoom_games), start };
        stages.push(play_stage(order, games_a_bout, &player, &mut journal)?);
    }

    // 3. Measure the choice in games of its own.
    let old = Old {
        name: if args.proof.against.is_some() { "other" } else { "start" },
        spec: against,
        values: parameters.start_values(),
    };
    let opponent = opponent.to_string();
    let mut found = Found { game, parameters, opponent, seed, stages, old, proof: None, figure: None, out };
    found.prove(&proof, &mut journal)?;

    // 4. Report.
    tell::report(&found, as_json)?;
    Ok(found.exit_code())
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
        "use a smaller --zoom or fewer axes",
    ))
}

fn settings(value: Value) -> Settings {
    match value {
        Value::Object(settings) => settings,
        _ => Settings::new(),
    }
}

fn open(out: &Path, settings: &Settings) -> Result<Journal, Failure> {
    let journal = Journal::open(out, settings)?;
    if journal.n_entries() > 0 {
        output::note(format!("going on: {} measurements are there", journal.n_entries()));
    }
    Ok(journal)
}

/// Plays a grid in sight of the user, so many games a bout.
fn play_stage(
    order: Order,
    games_a_bout: usize,
    player: &dyn Play,
    journal: &mut Journal,
) -> Result<Stage, Failure> {
    let which = if order.stage == 0 { "grid" } else { "finer grid" };
    let axes = order.axes.clone();
    let n_cells = run::n_cells(&axes).unwrap_or(0);
    let mut watch = Watch::new(which, n_cells * order.n_bouts * games_a_bout);
    let mut show = |progress: &run::Progress| {
        watch.show(progress.done * games_a_bout, || match progress.best {
            Some((cell, score)) => {
                let names = axes.iter().map(|axis| axis.name.as_str());
                format!(
                    "{which} · best so far {} at {}",
                    percent(score),
                    place(names, &run::values(&axes, cell))
                )
            }
            None => which.to_owned(),
        });
    };
    let played = Stage::play(order, player, journal, interrupt::flag(), &mut show);
    drop(watch);
    let dir = journal.dir().map_or(String::new(), |dir| dir.display().to_string());
    played.map_err(|error| match error {
        GridError::Stopped { done, all } => Failure::interrupted(
            format!("{done} of {all} cells were played, and all games are kept in {dir}"),
            "the same command goes on",
        ),
        GridError::Trial(error) => error.into(),
        GridError::Journal(error) => error.into(),
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
