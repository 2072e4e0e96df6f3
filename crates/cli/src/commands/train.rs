//! `ludwerk train`: learning from games.

mod net;
mod network;

use crate::CommandResult;
use crate::args::{TrainArgs, Trainer};

pub fn run(args: &TrainArgs, as_json: bool) -> CommandResult {
    match &args.method {
        Trainer::Net(args) => net::run(args, as_json),
    }
}
