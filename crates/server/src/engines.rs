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

use ludwerk_core::{Clock, Control, Decision, Playthrough, Report, Strategies as _};
use ludwerk_registry::{AnyGame, AnyMove, Holds, Spec, Value, agent, holds, parse_size, reads_file};

use crate::error::{ApiError, ApiResult};
use crate::settings::Settings;
use crate::tablebases::Tablebases;

/// Is called when the agent begins to think.
pub type Started = Box<dyn FnOnce() + Send>;

/// Is shown what an agent knows, and how long it has been at it.
pub type Progress = Box<dyn FnMut(&Report<AnyMove>, Duration) + Send>;

/// Gets the answer, or a sentence that says why there is none, and how long it took.
pub type Done = Box<dyn FnOnce(Result<Decision<AnyMove>, String>, Duration) + Send>;

/// Whether an agent may look at what its seat may not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peeking {
    /// It may not.
    Refused,
    /// Whoever made the game has asked for it in so many words, and everybody who plays is told.
    Announced,
}

/// A decision that is wanted.
pub struct Task {
    /// The game as it stands.
    pub play: Arc<Playthrough<AnyGame>>,
    /// Who decides.
    pub spec: Spec,
    /// Whether it may look at what its seat may not see.
    pub peeking: Peeking,
    /// Where its randomness comes from.
    pub seed: u64,
    /// After this time it is told to come to an end.
    pub time: Duration,
    /// The clocks of the game, where some run.
    pub clock: Option<Clock>,
    /// Of how many moves the values are wanted.
    pub n_lines: usize,
    /// Set by whoever no longer wants the answer.
    pub stop: Arc<AtomicBool>,
    /// Is called when it begins.
    pub started: Started,
    /// Is called as the agent goes on.
    pub progress: Progress,
    /// Is called at the end.
    pub done: Done,
}

/// The threads on which agents think. Moves that a person waits for go before hints and analyses, and those before
/// what agents play among themselves.
pub struct Engines {
    shared: Arc<Shared>,
    most_questions: usize,
}

struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
    tables: Arc<Tablebases>,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Task>,
    questions: VecDeque<Task>,
    spare: VecDeque<Task>,
    /// How many moves went before a waiting question.
    n_before: u32,
    running: Vec<(Instant, Arc<AtomicBool>)>,
    is_closed: bool,
}

/// How often the watchman looks for agents that think too long.
const WATCH: Duration = Duration::from_millis(20);

impl Engines {
    /// A pool as the settings have it.
    pub fn new(settings: &Settings, tables: Arc<Tablebases>) -> Self {
        let shared = Arc::new(Shared { queues: Mutex::default(), wake: Condvar::new(), tables });
        for _ in 0..settings.engine_threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        let watched = Arc::clone(&shared);
        thread::spawn(move || watched.watch());
        Self { shared, most_questions: settings.most_questions }
    }

