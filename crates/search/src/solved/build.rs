//! A game solved from nothing to a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::Indexed;

use super::checkpoint;
use super::progress::Since;
use super::workers::Crew;
use super::{Phase, Progress, SolveError, Solver, Tablebase, TablebaseError, Values, Verdict};
use crate::file;

/// What a game came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many positions have a number.
    pub positions: u64,
    /// How many are won in so many plies, those that the player to move wins at once under 1.
    pub wins: Vec<(u32, u64)>,
    /// How many are lost in so many plies.
    pub losses: Vec<(u32, u64)>,
    /// How many are drawn.
    pub draws: u64,
    /// The size of the file.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What it takes to solve a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// How many numbers its positions have.
    pub numbers: u64,
    /// The most memory, in bytes.
    pub memory: u64,
}

/// What it takes to solve a game; `None` where its positions have no numbers.
pub fn needs<G: Indexed>(game: &G) -> Option<Needs> {
    /// The program itself, its threads and the model.
    const BESIDES: u64 = 24 << 20;
    /// With predecessors that have to be found: moves a position at most on average, of four bytes each.
    const LINKS: u64 = 4 * 40;
    game.table_name()?;
    let numbers = game.n_indices();
    // A byte a number, and less than a fifth of that for the packed table in parts and as a whole.
    let links = if G::HAS_PREDECESSORS { 0 } else { LINKS * numbers };
    Some(Needs { numbers, memory: numbers + numbers / 5 + links + BESIDES })
}

/// Solves a game with so many threads and writes its table. `tell` hears how far it is; `stop` ends it, and the same
/// call goes on from there another time.
///
/// # Errors
/// [`SolveError`].
pub fn build<G: Indexed>(
    game: &G,
    path: &Path,
    n_threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Summary, SolveError> {
    let began = Instant::now();
    file::check_folder(path).map_err(TablebaseError::from)?;
    let checkpoint = checkpoint_of(path);
    if checkpoint::is_there(game, &checkpoint).is_err() {
        return Err(SolveError::InTheWay(checkpoint));
    }
    let values = Solver::new(game, n_threads, stop).with_checkpoint(&checkpoint).solve(tell)?;
    let mut since = Since::now();
    let mut tell = |phase, done| tell(&since.progress(phase, done));
    let packed =
        Tablebase::pack(game, &values, Crew::new(n_threads, stop), &mut |done| tell(Phase::Packing, done));
    let mut summary = Summary::of(&values);
    if matches!(packed, Err(SolveError::Stopped)) {
        // All is known; only the packing is left for another time.
        let _ = checkpoint::save(game, &checkpoint, &values, summary.longest() + 1);
    }
    let table = packed?;
    tell(Phase::Writing, 0.0);
    summary.bytes = table.write(path, &summary)?;
    // It has done its duty. Whoever cannot remove it has a large file too many, and his table.
    let _ = std::fs::remove_file(&checkpoint);
    summary.seconds = began.elapsed().as_secs_f64();
    Ok(summary)
}

/// Where work is kept that is interrupted: beside the file that it is for.
pub fn checkpoint_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Whether interrupted work on the table in `path` can go on.
pub fn has_checkpoint<G: Indexed>(game: &G, path: &Path) -> bool {
    checkpoint::is_there(game, &checkpoint_of(path)).unwrap_or(false)
}

impl Summary {
    /// The plies of the longest win or loss.
    pub fn longest(&self) -> u32 {
        self.wins.iter().chain(&self.losses).map(|&(plies, _)| plies).max().unwrap_or(0)
    }

    /// Counts all values.
    pub(super) fn of(values: &Values) -> Self {
        let mut counts = [0; 256];
        let mut draws = 0;
        for number in 0..values.len() {
            match values.get(number) {
                None => {}
                Some(Verdict::Draw) => draws += 1,
                Some(Verdict::Win(plies) | Verdict::Loss(plies)) => counts[plies as usize] += 1,
            }
        }
        let of_parity = |parity: u32| {
            let counted = counts.iter().zip(0..).map(|(&count, plies)| (plies, count));
            counted.filter(|&(plies, count)| plies % 2 == parity && count > 0).collect()
        };
        let positions = counts.iter().sum::<u64>() + draws;
        Self { positions, wins: of_parity(1), losses: of_parity(0), draws, bytes: 0, seconds: 0.0 }
    }
}
