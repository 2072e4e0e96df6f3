//! The watch over all programs: one thread that looks at their processes forty times a second.
//!
//! Memory and processes are counted over the whole tree, because limits of the system hold for one process or for
//! a whole user. Those are set as well, with room to spare, for what is quicker than the watch.
//! A program that takes too much is killed at once, and the verdict says why.

use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getpgrp, getpid, getrlimit, kill_process, kill_process_group,
    prlimit, set_child_subreaper, waitpid,
};

use super::guard::Guard;
use super::proc_files::{self, Children, Process, ProcessId, Strangers};
use super::tree::Tree;
use super::{LAST_WORDS, ProcessError, ProcessLimits};

/// How often the watch looks.
const PERIOD: Duration = Duration::from_millis(25);

/// More threads than this for each allowed process are a bomb of another kind.
const THREADS_A_PROCESS: u32 = 16;

/// No file that a program writes may become larger.
const LARGEST_FILE: u64 = 1 << 30;

/// The name of the mark in the environment of programs.
const MARK: &str = "LUDWERK_PROGRAM";

/// How long a program's processes are killed and looked for before the rest is given up: a bomb of thousands takes its
/// time to die on a busy machine.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The shell waits for a line before it does anything, so that limits are set before the program begins.
const SCRIPT: &str = r#"read -r _ || exit 1; exec /bin/sh -c "$1""#;

/// The ends of a program's pipes.
pub(super) struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
    pub errors: ChildStderr,
}

/// A program that is watched.
pub(super) struct Watched {
    limits: ProcessLimits,
    state: Mutex<State>,
}

struct State {
    child: Child,
    exit: Option<ExitStatus>,
    verdict: Option<ProcessError>,
    tree: Tree,
}

/// All that are watched.
struct Watch {
    /// What all marks of this process begin with.
    mark: String,
    n_started: u64,
    programs: Vec<Arc<Watched>>,
    /// How many processes the last look found that belong to nobody; they are killed, and looked for until they are
    /// gone.
    n_strays: usize,
    guard: Option<Guard>,
    is_running: bool,
}

static WATCH: LazyLock<Mutex<Watch>> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Mutex::new(Watch {
        mark: format!("{MARK}={}.{}.", std::process::id(), now.as_nanos()),
        n_started: 0,
        programs: Vec::new(),
        n_strays: 0,
        guard: None,
        is_running: false,
    })
});
static WAKE: Condvar = Condvar::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a command and has it watched from its first moment.
pub(super) fn start(command: &str, limits: &ProcessLimits) -> Result<(Arc<Watched>, Pipes), ProcessError> {
    let refused = |error: io::Error| ProcessError::NotStarted(error.to_string());
    // Nobody looks while a program is started: a child that is not yet listed would be taken for a stray.
    let mut watch = lock(&WATCH);
    watch.prepare().map_err(refused)?;
    watch.n_started += 1;
    let mark = format!("{}{}", watch.mark, watch.n_started);
    let mut child = Command::new("/bin/sh")
        .args(["-c", SCRIPT, "sh", command])
        .env(MARK, mark.trim_start_matches(MARK).trim_start_matches('='))
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(refused)?;
    let root = child.id() as ProcessId;
    let pipes = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
    let Some(((mut input, output), errors)) = pipes else {
        return Err(ProcessError::NotStarted("it has no pipes".to_owned()));
    };
    let state = State { child, exit: None, verdict: None, tree: Tree::new(root, mark) };
    let watched = Arc::new(Watched { limits: *limits, state: Mutex::new(state) });
    watch.programs.push(Arc::clone(&watched));
    if let Some(guard) = &mut watch.guard {
        guard.add();
    }
    drop(watch);
    WAKE.notify_all();
    let begun = limit(root, limits).and_then(|()| input.write_all(b"\n"));
    if let Err(error) = begun {
        watched.end_all();
        return Err(refused(error));
    }
    Ok((watched, Pipes { input, output, errors }))
}

