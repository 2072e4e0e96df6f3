//! Text forms.
//!
//! A placement is its squares, the lowest row first: `f9,e10,f10,g10,f11`; `pass` where nothing fits. The orientation
//! numbers of the thesis are read as well ([`thesis_numbers`]), and never written.
//! A position is the board from the top row to the bottom one, a letter for each square of a colour and a number for so
//! many empty squares, then the letter of the colour to move: `14/14/14/14/4B9/… W`. In the variant for three, the
//! seat that plays the shared colour next follows (`1` to `3`). Where a colour has placed all its pieces, the
//! monomino last, a `+` with its letter ends the text. Pieces of a colour never touch along a side, so the
//! squares tell the pieces.

use std::fmt::Write as _;

use ludwerk_core::{Game, MoveError, Notation, PositionError, Seat};

use crate::board::{Squares, State, contains, squares};
use crate::colour::{ByColour, Colour};
use crate::moves::BlokusMove;
use crate::pieces::{PIECES, TABLES, normalised};
use crate::rules::Blokus;
use crate::thesis_numbers;

const PASS: &str = "pass";

/// The letters and names of the colours: Black and White for two, the four of the box otherwise.
pub(crate) fn colour_names(n_colours: usize) -> &'static [(char, &'static str)] {
    if n_colours == 2 {
        &[('B', "Black"), ('W', "White")]
    } else {
        &[('B', "Blue"), ('Y', "Yellow"), ('R', "Red"), ('G', "Green")]
    }
}

/// The name of a square: the column's letter, and the row's number from the bottom.
pub fn square_name(n: usize, row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), n - row)
}

pub(crate) fn parse_square(n: usize, name: &str) -> Option<(usize, usize)> {
    let letter = name.chars().next().map(|letter| letter.to_ascii_lowercase())?;
    let column = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
    let digits = &name[1..];
    let is_plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = digits.parse().ok().filter(|_| is_plain)?;
    (column < n && (1..=n).contains(&number)).then(|| (n - number, column))
}

/// The squares that a placement covers, the lowest row first.
pub fn covered(mv: BlokusMove) -> Vec<(usize, usize)> {
    let Some((orientation, row, column)) = mv.placement() else { return Vec::new() };
    let cells = TABLES.orientations[orientation].cells.iter();
    let mut all: Vec<_> = cells.map(|&(r, c)| (row + usize::from(r), column + usize::from(c))).collect();
    all.sort_unstable_by_key(|&(row, column)| (std::cmp::Reverse(row), column));
    all
}

/// The placement that covers just these squares, if they are a piece.
fn placement_of(cells: &[(usize, usize)]) -> Option<BlokusMove> {
    let wide = || cells.iter().map(|&(row, column)| (row as i32, column as i32));
    let orientation = TABLES.find(&normalised(wide().collect::<Vec<_>>()))?;
    let top = cells.iter().map(|cell| cell.0).min()?;
    let left = cells.iter().map(|cell| cell.1).min()?;
    Some(BlokusMove::place(orientation, top, left))
}

/// The placement that a list of squares means, and these squares.
fn parse_squares(n: usize, text: &str) -> Result<(BlokusMove, Vec<(usize, usize)>), String> {
    let mut cells = Vec::new();
    for name in text.split(',').map(str::trim) {
        let cell = Some(name).filter(|name| name.is_ascii() && !name.is_empty());
        let cell = cell.and_then(|name| parse_square(n, name)).ok_or_else(|| {
            format!("there is no square {name:?}; write e10,f10, or 2.1@e10 for an orientation by its number, or pass")
        })?;
        if cells.contains(&cell) {
            return Err(format!("{name} is named twice"));
        }
        cells.push(cell);
    }
    let mv = placement_of(&cells).ok_or_else(|| "these squares are no piece".to_owned())?;
    Ok((mv, cells))
}

/// The groups of squares that hang together along sides.
fn groups<const N: usize>(set: &Squares<N>) -> Vec<Vec<(usize, usize)>> {
    let mut left: Vec<_> = squares(set).collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut n = 0;
        while n < group.len() {
            let (row, column) = group[n];
            let is_near = |&(r, c): &(usize, usize)| r.abs_diff(row) + c.abs_diff(column) == 1;
            let (near, rest) = left.into_iter().partition(is_near);
            left = rest;
            group.extend::<Vec<_>>(near);
            n += 1;
        }
        found.push(group);
    }
    found
}

