//! The engine's side of UCI and USI on toy games: it listens while it thinks, and nothing that it is told upsets it.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Keyed, Notation, Observe, Playthrough, Report, View,
};
use ludwerk_protocol::uci::{Engine, Flavour};
use ludwerk_protocol::{Dialect, Host, Pace};
use ludwerk_testkit::toys::{Harvest, Kuhn, TicTacToe};

/// How the agent of a test behaves.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// Plays the first legal move.
    Plain,
    /// Plays the first legal move as soon as it is told to stop.
    Patient,
    /// Panics.
    Broken,
}

impl<G: Observe> Agent<G> for Temper {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        assert!(*self != Self::Broken, "this agent breaks down");
        control.report(&Report {
            depth: 1,
            nodes: 5,
            value: Some(Value::new(0.5, Unit::Evaluation, 2)),
            ..Report::default()
        });
        while *self == Self::Patient && !control.should_stop() {
            thread::yield_now();
        }
        let report = Report { depth: 2, nodes: 9, pv: vec![view.legal[0]], ..Report::default() };
        Ok(Decision { chosen: view.legal[0], report })
    }
}

struct Toys(Temper);

impl<G: Keyed + Observe + Notation> Host<G> for Toys {
    fn name_and_version(&self) -> (String, String) {
        ("Toy".to_owned(), "7".to_owned())
    }

    fn configure(&self, variant: &str, _players: Option<usize>) -> Result<G, String> {
        Err(format!("no other game than {variant}"))
    }

    fn dialect(&self, game: &G) -> Dialect {
        Dialect::plain(game)
    }

    fn agent(&self, _game: &G, _seed: u64, _pace: Pace) -> Result<Box<dyn Agent<G>>, String> {
        Ok(Box::new(self.0))
    }

    fn board_text(&self, play: &Playthrough<G>) -> String {
        format!("{} moves", play.moves().len())
    }

    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn is_ending(&self) -> bool {
        false
    }
}

