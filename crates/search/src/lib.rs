//! Search algorithms, generic over any game. This crate knows no game.
//!
//! | agent | what it does | games |
//! |---|---|---|
//! | [`Random`] | any legal move, each equally likely | all |
//! | [`Greedy`] | the best evaluation after one ply | those with an evaluation |
//! | [`AlphaBeta`] | minimax without what cannot matter, every enhancement a switch | as [`Minimax`] |
//! | [`Minimax`] | every move to a fixed depth | two players, nothing hidden, no chance |
//!
//! All of them speak one scale of values: see [`score`].

#![warn(missing_docs)]

mod alphabeta;
mod greedy;
mod limits;
mod minimax;
mod pv;
mod random;
pub mod score;
mod table;
mod two_player;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use greedy::Greedy;
pub use limits::Limits;
pub use minimax::Minimax;
pub use random::Random;
pub use two_player::two_player_refusal;
