//! Two kings on a small board: the smallest game that goes round in circles, and is solved all the same.
//!
//! Each king goes one step in any direction and must go. Whoever takes the other king or reaches his goal wins; a
//! position that occurs for the third time is a draw. Of 703 positions in which the game goes on, up to the half turn,
//! 90 are drawn, and the longest forced win takes 23 plies.
//!
//! Kings next to each other have no number: whoever is to move takes the other. With `RETREATS` the game tells the
//! predecessors of a position; without, it leaves them to be found.

use ludwerk_core::{
    BySeat, ChanceMode, ConfigError, Configure, Game, GameInfo, History, Indexed, Information, Keyed, Move,
    MoveError, Notation, Outcome, Outlook, PerfectInformation, PositionError, Returns, Rng, Seat,
    Termination, Turn, Turns, Utility, Variant, WithoutDeal, WithoutEncoding, WithoutEvaluation,
    WithoutInterchange, WithoutMoveOrdering, WithoutMovePolicy, WithoutPicture, WithoutPresets,
    WithoutPruning, WithoutStrategies, WithoutSymmetry, mix,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Kings<const RETREATS: bool = true>;

const WIDTH: u8 = 4;
const HEIGHT: u8 = 7;
const N_SQUARES: u8 = WIDTH * HEIGHT;

/// Where a king stands that was taken.
const TAKEN: u8 = N_SQUARES;

/// The goal of the first seat, `c1`; that of the second is the same after a half turn, `b7`.
const GOAL: u8 = 2;

/// Where both kings stand, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    squares: BySeat<u8, 2>,
    to_move: Seat,
}

/// The king steps on this square, counted from `a1` along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(pub u8);

impl Move for Step {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < u32::from(N_SQUARES)).then_some(Self(bits as u8))
    }
}

/// The square after a half turn of the board.
fn turned(square: u8) -> u8 {
    N_SQUARES - 1 - square
}

fn goal(seat: Seat) -> u8 {
    if seat == Seat::FIRST { GOAL } else { turned(GOAL) }
}

fn is_next_to(a: u8, b: u8) -> bool {
    a != b && (a % WIDTH).abs_diff(b % WIDTH) <= 1 && (a / WIDTH).abs_diff(b / WIDTH) <= 1
}

fn neighbours(square: u8) -> impl Iterator<Item = u8> {
    (0..N_SQUARES).filter(move |&other| is_next_to(square, other))
}

impl Placed {
    fn winner(self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.squares[seat.other()] == TAKEN || self.squares[seat] == goal(seat))
    }
}

const INFO: GameInfo = GameInfo {
    id: "kings",
    title: "Two kings",
    summary: "Two kings race to their goals on a board of 28 squares.",
    variants: &[Variant {
        name: "standard",
        summary: "Four files, seven ranks.",
        rules: &["Go one step in any direction. Whoever takes the other king or reaches his goal wins."],
    }],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByHistory,
    longest_game: None,
};

impl<const RETREATS: bool> Configure for Kings<RETREATS> {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let idx = INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[idx].name, INFO.seats, players)?;
        Ok(Self)
    }
}

impl<const RETREATS: bool> Game for Kings<RETREATS> {
    type State = Placed;
    type Move = Step;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    /// Each king on the rank that is farthest from his goal.
    fn start(&self, _rng: &mut Rng) -> Placed {
        Placed { squares: BySeat::new([turned(1), 1]), to_move: Seat::FIRST }
    }

    fn turn(&self, state: &Placed) -> Turn {
        if state.winner().is_some() { Turn::Over } else { Turn::Player(state.to_move) }
    }

    fn legal_moves(&self, state: &Placed, moves: &mut Vec<Step>) {
        if state.winner().is_none() {
            moves.extend(neighbours(state.squares[state.to_move]).map(Step));
        }
    }

    fn play_unchecked(&self, state: &mut Placed, mv: Step) {
        let mover = state.to_move;
        state.squares[mover] = mv.0;
        if state.squares[mover.other()] == mv.0 {
            state.squares[mover.other()] = TAKEN;
        }
        state.to_move = mover.other();
    }

    fn outcome(&self, state: &Placed) -> Option<Outcome> {
        let winner = state.winner()?;
        let reason = if state.squares[winner.other()] == TAKEN { "king taken" } else { "goal reached" };
        Some(Outcome { returns: Returns::win(2, winner), reason })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }

    fn history_outcome(&self, state: &Placed, history: &History) -> Option<Outcome> {
        let is_third = history.occurrences(self.key(state)) >= 2;
        is_third.then(|| Outcome { returns: Returns::draw(2), reason: "repetition" })
    }
}

impl<const RETREATS: bool> Keyed for Kings<RETREATS> {
    fn key(&self, state: &Placed) -> u64 {
        let [first, second] = state.squares.all().map(u64::from);
        mix((first << 8 | second) << 1 | state.to_move.idx() as u64)
    }

    fn key_from_scratch(&self, state: &Placed) -> u64 {
        self.key(state)
    }
}

