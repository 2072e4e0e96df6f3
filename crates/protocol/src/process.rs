//! Other people's programs under control: started, spoken to line by line, watched, and ended for certain.
//!
//! Nothing here knows a game or a protocol. A program may crash, hang, print without end, eat memory, fork or leave
//! daemons behind; each becomes a [`ProcessError`], and afterwards nothing of it is left running.
//!
//! - Input is written and output is read by threads, so that a full pipe never holds us up.
//! - A watch looks at the whole tree of its processes, and ends it when it takes too much ([`watch`], on Linux).
//! - A guard outside of this process ends it even when we are killed ourselves ([`guard`], on Linux).

mod error;
#[cfg(target_os = "linux")]
mod guard;
mod input;
mod output;
#[cfg(target_os = "linux")]
mod proc_files;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod watch;
#[cfg(not(target_os = "linux"))]
#[path = "process/watch_plain.rs"]
mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use error::ProcessError;

use input::Input;
use output::{Next, Output};
use watch::Watched;

/// What a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// The memory of all its processes together, in bytes.
    pub memory: u64,
    /// How many processes it may have at the same time, the shell that starts it included.
    pub processes: u32,
    /// How long it may take to get ready.
    pub start: Duration,
    /// How much later than its clock allows an answer may come: what it costs to measure and to send it.
    pub margin: Duration,
}

impl Default for ProcessLimits {
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            processes: 64,
            start: Duration::from_secs(10),
            margin: Duration::from_millis(100),
        }
    }
}

/// How often it is looked whether somebody wants to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// How long the last words of a program that has ended may be on their way.
const LAST_WORDS: Duration = Duration::from_millis(150);

/// A running program.
pub struct Program {
    watched: Arc<Watched>,
    input: Input,
    output: Output,
    limits: ProcessLimits,
    is_ended: bool,
}

impl Program {
    /// Starts a command, as a shell understands it, in a process group of its own.
    ///
    /// # Errors
    /// [`ProcessError::NotStarted`] when there is no shell or the system refuses. A command that does not exist starts,
    /// and ends at once.
    pub fn start(command: &str, limits: ProcessLimits) -> Result<Self, ProcessError> {
        let (watched, pipes) = watch::start(command, &limits)?;
        let (input, output) = (Input::new(pipes.input), Output::new(pipes.output, pipes.errors));
        Ok(Self { watched, input, output, limits, is_ended: false })
    }

    /// What it may take.
    pub fn limits(&self) -> &ProcessLimits {
        &self.limits
    }

    /// Sends a line. It is written as soon as the program reads it; this does not wait.
    ///
    /// # Errors
    /// When the program has ended, or has not read its input for very long.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        if let Some(trouble) = self.watched.verdict() {
            return Err(trouble);
        }
        self.output.begin_question();
        self.input.send(line).map_err(|trouble| match trouble {
            input::Refused::Broken => self.crash("closed its input"),
            input::Refused::Full => ProcessError::Deaf,
        })
    }

    /// The next line of its output, without the end of the line. Waits until `deadline`, for ever without one.
    ///
    /// # Errors
    /// Whatever keeps the program from answering; [`ProcessError::Stopped`] soon after `stop` is set.
    pub fn receive(&mut self, deadline: Option<Instant>, stop: &AtomicBool) -> Result<String, ProcessError> {
        let mut ended_at = None;
        loop {
            if let Some(trouble) = self.watched.verdict() {
                return Err(trouble);
            }
            // First, so that one that never stops printing can be stopped.
            if stop.load(Ordering::Relaxed) {
                return Err(ProcessError::Stopped);
            }
            let left =
                deadline.map_or(PATIENCE, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.output.next(left.min(PATIENCE)) {
                Next::Line(line) => return Ok(line),
                Next::Flooded => return Err(ProcessError::Flooded),
                Next::End => return Err(self.crash("closed its output")),
                Next::Nothing => {}
            }
            // Somebody it has left behind may hold the pipes open.
            if self.watched.exit().is_some()
                && ended_at.get_or_insert_with(Instant::now).elapsed() > LAST_WORDS
            {
                return Err(self.crash("ended"));
            }
            if left.is_zero() {
                return Err(ProcessError::Late);
            }
        }
    }

    /// Takes what it has said before it is asked.
    ///
    /// # Errors
    /// [`ProcessError::OutOfTurn`] for an answer: the next question would take it for its own.
    pub fn clear(&mut self, is_answer: impl Fn(&str) -> bool) -> Result<(), ProcessError> {
        while let Next::Line(line) = self.output.next(Duration::ZERO) {
            if is_answer(&line) {
                return Err(ProcessError::OutOfTurn(line));
            }
        }
        Ok(())
    }

    /// What is to be said of a program that is not there any more; `else_how` if it still is.
    fn crash(&self, else_how: &str) -> ProcessError {
        let begun = Instant::now();
        loop {
            if let Some(trouble) = self.watched.verdict() {
                return trouble;
            }
            if let Some(status) = self.watched.exit() {
                return ProcessError::Crashed { how: error::exit_text(status) };
            }
            if begun.elapsed() > LAST_WORDS {
                return ProcessError::Crashed { how: else_how.to_owned() };
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processor time that all its processes have used, those that ended and were waited for included; `None` where
    /// the system does not tell.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.watched.cpu_time()
    }

    /// The last that it printed, to its output and to its errors, made printable.
    pub fn last_output(&self) -> String {
        self.output.tail()
    }

    /// Lets it end by itself for so long, and then ends it and all that it has started. Its input is closed.
    pub fn end(&mut self, grace: Duration) {
        if self.is_ended {
            return;
        }
        self.is_ended = true;
        self.input.close();
        let begun = Instant::now();
        while begun.elapsed() < grace && self.watched.exit().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.watched.end_all();
        self.output.drain(LAST_WORDS);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
