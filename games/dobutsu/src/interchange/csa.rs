//! Dobutsu Shogi in the notation of Tanaka's programs, a kind of CSA. It is read, and not written.
//!
//! A move is a sign for the side, two squares and the piece as it is after the move: `+B3B2HI`; `00` is the hand:
//! `-00A2KI`. `N+` and `N-` name the players, `T5` is the time of the move before in seconds, `%TORYO` resigns, and `'`
//! begins a comment. Squares are called as ours. Only games from the usual start are read.

use ludwerk_core::interchange::{FileError, ParsedGame};
use ludwerk_core::{Configure as _, Seat};

use crate::rules::Dobutsu;

/// The pieces, with our letters.
const PIECES: [(&str, char); 5] = [("HI", 'C'), ("ZO", 'E'), ("KI", 'G'), ("LI", 'L'), ("NI", 'H')];

/// How a game ends that the moves do not end: the word, what the side to move gets, and our reason.
const ENDINGS: [(&str, f64, &str); 6] = [
    ("%TORYO", 0.0, "resignation"),
    ("%TIME_UP", 0.0, "time"),
    ("%ILLEGAL_MOVE", 0.0, "forfeit"),
    ("%TSUMI", 0.0, "mate"),
    ("%KACHI", 1.0, "try"),
    ("%SENNICHITE", 0.5, "repetition"),
];

/// Whether a line is a move.
pub fn is_move(line: &str) -> bool {
    parse_move(line.trim()).is_some()
}

/// The side, where the piece comes from, where it goes, and which it is then.
fn parse_move(text: &str) -> Option<(Seat, &str, &str, char)> {
    let text = text.split(',').next()?.trim();
    let side =
        Seat::all(2).zip(["+", "-"]).find_map(|(side, sign)| text.starts_with(sign).then_some(side))?;
    let parts = text.get(1..).filter(|rest| rest.is_ascii() && rest.len() == 6)?;
    let is_square = |name: &str| {
        let bytes = name.as_bytes();
        matches!(bytes[0].to_ascii_uppercase(), b'A'..=b'C') && matches!(bytes[1], b'1'..=b'4')
    };
    let (from, to) = (&parts[..2], &parts[2..4]);
    let (_, piece) = PIECES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&parts[4..]))?;
    (is_square(to) && (from == "00" || is_square(from))).then_some((side, from, to, *piece))
}

/// Reads the game of a file.
pub fn read(text: &str, variant: Option<&str>) -> Result<Vec<ParsedGame<Dobutsu>>, FileError> {
    if let Some(variant) = variant {
        return Ok(vec![read_by(text, variant)?]);
    }
    // The rule set is not told: the first that fits.
    let mut first = None;
    for variant in Dobutsu::INFO.variants {
        match read_by(text, variant.name) {
            Ok(told) => return Ok(vec![told]),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or(FileError::Empty))
}

fn read_by(text: &str, variant: &str) -> Result<ParsedGame<Dobutsu>, FileError> {
    let game = Dobutsu::configure(Some(variant), None)?;
    let mut told = ParsedGame::begin(game, None).map_err(|error| FileError::at(1, error))?;
    let mut ending = None;
    // A line may hold several parts, with commas between them.
    let parts = text.lines().enumerate().flat_map(|(n, line)| {
        let is_comment = line.trim_start().starts_with('\'');
        line.split(',').filter(move |_| !is_comment).map(move |part| (n + 1, part.trim()))
    });
    for (line, part) in parts {
        if let Some((side, from, to, piece)) = parse_move(part) {
            if Some(side) != told.play.to_move().or(Some(side)) {
                return Err(FileError::at(line, format!("{part}: it is the other side's turn")));
            }
            let (from, to) = (from.to_lowercase(), to.to_lowercase());
            let text = match (from.as_str(), piece) {
                ("00", piece) => format!("{piece}*{to}"),
                // The piece is named as it is after the move; the rules know what it was before.
                (from, 'H') => format!("{from}-{to}"),
                (from, piece) => format!("{piece}{from}-{to}"),
            };
            told.play.play_text(&text).map_err(|error| FileError::at(line, error))?;
            told.times_ms.push(None);
        } else if let Some(found) = ENDINGS.iter().find(|(word, ..)| part.eq_ignore_ascii_case(word)) {
            ending = Some(found);
        } else if let Some(seconds) = part.strip_prefix('T').and_then(|time| time.parse::<f64>().ok()) {
            if let Some(last) = told.times_ms.last_mut() {
                *last = Some(seconds.max(0.0) * 1e3);
            }
        } else if let Some(side) = ["N+", "N-"].iter().position(|sign| part.starts_with(sign)) {
            let name = part[2..].trim();
            if !name.is_empty() {
                name.clone_into(&mut told.seats[side]);
            }
        } else if part.starts_with(['+', '-']) && part.as_bytes().get(2).is_some_and(u8::is_ascii_digit) {
            return Err(FileError::at(line, format!("{part:?} is no move; write +B3B2HI")));
        }
    }
    let share = ending.zip(told.play.to_move()).map(|(&(_, share, reason), mover)| {
        let returns = if mover == Seat::FIRST { vec![share, 1.0 - share] } else { vec![1.0 - share, share] };
        (returns, reason.to_owned())
    });
    told.conclude(share);
    Ok(told)
}
