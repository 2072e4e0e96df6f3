//! What travels of tournaments: what is wanted, how it stands, and its games.

pub use ludwerk_arena::AgentRow;
pub use ludwerk_arena::stats::sprt::Verdict;
pub use ludwerk_arena::tournament::{Format, SeatRow, SprtRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An agent that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEntrant {
    /// What it is called in tables; its spec without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// The agent's spec: `level:n=3`, `alphabeta:depth=7`, …
    pub spec: String,
}

/// A sequential test: play until it is clear whether the first agent is better than the second by `elo0` or by
/// `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SprtSettings {
    /// The difference that is to be refuted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often `elo0` may be taken for `elo1`, from 0 to ½.
    pub alpha: f64,
    /// How often `elo1` may be taken for `elo0`, from 0 to ½.
    pub beta: f64,
}

/// A tournament to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// The game's id.
    pub game: String,
    /// The variant; the first without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<String>,
    /// How many play a game; the fewest without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub players: Option<usize>,
    /// Who meets whom.
    #[serde(default)]
    #[schema(required = false)]
    pub format: Format,
    /// Who takes part.
    pub agents: Vec<NewEntrant>,
    /// The games of every group of agents that meets (in a Swiss tournament: in every round), rounded up so that
    /// all sit everywhere equally often. With a test, the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub games: Option<usize>,
    /// The rounds of a Swiss tournament; enough to find a winner without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub rounds: Option<usize>,
    /// Where all chance comes from, below 2^53; fresh without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// Openings, each a line of moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// So many random plies come before the agents take over, the same ones with all seats changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opening_plies: Option<usize>,
    /// The clock of every seat: `1s/move`, `5m`, `5m+3s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock: Option<String>,
    /// Stop as soon as it is clear which of two agents is better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sprt: Option<SprtSettings>,
}

/// What a tournament that is wanted would be, checked and counted without being played.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TournamentDraft {
    /// How many games it has; with a test, at most.
    pub games: usize,
    /// How many games are played with the same opening or deal, all seats changed.
    pub bout: usize,
    /// The rounds of a Swiss tournament, 1 in the others.
    pub rounds: usize,
    /// The agents that cannot take part, with the reason.
    pub agents: Vec<AgentProblem>,
    /// What else is wrong.
    pub problem: Option<super::ErrorView>,
}

/// An agent that cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AgentProblem {
    /// Its place in the list, counted from 0.
    pub agent: usize,
    /// Why.
    pub error: super::ErrorView,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// Others are played first.
    Waiting,
    /// Its games are being played.
    Running,
    /// Somebody stopped it; it can go on.
    Stopped,
    /// All games were played, or the test is decided.
    Complete,
    /// Something went wrong; it can go on when that is mended.
    Failed,
}

/// A tournament that was made, with the key of whoever made it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedTournament {
    /// The key: with `Authorization: Bearer …` the tournament can be stopped, prolonged and deleted.
    pub token: String,
    /// The tournament.
    pub tournament: TournamentView,
}

/// A tournament with its table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TournamentView {
    /// The tournament's address: `/api/tournaments/{id}`.
    pub id: String,
    /// What it is called; empty for no name.
    pub name: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The name that people know.
    pub title: String,
    /// The variant.
    pub variant: String,
    /// What each seat is called; seat 0 begins.
    pub seat_names: Vec<String>,
    /// What is played, besides game and agents.
    pub plan: PlanView,
    /// How far it is.
    pub state: TournamentState,
    /// Why it failed.
    pub reason: Option<String>,
    /// How many are played before it, while it waits.
    pub ahead: usize,
    /// The games that count.
    pub games: usize,
    /// The games that there will be; with a test, at most.
    pub planned: usize,
    /// How many games are played in a minute; `null` while nothing is known.
    pub per_minute: Option<f64>,
    /// How long it will take, in milliseconds; `null` while nothing is known. With a test, at most.
    pub left_ms: Option<f64>,
    /// The table, in the order of the plan.
    pub agents: Vec<AgentRow>,
    /// For each agent, how it did against each other; `null` for those who never met.
    pub cross: Vec<Vec<Option<MeetingView>>>,
    /// The sequential test.
    pub sprt: Option<SprtRow>,
    /// What each seat took, whoever sat there.
    pub seats: Vec<SeatRow>,
    /// Games that were forfeited.
    pub forfeits: Vec<ForfeitView>,
    /// Games for which no opening was found.
    pub without_opening: usize,
    /// Whether the caller made it.
    pub owner: bool,
    /// Whether this server makes reports.
    pub report: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Counts the changes: of two views the one with the higher number is newer.
    pub version: u64,
}