/// The pieces that a colour has on the board.
pub(crate) fn pieces_on_board<const N: usize>(own: &Squares<N>) -> Vec<BlokusMove> {
    groups(own).iter().filter_map(|group| placement_of(group)).collect()
}

impl<const N: usize, const C: usize> Notation for Blokus<N, C> {
    fn move_text(&self, _state: &State<N, C>, mv: BlokusMove) -> String {
        let names: Vec<_> =
            covered(mv).into_iter().map(|(row, column)| square_name(N, row, column)).collect();
        if names.is_empty() { PASS.to_owned() } else { names.join(",") }
    }

    fn parse_move(&self, state: &State<N, C>, text: &str) -> Result<BlokusMove, MoveError> {
        let malformed = |reason: String| MoveError::malformed(text, reason);
        let illegal = |reason: String| MoveError::illegal(text, reason);
        if text.eq_ignore_ascii_case(PASS) {
            let mut moves = Vec::new();
            self.legal_moves(state, &mut moves);
            return match moves[..] {
                [] => Err(MoveError::Over),
                [BlokusMove::PASS] => Ok(BlokusMove::PASS),
                _ => Err(illegal("there is something to place".to_owned())),
            };
        }
        let (mv, cells) = match thesis_numbers::parse(N, text) {
            Some(numbered) => numbered.map_err(malformed)?,
            None => parse_squares(N, text).map_err(malformed)?,
        };
        if state.is_over {
            return Err(MoveError::Over);
        }
        self.check(state, mv, &cells).map_err(illegal)?;
        Ok(mv)
    }