/// Sets the limits of the system for a process and all that it will start.
fn limit(process: ProcessId, limits: &ProcessLimits) -> io::Result<()> {
    // A reservation is not a use, and Java and node reserve a lot, Java in proportion to the machine; so only what is
    // writable counts here, with much room: the watch is more exact, and comes first.
    let data = limits.memory.saturating_mul(2).saturating_add(4 << 30);
    let processes = *OTHERS + u64::from(limits.processes) * u64::from(THREADS_A_PROCESS) + 1024;
    let wanted = [
        (Resource::Core, 0),
        (Resource::Data, data),
        (Resource::Fsize, LARGEST_FILE),
        (Resource::Nproc, processes),
    ];
    for (resource, most) in wanted {
        // Nobody may raise what was set before.
        let most = getrlimit(resource).maximum.map_or(most, |allowed| most.min(allowed));
        prlimit(Pid::from_raw(process), resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// The threads that there were before any program: the system's limit counts all of a user.
static OTHERS: LazyLock<u64> =
    LazyLock::new(|| proc_files::all().iter().map(|process| u64::from(process.n_threads)).sum());

impl Watch {
    /// Makes orphans ours, sets the guard and starts to look, once.
    fn prepare(&mut self) -> io::Result<()> {
        if self.is_running {
            return Ok(());
        }
        set_child_subreaper(Some(getpid()))?;
        self.guard = Guard::start(&self.mark).ok();
        thread::Builder::new().name("watch".to_owned()).spawn(keep_watch)?;
        self.is_running = true;
        Ok(())
    }

    /// The processes of each program. Strays that belong to nobody are killed.
    fn survey(&mut self, children: &Children) -> Vec<(Arc<Watched>, Vec<Process>)> {
        let (own, own_group) = (getpid().as_raw_pid(), getpgrp().as_raw_pid());
        let mut families: Vec<_> =
            self.programs.iter().map(|program| (Arc::clone(program), Vec::new())).collect();
        self.n_strays = 0;
        for process in children.of(own).iter().copied() {
            if self.guard.as_ref().is_some_and(|guard| guard.id() == process.id) {
                continue;
            }
            let mut owner =
                families.iter_mut().find(|(program, _)| lock(&program.state).tree.knows(&process));
            if owner.is_none() {
                owner = families.iter_mut().find(|(program, _)| lock(&program.state).tree.marks(&process));
            }
            match owner {
                Some((_, family)) => family.push(process),
                // All children of ours are in our group, but for those that are started here.
                None if process.group != own_group => {
                    self.n_strays += 1;
                    kill_and_reap(&process);
                }
                None => {}
            }
        }
        for (program, family) in &mut families {
            let mut state = lock(&program.state);
            *family = state.tree.gather(std::mem::take(family), children, own_group);
            let root = state.tree.root();
            for process in family.iter().filter(|process| process.parent == own && process.is_zombie) {
                if process.id == root {
                    state.look_at_exit();
                } else {
                    reap(process);
                }
            }
            family.retain(|process| !process.is_zombie);
        }
        families
    }
}

/// Looks at all programs for as long as this process lives.
fn keep_watch() {
    let mut strangers = Strangers::default();
    loop {
        let mut watch = lock(&WATCH);
        while watch.programs.is_empty() && watch.n_strays == 0 {
            watch = WAKE.wait(watch).unwrap_or_else(PoisonError::into_inner);
        }
        let children = strangers.children_below(getpid().as_raw_pid());
        for (program, family) in watch.survey(&children) {
            program.judge(&family);
        }
        drop(watch);
        thread::sleep(PERIOD);
    }
}

impl Watched {
    /// How the program has ended, if it has.
    pub fn exit(&self) -> Option<ExitStatus> {
        lock(&self.state).look_at_exit()
    }

    /// Why it had to be ended, if it had.
    pub fn verdict(&self) -> Option<ProcessError> {
        lock(&self.state).verdict.clone()
    }

    /// The processor time that its processes have used.
    pub fn cpu_time(&self) -> Option<Duration> {
        lock(&self.state).tree.cpu_time()
    }

    /// Compares what it takes with what it may take, and kills it if that is more.
    fn judge(&self, family: &[Process]) {
        if lock(&self.state).verdict.is_none() {
            let Some(verdict) = self.verdict_over(family) else { return };
            lock(&self.state).verdict = Some(verdict);
        }
        kill_all(family);
    }

    fn verdict_over(&self, family: &[Process]) -> Option<ProcessError> {
        let ProcessLimits { memory, processes, .. } = self.limits;
        if family.len() > processes as usize {
            return Some(ProcessError::Processes(processes));
        }
        let most_threads = processes.saturating_mul(THREADS_A_PROCESS);
        if family.iter().map(|process| u64::from(process.n_threads)).sum::<u64>() > u64::from(most_threads) {
            return Some(ProcessError::Threads(most_threads));
        }
        let sum = |measure: fn(&Process) -> u64| family.iter().map(measure).sum::<u64>();
        // Pages that processes share are counted once only when it matters.
        let is_too_much = sum(Process::resident) > memory && sum(Process::fair_share) > memory;
        is_too_much.then_some(ProcessError::Memory(memory))
    }

    /// Kills all its processes, and looks until there are none.
    pub fn end_all(self: &Arc<Self>) {
        let is_own = |program: &Arc<Watched>| Arc::ptr_eq(program, self);
        let begun = Instant::now();
        while begun.elapsed() < MOST_TIME {
            let mut watch = lock(&WATCH);
            let families = watch.survey(&Children::now());
            let family = families.iter().find(|(program, _)| is_own(program)).map(|(_, family)| family);
            let is_gone = family.is_none_or(Vec::is_empty) && self.exit().is_some();
            family.inspect(|family| kill_all(family));
            drop(watch);
            if is_gone {
                break;
            }
            thread::sleep(Duration::from_millis(if begun.elapsed() < LAST_WORDS { 1 } else { 10 }));
        }
        let mut watch = lock(&WATCH);
        watch.programs.retain(|program| !is_own(program));
        if let Some(guard) = &mut watch.guard {
            guard.remove();
        }
    }
}

impl State {
    fn look_at_exit(&mut self) -> Option<ExitStatus> {
        if self.exit.is_none() {
            self.exit = self.child.try_wait().ok().flatten();
        }
        self.exit
    }
}

/// Kills processes, whole groups at once, so that none can fork in time.
fn kill_all(family: &[Process]) {
    let own_group = getpgrp().as_raw_pid();
    let mut groups: Vec<_> = family.iter().map(|process| process.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups.into_iter().filter(|&group| group != own_group && group > 1) {
        if let Some(group) = Pid::from_raw(group) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    family.iter().for_each(kill);
}

/// Kills a process, unless another has got its number meanwhile. One that is gone is as good as killed.
fn kill(process: &Process) {
    let is_there = Process::look(process.id).is_some_and(|now| now.started == process.started);
    if let Some(id) = Pid::from_raw(process.id).filter(|_| is_there) {
        let _ = kill_process(id, Signal::KILL);
    }
}

/// Lets the system forget an orphan that has ended.
fn reap(process: &Process) {
    let _ = waitpid(Pid::from_raw(process.id), WaitOptions::NOHANG);
}

fn kill_and_reap(process: &Process) {
    if !process.is_zombie {
        kill(process);
    }
    reap(process);
}
