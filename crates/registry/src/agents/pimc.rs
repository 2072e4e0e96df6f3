//! `pimc`: a search of possible worlds.

use ludwerk_core::CompleteGame;
use ludwerk_search::{Draws, Pimc};

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Whole};
use super::options::AgentOption;
use super::shared;
use super::values::{count, switch};

/// The search inside worlds unless told otherwise.
pub(super) const INNER: &str = "(mcts:iterations=1000)";

pub(super) struct Settings {
    worlds: usize,
    draws: Option<Draws>,
    turns: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { worlds: 20, draws: None, turns: false }
    }
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "pimc";
    type Settings = Settings;

    fn describe() -> Description<Settings> {
        Description::new(
            "Perfect-information Monte Carlo (PIMC): searches determinizations, which are sampled worlds, as if nothing \
             were hidden, and plays the move with the best mean.",
        )
        .for_strangers()
        .options([
            shared::inner(INNER),
            AgentOption::field(
                "worlds",
                count("20", usize::MAX),
                |settings: &mut Settings| &mut settings.worlds,
                "The number of determinizations: how many worlds are sampled for a move.",
            ),
            AgentOption::read_by_agent(
                shared::TIME,
                "none",
                "No new world is begun after this time, such as `200ms` or `2s`.",
            )
            .holds(Holds::Budget),
            shared::draws(|settings| &mut settings.draws),
            AgentOption::field(
                "turns",
                switch(),
                |settings| &mut settings.turns,
                "Whole turns: compare them as the inner search finds them, and play the chosen one to its end.",
            ),
        ])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: Settings) -> Made<G> {
        let (inner, draws) = request.inner_in_worlds(settings.draws)?;
        let pimc = Pimc::new(inner, settings.worlds, request.limits()?.time, request.seed);
        Ok(Box::new(pimc.with_draws(draws).with_turns(settings.turns)))
    }
}
