//! `mcts`: Monte Carlo tree search.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{Mcts, MctsOptions, Selection, open_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::{between, count, one_of, positive, switch};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "mcts";
    type Settings = MctsOptions;

    fn describe() -> Description<MctsOptions> {
        Description::new(
            "Monte Carlo tree search (MCTS): plays many simulations, and grows a tree where they go well.",
        )
        .for_strangers()
        .budgets(shared::iterations(), shared::A_SECOND)
        .option(shared::weights())
        .options(tree())
        .option(shared::score(|settings| &mut settings.rollout))
        .options(shared::rollout(|settings: &mut MctsOptions| &mut settings.rollout))
        .options(proofs())
        .options([
            shared::reuse(|settings: &mut MctsOptions| &mut settings.reuse),
            shared::threads(
                |settings| &mut settings.threads,
                "Tree parallelisation: the number of threads, which share the tree.",
            ),
            shared::memory(|settings| &mut settings.memory, "The most memory that the tree takes."),
        ])
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        open_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: MctsOptions) -> Made<G> {
        Ok(Box::new(Mcts::new(settings, request.limits()?, request.evaluator()?, request.seed)))
    }
}

/// How the tree grows.
fn tree() -> [AgentOption<MctsOptions>; 8] {
    const SELECTIONS: &[(&str, Selection)] =
        &[("uct", Selection::Uct), ("bias", Selection::Bias), ("puct", Selection::Puct)];
    [
        AgentOption::field(
            "select",
            one_of(SELECTIONS),
            |settings: &mut MctsOptions| &mut settings.selection,
            "Selection policy: `uct`; `bias`, UCT with progressive bias; or `puct`.",
        ),
        shared::exploration(|settings| &mut settings.exploration),
        AgentOption::field(
            "bias",
            positive("1"),
            |settings| &mut settings.bias,
            "Weight of progressive bias: how much likely moves are preferred at first, with `select=bias`.",
        ),
        AgentOption::field(
            "rave",
            positive("500").optional("off"),
            |settings| &mut settings.rave,
            "RAVE equivalence parameter: at so many visits of a move, its all-moves-as-first statistics weigh as much as \
             its own.",
        ),
        AgentOption::field(
            "widen",
            positive("2").optional("off"),
            |settings| &mut settings.widening,
            "Progressive widening: after N visits of a position, only the likeliest moves are tried, this number times √N \
             of them.",
        ),
        AgentOption::field(
            "expand",
            count("1", u32::MAX),
            |settings| &mut settings.expand,
            "Expansion threshold: how many simulations begin their rollout at a position before its moves get nodes.",
        ),
        AgentOption::field(
            "blend",
            between("0.5", 0.0..=1.0),
            |settings| &mut settings.blend,
            "Value mixing: the weight of the evaluation where the rollout begins, the rest being that of the rollout's \
             result; from 0 to 1.",
        ),
        AgentOption::field(
            "prior-visits",
            positive("2").or_off(),
            |settings: &mut MctsOptions| &mut settings.prior_visits,
            "Heuristic prior: as how many visits the evaluation after a move counts, from before its first try.",
        )
        .formerly(&["guess"]),
    ]
}

/// What is found out exactly, and draws.
fn proofs() -> [AgentOption<MctsOptions>; 5] {
    [
        AgentOption::field(
            "solver",
            switch(),
            |settings: &mut MctsOptions| &mut settings.solver,
            "MCTS-Solver: prove wins and losses in the tree.",
        ),
        AgentOption::field(
            "endgame",
            count("100000", u64::MAX).or_off(),
            |settings| &mut settings.endgame,
            "Endgame solver: within so many positions, solve the end of a game for two exactly, or find a win in a game \
             for more that nobody can stop.",
        ),
        shared::foresight(|settings| &mut settings.foresight),
        AgentOption::field(
            "contempt",
            between("0.3", 0.0..=1.0),
            |settings| &mut settings.contempt,
            "Contempt factor: by what part a draw that `foresight` sees is worth less, from 0 to 1.",
        ),
        AgentOption::field(
            "stall",
            count("60", u32::MAX).or_off(),
            |settings| &mut settings.stall,
            "After so many plies without progress, evaluations begin to fade to the value of a draw.",
        ),
    ]
}
