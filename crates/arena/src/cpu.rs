//! Processor time: what a move costs, beside the time that passed while it was found.
//!
//! Time on the clock depends on what else a machine does; processor time hardly does, so players are compared by it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ludwerk_core::{Seat, Work};

/// The games that this process plays now.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Counts a game as long as it is there.
struct Running;

impl Running {
    fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Self
    }

    /// Whether all that this process does is done for one game.
    fn is_alone() -> bool {
        RUNNING.load(Ordering::Relaxed) == 1
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Measures the processor time of the moves of a game, at the cost of one question to the system a move.
pub(crate) struct Meter {
    _running: Running,
    /// The time of this thread at the end of the last move, if that was found in this thread.
    here: Option<Duration>,
    /// What was told of the agents that work elsewhere, by their seats.
    elsewhere: Vec<Duration>,
}

impl Meter {
    pub fn new(n_seats: usize) -> Self {
        Self { _running: Running::begin(), here: None, elsewhere: vec![Duration::ZERO; n_seats] }
    }

    /// The time before a move of an agent that is ready. One in another process is charged with all that it uses, also
    /// between its moves.
    pub fn before(&self, seat: Seat, work: Work) -> Option<Duration> {
        match work {
            Work::Here => self.here.or_else(thread_time),
            Work::InHelpers => helped_time(),
            Work::Elsewhere(_) => self.elsewhere.get(seat.idx()).copied(),
        }
    }

    /// What the move has cost, where that can be told.
    pub fn after(&mut self, seat: Seat, work: Work, before: Option<Duration>) -> Option<Duration> {
        self.here = None;
        let now = match work {
            Work::Here => {
                self.here = thread_time();
                self.here
            }
            Work::InHelpers => helped_time(),
            Work::Elsewhere(used) => used,
        };
        if let (Work::Elsewhere(Some(used)), Some(told)) = (work, self.elsewhere.get_mut(seat.idx())) {
            *told = used;
        }
        now.zip(before).map(|(now, before)| now.saturating_sub(before))
    }
}

/// The time of all threads of this process, unless it plays other games: their helpers cannot be told apart.
fn helped_time() -> Option<Duration> {
    process_time().filter(|_| Running::is_alone())
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    read(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
fn process_time() -> Option<Duration> {
    read(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn read(clock: rustix::time::ClockId) -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(clock)).ok()
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(not(unix))]
fn process_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// What a move costs in which this is done.
    fn cost(meter: &mut Meter, work: impl FnOnce()) -> Duration {
        let before = meter.before(Seat::FIRST, Work::Here);
        work();
        meter.after(Seat::FIRST, Work::Here, before).unwrap()
    }

    #[test]
    fn a_thread_that_works_uses_time_and_one_that_waits_does_not() {
        let mut meter = Meter::new(2);
        let busy = || {
            let begun = thread_time().unwrap();
            while thread_time().unwrap() < begun + Duration::from_millis(5) {}
        };
        assert!(cost(&mut meter, busy) >= Duration::from_millis(5));
        let idle = cost(&mut meter, || std::thread::sleep(Duration::from_millis(20)));
        assert!(idle < Duration::from_millis(5), "{idle:?}");
        // What this thread does while another process is asked is charged to nobody.
        let before = meter.before(Seat::SECOND, Work::Elsewhere(None));
        busy();
        let told = Work::Elsewhere(Some(Duration::from_millis(7)));
        assert_eq!(meter.after(Seat::SECOND, told, before), Some(Duration::from_millis(7)));
        let idle = cost(&mut meter, || ());
        assert!(idle < Duration::from_millis(5), "{idle:?}");
    }

    #[test]
    fn a_program_is_charged_with_what_it_uses_between_its_moves() {
        let ms = |ms| Some(Duration::from_millis(ms));
        let mut meter = Meter::new(2);
        let before = meter.before(Seat::SECOND, Work::Elsewhere(ms(3)));
        assert_eq!(meter.after(Seat::SECOND, Work::Elsewhere(ms(10)), before), ms(10));
        let before = meter.before(Seat::SECOND, Work::Elsewhere(ms(14)));
        assert_eq!(meter.after(Seat::SECOND, Work::Elsewhere(ms(20)), before), ms(10));
        assert_eq!(meter.after(Seat::SECOND, Work::Elsewhere(None), before), None);
    }
}
