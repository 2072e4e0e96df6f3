//! Dobutsu Shogi ("Let's catch the lion!"): chess with drops on a board of 3 by 4.
//!
//! ```
//! use ludwerk_core::{Configure, Game, Notation, Playthrough, Rng, Seat};
//! use ludwerk_dobutsu::Dobutsu;
//!
//! let game = Dobutsu::configure(Some("official"), None).unwrap();
//! let start = game.start(&mut Rng::new(0));
//! assert_eq!(game.position_text(&start), "gle.c..C.ELG - - S");
//!
//! let mut play = Playthrough::new(game, start);
//! for text in ["Cb3xb2", "Lb1xb2", "C*a2"] {
//!     play.play_text(text)?;
//! }
//! assert_eq!(play.to_move(), Some(Seat::SECOND));
//! assert_eq!(
//!     play.play_text("G*b3").unwrap_err().to_string(),
//!     "G*b3 is not legal here: no giraffe in hand"
//! );
//! # Ok::<(), ludwerk_core::MoveError>(())
//! ```
//!
//! The README beside this crate tells the rules and how they were verified.

pub mod board;
mod eval;
mod interchange;
mod moves;
mod notation;
mod numbers;
mod presets;
mod rules;
mod view;

pub use board::{Kind, State};
pub use moves::DobutsuMove;
pub use rules::{Dobutsu, RepetitionRule, TryRule};
