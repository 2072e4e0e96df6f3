//! The search of Nguyen's thesis (2022, section 3.7), imitated to the node.
//!
//! What makes its counts come out: a node is every call, the root included; the end is tested before
//! a node is expanded; pieces are kept in an array, a captured piece keeps its place there when it changes
//! sides, and **two equal pieces in the hand give two equal drops**. The order of moves is that of the
//! array, with a fixed order of directions for each kind of piece; the "good move order" puts captures
//! before drops before steps. Values are those of its Table 1, a win is 10,000 plus the depth that is left,
//! and the window is cut when beta is not above alpha. A draw is nine plies of moving to and fro; it first
//! changes a count at depth 13.

use ludwerk_core::{BySeat, Seat};
use ludwerk_dobutsu::board::{FAR_RANK, Kind, STEPS};

/// The three programs of the thesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    Minimax,
    AlphaBeta,
    AlphaBetaOrdered,
}

/// What a search comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Calls of the search, the root included.
    pub nodes: u64,
    /// The value for white, who begins.
    pub value: i32,
}

const N_PIECES: usize = 8;
const WHITE: Seat = Seat::FIRST;
const BLACK: Seat = Seat::SECOND;
/// Where a piece in the hand is.
const HAND: u8 = 12;
/// Where a captured lion is.
const NOWHERE: u8 = 13;
const EMPTY: u8 = 8;

const WIN: i32 = 10_000;
const WINDOW: i32 = 1_000_000_000;

/// On the board and in the hand, in the order of [`Kind::ALL`].
const VALUES: [(i32, i32); 5] = [(2, 1), (6, 3), (6, 3), (12, 0), (0, 0)];

/// The program's own array of pieces, by their start squares from the top left to the bottom right.
const START: [(Seat, Kind, u8); N_PIECES] = [
    (BLACK, Kind::Giraffe, 0),
    (BLACK, Kind::Lion, 1),
    (BLACK, Kind::Elephant, 2),
    (BLACK, Kind::Chick, 4),
    (WHITE, Kind::Chick, 7),
    (WHITE, Kind::Elephant, 9),
    (WHITE, Kind::Lion, 10),
    (WHITE, Kind::Giraffe, 11),
];

/// Columns to the right and rows up the board, in the order in which the program tries them; what it calls
/// right is left on the board. Both sides use the same order.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (-1, -1), (1, -1)];

/// `TARGETS[side][kind][square]`: where a piece can step to, in the program's order, and how many there are.
const TARGETS: BySeat<[[Targets; 12]; 5], 2> = BySeat::new(target_table());

type Targets = ([u8; 8], u8);

