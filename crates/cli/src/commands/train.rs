//! `ludwerk train`: learning from games.

mod net;
mod network;
mod q;
mod setting;
mod table;
mod table_page;
mod td;
mod weights;

use crate::CommandResult;
use crate::args::{TrainArgs, Trainer};

pub fn run(args: &TrainArgs, as_json: bool) -> CommandResult {
    match &args.method {
        Trainer::Td(args) => td::run(args, as_json),
        Trainer::Q(args) => q::run(args, as_json),
        Trainer::Net(args) => net::run(args, as_json),
    }
}
