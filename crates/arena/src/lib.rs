//! Matches and tournaments between agents, their statistics, and game records.
//!
//! Everything here is generic over [`ludwerk_core::Game`]: it runs on a real game and on an erased one alike.
//! A game is a pure function of its agents, its start and its seed, so results merge in any order
//! and do not depend on the number of threads.

pub mod analysis;
mod contest;
mod cpu;
mod duel;
mod equal;
pub mod judgement;
mod pool;
pub mod record;
mod seating;
pub mod series;
pub mod stats;
pub mod tournament;

pub use contest::{
    AgentResult, Company, Contest, ContestError, ContestResult, Forfeits, GameResult, random_opening, run,
};
pub use duel::{Ended, GameLimits, PlayedGame, PlayedMove, play_game};
pub use equal::{MakeWithBudget, Steering, run_at_equal_time};
pub use pool::{following, in_parallel};
pub use seating::{Seating, mixed_seatings};
