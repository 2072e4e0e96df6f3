//! `ludwerk train td`: weights by temporal differences.

use ludwerk_learn::td::Rule;
use serde_json::json;

use super::setting::{Ground, share};
use super::weights::{Wanted, learn};
use crate::CommandResult;
use crate::args::TdArgs;

pub fn run(args: &TdArgs, as_json: bool) -> CommandResult {
    let ground = Ground::new(&args.practice)?;
    let lambda = share("--lambda", args.lambda)?;
    let wanted = Wanted {
        method: "td",
        rule: Rule::Td { lambda },
        rule_settings: vec![("lambda", json!(lambda))],
        agent: &args.agent,
        epsilon: share("--epsilon", args.epsilon)?,
        step: &args.step,
    };
    learn(&ground, &wanted, as_json)
}
