//! Text forms.
//!
//! Moves: `MOVE q,r q,r`, `JUMP q,r q,r`, `EXIT q,r`, `PASS`. Reading is lenient: either case, coordinates without
//! the word where they leave no doubt, and the referee's own `MOVE from (-3, 0) to (-2, 0).`
//! Positions: 37 hexes by `q` and then `r`, side to move, exits of red, green and blue:
//! `rrrr...........g.....bg....bg...bg..b red 0,0,0`.

use ludwerk_core::{Game, MoveError, Notation, PositionError, Seat};

use crate::board::{BySeat, COLOURS, EXITS_TO_WIN, Hex, N_HEXES, N_PIECES, N_SEATS, State, neighbours};
use crate::moves::{Action, ChexersMove};
use crate::rules::Chexers;

const LETTERS: BySeat<char> = BySeat::new(['r', 'g', 'b']);
const MOVE_HELP: &str = "write MOVE -3,0 -2,0 or JUMP -2,0 0,0 or EXIT 3,-1 or PASS";

impl Notation for Chexers {
    fn move_text(&self, _state: &State, mv: ChexersMove) -> String {
        match mv.action() {
            Action::Step(from, to) => format!("MOVE {} {}", hex_name(from), hex_name(to)),
            Action::Jump(from, to) => format!("JUMP {} {}", hex_name(from), hex_name(to)),
            Action::Exit(from) => format!("EXIT {}", hex_name(from)),
            Action::Pass => "PASS".to_owned(),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<ChexersMove, MoveError> {
        let written = Written::parse(text)?;
        if self.outcome(state).is_some() {
            return Err(MoveError::Over);
        }
        legal(*self, state, &written).map_err(|reason| MoveError::illegal(text, reason))
    }

    /// A move begins with its word, and the coordinates that follow belong to it; a star, any move of a book, stands
    /// alone. `;` and line ends separate too, for moves that are written by their coordinates alone.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut moves = Vec::new();
        for line in text.split([';', '\n']) {
            let words = line.split_whitespace().filter(|word| *word == "*" || Verb::read(word).is_some());
            // A word is a part of the line, so the distance of their addresses is its place.
            let places = words.map(|word| word.as_ptr() as usize - line.as_ptr() as usize);
            let mut begin = 0;
            for place in places.chain([line.len()]) {
                moves.push(line[begin..place].trim());
                begin = place;
            }
        }
        moves.retain(|mv| !mv.is_empty());
        moves
    }

    fn position_text(&self, state: &State) -> String {
        let board: String =
            Hex::all().map(|hex| state.owner(hex).map_or('.', |seat| LETTERS[seat])).collect();
        let exits: Vec<_> = Seat::all(N_SEATS).map(|seat| state.exits(seat).to_string()).collect();
        format!("{board} {} {}", COLOURS[state.to_move()], exits.join(","))
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let error = |reason: String| PositionError::new(text, reason);
        let parts: Vec<_> = text.split_whitespace().collect();
        let [board, to_move, exits] = parts[..] else {
            return Err(error(format!("3 parts are needed, there are {}", parts.len())));
        };
        let pieces = read_board(board).map_err(error)?;
        let to_move = Seat::all(N_SEATS)
            .find(|&seat| COLOURS[seat].eq_ignore_ascii_case(to_move))
            .ok_or_else(|| error(format!("the side to move is red, green or blue, not {to_move:?}")))?;
        let exits = read_exits(exits).map_err(error)?;
        let state = State::new(pieces, exits, to_move);
        let n_pieces = state.occupied().count_ones();
        let n_exits: u32 = exits.all().iter().copied().map(u32::from).sum();
        if n_pieces + n_exits > N_PIECES {
            return Err(error(format!(
                "{n_pieces} pieces and {n_exits} exits, a game has {N_PIECES} in all"
            )));
        }
        Ok(state)
    }

    fn position_help(&self) -> String {
        "`rrrr...........g.....bg....bg...bg..b red 0,0,0`: 37 hexes by q and then r (r, g, b or .), \
         side to move, exits of red, green and blue"
            .to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        BySeat::new(["Red", "Green", "Blue"])[seat].to_owned()
    }
}

/// The name of a hex: `q,r`.
pub(crate) fn hex_name(hex: Hex) -> String {
    let (q, r) = hex.coordinates();
    format!("{q},{r}")
}

/// A move as it was written, before the position is asked.
struct Written {
    verb: Option<Verb>,
    hexes: Vec<Hex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Move,
    Jump,
    Exit,
    Pass,
}

impl Verb {
    fn read(word: &str) -> Option<Self> {
        const WORDS: [(&str, Verb); 4] =
            [("MOVE", Verb::Move), ("JUMP", Verb::Jump), ("EXIT", Verb::Exit), ("PASS", Verb::Pass)];
        WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|&(_, verb)| verb)
    }
}

