//! Tuning and learning: weights, options and networks, found by play.
//!
//! | module | what it is |
//! |---|---|
//! | [`space`] | what is tuned: weights and options, with their bounds |
//! | [`trial`] | games of one agent against another, on several threads |
//! | [`journal`] | what was measured, kept so that a run can go on |
//! | [`method`] | what all ways of tuning have in common |
//! | [`ga`], [`cma`], [`spsa`] | the ways |
//! | [`tuning`] | the loop that plays what they ask for |
//! | [`grid`] | every combination of a few values, and how much of it is noise |
//! | [`net`] | networks in the place of weights, fitted to self-play |
//! | [`proof`] | the match that shows whether something was found |
//! | [`td`] | weights by temporal differences, and by Q-learning |
//! | [`q`] | tables of values by Q-learning |
//! | [`report`] | the page about all that |
//! | [`run`] | whole runs: a plan in, an outcome out, a directory that keeps it |

#![warn(missing_docs)]

pub mod cma;
pub mod ga;
pub mod grid;
pub mod journal;
pub mod method;
pub mod net;
mod numbers;
pub mod proof;
pub mod q;
pub mod report;
pub mod run;
pub mod space;
pub mod spsa;
pub mod td;
pub mod trial;
pub mod tuning;
