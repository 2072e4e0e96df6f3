//! `ludwerk tune`.

use crate::CommandResult;
use crate::args::TuneArgs;

pub fn run(args: &TuneArgs, _as_json: bool) -> CommandResult {
    match args.method {}
}
