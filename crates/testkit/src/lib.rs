//! What tests of games and searches share.
//!
//! - [`conformance`]: one call that checks a game against everything the core promises about games.
//! - [`PerftTable`]: counts with their sources, as text files.
//! - [`files`]: what formats of other programs promise, each a function.
//! - [`toys`]: tic-tac-toe, two kings who go round in circles, explicit trees read from a string, Kuhn poker.
//! - [`typescript`]: types of the page, written from the schemas of Rust types.
//! - [`oracle`]: searches too simple to be wrong, to compare the fast ones with.

mod checks;
mod conformance;
pub mod files;
pub mod oracle;
mod perft_table;
pub mod toys;
pub mod typescript;

pub use conformance::{Suite, conformance, failures};
pub use perft_table::{PerftEntry, PerftTable, PerftTableError};
