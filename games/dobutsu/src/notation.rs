//! Text forms.
//!
//! Moves: `Lb4-a3`, `Ea4xb3`, drop `C*b2`, promotion `Ca2-a1+`. Reading is lenient: either case,
//! and `b4a3` without piece and sign.
//! Positions: board from `a1` to `c4`, first player's hand, second player's hand, side to move:
//! `gle.c..C.ELG - - S`. In the thesis' rules a position that a try has just decided ends in ` try`,
//! because the squares do not show it.

use ludwerk_core::{BySeat, Game, MoveError, Notation, PositionError, Seat};

use crate::board::{Kind, STEPS, State, parse_square, square_name};
use crate::moves::DobutsuMove;
use crate::rules::{Dobutsu, TryRule};

const SEAT_LETTERS: BySeat<char, 2> = BySeat::new(['S', 'G']);
const MOVE_HELP: &str = "write Lb4-a3, Ea4xb3 or C*b2";

impl Notation for Dobutsu {
    fn move_text(&self, state: &State, mv: DobutsuMove) -> String {
        let letter = mv.kind().letter();
        let to = square_name(mv.to());
        let Some(from) = mv.from() else { return format!("{letter}*{to}") };
        let sign = if state.piece_at(mv.to()).is_some() { 'x' } else { '-' };
        let promotes = mv.kind() == Kind::Chick && is_far(state.to_move(), mv.to());
        format!("{letter}{}{sign}{to}{}", square_name(from), if promotes { "+" } else { "" })
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<DobutsuMove, MoveError> {
        let written = Written::parse(text)?;
        if self.outcome(state).is_some() {
            return Err(MoveError::Over);
        }
        let illegal = |reason: String| MoveError::illegal(text, reason);
        match written.from {
            None => legal_drop(state, written.kind.unwrap_or(Kind::Chick), written.to),
            Some(from) => legal_step(state, written.kind, from, written.to),
        }
        .map_err(illegal)
    }

    fn position_text(&self, state: &State) -> String {
        let board: String = (0..12)
            .map(|square| match state.piece_at(square) {
                None => '.',
                Some((seat, kind)) => kind.letter_of(seat),
            })
            .collect();
        let ending = if state.try_won() { " try" } else { "" };
        format!(
            "{board} {} {} {}{ending}",
            hand_text(state, Seat::FIRST),
            hand_text(state, Seat::SECOND),
            SEAT_LETTERS[state.to_move()]
        )
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let error = |reason: String| PositionError::new(text, reason);
        let separators = |c: char| c.is_whitespace() || c == ',';
        let parts: Vec<_> = text.split(separators).filter(|part| !part.is_empty()).collect();
        let (board, hands, to_move, ending) = match parts[..] {
            [board, first, second, to_move] => (board, [first, second], to_move, None),
            [board, first, second, to_move, ending] => (board, [first, second], to_move, Some(ending)),
            _ => return Err(error(format!("4 parts are needed, there are {}", parts.len()))),
        };
        let to_move = Seat::all(2)
            .find(|&seat| to_move.eq_ignore_ascii_case(SEAT_LETTERS[seat].encode_utf8(&mut [0; 4])))
            .ok_or_else(|| error(format!("the side to move is S or G, not {to_move:?}")))?;
        let mut state = State::empty(to_move);
        read_board(&mut state, board).map_err(error)?;
        for (seat, hand) in Seat::all(2).zip(hands) {
            read_hand(&mut state, seat, hand).map_err(error)?;
        }
        check_pieces(&state).map_err(error)?;
        if let Some(ending) = ending {
            self.read_ending(&mut state, ending).map_err(error)?;
        }
        Ok(state)
    }

    fn position_help(&self) -> String {
        "`gle.c..C.ELG - - S`: 12 squares from a1 to c4, first player's hand, second player's hand, \
         side to move (S for Forest, G for Sky)"
            .to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["Forest", "Sky"][seat.idx()].to_owned()
    }
}

impl Dobutsu {
    fn read_ending(&self, state: &mut State, ending: &str) -> Result<(), String> {
        if ending != "try" || self.try_rule() != TryRule::Event {
            return Err(format!("unexpected {ending:?} at the end"));
        }
        let winner = state.to_move().other();
        let lion = state.pieces(winner, Kind::Lion);
        let square = lion.trailing_zeros() as u8;
        if lion == 0 || !is_far(winner, square) || state.attacks(winner.other(), square) {
            return Err("no lion has made a safe try".to_owned());
        }
        state.set_try_won();
        Ok(())
    }
}

/// A move as it was written, before the position is asked.
struct Written {
    kind: Option<Kind>,
    from: Option<u8>,
    to: u8,
}

impl Written {
    fn parse(text: &str) -> Result<Self, MoveError> {
        let malformed = |reason: &str| MoveError::malformed(text, format!("{reason}; {MOVE_HELP}"));
        if !text.is_ascii() {
            return Err(malformed("it has strange letters"));
        }
        let body = text.strip_suffix('+').unwrap_or(text);
        let square =
            |name: &str| parse_square(name).ok_or_else(|| malformed(&format!("there is no square {name:?}")));
        let kind_of = |letter: &str| {
            let letter = letter.chars().next().map(|letter| letter.to_ascii_uppercase());
            letter.and_then(Kind::from_letter).ok_or_else(|| malformed("it names no piece"))
        };
        if let Some((piece, to)) = body.split_once('*') {
            if piece.len() != 1 {
                return Err(malformed("it names no piece"));
            }
            return Ok(Self { kind: Some(kind_of(piece)?), from: None, to: square(to)? });
        }
        // The piece may be left out, and so may the sign between the squares.
        let (kind, path) = match body.len() {
            6 => (Some(kind_of(&body[..1])?), &body[1..]),
            5 if body.as_bytes()[2].is_ascii_digit() => (Some(kind_of(&body[..1])?), &body[1..]),
            4 | 5 => (None, body),
            _ => return Err(malformed("it has the wrong length")),
        };
        if path.len() == 5 && !matches!(path.as_bytes()[2], b'-' | b'x') {
            return Err(malformed("the sign between the squares is - or x"));
        }
        Ok(Self { kind, from: Some(square(&path[..2])?), to: square(&path[path.len() - 2..])? })
    }
}

fn legal_drop(state: &State, kind: Kind, to: u8) -> Result<DobutsuMove, String> {
    let seat = state.to_move();
    if !Kind::HELD.contains(&kind) || state.in_hand(seat, kind) == 0 {
        return Err(format!("no {} in hand", kind.name()));
    }
    if let Some((_, standing)) = state.piece_at(to) {
        return Err(format!("{} is occupied by a {}", square_name(to), standing.name()));
    }
    Ok(DobutsuMove::drop(kind, to))
}

fn legal_step(state: &State, kind: Option<Kind>, from: u8, to: u8) -> Result<DobutsuMove, String> {
    let seat = state.to_move();
    let (from_name, to_name) = (square_name(from), square_name(to));
    let Some((owner, standing)) = state.piece_at(from) else {
        return Err(format!("{from_name} is empty"));
    };
    if owner != seat {
        return Err(format!("the {} on {from_name} belongs to the opponent", standing.name()));
    }
    if let Some(kind) = kind.filter(|&kind| kind != standing) {
        return Err(format!("on {from_name} stands a {}, not a {}", standing.name(), kind.name()));
    }
    if STEPS[seat][standing as usize][usize::from(from)] >> to & 1 == 0 {
        return Err(format!("a {} does not step from {from_name} to {to_name}", standing.name()));
    }
    if state.side(seat) >> to & 1 != 0 {
        return Err(format!("{to_name} is occupied by an own piece"));
    }
    Ok(DobutsuMove::step(standing, from, to))
}

fn is_far(seat: Seat, square: u8) -> bool {
    crate::board::FAR_RANK[seat] >> square & 1 != 0
}

fn hand_text(state: &State, seat: Seat) -> String {
    let letters: String = Kind::HELD
        .into_iter()
        .flat_map(|kind| (0..state.in_hand(seat, kind)).map(move |_| kind.letter_of(seat)))
        .collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

fn read_board(state: &mut State, board: &str) -> Result<(), String> {
    let n_squares = board.chars().count();
    if n_squares != 12 {
        return Err(format!("the board has 12 squares, this one {n_squares}"));
    }
    for (square, letter) in board.chars().enumerate() {
        if letter == '.' {
            continue;
        }
        let seat = if letter.is_ascii_lowercase() { Seat::SECOND } else { Seat::FIRST };
        let kind = Kind::from_letter(letter.to_ascii_uppercase())
            .ok_or_else(|| format!("there is no piece {letter:?}"))?;
        state.put(seat, kind, square as u8);
    }
    Ok(())
}

fn read_hand(state: &mut State, seat: Seat, hand: &str) -> Result<(), String> {
    if hand == "-" {
        return Ok(());
    }
    for letter in hand.chars() {
        let kind = Kind::from_letter(letter.to_ascii_uppercase())
            .filter(|kind| Kind::HELD.contains(kind) && kind.letter_of(seat) == letter)
            .ok_or_else(|| {
                let allowed: String = Kind::HELD.iter().map(|kind| kind.letter_of(seat)).collect();
                format!("a hand is - or letters of {allowed}, not {letter:?}")
            })?;
        let count = state.in_hand(seat, kind) + 1;
        if count > 2 {
            return Err(format!("more than two {}s", kind.name()));
        }
        state.set_in_hand(seat, kind, count);
    }
    Ok(())
}

/// A set has two of each piece; fewer are a handicap, more a mistake. One lion may be caught.
fn check_pieces(state: &State) -> Result<(), String> {
    let on_board = |seat: Seat, kind: Kind| state.pieces(seat, kind).count_ones() as u8;
    let total = |kind: Kind| on_board(Seat::FIRST, kind) + on_board(Seat::SECOND, kind);
    for kind in Kind::HELD {
        let promoted = if kind == Kind::Chick { total(Kind::Hen) } else { 0 };
        let count =
            total(kind) + promoted + state.in_hand(Seat::FIRST, kind) + state.in_hand(Seat::SECOND, kind);
        if count > 2 {
            let with_hens = if kind == Kind::Chick { " (hens included)" } else { "" };
            return Err(format!("{count} {}s{with_hens}, a set has two", kind.name()));
        }
    }
    for (seat, side) in Seat::all(2).zip(["first", "second"]) {
        if on_board(seat, Kind::Lion) > 1 {
            return Err(format!("the {side} player has more than one lion"));
        }
    }
    if total(Kind::Lion) == 0 { Err("there is no lion".to_owned()) } else { Ok(()) }
}
