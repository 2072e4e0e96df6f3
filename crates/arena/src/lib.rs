//! Matches and tournaments between agents, their statistics, and game records.
//!
//! Everything here is generic over [`ludwerk_core::Game`]: it runs on a real game and on an erased one alike.
//! A game is a pure function of its agents, its start and its seed, so results merge in any order
//! and do not depend on the number of threads.
//!
//! A match is a [`Contest`] with something that makes its agents, anew for each game:
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::sync::atomic::AtomicBool;
//!
//! use ludwerk_arena::{Board, Contest, GameLimits, run};
//! use ludwerk_core::doc_game::Countdown;
//! use ludwerk_core::{Agent, AgentError, Control, Decision, Observe, Report, Rng, View};
//!
//! /// Plays at random, or always the first move of the list.
//! struct Player(Option<Rng>);
//!
//! impl<G: Observe> Agent<G> for Player {
//!     fn decide(
//!         &mut self,
//!         view: &View<'_, G>,
//!         _control: &mut Control<'_, G::Move>,
//!     ) -> Result<Decision<G::Move>, AgentError> {
//!         let drawn = self.0.as_mut().and_then(|rng| rng.choose(view.legal));
//!         let chosen = *drawn.unwrap_or(&view.legal[0]);
//!         Ok(Decision { chosen, report: Report::default() })
//!     }
//! }
//!
//! let contest = Contest {
//!     board: Board::new(Countdown::new(9)),
//!     n_agents: 2,
//!     n_games: 101,
//!     seed: 1,
//!     n_threads: NonZeroUsize::MIN,
//!     limits: GameLimits::of_plies(100),
//! };
//! let make_agent = |agent: usize, seed| -> Box<dyn Agent<Countdown>> {
//!     Box::new(Player((agent == 1).then(|| Rng::new(seed))))
//! };
//! let result = run(&contest, &make_agent, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(result.n_games, 102, "every agent has every seat equally often");
//! let score = result.agents[0].summary();
//! assert!(score.ci95.0 < score.score && score.score < score.ci95.1);
//! # Ok::<(), ludwerk_arena::ContestError>(())
//! ```

pub mod analysis;
mod board;
mod contest;
mod cpu;
mod duel;
mod engine;
mod equal;
pub mod journal;
pub mod judgement;
mod pool;
pub mod record;
mod schedule;
mod seating;
pub mod series;
mod standings;
pub mod stats;
pub mod tournament;

pub use board::{Board, OpeningError, random_opening};
pub use contest::{Contest, ContestError, run};
pub use duel::{Ended, GameLimits, PlayedGame, PlayedMove, play_game};
pub use engine::{Engine, FinishedGame, GameRow, MakeAgent, SeatTime};
pub use equal::{MakeWithBudget, Steering, run_at_equal_time};
pub use pool::{Ending, as_they_end, in_order};
pub use schedule::{Fixture, Schedule};
pub use seating::{Seating, mixed_seatings};
pub use standings::{AgentRow, AgentSums, Company, Forfeits, Standings};
