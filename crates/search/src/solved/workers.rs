//! Threads that share a row of jobs, while somebody is told how far they are.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(100);

/// More threads only get in each other's way.
const MOST_THREADS: usize = 256;

/// So many threads, and what ends their work.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    n_threads: usize,
    stop: &'a AtomicBool,
}

impl<'a> Crew<'a> {
    /// At least one thread, and no more than any machine has a use for.
    pub fn new(n_threads: usize, stop: &'a AtomicBool) -> Self {
        Self { n_threads: n_threads.clamp(1, MOST_THREADS), stop }
    }

    /// Whether it is time to end.
    pub fn is_stopped(self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does the jobs from 0 on, each once, and tells which part of them is done. Gives false if it was stopped.
    pub fn each(self, n_jobs: usize, tell: &mut dyn FnMut(f64), job: impl Fn(usize) + Sync) -> bool {
        self.run(n_jobs, || self.is_stopped(), tell, job);
        !self.is_stopped()
    }

    /// The same, but to the end in any case.
    pub fn each_to_the_end(self, n_jobs: usize, tell: &mut dyn FnMut(f64), job: impl Fn(usize) + Sync) {
        self.run(n_jobs, || false, tell, job);
    }

    fn run(
        self,
        n_jobs: usize,
        is_over: impl Fn() -> bool + Sync,
        tell: &mut dyn FnMut(f64),
        job: impl Fn(usize) + Sync,
    ) {
        let next = AtomicUsize::new(0);
        let n_at_work = AtomicUsize::new(self.n_threads);
        let teller = thread::current();
        let work = || {
            let _leaving = Leaving { n_at_work: &n_at_work, teller: &teller };
            while !is_over() {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= n_jobs {
                    break;
                }
                job(n);
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.n_threads {
                scope.spawn(work);
            }
            loop {
                tell(next.load(Ordering::Relaxed).min(n_jobs) as f64 / n_jobs.max(1) as f64);
                if n_at_work.load(Ordering::Acquire) == 0 {
                    break;
                }
                thread::park_timeout(TELL);
            }
        });
    }
}

/// Says that a thread has left, also if it fails.
struct Leaving<'a> {
    n_at_work: &'a AtomicUsize,
    teller: &'a thread::Thread,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.n_at_work.fetch_sub(1, Ordering::Release);
        self.teller.unpark();
    }
}
