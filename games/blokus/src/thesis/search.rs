//! The thesis' minimax: as it is, with its nodes counted, and pruned, which finds the same values sooner.

use ludwerk_core::Seat;

use super::{Board, Listing, Player, Rules};
use crate::moves::BlokusMove;

/// The nodes of a search, as the thesis counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// Calls in which the searching player is to maximise.
    pub max: u64,
    /// Calls in which the other is to minimise.
    pub min: u64,
}

impl Nodes {
    /// All of them.
    pub fn total(self) -> u64 {
        self.max + self.min
    }
}

/// Plain minimax to this depth: the value of the position for `player`, who is to move, and the nodes.
pub fn minimax(board: &Board, player: Seat, who: Player, depth: u32, listing: Listing) -> (i32, Nodes) {
    let mut plain = Plain { player, who, listing, nodes: Nodes::default() };
    let value = plain.best(board, player, depth).unwrap_or_else(|| plain.judge(board));
    (value, plain.nodes)
}

struct Plain {
    player: Seat,
    who: Player,
    listing: Listing,
    nodes: Nodes,
}

impl Plain {
    fn judge(&self, board: &Board) -> i32 {
        board.value(self.player, self.who.heuristic, Rules::Thesis)
    }

    /// The thesis names a call after who chooses next.
    fn count(&mut self, mover: Seat, n: usize) {
        *(if mover == self.player { &mut self.nodes.min } else { &mut self.nodes.max }) += n as u64;
    }

    /// The best value for whoever is to move, with so many levels left; `None` without any level or move.
    fn best(&mut self, board: &Board, to_move: Seat, left: u32) -> Option<i32> {
        let left = left.checked_sub(1)?;
        let moves = board.moves(to_move, self.who.big_first, Rules::Thesis, self.listing);
        self.count(to_move, moves.len());
        let is_own = to_move == self.player;
        let values = moves.into_iter().map(|mv| self.after(&board.after(to_move, mv), to_move, left));
        if is_own { values.max() } else { values.min() }
    }

    /// The value after a placement of `mover`.
    fn after(&mut self, board: &Board, mover: Seat, left: u32) -> i32 {
        let value = self.best(board, mover.other(), left).or_else(|| {
            // Without a reply the mover goes on, if a level is left beyond the one that is skipped.
            let left = left.checked_sub(1).filter(|&left| left > 0)?;
            self.count(mover, 1);
            self.best(board, mover, left)
        });
        value.unwrap_or_else(|| self.judge(board))
    }
}

/// The same value by alpha-beta, each move tried once and the best-looking first, with the number of positions
/// entered.
pub fn alpha_beta(board: &Board, player: Seat, who: Player, depth: u32) -> (i32, u64) {
    let mut search = Search::new(player, who, Rules::Thesis, &|| false);
    search.nodes = 1;
    let value = search.best(board, player, depth, (-i32::MAX, i32::MAX));
    (value.unwrap_or_else(|| search.judge(board)), search.nodes)
}

/// The thesis' minimax with alpha-beta pruning.
pub struct Search<'a> {
    player: Seat,
    who: Player,
    rules: Rules,
    is_stopped: &'a dyn Fn() -> bool,
    /// Positions entered.
    pub nodes: u64,
}

impl<'a> Search<'a> {
    /// A search for `player` that is broken off as soon as `is_stopped`.
    pub fn new(player: Seat, who: Player, rules: Rules, is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self { player, who, rules, is_stopped, nodes: 0 }
    }

    fn judge(&self, board: &Board) -> i32 {
        board.value(self.player, self.who.heuristic, self.rules)
    }

    /// All best moves to this depth, each once, and their value; as far as it got, if it was stopped. Nothing without
    /// a move.
    pub fn best_moves(&mut self, board: &Board, depth: u32) -> (Vec<BlokusMove>, i32) {
        let mut best = -i32::MAX;
        let mut moves = Vec::new();
        for mv in board.moves(self.player, self.who.big_first, self.rules, Listing::Once) {
            // Moves that are as good are found out to be so.
            let window = (best.saturating_sub(1).max(-i32::MAX), i32::MAX);
            let value = self.after(&board.after(self.player, mv), self.player, depth - 1, window);
            if !moves.is_empty() && (self.is_stopped)() {
                break;
            }
            if value > best {
                best = value;
                moves.clear();
            }
            if value == best {
                moves.push(mv);
            }
        }
        (moves, best)
    }

    /// The best value for whoever is to move, who is sure of the one bound and will not be given more than the other.
    fn best(&mut self, board: &Board, to_move: Seat, left: u32, window: (i32, i32)) -> Option<i32> {
        let left = left.checked_sub(1)?;
        let moves = board.moves(to_move, self.who.big_first, self.rules, Listing::Once);
        let next = moves.into_iter().map(|mv| board.after(to_move, mv));
        if left == 0 {
            return self.best_of(next, to_move, left, window);
        }
        let sign = if to_move == self.player { -1 } else { 1 };
        let mut next: Vec<_> = next.collect();
        next.sort_by_cached_key(|board| sign * self.judge(board));
        self.best_of(next.into_iter(), to_move, left, window)
    }

