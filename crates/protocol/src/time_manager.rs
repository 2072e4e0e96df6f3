//! The time manager: how much of a clock's time a move may take. One place for all protocols, and for our own agents
//! in matches, tournaments and the web app.
//!
//! Every move gets the same part of what is left, so that early moves get more than late ones, and a long game gets
//! smaller and smaller shares. A reserve is kept for as many hasty moves as the longest game still has, so that no game
//! runs out of time. What every move brings anew (an increment, a period of its own) is used up. A move whose choice
//! is unclear may take longer than usual, and one whose choice is clear less ([`MoveClock`]).
//! Source: P. Baudiš and J. Gailly, "Pachi: state of the art open source Go program" (2011).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::{Allotment, Clock, MoveClock, Now, Seat};

use crate::Dialect;

/// Among how many moves what is left is divided, and for how many something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesToGo {
    /// A move gets this part of what is left, in thousandths of it.
    pub(crate) per_mille: u32,
    /// The moves that may still come, the next one included: something is kept in reserve for each.
    pub(crate) at_most: u32,
    /// The most in a whole game, those that were made included.
    pub(crate) in_all: u32,
}

impl MovesToGo {
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
            per_mille: self.per_mille.max(1000 / moves),
            at_most: self.at_most.min(moves),
            in_all: self.in_all.min(moves),
        }
    }

    fn new(usual: u32, most: Option<u32>, n_made: u32) -> Self {
        let in_all = most.unwrap_or(MOVES_OF_A_LONG_GAME.max(usual)).max(1);
        let at_most = in_all.saturating_sub(n_made).max(if most.is_some() { 1 } else { LONG_TAIL });
        let part = (EARLY_PER_MILLE / usual.max(1)).min(MOST_PER_MILLE);
        Self { per_mille: part.max(1000 / at_most), at_most, in_all }
    }
}

/// An even share, times 2.4: the first third of a usual game gets more than half of the time. Engines that were
/// compared give the first five of fourteen moves of Blokus three fifths of it, which is this.
const EARLY_PER_MILLE: u32 = 2400;

/// No move gets more than a quarter of what is left, unless few moves are left.
const MOST_PER_MILLE: u32 = 250;

/// How much longer than usual an unclear move may take.
const MOST_PATIENCE: f64 = 2.5;

/// Kept back of every move's time: what it takes to notice the end and to send the answer, but of a short time no more
/// than an eighth. Where what is too much is taken from the moves to come, it is at least the last.
const LAG: Duration = Duration::from_millis(20);
const MOST_LAG: u32 = 8;
const LEAST_LAG_OF_GAME: Duration = Duration::from_millis(5);

/// Every move that may come should have this much.
const HASTE: Duration = Duration::from_millis(10);

/// Even without any time a move is needed.
pub(crate) const LEAST: Duration = Duration::from_millis(1);

/// Where the rules set no bound, something is kept for so many moves, and always for some more.
const MOVES_OF_A_LONG_GAME: u32 = 300;
const LONG_TAIL: u32 = 50;

/// At the start the reserve is at most this part of the time for the game, a half; but where that would be less than the
/// least time for every move, it is more.
const MOST_RESERVE: u32 = 2;

/// How often it is looked whether somebody else has asked for the end, and how much processor time was used.
const PATIENCE: Duration = Duration::from_millis(20);

/// The time that somebody has before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
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

impl TimeBudget {
    /// What a seat has by the clocks of a game.
    pub fn of_seat(clock: &Clock, seat: Seat) -> Self {
        let left = clock.left.get(seat.idx()).copied();
        Self {
            left,
            full: clock.control.game.or(left).unwrap_or_default(),
            increment: clock.control.increment,
            period: Duration::ZERO,
            per_move: clock.control.per_move,
        }
    }

    /// How long a move may take; `None` for as long as it likes.
    pub fn allot(&self, horizon: MovesToGo) -> Option<Allotment> {
        let of_game = self.left.map(|left| {
            let Allotment { usual, most } = share(left, self.full.max(left), horizon);
            // Nearly all of an increment can be spent, but it comes after the move.
            let more = self.increment.min(left.saturating_sub(most) / 2);
            without_lag_of_game(Allotment {
                usual: usual.saturating_add(more).max(self.period),
                most: most.saturating_add(more).max(self.period),
            })
        });
        let of_each = |time: Duration| without_lag(even(time));
        let of_period = Some(self.period).filter(|period| !period.is_zero()).map(of_each);
        let of_move = self.per_move.map(of_each);
        let least =
            |a: Allotment, b: Allotment| Allotment { usual: a.usual.min(b.usual), most: a.most.min(b.most) };
        [of_game.or(of_period), of_move].into_iter().flatten().reduce(least)
    }
}

