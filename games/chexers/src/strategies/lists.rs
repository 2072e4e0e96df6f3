//! The position as the report's program keeps it: a list of pieces for each colour, whose order is the order of play.
//!
//! Who moves goes to the end of the list, and what a jump turns goes behind the jumper. A piece exits first, and then
//! tries the directions in [`DIRECTIONS`]. A piece of the own colour that is jumped over goes to the end when the jump
//! is played, and stays where it is when the jump is only looked at.

use ludwerk_core::Seat;

use crate::board::{BLUE, BySeat, GOALS, HOMES, Hex, Hexes, State, after, before, hexes};
use crate::moves::{Action, ChexersMove};

const DIRECTIONS: [(i8, i8); 6] = [(1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// The pieces of each colour in the order of play, and its exits.
#[derive(Clone, Debug, PartialEq)]
pub struct Lists {
    pieces: BySeat<Vec<Hex>>,
    exits: BySeat<u8>,
}

/// What the program sees when it follows the first replies of both opponents.
pub enum Foreseen {
    /// The position after both replies.
    Line(Lists),
    /// One of them has no pieces.
    NoPieces,
    /// One of them has pieces that cannot move, whatever the other does.
    NoMoves,
}

impl Lists {
    #[cfg(test)]
    pub fn new(pieces: [Vec<Hex>; 3], exits: [u8; 3]) -> Self {
        Self { pieces: BySeat::new(pieces), exits: BySeat::new(exits) }
    }

    /// The lists of a position in which a game begins. At the start they go from left to right along the board's edge,
    /// which is by q except for blue; other positions are unknown to the program, and listed by q and then by r.
    pub fn of(start: &State) -> Self {
        let pieces = BySeat::from_fn(|seat| {
            let mut own: Vec<Hex> = hexes(start.pieces(seat)).collect();
            if seat == BLUE && start.pieces(seat) == HOMES[seat] {
                own.reverse();
            }
            own
        });
        Self { pieces, exits: BySeat::from_fn(|seat| start.exits(seat)) }
    }

    pub fn pieces(&self, seat: Seat) -> &[Hex] {
        &self.pieces[seat]
    }

    pub fn has_lost_all(&self, seat: Seat) -> bool {
        self.pieces[seat].is_empty()
    }

    pub fn is_vacant(&self, hex: Hex) -> bool {
        self.pieces.all().iter().all(|own| !own.contains(&hex))
    }

    /// The same position as sets.
    pub fn state(&self, to_move: Seat) -> State {
        let set = |own: &Vec<Hex>| own.iter().fold(0, |all: Hexes, hex| all | hex.set());
        State::new(BySeat::from_fn(|seat| set(&self.pieces[seat])), self.exits, to_move)
    }

    /// What a colour can do, in the program's order; nothing where it has to pass.
    pub fn actions(&self, seat: Seat) -> impl Iterator<Item = ChexersMove> {
        self.pieces[seat].iter().flat_map(move |&from| {
            let exit = (GOALS[seat] & from.set() != 0).then(|| ChexersMove::exit(from));
            exit.into_iter().chain(DIRECTIONS.into_iter().filter_map(move |by| self.towards(from, by)))
        })
    }

    /// The step in a direction, or the jump.
    fn towards(&self, from: Hex, (dq, dr): (i8, i8)) -> Option<ChexersMove> {
        let (q, r) = from.coordinates();
        let beside = Hex::new(q + dq, r + dr)?;
        if self.is_vacant(beside) {
            return Some(ChexersMove::step(from, beside));
        }
        let behind = Hex::new(q + 2 * dq, r + 2 * dr)?;
        self.is_vacant(behind).then(|| ChexersMove::jump(from, behind))
    }

    /// Plays an action of the game.
    pub fn play(&mut self, seat: Seat, mv: ChexersMove) {
        self.make(seat, mv);
        if let Action::Jump(from, to) = mv.action() {
            self.hand_over(from.between(to), seat);
        }
    }

    /// The position after an action that is only looked at.
    pub fn after(&self, seat: Seat, mv: ChexersMove) -> Self {
        let mut next = self.clone();
        next.make(seat, mv);
        if let Action::Jump(from, to) = mv.action()
            && let middle = from.between(to)
            && !next.pieces[seat].contains(&middle)
        {
            next.hand_over(middle, seat);
        }
        next
    }

    /// Moves the piece alone, without what it jumps over.
    fn make(&mut self, seat: Seat, mv: ChexersMove) {
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
    }

    /// Puts a piece at the end of a colour's list, wherever it was.
    fn hand_over(&mut self, piece: Hex, seat: Seat) {
        self.pieces.all_mut().iter_mut().for_each(|pieces| pieces.retain(|&hex| hex != piece));
        self.pieces[seat].push(piece);
    }

    /// What the program expects after its own action, which is played here: the first reply of the next opponent
    /// after which the last one can move, and the first reply of that one.
    pub fn foreseen(&self, seat: Seat) -> Foreseen {
        let (next, last) = (after(seat), before(seat));
        if self.has_lost_all(next) {
            return Foreseen::NoPieces;
        }
        for reply in self.actions(next) {
            let replied = self.after(next, reply);
            if replied.has_lost_all(last) {
                return Foreseen::NoPieces;
            }
            if let Some(first) = replied.actions(last).next() {
                return Foreseen::Line(replied.after(last, first));
            }
        }
        Foreseen::NoMoves
    }

    pub fn exits(&self, seat: Seat) -> u8 {
        self.exits[seat]
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Game, Playthrough, Rng, Turn};

    use super::*;
    use crate::rules::Chexers;

    fn hex(q: i8, r: i8) -> Hex {
        Hex::new(q, r).unwrap()
    }

    /// The lists hold what the rules have, and generate what the rules allow, in another order.
    #[test]
    fn the_lists_follow_the_rules() {
        let mut rng = Rng::new(1);
        let mut play = Playthrough::new(Chexers, Chexers.start(&mut rng));
        let mut lists = Lists::of(play.state());
        while let Turn::Player(seat) = play.turn() {
            let mut ours = play.legal_moves();
            let mut theirs: Vec<_> = lists.actions(seat).collect();
            if theirs.is_empty() {
                theirs.push(ChexersMove::PASS);
            }
            let mv = theirs[rng.below(theirs.len())];
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
            play.play(mv).unwrap();
            let looked_at = lists.after(seat, mv);
            lists.play(seat, mv);
            assert_eq!(lists.state(after(seat)), *play.state());
            assert_eq!(looked_at.state(after(seat)), *play.state());
        }
        assert!(play.moves().len() > 50);
    }

    #[test]
    fn the_start_is_listed_along_the_edge() {
        let lists = Lists::of(&State::start());
        assert_eq!(lists.pieces[Seat::FIRST], [hex(-3, 0), hex(-3, 1), hex(-3, 2), hex(-3, 3)]);
        assert_eq!(lists.pieces[Seat::SECOND], [hex(0, -3), hex(1, -3), hex(2, -3), hex(3, -3)]);
        assert_eq!(lists.pieces[Seat::new(2)], [hex(3, 0), hex(2, 1), hex(1, 2), hex(0, 3)]);
    }

    #[test]
    fn who_moves_goes_to_the_end() {
        let pieces = [vec![hex(-3, 0), hex(-3, 1), hex(0, 0)], vec![hex(-3, 2), hex(3, -3)], Vec::new()];
        let mut lists = Lists::new(pieces, [0; 3]);
        lists.play(Seat::FIRST, ChexersMove::step(hex(-3, 0), hex(-2, 0)));
        assert_eq!(lists.pieces[Seat::FIRST], [hex(-3, 1), hex(0, 0), hex(-2, 0)]);
        // The jumper, and behind it the piece that it turned.
        lists.play(Seat::FIRST, ChexersMove::jump(hex(-3, 1), hex(-3, 3)));
        assert_eq!(lists.pieces[Seat::FIRST], [hex(0, 0), hex(-2, 0), hex(-3, 3), hex(-3, 2)]);
        assert_eq!(lists.pieces[Seat::SECOND], [hex(3, -3)]);
        // An own piece that is jumped over, when it is only looked at and when it is played.
        let jump = ChexersMove::jump(hex(-3, 3), hex(-3, 1));
        assert_eq!(
            lists.after(Seat::FIRST, jump).pieces[Seat::FIRST],
            [hex(0, 0), hex(-2, 0), hex(-3, 2), hex(-3, 1)]
        );
        lists.pieces[Seat::FIRST].swap(0, 3);
        assert_eq!(
            lists.after(Seat::FIRST, jump).pieces[Seat::FIRST],
            [hex(-3, 2), hex(-2, 0), hex(0, 0), hex(-3, 1)]
        );
        lists.play(Seat::FIRST, jump);
        assert_eq!(lists.pieces[Seat::FIRST], [hex(-2, 0), hex(0, 0), hex(-3, 1), hex(-3, 2)]);
    }
}
