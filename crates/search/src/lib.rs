//! Search algorithms, generic over any game. This crate knows no game.
//!
//! | agent | what it does | games |
//! |---|---|---|
//! | [`Random`] | any legal move, each equally likely | all |
//! | [`Greedy`] | the best evaluation after one ply | those with an evaluation |
//!
//! All of them speak one scale of values: see [`score`].

#![warn(missing_docs)]

mod greedy;
mod random;
pub mod score;

pub use greedy::Greedy;
pub use random::Random;
