//! `ludwerk convert`: games in other formats.

mod transcript;

use std::io::Write as _;
use std::process::ExitCode;

use ludwerk_arena::record::Record;
use ludwerk_registry::formats::{self, Format};

use crate::CommandResult;
use crate::args::ConvertArgs;
use crate::failure::Failure;
use crate::output;
use crate::play::pick_record;
use crate::record_file::{self, RECORD};

/// The name of plain text.
const TEXT: &str = "text";

/// What games are written as.
#[derive(Clone, Copy)]
enum Target {
    Record,
    Text { has_boards: bool },
    Foreign(Format),
}

pub fn run(args: &ConvertArgs) -> CommandResult {
    let target = target(args)?;
    let mut records = record_file::read(&args.file)?;
    if args.file.game_number.is_some() {
        records = vec![pick_record(records, args.file.game_number)?];
    }
    if records.is_empty() {
        return Err(Failure::new(
            "there is no game in it",
            "a record is JSON with \"format\":\"ludwerk-record/1\"",
        ));
    }
    let n_games = records.len();
    let mut texts = Vec::new();
    for (n, record) in records.iter().enumerate() {
        let place = if n_games > 1 { format!("game {}: ", n + 1) } else { String::new() };
        let (text, notes) = write(record, target).map_err(|failure| failure.with_prefix(&place))?;
        for note in notes {
            output::note(format!("{place}{note}"));
        }
        texts.push(text);
    }
    // What has several lines is set apart; our own records stand one a line.
    let text = texts.join(if matches!(target, Target::Record) { "" } else { "\n" });
    match &args.out {
        None => anstream::stdout().write_all(text.as_bytes())?,
        Some(path) => {
            std::fs::write(path, text).map_err(|error| {
                let message = format!("cannot write {}: {error}", path.display());
                Failure::new(message, "check the path given to --out")
            })?;
            let games = if n_games == 1 { "one game is".to_owned() } else { format!("{n_games} games are") };
            output::note(format!("{games} in {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn target(args: &ConvertArgs) -> Result<Target, Failure> {
    let target = match args.to.as_str() {
        RECORD => Target::Record,
        TEXT => Target::Text { has_boards: args.boards },
        name => Target::Foreign(
            Format::from_name(name).ok_or_else(|| record_file::unknown_format(name, &[RECORD, TEXT]))?,
        ),
    };
    if args.boards && !matches!(target, Target::Text { .. }) {
        return Err(Failure::new("only plain text has boards", "leave out --boards, or write --to text"));
    }
    Ok(target)
}

fn write(record: &Record, target: Target) -> Result<(String, Vec<String>), Failure> {
    match target {
        Target::Record => {
            // A damaged game is not handed on.
            record_file::replay(record)?;
            let mut line = Vec::new();
            record.write_line(&mut line)?;
            Ok((String::from_utf8_lossy(&line).into_owned(), Vec::new()))
        }
        Target::Text { has_boards } => {
            let play = record_file::replay(record)?;
            Ok((transcript::write(record, &play, has_boards), Vec::new()))
        }
        Target::Foreign(format) => Ok(formats::write(&record_file::told_of(record)?, format)?),
    }
}
