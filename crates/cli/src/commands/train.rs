//! `ludwerk train`: learning from games.

mod net;
mod table;
mod weights;

use std::num::NonZeroUsize;

use ludwerk_core::Game as _;
use ludwerk_learn::run::practice::Practice;
use ludwerk_learn::td::Rule;

use super::learning::{Place, proof, spec, time, trial};
use crate::CommandResult;
use crate::args::{PracticeArgs, TrainArgs, Trainer};
use crate::failure::Failure;
use crate::position::configure;

pub fn run(args: &TrainArgs, as_json: bool) -> CommandResult {
    match &args.method {
        Trainer::Td(args) => {
            let epsilon = (args.epsilon, args.epsilon_end.unwrap_or(args.epsilon));
            let rule = Rule::Td { lambda: args.lambda };
            weights::run("td", &args.practice, &args.step, rule, (args.rate, args.rate_end), epsilon, as_json)
        }
        Trainer::Q(args) if args.tabular => table::run(args, as_json),
        Trainer::Q(args) => {
            let epsilon = args.epsilon.unwrap_or(0.1);
            let epsilon = (epsilon, args.epsilon_end.unwrap_or(epsilon / 10.0));
            let rule = Rule::Q { gamma: args.gamma.unwrap_or(1.0) };
            let rate = (args.rate.unwrap_or(0.5), args.rate_end);
            weights::run("q", &args.practice, &args.step, rule, rate, epsilon, as_json)
        }
        Trainer::Net(args) => net::run(args, as_json),
    }
}

/// The games to learn from, so many unless told otherwise, and where the run is kept.
fn practice(
    args: &PracticeArgs,
    method: &str,
    n_games: NonZeroUsize,
    batch: NonZeroUsize,
) -> Result<(Practice, Place), Failure> {
    let game = configure(&args.game.game, &args.game.config)?;
    let trial = trial(&game, args.opening_plies, args.max_plies, args.threads)?;
    let time = time(args.time.as_ref())?;
    let name = format!("{}-{method}", game.info().id);
    let place = Place::new(args.out.as_ref(), "training", &name, &args.game.config);
    let practice = Practice {
        seed: place.seed,
        n_games: args.games.or(time.is_none().then_some(n_games)),
        time,
        batch: args.batch.unwrap_or(batch),
        curve: args.curve,
        every: args.every,
        against: spec(args.proof.against.as_ref())?,
        also: args.also.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
        proof: proof(&args.proof, &trial, place.seed)?,
        trial,
    };
    Ok((practice, place))
}
