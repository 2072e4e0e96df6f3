//! `ludwerk games`: what there is to play.

use std::process::ExitCode;

use ludwerk_core::GameInfo;
use serde_json::json;

use crate::CommandResult;
use crate::output::{self, BOLD, DIM, Table};

pub fn run(as_json: bool) -> CommandResult {
    let games: Vec<GameInfo> =
        ludwerk_registry::games().iter().map(ludwerk_registry::GameEntry::info).collect();
    if as_json {
        let rows: Vec<_> = games.iter().map(describe).collect();
        output::json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    for info in &games {
        output::line(format!("{BOLD}{}{BOLD:#}  {}", info.id, info.title))?;
        output::line(format!("  {}", info.summary))?;
        output::line(format!("  {DIM}{}{DIM:#}", facts(info)))?;
        output::line("")?;
        let mut table = Table::new(&["  variant", ""]);
        for variant in info.variants {
            table.row([format!("  {}", variant.name), variant.summary.to_owned()]);
        }
        table.print()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(info: &GameInfo) -> serde_json::Value {
    json!({
        "id": info.id,
        "title": info.title,
        "variants": info.variants.iter().map(|variant| variant.name).collect::<Vec<_>>(),
        "seats": [info.seats.0, info.seats.1],
        "hidden": info.is_hidden(),
        "chance": info.has_chance(),
    })
}

fn facts(info: &GameInfo) -> String {
    let (fewest, most) = info.seats;
    let players =
        if fewest == most { format!("{fewest} players") } else { format!("{fewest} to {most} players") };
    let secrets = if info.is_hidden() { "hidden information" } else { "no secrets" };
    let luck = if info.has_chance() { "chance" } else { "no chance" };
    format!("{players}, {secrets}, {luck}")
}
