//! `paranoid`: all the others are one opponent.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{AlphaBetaOptions, Paranoid, one_against_all_refusal};

use super::alphabeta::switches;
use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::shared;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "paranoid";
    type Settings = AlphaBetaOptions;

    fn describe() -> Description<AlphaBetaOptions> {
        Description::new(
            "Paranoid search: alpha-beta for one player against all the others, taken as one opponent.",
        )
        .for_strangers()
        .budgets(shared::most_depth(), shared::A_SECOND)
        .option(shared::weights())
        .options(switches())
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        one_against_all_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: AlphaBetaOptions) -> Made<G> {
        Ok(Box::new(Paranoid::new(settings, request.limits()?, request.evaluator()?, request.seed)))
    }
}
