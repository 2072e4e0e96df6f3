//! Harvest: a row of fruit, two or three players, who take from either end. The toy for more than two.
//!
//! A player takes the first or the last fruit of the row and gets its points (1 to 9). Whoever takes a 5 or
//! more moves again at once. When the row is empty, most points win; equal ones share.

use ludwerk_core::{
    BySeat, ChanceMode, ConfigError, Configure, Evaluate, Feature, Game, GameInfo, History, Information,
    Keyed, Move, MoveError, MoveOrdering, MovePolicy, Notation, Outcome, PerfectInformation, PositionError,
    Pruning, Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant, WeightFile, WeightPreset,
    WithoutDeal, WithoutEncoding, WithoutIndex, WithoutInterchange, WithoutPicture, WithoutPresets,
    WithoutStrategies, WithoutSymmetry, mix,
};

/// The game, for two or three.
#[derive(Clone, Copy, Debug)]
pub struct Harvest {
    n_seats: usize,
}

/// The most fruit in a row.
const LONGEST: usize = 12;

/// Whoever takes this much moves again.
const SWEET: u8 = 5;

/// The row, what is left of it, and what everyone has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    fruit: [u8; LONGEST],
    n_fruit: u8,
    points: BySeat<u8, 3>,
    to_move: Seat,
}

/// Which end to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The first fruit.
    First,
    /// The last one.
    Last,
}

impl Move for End {
    fn to_bits(self) -> u32 {
        self as u32
    }

    fn from_bits(bits: u32) -> Option<Self> {
        [Self::First, Self::Last].get(bits as usize).copied()
    }
}

impl Harvest {
    /// The game for so many.
    ///
    /// # Panics
    /// If that is not two or three.
    pub fn new(n_seats: usize) -> Self {
        assert!((2..=3).contains(&n_seats), "harvest is for two or three");
        Self { n_seats }
    }
}

impl Row {
    fn taken(&self, end: End) -> u8 {
        match end {
            End::First => self.fruit[0],
            End::Last => self.fruit[usize::from(self.n_fruit) - 1],
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "harvest",
    title: "Harvest",
    summary: "Take fruit from either end of a row; most points win.",
    variants: &[Variant {
        name: "standard",
        summary: "Twelve fruit.",
        rules: &["Take the first or the last fruit. Whoever takes a 5 or more moves again."],
    }],
    seats: (2, 3),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(LONGEST as u32),
};

impl Configure for Harvest {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        INFO.variant_idx(variant)?;
        let n_seats = INFO.check_players(INFO.variants[0].name, INFO.seats, players)?;
        Ok(Self { n_seats })
    }
}

impl Game for Harvest {
    type State = Row;
    type Move = End;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn start(&self, rng: &mut Rng) -> Row {
        let fruit = [0; LONGEST].map(|_| 1 + rng.below(9) as u8);
        Row { fruit, n_fruit: LONGEST as u8, points: BySeat::default(), to_move: Seat::FIRST }
    }

    fn turn(&self, state: &Row) -> Turn {
        if state.n_fruit == 0 { Turn::Over } else { Turn::Player(state.to_move) }
    }

    fn legal_moves(&self, state: &Row, moves: &mut Vec<End>) {
        if state.n_fruit > 0 {
            moves.push(End::First);
        }
        if state.n_fruit > 1 {
            moves.push(End::Last);
        }
    }

    fn play_unchecked(&self, state: &mut Row, mv: End) {
        let taken = state.taken(mv);
        if mv == End::First {
            state.fruit.rotate_left(1);
        }
        state.n_fruit -= 1;
        state.fruit[usize::from(state.n_fruit)..].fill(0);
        state.points[state.to_move] += taken;
        if taken < SWEET {
            state.to_move = state.to_move.next(self.n_seats);
        }
    }

    fn outcome(&self, state: &Row) -> Option<Outcome> {
        let most = state.points.all().iter().max().copied();
        (state.n_fruit == 0).then(|| Outcome {
            returns: Returns::shared(self.n_seats, |seat| Some(state.points[seat]) == most),
            reason: "points",
        })
    }

    fn points(&self, _state: &Self::State) -> Option<Vec<i32>> {
        None
    }
}

impl Keyed for Harvest {
    fn key(&self, state: &Row) -> u64 {
        let to_move = state.to_move.idx() as u8;
        let bytes = state.fruit.iter().chain(state.points.all()).chain([&to_move]);
        bytes.fold(mix(u64::from(state.n_fruit)), |key, &byte| mix(key ^ u64::from(byte)))
    }

    fn key_from_scratch(&self, state: &Row) -> u64 {
        self.key(state)
    }
}

const FEATURES: [Feature; 2] = [
    Feature { name: "points", help: "own points", weight: 1.0, bounds: (0.0, 10.0), scale: 0.3 },
    Feature {
        name: "best-other",
        help: "points of the best other",
        weight: -0.5,
        bounds: (-10.0, 0.0),
        scale: 0.3,
    },
];

/// Not symmetric on purpose: what one seat gains is not what another loses.
impl Evaluate for Harvest {
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

