//! Blokus: pieces laid corner to corner, on 14 by 14 for two and on 20 by 20 for two to four.

pub mod board;
pub mod colour;
mod encode;
mod eval;
mod field;
mod hints;
mod interchange;
mod moves;
mod notation;
pub mod pieces;
mod presets;
mod quick;
mod rules;
mod strategies;
pub mod thesis;
mod thesis_numbers;
mod view;

pub use board::State;
pub use moves::BlokusMove;
pub use rules::{Blokus, Classic, Duo, INFO};
