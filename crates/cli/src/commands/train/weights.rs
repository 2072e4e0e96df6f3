//! `ludwerk train td` and `ludwerk train q --linear`.

use ludwerk_learn::run::duration;
use ludwerk_learn::run::weights::{self, BATCH, GAMES, Outcome, Plan};
use ludwerk_learn::td::Rule;

use super::practice;
use crate::CommandResult;
use crate::args::{PracticeArgs, StepArgs};
use crate::commands::learning::{end, tell_files, tell_parameters, tell_proofs};
use crate::failure::Failure;
use crate::output::{self, DIM, Table, percent, thousands};

pub fn run(
    method: &str,
    args: &PracticeArgs,
    step: &StepArgs,
    rule: Rule,
    rate: (f64, Option<f64>),
    epsilon: (f64, f64),
    as_json: bool,
) -> CommandResult {
    let (practice, place) = practice(args, method, GAMES, BATCH)?;
    let agent = step.agent.parse()?;
    let plan = Plan { practice, agent, zero: step.zero, scale: step.scale, rule, rate, epsilon };
    let outcome = place.run(|session| weights::run(plan, session))?;
    end(as_json, || outcome.json(), || tell(&outcome), outcome.is_rejected())
}

fn tell(outcome: &Outcome) -> Result<(), Failure> {
    let learnt = &outcome.learnt;
    tell_parameters("weight", "#learnt", &outcome.space, &learnt.best)?;
    if !learnt.curve.is_empty() {
        output::line("")?;
        let mut table = Table::new(&["#after games", "#forecast error", "#score", "#95%"]);
        for point in &learnt.curve {
            let (lo, hi) = point.ci95;
            let off = if point.games == 0 { "-".to_owned() } else { format!("{:.3}", point.error) };
            let games = thousands(point.games as u64);
            table.row([games, off, percent(point.score), format!("{} to {}", percent(lo), percent(hi))]);
        }
        table.print()?;
        output::line("")?;
    }
    let (games, time) = (thousands(learnt.games as u64), duration(learnt.seconds));
    output::line(format!("{DIM}{games} training games in {time}{DIM:#}"))?;
    tell_proofs(&outcome.proofs)?;
    tell_files("file", &outcome.file, &outcome.page, &outcome.file_spec())
}
