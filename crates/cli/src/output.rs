//! What goes to standard output: JSON for programs, aligned tables for people.
//!
//! Colour appears only where the terminal has it and `NO_COLOR` is not set; `anstream` sees to that.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use ludwerk_core::value::{Meaning, Value};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::failure::Failure;
use crate::program;

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
pub const BAD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

/// Prints one JSON document as a line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, value).map_err(io::Error::from)?;
    writeln!(stdout)?;
    Ok(())
}

/// Prints a line for people.
pub fn line(text: impl std::fmt::Display) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{}", program::in_own_words(&text.to_string()))?;
    Ok(())
}

/// Says something about the run on standard error, where it disturbs no data.
pub fn note(text: impl std::fmt::Display) {
    let text = text.to_string();
    let _ = writeln!(anstream::stderr(), "{DIM}{}{DIM:#}", program::in_own_words(&text));
}

/// A table with a heading and aligned columns.
pub struct Table {
    headings: Vec<String>,
    /// Which columns hold numbers, and so end flush.
    is_number: Vec<bool>,
    rows: Vec<(Style, Vec<String>)>,
}

impl Table {
    /// A column whose heading starts with `#` holds numbers.
    pub fn new(headings: &[&str]) -> Self {
        Self {
            is_number: headings.iter().map(|heading| heading.starts_with('#')).collect(),
            headings: headings.iter().map(|heading| heading.trim_start_matches('#').to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.styled_row(Style::new(), cells);
    }

    pub fn styled_row(&mut self, style: Style, cells: impl IntoIterator<Item = String>) {
        self.rows.push((style, cells.into_iter().collect()));
    }

    pub fn print(&self) -> Result<(), Failure> {
        self.lines().iter().try_for_each(line)
    }

    /// The lines of the table, the heading first.
    pub fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|(_, row)| row[column].width());
            cells.chain([self.headings[column].width()]).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.headings.len()).map(width).collect();
        let aligned = |cells: &[String]| {
            let padded = cells.iter().enumerate().map(|(column, cell)| {
                let space = " ".repeat(widths[column] - cell.width());
                if self.is_number[column] { format!("{space}{cell}") } else { format!("{cell}{space}") }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let heading = format!("{BOLD}{}{BOLD:#}", aligned(&self.headings));
        let rows = self.rows.iter().map(|(style, row)| format!("{style}{}{style:#}", aligned(row)));
        std::iter::once(heading).chain(rows).collect()
    }
}

/// A number with its thousands set apart: 50,503,579.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The width of what is printed for people, in characters.
pub const WIDTH: usize = 100;

/// A text broken between words into lines of at most so many characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.width() + 1 + word.width() <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Items in as many columns as fit in 100 characters, read from left to right.
pub fn columns(items: &[String]) -> String {
    let widest = items.iter().map(|item| item.width()).max().unwrap_or(0) + 2;
    let per_line = (WIDTH / widest).max(1);
    let mut lines = Vec::new();
    for chunk in items.chunks(per_line) {
        let padded = chunk.iter().map(|item| format!("{item}{}", " ".repeat(widest - item.width())));
        lines.push(padded.collect::<String>().trim_end().to_owned());
    }
    lines.join("\n")
}

/// A value with as many digits as help: whole numbers plain, others with two decimals.
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// A share as a percentage; `-` if there is none.
pub fn percent(share: f64) -> String {
    if share.is_nan() { "-".to_owned() } else { format!("{:.1}%", share * 100.0) }
}

/// The value of a position as people say it: how soon the game is won, what share of it can be expected, or
/// an evaluation.
pub fn value(value: Value) -> String {
    match value.meaning() {
        Meaning::Win { plies } => format!("win in {plies}"),
        Meaning::Loss { plies } => format!("loss in {plies}"),
        Meaning::WinProbability(share) => format!("{} expected", percent(share)),
        Meaning::Evaluation(value) => format!("value {}", number(value)),
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::value::Unit;

    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(50_503_579), "50,503,579");
    }

    #[test]
    fn values_are_said_as_people_say_them() {
        let said = |number, unit, n_seats| value(Value::new(number, unit, n_seats));
        assert_eq!(said(999_993.0, Unit::Evaluation, 2), "win in 7");
        assert_eq!(said(-999_998.0, Unit::WinProbability, 3), "loss in 2");
        assert_eq!(said(200_000.0, Unit::WinProbability, 2), "60.0% expected");
        assert_eq!(said(-200_000.0, Unit::Evaluation, 2), "40.0% expected");
        assert_eq!(said(0.0, Unit::WinProbability, 2), "50.0% expected");
        assert_eq!(said(-500_000.0, Unit::WinProbability, 4), "12.5% expected");
        assert_eq!(said(-3.5, Unit::Evaluation, 2), "value -3.50");
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        let text = "word ".repeat(50);
        let lines = wrapped(&text, 100);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [99, 99, 49]);
        assert_eq!(lines.join(" "), text.trim_end());
        assert!(wrapped("", 100).is_empty());
        assert_eq!(wrapped("a loooooong word", 5), ["a", "loooooong", "word"], "a word is never broken");
    }

    #[test]
    fn columns_are_filled_from_left_to_right() {
        let items: Vec<_> = (0..30).map(|n| format!("item{n}")).collect();
        assert!(columns(&items).starts_with("item0   item1   item2"));
        assert_eq!(columns(&[]), "");
    }
}
