//! Tic-tac-toe: two players, nine squares, a draw under best play.
//!
//! It has every capability, undo and all eight symmetries included.

use ludwerk_core::{
    Area, BySeat, Cell, ChanceMode, ConfigError, Configure, Draw, Encode, Evaluate, Feature, Game, GameInfo,
    Indexed, Information, Keyed, Move, MoveError, MoveOrdering, MovePolicy, Notation, Outcome,
    PerfectInformation, Picture, PositionError, Returns, Rng, Seat, Shape, Symmetry, Tally, Termination,
    Turn, Turns, Utility, Variant, WeightFile, WeightPreset, WithoutDeal, WithoutInterchange, WithoutPresets,
    WithoutPruning, WithoutStrategies, mix,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The squares of both players, nine bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    marks: BySeat<u16, 2>,
}

/// Marks a square, 0 to 8 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(pub u8);

impl Move for Mark {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 9).then_some(Self(bits as u8))
    }
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

impl Board {
    fn to_move(self) -> Seat {
        let [crosses, noughts] = self.marks.all().map(u16::count_ones);
        if crosses == noughts { Seat::FIRST } else { Seat::SECOND }
    }

    fn vacant(self) -> u16 {
        FULL & !(self.marks[Seat::FIRST] | self.marks[Seat::SECOND])
    }

    fn has_line(self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }
}

const INFO: GameInfo = GameInfo {
    id: "tictactoe",
    title: "Tic-tac-toe",
    summary: "Three in a row on a board of nine squares.",
    variants: &[Variant {
        name: "standard",
        summary: "The game that all know.",
        rules: &["Mark a square in turn. Three in a row win."],
    }],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(9),
};

impl Game for TicTacToe {
    type State = Board;
    type Move = Mark;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> Board {
        Board { marks: BySeat::default() }
    }

    fn turn(&self, state: &Board) -> Turn {
        if self.outcome(state).is_some() { Turn::Over } else { Turn::Player(state.to_move()) }
    }

    fn legal_moves(&self, state: &Board, moves: &mut Vec<Mark>) {
        if self.outcome(state).is_none() {
            moves.extend((0..9).filter(|square| state.vacant() >> square & 1 != 0).map(Mark));
        }
    }

    fn play_unchecked(&self, state: &mut Board, mv: Mark) {
        let mover = state.to_move();
        state.marks[mover] |= 1 << mv.0;
    }

    fn outcome(&self, state: &Board) -> Option<Outcome> {
        if let Some(winner) = Seat::all(2).find(|&seat| state.has_line(seat)) {
            return Some(Outcome { returns: Returns::win(2, winner), reason: "three in a row" });
        }
        (state.vacant() == 0).then(|| Outcome { returns: Returns::draw(2), reason: "board full" })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Configure for TicTacToe {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let idx = INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[idx].name, INFO.seats, players)?;
        Ok(Self)
    }
}

impl Keyed for TicTacToe {
    fn key(&self, state: &Board) -> u64 {
        mix(u64::from(state.marks[Seat::FIRST]) << 16 | u64::from(state.marks[Seat::SECOND]))
    }

    fn key_from_scratch(&self, state: &Board) -> u64 {
        self.key(state)
    }
}

/// Squares are `a1` (top left) to `c3`; a position is nine characters in reading order.
impl Notation for TicTacToe {
    fn move_text(&self, _state: &Board, mv: Mark) -> String {
        format!("{}{}", char::from(b'a' + mv.0 % 3), mv.0 / 3 + 1)
    }

    fn parse_move(&self, state: &Board, text: &str) -> Result<Mark, MoveError> {
        let mv = (0..9)
            .map(Mark)
            .find(|&mv| self.move_text(state, mv) == text)
            .ok_or_else(|| MoveError::malformed(text, "squares are a1 to c3"))?;
        if self.outcome(state).is_some() {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, "the square is taken")) }
    }

    fn position_text(&self, state: &Board) -> String {
        let mark_at = |square: u8| match state.marks.all().map(|marks| marks >> square & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        (0..9).map(mark_at).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Board, PositionError> {
        if text.chars().count() != 9 {
            return Err(PositionError::new(text, "a board has nine squares"));
        }
        let mut board = Board { marks: BySeat::default() };
        for (square, mark) in text.chars().enumerate() {
            match mark {
                'x' => board.marks[Seat::FIRST] |= 1 << square,
                'o' => board.marks[Seat::SECOND] |= 1 << square,
                '.' => {}
                _ => return Err(PositionError::new(text, format!("{mark:?} is not x, o or ."))),
            }
        }
        let [crosses, noughts] = board.marks.all().map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(PositionError::new(text, "the marks do not alternate"));
        }
        if board.has_line(Seat::FIRST) && board.has_line(Seat::SECOND) {
            return Err(PositionError::new(text, "both have three in a row"));
        }
        Ok(board)
    }

    fn position_help(&self) -> String {
        "`x...o....`: nine squares in reading order".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["x", "o"][seat.idx()].to_owned()
    }
}

/// In base three, the first square lowest.
impl Indexed for TicTacToe {
    const HAS_PREDECESSORS: bool = false;

