//! The report's program as it was handed in, its defects included.
//!
//! - Max^n that is none: where the value of an opponent is missing, the program judges the position before his move,
//!   which is the same for all his moves. So each opponent is expected to play the first action that is generated.
//! - The order of generation is that of its lists of pieces: who moves goes to the end, and what a jump turns goes
//!   behind the jumper. A piece exits first, and then tries the directions in [`DIRECTIONS`].
//! - Without pieces SIDE is minus infinity, and with four exits DIST is; the last exit of the last piece is infinity
//!   less infinity, which is no number and never chosen. One edge of the six is missing.
//! - Its greedy agent has the first fault at depth 1: it plays the first action of all.
//!
//! What its program does where no action has a value above minus infinity is not known; here it plays the first.

use ludwerk_chexers::board::{EXITS_TO_WIN, GOALS, Hex, N_SEATS};
use ludwerk_chexers::{Action, Chexers, ChexersMove, State};
use ludwerk_core::{Agent, AgentError, Control, Decision, Evaluate, Report, Seat, View};

const DIRECTIONS: [(i8, i8); 6] = [(1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// Where the pieces of each colour stand at first, in the order of the program's lists.
const HOMES: [[(i8, i8); 4]; N_SEATS] = [
    [(-3, 0), (-3, 1), (-3, 2), (-3, 3)],
    [(0, -3), (1, -3), (2, -3), (3, -3)],
    [(3, 0), (2, 1), (1, 2), (0, 3)],
];

/// The first three moves of each colour, played wherever the target is empty.
const FIXED_START: [[[(i8, i8); 2]; 3]; N_SEATS] = [
    [[(-3, 0), (-2, 0)], [(-3, 3), (-2, 2)], [(-2, 0), (-2, 1)]],
    [[(3, -3), (2, -2)], [(0, -3), (0, -2)], [(2, -2), (1, -2)]],
    [[(0, 3), (0, 2)], [(3, 0), (2, 0)], [(0, 2), (1, 1)]],
];

/// Which of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shipped {
    /// The agent that was handed in.
    Maxn,
    /// Its greedy opponent.
    Greedy,
}

impl Agent<Chexers> for Shipped {
    fn decide(
        &mut self,
        view: &View<'_, Chexers>,
        _control: &mut Control<'_, ChexersMove>,
    ) -> Result<Decision<ChexersMove>, AgentError> {
        let mut moves: Vec<ChexersMove> = view.trail.latest_moves().collect();
        moves.reverse();
        let mut lists = Lists::start();
        for (ply, &mv) in moves.iter().enumerate() {
            lists.play(ply % N_SEATS, mv);
        }
        let chosen = match self {
            Self::Greedy => lists.actions(view.seat)[0],
            Self::Maxn => {
                fixed(view.seat, moves.len() / N_SEATS, view.legal).unwrap_or_else(|| lists.choice(view.seat))
            }
        };
        if !view.legal.contains(&chosen) {
            // Its lists hold for games from the start alone.
            return Err(AgentError::Failed("the imitation has lost its way".to_owned()));
        }
        Ok(Decision { chosen, report: Report { pv: vec![chosen], ..Report::default() } })
    }
}

/// The fixed move of a turn, counted from 0, if it can be played.
fn fixed(seat: Seat, turn: usize, legal: &[ChexersMove]) -> Option<ChexersMove> {
    let &[from, to] = FIXED_START[seat].get(turn)?;
    let mv = ChexersMove::step(Hex::new(from.0, from.1)?, Hex::new(to.0, to.1)?);
    legal.contains(&mv).then_some(mv)
}

/// The program's position: the pieces of each colour in a list.
#[derive(Clone, Debug, PartialEq)]
struct Lists {
    pieces: [Vec<Hex>; N_SEATS],
    exits: [u8; N_SEATS],
}

impl Lists {
    fn start() -> Self {
        let pieces = HOMES.map(|home| home.iter().filter_map(|&(q, r)| Hex::new(q, r)).collect());
        Self { pieces, exits: [0; N_SEATS] }
    }

    fn is_empty(&self, hex: Hex) -> bool {
        self.pieces.iter().all(|own| !own.contains(&hex))
    }

    /// What a colour can do, in the program's order; a pass if that is nothing.
    fn actions(&self, seat: Seat) -> Vec<ChexersMove> {
        let mut actions = Vec::new();
        for &from in &self.pieces[seat] {
            if GOALS[seat] & from.set() != 0 {
                actions.push(ChexersMove::exit(from));
            }
            let (q, r) = from.coordinates();
            for (dq, dr) in DIRECTIONS {
                let Some(beside) = Hex::new(q + dq, r + dr) else { continue };
                if self.is_empty(beside) {
                    actions.push(ChexersMove::step(from, beside));
                } else if let Some(behind) = Hex::new(q + 2 * dq, r + 2 * dr)
                    && self.is_empty(behind)
                {
                    actions.push(ChexersMove::jump(from, behind));
                }
            }
        }
        if actions.is_empty() {
            actions.push(ChexersMove::PASS);
        }
        actions
    }

    fn play(&mut self, seat: Seat, mv: ChexersMove) {
        let own = &mut self.pieces[seat];
        match mv.action() {
            Action::Step(from, to) | Action::Jump(from, to) => {
                own.retain(|&hex| hex != from);
                own.push(to);
            }
            Action::Exit(from) => {
                own.retain(|&hex| hex != from);
                self.exits[seat] += 1;
            }
            Action::Pass => {}
        }
        if let Action::Jump(from, to) = mv.action() {
            let middle = from.between(to);
            self.pieces.iter_mut().for_each(|pieces| pieces.retain(|&hex| hex != middle));
            self.pieces[seat].push(middle);
        }
    }

    /// The first of the actions with the greatest value after the first action of each opponent.
    fn choice(&self, seat: Seat) -> ChexersMove {
        let actions = self.actions(seat);
        let (mut chosen, mut best) = (actions[0], f64::NEG_INFINITY);
        for mv in actions {
            let mut next = self.clone();
            next.play(seat, mv);
            for opponent in [(seat + 1) % N_SEATS, (seat + 2) % N_SEATS] {
                let reply = next.actions(opponent)[0];
                next.play(opponent, reply);
            }
            // No number is not greater than anything.
            let value = next.value(seat);
            if value > best {
                (chosen, best) = (mv, value);
            }
        }
        chosen
    }

    /// The program's evaluation, infinities included.
    fn value(&self, seat: Seat) -> f64 {
        let sets = [0, 1, 2].map(|seat: usize| self.pieces[seat].iter().fold(0, |all, hex| all | hex.set()));
        let mut features = vec![0.0; Chexers.features().len()];
        Chexers.measure(&State::new(sets, self.exits, seat), seat, &mut features);
        let &[eat, exit, mut dist, bound, danger_colour, danger_pieces, mut side, ..] = &features[..] else {
            return f64::NAN;
        };
        let n = self.pieces[seat].len();
        let is_on_missing_edge = |hex: &&Hex| {
            let (q, r) = hex.coordinates();
            q + r == -3
        };
        let n_missed = self.pieces[seat].iter().filter(is_on_missing_edge).count();
        if n == 0 {
            (dist, side) = (f64::INFINITY, f64::NEG_INFINITY);
        } else {
            side -= n_missed as f64 / n as f64;
        }
        if self.exits[seat] >= EXITS_TO_WIN {
            dist = f64::NEG_INFINITY;
        }
        100.0 * eat - 10.0 * dist + 70.0 * exit + bound - 60.0 * danger_colour + 0.01 * side
            - 5.0 * danger_pieces
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Game, Playthrough, Rng, Turn};

    use super::*;

    fn hex(q: i8, r: i8) -> Hex {
        Hex::new(q, r).unwrap()
    }

    /// The lists hold what the rules have, and generate what the rules allow, in another order.
    #[test]
    fn the_lists_follow_the_rules() {
        let mut rng = Rng::new(1);
        let mut play = Playthrough::new(Chexers, Chexers.start(&mut rng));
        let mut lists = Lists::start();
        while let Turn::Player(seat) = play.turn() {
            let (mut ours, mut theirs) = (play.legal_moves(), lists.actions(seat));
            let mv = theirs[rng.below(theirs.len())];
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
            play.play(mv).unwrap();
            lists.play(seat, mv);
        }
        assert!(play.moves().len() > 50);
    }

    #[test]
    fn who_moves_goes_to_the_end() {
        let pieces = [vec![hex(-3, 0), hex(-3, 1), hex(0, 0)], vec![hex(-3, 2), hex(3, -3)], Vec::new()];
        let mut lists = Lists { pieces, exits: [0; N_SEATS] };
        lists.play(0, ChexersMove::step(hex(-3, 0), hex(-2, 0)));
        assert_eq!(lists.pieces[0], [hex(-3, 1), hex(0, 0), hex(-2, 0)]);
        // The jumper, and behind it the piece that it turned.
        lists.play(0, ChexersMove::jump(hex(-3, 1), hex(-3, 3)));
        assert_eq!(lists.pieces[0], [hex(0, 0), hex(-2, 0), hex(-3, 3), hex(-3, 2)]);
        assert_eq!(lists.pieces[1], [hex(3, -3)]);
    }

    /// With three exits and one piece left, the winning exit has no value.
    #[test]
    fn the_last_exit_is_never_chosen() {
        let mut lists =
            Lists { pieces: [vec![hex(3, 0)], vec![hex(0, -3)], vec![hex(-3, 3)]], exits: [3, 0, 0] };
        assert_eq!(lists.actions(0)[0], ChexersMove::exit(hex(3, 0)));
        assert_ne!(lists.choice(0), ChexersMove::exit(hex(3, 0)));
        // A second piece makes it a number.
        lists.pieces[0].push(hex(0, 0));
        assert_eq!(lists.choice(0), ChexersMove::exit(hex(3, 0)));
    }

    /// Alone on the board, it wanders about the two rows where it began.
    #[test]
    fn the_greedy_agent_never_advances_as_green() {
        let pieces = [Vec::new(), Lists::start().pieces[1].clone(), Vec::new()];
        let mut lists = Lists { pieces, exits: [0; N_SEATS] };
        for _ in 0..300 {
            let first = lists.actions(1)[0];
            lists.play(1, first);
            assert!(lists.pieces[1].iter().all(|piece| piece.coordinates().1 <= -2), "{lists:?}");
        }
    }
}
