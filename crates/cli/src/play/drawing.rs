//! A position as lines of text, from the picture that the game gives.

use std::collections::BTreeSet;

use ludwerk_core::{Area, Cell, Draw as _, Game as _, Notation as _, Observe as _, Picture, Seat, Shape};
use ludwerk_registry::{AnyGame, AnyObservation};

use crate::output;
use anstream::adapter::strip_str;

/// The board with all hands as text; what the viewer sees in words where the game has no picture.
pub fn board_text(game: &AnyGame, observation: &AnyObservation) -> String {
    let picture = game.picture(observation);
    if picture.cells.is_empty() {
        return game.observation_text(observation);
    }
    let mut lines = Vec::new();
    for seat in Seat::all(game.n_seats()).rev() {
        if seat == Seat::FIRST {
            lines.extend(grid(&picture));
        }
        let hand: Vec<_> = cells(&picture, Area::Hand(seat)).collect();
        if let Some(text) = game.hand_text(observation, seat) {
            lines.push(format!("{}: {text}", game.seat_name(seat)));
        } else if !hand.is_empty() {
            // What lies in front of a seat need not be its own: pieces that all share, say, of which the notes tell.
            let is_held = |cell: &&&Cell| !cell.text.is_empty() && cell.owner == Some(seat);
            let held: Vec<_> = hand.iter().filter(is_held).map(|cell| cell.text.as_str()).collect();
            let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
            lines.push(format!("{} holds {held}", game.seat_name(seat)));
        }
    }
    lines.extend(picture.notes);
    lines.join("\n")
}

/// What stands where, in words: for those who hear the board rather than see it.
pub fn pieces_text(game: &AnyGame, observation: &AnyObservation) -> String {
    let picture = game.picture(observation);
    if picture.cells.is_empty() {
        return game.observation_text(observation);
    }
    let word = |cell: &Cell| if cell.label.is_empty() { cell.text.clone() } else { cell.label.clone() };
    let list = |seat: Seat, area: Area| {
        let own = cells(&picture, area).filter(|cell| cell.owner == Some(seat));
        let named = |cell: &Cell| match area {
            Area::Board => format!("{} {}", word(cell), cell.name),
            Area::Hand(_) => word(cell),
        };
        let list: Vec<_> = own.map(named).collect();
        match area {
            _ if !list.is_empty() => list.join(", "),
            Area::Board => "nothing on the board".to_owned(),
            Area::Hand(_) => "nothing".to_owned(),
        }
    };
    let lines = Seat::all(game.n_seats()).map(|seat| {
        let (name, on_board) = (game.seat_name(seat), list(seat, Area::Board));
        let has_hand = cells(&picture, Area::Hand(seat)).next().is_some();
        let hand = match game.hand_text(observation, seat) {
            Some(text) => format!("; {text}"),
            None if has_hand => format!("; in hand: {}", list(seat, Area::Hand(seat))),
            None => String::new(),
        };
        format!("{name}: {on_board}{hand}.")
    });
    let mut lines: Vec<_> = lines.collect();
    let of_nobody = |cell: &&Cell| cell.owner.is_none() && !cell.text.is_empty();
    let (board, shared): (Vec<_>, Vec<_>) =
        picture.cells.iter().filter(of_nobody).partition(|cell| cell.area == Area::Board);
    // An empty space may have a sign on the board, and goes without a word.
    let neutral: Vec<_> = board
        .into_iter()
        .filter(|cell| !cell.label.is_empty())
        .map(|cell| format!("{} {}", cell.label, cell.name))
        .collect();
    if !neutral.is_empty() {
        lines.push(format!("On the board, nobody's: {}.", neutral.join(", ")));
    }
    if !shared.is_empty() {
        let shared: Vec<_> = shared.into_iter().map(word).collect();
        lines.push(format!("In nobody's hand: {}.", shared.join(", ")));
    }
    lines.join("\n")
}

pub fn cells(picture: &Picture, area: Area) -> impl Iterator<Item = &Cell> {
    picture.cells.iter().filter(move |cell| cell.area == area)
}

/// What players count on the board, as tables under their titles.
pub fn tally_lines(game: &AnyGame, observation: &AnyObservation) -> Vec<String> {
    let mut lines = Vec::new();
    for tally in game.tallies(observation) {
        // Numbers end flush.
        let is_number =
            |column: usize| tally.rows.iter().all(|row| row[column].chars().all(|c| c.is_ascii_digit()));
        let headings: Vec<_> = tally
            .headings
            .iter()
            .enumerate()
            .map(|(column, heading)| format!("{}{heading}", if is_number(column) { "#" } else { "" }))
            .collect();
        let mut table = output::Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        tally.rows.into_iter().for_each(|row| table.row(row));
        lines.push(tally.title);
        lines.extend(table.lines().iter().map(|line| strip_str(line).to_string()));
    }
    lines
}

/// What moves name and the board does not show, or that of it which is called `name`; empty where nothing is.
pub fn shape_lines(game: &AnyGame, name: Option<&str>) -> Vec<String> {
    let wanted = name.map(str::to_lowercase);
    let is_wanted = |shape: &Shape| wanted.as_ref().is_none_or(|wanted| shape.names.contains(wanted));
    let mut lines = Vec::new();
    for shape in game.shapes().into_iter().filter(is_wanted) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(shape.title);
        lines.extend(shape.lines);
    }
    lines
}

