//! Nim: heaps of stones, of which some are equal. The smallest game with moves that come to the same.
//!
//! In turn, two players take any number of stones from one heap; whoever takes the last one wins. The heaps keep
//! their places, so taking from either of two equal heaps are two moves; searches need only look at one.

use ludwerk_core::{
    ChanceMode, ConfigError, Configure, Evaluate, Feature, Game, GameInfo, History, Information, Keyed, Move,
    MoveError, Notation, Outcome, PerfectInformation, PositionError, Pruning, Returns, Rng, Seat,
    Termination, Turn, Turns, Utility, Variant, WeightFile, WeightPreset, WithoutDeal, WithoutEncoding,
    WithoutIndex, WithoutInterchange, WithoutMoveOrdering, WithoutMovePolicy, WithoutPicture, WithoutPresets,
    WithoutStrategies, WithoutSymmetry, mix,
};

/// The game, with the heaps at the start.
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    heaps: [u8; N_HEAPS],
}

const N_HEAPS: usize = 4;

/// The stones that are left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    heaps: [u8; N_HEAPS],
    to_move: Seat,
}

/// Takes so many stones from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taken {
    /// The heap, counted from 0.
    pub heap: u8,
    /// How many stones.
    pub stones: u8,
}

impl Move for Taken {
    fn to_bits(self) -> u32 {
        u32::from(self.heap) << 8 | u32::from(self.stones)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let (heap, stones) = (bits >> 8, bits & 0xff);
        (heap < N_HEAPS as u32).then_some(Self { heap: heap as u8, stones: stones as u8 })
    }
}

impl Nim {
    /// Four heaps of up to nine stones.
    pub const fn new(heaps: [u8; N_HEAPS]) -> Self {
        Self { heaps }
    }

    fn moves_of(state: &Heaps, heap: usize) -> impl Iterator<Item = Taken> {
        (1..=state.heaps[heap]).map(move |stones| Taken { heap: heap as u8, stones })
    }
}

const INFO: GameInfo = GameInfo {
    id: "nim",
    title: "Nim",
    summary: "Take stones from one of four heaps; whoever takes the last one wins.",
    variants: &[Variant {
        name: "standard",
        summary: "Normal play.",
        rules: &["In turn, take any number of stones from one heap. Whoever takes the last stone wins."],
    }],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(36),
};

impl Configure for Nim {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[0].name, INFO.seats, players)?;
        Ok(Self::new([2, 2, 2, 1]))
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = Taken;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> Heaps {
        Heaps { heaps: self.heaps, to_move: Seat::FIRST }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        if state.heaps == [0; N_HEAPS] { Turn::Over } else { Turn::Player(state.to_move) }
    }

    fn legal_moves(&self, state: &Heaps, moves: &mut Vec<Taken>) {
        moves.extend((0..N_HEAPS).flat_map(|heap| Self::moves_of(state, heap)));
    }

    fn play_unchecked(&self, state: &mut Heaps, mv: Taken) {
        let heap = &mut state.heaps[usize::from(mv.heap)];
        *heap = heap.saturating_sub(mv.stones);
        state.to_move = state.to_move.other();
    }

    fn outcome(&self, state: &Heaps) -> Option<Outcome> {
        let returns = Returns::win(2, state.to_move.other());
        (self.turn(state) == Turn::Over).then_some(Outcome { returns, reason: "last stone" })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Pruning for Nim {
    /// Of equal heaps, the first.
    fn distinct_moves(&self, state: &Heaps, moves: &mut Vec<Taken>) {
        let is_first = |&heap: &usize| !state.heaps[..heap].contains(&state.heaps[heap]);
        moves.extend((0..N_HEAPS).filter(is_first).flat_map(|heap| Self::moves_of(state, heap)));
    }

    fn null_move(&self, _state: &Heaps) -> Option<Heaps> {
        None
    }

    fn skip_turn(&self, _state: &Heaps) -> Option<Heaps> {
        None
    }

    fn foreseen_outcome(&self, _state: &Heaps, _trail: &History) -> Option<Outcome> {
        None
    }

    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &Heaps, _seat: Seat) -> Option<u32> {
        None
    }
}

impl WithoutDeal for Nim {}
impl WithoutMoveOrdering for Nim {}
impl WithoutMovePolicy for Nim {}

impl Evaluate for Nim {
    fn features(&self) -> &'static [Feature] {
        &[Feature {
            name: "tempo",
            weight: 1.0,
            bounds: (0.0, 2.0),
            scale: 0.2,
            help: "An odd number of heaps to move at.",
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

    fn measure(&self, state: &Heaps, seat: Seat, values: &mut [f64]) {
        let is_odd = state.heaps.iter().filter(|&&heap| heap > 0).count() % 2 == 1;
        let is_own = seat == state.to_move;
        values[0] = if is_odd == is_own { 1.0 } else { -1.0 };
    }
}

impl Keyed for Nim {
    fn key(&self, state: &Heaps) -> u64 {
        mix(u64::from(u32::from_le_bytes(state.heaps)) << 1 | state.to_move.idx() as u64)
    }

    fn key_from_scratch(&self, state: &Heaps) -> u64 {
        self.key(state)
    }
}

/// A position is the heaps and the seat to move: `2,2,2,1 0`.
impl Notation for Nim {
    fn move_text(&self, _state: &Heaps, mv: Taken) -> String {
        format!("{}:{}", mv.heap, mv.stones)
    }

    fn parse_move(&self, state: &Heaps, text: &str) -> Result<Taken, MoveError> {
        let digits: Vec<_> = text.split(':').map(str::parse).collect();
        let &[Ok(heap), Ok(stones)] = digits.as_slice() else {
            return Err(MoveError::malformed(text, "write HEAP:STONES"));
        };
        let mv = Taken { heap, stones };
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if self.move_text(state, mv) == text && self.is_legal(state, mv) {
            return Ok(mv);
        }
        Err(MoveError::illegal(text, "there are not so many stones"))
    }

    fn position_text(&self, state: &Heaps) -> String {
        let [a, b, c, d] = state.heaps;
        format!("{a},{b},{c},{d} {}", state.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, PositionError> {
        let error =
            || PositionError::new(text, "write four heaps of up to nine stones and a seat: 2,2,2,1 0");
        let (heaps, seat) = text.split_once(' ').ok_or_else(error)?;
        let heaps: Vec<u8> =
            heaps.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| error())?;
        let heaps: [u8; N_HEAPS] = heaps.try_into().map_err(|_| error())?;
        let to_move = seat.parse().ok().and_then(|idx| Seat::checked(idx, 2)).ok_or_else(error)?;
        let state = Heaps { heaps, to_move };
        let is_fit = heaps.iter().all(|&heap| heap <= 9);
        if is_fit && self.position_text(&state) == text { Ok(state) } else { Err(error()) }
    }

    fn position_help(&self) -> String {
        "`2,2,2,1 0`: the heaps, and the seat to move".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["First", "Second"][seat.idx()].to_owned()
    }
}

impl PerfectInformation for Nim {}
impl WithoutEncoding for Nim {}
impl WithoutInterchange for Nim {}
impl WithoutPicture for Nim {}
impl WithoutPresets for Nim {}
impl WithoutStrategies for Nim {}
impl WithoutSymmetry for Nim {}
impl WithoutIndex for Nim {}