    fn best_of(
        &mut self,
        boards: impl Iterator<Item = Board>,
        mover: Seat,
        left: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Option<i32> {
        let mut best = None;
        for board in boards {
            let value = self.after(&board, mover, left, (alpha, beta));
            if mover == self.player {
                best = best.max(Some(value));
                alpha = alpha.max(value);
            } else {
                best = Some(best.map_or(value, |best: i32| best.min(value)));
                beta = beta.min(value);
            }
            if alpha >= beta || left > 0 && (self.is_stopped)() {
                break;
            }
        }
        best
    }

    /// The value after a placement of `mover`.
    fn after(&mut self, board: &Board, mover: Seat, left: u32, window: (i32, i32)) -> i32 {
        self.nodes += 1;
        let value = self.best(board, mover.other(), left, window).or_else(|| {
            let left = left.checked_sub(1).filter(|&left| left > 0)?;
            self.best(board, mover, left, window)
        });
        value.unwrap_or_else(|| self.judge(board))
    }
}

/// The moves of a player, each once, with their values by minimax of depth 2, and the nodes that the thesis counts.
pub fn values_at_depth_2(board: &Board, player: Seat, who: Player) -> (Vec<(BlokusMove, i32)>, Nodes) {
    let moves = board.moves(player, who.big_first, Rules::Thesis, Listing::Twice);
    let mut nodes = Nodes { max: 0, min: moves.len() as u64 };
    let valued = moves.into_iter().map(|mv| {
        let next = board.after(player, mv);
        let replies = next.moves(player.other(), who.big_first, Rules::Thesis, Listing::Twice);
        nodes.max += replies.len() as u64;
        let after = |reply| next.after(player.other(), reply).value(player, who.heuristic, Rules::Thesis);
        let worst = replies.into_iter().map(after).min();
        (mv, worst.unwrap_or_else(|| next.value(player, who.heuristic, Rules::Thesis)))
    });
    (valued.collect(), nodes)
}

/// All best moves of a player by minimax of depth 2.
pub fn best_moves(board: &Board, player: Seat, who: Player, rules: Rules) -> Vec<BlokusMove> {
    Search::new(player, who, rules, &|| false).best_moves(board, 2).0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINAL: Player = Player::FINAL;

    #[test]
    fn alpha_beta_and_minimax_agree() {
        for who in [FINAL, Player::MORE_CORNERS, Player { big_first: false, ..FINAL }] {
            for depth in 1..=3 {
                let (value, _) = minimax(&Board::empty(), Seat::FIRST, who, depth, Listing::Once);
                assert_eq!(alpha_beta(&Board::empty(), Seat::FIRST, who, depth).0, value, "depth {depth}");
            }
        }
    }

    #[test]
    fn pruning_loses_no_best_move() {
        let mut board = Board::empty();
        for ply in 0..6 {
            let player = Seat::new(ply % 2);
            let (all, _) = values_at_depth_2(&board, player, FINAL);
            let best = all.iter().map(|(_, value)| *value).max().unwrap();
            let mut expected: Vec<_> =
                all.iter().filter(|(_, value)| *value == best).map(|(mv, _)| *mv).collect();
            let mut found = best_moves(&board, player, FINAL, Rules::Thesis);
            expected.sort_unstable();
            expected.dedup();
            found.sort_unstable();
            assert_eq!(found, expected);
            board.play(player, found[found.len() / 2]);
        }
    }

    /// Near the end, where one of the two is stuck, and the other goes on alone.
    #[test]
    fn who_has_no_reply_is_skipped_in_all_searches_alike() {
        let mut board = Board::empty();
        let (mut player, mut n_skipped) = (Seat::FIRST, 0);
        while let Some(&mv) = best_moves(&board, player, FINAL, Rules::Thesis).first() {
            board.play(player, mv);
            player = player.other();
        }
        // Whoever stopped is stuck; the other may go on.
        player = player.other();
        for depth in 1..=4 {
            let (value, nodes) = minimax(&board, player, FINAL, depth, Listing::Once);
            assert_eq!(alpha_beta(&board, player, FINAL, depth).0, value, "depth {depth}");
            n_skipped += nodes.total();
        }
        assert!(n_skipped > 0, "the other can go on");
    }

    #[test]
    fn a_search_that_is_stopped_has_a_move_all_the_same() {
        let mut search = Search::new(Seat::FIRST, FINAL, Rules::Thesis, &|| true);
        assert_eq!(search.best_moves(&Board::empty(), 4).0.len(), 1);
    }
}
