//! `ludwerk train net`.

use ludwerk_core::Game as _;
use ludwerk_learn::net::Plan as Lesson;
use ludwerk_learn::net::fit::Fit;
use ludwerk_learn::net::selfplay::SelfPlay;
use ludwerk_learn::run::net::{self, Outcome, Plan};

use crate::CommandResult;
use crate::args::NetArgs;
use crate::commands::learning::{Place, end, proof, spec, tell_files, tell_proofs, trial};
use crate::failure::Failure;
use crate::output::{Table, percent, thousands};
use crate::position::configure;

pub fn run(args: &NetArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let name = format!("{}-net", game.info().id);
    let place = Place::new(args.out.as_ref(), "training", &name, &args.game.config);
    let trial = trial(&game, args.opening_plies, args.max_plies, args.threads)?;
    let lesson = Lesson {
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
        seed: place.seed,
    };
    let plan = Plan {
        game,
        lesson,
        measure: args.measure,
        match_agent: spec(args.match_agent.as_ref())?,
        against: spec(args.proof.against.as_ref())?,
        proof: proof(&args.proof, &trial, place.seed)?,
        n_threads: trial.n_threads,
    };
    let outcome = place.run(|session| net::run(plan, session))?;
    end(as_json, || outcome.json(), || tell(&outcome), outcome.is_rejected())
}

fn tell(outcome: &Outcome) -> Result<(), Failure> {
    let mut table = Table::new(&["generation", "#positions", "#loss", "#score", "#95%"]);
    for measured in &outcome.course {
        table.row([
            measured.generation.to_string(),
            thousands(measured.n_positions as u64),
            measured.loss.map_or(String::new(), |loss| format!("{:.4}", loss.validation)),
            percent(measured.score),
            format!("{} to {}", percent(measured.ci95.0), percent(measured.ci95.1)),
        ]);
    }
    table.print()?;
    tell_proofs(&outcome.proof)?;
    tell_files("network", &outcome.file, &outcome.page, &outcome.spec)
}