/// Numbers are those of the player to move: for the second seat the board is turned.
impl<const RETREATS: bool> Indexed for Kings<RETREATS> {
    const HAS_PREDECESSORS: bool = RETREATS;

    fn table_name(&self) -> Option<&'static str> {
        Some("kings")
    }

    fn n_indices(&self) -> u64 {
        u64::from(N_SQUARES) * u64::from(N_SQUARES)
    }

    fn index(&self, state: &Placed) -> Option<u64> {
        let mover = state.to_move;
        let [own, other] = [state.squares[mover], state.squares[mover.other()]];
        let goes_on = state.winner().is_none() && !is_next_to(own, other);
        let [own, other] = if mover == Seat::FIRST { [own, other] } else { [turned(own), turned(other)] };
        goes_on.then(|| u64::from(own) * u64::from(N_SQUARES) + u64::from(other))
    }

    fn unindex(&self, number: u64) -> Option<Placed> {
        let n_squares = u64::from(N_SQUARES);
        let [own, other] = [number / n_squares, number % n_squares].map(|square| square as u8);
        let state = Placed { squares: BySeat::new([own, other]), to_move: Seat::FIRST };
        let goes_on =
            number < self.n_indices() && own != other && !is_next_to(own, other) && state.winner().is_none();
        goes_on.then_some(state)
    }

    /// Who stands next to the other king or to his goal wins; nobody can keep the other from doing so.
    fn outlook(&self, state: &Placed) -> Outlook {
        let mover = state.to_move;
        let [own, other] = [state.squares[mover], state.squares[mover.other()]];
        if is_next_to(own, other) || is_next_to(own, goal(mover)) {
            return Outlook::Won;
        }
        if is_next_to(other, goal(mover.other())) {
            return Outlook::Open(0);
        }
        Outlook::Open(neighbours(own).filter(|&square| !is_next_to(square, other)).count() as u32)
    }

    /// The other came from a square next to his own: not from his goal, and not from beside the king that he would
    /// have taken.
    fn predecessors(&self, number: u64, mut visit: impl FnMut(u64)) {
        let Some(state) = self.unindex(number).filter(|_| RETREATS) else { return };
        let &[own, other] = state.squares.all();
        for from in neighbours(other) {
            let before = Placed { squares: BySeat::new([own, from]), to_move: Seat::SECOND };
            if from != own
                && let Some(number) = self.index(&before)
            {
                visit(number);
            }
        }
    }

    fn n_kinds(&self) -> usize {
        1
    }

    fn kind(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A square is a file and a rank; a position is both squares, `-` for a king that was taken, and the seat to move.
impl<const RETREATS: bool> Notation for Kings<RETREATS> {
    fn move_text(&self, _state: &Placed, mv: Step) -> String {
        square_text(mv.0)
    }

    fn parse_move(&self, state: &Placed, text: &str) -> Result<Step, MoveError> {
        let square = parse_square(text).filter(|&square| square != TAKEN);
        let mv = Step(square.ok_or_else(|| MoveError::malformed(text, "squares are a1 to d7"))?);
        if state.winner().is_some() {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) {
            Ok(mv)
        } else {
            Err(MoveError::illegal(text, "it is not one step away"))
        }
    }

    fn position_text(&self, state: &Placed) -> String {
        let [first, second] = state.squares.all().map(square_text);
        format!("{first} {second} {}", state.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Placed, PositionError> {
        let error = |why: &str| PositionError::new(text, why);
        let words: Vec<_> = text.split(' ').collect();
        let &[first, second, seat] = words.as_slice() else {
            return Err(error("write two squares and the seat to move: c7 b1 0"));
        };
        let (Some(first), Some(second)) = (parse_square(first), parse_square(second)) else {
            return Err(error("squares are a1 to d7"));
        };
        let to_move = match seat {
            "0" => Seat::FIRST,
            "1" => Seat::SECOND,
            _ => return Err(error("seats are 0 and 1")),
        };
        if first == second {
            return Err(error("both kings stand on one square"));
        }
        let state = Placed { squares: BySeat::new([first, second]), to_move };
        match state.winner() {
            Some(winner) if winner == state.to_move => Err(error("the seat to move has won already")),
            _ => Ok(state),
        }
    }

    fn position_help(&self) -> String {
        "`c7 b1 0`: the squares of both kings, and the seat to move".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["First", "Second"][seat.idx()].to_owned()
    }
}

fn square_text(square: u8) -> String {
    match square {
        TAKEN => "-".to_owned(),
        square => format!("{}{}", char::from(b'a' + square % WIDTH), square / WIDTH + 1),
    }
}

fn parse_square(text: &str) -> Option<u8> {
    (0..=TAKEN).find(|&square| square_text(square) == text)
}

impl<const RETREATS: bool> PerfectInformation for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutDeal for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutEncoding for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutEvaluation for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutMoveOrdering for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutMovePolicy for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutPruning for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutInterchange for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutPicture for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutPresets for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutStrategies for Kings<RETREATS> {}
impl<const RETREATS: bool> WithoutSymmetry for Kings<RETREATS> {}
