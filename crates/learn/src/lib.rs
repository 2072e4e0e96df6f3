//! Tuning and learning: weights, options and networks, found by play.

#![warn(missing_docs)]

pub mod td;
