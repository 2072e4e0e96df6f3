//! Runs experiments: makes the measurements that they ask for, side by side, and hands back their rows.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use thiserror::Error;

use crate::plan::{Job, Plan, Watch};
use crate::stopwatch::Stopwatch;
use crate::{Experiment, Journal, JournalError, Reproduction, verdict};

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status<'a> {
    /// The fraction that is done, what was kept before included.
    pub done: f64,
    /// The experiment at work.
    pub experiment: &'a str,
    /// What is being measured.
    pub what: &'a str,
}

/// A run that did not come to its end.
#[derive(Debug, Error)]
pub enum RunError {
    /// It was told to stop.
    #[error("{n_done} of {n_all} measurements were made")]
    Stopped {
        /// What is done.
        n_done: usize,
        /// What there is to do.
        n_all: usize,
    },
    /// A measurement cannot be made.
    #[error("{experiment}: cannot measure {what:?}")]
    Failed {
        /// Of which experiment.
        experiment: &'static str,
        /// Which.
        what: String,
    },
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// How often the progress is told.
const BEAT: Duration = Duration::from_millis(100);

/// Runs experiments on so many threads, which does not change the results. Measurements that the journal holds are not
/// made again.
///
/// # Errors
/// [`RunError`].
pub fn run(
    experiments: &[&'static Experiment],
    journal: &mut Journal,
    n_threads: NonZeroUsize,
    stop: &AtomicBool,
    on_status: &mut dyn FnMut(&Status<'_>),
) -> Result<Vec<Reproduction>, RunError> {
    let mut made = BTreeSet::new();
    loop {
        let mut jobs = Vec::new();
        let mut reproductions = Vec::new();
        for experiment in experiments {
            let mut plan = Plan::new(experiment.id, journal);
            let mut rows = (experiment.rows)(&mut plan);
            verdict::correct(&mut rows);
            jobs.extend(plan.into_jobs());
            reproductions.push(Reproduction {
                id: experiment.id,
                source: experiment.source,
                published: experiment.published,
                measures: experiment.measures,
                tolerance: experiment.tolerance,
                seconds: journal.effort(experiment.id).0,
                rows,
            });
        }
        if jobs.is_empty() {
            return Ok(reproductions);
        }
        // What was made and is still asked for is no value of the kind that was asked for.
        if let Some(job) = jobs.iter().find(|job| made.contains(&(job.experiment, job.what.clone()))) {
            return Err(RunError::Failed { experiment: job.experiment, what: job.what.clone() });
        }
        if made.is_empty() {
            journal.begin(n_threads.get())?;
        }
        let before = experiments.iter().map(|experiment| journal.effort(experiment.id));
        let before = before.fold((0.0, 0), |(seconds, n), (more, m)| (seconds + more, n + m));
        make(&jobs, before, journal, n_threads, stop, on_status)?;
        made.extend(jobs.into_iter().map(|job| (job.experiment, job.what)));
    }
}

/// What a worker tells.
enum WorkerMessage {
    Begun(usize),
    Ended { job: usize, seconds: f64, value: Option<serde_json::Value> },
}

/// Makes measurements and keeps them.
fn make(
    jobs: &[Job],
    (seconds_before, n_before): (f64, usize),
    journal: &mut Journal,
    n_threads: NonZeroUsize,
    stop: &AtomicBool,
    on_status: &mut dyn FnMut(&Status<'_>),
) -> Result<(), RunError> {
    let next = AtomicUsize::new(0);
    let given_up = AtomicBool::new(false);
    let watches: Vec<_> = jobs.iter().map(|_| Watch::new(stop, &given_up)).collect();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..n_threads.get().min(jobs.len()) {
            let (sender, next, watches) = (sender.clone(), &next, &watches);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(job), Some(watch)) = (jobs.get(n), watches.get(n)) else { break };
                    if watch.tell(0.0).is_none() || sender.send(WorkerMessage::Begun(n)).is_err() {
                        break;
                    }
                    let begun = Stopwatch::start();
                    let value = job.run(watch);
                    let ended = WorkerMessage::Ended { job: n, seconds: begun.seconds(), value };
                    if sender.send(ended).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let total: f64 = seconds_before + jobs.iter().map(|job| job.seconds).sum::<f64>();
        let mut running = BTreeSet::new();
        let (mut done, mut n_done) = (seconds_before, 0);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(BEAT) {
                Ok(WorkerMessage::Begun(n)) => {
                    running.insert(n);
                }
                Ok(WorkerMessage::Ended { job: n, seconds, value }) => {
                    running.remove(&n);
                    done += jobs[n].seconds;
                    if result.is_ok() {
                        result = keep(journal, &jobs[n], seconds, value, stop);
                        n_done += usize::from(result.is_ok());
                        given_up.store(result.is_err(), Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Some(&first) = running.first() {
                let running: f64 = running.iter().map(|&n| jobs[n].seconds * watches[n].done()).sum();
                let (experiment, what) = (jobs[first].experiment, jobs[first].what.as_str());
                on_status(&Status { done: (done + running) / total, experiment, what });
            }
        }
        if n_done < jobs.len() && stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped { n_done: n_before + n_done, n_all: n_before + jobs.len() });
        }
        result
    })
}

fn keep(
    journal: &mut Journal,
    job: &Job,
    seconds: f64,
    value: Option<serde_json::Value>,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    match value {
        Some(value) => Ok(journal.keep(job.experiment, &job.what, seconds, value)?),
        None if stop.load(Ordering::Relaxed) => Ok(()),
        None => Err(RunError::Failed { experiment: job.experiment, what: job.what.clone() }),
    }
}

/// The rows of one experiment, in a quick run.
#[cfg(test)]
pub(crate) fn quick_rows(experiment: &'static Experiment) -> Vec<crate::Row> {
    let settings = crate::Settings { quick: true, seed: 0 };
    let mut journal = Journal::in_memory("test", settings);
    let two = NonZeroUsize::new(2).unwrap();
    run(&[experiment], &mut journal, two, &AtomicBool::new(false), &mut |_| {}).unwrap().remove(0).rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Row, Settings};

    /// Squares of numbers, and a sum that is asked for when they are known.
    static SQUARES: Experiment = Experiment {
        id: "squares",
        source: "",
        published: "",
        measures: "",
        tolerance: "",
        rows: |plan| {
            let squares: Vec<u64> = (1..=20_u64)
                .map(|n| plan.measure(format!("square of {n}"), 1.0, move |_| Some(n * n)))
                .collect();
            let sum: u64 = squares.iter().sum();
            if sum == 0 {
                return Vec::new();
            }
            let twice = plan.measure("twice the sum", 1.0, move |_| Some(2 * sum));
            vec![Row::exact("sum", 2870, sum), Row::new("twice", Figure::Count(twice))]
        },
    };

    static STUBBORN: Experiment = Experiment {
        rows: |plan| {
            let number: f64 = plan.measure("no number", 1.0, |_| Some(f64::NAN));
            vec![Row::new("number", Figure::Number(number))]
        },
        ..SQUARES
    };

    static BROKEN: Experiment = Experiment {
        rows: |plan| {
            plan.measure::<u64>("nothing", 1.0, |_| None);
            Vec::new()
        },
        ..SQUARES
    };

    fn run_on(
        n_threads: usize,
        experiment: &'static Experiment,
        journal: &mut Journal,
    ) -> Result<Vec<Row>, RunError> {
        let n_threads = NonZeroUsize::new(n_threads).unwrap();
        let ran = run(&[experiment], journal, n_threads, &AtomicBool::new(false), &mut |_| {});
        ran.map(|mut reproductions| reproductions.remove(0).rows)
    }

    #[test]
    fn threads_change_nothing_and_nothing_is_measured_twice() {
        let rows = |n_threads| {
            let mut journal = Journal::in_memory("test", Settings::default());
            let rows = run_on(n_threads, &SQUARES, &mut journal).unwrap();
            assert_eq!(journal.effort("squares").1, 21);
            assert_eq!(journal.sessions().len(), 1);
            assert_eq!(run_on(1, &SQUARES, &mut journal).unwrap(), rows);
            assert_eq!(journal.sessions().len(), 1);
            rows
        };
        assert_eq!(rows(1), rows(3));
        assert_eq!(rows(2)[0].ok, Some(true));
        assert_eq!(rows(2)[1].ours, Figure::Count(5740));
    }

    #[test]
    fn a_run_that_is_stopped_says_how_far_it_came() {
        let mut journal = Journal::in_memory("test", Settings::default());
        let stop = AtomicBool::new(true);
        let stopped = run(&[&SQUARES], &mut journal, NonZeroUsize::MIN, &stop, &mut |_| {});
        assert!(matches!(stopped, Err(RunError::Stopped { n_done: 0, n_all: 20 })));
    }

    #[test]
    fn what_cannot_be_measured_is_named() {
        for experiment in [&STUBBORN, &BROKEN] {
            let mut journal = Journal::in_memory("test", Settings::default());
            assert!(matches!(run_on(2, experiment, &mut journal), Err(RunError::Failed { .. })));
        }
    }
}
