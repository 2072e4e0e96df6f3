//! A game as plain text: who played, the moves by turns, the result.

use std::fmt::Write as _;

use ludwerk_arena::record::Record;
use ludwerk_core::{Game as _, Notation as _, Observe as _, Playthrough, Seat, Viewer};
use ludwerk_registry::AnyGame;
use unicode_width::UnicodeWidthStr as _;

use crate::output::number;
use crate::play::board_text;

/// What a seat plays before another has the turn; `None` for chance.
struct Turn {
    seat: Option<Seat>,
    moves: Vec<String>,
    /// The number of plies played at its end.
    end: usize,
}

/// The whole game.
pub fn write(record: &Record, play: &Playthrough<AnyGame>, has_boards: bool) -> String {
    let mut text = heading(record, play);
    text.push('\n');
    let turns = turns(play);
    if has_boards {
        with_boards(&mut text, play, &turns);
    } else {
        in_columns(&mut text, play.game(), &turns);
    }
    if !turns.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "Result: {}", result(record, play.game()));
    text
}

fn heading(record: &Record, play: &Playthrough<AnyGame>) -> String {
    let game = play.game();
    let mut text = format!("Game: {} ({}, {})\n", game.info().title, record.game, record.variant);
    for (seat, name) in record.seats.iter().enumerate() {
        let _ = writeln!(text, "{}: {name}", game.seat_name(seat));
    }
    if let Some(position) = &record.position {
        let _ = writeln!(text, "Position: {position}");
    }
    if let Some(setup) = &record.setup {
        let _ = writeln!(text, "Deal: {setup}");
    }
    if let Some(seed) = record.seed {
        let _ = writeln!(text, "Seed: {seed}");
    }
    text
}

fn turns(play: &Playthrough<AnyGame>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    // Only where a turn may be long do moves of one seat in a row belong together.
    let may_be_long = play.game().info().long_turns;
    for (ply, mv) in play.move_texts().into_iter().enumerate() {
        let seat = play.seat_at(ply);
        match turns.last_mut().filter(|last| may_be_long && last.seat == seat) {
            Some(last) => {
                last.moves.push(mv);
                last.end = ply + 1;
            }
            None => turns.push(Turn { seat, moves: vec![mv], end: ply + 1 }),
        }
    }
    turns
}

/// Rounds as rows, seats as columns.
fn in_columns(text: &mut String, game: &AnyGame, turns: &[Turn]) {
    let n_seats = game.n_seats();
    let mut rounds: Vec<Vec<String>> = Vec::new();
    let mut next = 0;
    for turn in turns {
        let moves = turn.moves.join(" ");
        let Some(seat) = turn.seat else {
            // Luck belongs to whoever moved last.
            let before = rounds.last_mut().and_then(|round| round.get_mut(next.max(1) - 1));
            match before {
                Some(cell) => {
                    let _ = write!(cell, " [{moves}]");
                }
                None => rounds.push(vec![format!("[{moves}]")]),
            }
            continue;
        };
        if seat < next || rounds.is_empty() {
            rounds.push(vec![String::new(); n_seats]);
        }
        let Some(round) = rounds.last_mut() else { continue };
        round.resize(n_seats, String::new());
        let gap = if round[seat].is_empty() { "" } else { " " };
        let _ = write!(round[seat], "{gap}{moves}");
        next = seat + 1;
    }
    let names = (0..n_seats).map(|seat| game.seat_name(seat)).collect();
    let rows: Vec<(String, Vec<String>)> = std::iter::once((String::new(), names))
        .chain(rounds.into_iter().enumerate().map(|(n, round)| (format!("{}.", n + 1), round)))
        .filter(|_| !turns.is_empty())
        .collect();
    let width_of = |seat: usize| {
        rows.iter().filter_map(|(_, cells)| cells.get(seat)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..n_seats).map(width_of).collect();
    for (number, cells) in &rows {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            format!("{cell}{space}")
        });
        let line = format!("{number:>4} {}", padded.collect::<Vec<_>>().join("  "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// A turn and what stands on the board after it, as everybody may see it.
fn with_boards(text: &mut String, play: &Playthrough<AnyGame>, turns: &[Turn]) {
    let game = play.game();
    let draw = |text: &mut String, ply: usize| {
        if let Some(state) = play.state_at(ply) {
            let _ = writeln!(text, "{}", board_text(game, &game.observe(state, Viewer::Spectator)));
        }
    };
    draw(text, 0);
    for (n, turn) in turns.iter().enumerate() {
        let who = turn.seat.map_or("chance".to_owned(), |seat| game.seat_name(seat));
        let _ = writeln!(text, "\n{}. {who}: {}", n + 1, turn.moves.join(" "));
        draw(text, turn.end);
    }
}

fn result(record: &Record, game: &AnyGame) -> String {
    let Some(result) = &record.result else { return "not finished".to_owned() };
    let winners: Vec<_> = (0..game.n_seats())
        .filter(|&seat| result.returns.get(seat).is_some_and(|&share| share > 0.0))
        .map(|seat| game.seat_name(seat))
        .collect();
    let who = match &winners[..] {
        [winner] => format!("{winner} wins"),
        several if several.len() == game.n_seats() => "shared by all".to_owned(),
        several => format!("shared by {}", several.join(" and ")),
    };
    let shares: Vec<_> = result.returns.iter().map(|&share| number(share)).collect();
    let points = result.points.as_ref().map_or(String::new(), |points| {
        let points: Vec<_> = points.iter().map(ToString::to_string).collect();
        format!("; points {}", points.join(" : "))
    });
    format!("{who} by {} ({}{points})", result.reason, shares.join(" : "))
}
