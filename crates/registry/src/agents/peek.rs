//! `peek`: a search of the true position.

use ludwerk_core::CompleteGame;
use ludwerk_search::{Draws, Peek};

use super::build::Request;
use super::describe::{Describe, Description, Made, Whole};
use super::{pimc, shared};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "peek";
    type Settings = Option<Draws>;

    fn describe() -> Description<Option<Draws>> {
        Description::new(
            "PEEKS: a cheating search of the true position, with everything that its seat may not see. For measurements; \
             it plays people only where they ask for it.",
        )
        .for_strangers()
        .peeks()
        .options([shared::inner(pimc::INNER), shared::draws(|draws| draws)])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, draws: Option<Draws>) -> Made<G> {
        let (inner, draws) = request.inner_in_worlds(draws)?;
        Ok(Box::new(Peek::new(inner, draws)))
    }
}
