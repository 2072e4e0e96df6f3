//! What a protocol needs of the program around it.

use std::time::Duration;

use ludwerk_core::{Agent, Game, Now, Observe, Playthrough, Value};

use crate::Dialect;
use crate::time_manager::wall_time;

/// Who says when an agent stops thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The agent itself, by the budget of its description.
    Own,
    /// A clock, which tells it to stop; where its description sets no budget, it thinks until then.
    Clock,
}

/// What a controller asks of an agent, besides a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Who says when it stops.
    pub pace: Pace,
    /// The agent, as a description; `None` for the host's own choice.
    pub agent: Option<String>,
    /// How many plies it may look ahead; takes the place of the budgets in its description.
    pub depth: Option<u32>,
    /// How many positions it may enter; takes the place of the budgets in its description.
    pub nodes: Option<u64>,
    /// How large its tables may be, in MiB.
    pub hash_mib: Option<u64>,
    /// How many threads it may use.
    pub threads: Option<u32>,
}

impl From<Pace> for SearchOptions {
    fn from(pace: Pace) -> Self {
        Self { pace, agent: None, depth: None, nodes: None, hash_mib: None, threads: None }
    }
}

/// What a value says, in the words of chess programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a point, for the mover.
    Centipawns(i64),
    /// The mover wins in so many plies.
    Win(u32),
    /// The mover loses in so many plies.
    Loss(u32),
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

    /// A fresh agent with the options of the controller, as far as it can be.
    ///
    /// # Errors
    /// When it does not play the game, or its description is none.
    fn agent_with_options(
        &self,
        game: &G,
        seed: u64,
        options: &SearchOptions,
    ) -> Result<Box<dyn Agent<G>>, String> {
        self.agent(game, seed, options.pace)
    }

    /// The description of the agent, where the controller may choose another.
    fn agent_text(&self) -> Option<String> {
        None
    }

    /// What a value of a report says.
    fn score(&self, value: Value) -> Score {
        Score::Centipawns((value.number() * 100.0) as i64)
    }

    /// The board as lines of text.
    fn board_text(&self, play: &Playthrough<G>) -> String;

    /// The processor time that the program has used, where the system tells it.
    fn cpu_time(&self) -> Option<Duration>;

    /// The clock that games are played by: time on the wall, unless the rules limit processor time.
    fn now(&self) -> Now {
        wall_time()
    }

    /// Whether the program was asked to end, so that a thinking agent should stop.
    fn is_ending(&self) -> bool;
}
