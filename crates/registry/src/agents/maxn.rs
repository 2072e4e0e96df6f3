//! `maxn`: everyone maximises his own value.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{Maxn, MaxnOptions, open_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::{count, switch};

/// The others judge as the agent itself does.
const SAME: &str = "weights";

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "maxn";
    type Settings = MaxnOptions;

    fn describe() -> Description<MaxnOptions> {
        let others =
            "Evaluation function of the other seats, written as `weights` is; `weights` for the same.";
        Description::new("Max^n: multi-player search in which every player maximises his own value.")
            .for_strangers()
            .budgets(shared::depth(Maxn::DEFAULT_DEPTH), None)
            .options([
                shared::weights(),
                AgentOption::read_by_agent("others", SAME, others).holds(Holds::Weights),
                shared::ordering(|settings: &mut MaxnOptions| &mut settings.ordering),
                shared::whole_turns(|settings| &mut settings.turns),
                AgentOption::field(
                    "lazy",
                    switch(),
                    |settings| &mut settings.lazy,
                    "Lazy evaluation: evaluate a position for a seat only when a comparison asks for it.",
                ),
                AgentOption::field(
                    "relative",
                    switch(),
                    |settings| &mut settings.relative,
                    "Relative values: subtract the mean of all seats from every evaluation.",
                ),
                AgentOption::field(
                    "shallow",
                    switch(),
                    |settings| &mut settings.shallow,
                    "Shallow pruning (Korf): skip the rest of a player's moves once he is sure of so much that too little \
                     is left for the one before him; turns `relative` on.",
                ),
                AgentOption::field(
                    "replies",
                    count("1", usize::MAX).optional("none"),
                    |settings| &mut settings.replies,
                    "Forward pruning of opponents: search only so many moves of each other seat, the most promising; all \
                     if none.",
                ),
            ])
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        open_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: MaxnOptions) -> Made<G> {
        let maxn = Maxn::new(settings, request.limits()?, request.evaluator()?, request.seed);
        let is_same = request.options.text("others") == Some(SAME) || request.options.get("others").is_none();
        Ok(Box::new(if is_same {
            maxn
        } else {
            maxn.with_others(request.options.evaluator(request.game, "others")?)
        }))
    }
}
