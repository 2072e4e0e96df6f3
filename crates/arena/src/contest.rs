//! A match: the same agents, many games, all seatings equally often.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, Game, Keyed, Notation, Observe};
use thiserror::Error;

use crate::board::{Board, OpeningError};
use crate::duel::GameLimits;
use crate::engine::{Engine, FinishedGame, MakeAgent};
use crate::pool::in_order;
use crate::schedule::Schedule;
use crate::standings::Standings;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest<G: Game> {
    /// The rules, and where games begin.
    pub board: Board<G>,
    /// The number of agents.
    pub n_agents: usize,
    /// At least this many games; rounded up to whole bouts of all seatings.
    pub n_games: usize,
    /// What all randomness comes from.
    pub seed: u64,
    /// How many games run at the same time. Does not change any result.
    pub n_threads: NonZeroUsize,
    /// How long a game and its moves may take.
    pub limits: GameLimits,
}

/// A match that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestError {
    /// The number of agents does not suit the seats.
    #[error("a match of {game} needs {} agents, not {n_agents}", wanted(*n_seats))]
    Agents {
        /// The game's id.
        game: String,
        /// How many can sit.
        n_seats: usize,
        /// How many there are.
        n_agents: usize,
    },
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Nobody tells what moves cost.
    #[error("the processor time of an agent cannot be measured")]
    Unmeasured,
}

fn wanted(n_seats: usize) -> String {
    if n_seats <= 2 { "2".to_owned() } else { format!("2 to {n_seats}") }
}

impl<G: Game + Keyed + Observe + Notation + Clone> Contest<G> {
    /// Which games there are, once it is sure that all openings can be played.
    ///
    /// # Errors
    /// A [`ContestError`].
    pub fn schedule(&self) -> Result<Schedule, ContestError> {
        let schedule = Schedule::of_match(&self.board.game, self.n_agents, self.n_games)?;
        self.board.check(self.seed)?;
        Ok(schedule)
    }

    pub(crate) fn engine(&self) -> Engine<'_, G> {
        Engine { board: &self.board, limits: self.limits, seed: self.seed }
    }
}

/// Plays the match. `make_agent` makes the agent with an index and a seed, anew for each game;
/// `on_game` is handed every game in order, as soon as it and all before it have ended.
/// When `stop` is set, running games are broken off and the result is that of the games before.
///
/// # Errors
/// [`ContestError`] before anything is played.
pub fn run<G: Game + Keyed + Observe + Notation + Clone>(
    contest: &Contest<G>,
    make_agent: &MakeAgent<'_, G>,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&FinishedGame<G>),
) -> Result<Standings, ContestError> {
    run_numbered(contest, &|_, agent, seed| make_agent(agent, seed), stop, on_game)
}

/// The same where the number of the game is told before the agent and the seed.
pub(crate) fn run_numbered<G: Game + Keyed + Observe + Notation + Clone>(
    contest: &Contest<G>,
    make_agent: &(dyn Fn(usize, usize, u64) -> Box<dyn Agent<G>> + Sync),
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&FinishedGame<G>),
) -> Result<Standings, ContestError> {
    let (schedule, engine) = (contest.schedule()?, contest.engine());
    let mut standings = Standings::new(contest.n_agents, schedule.n_seats());
    let play = |idx, ends: &AtomicBool| {
        engine.play(schedule.game(idx), &|agent, seed| make_agent(idx, agent, seed), ends)
    };
    in_order(contest.n_threads, 0..schedule.n_games(), stop, play, |game| {
        standings.add(&game.row);
        on_game(&game);
        ControlFlow::Continue(())
    });
    Ok(standings)
}
