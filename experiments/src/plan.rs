//! What an experiment asks for: measurements, each a pure function with a name.
//!
//! The function of an experiment is called first to learn what is to be measured and again when that is there, so
//! it is written as if every measurement were made on the spot.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::journal::{Journal, Settings};

/// The measurements of one experiment: those that are there, and those that are still to be made.
pub struct Plan<'a> {
    experiment: &'static str,
    journal: &'a Journal,
    jobs: Vec<Job>,
}

/// A measurement that is still to be made.
pub(crate) struct Job {
    pub experiment: &'static str,
    pub what: String,
    /// About what it takes; for the progress bar alone.
    pub seconds: f64,
    work: Box<Work>,
}

type Work = dyn Fn(&Watch<'_>) -> Option<Value> + Send + Sync;

impl<'a> Plan<'a> {
    pub(crate) fn new(experiment: &'static str, journal: &'a Journal) -> Self {
        Self { experiment, journal, jobs: Vec::new() }
    }

    /// Whether a quick look is enough.
    pub fn quick(&self) -> bool {
        self.settings().quick
    }

    fn settings(&self) -> Settings {
        self.journal.settings()
    }

    /// What all randomness of the run comes from.
    pub fn seed(&self) -> u64 {
        self.settings().seed
    }

    /// The seed of a stream of random numbers: its own number, turned by the seed of the run.
    pub fn stream(&self, number: u64) -> u64 {
        stream(self.seed(), number)
    }

    /// A measurement, or a default value as long as it is not made. `what` tells it apart from the others of the
    /// experiment, and `seconds` is about what it takes. It must depend on nothing but the settings of the run, and
    /// ends early with `None` when it is told to stop.
    pub fn measure<T: Serialize + DeserializeOwned + Default>(
        &mut self,
        what: impl Into<String>,
        seconds: f64,
        work: impl Fn(&Watch<'_>) -> Option<T> + Send + Sync + 'static,
    ) -> T {
        let what = what.into();
        let kept = self.journal.get(self.experiment, &what);
        if let Some(found) = kept.and_then(|value| T::deserialize(value).ok()) {
            return found;
        }
        assert!(self.jobs.iter().all(|job| job.what != what), "{}: {what} twice", self.experiment);
        let work = Box::new(move |watch: &Watch<'_>| serde_json::to_value(work(watch)?).ok());
        self.jobs.push(Job { experiment: self.experiment, what, seconds, work });
        T::default()
    }

    /// What was asked for and is not there.
    pub(crate) fn into_jobs(self) -> Vec<Job> {
        self.jobs
    }
}

/// The seed of a stream of random numbers: its own number, turned by the seed of a run.
pub(crate) fn stream(seed: u64, number: u64) -> u64 {
    // Odd, so that no two seeds are the same; 0 leaves all streams as they are.
    number ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Job {
    /// Makes the measurement; `None` if it was told to stop, or failed.
    pub fn run(&self, watch: &Watch<'_>) -> Option<Value> {
        (self.work)(watch)
    }
}

/// By what a measurement tells how far it is, and hears whether to go on.
pub struct Watch<'a> {
    stop: &'a AtomicBool,
    /// Set when another measurement has failed.
    given_up: &'a AtomicBool,
    /// In millionths.
    done: AtomicU32,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(stop: &'a AtomicBool, given_up: &'a AtomicBool) -> Self {
        Self { stop, given_up, done: AtomicU32::new(0) }
    }

    /// This fraction is done; `None` to break off.
    pub fn tell(&self, done: f64) -> Option<()> {
        self.done.store((done * 1e6) as u32, Ordering::Relaxed);
        let goes_on = [self.stop, self.given_up].iter().all(|flag| !flag.load(Ordering::Relaxed));
        goes_on.then_some(())
    }

    /// Set when the measurement is to be broken off.
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    pub(crate) fn done(&self) -> f64 {
        f64::from(self.done.load(Ordering::Relaxed)) / 1e6
    }
}
