//! Agents: whatever chooses moves for a seat.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::{Clock, History, Move, MoveClock, Observe, Seat, Value};

/// What an agent is handed when it is to move.
#[derive(Debug)]
pub struct View<'a, G: Observe> {
    /// The rules.
    pub game: &'a G,
    /// The agent's own seat, which is to move.
    pub seat: Seat,
    /// What the seat may see of the position.
    pub observation: &'a G::Observation,
    /// The legal moves, of which there is at least one.
    pub legal: &'a [G::Move],
    /// The position in which the game began, for agents that tell a whole game to another program.
    /// `None` in a game with hidden information.
    pub start: Option<&'a G::State>,
    /// The course of the game. Always empty in a game with hidden information, where what a seat
    /// remembers belongs into its observation.
    pub history: &'a History,
    /// The true position, hidden information and all: the one way to see them. Only for an agent that
    /// says that it peeks ([`Agent::peeks`]); `None` for all the others.
    pub truth: Option<&'a G::State>,
}

/// What an agent found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The value of the position for the mover, where the agent has one.
    pub value: Option<Value>,
    /// The same for each seat.
    pub values: Vec<Value>,
    /// How many plies the search looked ahead.
    pub depth: u32,
    /// Every position entered, the root included.
    pub nodes: u64,
    /// The principal variation: best play for all, the chosen move first.
    pub pv: Vec<M>,
    /// The moves that were compared, best first, as far as the agent knows their values.
    pub lines: Vec<Line<M>>,
    /// What else it found out, a sentence each: what it thinks of its opponents, say.
    pub notes: Vec<String>,
}

/// One move that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// Its value for the mover.
    pub value: Value,
    /// The line that starts with it.
    pub pv: Vec<M>,
}

impl<M> Default for Report<M> {
    fn default() -> Self {
        Self {
            value: None,
            values: Vec::new(),
            depth: 0,
            nodes: 0,
            pv: Vec::new(),
            lines: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl<M: Copy> Report<M> {
    /// The same report with its moves translated.
    pub fn map<N>(&self, translate: impl Fn(M) -> N + Copy) -> Report<N> {
        let translate_all = |moves: &[M]| moves.iter().copied().map(translate).collect();
        Report {
            value: self.value,
            values: self.values.clone(),
            depth: self.depth,
            nodes: self.nodes,
            pv: translate_all(&self.pv),
            lines: self
                .lines
                .iter()
                .map(|line| Line { mv: translate(line.mv), value: line.value, pv: translate_all(&line.pv) })
                .collect(),
            notes: self.notes.clone(),
        }
    }
}

/// A chosen move and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to play.
    pub chosen: M,
    /// What the agent found out.
    pub report: Report<M>,
}

/// How the outside world talks to a thinking agent.
pub struct Control<'a, M> {
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(&Report<M>),
    terms: Terms<'a>,
}

/// The terms on which a move is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    n_lines: usize,
    clock: Option<&'a Clock>,
    move_clock: Option<&'a MoveClock>,
}

impl<'a, M: Move> Control<'a, M> {
    /// A control that asks the agent to stop when `stop` is set, and hands its
    /// intermediate reports to `progress`.
    pub fn new(stop: &'a AtomicBool, progress: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Self { stop, progress, terms: Terms { n_lines: 1, clock: None, move_clock: None } }
    }

    /// Asks for the values of this many of the best moves, where the agent can tell them.
    pub fn with_lines(mut self, n_lines: usize) -> Self {
        self.terms.n_lines = n_lines.max(1);
        self
    }

    /// Tells what the clocks say, in a game under a clock.
    pub fn with_clock(mut self, clock: Option<&'a Clock>) -> Self {
        self.terms.clock = clock;
        self
    }

    /// What the clocks say, in a game under a clock.
    pub fn clock(&self) -> Option<&'a Clock> {
        self.terms.clock
    }

    /// Tells how long the move may take. Whoever asks sets the flag at [`MoveClock::limit`].
    pub fn with_move_clock(mut self, move_clock: Option<&'a MoveClock>) -> Self {
        self.terms.move_clock = move_clock;
        self
    }

    /// How long the move may take, in a game under a clock.
    pub fn move_clock(&self) -> Option<&'a MoveClock> {
        self.terms.move_clock
    }

    /// The terms on which the move is asked for, to be handed on to an agent within ([`Control::on_terms`]).
    pub fn terms(&self) -> Terms<'a> {
        self.terms
    }

    /// The same terms as those of another control.
    pub fn on_terms(mut self, terms: Terms<'a>) -> Self {
        self.terms = terms;
        self
    }

    /// Of how many of the best moves the values are wanted.
    pub fn n_lines(&self) -> usize {
        self.terms.n_lines
    }

    /// Whether the agent should come to an end and answer with the best it has.
    pub fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`Control::should_stop`], for threads of the agent's own.
    pub fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }

    /// Shows an intermediate result.
    pub fn report(&mut self, report: &Report<M>) {
        (self.progress)(report);
    }
}

/// Why an agent gave no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The agent does not play such games; the sentence says why.
    #[error("{0}")]
    Refused(String),
    /// The agent broke down: a table could not be read, …
    #[error("{0}")]
    Failed(String),
    /// It gives the game up, which costs the game and nothing else.
    #[error("resigned")]
    Resigned,
    /// An outside program broke down, was too late, or said what it may not.
    #[error("{reason}")]
    Forfeit {
        /// What it did, in a few words.
        reason: String,
        /// The last that it printed.
        output: String,
    },
}

/// Where an agent does its work, for whoever measures processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// In the thread that asks.
    Here,
    /// In threads of its own as well.
    InHelpers,
    /// In other processes, which have used so much since they were ready; `None` where the system does not tell.
    Elsewhere(Option<Duration>),
}

impl Work {
    /// Where the work of two agents is done that play as one. What is done here and elsewhere is not told apart.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Here, Self::Here) => Self::Here,
            (Self::Here | Self::InHelpers, Self::Here | Self::InHelpers) => Self::InHelpers,
            (Self::Elsewhere(Some(one)), Self::Elsewhere(Some(other))) => Self::Elsewhere(Some(one + other)),
            _ => Self::Elsewhere(None),
        }
    }
}

/// Chooses moves for a seat.
///
/// An agent lives as long as a game and may remember things between its moves.
/// Equal seeds and equal budgets in nodes give equal moves.
pub trait Agent<G: Observe>: Send {
    /// Whether it wants to see what its seat may not see, and is handed [`View::truth`] for that. An agent
    /// around another says what that one says. Whoever lets agents play against people asks this first.
    fn peeks(&self) -> bool {
        false
    }

    /// Where it does its work. An agent around another says what that one says.
    fn work(&self) -> Work {
        Work::Here
    }

    /// Gets ready for its next move, before the clock begins to run: a program is started here, say. Whoever measures
    /// time calls it before each move; an agent that was not asked gets ready when it is to move.
    ///
    /// # Errors
    /// An [`AgentError`] when it cannot.
    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        let _ = (game, stop);
        Ok(())
    }

    /// The move to play, which is one of [`View::legal`].
    ///
    /// # Errors
    /// An [`AgentError`] when it has none to give.
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>;
}
