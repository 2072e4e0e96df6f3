//! The plan of a tournament, from a file and flags.

use std::path::Path;

use ludwerk_arena::tournament::{Entrant, Plan, SprtPlan};

use crate::args::TournamentArgs;
use crate::failure::Failure;
use crate::position::read_text;

/// The plan in the file, with what the flags say instead.
pub fn assemble(args: &TournamentArgs) -> Result<Plan, Failure> {
    let mut plan = match &args.plan {
        Some(path) => read(path)?,
        // Through the same door as a file, so that the defaults are the same.
        None => Plan::parse("game = \"\"\nagents = []")?,
    };
    if let Some(game) = &args.game {
        plan.game.clone_from(game);
    }
    if !args.agents.is_empty() {
        plan.agents = args.agents.iter().cloned().map(Entrant::Spec).collect();
    }
    plan.format = args.format.unwrap_or(plan.format);
    if let Some(path) = &args.openings {
        plan.openings = openings(path)?;
        plan.opening_plies = 0;
    }
    if let Some(plies) = args.opening_plies {
        (plan.opening_plies, plan.openings) = (plies, Vec::new());
    }
    if let Some(text) = &args.sprt {
        plan.sprt = Some(sprt(text)?);
    }
    plan.max_plies = args.max_plies.unwrap_or(plan.max_plies);
    replace(&mut plan.variant, args.config.variant.clone());
    replace(&mut plan.players, args.config.players);
    replace(&mut plan.seed, args.config.seed);
    replace(&mut plan.games, args.games.map(usize::from));
    replace(&mut plan.rounds, args.rounds.map(usize::from));
    replace(&mut plan.threads, args.threads.map(usize::from));
    replace(&mut plan.clock, args.clock.clone());
    replace(&mut plan.margin, args.margin.clone());
    replace(&mut plan.position, args.position.clone());
    Ok(plan)
}

/// A flag goes before what the file says.
fn replace<T>(entry: &mut Option<T>, flag: Option<T>) {
    if flag.is_some() {
        *entry = flag;
    }
}

fn read(path: &Path) -> Result<Plan, Failure> {
    let text = read_text(path)?;
    let mut plan = Plan::parse(&text)
        .map_err(|error| Failure::new(format!("{}: {}", path.display(), error.what), error.hint))?;
    // A path in the file is seen from the file.
    if let Some(file) = plan.openings_file.take() {
        let folder = path.parent().unwrap_or(Path::new(""));
        plan.openings.extend(openings(&folder.join(file))?);
    }
    Ok(plan)
}

pub fn openings(path: &Path) -> Result<Vec<String>, Failure> {
    let openings = Plan::parse_openings(&read_text(path)?);
    if openings.is_empty() {
        let what = format!("{} has no openings", path.display());
        return Err(Failure::new(what, "write a line of moves for each"));
    }
    Ok(openings)
}

/// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
pub fn sprt(text: &str) -> Result<SprtPlan, Failure> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[elo0, elo1]) => Ok(SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        Some(&[elo0, elo1, alpha, beta]) => Ok(SprtPlan { elo0, elo1, alpha, beta }),
        _ => Err(Failure::new(
            format!("{text:?} is not a sequential test"),
            "write --sprt 0,10 for a difference of 0 against 10 Elo, or --sprt 0,10,0.05,0.05 with both risks",
        )),
    }
}
