//! What a program prints: lines with bounds, and the last of everything for the record of a forfeit.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::Read;
use std::process::{ChildStderr, ChildStdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No answer of any protocol is longer than this.
const LONGEST_LINE: usize = 1 << 20;

/// More than this between two questions is a flood. Talkative engines print some hundred lines a second.
const MOST_A_QUESTION: usize = 16 << 20;

/// What a line costs besides its letters, so that empty ones are not free.
const LINE_COST: usize = 64;

/// How much of the last output is kept, of each of the two pipes.
const TAIL: usize = 2048;

/// What comes next.
pub(super) enum Next {
    Line(String),
    /// Nothing came in time.
    Nothing,
    /// A line or all of them are beyond all bounds.
    Flooded,
    /// The program has closed its output.
    End,
}

/// The output of a program.
pub(super) struct Output {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// The cost of all lines since the last question.
    since_question: usize,
    is_flooded: bool,
    has_ended: bool,
    n_readers: usize,
    output: Tail,
    errors: Tail,
}

/// The last bytes of a stream.
#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    is_cut: bool,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        let surplus = self.bytes.len().saturating_sub(TAIL);
        self.is_cut |= surplus > 0 || bytes.len() > TAIL;
        self.bytes.drain(..surplus);
    }

    fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        let mut text = String::from(if self.is_cut { "…" } else { "" });
        for letter in String::from_utf8_lossy(&bytes).chars() {
            match letter {
                '\n' | '\t' => text.push(letter),
                '\r' => {}
                _ if letter.is_control() => {
                    let _ = write!(text, "{}", letter.escape_default());
                }
                _ => text.push(letter),
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl Output {
    /// The output that comes through these pipes, read by a thread each until they are closed.
    pub fn new(output: ChildStdout, errors: ChildStderr) -> Self {
        let state = Mutex::new(State { n_readers: 2, ..State::default() });
        let shared = Arc::new(Shared { state, news: Condvar::new() });
        let (lines, tail) = (Arc::clone(&shared), Arc::clone(&shared));
        thread::spawn(move || {
            lines.read_lines(output);
            lines.leave(true);
        });
        thread::spawn(move || {
            tail.read_errors(errors);
            tail.leave(false);
        });
        Self { shared }
    }

    /// What came before counts no longer as a flood.
    pub fn begin_question(&self) {
        let mut state = self.shared.lock();
        state.since_question = state.lines.iter().map(|line| line.len() + LINE_COST).sum();
    }

    /// The next line, as soon as there is one.
    pub fn next(&self, patience: Duration) -> Next {
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                return Next::Line(line);
            }
            if state.is_flooded {
                return Next::Flooded;
            }
            if state.has_ended {
                return Next::End;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Next::Nothing;
            }
            state = self.shared.wait(state, left);
        }
    }

    /// Waits until both pipes are closed, or for so long.
    pub fn drain(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let mut state = self.shared.lock();
        while state.n_readers > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.shared.wait(state, left);
        }
    }

    /// The last that was printed.
    pub fn tail(&self) -> String {
        let state = self.shared.lock();
        let parts = [("output", state.output.text()), ("errors", state.errors.text())];
        let shown: Vec<_> = parts
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| format!("[{name}]\n{text}"))
            .collect();
        shown.join("\n")
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.news.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }

    fn leave(&self, was_output: bool) {
        let mut state = self.lock();
        state.n_readers -= 1;
        state.has_ended |= was_output;
        drop(state);
        self.news.notify_all();
    }

    /// Reads lines until the end, or until there are too many.
    fn read_lines(&self, mut pipe: impl Read) {
        let mut chunk = vec![0; 1 << 16];
        let mut unfinished: Vec<u8> = Vec::new();
        while let Some(n) = read(&mut pipe, &mut chunk) {
            let mut state = self.lock();
            state.output.add(&chunk[..n]);
            for part in chunk[..n].split_inclusive(|&byte| byte == b'\n') {
                unfinished.extend_from_slice(part);
                if unfinished.len() > LONGEST_LINE {
                    state.is_flooded = true;
                    break;
                }
                if part.ends_with(b"\n") {
                    let line = String::from_utf8_lossy(&unfinished);
                    let line = line.trim_end_matches(['\n', '\r']).to_owned();
                    state.since_question += line.len() + LINE_COST;
                    state.lines.push_back(line);
                    unfinished.clear();
                }
            }
            state.is_flooded |= state.since_question > MOST_A_QUESTION;
            let is_flooded = state.is_flooded;
            if is_flooded {
                state.lines.clear();
            }
            drop(state);
            self.news.notify_all();
            if is_flooded {
                return;
            }
        }
        // What is left without the end of a line is a line, too.
        if !unfinished.is_empty() {
            let line = String::from_utf8_lossy(&unfinished).into_owned();
            self.lock().lines.push_back(line);
        }
    }

    /// Keeps the last of what is read, however much it is.
    fn read_errors(&self, mut pipe: impl Read) {
        let mut chunk = vec![0; 1 << 16];
        while let Some(n) = read(&mut pipe, &mut chunk) {
            self.lock().errors.add(&chunk[..n]);
        }
    }
}

/// How much came; `None` at the end.
fn read(pipe: &mut impl Read, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match pipe.read(chunk) {
            Ok(0) => return None,
            Ok(n) => return Some(n),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared() -> Shared {
        Shared { state: Mutex::new(State { n_readers: 1, ..State::default() }), news: Condvar::new() }
    }

    #[test]
    fn lines_are_split_and_mended() {
        let shared = shared();
        shared.read_lines(&b"one\r\n\ntwo \xff\nrest"[..]);
        let state = shared.lock();
        assert_eq!(state.lines, ["one", "", "two \u{fffd}", "rest"]);
        assert!(!state.is_flooded);
    }

    #[test]
    fn an_endless_line_is_a_flood_and_so_are_endless_lines() {
        for byte in [b"x", b"\n"] {
            let shared = shared();
            shared.read_lines(std::io::repeat(byte[0]));
            let state = shared.lock();
            assert!(state.is_flooded && state.lines.is_empty());
            assert_eq!(state.output.bytes.len(), TAIL);
        }
    }

    #[test]
    fn the_tail_is_bounded_and_printable() {
        let mut tail = Tail::default();
        tail.add(b"a\x1b[1m\tb\r\nc\x00\n\n");
        assert_eq!(tail.text(), "a\\u{1b}[1m\tb\nc\\u{0}");
        tail.add(&[b'x'; 5 * TAIL]);
        assert_eq!(tail.text().chars().count(), TAIL + 1);
        assert!(tail.text().starts_with('…'));
    }
}
