//! `greedy`: the best evaluation after one ply.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::Greedy;

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::shared;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "greedy";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new(
            "Greedy one-ply search: the move with the best evaluation of what comes of it; ties are broken at random.",
        )
        .for_strangers()
        .option(shared::weights())
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        shared::without_evaluation(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, (): ()) -> Made<G> {
        Ok(Box::new(Greedy::new(request.evaluator()?, request.seed)))
    }
}