    fn position_text(&self, state: &State<N, C>) -> String {
        let names = colour_names(C);
        let rows: Vec<_> = (0..N)
            .map(|row| {
                let mut text = String::new();
                let mut n_empty = 0;
                for column in 0..N {
                    let owner =
                        Colour::all(C).find(|&colour| contains(&state.colours[colour].own, row, column));
                    if let (Some(_), 1..) = (owner, n_empty) {
                        text.push_str(&n_empty.to_string());
                    }
                    match owner {
                        Some(colour) => {
                            n_empty = 0;
                            text.push(names[colour.idx()].0);
                        }
                        None => n_empty += 1,
                    }
                }
                if n_empty > 0 {
                    text.push_str(&n_empty.to_string());
                }
                text
            })
            .collect();
        let mut text = format!("{} {}", rows.join("/"), names[state.to_move.idx()].0);
        if self.has_shared_colour() {
            let _ = write!(text, " {}", state.shared_turn.idx() + 1);
        }
        for (colour, _) in state.colours.iter().filter(|(_, own)| own.monomino_last) {
            let _ = write!(text, " +{}", names[colour.idx()].0);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<State<N, C>, PositionError> {
        let error = |reason: String| PositionError::new(text, reason);
        let mut words = text.split_whitespace();
        let mut state = Self::empty();
        let board = words.next().ok_or_else(|| error("it is empty".to_owned()))?;
        self.read_board(&mut state, board).map_err(error)?;
        let names = colour_names(C);
        let colour_of = |word: &str| {
            let letter = word.chars().next().filter(|_| word.chars().count() == 1)?;
            names.iter().position(|(name, _)| name.eq_ignore_ascii_case(&letter)).map(Colour::new)
        };
        let to_move = words.next().ok_or_else(|| error("the colour to move is missing".to_owned()))?;
        let to_move = colour_of(to_move).ok_or_else(|| error(format!("{to_move:?} is no colour")))?;
        let mut shared = Seat::FIRST;
        if self.has_shared_colour() {
            let word = words
                .next()
                .ok_or_else(|| error("who plays the shared colour next is missing".to_owned()))?;
            shared = Seat::all(3)
                .zip(["1", "2", "3"])
                .find_map(|(seat, name)| (name == word).then_some(seat))
                .ok_or_else(|| {
                    error(format!("the shared colour is played by seat 1, 2 or 3, not {word:?}"))
                })?;
        }
        for word in words {
            let colour = word.strip_prefix('+').and_then(colour_of);
            let complete = colour
                .filter(|&colour| state.colours[colour].hand == 0 && !state.colours[colour].monomino_last);
            let colour = complete.ok_or_else(|| {
                error(format!("{word:?}: a + stands before a colour that has placed all its pieces"))
            })?;
            state.colours[colour].monomino_last = true;
        }
        Self::set_turn(&mut state, to_move, shared);
        self.settle(&mut state);
        Ok(state)
    }

    fn position_help(&self) -> String {
        let empty = vec![N.to_string(); N].join("/");
        let (number, who) =
            if self.has_shared_colour() { (" 1", ", and the seat that plays Green next") } else { ("", "") };
        format!(
            "`{empty} B{number}`: rows from the top, numbers for empty squares, letters for colours; then the colour to move{who}"
        )
    }

    fn seat_name(&self, seat: Seat) -> String {
        let names = colour_names(C);
        let own: Vec<_> = self.colours_of(seat).map(|colour| names[colour.idx()].1).collect();
        own.join(" and ")
    }
}

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// Why a placement is not legal, rule by rule.
    fn check(self, state: &State<N, C>, mv: BlokusMove, cells: &[(usize, usize)]) -> Result<(), String> {
        let Some((orientation, _, _)) = mv.placement() else { return Ok(()) };
        let colour = state.to_move;
        let own = &state.colours[colour];
        let piece = usize::from(TABLES.orientations[orientation].piece);
        if own.hand >> piece & 1 == 0 {
            return Err(format!("the piece {} is already on the board", PIECES[piece].name));
        }
        let name = |&(row, column): &(usize, usize)| square_name(N, row, column);
        if let Some(cell) = cells.iter().find(|cell| contains(&state.occupied, cell.0, cell.1)) {
            return Err(format!("{} is occupied", name(cell)));
        }
        if let Some(cell) = cells.iter().find(|cell| contains(&own.beside, cell.0, cell.1)) {
            return Err(format!("{} lies beside a piece of the same colour", name(cell)));
        }
        let (open, _) = self.openings(state, colour);
        if cells.iter().any(|cell| contains(&open, cell.0, cell.1)) {
            return Ok(());
        }
        if own.is_fresh() {
            let starts: Vec<_> = squares(&open).map(|cell| name(&cell)).collect();
            return Err(format!("the first piece covers {}", starts.join(" or ")));
        }
        Err("it touches no corner of a piece of the same colour".to_owned())
    }

    fn read_board(self, state: &mut State<N, C>, board: &str) -> Result<(), String> {
        let names = colour_names(C);
        let mut sets = ByColour::<_, C>::new([[0; N]; C]);
        let rows: Vec<_> = board.split('/').collect();
        if rows.len() != N {
            return Err(format!("the board has {N} rows, this one {}", rows.len()));
        }
        for (row, text) in rows.iter().enumerate() {
            let mut column = 0;
            let mut letters = text.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let mut number = digit as usize;
                    while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        number = number * 10 + digit as usize;
                        letters.next();
                        if number > N {
                            break;
                        }
                    }
                    column += number;
                } else {
                    let colour = names.iter().position(|(name, _)| name.eq_ignore_ascii_case(&letter));
                    let colour = colour.map(Colour::new).ok_or_else(|| format!("{letter:?} is no colour"))?;
                    if column < N {
                        sets[colour][row] |= crate::board::column_bit(column);
                    }
                    column += 1;
                }
                if column > N {
                    break;
                }
            }
            if column != N {
                return Err(format!("row {} does not have {N} squares", N - row));
            }
        }
        for (colour, set) in sets.iter() {
            self.lay_all(state, colour, set)?;
        }
        Ok(())
    }

    /// Lays the pieces of a colour, checked to be a hand's and to keep the rules among themselves.
    fn lay_all(self, state: &mut State<N, C>, colour: Colour, set: &Squares<N>) -> Result<(), String> {
        let name = colour_names(C)[colour.idx()].1;
        for group in groups(set) {
            let at = square_name(N, group[0].0, group[0].1);
            let mv =
                placement_of(&group).ok_or_else(|| format!("{name}'s squares around {at} are no piece"))?;
            let Some((orientation, _, _)) = mv.placement() else { continue };
            let piece = TABLES.orientations[orientation].piece;
            if state.colours[colour].hand >> piece & 1 == 0 {
                return Err(format!("{name} has the piece {} twice", PIECES[usize::from(piece)].name));
            }
            Self::lay(state, colour, mv);
        }
        // The order is not told; whether the monomino came last is.
        state.colours[colour].monomino_last = false;
        let own = &state.colours[colour];
        let starts = self.start_squares(colour);
        if !own.is_fresh() && !starts.iter().any(|&(row, column)| contains(&own.own, row, column)) {
            let starts: Vec<_> = starts.iter().map(|&(row, column)| square_name(N, row, column)).collect();
            return Err(format!("{name} does not cover {}", starts.join(" or ")));
        }
        Ok(())
    }
}
