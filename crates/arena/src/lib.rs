//! Matches and tournaments between agents, their statistics, and game records.
//!
//! Everything here is generic over [`ludwerk_core::Game`]: it runs on a real game and on an erased one alike.
//! A game is a pure function of its agents, its start and its seed, so results merge in any order
//! and do not depend on the number of threads.

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
