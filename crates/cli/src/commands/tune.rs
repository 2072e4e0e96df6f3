//! `ludwerk tune`: better weights and options, found by play.

mod grid;
pub mod outcome;
pub mod points;
pub mod proving;
pub mod watch;

use crate::CommandResult;
use crate::args::{TuneArgs, Tuner};

pub fn run(args: &TuneArgs, as_json: bool) -> CommandResult {
    match &args.method {
        Tuner::Ga(args) => points::run(&args.tuning, &points::TuneMethod::Ga(args), as_json),
        Tuner::Cma(args) => points::run(&args.tuning, &points::TuneMethod::Cma(args), as_json),
        Tuner::Spsa(args) => points::run(&args.tuning, &points::TuneMethod::Spsa(args), as_json),
        Tuner::Grid(args) => grid::run(args, as_json),
    }
}
