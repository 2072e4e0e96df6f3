//! Tournaments: many agents, fair pairings, every game stored as it ends.
//!
//! A [`Plan`] says what is to be played. From it follows the list of games ([`Schedule`]): each is a pure
//! function of the plan, its number and (in a Swiss tournament) the results of the rounds before. [`run`] plays
//! those that the [`Store`] does not have yet, and [`Summary`] counts what the store has. So a tournament that was
//! killed goes on where it was, and its table is that of one that was not.
//!
//! A *bout* is a group of agents that play the same opening or deal in all seatings of a fair round, so that
//! its luck cancels: for two players, a pair of games.

mod opening;
mod plan;
mod run;
mod schedule;
mod sequential;
mod standings;
mod store;
mod summary;
mod swiss;

pub(crate) use opening::opening_line;
pub use opening::{Board, OpeningError};
pub use plan::{Entrant, Format, Plan, PlanError, SprtPlan};
pub use run::{Ending, Event, MakeAgent, RunError, run};
pub use schedule::{Fixture, Schedule};
pub use store::{About, Access, GameRow, SeatTime, Store, StoreError};
pub use summary::{AgentRow, Counts, CrossCell, ForfeitRow, SeatRow, SprtRow, Summary};
