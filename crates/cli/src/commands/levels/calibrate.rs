//! `ludwerk levels --calibrate`: what `adaptive-level` knows of the levels of a game, measured and written down.
//!
//! Every level plays those above it. The results give the Elo numbers, and every decision is looked at by a judge: how
//! sharply does a level choose by what the judge thinks of the moves? How far one decision can be trusted is chosen so that one half
//! of the games foretells best who played the other half.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use ludwerk_arena::stats::rating::Rankings;
use ludwerk_arena::{Board, Contest, FinishedGame, GameLimits, run as run_contest};
use ludwerk_core::{Agent, AgentError, Game as _, Seat};
use ludwerk_registry::levels::{
    Choice, LEVELS_FORMAT, LevelModel, LevelRow, Levels, LevelsFile, Made, table,
};
use ludwerk_registry::{AnyGame, Spec};
use serde_json::json;

use super::super::r#match::checked_threads;
use crate::CommandResult;
use crate::args::LevelsArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table};
use crate::position::echo_seed;
use crate::progress::Progress;

/// The levels that are measured: below the first some moves are random, at 0 all.
const MEASURED: [f64; 12] = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];

/// Each level meets so many of those above it.
const N_ABOVE: usize = 2;

/// A step of the scale counts as at least so many Elo points: by how much one is above another may be hidden by
/// chance, but that it is not below it is known from longer matches.
const LEAST_STEP: f64 = 20.0;

/// What one player decided in one game.
struct Seated {
    /// The number of his level in [`MEASURED`].
    level: usize,
    choices: Vec<Choice>,
    /// The number of the game, by which those that are learned from and those that are foretold are told apart.
    game: usize,
}

/// All that was seen.
#[derive(Default)]
struct Seen {
    rankings: Rankings,
    seated: Vec<Seated>,
    n_games: usize,
}

