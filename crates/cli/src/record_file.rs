//! Files of games: our own records, and whatever the registry reads of other programs.

use ludwerk_arena::record::{MoveRecord, Origin, Record, ResultRecord};
use ludwerk_core::Playthrough;
use ludwerk_registry::formats::{self, Format, FormatError, Told};
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
    Ok(games.into_iter().map(record_of).collect())
}

/// A format that is none; `others` are known besides those of the registry.
pub fn unknown_format(name: &str, others: &[&'static str]) -> Failure {
    let known = Format::ALL.iter().map(|format| format.name()).chain(others.iter().copied());
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

/// What other programs' files keep of a record.
pub fn told_of(record: &Record) -> Result<Told, Failure> {
    let play = replay(record)?;
    let result = result(record, &play);
    Ok(Told {
        play,
        is_position: record.position.is_some(),
        seats: record.seats.clone(),
        times_ms: record.moves.iter().map(|mv| mv.ms).collect(),
        result: result.map(|result| (result.returns, result.reason)),
        notes: Vec::new(),
    })
}

fn record_of(told: Told) -> Record {
    let origin = Origin { seed: None, is_position: told.is_position };
    let mut record = Record::of_play(&told.play, &[], origin, told.seats);
    for (MoveRecord { ms, .. }, time) in record.moves.iter_mut().zip(told.times_ms) {
        *ms = time;
    }
    if let (None, Some((returns, reason))) = (&record.result, told.result) {
        record.result = Some(ResultRecord { returns, points: None, reason, output: None });
    }
    record
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}
