//! How much of a clock's time a move may take: one place for all protocols, and for our own agents in a tournament.
//!
//! The time of a game is divided evenly among the moves that a usual game still has. A game that lasts longer gets
//! smaller and smaller shares of what is left, and a reserve is kept for as many hasty moves as the longest game still
//! has, so that no game runs out of it. What every move brings anew (an increment, a period of its own) is used up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::{Clock, Seat};

use crate::Dialect;

/// How many moves somebody has before him, the next one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// Those among which the time is divided.
    pub(crate) to_come: u32,
    /// Those for which something is kept in reserve.
    pub(crate) at_most: u32,
    /// The most in a whole game, those that were made included.
    pub(crate) in_all: u32,
}

impl Horizon {
    /// The moves before a colour that has made so many.
    pub fn of_colour(dialect: &Dialect, n_made: u32) -> Self {
        Self::new(dialect.usual_moves, dialect.most_moves, n_made)
    }

    /// The moves before a seat, with all its colours, that has made so many.
    pub fn of_seat(dialect: &Dialect, seat: Seat, n_made: u32) -> Self {
        let n_colours =
            dialect.colours.iter().filter(|colour| colour.seat == Some(seat)).count().max(1) as u32;
        let most = dialect.most_moves.map(|most| most.saturating_mul(n_colours));
        Self::new(dialect.usual_moves.saturating_mul(n_colours), most, n_made)
    }

    /// The same where the clock gets new time after so many moves.
    pub fn until_refill(self, moves: u32) -> Self {
        let moves = moves.max(1);
        Self {
            to_come: self.to_come.min(moves),
            at_most: self.at_most.min(moves),
            in_all: self.in_all.min(moves),
        }
    }

    fn new(usual: u32, most: Option<u32>, n_made: u32) -> Self {
        let at_most = most.map(|most| most.saturating_sub(n_made).max(1));
        // The longer a game is, the more moves it may still have: the end is never taken for near.
        let to_come = usual.saturating_sub(n_made).max(usual / LONG_TAIL).max(FEWEST_MOVES);
        Self {
            to_come: at_most.map_or(to_come, |most| to_come.min(most)),
            at_most: at_most.unwrap_or(usual.max(FEWEST_MOVES)),
            in_all: most.unwrap_or(usual).max(1),
        }
    }
}

/// Kept back of every move's time: what it takes to notice the end and to send the answer.
const LAG: Duration = Duration::from_millis(20);

/// Every move that may come should have this much.
const HASTE: Duration = Duration::from_millis(10);

/// Even without any time a move is needed.
pub(crate) const LEAST: Duration = Duration::from_millis(1);

/// The fewest moves among which the rest of the time is divided, unless the rules allow only fewer.
const FEWEST_MOVES: u32 = 4;

/// A game that lasts longer than usual is expected to go on for this part of a usual one: a third.
const LONG_TAIL: u32 = 3;

/// At the start the reserve is at most this part of the time for the game: a half.
const MOST_RESERVE: u32 = 2;

/// How often it is looked whether somebody else has asked for the end.
const PATIENCE: Duration = Duration::from_millis(20);

/// The time that somebody has before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    /// What is left for the rest of the game, or until the clock gets new time.
    pub left: Option<Duration>,
    /// What that was at the start of the game.
    pub full: Duration,
    /// What is added to it after each move.
    pub increment: Duration,
    /// What each move has of its own once nothing is left: byoyomi.
    pub period: Duration,
    /// The most for one move.
    pub per_move: Option<Duration>,
}

impl Purse {
    /// What a seat has by the clocks of a game.
    pub fn of_seat(clock: &Clock, seat: Seat) -> Self {
        let left = clock.left.get(seat).copied();
        Self {
            left,
            full: clock.control.game.or(left).unwrap_or_default(),
            increment: clock.control.increment,
            period: Duration::ZERO,
            per_move: clock.control.per_move,
        }
    }

    /// How long a move may take; `None` for as long as it likes.
    pub fn budget(&self, horizon: Horizon) -> Option<Duration> {
        let of_game = self.left.map(|left| {
            let share = even_share(left, self.full.max(left), horizon);
            // Nearly all of an increment can be spent, but it comes after the move.
            let more = self.increment.min(left.saturating_sub(share) / 2);
            share.saturating_add(more).max(self.period)
        });
        let of_period = Some(self.period).filter(|period| !period.is_zero());
        let share = [of_game.or(of_period), self.per_move].into_iter().flatten().min()?;
        Some(without_lag(share))
    }
}

/// A move's share of the time that is left for a game that began with `full`.
pub(crate) fn even_share(left: Duration, full: Duration, horizon: Horizon) -> Duration {
    let affordable = full / MOST_RESERVE / horizon.in_all;
    let haste = HASTE.min(affordable).min(left / horizon.at_most);
    let reserve = haste * (horizon.at_most - 1);
    (left.saturating_sub(reserve) / horizon.to_come).max(haste)
}

/// What of a move's time can be thought about, the rest being lost on the way.
pub(crate) fn without_lag(share: Duration) -> Duration {
    share.saturating_sub(LAG.min(share / 2)).max(LEAST)
}

