//! Learning weights from games, told to people and programs.

use std::collections::BTreeMap;
use std::process::ExitCode;

use ludwerk_core::{Evaluate as _, Game as _};
use ludwerk_learn::space::{Space, SpaceError, WeightChoice};
use ludwerk_learn::td::lesson::Practice;
use ludwerk_learn::td::run::{Curve, News, Outcome, Plan, Point, RunError};
use ludwerk_learn::td::{Rule, Settings};
use ludwerk_registry::{Spec, Value as SpecValue, evaluation_scale};
use serde_json::{Value, json};

use super::setting::{Ground, command_line, interrupted, of_journal, of_proof, positive, proof_text, write};
use crate::CommandResult;
use crate::args::StepArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, DIM, Table, number, percent};
use crate::position::echo_seed;
use crate::progress::Progress;

/// The part of the best step that is gone in the first batch unless told otherwise.
const RATE: f64 = 0.2;

/// What a method learns weights by.
pub struct Wanted<'a> {
    pub method: &'static str,
    pub rule: Rule,
    pub rule_settings: Vec<(&'static str, Value)>,
    pub agent: &'a str,
    pub epsilon: f64,
    pub step: &'a StepArgs,
}

/// Learns, and tells what was learnt.
pub fn learn(ground: &Ground<'_>, wanted: &Wanted<'_>, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let game = &ground.game;
    let agent: Spec = wanted.agent.parse()?;
    let space = Space::new(game, &agent, &WeightChoice::All, &[]).map_err(|error| of_space(&error))?;
    let scale = wanted.step.scale.map_or(Ok(evaluation_scale(game)), |scale| positive("--scale", scale))?;
    let rate = positive("--rate", wanted.step.rate.unwrap_or(RATE))?;
    let rate_end = positive("--rate-end", wanted.step.rate_end.unwrap_or(rate / 10.0))?;
    let start = start_point(&space, wanted.step.zero);
    let against = opponents(ground, &space, wanted.step.zero);
    let mut of_method = vec![
        ("agent", json!(space.base().to_string())),
        ("zero", json!(wanted.step.zero)),
        ("epsilon", json!(wanted.epsilon)),
        ("rate", json!([rate, rate_end])),
        ("scale", json!(scale)),
    ];
    of_method.extend(wanted.rule_settings.iter().cloned());
    let settings = ground.settings(wanted.method, of_method);
    let mut journal = ground.journal(&settings)?;
    let mut plan = Plan {
        game,
        space: &space,
        start: game.default_weights(),
        scale,
        settings: Settings {
            rule: wanted.rule,
            rate: (rate, rate_end),
            batch: ground.batch,
            practice: Practice {
                opening_plies: ground.opening_plies,
                epsilon: wanted.epsilon,
                most_plies: ground.args.max_plies,
            },
            seed: ground.seed,
        },
        n_games: ground.n_games,
        time: ground.time,
        against,
        curve: Curve { every: ground.every(), games: ground.args.curve },
        proof: ground.proof(),
        n_threads: ground.n_threads,
    };
    plan.start = plan.weights(&start);

    // 2. Learn.
    echo_seed(ground.seed);
    space.notes().iter().for_each(output::note);
    let mut progress = Progress::of_fraction();
    let outcome = plan.run(&mut journal, interrupt::flag(), &mut |news| show(&mut progress, &news));
    drop(progress);
    let outcome = outcome.map_err(|error| of_run(&error, ground.args.out.is_some()))?;

    // 3. Keep and tell.
    let file = ground.file("weights.toml");
    if let Some(path) = &file {
        let made = made(ground, &settings, &outcome);
        write(path, &space.file(space.base(), &outcome.best, made).text())?;
    }
    if as_json {
        let named = |point: &[f64]| -> BTreeMap<&str, f64> {
            game.features().iter().map(|feature| feature.name).zip(plan.weights(point)).collect()
        };
        output::json(&json!({
            "method": wanted.method,
            "game": game.info().id,
            "variant": game.variant(),
            "agent": space.base().to_string(),
            "seed": ground.seed,
            "games": outcome.games,
            "seconds": outcome.seconds,
            "best": named(&outcome.best),
            "start": named(&start),
            "spec": outcome.spec.to_string(),
            "file": file,
            "proof": outcome.proofs.first(),
            "proofs": outcome.proofs,
            "curve": outcome.curve,
        }))?;
    } else {
        tell(&plan, &start, &outcome)?;
        if let Some(path) = &file {
            output::line(format!("{DIM}weights={} plays with them{DIM:#}", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the weights start.
fn start_point(space: &Space, zero: bool) -> Vec<f64> {
    if !zero {
        return space.start();
    }
    let nothing = |parameter: &ludwerk_learn::space::Parameter| {
        let (least, greatest) = parameter.bounds;
        0.0_f64.clamp(least, greatest)
    };
    space.parameters().iter().map(nothing).collect()
}

/// Whom the agent meets: as asked for, or itself as it was at the start. Who starts with nothing meets the weights of
/// the table.
fn opponents(ground: &Ground<'_>, space: &Space, _zero: bool) -> Vec<Spec> {
    if ground.against.is_empty() { vec![space.base().clone()] } else { ground.against.clone() }
}

fn show(progress: &mut Progress, news: &News<'_>) {
    match news {
        News::Batch { games, done, error } => {
            progress.show_fraction(*done, || format!("{games} games, off by {error:.3}"));
        }
        News::Point(point) => {
            output::note(format!(
                "{} games: {} ({} to {})",
                point.games,
                percent(point.score),
                percent(point.ci95.0),
                percent(point.ci95.1)
            ));
        }
        News::Proof(proof) => {
            progress.show_fraction(1.0, || {
                format!("match: {} games, {}, LLR {:.2}", proof.games, percent(proof.score), proof.llr)
            });
        }
    }
}

fn made(ground: &Ground<'_>, settings: &ludwerk_learn::journal::Settings, outcome: &Outcome) -> toml::Table {
    let _ = (ground, settings, outcome, command_line());
    toml::Table::new()
}

fn tell(plan: &Plan<'_>, start: &[f64], outcome: &Outcome) -> Result<(), Failure> {
    let mut table = Table::new(&["weight", "#start", "#learnt"]);
    for ((parameter, &before), &after) in plan.space.parameters().iter().zip(start).zip(&outcome.best) {
        table.row([parameter.name.clone(), number(before), number(after)]);
    }
    table.print()?;
    tell_curve(&outcome.curve)?;
    output::line(format!("{DIM}{} games, {:.1} s{DIM:#}", outcome.games, outcome.seconds))?;
    outcome.proofs.iter().try_for_each(|proof| output::line(proof_text(proof)))
}

fn tell_curve(curve: &[Point]) -> Result<(), Failure> {
    if curve.is_empty() {
        return Ok(());
    }
    output::line("")?;
    let mut table = Table::new(&["#games", "#off by", "#score", "#95%"]);
    for point in curve {
        table.row([
            point.games.to_string(),
            format!("{:.3}", point.error),
            percent(point.score),
            format!("{} to {}", percent(point.ci95.0), percent(point.ci95.1)),
        ]);
    }
    table.print()
}

pub fn of_space(error: &SpaceError) -> Failure {
    Failure::new(error, error.hint())
}

fn of_run(error: &RunError, is_kept: bool) -> Failure {
    match error {
        RunError::Journal(error) => of_journal(error),
        RunError::Trial(error) => Failure::new(error, error.hint()),
        RunError::Proof(error) => of_proof(error, is_kept),
        RunError::Agent(_) => Failure::new(error, "try the agent with `ludwerk match` first"),
        RunError::Stopped { .. } => interrupted(error, is_kept),
    }
}

/// The value of an option of a spec as text, for messages.
#[expect(dead_code)]
fn text(value: &SpecValue) -> String {
    value.to_string()
}
