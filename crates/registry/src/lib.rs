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
pub mod formats;
mod games;
pub mod levels;
mod opened;
pub mod openings;
mod pace;
pub mod puzzle;
mod share;
mod spec;
mod suggest;
mod weights;

pub use agents::{
    ADAPTIVE_LEVEL, AGENTS, AgentInfo, AgentSpecError, Holds, LEVELS, NamedAgent, OptionInfo, absent,
    find as agent, holds, is_for_strangers, option_name, or_absent, parse_size, reads_file,
};
pub use any::{AnyGame, AnyMove, AnyObservation, AnyState, AnyTablebase, open_tablebase};
pub use games::{GAMES, GameEntry, GameError, find as game};
pub use ludwerk_search::score::of_share;
pub use ludwerk_search::solved::{
    Contradiction, Needs, Phase, Progress, SolveError, Summary, TablebaseError, Verdict, Verification,
    checkpoint_of,
};
pub use ludwerk_search::{Accumulator, Evaluator, Net, NetError, NetInfo, QTable, QTableError};
pub use share::{evaluation_scale, expected_share};
pub use spec::{Spec, SpecError, Value};
pub use suggest::{hint as name_hint, nearest as nearest_name};
pub use weights::{
    WEIGHTS_FORMAT, WeightsError, WeightsFile, evaluator as weights_of, is_named as is_named_weights,
};

/// The spec of the strongest agent that plays a game, with what a person is willing to wait for.
pub fn best_agent() -> Spec {
    let time = ("time".to_owned(), Value::Text("500ms".to_owned()));
    Spec { name: "champion".to_owned(), options: vec![time] }
}
