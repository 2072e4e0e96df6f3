//! Files of games: our own records, and whatever the registry reads of other programs.

use ludwerk_arena::record::{Record, ResultRecord};
use ludwerk_core::{Game as _, Notation as _, Playthrough, Seat};
use ludwerk_registry::formats::{self, FileError, Format, ParsedGame};
use ludwerk_registry::{AnyGame, name_hint};

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::output;
use crate::position::read_text;

/// The name of our own format.
pub const RECORD: &str = "record";

/// All games of a file, in the order in which they stand there.
pub fn read(args: &FileArgs) -> Result<Vec<Record>, Failure> {
    let text = read_text(&args.path)?;
    let format = match args.from.as_deref() {
        Some(RECORD) => None,
        Some(name) => Some(Format::from_name(name).ok_or_else(|| unknown_format(name, &[RECORD]))?),
        None => Format::detect(&text),
    };
    let Some(format) = format else { return Ok(Record::parse_all(&text)?) };
    let games = formats::read(&text, format, args.variant.as_deref())?;
    let of_many = |n: usize| if games.len() > 1 { format!("game {}: ", n + 1) } else { String::new() };
    for (n, game) in games.iter().enumerate() {
        for note in &game.notes {
            output::note(format!("{}{note}", of_many(n)));
        }
    }
    let record = |told: ParsedGame| {
        let ParsedGame { play, is_position, seats, times_ms, result, .. } = told;
        Record::of_told(&play, is_position, seats, &times_ms, result)
    };
    Ok(games.into_iter().map(record).collect())
}

/// A format that is none; `others` are known besides those of the registry.
pub fn unknown_format(name: &str, others: &[&'static str]) -> Failure {
    let known = Format::all().iter().map(|format| format.name()).chain(others.iter().copied());
    Failure::new(format!("unknown format {name:?}"), name_hint(name, known))
}

/// The game that a record tells, played again by the rules.
pub fn replay(record: &Record) -> Result<Playthrough<AnyGame>, Failure> {
    let entry = ludwerk_registry::game(&record.game)?;
    Ok(record.replay(&entry.configure(Some(&record.variant), Some(record.players))?)?)
}

/// The result that a record tells, or else the one that its moves lead to.
pub fn result(record: &Record, play: &Playthrough<AnyGame>) -> Option<ResultRecord> {
    let by_rules = || Record::of_play(play, &[], record.origin(), record.seats.clone()).result;
    record.result.clone().or_else(by_rules)
}

/// Who won, in a few words.
pub fn who_won(result: &ResultRecord, game: &AnyGame) -> String {
    let has_part = |seat: &Seat| result.returns.get(seat.idx()).is_some_and(|&share| share > 0.0);
    let winners: Vec<_> =
        Seat::all(game.n_seats()).filter(has_part).map(|seat| game.seat_name(seat)).collect();
    match &winners[..] {
        // A player may have two colours.
        [winner] if winner.contains(" and ") => format!("{winner} win"),
        [winner] => format!("{winner} wins"),
        all if all.len() == game.n_seats() && all.len() == 2 => "a draw".to_owned(),
        all if all.len() == game.n_seats() => "a win shared by all".to_owned(),
        several => format!("a win shared by {}", several.join(" and ")),
    }
}

/// What other programs' files keep of a record.
pub fn told_of(record: &Record) -> Result<ParsedGame, Failure> {
    let play = replay(record)?;
    let result = result(record, &play);
    Ok(ParsedGame {
        play,
        is_position: record.position.is_some(),
        seats: record.seats.clone(),
        times_ms: record.moves.iter().map(|mv| mv.ms).collect(),
        result: result.map(|result| (result.returns, result.reason)),
        notes: Vec::new(),
    })
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let hint = formats::hint(&error);
        Self::new(error, hint)
    }
}
