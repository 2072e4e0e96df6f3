//! The engine's side of UCI and USI: our agent answers a controller.
//!
//! The agent thinks in a thread of its own, and lines are read in another, so that `stop` is heard at any time; all
//! that happens comes to one queue, and only its reader speaks. What is not understood is passed over, as the
//! protocols ask; a position that cannot be set up is told by `info string`, and `go` has no move there: never is a
//! question answered for a position that nobody asked about.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ludwerk_core::interchange::{MoveCodec, read_move, write_move};
use ludwerk_core::{
    Agent, Allotment, BySeat, Control, Decision, Game, Keyed, MoveClock, Notation, Observe, Playthrough,
    Report, Rng, Seat, Value,
};

use super::go::Go;
use super::{Flavour, Info};
use crate::{Dialect, Host, MovesToGo, Pace, SearchOptions};

/// How often it is looked whether the program should end.
const PATIENCE: Duration = Duration::from_millis(50);

/// The most lines that `MultiPV` shows.
const MOST_LINES: usize = 100;

/// The largest table that a controller may ask for, in MiB, and the most threads.
const MOST_HASH: u64 = 1 << 20;
const MOST_THREADS: u32 = 64;

/// The commands, by which a line is found to begin; words before them are passed over.
const COMMANDS: [&str; 17] = [
    "uci",
    "usi",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "usinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "gameover",
    "quit",
    "d",
    "name",
    "help",
];

/// An agent with what was asked of it.
type Engaged<G> = (SearchOptions, Box<dyn Agent<G>>);

/// A move, or why there is none.
type Answered<G> = Result<Decision<<G as Game>::Move>, String>;

/// What happens.
enum Event<G: Game + Observe> {
    Line(String),
    /// There will be no more lines.
    Closed(io::Result<()>),
    Report(Report<G::Move>),
    /// The agent has come to an end, and is given back unless it broke down.
    Done {
        answered: Answered<G>,
        agent: Option<Box<dyn Agent<G>>>,
    },
}

/// A search that is going on.
struct Thinking {
    seat: Seat,
    options: SearchOptions,
    stop: Arc<AtomicBool>,
    begun: Instant,
    /// The clock that says when it is told to stop.
    clock: Option<Arc<MoveClock>>,
    /// How long it may think once its time runs.
    allotment: Option<Allotment>,
    /// Its answer is kept back until `stop` or `ponderhit`.
    is_held: bool,
}

/// An agent that answers a controller.
pub struct Engine<G: Game + Observe, H> {
    host: H,
    flavour: Flavour,
    play: Playthrough<G>,
    dialect: Dialect,
    /// Why the last `position` could not be set up.
    trouble: Option<String>,
    /// The agents of the seats with what was asked of them.
    agents: BySeat<Option<Engaged<G>>, 2>,
    options: SearchOptions,
    n_lines: usize,
    /// The most time that was left to each seat in this game.
    full: BySeat<Duration, 2>,
    seed: u64,
    n_games: u64,
    thinking: Option<Thinking>,
    /// What was told last of this search.
    shown: Option<Report<G::Move>>,
    /// An answer that waits for `stop`.
    held: Option<Answered<G>>,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<String>,
    events: (Sender<Event<G>>, Receiver<Event<G>>),
    has_quit: bool,
}

impl<G: Keyed + Notation + Observe + Clone, H: Host<G>> Engine<G, H> {
    /// An engine for a game at its start.
    ///
    /// # Errors
    /// When the agent does not play the game, or the protocol cannot tell it.
    pub fn new(flavour: Flavour, host: H, game: G, seed: u64) -> Result<Self, String> {
        if let Some(sentence) = flavour.refusal(&game) {
            return Err(sentence);
        }
        host.agent(&game, 0, Pace::Own).map(drop)?;
        let dialect = host.dialect(&game);
        Ok(Self {
            host,
            flavour,
            play: begun(game),
            dialect,
            trouble: None,
            agents: BySeat::default(),
            options: Pace::Own.into(),
            n_lines: 1,
            full: BySeat::default(),
            seed,
            n_games: 0,
            thinking: None,
            shown: None,
            held: None,
            waiting: VecDeque::new(),
            events: mpsc::channel(),
            has_quit: false,
        })
    }