/// Does some work that looks at a flag, which is set after `budget`, and as soon as `is_ending` says so.
pub fn until<T>(
    budget: Option<Duration>,
    is_ending: impl Fn() -> bool + Sync,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        // Dropped when the work is done, even by a panic.
        let (_working, waiting) = mpsc::channel::<()>();
        let (stop, is_ending) = (&stop, &is_ending);
        scope.spawn(move || {
            loop {
                let left = budget.map_or(PATIENCE, |budget| budget.saturating_sub(begun.elapsed()));
                if left.is_zero() || is_ending() {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                if waiting.recv_timeout(left.min(PATIENCE)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        work(stop)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludwerk_core::TimeControl;
    use ludwerk_testkit::toys::TicTacToe;

    fn dialect(usual_moves: u32, most_moves: Option<u32>) -> Dialect {
        Dialect { usual_moves, most_moves, ..Dialect::plain(&TicTacToe) }
    }

    #[test]
    fn a_horizon_is_never_behind_and_never_beyond_the_end() {
        let known = dialect(60, Some(256));
        let horizon = |n_made: u32| Horizon::of_colour(&known, n_made);
        let expected = |to_come: u32, at_most: u32| Horizon { to_come, at_most, in_all: 256 };
        assert_eq!(horizon(0), expected(60, 256));
        assert_eq!(horizon(55), expected(20, 201));
        assert_eq!(horizon(250), expected(6, 6));
        assert_eq!(horizon(300), expected(1, 1));
        assert_eq!(Horizon::of_colour(&dialect(0, None), 9), Horizon { to_come: 4, at_most: 4, in_all: 1 });
        assert_eq!(
            Horizon::of_colour(&dialect(13, Some(21)), 9),
            Horizon { to_come: 4, at_most: 12, in_all: 21 }
        );
    }

    #[test]
    fn a_seat_with_two_colours_has_twice_the_moves() {
        let mut dialect = dialect(13, Some(21));
        assert_eq!(Horizon::of_seat(&dialect, 0, 5), Horizon::of_colour(&dialect, 5));
        let doubled = dialect.colours.clone();
        dialect.colours.extend(doubled);
        assert_eq!(Horizon::of_seat(&dialect, 0, 0), Horizon { to_come: 26, at_most: 42, in_all: 42 });
    }

    #[test]
    fn no_game_runs_out_of_time_and_no_move_gets_more_than_is_left() {
        let controls = ["2s", "60s", "1s", "5s+100ms", "1s+2s", "5m+3s,10s/move", "3s,200ms/move", "1s/move"];
        for control in controls {
            for (usual, most) in [(60, Some(256)), (13, Some(21)), (40, None)] {
                let (control, dialect) = (control.parse::<TimeControl>().unwrap(), dialect(usual, most));
                let mut clock = Clock::new(control, 2);
                // Without a bound by the rules, twice a usual game.
                for n_made in 0..most.unwrap_or(2 * usual) {
                    let horizon = Horizon::of_seat(&dialect, 1, n_made);
                    let budget = Purse::of_seat(&clock, 1).budget(horizon).unwrap();
                    let allowed = clock.allowance(1).unwrap();
                    assert!(
                        budget <= allowed.max(LEAST),
                        "{control}: move {n_made}: {budget:?} of {allowed:?}"
                    );
                    assert!(allowed > LEAST, "{control}, {usual} moves: nothing is left for move {n_made}");
                    clock.spend(1, budget);
                }
                assert_eq!(clock.left.first(), control.game.as_ref(), "the other clock stands");
            }
        }
    }

    #[test]
    fn increments_and_periods_are_used() {
        let horizon = Horizon::of_seat(&dialect(40, None), 0, 0);
        let seconds = |purse: Purse| purse.budget(horizon).unwrap().as_secs_f64();
        let left = Some(Duration::from_secs(60));
        let plain = Purse { left, full: Duration::from_secs(60), ..Purse::default() };
        let increment = Purse { increment: Duration::from_secs(3), ..plain };
        assert!((seconds(increment) - seconds(plain) - 3.0).abs() < 1e-6);
        let period = Purse { period: Duration::from_secs(5), ..plain };
        assert!((seconds(period) - 4.98).abs() < 1e-6);
        let over = Purse { left: Some(Duration::ZERO), ..period };
        assert!((seconds(over) - 4.98).abs() < 1e-6);
        let refilled = plain.budget(horizon.until_refill(3)).unwrap().as_secs_f64();
        assert!((19.0..20.0).contains(&refilled), "{refilled}");
        assert_eq!(Purse::default().budget(horizon), None);
    }

    #[test]
    fn the_flag_is_set_in_time_or_on_demand() {
        let wait = |stop: &AtomicBool| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        until(Some(Duration::from_millis(5)), || false, wait);
        until(None, || true, wait);
        assert_eq!(until(None, || false, |_| 7), 7);
        let panicked = std::panic::catch_unwind(|| until(None, || false, |_| panic!("as it should")));
        assert!(panicked.is_err(), "a panic ends it, too");
    }
}
