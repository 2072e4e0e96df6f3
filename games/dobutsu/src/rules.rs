//! The rules: who wins when, which moves there are, and what they do.
//!
//! All variants move alike. They differ in what happens to a lion that stands attacked on its far
//! rank and is not captured ([`TryRule`]), and in when a repeated position is a draw.

use ludwerk_core::{
    BySeat, ChanceMode, ConfigError, Configure, Game, GameInfo, History, Information, Keyed, Outcome,
    PerfectInformation, Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant, WithoutDeal,
    WithoutStrategies, mix,
};

use crate::board::{FAR_RANK, Kind, STEPS, State, squares};
use crate::moves::DobutsuMove;

/// Dobutsu Shogi under one of its rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dobutsu {
    variant_idx: usize,
    try_rule: TryRule,
    repetition: RepetitionRule,
}

/// When a lion on its far rank has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryRule {
    /// When it is not attacked on arrival, or when its owner's turn comes and it is still there.
    Owner,
    /// Whenever it is not attacked, however that came about.
    State,
    /// Only when it has just moved there and is not attacked.
    Event,
}

/// When a repetition is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRule {
    /// When a position occurs for the third time.
    ThirdOccurrence,
    /// When both sides have moved one piece to and fro for nine plies.
    NinePlyShuttle,
}

const GOAL: &str = "Capture the other lion, or bring your own safely to the far side.";
const OWNER_WINS: &str = "\
A lion that steps to the far side wins at once if it cannot be captured there; if it can be and is not, it wins when \
its owner's turn comes.";
const STATE_WINS: &str = "\
A lion on the far side wins as soon as nothing attacks it: when it steps there, or later, when the attack is gone.";
const EVENT_WINS: &str = "\
A lion wins only by its own step to a square of the far side where it cannot be captured at once. One that stepped \
there into danger has not won, even if it was left alone: it must step to such a square anew.";
const STEPS_OF_ALL: &str = "\
All pieces move one square: the lion in any direction, the giraffe straight, the elephant diagonally, the chick \
straight forward. A chick that steps to the far side becomes a hen, which moves straight or diagonally forward. A lion \
may be left in check.";
const HANDS: &str = "\
What you capture goes to your hand, a hen as a chick; instead of moving you may put a piece from your hand on any empty \
square.";
const THIRD_OCCURRENCE: &str = "The game is a draw when a position occurs for the third time.";
const SHUTTLE: &str =
    "The game is a draw when for nine plies each player has only moved one piece to and fro.";
const MOVES: &str = "\
Moves are written Lb4-a3, Ea4xb3 for a capture, C*b2 for a drop; L lion, G giraffe, E elephant, C chick, H hen. Forest \
(capital letters) sits at the bottom and begins, Sky (small letters) at the top.";

const INFO: GameInfo = GameInfo {
    id: "dobutsu",
    title: "Dobutsu Shogi",
    summary: "Catch the lion, or bring your own to the far side: chess with drops on a board of 3 by 4.",
    variants: &[
        Variant {
            name: "official",
            summary: "As the maker's leaflet has it: a lion that is not captured on the far rank has won.",
            rules: &[GOAL, OWNER_WINS, STEPS_OF_ALL, HANDS, THIRD_OCCURRENCE, MOVES],
        },
        Variant {
            name: "lishogi",
            summary: "As on lishogi: a lion on the far rank wins once nothing attacks it.",
            rules: &[GOAL, STATE_WINS, STEPS_OF_ALL, HANDS, THIRD_OCCURRENCE, MOVES],
        },
        Variant {
            name: "thesis",
            summary: "As in Nguyen's thesis: only the lion's own safe step to the far rank wins.",
            rules: &[GOAL, EVENT_WINS, STEPS_OF_ALL, HANDS, SHUTTLE, MOVES],
        },
    ],
    seats: (2, 2),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByHistory,
    longest_game: None,
};

const TRY: &str = "try";
const CATCH: &str = "catch";
const NO_MOVE: &str = "no move";
const REPETITION: &str = "repetition";

impl Configure for Dobutsu {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let variant_idx = INFO.variant_idx(variant)?;
        INFO.check_players(INFO.variants[variant_idx].name, INFO.seats, players)?;
        let (try_rule, repetition) = [
            (TryRule::Owner, RepetitionRule::ThirdOccurrence),
            (TryRule::State, RepetitionRule::ThirdOccurrence),
            (TryRule::Event, RepetitionRule::NinePlyShuttle),
        ][variant_idx];
        Ok(Self { variant_idx, try_rule, repetition })
    }
}