    fn measure(&self, state: &Row, seat: Seat, values: &mut [f64]) {
        let others = Seat::all(self.n_seats).filter(|&other| other != seat).map(|other| state.points[other]);
        values[0] = f64::from(state.points[seat]);
        values[1] = f64::from(others.max().unwrap_or(0));
    }
}

impl MoveOrdering for Harvest {
    fn priority(&self, state: &Row, mv: End) -> i32 {
        i32::from(state.taken(mv))
    }

    fn priorities(&self, state: &Row, moves: &[End], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv)));
    }

    fn is_noisy(&self, state: &Row, mv: End) -> bool {
        state.taken(mv) >= SWEET
    }
}

impl MovePolicy for Harvest {
    fn prior(&self, state: &Row, mv: End) -> f32 {
        f32::from(state.taken(mv))
    }

    fn priors(&self, state: &Row, moves: &[End], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|&mv| self.prior(state, mv)));
    }

    fn rollout_move(&self, _state: &mut Row, _rng: &mut Rng) -> Option<End> {
        None
    }
}

impl Pruning for Harvest {
    fn distinct_moves(&self, state: &Row, moves: &mut Vec<End>) {
        self.legal_moves(state, moves);
    }

    fn null_move(&self, state: &Row) -> Option<Row> {
        self.skip_turn(state)
    }

    fn skip_turn(&self, state: &Row) -> Option<Row> {
        (state.n_fruit > 0).then(|| Row { to_move: state.to_move.next(self.n_seats), ..*state })
    }

    fn foreseen_outcome(&self, _state: &Row, _trail: &History) -> Option<Outcome> {
        None
    }

    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &Row, _seat: Seat) -> Option<u32> {
        None
    }
}

/// A position is the row (`-` if it is empty), the points and the seat to move: `3714 0/5/2 1`.
impl Notation for Harvest {
    fn move_text(&self, _state: &Row, mv: End) -> String {
        ["first", "last"][mv as usize].to_owned()
    }

    fn parse_move(&self, state: &Row, text: &str) -> Result<End, MoveError> {
        let mv = [End::First, End::Last].into_iter().find(|&mv| self.move_text(state, mv) == text);
        let mv = mv.ok_or_else(|| MoveError::malformed(text, "write first or last"))?;
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, "one fruit is left")) }
    }

    fn position_text(&self, state: &Row) -> String {
        let left = &state.fruit[..usize::from(state.n_fruit)];
        let row: String = left.iter().map(|fruit| char::from(b'0' + fruit)).collect();
        let points: Vec<_> = state.points.of_game(self.n_seats).iter().map(u8::to_string).collect();
        let row = if row.is_empty() { "-" } else { &row };
        format!("{row} {} {}", points.join("/"), state.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Row, PositionError> {
        let error = |reason: &str| PositionError::new(text, reason);
        let fields: Vec<_> = text.split(' ').collect();
        let [row, points, to_move] = fields[..] else { return Err(error("three fields are needed")) };
        let mut state =
            Row { fruit: [0; LONGEST], n_fruit: 0, points: BySeat::default(), to_move: Seat::FIRST };
        for letter in row.trim_start_matches('-').bytes() {
            if !letter.is_ascii_digit() || letter == b'0' || usize::from(state.n_fruit) == LONGEST {
                return Err(error("a row is up to twelve digits from 1 to 9"));
            }
            state.fruit[usize::from(state.n_fruit)] = letter - b'0';
            state.n_fruit += 1;
        }
        let fields: Vec<_> = points.split('/').collect();
        if fields.len() != self.n_seats {
            return Err(error("points are one number a seat"));
        }
        for (seat, field) in Seat::all(self.n_seats).zip(&fields) {
            state.points[seat] = field.parse().map_err(|_| error("points are numbers"))?;
        }
        let most = usize::from(u8::MAX) - LONGEST * 9;
        let to_move = to_move.parse().ok().and_then(|idx| Seat::checked(idx, self.n_seats));
        state.to_move = to_move.ok_or_else(|| error("no such seat"))?;
        let is_possible = state.points.all().iter().all(|&points| usize::from(points) <= most);
        if is_possible && self.position_text(&state) == text { Ok(state) } else { Err(error("not possible")) }
    }

    fn position_help(&self) -> String {
        "`3714 0/5/2 1`: the row, the points of each seat, the seat to move".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("Picker {}", seat.idx() + 1)
    }
}

impl PerfectInformation for Harvest {}
impl WithoutDeal for Harvest {}
impl WithoutEncoding for Harvest {}
impl WithoutInterchange for Harvest {}
impl WithoutPicture for Harvest {}
impl WithoutPresets for Harvest {}
impl WithoutStrategies for Harvest {}
impl WithoutSymmetry for Harvest {}
impl WithoutIndex for Harvest {}
