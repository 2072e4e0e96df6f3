//! The web app, asked over the wire.

mod games;
mod hidden;
mod keeping;
mod long_turns;
mod people;
mod refusals;
mod series;
mod sockets;
mod solved;
mod strength;
mod support;
mod tournaments;
mod types;
