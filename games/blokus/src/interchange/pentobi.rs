//! Blokus as Pentobi keeps it: SGF with properties of its own.
//!
//! The moves are those of our own notation. Colours are `B` and `W` for two, `1` to `4` otherwise; players `PB` and `PW`
//! for two, `P1` to `P4` otherwise. A colour that can place nothing is left out of the file: its passes are restored by
//! the rules. A game that begins elsewhere has its pieces in `AB`, `AW`, `A1` to `A4`, and the colour to move in `PL`.

use std::fmt::Write as _;

use ludwerk_core::interchange::sgf::{self, Node, Property, Tree, escaped};
use ludwerk_core::interchange::{FileError, FileFormat, ParsedGame, Transcript};
use ludwerk_core::{Configure as _, Game as _, Notation as _, Returns, Seat};

use super::is_classic;
use crate::colour::Colour;
use crate::rules::{Blokus, SHARED};

/// The value of `GM`, and the variant that it means.
const GAMES: [(&str, &str); 4] = [
    ("Blokus Duo", "duo"),
    ("Blokus", "classic"),
    ("Blokus Two-Player", "classic-2"),
    ("Blokus Three-Player", "classic-3"),
];

const PASS: &str = "pass";

/// The property of a colour, the one of very old files, the letter in position texts, and its name.
type Words = (&'static str, &'static str, char, &'static str);

/// What is different on the two boards.
struct Board {
    /// The length of the side.
    side: usize,
    /// The words for each colour, in the order of play.
    colours: &'static [Words],
}

const DUO: Board = Board { side: 14, colours: &[("B", "BLACK", 'B', "Black"), ("W", "WHITE", 'W', "White")] };

const CLASSIC: Board = Board {
    side: 20,
    colours: &[
        ("1", "BLUE", 'B', "Blue"),
        ("2", "YELLOW", 'Y', "Yellow"),
        ("3", "RED", 'R', "Red"),
        ("4", "GREEN", 'G', "Green"),
    ],
};

impl Board {
    fn of_colours(n_colours: usize) -> &'static Self {
        if n_colours == 2 { &DUO } else { &CLASSIC }
    }

    fn find(&self, is_meant: impl Fn(&Words) -> bool) -> Option<Colour> {
        self.colours.iter().position(is_meant).map(Colour::new)
    }

    fn words(&self, colour: Colour) -> &Words {
        &self.colours[colour.idx()]
    }

    /// The colour that a word means.
    fn colour(&self, word: &str) -> Option<Colour> {
        self.find(|(name, old, ..)| word.eq_ignore_ascii_case(name) || word == *old)
    }

    /// The colour that a setup property belongs to.
    fn set_up(&self, name: &str) -> Option<Colour> {
        name.strip_prefix('A').and_then(|colour| self.find(|(name, ..)| *name == colour))
    }
}

/// The property with the name of a seat's player.
fn player_property(seat: Seat, n_seats: usize) -> String {
    if n_seats == 2 { ["PB", "PW"][seat.idx()].to_owned() } else { format!("P{}", seat.idx() + 1) }
}

/// The format.
#[derive(Debug)]
pub struct Sgf;

impl FileFormat for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn is_likely(&self, text: &str) -> bool {
        text.trim_start().starts_with('(')
    }

    fn read(&self, text: &str, variant: Option<&str>) -> Result<Vec<Transcript>, FileError> {
        sgf::parse(text)?.iter().map(|tree| read_game(tree, variant)).collect()
    }

    fn write(&self, game: &Transcript) -> Result<(String, Vec<String>), FileError> {
        if is_classic(&game.variant) { write_on::<20, 4>(game) } else { write_on::<14, 2>(game) }
    }
}

