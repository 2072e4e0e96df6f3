//! The program of Mathew's thesis (2017), as its appendix prints it, quirks and all.
//!
//! What makes its counts and its moves come out:
//!
//! - It finds the open corners at an own tile only where the tile's *vertical* neighbour on that side is
//!   empty. So it loses moves, and never invents any ([`Rules::Thesis`]).
//! - It lists moves by pairs of an open corner of the board and a corner tile of the piece, so a placement
//!   that touches two open corners is listed, searched and counted twice ([`Listing::Twice`]).
//! - With big tiles first, only moves of the largest size that has any are listed, for the player who
//!   searches *and* for the replies that he considers.
//! - A node is every placement tried, the root is none. The leaf's value is that of the searching player. Where
//!   there is no reply, the mover goes on alone if two levels are left; otherwise the line ends.
//! - Of equal moves it plays the one that it lists first, and the order comes from sets of Python 3.6
//!   ([`Board::listed_first`]).
//!
//! [`search`](self) holds its minimax; the agent that plays by it is in `strategies.rs`.

mod order;
mod search;

use ludwerk_core::{BySeat, Seat};

use crate::board::{Holdings, Squares, State, all_columns, column_bit, contains, count};
use crate::board::{surroundings, surroundings_before};
use crate::colour::Colour;
use crate::moves::BlokusMove;
use crate::pieces::{N_PIECE_SQUARES, N_PIECES, PIECES, REACH, TABLES};
use crate::rules::Blokus;
use crate::thesis_numbers;

pub use search::{Nodes, Search, alpha_beta, best_moves, minimax, values_at_depth_2};

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

const fn player(
    big_first: bool,
    own_corners: i32,
    opponent_corners: i32,
    own_tiles: i32,
    opponent_tiles: i32,
) -> Player {
    let heuristic = Heuristic { own_corners, opponent_corners, own_tiles, opponent_tiles };
    Player { heuristic, big_first }
}

impl Player {
    /// As few corners for the opponent as may be.
    pub const FEWER_CORNERS: Self = player(false, 0, -1, 0, 0);
    /// As many own corners as may be.
    pub const MORE_CORNERS: Self = player(false, 1, 0, 0, 0);
    /// Twice the own tiles less the opponent's corners.
    pub const TILES_AND_FEWER_CORNERS: Self = player(false, 0, -1, 2, 0);
    /// Few corners for the opponent, big tiles first.
    pub const BIG_FEWER_CORNERS: Self = player(true, 0, -1, 0, 0);
    /// Many own corners, big tiles first.
    pub const BIG_MORE_CORNERS: Self = player(true, 1, 0, 0, 0);
    /// The own tiles less twice the opponent's, big tiles first.
    pub const BIG_TILES_OF_BOTH: Self = player(true, 0, 0, 1, -2);
    /// Big tiles first, and nothing else.
    pub const BIG_TILES: Self = player(true, 0, 0, 1, 0);
    /// What the thesis settled on: twice the own corners less the opponent's, big tiles first.
    pub const FINAL: Self = player(true, 2, -1, 0, 0);

    /// A player by its name in [`PLAYERS`].
    pub fn named(name: &str) -> Option<Self> {
        PLAYERS.iter().find(|(known, _)| *known == name).map(|(_, player)| *player)
    }
}

/// The players of the seven comparisons in the thesis' Table 2, player 1 as `a` and player 2 as `b`, and what it
/// settled on.
pub const PLAYERS: [(&str, Player); 15] = [
    ("1a", Player::FEWER_CORNERS),
    ("1b", Player::MORE_CORNERS),
    ("2a", Player::BIG_FEWER_CORNERS),
    ("2b", Player::MORE_CORNERS),
    ("3a", Player::TILES_AND_FEWER_CORNERS),
    ("3b", Player::MORE_CORNERS),
    ("4a", Player::BIG_MORE_CORNERS),
    ("4b", Player::BIG_FEWER_CORNERS),
    ("5a", Player::BIG_TILES_OF_BOTH),
    ("5b", Player::BIG_TILES),
    ("6a", Player::BIG_MORE_CORNERS),
    ("6b", Player::FINAL),
    ("7a", Player::FINAL),
    ("7b", Player::BIG_MORE_CORNERS),
    ("final", Player::FINAL),
];

/// A position: the squares and hands of both players.
#[derive(Clone, Copy)]
pub struct Board {
    /// Player 1 and player 2.
    pub players: BySeat<Holdings<SIDE>, 2>,
    /// All squares that are covered.
    pub occupied: Squares<SIDE>,
    /// Where the first piece goes: the first of these that is empty.
    pub starts: [(usize, usize); 2],
}

