//! An agent that is another program: what every protocol shares on our side.
//!
//! A [`Client`] speaks one protocol. [`ProcessAgent`] starts the program, keeps the time, and turns whatever goes wrong
//! into a forfeit with the program's last words.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{
    Agent, AgentError, Clock, Control, Decision, Keyed, MoveError, Notation, Observe, Playthrough, Rng,
    TimeControl, View, Work,
};

use crate::{ProcessError, ProcessLimits, Program};

/// What a program answered.
pub type Answer<M> = Decision<M>;

/// Speaks a protocol to a program, in one game for one seat.
pub trait Client<G: Notation + Observe>: Send {
    /// Greets the program and tells it the game, before its first move.
    ///
    /// # Errors
    /// When it does not answer as it should.
    fn prepare(
        &mut self,
        program: &mut Program,
        game: &G,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), ProcessError>;

    /// Asks the program for a move.
    ///
    /// # Errors
    /// When it gives none, or none that is legal.
    fn choose(
        &mut self,
        program: &mut Program,
        question: &Question<'_, G>,
    ) -> Result<Answer<G::Move>, ProcessError>;

    /// Says goodbye at the end of a game. The program's input is closed after that.
    fn finish(&mut self, program: &mut Program) {
        let _ = program;
    }
}

/// What a program is asked.
pub struct Question<'a, G: Observe> {
    /// What the seat may see.
    pub view: &'a View<'a, G>,
    /// The moves since the start, as text; none in a game with hidden information.
    pub moves: Vec<String>,
    /// What the clocks say, in a game under a clock.
    pub clock: Option<&'a Clock>,
    /// When the answer must have come.
    pub deadline: Option<Instant>,
    /// Is set when nobody wants the answer any more.
    pub stop: &'a AtomicBool,
}

impl<G: Notation + Observe> Question<'_, G> {
    /// A position that looks like this to the seat, for reading and writing moves; the true one in an open game.
    pub fn position(&self) -> G::State {
        self.view.game.resample(self.view.observation, &mut Rng::new(0))
    }

    /// The text of the position in which the game began, where that is not the usual one.
    pub fn unusual_start(&self) -> Option<String> {
        let (game, start) = (self.view.game, self.view.start?);
        (game.start(&mut Rng::new(0)) != *start).then(|| game.position_text(start))
    }

    /// The legal move that a text of the game's own notation means.
    ///
    /// # Errors
    /// [`ProcessError::Illegal`] with the reason.
    pub fn legal_move(&self, text: &str) -> Result<G::Move, ProcessError> {
        let illegal = |reason: &str| ProcessError::Illegal(format!("{text}: {reason}"));
        let read = self.view.game.parse_move(&self.position(), text).map_err(|error| match error {
            MoveError::Malformed { reason, .. } | MoveError::Illegal { reason, .. } => illegal(&reason),
            MoveError::Over => illegal("the game is over"),
        })?;
        if self.view.legal.contains(&read) { Ok(read) } else { Err(illegal("it is not legal here")) }
    }
}

impl<G: Notation + Observe + Keyed + Clone> Question<'_, G> {
    /// The whole game up to here; `None` in a game with hidden information.
    pub fn playthrough(&self) -> Option<Playthrough<G>> {
        let mut play = Playthrough::new(self.view.game.clone(), self.view.start?.clone());
        let moves: Vec<G::Move> = self.view.history.latest_moves().collect();
        moves.into_iter().rev().try_for_each(|mv| play.play(mv)).ok()?;
        Some(play)
    }
}

/// How long a program may take to end by itself when its game is over.
const GOODBYE: Duration = Duration::from_millis(300);

/// Another program as an agent: started for a game, ended with it.
pub struct ProcessAgent<G: Notation + Observe> {
    command: String,
    limits: ProcessLimits,
    /// Its clock where nobody else keeps one.
    control: Option<TimeControl>,
    clock: Option<Clock>,
    client: Box<dyn Client<G>>,
    program: Option<Program>,
    /// What its processes had used when it was ready.
    cpu_when_ready: Option<Duration>,
    /// What went wrong, or that it gave up: for good.
    ended: Option<AgentError>,
}