/// The clock on the wall.
pub fn wall_time() -> Now {
    let begun = Instant::now();
    Arc::new(move || begun.elapsed())
}

/// So much, and no more for an unclear move.
pub(crate) fn even(time: Duration) -> Allotment {
    Allotment { usual: time, most: time }
}

/// A move's share of the time that is left for a game that began with `full`.
pub(crate) fn share(left: Duration, full: Duration, horizon: MovesToGo) -> Allotment {
    let MovesToGo { per_mille, at_most, in_all } = horizon;
    let affordable = (full / MOST_RESERVE / in_all).max(LEAST * 3 / 2);
    let haste = HASTE.min(affordable).min(left / at_most);
    let free = left.saturating_sub(haste * (at_most - 1));
    let part = |per_mille: u32| free.mul_f64(f64::from(per_mille) / 1000.0).max(haste);
    let patient = (f64::from(per_mille) * MOST_PATIENCE) as u32;
    Allotment { usual: part(per_mille), most: part(patient.min(MOST_PER_MILLE.max(per_mille))) }
}

/// What of a move's own time can be thought about, the rest being lost on the way.
pub(crate) fn without_lag(allotment: Allotment) -> Allotment {
    less(allotment, |time| LAG.min(time / MOST_LAG))
}

/// The same of a share of the time for a game.
pub(crate) fn without_lag_of_game(allotment: Allotment) -> Allotment {
    less(allotment, |time| (time / MOST_LAG).clamp(LEAST_LAG_OF_GAME, LAG))
}

fn less(allotment: Allotment, lag: impl Fn(Duration) -> Duration) -> Allotment {
    let shorter = |time: Duration| time.saturating_sub(lag(time)).max(LEAST);
    Allotment { usual: shorter(allotment.usual), most: shorter(allotment.most) }
}