/// The corners of the thesis' board.
const CORNERS: [(usize, usize); 2] = [(0, 0), (SIDE - 1, SIDE - 1)];

/// What the thesis adds for a player who has placed everything.
const ALL_PLACED: u32 = 15;

impl Board {
    /// The empty board.
    pub fn empty() -> Self {
        Self { players: BySeat::new([Holdings::fresh(); 2]), occupied: [0; SIDE], starts: CORNERS }
    }

    /// A position of the game; `None` where more than two colours play.
    pub fn of<const N: usize, const C: usize>(game: Blokus<N, C>, state: &State<N, C>) -> Option<Self> {
        if (N, C) != (SIDE, 2) {
            return None;
        }
        let cut = |set: &Squares<N>| std::array::from_fn(|row| set[row]);
        // Each plays one colour, and the colours are in the order of the seats.
        let colour_of = |player: Seat| Colour::new(player.idx());
        let players = BySeat::from_fn(|player| {
            let colour = &state.colours[colour_of(player)];
            Holdings {
                own: cut(&colour.own),
                beside: cut(&colour.beside),
                corners: cut(&colour.corners),
                hand: colour.hand,
                monomino_last: colour.monomino_last,
            }
        });
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|player| game.start_squares(colour_of(player)));
        let starts = [*first.first()?, *second.last()?];
        Some(Self { players, occupied: cut(&state.occupied), starts })
    }

    /// The open corners that a player finds at its tiles.
    pub fn open_corners(&self, player: Seat, rules: Rules) -> Squares<SIDE> {
        let own = &self.players[player];
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

    /// The square that a player's first piece covers.
    fn start(&self) -> (usize, usize) {
        let [first, second] = self.starts;
        if contains(&self.occupied, first.0, first.1) { second } else { first }
    }

    /// Where a player's next piece may touch: open corners, or the start.
    fn openings(&self, player: Seat, rules: Rules) -> Squares<SIDE> {
        if !self.players[player].is_fresh() {
            return self.open_corners(player, rules);
        }
        let (row, column) = self.start();
        let mut open = [0; SIDE];
        open[row] = column_bit(column);
        open
    }

    /// Lists the moves of a player with these pieces.
    fn list(&self, player: Seat, pieces: u32, rules: Rules, listing: Listing, moves: &mut Vec<BlokusMove>) {
        let tables = &*TABLES;
        let own = &self.players[player];
        let blocked: Squares<SIDE> = std::array::from_fn(|row| self.occupied[row] | own.beside[row]);
        let open = self.openings(player, rules);
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
                for piece in (0..N_PIECES).filter(|piece| pieces >> piece & 1 != 0) {
                    for cover in covers.of_piece(piece).iter().filter(|cover| cover.fits(avoid)) {
                        let placed = tables.placed[cover.number()];
                        // Every tile that fits an open corner is a corner tile of its piece: the corner's two
                        // neighbours on the side of the own tile are beside it, where nothing may be placed.
                        // Only a start square in the middle of the board can be covered by others.
                        let tile = (placed.up, placed.left);
                        if own.is_fresh() && !is_corner_tile(placed.orientation.into(), tile) {
                            continue;
                        }
                        let (up, left) = (usize::from(placed.up), usize::from(placed.left));
                        moves.push(BlokusMove::place(placed.orientation.into(), row - up, column - left));
                    }
                }
            }
        }
    }

    /// The moves of a player, of the largest size alone if big tiles come first.
    pub fn moves(&self, player: Seat, big_first: bool, rules: Rules, listing: Listing) -> Vec<BlokusMove> {
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
    pub fn play(&mut self, player: Seat, mv: BlokusMove) {
        let Some((orientation, row, column)) = mv.placement() else { return };
        self.players[player].place(orientation, row, column);
        for (n, &bits) in
            TABLES.orientations[orientation].rows.iter().enumerate().filter(|(_, bits)| **bits != 0)
        {
            self.occupied[row + n] |= u32::from(bits) << (column + REACH);
        }
    }

    /// The position after a move.
    #[must_use]
    pub fn after(&self, player: Seat, mv: BlokusMove) -> Self {
        let mut next = *self;
        next.play(player, mv);
        next
    }

    /// The board's value for a player. Who has placed nothing has no open corner.
    pub fn value(&self, player: Seat, heuristic: Heuristic, rules: Rules) -> i32 {
        let corners = |player| count(&self.open_corners(player, rules)) as i32;
        let tiles = |player: Seat| count(&self.players[player].own) as i32;
        let term = |weight: i32, measure: &dyn Fn(Seat) -> i32, player| {
            if weight == 0 { 0 } else { weight * measure(player) }
        };
        let other = player.other();
        term(heuristic.own_corners, &corners, player)
            + term(heuristic.opponent_corners, &corners, other)
            + term(heuristic.own_tiles, &tiles, player)
            + term(heuristic.opponent_tiles, &tiles, other)
    }

    /// The points of a player: 89 minus the squares in hand, 15 more for an empty hand.
    pub fn points(&self, player: Seat) -> u32 {
        let hand = self.players[player].hand;
        let in_hand = (0..N_PIECES).filter(|piece| hand >> piece & 1 != 0);
        let squares: u32 = in_hand.map(|piece| u32::from(TABLES.sizes[piece])).sum();
        N_PIECE_SQUARES - squares + if hand == 0 { ALL_PLACED } else { 0 }
    }
}