/// A game by the rules that are asked for, or else by those that the file names.
fn read_game(tree: &Tree, variant: Option<&str>) -> Result<Transcript, FileError> {
    let root = tree.nodes.first().ok_or(FileError::Empty)?;
    let name = root
        .value("GM")
        .ok_or_else(|| FileError::at(root.line, "GM is missing, which names the game: GM[Blokus Duo]"))?;
    let meant = GAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    let (_, meant) = meant.ok_or_else(|| {
        let known: Vec<_> = GAMES.iter().map(|(name, _)| *name).collect();
        FileError::at(root.line, format!("GM[{name}] is not played here; {} are", known.join(", ")))
    })?;
    let variant = variant.unwrap_or(meant);
    if is_classic(variant) {
        read_on::<20, 4>(tree, root, variant)
    } else {
        read_on::<14, 2>(tree, root, variant)
    }
}

/// The same on a board of `N` by `N` with `C` colours.
fn read_on<const N: usize, const C: usize>(
    tree: &Tree,
    root: &Node,
    variant: &str,
) -> Result<Transcript, FileError> {
    let game = Blokus::<N, C>::configure(Some(variant), None)?;
    let board = Board::of_colours(C);
    let position = position_of(root, game.n_seats(), board)?;
    let mut told =
        ParsedGame::begin(game, position.as_deref()).map_err(|error| FileError::at(root.line, error))?;
    let n_seats = told.seats.len();
    for (seat, name) in Seat::all(n_seats).zip(&mut told.seats) {
        if let Some(written) =
            root.value(&player_property(seat, n_seats)).filter(|text| !text.trim().is_empty())
        {
            written.trim().clone_into(name);
        }
    }
    let first = first_colour(&told.play.game().position_text(told.play.start()), board);
    for (n, node) in tree.nodes.iter().enumerate() {
        for property in &node.properties {
            let is_setup = property.name == "AE" || board.set_up(&property.name).is_some();
            if is_setup && (n > 0 || property.name == "AE") {
                return Err(FileError::at(
                    property.line,
                    "pieces are set up or removed in the middle of a game",
                ));
            }
            if let Some(colour) = board.colour(&property.name) {
                play_move(&mut told, board, first, colour, property)?;
            }
        }
    }
    if tree.n_variations > 0 {
        told.notes.push(format!("variations are left out: {}", tree.n_variations));
    }
    told.times_ms = vec![None; told.play.moves().len()];
    let result = root.value("RE").filter(|_| n_seats == 2).and_then(parse_result);
    told.conclude(result);
    Ok(told.to_transcript())
}

/// Plays a move of a colour, and the passes of those before it that can place nothing.
fn play_move<const N: usize, const C: usize>(
    told: &mut ParsedGame<Blokus<N, C>>,
    board: &Board,
    first: Colour,
    colour: Colour,
    property: &Property,
) -> Result<(), FileError> {
    let error = |reason: &dyn std::fmt::Display| FileError::at(property.line, reason);
    for _ in 0..board.colours.len() {
        let due = first.later(told.play.moves().len(), board.colours.len());
        if due == colour {
            break;
        }
        told.play.play_text(PASS).map_err(|_| {
            let (.., due) = board.words(due);
            let (.., name) = board.words(colour);
            error(&format!("{name} moves, but it is the turn of {due}, who has something to place"))
        })?;
    }
    // Very old files have a value for every square.
    let squares = property.values.join(",");
    let text = if squares.trim().is_empty() { PASS } else { squares.trim() };
    told.play.play_text(text).map_err(|problem| error(&problem))
}

/// The colour that moves first, from a position text.
fn first_colour(position: &str, board: &Board) -> Colour {
    let letter = position.split_whitespace().nth(1).and_then(|word| word.chars().next());
    board.find(|&(_, _, known, _)| Some(known) == letter).unwrap_or(Colour::FIRST)
}

