//! A progress bar for whatever takes longer than a second. Only a terminal sees it.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// What is quicker than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A fraction is counted in so many parts, fine enough to tell the time left.
const PARTS: u64 = 1_000_000;

pub struct Progress {
    begun: Instant,
    total: u64,
    /// What was done before it began.
    before: u64,
    style: &'static str,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress towards `total` of something that can be counted.
    pub fn of_count(total: u64) -> Self {
        Self::new(total, "{msg} {wide_bar} {pos}/{len} · {elapsed} · {eta} left")
    }

    /// The same where some was done before: the time left is told by the rest alone.
    pub fn of_count_from(done: u64, total: u64) -> Self {
        let mut progress = Self::of_count(total);
        progress.before = done;
        progress
    }

    /// The same below lines that tell how it stands.
    pub fn of_count_below_lines(total: u64) -> Self {
        Self::new(total, "{msg}\n{wide_bar} {pos}/{len} · {elapsed} · {eta} left")
    }

    /// Progress of something whose end is not known.
    pub fn of_unknown() -> Self {
        Self::new(0, "{spinner} {msg} · {elapsed}")
    }

    /// Progress as a fraction, shown by [`Progress::show_fraction`].
    pub fn of_fraction() -> Self {
        Self::new(PARTS, "{msg} {wide_bar} {percent}% · {elapsed} · {eta} left")
    }

    /// The same where a fraction was done before: the time left is told by the rest alone.
    pub fn of_fraction_from(done: f64) -> Self {
        let mut progress = Self::of_fraction();
        progress.before = (done * PARTS as f64) as u64;
        progress
    }

    /// Shows which fraction is done, with a few words beside it.
    pub fn show_fraction(&mut self, done: f64, message: impl FnOnce() -> String) {
        self.show((done * PARTS as f64) as u64, message);
    }

    fn new(total: u64, style: &'static str) -> Self {
        Self { begun: Instant::now(), total, before: 0, style, bar: None }
    }

    /// Shows how much is done, with a few words beside it.
    pub fn show(&mut self, done: u64, message: impl FnOnce() -> String) {
        if self.bar.is_none() {
            if self.begun.elapsed() < PATIENCE {
                return;
            }
            let style = ProgressStyle::with_template(self.style).unwrap_or(ProgressStyle::default_bar());
            let bar = ProgressBar::new(self.total).with_style(style).with_elapsed(self.begun.elapsed());
            bar.set_position(self.before);
            bar.reset_eta();
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            if !bar.is_hidden() {
                bar.set_message(message());
            }
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