impl Dobutsu {
    /// When a lion on its far rank has won.
    pub fn try_rule(&self) -> TryRule {
        self.try_rule
    }

    /// The winner and how, if the position itself decides the game.
    #[inline]
    fn winner(&self, state: &State) -> Option<(Seat, &'static str)> {
        // Almost always both lions are there and neither has arrived.
        let on_the_way = |seat: Seat| state.pieces(seat, Kind::Lion) & !FAR_RANK[seat] != 0;
        if on_the_way(Seat::FIRST) && on_the_way(Seat::SECOND) { None } else { self.winner_at_the_end(state) }
    }

    /// The same, for positions in which a lion is missing or has arrived.
    fn winner_at_the_end(&self, state: &State) -> Option<(Seat, &'static str)> {
        let mover = state.to_move();
        let other = mover.other();
        let lions = BySeat::<_, 2>::from_fn(|seat| state.pieces(seat, Kind::Lion));
        if lions[mover] == 0 {
            return Some((other, CATCH));
        }
        if lions[other] == 0 {
            return Some((mover, CATCH));
        }
        if state.try_won() {
            return Some((other, TRY));
        }
        if self.try_rule == TryRule::Event {
            return None;
        }
        let has_arrived = |seat: Seat| lions[seat] & FAR_RANK[seat] != 0;
        let is_safe = |seat: Seat| !state.attacks(seat.other(), lions[seat].trailing_zeros() as u8);
        // Whoever has just moved comes first: his win ended the game before the other's turn.
        if has_arrived(other) && is_safe(other) {
            return Some((other, TRY));
        }
        let mover_wins = has_arrived(mover) && (self.try_rule == TryRule::Owner || is_safe(mover));
        mover_wins.then_some((mover, TRY))
    }
}