/// Whether a square of an orientation has a free side both above or below and left or right.
fn is_corner_tile(orientation: usize, (row, column): (u8, u8)) -> bool {
    let rows = &TABLES.orientations[orientation].rows;
    let has = |row: Option<u8>, column: Option<u8>| {
        let bits = row.and_then(|row| rows.get(usize::from(row)));
        bits.zip(column).is_some_and(|(bits, column)| bits >> column & 1 != 0)
    };
    let (here, above, below) = (Some(row), row.checked_sub(1), Some(row + 1));
    let beside = [column.checked_sub(1), Some(column + 1)];
    let is_open = |is_taken: [bool; 2]| is_taken.contains(&false);
    is_open([above, below].map(|row| has(row, Some(column))))
        && is_open(beside.map(|column| has(here, column)))
}

/// The placement that the thesis writes as a piece's name, the number of an orientation, and the row and the column
/// of its top left corner.
pub fn numbered_move(piece: &str, orientation: usize, row: usize, column: usize) -> Option<BlokusMove> {
    let piece = PIECES.iter().position(|known| known.thesis_name == piece)? + 1;
    let numbered = thesis_numbers::parse(SIDE, &format!("{piece}.{orientation}@{row},{column}"))?;
    numbered.ok().map(|(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defect_hides_a_corner_behind_an_opponent() {
        let mut board = Board::empty();
        let tile = |row, column| BlokusMove::place(0, row, column);
        board.play(Seat::FIRST, tile(5, 5));
        assert_eq!(count(&board.open_corners(Seat::FIRST, Rules::Thesis)), 4);
        // An opponent below the tile hides both corners below; one to its left hides none.
        board.play(Seat::SECOND, tile(6, 5));
        board.play(Seat::SECOND, tile(5, 4));
        assert_eq!(count(&board.open_corners(Seat::FIRST, Rules::Thesis)), 2);
        assert_eq!(count(&board.open_corners(Seat::FIRST, Rules::Official)), 4);
    }

    #[test]
    fn whoever_finds_the_upper_corner_empty_begins_there() {
        let mut board = Board::empty();
        let first = |board: &Board, player| {
            let moves = board.moves(player, false, Rules::Thesis, Listing::Once);
            assert_eq!(moves.len(), 58);
            moves[0].placement().unwrap()
        };
        assert_eq!(first(&board, Seat::FIRST), (0, 0, 0));
        board.play(Seat::FIRST, BlokusMove::place(0, 13, 13));
        assert_eq!(first(&board, Seat::SECOND), (0, 0, 0));
        board.play(Seat::SECOND, BlokusMove::place(0, 0, 0));
        assert_eq!(board.value(Seat::FIRST, Player::FINAL.heuristic, Rules::Thesis), 1);
    }

    #[test]
    fn corner_tiles_are_the_ends_and_the_bends() {
        let line = TABLES.orientations.iter().position(|one| one.width == 3 && one.cells.len() == 3).unwrap();
        assert_eq!([0, 1, 2].map(|column| is_corner_tile(line, (0, column))), [true, false, true]);
        // Of the four squares of a block each has a free side above or below, and one left or right.
        let block = TABLES.orientations.iter().position(|one| one.rows[..2] == [0b11, 0b11]).unwrap();
        assert!([(0, 0), (0, 1), (1, 0), (1, 1)].iter().all(|&tile| is_corner_tile(block, tile)));
    }
}
