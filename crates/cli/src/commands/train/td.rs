//! `ludwerk train td`: weights by temporal differences.

use ludwerk_learn::td::Rule;
use serde_json::json;

use super::setting::{Defaults, RunContext, share};
use super::weights::{self, WeightsRun};
use crate::CommandResult;
use crate::args::TdArgs;

pub fn run(args: &TdArgs, as_json: bool) -> CommandResult {
    let defaults = Defaults { method: "td", n_games: weights::GAMES, batch: weights::BATCH };
    let context = RunContext::new(&args.practice, &defaults)?;
    let lambda = share("--lambda", args.lambda)?;
    let wanted = WeightsRun {
        title: "temporal differences",
        rule: Rule::Td { lambda },
        setting: ("lambda", json!(lambda)),
        rate: (args.rate, args.rate_end),
        epsilon: (args.epsilon, args.epsilon_end.unwrap_or(args.epsilon)),
        step: &args.step,
    };
    weights::learn(&context, &wanted, as_json)
}
