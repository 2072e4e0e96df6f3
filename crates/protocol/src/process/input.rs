//! What is sent to a program: lines on their way to a pipe that may be full.

use std::io::Write as _;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// So much may wait until a program that does not read counts as deaf.
const MOST_WAITING: usize = 8 << 20;

/// Why a line was not taken.
pub(super) enum Refused {
    /// The program reads no more.
    Broken,
    /// Too much waits already.
    Full,
}

/// The writing end of a program's input.
pub(super) struct Input {
    /// `None` once it is closed.
    lines: Option<Sender<Vec<u8>>>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    waiting: AtomicUsize,
    is_broken: AtomicBool,
}

impl Input {
    /// Lines for this pipe, written by a thread that ends when it is closed or broken.
    pub fn new(mut pipe: ChildStdin) -> Self {
        let (lines, received) = mpsc::channel::<Vec<u8>>();
        let shared = Arc::<Shared>::default();
        let told = Arc::clone(&shared);
        thread::spawn(move || {
            for line in received {
                if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
                    told.is_broken.store(true, Ordering::Relaxed);
                    return;
                }
                told.waiting.fetch_sub(line.len(), Ordering::Relaxed);
            }
        });
        Self { lines: Some(lines), shared }
    }

    /// Takes a line; a line break inside it becomes a blank.
    pub fn send(&mut self, line: &str) -> Result<(), Refused> {
        if self.shared.is_broken.load(Ordering::Relaxed) {
            return Err(Refused::Broken);
        }
        let mut bytes = line.replace(['\n', '\r'], " ").into_bytes();
        bytes.push(b'\n');
        if self.shared.waiting.fetch_add(bytes.len(), Ordering::Relaxed) > MOST_WAITING {
            return Err(Refused::Full);
        }
        let lines = self.lines.as_ref().ok_or(Refused::Broken)?;
        lines.send(bytes).map_err(|_| Refused::Broken)
    }

    /// Closes the pipe as soon as what waits is written.
    pub fn close(&mut self) {
        self.lines = None;
    }
}