impl Game for Dobutsu {
    type State = State;
    type Move = DobutsuMove;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[self.variant_idx].name
    }

    fn n_seats(&self) -> usize {
        2
    }

    fn start(&self, _rng: &mut Rng) -> State {
        const {
            let mut state = State::empty(Seat::FIRST);
            let home = [Kind::Elephant, Kind::Lion, Kind::Giraffe];
            let mut file = 0;
            while file < 3 {
                state.put(Seat::FIRST, home[file as usize], 9 + file);
                state.put(Seat::SECOND, home[2 - file as usize], file);
                file += 1;
            }
            state.put(Seat::FIRST, Kind::Chick, 7);
            state.put(Seat::SECOND, Kind::Chick, 4);
            state
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if self.winner(state).is_some() || is_stuck(state) {
            Turn::Over
        } else {
            Turn::Player(state.to_move())
        }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<DobutsuMove>) {
        if self.winner(state).is_some() {
            return;
        }
        let seat = state.to_move();
        let open = !state.side(seat);
        for kind in Kind::ALL {
            for from in squares(state.pieces(seat, kind)) {
                let targets = STEPS[seat][kind as usize][usize::from(from)] & open;
                moves.extend(squares(targets).map(|to| DobutsuMove::step(kind, from, to)));
            }
        }
        if state.hand_bits(seat) != 0 {
            let vacant = state.vacant();
            for kind in Kind::HELD {
                if state.in_hand(seat, kind) > 0 {
                    moves.extend(squares(vacant).map(|to| DobutsuMove::drop(kind, to)));
                }
            }
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, mv: DobutsuMove) {
        let Some(from) = mv.from() else {
            state.drop_piece(mv.kind(), mv.to());
            return;
        };
        let mover = state.to_move();
        state.step(mv.kind(), from, mv.to());
        if self.try_rule == TryRule::Event
            && mv.kind() == Kind::Lion
            && FAR_RANK[mover] >> mv.to() & 1 != 0
            && !state.attacks(mover.other(), mv.to())
        {
            state.set_try_won();
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let stuck = || is_stuck(state).then_some((state.to_move().other(), NO_MOVE));
        let (winner, reason) = self.winner(state).or_else(stuck)?;
        Some(Outcome { returns: Returns::win(2, winner), reason })
    }

    fn points(&self, _state: &State) -> Option<Vec<i32>> {
        None
    }

    fn history_outcome(&self, state: &State, history: &History) -> Option<Outcome> {
        let is_draw = match self.repetition {
            RepetitionRule::ThirdOccurrence => history.occurrences(self.key(state)) >= 2,
            RepetitionRule::NinePlyShuttle => is_nine_ply_shuttle(history),
        };
        is_draw.then(repetition)
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        if self.winner(state).is_some() {
            return 0;
        }
        let seat = state.to_move();
        let [straight, diagonal] = state.step_sets(seat);
        let hand = state.hand_bits(seat);
        let held_kinds = (hand | hand >> 1) & 0b01_01_01;
        let n_drops = held_kinds.count_ones() * state.vacant().count_ones();
        (straight.count_ones() + diagonal.count_ones() + n_drops) as usize
    }
}

/// The draw by repetition.
pub(crate) fn repetition() -> Outcome {
    Outcome { returns: Returns::draw(2), reason: REPETITION }
}

/// Whether the player to move has no move, and so loses. No game gets there, but a position text can.
/// Only own pieces block, so it takes an empty hand and at least this many pieces
/// (`stuck_arrangements_are_found` tries them all).
fn is_stuck(state: &State) -> bool {
    const FEWEST_PIECES: u32 = 5;
    let seat = state.to_move();
    state.hand_bits(seat) == 0
        && state.side(seat).count_ones() >= FEWEST_PIECES
        && state.step_sets(seat) == [0, 0]
}

/// Whether the last nine plies were all steps and each undid the step two plies before it.
/// That the same piece did both follows: it stands where it went, and nothing else can.
fn is_nine_ply_shuttle(history: &History) -> bool {
    const PLIES: usize = 9;
    let mut steps = [(0, 0); PLIES];
    let mut n_steps = 0;
    for mv in history.latest_moves::<DobutsuMove>().take(PLIES) {
        let Some(from) = mv.from() else { return false };
        steps[n_steps] = (from, mv.to());
        n_steps += 1;
    }
    n_steps == PLIES && (0..PLIES - 2).all(|i| steps[i] == (steps[i + 2].1, steps[i + 2].0))
}

impl Keyed for Dobutsu {
    fn key(&self, state: &State) -> u64 {
        let (planes, rest) = state.bits();
        mix(planes ^ mix(rest))
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        self.key(state)
    }
}

impl PerfectInformation for Dobutsu {}
impl WithoutDeal for Dobutsu {}
impl WithoutStrategies for Dobutsu {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ludwerk_core::Notation;

    use super::*;
    use crate::board::BOARD;

    /// Puts each piece everywhere, or nowhere, and calls `visit` with every arrangement.
    fn arrange(state: State, pieces: &[&[Kind]], free: u16, visit: &mut impl FnMut(&State)) {
        let Some((choices, rest)) = pieces.split_first() else { return visit(&state) };
        if choices[0] != Kind::Lion {
            arrange(state, rest, free, visit);
        }
        for &kind in *choices {
            for square in squares(free) {
                let mut next = state;
                next.put(Seat::FIRST, kind, square);
                arrange(next, rest, free & !(1 << square), visit);
            }
        }
    }

    /// Over all arrangements of one side's pieces, `is_stuck` says what the move generator says.
    #[test]
    fn stuck_arrangements_are_found() {
        let game = Dobutsu::configure(Some("thesis"), None).unwrap();
        let chick: &[Kind] = &[Kind::Chick, Kind::Hen];
        let (elephant, giraffe): (&[Kind], &[Kind]) = (&[Kind::Elephant], &[Kind::Giraffe]);
        let pieces = [&[Kind::Lion], chick, chick, elephant, elephant, giraffe, giraffe];
        let (mut n_tried, mut stuck) = (0, BTreeSet::new());
        arrange(State::empty(Seat::FIRST), &pieces, BOARD, &mut |state| {
            n_tried += 1;
            let [straight, diagonal] = state.step_sets(Seat::FIRST);
            assert_eq!(is_stuck(state), straight | diagonal == 0, "{state:?}");
            if is_stuck(state) {
                stuck.insert(game.position_text(state));
            }
        });
        assert!(n_tried > 1_000_000);
        assert_eq!(stuck.len(), 44);
        assert!(stuck.contains(".EGEGL.CC... - - S"));
    }

    #[test]
    fn without_a_move_the_player_to_move_loses() {
        let game = Dobutsu::configure(None, None).unwrap();
        let state = game.parse_position("lEGEGL.CC... - - S").unwrap();
        assert_eq!(game.turn(&state), Turn::Over);
        let outcome = game.outcome(&state).unwrap();
        assert_eq!((outcome.returns.sole_winner(), outcome.reason), (Some(Seat::SECOND), NO_MOVE));
    }
}
