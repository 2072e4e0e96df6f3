//! Numbered positions, for games small enough to be solved as a whole.

use std::ops::Range;

use crate::{Game, Turn};

/// A game for two, without secrets or luck, whose positions can be numbered, so that all of them can be solved
/// at once and the answers kept in a table.
///
/// Players take turns, and whoever ends the game does not lose by it, unless he could have won at once. A number may stand for several positions
/// that are worth the same to the player to move: mirror images, or both colours of a position.
/// A position that goes on and has no number is one in which the player to move can win with this very move. A number
/// may also stand for a position in which the player to move has lost because there is no move: that counts as lost in
/// two plies, as if all moves lost.
pub trait Numbered: Game {
    /// Whether [`Numbered::predecessors`] tells anything. Where it does not, whoever needs predecessors finds them by
    /// playing all moves in all positions, which takes memory for each.
    const HAS_PREDECESSORS: bool;

    /// What the table of this configuration is called, the same where numbers and values are. `None` where positions
    /// have no numbers.
    fn table_name(&self) -> Option<&'static str>;

    /// How many numbers there are: they begin with 0.
    fn n_numbers(&self) -> u64;

    /// The number of a position that goes on.
    fn number(&self, state: &Self::State) -> Option<u64>;

    /// A position with this number, `None` where the number stands for none.
    fn numbered(&self, number: u64) -> Option<Self::State>;

    /// What the next two plies tell about a position that goes on.
    fn outlook(&self, state: &Self::State) -> Outlook {
        outlook_by_play(self, state)
    }

    /// Calls `visit` with every number of the range that stands for a position, in order, and with its outlook and
    /// [kind](Numbered::kind). Override it where neighbours share work.
    fn survey(&self, numbers: Range<u64>, mut visit: impl FnMut(u64, Outlook, usize)) {
        for number in numbers {
            if let Some(state) = self.numbered(number) {
                visit(number, self.outlook(&state), self.kind(&state));
            }
        }
    }

    /// Calls `visit` with the numbers from which one move leads to the position with this number: with each as often
    /// as there are such moves; with none where [`Numbered::HAS_PREDECESSORS`] is false. Those in which the player to move could win at once may be left out or not.
    fn predecessors(&self, number: u64, visit: impl FnMut(u64));

    /// How many kinds of positions [`Numbered::kind`] tells apart; 1 where all are alike.
    fn n_kinds(&self) -> usize;

    /// What kind of position it is: positions of one kind tend to end alike, so that their values take less room.
    fn kind(&self, state: &Self::State) -> usize;
}

/// What the next two plies tell about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The player to move can win with this very move.
    Won,
    /// So many moves do not let the other win at once. With none the player loses in two plies.
    Open(u32),
}

/// The [`Outlook`], found by playing all moves.
pub fn outlook_by_play<G: Game + ?Sized>(game: &G, state: &G::State) -> Outlook {
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    game.legal_moves(state, &mut moves);
    let mut n_open = 0;
    for mv in moves {
        let next = after(game, state, mv);
        if is_won_by_last_mover(game, state, &next) {
            return Outlook::Won;
        }
        replies.clear();
        if game.turn(&next) != Turn::Over {
            game.legal_moves(&next, &mut replies);
        }
        let loses = |&reply: &G::Move| is_won_by_last_mover(game, &next, &after(game, &next, reply));
        n_open += u32::from(!replies.iter().any(loses));
    }
    Outlook::Open(n_open)
}

fn after<G: Game + ?Sized>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play_unchecked(&mut next, mv);
    next
}

/// Whether the move from one position to the other has won the game for whoever made it.
fn is_won_by_last_mover<G: Game + ?Sized>(game: &G, before: &G::State, after: &G::State) -> bool {
    let Turn::Player(mover) = game.turn(before) else { return false };
    game.outcome(after).is_some_and(|outcome| outcome.returns.sole_winner() == Some(mover))
}

/// A game whose positions are too many to number, or hidden, or subject to luck.
pub trait WithoutNumbers: Game {}

impl<G: WithoutNumbers> Numbered for G {
    const HAS_PREDECESSORS: bool = false;

    fn table_name(&self) -> Option<&'static str> {
        None
    }

    fn n_numbers(&self) -> u64 {
        0
    }

    fn number(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    fn numbered(&self, _number: u64) -> Option<Self::State> {
        None
    }

    fn predecessors(&self, _number: u64, _visit: impl FnMut(u64)) {}

    fn n_kinds(&self) -> usize {
        1
    }

    fn kind(&self, _state: &Self::State) -> usize {
        0
    }
}
