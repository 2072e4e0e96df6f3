//! Drives a session at this terminal: agents on threads of their own, files, hints.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use ludwerk_arena::record::{Origin, Record};
use ludwerk_arena::series::folder::Folder;
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game as _, Notation as _, Observe as _, Playthrough, Rng, Seat,
    Viewer,
};
use ludwerk_registry::{AnyGame, AnyMove, Spec, best_agent};
use ludwerk_session::{Played, Session, Setting, Thought, inform, inform_anew};

use super::memory::Memory;
use crate::failure::Failure;
use crate::interrupt;

/// Who holds a seat: a person at this terminal by name, or an agent.
pub type Player = ludwerk_session::Player<String>;

const HUMAN: &str = "human";

/// Somebody without a name.
pub fn human() -> Player {
    Player::Human(HUMAN.to_owned())
}

/// The player that a spec means; whether an agent peeks is seen when it is made.
pub fn player(spec: Spec) -> Player {
    let is_human = spec.name == HUMAN && spec.options.is_empty();
    if is_human { human() } else { Player::Engine { spec, peeks: false } }
}

/// The player that a record names: an agent if there is one of that spec, a person otherwise.
pub fn recorded(game: &AnyGame, name: &str) -> Player {
    match name.parse::<Spec>() {
        Ok(spec) if game.agent(&spec, 0).is_ok() => Player::Engine { spec, peeks: false },
        _ => Player::Human(name.to_owned()),
    }
}

/// A decision that an agent is working on.
struct Thinking {
    seat: Seat,
    stop: Arc<AtomicBool>,
    answer: Receiver<Answer>,
}

/// How often a waiting session looks whether it should stop.
const PATIENCE: Duration = Duration::from_millis(50);

type AnyAgent = Box<dyn Agent<AnyGame>>;

/// The agent comes back with its answer, so that it can remember things between its moves.
type Answer = (AnyAgent, Result<Decision<AnyMove>, AgentError>);

/// What becomes of an agent that would see what is hidden from its seat, in a game with people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peeking {
    /// It does not sit down.
    Refused,
    /// The person asked for it: it is told aloud, and in the record.
    Allowed,
}

/// A session with what it needs at a terminal.
pub struct Driver {
    pub session: Session<String>,
    /// The agent of each seat, absent while it thinks and for people.
    agents: Vec<Option<AnyAgent>>,
    peeking: Peeking,
    thinking: Option<Thinking>,
    /// The hint that is being looked for.
    hinting: Option<Thinking>,
    seed: u64,
    n_games: u64,
    kept_in: Option<PathBuf>,
    /// The series that every game is kept in.
    series: Option<Folder>,
    /// The moves of the game as it was last saved or loaded.
    saved: Option<Vec<AnyMove>>,
    /// What is remembered of the person from game to game.
    memory: Option<Memory>,
    /// What this game has told about the person, once it is over.
    trajectory: Option<String>,
}

impl Driver {
    /// A new game, or one that goes on; fails if a player's spec gives no agent for it, or one that peeks and may not.
    pub fn new(
        play: Playthrough<AnyGame>,
        origin: Origin,
        players: Vec<Player>,
        played: Vec<Played>,
        seed: u64,
        peeking: Peeking,
    ) -> Result<Self, Failure> {
        let saved = Some(play.moves().to_vec());
        let setting = Setting { played, ..Setting::new(players, origin, seed) };
        let mut driver = Self {
            session: Session::new(play, setting, Instant::now()),
            agents: Vec::new(),
            peeking,
            thinking: None,
            hinting: None,
            seed,
            n_games: 0,
            kept_in: None,
            series: None,
            saved,
            memory: None,
            trajectory: None,
        };
        driver.make_agents()?;
        Ok(driver)
    }