    /// Answers the lines until there are no more, or one of them says `quit`. A search that is going on then is
    /// told to stop, and still answers.
    ///
    /// # Errors
    /// When lines cannot be read or answers not be written.
    pub fn run(
        &mut self,
        mut next_line: impl FnMut() -> io::Result<Option<String>> + Send + 'static,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let lines = self.events.0.clone();
        thread::spawn(move || {
            let ended = loop {
                match next_line() {
                    Ok(Some(line)) => {
                        if lines.send(Event::Line(line)).is_err() {
                            break Ok(());
                        }
                    }
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            let _ = lines.send(Event::Closed(ended));
        });
        let mut closed = Ok(());
        while !self.has_quit || self.thinking.is_some() {
            match self.next_event() {
                Some(Event::Line(line)) => self.hear(&line, output)?,
                Some(Event::Closed(how)) => {
                    closed = how;
                    self.quit();
                }
                Some(Event::Report(report)) => self.show(&report, output)?,
                Some(Event::Done { answered, agent }) => self.done(answered, agent, output)?,
                None => {}
            }
            output.flush()?;
        }
        // An answer that nobody waited for is given all the same.
        if let Some(answered) = self.held.take() {
            self.answer(answered, output)?;
        }
        closed
    }

    /// What happens next; `None` now and then, when something may have to be done about the time.
    fn next_event(&mut self) -> Option<Event<G>> {
        let left = |clock: &MoveClock| clock.limit().saturating_sub(clock.spent());
        let clock = self.thinking.as_ref().and_then(|thinking| thinking.clock.clone());
        let until_limit = clock.as_deref().map_or(PATIENCE, left);
        let event = self.events.1.recv_timeout(until_limit.min(PATIENCE));
        if let Some(thinking) = &self.thinking {
            let is_late = clock.is_some_and(|clock| left(&clock).is_zero());
            if is_late || self.host.is_ending() {
                thinking.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.host.is_ending() {
            self.quit();
        }
        event.ok()
    }

    fn quit(&mut self) {
        self.has_quit = true;
        self.stop();
    }

    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.is_held = false;
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A line that came in. Most have to wait while the agent thinks.
    fn hear(&mut self, line: &str, output: &mut impl Write) -> io::Result<()> {
        let words: Vec<_> = line.split_whitespace().skip_while(|word| !COMMANDS.contains(word)).collect();
        let Some(&command) = words.first() else { return Ok(()) };
        let is_busy = self.thinking.is_some() || self.held.is_some();
        match command {
            "quit" => self.quit(),
            "isready" => writeln!(output, "readyok")?,
            "stop" | "ponderhit" if is_busy => return self.release(command == "stop", output),
            "stop" | "ponderhit" => {}
            "go" if is_busy && !self.is_stopping() => say(output, "the last question is not answered yet")?,
            _ if is_busy => self.waiting.push_back(line.to_owned()),
            _ => self.obey(command, &words[1..], output)?,
        }
        Ok(())
    }

    fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.stop.load(Ordering::Relaxed))
    }

    /// `stop`, or `ponderhit`: from now on the time runs, and the answer may be given.
    fn release(&mut self, is_stop: bool, output: &mut impl Write) -> io::Result<()> {
        if let Some(answered) = self.held.take() {
            self.answer(answered, output)?;
            return self.catch_up(output);
        }
        if is_stop {
            self.stop();
        } else if let Some(thinking) = &mut self.thinking {
            thinking.is_held = false;
            let now = self.host.now();
            thinking.clock = thinking.allotment.map(|allotment| Arc::new(MoveClock::start(allotment, now)));
        }
        Ok(())
    }

    /// Obeys the lines that had to wait, up to the next search.
    fn catch_up(&mut self, output: &mut impl Write) -> io::Result<()> {
        while self.thinking.is_none() && self.held.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            self.hear(&line, output)?;
        }
        Ok(())
    }

    fn obey(&mut self, command: &str, words: &[&str], output: &mut impl Write) -> io::Result<()> {
        match command {
            _ if command == self.flavour.hello() => self.introduce(output)?,
            "ucinewgame" | "usinewgame" => self.begin_game(),
            "setoption" => {
                if let Err(sentence) = self.set_option(words) {
                    say(output, &sentence)?;
                }
            }
            "position" => {
                self.trouble = self.set_position(words).err();
                if let Some(sentence) = &self.trouble {
                    say(output, sentence)?;
                }
            }
            "go" => return self.go(words, output),
            "d" => self.show_board(output)?,
            _ => {}
        }
        Ok(())
    }

    fn codec(&self) -> &'static dyn MoveCodec {
        self.flavour.codec(&self.dialect)
    }