/// The position that the root sets up, as text; `None` for the usual start.
fn position_of(root: &Node, n_seats: usize, board: &Board) -> Result<Option<String>, FileError> {
    let mut squares = vec![vec!['.'; board.side]; board.side];
    let mut n_shared = 0;
    let mut has_pieces = false;
    for property in &root.properties {
        let Some(colour) = board.set_up(&property.name) else { continue };
        let &(_, _, letter, _) = board.words(colour);
        for piece in &property.values {
            has_pieces = true;
            n_shared += usize::from(colour == SHARED);
            for name in piece.split(',').map(str::trim) {
                let (row, column) = square(name, board.side)
                    .ok_or_else(|| FileError::at(property.line, format!("there is no square {name:?}")))?;
                squares[row][column] = letter;
            }
        }
    }
    let to_move = root.property("PL");
    if !has_pieces && to_move.is_none() {
        return Ok(None);
    }
    let colour = match to_move {
        None => Colour::FIRST,
        Some(property) => {
            property.values.first().and_then(|word| board.colour(word.trim())).ok_or_else(|| {
                FileError::at(
                    property.line,
                    format!("PL names a colour, not {:?}", property.values.join(" ")),
                )
            })?
        }
    };
    let rows: Vec<_> = squares.iter().map(|row| row_text(row)).collect();
    let mut text = format!("{} {}", rows.join("/"), board.words(colour).2);
    if n_seats == 3 {
        // Whoever is next to play the shared colour follows from how often it was played.
        let _ = write!(text, " {}", n_shared % 3 + 1);
    }
    Ok(Some(text))
}

fn row_text(row: &[char]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| (*a == '.') == (*b == '.')) {
        if run[0] == '.' { text.push_str(&run.len().to_string()) } else { text.extend(run) }
    }
    text
}

/// Row and column of a square, from the top left.
fn square(name: &str, side: usize) -> Option<(usize, usize)> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let column = usize::from(letter as u8 - b'a');
    let number: usize = name[1..].parse().ok()?;
    (column < side && (1..=side).contains(&number)).then(|| (side - number, column))
}

/// What `RE` says: who won, and how.
fn parse_result(text: &str) -> Option<(Vec<f64>, String)> {
    let text = text.trim();
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some((vec![0.5, 0.5], "draw".to_owned()));
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner.trim() {
        "B" | "b" => Seat::FIRST,
        "W" | "w" => Seat::SECOND,
        _ => return None,
    };
    let reason = match how.trim().chars().next().map(|letter| letter.to_ascii_uppercase()) {
        Some('R') => "resignation",
        Some('T') => "time",
        Some('F') => "forfeit",
        _ => "as the file tells",
    };
    Some((Returns::win(2, winner).as_slice().to_vec(), reason.to_owned()))
}

/// A game as a text, and notes on what is not in it, on a board of `N` by `N` with `C` colours.
fn write_on<const N: usize, const C: usize>(game: &Transcript) -> Result<(String, Vec<String>), FileError> {
    let told = ParsedGame::from_transcript(game, Blokus::<N, C>::configure(Some(&game.variant), None)?)?;
    let cannot = |what: String| FileError::Cannot { format: Sgf.name(), what };
    let play = &told.play;
    let game = play.game();
    let board = Board::of_colours(C);
    let n_seats = game.n_seats();
    let name = GAMES.iter().find(|(_, variant)| *variant == game.variant()).map(|(name, _)| *name);
    let name =
        name.ok_or_else(|| cannot(format!("the variant {}, which Pentobi does not play", game.variant())))?;
    let mut text = format!("(;GM[{name}]FF[4]CA[UTF-8]AP[Ludwerk:{}]", env!("CARGO_PKG_VERSION"));
    for (seat, player) in Seat::all(n_seats).zip(&told.seats) {
        let _ = write!(text, "{}[{}]", player_property(seat, n_seats), escaped(player));
    }
    let mut notes = Vec::new();
    match (result_text(&told), &told.result, play.outcome()) {
        (Some(result), ..) => {
            let _ = write!(text, "RE[{result}]");
        }
        (None, Some((_, reason)), None) => notes.push(format!("the result is left out: {reason}")),
        _ => {}
    }
    let start = game.position_text(play.start());
    if told.is_position {
        write_setup(&mut text, &start, board, n_seats).map_err(cannot)?;
    }
    let first = first_colour(&start, board);
    let moves = play.move_texts();
    for (ply, mv) in moves.iter().enumerate().filter(|(_, mv)| *mv != PASS) {
        let (property, ..) = board.words(first.later(ply, board.colours.len()));
        let _ = write!(text, "\n;{property}[{mv}]");
    }
    if moves.last().is_some_and(|last| last == PASS) {
        notes.push("the passes at the end of the unfinished game are left out".to_owned());
    }
    text.push_str(")\n");
    Ok((text, notes))
}

