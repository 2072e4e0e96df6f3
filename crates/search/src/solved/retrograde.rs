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

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ludwerk_core::{Game, Numbered, Outlook, Turn};
use thiserror::Error;

use super::values::{MOST_OPEN_MOVES, MOST_PLIES, Values};
use super::{Phase, Progress};

/// Why a game was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// The positions have no numbers.
    #[error("the positions of {0} have no numbers, so it cannot be solved as a whole")]
    NotNumbered(String),
    /// Something is larger than the table can tell.
    #[error("{0}")]
    TooLarge(String),
    /// The table cannot be written.
    #[error(transparent)]
    Table(#[from] super::TablebaseError),
}

/// Solves a game.
pub struct Solver<'a, G> {
    game: &'a G,
    n_threads: usize,
    stop: &'a AtomicBool,
}

/// Numbers are handed out to threads in blocks of this size.
const BLOCK: usize = 4096;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(100);

/// Is told how far it is.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress);

impl<'a, G: Numbered + Game + Sync> Solver<'a, G> {
    /// Solves `game` with so many threads until `stop` is set.
    pub fn new(game: &'a G, n_threads: usize, stop: &'a AtomicBool) -> Self {
        Self { game, n_threads: n_threads.max(1), stop }
    }

    /// The values of all positions.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(&self, tell: Tell<'_>) -> Result<Values, SolveError> {
        let game = self.game;
        if game.table_name().is_none() {
            return Err(SolveError::NotNumbered(game.info().title.to_owned()));
        }
        let began = Instant::now();
        let mut tell = |phase, done| tell(&Progress::new(phase, done, began));
        let n_numbers = game.n_numbers() as usize;
        let values = Values::new(n_numbers);
        let fresh = [flags(n_numbers), flags(n_numbers)];

        // 1. What the next two plies decide.
        let most_open = AtomicUsize::new(0);
        let n_open = AtomicU64::new(0);
        self.for_blocks(
            n_numbers,
            |_| true,
            &mut |done| tell(Phase::Looking, done),
            |block, numbers| {
                let mut n_open_here = 0;
                for number in numbers {
                    let Some(state) = game.numbered(number as u64) else { continue };
                    match game.outlook(&state) {
                        Outlook::Won => values.decide(number, 1),
                        Outlook::Open(0) => {
                            values.decide(number, 2);
                            fresh[0][block].store(true, Ordering::Relaxed);
                            n_open_here += 1;
                        }
                        Outlook::Open(n_moves) if n_moves <= MOST_OPEN_MOVES => {
                            values.leave_open(number, n_moves as u8);
                            n_open_here += 1;
                        }
                        Outlook::Open(n_moves) => {
                            most_open.fetch_max(n_moves as usize, Ordering::Relaxed);
                        }
                    }
                }
                n_open.fetch_add(n_open_here, Ordering::Relaxed);
            },
        )?;
        let most_open = most_open.into_inner();
        if most_open > 0 {
            let text = format!("a position with {most_open} moves; a table takes at most {MOST_OPEN_MOVES}");
            return Err(SolveError::TooLarge(text));
        }
        let n_open = n_open.into_inner() as f64;

