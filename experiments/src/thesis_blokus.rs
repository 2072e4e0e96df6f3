//! The program of the Blokus thesis (2017), imitated to the node.
//!
//! What makes its counts come out:
//!
//! - It finds the open corners at an own tile only where the tile's *vertical* neighbour on that side is
//!   empty. So it loses moves, and never invents any ([`Rules::Thesis`]).
//! - It lists moves by pairs of an open corner of the board and a corner tile of the piece, so a placement
//!   that touches two open corners is listed, searched and counted twice ([`Listing::Twice`]).
//! - With big tiles first, only moves of the largest size that has any are listed, for the player who
//!   searches *and* for the replies that he considers.
//! - A node is every placement tried, the root is none. The leaf's value is that of the searching player, and
//!   who has no reply ends the line with the value of the board.

use ludwerk_blokus::BlokusMove;
use ludwerk_blokus::board::{Colour, Squares, all_columns, count, surroundings, surroundings_before};
use ludwerk_blokus::pieces::{N_PIECE_SQUARES, N_PIECES, REACH, TABLES};

/// The side of the board.
pub const SIDE: usize = 14;

/// By which rules open corners are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// As the thesis does it.
    Thesis,
    /// As they are.
    Official,
}

/// How often a placement is listed that touches several open corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Once.
    Once,
    /// Once for each corner, as the thesis does it.
    Twice,
}

/// What a player maximises: a sum over both players' open corners and tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heuristic {
    /// The weight of the own open corners.
    pub own_corners: i32,
    /// The weight of the opponent's.
    pub opponent_corners: i32,
    /// The weight of the own tiles on the board.
    pub own_tiles: i32,
    /// The weight of the opponent's.
    pub opponent_tiles: i32,
}

/// A computer player of the thesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// What it maximises.
    pub heuristic: Heuristic,
    /// Whether it looks at moves of the largest size alone.
    pub big_first: bool,
}

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

/// A position: the squares and hands of both players.
#[derive(Clone, Copy)]
pub struct Board {
    /// Player 1 and player 2.
    pub players: [Colour<SIDE>; 2],
    /// All squares that are covered.
    pub occupied: Squares<SIDE>,
}

/// Where the players begin.
const STARTS: [(usize, usize); 2] = [(0, 0), (SIDE - 1, SIDE - 1)];

/// What the thesis adds for a player who has placed everything.
const ALL_PLACED: u32 = 15;

impl Board {
    /// The empty board.
    pub fn empty() -> Self {
        Self { players: [Colour::fresh(); 2], occupied: [0; SIDE] }
    }

    /// The open corners of a player.
    pub fn open_corners(&self, player: usize, rules: Rules) -> Squares<SIDE> {
        let own = &self.players[player];
        if own.is_fresh() {
            let (row, column) = STARTS[player];
            let mut open = [0; SIDE];
            open[row] = (1 << (column + REACH)) & !self.occupied[row];
            return open;
        }
        let is_free = |row: usize| !(self.occupied[row] | own.beside[row]) & all_columns(SIDE);
        std::array::from_fn(|row| match rules {
            Rules::Official => own.corners[row] & is_free(row),
            Rules::Thesis => {
                let above = if row > 0 { own.own[row - 1] } else { 0 };
                let below = if row + 1 < SIDE { own.own[row + 1] } else { 0 };
                // A tile sees what is left and right of its vertical neighbour, if that is empty.
                let seen = (above | below) & !self.occupied[row];
                (seen << 1 | seen >> 1) & is_free(row)
            }
        })
    }

    /// Lists the moves of a player with these pieces.
    fn list(&self, player: usize, pieces: u32, rules: Rules, listing: Listing, moves: &mut Vec<BlokusMove>) {
        let tables = &*TABLES;
        let own = &self.players[player];
        let blocked: Squares<SIDE> = std::array::from_fn(|row| self.occupied[row] | own.beside[row]);
        let open = self.open_corners(player, rules);
        for row in 0..SIDE {
            let mut left = open[row];
            while left != 0 {
                let column = left.trailing_zeros() as usize - REACH;
                left &= left - 1;
                let mut avoid = surroundings(&blocked, row, column);
                let covers = &tables.covers[tables.blocked_neighbours(avoid)];
                if listing == Listing::Once {
                    avoid |= surroundings_before(&open, row, column);
                }
                // Every tile that fits an open corner is a corner tile of its piece: the corner's two
                // neighbours on the side of the own tile are beside it, where nothing may be placed.
                for piece in (0..N_PIECES).filter(|piece| pieces >> piece & 1 != 0) {
                    for cover in covers.of_piece(piece).iter().filter(|cover| cover.fits(avoid)) {
                        let placed = tables.placed[cover.number()];
                        let (up, left) = (usize::from(placed.up), usize::from(placed.left));
                        moves.push(BlokusMove::place(placed.orientation.into(), row - up, column - left));
                    }
                }
            }
        }
    }

