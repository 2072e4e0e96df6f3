//! The smallest complete game, for the examples in this documentation and as something to copy.
//!
//! Two players take one or two stones from a heap in turn; whoever takes the last one wins.

use crate::{
    ChanceMode, ConfigError, Configure, Game, GameInfo, Information, Keyed, Move, MoveError, Notation,
    Outcome, PerfectInformation, PositionError, Returns, Rng, Seat, Termination, Turn, Turns, Utility,
    Variant, WithoutDeal, WithoutEncoding, WithoutEvaluation, WithoutIndex, WithoutInterchange,
    WithoutMoveOrdering, WithoutMovePolicy, WithoutPicture, WithoutPresets, WithoutPruning,
    WithoutStrategies, WithoutSymmetry, mix,
};

/// The game, with the number of stones at the start.
#[derive(Clone, Debug)]
pub struct Countdown {
    stones: u8,
}

impl Countdown {
    /// A heap of this many stones.
    pub fn new(stones: u8) -> Self {
        Self { stones }
    }
}

/// Stones left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The stones that are left.
    pub stones: u8,
    /// The seat to move.
    pub to_move: Seat,
}

/// Takes this many stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take(pub u8);

impl Move for Take {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Take)
    }
}

const INFO: GameInfo = GameInfo {
    id: "countdown",
    title: "Countdown",
    summary: "Take one or two stones in turn; whoever takes the last one wins.",
    variants: &[Variant {
        name: "standard",
        summary: "Ten stones.",
        rules: &["Take one or two stones in turn. Whoever takes the last one wins."],
    }],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(255),
};

impl Game for Countdown {
    type State = Heap;
    type Move = Take;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> Heap {
        Heap { stones: self.stones, to_move: Seat::FIRST }
    }

    fn turn(&self, state: &Heap) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Player(state.to_move) }
    }

    fn legal_moves(&self, state: &Heap, moves: &mut Vec<Take>) {
        moves.extend((1..=state.stones.min(2)).map(Take));
    }

    fn play_unchecked(&self, state: &mut Heap, mv: Take) {
        state.stones -= mv.0;
        state.to_move = state.to_move.other();
    }

    fn outcome(&self, state: &Heap) -> Option<Outcome> {
        let winner = state.to_move.other();
        (state.stones == 0).then(|| Outcome { returns: Returns::win(2, winner), reason: "last stone" })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Configure for Countdown {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let idx = INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[idx].name, INFO.seats, players)?;
        Ok(Self::new(10))
    }
}

impl Keyed for Countdown {
    fn key(&self, state: &Heap) -> u64 {
        mix(u64::from(state.stones) << 1 | state.to_move.idx() as u64)
    }

    fn key_from_scratch(&self, state: &Heap) -> u64 {
        self.key(state)
    }
}

impl Notation for Countdown {
    fn move_text(&self, _state: &Heap, mv: Take) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, state: &Heap, text: &str) -> Result<Take, MoveError> {
        let stones = text.parse().map_err(|_| MoveError::malformed(text, "write a number of stones"))?;
        if state.stones == 0 {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, Take(stones)) {
            return Ok(Take(stones));
        }
        Err(MoveError::illegal(text, format!("take 1 or 2 of the {} stones", state.stones)))
    }

    fn position_text(&self, state: &Heap) -> String {
        format!("{} {}", state.stones, state.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, PositionError> {
        let error = |reason: &str| PositionError::new(text, reason);
        let (stones, to_move) = text.split_once(' ').ok_or_else(|| error("two numbers are needed"))?;
        let stones = stones.parse().map_err(|_| error("the stones are a number from 0 to 255"))?;
        let to_move = to_move.parse().ok().and_then(|idx| Seat::checked(idx, 2));
        let to_move = to_move.ok_or_else(|| error("the seat to move is 0 or 1"))?;
        Ok(Heap { stones, to_move })
    }

    fn position_help(&self) -> String {
        "`7 0`: seven stones, seat 0 to move".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["First", "Second"][seat.idx()].to_owned()
    }
}

impl PerfectInformation for Countdown {}
impl WithoutDeal for Countdown {}
impl WithoutEncoding for Countdown {}
impl WithoutEvaluation for Countdown {}
impl WithoutMoveOrdering for Countdown {}
impl WithoutMovePolicy for Countdown {}
impl WithoutPruning for Countdown {}
impl WithoutInterchange for Countdown {}
impl WithoutPicture for Countdown {}
impl WithoutPresets for Countdown {}
impl WithoutStrategies for Countdown {}
impl WithoutSymmetry for Countdown {}
impl WithoutIndex for Countdown {}