pub fn run(
    args: &LevelsArgs,
    game: &AnyGame,
    n_games: NonZeroUsize,
    seed: u64,
    file: &Path,
    as_json: bool,
) -> CommandResult {
    // 1. Validate.
    let known = Levels::of(game.info().id).judge.clone();
    let judge = match &args.judge {
        Some(text) => text.parse()?,
        None => known.ok_or_else(|| {
            Failure::new(
                format!("{} has no table yet, and so no judge", game.info().id),
                "name one that is quick: --judge alphabeta:depth=4",
            )
        })?,
    };
    game.agent(&judge, 0)?;
    echo_seed(seed);
    // 2. Play and judge.
    let seen = play(args, game, n_games, seed, &judge)?;
    if interrupt::is_requested() {
        return Err(Failure::interrupted("the levels were not all measured", "start again"));
    }
    // 3. Sum up.
    let (trust, error) = best_trust(&seen)?;
    let rows = rows(&seen, |_| true);
    let elo_errors: Vec<_> = seen.rankings.fit(MEASURED.len()).ratings.iter().map(|r| r.error).collect();
    let made = Made {
        by: command(game, n_games, seed, &judge),
        games: seen.n_games,
        error_of_one_game: (error * 100.0).round() / 100.0,
    };
    let written = LevelsFile {
        format: LEVELS_FORMAT.to_owned(),
        game: game.info().id.to_owned(),
        judge: judge.to_string(),
        trust,
        made,
        levels: rows,
    };
    let text = written.text().map_err(|error| Failure::new(error, "this is a mistake of the program"))?;
    std::fs::write(file, text)
        .map_err(|error| Failure::io(format!("cannot write {}", file.display()), &error))?;
    if as_json {
        output::json(&json!({
            "file": file,
            "games": seen.n_games,
            "seed": seed,
            "trust": trust,
            "error_of_one_game": error,
            "levels": written.levels,
        }))?;
    } else {
        let mut shown = Table::new(&["#level", "#Elo", "#temperature", "#slip", "#decisions"]);
        for (row, elo_error) in written.levels.iter().zip(elo_errors) {
            let elo = format!("{:+.0} ± {elo_error:.0}", row.elo);
            let choosing = [row.temperature, row.slip].map(|number| number.to_string());
            let cells = [row.level.to_string(), elo].into_iter().chain(choosing);
            shown.row(cells.chain([row.decisions.to_string()]));
        }
        shown.print()?;
        output::line(format!(
            "Of the moves of one game alone the level is told with a mean error of {error:.1} (trust {trust})."
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn command(game: &AnyGame, n_games: NonZeroUsize, seed: u64, judge: &Spec) -> String {
    format!(
        "ludwerk levels {} --calibrate FILE --games {n_games} --seed {seed} --judge {judge}",
        game.info().id
    )
}

fn spec(level: f64) -> Spec {
    let text = format!("level:n={level}");
    text.parse().unwrap_or_else(|error| unreachable!("{text} is a spec: {error}"))
}

fn play(
    args: &LevelsArgs,
    game: &AnyGame,
    n_games: NonZeroUsize,
    seed: u64,
    judge: &Spec,
) -> Result<Seen, Failure> {
    let pairs: Vec<_> = (0..MEASURED.len())
        .flat_map(|low| (1..=N_ABOVE).map(move |above| [low, low + above]))
        .filter(|[_, high]| *high < MEASURED.len())
        .collect();
    let mut progress = Progress::of_count((pairs.len() * n_games.get()) as u64);
    let mut seen = Seen::default();
    for (n, pair) in pairs.iter().enumerate() {
        let contest = Contest {
            board: Board {
                opening_plies: args.matches.opening_plies.unwrap_or(0),
                ..Board::new(game.clone())
            },
            n_agents: 2,
            n_games: n_games.get(),
            seed: ludwerk_core::Rng::derive(seed, n as u64),
            n_threads: checked_threads(args.matches.threads)?,
            limits: GameLimits::of_plies(args.matches.max_plies),
        };
        let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
            let spec = spec(MEASURED[pair[agent]]);
            game.agent(&spec, seed).unwrap_or_else(|error| unreachable!("a level plays: {error}"))
        };
        let mut problem = Ok(());
        run_contest(&contest, &make_agent, interrupt::flag(), &mut |finished| {
            progress.show(seen.n_games as u64 + 1, || {
                format!("level {} against {}", MEASURED[pair[1]], MEASURED[pair[0]])
            });
            problem = problem.clone().and_then(|()| seen.add(finished, pair, judge));
        })?;
        problem?;
    }
    Ok(seen)
}

impl Seen {
    fn add(
        &mut self,
        finished: &FinishedGame<AnyGame>,
        pair: &[usize; 2],
        judge: &Spec,
    ) -> Result<(), AgentError> {
        let play = &finished.played.play;
        let game = play.game();
        let (returns, seating) = (&finished.row.returns, &finished.row.fixture.seating);
        let level_at = |seat: Seat| pair[seating[seat.idx()]];
        let most = returns.iter().copied().fold(0.0, f64::max);
        let (won, lost): (Vec<_>, Vec<_>) =
            Seat::all(game.n_seats()).partition(|&seat| returns[seat.idx()] >= most - 1e-9);
        let levels = |seats: Vec<Seat>| seats.into_iter().map(level_at).collect::<Vec<_>>();
        self.rankings.add(&[levels(won), levels(lost)]);
        let levels = Levels { judge: Some(judge.clone()), ..Levels::of(game.info().id).clone() };
        let make =
            |spec: &Spec, seed| game.agent(spec, seed).map_err(|error| AgentError::Failed(error.to_string()));
        let mut decisions = Vec::new();
        levels.watch(play, &mut decisions, |_| true, make, interrupt::flag())?;
        for seat in Seat::all(game.n_seats()) {
            let own = decisions.iter().flatten().filter(|(by, _)| *by == seat);
            let choices = own.map(|(_, choice)| choice.clone()).collect();
            self.seated.push(Seated { level: level_at(seat), choices, game: self.n_games });
        }
        self.n_games += 1;
        Ok(())
    }
}

/// The rows of the table, from the decisions of these games.
fn rows(seen: &Seen, is_counted: impl Fn(&Seated) -> bool) -> Vec<LevelRow> {
    let fit = seen.rankings.fit(MEASURED.len());
    let elos = growing(&fit.ratings.iter().map(|rating| rating.elo).collect::<Vec<_>>());
    let row = |(n, &level): (usize, &f64)| {
        let own = seen.seated.iter().filter(|seated| seated.level == n && is_counted(seated));
        let choices: Vec<_> = own.flat_map(|seated| &seated.choices).collect();
        let model = LevelModel::fitted(level, elos[n], &choices);
        LevelRow {
            level,
            elo: (model.elo * 10.0).round() / 10.0,
            temperature: (model.temperature * 1e4).round() / 1e4,
            slip: model.slip,
            decisions: choices.len(),
        }
    };
    MEASURED.iter().enumerate().map(row).collect()
}

/// The numbers, raised where one is not enough above the one before; the mean stays.
fn growing(elos: &[f64]) -> Vec<f64> {
    let mut grown: Vec<f64> = Vec::with_capacity(elos.len());
    for &elo in elos {
        let least = grown.last().map_or(f64::NEG_INFINITY, |before| before + LEAST_STEP);
        grown.push(elo.max(least));
    }
    let shift = (elos.iter().sum::<f64>() - grown.iter().sum::<f64>()) / elos.len() as f64;
    grown.iter().map(|elo| elo + shift).collect()
}

/// How far one decision can be trusted, and the mean error of the level that is then told from the moves of one game: the
/// table is made from one half of the games and foretells the other.
fn best_trust(seen: &Seen) -> Result<(f64, f64), Failure> {
    let rows = rows(seen, |seated| seated.game % 2 == 0);
    let tested: Vec<_> =
        seen.seated.iter().filter(|seated| seated.game % 2 == 1 && !seated.choices.is_empty()).collect();
    let mut best = (f64::NEG_INFINITY, 0.0, 0.0);
    for tenths in 1..=10 {
        let trust = f64::from(tenths) / 10.0;
        let table = table(&rows, trust).map_err(|error| Failure::new(error, "play more games"))?;
        let (mut log_score, mut error) = (0.0, 0.0);
        for seated in &tested {
            let told: Vec<_> = seated.choices.iter().map(|choice| table.log_likelihoods(choice)).collect();
            let logs = MEASURED.map(|level| told.iter().map(|log| log(level)).sum::<f64>());
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
            log_score += logs[seated.level] - most - sum.ln();
            let mean: f64 =
                logs.iter().zip(MEASURED).map(|(log, level)| (log - most).exp() / sum * level).sum();
            error += (mean - MEASURED[seated.level]).abs();
        }
        if log_score > best.0 {
            best = (log_score, trust, error / tested.len().max(1) as f64);
        }
    }
    Ok((best.1, best.2))
}