    /// The game of a record goes on, between its own players or these.
    pub fn of_record(
        record: &Record,
        play: Playthrough<AnyGame>,
        players: Option<Vec<Player>>,
        seed: u64,
        peeking: Peeking,
    ) -> Result<Self, Failure> {
        let of_record = || record.seats.iter().map(|name| recorded(play.game(), name)).collect();
        let players = players.unwrap_or_else(of_record);
        let played = Played::of_record(record, &play);
        Self::new(play, record.origin(), players, played, seed, peeking)
    }

    /// Makes the agents anew. This is the one way to the table, for a new game as for a saved one.
    fn make_agents(&mut self) -> Result<(), Failure> {
        let has_secrets = self.session.game().info().is_hidden() && self.has_humans();
        let (seed, game) = (Rng::derive(self.seed, self.n_games), self.session.game().clone());
        let mut agents = Vec::new();
        for (seat, player) in self.session.players_mut().iter_mut().enumerate() {
            agents.push(None);
            let Player::Engine { spec, peeks } = player else { continue };
            let agent = game.agent(spec, Rng::derive(seed, seat as u64))?;
            *peeks = has_secrets && agent.peeks();
            if *peeks && self.peeking == Peeking::Refused {
                return Err(Failure::new(
                    format!(
                        "{spec} peeks: it looks at what is hidden from its seat, so it may not play against people"
                    ),
                    "choose another agent, or add --allow-peeking to play against it anyway",
                ));
            }
            agents[seat] = Some(agent);
        }
        self.agents = agents;
        Ok(())
    }

