//! What was measured about the levels of each game, and how strong a person is who played one.
//!
//! A game's table ([`GameEntry::levels`](crate::GameEntry::levels)) is made by `ludwerk levels GAME --calibrate`: the Elo number of each level,
//! and how sharply it chooses among moves as a quick agent judges them. A game without a table has a scale of
//! even steps, on which results tell something and moves nothing.

mod assess;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ludwerk_core::{Agent, AgentError, Game, Keyed, Observe, Playthrough, Presets, Rng, Seat};
use ludwerk_search::strength::{Decisions, LevelTable, watch};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

pub use assess::{Assessed, Assessment, assess};
pub use ludwerk_search::strength::{Choice, Estimate, Level, LevelModel, Strength};

use crate::agents::ADAPTIVE_LEVEL;
use crate::spec::{Spec, Value};
use crate::{GameEntry, expected_share, games};

/// The format of the files.
pub const LEVELS_FORMAT: &str = "ludwerk-levels/1";

/// The Elo points of a step where nothing was measured.
const USUAL_STEP: f64 = 140.0;

/// Where the judges' randomness comes from: everybody who looks at a game comes to the same verdict.
const JUDGE_SEED: u64 = 0x1e7e1;

/// A table as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelsFile {
    /// [`LEVELS_FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The agent that judged the decisions.
    pub judge: String,
    /// What one decision of a game tells: the power to which its likelihood is taken.
    pub trust: f64,
    /// How the table was made.
    pub made: Made,
    /// The levels in their order.
    pub levels: Vec<LevelRow>,
}

/// How a table was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The command.
    pub by: String,
    /// How many games were played for it.
    pub games: usize,
    /// The mean error, in levels, of what the moves of a single game say about who played them.
    pub error_of_one_game: f64,
}

/// A level as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRow {
    /// The level.
    pub level: f64,
    /// Its strength.
    pub elo: f64,
    /// How much of the win a move may give away to be chosen e times less often than the best.
    pub temperature: f64,
    /// How often it chooses anything, whatever it is worth.
    pub slip: f64,
    /// From how many decisions that is told.
    pub decisions: usize,
}

/// A file that is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct LevelsError(String);

/// The levels of a game.
#[derive(Clone, Debug)]
pub struct Levels {
    /// How far apart they are, and what their decisions look like.
    pub table: LevelTable,
    /// The agent that judges decisions; `None` where nothing was measured.
    pub judge: Option<Spec>,
}

impl LevelsFile {
    /// The table of a file.
    ///
    /// # Errors
    /// A [`LevelsError`] that says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, LevelsError> {
        let file: Self = toml::from_str(text).map_err(|error| LevelsError(error.to_string()))?;
        if file.format != LEVELS_FORMAT {
            return Err(LevelsError(format!("the format is {:?}, not {LEVELS_FORMAT:?}", file.format)));
        }
        Ok(file)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// A [`LevelsError`] if it cannot be written.
    pub fn text(&self) -> Result<String, LevelsError> {
        toml::to_string(self).map_err(|error| LevelsError(error.to_string()))
    }

    /// What it says.
    ///
    /// # Errors
    /// A [`LevelsError`] for a table that makes no sense.
    pub fn levels(&self) -> Result<Levels, LevelsError> {
        let judge = self.judge.parse::<Spec>().map_err(|error| LevelsError(error.to_string()))?;
        Ok(Levels { table: table(&self.levels, self.trust)?, judge: Some(judge) })
    }
}

/// The table of these rows, of whose decisions one is trusted so far.
///
/// # Errors
/// A [`LevelsError`] for rows that make no sense.
pub fn table(rows: &[LevelRow], trust: f64) -> Result<LevelTable, LevelsError> {
    let model = |row: &LevelRow| LevelModel {
        level: row.level,
        elo: row.elo,
        temperature: row.temperature,
        slip: row.slip,
    };
    LevelTable::new(rows.iter().map(model).collect(), trust).map_err(|error| LevelsError(error.to_string()))
}

/// The same agent with what is known of those at `seats` before a game, as far as its spec does not say so itself. Other
/// agents than `adaptive-level` stay as they are.
pub fn informed(agent: &Spec, known: &Strength, seats: &[Seat]) -> Spec {
    let mut agent = agent.clone();
    if agent.name != ADAPTIVE_LEVEL {
        return agent;
    }
    let seats: Vec<_> = seats.iter().map(ToString::to_string).collect();
    let is_told = ["prior", "moves"].iter().any(|option| agent.value(option).is_some());
    let options = [
        ("prior", Some(known.results.to_string()).filter(|_| !is_told)),
        ("moves", known.moves.map(|moves| moves.to_string()).filter(|_| !is_told)),
        ("seats", Some(seats.join("+")).filter(|seats| !seats.is_empty() && agent.value("seats").is_none())),
    ];
    let written = options.into_iter().filter_map(|(key, value)| Some((key.to_owned(), Value::Text(value?))));
    agent.options.extend(written.collect::<Vec<_>>());
    agent
}

/// The same agent without what it was told of anybody before an earlier game.
pub fn uninformed(agent: &Spec) -> Spec {
    let mut agent = agent.clone();
    if agent.name == ADAPTIVE_LEVEL {
        agent.options.retain(|(key, _)| key != "prior" && key != "moves");
    }
    agent
}

impl Levels {
    /// The levels of a game with this id.
    pub fn of(game: &str) -> &'static Self {
        static KNOWN: LazyLock<BTreeMap<&str, Levels>> = LazyLock::new(|| {
            let read = |entry: &GameEntry| {
                let levels = LevelsFile::parse(entry.levels_text()?).and_then(|file| file.levels());
                let game = entry.info().id;
                Some((game, levels.unwrap_or_else(|error| unreachable!("the table of {game}: {error}"))))
            };
            games().iter().filter_map(read).collect()
        });
        static OTHERS: LazyLock<Levels> = LazyLock::new(|| Levels {
            table: LevelTable::even((0..=10).map(f64::from), USUAL_STEP),
            judge: None,
        });
        KNOWN.get(game).unwrap_or(&OTHERS)
    }

    /// Looks at the plies of a game that were not looked at yet, as `make_agent` makes the judge.
    ///
    /// # Errors
    /// What a judge says that gives no answer.
    pub fn watch<G: Game + Keyed + Observe + Presets + Clone>(
        &self,
        play: &Playthrough<G>,
        decisions: &mut Decisions,
        is_watched: impl Fn(Seat) -> bool,
        make_agent: impl Fn(&Spec, u64) -> Result<Box<dyn Agent<G>>, AgentError>,
        stop: &AtomicBool,
    ) -> Result<(), AgentError> {
        let Some(judge) = &self.judge else { return Ok(()) };
        let make_judge = |ply: usize| make_agent(judge, Rng::derive(JUDGE_SEED, ply as u64));
        let share = |value| expected_share(play.game(), value);
        watch(play, decisions, is_watched, make_judge, share, stop)
    }
}