    /// The moves of a player, of the largest size alone if big tiles come first.
    pub fn moves(&self, player: usize, big_first: bool, rules: Rules, listing: Listing) -> Vec<BlokusMove> {
        let mut moves = Vec::new();
        let hand = self.players[player].hand;
        if !big_first {
            self.list(player, hand, rules, listing, &mut moves);
            return moves;
        }
        for size in (1..=5).rev() {
            let of_size = (0..N_PIECES).filter(|&piece| TABLES.sizes[piece] == size);
            let pieces = of_size.fold(0, |all, piece| all | 1 << piece) & hand;
            self.list(player, pieces, rules, listing, &mut moves);
            if !moves.is_empty() {
                break;
            }
        }
        moves
    }

    /// Lays a piece.
    pub fn play(&mut self, player: usize, mv: BlokusMove) {
        let Some((orientation, row, column)) = mv.placement() else { return };
        self.players[player].place(orientation, row, column);
        for (n, &bits) in
            TABLES.orientations[orientation].rows.iter().enumerate().filter(|(_, bits)| **bits != 0)
        {
            self.occupied[row + n] |= u32::from(bits) << (column + REACH);
        }
    }

    /// The position after a move.
    pub fn after(&self, player: usize, mv: BlokusMove) -> Self {
        let mut next = *self;
        next.play(player, mv);
        next
    }

    /// The board's value for a player.
    pub fn value(&self, player: usize, heuristic: Heuristic, rules: Rules) -> i32 {
        let corners = |player| count(&self.open_corners(player, rules)) as i32;
        let tiles = |player: usize| count(&self.players[player].own) as i32;
        let term = |weight: i32, measure: &dyn Fn(usize) -> i32, player| {
            if weight == 0 { 0 } else { weight * measure(player) }
        };
        let other = player ^ 1;
        term(heuristic.own_corners, &corners, player)
            + term(heuristic.opponent_corners, &corners, other)
            + term(heuristic.own_tiles, &tiles, player)
            + term(heuristic.opponent_tiles, &tiles, other)
    }

    /// The points of a player: 89 minus the squares in hand, 15 more for an empty hand.
    pub fn points(&self, player: usize) -> u32 {
        let hand = self.players[player].hand;
        let in_hand = (0..N_PIECES).filter(|piece| hand >> piece & 1 != 0);
        let squares: u32 = in_hand.map(|piece| u32::from(TABLES.sizes[piece])).sum();
        N_PIECE_SQUARES - squares + if hand == 0 { ALL_PLACED } else { 0 }
    }
}

/// Plain minimax to this depth: the value of the position for `player`, who is to move, and the nodes.
pub fn minimax(board: &Board, player: usize, who: Player, depth: u32, listing: Listing) -> (i32, Nodes) {
    let mut nodes = Nodes::default();
    let value = minimax_value(board, player, player, who, depth, listing, &mut nodes);
    (value, nodes)
}

fn minimax_value(
    board: &Board,
    to_move: usize,
    player: usize,
    who: Player,
    depth: u32,
    listing: Listing,
    nodes: &mut Nodes,
) -> i32 {
    let moves =
        if depth == 0 { Vec::new() } else { board.moves(to_move, who.big_first, Rules::Thesis, listing) };
    // The thesis names a call after who chooses next.
    *(if to_move == player { &mut nodes.min } else { &mut nodes.max }) += moves.len() as u64;
    let values = moves.into_iter().map(|mv| {
        minimax_value(&board.after(to_move, mv), to_move ^ 1, player, who, depth - 1, listing, nodes)
    });
    let best = if to_move == player { values.max() } else { values.min() };
    best.unwrap_or_else(|| board.value(player, who.heuristic, Rules::Thesis))
}

/// The same value by alpha-beta, each move tried once and the best-looking first, with the number of positions
/// entered.
pub fn alpha_beta(board: &Board, player: usize, who: Player, depth: u32) -> (i32, u64) {
    let mut search = AlphaBeta { player, who, nodes: 0 };
    let value = search.value(board, player, depth, (-i32::MAX, i32::MAX));
    (value, search.nodes)
}

struct AlphaBeta {
    player: usize,
    who: Player,
    nodes: u64,
}

