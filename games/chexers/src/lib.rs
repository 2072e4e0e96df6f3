//! Chexers: three players on a board of 37 hexes, with jumps that turn pieces, exactly as the official referee has it.
//!
//! ```
//! use ludwerk_chexers::Chexers;
//! use ludwerk_core::{Configure, Game, Notation, Playthrough, Rng, Seat};
//!
//! let game = Chexers::configure(None, None).unwrap();
//! let start = game.start(&mut Rng::new(0));
//! assert_eq!(game.position_text(&start), "rrrr...........g.....bg....bg...bg..b red 0,0,0");
//!
//! let mut play = Playthrough::new(game, start);
//! for text in ["MOVE -3,0 -2,0", "MOVE 0,-3 -1,-2", "MOVE 0,3 -1,3", "MOVE -2,0 -1,-1"] {
//!     play.play_text(text)?;
//! }
//! assert_eq!(play.to_move(), Some(Seat::SECOND));
//! assert_eq!(
//!     play.play_text("MOVE -1,-1 0,-1").unwrap_err().to_string(),
//!     "MOVE -1,-1 0,-1 is not legal here: the piece on -1,-1 is red"
//! );
//! # Ok::<(), ludwerk_core::MoveError>(())
//! ```
//!
//! The README beside this crate tells the rules and how they were verified.

pub mod board;
mod eval;
mod hints;
mod interchange;
mod moves;
mod notation;
pub mod policy;
mod presets;
mod rules;
mod strategies;
mod view;

pub use board::State;
pub use moves::{Action, ChexersMove};
pub use rules::{Chexers, LONGEST_GAME, OCCURRENCES_TO_DRAW};
