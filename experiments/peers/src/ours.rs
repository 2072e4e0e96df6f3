//! Connect Four for Ludwerk, and its searches with everything off.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Agent, ChanceMode, Control, Evaluate, Feature, Game, GameInfo, Information, Keyed, Move, MoveError,
    Notation, Outcome, PerfectInformation, Playthrough, PositionError, Report, Returns, Rng, Seat,
    Termination, Turn, Turns, Utility, Value, Variant, WeightFile, WeightPreset, WithoutDeal,
    WithoutEncoding, WithoutMoveOrdering, WithoutMovePolicy, WithoutIndex, WithoutPruning, mix,
};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, score};

use crate::board::{Board, N_COLUMNS, Status};

#[derive(Clone, Copy, Debug)]
struct Connect4;

/// A stone in this column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Column(u8);

impl Move for Column {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < N_COLUMNS).then_some(Self(bits as u8))
    }
}

const INFO: GameInfo = GameInfo {
    id: "connect4",
    title: "Connect Four",
    summary: "Four in a row; stones fall down.",
    variants: &[Variant { name: "standard", summary: "Seven columns, six rows.", rules: &[] }],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(42),
};

impl Game for Connect4 {
    type State = Board;
    type Move = Column;

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
        Board::EMPTY
    }

    #[inline]
    fn turn(&self, state: &Board) -> Turn {
        if state.status == Status::Open { Turn::Player(Seat::new(state.to_move())) } else { Turn::Over }
    }

    #[inline(always)]
    fn legal_moves(&self, state: &Board, moves: &mut Vec<Column>) {
        if state.status == Status::Open {
            state.for_each_open(|column| moves.push(Column(column)));
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut Board, mv: Column) {
        state.play(mv.0);
    }

    #[inline]
    fn outcome(&self, state: &Board) -> Option<Outcome> {
        match state.status {
            Status::Open => None,
            Status::Won => {
                Some(Outcome { returns: Returns::win(2, Seat::new(state.to_move()).other()), reason: "four in a row" })
            }
            Status::Full => Some(Outcome { returns: Returns::draw(2), reason: "board full" }),
        }
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Keyed for Connect4 {
    fn key(&self, state: &Board) -> u64 {
        let (own, all) = state.bits();
        mix(own ^ mix(all))
    }

    fn key_from_scratch(&self, state: &Board) -> u64 {
        self.key(state)
    }
}

impl Evaluate for Connect4 {
    fn features(&self) -> &'static [Feature] {
        &[Feature {
            name: "centre",
            help: "stones more in the centre",
            weight: 1.0,
            bounds: (0.0, 9.0),
            scale: 1.0,
        }]
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

    #[inline]
    fn measure(&self, state: &Board, seat: Seat, values: &mut [f64]) {
        let lead = if seat.idx() == state.to_move() { state.lead() } else { -state.lead() };
        values[0] = f64::from(lead);
    }

    #[inline]
    fn evaluate(&self, state: &Board, seat: Seat, weights: &[f64]) -> f64 {
        let mut values = [0.0];
        self.measure(state, seat, &mut values);
        values[0] * weights[0]
    }
}

/// Nobody reads or writes moves here.
impl Notation for Connect4 {
    fn move_text(&self, _state: &Board, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse_move(&self, _state: &Board, text: &str) -> Result<Column, MoveError> {
        Err(MoveError::malformed(text, "moves are not read here"))
    }

    fn position_text(&self, state: &Board) -> String {
        format!("{:?}", state.bits())
    }

    fn parse_position(&self, text: &str) -> Result<Board, PositionError> {
        Err(PositionError::new(text, "positions are not read here"))
    }

    fn position_help(&self) -> String {
        String::new()
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

impl PerfectInformation for Connect4 {}
impl WithoutDeal for Connect4 {}
impl WithoutEncoding for Connect4 {}
impl WithoutMoveOrdering for Connect4 {}
impl WithoutMovePolicy for Connect4 {}
impl WithoutPruning for Connect4 {}
impl WithoutIndex for Connect4 {}

fn ask(agent: &mut impl Agent<Connect4>, board: Board) -> Report<Column> {
    let stop = AtomicBool::new(false);
    let play = Playthrough::new(Connect4, board);
    let decision = play.ask(agent, &mut Control::new(&stop, &mut |_| {}));
    black_box(decision.expect("a position with moves").report)
}

/// Alpha-beta to a depth; gives how many positions were entered.
pub fn alpha_beta(board: Board, depth: u32) -> u64 {
    let options = AlphaBetaOptions {
        ordering: false,
        id: false,
        tt: None,
        pvs: false,
        aspiration: false,
        killers: false,
        history: false,
        continuation: false,
        ..AlphaBetaOptions::default()
    };
    let limits = Limits::of_depth(depth);
    ask(&mut AlphaBeta::new(options, limits, Connect4.default_weights(), 1), board).nodes
}

/// UCT with random playouts.
pub fn mcts(board: Board, simulations: u64, exploration: f64, solver: bool) -> u64 {
    let options = MctsOptions { exploration, solver, reuse: false, ..MctsOptions::default() };
    let limits = Limits { iterations: Some(simulations), ..Limits::default() };
    let report = ask(&mut Mcts::new(options, limits, Connect4.default_weights(), 1), board);
    // A root that is proven ends the search, and nobody tells when that was.
    let is_proven = report.value.map(Value::number).is_some_and(|value| value.abs() > 0.99 * score::WIN);
    assert!(!is_proven, "choose positions that are harder");
    simulations
}
