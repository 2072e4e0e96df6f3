//! `ludwerk train q`: Q-learning.

use ludwerk_learn::td::Rule;

use super::setting::Ground;
use super::weights::{Wanted, learn};
use crate::CommandResult;
use crate::args::QArgs;

pub fn run(args: &QArgs, as_json: bool) -> CommandResult {
    let ground = Ground::new(&args.practice)?;
    let wanted = Wanted {
        method: "q",
        rule: Rule::Q { gamma: 1.0 },
        rule_settings: vec![],
        agent: "greedy",
        epsilon: 0.1,
        step: &args.step,
    };
    learn(&ground, &wanted, as_json)
}
