//! Plays from a table of learnt values, and where that knows nothing as another agent.
//!
//! Idea: Q-learning leaves a number for every move that it has tried in a position: what the mover can expect of it.
//! The best of them is played.
//! Formula: `argmax over a of Q(s, a)`; equal moves by lot. `Q` is 1 for a win, 0 for an equal share and
//! `−1 / (n − 1)` for a loss among `n` seats, less by the discount `γ` for every ply that it takes.
//! Games: all for which a table was learnt (`ludwerk train q GAME --tabular`). In a game with secrets the table is
//! asked by what the mover sees.
//! Source: C. Watkins, "Learning from delayed rewards" (1989).

mod file;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Keyed, Line, Move, Observe, Report, Rng, View, Work,
};
use thiserror::Error;

use crate::file::FileError;
use crate::score;

/// What a table is about.
#[derive(Clone, Debug, PartialEq)]
pub struct QTableInfo {
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The number of seats.
    pub n_seats: usize,
    /// What a ply takes off a value: it is multiplied by this.
    pub discount: f64,
    /// How it was made: the command, say.
    pub made: String,
}

/// Learnt values of moves, from the point of view of whoever makes them.
#[derive(Debug)]
pub struct QTable {
    info: QTableInfo,
    /// The key of the start, by which another version of the rules is noticed.
    start_key: u64,
    /// By what the mover sees: where its moves begin, and how many there are.
    positions: HashMap<u64, (u32, u32)>,
    moves: Vec<(u32, f32)>,
}

/// A table that cannot be used.
#[derive(Debug, Error)]
pub enum QTableError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not such a file, or it is damaged.
    #[error("{0}")]
    Damaged(String),
    /// It was learnt for something else.
    #[error("it was learnt for {0}")]
    OtherGame(String),
}

impl From<FileError> for QTableError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => Self::Io(error),
            FileError::Damaged(why) => Self::Damaged(why),
        }
    }
}

fn start_key<G: Observe + Keyed>(game: &G) -> u64 {
    game.key(&game.start(&mut Rng::new(0)))
}

impl QTable {
    /// A table of a game that holds nothing yet.
    pub fn new<G: Observe + Keyed>(game: &G, discount: f64, made: String) -> Self {
        let info = QTableInfo {
            game: game.info().id.to_owned(),
            variant: game.variant().to_owned(),
            n_seats: game.n_seats(),
            discount,
            made,
        };
        Self { info, start_key: start_key(game), positions: HashMap::new(), moves: Vec::new() }
    }

    /// Adds what is known of a position: the bits of moves with their values. Without moves it stays unknown.
    pub fn add(&mut self, key: u64, moves: impl IntoIterator<Item = (u32, f32)>) {
        let first = self.moves.len();
        self.moves.extend(moves);
        let n_moves = self.moves.len() - first;
        if n_moves > 0 {
            self.positions.insert(key, (first as u32, n_moves as u32));
        }
    }

    /// What it is about.
    pub fn info(&self) -> &QTableInfo {
        &self.info
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves that it knows where the mover sees this ([`Observe::information_key`]), as bits with their values;
    /// none where it knows nothing.
    pub fn moves(&self, key: u64) -> &[(u32, f32)] {
        let Some(&(first, n_moves)) = self.positions.get(&key) else { return &[] };
        &self.moves[first as usize..][..n_moves as usize]
    }

    /// Checks that it was learnt for this game.
    ///
    /// # Errors
    /// [`QTableError::OtherGame`].
    pub fn check_game<G: Observe + Keyed>(&self, game: &G) -> Result<(), QTableError> {
        let QTableInfo { game: id, variant, n_seats, .. } = &self.info;
        if id != game.info().id || variant != game.variant() || *n_seats != game.n_seats() {
            return Err(QTableError::OtherGame(format!("{id} {variant} for {n_seats}")));
        }
        if self.start_key != start_key(game) {
            return Err(QTableError::OtherGame(format!("another version of {id}")));
        }
        Ok(())
    }
}

/// Plays the best moves of a table, and asks another agent where there are none.
pub struct QPlayer<G: Observe> {
    table: Arc<QTable>,
    inner: Box<dyn Agent<G>>,
    rng: Rng,
}

impl<G: Observe + Keyed> QPlayer<G> {
    /// The agent with a table of the game, and another agent for positions that it does not know.
    ///
    /// # Errors
    /// [`QTableError::OtherGame`].
    pub fn new(
        game: &G,
        table: Arc<QTable>,
        inner: Box<dyn Agent<G>>,
        seed: u64,
    ) -> Result<Self, QTableError> {
        table.check_game(game)?;
        Ok(Self { table, inner, rng: Rng::new(seed) })
    }
}

impl<G: Observe + Keyed> Agent<G> for QPlayer<G> {
    fn peeks(&self) -> bool {
        self.inner.peeks()
    }

    fn work(&self) -> Work {
        self.inner.work()
    }

    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        self.inner.prepare(game, stop)
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let state = view.game.resample(view.observation, &mut self.rng);
        let known = self.table.moves(view.game.information_key(&state, view.seat));
        let legal = |&(bits, value): &(u32, f32)| {
            let mv = G::Move::from_bits(bits).filter(|mv| view.legal.contains(mv))?;
            Some((mv, f64::from(value)))
        };
        let mut moves: Vec<_> = known.iter().filter_map(legal).collect();
        if moves.is_empty() {
            return self.inner.decide(view, control);
        }
        // Shuffled first and sorted stably, equal moves stay in random order.
        self.rng.shuffle(&mut moves);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let n_seats = view.game.n_seats();
        let value = |q: f64| {
            Value::new(score::of_mean_share(share(q, n_seats), n_seats), Unit::WinProbability, n_seats)
        };
        let line = |&(mv, q): &(G::Move, f64)| Line { mv, value: value(q), pv: vec![mv] };
        let (chosen, best) = moves[0];
        let report = Report {
            value: Some(value(best)),
            values: score::of_all(value(best), view.seat, view.game),
            depth: 1,
            nodes: 1,
            pv: vec![chosen],
            lines: moves.iter().map(line).collect(),
            notes: Vec::new(),
        };
        Ok(Decision { chosen, report })
    }
}

/// The share of the win that a value stands for: 1 is all of it, 0 an equal one.
fn share(q: f64, n_seats: usize) -> f64 {
    let equal = 1.0 / n_seats as f64;
    (equal + q * (1.0 - equal)).clamp(0.0, 1.0)
}