/// The result of a game for two, as SGF has it.
fn result_text<const N: usize, const C: usize>(told: &ParsedGame<Blokus<N, C>>) -> Option<String> {
    let (returns, reason) = told.result.as_ref().filter(|(returns, _)| returns.len() == 2)?;
    let winner = match returns.iter().position(|&share| share == 1.0) {
        Some(winner) => ["B", "W"][winner],
        None => return Some("0".to_owned()),
    };
    let points = told.play.outcome().and_then(|_| told.play.game().points(told.play.state()));
    let how = match (points.as_deref(), reason.as_str()) {
        (Some([black, white]), _) => (black - white).abs().to_string(),
        (_, "resignation") => "Resign".to_owned(),
        (_, "time") => "Time".to_owned(),
        (_, reason) if reason.starts_with("forfeit") => "Forfeit".to_owned(),
        _ => String::new(),
    };
    Some(format!("{winner}+{how}"))
}

/// The pieces of a position, from its text.
fn write_setup(text: &mut String, position: &str, board: &Board, n_seats: usize) -> Result<(), String> {
    let mut words = position.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let mut squares: Vec<Vec<char>> = Vec::new();
    for row in rows.split('/') {
        let mut cells = Vec::new();
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            let Some(mut number) = letter.to_digit(10) else {
                cells.push(letter);
                continue;
            };
            while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                number = 10 * number + digit;
                letters.next();
            }
            cells.extend(std::iter::repeat_n('.', number as usize));
        }
        squares.push(cells);
    }
    let mut n_shared = 0;
    for &(name, _, letter, _) in board.colours {
        let pieces = pieces_of(&mut squares, letter);
        n_shared = pieces.len();
        if !pieces.is_empty() {
            let _ = write!(text, "\nA{name}");
        }
        for piece in pieces {
            let _ = write!(text, "[{}]", piece.join(","));
        }
    }
    let _ = write!(text, "\nPL[{}]", board.words(first_colour(position, board)).0);
    let rest: Vec<_> = words.skip(1).collect();
    let expected = if n_seats == 3 { vec![(n_shared % 3 + 1).to_string()] } else { Vec::new() };
    if rest == expected {
        Ok(())
    } else if rest.iter().any(|word| word.starts_with('+')) {
        Err("which piece came last in a position".to_owned())
    } else {
        Err("who plays the shared colour next in this position".to_owned())
    }
}

/// Takes the pieces of a colour from a board: squares that hang together, each the lowest row first.
fn pieces_of(squares: &mut [Vec<char>], letter: char) -> Vec<Vec<String>> {
    let side = squares.len();
    let mut pieces = Vec::new();
    for start in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let mut cells = vec![start];
        let mut n = 0;
        while let Some(&(row, column)) = cells.get(n) {
            let is_own = squares.get(row).and_then(|row| row.get(column)) == Some(&letter);
            if is_own {
                squares[row][column] = '.';
                n += 1;
                let beside = [(row + 1, column), (row, column + 1), (row.wrapping_sub(1), column)];
                cells.extend(beside.into_iter().chain([(row, column.wrapping_sub(1))]));
            } else {
                cells.swap_remove(n);
            }
        }
        cells.sort_unstable_by_key(|&(row, column)| (std::cmp::Reverse(row), column));
        let name =
            |&(row, column): &(usize, usize)| format!("{}{}", char::from(b'a' + column as u8), side - row);
        if !cells.is_empty() {
            pieces.push(cells.iter().map(name).collect());
        }
    }
    pieces
}
