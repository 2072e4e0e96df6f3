//! `ludwerk series`: the table of a test of people against agents, whose games `ludwerk play --series` keeps.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludwerk_arena::record::Record;
use ludwerk_arena::series::folder::{Folder, FolderError, Games};
use ludwerk_arena::series::{OpponentTable, PersonRow, SeriesGame, table};
use ludwerk_registry::levels::uninformed;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::json;

use crate::CommandResult;
use crate::args::SeriesArgs;
use crate::commands::data_folder;
use crate::failure::Failure;
use crate::output::{self, BOLD, Table, percent};

/// The folder of all series, in the data directory.
const FOLDER: &str = "series";

/// Where series are kept.
pub fn root(data: Option<&Path>) -> Result<PathBuf, Failure> {
    Ok(data_folder(data)?.join(FOLDER))
}

pub fn run(args: &SeriesArgs, as_json: bool) -> CommandResult {
    let root = root(args.data.as_deref())?;
    let Some(name) = &args.name else { return list(&root, as_json) };
    let folder = Folder::open(&root, name)?;
    let found = folder.games()?;
    if args.records {
        let mut stdout = std::io::stdout().lock();
        found.games.iter().try_for_each(|kept| kept.record.write_line(&mut stdout))?;
        return Ok(ExitCode::SUCCESS);
    }
    let tables = table(&games_of(&folder, &found)?);
    if as_json {
        let kind = folder.kind();
        output::json(&json!({
            "series": name,
            "game": kind.game,
            "variant": kind.variant,
            "players": kind.players,
            "opponents": tables,
            "unreadable": found.unreadable,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!("{BOLD}{name}{BOLD:#}: {}", folder.kind().words()))?;
    if tables.is_empty() {
        output::line(format!(
            "No game yet. `ludwerk play {} --series {name} --player NAME` plays one.",
            folder.kind().game
        ))?;
    }
    for part in &tables {
        print(part)?;
    }
    for kept in found.games.iter().filter(|kept| kept.record.result.is_none()) {
        output::note(format!("unfinished: {}", kept.path.display()));
    }
    for path in &found.unreadable {
        output::note(format!("not a game of this series: {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn print(part: &OpponentTable) -> Result<(), Failure> {
    let eyes = if part.peeks { ", which sees what is hidden from its seat" } else { "" };
    output::line(format!("\n{BOLD}Against {}{BOLD:#}{eyes}", part.opponent))?;
    let mut table = Table::new(&[
        "player",
        "#plays",
        "#win percentage",
        "#95%",
        "#wins",
        "#draws",
        "#losses",
        "#score",
        "#unfinished",
    ]);
    for row in &part.people {
        table.row(cells(&row.person, row));
    }
    if part.people.len() > 1 {
        table.styled_row(BOLD, cells("all", &part.all));
    }
    table.print()
}

fn cells(name: &str, row: &PersonRow) -> [String; 9] {
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), percent);
    let (low, high) = row.win_rate_ci95;
    let between = format!("{} to {}", percent(low), percent(high));
    [
        name.to_owned(),
        row.plays.to_string(),
        rate(row.win_rate),
        row.win_rate.map_or("-".to_owned(), |_| between),
        row.wins.to_string(),
        row.draws.to_string(),
        row.losses.to_string(),
        rate(row.score),
        row.unfinished.to_string(),
    ]
}

/// All series that there are.
fn list(root: &Path, as_json: bool) -> CommandResult {
    let mut rows = Vec::new();
    for name in Folder::names(root)? {
        // One that cannot be read does not hide the others.
        match Folder::open(root, &name).and_then(|folder| Ok((folder.games()?, folder))) {
            Ok((found, folder)) => {
                let finished = found.games.iter().filter(|kept| kept.record.result.is_some()).count();
                rows.push((name, folder.kind().clone(), finished, found.games.len() - finished));
            }
            Err(error) => output::note(format!("{name}: {error}")),
        }
    }
    if as_json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, kind, finished, unfinished)| {
                json!({
                    "series": name,
                    "game": kind.game,
                    "variant": kind.variant,
                    "players": kind.players,
                    "finished": finished,
                    "unfinished": unfinished,
                })
            })
            .collect();
        output::json(&rows)?;
    } else if rows.is_empty() {
        output::line("No series yet. `ludwerk play GAME --series NAME --player NAME` begins one.")?;
    } else {
        let mut table = Table::new(&["series", "game", "#finished", "#unfinished"]);
        for (name, kind, finished, unfinished) in rows {
            table.row([name, kind.words(), finished.to_string(), unfinished.to_string()]);
        }
        table.print()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The games as the table wants them: one entry for each person of each game.
fn games_of(folder: &Folder, found: &Games) -> Result<Vec<SeriesGame>, Failure> {
    let kind = folder.kind();
    let game = ludwerk_registry::game(&kind.game)?.configure(Some(&kind.variant), Some(kind.players))?;
    let mut seats = Seats { game, known: HashMap::new() };
    Ok(found.games.iter().flat_map(|kept| seats.people(&kept.record)).collect())
}

/// Who sits where: what the names in records mean.
struct Seats {
    game: AnyGame,
    /// For each name the agent that it stands for, as the table calls it, and whether it peeks; nothing for people.
    known: HashMap<String, Option<(String, bool)>>,
}

impl Seats {
    fn agent(&mut self, name: &str) -> Option<(String, bool)> {
        let game = &self.game;
        let find = || {
            let spec: Spec = name.parse().ok()?;
            let peeks = game.agent(&spec, 0).ok()?.peeks();
            // What an adaptive agent was told of a person makes it no other opponent.
            Some((uninformed(&spec).to_string(), peeks))
        };
        self.known.entry(name.to_owned()).or_insert_with(find).clone()
    }

    fn people(&mut self, record: &Record) -> Vec<SeriesGame> {
        let agents: Vec<_> = record.seats.iter().map(|name| self.agent(name)).collect();
        let peeks = !record.peeks.is_empty() || agents.iter().flatten().any(|(_, peeks)| *peeks);
        let called: Vec<_> = record
            .seats
            .iter()
            .zip(&agents)
            .map(|(name, agent)| agent.as_ref().map_or_else(|| name.clone(), |(spec, _)| spec.clone()))
            .collect();
        let people = (0..called.len()).filter(|&seat| agents[seat].is_none());
        people
            .map(|seat| SeriesGame {
                person: called[seat].clone(),
                opponents: (0..called.len())
                    .filter(|&other| other != seat)
                    .map(|n| called[n].clone())
                    .collect(),
                peeks,
                share: record.result.as_ref().map(|result| result.returns[seat]),
            })
            .collect()
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
