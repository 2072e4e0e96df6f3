//! `ludwerk train q`: Q-learning, with weights or with a table.

use ludwerk_learn::td::Rule;
use serde_json::json;

use super::setting::{Defaults, RunContext, share};
use super::table;
use super::weights::{self, WeightsRun};
use crate::CommandResult;
use crate::args::QArgs;

pub fn run(args: &QArgs, as_json: bool) -> CommandResult {
    if args.tabular {
        return table::run(args, as_json);
    }
    let defaults = Defaults { method: "q", n_games: weights::GAMES, batch: weights::BATCH };
    let context = RunContext::new(&args.practice, &defaults)?;
    let gamma = share("--gamma", args.gamma.unwrap_or(1.0))?;
    let epsilon = args.epsilon.unwrap_or(0.1);
    let wanted = WeightsRun {
        title: "Q-learning with weights",
        rule: Rule::Q { gamma },
        setting: ("gamma", json!(gamma)),
        rate: (args.rate.unwrap_or(0.5), args.rate_end),
        epsilon: (epsilon, args.epsilon_end.unwrap_or(epsilon / 10.0)),
        step: &args.step,
    };
    weights::learn(&context, &wanted, as_json)
}
