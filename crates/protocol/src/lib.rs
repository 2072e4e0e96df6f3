//! Text protocols by which other programs use our agents, one module each.
//!
//! Nothing here knows a game: what outside programs call its variants and colours, and how they treat passes, comes
//! in as a [`Dialect`]; agents, boards and clocks come from a [`Host`], which is the program around the protocol.
//!
//! | protocol | side | module |
//! |---|---|---|
//! | GTP, version 2 | engine: our agent answers a controller | [`gtp`] |
//! | UCI and USI | engine: our agent answers a controller | [`uci`] |

pub mod clock;
mod dialect;
pub mod gtp;
mod host;
pub mod script;
pub mod uci;

pub use clock::{Horizon, Purse};
pub use dialect::{Colour, Dialect, Order};
pub use host::{Host, Pace, Score, Wishes};
