//! `ludwerk report`: a tournament as one HTML file.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use ludwerk_arena::tournament::{Access, Entrant, Plan, Store, StoreError};
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_report::{Report, ReportError};
use serde_json::json;

use crate::CommandResult;
use crate::args::ReportArgs;
use crate::failure::Failure;
use crate::output::{self, BOLD};

/// What the file is called if it is not told.
const FILE: &str = "report.html";

pub fn run(args: &ReportArgs, as_json: bool) -> CommandResult {
    let folder = &args.folder;
    if !folder.is_dir() {
        let what = if folder.exists() { "is no folder" } else { "does not exist" };
        let message = format!("{} {what}", folder.display());
        return Err(Failure::new(message, "name the folder that `ludwerk tournament` wrote"));
    }
    let store = Store::open(folder, Access::Read).map_err(unreadable)?;
    let report = make(&store)?;
    let out = args.out.clone().unwrap_or_else(|| folder.join(FILE));
    write(&out, &report.html)?;
    let file = out.display().to_string();
    if as_json {
        output::json(&json!({ "file": file, "games": report.games }))?;
    } else if report.games == 0 {
        output::line(format!("{BOLD}{file}{BOLD:#} says that no game has been played yet"))?;
    } else {
        output::line(format!("{BOLD}{file}{BOLD:#} tells of {} games", report.games))?;
    }
    if args.open
        && let Err(error) = open::that_detached(&out)
    {
        output::note(format!("the report could not be opened ({error}); open {file} yourself"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The report of a tournament.
pub fn make(store: &Store) -> Result<Report, Failure> {
    let plan = store.plan();
    let game = ludwerk_registry::game(&plan.game)?.configure(plan.variant.as_deref(), plan.players)?;
    ludwerk_report::report(store, &game, &resolved(&game, plan))
        .map_err(|ReportError::Store(error)| unreadable(error))
}

/// Writes beside the place first, so that a report is there as a whole or not at all.
fn write(out: &Path, html: &str) -> Result<(), Failure> {
    let mut beside = out.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, html).and_then(|()| fs::rename(&beside, out));
    written.map_err(|error| {
        // Nothing half-written stays; if it cannot be removed, nothing was written.
        let _ = fs::remove_file(&beside);
        let message = format!("cannot write {}: {error}", out.display());
        Failure::new(message, "name a file in a folder that you may write to: --out FILE")
    })
}

/// The agents' specs with all that the game fills in. One that is not known any more stays as it was written.
fn resolved(game: &AnyGame, plan: &Plan) -> Vec<String> {
    let resolve = |text: &str| {
        let spec = text.parse::<Spec>().ok()?;
        Some(game.resolve(&spec).ok()?.to_string())
    };
    let specs = plan.agents.iter().map(Entrant::spec);
    specs.map(|spec| resolve(spec).unwrap_or_else(|| spec.to_owned())).collect()
}

fn unreadable(error: StoreError) -> Failure {
    let hint = error.hint();
    Failure::new(error, hint)
}
