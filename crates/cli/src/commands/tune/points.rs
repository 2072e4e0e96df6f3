//! `ludwerk tune ga`, `cma` and `spsa`.

use ludwerk_core::Game as _;
use ludwerk_learn::run::duration;
use ludwerk_learn::run::points::{self, MethodPlan, Outcome, Plan};
use ludwerk_learn::space::{SpaceError, WeightChoice};

use crate::CommandResult;
use crate::args::TuningArgs;
use crate::commands::learning::{
    Place, end, proof, spec, tell_files, tell_parameters, tell_proofs, tell_troubles, time, trial,
};
use crate::failure::Failure;
use crate::output::{self, DIM, thousands};
use crate::position::configure;

pub fn run(args: &TuningArgs, method: MethodPlan, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let options = args.options.iter().map(|text| text.parse()).collect::<Result<Vec<_>, SpaceError>>()?;
    let weights = match &args.weights {
        Some(text) => text.parse().unwrap_or(WeightChoice::All),
        None if options.is_empty() => WeightChoice::All,
        None => WeightChoice::None,
    };
    let trial = trial(&game, args.opening_plies, args.max_plies, args.threads)?;
    let name = format!("{}-{}", game.info().id, method.name());
    let place = Place::new(args.out.as_ref(), "tuning", &name, &args.game.config);
    let plan = Plan {
        agent: args.agent.parse()?,
        opponent: spec(args.opponent.as_ref())?,
        weights,
        options,
        method,
        n_games: args.games,
        time: time(args.time.as_ref())?,
        seed: place.seed,
        against: spec(args.proof.against.as_ref())?,
        proof: proof(&args.proof, &trial, place.seed)?,
        trial,
    };
    let outcome = place.run(|session| points::run(plan, session))?;
    end(as_json, || outcome.json(), || tell(&outcome), outcome.is_rejected())
}

fn tell(outcome: &Outcome) -> Result<(), Failure> {
    let found = &outcome.found;
    tell_parameters("parameter", "#found", &outcome.space, &found.point)?;
    tell_troubles(outcome.troubles())?;
    let (games, time) = (thousands(found.games as u64), duration(found.seconds));
    output::line(format!("{DIM}{games} games of tuning in {time}{DIM:#}"))?;
    tell_proofs(&outcome.proof)?;
    tell_files("file", &outcome.file, &outcome.page, &outcome.file_spec())
}

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
