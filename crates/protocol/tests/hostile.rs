//! Programs that do everything wrong: each forfeits with the reason and its last words, and leaves nothing behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludwerk_core::{Agent, AgentError, Clock, Control, Game as _, Playthrough, Rng, Seat, Work};
use ludwerk_protocol::line::LineClient;
use ludwerk_protocol::{ProcessAgent, ProcessError, ProcessLimits, Program};
use ludwerk_testkit::toys::TicTacToe;
use tempfile::TempDir;

/// A long time for a test to wait.
const LONG: Duration = Duration::from_secs(60);

/// What the bots share: a greeting, and the questions they are asked.
const PRELUDE: &str = r#"
import sys, json, os, time, signal, subprocess

def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()

def questions():
    say("ludwerk 1")
    for line in sys.stdin:
        word, _, rest = line.partition(" ")
        if word == "move":
            yield json.loads(rest)

def first(question):
    say("play " + question["legal"][0])
"#;

/// A bot in a folder of its own, with a mark in its environment by which all that it leaves behind is found.
struct Bot {
    folder: TempDir,
    command: String,
    mark: String,
}

impl Bot {
    fn shell(command: &str) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("HOSTILE_TEST={}.{n}.", std::process::id());
        let folder = tempfile::tempdir().unwrap();
        let command = format!("export {mark}; cd '{}' && {command}", folder.path().display());
        Self { folder, command, mark }
    }

    fn python(script: &str) -> Self {
        let mut bot = Self::shell("exec python3 bot.py");
        fs::write(bot.folder.path().join("bot.py"), format!("{PRELUDE}\n{script}")).unwrap();
        bot.command = bot.command.replace("exec python3", "exec python3 -B");
        bot
    }

    fn agent(&self, limits: ProcessLimits) -> ProcessAgent<TicTacToe> {
        ProcessAgent::new(&self.command, limits, None, Box::new(LineClient::new(7)))
    }

    /// The processes of the bot that are still there.
    fn left_behind(&self) -> Vec<String> {
        processes_with(|folder| {
            let environment = fs::read(folder.join("environ")).unwrap_or_default();
            environment.windows(self.mark.len()).any(|part| part == self.mark.as_bytes())
        })
    }
}

/// The command lines of processes of which something holds.
fn processes_with(holds: impl Fn(&Path) -> bool) -> Vec<String> {
    let folders = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let found = folders.filter(|folder| folder.join("stat").exists() && holds(folder));
    found.map(|folder| fs::read_to_string(folder.join("cmdline")).unwrap_or_default()).collect()
}

