//! Names of games and agents, and the one type-erased API over them.
//!
//! ```
//! use ludwerk_core::{Game, Notation, Rng};
//! let game = ludwerk_registry::game("dobutsu")?.configure(Some("lishogi"), None)?;
//! let start = game.start(&mut Rng::new(0));
//! assert_eq!(game.position_text(&start), "gle.c..C.ELG - - S");
//! # Ok::<(), ludwerk_registry::GameError>(())
//! ```

mod agents;
mod any;
mod games;
mod spec;
mod suggest;

pub use agents::{AGENTS, AgentInfo, AgentSpecError, OptionInfo, find as agent};
pub use any::{AnyGame, AnyMove, AnyObservation, AnyState};
pub use games::{GAMES, GameEntry, GameError, find as game};
pub use spec::{Spec, SpecError, Value};
pub use suggest::{hint as name_hint, nearest as nearest_name};

/// The spec of the strongest agent that plays `game`, with what a person is willing to wait for.
pub fn best_agent(game: &AnyGame) -> Spec {
    let best = AGENTS.iter().rev().find(|agent| game.refusal(agent).is_none());
    let takes_time = best.is_some_and(|agent| agent.options.iter().any(|option| option.name == "time"));
    let time = ("time".to_owned(), Value::Text("500ms".to_owned()));
    Spec {
        name: best.map_or("random", |agent| agent.name).to_owned(),
        options: if takes_time { vec![time] } else { Vec::new() },
    }
}
