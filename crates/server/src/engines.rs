//! Agents at work: a bounded pool of threads, and what a spec from outside may ask for.
//!
//! An agent is made for one decision and dropped after it. That costs what it could have remembered between
//! moves; it bounds the memory of any number of games, and a game goes on after a restart as if nothing
//! had happened.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::{Control, Decision, Playthrough, Report};
use ludwerk_registry::{AnyGame, AnyMove, Spec, Value};

use crate::error::{ApiError, ApiResult};
use crate::settings::Settings;

/// Is shown what an agent knows, and how long it has been at it.
pub type Progress = Box<dyn FnMut(&Report<AnyMove>, Duration) + Send>;

/// Gets the answer, or a sentence that says why there is none, and how long it took.
pub type Done = Box<dyn FnOnce(Result<Decision<AnyMove>, String>, Duration) + Send>;

/// A decision that is wanted.
pub struct Task {
    /// The game as it stands.
    pub play: Playthrough<AnyGame>,
    /// Who decides.
    pub spec: Spec,
    /// Where its randomness comes from.
    pub seed: u64,
    /// After this time it is told to come to an end.
    pub time: Duration,
    /// Of how many moves the values are wanted.
    pub n_lines: usize,
    /// Set by whoever no longer wants the answer.
    pub stop: Arc<AtomicBool>,
    /// Is called as the agent goes on.
    pub progress: Progress,
    /// Is called at the end.
    pub done: Done,
}

/// The threads on which agents think. Moves of games go before hints and analyses.
pub struct Engines {
    shared: Arc<Shared>,
    most_questions: usize,
}

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Task>,
    questions: VecDeque<Task>,
    running: Vec<(Instant, Arc<AtomicBool>)>,
    is_closed: bool,
}

/// How often the watchman looks for agents that think too long.
const WATCH: Duration = Duration::from_millis(20);

impl Engines {
    /// A pool as the settings have it.
    pub fn new(settings: &Settings) -> Self {
        let shared = Arc::new(Shared::default());
        for _ in 0..settings.engine_threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        let watched = Arc::clone(&shared);
        thread::spawn(move || watched.watch());
        Self { shared, most_questions: settings.most_questions }
    }

    /// Has the move of a game decided.
    pub fn decide(&self, task: Task) {
        self.shared.lock().moves.push_back(task);
        self.shared.wake.notify_one();
    }

    /// Has a question answered.
    ///
    /// # Errors
    /// When too many wait already.
    pub fn ask(&self, task: Task) -> ApiResult<()> {
        let mut queues = self.shared.lock();
        // Questions that nobody waits for any more make room.
        queues.questions.retain(|task| !task.stop.load(Ordering::Relaxed));
        if queues.questions.len() >= self.most_questions {
            return Err(ApiError::too_many("all engines are busy"));
        }
        queues.questions.push_back(task);
        drop(queues);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// Tells all agents to come to an end, and the threads to leave.
    pub fn close(&self) {
        let mut queues = self.shared.lock();
        queues.is_closed = true;
        queues.moves.clear();
        queues.questions.clear();
        for (_, stop) in &queues.running {
            stop.store(true, Ordering::Relaxed);
        }
        drop(queues);
        self.shared.wake.notify_all();
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut queues = self.lock();
            let task = loop {
                if queues.is_closed {
                    return;
                }
                if let Some(task) = queues.moves.pop_front() {
                    break task;
                }
                if let Some(task) = queues.questions.pop_front() {
                    break task;
                }
                queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
            };
            let stop = Arc::clone(&task.stop);
            if stop.load(Ordering::Relaxed) {
                continue;
            }
            queues.running.push((Instant::now() + task.time, Arc::clone(&stop)));
            drop(queues);
            run(task);
            self.lock().running.retain(|(_, running)| !Arc::ptr_eq(running, &stop));
        }
    }

    fn watch(&self) {
        loop {
            thread::sleep(WATCH);
            let queues = self.lock();
            if queues.is_closed {
                return;
            }
            let now = Instant::now();
            for (_, stop) in queues.running.iter().filter(|(deadline, _)| *deadline <= now) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// An agent that panics has broken down, like one that says so.
fn run(task: Task) {
    let Task { play, spec, seed, stop, mut progress, done, n_lines, .. } = task;
    let begun = Instant::now();
    let decided = catch_unwind(AssertUnwindSafe(|| {
        let mut agent = play.game().agent(&spec, seed).map_err(|error| error.to_string())?;
        let mut show = |report: &Report<AnyMove>| progress(report, begun.elapsed());
        let mut control = Control::new(&stop, &mut show).with_lines(n_lines);
        play.ask(agent.as_mut(), &mut control).map_err(|error| error.to_string())
    }));
    let answer = decided.unwrap_or_else(|_| Err(format!("{} broke down", spec.name)));
    let finish = catch_unwind(AssertUnwindSafe(|| done(answer, begun.elapsed())));
    if finish.is_err() {
        tracing::error!("an agent's answer could not be used");
    }
}

/// A spec from outside, checked to be one that plays the game and stays within the server's limits.
pub fn check_spec(game: &AnyGame, text: &str, settings: &Settings) -> ApiResult<Spec> {
    let spec: Spec = text.parse()?;
    check_options(&spec, settings)?;
    check_options(&game.resolve(&spec)?, settings)?;
    game.agent(&spec, 0)?;
    Ok(spec)
}

/// The options that could take more of the machine than time, which is bounded for all.
fn check_options(spec: &Spec, settings: &Settings) -> ApiResult<()> {
    let refuse = |key: &str, why: String| {
        let problem = format!("{}: {key} is not allowed here: {why}", spec.name);
        Err(ApiError::bad("agent", problem).hint("leave it out"))
    };
    for (key, value) in &spec.options {
        match (key.as_str(), value) {
            (_, Value::Nested(inner)) => check_options(inner, settings)?,
            ("file", _) => return refuse(key, "agents read no files of the server".to_owned()),
            ("threads", Value::Text(text)) if text != "1" => {
                return refuse(key, "one thread an agent".to_owned());
            }
            ("tt" | "memory", Value::Text(text))
                if size(text).is_some_and(|n| n > settings.engine_memory) =>
            {
                return refuse(key, format!("the most is {}MiB", settings.engine_memory >> 20));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The bytes of a size such as `64MiB`; what is none is refused by the agent itself.
fn size(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let shift = match &text[digits..] {
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return None,
    };
    Some(text[..digits].parse::<usize>().unwrap_or(usize::MAX).saturating_mul(1 << shift))
}
