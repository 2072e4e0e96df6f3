//! `sampler`: a move drawn by the values that another agent gives.

use ludwerk_core::CompleteGame;
use ludwerk_search::Sampler;

use super::build::Request;
use super::describe::{Describe, Description, Made, Whole};
use super::options::AgentOption;
use super::shared;
use super::values::positive;

pub(super) struct Settings {
    temperature: f64,
    limit: Option<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { temperature: 1.0, limit: None }
    }
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "sampler";
    type Settings = Settings;

    fn describe() -> Description<Settings> {
        Description::new(
            "Softmax sampling: a move drawn by the values that another agent gives, plausible but fallible.",
        )
        .for_strangers()
        .options([
            shared::agent("inner", "(greedy)", "The agent that gives moves their values."),
            AgentOption::field(
                "temperature",
                positive("1"),
                |settings: &mut Settings| &mut settings.temperature,
                "Softmax temperature, in units of the values: a move that is worse by this much is drawn 1/e times as \
                 often.",
            ),
            AgentOption::field(
                "limit",
                positive("20").optional("none"),
                |settings| &mut settings.limit,
                "Clipping: values count no more than this and no less than its negative, so that even wins and losses are \
                 overlooked.",
            ),
        ])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: Settings) -> Made<G> {
        let inner = request.agent_in("inner", request.inner_seed())?;
        let sampler = Sampler::new(inner, settings.temperature, request.seed);
        Ok(Box::new(match settings.limit {
            Some(limit) => sampler.with_limit(limit),
            None => sampler,
        }))
    }
}
