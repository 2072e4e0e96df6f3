//! `ismcts`: Monte Carlo tree search over information sets.

use ludwerk_search::{Ismcts, IsmctsOptions, Observers, Pick, Roots};

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::{one_of, switch};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "ismcts";
    type Settings = IsmctsOptions;

    fn describe() -> Description<IsmctsOptions> {
        type Settings = IsmctsOptions;
        const OBSERVERS: &[(&str, Observers)] =
            &[("single", Observers::Single), ("multiple", Observers::Multiple)];
        const ROOTS: &[(&str, Roots)] = &[("here", Roots::Here), ("start", Roots::Start)];
        const PICKS: &[(&str, Pick)] = &[("best", Pick::Best), ("mixed", Pick::Mixed)];
        Description::new(
            "Information-set Monte Carlo tree search (ISMCTS): MCTS over what players know, for games with hidden \
             information.",
        )
        .for_strangers()
        .budgets(shared::iterations(), shared::A_SECOND)
        .options([
            shared::weights(),
            AgentOption::field(
                "observers",
                one_of(OBSERVERS),
                |settings: &mut Settings| &mut settings.observers,
                "Whose information sets are told apart: those of a `single` observer (SO-ISMCTS), or of `multiple` \
                 observers (MO-ISMCTS).",
            ),
            AgentOption::field(
                "roots",
                one_of(ROOTS),
                |settings| &mut settings.roots,
                "Where simulations begin: `here`, or at the `start` of the game, for very small games.",
            ),
            AgentOption::field(
                "pick",
                one_of(PICKS),
                |settings| &mut settings.pick,
                "The final move: `best`, the one with the most visits, or `mixed`, drawn in proportion to visits.",
            ),
            shared::score(|settings| &mut settings.rollout),
            shared::exploration(|settings| &mut settings.exploration),
            AgentOption::field(
                "priors",
                switch(),
                |settings| &mut settings.priors,
                "PUCT selection: prefer moves in proportion to the priors that the game gives them.",
            ),
        ])
        .options(shared::rollout(|settings: &mut Settings| &mut settings.rollout))
        .options([
            shared::reuse(|settings: &mut IsmctsOptions| &mut settings.reuse),
            shared::memory(|settings| &mut settings.memory, "The most memory that the tree takes."),
        ])
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: IsmctsOptions) -> Made<G> {
        Ok(Box::new(Ismcts::new(settings, request.limits()?, request.evaluator()?, request.seed)))
    }
}
