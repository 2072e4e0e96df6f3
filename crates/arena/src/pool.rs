//! Jobs side by side: a few threads, and results as they come or in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How jobs came to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All were done.
    Complete,
    /// Whoever was handed the results had enough.
    Enough,
    /// Somebody asked to stop, or a job was broken off.
    Stopped,
}

/// How long a stop may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does all jobs on so many threads, and hands every result to `on_result` in the order in which they come, until there
/// are no more jobs, `on_result` has enough or `stop` is set; then jobs under way are told so by their flag. A job that
/// was broken off gives `None`. Takes no more memory for more jobs. One thread is the caller's own, so that its
/// processor time is that of the work.
pub fn as_they_end<Job, Done: Send>(
    n_threads: NonZeroUsize,
    jobs: impl Iterator<Item = Job> + Send,
    stop: &AtomicBool,
    work: impl Fn(Job, &AtomicBool) -> Option<Done> + Sync,
    mut on_result: impl FnMut(Done) -> ControlFlow<()>,
) -> Ending {
    let ends = AtomicBool::new(stop.load(Ordering::Relaxed));
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let do_next = || if ends.load(Ordering::Relaxed) { None } else { next().map(|job| work(job, &ends)) };
    let (mut has_enough, mut is_broken_off) = (false, false);
    let mut take = |done: Option<Done>| {
        is_broken_off |= done.is_none();
        if let Some(done) = done.filter(|_| !has_enough) {
            has_enough = on_result(done).is_break();
        }
        if has_enough || stop.load(Ordering::Relaxed) {
            ends.store(true, Ordering::Relaxed);
        }
    };
    let (is_over, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (is_over, ends, do_next) = (is_over, &ends, &do_next);
        scope.spawn(move || {
            while waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                ends.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        });
        if n_threads == NonZeroUsize::MIN {
            std::iter::from_fn(do_next).for_each(&mut take);
        } else {
            let (sender, receiver) = mpsc::sync_channel(2 * n_threads.get());
            for _ in 0..n_threads.get() {
                let sender = sender.clone();
                scope.spawn(move || std::iter::from_fn(do_next).try_for_each(|done| sender.send(done)));
            }
            drop(sender);
            receiver.into_iter().for_each(&mut take);
        }
        drop(is_over);
    });
    match has_enough {
        true => Ending::Enough,
        false if is_broken_off || next().is_some() => Ending::Stopped,
        false => Ending::Complete,
    }
}

/// The same, where results are handed out in the order of the jobs. The first that was broken off is the end.
pub fn in_order<Job, Done: Send>(
    n_threads: NonZeroUsize,
    jobs: impl Iterator<Item = Job> + Send,
    stop: &AtomicBool,
    work: impl Fn(Job, &AtomicBool) -> Option<Done> + Sync,
    mut on_result: impl FnMut(Done) -> ControlFlow<()>,
) -> Ending {
    let mut queue = InOrder::default();
    let mut is_broken_off = false;
    let work = |(number, job): (usize, Job), ends: &AtomicBool| Some((number, work(job, ends)));
    let ending = as_they_end(n_threads, jobs.enumerate(), stop, work, |(number, done)| {
        queue.put(number, done);
        while let Some(done) = queue.next() {
            is_broken_off = done.is_none();
            done.map_or(ControlFlow::Break(()), &mut on_result)?;
        }
        ControlFlow::Continue(())
    });
    if is_broken_off { Ending::Stopped } else { ending }
}

/// What is numbered from 0 and comes in any order, handed out in order.
#[derive(Clone, Debug)]
pub(crate) struct InOrder<T> {
    due: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { due: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Takes the thing with a number.
    pub fn put(&mut self, number: usize, thing: T) {
        self.waiting.insert(number, thing);
    }

    /// The thing that is due, if it is there.
    pub fn next(&mut self) -> Option<T> {
        let thing = self.waiting.remove(&self.due)?;
        self.due += 1;
        Some(thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    fn threads(n: usize) -> NonZeroUsize {
        NonZeroUsize::new(n).unwrap()
    }

    #[test]
    fn every_job_is_done_once_and_handed_out_in_order() {
        let stop = AtomicBool::new(false);
        for n_threads in [1, 3] {
            let mut squares = Vec::new();
            let ending = in_order(
                threads(n_threads),
                0..100u32,
                &stop,
                |n, _| Some(n * n),
                |square| {
                    squares.push(square);
                    GO_ON
                },
            );
            assert_eq!(ending, Ending::Complete);
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_job_begins_after_a_stop() {
        let stop = AtomicBool::new(false);
        let mut n_done = 0;
        let ending = as_they_end(
            NonZeroUsize::MIN,
            0..,
            &stop,
            |n: u32, _| Some(n),
            |_| {
                n_done += 1;
                stop.store(true, Ordering::Relaxed);
                GO_ON
            },
        );
        assert_eq!((ending, n_done), (Ending::Stopped, 1));
    }

    #[test]
    fn enough_is_enough_and_what_was_broken_off_is_the_end() {
        let stop = AtomicBool::new(false);
        for n_threads in [1, 4] {
            for (broken_off, expected) in [(1000, Ending::Enough), (5, Ending::Stopped)] {
                let mut seen = Vec::new();
                let ending = in_order(
                    threads(n_threads),
                    0..1000,
                    &stop,
                    |n: usize, _| (n != broken_off).then_some(n),
                    |n| {
                        seen.push(n);
                        if n == 9 { ControlFlow::Break(()) } else { GO_ON }
                    },
                );
                assert_eq!((ending, seen), (expected, (0..broken_off.min(10)).collect()));
            }
        }
    }
}
