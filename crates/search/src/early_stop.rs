//! When a search in simulations has thought long enough: a time manager for a single move.
//!
//! Idea: the move that was tried most is played, so a search may stop when no other can be tried as often in the time
//! that is left. By the clock of a game ([`MoveClock`]) a move may also take longer than usual: as long as the most
//! tried move is not the one with the best mean, the choice is about to change. A search by iterative deepening begins
//! another iteration only while enough time is left for it, and the more often its choice was the same the more it wants.
//! Source: P. Baudiš and J. Gailly, "Pachi: state of the art open source Go program" (2011); S. Huang, R. Coulom and
//! S. Lin, "Time management for Monte-Carlo tree search applied to the game of Go" (2010).

use std::time::{Duration, Instant};

use ludwerk_core::MoveClock;

/// What a search tells of the moves that it chooses from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    /// The visits of the two most visited moves.
    first: u32,
    second: u32,
    mean_of_first: f64,
    best_mean: f64,
    /// Whether something is proven, so that visits are not all that counts.
    has_proof: bool,
}

impl Standing {
    /// Looks at a move with so many visits.
    pub fn add(&mut self, visits: u32, mean: f64) {
        if visits > self.first {
            (self.second, self.first, self.mean_of_first) = (self.first, visits, mean);
        } else {
            self.second = self.second.max(visits);
        }
        // A mean of few visits means little.
        if visits > 0 && visits >= self.first / 8 {
            self.best_mean = self.best_mean.max(mean);
        }
    }

    /// Looks at a move that is proven.
    pub fn add_proven(&mut self) {
        self.has_proof = true;
    }
}

/// The patience for one move.
pub(crate) struct Patience<'a> {
    /// What the search may take at the most as usual; `None` for a search that is bounded in another way, or is to tell
    /// more than its choice.
    usual: Option<Duration>,
    /// What it may take while its choice is unclear.
    most: Duration,
    move_clock: Option<&'a MoveClock>,
    begun: Instant,
    next_look: u64,
    /// How many iterations in a row have made the same choice.
    n_equal: usize,
}

/// Of the usual time of a move, after what part of it no iteration begins, by how many have made the same choice. Not
/// tuned; an iteration takes two to four times as long as the one before.
const LAST_START: [f64; 4] = [1.5, 0.9, 0.65, 0.45];

impl<'a> Patience<'a> {
    /// The patience of a search that begins now. `time` is a limit of its own, and it is to tell `n_lines` lines.
    pub fn new(time: Option<Duration>, move_clock: Option<&'a MoveClock>, n_lines: usize) -> Self {
        if n_lines > 1 {
            return Self::endless();
        }
        let allotment = move_clock.map(MoveClock::heed);
        let of_game = allotment.map(|allotment| allotment.usual);
        let usual = [time, of_game].into_iter().flatten().min();
        let most = match allotment {
            Some(allotment) if time.is_none_or(|time| time > allotment.usual) => {
                time.map_or(allotment.most, |time| time.min(allotment.most))
            }
            _ => usual.unwrap_or_default(),
        };
        Self { usual, most, move_clock, ..Self::endless() }
    }

    /// That of a search which something else brings to its end.
    pub fn endless() -> Self {
        let most = Duration::MAX;
        Self { usual: None, most, move_clock: None, begun: Instant::now(), next_look: 64, n_equal: 0 }
    }

    /// Whether iterative deepening goes on after an iteration, whose choice was the same as that of the one before or
    /// not. Only the clock of a game makes it stop before its limits.
    pub fn begins_another(&mut self, is_same: bool) -> bool {
        self.n_equal = if is_same { self.n_equal + 1 } else { 0 };
        let Some(usual) = self.usual.filter(|_| self.move_clock.is_some()) else { return true };
        let part = LAST_START[self.n_equal.min(LAST_START.len() - 1)];
        self.spent() < usual.mul_f64(part).min(self.most)
    }

    /// What the move has taken: by the clock of the game, which may count processor time, or on the wall.
    fn spent(&self) -> Duration {
        self.move_clock.map_or_else(|| self.begun.elapsed(), MoveClock::spent)
    }

