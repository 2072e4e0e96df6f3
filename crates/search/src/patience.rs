//! When a search in simulations has thought long enough: a time manager for a single move.
//!
//! Idea: the move that was tried most is played, so a search may stop when no other can be tried as often in the time
//! that is left. By the clock of a game ([`Allotment`]) a move may also take longer than usual: as long as the most
//! tried move is not the one with the best mean, the choice is about to change.
//! Source: P. Baudiš and J. Gailly, "Pachi: state of the art open source Go program" (2011); S. Huang, R. Coulom and
//! S. Lin, "Time management for Monte-Carlo tree search applied to the game of Go" (2010).

use std::time::{Duration, Instant};

use ludwerk_core::Allotment;

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
pub(crate) struct Patience {
    /// What the search may take at the most as usual; `None` for a search that is bounded in another way, or is to tell
    /// more than its choice.
    usual: Option<Duration>,
    /// What it may take while its choice is unclear.
    most: Duration,
    begun: Instant,
    next_look: u64,
}

impl Patience {
    /// The patience of a search that begins now. `time` is a limit of its own, and it is to tell `n_lines` lines.
    pub fn new(time: Option<Duration>, allotment: Option<Allotment>, n_lines: usize) -> Self {
        let of_game = allotment.map(|allotment| allotment.usual);
        let usual = [time, of_game].into_iter().flatten().min().filter(|_| n_lines == 1);
        let most = match allotment {
            Some(allotment) if time.is_none_or(|time| time > allotment.usual) => {
                time.map_or(allotment.most, |time| time.min(allotment.most))
            }
            _ => usual.unwrap_or_default(),
        };
        Self { usual, most, begun: Instant::now(), next_look: 64 }
    }

    /// Whether to stop after so many simulations of this search.
    pub fn is_at_its_end(&mut self, n_rounds: u64, standing: impl FnOnce() -> Standing) -> bool {
        let Some(usual) = self.usual.filter(|_| n_rounds >= self.next_look) else { return false };
        self.next_look = n_rounds + n_rounds / 16;
        is_enough(self.begun.elapsed(), usual, self.most, n_rounds, &standing())
    }
}

fn is_enough(spent: Duration, usual: Duration, most: Duration, n_rounds: u64, standing: &Standing) -> bool {
    if spent >= usual {
        let is_unclear = standing.best_mean > standing.mean_of_first;
        return !is_unclear || spent >= most;
    }
    let n_left = n_rounds as f64 * (usual - spent).as_secs_f64() / spent.as_secs_f64().max(1e-9);
    !standing.has_proof && f64::from(standing.first - standing.second) > n_left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(moves: &[(u32, f64)]) -> Standing {
        let mut standing = Standing::default();
        moves.iter().for_each(|&(visits, mean)| standing.add(visits, mean));
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
    fn a_limit_of_its_own_is_not_exceeded() {
        let ms = Duration::from_millis;
        let allotment = Some(Allotment { usual: ms(100), most: ms(250) });
        let of = |time: Option<u64>, allotment, n_lines| {
            let patience = Patience::new(time.map(ms), allotment, n_lines);
            (patience.usual, patience.most)
        };
        assert_eq!(of(None, allotment, 1), (Some(ms(100)), ms(250)));
        assert_eq!(of(Some(50), allotment, 1), (Some(ms(50)), ms(50)));
        assert_eq!(of(Some(150), allotment, 1), (Some(ms(100)), ms(150)));
        assert_eq!(of(Some(50), None, 1), (Some(ms(50)), ms(50)));
        assert_eq!(of(Some(50), None, 3).0, None, "the values of several moves are wanted");
        assert_eq!(of(None, None, 1).0, None);
    }
}
