//! The command `go`: what it allows an engine.

use std::time::Duration;

use ludwerk_core::{Allotment, BySeat, Seat};

use super::Flavour;
use crate::{MovesToGo, TimeBudget};

/// What a `go` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub move_time: Option<Duration>,
    /// What is left to the seats.
    pub left: BySeat<Option<Duration>, 2>,
    pub increment: BySeat<Duration, 2>,
    /// What each move has once nothing is left.
    pub period: Duration,
    /// The moves until the clock gets new time.
    pub moves_to_refill: Option<u32>,
    /// Until `stop`.
    pub is_infinite: bool,
    /// On the opponent's time, until `ponderhit` or `stop`.
    pub is_pondering: bool,
    /// A search for a mate, which we do not have.
    pub is_for_mate: bool,
}

impl Go {
    /// Reads the words after `go`. What cannot be understood is passed over.
    pub fn parse(flavour: Flavour, words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut rest = words.iter();
        while let Some(&word) = rest.next() {
            // The number is read only by those that have one.
            let number = || {
                rest.as_slice().first().and_then(|text| text.parse::<i64>().ok()).map(|number| number.max(0))
            };
            match word {
                "depth" => go.depth = number().map(|depth| u32::try_from(depth).unwrap_or(u32::MAX).max(1)),
                "nodes" => go.nodes = number().map(|nodes| nodes.unsigned_abs().max(1)),
                "movetime" => go.move_time = number().map(millis),
                "byoyomi" => go.period = number().map(millis).unwrap_or_default(),
                "movestogo" => {
                    go.moves_to_refill =
                        number().and_then(|moves| u32::try_from(moves).ok()).filter(|&n| n > 0);
                }
                "infinite" => go.is_infinite = true,
                "ponder" => go.is_pondering = true,
                "mate" => go.is_for_mate = true,
                _ => {
                    let Some(seat) = word.chars().next().and_then(|letter| flavour.seat(letter)) else {
                        continue;
                    };
                    match &word[1..] {
                        "time" => go.left[seat] = number().map(millis),
                        "inc" => go.increment[seat] = number().map(millis).unwrap_or_default(),
                        _ => {}
                    }
                }
            }
        }
        go
    }

    /// Whether it sets a time.
    pub fn has_time(&self) -> bool {
        self.move_time.is_some() || self.left.all().iter().any(Option::is_some) || !self.period.is_zero()
    }

    /// How long a seat may think; `None` for as long as it likes.
    pub fn allot(&self, seat: Seat, full: Duration, horizon: MovesToGo) -> Option<Allotment> {
        let budget = TimeBudget {
            left: self.left[seat],
            full,
            increment: self.increment[seat],
            period: self.period,
            per_move: self.move_time,
        };
        budget.allot(self.moves_to_refill.map_or(horizon, |moves| horizon.until_refill(moves)))
    }
}

fn millis(number: i64) -> Duration {
    /// A clock beyond this is as good as none, and keeps the sums in bounds.
    const MOST: u64 = 100_000_000_000;
    Duration::from_millis(number.unsigned_abs().min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(flavour: Flavour, text: &str) -> Go {
        Go::parse(flavour, &text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn clocks_belong_to_the_seats() {
        let read = go(Flavour::Uci, "wtime 60000 btime 5000 winc 1000 binc 2000 movestogo 7");
        assert_eq!(read.left.all(), &[Some(Duration::from_secs(60)), Some(Duration::from_secs(5))]);
        assert_eq!(read.increment.all(), &[Duration::from_secs(1), Duration::from_secs(2)]);
        assert_eq!(read.moves_to_refill, Some(7));
        let read = go(Flavour::Usi, "btime 60000 wtime 5000 byoyomi 3000");
        assert_eq!(read.left.all(), &[Some(Duration::from_secs(60)), Some(Duration::from_secs(5))]);
        assert_eq!(read.period, Duration::from_secs(3));
        assert!(read.has_time() && !read.is_infinite);
    }

    #[test]
    fn what_cannot_be_understood_is_passed_over() {
        let read =
            go(Flavour::Uci, "searchmoves b2b3 C@a1 depth 4 nodes x movetime -5 wtime ä infinite ponder");
        assert_eq!(read.depth, Some(4));
        assert_eq!(read.nodes, None);
        assert_eq!(read.move_time, Some(Duration::ZERO));
        assert_eq!(read.left.all(), &[None, None]);
        assert!(read.is_infinite && read.is_pondering);
        assert_eq!(go(Flavour::Uci, "ötime 5 w b 99999999999999999999 depth 0").depth, Some(1));
    }
}
