//! What a protocol needs of the program around it.

use std::time::Duration;

use ludwerk_core::{Agent, Game, Observe, Playthrough};

use crate::Dialect;

/// Who says when an agent stops thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The agent itself, by the budget of its description.
    Own,
    /// A clock, which tells it to stop; where its description sets no budget, it thinks until then.
    Clock,
}

/// The program around a protocol. Errors are sentences for the other side.
pub trait Host<G: Game + Observe>: Sync {
    /// The name and the version of the program.
    fn name_and_version(&self) -> (String, String);

    /// The game with another variant, and with so many players where that is said.
    ///
    /// # Errors
    /// When there is no such variant, or it is not for so many.
    fn configure(&self, variant: &str, players: Option<usize>) -> Result<G, String>;

    /// How outside programs speak of the game.
    fn dialect(&self, game: &G) -> Dialect;

    /// A fresh agent.
    ///
    /// # Errors
    /// When it does not play the game.
    fn agent(&self, game: &G, seed: u64, pace: Pace) -> Result<Box<dyn Agent<G>>, String>;

    /// The board as lines of text.
    fn board_text(&self, play: &Playthrough<G>) -> String;

    /// The processor time that the program has used, where the system tells it.
    fn cpu_time(&self) -> Option<Duration>;

    /// Whether the program was asked to end, so that a thinking agent should stop.
    fn is_ending(&self) -> bool;
}
