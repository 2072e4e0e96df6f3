//! A table with a game on it: who sits there, whose turn it is, undo, hints, saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use ludwerk_arena::PlayedMove;
use ludwerk_arena::record::{Origin, Record};
use ludwerk_arena::series::folder::Folder;
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game as _, MoveError, Notation as _, Observe as _, Playthrough,
    Rng, Seat, Turn, Value, Viewer, sample_chance,
};
use ludwerk_registry::{AnyGame, AnyMove, Spec, best_agent};

use super::memory::Memory;
use crate::failure::Failure;
use crate::interrupt;

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at this terminal.
    Human(String),
    /// An agent.
    Engine(Spec),
}

const HUMAN: &str = "human";

impl Player {
    pub fn human() -> Self {
        Self::Human(HUMAN.to_owned())
    }

    pub fn from_spec(spec: Spec) -> Self {
        if spec.name == HUMAN && spec.options.is_empty() { Self::human() } else { Self::Engine(spec) }
    }

    /// The player that a record names: an agent if there is one of that spec, a person otherwise.
    pub fn from_record(game: &AnyGame, name: &str) -> Self {
        match name.parse::<Spec>() {
            Ok(spec) if game.agent(&spec, 0).is_ok() => Self::Engine(spec),
            _ => Self::Human(name.to_owned()),
        }
    }

    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    pub fn name(&self) -> String {
        match self {
            Self::Human(name) => name.clone(),
            Self::Engine(spec) => spec.to_string(),
        }
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

/// A game in progress with its players.
pub struct Session {
    play: Playthrough<AnyGame>,
    origin: Origin,
    players: Vec<Player>,
    /// The agent of each seat, absent while it thinks and for people.
    agents: Vec<Option<AnyAgent>>,
    peeking: Peeking,
    /// The seats whose agents see more than people do, in a game with people.
    peekers: Vec<Seat>,
    thinking: Option<Thinking>,
    /// The hint that is being looked for.
    hinting: Option<Thinking>,
    /// What is known of each move.
    details: Vec<PlayedMove>,
    /// Since when it is the turn of whoever is to move.
    turn_began: Instant,
    /// Moves taken back, the last one taken back last.
    undone: Vec<(AnyMove, PlayedMove)>,
    rng: Rng,
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

impl Session {
    /// A session; fails if a player's spec gives no agent for the game, or one that peeks and may not.
    pub fn new(
        play: Playthrough<AnyGame>,
        details: Vec<PlayedMove>,
        origin: Origin,
        players: Vec<Player>,
        seed: u64,
        peeking: Peeking,
    ) -> Result<Self, Failure> {
        let mut session = Self {
            saved: Some(play.moves().to_vec()),
            play,
            origin,
            players,
            agents: Vec::new(),
            peeking,
            peekers: Vec::new(),
            thinking: None,
            hinting: None,
            details,
            turn_began: Instant::now(),
            undone: Vec::new(),
            // Not the stream that the start was dealt from.
            rng: Rng::new(Rng::derive(seed, u64::MAX)),
            seed,
            n_games: 0,
            kept_in: None,
            series: None,
            memory: None,
            trajectory: None,
        };
        session.seat_agents()?;
        session.settle_chance();
        Ok(session)
    }

    /// Makes the agents anew. This is the one way to the table, for a new game as for a saved one.
    fn seat_agents(&mut self) -> Result<(), Failure> {
        let agents = self.make_agents()?;
        let has_secrets = self.game().info().is_hidden() && self.has_humans();
        let peeks =
            |seat: &Seat| has_secrets && agents[seat.idx()].as_ref().is_some_and(|agent| agent.peeks());
        let peekers: Vec<_> = Seat::all(agents.len()).filter(peeks).collect();
        if let (Peeking::Refused, Some(&seat)) = (self.peeking, peekers.first()) {
            let player = self.players[seat.idx()].name();
            return Err(Failure::new(
                format!(
                    "{player} peeks: it looks at what is hidden from its seat, so it may not play against people"
                ),
                "choose another agent, or add --allow-peeking to play against it anyway",
            ));
        }
        (self.agents, self.peekers) = (agents, peekers);
        Ok(())
    }

    fn make_agents(&self) -> Result<Vec<Option<AnyAgent>>, Failure> {
        let make = |(seat, player): (usize, &Player)| match player {
            Player::Human(_) => Ok(None),
            Player::Engine(spec) => {
                let seed = Rng::derive(Rng::derive(self.seed, self.n_games), seat as u64);
                Ok(Some(self.play.game().agent(spec, seed)?))
            }
        };
        self.players.iter().enumerate().map(make).collect()
    }

    pub fn play(&self) -> &Playthrough<AnyGame> {
        &self.play
    }

    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// The rules of the variant that is played, in paragraphs.
    pub fn rules(&self) -> &'static [&'static str] {
        self.game().info().rules(self.game().variant())
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    pub fn is_over(&self) -> bool {
        self.play.outcome().is_some()
    }

    pub fn has_humans(&self) -> bool {
        self.players.iter().any(Player::is_human)
    }

    /// Whether a person is to move.
    pub fn is_human_turn(&self) -> bool {
        self.play.to_move().is_some_and(|seat| self.players[seat.idx()].is_human())
    }

    /// Through whose eyes the game is shown: the person at the table, or the one of several who is
    /// to move; a spectator where all seats are agents'.
    pub fn viewer(&self) -> Viewer {
        let mut humans = Seat::all(self.players.len()).filter(|seat| self.players[seat.idx()].is_human());
        match (humans.next(), humans.next()) {
            (None, _) => Viewer::Spectator,
            (Some(only), None) => Viewer::Seat(only),
            (Some(first), Some(_)) => {
                let mover = self.play.to_move().filter(|&seat| self.players[seat.idx()].is_human());
                Viewer::Seat(mover.unwrap_or(first))
            }
        }
    }

    /// The name of a seat with who sits there.
    pub fn seat_title(&self, seat: Seat) -> String {
        let peeks = if self.peekers.contains(&seat) { ", which peeks" } else { "" };
        format!("{} ({}{peeks})", self.game().seat_name(seat), self.players[seat.idx()].name())
    }

    /// Who sees what is hidden from people, where somebody does.
    pub fn warning(&self) -> Option<String> {
        let names: Vec<_> = self.peekers.iter().map(|&seat| self.game().seat_name(seat)).collect();
        (!names.is_empty()).then(|| {
            format!(
                "{} peeks: the agent there sees what is hidden from you. A record of this game says so.",
                names.join(" and ")
            )
        })
    }

    /// Remembers how strong the person is, and tells it the agents that want to know.
    pub fn remember(&mut self, memory: Memory) -> Result<(), Failure> {
        self.players = memory.informed(self.game(), &self.players);
        self.memory = Some(memory);
        self.seat_agents()
    }

    /// Learns from the game once it is over.
    fn learn(&mut self) -> Result<(), Failure> {
        if self.is_over()
            && self.trajectory.is_none()
            && let Some(memory) = &mut self.memory
        {
            self.trajectory = Some(memory.learn(&self.play, &self.players)?);
        }
        Ok(())
    }

    /// How things stand, in a sentence.
    pub fn status(&self) -> String {
        if let Some(outcome) = self.play.outcome() {
            let trajectory =
                self.trajectory.as_ref().map_or(String::new(), |trajectory| format!(" {trajectory}"));
            return match outcome.returns.sole_winner() {
                Some(winner) => {
                    format!("{} wins by {}.{trajectory}", self.seat_title(winner), outcome.reason)
                }
                None => format!("A draw by {}.{trajectory}", outcome.reason),
            };
        }
        match self.play.to_move() {
            Some(seat) if self.players[seat.idx()].is_human() => {
                format!("{} to move.", self.seat_title(seat))
            }
            Some(seat) => format!("{} is thinking …", self.seat_title(seat)),
            None => "Chance decides.".to_owned(),
        }
    }

    /// The legal moves with their texts.
    pub fn legal(&self) -> Vec<(AnyMove, String)> {
        let text = |mv| (mv, self.game().move_text(self.play.state(), mv));
        self.play.legal_moves().into_iter().map(text).collect()
    }

    /// Plays a person's move.
    pub fn play_move(&mut self, mv: AnyMove) -> Result<(), Failure> {
        self.play_valued(mv, None)
    }

    /// Plays a person's move given as text.
    pub fn play_text(&mut self, text: &str) -> Result<(), Failure> {
        let mv = if self.is_over() {
            return Err(MoveError::Over.into());
        } else {
            self.game().parse_move(self.play.state(), text)?
        };
        self.play_move(mv)
    }

    /// Plays a move with the value that its player gave it.
    fn play_valued(&mut self, mv: AnyMove, value: Option<f64>) -> Result<(), Failure> {
        let seat = self.play.to_move();
        self.play.play(mv)?;
        self.details.truncate(self.play.moves().len() - 1);
        self.details.push(PlayedMove { seat, time: self.turn_began.elapsed(), cpu: None, value });
        self.turn_began = Instant::now();
        self.undone.clear();
        self.forget_hint();
        self.settle_chance();
        self.autosave()?;
        self.learn()
    }

    fn settle_chance(&mut self) {
        while self.play.turn() == Turn::Chance {
            let mv = sample_chance(self.play.game(), self.play.state(), &mut self.rng);
            if self.play.play(mv).is_err() {
                break;
            }
            self.details.push(PlayedMove::default());
        }
    }

    /// Sets the agent to work if it is an agent's turn and none is at work yet.
    pub fn start_thinking(&mut self) {
        let Some(seat) = self.play.to_move().filter(|_| self.thinking.is_none()) else { return };
        if let Some(agent) = self.agents[seat.idx()].take() {
            self.thinking = Some(self.spawn(seat, agent));
        }
    }

    fn spawn(&self, seat: Seat, mut agent: AnyAgent) -> Thinking {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = mpsc::channel();
        let (play, flag) = (self.play.clone(), Arc::clone(&stop));
        std::thread::spawn(move || {
            let decision = play.ask(agent.as_mut(), &mut Control::new(&flag, &mut |_| {}));
            // Nobody listens any more when the move was taken back.
            let _ = sender.send((agent, decision));
        });
        Thinking { seat, stop, answer }
    }

    /// Plays the agent's move if it has answered; says which move that was.
    pub fn poll_thinking(&mut self) -> Result<Option<String>, Failure> {
        let Some(thinking) = &self.thinking else { return Ok(None) };
        match thinking.answer.try_recv() {
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                let player = self.players[thinking.seat.idx()].name();
                self.thinking = None;
                Err(Failure::new(format!("{player} broke down"), "start a new game, with another agent"))
            }
            Ok(answer) => self.take_answer(answer).map(Some),
        }
    }

    /// Waits for the agent and plays its move; says which move that was.
    pub fn wait_for_engine(&mut self) -> Result<Option<String>, Failure> {
        self.start_thinking();
        let Some(thinking) = &self.thinking else { return Ok(None) };
        loop {
            match thinking.answer.recv_timeout(PATIENCE) {
                Ok(answer) => return self.take_answer(answer).map(Some),
                Err(RecvTimeoutError::Disconnected) => return self.poll_thinking(),
                Err(RecvTimeoutError::Timeout) if interrupt::is_requested() => {
                    thinking.stop.store(true, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn take_answer(&mut self, (agent, decision): Answer) -> Result<String, Failure> {
        if let Some(thinking) = self.thinking.take() {
            self.agents[thinking.seat.idx()] = Some(agent);
        }
        let Decision { chosen, report } = decision?;
        // What the viewer may not know is not told.
        let is_shown = self.game().shows_move(self.play.state(), chosen, self.viewer());
        let text = self.game().move_text(self.play.state(), chosen);
        self.play_valued(chosen, report.value.map(Value::number))?;
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
        self.check_unaided("moves are not taken back")?;
        let is_target = |ply: &usize| match self.play.state_at(*ply).map(|state| self.game().turn(state)) {
            Some(Turn::Player(seat)) => self.players[seat.idx()].is_human() || !self.has_humans(),
            _ => false,
        };
        // Where an agent opens the game there may be nothing of one's own to take back.
        let Some(target) = (0..self.play.moves().len()).rev().find(is_target) else { return Ok(false) };
        self.stop_thinking();
        while self.play.moves().len() > target {
            let details = self.details.pop().unwrap_or_default();
            self.undone.extend(self.play.moves().last().map(|&mv| (mv, details)));
            self.play.undo();
        }
        self.turn_began = Instant::now();
        self.autosave()?;
        Ok(true)
    }

    /// Plays again what was taken back, up to the next turn of a person.
    pub fn redo(&mut self) -> Result<bool, Failure> {
        self.check_unaided("moves are not taken back")?;
        self.stop_thinking();
        let mut any = false;
        while let Some((mv, details)) = self.undone.pop() {
            self.play.play(mv)?;
            self.details.push(details);
            any = true;
            if self.is_human_turn() || !self.has_humans() {
                break;
            }
        }
        self.autosave()?;
        Ok(any)
    }

    /// Asks the best agent what it would play; [`Session::poll_hint`] has its answer.
    pub fn start_hint(&mut self) -> Result<(), Failure> {
        self.check_unaided("there are no hints")?;
        let Some(seat) = self.play.to_move() else {
            return Err(Failure::new("nobody is to move", "start a new game"));
        };
        let seed = Rng::derive(self.seed, self.play.moves().len() as u64);
        let agent = self.game().agent(&best_agent(), seed)?;
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
        let text = self.game().move_text(self.play.state(), chosen);
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
        let start = if self.origin.is_position {
            self.play.start().clone()
        } else {
            self.n_games += 1;
            self.origin.seed = Some(Rng::derive(self.seed, self.n_games));
            self.game().start(&mut Rng::new(self.origin.seed.unwrap_or_default()))
        };
        self.play = Playthrough::new(self.game().clone(), start);
        self.trajectory = None;
        if let Some(memory) = &self.memory {
            self.players = memory.informed_anew(self.game(), &self.players);
        }
        self.seat_agents()?;
        self.undone.clear();
        self.details.clear();
        self.saved = Some(Vec::new());
        // The file keeps the game that was played; the new one goes elsewhere.
        self.kept_in = None;
        self.turn_began = Instant::now();
        self.settle_chance();
        self.keep_in_series()
    }

    /// Keeps this game and every later one in a series: a test of people, who get no help in it.
    pub fn join(&mut self, series: Folder) -> Result<(), Failure> {
        self.series = Some(series);
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
        match &self.series {
            Some(_) => Err(Failure::new(
                format!("{what} in a game of a series"),
                "play on; without --series you get help",
            )),
            None => Ok(()),
        }
    }

    fn record(&self) -> Record {
        let seats = self.players.iter().map(Player::name).collect();
        let record = Record::of_play(&self.play, &self.details, self.origin, seats);
        Record { peeks: self.peekers.iter().map(|seat| seat.idx()).collect(), ..record }
    }

    /// Where the game is saved unless another file is named.
    pub fn default_path(&self) -> PathBuf {
        self.kept_in.clone().unwrap_or_else(|| format!("{}-{}.json", self.game().info().id, self.seed).into())
    }

    /// Writes the game to a file. The old content stays until the new one is complete.
    pub fn save(&mut self, path: &Path) -> Result<(), Failure> {
        let cannot = |error: std::io::Error| {
            Failure::new(format!("cannot save to {}: {error}", path.display()), "check the path")
        };
        let mut text = serde_json::to_string_pretty(&self.record()).map_err(|error| cannot(error.into()))?;
        text.push('\n');
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
        if let Err(error) = written {
            let _ = std::fs::remove_file(&part);
            return Err(cannot(error));
        }
        self.saved = Some(self.play.moves().to_vec());
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
        let game = super::game_of(&record, self.game().info().id)?;
        let play = record.replay(&game)?;
        let players: Vec<_> = record.seats.iter().map(|name| Player::from_record(&game, name)).collect();
        let details = record.details(&play);
        let seed = record.seed.unwrap_or(self.seed);
        // Where a player of the record may not sit down, the game at the table goes on as it was.
        let loaded = Self::new(play, details, record.origin(), players, seed, self.peeking)?;
        self.stop_thinking();
        let (kept_in, memory) = (self.kept_in.take(), self.memory.take());
        *self = loaded;
        self.kept_in = kept_in;
        match memory.filter(|_| Memory::is_wanted(&self.players)) {
            Some(memory) => self.remember(memory),
            None => Ok(()),
        }
    }

    /// Whether leaving would lose moves of a game that is still going on.
    pub fn has_unsaved_moves(&self) -> bool {
        let moves = self.play.moves();
        !moves.is_empty() && !self.is_over() && self.saved.as_deref() != Some(moves)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for thinking in self.thinking.iter().chain(&self.hinting) {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }
}
