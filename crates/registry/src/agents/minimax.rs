//! `minimax`: every move to a fixed depth.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{Minimax, two_player_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::shared;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "minimax";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new("Plain minimax: every move of both players to a fixed depth, nothing pruned.")
            .for_strangers()
            .budgets(shared::depth(Minimax::DEFAULT_DEPTH), None)
            .option(shared::weights())
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        two_player_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, (): ()) -> Made<G> {
        Ok(Box::new(Minimax::new(request.limits()?, request.evaluator()?, request.seed)))
    }
}