    /// Whether to stop after so many simulations of this search.
    pub fn is_at_its_end(&mut self, n_rounds: u64, standing: impl FnOnce() -> Standing) -> bool {
        let Some(usual) = self.usual.filter(|_| n_rounds >= self.next_look) else { return false };
        self.next_look = n_rounds + n_rounds / 16;
        is_enough(self.spent(), usual, self.most, n_rounds, &standing())
    }
}

fn is_enough(spent: Duration, usual: Duration, most: Duration, n_rounds: u64, standing: &Standing) -> bool {
    if spent >= usual {
        let is_unclear = standing.best_mean > standing.mean_of_first;
        return !is_unclear || spent >= most;
    }
    let n_left = n_rounds as f64 * usual.saturating_sub(spent).as_secs_f64() / spent.as_secs_f64().max(1e-9);
    !standing.has_proof && f64::from(standing.first - standing.second) > n_left
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ludwerk_core::{Allotment, Now};

    use super::*;

    fn standing(moves: &[(u32, f64)]) -> Standing {
        let mut standing = Standing::default();
        for &(visits, mean) in moves {
            standing.add(visits, mean);
        }
        standing
    }

    #[test]
    fn a_choice_that_cannot_change_is_made_at_once() {
        let ms = Duration::from_millis;
        let enough = |spent: u64, moves: &[(u32, f64)]| {
            let n_rounds = moves.iter().map(|&(visits, _)| u64::from(visits)).sum();
            is_enough(ms(spent), ms(100), ms(250), n_rounds, &standing(moves))
        };
        // Half of the time is left, and with it as many simulations as were played.
        assert!(!enough(50, &[(500, 0.6), (300, 0.5), (200, 0.4)]));
        assert!(enough(80, &[(900, 0.6), (30, 0.5), (70, 0.4)]));
        // The usual time is over.
        assert!(enough(100, &[(500, 0.6), (450, 0.5)]));
        assert!(!enough(100, &[(500, 0.6), (450, 0.7)]), "the choice is about to change");
        assert!(enough(100, &[(500, 0.6), (4, 0.7)]), "a few visits change nothing");
        assert!(enough(250, &[(500, 0.6), (450, 0.7)]));
        let mut proven = standing(&[(900, 0.6), (30, 0.5)]);
        proven.add_proven();
        assert!(!is_enough(ms(99), ms(100), ms(100), 930, &proven), "proofs may change the order");
    }

    #[test]
    fn iterations_begin_the_longer_the_less_settled_the_choice_is() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let ms = Duration::from_millis;
        let shown = Arc::new(AtomicU64::new(0));
        let read = Arc::clone(&shown);
        let now: Now = Arc::new(move || ms(read.load(Ordering::Relaxed)));
        let clock = MoveClock::start(Allotment { usual: ms(100), most: ms(250) }, now);
        let mut patience = Patience::new(None, Some(&clock), 1);
        let mut goes_on = |at: u64, is_same: bool| {
            shown.store(at, Ordering::Relaxed);
            patience.begins_another(is_same)
        };
        assert!(goes_on(60, true) && goes_on(60, true), "the same choice once and twice");
        assert!(!goes_on(60, true), "three times");
        assert!(goes_on(140, false), "a new choice");
        assert!(!goes_on(150, false));
        assert!(Patience::new(Some(ms(1)), None, 1).begins_another(true), "no clock of a game runs");
    }

    #[test]
    fn a_limit_of_its_own_is_not_exceeded() {
        let ms = Duration::from_millis;
        let now: Now = Arc::new(|| Duration::ZERO);
        let clock = MoveClock::start(Allotment { usual: ms(100), most: ms(250) }, now);
        let of = |time: Option<u64>, clock, n_lines| {
            let patience = Patience::new(time.map(ms), clock, n_lines);
            (patience.usual, patience.most)
        };
        assert_eq!(of(Some(50), Some(&clock), 3).0, None, "the values of several moves are wanted");
        assert_eq!(clock.limit(), ms(100), "and so the usual time holds");
        assert_eq!(of(None, Some(&clock), 1), (Some(ms(100)), ms(250)));
        assert_eq!(clock.limit(), ms(250));
        assert_eq!(of(Some(50), Some(&clock), 1), (Some(ms(50)), ms(50)));
        assert_eq!(of(Some(150), Some(&clock), 1), (Some(ms(100)), ms(150)));
        assert_eq!(of(Some(50), None, 1), (Some(ms(50)), ms(50)));
        assert_eq!(of(None, None, 1).0, None);
    }
}
