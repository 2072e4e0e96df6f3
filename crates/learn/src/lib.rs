//! Tuning and learning: weights, options and networks, found by play.

#![warn(missing_docs)]

pub mod journal;
pub mod proof;
pub mod q;
pub mod space;
pub mod td;
pub mod trial;