/// Does some work that looks at a flag, which is set at the limit of the move's clock, and as soon as `is_ending` says
/// so.
pub fn until<T>(
    clock: Option<&MoveClock>,
    is_ending: impl Fn() -> bool + Sync,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        // Dropped when the work is done, even by a panic.
        let (_working, waiting) = mpsc::channel::<()>();
        let (stop, is_ending) = (&stop, &is_ending);
        scope.spawn(move || {
            loop {
                let left = clock.map_or(PATIENCE, |clock| clock.limit().saturating_sub(clock.spent()));
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
    fn every_move_gets_the_same_part_of_what_is_left_and_the_end_is_never_near() {
        let known = dialect(60, Some(256));
        let horizon = |n_made: u32| MovesToGo::of_colour(&known, n_made);
        let expected = |per_mille: u32, at_most: u32| MovesToGo { per_mille, at_most, in_all: 256 };
        assert_eq!(horizon(0), expected(40, 256));
        assert_eq!(horizon(55), expected(40, 201));
        assert_eq!(horizon(250), expected(166, 6));
        assert_eq!(horizon(300), expected(1000, 1));
        let unknown = MovesToGo::of_colour(&dialect(0, None), 9);
        assert_eq!(unknown, MovesToGo { per_mille: 250, at_most: 291, in_all: 300 });
        assert_eq!(MovesToGo::of_colour(&dialect(40, None), 999).at_most, 50);
        assert_eq!(
            MovesToGo::of_colour(&dialect(13, Some(21)), 9),
            MovesToGo { per_mille: 184, at_most: 12, in_all: 21 }
        );
    }

    #[test]
    fn a_seat_with_two_colours_has_twice_the_moves() {
        let mut dialect = dialect(13, Some(21));
        assert_eq!(MovesToGo::of_seat(&dialect, Seat::FIRST, 5), MovesToGo::of_colour(&dialect, 5));
        let doubled = dialect.colours.clone();
        dialect.colours.extend(doubled);
        assert_eq!(
            MovesToGo::of_seat(&dialect, Seat::FIRST, 0),
            MovesToGo { per_mille: 92, at_most: 42, in_all: 42 }
        );
    }

    #[test]
    fn no_game_runs_out_of_time_and_no_move_gets_more_than_is_left() {
        let controls = ["2s", "60s", "1s", "5s+100ms", "1s+2s", "5m+3s,10s/move", "3s,200ms/move", "1s/move"];
        for control in controls {
            for (usual, most) in [(60, Some(256)), (13, Some(21)), (40, None)] {
                let (control, dialect) = (control.parse::<TimeControl>().unwrap(), dialect(usual, most));
                let mut clock = Clock::new(control, 2);
                // Games of 600 plies, where the rules do not end them before; and every move takes the most it may.
                for n_made in 0..most.unwrap_or(300) {
                    let horizon = MovesToGo::of_seat(&dialect, Seat::SECOND, n_made);
                    let most = TimeBudget::of_seat(&clock, Seat::SECOND).allot(horizon).unwrap().most;
                    let allowed = clock.allowance(Seat::SECOND).unwrap();
                    assert!(most <= allowed.max(LEAST), "{control}: move {n_made}: {most:?} of {allowed:?}");
                    assert!(allowed > LEAST, "{control}, {usual} moves: nothing is left for move {n_made}");
                    clock.spend(Seat::SECOND, most);
                }
                assert_eq!(clock.left.first(), control.game.as_ref(), "the other clock stands");
            }
        }
    }

    #[test]
    fn early_moves_get_more_and_unclear_ones_more_still() {
        let mut clock = Clock::new("60s".parse().unwrap(), 2);
        let dialect = dialect(60, Some(256));
        let mut shares = Vec::new();
        for n_made in 0..256 {
            let horizon = MovesToGo::of_seat(&dialect, Seat::FIRST, n_made);
            let Allotment { usual, most } = TimeBudget::of_seat(&clock, Seat::FIRST).allot(horizon).unwrap();
            assert!(most >= usual);
            clock.spend(Seat::FIRST, usual);
            shares.push((usual.as_secs_f64(), most.as_secs_f64()));
        }
        let used = |n_moves: usize| shares[..n_moves].iter().map(|(usual, _)| usual).sum::<f64>();
        assert!((30.0..45.0).contains(&used(30)), "{}", used(30));
        assert!((45.0..58.0).contains(&used(60)), "{}", used(60));
        assert!(shares[0].0 > 2.0 * shares[30].0);
        assert!(shares[0].1 > 2.0 * shares[0].0);
        assert!(shares[140].0 > 0.005, "a long game still thinks: {}", shares[140].0);
    }

    #[test]
    fn increments_and_periods_are_used() {
        let horizon = MovesToGo::of_seat(&dialect(40, None), Seat::FIRST, 0);
        let seconds = |budget: TimeBudget| budget.allot(horizon).unwrap().usual.as_secs_f64();
        let left = Some(Duration::from_secs(60));
        let plain = TimeBudget { left, full: Duration::from_secs(60), ..TimeBudget::default() };
        let increment = TimeBudget { increment: Duration::from_secs(3), ..plain };
        assert!((seconds(increment) - seconds(plain) - 3.0).abs() < 1e-6);
        let period = TimeBudget { period: Duration::from_secs(5), ..plain };
        assert!((seconds(period) - 4.98).abs() < 1e-6);
        let over = TimeBudget { left: Some(Duration::ZERO), ..period };
        assert!((seconds(over) - 4.98).abs() < 1e-6);
        let refilled = plain.allot(horizon.until_refill(3)).unwrap().usual.as_secs_f64();
        assert!((19.0..20.0).contains(&refilled), "{refilled}");
        assert_eq!(TimeBudget::default().allot(horizon), None);
    }

    #[test]
    fn short_times_are_used_but_for_an_eighth() {
        let budget = TimeBudget { per_move: Some(Duration::from_millis(24)), ..TimeBudget::default() };
        let allotment = budget.allot(MovesToGo::of_seat(&dialect(40, None), Seat::FIRST, 0)).unwrap();
        assert_eq!(allotment, even(Duration::from_millis(21)));
    }

    #[test]
    fn the_flag_is_set_in_time_or_on_demand() {
        let wait = |stop: &AtomicBool| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let clock = MoveClock::start(even(Duration::from_millis(5)), wall_time());
        until(Some(&clock), || false, wait);
        assert!(clock.spent() >= Duration::from_millis(5));
        until(None, || true, wait);
        assert_eq!(until(None, || false, |_| 7), 7);
        let panicked = std::panic::catch_unwind(|| until(None, || false, |_| panic!("as it should")));
        assert!(panicked.is_err(), "a panic ends it, too");
    }
}
