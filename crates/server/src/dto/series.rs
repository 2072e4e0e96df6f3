//! What travels of series: tests of people against agents, and their tables.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A series to be made: every person plays so many games against each opponent.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeries {
    /// What it is called.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The variant; the first without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<String>,
    /// How many play a game; the fewest without it. One of them is the person, all others the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub players: Option<usize>,
    /// The agents to be played against, by their specs.
    pub opponents: Vec<String>,
    /// How many games each person plays against each opponent.
    #[schema(minimum = 1)]
    pub games: u32,
    /// The person sits at another seat from game to game; otherwise always at the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub rotate: bool,
    /// Take opponents that look at what their seats may not see. They are refused without it; with it everybody who
    /// plays is told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub allow_peeking: bool,
}

/// A series that was made, with the key of whoever made it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedSeries {
    /// The key with which it can be deleted.
    pub token: String,
    /// The series.
    pub series: SeriesView,
}

/// An opponent of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeriesOpponent {
    /// The agent's spec.
    pub spec: String,
    /// Whether it looks at what its seat may not see.
    pub peeks: bool,
}

/// A game of a series.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesGameView {
    /// The game's address: `/api/games/{id}`.
    pub id: String,
    /// The opponent's spec.
    pub opponent: String,
    /// What the seat of the person is called.
    pub seat: String,
    /// The person's share of the win; `null` while the game is not finished.
    pub share: Option<f64>,
    /// How many moves were played.
    pub plies: usize,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// Someone who takes part in a series.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesPerson {
    /// The name.
    pub name: String,
    /// Whether it is the caller.
    pub you: bool,
    /// The games so far, the first first.
    pub games: Vec<SeriesGameView>,
}

/// What one person has, or all of them, against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesRow {
    /// The person's name; empty for all together.
    pub person: String,
    /// Games that were finished.
    pub plays: usize,
    /// Wins that were not shared.
    pub wins: usize,
    /// Shared wins.
    pub draws: usize,
    /// Games without any share.
    pub losses: usize,
    /// The part of the plays that was won; `null` before the first.
    pub win_rate: Option<f64>,
    /// The 95% interval of that part.
    pub win_rate_ci95: (f64, f64),
    /// The mean share of the win, to which a draw counts its part; `null` before the first play.
    pub score: Option<f64>,
    /// The 95% interval of the score.
    pub score_ci95: (f64, f64),
    /// Games that were begun and not finished; they count for nothing else.
    pub unfinished: usize,
}

/// What all people have against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesTable {
    /// The opponent's spec.
    pub opponent: String,
    /// Whether it looks at what its seat may not see.
    pub peeks: bool,
    /// The people, in the order in which they came.
    pub people: Vec<SeriesRow>,
    /// All of them together.
    pub all: SeriesRow,
}

/// A series as the caller may see it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesView {
    /// The address: `/api/series/{id}`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The name of the game that people know.
    pub title: String,
    /// The variant.
    pub variant: String,
    /// How many play a game.
    pub players: usize,
    /// The opponents, in the order in which they come.
    pub opponents: Vec<SeriesOpponent>,
    /// How many games each person plays against each opponent.
    pub games: u32,
    /// Whether the person sits at another seat from game to game.
    pub rotate: bool,
    /// Whether the caller made it.
    pub owner: bool,
    /// Who takes part, in the order in which they came.
    pub people: Vec<SeriesPerson>,
    /// The results, one table an opponent.
    pub tables: Vec<SeriesTable>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// A series in the list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeriesSummary {
    /// The address: `/api/series/{id}`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The opponents' specs.
    pub opponents: Vec<String>,
    /// How many people take part.
    pub people: usize,
    /// How many games were finished.
    pub finished: usize,
    /// How many were begun and not finished.
    pub unfinished: usize,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// All series.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeriesList {
    /// The series, the last made first.
    pub series: Vec<SeriesSummary>,
}

/// Someone who wants to take part.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// The name in the table.
    pub name: String,
}

/// Someone who takes part, with his key.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JoinedSeries {
    /// The key that plays the games.
    pub token: String,
    /// The series.
    pub series: SeriesView,
}
