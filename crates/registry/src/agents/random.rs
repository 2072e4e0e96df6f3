//! `random`: any legal move.

use ludwerk_search::Random;

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "random";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new("Uniformly random play: any legal move, each equally likely.").for_strangers()
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, (): ()) -> Made<G> {
        Ok(Box::new(Random::new(request.seed)))
    }
}
