//! `ludwerk train net`: a network in the place of an evaluation.

use std::fs;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_learn::journal::{Journal, Settings};
use ludwerk_learn::net::fit::Fit;
use ludwerk_learn::net::selfplay::SelfPlay;
use ludwerk_learn::net::{Measured, Plan, Progress as Told, TrainError, Training, with_net};
use ludwerk_learn::proof::{Proof, ProofError, ProofSettings, ProofVerdict, prove};
use ludwerk_registry::{AnyGame, Net, Spec};
use serde_json::{Value, json};

use crate::CommandResult;
use crate::args::NetArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table, thousands};
use crate::position::{configure, echo_seed, seed};
use crate::progress::Progress;

/// The network that was found, in the folder of the run.
const FILE: &str = "network.net";

pub fn run(args: &NetArgs, as_json: bool) -> CommandResult {
    // 1. Everything is checked before anything is played.
    let game = configure(&args.game.game, &args.game.config)?;
    check_numbers(args)?;
    let known = Journal::settings_in(&args.out).and_then(|settings| settings.get("seed")?.as_u64());
    let seed = args.game.config.seed.or(known).unwrap_or_else(|| seed(&args.game.config));
    let plan = plan(args, seed);
    let player: Spec = args.match_agent.as_ref().unwrap_or(&plan.agent).parse()?;
    let opponent = args.against.as_ref().map_or_else(|| Ok(player.clone()), |text| text.parse())?;
    game.agent(&player, 0)?;
    game.agent(&opponent, 0)?;
    let n_threads =
        args.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let training = Training {
        game: &game,
        plan: &plan,
        folder: &args.out,
        made: format!("ludwerk {} train net {}, seed {seed}", env!("CARGO_PKG_VERSION"), plan.agent),
        n_threads,
        stop: interrupt::flag(),
    };
    training.check().map_err(failure)?;
    let mut journal = Journal::open(&args.out, &settings(&game, &plan, &player, &opponent, args.measure))
        .map_err(|error| Failure::new(error.to_string(), error.hint()))?;
    echo_seed(seed);

    // 2. Learn.
    let course = learn(&training, args, &mut journal)?;
    let best = course.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let best =
        best.ok_or_else(|| Failure::new("no generations, so nothing is learnt", "write --generations 1"))?;
    let file = args.out.join(FILE);
    fs::copy(training.net_file(best.generation), &file).map_err(|error| {
        Failure::new(format!("{}: {error}", file.display()), "make room for it, and run the command again")
    })?;

    // 3. Show that it is better, in games that had no part in choosing it.
    let proof = held_out(&game, args, &with_net(&player, &file), &opponent, seed, n_threads, &mut journal)?;
    report(&game, args, &plan, &course, best, &proof, as_json)?;
    Ok(if proof.verdict == ProofVerdict::Rejected { ExitCode::FAILURE } else { ExitCode::SUCCESS })
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
    for (name, value) in [
        ("games", args.games),
        ("epochs", args.epochs as u64),
        ("batch", args.batch as u64),
        ("generations", args.generations.into()),
    ] {
        if value == 0 {
            return Err(Failure::new(
                format!("--{name} 0 learns nothing"),
                format!("leave --{name} out, or write a number above 0"),
            ));
        }
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
fn settings(game: &AnyGame, plan: &Plan, player: &Spec, opponent: &Spec, n_games: usize) -> Settings {
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
    settings
}

fn learn(training: &Training<'_>, args: &NetArgs, journal: &mut Journal) -> Result<Vec<Measured>, Failure> {
    let total = args.games * u64::from(args.generations);
    let mut progress = Progress::of_count(total);
    let course = training.run(
        args.measure,
        journal,
        &mut |told| match told {
            Told::Games { generation, n_games } => {
                let done = u64::from(generation - 1) * args.games + n_games;
                progress.show(done, || format!("generation {generation}: games"));
            }
            Told::Epoch { generation, epoch, loss } => {
                let done = u64::from(generation) * args.games;
                progress.show(done, || {
                    format!(
                        "generation {generation}: epoch {epoch} of {}, loss {:.4}",
                        args.epochs, loss.kept_back
                    )
                });
            }
            Told::Match { generation } => {
                progress
                    .show(u64::from(generation) * args.games, || format!("generation {generation}: match"));
            }
        },
        &mut |measured| {
            let loss = measured.loss.map_or(String::new(), |loss| format!(", loss {:.4}", loss.kept_back));
            output::note(format!(
                "generation {}: {} positions{loss}, scores {}",
                measured.generation,
                thousands(measured.n_positions as u64),
                share_text(measured.score, measured.ci95)
            ));
        },
    );
    drop(progress);
    course.map_err(failure)
}

fn held_out(
    game: &AnyGame,
    args: &NetArgs,
    new: &Spec,
    old: &Spec,
    seed: u64,
    n_threads: NonZeroUsize,
    journal: &mut Journal,
) -> Result<Proof, Failure> {
    let settings = ProofSettings {
        most_games: args.proof_games,
        opening_plies: args.opening_plies,
        most_plies: args.max_plies,
        seed,
        n_threads,
        ..ProofSettings::default()
    };
    let mut progress = Progress::of_count(args.proof_games as u64);
    let proof = prove(game, new, old, &settings, journal, interrupt::flag(), &mut |proof| {
        progress.show(proof.games, || format!("held-out match: {}", share_text(proof.score, proof.ci95)));
    });
    drop(progress);
    proof.map_err(|error| match error {
        ProofError::Stopped { .. } => Failure::interrupted(error.to_string(), "the same command goes on"),
        _ => Failure::new(error.to_string(), "look at the agents of the match"),
    })
}

fn share_text(score: f64, (low, high): (f64, f64)) -> String {
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * score, 100.0 * low, 100.0 * high)
}

fn report(
    game: &AnyGame,
    args: &NetArgs,
    plan: &Plan,
    course: &[Measured],
    best: &Measured,
    proof: &Proof,
    as_json: bool,
) -> Result<(), Failure> {
    let file = args.out.join(FILE);
    if as_json {
        return output::json(&json!({
            "method": "net",
            "game": game.info().id,
            "agent": plan.agent,
            "seed": plan.seed,
            "games": plan.games * course.len() as u64,
            "best": { "generation": best.generation, "widths": plan.fit.widths },
            "spec": proof.new,
            "file": file,
            "proof": proof,
            "curve": course,
        }));
    }
    let mut table = Table::new(&["generation", "#positions", "#loss", "#score against the start"]);
    for measured in course {
        table.row([
            measured.generation.to_string(),
            thousands(measured.n_positions as u64),
            measured.loss.map_or(String::new(), |loss| format!("{:.4}", loss.kept_back)),
            share_text(measured.score, measured.ci95),
        ]);
    }
    table.print()?;
    output::line("")?;
    output::line(format!(
        "held-out match, {} against {}: {} after {} games ({} won, {} drawn, {} lost), {}, {:+.0} ± {:.0} Elo",
        proof.new,
        proof.old,
        proof.verdict.name(),
        proof.games,
        proof.wins,
        proof.draws,
        proof.losses,
        share_text(proof.score, proof.ci95),
        proof.elo,
        proof.elo_error
    ))?;
    let net = Net::open(&file).map_err(|error| Failure::new(error.to_string(), "run the command again"))?;
    let widths: Vec<_> = net.widths().iter().map(ToString::to_string).collect();
    output::line(format!("{}: {} inputs, layers {}", file.display(), net.n_inputs(), widths.join(", ")))?;
    output::line(format!("play with it: ludwerk play {} --seats human,{}", game.info().id, proof.new))
}

fn failure(error: TrainError) -> Failure {
    let hint = match &error {
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
