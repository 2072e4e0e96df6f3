//! Ludwerk for games of your own: implement the rules once, and get searches, matches, a solver and a program.
//!
//! A game is a type that implements [`core::CompleteGame`]: the trait [`Game`](core::Game) with the rules, and a
//! capability or a marker for everything else. [`core::doc_game`] is the smallest one.
//!
//! # From code
//! One call each asks an agent, plays a match and solves a game. Agents are named by their specs, as on the command
//! line; everything is typed over the game and runs on its own positions and moves, without type erasure.
//!
//! ```
//! use ludwerk::core::doc_game::{Countdown, Take};
//! use ludwerk::core::{Game as _, Rng};
//!
//! let game = Countdown::new(7);
//! let start = game.start(&mut Rng::new(0));
//!
//! let decision = ludwerk::best_move(&game, &start, "alphabeta:depth=9")?;
//! assert_eq!(decision.chosen, Take(1), "multiples of three are lost");
//!
//! let result = ludwerk::play_match(&game, &["alphabeta:depth=9", "random"], 20, 1)?;
//! assert!(result.agents[0].summary().score > 0.6);
//! # Ok::<(), ludwerk::Error>(())
//! ```
//!
//! # As a program
//! [`Program`] makes the whole program `ludwerk` out of a list of games, with all its commands and the web app:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use ludwerk::core::doc_game::Countdown;
//! use ludwerk::{GameEntry, Program};
//!
//! fn main() -> ExitCode {
//!     Program::new("countdown-lab").game(GameEntry::of::<Countdown>()).main()
//! }
//! ```
//!
//! # Features
//! - `program` (default): [`Program`]. Without it the crate is a library for searches, matches and solving, with
//!   a fraction of the dependencies.
//! - `games`: the built-in games, as [`GAMES`].

#![warn(missing_docs)]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;

use ludwerk_arena::{Board, Contest, ContestError, GameLimits, Standings};
use ludwerk_core::{AgentError, CompleteGame, Control, Decision, Playthrough};
use ludwerk_registry::{AgentSpecError, Spec, SpecError, agent_for, or_failing};
use ludwerk_search::solved::{SolveError, Solver, Tablebase};
use thiserror::Error;

#[cfg(feature = "program")]
pub use ludwerk_cli::Program;
pub use ludwerk_registry::{GAMES, GameEntry};
pub use {
    ludwerk_arena as arena, ludwerk_core as core, ludwerk_registry as registry, ludwerk_search as search,
};

/// What a call comes to that cannot be answered.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// A text that is no spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A spec that gives no agent for this game.
    #[error("{0} ({hint})", hint = .0.hint())]
    Agent(#[from] AgentSpecError),
    /// An agent without an answer.
    #[error(transparent)]
    Search(#[from] AgentError),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] ContestError),
}

/// A longer game of a match is adjudicated a draw.
const MOST_PLIES: usize = 1000;

/// Asks an agent, such as `mcts:time=1s`, for the best move of a position, with what it thinks of it.
///
/// The agent is shown what the seat to move may see. A budget of nodes or iterations on one thread gives the same
/// answer every time.
///
/// # Errors
/// [`Error::Spec`] and [`Error::Agent`] for a spec that gives no agent for this game, [`Error::Search`] where nobody
/// is to move.
pub fn best_move<G: CompleteGame>(
    game: &G,
    state: &G::State,
    agent: &str,
) -> Result<Decision<G::Move>, Error> {
    let mut agent = agent_for(game, &agent.parse()?, 0)?;
    let play = Playthrough::new(game.clone(), state.clone());
    let stop = AtomicBool::new(false);
    Ok(play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {}))?)
}

/// Plays a match between agents, on all cores: at least `n_games` games, so that every agent has every seat equally
/// often.
///
/// # Errors
/// [`Error::Spec`] and [`Error::Agent`] for a spec that gives no agent for this game, [`Error::Match`] for a number of
/// agents that does not suit the seats.
pub fn play_match<G: CompleteGame>(
    game: &G,
    agents: &[&str],
    n_games: usize,
    seed: u64,
) -> Result<Standings, Error> {
    let specs: Vec<Spec> = agents.iter().map(|agent| agent.parse()).collect::<Result<_, _>>()?;
    for spec in &specs {
        agent_for(game, spec, 0)?;
    }
    let contest = Contest {
        board: Board::new(game.clone()),
        n_agents: specs.len(),
        n_games,
        seed,
        n_threads: n_cores(),
        limits: GameLimits::of_plies(MOST_PLIES),
    };
    let make_agent = |agent: usize, seed| or_failing(agent_for(game, &specs[agent], seed));
    Ok(ludwerk_arena::run(&contest, &make_agent, &AtomicBool::new(false), &mut |_| {})?)
}

/// Solves a game by retrograde analysis, on all cores and in memory: what every position is worth, and how long it
/// takes to win it.
///
/// ```
/// use ludwerk::core::{Game as _, Rng};
/// use ludwerk::search::solved::Verdict;
/// use ludwerk_testkit::toys::TicTacToe;
///
/// let table = ludwerk::solve(&TicTacToe)?;
/// let start = TicTacToe.start(&mut Rng::new(0));
/// assert_eq!(table.probe(&TicTacToe, &start), Some(Verdict::Draw));
/// # Ok::<(), ludwerk::search::solved::SolveError>(())
/// ```
///
/// # Errors
/// [`SolveError`] for a game whose positions have no index ([`core::Indexed`]) or too many.
pub fn solve<G: CompleteGame>(game: &G) -> Result<Tablebase, SolveError> {
    let stop = AtomicBool::new(false);
    let values = Solver::new(game, n_cores().get(), &stop).solve(&mut |_| {})?;
    Ok(Tablebase::new(game, &values))
}

fn n_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