/// Hands over whole lines.
struct Lines(Sender<String>, String);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.push_str(std::str::from_utf8(bytes).expect("text"));
        while let Some((line, rest)) = self.1.split_once('\n') {
            self.0.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            self.1 = rest.to_owned();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine in a thread, as its controller sees it.
struct Controlled {
    lines: Option<Sender<String>>,
    answers: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(60);

impl Controlled {
    fn start(flavour: Flavour, temper: Temper) -> Self {
        let (lines, received) = mpsc::channel::<String>();
        let (written, answers) = mpsc::channel();
        let engine = thread::spawn(move || {
            let mut engine = Engine::new(flavour, Toys(temper), TicTacToe, 1).expect("it can be told");
            engine.run(move || Ok(received.recv().ok()), &mut Lines(written, String::new()))
        });
        Self { lines: Some(lines), answers, engine }
    }

    fn send(&self, lines: &[&str]) {
        for line in lines {
            self.lines.as_ref().unwrap().send((*line).to_owned()).expect("it listens");
        }
    }

    /// The lines up to the one that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.answers.recv_timeout(LONG).unwrap_or_else(|_| panic!("no {beginning} after {lines:?}"));
            let is_last = line.starts_with(beginning);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    fn best_move(&self) -> String {
        self.until("bestmove").pop().unwrap()
    }

    /// Closes its input; gives what it says until it ends.
    fn close(mut self) -> Vec<String> {
        self.lines = None;
        self.engine.join().expect("no panic").expect("no trouble with its pipes");
        self.answers.try_iter().collect()
    }
}

#[test]
fn it_introduces_itself_and_answers() {
    for (flavour, hello, ok) in [(Flavour::Uci, "uci", "uciok"), (Flavour::Usi, "usi", "usiok")] {
        let engine = Controlled::start(flavour, Temper::Plain);
        engine.send(&[hello, "isready"]);
        let lines = engine.until(ok);
        assert_eq!(lines[0], "id name Toy 7");
        assert!(lines.iter().any(|line| line.starts_with("option name Threads type spin")), "{lines:?}");
        assert_eq!(engine.until("readyok"), ["readyok"]);
        engine.send(&["ucinewgame", "position startpos moves a1 b2", "d", "go"]);
        let lines = engine.until("bestmove");
        assert_eq!(lines[0], "2 moves");
        assert!(lines[1].starts_with("info depth 1 score cp 50 nodes 5 "), "{lines:?}");
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(lines[2].starts_with("info depth 2 nodes 9 ") && lines[2].ends_with(&format!(" pv {best}")));
        engine.send(&["quit"]);
        assert!(engine.close().is_empty());
    }
}

#[test]
fn what_is_not_understood_is_passed_over() {
    let engine = Controlled::start(Flavour::Uci, Temper::Plain);
    engine.send(&[
        "",
        "  \t",
        "joho",
        "\u{0}\u{7}ä",
        "setoption",
        "setoption name",
        "setoption name Hash value x",
    ]);
    engine.send(&["position", "position fen", "position startpos moves zz", "go depth", "stop", "ponderhit"]);
    // Words before a command are passed over, too.
    engine.send(&["joho debug isready", "joho isready"]);
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info string illegal move zz")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove (none)", "it never answers for another position");
    engine.until("readyok");
    engine.send(&["position startpos", "go"]);
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.close();
}

#[test]
fn it_hears_stop_while_it_thinks() {
    let engine = Controlled::start(Flavour::Uci, Temper::Patient);
    engine.send(&["position startpos", "go infinite", "isready"]);
    engine.until("readyok");
    // What comes meanwhile waits for the answer.
    engine.send(&["go", "position startpos moves a1", "stop", "d"]);
    let lines = engine.until("1 moves");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    assert!(lines.contains(&"info string the last question is not answered yet".to_owned()), "{lines:?}");
    engine.close();
}

#[test]
fn an_endless_question_is_answered_only_after_stop() {
    let engine = Controlled::start(Flavour::Uci, Temper::Plain);
    for end in ["stop", "ponderhit"] {
        engine.send(&[
            "position startpos",
            if end == "stop" { "go infinite" } else { "go ponder wtime 900 btime 900" },
        ]);
        engine.until("info depth 2");
        engine.send(&["isready"]);
        assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
        engine.send(&[end]);
        engine.best_move();
    }
    engine.close();
}

#[test]
fn a_clock_stops_an_agent_that_would_think_forever() {
    let engine = Controlled::start(Flavour::Uci, Temper::Patient);
    engine.send(&["position startpos", "go movetime 30"]);
    engine.best_move();
    engine.send(&["go wtime 500 btime 500 winc 10 binc 10"]);
    engine.best_move();
    engine.send(&["go ponder wtime 500 btime 500", "ponderhit"]);
    engine.best_move();
    engine.close();
    let engine = Controlled::start(Flavour::Usi, Temper::Patient);
    engine.send(&["position startpos", "go btime 0 wtime 0 byoyomi 30"]);
    engine.best_move();
    engine.send(&["go mate 1000"]);
    assert_eq!(engine.until("checkmate"), ["checkmate notimplemented"]);
    engine.close();
}

#[test]
fn a_closed_input_ends_it_even_while_it_thinks() {
    for go in ["go infinite", "go", "go ponder"] {
        let engine = Controlled::start(Flavour::Uci, Temper::Patient);
        engine.send(&["position startpos", go, "isready"]);
        engine.until("readyok");
        let rest = engine.close();
        assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{rest:?}");
    }
}

#[test]
fn an_agent_that_breaks_down_has_no_move() {
    let engine = Controlled::start(Flavour::Usi, Temper::Broken);
    engine.send(&["position startpos", "go"]);
    assert_eq!(engine.until("bestmove"), ["info string the agent broke down", "bestmove resign"]);
    engine.send(&["go"]);
    assert_eq!(engine.best_move(), "bestmove resign");
    engine.close();
}

#[test]
fn a_finished_game_has_no_move() {
    let engine = Controlled::start(Flavour::Uci, Temper::Plain);
    engine.send(&["position startpos moves a1 b1 a2 b2 a3", "go"]);
    assert_eq!(engine.until("bestmove"), ["info string the game is over", "bestmove (none)"]);
    engine.close();
}

#[test]
fn games_that_it_cannot_tell_are_refused() {
    let seats = Engine::new(Flavour::Uci, Toys(Temper::Plain), Harvest::new(3), 1).err().unwrap();
    assert_eq!(seats, "UCI is for two players, and here are 3");
    let hidden = Engine::new(Flavour::Usi, Toys(Temper::Plain), Kuhn, 1).err().unwrap();
    assert!(hidden.starts_with("USI shows everything to everybody"), "{hidden}");
}
