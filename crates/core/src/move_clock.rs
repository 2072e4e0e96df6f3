//! The time of one move by the clock of a game: what it may take, and what it has taken. Nothing here reads a clock;
//! whoever asks an agent brings one along.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a move may take by the clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// A usual move takes so long, and a clear one less.
    pub usual: Duration,
    /// No move takes longer, however unclear it is.
    pub most: Duration,
}

/// What the clock shows by which a game is played: time on the wall, or processor time where the rules limit that.
pub type Now = Arc<dyn Fn() -> Duration + Send + Sync>;

/// A clock that runs while an agent thinks about a move.
pub struct MoveClock {
    allotment: Allotment,
    now: Now,
    begun: Duration,
    is_heeded: AtomicBool,
}

impl MoveClock {
    /// The clock of a move that begins now.
    pub fn start(allotment: Allotment, now: Now) -> Self {
        let begun = now();
        Self { allotment, now, begun, is_heeded: AtomicBool::new(false) }
    }

    /// What the move has taken so far.
    pub fn spent(&self) -> Duration {
        (self.now)().saturating_sub(self.begun)
    }

    /// What the move may take, for an agent that will stop by itself at the usual time unless its choice is unclear.
    pub fn heed(&self) -> Allotment {
        self.is_heeded.store(true, Ordering::Relaxed);
        self.allotment
    }

    /// When to tell the agent to stop: at the usual time, or at the most if the agent looks after the usual time itself.
    pub fn limit(&self) -> Duration {
        if self.is_heeded.load(Ordering::Relaxed) { self.allotment.most } else { self.allotment.usual }
    }
}

impl fmt::Debug for MoveClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveClock").field("allotment", &self.allotment).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn only_an_agent_that_heeds_the_clock_may_take_longer_than_usual() {
        let ms = Duration::from_millis;
        let shown = Arc::new(AtomicU64::new(40));
        let read = Arc::clone(&shown);
        let now: Now = Arc::new(move || ms(read.load(Ordering::Relaxed)));
        let clock = MoveClock::start(Allotment { usual: ms(10), most: ms(25) }, now);
        shown.store(47, Ordering::Relaxed);
        assert_eq!((clock.spent(), clock.limit()), (ms(7), ms(10)));
        assert_eq!(clock.heed().usual, ms(10));
        assert_eq!(clock.limit(), ms(25));
    }
}