    fn table_name(&self) -> Option<&'static str> {
        Some("tictactoe")
    }

    fn n_indices(&self) -> u64 {
        3u64.pow(9)
    }

    fn index(&self, state: &Board) -> Option<u64> {
        let digit = |square: u32| {
            u64::from(state.marks[Seat::FIRST] >> square & 1 | (state.marks[Seat::SECOND] >> square & 1) << 1)
        };
        (self.turn(state) != Turn::Over)
            .then(|| (0..9).rev().fold(0, |number, square| number * 3 + digit(square)))
    }

    fn unindex(&self, number: u64) -> Option<Board> {
        let mut state = Board { marks: BySeat::default() };
        let mut rest = number;
        for square in 0..9 {
            match rest % 3 {
                0 => {}
                1 => state.marks[Seat::FIRST] |= 1 << square,
                _ => state.marks[Seat::SECOND] |= 1 << square,
            }
            rest /= 3;
        }
        let [first, second] = state.marks.all().map(u16::count_ones);
        let is_even = first == second || first == second + 1;
        (rest == 0 && is_even && self.turn(&state) != Turn::Over).then_some(state)
    }

    fn predecessors(&self, _number: u64, _visit: impl FnMut(u64)) {}

    fn n_kinds(&self) -> usize {
        1
    }

    fn kind(&self, _state: &Self::State) -> usize {
        0
    }
}

impl PerfectInformation for TicTacToe {}
impl WithoutDeal for TicTacToe {}
impl WithoutInterchange for TicTacToe {}
impl WithoutPresets for TicTacToe {}
impl WithoutStrategies for TicTacToe {}

const FEATURES: [Feature; 2] = [
    Feature {
        name: "open-lines",
        help: "lines free of the opponent minus lines free of me",
        weight: 1.0,
        bounds: (0.0, 10.0),
        scale: 0.3,
    },
    Feature { name: "centre", help: "who holds the centre", weight: 0.5, bounds: (0.0, 10.0), scale: 0.3 },
];

impl Evaluate for TicTacToe {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn n_extra_features(&self) -> usize {
        0
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[]
    }

    fn measure(&self, state: &Board, seat: Seat, values: &mut [f64]) {
        let open =
            |seat: Seat| LINES.iter().filter(|&line| state.marks[seat.other()] & line == 0).count() as f64;
        let centre = |seat: Seat| f64::from(state.marks[seat] >> 4 & 1);
        values[0] = open(seat) - open(seat.other());
        values[1] = centre(seat) - centre(seat.other());
    }
}

impl MoveOrdering for TicTacToe {
    fn priority(&self, _state: &Board, mv: Mark) -> i32 {
        [2, 1, 2, 1, 3, 1, 2, 1, 2][usize::from(mv.0)]
    }

    fn priorities(&self, state: &Board, moves: &[Mark], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv)));
    }

    fn is_noisy(&self, state: &Board, mv: Mark) -> bool {
        let mut next = *state;
        self.play_unchecked(&mut next, mv);
        next.has_line(state.to_move())
    }
}

impl MovePolicy for TicTacToe {
    /// A move that wins at once is almost sure to be played; the middle is liked.
    fn prior(&self, state: &Board, mv: Mark) -> f32 {
        if self.is_noisy(state, mv) { 50.0 } else { self.priority(state, mv) as f32 }
    }

    fn priors(&self, state: &Board, moves: &[Mark], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|&mv| self.prior(state, mv)));
    }

    fn rollout_move(&self, _state: &mut Board, _rng: &mut Rng) -> Option<Mark> {
        None
    }
}

/// Whose turn it is follows from the marks, so nobody can pass.
impl WithoutPruning for TicTacToe {}

/// The eight turns and mirrors of a square: bit 2 swaps rows and columns, bits 1 and 0 reverse them.
impl Symmetry for TicTacToe {
    fn n_symmetries(&self) -> usize {
        8
    }

    fn map_state(&self, symmetry: usize, state: &Board) -> Board {
        let map_set = |set: u16| {
            (0..9)
                .filter(|square| set >> square & 1 != 0)
                .fold(0, |image, square| image | 1 << self.map_move(symmetry, Mark(square)).0)
        };
        Board { marks: state.marks.map(map_set) }
    }

    fn map_move(&self, symmetry: usize, mv: Mark) -> Mark {
        let (mut row, mut column) = (mv.0 / 3, mv.0 % 3);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = 2 - row;
        }
        if symmetry & 1 != 0 {
            column = 2 - column;
        }
        Mark(3 * row + column)
    }

    fn map_seat(&self, _symmetry: usize, seat: Seat) -> Seat {
        seat
    }
}

impl Encode for TicTacToe {
    fn n_actions(&self) -> usize {
        9
    }

    fn action_index(&self, _state: &Board, mv: Mark) -> usize {
        usize::from(mv.0)
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [2, 3, 3]
    }

    fn add_inputs(&self, state: &Board, seat: Seat, inputs: &mut Vec<u16>) {
        for (plane, side) in [seat, seat.other()].into_iter().enumerate() {
            inputs.extend(
                (0..9)
                    .filter(|square| state.marks[side] >> square & 1 != 0)
                    .map(|square| plane as u16 * 9 + square),
            );
        }
    }
}

impl Draw for TicTacToe {
    type Board = ();

    fn board(&self, _state: &Board) {}

    fn picture(&self, state: &Board) -> Picture {
        let cells = (0..9u8).map(|square| {
            let owner = Seat::all(2).find(|&seat| state.marks[seat] >> square & 1 != 0);
            Cell {
                name: self.move_text(state, Mark(square)),
                area: Area::Board,
                x: 2 * u16::from(square % 3),
                y: u16::from(square / 3),
                text: owner.map_or(String::new(), |seat| self.seat_name(seat)),
                label: String::new(),
                owner,
            }
        });
        Picture { cells: cells.collect(), notes: Vec::new() }
    }

    fn touches(&self, state: &Board, mv: Mark) -> Vec<String> {
        vec![self.move_text(state, mv)]
    }

    fn hand_text(&self, _observation: &Self::Observation, _seat: Seat) -> Option<String> {
        None
    }

    fn tallies(&self, _observation: &Self::Observation) -> Vec<Tally> {
        Vec::new()
    }

    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }
}
