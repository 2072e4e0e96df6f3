//! Moves and positions as text: `b2c3`; `bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w`.

use ludwerk::core::{BySeat, Game as _, MoveError, Notation, PositionError, Seat};

use crate::rules::{Board, Breakthrough, Step};

/// The name of a square.
pub fn square_text(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Breakthrough {
    fn parse_square(self, text: &[u8]) -> Option<u8> {
        let (file, rank) = (text[0].checked_sub(b'a')?, text[1].checked_sub(b'1')?);
        (file < self.side && rank < self.side).then(|| 8 * rank + file)
    }
}

impl Notation for Breakthrough {
    fn move_text(&self, _state: &Board, mv: Step) -> String {
        square_text(mv.from) + &square_text(mv.to)
    }

    fn parse_move(&self, state: &Board, text: &str) -> Result<Step, MoveError> {
        let squares = (text.len() == 4).then(|| {
            let (from, to) = text.as_bytes().split_at(2);
            Some(Step { from: self.parse_square(from)?, to: self.parse_square(to)? })
        });
        let mv = squares.flatten().ok_or_else(|| MoveError::malformed(text, "write two squares, as b2c3"))?;
        if self.winner(state).is_some() {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) {
            return Ok(mv);
        }
        let own = state.pawns[state.to_move] >> mv.from & 1 != 0;
        let reason = if own { "a pawn steps one square forward" } else { "no pawn of yours stands there" };
        Err(MoveError::illegal(text, reason))
    }

    fn position_text(&self, state: &Board) -> String {
        let at = |square: u8| match state.pawns.all().map(|pawns| pawns >> square & 1) {
            [1, _] => 'w',
            [_, 1] => 'b',
            _ => '.',
        };
        let rank = |rank: u8| (8 * rank..8 * rank + self.side).map(at).collect::<String>();
        let ranks: Vec<_> = (0..self.side).rev().map(rank).collect();
        format!("{} {}", ranks.join("/"), ["w", "b"][state.to_move.idx()])
    }

    fn parse_position(&self, text: &str) -> Result<Board, PositionError> {
        let error = |reason: String| PositionError::new(text, reason);
        let (board, to_move) =
            text.split_once(' ').ok_or_else(|| error("the board and the side to move are needed".into()))?;
        let side = usize::from(self.side);
        let ranks: Vec<_> = board.split('/').collect();
        if ranks.len() != side || ranks.iter().any(|rank| rank.chars().count() != side) {
            return Err(error(format!("a board has {side} ranks of {side} squares")));
        }
        let mut pawns = BySeat::new([0, 0]);
        for (rank, line) in (0..self.side).rev().zip(ranks) {
            for (file, what) in line.chars().enumerate() {
                let bit = 1u64 << (8 * usize::from(rank) + file);
                match what {
                    'w' => pawns[Seat::FIRST] |= bit,
                    'b' => pawns[Seat::SECOND] |= bit,
                    '.' => {}
                    _ => return Err(error(format!("{what:?} is not w, b or ."))),
                }
            }
        }
        let to_move = match to_move {
            "w" => Seat::FIRST,
            "b" => Seat::SECOND,
            _ => return Err(error("the side to move is w or b".into())),
        };
        if Seat::all(2).any(|seat| pawns[seat].count_ones() > 2 * u32::from(self.side)) {
            return Err(error(format!("a side has {} pawns at most", 2 * side)));
        }
        let board = Board { pawns, to_move };
        let has_arrived = [self.rank(self.side - 1) & pawns[Seat::FIRST], self.rank(0) & pawns[Seat::SECOND]];
        if has_arrived.iter().all(|&pawns| pawns != 0) || *pawns.all() == [0, 0] {
            return Err(error("one side at most has won".into()));
        }
        Ok(board)
    }

    fn position_help(&self) -> String {
        let start = self.position_text(&self.start(&mut ludwerk::core::Rng::new(0)));
        format!("`{start}`: the ranks from Black's side, and who is to move")
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["White", "Black"][seat.idx()].to_owned()
    }
}
