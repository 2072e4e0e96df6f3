//! Samurai: two to four players with hidden hands and turns of several tiles on the map of Japan.
//!
//! ```
//! use ludwerk_core::{Configure, Game, Notation, Playthrough, Rng, Seat};
//! use ludwerk_samurai::Samurai;
//!
//! let game = Samurai::configure(None, Some(2)).unwrap();
//! let start = game.start(&mut Rng::new(7));
//! let mut play = Playthrough::new(game, start);
//! assert_eq!(play.to_move(), Some(Seat::FIRST));
//! assert_eq!(
//!     play.play_text("end").unwrap_err().to_string(),
//!     "end is not legal here: play at least one tile first"
//! );
//! ```
//!
//! The README beside this crate tells the rules, the texts and how they were verified.

pub mod board;
mod distinct;
mod encode;
mod eval;
mod hints;
mod moves;
mod notation;
mod observe;
mod outlook;
mod position;
mod presets;
mod prospects;
mod rules;
mod setup;
mod state;
pub mod strategies;
pub mod tile;
mod view;

pub use moves::{Action, SamuraiMove};
pub use observe::Observation;
pub use rules::{MOST_ASIDE, Samurai, majority};
pub use state::{End, HAND, Phase, State};