    /// The names by which variants of this game can be chosen.
    fn variant_names(&self) -> impl Iterator<Item = &(String, String)> {
        let can_be_told = |variant: &str| {
            variant == self.play.game().variant()
                || self
                    .host
                    .configure(variant, Some(2))
                    .is_ok_and(|game| self.flavour.refusal(&game).is_none())
        };
        self.dialect.uci_variants.iter().filter(move |(_, variant)| can_be_told(variant))
    }

    fn introduce(&self, output: &mut impl Write) -> io::Result<()> {
        let (name, version) = self.host.name_and_version();
        writeln!(output, "id name {name} {version}\nid author the authors of {name}")?;
        let variant = self.play.game().variant();
        let names: Vec<_> = self.variant_names().collect();
        // The name that means just this variant, not one that others use for it.
        if let Some((default, _)) = names.iter().rev().find(|(_, meant)| meant == variant) {
            let choices: Vec<_> = names.iter().map(|(name, _)| name.as_str()).collect();
            let choices = choices.join(" var ");
            writeln!(output, "option name UCI_Variant type combo default {default} var {choices}")?;
        }
        if let Some(agent) = self.host.agent_text() {
            writeln!(output, "option name Agent type string default {agent}")?;
        }
        let hash = if self.flavour == Flavour::Uci { "Hash" } else { "USI_Hash" };
        writeln!(output, "option name {hash} type spin default 64 min 1 max {MOST_HASH}")?;
        writeln!(output, "option name Threads type spin default 1 min 1 max {MOST_THREADS}")?;
        writeln!(output, "option name MultiPV type spin default 1 min 1 max {MOST_LINES}")?;
        let ponder = if self.flavour == Flavour::Uci { "Ponder" } else { "USI_Ponder" };
        writeln!(output, "option name {ponder} type check default false")?;
        writeln!(output, "option name Seed type string default {}", self.seed)?;
        writeln!(output, "{}", self.flavour.ok())
    }

