//! The program of Song and Zhou's report (2019) as it was handed in, and its greedy opponent, defects included.
//!
//! What a program does is not always what its report says; `report-ai` plays what the report says, these play what
//! the program does. They make the decisions of the published source, which `tests/strategies.rs` compares with
//! recorded games of it.
//!
//! - Max^n that is none: the value of an opponent is taken from the position before his move, which is the same for
//!   all of his moves. So each is expected to play the first action that is generated (`lists.rs` tells the order).
//! - Where an opponent has no pieces left, nobody asks for the own value at the end of the line, and that of the
//!   position before the move stands in for it. It is the same for all actions, so the first one is played, from then
//!   on to the end of the game.
//! - Where an opponent cannot move, the line is worth minus infinity.
//! - Without pieces the evaluation is minus infinity; the last exit of the last piece is no number and never chosen.
//! - Where nothing is worth more than minus infinity, it passes. The referee stops the game for that as for every
//!   illegal action, so the agent forfeits it.
//! - The fixed start asks whether the target is empty, and not whether the piece is still there.
//! - The greedy program has the first fault at depth 1: it plays the first action of all, and breaks down where its
//!   pieces are blocked.

mod lists;
mod value;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Report, Seat, Strategies, Strategy, StrategyError, View,
};

use crate::board::{BySeat, Hex, N_SEATS, State};
use crate::moves::ChexersMove;
use crate::rules::Chexers;
use lists::{Foreseen, Lists};

const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "chexers-report-program",
        summary: "The program of Song and Zhou's report as it was handed in, with its defects.",
        options: &[],
        peeks: false,
    },
    Strategy {
        name: "chexers-report-greedy",
        summary: "The greedy program of Song and Zhou's report: by a defect it plays the first action of all.",
        options: &[],
        peeks: false,
    },
];

impl Strategies for Chexers {
    fn strategies(&self) -> &'static [Strategy] {
        STRATEGIES
    }

    fn strategy(
        &self,
        name: &str,
        _options: &[(&str, &str)],
        _seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        match name {
            "chexers-report-program" => Ok(Box::new(Program::Maxn)),
            "chexers-report-greedy" => Ok(Box::new(Program::Greedy)),
            _ => Err(StrategyError::refused(format!("chexers has no strategy {name:?}"))),
        }
    }
}

/// The first three moves of each colour, played wherever the target is empty.
const FIXED_START: BySeat<[[(i8, i8); 2]; 3]> = BySeat::new([
    [[(-3, 0), (-2, 0)], [(-3, 3), (-2, 2)], [(-2, 0), (-2, 1)]],
    [[(3, -3), (2, -2)], [(0, -3), (0, -2)], [(2, -2), (1, -2)]],
    [[(0, 3), (0, 2)], [(3, 0), (2, 0)], [(0, 2), (1, 1)]],
]);

/// Which of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// The agent that was handed in.
    Maxn,
    /// Its greedy opponent.
    Greedy,
}

impl Agent<Chexers> for Program {
    fn decide(
        &mut self,
        view: &View<'_, Chexers>,
        _control: &mut Control<'_, ChexersMove>,
    ) -> Result<Decision<ChexersMove>, AgentError> {
        let start = view.start.copied().unwrap_or_else(State::start);
        let mut moves: Vec<ChexersMove> = view.history.latest_moves().collect();
        moves.reverse();
        let mut lists = Lists::of(&start);
        // The program counts its turns, those without pieces left out. It knows games from the start alone, so in
        // others the fixed start is over.
        let mut n_turns = if start == State::start() { 0 } else { FIXED_START[view.seat].len() };
        for (ply, &mv) in moves.iter().enumerate() {
            let seat = Seat::new((start.to_move().idx() + ply) % N_SEATS);
            n_turns += usize::from(seat == view.seat && !lists.has_lost_all(seat));
            lists.play(seat, mv);
        }
        let chosen = match self {
            Self::Maxn => Some(maxn(&lists, view.seat, n_turns)),
            Self::Greedy => greedy(&lists, view.seat),
        };
        let forfeit = |reason: &str| AgentError::Forfeit { reason: reason.to_owned(), output: String::new() };
        let chosen = chosen.ok_or_else(|| forfeit("it breaks down where its pieces are blocked"))?;
        if !view.legal.contains(&chosen) {
            let is_pass = chosen == ChexersMove::PASS;
            return Err(forfeit(if is_pass {
                "it passes, and has actions"
            } else {
                "it moves a piece that it lost"
            }));
        }
        Ok(Decision { chosen, report: Report { pv: vec![chosen], ..Report::default() } })
    }
}

