//! A position index, as tablebases use it: every position of a game that is small enough to be solved has a number.

use std::ops::Range;

use crate::{Game, Turn};

/// Indexed positions (perfect hashing): a game for two, without hidden information or chance, whose positions have
/// numbers from 0, so that retrograde analysis can solve all of them and a tablebase can hold the answers.
///
/// Players take turns, and whoever ends the game does not lose by it, unless he could have won at once. An index may
/// stand for several positions that are worth the same to the player to move: mirror images, or both colours of a
/// position.
///
/// A position that goes on and has no index is one in which the player to move can win with this very move. An index
/// may also stand for a position in which the player to move has lost because there is no move: that counts as lost in
/// two plies, as if all moves lost.
pub trait Indexed: Game {
    /// Whether [`Indexed::predecessors`] tells anything. Where it does not, whoever needs predecessors finds them by
    /// playing all moves in all positions, which takes memory for each.
    const HAS_PREDECESSORS: bool;

    /// The name of this configuration's tablebase, the same where indices and values are. `None` where positions
    /// have no indices.
    fn table_name(&self) -> Option<&'static str>;

    /// How many indices there are: they begin with 0.
    fn n_indices(&self) -> u64;

    /// The index of a position that goes on.
    fn index(&self, state: &Self::State) -> Option<u64>;

    /// A position with this index, `None` where the index stands for none.
    fn unindex(&self, index: u64) -> Option<Self::State>;

    /// What the next two plies tell about a position that goes on.
    fn outlook(&self, state: &Self::State) -> Outlook {
        outlook_by_play(self, state)
    }

    /// Calls `visit` with every index of the range that stands for a position, in order, and with its outlook and
    /// [kind](Indexed::kind). Override it where neighbours share work.
    fn scan(&self, indices: Range<u64>, mut visit: impl FnMut(u64, Outlook, usize)) {
        for index in indices {
            if let Some(state) = self.unindex(index) {
                visit(index, self.outlook(&state), self.kind(&state));
            }
        }
    }

    /// Calls `visit` with the indices from which one move leads to the position with this index: with each as often
    /// as there are such moves; with none where [`Indexed::HAS_PREDECESSORS`] is false. Those in which the player to
    /// move could win at once may be left out or not.
    fn predecessors(&self, index: u64, visit: impl FnMut(u64));

    /// How many kinds of positions [`Indexed::kind`] tells apart; 1 where all are alike.
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

/// A game whose positions are too many to index, or hidden, or subject to luck.
pub trait WithoutIndex: Game {}

impl<G: WithoutIndex> Indexed for G {
    const HAS_PREDECESSORS: bool = false;

    fn table_name(&self) -> Option<&'static str> {
        None
    }

    fn n_indices(&self) -> u64 {
        0
    }

    fn index(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    fn unindex(&self, _index: u64) -> Option<Self::State> {
        None
    }

    fn predecessors(&self, _index: u64, _visit: impl FnMut(u64)) {}

    fn n_kinds(&self) -> usize {
        1
    }

    fn kind(&self, _state: &Self::State) -> usize {
        0
    }
}
