//! Breakthrough, by Dan Troyka: pawns that never step back race to the far side.

mod notation;
mod rules;
mod view;

pub use rules::{Board, Breakthrough, Step};
