//! `ludwerk train`.

use crate::CommandResult;
use crate::args::TrainArgs;

pub fn run(args: &TrainArgs, _as_json: bool) -> CommandResult {
    match args.method {}
}
