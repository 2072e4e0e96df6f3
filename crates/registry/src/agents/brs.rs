//! `brs`: of all the others, only the one who hurts most gets to move.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{AlphaBetaOptions, BestReply, one_against_all_refusal};

use super::alphabeta::switches;
use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::switch;

#[derive(Default)]
pub(super) struct Settings {
    plus: bool,
    search: AlphaBetaOptions,
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "brs";
    type Settings = Settings;

    fn describe() -> Description<Settings> {
        Description::new(
            "Best-reply search (BRS): alpha-beta in which only one opponent moves between two own turns, the one whose \
             reply is worst.",
        )
        .for_strangers()
        .budgets(shared::most_depth(), shared::A_SECOND)
        .option(shared::weights())
        .options(switches().into_iter().map(|option| option.within(|settings: &mut Settings| &mut settings.search)))
        .option(AgentOption::field(
            "plus",
            switch(),
            |settings: &mut Settings| &mut settings.plus,
            "BRS+: opponents who do not reply play their most promising move instead of none.",
        ))
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        one_against_all_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, Settings { plus, search }: Settings) -> Made<G> {
        let (limits, evaluator) = (request.limits()?, request.evaluator()?);
        Ok(Box::new(BestReply::new(plus, search, limits, evaluator, request.seed)))
    }
}
