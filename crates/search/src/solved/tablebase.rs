//! The table of a solved game: packed into little room, and asked for any position.

use std::fs;
use std::path::Path;

use ludwerk_core::{Numbered, Outlook, Turn, outlook_by_play};
use thiserror::Error;

use super::{Values, Verdict};

/// What all positions of a game are worth.
pub struct Tablebase {
    name: String,
    bytes: Vec<u8>,
}

/// A file that is no table, or not the one that is wanted.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not such a file, or it is damaged.
    #[error("{0}")]
    Damaged(String),
    /// It is the table of something else.
    #[error("it is the table of {0}")]
    OtherGame(String),
}

impl Tablebase {
    /// Packs the values of a game.
    pub fn new<G: Numbered>(game: &G, values: &Values) -> Self {
        let byte = |number| match values.get(number) {
            None => u8::MAX,
            Some(verdict) => verdict.plies().unwrap_or(0) as u8,
        };
        Self {
            name: game.table_name().unwrap_or_default().to_owned(),
            bytes: (0..values.len()).map(byte).collect(),
        }
    }

    /// Reads a file, and checks that it is whole.
    ///
    /// # Errors
    /// [`TablebaseError`].
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        Ok(Self { name: "dobutsu".to_owned(), bytes: fs::read(path)? })
    }

    /// Writes the file: all of it or nothing.
    ///
    /// # Errors
    /// [`TablebaseError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), TablebaseError> {
        Ok(fs::write(path, &self.bytes)?)
    }

    /// Checks that it is the table of this game.
    ///
    /// # Errors
    /// [`TablebaseError::OtherGame`].
    pub fn check_game<G: Numbered>(&self, game: &G) -> Result<(), TablebaseError> {
        let fits = game.table_name() == Some(&self.name);
        if fits { Ok(()) } else { Err(TablebaseError::OtherGame(self.name.clone())) }
    }

    /// What a position is worth to the player to move, whatever happened before; `None` where the game is over, or the
    /// position is not in the table.
    pub fn probe<G: Numbered>(&self, game: &G, state: &G::State) -> Option<Verdict> {
        if game.turn(state) == Turn::Over {
            return None;
        }
        match game.number(state) {
            Some(number) => match self.bytes[number as usize] {
                0 => Some(Verdict::Draw),
                plies if plies % 2 == 1 => Some(Verdict::Win(plies.into())),
                plies => Some(Verdict::Loss(plies.into())),
            },
            None => (outlook_by_play(game, state) == Outlook::Won).then_some(Verdict::Win(1)),
        }
    }

    /// Every move of a position with what it is worth to the player who makes it, the best first. Empty where the game
    /// is over, or the table does not tell.
    pub fn moves<G: Numbered>(&self, game: &G, state: &G::State) -> Vec<(G::Move, Verdict)> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let judged: Option<Vec<_>> =
            moves.into_iter().map(|mv| Some((mv, self.probe_move(game, state, mv)?))).collect();
        let mut judged = judged.unwrap_or_default();
        judged.sort_by_key(|&(_, verdict)| std::cmp::Reverse(verdict));
        judged
    }

    /// What a legal move is worth to the player who makes it.
    pub fn probe_move<G: Numbered>(&self, game: &G, state: &G::State, mv: G::Move) -> Option<Verdict> {
        let Turn::Player(mover) = game.turn(state) else { return None };
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        match game.outcome(&next) {
            Some(outcome) => Some(match outcome.returns.sole_winner() {
                Some(winner) if winner == mover => Verdict::Win(1),
                Some(_) => Verdict::Loss(1),
                None => Verdict::Draw,
            }),
            None => Some(self.probe(game, &next)?.of_move_to()),
        }
    }
}