    /// The rules of the variant that is played, in paragraphs.
    pub fn rules(&self) -> &'static [&'static str] {
        self.session.game().info().rules(self.session.game().variant())
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn has_humans(&self) -> bool {
        !self.session.is_among_engines()
    }

    /// The seats of those at this terminal: people, or all where only agents play.
    fn held(&self) -> Vec<Seat> {
        let people = self.session.people();
        if people.is_empty() { self.session.seats().collect() } else { people }
    }

    /// Through whose eyes the game is shown: the person at the table, or the one of several who is
    /// to move; a spectator where all seats are agents'.
    pub fn viewer(&self) -> Viewer {
        let people = self.session.people();
        let mover = self.session.play().to_move().filter(|seat| people.contains(seat));
        self.session.viewer(&people, mover.or(people.first().copied()))
    }

    /// The name of a seat with who sits there.
    pub fn seat_title(&self, seat: Seat) -> String {
        let peeks = if self.session.peeks(seat) { ", which peeks" } else { "" };
        format!(
            "{} ({}{peeks})",
            self.session.game().seat_name(seat),
            self.session.players()[seat.idx()].name()
        )
    }

    /// Who sees what is hidden from people, where somebody does.
    pub fn warning(&self) -> Option<String> {
        let peekers = self.session.seats().filter(|&seat| self.session.peeks(seat));
        let names: Vec<_> = peekers.map(|seat| self.session.game().seat_name(seat)).collect();
        (!names.is_empty()).then(|| {
            format!(
                "{} peeks: the agent there sees what is hidden from you. A record of this game says so.",
                names.join(" and ")
            )
        })
    }

    /// Remembers how strong the person is, and tells it the agents that want to know.
    pub fn remember(&mut self, memory: Memory) -> Result<(), Failure> {
        let known = memory.known(self.session.game());
        inform(self.session.players_mut(), &known);
        self.memory = Some(memory);
        self.make_agents()
    }

    /// Learns from the game once it is over.
    fn learn(&mut self) -> Result<(), Failure> {
        if self.trajectory.is_none()
            && let Some(memory) = &mut self.memory
            && let Some(&person) = self.session.people().first()
            && let Some(game) = self.session.assessable(person)
        {
            self.trajectory = Some(memory.learn(&game)?);
        }
        Ok(())
    }

    /// How things stand, in a sentence.
    pub fn status(&self) -> String {
        if let Some(outcome) = self.session.play().outcome() {
            let trajectory =
                self.trajectory.as_ref().map_or(String::new(), |trajectory| format!(" {trajectory}"));
            return match outcome.returns.sole_winner() {
                Some(winner) => {
                    format!("{} wins by {}.{trajectory}", self.seat_title(winner), outcome.reason)
                }
                None => format!("A draw by {}.{trajectory}", outcome.reason),
            };
        }
        match self.session.play().to_move() {
            Some(seat) if self.session.is_human_turn() => format!("{} to move.", self.seat_title(seat)),
            Some(seat) => format!("{} is thinking …", self.seat_title(seat)),
            None => "Chance decides.".to_owned(),
        }
    }

    /// The legal moves with their texts.
    pub fn legal(&self) -> Vec<(AnyMove, String)> {
        let text = |mv| (mv, self.session.game().move_text(self.session.play().state(), mv));
        self.session.play().legal_moves().into_iter().map(text).collect()
    }

    /// Plays a person's move.
    pub fn play_move(&mut self, mv: AnyMove) -> Result<(), Failure> {
        self.session.play_move(mv, Thought::default(), Instant::now())?;
        self.after_move()
    }

    /// Plays a person's move given as text.
    pub fn play_text(&mut self, text: &str) -> Result<(), Failure> {
        self.session.play_text(text, Instant::now())?;
        self.after_move()
    }

    fn after_move(&mut self) -> Result<(), Failure> {
        self.forget_hint();
        self.autosave()?;
        self.learn()
    }

    /// Sets the agent to work if it is an agent's turn and none is at work yet.
    pub fn start_thinking(&mut self) {
        let Some((seat, _)) = self.session.engine_to_move().filter(|_| self.thinking.is_none()) else {
            return;
        };
        if let Some(agent) = self.agents[seat.idx()].take() {
            self.thinking = Some(self.spawn(seat, agent));
        }
    }

    fn spawn(&self, seat: Seat, mut agent: AnyAgent) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = mpsc::channel();
        let (play, flag) = (Arc::clone(self.session.play()), Arc::clone(&stop));
        std::thread::spawn(move || {
            let decision = play.ask(agent.as_mut(), &mut Control::new(&flag, &mut |_| {}));
            drop(play);
            // Nobody listens any more when the move was taken back.
            let _ = sender.send((agent, decision));
        });
        Thinking { seat, stop, answer }
    }

    /// Plays the agent's move if it has answered; says which move that was.
    pub fn poll_thinking(&mut self) -> Result<Option<String>, Failure> {
        self.await_engine(Duration::ZERO)
    }

    /// Waits for the agent and plays its move; says which move that was.
    pub fn wait_for_engine(&mut self) -> Result<Option<String>, Failure> {
        self.start_thinking();
        loop {
            let played = self.await_engine(PATIENCE)?;
            let Some(thinking) = self.thinking.as_ref().filter(|_| played.is_none()) else {
                return Ok(played);
            };
            if interrupt::is_requested() {
                thinking.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn await_engine(&mut self, patience: Duration) -> Result<Option<String>, Failure> {
        let Some(thinking) = &self.thinking else { return Ok(None) };
        match thinking.answer.recv_timeout(patience) {
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let player = self.session.players()[thinking.seat.idx()].name();
                self.thinking = None;
                Err(Failure::new(format!("{player} broke down"), "start a new game, with another agent"))
            }
            Ok(answer) => self.take_answer(answer).map(Some),
        }
    }

    fn take_answer(&mut self, (agent, decision): Answer) -> Result<String, Failure> {
        if let Some(thinking) = self.thinking.take() {
            self.agents[thinking.seat.idx()] = Some(agent);
        }
        let Decision { chosen, report } = decision?;
        // What the viewer may not know is not told.
        let is_shown = self.session.game().shows_move(self.session.play().state(), chosen, self.viewer());
        let text = self.session.game().move_text(self.session.play().state(), chosen);
        self.session.play_move(chosen, Thought::of(&report), Instant::now())?;
        self.after_move()?;
        Ok(if is_shown { text } else { "a hidden move".to_owned() })
    }

    /// Makes the agents stop and forget what they were about to answer.
    fn stop_thinking(&mut self) {
        self.forget_hint();
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
            if let Ok((agent, _)) = thinking.answer.recv() {
                self.agents[thinking.seat.idx()] = Some(agent);
            }
        }
    }

    /// Takes back one move, or against agents all moves back to a person's turn.
    /// `false` if there is none to take back.
    pub fn undo(&mut self) -> Result<bool, Failure> {
        let held = self.held();
        self.check_retry(&held)?;
        // Where an agent opens the game there may be nothing of one's own to take back.
        if !self.session.may_undo(&held) {
            return Ok(false);
        }
        self.stop_thinking();
        self.session.undo(&held, Instant::now());
        self.autosave()?;
        Ok(true)
    }

    /// Plays again what was taken back, up to the next turn of a person.
    pub fn redo(&mut self) -> Result<bool, Failure> {
        let held = self.held();
        self.check_retry(&held)?;
        self.stop_thinking();
        let any = self.session.redo(&held, Instant::now());
        self.autosave()?;
        Ok(any)
    }

    /// In a series nothing is taken back but the turn under way.
    fn check_retry(&self, held: &[Seat]) -> Result<(), Failure> {
        if self.session.may_retry(held) { Ok(()) } else { self.check_unaided("moves are not taken back") }
    }

    /// Asks the best agent what it would play; [`Driver::poll_hint`] has its answer.
    pub fn start_hint(&mut self) -> Result<(), Failure> {
        self.check_unaided("there are no hints")?;
        let Some(seat) = self.session.play().to_move() else {
            return Err(Failure::new("nobody is to move", "start a new game"));
        };
        let seed = Rng::derive(self.seed, self.session.play().moves().len() as u64);
        let agent = self.session.game().agent(&best_agent(), seed)?;
        self.forget_hint();
        self.hinting = Some(self.spawn(seat, agent));
        Ok(())
    }

    /// What the best agent would play and what it thinks of it, once it has answered.
    pub fn poll_hint(&mut self) -> Result<Option<(AnyMove, String)>, Failure> {
        let Some(hinting) = &self.hinting else { return Ok(None) };
        match hinting.answer.try_recv() {
            Err(TryRecvError::Empty) => Ok(None),
            answer => self.tell_hint(answer.ok()).map(Some),
        }
    }

    /// Waits for the hint.
    pub fn wait_for_hint(&mut self) -> Result<(AnyMove, String), Failure> {
        self.start_hint()?;
        let answer = self.hinting.as_ref().and_then(|hinting| hinting.answer.recv().ok());
        self.tell_hint(answer)
    }

    fn tell_hint(&mut self, answer: Option<Answer>) -> Result<(AnyMove, String), Failure> {
        self.hinting = None;
        let name = best_agent().name;
        let (_, decision) =
            answer.ok_or_else(|| Failure::new(format!("{name} broke down"), "play on without a hint"))?;
        let Decision { chosen, report } = decision?;
        let text = self.session.game().move_text(self.session.play().state(), chosen);
        let value = report.value.map_or(String::new(), |value| format!(", {}", crate::output::value(value)));
        Ok((chosen, format!("{name} would play {text}{value}")))
    }

    /// A hint for a position that is no longer there is of no use.
    fn forget_hint(&mut self) {
        if let Some(hinting) = self.hinting.take() {
            hinting.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A new game with the same players; dealt anew where the game deals.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.stop_thinking();
        let Setting { mut origin, is_test, .. } = *self.session.setting();
        let start = if origin.is_position {
            self.session.play().start().clone()
        } else {
            self.n_games += 1;
            origin.seed = Some(Rng::derive(self.seed, self.n_games));
            self.session.game().start(&mut Rng::new(origin.seed.unwrap_or_default()))
        };
        let mut players = self.session.players().to_vec();
        if let Some(memory) = &self.memory {
            inform_anew(&mut players, &memory.known(self.session.game()));
        }
        let play = Playthrough::new(self.session.game().clone(), start);
        let seed = Rng::derive(self.seed, self.n_games);
        let setting = Setting { is_test, ..Setting::new(players, origin, seed) };
        self.session = Session::new(play, setting, Instant::now());
        self.trajectory = None;
        self.make_agents()?;
        self.saved = Some(Vec::new());
        // The file keeps the game that was played; the new one goes elsewhere.
        self.kept_in = None;
        self.keep_in_series()
    }

    /// Keeps this game and every later one in a series: a test of people, who get no help in it.
    pub fn join(&mut self, series: Folder) -> Result<(), Failure> {
        self.series = Some(series);
        self.session.begin_test();
        self.keep_in_series()
    }

    fn keep_in_series(&mut self) -> Result<(), Failure> {
        match &self.series {
            Some(series) => self.keep_in(series.new_file()),
            None => Ok(()),
        }
    }

    /// What would make the result of a series worth less is refused.
    fn check_unaided(&self, what: &str) -> Result<(), Failure> {
        if !self.session.is_test() {
            return Ok(());
        }
        Err(Failure::new(format!("{what} in a game of a series"), "play on; without --series you get help"))
    }

    /// Where the game is saved unless another file is named.
    pub fn default_path(&self) -> PathBuf {
        self.kept_in
            .clone()
            .unwrap_or_else(|| format!("{}-{}.json", self.session.game().info().id, self.seed).into())
    }

    /// Writes the game to a file. The old content stays until the new one is complete.
    pub fn save(&mut self, path: &Path) -> Result<(), Failure> {
        write_whole(path, &self.session.record()).map_err(|error| {
            Failure::new(format!("cannot save to {}: {error}", path.display()), "check the path")
        })?;
        self.saved = Some(self.session.play().moves().to_vec());
        Ok(())
    }

    /// Saves to this file now and after every move.
    pub fn keep_in(&mut self, path: PathBuf) -> Result<(), Failure> {
        self.save(&path)?;
        self.kept_in = Some(path);
        Ok(())
    }

    fn autosave(&mut self) -> Result<(), Failure> {
        match self.kept_in.clone() {
            Some(path) => self.save(&path),
            None => Ok(()),
        }
    }

    /// Goes on with a saved game of the same kind.
    pub fn load(&mut self, path: &Path) -> Result<(), Failure> {
        self.check_unaided("no other game is opened")?;
        let record = Record::parse(&crate::position::read_text(path)?)?;
        let game = super::game_of(&record, self.session.game().info().id)?;
        let play = record.replay(&game)?;
        let seed = record.seed.unwrap_or(self.seed);
        // Where a player of the record may not sit down, the game at the table goes on as it was.
        let loaded = Self::of_record(&record, play, None, seed, self.peeking)?;
        self.stop_thinking();
        let (kept_in, memory) = (self.kept_in.take(), self.memory.take());
        *self = loaded;
        self.kept_in = kept_in;
        match memory.filter(|_| Memory::is_wanted(self.session.players())) {
            Some(memory) => self.remember(memory),
            None => Ok(()),
        }
    }

    /// Whether leaving would lose moves of a game that is still going on.
    pub fn has_unsaved_moves(&self) -> bool {
        let moves = self.session.play().moves();
        !moves.is_empty() && !self.session.is_over() && self.saved.as_deref() != Some(moves)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        for thinking in self.thinking.iter().chain(&self.hinting) {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Writes JSON to a file. The old content stays until the new one is complete.
pub fn write_whole(path: &Path, content: &impl serde::Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_string_pretty(content)?;
    text.push('\n');
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}
