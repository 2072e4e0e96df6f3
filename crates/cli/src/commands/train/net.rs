//! `ludwerk train net`: a network in the place of an evaluation.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_learn::journal::{Journal, Settings};
use ludwerk_learn::net::fit::Fit;
use ludwerk_learn::net::selfplay::SelfPlay;
use ludwerk_learn::net::{Measured, Plan, Progress as Learnt, TrainError, Training, with_net};
use ludwerk_learn::proof::{ProofSettings, ProofVerdict};
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use super::network::{FILE, Outcome};
use crate::CommandResult;
use crate::args::NetArgs;
use crate::commands::r#match::checked_threads;
use crate::commands::tune::points::stored_seed;
use crate::commands::tune::proving;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, percent, thousands};
use crate::position::{configure, echo_seed, seed};
use crate::progress::Progress;

pub fn run(args: &NetArgs, as_json: bool) -> CommandResult {
    // 1. Everything is checked before anything is played.
    let game = configure(&args.game.game, &args.game.config)?;
    check_numbers(args)?;
    let dir = args.out.clone();
    let dir = dir.unwrap_or_else(|| PathBuf::from("training").join(format!("{}-net", game.info().id)));
    let seed = args.game.config.seed.or_else(|| stored_seed(&dir));
    let seed = seed.unwrap_or_else(|| self::seed(&args.game.config));
    let plan = plan(args, seed);
    let player: Spec = args.match_agent.as_ref().unwrap_or(&plan.agent).parse()?;
    let opponent = args.proof.against.as_ref().map_or_else(|| Ok(player.clone()), |text| text.parse())?;
    game.agent(&opponent, 0)?;
    let n_threads = checked_threads(args.threads)?;
    let training = Training {
        game: &game,
        plan: &plan,
        folder: &dir,
        made: format!("ludwerk {} train net {}, seed {seed}", env!("CARGO_PKG_VERSION"), plan.agent),
        n_threads,
        stop: interrupt::flag(),
    };
    training.check().and_then(|()| training.check_player(&player)).map_err(|error| failure(&error))?;
    let mut proof_settings = proving::settings(&args.proof, &training.trial(), seed)?;
    let settings = settings(&game, &plan, &player, &opponent, args.measure, &proof_settings);
    let mut journal = Journal::open(&dir, &settings)?;
    echo_seed(seed);

    // 2. Learn.
    let course = learn(&training, args, &mut journal)?;
    let best = course.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let best =
        best.ok_or_else(|| Failure::new("no generations, so nothing is learnt", "write --generations 1"))?;
    let (file, found) = (dir.join(FILE), training.net_file(best.generation));
    if !found.exists() {
        return Err(Failure::new(
            format!("{} is gone, and the run says that it was made", found.display()),
            "put it back, or begin anew in another directory with --out",
        ));
    }
    fs::copy(found, &file).map_err(|error| {
        Failure::new(format!("{}: {error}", file.display()), "make room for it, and run the command again")
    })?;
    // Another generation plays another match.
    proof_settings.name = format!("{}-of-generation-{}", proof_settings.name, best.generation);

    // 3. Show that it is better, in games that had no part in choosing it.
    let new = with_net(&player, &file);
    let proof = match proof_settings.most_games {
        0 => None,
        _ => Some(proving::prove(&game, &new, &opponent, &proof_settings, &mut journal)?),
    };
    let outcome = Outcome {
        game: &game,
        dir: &dir,
        plan: &plan,
        course: &course,
        best,
        spec: &new,
        proof: proof.as_ref(),
    };
    outcome.write_page()?;
    if as_json {
        output::json(&outcome.document())?;
    } else {
        outcome.tell()?;
    }
    let is_rejected = proof.is_some_and(|proof| proof.verdict == ProofVerdict::Rejected);
    Ok(if is_rejected { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn check_numbers(args: &NetArgs) -> Result<(), Failure> {
    let share = |name: &str, value: f64| {
        let is_share = (0.0..=1.0).contains(&value);
        is_share.then_some(()).ok_or_else(|| {
            Failure::new(format!("--{name} {value} is not between 0 and 1"), format!("write --{name} 0.3"))
        })
    };
    share("exploration", args.exploration)?;
    share("outcome", args.outcome)?;
    if !(args.rate > 0.0 && args.rate <= 1.0) {
        return Err(Failure::new(
            format!("--rate {} is not above 0 and at most 1", args.rate),
            "write --rate 0.005",
        ));
    }
    if !(0.0..1.0).contains(&args.decay) {
        return Err(Failure::new(
            format!("--decay {} is not from 0 to below 1", args.decay),
            "write --decay 0.0001",
        ));
    }
    if args.widths.is_empty()
        || args.widths.len() > 4
        || args.widths.iter().any(|width| !(1..=1024).contains(width))
    {
        return Err(Failure::new(
            "hidden layers are 1 to 4, of 1 to 1024 units each",
            "write --widths 32 or --widths 64,16",
        ));
    }
    Ok(())
}

fn plan(args: &NetArgs, seed: u64) -> Plan {
    Plan {
        agent: args.agent.clone(),
        generations: args.generations,
        games: args.games,
        window: args.window,
        selfplay: SelfPlay {
            opening_plies: args.opening_plies,
            exploration: args.exploration,
            outcome: args.outcome,
            most_plies: args.max_plies,
        },
        fit: Fit {
            widths: args.widths.clone(),
            epochs: args.epochs,
            batch: args.batch,
            rate: args.rate,
            decay: args.decay,
        },
        seed,
    }
}

/// All that the numbers of a run depend on. More generations may follow later.
fn settings(
    game: &AnyGame,
    plan: &Plan,
    player: &Spec,
    opponent: &Spec,
    n_games: usize,
    proof: &ProofSettings,
) -> Settings {
    let mut settings = match serde_json::to_value(plan) {
        Ok(Value::Object(settings)) => settings,
        _ => Settings::new(),
    };
    settings.remove("generations");
    settings.insert("method".to_owned(), json!("net"));
    settings.insert("game".to_owned(), json!(game.info().id));
    settings.insert("variant".to_owned(), json!(game.variant()));
    settings.insert("players".to_owned(), json!(game.n_seats()));
    settings.insert("match-agent".to_owned(), json!(player.to_string()));
    settings.insert("against".to_owned(), json!(opponent.to_string()));
    settings.insert("measure".to_owned(), json!(n_games));
    settings.insert("sprt".to_owned(), json!([proof.elo0, proof.elo1, proof.alpha, proof.beta]));
    settings
}

fn learn(training: &Training<'_>, args: &NetArgs, journal: &mut Journal) -> Result<Vec<Measured>, Failure> {
    let total = args.games * u64::from(args.generations);
    let mut progress = Progress::of_count(total);
    let course = training.run(
        args.measure,
        journal,
        &mut |told| match told {
            Learnt::Games { generation, n_games } => {
                let done = u64::from(generation - 1) * args.games + n_games;
                progress.show(done, || format!("generation {generation}: games"));
            }
            Learnt::Epoch { generation, epoch, loss } => {
                let done = u64::from(generation) * args.games;
                progress.show(done, || {
                    format!(
                        "generation {generation}: epoch {epoch} of {}, loss {:.4}",
                        args.epochs, loss.validation
                    )
                });
            }
            Learnt::Match { generation } => {
                progress
                    .show(u64::from(generation) * args.games, || format!("generation {generation}: match"));
            }
        },
        &mut |measured| {
            let loss = measured.loss.map_or(String::new(), |loss| format!(", loss {:.4}", loss.validation));
            output::note(format!(
                "generation {}: {} positions{loss}, scores {} ({} to {})",
                measured.generation,
                thousands(measured.n_positions as u64),
                percent(measured.score),
                percent(measured.ci95.0),
                percent(measured.ci95.1)
            ));
        },
    );
    drop(progress);
    course.map_err(|error| failure(&error))
}

fn failure(error: &TrainError) -> Failure {
    let hint = match error {
        TrainError::Stopped => {
            return Failure::interrupted("stopped; what is done is kept", "the same command goes on");
        }
        TrainError::Refused(_) => "`ludwerk agents GAME` tells which agents take weights",
        TrainError::Agent(error) => &error.hint(),
        TrainError::File { .. } | TrainError::Net { .. } => "remove the file, and it is made again",
        TrainError::Fit(_) => "a smaller --rate may help",
        TrainError::Trial(error) => &error.hint(),
        TrainError::Journal(error) => error.hint(),
    };
    Failure::new(error.to_string(), hint)
}