/// The board: with the names of ranks and files along it where the squares' names show them, and otherwise with the
/// name of each space at the space itself.
fn grid(picture: &Picture) -> Vec<String> {
    let board: Vec<_> = cells(picture, Area::Board).collect();
    let labels = Labels::of(&board);
    let shown = |cell: &Cell| match &labels {
        None => named(cell),
        Some(_) if cell.text.is_empty() => ".".to_owned(),
        Some(_) => cell.text.clone(),
    };
    let widest = board.iter().map(|cell| shown(cell).chars().count()).max().unwrap_or(0);
    // A half cell is half as wide as the text with a blank on either side, or as narrow as the spaces of a row allow.
    let half = match labels {
        Some(_) => (widest + 2).div_ceil(2),
        None => (widest + 1).div_ceil(usize::from(least_step(&board))),
    };
    let mut lines = Vec::new();
    if let Some(labels) = &labels {
        lines.push(labels.files(half));
    }
    let ranks: BTreeSet<_> = board.iter().map(|cell| cell.y).collect();
    for y in ranks {
        let mut line = String::new();
        for cell in board.iter().filter(|cell| cell.y == y) {
            let at = usize::from(cell.x) * half;
            line.push_str(&" ".repeat(at.saturating_sub(line.chars().count())));
            line.push_str(&shown(cell));
        }
        let label = labels.as_ref().map_or(String::new(), |labels| labels.rank(y));
        lines.push(format!("{label}{line}"));
    }
    lines
}

/// A space with its name before what is there: `17:Rs3`, `-3,0:R`, `55~`.
pub fn named(cell: &Cell) -> String {
    let is_word = cell.text.chars().any(char::is_alphanumeric);
    format!("{}{}{}", cell.name, if is_word { ":" } else { "" }, cell.text)
}

/// How far apart, in half cells, the nearest spaces of a row are: farther on a board whose columns are shifted.
pub fn least_step(board: &[&Cell]) -> u16 {
    let steps = board.iter().flat_map(|cell| {
        let others = board.iter().filter(|other| other.y == cell.y && other.x > cell.x);
        others.map(|other| other.x - cell.x)
    });
    steps.min().unwrap_or(2).max(1)
}

/// Names of squares such as `b3`: a letter that goes with the column, a number that goes with the row.
pub struct Labels {
    files: Vec<(u16, String)>,
    ranks: Vec<(u16, String)>,
}

impl Labels {
    /// The labels, if every square's name consists of its file's and its rank's.
    pub fn of(board: &[&Cell]) -> Option<Self> {
        let (mut files, mut ranks) = (Vec::new(), Vec::new());
        for cell in board {
            let digits = cell.name.find(|c: char| c.is_ascii_digit())?;
            let (file, rank) = cell.name.split_at(digits);
            if file.is_empty() || !note(&mut files, cell.x, file) || !note(&mut ranks, cell.y, rank) {
                return None;
            }
        }
        Some(Self { files, ranks })
    }

    fn files(&self, half: usize) -> String {
        let mut line = " ".repeat(self.margin());
        for (x, name) in &self.files {
            let at = self.margin() + usize::from(*x) * half;
            line.push_str(&" ".repeat(at.saturating_sub(line.len())));
            line.push_str(name);
        }
        line
    }

    /// The name of the file at this column.
    pub fn file(&self, x: u16) -> Option<&str> {
        self.files.iter().find(|(at, _)| *at == x).map(|(_, name)| name.as_str())
    }

    /// The name of the rank at this row, as wide as the widest of them and a blank.
    pub fn rank(&self, y: u16) -> String {
        let name = self.ranks.iter().find(|(at, _)| *at == y).map_or("", |(_, name)| name);
        format!("{name:>width$} ", width = self.margin() - 1)
    }

    /// How many characters the names of the ranks take.
    pub fn margin(&self) -> usize {
        self.ranks.iter().map(|(_, name)| name.len()).max().unwrap_or(0) + 1
    }
}

/// Remembers that the line at `place` is called `name`; `false` if it was called otherwise before.
fn note(names: &mut Vec<(u16, String)>, place: u16, name: &str) -> bool {
    if let Some((_, known)) = names.iter().find(|(at, _)| *at == place) {
        return known == name;
    }
    names.push((place, name.to_owned()));
    true
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Rng, Viewer};

    use super::*;

    #[test]
    fn the_start_of_dobutsu_looks_like_the_board() {
        let game = ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap();
        let state = game.parse_position(".le..g..CELG C - S").unwrap();
        let text = board_text(&game, &game.observe(&state, Viewer::Spectator));
        assert_eq!(
            text,
            "Sky holds nothing\n  a   b   c\n1 .   l   e\n2 .   .   g\n3 .   .   C\n4 E   L   G\nForest holds C"
        );
        assert_ne!(state, game.start(&mut Rng::new(0)));
    }

    #[test]
    fn what_nobody_holds_alone_is_not_told_of_anybody() {
        let game = ludwerk_registry::game("blokus").unwrap().configure(Some("classic-3"), None).unwrap();
        let start = game.observe(&game.start(&mut Rng::new(0)), Viewer::Spectator);
        let (board, pieces) = (board_text(&game, &start), pieces_text(&game, &start));
        let held = |name: &str| {
            let line = board.lines().find_map(|line| line.strip_prefix(&format!("{name} holds ")));
            line.map(|line| line.split(';').next().unwrap_or_default())
        };
        for name in ["Blue", "Yellow", "Red", "Green"] {
            assert_eq!(held(name).map(|held| held.split(' ').count()), Some(21), "{name}: {board}");
        }
        let shared = held("Green").unwrap().replace(' ', ", ");
        assert!(pieces.ends_with(&format!("\nIn nobody's hand: {shared}.")), "{pieces}");
        assert_eq!(pieces.lines().count(), 4, "{pieces}");
    }
}
