//! What the rules tell about moves before they are searched: exits and captures first, then steps ahead.

use ludwerk_core::{Game, History, MoveOrdering, MovePolicy, Outcome, Pruning, Rng, Seat, Turn};

use crate::board::{EXITS_TO_WIN, ROWS, State, after, before};
use crate::moves::{Action, ChexersMove};
use crate::policy::Outlook;
use crate::rules::Chexers;

const WINS: i32 = 1000;
const CAPTURE: i32 = 200;
const EXIT: i32 = 100;
/// For each row nearer to the goal.
const AHEAD: i32 = 10;

impl MoveOrdering for Chexers {
    #[inline]
    fn priority(&self, state: &State, mv: ChexersMove) -> i32 {
        let seat = state.to_move();
        match mv.action() {
            Action::Step(from, to) => {
                AHEAD * (i32::from(from.distance_to_goal(seat)) - i32::from(to.distance_to_goal(seat)))
            }
            Action::Jump(from, to) => {
                let ahead = i32::from(from.distance_to_goal(seat)) - i32::from(to.distance_to_goal(seat));
                if captures(state, mv) { CAPTURE + ahead } else { AHEAD * ahead }
            }
            Action::Exit(_) if state.exits(seat) + 1 == EXITS_TO_WIN => WINS,
            Action::Exit(_) => EXIT,
            Action::Pass => 0,
        }
    }

    fn priorities(&self, state: &State, moves: &[ChexersMove], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv)));
    }

    #[inline]
    fn is_noisy(&self, state: &State, mv: ChexersMove) -> bool {
        captures(state, mv)
    }
}

impl Pruning for Chexers {
    fn distinct_moves(&self, state: &State, moves: &mut Vec<ChexersMove>) {
        self.legal_moves(state, moves);
    }

    fn null_move(&self, state: &State) -> Option<State> {
        let seat = state.to_move();
        let is_safe = state.threatened(seat, after(seat)) | state.threatened(seat, before(seat)) == 0;
        (is_safe && state.pieces(seat) != 0).then(|| passed(state))
    }

    fn skip_turn(&self, state: &State) -> Option<State> {
        (self.turn(state) != Turn::Over).then(|| passed(state))
    }

    /// A position that occurs again is taken for a draw: whoever could do better would have done so.
    #[inline]
    fn foreseen_outcome(&self, state: &State, history: &History) -> Option<Outcome> {
        self.drawn_by(state, history, 2)
    }

    /// Exits alone are for good: what was turned can be turned back.
    #[inline]
    fn standstill(&self, history: &History) -> usize {
        history.plies_since(ChexersMove::bits_are_exit)
    }

    /// Each piece that is still needed must get to the goal, two rows a turn at best, and leave.
    fn least_turns_to_win(&self, state: &State, seat: Seat) -> Option<u32> {
        Some(least_turns_to_win(state, seat))
    }
}

impl MovePolicy for Chexers {
    fn prior(&self, state: &State, mv: ChexersMove) -> f32 {
        Outlook::new(state).prior(mv)
    }

    fn priors(&self, state: &State, moves: &[ChexersMove], priors: &mut Vec<f32>) {
        let outlook = Outlook::new(state);
        priors.extend(moves.iter().map(|&mv| outlook.prior(mv)));
    }

    fn rollout_move(&self, _state: &mut State, _rng: &mut Rng) -> Option<ChexersMove> {
        None
    }
}

/// The turns that a seat needs to win, if nobody is in its way: an exit for each piece that is still needed, and what
/// brings them to the goal. Own pieces get there two rows a turn, if they can jump all the way; pieces of others may
/// stand there already, but each takes a jump, which in turn may bring an own piece ahead.
fn least_turns_to_win(state: &State, seat: Seat) -> u32 {
    let needed = u32::from(EXITS_TO_WIN).saturating_sub(u32::from(state.exits(seat)));
    let own = state.pieces(seat);
    let (mut n_own, mut n_moves) = (0, 0);
    let mut least = needed;
    for (row, distance) in ROWS[seat].iter().zip(0u32..) {
        for _ in 0..(own & row).count_ones().min(needed - n_own) {
            n_own += 1;
            n_moves += distance.div_ceil(2);
            least = least.min(n_moves.max(needed - n_own));
        }
    }
    needed + least
}

/// Whether a move turns a piece of another.
#[inline]
fn captures(state: &State, mv: ChexersMove) -> bool {
    match mv.action() {
        Action::Jump(from, to) => state.others(state.to_move()) & from.between(to).set() != 0,
        _ => false,
    }
}

fn passed(state: &State) -> State {
    let mut next = *state;
    next.pass();
    next
}
