//! `ludwerk play`: a game in the terminal, full-screen or line by line.
//!
//! Both ways drive the same [`driver::Driver`], which knows the rules of the table (turns, undo, hints,
//! saving) and nothing of terminals.

mod drawing;
mod driver;
mod memory;
mod plain;
mod tui;

use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::Path;

use ludwerk_arena::record::{Record, RecordError};
use ludwerk_arena::series::folder::{Folder, Kind};
use ludwerk_core::Game as _;
use ludwerk_registry::{AnyGame, Spec, best_agent};

pub use drawing::board_text;

use crate::CommandResult;
use crate::args::PlayArgs;
use crate::commands::{data_folder, series_folder};
use crate::failure::Failure;
use crate::position::{Start, echo_seed, read_text, seed};
use driver::{Driver, Peeking, Player};
use memory::Memory;

pub fn run(args: &PlayArgs) -> CommandResult {
    let driver = prepare(args)?;
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.plain || !is_terminal { plain::run(driver) } else { tui::run(driver) }
}

/// The driver that the arguments describe: a new game, or a saved one.
fn prepare(args: &PlayArgs) -> Result<Driver, Failure> {
    let peeking = if args.allow_peeking { Peeking::Allowed } else { Peeking::Refused };
    let mut driver = if let Some(path) = &args.load {
        let record = pick_record(Record::parse_all(&read_text(path)?)?, args.game_number)?;
        let game = game_of(&record, &args.start.game.game)?;
        let play = record.replay(&game)?;
        let players = args.seats.as_ref().map(|seats| parse_seats(&game, seats)).transpose()?;
        let seed = record.seed.unwrap_or_else(|| seed(&args.start.game.config));
        Driver::of_record(&record, play, players, seed, peeking)?
    } else {
        let start = Start::new(&args.start)?;
        let game = start.play.game();
        let players = match &args.seats {
            Some(seats) => parse_seats(game, seats)?,
            None => default_seats(game),
        };
        let players = named(game, players, &args.player)?;
        Driver::new(start.play, start.origin, players, Vec::new(), start.seed, peeking)?
    };
    if Memory::is_wanted(driver.session.players()) {
        driver.remember(Memory::open(&data_folder(args.data.as_deref())?)?)?;
    }
    if let Some(path) = &args.save {
        driver.keep_in(path.clone())?;
    }
    if let Some(name) = &args.series {
        driver.join(series(name, &driver, args.data.as_deref())?)?;
    }
    echo_seed(driver.seed());
    Ok(driver)
}

/// The series of this name, which must be of the driver's game.
fn series(name: &str, driver: &Driver, data: Option<&Path>) -> Result<Folder, Failure> {
    let players = driver.session.players();
    if players.iter().all(Player::is_human) || !driver.has_humans() {
        return Err(Failure::new(
            "a series tests people against agents",
            "give --seats at least one `human` and one agent",
        ));
    }
    let game = driver.session.game();
    let kind = Kind::new(game.info().id, game.variant(), game.n_seats());
    Ok(Folder::create(&series_folder(data)?, name, &kind)?)
}

/// The longest name of a person.
const MOST_NAME: usize = 40;

/// The same players, with people called by these names.
fn named(game: &AnyGame, mut players: Vec<Player>, names: &[String]) -> Result<Vec<Player>, Failure> {
    if names.is_empty() {
        return Ok(players);
    }
    let n_people = players.iter().filter(|player| player.is_human()).count();
    if names.len() != n_people {
        return Err(Failure::new(
            format!("--player names {} people, and --seats has {n_people}", names.len()),
            "write --player once for each `human` of --seats, in their order",
        ));
    }
    for (n, name) in names.iter().enumerate() {
        let is_name = !name.trim().is_empty()
            && name.chars().count() <= MOST_NAME
            && !name.chars().any(char::is_control)
            && !names[..n].contains(name);
        if !is_name || !driver::recorded(game, name).is_human() {
            return Err(Failure::new(
                format!("{name:?} cannot be the name of a person here"),
                format!("take one of 1 to {MOST_NAME} letters that is no agent's and nobody else's"),
            ));
        }
    }
    let people = players.iter_mut().filter(|player| player.is_human());
    for (player, name) in people.zip(names) {
        *player = Player::Human(name.trim().to_owned());
    }
    Ok(players)
}

/// The game that was asked for, or the only one.
pub fn pick_record(mut records: Vec<Record>, number: Option<NonZeroUsize>) -> Result<Record, Failure> {
    let n_games = records.len();
    let idx = match number {
        Some(number) => number.get() - 1,
        None if n_games == 1 => 0,
        None => usize::MAX,
    };
    if idx < n_games {
        return Ok(records.swap_remove(idx));
    }
    let hint = match n_games {
        0 => "a record is JSON with \"format\":\"ludwerk-record/1\"".to_owned(),
        n => format!("choose one with --game-number, from 1 to {n}"),
    };
    Err(Failure::new(format!("the file holds {n_games} games"), hint))
}

/// The game of a record, which must be the one with this id.
fn game_of(record: &Record, id: &str) -> Result<AnyGame, Failure> {
    let entry = ludwerk_registry::game(id)?;
    if record.game != id {
        // Named before its variant is looked for among those of another game.
        return Err(RecordError::OtherGame { found: record.game.clone(), wanted: id.to_owned() }.into());
    }
    Ok(entry.configure(Some(&record.variant), Some(record.players))?)
}

/// A person first, the best agent on all other seats.
fn default_seats(game: &AnyGame) -> Vec<Player> {
    let engine = || driver::player(best_agent());
    std::iter::once(driver::human()).chain(std::iter::repeat_with(engine)).take(game.n_seats()).collect()
}

fn parse_seats(game: &AnyGame, text: &str) -> Result<Vec<Player>, Failure> {
    let specs = Spec::parse_list(text)?;
    let n_seats = game.n_seats();
    if specs.len() != n_seats {
        return Err(Failure::new(
            format!("--seats names {} players, and {} has {n_seats} seats", specs.len(), game.info().id),
            format!("write --seats {}", vec!["human"; n_seats].join(",")),
        ));
    }
    Ok(specs.into_iter().map(driver::player).collect())
}