/// The first action; none where its pieces are blocked.
fn greedy(lists: &Lists, seat: Seat) -> Option<ChexersMove> {
    let pass = || lists.has_lost_all(seat).then_some(ChexersMove::PASS);
    lists.actions(seat).next().or_else(pass)
}

/// The fixed start, and then the action with the greatest value, or a pass where nothing has one.
fn maxn(lists: &Lists, seat: Seat, n_turns: usize) -> ChexersMove {
    if let Some(&[from, to]) = FIXED_START[seat].get(n_turns)
        && let (Some(from), Some(to)) = (Hex::new(from.0, from.1), Hex::new(to.0, to.1))
        && lists.is_vacant(to)
    {
        return ChexersMove::step(from, to);
    }
    let mut best = (ChexersMove::PASS, f64::NEG_INFINITY);
    for mv in lists.actions(seat) {
        let worth = match lists.after(seat, mv).foreseen(seat) {
            Foreseen::Line(end) => end.value(seat),
            Foreseen::NoPieces => lists.value(seat),
            Foreseen::NoMoves => f64::NEG_INFINITY,
        };
        // No number is not greater than anything.
        if worth > best.1 {
            best = (mv, worth);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(q: i8, r: i8) -> Hex {
        Hex::new(q, r).unwrap()
    }

    fn lists(pieces: [&[(i8, i8)]; N_SEATS], exits: [u8; N_SEATS]) -> Lists {
        Lists::new(pieces.map(|own| own.iter().map(|&(q, r)| hex(q, r)).collect()), exits)
    }

    /// The move after the fixed start.
    fn choice(lists: &Lists, seat: Seat) -> ChexersMove {
        maxn(lists, seat, 3)
    }

    /// With three exits and one piece left, the winning exit has no value.
    #[test]
    fn the_last_exit_is_never_chosen() {
        let last = lists([&[(3, 0)], &[(0, -3)], &[(-3, 3)]], [3, 0, 0]);
        assert_eq!(last.actions(Seat::FIRST).next(), Some(ChexersMove::exit(hex(3, 0))));
        assert_ne!(choice(&last, Seat::FIRST), ChexersMove::exit(hex(3, 0)));
        // A second piece makes it a number.
        let more = lists([&[(3, 0), (0, 0)], &[(0, -3)], &[(-3, 3)]], [3, 0, 0]);
        assert_eq!(choice(&more, Seat::FIRST), ChexersMove::exit(hex(3, 0)));
    }

    /// Without an opponent's pieces the first action is as good as any other, even beside a piece that can be taken.
    #[test]
    fn the_first_action_is_played_once_an_opponent_has_no_pieces() {
        let with = lists([&[(-3, 0), (0, 0)], &[(1, 0), (3, -3)], &[(-3, 3)]], [0; N_SEATS]);
        assert_eq!(choice(&with, Seat::FIRST), ChexersMove::jump(hex(0, 0), hex(2, 0)));
        let without = lists([&[(-3, 0), (0, 0)], &[(1, 0), (3, -3)], &[]], [0; N_SEATS]);
        assert_eq!(choice(&without, Seat::FIRST), ChexersMove::step(hex(-3, 0), hex(-2, -1)));
    }

    /// Alone on the board, it wanders about the two rows where it began.
    #[test]
    fn the_greedy_program_never_advances_as_green() {
        let mut alone = lists([&[], &[(0, -3), (1, -3), (2, -3), (3, -3)], &[]], [0; N_SEATS]);
        for _ in 0..300 {
            let first = greedy(&alone, Seat::SECOND).unwrap();
            alone.play(Seat::SECOND, first);
            assert!(alone.pieces(Seat::SECOND).iter().all(|piece| piece.coordinates().1 <= -2), "{alone:?}");
        }
    }

    #[test]
    fn the_greedy_program_breaks_down_where_it_is_blocked() {
        let blocked =
            lists([&[(-3, 0)], &[(-2, 0), (-1, 0)], &[(-3, 1), (-3, 2), (-2, -1), (-1, -2)]], [0; N_SEATS]);
        assert_eq!(blocked.actions(Seat::FIRST).count(), 0);
        assert_eq!(greedy(&blocked, Seat::FIRST), None);
        assert_eq!(choice(&blocked, Seat::FIRST), ChexersMove::PASS);
    }
}
