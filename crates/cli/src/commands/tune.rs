//! `ludwerk tune`: better weights and options, found by play.

mod grid;
mod points;

use ludwerk_learn::cma::CmaSettings;
use ludwerk_learn::ga::GaSettings;
use ludwerk_learn::run::points::MethodPlan;
use ludwerk_learn::spsa::SpsaSettings;

use crate::CommandResult;
use crate::args::{TuneArgs, Tuner};

pub fn run(args: &TuneArgs, as_json: bool) -> CommandResult {
    let (args, method) = match &args.method {
        Tuner::Grid(args) => return grid::run(args, as_json),
        Tuner::Ga(args) => {
            let (n_points, n_bouts) = (args.points.map(usize::from), args.bouts.map(usize::from));
            (&args.tuning, MethodPlan::Ga(GaSettings { n_points, n_bouts, has_rival: args.rival }))
        }
        Tuner::Cma(args) => {
            let (n_points, n_bouts) = (args.points.map(usize::from), args.bouts.map(usize::from));
            (&args.tuning, MethodPlan::Cma(CmaSettings { n_points, n_bouts, sigma: args.sigma }))
        }
        Tuner::Spsa(args) => {
            let n_bouts = args.bouts.map(usize::from);
            let settings = SpsaSettings { n_bouts, perturbation: args.perturbation, drift: args.drift };
            (&args.tuning, MethodPlan::Spsa(settings))
        }
    };
    points::run(args, method, as_json)
}
