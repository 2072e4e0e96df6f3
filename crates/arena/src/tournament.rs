//! Tournaments: many agents, fair pairings, every game stored as it ends.
//!
//! A [`Plan`] says what is to be played. From it follows the list of games ([`Schedule`](crate::Schedule)): each is a pure
//! function of the plan, its number and (in a Swiss tournament) the results of the rounds before. [`run`] plays
//! those that the [`Store`] does not have yet, and [`Summary`] counts what the store has. So a tournament that was
//! killed goes on where it was, and its table is that of one that was not.
//!
//! A *bout* is a group of agents that play the same opening or deal in all seatings of a fair round, so that
//! its luck cancels: for two players, a pair of games.

mod meetings;
mod plan;
mod run;
mod store;
mod summary;
mod swiss;

pub use plan::{Entrant, Format, Plan, PlanError, SprtPlan};
pub use run::{Event, RunError, run};
pub use store::{About, Access, Store, StoreError};
pub use summary::{Counts, CrossCell, ForfeitRow, SeatRow, SprtRow, Summary};
