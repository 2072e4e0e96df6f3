//! How good the moves of a game were.

use ludwerk_arena::judgement;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Moves to be judged by what was found out about the positions around them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgementQuery {
    /// The game's id.
    pub game: String,
    /// The variant; the first without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<String>,
    /// How many play; the fewest without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub players: Option<usize>,
    /// The moves.
    pub moves: Vec<MoveFindings>,
}

/// A move, with what is known of the positions before and after it. All shares are shares of the win, from 0 to 1.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveFindings {
    /// Whose move it was.
    pub seat: usize,
    /// What was played.
    pub played: String,
    /// What the agent would have played.
    pub best: String,
    /// What the mover could expect before the move.
    pub share: f64,
    /// The moves that the agent compared, best first, with what the mover could expect of each.
    pub lines: Vec<(String, f64)>,
    /// Whether these values come from the table of the solved game.
    pub exact: bool,
    /// What is known after the move; nothing where nobody has looked.
    pub after: Option<AfterMove>,
}

/// The position after a move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum AfterMove {
    /// The game is over.
    Over {
        /// The share of each seat.
        returns: Vec<f64>,
    },
    /// An agent has looked at it.
    Looked {
        /// Whose turn it is.
        seat: usize,
        /// What that seat can expect.
        share: f64,
    },
}

/// How good a move was.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JudgementView {
    /// The word for it.
    pub word: JudgementWord,
    /// The sign behind a weak move: `?!`, `?` or `??`; empty for the others.
    pub mark: String,
    /// What the mover could expect after the move.
    pub kept: f64,
    /// How much of the win the move gave away.
    pub loss: f64,
}

/// What a move was worth beside the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JudgementWord {
    /// The move that the agent would play, or one that is worth as much.
    Best,
    /// A little less.
    Good,
    /// A small part of the win is gone.
    Inaccuracy,
    /// A good part of the win is gone.
    Mistake,
    /// Much of the win is gone.
    Blunder,
}

impl From<judgement::Verdict> for JudgementView {
    fn from(verdict: judgement::Verdict) -> Self {
        let word = match verdict.judgement {
            judgement::Judgement::Best => JudgementWord::Best,
            judgement::Judgement::Good => JudgementWord::Good,
            judgement::Judgement::Inaccuracy => JudgementWord::Inaccuracy,
            judgement::Judgement::Mistake => JudgementWord::Mistake,
            judgement::Judgement::Blunder => JudgementWord::Blunder,
        };
        Self { word, mark: verdict.judgement.mark().to_owned(), kept: verdict.kept, loss: verdict.loss }
    }
}
