//! The position, the moves and the rules.

use ludwerk::core::{
    BySeat, ChanceMode, ConfigError, Configure, Evaluate, Feature, Game, GameInfo, Information, Keyed, Move,
    Outcome, PerfectInformation, Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant, WeightFile,
    WeightPreset, WithoutDeal, WithoutEncoding, WithoutIndex, WithoutInterchange, WithoutMoveOrdering,
    WithoutMovePolicy, WithoutPresets, WithoutPruning, WithoutStrategies, WithoutSymmetry, mix,
};

/// The game, on a square board of this many ranks.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    pub side: u8,
}

/// The squares of both players, rank by rank from White's side, eight bits a rank; and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub pawns: BySeat<u64, 2>,
    pub to_move: Seat,
}

/// A pawn steps from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub from: u8,
    pub to: u8,
}

impl Move for Step {
    fn to_bits(self) -> u32 {
        u32::from(self.from) << 6 | u32::from(self.to)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 1 << 12).then_some(Self { from: (bits >> 6) as u8, to: (bits & 63) as u8 })
    }
}

const RULES: &[&str] = &[
    "White moves first. A pawn moves one square forward, straight or diagonally.",
    "It captures diagonally only, and nobody has to capture. Straight ahead, the square must be vacant.",
    "Whoever reaches the far rank or captures all pawns of the other wins.",
];

const INFO: GameInfo = GameInfo {
    id: "breakthrough",
    title: "Breakthrough",
    summary: "Pawns race to the far side, and capture what is in the way.",
    variants: &[
        Variant { name: "standard", summary: "Eight by eight squares.", rules: RULES },
        Variant { name: "small", summary: "Six by six squares.", rules: RULES },
    ],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    // Sixteen pawns a side, of which eight can step six times and eight five times without arriving; and the last step.
    longest_game: Some(2 * (8 * 6 + 8 * 5) + 1),
};

impl Breakthrough {
    /// All squares of a rank.
    pub fn rank(self, rank: u8) -> u64 {
        ((1 << self.side) - 1) << (8 * rank)
    }

    /// The rank that a side wants to reach.
    fn goal(self, seat: Seat) -> u64 {
        self.rank(if seat == Seat::FIRST { self.side - 1 } else { 0 })
    }

    /// Who has won.
    pub fn winner(self, board: &Board) -> Option<Seat> {
        let has_won =
            |&seat: &Seat| board.pawns[seat] & self.goal(seat) != 0 || board.pawns[seat.other()] == 0;
        Seat::all(2).find(has_won)
    }

    /// How far the pawn that is ahead of its side has come.
    fn advance(self, board: &Board, seat: Seat) -> f64 {
        let pawns = board.pawns[seat];
        let last = u32::from(self.side - 1);
        let square = if seat == Seat::FIRST { pawns.checked_ilog2() } else { Some(pawns.trailing_zeros()) };
        let rank = square.map_or(0, |square| square / 8).min(last);
        f64::from(if seat == Seat::FIRST { rank } else { last - rank })
    }
}

impl Game for Breakthrough {
    type State = Board;
    type Move = Step;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[usize::from(self.side == 6)].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> Board {
        let white = self.rank(0) | self.rank(1);
        let black = self.rank(self.side - 1) | self.rank(self.side - 2);
        Board { pawns: BySeat::new([white, black]), to_move: Seat::FIRST }
    }

    fn turn(&self, state: &Board) -> Turn {
        if self.winner(state).is_some() { Turn::Over } else { Turn::Player(state.to_move) }
    }

    /// The pawn that is ahead of its side can always step diagonally, so that a player has a move.
    fn legal_moves(&self, state: &Board, moves: &mut Vec<Step>) {
        if self.winner(state).is_some() {
            return;
        }
        let own = state.pawns[state.to_move];
        let taken = own | state.pawns[state.to_move.other()];
        let ahead: i8 = if state.to_move == Seat::FIRST { 8 } else { -8 };
        for from in (0..64u8).filter(|square| own >> square & 1 != 0) {
            for aside in [-1, 0, 1] {
                if !(0..self.side as i8).contains(&((from % 8) as i8 + aside)) {
                    continue;
                }
                let to = (from as i8 + ahead + aside) as u8;
                let blocked = if aside == 0 { taken } else { own };
                if blocked >> to & 1 == 0 {
                    moves.push(Step { from, to });
                }
            }
        }
    }

    fn play_unchecked(&self, state: &mut Board, mv: Step) {
        let (mover, other) = (state.to_move, state.to_move.other());
        state.pawns[mover] ^= 1 << mv.from | 1 << mv.to;
        state.pawns[other] &= !(1 << mv.to);
        state.to_move = other;
    }

    fn outcome(&self, state: &Board) -> Option<Outcome> {
        let winner = self.winner(state)?;
        let reason = if state.pawns[winner.other()] == 0 { "nothing left" } else { "broken through" };
        Some(Outcome { returns: Returns::win(2, winner), reason })
    }

    fn points(&self, _state: &Board) -> Option<Vec<i32>> {
        None
    }
}

impl Configure for Breakthrough {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let idx = INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[idx].name, INFO.seats, players)?;
        Ok(Self { side: [8, 6][idx] })
    }
}

impl Keyed for Breakthrough {
    fn key(&self, state: &Board) -> u64 {
        let [white, black] = state.pawns.all();
        mix(white ^ mix(black ^ mix(state.to_move.idx() as u64)))
    }

    fn key_from_scratch(&self, state: &Board) -> u64 {
        self.key(state)
    }
}

const FEATURES: [Feature; 2] = [
    Feature { name: "pawns", help: "my pawns minus theirs", weight: 1.0, bounds: (0.0, 10.0), scale: 0.3 },
    Feature {
        name: "advance",
        help: "how much further my foremost pawn is than theirs",
        weight: 0.5,
        bounds: (0.0, 10.0),
        scale: 0.3,
    },
];

impl Evaluate for Breakthrough {
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
        let n_pawns = |seat| f64::from(state.pawns[seat].count_ones());
        values[0] = n_pawns(seat) - n_pawns(seat.other());
        values[1] = self.advance(state, seat) - self.advance(state, seat.other());
    }
}

impl PerfectInformation for Breakthrough {}
impl WithoutDeal for Breakthrough {}
impl WithoutEncoding for Breakthrough {}
impl WithoutIndex for Breakthrough {}
impl WithoutInterchange for Breakthrough {}
impl WithoutMoveOrdering for Breakthrough {}
impl WithoutMovePolicy for Breakthrough {}
impl WithoutPresets for Breakthrough {}
impl WithoutPruning for Breakthrough {}
impl WithoutStrategies for Breakthrough {}
impl WithoutSymmetry for Breakthrough {}