/// What is played, besides game and agents.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlanView {
    /// Who meets whom.
    pub format: Format,
    /// The games of every group that meets, as they were asked for.
    pub games: Option<usize>,
    /// How many games are played with the same opening or deal.
    pub bout: usize,
    /// The rounds, 1 where there are none.
    pub rounds: usize,
    /// Where all chance comes from.
    pub seed: u64,
    /// The openings.
    pub openings: Vec<String>,
    /// So many random plies come first.
    pub opening_plies: usize,
    /// The clock of every seat.
    pub clock: Option<String>,
    /// A longer game is adjudicated a draw (ply limit).
    pub max_plies: usize,
    /// The program that began it.
    pub program: String,
    /// The whole plan as a file for `ludwerk tournament`.
    pub file: String,
}

/// How an agent did against another.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MeetingView {
    /// How often it came before the other.
    pub wins: usize,
    /// How often they shared a place.
    pub draws: usize,
    /// How often it came after the other.
    pub losses: usize,
    /// Wins and half of the draws, as a part of all.
    pub score: f64,
    /// The likelihood that it is the better one, by the ratings of all games.
    pub los: f64,
    /// In games for two: how many pairs of games brought 0, ½, 1, 1½ and 2 points.
    #[schema(value_type = Option<(u64, u64, u64, u64, u64)>)]
    pub pairs: Option<[u64; 5]>,
    /// In games for two: the Elo difference by their own games alone; `null` where it has no bound.
    pub elo: Option<f64>,
    /// Half the width of its 95% interval; `null` where that has no bound.
    pub elo_error: Option<f64>,
}

/// Games that an agent forfeited for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ForfeitView {
    /// The agent, by its place in the plan.
    pub agent: usize,
    /// The reason.
    pub reason: String,
    /// How often.
    pub times: usize,
}

/// More games of a tournament.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreGames {
    /// So many more for every group of agents that meets; in a Swiss tournament, so many more rounds.
    #[schema(minimum = 1)]
    pub games: usize,
}

/// A tournament in the list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TournamentSummary {
    /// The tournament's address: `/api/tournaments/{id}`.
    pub id: String,
    /// What it is called; empty for no name.
    pub name: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// Who meets whom.
    pub format: Format,
    /// The agents, the best first.
    pub agents: Vec<String>,
    /// How far it is.
    pub state: TournamentState,
    /// The games that count.
    pub games: usize,
    /// The games that there will be; with a test, at most.
    pub planned: usize,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// The tournaments of a server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentList {
    /// The tournaments, the last made first.
    pub tournaments: Vec<TournamentSummary>,
    /// How many there may be.
    pub most: usize,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TournamentGame {
    /// Its number in the tournament, counted from 0.
    pub number: usize,
    /// The round of a Swiss tournament, counted from 0.
    pub round: usize,
    /// The number of its opening or deal, counted from 0.
    pub opening: usize,
    /// The agent at each seat, by its place in the plan.
    pub seating: Vec<usize>,
    /// What each seat got.
    pub returns: Vec<f64>,
    /// The points of each seat, in a game with points.
    pub points: Option<Vec<i32>>,
    /// How it ended, in a few words.
    pub reason: String,
    /// The seat whose agent forfeited it.
    pub forfeit: Option<usize>,
    /// How many plies it took.
    pub plies: usize,
    /// When it ended, in milliseconds since 1970.
    pub finished: u64,
}

/// A page of the games of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentGames {
    /// The games, the last ones first.
    pub games: Vec<TournamentGame>,
    /// How many match in all.
    pub total: usize,
}
