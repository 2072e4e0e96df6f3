//! `expectimax`: minimax with chance nodes.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{Expectimax, ExpectimaxOptions, chance_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::{count, positive, switch};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "expectimax";
    type Settings = ExpectimaxOptions;

    fn describe() -> Description<ExpectimaxOptions> {
        let width = |example: &str| count(example, usize::MAX).optional("none");
        Description::new(
            "Expectiminimax: minimax with chance nodes, which are worth their expected value; pruned by alpha-beta, \
             Star1 and Star2.",
        )
        .for_strangers()
        .budgets(shared::depth(Expectimax::DEFAULT_DEPTH), None)
        .options([
            shared::weights(),
            shared::ordering(|settings: &mut ExpectimaxOptions| &mut settings.ordering),
            AgentOption::field(
                "alphabeta",
                switch(),
                |settings: &mut ExpectimaxOptions| &mut settings.alphabeta,
                "Alpha-beta pruning at decision nodes.",
            ),
            AgentOption::field(
                "star1",
                switch(),
                |settings| &mut settings.star1,
                "Star1 pruning: cut-offs at chance nodes, by bounds on the outcomes that were not searched yet.",
            ),
            AgentOption::field(
                "star2",
                switch(),
                |settings| &mut settings.star2,
                "Star2 pruning: first probe one move after every outcome for better bounds; needs `star1`.",
            ),
            shared::whole_turns(|settings| &mut settings.turns),
            AgentOption::field(
                "candidates",
                width("16"),
                |settings| &mut settings.candidates,
                "Forward pruning at the root: search only so many moves, the likeliest, or whole turns with `turns=on`; \
                 all if none.",
            ),
            AgentOption::field(
                "replies",
                width("6"),
                |settings| &mut settings.replies,
                "Forward pruning below the root: the same for all other positions; as many as `candidates` if none.",
            ),
            AgentOption::field(
                "samples",
                width("3"),
                |settings| &mut settings.samples,
                "Sampled chance nodes: draw so many outcomes, and one at the horizon; all if none.",
            ),
            AgentOption::field(
                "scale",
                positive("1").optional("none"),
                |settings| &mut settings.scale,
                "Logistic scale, by which evaluations become chances to win: the advantage that makes winning e times as \
                 likely; none to compare evaluations.",
            ),
        ])
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        chance_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: ExpectimaxOptions) -> Made<G> {
        let evaluator = request.evaluator()?;
        Ok(Box::new(Expectimax::new(settings, request.limits()?, evaluator, request.seed)))
    }
}
