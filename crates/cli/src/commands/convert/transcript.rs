//! A game as plain text: who played, the moves by turns, the result.

use std::fmt::Write as _;

use ludwerk_arena::record::Record;
use ludwerk_core::{Game as _, Interchange as _, Notation as _, Observe as _, Playthrough, Seat, Viewer};
use ludwerk_protocol::Order;
use ludwerk_registry::AnyGame;
use unicode_width::UnicodeWidthStr as _;

use crate::output::number;
use crate::play::board_text;
use crate::record_file;

/// What a seat plays before another has the turn; `None` for chance.
struct Turn {
    seat: Option<Seat>,
    /// Under which name it stands.
    column: usize,
    moves: Vec<String>,
    /// The number of plies played at its end.
    end: usize,
}

/// The whole game.
pub fn write(record: &Record, play: &Playthrough<AnyGame>, has_boards: bool) -> String {
    let mut text = heading(record, play);
    text.push('\n');
    let (columns, turns) = turns(play, record.position.is_none());
    if has_boards {
        with_boards(&mut text, play, &turns);
    } else {
        in_columns(&mut text, &columns, &turns);
    }
    if !turns.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "Result: {}", result(record, play));
    text
}

fn heading(record: &Record, play: &Playthrough<AnyGame>) -> String {
    let game = play.game();
    let mut text = format!("Game: {} ({}, {})\n", game.info().title, record.game, record.variant);
    for (seat, name) in Seat::all(game.n_seats()).zip(&record.seats) {
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

/// The turns, and the names above the columns that they stand in: seats, or colours where these take turns and a seat
/// may have several.
fn turns(play: &Playthrough<AnyGame>, is_usual_start: bool) -> (Vec<String>, Vec<Turn>) {
    let game = play.game();
    let mut turns: Vec<Turn> = Vec::new();
    let colours = game.dialect();
    let has_colours = is_usual_start && colours.order == Order::Cycle;
    let columns: Vec<_> = if has_colours {
        colours.colours.iter().map(|colour| capitalised(&colour.words)).collect()
    } else {
        Seat::all(game.n_seats()).map(|seat| game.seat_name(seat)).collect()
    };
    // Only where a turn may be long do moves of one seat in a row belong together.
    let may_be_long = game.info().has_long_turns();
    for (ply, mv) in play.move_texts().into_iter().enumerate() {
        let seat = play.seat_at(ply);
        if let Some(last) = turns.last_mut().filter(|last| may_be_long && last.seat == seat) {
            last.moves.push(mv);
            last.end = ply + 1;
        } else {
            let column = if has_colours { ply % columns.len() } else { seat.unwrap_or(Seat::FIRST).idx() };
            turns.push(Turn { seat, column, moves: vec![mv], end: ply + 1 });
        }
    }
    (columns, turns)
}

/// The first whole word for a colour.
fn capitalised(words: &[String]) -> String {
    let word = words.iter().find(|word| word.len() > 1).or(words.first());
    let mut letters = word.map_or("", String::as_str).chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Rounds as rows, seats or colours as columns.
fn in_columns(text: &mut String, columns: &[String], turns: &[Turn]) {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    let mut next = 0;
    for turn in turns {
        let mut moves = turn.moves.join(" ");
        if turn.seat.is_none() {
            // Luck stands with whoever moved before it.
            moves = format!("[{moves}]");
        }
        let column = if turn.seat.is_none() { usize::max(next, 1) - 1 } else { turn.column };
        if rounds.is_empty() || turn.seat.is_some() && column < next {
            rounds.push(vec![String::new(); columns.len()]);
        }
        if let Some(cell) = rounds.last_mut().and_then(|round| round.get_mut(column)) {
            let gap = if cell.is_empty() { "" } else { " " };
            let _ = write!(cell, "{gap}{moves}");
        }
        next = column + usize::from(turn.seat.is_some());
    }
    if rounds.is_empty() {
        return;
    }
    let rows: Vec<(String, Vec<String>)> = std::iter::once((String::new(), columns.to_vec()))
        .chain(rounds.into_iter().enumerate().map(|(n, round)| (format!("{}.", n + 1), round)))
        .collect();
    let width_of = |column: usize| rows.iter().map(|(_, cells)| cells[column].width()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns.len()).map(width_of).collect();
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

fn result(record: &Record, play: &Playthrough<AnyGame>) -> String {
    let game = play.game();
    let Some(result) = record_file::result(record, play) else { return "not finished".to_owned() };
    let who = record_file::who_won(&result, game);
    let shares: Vec<_> = result.returns.iter().map(|&share| number(share)).collect();
    let points = result.points.as_ref().map_or(String::new(), |points| {
        let points: Vec<_> = points.iter().map(ToString::to_string).collect();
        format!("; points {}", points.join(" : "))
    });
    format!("{who} by {} ({}{points})", result.reason, shares.join(" : "))
}
