//! `ludwerk verify`: a table against the rules, every value of it.

use std::process::ExitCode;
use std::time::Instant;

use ludwerk_core::{Game as _, Notation as _};
use serde_json::{Value, json};

use super::solve::{cannot_solve, describe_counts, n_threads, tell, words};
use crate::CommandResult;
use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BAD, DIM, GOOD, thousands};
use crate::position::configure;
use crate::progress::Progress;

pub fn run(args: &VerifyArgs, as_json: bool) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    if game.table_name().is_none() {
        return Err(cannot_solve(&game));
    }
    let table = game.tablebase(&args.table).map_err(|error| Failure::of_table(&args.table, &error))?;
    let n_threads = n_threads(args.threads.map(usize::from));
    let mut progress = Progress::of_fraction();
    let begun = Instant::now();
    let found = table.verify(n_threads, interrupt::flag(), &mut |done| {
        progress.show_fraction(done, || format!("checking {}", game.info().title));
    });
    drop(progress);
    let Some(found) = found else {
        return Err(Failure::interrupted(
            "the table was not checked to the end",
            "the same command begins anew",
        ));
    };
    let seconds = begun.elapsed().as_secs_f64();
    let position =
        |number| table.position(number).map_or_else(String::new, |state| game.position_text(&state));
    if as_json {
        let wrong = found.wrong.iter().map(|wrong| {
            let value = |verdict: ludwerk_registry::Verdict| -> Value {
                json!({"value": verdict.name(), "plies": verdict.plies()})
            };
            json!({
                "position": position(wrong.number),
                "says": value(wrong.says),
                "follows": value(wrong.follows),
            })
        });
        let mut description = describe_counts(&found.summary);
        description["ok"] = json!(found.n_wrong == 0);
        description["wrong"] = json!(found.n_wrong);
        description["examples"] = json!(wrong.collect::<Vec<_>>());
        description["seconds"] = json!(seconds);
        output::json(&description)?;
    } else {
        tell(&found.summary)?;
        for wrong in &found.wrong {
            output::line(format!(
                "{BAD}{}: {}, but {} follows{BAD:#}",
                position(wrong.number),
                words(wrong.says),
                words(wrong.follows),
            ))?;
        }
        if found.n_wrong == 0 {
            output::line(format!("{GOOD}every value follows from those of its successors{GOOD:#}"))?;
        } else {
            output::line(format!("{BAD}{} values are wrong{BAD:#}", thousands(found.n_wrong)))?;
        }
        output::line(format!("{DIM}{seconds:.1} s{DIM:#}"))?;
    }
    Ok(if found.n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
