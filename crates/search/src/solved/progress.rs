//! How far a game is solved, for those who wait.

use std::fmt;
use std::time::{Duration, Instant};

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Every position is looked at two plies ahead.
    Looking,
    /// Back from what is decided in so many plies.
    Back(u32),
    /// The values are packed.
    Packing,
    /// The file is written.
    Writing,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Looking => f.write_str("looking two plies ahead"),
            Self::Back(plies) => write!(f, "working back from the end, {plies} plies"),
            Self::Packing => f.write_str("packing"),
            Self::Writing => f.write_str("writing the file"),
        }
    }
}

impl Phase {
    /// Where the phase begins and ends on the way from 0 to 1, as it was measured for a large game.
    fn span(self) -> (f64, f64) {
        match self {
            Self::Looking => (0.0, 0.2),
            Self::Back(_) => (0.2, 0.75),
            Self::Packing => (0.75, 0.98),
            Self::Writing => (0.98, 1.0),
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How much of everything is done, from 0 to 1.
    pub done: f64,
    /// How long the rest will take, once that can be told.
    pub left: Option<Duration>,
}

/// When work began, and how much was done before.
pub(super) struct Since {
    began: Instant,
    before: Option<f64>,
}

impl Since {
    pub fn now() -> Self {
        Self { began: Instant::now(), before: None }
    }

    /// How far it is, with this much of a phase done. What the first call tells was done before.
    pub fn progress(&mut self, phase: Phase, done_of_phase: f64) -> Progress {
        const TOO_EARLY: f64 = 0.02;
        let (from, to) = phase.span();
        let done = from + (to - from) * done_of_phase.clamp(0.0, 1.0);
        let done_since = done - *self.before.get_or_insert(done);
        let left = (done_since > TOO_EARLY).then(|| self.began.elapsed().mul_f64((1.0 - done) / done_since));
        Progress { phase, done, left }
    }
}
