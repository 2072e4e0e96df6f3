//! Games side by side: a few threads, and results as they come.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Does all jobs on so many threads, until there are no more or `stop` is set, and hands every result to `on_result`
/// in the order in which they come. Takes no more memory for more jobs. One thread is the caller's own, so that its CPU
/// time is that of the work.
pub fn in_parallel<Job, Done: Send>(
    n_threads: NonZeroUsize,
    jobs: impl Iterator<Item = Job> + Send,
    stop: &AtomicBool,
    work: impl Fn(Job) -> Done + Sync,
    mut on_result: impl FnMut(Done),
) {
    if n_threads == NonZeroUsize::MIN {
        jobs.take_while(|_| !stop.load(Ordering::Relaxed)).map(work).for_each(on_result);
        return;
    }
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, receiver) = mpsc::sync_channel(2 * n_threads.get());
    thread::scope(|scope| {
        for _ in 0..n_threads.get() {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(job) = next()
                    && sender.send(work(job)).is_ok()
                {}
            });
        }
        drop(sender);
        receiver.into_iter().for_each(&mut on_result);
    });
}

/// Does the work with a flag of its own, which is set soon after `stop` is.
pub fn following(stop: &AtomicBool, work: impl FnOnce(&AtomicBool)) {
    /// How long a stop may go unnoticed.
    const PATIENCE: Duration = Duration::from_millis(20);
    let ends = AtomicBool::new(stop.load(Ordering::Relaxed));
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| {
            let waiting = waiting;
            while waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                ends.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        });
        work(&ends);
        drop(done);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let stop = AtomicBool::new(false);
        let mut squares = Vec::new();
        let n_threads = NonZeroUsize::new(3).unwrap();
        in_parallel(n_threads, 0..100u32, &stop, |n| n * n, |square| squares.push(square));
        squares.sort_unstable();
        assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn no_job_begins_after_a_stop() {
        let stop = AtomicBool::new(false);
        let mut n_done = 0;
        in_parallel(
            NonZeroUsize::MIN,
            0..,
            &stop,
            |n: u32| n,
            |_| {
                n_done += 1;
                stop.store(true, Ordering::Relaxed);
            },
        );
        assert!((1..10).contains(&n_done), "{n_done}");
    }
}
