//! `mix`: a strength between those of two agents.

use ludwerk_core::{CompleteGame, Rng};
use ludwerk_search::Mix;

use super::build::Request;
use super::describe::{Describe, Description, Made, Whole};
use super::options::AgentOption;
use super::shared;
use super::values::between;

/// How often the second agent plays.
pub(super) struct Share(f64);

impl Default for Share {
    fn default() -> Self {
        Self(0.5)
    }
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "mix";
    type Settings = Share;

    fn describe() -> Description<Share> {
        Description::new("Random mixture: one of two agents plays each move, for a strength between theirs.")
            .for_strangers()
            .options([
                shared::agent("one", "(random)", "The first agent."),
                shared::agent("other", "(champion)", "The second agent."),
                AgentOption::field(
                    "share",
                    between("0.5", 0.0..=1.0),
                    |share: &mut Share| &mut share.0,
                    "The probability that the second one plays a move, from 0 to 1.",
                ),
            ])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, Share(share): Share) -> Made<G> {
        let one = request.agent_in("one", request.inner_seed())?;
        let other = request.agent_in("other", Rng::derive(request.seed, 2))?;
        Ok(Box::new(Mix::new([one, other], share, request.seed)))
    }
}
