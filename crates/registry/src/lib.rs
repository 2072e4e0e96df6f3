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
mod clocked;
mod file_cache;
pub mod formats;
mod games;
pub mod levels;
pub mod openings;
pub mod puzzle;
mod spec;
mod suggest;
mod weights;
mod win_probability;

pub use agents::{
    ADAPTIVE_LEVEL, AGENTS, AgentInfo, AgentSpecError, Holds, LEVELS, NamedAgent, OptionInfo,
    build as agent_for, failing, find as agent, holds, is_for_strangers, option_name, or_failing, parse_size,
    reads_file,
};
pub use any::{AnyGame, AnyMove, AnyObservation, AnyState, AnyTablebase, open_tablebase};
pub use games::{GAMES, GameEntry, GameError, GamesError, find as game, games, set_games};
pub use ludwerk_search::score::of_share;
pub use ludwerk_search::solved::{
    Contradiction, Needs, Phase, Progress, SolveError, Summary, TablebaseError, Verdict, Verification,
    checkpoint_of,
};
pub use ludwerk_search::{Accumulator, Evaluator, Net, NetError, NetInfo, QTable, QTableError};
pub use spec::{Spec, SpecError, Value};
pub use suggest::{hint as name_hint, nearest as nearest_name};
pub use weights::{
    WEIGHTS_FORMAT, WeightsError, WeightsFile, evaluator as weights_of, is_named as is_named_weights,
};
pub use win_probability::{evaluation_scale, expected_share};

/// The spec of the strongest agent that plays a game, with what a person is willing to wait for.
pub fn best_agent() -> Spec {
    let time = ("time".to_owned(), Value::Text("500ms".to_owned()));
    Spec { name: "champion".to_owned(), options: vec![time] }
}