    /// Has the move of a game decided; `is_spare` where nobody waits for it.
    pub fn decide(&self, task: Task, is_spare: bool) {
        let mut queues = self.shared.lock();
        if is_spare {
            queues.spare.push_back(task);
        } else {
            queues.moves.push_back(task);
        }
        drop(queues);
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

    /// Whether the end has come: what agents answer now is hurried, and not to be played.
    pub fn is_closed(&self) -> bool {
        self.shared.lock().is_closed
    }

    /// Tells all agents to come to an end, and the threads to leave.
    pub fn close(&self) {
        let mut queues = self.shared.lock();
        queues.is_closed = true;
        queues.moves.clear();
        queues.questions.clear();
        queues.spare.clear();
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

impl Queues {
    /// The next task: moves first, but a question does not wait for more than a few of them, and what nobody
    /// waits for comes last.
    fn next(&mut self) -> Option<Task> {
        const MOST_BEFORE: u32 = 4;
        let is_questions_turn = self.n_before >= MOST_BEFORE && !self.questions.is_empty();
        if !is_questions_turn && let Some(task) = self.moves.pop_front() {
            self.n_before += 1;
            return Some(task);
        }
        self.n_before = 0;
        self.questions.pop_front().or_else(|| self.spare.pop_front())
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
                if let Some(task) = queues.next() {
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
            run(task, &self.tables);
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
fn run(task: Task, tables: &Tablebases) {
    let Task { play, spec, peeking, seed, stop, clock, started, mut progress, done, n_lines, .. } = task;
    started();
    let begun = Instant::now();
    let decided = catch_unwind(AssertUnwindSafe(|| {
        // Whatever way a spec took to come here, no program is started, no file read and no secret seen for a stranger.
        if let Some(name) = forbidden_part(play.game(), &spec, peeking) {
            return Err(format!("{name} is not allowed here"));
        }
        let spec = tables.furnish(play.game(), &spec).map_err(|error| error.view().error)?;
        let mut agent = play.game().agent_on_clock(&spec, seed).map_err(|error| error.to_string())?;
        if agent.peeks() && peeking == Peeking::Refused {
            return Err(peeking_refusal(&spec).view().error);
        }
        let mut show = |report: &Report<AnyMove>| progress(report, begun.elapsed());
        let mut control = Control::new(&stop, &mut show).with_lines(n_lines).with_clock(clock.as_ref());
        play.ask(agent.as_mut(), &mut control).map_err(|error| error.to_string())
    }));
    // Nobody thinks about the game any more, so that it changes in place.
    drop((play, progress));
    let answer = decided.unwrap_or_else(|_| Err(format!("{} broke down", spec.name)));
    let finish = catch_unwind(AssertUnwindSafe(|| done(answer, begun.elapsed())));
    if finish.is_err() {
        tracing::error!("an agent's answer was not usable");
    }
}

/// Whether strangers may use an option of this name: nobody names a file of the server from outside. The table of
/// `perfect` is the server's own.
pub fn is_option_for_strangers(name: &str) -> bool {
    holds(name) != Holds::File
}

/// Whether strangers may set an agent of this name to work: one that needs nothing of the machine but time and memory,
/// both of which are bounded. What a game brings along itself needs no more.
pub fn is_for_strangers(game: &AnyGame, name: &str) -> bool {
    ludwerk_registry::is_for_strangers(name) || game.strategies().iter().any(|strategy| strategy.name == name)
}

/// The name of an agent or an option in a spec that strangers may not use; what a spec stands for counts, too.
pub fn forbidden_part(game: &AnyGame, spec: &Spec, peeking: Peeking) -> Option<String> {
    let meant = game.resolve(spec).unwrap_or_else(|_| spec.clone());
    let mut parts = spec.within().into_iter().chain(meant.within());
    parts.find_map(|part| {
        let name = game.resolve(&part).map_or_else(|_| part.name.clone(), |meant| meant.name);
        let option = part.options.iter().find(|(key, value)| reads_file(game, key, value));
        let peeks = agent(&name).is_ok_and(|agent| agent.peeks);
        let may_play = is_for_strangers(game, &name) && (!peeks || peeking == Peeking::Announced);
        Some(name).filter(|_| !may_play).or_else(|| option.map(|(key, _)| key.clone()))
    })
}

/// A spec from outside, checked to be one that plays the game fairly and stays within the server's limits.
pub fn check_fair_spec(
    game: &AnyGame,
    text: &str,
    settings: &Settings,
    tables: &Tablebases,
) -> ApiResult<Spec> {
    let (spec, peeks) = check_spec(game, text, settings, tables)?;
    if peeks { Err(peeking_refusal(&spec)) } else { Ok(spec) }
}

/// Why an agent that peeks does not play.
pub fn peeking_refusal(spec: &Spec) -> ApiError {
    ApiError::bad(
        "agent",
        format!("{spec} is not allowed here: it peeks, so it sees what is hidden from its seat"),
    )
}

/// The same for an agent that need not be fair; with it whether its agent peeks.
pub fn check_spec(
    game: &AnyGame,
    text: &str,
    settings: &Settings,
    tables: &Tablebases,
) -> ApiResult<(Spec, bool)> {
    let spec: Spec = text.parse()?;
    let meant = game.resolve(&spec)?;
    // What is inside another is made, too, however it is written.
    for inner in spec.within().iter().chain(&meant.within()) {
        check_options(inner, settings)?;
    }
    if let Some(name) = forbidden_part(game, &spec, Peeking::Announced) {
        return Err(ApiError::bad("agent", format!("{name} is not allowed here")));
    }
    // The agent itself is asked, because one that peeks may sit inside another.
    let peeks = game.agent(&tables.furnish(game, &spec)?, 0)?.peeks();
    Ok((spec, peeks))
}

/// The options that could take more of the machine than time, which is bounded for all. Specs inside the spec are
/// looked at by themselves.
fn check_options(spec: &Spec, settings: &Settings) -> ApiResult<()> {
    let refuse = |key: &str, why: String| {
        let problem = format!("{}: {key} is not allowed here: {why}", spec.name);
        Err(ApiError::bad("agent", problem).hint("leave it out"))
    };
    for (key, value) in &spec.options {
        match (holds(key), value) {
            (Holds::File, _) => {
                return refuse(key, "agents may not read files of the server".to_owned());
            }
            (Holds::Threads, Value::Text(text)) if text != "1" => {
                return refuse(key, "each agent has one thread".to_owned());
            }
            // What is no size at all is refused by the agent itself.
            (Holds::Memory, Value::Text(text))
                if parse_size(text).is_some_and(|n| n > settings.engine_memory) =>
            {
                return refuse(key, format!("the limit is {}MiB", settings.engine_memory >> 20));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use ludwerk_core::Game as _;

    use super::*;

    /// What becomes of a spec that came past all checks.
    fn answer_to(text: &str, game: &AnyGame, folder: &Path) -> Result<Decision<AnyMove>, String> {
        let spec: Spec = text.parse().unwrap();
        let start = game.start(&mut ludwerk_core::Rng::new(0));
        let (sender, answer) = std::sync::mpsc::channel();
        let task = Task {
            clock: None,
            play: Arc::new(Playthrough::new(game.clone(), start)),
            spec,
            peeking: Peeking::Refused,
            seed: 0,
            time: Duration::from_secs(5),
            n_lines: 1,
            stop: Arc::default(),
            started: Box::new(|| ()),
            progress: Box::new(|_, _| ()),
            done: Box::new(move |answer, _| sender.send(answer).unwrap()),
        };
        run(task, &Tablebases::new(&Settings::new(folder.to_owned()), ludwerk_registry::GAMES));
        answer.recv().unwrap()
    }

    #[test]
    fn no_program_is_started_whatever_way_a_spec_came() {
        let game = ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let command = format!("cmd=\"touch '{}'\"", trace.display());
        for text in [
            format!("process:{command}"),
            format!("sampler:inner=(process:{command})"),
            format!("book:lines=\"*\",inner=(sampler:inner=(process:{command}))"),
            format!("sampler:inner=\"process:{}\"", command.replace('"', "\\\"")),
        ] {
            assert!(game.agent(&text.parse().unwrap(), 0).is_ok(), "{text} is well-formed");
            let refusal = answer_to(&text, &game, folder.path()).unwrap_err();
            assert_eq!(refusal, "process is not allowed here", "{text}");
        }
        assert!(!trace.exists());
    }

    #[test]
    fn no_file_is_read_whatever_way_a_spec_came() {
        let game = AnyGame::new(ludwerk_testkit::toys::TicTacToe);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("somebody's.table");
        game.solve(&file, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let file = file.display();
        for text in [
            format!("perfect:table=\"{file}\""),
            format!("alphabeta:depth=2,table=\"{file}\""),
            format!("sampler:inner=(alphabeta:depth=2,table=\"{file}\")"),
            format!("sampler:inner=\"alphabeta:depth=2,table={file}\""),
        ] {
            assert!(game.agent(&text.parse().unwrap(), 0).is_ok(), "{text} is well-formed");
            let refusal = answer_to(&text, &game, folder.path()).unwrap_err();
            assert_eq!(refusal, "table is not allowed here", "{text}");
        }
        // The server has no table of its own here, and does not take another's.
        assert!(answer_to("perfect", &game, folder.path()).unwrap_err().contains("no table"));
    }

    #[test]
    fn agents_that_start_programs_or_need_files_are_for_owners() {
        let game = ludwerk_registry::game("dobutsu").unwrap().configure(None, None).unwrap();
        for (name, is_for_all) in [("process", false), ("qtable", false), ("book", true), ("random", true)] {
            assert_eq!(is_for_strangers(&game, name), is_for_all, "{name}");
        }
    }
}