const fn target_table() -> [[[Targets; 12]; 5]; 2] {
    let mut table = [[[([0; 8], 0); 12]; 5]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < 5 {
            let mut square = 0;
            while square < 12 {
                table[side][kind][square as usize] =
                    targets(STEPS.at(Seat::new(side))[kind][square as usize], square);
                square += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
}

/// The squares of a set of steps from a square, in the order of [`DIRECTIONS`].
const fn targets(steps: u16, square: i8) -> Targets {
    let (mut list, mut n) = ([0; 8], 0);
    let mut i = 0;
    while i < 8 {
        let (dx, dy) = DIRECTIONS[i];
        let (x, y) = (square % 3 + dx, square / 3 - dy);
        if 0 <= x && x < 3 && 0 <= y && y < 4 && steps >> (3 * y + x) & 1 != 0 {
            list[n as usize] = (3 * y + x) as u8;
            n += 1;
        }
        i += 1;
    }
    (list, n)
}

#[derive(Clone, Copy)]
struct Piece {
    side: Seat,
    kind: Kind,
    /// A square, [`HAND`] or [`NOWHERE`].
    at: u8,
}

#[derive(Clone, Copy)]
struct Position {
    pieces: [Piece; N_PIECES],
    /// The piece on each square, or [`EMPTY`].
    board: [u8; 12],
    /// White's material minus black's.
    material: i32,
    /// Who has won, if somebody has.
    winner: Option<Seat>,
}

#[derive(Clone, Copy)]
struct Step {
    piece: u8,
    to: u8,
}

impl Position {
    fn start() -> Self {
        let pieces = START.map(|(side, kind, at)| Piece { side, kind, at });
        let mut board = [EMPTY; 12];
        for (n, piece) in (0u8..).zip(&pieces) {
            board[usize::from(piece.at)] = n;
        }
        Self { pieces, board, material: 0, winner: None }
    }

    /// Calls `visit` with the moves of a side, in the order of the array.
    fn moves(&self, side: Seat, mut visit: impl FnMut(Step)) {
        for (n, piece) in (0u8..).zip(&self.pieces) {
            if piece.side != side {
                continue;
            }
            if piece.at == HAND {
                for to in (0..12).filter(|&to| self.board[usize::from(to)] == EMPTY) {
                    visit(Step { piece: n, to });
                }
            } else if piece.at < HAND {
                let (targets, n_targets) = &TARGETS[side][piece.kind as usize][usize::from(piece.at)];
                for &to in &targets[..usize::from(*n_targets)] {
                    let standing = self.board[usize::from(to)];
                    if standing == EMPTY || self.pieces[usize::from(standing)].side != side {
                        visit(Step { piece: n, to });
                    }
                }
            }
        }
    }

    /// Captures before drops before steps.
    fn rank(&self, step: Step) -> u8 {
        if self.pieces[usize::from(step.piece)].at == HAND {
            1
        } else if self.board[usize::from(step.to)] == EMPTY {
            2
        } else {
            0
        }
    }

    fn play(&mut self, step: Step) {
        let mover = self.pieces[usize::from(step.piece)];
        let (side, to) = (mover.side, usize::from(step.to));
        let sign = if side == WHITE { 1 } else { -1 };
        let (on_board, in_hand) = VALUES[mover.kind as usize];
        if mover.at == HAND {
            self.material += sign * (on_board - in_hand);
        } else {
            self.board[usize::from(mover.at)] = EMPTY;
            let standing = self.board[to];
            if standing != EMPTY {
                self.capture(standing, side, sign);
            }
            if mover.kind == Kind::Chick && FAR_RANK[side] >> to & 1 != 0 {
                self.pieces[usize::from(step.piece)].kind = Kind::Hen;
                self.material += sign * (VALUES[Kind::Hen as usize].0 - on_board);
            }
        }
        self.pieces[usize::from(step.piece)].at = step.to;
        self.board[to] = step.piece;
        let arrives = mover.kind == Kind::Lion && FAR_RANK[side] >> to & 1 != 0;
        if arrives && self.winner.is_none() && !self.is_attacked(step.to, side.other()) {
            self.winner = Some(side);
        }
    }

    fn capture(&mut self, captured: u8, by: Seat, sign: i32) {
        let piece = &mut self.pieces[usize::from(captured)];
        if piece.kind == Kind::Lion {
            piece.at = NOWHERE;
            self.winner = Some(by);
            return;
        }
        let lost = VALUES[piece.kind as usize].0;
        if piece.kind == Kind::Hen {
            piece.kind = Kind::Chick;
        }
        (piece.side, piece.at) = (by, HAND);
        self.material += sign * (lost + VALUES[piece.kind as usize].1);
    }

    fn is_attacked(&self, square: u8, by: Seat) -> bool {
        self.pieces.iter().any(|piece| {
            let reach = |at: u8| STEPS[by][piece.kind as usize][usize::from(at)];
            piece.side == by && piece.at < HAND && reach(piece.at) >> square & 1 != 0
        })
    }
}

/// Searches from the start with white to move, as the thesis does for its Table 2.
pub fn search(version: Version, depth: u32) -> Found {
    let mut search = Search { version, nodes: 0, line: Vec::new() };
    let value = search.value(&Position::start(), depth as i32, -WINDOW, WINDOW, WHITE);
    Found { nodes: search.nodes, value }
}

struct Search {
    version: Version,
    nodes: u64,
    /// The moves from the start: where each came from, [`HAND`] for a drop, and where it went.
    line: Vec<(u8, u8)>,
}

impl Search {
    /// White maximises, black minimises; values are white's.
    fn value(&mut self, position: &Position, depth: i32, mut alpha: i32, mut beta: i32, side: Seat) -> i32 {
        self.nodes += 1;
        if self.is_draw() {
            return 0;
        }
        if let Some(winner) = position.winner {
            return if winner == WHITE { WIN + depth } else { -WIN - depth };
        }
        if depth == 0 {
            return position.material;
        }
        // Never more than 40 in play, by far never more than 64 with the duplicates.
        let mut steps = [Step { piece: 0, to: 0 }; 96];
        let mut n_steps = 0;
        position.moves(side, |step| {
            steps[n_steps] = step;
            n_steps += 1;
        });
        let steps = &mut steps[..n_steps];
        if self.version == Version::AlphaBetaOrdered {
            steps.sort_by_key(|&step| position.rank(step));
        }
        let mut best = if side == WHITE { -WINDOW } else { WINDOW };
        for &mut step in steps {
            let mut next = *position;
            next.play(step);
            self.line.push((position.pieces[usize::from(step.piece)].at, step.to));
            let value = self.value(&next, depth - 1, alpha, beta, side.other());
            self.line.pop();
            if side == WHITE {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if self.version != Version::Minimax && beta <= alpha {
                break;
            }
        }
        best
    }

    /// Whether each of the last seven plies undid the one two plies before it, and none of the nine was
    /// a drop.
    fn is_draw(&self) -> bool {
        let Some(last) = self.line.last_chunk::<9>() else { return false };
        let is_undone = |(earlier, later): (&(u8, u8), &(u8, u8))| *later == (earlier.1, earlier.0);
        last.iter().zip(&last[2..]).all(is_undone) && last[0].0 != HAND && last[1].0 != HAND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted by the thesis' own program and by an independent one, beyond what is printed.
    #[test]
    fn counts_and_values_between_the_printed_ones() {
        for (version, counts) in [
            (Version::Minimax, &[5, 22, 145, 1121, 9243, 81_343, 734_353][..]),
            (Version::AlphaBeta, &[5, 13, 95, 306, 1258, 8571, 23_484]),
            (Version::AlphaBetaOrdered, &[5, 13, 48, 170, 601, 2718, 8200, 25_924, 84_720, 308_291, 820_564]),
        ] {
            let values = [3, 0, 1, -1, 2, -1, 3, -2, 3, -2, 3];
            for (depth, (&nodes, value)) in (1..).zip(counts.iter().zip(values)) {
                assert_eq!(search(version, depth), Found { nodes, value }, "{version:?} at depth {depth}");
            }
        }
    }

    /// Here the draw by moving to and fro matters: without it there would be ten nodes more.
    #[test]
    fn the_draw_rule_bites_at_depth_13() {
        let found = search(Version::AlphaBetaOrdered, 13);
        assert_eq!(found, Found { nodes: 7_092_228, value: 4 });
    }
}
