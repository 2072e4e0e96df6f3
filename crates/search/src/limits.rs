//! Budgets: how much an agent may do before it must answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. It ends at whichever limit comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies ahead.
    pub depth: Option<u32>,
    /// Positions entered, the root included. The one limit that gives equal results everywhere.
    pub nodes: Option<u64>,
    /// Simulations of a Monte Carlo search.
    pub iterations: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
}

impl Limits {
    /// No more than this many plies ahead.
    pub fn of_depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

impl Limits {
    /// For so many threads: how many are of any use, and what each of them may spend.
    pub(crate) fn divided(self, n_threads: usize) -> (usize, Self) {
        let most = self.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let n_threads = n_threads.clamp(1, most.max(1));
        (n_threads, Self { nodes: self.nodes.map(|nodes| nodes / n_threads as u64), ..self })
    }
}

/// The search was told to end; what it has is all there will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halt;

/// Counts positions, and says when the budget is spent.
pub(crate) struct Meter<'a> {
    nodes: u64,
    most_nodes: u64,
    /// At so many positions it is time to look whether the search may go on.
    next_look: u64,
    /// How many positions there are between two looks.
    pause: u64,
    clock: Option<Clock>,
    stop: &'a AtomicBool,
}

/// When a search must end, and when the clock was last looked at.
struct Clock {
    deadline: Instant,
    last_look: Instant,
}

/// The flag is looked at once in so many positions, and the clock no less often.
const LONGEST_PAUSE: u64 = 1024;

/// The first look at the clock comes after so many: some search there must be.
const FIRST_PAUSE: u64 = 64;

/// Games differ in what a position costs, so pauses are made shorter or longer until they take about this long.
const TIME_OF_PAUSE: Duration = Duration::from_micros(50);

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let now = Instant::now();
        let clock = limits
            .time
            .and_then(|time| now.checked_add(time))
            .map(|deadline| Clock { deadline, last_look: now });
        let pause = if clock.is_some() { FIRST_PAUSE } else { LONGEST_PAUSE };
        Self { nodes: 0, most_nodes, next_look: most_nodes.min(pause), pause, clock, stop }
    }

    /// Counts a position that is about to be entered, unless the budget is spent.
    #[inline]
    pub fn enter(&mut self) -> Result<(), Halt> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Sets when to look again: at every position, once the budget is spent.
    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        if self.next_look == 0 || self.nodes >= self.most_nodes || self.is_over() {
            self.next_look = 0;
            return Err(Halt);
        }
        self.next_look = self.most_nodes.min(self.nodes + self.pause);
        Ok(())
    }

    /// Whether the time is up, or the search was told to end.
    pub fn is_over(&mut self) -> bool {
        if let Some(clock) = &mut self.clock {
            let now = Instant::now();
            let is_long = now.duration_since(clock.last_look) > TIME_OF_PAUSE;
            self.pause = if is_long { (self.pause / 2).max(1) } else { (2 * self.pause).min(LONGEST_PAUSE) };
            clock.last_look = now;
            if now >= clock.deadline {
                return true;
            }
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// The positions entered so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let mut meter = Meter::new(&limits, &stop);
        assert_eq!([0; 5].map(|_| meter.enter().is_ok()), [true, true, true, false, false]);
        assert_eq!(meter.nodes(), 3);
    }

    #[test]
    fn the_flag_ends_a_search_soon() {
        let stop = AtomicBool::new(true);
        let mut meter = Meter::new(&Limits::default(), &stop);
        let n_entered = (0..10_000).take_while(|_| meter.enter().is_ok()).count();
        assert_eq!(n_entered as u64, LONGEST_PAUSE);
    }

    #[test]
    fn slow_positions_make_looks_at_the_clock_frequent() {
        let stop = AtomicBool::new(false);
        let limits = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
        let mut meter = Meter::new(&limits, &stop);
        for n_nodes in 0..FIRST_PAUSE + FIRST_PAUSE / 2 {
            if n_nodes % 16 == 0 {
                std::thread::sleep(2 * TIME_OF_PAUSE);
            }
            assert_eq!(meter.enter(), Ok(()));
        }
        assert!(meter.pause < FIRST_PAUSE, "{}", meter.pause);
    }

    #[test]
    fn no_time_is_little_time() {
        let stop = AtomicBool::new(false);
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut meter = Meter::new(&limits, &stop);
        assert_eq!((0..10_000).take_while(|_| meter.enter().is_ok()).count() as u64, FIRST_PAUSE);
    }
}
