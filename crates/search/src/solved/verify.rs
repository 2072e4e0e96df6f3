//! The whole table checked against the rules: every value must follow from those of its successors.
//!
//! Moves, results and successors come from the rules as every agent uses them, not from the numbers' own ways to look
//! ahead and back, by which the table was made.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use ludwerk_core::{Indexed, Turn};

use super::values::Values;
use super::workers::Crew;
use super::{Summary, Tablebase, Verdict};

/// What a check found.
#[derive(Clone, Debug)]
pub struct Verification {
    /// How the positions are distributed, by the values of the table.
    pub summary: Summary,
    /// How many values do not follow from those of their successors.
    pub n_wrong: u64,
    /// Some of them, with what follows instead.
    pub wrong: Vec<Contradiction>,
}

/// A value that does not follow from those of its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The number of the position.
    pub number: u64,
    /// What the table says.
    pub says: Verdict,
    /// What follows from the successors.
    pub follows: Verdict,
}

/// Numbers that one thread checks before it looks whether to go on.
const PER_JOB: u64 = 4096;

/// So many contradictions are shown.
const MOST_SHOWN: usize = 10;

/// Checks every value of a table with so many threads; `None` if it was stopped.
///
/// # Panics
/// If it is the table of another game.
pub fn verify<G: Indexed>(
    game: &G,
    table: &Tablebase,
    n_threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(f64),
) -> Option<Verification> {
    const READING: f64 = 0.1;
    const WINS: f64 = 0.5;
    let crew = Crew::new(n_threads, stop);
    let n_jobs = game.n_indices().div_ceil(PER_JOB) as usize;
    let numbers_of = |job: usize| job as u64 * PER_JOB..((job as u64 + 1) * PER_JOB).min(game.n_indices());

    // 1. Read what the table tells; what it does not tell is open.
    let values = Values::new(game.n_indices() as usize);
    let read = |job: usize| table.read(game, numbers_of(job), &values);
    if !crew.each(n_jobs, &mut |done| tell(done * READING), read) {
        return None;
    }
    // 2. What is open is won if a lost position can be reached: that is how a probe finds wins.
    let find_wins = |job: usize| {
        let mut successors = Successors::new(game);
        for number in numbers_of(job) {
            if values.get(number as usize) == Some(Verdict::Draw)
                && let Some(Verdict::Win(plies)) = successors.best(number, |n| lost(&values, n))
            {
                values.decide(number as usize, plies as u8);
            }
        }
    };
    if !crew.each(n_jobs, &mut |done| tell(READING + done * (WINS - READING)), find_wins) {
        return None;
    }
    // 3. Every value must be the best of those that can be reached.
    let (n_wrong, wrong) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let check = |job: usize| {
        let mut successors = Successors::new(game);
        for number in numbers_of(job) {
            let Some(says) = values.get(number as usize) else { continue };
            let follows = successors.best(number, |n| values.get(n as usize));
            // Without a move it is lost.
            let follows = follows.unwrap_or(Verdict::Loss(2));
            if says != follows {
                n_wrong.fetch_add(1, Ordering::Relaxed);
                let mut shown = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                if shown.len() < MOST_SHOWN {
                    shown.push(Contradiction { number, says, follows });
                }
            }
        }
    };
    if !crew.each(n_jobs, &mut |done| tell(WINS + done * (1.0 - WINS)), check) {
        return None;
    }
    Some(Verification {
        summary: Summary::of(&values),
        n_wrong: n_wrong.into_inner(),
        wrong: wrong.into_inner().unwrap_or_else(PoisonError::into_inner),
    })
}

/// What is known of a number that is lost; nothing of all others.
fn lost(values: &Values, number: u64) -> Option<Verdict> {
    values.get(number as usize).filter(|verdict| matches!(verdict, Verdict::Loss(_)))
}

/// Positions one move away, by the rules.
struct Successors<'a, G: Indexed> {
    game: &'a G,
    moves: Vec<G::Move>,
}

impl<'a, G: Indexed> Successors<'a, G> {
    fn new(game: &'a G) -> Self {
        Self { game, moves: Vec::new() }
    }

    /// The best that a move leads to, by what `known` says of numbers. Moves of which it says nothing are left out;
    /// `None` if that leaves none.
    fn best(&mut self, number: u64, known: impl Fn(u64) -> Option<Verdict>) -> Option<Verdict> {
        let game = self.game;
        let state = game.unindex(number)?;
        let Turn::Player(mover) = game.turn(&state) else { return None };
        self.moves.clear();
        game.legal_moves(&state, &mut self.moves);
        let mut best = None;
        for &mv in &self.moves {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            let verdict = match game.outcome(&next) {
                Some(outcome) => Some(Verdict::of_end(&outcome, mover)),
                None => match game.index(&next) {
                    Some(number) => known(number).map(Verdict::of_move_to),
                    // Without a number the other wins at once.
                    None => Some(Verdict::Loss(2)),
                },
            };
            best = best.max(verdict);
            if best == Some(Verdict::Win(1)) {
                break;
            }
        }
        best
    }
}