        // 2. Back, ply by ply.
        let links = if G::HAS_PREDECESSORS { None } else { Some(Links::new(game)) };
        let n_done = AtomicU64::new(0);
        for plies in 2.. {
            let (now, next) = (&fresh[plies as usize % 2], &fresh[(plies as usize + 1) % 2]);
            if !now.iter().any(|flag| flag.load(Ordering::Relaxed)) {
                break;
            }
            if plies >= MOST_PLIES {
                let text = format!("a game of more than {MOST_PLIES} plies");
                return Err(SolveError::TooLarge(text));
            }
            let (is_win, byte) = (plies % 2 == 1, plies as u8);
            let is_fresh = |block: usize| now[block].swap(false, Ordering::Relaxed);
            let mut tell = |_| {
                let done = n_done.load(Ordering::Relaxed) as f64 / n_open;
                tell(Phase::Back(plies), done);
            };
            self.for_blocks(n_numbers, is_fresh, &mut tell, |_, numbers| {
                let mut n_here = 0;
                let first = numbers.start;
                for (n, value) in values.bytes(numbers).iter().enumerate() {
                    if value.load(Ordering::Relaxed) != byte {
                        continue;
                    }
                    n_here += 1;
                    let visit = |before: u64| {
                        let before = before as usize;
                        let is_news = if is_win {
                            values.close_move(before, byte + 1)
                        } else {
                            values.win(before, byte + 1)
                        };
                        if is_news {
                            next[before / BLOCK].store(true, Ordering::Relaxed);
                        }
                    };
                    let number = (first + n) as u64;
                    match &links {
                        Some(links) => links.predecessors(number).for_each(visit),
                        None => game.predecessors(number, visit),
                    }
                }
                n_done.fetch_add(n_here, Ordering::Relaxed);
            })?;
        }
        Ok(values)
    }

    /// Has all threads work on the blocks that are wanted, and tells how much is done.
    fn for_blocks(
        &self,
        n_numbers: usize,
        is_wanted: impl Fn(usize) -> bool + Sync,
        tell: &mut dyn FnMut(f64),
        work: impl Fn(usize, std::ops::Range<usize>) + Sync,
    ) -> Result<(), SolveError> {
        let n_blocks = n_numbers.div_ceil(BLOCK);
        let next = AtomicUsize::new(0);
        let n_left = AtomicUsize::new(self.n_threads);
        let teller = std::thread::current();
        let run = || {
            while !self.stop.load(Ordering::Relaxed) {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= n_blocks {
                    break;
                }
                if is_wanted(block) {
                    work(block, block * BLOCK..((block + 1) * BLOCK).min(n_numbers));
                }
            }
            n_left.fetch_sub(1, Ordering::Release);
            teller.unpark();
        };
        std::thread::scope(|scope| {
            for _ in 0..self.n_threads {
                scope.spawn(run);
            }
            while n_left.load(Ordering::Acquire) > 0 {
                tell(next.load(Ordering::Relaxed).min(n_blocks) as f64 / n_blocks.max(1) as f64);
                std::thread::park_timeout(TELL);
            }
        });
        if self.stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

fn flags(n_numbers: usize) -> Vec<AtomicBool> {
    let mut flags = Vec::new();
    flags.resize_with(n_numbers.div_ceil(BLOCK), AtomicBool::default);
    flags
}

/// The predecessors of every number, found by playing all moves.
struct Links {
    /// Where the predecessors of a number begin.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Links {
    fn new<G: Numbered>(game: &G) -> Self {
        let n_numbers = game.n_numbers() as usize;
        let mut starts = vec![0; n_numbers + 1];
        for_moves(game, |_, to| starts[to + 1] += 1);
        for n in 0..n_numbers {
            starts[n + 1] += starts[n];
        }
        let mut numbers = vec![0; starts[n_numbers] as usize];
        let mut ends = starts.clone();
        for_moves(game, |from, to| {
            numbers[ends[to] as usize] = from as u32;
            ends[to] += 1;
        });
        Self { starts, numbers }
    }

    fn predecessors(&self, number: u64) -> impl Iterator<Item = u64> {
        let number = number as usize;
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        self.numbers[range].iter().map(|&number| u64::from(number))
    }
}

/// Calls `visit` with every move from a number to a number.
fn for_moves<G: Numbered>(game: &G, mut visit: impl FnMut(usize, usize)) {
    let mut moves = Vec::new();
    for number in 0..game.n_numbers() {
        let Some(state) = game.numbered(number) else { continue };
        moves.clear();
        game.legal_moves(&state, &mut moves);
        for &mv in &moves {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            if game.turn(&next) != Turn::Over
                && let Some(to) = game.number(&next)
            {
                visit(number as usize, to as usize);
            }
        }
    }
}
