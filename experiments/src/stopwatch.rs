//! The CPU time of a thread: what work takes, however busy the machine is.

#[cfg(not(unix))]
use std::time::Instant;

#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};

/// Runs while this thread works; where the system does not tell that, it runs always.
pub struct Stopwatch {
    #[cfg(unix)]
    begun: f64,
    #[cfg(not(unix))]
    begun: Instant,
}

#[cfg(unix)]
impl Stopwatch {
    pub fn start() -> Self {
        Self { begun: Self::now() }
    }

    /// Seconds since the start, on the thread that started it.
    pub fn seconds(&self) -> f64 {
        Self::now() - self.begun
    }

    fn now() -> f64 {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
}

#[cfg(not(unix))]
impl Stopwatch {
    pub fn start() -> Self {
        Self { begun: Instant::now() }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sleep_takes_no_time_and_work_does() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(200));
        let asleep = watch.seconds();
        let mut n = 0_u64;
        while watch.seconds() < asleep + 0.01 {
            n += 1;
        }
        assert!(asleep < 0.2 && n > 0);
    }
}
