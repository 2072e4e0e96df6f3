//! Retrograde analysis: from the ends of the game back to every position.
//!
//! Idea: a position from which a lost one can be reached is won, one from which only won ones can be reached is lost.
//! So begin with what the next two plies decide, and go back move by move; what is never reached is drawn.
//! Formula: in round `n` all positions decided in `n` plies are visited. If they are lost, every predecessor that is
//! still open is won in `n + 1`; if they are won, every predecessor loses one of its open moves, and with the last of
//! them it is lost in `n + 1`. So winners are quick and losers slow.
//! Games: those whose positions have numbers.
//! Source: Thompson, "Retrograde analysis of certain endgames" (1986), with a counter of open moves in the place of
//! the value, as in many tablebase generators since.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludwerk_core::{Indexed, Outlook};
use thiserror::Error;

use super::links::Links;
use super::progress::Since;
use super::values::{MOST_OPEN_MOVES, MOST_PLIES, Values};
use super::workers::Crew;
use super::{Phase, Progress, TablebaseError, checkpoint};

/// Why a game was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// The positions have no numbers.
    #[error("{0} has no index of its positions, so it cannot be solved")]
    NotNumbered(String),
    /// Something is larger than the table can tell.
    #[error("{0}")]
    TooLarge(String),
    /// Another file is where interrupted work is to be kept.
    #[error("{} exists and is not a checkpoint of this game", .0.display())]
    InTheWay(PathBuf),
    /// The table cannot be written.
    #[error(transparent)]
    Table(#[from] TablebaseError),
}

/// Solves a game.
pub struct Solver<'a, G> {
    game: &'a G,
    crew: Crew<'a>,
    checkpoint: Option<PathBuf>,
}

/// Numbers are handed out to threads in blocks of this size.
const BLOCK: usize = 4096;

/// So much work is lost at most, if the machine stops.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Is told how far it is.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress);

/// How far it is: all that is decided in fewer plies has been visited.
struct Work {
    values: Values,
    plies: u32,
    /// How many positions are not won at once, and how many of them have been visited.
    n_open: u64,
    n_visited: AtomicU64,
    /// Which blocks have positions that are decided in an even or an odd number of plies and were not visited.
    fresh: [Vec<AtomicBool>; 2],
}

impl<'a, G: Indexed> Solver<'a, G> {
    /// Solves `game` with so many threads until `stop` is set.
    pub fn new(game: &'a G, n_threads: usize, stop: &'a AtomicBool) -> Self {
        Self { game, crew: Crew::new(n_threads, stop), checkpoint: None }
    }

    /// Goes on from this file if it is there, and saves its work in it from time to time and when it is stopped.
    #[must_use]
    pub fn with_checkpoint(mut self, path: &Path) -> Self {
        self.checkpoint = Some(path.to_owned());
        self
    }

