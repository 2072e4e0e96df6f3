//! What is kept of moves and of ends: the server's database has these fields.

use std::time::Duration;

use ludwerk_arena::PlayedMove;
use ludwerk_arena::record::Record;
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Outcome, Playthrough, Report, Seat};
use ludwerk_registry::AnyGame;
use serde::{Deserialize, Serialize};

/// A move with what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The text of the move.
    pub text: String,
    /// How long it took, in milliseconds; `None` for chance.
    pub ms: Option<f64>,
    /// What the agent that played it thought.
    #[serde(flatten)]
    pub thought: Thought,
    /// The processor time that it cost, in milliseconds, where a record said so.
    #[serde(skip)]
    pub cpu_ms: Option<f64>,
}

impl Played {
    /// The moves of a record, as the game writes them.
    pub fn of_record(record: &Record, play: &Playthrough<AnyGame>) -> Vec<Self> {
        let known = play.move_texts().into_iter().zip(&record.moves);
        let played = known.map(|(text, mv)| Self {
            text,
            ms: mv.ms,
            thought: Thought { value: mv.value, ..Thought::default() },
            cpu_ms: mv.cpu_ms,
        });
        played.collect()
    }

    /// The same for a record; `seat` is whose turn it was.
    pub(crate) fn detail(&self, seat: Option<Seat>) -> PlayedMove {
        let time = |ms: f64| Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default();
        PlayedMove {
            seat: seat.filter(|_| self.ms.is_some()),
            time: self.ms.map_or(Duration::ZERO, time),
            cpu: self.cpu_ms.map(time),
            value: self.thought.value,
        }
    }
}

/// What an agent thought of its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The number of the value that its player gave it, for himself.
    pub value: Option<f64>,
    /// Whether the unit of that value is the win probability.
    #[serde(default)]
    pub of_shares: bool,
    /// How many plies it looked ahead.
    #[serde(default)]
    pub depth: Option<u32>,
    /// How many positions it entered.
    #[serde(default)]
    pub nodes: Option<u64>,
}

impl Thought {
    /// What an agent reports.
    pub fn of<M>(report: &Report<M>) -> Self {
        Self {
            value: report.value.map(Value::number),
            of_shares: report.value.is_some_and(|value| value.unit() == Unit::WinProbability),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
        }
    }

    /// The value, in a game for `n_seats`.
    pub fn value(&self, n_seats: usize) -> Option<Value> {
        let unit = if self.of_shares { Unit::WinProbability } else { Unit::Evaluation };
        self.value.map(|number| Value::new(number, unit, n_seats))
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// What each seat gets.
    pub returns: Vec<f64>,
    /// The points of each seat, in a game with points.
    pub points: Option<Vec<i32>>,
    /// Why: `resignation`, `time`, or as the rules say.
    pub reason: String,
    /// How long whoever was to move had been thinking, in milliseconds, where a clock was running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<f64>,
}

impl End {
    /// An end by the rules.
    pub fn by_rules(outcome: &Outcome, points: Option<Vec<i32>>) -> Self {
        let returns = outcome.returns.as_slice().to_vec();
        Self { returns, points, reason: outcome.reason.to_owned(), turn_ms: None }
    }
}