impl AlphaBeta {
    /// The value for whoever is to move, who is sure of the one bound and will not be given more than the other.
    fn value(&mut self, board: &Board, to_move: usize, depth: u32, (mut alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        let sign = if to_move == self.player { 1 } else { -1 };
        let judge = |board: &Board| sign * board.value(self.player, self.who.heuristic, Rules::Thesis);
        let moves = match depth {
            0 => Vec::new(),
            _ => board.moves(to_move, self.who.big_first, Rules::Thesis, Listing::Once),
        };
        if moves.is_empty() {
            return judge(board);
        }
        let mut next: Vec<_> = moves.into_iter().map(|mv| board.after(to_move, mv)).collect();
        if depth > 1 {
            next.sort_by_cached_key(|board| -judge(board));
        }
        let mut best = -i32::MAX;
        for board in &next {
            best = best.max(-self.value(board, to_move ^ 1, depth - 1, (-beta, -alpha)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The moves of a player, each once, with their values by minimax of depth 2, and the nodes that the thesis counts.
pub fn values_at_depth_2(board: &Board, player: usize, who: Player) -> (Vec<(BlokusMove, i32)>, Nodes) {
    let moves = board.moves(player, who.big_first, Rules::Thesis, Listing::Twice);
    let mut nodes = Nodes { max: 0, min: moves.len() as u64 };
    let valued = moves.into_iter().map(|mv| {
        let next = board.after(player, mv);
        let replies = next.moves(player ^ 1, who.big_first, Rules::Thesis, Listing::Twice);
        nodes.max += replies.len() as u64;
        let after = |reply| next.after(player ^ 1, reply).value(player, who.heuristic, Rules::Thesis);
        let worst = replies.into_iter().map(after).min();
        (mv, worst.unwrap_or_else(|| next.value(player, who.heuristic, Rules::Thesis)))
    });
    (valued.collect(), nodes)
}

/// All best moves of a player by minimax of depth 2, without searching on where a move is refuted already.
pub fn best_moves(board: &Board, player: usize, who: Player, rules: Rules) -> Vec<BlokusMove> {
    let value = |board: &Board| board.value(player, who.heuristic, rules);
    let mut best = i32::MIN;
    let mut moves = Vec::new();
    for mv in board.moves(player, who.big_first, rules, Listing::Once) {
        let next = board.after(player, mv);
        let replies = next.moves(player ^ 1, who.big_first, rules, Listing::Once);
        let mut worst = if replies.is_empty() { value(&next) } else { i32::MAX };
        for reply in replies {
            worst = worst.min(value(&next.after(player ^ 1, reply)));
            if worst < best {
                break;
            }
        }
        if worst > best {
            best = worst;
            moves.clear();
        }
        if worst == best {
            moves.push(mv);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    pub const FINAL: Heuristic =
        Heuristic { own_corners: 2, opponent_corners: -1, own_tiles: 0, opponent_tiles: 0 };

    #[test]
    fn alpha_beta_and_minimax_agree() {
        for big_first in [false, true] {
            let who = Player { heuristic: FINAL, big_first };
            for depth in 1..=3 {
                let (value, _) = minimax(&Board::empty(), 0, who, depth, Listing::Once);
                assert_eq!(alpha_beta(&Board::empty(), 0, who, depth).0, value, "depth {depth}");
            }
        }
    }

    #[test]
    fn the_defect_hides_a_corner_behind_an_opponent() {
        let mut board = Board::empty();
        let tile = |row, column| BlokusMove::place(0, row, column);
        board.play(0, tile(5, 5));
        assert_eq!(count(&board.open_corners(0, Rules::Thesis)), 4);
        // An opponent below the tile hides both corners below; one to its left hides none.
        board.play(1, tile(6, 5));
        board.play(1, tile(5, 4));
        assert_eq!(count(&board.open_corners(0, Rules::Thesis)), 2);
        assert_eq!(count(&board.open_corners(0, Rules::Official)), 4);
    }

    #[test]
    fn pruning_loses_no_best_move() {
        let mut board = Board::empty();
        for ply in 0..6 {
            let (player, who) = (ply % 2, Player { heuristic: FINAL, big_first: true });
            let (all, _) = values_at_depth_2(&board, player, who);
            let best = all.iter().map(|(_, value)| *value).max().unwrap();
            let mut expected: Vec<_> =
                all.iter().filter(|(_, value)| *value == best).map(|(mv, _)| *mv).collect();
            let mut found = best_moves(&board, player, who, Rules::Thesis);
            expected.sort_unstable();
            expected.dedup();
            found.sort_unstable();
            assert_eq!(found, expected);
            board.play(player, found[found.len() / 2]);
        }
    }
}
