//! `ludwerk train net`: a network in the place of an evaluation.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use ludwerk_learn::net::fit::Fit;
use ludwerk_learn::net::selfplay::SelfPlay;
use ludwerk_learn::net::{Plan, Progress as Told, Training};

use crate::CommandResult;
use crate::args::NetArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::position::{configure, echo_seed, seed};
use crate::progress::Progress;

pub fn run(args: &NetArgs, _as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let seed = seed(&args.game.config);
    let plan = Plan {
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
    };
    std::fs::create_dir_all(&args.out).map_err(|error| {
        Failure::new(format!("{}: {error}", args.out.display()), "name a folder that can be written")
    })?;
    let training = Training {
        game: &game,
        plan: &plan,
        folder: &args.out,
        made: format!("ludwerk train net with {}", plan.agent),
        n_threads: args
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        stop: interrupt::flag(),
    };
    training.check().map_err(|error| Failure::new(error.to_string(), ""))?;
    echo_seed(seed);
    for number in 1..=plan.generations {
        let mut progress = Progress::of_count(plan.games);
        let done = training
            .generation(number, &mut |told| match told {
                Told::Games { n_games, .. } => progress.show(n_games, || format!("generation {number}")),
                Told::Epoch { epoch, loss, .. } => output::note(format!("epoch {epoch}: {loss:?}")),
            })
            .map_err(|error| Failure::new(error.to_string(), ""))?;
        drop(progress);
        output::note(format!("{done:?}"));
    }
    Ok(ExitCode::SUCCESS)
}