impl<G: Notation + Observe + Keyed + Clone> ProcessAgent<G> {
    /// The program that a command starts, spoken to by `client`. Nothing is started yet.
    pub fn new(
        command: &str,
        limits: ProcessLimits,
        control: Option<TimeControl>,
        client: Box<dyn Client<G>>,
    ) -> Self {
        let command = command.to_owned();
        Self {
            command,
            limits,
            control,
            clock: None,
            client,
            program: None,
            cpu_when_ready: None,
            ended: None,
        }
    }

    fn get_ready(&mut self, game: &G, stop: &AtomicBool) -> Result<(), ProcessError> {
        if self.program.is_some() {
            return Ok(());
        }
        let deadline = Instant::now() + self.limits.start;
        let program = self.program.insert(Program::start(&self.command, self.limits)?);
        self.client.prepare(program, game, deadline, stop).map_err(|trouble| match trouble {
            ProcessError::Late => ProcessError::NotReady,
            other => other,
        })?;
        self.cpu_when_ready = program.cpu_time();
        Ok(())
    }

    fn ask(
        &mut self,
        view: &View<'_, G>,
        control: &Control<'_, G::Move>,
    ) -> Result<Answer<G::Move>, ProcessError> {
        let stop = control.stop_flag();
        self.get_ready(view.game, stop)?;
        let Some(program) = &mut self.program else { return Err(ProcessError::NotReady) };
        if self.clock.is_none() && control.clock().is_none() {
            let margin = self.limits.margin;
            let clock = |control| Clock::new(control, view.game.n_seats()).with_margin(margin);
            self.clock = self.control.map(clock);
        }
        let clock = control.clock().or(self.clock.as_ref());
        let begun = Instant::now();
        // Whoever keeps the clock says how late an answer may be.
        let allowance =
            clock.and_then(|clock| Some(clock.allowance(view.seat)?.saturating_add(clock.margin)));
        let mut question = Question {
            view,
            moves: Vec::new(),
            clock,
            deadline: allowance.and_then(|time| begun.checked_add(time)),
            stop,
        };
        question.moves = question.playthrough().map(|play| play.move_texts()).unwrap_or_default();
        let answer = self.client.choose(program, &question)?;
        if !view.legal.contains(&answer.chosen) {
            return Err(ProcessError::Illegal("not among the legal moves".to_owned()));
        }
        if let Some(clock) = &mut self.clock {
            clock.spend(view.seat, begun.elapsed());
        }
        Ok(answer)
    }

    /// What is told of trouble; the program is ended, and not asked again.
    fn give_up(&mut self, trouble: &ProcessError) -> AgentError {
        let mut output = String::new();
        if let Some(mut program) = self.program.take() {
            program.end(Duration::ZERO);
            output = program.last_output();
        }
        let error = match trouble {
            ProcessError::Stopped => AgentError::Failed(trouble.to_string()),
            ProcessError::Resigned => AgentError::Resigned,
            _ => AgentError::Forfeit { reason: trouble.to_string(), output },
        };
        self.ended = Some(error.clone());
        error
    }
}

impl<G: Notation + Observe + Keyed + Clone> Agent<G> for ProcessAgent<G> {
    fn work(&self) -> Work {
        let now = self.program.as_ref().and_then(Program::cpu_time);
        Work::Elsewhere(now.zip(self.cpu_when_ready).map(|(now, ready)| now.saturating_sub(ready)))
    }

    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        self.get_ready(game, stop).map_err(|trouble| self.give_up(&trouble))
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        self.ask(view, control).map_err(|trouble| self.give_up(&trouble))
    }
}

impl<G: Notation + Observe> Drop for ProcessAgent<G> {
    fn drop(&mut self) {
        if let Some(mut program) = self.program.take() {
            self.client.finish(&mut program);
            program.end(GOODBYE);
        }
    }
}
