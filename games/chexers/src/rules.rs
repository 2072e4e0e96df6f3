//! The rules, as the official referee applies them.

use ludwerk_core::{
    ChanceMode, ConfigError, Configure, Game, GameInfo, History, Information, Keyed, Outcome,
    PerfectInformation, Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant, WithoutDeal,
    WithoutIndex, mix,
};

use crate::board::{AXES, GOALS, Hex, Hexes, N_SEATS, State, hexes};
use crate::moves::{Action, ChexersMove};

/// Chexers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chexers;

const INFO: GameInfo = GameInfo {
    id: "chexers",
    title: "Chexers",
    summary: "Three colours on a hexagonal board: cross it, turn pieces by jumping over them, leave with four.",
    variants: &[Variant {
        name: "official",
        summary: "As the referee of the University of Melbourne's project of 2019 has it.",
        rules: &[
            "Bring four pieces off the board over your goal edge, opposite to where you start, before the others do. \
             Red, Green and Blue move in turn.",
            "In each turn one piece does one thing: it steps to an empty hex beside it (MOVE), jumps in a straight \
             line over a neighbour to the empty hex behind it (JUMP), or leaves from a hex of the goal edge (EXIT). A \
             piece of another colour that is jumped over takes the colour of the jumper and belongs to that player from now on. \
             A player who has no action passes.",
            "The game is a draw when a position occurs for the fourth time, or after 256 turns of each.",
            "Moves are written MOVE -3,0 -2,0 and JUMP -2,0 0,0 and EXIT 3,-1 and PASS. A hex is q,r: r is its row, \
             from -3 at the top to 3 at the bottom, and q counts along the row.",
        ],
    }],
    seats: (N_SEATS, N_SEATS),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByHistory,
    longest_game: Some(LONGEST_GAME as u32),
};

/// The plies after which a game is a draw: 256 turns for each.
pub const LONGEST_GAME: usize = 256 * N_SEATS;

/// The occurrence of a position, its first included, that makes a draw.
pub const OCCURRENCES_TO_DRAW: usize = 4;

const EXITS: &str = "four exits";
const REPETITION: &str = "repetition";
const TURN_LIMIT: &str = "turn limit";

impl Configure for Chexers {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let variant = INFO.variants[INFO.variant_idx(variant)?].name;
        INFO.check_players(variant, INFO.seats, players)?;
        Ok(Self)
    }
}

impl Game for Chexers {
    type State = State;
    type Move = ChexersMove;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &str {
        INFO.variants[0].name
    }

    fn n_seats(&self) -> usize {
        N_SEATS
    }

    fn start(&self, _rng: &mut Rng) -> State {
        State::start()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.winner().is_some() { Turn::Over } else { Turn::Player(state.to_move()) }
    }

    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<ChexersMove>) {
        if state.winner().is_some() {
            return;
        }
        let n_before = moves.len();
        let own = state.pieces(state.to_move());
        moves.extend(hexes(own & GOALS[state.to_move()]).map(ChexersMove::exit));
        let (occupied, vacant) = (state.occupied(), state.vacant());
        for axis in AXES {
            let (up, down) = (own << axis, own >> axis);
            steps(moves, up & vacant, |to| to - axis);
            steps(moves, down & vacant, |to| to + axis);
            jumps(moves, (up & occupied) << axis & vacant, |to| to - 2 * axis);
            jumps(moves, (down & occupied) >> axis & vacant, |to| to + 2 * axis);
        }
        if moves.len() == n_before {
            moves.push(ChexersMove::PASS);
        }
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        if state.winner().is_some() {
            return 0;
        }
        let own = state.pieces(state.to_move());
        let (occupied, vacant) = (state.occupied(), state.vacant());
        let mut count = (own & GOALS[state.to_move()]).count_ones();
        for axis in AXES {
            let (up, down) = (own << axis, own >> axis);
            count += (up & vacant).count_ones() + (down & vacant).count_ones();
            count += ((up & occupied) << axis & vacant).count_ones();
            count += ((down & occupied) >> axis & vacant).count_ones();
        }
        count.max(1) as usize
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: ChexersMove) {
        match mv.action() {
            Action::Step(from, to) => state.step(from, to, 0),
            Action::Jump(from, to) => state.step(from, to, from.between(to).set()),
            Action::Exit(from) => state.exit(from),
            Action::Pass => state.pass(),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = state.winner()?;
        Some(Outcome { returns: Returns::win(N_SEATS, winner), reason: EXITS })
    }

    fn points(&self, state: &State) -> Option<Vec<i32>> {
        Some(Seat::all(N_SEATS).map(|seat| i32::from(state.exits(seat))).collect())
    }

    #[inline]
    fn history_outcome(&self, state: &State, history: &History) -> Option<Outcome> {
        self.drawn_by(state, history, OCCURRENCES_TO_DRAW)
    }

    /// A draw goes before a win: a fourth exit in the very last turn comes too late.
    fn result(&self, state: &State, history: &History) -> Option<Outcome> {
        self.history_outcome(state, history).or_else(|| self.outcome(state))
    }
}

impl Chexers {
    /// A draw, if the position has occurred so often or the turns are used up.
    #[inline]
    pub(crate) fn drawn_by(self, state: &State, history: &History, occurrences: usize) -> Option<Outcome> {
        let draw = |reason| Some(Outcome { returns: Returns::draw(N_SEATS), reason });
        // Nothing repeats in fewer than six plies: somebody must step away and back.
        if history.len() >= 6 && self.occurrences(state, history) >= occurrences {
            return draw(REPETITION);
        }
        if history.len() >= LONGEST_GAME { draw(TURN_LIMIT) } else { None }
    }

    /// How often a position has occurred in its game, this time included.
    #[inline]
    pub fn occurrences(self, state: &State, history: &History) -> usize {
        1 + history.occurrences_since(self.key(state), ChexersMove::bits_are_exit)
    }
}

#[inline]
fn steps(moves: &mut Vec<ChexersMove>, targets: Hexes, from: impl Fn(u32) -> u32) {
    moves.extend(hexes(targets).map(|to| ChexersMove::step(origin(to, &from), to)));
}

#[inline]
fn jumps(moves: &mut Vec<ChexersMove>, targets: Hexes, from: impl Fn(u32) -> u32) {
    moves.extend(hexes(targets).map(|to| ChexersMove::jump(origin(to, &from), to)));
}

#[inline]
fn origin(to: Hex, from: impl Fn(u32) -> u32) -> Hex {
    Hex::of_bit(from(u32::from(to.bit())) as u16)
}

/// Odd numbers without pattern, one for each word of a position.
const FACTORS: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xd6e8_feb8_6659_fd93];

impl Keyed for Chexers {
    /// The exits are part of it: in one game equal boards have equal exits, but not so in a tree of many games.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let mut sum = state.small_bits().wrapping_mul(FACTORS[N_SEATS]);
        for (seat, factor) in Seat::all(N_SEATS).zip(FACTORS) {
            sum = sum.rotate_left(21) ^ state.pieces(seat).wrapping_mul(factor);
        }
        mix(sum)
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        self.key(state)
    }
}

impl PerfectInformation for Chexers {}
impl WithoutDeal for Chexers {}
impl WithoutIndex for Chexers {}