/// Zombies are processes, too, until somebody has looked at them. Those of other tests need a moment.
fn no_zombies_are_left() -> bool {
    let begun = Instant::now();
    loop {
        if n_zombies() == 0 {
            return true;
        }
        if begun.elapsed() > LONG {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn n_zombies() -> usize {
    let is_ours = |folder: &Path| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let rest = stat.rsplit(')').next().unwrap_or_default().to_owned();
        let mut fields = rest.split_whitespace();
        fields.next() == Some("Z") && fields.next() == Some(&std::process::id().to_string())
    };
    processes_with(is_ours).len()
}

/// Lets a bot play against the first legal move, with so much time for a move.
fn play(
    agent: &mut ProcessAgent<TicTacToe>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Result<usize, AgentError> {
    let mut game = Playthrough::new(TicTacToe, TicTacToe.start(&mut Rng::new(0)));
    let control = ludwerk_core::TimeControl { per_move: time, ..Default::default() };
    let clock = Clock::new(control, 2);
    while let Some(seat) = game.to_move() {
        let chosen = if seat == Seat::FIRST {
            agent.prepare(&TicTacToe, stop)?;
            let clock = Some(&clock).filter(|_| time.is_some());
            let mut ignore = |_: &_| ();
            game.ask(agent, &mut Control::new(stop, &mut ignore).with_clock(clock))?.chosen
        } else {
            game.legal_moves()[0]
        };
        game.play(chosen).unwrap();
    }
    Ok(game.moves().len())
}

/// The reason and the last words of a bot that forfeits. Nothing of it is left.
fn forfeit_of(bot: &Bot, limits: ProcessLimits, time: Duration) -> (String, String) {
    let mut agent = bot.agent(limits);
    let ended = play(&mut agent, Some(time), &AtomicBool::new(false));
    // Even before the agent is dropped.
    assert_eq!(bot.left_behind(), [""; 0], "left behind by {}", bot.command);
    assert!(no_zombies_are_left());
    let Err(AgentError::Forfeit { reason, output }) = ended else { panic!("{ended:?}: {}", bot.command) };
    // It stays so.
    let again = play(&mut agent, Some(time), &AtomicBool::new(false));
    assert_eq!(again, Err(AgentError::Forfeit { reason: reason.clone(), output: output.clone() }));
    assert!(output.len() < 6000, "the last words are bounded");
    (reason, output)
}

/// Checks the reason exactly, and a part of the last words.
fn expect(bot: &Bot, reason: &str, words: &str) {
    expect_within(bot, ProcessLimits::default(), LONG, reason, words);
}

fn expect_within(bot: &Bot, limits: ProcessLimits, time: Duration, reason: &str, words: &str) {
    let (told, output) = forfeit_of(bot, limits, time);
    assert_eq!(told, reason, "last words: {output}");
    assert!(output.contains(words), "{words:?} is not in {output:?}");
}

const HASTY: Duration = Duration::from_millis(400);

fn hang(script: &str) -> Bot {
    Bot::python(&format!("{script}\nfor question in questions():\n    time.sleep(1000)"))
}

#[test]
fn a_program_that_is_not_there() {
    expect(
        &Bot::shell("/no/such/program --fast"),
        "the program ended with exit code 127 (command not found)",
        "not found",
    );
    expect(
        &Bot::shell("/etc/passwd"),
        "the program ended with exit code 126 (not an executable program)",
        "denied",
    );
}

#[test]
fn a_program_that_ends_at_once() {
    expect(&Bot::shell("echo bye >&2; exit 3"), "the program ended with exit code 3", "[errors]\nbye");
    expect(&Bot::shell("exit 0"), "the program ended with exit code 0", "");
    expect(&Bot::shell("if then"), "the program ended with exit code 2", "yntax");
}

#[test]
fn a_program_that_crashes_in_the_middle_of_a_game() {
    let crash = |how: &str| {
        Bot::python(&format!("for n, q in enumerate(questions()):\n    first(q) if n == 0 else {how}"))
    };
    expect(
        &crash("os.kill(os.getpid(), signal.SIGSEGV)"),
        "the program was ended by signal 11 (segmentation fault)",
        "ludwerk 1\nplay ",
    );
    expect(&crash("1 / 0"), "the program ended with exit code 1", "ZeroDivisionError: division by zero");
    expect(&crash("sys.exit(0)"), "the program ended with exit code 0", "play ");
}

#[test]
fn a_program_that_hangs() {
    expect_within(
        &hang(""),
        ProcessLimits::default(),
        HASTY,
        "the program did not answer in time",
        "ludwerk 1",
    );
    let deaf =
        hang("for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(n, signal.SIG_IGN)");
    expect_within(&deaf, ProcessLimits::default(), HASTY, "the program did not answer in time", "ludwerk 1");
    let limits = ProcessLimits { start: HASTY, ..ProcessLimits::default() };
    expect_within(&Bot::shell("sleep 1000"), limits, LONG, "the program was not ready in time", "");
}

#[test]
fn a_program_that_answers_too_late() {
    let late = Bot::python("for q in questions():\n    time.sleep(1.5)\n    first(q)");
    expect_within(&late, ProcessLimits::default(), HASTY, "the program did not answer in time", "");
}

#[test]
fn a_program_that_prints_garbage() {
    expect(
        &Bot::shell("echo Welcome to my bot; sleep 1000"),
        "the program said \"Welcome to my bot\", which is not what was expected",
        "Welcome",
    );
    let chatty = Bot::python("for q in questions():\n    say('thinking\\x1b[1m hard')\n    first(q)");
    expect(
        &chatty,
        "the program said \"thinking\\u{1b}[1m hard\", which is not what was expected",
        "thinking\\u{1b}",
    );
    let other = Bot::shell("echo ludwerk 2; sleep 1000");
    expect(&other, "the program refused: \"it speaks version 2, not 1\"", "ludwerk 2");
    let unwilling = Bot::python("for q in questions():\n    say('error I know no such game')");
    expect(&unwilling, "the program gave no move: \"I know no such game\"", "");
}

#[test]
fn a_program_that_resigns_is_no_forfeit() {
    let bot = Bot::python("for n, q in enumerate(questions()):\n    first(q) if n == 0 else say('resign')");
    let mut agent = bot.agent(ProcessLimits::default());
    assert_eq!(play(&mut agent, Some(LONG), &AtomicBool::new(false)), Err(AgentError::Resigned));
    assert_eq!(bot.left_behind(), [""; 0]);
    // It has given up for good.
    assert_eq!(play(&mut agent, Some(LONG), &AtomicBool::new(false)), Err(AgentError::Resigned));
}

#[test]
fn the_processor_time_of_all_its_processes_is_told() {
    const BURN: &str = "def burn(seconds):\n    begun = time.process_time()\n    while time.process_time() < begun + seconds: pass\n";
    let told_after = |script: &str| {
        let bot = Bot::python(&format!("{BURN}{script}"));
        let mut agent = bot.agent(ProcessLimits::default());
        assert!(play(&mut agent, Some(LONG), &AtomicBool::new(false)).is_ok());
        let Work::Elsewhere(Some(time)) = agent.work() else { panic!("{:?}", agent.work()) };
        time
    };
    let idle = told_after("for q in questions():\n    time.sleep(0.05)\n    first(q)");
    let busy = told_after("for q in questions():\n    burn(0.05)\n    first(q)");
    // What it takes to get ready does not count; a child does, whether it is still there or not.
    let ready = told_after("burn(0.3)\nfor q in questions():\n    first(q)");
    let child = told_after(
        "for n, q in enumerate(questions()):\n    if n == 0 and os.fork() == 0:\n        burn(0.2)\n        time.sleep(1000)\n    \
         time.sleep(0.3)\n    first(q)",
    );
    let dead = told_after(
        "for n, q in enumerate(questions()):\n    if n == 0 and os.fork() == 0:\n        burn(0.2)\n        os._exit(0)\n    \
         if n == 0: os.wait()\n    first(q)",
    );
    let ms = [idle, busy, ready, child, dead].map(|time| time.as_millis());
    assert!(ms[0] < 50 && ms[2] < 100, "{ms:?}");
    // Times of processes that have ended are told in hundredths of a second.
    assert!(ms[1] >= 145 && ms[3] >= 195 && ms[4] >= 180, "{ms:?}");
}

#[test]
fn a_program_that_prints_without_end() {
    let flooded = "the program flooded its output";
    let no_newline = Bot::python("for q in questions():\n    while True: sys.stdout.write('x' * 1000)");
    expect(&no_newline, flooded, "xxxx");
    let lines = Bot::python("for q in questions():\n    while True: sys.stdout.write('# remark\\n' * 1000)");
    expect(&lines, flooded, "# remark");
    expect(&Bot::shell("yes '#'"), flooded, "#");
    let huge = Bot::python("for q in questions():\n    say('play ' + 'x' * 2000000)\n    time.sleep(1000)");
    expect(&huge, flooded, "xxxx");
}

#[test]
fn errors_without_end_are_drained_and_their_last_is_kept() {
    let noisy = Bot::python(
        "for q in questions():\n    for n in range(300): sys.stderr.write('z' * 9999 + '\\n')\n    sys.stderr.write('last words\\n')\n    first(q)",
    );
    let mut agent = noisy.agent(ProcessLimits::default());
    assert!(play(&mut agent, Some(LONG), &AtomicBool::new(false)).is_ok());
    drop(agent);
    assert_eq!(noisy.left_behind(), [""; 0]);
    let endless = hang("if os.fork() == 0:\n    while True: sys.stderr.write('z' * 1000)");
    expect_within(&endless, ProcessLimits::default(), HASTY, "the program did not answer in time", "zzzz");
}

#[test]
fn a_program_that_closes_its_output_and_lives_on() {
    let closed = Bot::python("for q in questions():\n    os.close(1)\n    time.sleep(1000)");
    expect(&closed, "the program closed its output", "ludwerk 1");
}

#[test]
fn a_program_that_plays_illegal_moves() {
    let (reason, _) =
        forfeit_of(&Bot::python("for q in questions():\n    say('play z9')"), ProcessLimits::default(), LONG);
    assert!(reason.starts_with("the program chose an illegal move, \"z9: "), "{reason}");
    let (reason, _) = forfeit_of(
        &Bot::python("for q in questions():\n    say('play ' + (q['moves'] or q['legal'])[0])"),
        ProcessLimits::default(),
        LONG,
    );
    assert!(reason.starts_with("the program chose an illegal move, "), "{reason}");
    let (reason, output) = forfeit_of(
        &Bot::python(
            "for q in questions():\n    sys.stdout.buffer.write(b'play \\xff\\xfe\\n'); sys.stdout.flush()",
        ),
        ProcessLimits::default(),
        LONG,
    );
    assert!(reason.starts_with("the program chose an illegal move, \"\u{fffd}\u{fffd}: "), "{reason}");
    assert!(output.ends_with("play \u{fffd}\u{fffd}"), "{output}");
}

#[test]
fn a_program_that_answers_twice() {
    let twice = Bot::python("for q in questions():\n    say('play %s\\nplay %s' % tuple(q['legal'][:2]))");
    let (reason, _) = forfeit_of(&twice, ProcessLimits::default(), LONG);
    assert!(
        reason.starts_with("the program said \"play ") && reason.ends_with("when it was not asked"),
        "{reason}"
    );
}

#[test]
fn a_program_that_eats_memory() {
    let limits = ProcessLimits { memory: 100 << 20, ..ProcessLimits::default() };
    let reason = "the program took more memory than 100 MiB";
    let eater =
        "x = []\nwhile len(x) < 300: x.append(b'x' * (1 << 20)); time.sleep(0.0005)\ntime.sleep(1000)\n";
    let own = Bot::python(&format!("for q in questions():\n    exec({eater:?})"));
    expect_within(&own, limits, LONG, reason, "ludwerk 1");
    // In small parts by many.
    let parts = Bot::python(
        "for q in questions():\n    for n in range(8):\n        if os.fork() == 0:\n            x = b'x' * (30 << 20)\n            time.sleep(1000)\n    time.sleep(1000)",
    );
    expect_within(&parts, limits, LONG, reason, "");
    // What processes share counts once.
    let shared = Bot::python(
        "x = b'x' * (40 << 20)\nfor n in range(5):\n    if os.fork() == 0: time.sleep(1000)\nfor q in questions():\n    time.sleep(0.3)\n    first(q)",
    );
    let mut agent = shared.agent(limits);
    play(&mut agent, Some(LONG), &AtomicBool::new(false)).unwrap();
    drop(agent);
    assert_eq!(shared.left_behind(), [""; 0]);
}

#[test]
fn a_program_that_eats_memory_at_once_is_stopped_by_the_system() {
    let limits = ProcessLimits { memory: 64 << 20, ..ProcessLimits::default() };
    let greedy = Bot::python("for q in questions():\n    x = bytearray(8 << 30)");
    let (reason, output) = forfeit_of(&greedy, limits, LONG);
    assert_eq!(reason, "the program ended with exit code 1", "{output}");
    assert!(output.contains("MemoryError"), "{output}");
}

#[test]
fn a_program_that_forks_too_much() {
    let limits = ProcessLimits { processes: 10, ..ProcessLimits::default() };
    let reason = "the program had more than 10 processes";
    let many = Bot::python(
        "for q in questions():\n    for n in range(30):\n        if os.fork() == 0: time.sleep(1000)\n    time.sleep(1000)",
    );
    expect_within(&many, limits, LONG, reason, "ludwerk 1");
    // A bomb that ends by itself: every process makes two more, in sessions of their own, six times.
    let bomb = Bot::python(
        "for q in questions():\n    for level in range(6):\n        for n in range(2):\n            if os.fork() == 0:\n                os.setsid()\n                break\n    time.sleep(1000)",
    );
    expect_within(&bomb, limits, LONG, reason, "");
    let limits = ProcessLimits { processes: 8, ..ProcessLimits::default() };
    let threads = Bot::python(
        "import threading\nfor q in questions():\n    for n in range(200): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n    time.sleep(1000)",
    );
    expect_within(&threads, limits, LONG, "the program had more than 128 threads", "");
}

#[test]
fn a_daemon_does_not_outlive_its_game() {
    let daemon = Bot::python(
        "
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for n in (0, 1, 2): os.close(n)
        time.sleep(1000)
    os._exit(0)
os.wait()
for q in questions(): first(q)",
    );
    let mut agent = daemon.agent(ProcessLimits::default());
    play(&mut agent, Some(LONG), &AtomicBool::new(false)).unwrap();
    assert_ne!(daemon.left_behind(), [""; 0], "it is there while the game lasts");
    drop(agent);
    assert_eq!(daemon.left_behind(), [""; 0]);
    assert!(no_zombies_are_left());
}

#[test]
fn a_daemon_that_hides_does_not_outlive_its_game_either() {
    // No environment, no parent, no group and no session of the program.
    let seconds = format!("100{}", std::process::id());
    let daemon = Bot::python(&format!(
        "
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.execve('/bin/sleep', ['sleep', '{seconds}'], {{}})
    os._exit(0)
os.wait()
for q in questions(): first(q)"
    ));
    let sleepers = || {
        processes_with(|folder| {
            fs::read_to_string(folder.join("cmdline")).unwrap_or_default().contains(&seconds)
        })
    };
    let mut agent = daemon.agent(ProcessLimits::default());
    let _ = play(&mut agent, Some(LONG), &AtomicBool::new(false));
    drop(agent);
    let sleeping: Vec<_> = sleepers().into_iter().filter(|line| line.starts_with("sleep")).collect();
    assert_eq!(sleeping, [""; 0]);
    assert!(no_zombies_are_left());
}

#[test]
fn somebody_else_holds_the_pipes() {
    let held = Bot::python("for q in questions():\n    subprocess.Popen(['sleep', '1000'])\n    sys.exit(5)");
    expect(&held, "the program ended with exit code 5", "ludwerk 1");
}

#[test]
fn a_program_that_never_reads() {
    let deaf = Bot::shell("echo ludwerk 1; exec sleep 1000");
    expect_within(&deaf, ProcessLimits::default(), HASTY, "the program did not answer in time", "ludwerk 1");
    // However much it is told, we are not held up.
    let mut program = Program::start(&deaf.command, ProcessLimits::default()).unwrap();
    let long = "x".repeat(100_000);
    let trouble = (0..1000).find_map(|_| program.send(&long).err()).unwrap();
    assert_eq!(trouble, ProcessError::Deaf);
    drop(program);
    assert_eq!(deaf.left_behind(), [""; 0]);
}

#[test]
fn a_program_that_plays_on_after_the_end() {
    let eager = Bot::python("for q in questions(): first(q)\nwhile True: say('play again')");
    let mut agent = eager.agent(ProcessLimits::default());
    play(&mut agent, Some(LONG), &AtomicBool::new(false)).unwrap();
    drop(agent);
    assert_eq!(eager.left_behind(), [""; 0]);
}

#[test]
fn a_program_is_told_the_end_and_may_say_goodbye() {
    let polite = Bot::python("for q in questions(): first(q)\nopen('goodbye', 'w').write('it was nice')");
    let mut agent = polite.agent(ProcessLimits::default());
    play(&mut agent, Some(LONG), &AtomicBool::new(false)).unwrap();
    drop(agent);
    assert_eq!(fs::read_to_string(polite.folder.path().join("goodbye")).unwrap(), "it was nice");
}

#[test]
fn waiting_ends_soon_when_somebody_asks_to_stop() {
    let bot = hang("");
    let stop = AtomicBool::new(false);
    let mut agent = bot.agent(ProcessLimits::default());
    let begun = Instant::now();
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        play(&mut agent, None, &stop)
    });
    assert_eq!(ended, Err(AgentError::Failed("interrupted".to_owned())));
    assert!(begun.elapsed() < LONG);
    assert_eq!(bot.left_behind(), [""; 0]);
}

#[test]
fn a_program_has_its_own_clock_where_nobody_else_has_one() {
    let bot = Bot::python(
        "for q in questions():\n    assert q['clock']['left_ms'][0] <= 900 and q['clock']['increment_ms'] == 50\n    time.sleep(0.35)\n    first(q)",
    );
    let limits = ProcessLimits { margin: Duration::from_millis(10), ..ProcessLimits::default() };
    let control = "900ms+50ms".parse().unwrap();
    let mut agent = ProcessAgent::new(&bot.command, limits, Some(control), Box::new(LineClient::new(7)));
    let ended = play(&mut agent, None, &AtomicBool::new(false));
    let Err(AgentError::Forfeit { reason, .. }) = ended else { panic!("{ended:?}") };
    assert_eq!(reason, "the program did not answer in time");
}

#[test]
fn a_program_is_spoken_to_line_by_line() {
    let mut program = Program::start(
        "while read -r line; do echo \"got $line\"; done; echo done",
        ProcessLimits::default(),
    )
    .unwrap();
    for line in ["one", "two  three"] {
        program.send(line).unwrap();
        let answer = program.receive(Some(Instant::now() + LONG), &AtomicBool::new(false));
        assert_eq!(answer.unwrap(), format!("got {line}"));
    }
    program.end(LONG);
    assert_eq!(program.last_output(), "[output]\ngot one\ngot two  three\ndone");
}