impl Written {
    fn parse(text: &str) -> Result<Self, MoveError> {
        let malformed = |reason: &str| MoveError::malformed(text, format!("{reason}; {MOVE_HELP}"));
        let is_separator = |c: char| c.is_whitespace() || "(),.".contains(c);
        let mut words = text.split(is_separator).filter(|word| !word.is_empty()).peekable();
        let verb = words.peek().and_then(|word| Verb::read(word));
        if verb.is_some() {
            words.next();
        }
        let mut numbers = Vec::new();
        for word in words.filter(|word| !["from", "to"].contains(word)) {
            let number: i8 = word.parse().map_err(|_| malformed(&format!("{word:?} is no coordinate")))?;
            numbers.push(number);
        }
        let expected: &[usize] = match verb {
            Some(Verb::Move | Verb::Jump) => &[4],
            Some(Verb::Exit) => &[2],
            Some(Verb::Pass) => &[0],
            None => &[2, 4],
        };
        if !expected.contains(&numbers.len()) {
            return Err(malformed(&format!("it has {} coordinates", numbers.len())));
        }
        let mut hexes = Vec::new();
        for pair in numbers.chunks_exact(2) {
            let hex = Hex::new(pair[0], pair[1]);
            hexes.push(hex.ok_or_else(|| malformed(&format!("there is no hex {},{}", pair[0], pair[1])))?);
        }
        Ok(Self { verb, hexes })
    }
}

/// The legal move that was meant, or why there is none.
fn legal(game: Chexers, state: &State, written: &Written) -> Result<ChexersMove, String> {
    let seat = state.to_move();
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let mv = match (written.verb, &written.hexes[..]) {
        (_, &[from, to]) => {
            let step = ChexersMove::step(from, to);
            let jump = ChexersMove::jump(from, to);
            match written.verb {
                Some(Verb::Move) => step,
                Some(Verb::Jump) => jump,
                _ => *moves.iter().find(|&&mv| mv == step || mv == jump).unwrap_or(&step),
            }
        }
        (_, &[from]) => ChexersMove::exit(from),
        _ => ChexersMove::PASS,
    };
    if moves.contains(&mv) {
        return Ok(mv);
    }
    let Some(&from) = written.hexes.first() else {
        return Err("there is something else to do".to_owned());
    };
    match state.owner(from) {
        None => return Err(format!("{} is empty", hex_name(from))),
        Some(owner) if owner != seat => {
            return Err(format!("the piece on {} is {}", hex_name(from), COLOURS[owner]));
        }
        Some(_) => {}
    }
    Err(match mv.action() {
        Action::Exit(from) => format!("{} is not on the goal edge of {}", hex_name(from), COLOURS[seat]),
        Action::Step(_, to) | Action::Jump(_, to) if state.owner(to).is_some() => {
            format!("{} is occupied", hex_name(to))
        }
        Action::Step(from, to) if neighbours(from.set()) & to.set() == 0 => {
            format!("{} is not next to {}", hex_name(to), hex_name(from))
        }
        Action::Jump(from, to) if is_straight_jump(from, to) => {
            format!("there is nothing to jump over on {}", hex_name(from.between(to)))
        }
        Action::Step(from, to) | Action::Jump(from, to) => {
            format!("{} is not two steps straight from {}", hex_name(to), hex_name(from))
        }
        Action::Pass => "there is something else to do".to_owned(),
    })
}

fn is_straight_jump(from: Hex, to: Hex) -> bool {
    let ((q, r), (to_q, to_r)) = (from.coordinates(), to.coordinates());
    let (dq, dr) = (to_q - q, to_r - r);
    matches!((dq, dr), (0, -2 | 2) | (-2 | 2, 0) | (2, -2) | (-2, 2))
}

fn read_board(board: &str) -> Result<BySeat<u64>, String> {
    let n_hexes = board.chars().count();
    if n_hexes != N_HEXES {
        return Err(format!("the board has {N_HEXES} hexes, this one {n_hexes}"));
    }
    let mut pieces = BySeat::default();
    for (hex, letter) in Hex::all().zip(board.chars()) {
        if letter == '.' {
            continue;
        }
        let seat = Seat::all(N_SEATS)
            .find(|&seat| LETTERS[seat] == letter.to_ascii_lowercase())
            .ok_or_else(|| format!("a hex is r, g, b or a dot, not {letter:?}"))?;
        pieces[seat] |= hex.set();
    }
    Ok(pieces)
}

fn read_exits(text: &str) -> Result<BySeat<u8>, String> {
    let numbers: Vec<_> = text.split(',').map(str::parse).collect();
    let [Ok(red), Ok(green), Ok(blue)] = numbers[..] else {
        return Err(format!("the exits are three numbers such as 0,2,1, not {text:?}"));
    };
    let exits = [red, green, blue];
    if let Some(&many) = exits.iter().find(|&&exits| exits > EXITS_TO_WIN) {
        return Err(format!("{many} exits, but {EXITS_TO_WIN} end the game"));
    }
    let has_won = exits.map(|exits| u8::from(exits == EXITS_TO_WIN));
    if has_won.iter().sum::<u8>() > 1 {
        return Err("two players with four exits, but the first of them has won".to_owned());
    }
    Ok(BySeat::new(exits))
}
