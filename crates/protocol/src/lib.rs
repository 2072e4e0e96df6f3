//! Text protocols between programs, one module each: other programs use our agents, and we play against theirs.
//!
//! Nothing here knows a game: what outside programs call its variants and colours, and how they treat passes, comes
//! in as a [`Dialect`]; agents, boards and clocks come from a [`Host`], which is the program around the protocol.
//!
//! | protocol | side | module |
//! |---|---|---|
//! | GTP, version 2 | both | [`gtp`] |
//! | UCI and USI | both | [`uci`] |
//! | ludwerk, our own | both | [`mod@line`] |
//!
//! A [`Program`] is somebody else's, under control; a [`Client`] speaks a protocol to it; a [`ProcessAgent`] is the two
//! of them as an agent.

mod client;
pub mod gtp;
mod host;
pub mod line;
mod process;
pub mod time_manager;
pub mod uci;

pub use client::{Answer, Client, ProcessAgent, Question};
pub use host::{Host, Pace, Score, SearchOptions};
pub use ludwerk_core::interchange::{Colour, Dialect, Order};
pub use process::{ProcessError, ProcessLimits, Program};
pub use time_manager::{MovesToGo, TimeBudget};