    /// `name NAME value VALUE`, in which both may have blanks.
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let words = words.strip_prefix(&["name"]).unwrap_or(words);
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..at].join(" "), words.get(at + 1..).unwrap_or_default().join(" "));
        let wrong = || format!("option {name} cannot be {value:?}");
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                let meant = self
                    .variant_names()
                    .find(|(known, _)| *known == value)
                    .map(|(_, variant)| variant.clone());
                let game = self.host.configure(&meant.ok_or_else(wrong)?, Some(2))?;
                self.dialect = self.host.dialect(&game);
                self.play = begun(game);
                self.begin_game();
            }
            "agent" => {
                let options = SearchOptions { agent: Some(value), ..self.options.clone() };
                drop(self.host.agent_with_options(self.play.game(), 0, &options)?);
                self.options = options;
            }
            "hash" | "usi_hash" => {
                let size = value.parse().ok().filter(|size| (1..=MOST_HASH).contains(size));
                self.options.hash_mib = Some(size.ok_or_else(wrong)?);
            }
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
                self.options.threads = Some(threads.ok_or_else(wrong)?);
            }
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
                self.n_lines = lines.ok_or_else(wrong)?;
            }
            "seed" => {
                self.seed = value.parse().map_err(|_| wrong())?;
                self.n_games = 0;
                self.agents = BySeat::default();
            }
            "ponder" | "usi_ponder" => {}
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(())
    }

    /// A new game has new agents and a seed of its own.
    fn begin_game(&mut self) {
        self.n_games += 1;
        self.agents = BySeat::default();
        self.full = BySeat::default();
        self.play = begun(self.play.game().clone());
        self.trouble = None;
    }

    /// `startpos`, or `fen` and `sfen` with a position, and moves after it. The moves that can be played are.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
        let game = self.play.game().clone();
        let mut play = match place {
            ["startpos"] => begun(game),
            ["fen" | "sfen", text @ ..] => {
                let text = text.join(" ");
                let wrong = |reason: String| format!("the position {text} cannot be set up: {reason}");
                let ours = self.codec().position_to_ours(&text);
                let ours = ours.ok_or_else(|| wrong("it is not written like one".to_owned()))?;
                let start = game.parse_position(&ours).map_err(|error| wrong(error.reason))?;
                Playthrough::new(game, start)
            }
            _ => return Err("position needs startpos or a position".to_owned()),
        };
        let mut played = Ok(());
        for text in moves {
            let wrong = |reason: String| format!("illegal move {text}: {reason}");
            let mv = read_move(play.game(), self.codec(), play.state(), text).map_err(wrong);
            played = mv.and_then(|mv| play.play(mv).map_err(|error| wrong(error.to_string())));
            if played.is_err() {
                break;
            }
        }
        self.play = play;
        played
    }

    fn show_board(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}", self.host.board_text(&self.play).trim_end())?;
        let ours = self.play.game().position_text(self.play.state());
        if let Some(text) = self.codec().position_to_theirs(&ours) {
            let name = if self.flavour == Flavour::Uci { "Fen" } else { "Sfen" };
            writeln!(output, "{name}: {text}")?;
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str], output: &mut impl Write) -> io::Result<()> {
        let go = Go::parse(self.flavour, words);
        if go.is_for_mate && self.flavour == Flavour::Usi {
            return writeln!(output, "checkmate notimplemented");
        }
        match self.think(&go) {
            Ok(None) => Ok(()),
            Ok(Some(chosen)) => self.answer(Ok(Decision { chosen, report: Report::default() }), output),
            Err(sentence) => self.answer(Err(sentence), output),
        }
    }

    /// Begins to think, unless there is nothing to think about: gives the only move then.
    fn think(&mut self, go: &Go) -> Result<Option<G::Move>, String> {
        if let Some(sentence) = &self.trouble {
            return Err(sentence.clone());
        }
        let seat = self.play.to_move().ok_or("the game is over")?;
        if let ([only], true, false) =
            (&self.play.legal_moves()[..], go.has_time(), go.is_infinite || go.is_pondering)
        {
            // There is nothing to think about.
            return Ok(Some(*only));
        }
        let is_bounded_by_us = go.has_time() || go.is_infinite || go.is_pondering;
        let pace = if is_bounded_by_us { Pace::Clock } else { Pace::Own };
        let options = SearchOptions { pace, depth: go.depth, nodes: go.nodes, ..self.options.clone() };
        let known = self.agents[seat].take().filter(|(earlier, _)| *earlier == options);
        let mut agent = if let Some((_, agent)) = known {
            agent
        } else {
            let seed = Rng::derive(Rng::derive(self.seed, self.n_games), seat.idx() as u64);
            self.host.agent_with_options(self.play.game(), seed, &options)?
        };
        let n_made =
            (0..self.play.moves().len()).filter(|&ply| self.play.seat_at(ply) == Some(seat)).count() as u32;
        self.full[seat] = self.full[seat].max(go.left[seat].unwrap_or_default());
        let horizon = MovesToGo::of_seat(&self.dialect, seat, n_made);
        let is_held = go.is_infinite || go.is_pondering;
        let allotment = go.allot(seat, self.full[seat], horizon).filter(|_| !go.is_infinite);
        // On the opponent's time no clock runs yet.
        let running = allotment.filter(|_| !is_held);
        let clock = running.map(|allotment| Arc::new(MoveClock::start(allotment, self.host.now())));
        let stop = Arc::new(AtomicBool::new(false));
        self.shown = None;
        self.thinking = Some(Thinking {
            seat,
            options,
            stop: Arc::clone(&stop),
            begun: Instant::now(),
            clock: clock.clone(),
            allotment,
            is_held,
        });
        let (events, play, n_lines) = (self.events.0.clone(), self.play.clone(), self.n_lines);
        thread::spawn(move || {
            let asked = catch_unwind(AssertUnwindSafe(|| {
                let mut forward = |report: &Report<G::Move>| {
                    let _ = events.send(Event::Report(report.clone()));
                };
                let control = Control::new(&stop, &mut forward).with_lines(n_lines);
                play.ask(agent.as_mut(), &mut control.with_move_clock(clock.as_deref()))
            }));
            let (answered, agent) = match asked {
                Ok(Ok(decision)) => (Ok(decision), Some(agent)),
                // One that broke down is not asked again.
                Ok(Err(error)) => (Err(error.to_string()), None),
                Err(_) => (Err("the agent broke down".to_owned()), None),
            };
            let _ = events.send(Event::Done { answered, agent });
        });
        Ok(None)
    }

    fn done(
        &mut self,
        answered: Answered<G>,
        agent: Option<Box<dyn Agent<G>>>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        if let Ok(decision) = &answered {
            self.show(&decision.report, output)?;
        }
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        self.agents[thinking.seat] = agent.map(|agent| (thinking.options, agent));
        if thinking.is_held {
            self.held = Some(answered);
            return Ok(());
        }
        self.answer(answered, output)?;
        self.catch_up(output)
    }

    fn answer(&mut self, answered: Answered<G>, output: &mut impl Write) -> io::Result<()> {
        let chosen = answered.and_then(|decision| {
            let is_legal = self.play.legal_moves().contains(&decision.chosen);
            let text = write_move(self.play.game(), self.codec(), self.play.state(), decision.chosen);
            let text = text.filter(|_| is_legal).ok_or("the agent chose a move that cannot be told")?;
            // What it expects of the other side, for those who let us think meanwhile.
            let expected = self.texts(&decision.report.pv).get(1).map(|text| format!(" ponder {text}"));
            let is_line_of_move = decision.report.pv.first() == Some(&decision.chosen);
            Ok(text + &expected.filter(|_| is_line_of_move).unwrap_or_default())
        });
        match chosen {
            Ok(text) => writeln!(output, "bestmove {text}"),
            Err(sentence) => {
                say(output, &sentence)?;
                writeln!(output, "bestmove {}", self.flavour.no_move())
            }
        }
    }

    fn texts(&self, line: &[G::Move]) -> Vec<String> {
        let texts = self.play.line_texts(line);
        texts.iter().map_while(|text| self.codec().move_to_theirs(text)).collect()
    }

    fn show(&mut self, report: &Report<G::Move>, output: &mut impl Write) -> io::Result<()> {
        let Some(thinking) = &self.thinking else { return Ok(()) };
        // The answer often says what was just said.
        if self.shown.as_ref() == Some(report) {
            return Ok(());
        }
        self.shown = Some(report.clone());
        let millis = u64::try_from(thinking.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let info = |line: Option<usize>, value: Option<Value>, pv: &[G::Move]| Info {
            depth: Some(report.depth),
            line: line.map(|line| line as u32),
            score: value.map(|value| self.host.score(value)),
            nodes: Some(report.nodes),
            millis: Some(millis),
            pv: self.texts(pv),
        };
        if self.n_lines > 1 && !report.lines.is_empty() {
            for (n, line) in report.lines.iter().take(self.n_lines).enumerate() {
                let whole = if line.pv.is_empty() { vec![line.mv] } else { line.pv.clone() };
                writeln!(output, "{}", info(Some(n + 1), Some(line.value), &whole).text(self.flavour))?;
            }
            return Ok(());
        }
        writeln!(output, "{}", info(None, report.value, &report.pv).text(self.flavour))
    }
}

/// A game at its start.
fn begun<G: Keyed + Clone>(game: G) -> Playthrough<G> {
    // A game that deals is refused before it comes here, so any numbers will do.
    let start = game.start(&mut Rng::new(0));
    Playthrough::new(game, start)
}

/// A message for people.
fn say(output: &mut impl Write, sentence: &str) -> io::Result<()> {
    writeln!(output, "info string {}", sentence.split_whitespace().collect::<Vec<_>>().join(" "))
}