    /// The values of all positions.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(&self, tell: Tell<'_>) -> Result<Values, SolveError> {
        if self.game.table_name().is_none() {
            return Err(SolveError::NotNumbered(self.game.info().title.to_owned()));
        }
        let mut since = Since::now();
        let mut tell = |phase, done| tell(&since.progress(phase, done));
        if self.game.n_indices() > u64::from(u32::MAX) {
            return Err(SolveError::TooLarge(format!("{} numbers", self.game.n_indices())));
        }
        // A checkpoint that cannot be read is no reason not to begin anew.
        let saved = self.checkpoint.as_ref().and_then(|path| checkpoint::load(self.game, path).ok());
        let mut work = match saved {
            Some((values, plies)) => Work::resumed(values, plies),
            None => self.look(&mut tell)?,
        };
        let links = if G::HAS_PREDECESSORS { None } else { Some(Links::new(self.game)?) };
        let mut last_save = Instant::now();
        while work.has_fresh() {
            if work.plies >= MOST_PLIES {
                return Err(SolveError::TooLarge(format!("a game of more than {MOST_PLIES} plies")));
            }
            self.go_back(&work, links.as_ref(), &mut tell);
            work.plies += 1;
            let is_stopped = self.crew.is_stopped();
            if let Some(path) = &self.checkpoint
                && (is_stopped || last_save.elapsed() > SAVE_EVERY)
            {
                // Where it cannot be kept, for want of room perhaps, the work itself still goes on.
                let _ = checkpoint::save(self.game, path, &work.values, work.plies);
                last_save = Instant::now();
            }
            if is_stopped {
                return Err(SolveError::Stopped);
            }
        }
        Ok(work.values)
    }

    /// What the next two plies decide.
    fn look(&self, tell: &mut dyn FnMut(Phase, f64)) -> Result<Work, SolveError> {
        let values = Values::new(self.game.n_indices() as usize);
        let (n_open, most_open) = (AtomicU64::new(0), AtomicU64::new(0));
        let look = |block: usize| {
            let (mut n_open_here, mut most_here) = (0, 0);
            let numbers = numbers_of(block, &values);
            self.game.scan(numbers.start as u64..numbers.end as u64, |number, outlook, _| {
                let number = number as usize;
                match outlook {
                    Outlook::Won => return values.decide(number, 1),
                    Outlook::Open(0) => values.decide(number, 2),
                    Outlook::Open(n_moves) => {
                        values.leave_open(number, n_moves.min(MOST_OPEN_MOVES) as u8);
                        most_here = most_here.max(n_moves);
                    }
                }
                n_open_here += 1;
            });
            n_open.fetch_add(n_open_here, Ordering::Relaxed);
            most_open.fetch_max(most_here.into(), Ordering::Relaxed);
        };
        if !self.crew.each(n_blocks(&values), &mut |done| tell(Phase::Looking, done), look) {
            return Err(SolveError::Stopped);
        }
        let most_open = most_open.into_inner();
        if most_open > u64::from(MOST_OPEN_MOVES) {
            let text = format!("a position with {most_open} moves; a table takes at most {MOST_OPEN_MOVES}");
            return Err(SolveError::TooLarge(text));
        }
        Ok(Work { n_open: n_open.into_inner(), ..Work::resumed(values, 2) })
    }

    /// A round: from everything that is decided in so many plies to its predecessors.
    fn go_back(&self, work: &Work, links: Option<&Links>, tell: &mut dyn FnMut(Phase, f64)) {
        let (values, plies) = (&work.values, work.plies);
        let (now, next) = (&work.fresh[plies as usize % 2], &work.fresh[(plies as usize + 1) % 2]);
        let (is_win, byte) = (plies % 2 == 1, plies as u8);
        let visit = |before: u64| {
            let before = before as usize;
            let is_news =
                if is_win { values.close_move(before, byte + 1) } else { values.win(before, byte + 1) };
            if is_news {
                next[before / BLOCK].store(true, Ordering::Relaxed);
            }
        };
        let go_back = |block: usize| {
            if !now[block].swap(false, Ordering::Relaxed) {
                return;
            }
            let mut n_here = 0;
            for number in numbers_of(block, values) {
                if values.is_decided_in(number, byte) {
                    n_here += 1;
                    match links {
                        Some(links) => links.predecessors(number as u64).for_each(visit),
                        None => self.game.predecessors(number as u64, visit),
                    }
                }
            }
            work.n_visited.fetch_add(n_here, Ordering::Relaxed);
        };
        let mut tell = |_| {
            let done = work.n_visited.load(Ordering::Relaxed) as f64 / work.n_open.max(1) as f64;
            tell(Phase::Back(plies), done);
        };
        // A round that is begun is brought to its end: half of it could not be told from the rest.
        self.crew.each_to_the_end(n_blocks(values), &mut tell, go_back);
    }
}

impl Work {
    /// With everything visited that is decided in fewer plies.
    fn resumed(values: Values, plies: u32) -> Self {
        let mut fresh = [Vec::new(), Vec::new()];
        for (parity, flags) in (0..).zip(&mut fresh) {
            flags.resize_with(n_blocks(&values), || AtomicBool::new(plies % 2 == parity));
        }
        let (mut n_open, mut n_visited) = (0, 0);
        if plies > 2 {
            for number in 0..values.len() {
                let decided = values.get(number).and_then(super::Verdict::plies);
                n_open += u64::from(decided != Some(1));
                n_visited += u64::from(decided.is_some_and(|n| n > 1 && n < plies));
            }
        }
        Self { values, plies, n_open, n_visited: AtomicU64::new(n_visited), fresh }
    }

    fn has_fresh(&self) -> bool {
        self.fresh[self.plies as usize % 2].iter().any(|flag| flag.load(Ordering::Relaxed))
    }
}

fn n_blocks(values: &Values) -> usize {
    values.len().div_ceil(BLOCK)
}

fn numbers_of(block: usize, values: &Values) -> std::ops::Range<usize> {
    block * BLOCK..((block + 1) * BLOCK).min(values.len())
}
