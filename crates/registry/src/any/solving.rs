//! Solved games behind the face of [`AnyGame`]: their tables are built, opened and asked here.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::CompleteGame;
use ludwerk_search::solved::{
    self, Needs, Progress, SolveError, Summary, Tablebase, TablebaseError, Verdict, Verification,
};

use super::value::AnyValue;
use super::{AnyGame, AnyMove, AnyState, Typed};
use crate::file_cache::FileCache;

impl AnyGame {
    /// What the table of the solved game is called; `None` where the game cannot be solved as a whole.
    pub fn table_name(&self) -> Option<&'static str> {
        self.0.table_name()
    }

    /// What it takes to solve the game; `None` where it cannot be solved as a whole.
    pub fn solving_needs(&self) -> Option<Needs> {
        self.0.solving_needs()
    }

    /// Solves the game with so many threads and writes its table. `tell` hears how far it is; `stop` ends it, and the
    /// same call goes on from there another time.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(
        &self,
        path: &Path,
        n_threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Summary, SolveError> {
        self.0.solve(path, n_threads, stop, tell)
    }

    /// Whether interrupted work on this table can go on.
    pub fn has_checkpoint(&self, path: &Path) -> bool {
        self.0.has_checkpoint(path)
    }

    /// The table in a file. It is kept in memory for whoever asks next.
    ///
    /// # Errors
    /// [`TablebaseError`] where it cannot be read, is damaged, or belongs to another game.
    pub fn tablebase(&self, path: &Path) -> Result<AnyTablebase, TablebaseError> {
        self.0.tablebase(path).map(AnyTablebase)
    }
}

/// What all positions of an [`AnyGame`] are worth.
#[derive(Clone)]
pub struct AnyTablebase(Arc<dyn DynTablebase>);

impl AnyTablebase {
    /// What a position is worth to the player to move, whatever happened before; `None` where the game is over, or the
    /// position is not in the table.
    pub fn probe(&self, state: &AnyState) -> Option<Verdict> {
        self.0.probe(state)
    }

    /// Every move of a position with what it is worth to the player who makes it, the best first. Moves to positions
    /// that the table does not hold are left out.
    pub fn moves(&self, state: &AnyState) -> Vec<(AnyMove, Verdict)> {
        self.0.moves(state)
    }

    /// A position with this number, `None` where the number stands for none.
    pub fn position(&self, number: u64) -> Option<AnyState> {
        self.0.position(number)
    }

    /// Checks every value with so many threads; `None` if it was stopped.
    pub fn verify(
        &self,
        n_threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(f64),
    ) -> Option<Verification> {
        self.0.verify(n_threads, stop, tell)
    }
}

/// What [`AnyTablebase`] forwards to the table of the real game.
pub trait DynTablebase: Send + Sync {
    fn probe(&self, state: &AnyState) -> Option<Verdict>;
    fn moves(&self, state: &AnyState) -> Vec<(AnyMove, Verdict)>;
    fn position(&self, number: u64) -> Option<AnyState>;
    fn verify(&self, n_threads: usize, stop: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<Verification>;
}

struct TypedTablebase<G> {
    game: G,
    table: Arc<Tablebase>,
}

impl<G: CompleteGame> DynTablebase for TypedTablebase<G> {
    fn probe(&self, state: &AnyState) -> Option<Verdict> {
        self.table.probe(&self.game, state.0.get())
    }

    fn moves(&self, state: &AnyState) -> Vec<(AnyMove, Verdict)> {
        let moves = self.table.moves(&self.game, state.0.get());
        moves.into_iter().map(|(mv, verdict)| (AnyMove::of(mv), verdict)).collect()
    }

    fn position(&self, number: u64) -> Option<AnyState> {
        self.game.unindex(number).map(|state| AnyState(AnyValue::of(state)))
    }

    fn verify(&self, n_threads: usize, stop: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<Verification> {
        solved::verify(&self.game, &self.table, n_threads, stop, tell)
    }
}

/// What [`AnyGame`] forwards to the real game where it is solved.
pub trait DynSolve {
    fn table_name(&self) -> Option<&'static str>;
    fn solving_needs(&self) -> Option<Needs>;
    fn has_checkpoint(&self, path: &Path) -> bool;
    fn solve(
        &self,
        path: &Path,
        n_threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Summary, SolveError>;
    fn tablebase(&self, path: &Path) -> Result<Arc<dyn DynTablebase>, TablebaseError>;
}

impl<G: CompleteGame> DynSolve for Typed<G> {
    fn table_name(&self) -> Option<&'static str> {
        self.0.table_name()
    }

    fn solving_needs(&self) -> Option<Needs> {
        solved::needs(&self.0)
    }

    fn has_checkpoint(&self, path: &Path) -> bool {
        solved::has_checkpoint(&self.0, path)
    }

    fn solve(
        &self,
        path: &Path,
        n_threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Summary, SolveError> {
        solved::build(&self.0, path, n_threads, stop, tell)
    }

    fn tablebase(&self, path: &Path) -> Result<Arc<dyn DynTablebase>, TablebaseError> {
        let table = open_tablebase(path)?;
        table.check_game(&self.0)?;
        Ok(Arc::new(TypedTablebase { game: self.0.clone(), table }))
    }
}

/// The tables that were opened: one takes a while to read.
static OPENED: FileCache<Tablebase> = FileCache::new();

/// The table in a file, read only if it has not been yet.
///
/// # Errors
/// [`TablebaseError`].
pub fn open_tablebase(path: &Path) -> Result<Arc<Tablebase>, TablebaseError> {
    OPENED.open(path, Tablebase::open)
}
