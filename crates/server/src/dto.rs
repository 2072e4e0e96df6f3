//! What travels over the wire: the only home of these types.
//!
//! The OpenAPI description and the page's TypeScript types are both generated from here
//! (`web/src/api/types.ts`; a test tells when that file is stale).
//!
//! A position with a thousand legal moves is sent after every move, so moves leave out what goes without saying. The
//! page puts it back when a message arrives (`web/src/api/read.ts`): its types have every field.

mod judgement;
mod series;
mod solved;
mod strength;
mod tournaments;

use ludwerk_session::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

pub use judgement::*;
pub use series::*;
pub use solved::*;
pub use strength::*;
pub use tournaments::*;

/// The games and agents that there are, and what this server allows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Catalog {
    /// The program with its version.
    pub program: String,
    /// The games, in the order of the registry.
    pub games: Vec<GameInfo>,
    /// What this server allows.
    pub limits: LimitsView,
}

/// A game as the catalog describes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The name in requests.
    pub id: String,
    /// The name that people know.
    pub title: String,
    /// One sentence for someone who has never seen it.
    pub summary: String,
    /// The variants; the first is the default.
    pub variants: Vec<VariantInfo>,
    /// Whether some seat cannot see all of the position.
    pub hidden: bool,
    /// Whether there is luck in it.
    pub chance: bool,
    /// Agents that play it, with their options.
    pub agents: Vec<AgentInfo>,
    /// Agents that this game alone has, with names of their own: published players, mostly.
    pub players: Vec<NamedPlayer>,
    /// How many levels of difficulty there are; level `n` is the agent `level:n=…`.
    pub levels: u32,
    /// Whether the game can be solved as a whole: `/api/tablebases` tells whether its table is there, and with it the
    /// agent `perfect` plays, analyses are exact, and there are puzzles.
    pub solvable: bool,
    /// How a position is written.
    pub position_help: String,
    /// The usual start of the default variant, as a spectator sees it.
    pub start: PositionView,
}

/// A set of rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantInfo {
    /// The name in requests.
    pub name: String,
    /// What is special about it.
    pub summary: String,
    /// Its rules, in a few paragraphs.
    pub rules: Vec<String>,
    /// How many may sit down, with the names of the seats for each number.
    pub tables: Vec<TableInfo>,
}

/// An agent that a game brings along under a name of its own: a published player, say.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NamedPlayer {
    /// The name, which is its spec.
    pub name: String,
    /// Who it is, in one sentence.
    pub summary: String,
    /// Whether it looks at what its seat may not see: then it plays people only where whoever makes the game says so.
    pub peeks: bool,
    /// In which variants it plays with how many players.
    pub tables: Vec<PlayedTable>,
}

/// A variant with a number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayedTable {
    /// The variant's name.
    pub variant: String,
    /// How many play.
    pub players: usize,
}

/// A number of players and what their seats are called.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableInfo {
    /// How many play.
    pub players: usize,
    /// What each seat is called; seat 0 begins.
    pub seat_names: Vec<String>,
}

/// An agent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: String,
    /// What it does, in one sentence.
    pub summary: String,
    /// What can be written after the colon.
    pub options: Vec<OptionInfo>,
}

/// An option of an agent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionInfo {
    /// The name in specs.
    pub name: String,
    /// What holds in this game when it is left out.
    pub default: String,
    /// What it does.
    pub help: String,
}

/// What this server allows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsView {
    /// The longest that an agent may think about a move, in milliseconds.
    pub think_ms: u32,
    /// The most lines of an analysis.
    pub lines: u32,
}

/// A place that can hold something.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CellView {
    /// The name, unique in the picture: `b3`, `S:C`, …; `touches` of moves name cells.
    pub name: String,
    /// The seat in whose hand it is; `null` on the board.
    pub hand: Option<usize>,
    /// The column in half cells, so that hexagonal boards can shift every other row.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// What stands there in at most three characters; empty for nothing.
    pub text: String,
    /// The same in a word; of an empty place what can be said about it.
    pub label: String,
    /// Whose it is.
    pub owner: Option<usize>,
}

/// What a move does, as far as colours tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// To an empty place.
    Move,
    /// To a place where something of another seat stands.
    Capture,
    /// From a hand.
    Drop,
    /// Without a place: a pass, say.
    Other,
}

/// A move with the places that a person touches to make it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MoveView {
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// The cells to touch, in this order; none for a move without a place. Left out on the way where the text is
    /// just these names with commas between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub touches: Option<Vec<String>>,
    /// What it does; `move` is left out on the way.
    #[serde(skip_serializing_if = "MoveKind::is_usual")]
    #[schema(required = false)]
    pub kind: MoveKind,
}

impl MoveKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    fn is_usual(&self) -> bool {
        *self == Self::Move
    }
}

/// A position as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PositionView {
    /// The position's text, without what the viewer may not see.
    pub text: String,
    /// How many moves led to it.
    pub ply: usize,
    /// How often it has occurred in the game by now, this time included; `null` where that could tell a secret.
    pub occurrences: Option<usize>,
    /// The seat to move; `null` at the end.
    pub to_move: Option<usize>,
    /// The legal moves; empty at the end, for those who may not know them, and in positions of the past.
    pub legal: Vec<MoveView>,
    /// The move that led here, if there is one and the viewer may know it.
    pub last: Option<MoveView>,
    /// In a game whose turns take several moves: those since the viewer's last turn that he may know, up to the last
    /// one.
    pub recent: Vec<MoveView>,
    /// Cells where the opponent would win at once if the mover did nothing.
    pub threats: Vec<String>,
    /// What the game's own board shows, as `web/board.types.ts` in the game's folder describes it; `null` in a game
    /// that leaves it to the cells.
    #[schema(value_type = Value)]
    pub board: Value,
    /// The cells of the board and of the hands, in a game without a board of its own.
    pub cells: Vec<CellView>,
    /// Lines to show beside the board, in a game without one of its own.
    pub notes: Vec<String>,
    /// The points of each seat, in a game that has them and shows them.
    pub points: Option<Vec<i32>>,
    /// The result, once the rules give one.
    pub result: Option<ResultView>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ResultView {
    /// The share of the win that each seat gets.
    pub returns: Vec<f64>,
    /// The points of each seat, in a game with points.
    pub points: Option<Vec<i32>>,
    /// Why, in a word or two: `catch`, `repetition`, `resignation`, `time`, …
    pub reason: String,
    /// The seat that won alone; `null` for a draw or a shared win.
    pub winner: Option<usize>,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum NewSeat {
    /// A person at the screen of whoever makes the game.
    Here {
        /// What to call the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        name: Option<String>,
    },
    /// A person at another screen, who gets a link.
    Invited {
        /// What to call the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        name: Option<String>,
    },
    /// An agent.
    Engine {
        /// The agent's spec: `level:n=3`, `alphabeta:depth=7`, …
        spec: String,
    },
}

/// A clock for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// What each seat has at the start, in seconds.
    pub base_seconds: u32,
    /// What each seat gets for a move, in seconds.
    pub increment_seconds: u32,
}

/// A game to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's id.
    pub game: String,
    /// The variant; the first without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<String>,
    /// Who sits where, one a seat; seat 0 begins.
    pub seats: Vec<NewSeat>,
    /// Where all chance comes from, below 2^53; fresh without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// Start in this position rather than the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub position: Option<String>,
    /// Play these moves first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Clocks, where they are wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock: Option<ClockSettings>,
    /// Take agents that look at what their seats may not see. They are refused without it; with it everybody who plays
    /// is told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub allow_peeking: bool,
    /// The key of whoever sits "here", 16 to 64 letters and digits that nobody else knows: by it the server remembers
    /// how strong the person is, and tells `adaptive-level`. It is of no use where several sit here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<String>,
}

/// A game that was made, with the key of whoever made it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedGame {
    /// The key: `Authorization: Bearer …` holds the seats "here" and may hand out the others.
    pub token: String,
    /// The game as its maker sees it.
    pub game: GameView,
}

/// A seat that waits for its guest, and the word in the link to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Invitation {
    /// The seat.
    pub seat: usize,
    /// The word: whoever accepts it first gets the key of the seat.
    pub token: String,
}

/// An invitation that is accepted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The word in the link.
    pub token: String,
}

/// What sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// An agent.
    Engine,
}

impl SeatKind {
    /// What a player is.
    pub fn of<P>(player: &Player<P>) -> Self {
        if player.is_human() { Self::Human } else { Self::Engine }
    }
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatView {
    /// What the seat is called: `Forest`, `Red`, …
    pub name: String,
    /// What sits there.
    pub kind: SeatKind,
    /// The person's name, or the agent's spec.
    pub player: String,
    /// Whether the agent looks at what its seat may not see: whoever made the game has asked for that.
    pub peeks: bool,
    /// Whether the caller holds it.
    pub yours: bool,
    /// Whether whoever holds it is connected; always so for agents.
    pub online: bool,
    /// What is left on its clock, in milliseconds, at the moment of this view.
    pub clock_ms: Option<i32>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlayedView {
    /// The text of the move; `…` for one that the caller may not know.
    #[serde(rename = "move")]
    pub text: String,
    /// Who played it; `null` for chance.
    pub seat: Option<usize>,
    /// How long it took, in milliseconds.
    pub ms: Option<f64>,
    /// What the agent that played it thought of it, for itself, where that tells no secret.
    pub value: Option<ValueView>,
    /// How many plies that agent looked ahead, where that tells no secret.
    pub depth: Option<u32>,
    /// How many positions it entered, where that tells no secret.
    pub nodes: Option<u64>,
}

/// What a position is worth to a seat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValueView {
    /// The expected share of the win, from 0 to 1, for graphs; evaluations are squeezed into it.
    pub share: f64,
    /// As people say it: `win in 7`, `62%`, `+1.50`.
    pub text: String,
}

/// What an agent is thinking.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ThinkingView {
    /// Whose agent.
    pub seat: usize,
    /// How many plies it looks ahead by now, where that tells no secret.
    pub depth: Option<u32>,
    /// How many positions it has entered, where that tells no secret.
    pub nodes: Option<u64>,
    /// What it thinks of its position, where that tells no secret.
    pub value: Option<ValueView>,
    /// The line it expects, where that tells no secret.
    pub pv: Vec<String>,
    /// How long it has been thinking, in milliseconds.
    pub ms: f64,
}

/// What one player asks of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To take moves back.
    Undo,
    /// To redo what was taken back.
    Redo,
}

/// A question that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferView {
    /// What is asked.
    pub kind: OfferKind,
    /// The seat that asks.
    pub by: usize,
    /// Whether the caller asked; otherwise a caller with a seat may answer.
    pub yours: bool,
    /// Whether the caller has agreed, and others are still to be heard.
    pub agreed: bool,
}

/// A game as the caller may see it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each read on its own")]
pub struct GameView {
    /// The game's address: `/api/games/{id}`.
    pub id: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The name that people know.
    pub title: String,
    /// Whether some seat cannot see all of the position. Several seats with one key then say who sits at the screen
    /// (header `Ludwerk-Seat`); until they do, they see what all may see.
    pub hidden: bool,
    /// Whether a turn may take several moves of one seat.
    pub long_turns: bool,
    /// The variant.
    pub variant: String,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The seats that the caller holds.
    pub you: Vec<usize>,
    /// Through which seat's eyes the caller sees the game; `null` for a spectator.
    pub viewer: Option<usize>,
    /// Whether the caller made the game.
    pub owner: bool,
    /// The seats that wait for their guests; only for whoever made the game.
    pub invitations: Vec<Invitation>,
    /// The moves so far.
    pub moves: Vec<PlayedView>,
    /// The present position.
    pub position: PositionView,
    /// The result, once there is one.
    pub result: Option<ResultView>,
    /// Whether moves can still be played here; a game that was imported is only for looking.
    pub live: bool,
    /// What the agent to move is thinking.
    pub thinking: Option<ThinkingView>,
    /// Whether the caller may take moves back now, or ask to.
    pub can_undo: bool,
    /// Whether the caller may redo what was taken back, or ask to.
    pub can_redo: bool,
    /// Whether the caller is in the middle of a turn of several moves, which he may take back one by one without asking.
    pub within_turn: bool,
    /// A question that waits for an answer.
    pub offer: Option<OfferView>,
    /// The clocks, where the game has them.
    pub clock: Option<ClockSettings>,
    /// Where all chance comes from, unless that would tell a secret.
    pub seed: Option<u64>,
    /// The text of the position where it began, unless that is the usual start.
    pub start: Option<String>,
    /// The game that was started after this one, with the same seats and keys.
    pub next: Option<String>,
    /// The series that it belongs to, if it does: then there are no hints, nothing is taken back beyond the own turn,
    /// and thoughts wait for the end.
    pub series: Option<String>,
    /// How strong the caller is after this game, in a game that told something about it and is over.
    pub strength: Option<StrengthView>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// Counts the changes: of two views the one with the higher number is newer.
    pub version: u64,
}

/// A move to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// How many moves the caller has seen; a request for another position is refused.
    pub ply: usize,
}

/// Which position a request speaks of.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtPly {
    /// How many moves the caller has seen; a request for another position is refused.
    pub ply: usize,
}

/// The answer to an offer.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferAnswer {
    /// Whether the caller agrees.
    pub accept: bool,
}

/// Who gives up.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resignation {
    /// The seat, which the caller holds.
    pub seat: usize,
}

/// A position to be looked at: where it starts and how it goes on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
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
    /// The seed of the start, in a game that deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// The deal, in a game that deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false, nullable = false)]
    pub setup: Option<Value>,
    /// The position to start in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub position: Option<String>,
    /// The moves to play from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The first position to be told, by how many moves lead to it; the start without it. The last one is always told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<usize>,
}

/// A line of positions: the start and what each move leads to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// The variant that was meant.
    pub variant: String,
    /// What each seat is called.
    pub seat_names: Vec<String>,
    /// The positions, one more than there are moves unless fewer were asked for. All is open in an analysis; the
    /// legal moves are told of the last one alone.
    pub positions: Vec<PositionView>,
    /// Whether the start is not the usual one.
    pub is_position: bool,
}

/// A question to an agent about a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisQuery {
    /// The position.
    pub at: PositionQuery,
    /// The agent. Without it the table of the solved game answers where there is one, the champion elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub agent: Option<String>,
    /// How long it may think, in milliseconds; the server has a limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub time_ms: Option<u32>,
    /// How many of the best moves to tell; without it one, or all where the answer is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub lines: Option<u32>,
}

/// A move that an agent looked at.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisLine {
    /// The move.
    #[serde(flatten)]
    pub first: MoveView,
    /// What it is worth to the mover.
    pub value: ValueView,
    /// The line that starts with it.
    pub pv: Vec<String>,
    /// What is touched first, in a word: the piece that moves. Left out where nothing is there.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub piece: String,
}

/// What an agent found out about a position.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisView {
    /// The seat to move, for which the values are.
    pub seat: usize,
    /// The move it would play.
    pub best: MoveView,
    /// What the position is worth to the mover, where the agent has an opinion.
    pub value: Option<ValueView>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it entered.
    pub nodes: u64,
    /// The best moves, best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether the values come from the table of the solved game: what perfect play leads to, not an opinion.
    pub exact: bool,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// A game in the library.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameSummary {
    /// The game's address: `/api/games/{id}`.
    pub id: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// Who sits where: names and specs.
    pub players: Vec<String>,
    /// What sits where.
    pub kinds: Vec<SeatKind>,
    /// How many moves were played.
    pub plies: usize,
    /// The result, once there is one.
    pub result: Option<ResultView>,
    /// Whether it was imported.
    pub imported: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// A page of the library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games, the last changed first.
    pub games: Vec<GameSummary>,
    /// How many match in all.
    pub total: usize,
}

/// Games that were imported.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// Their addresses, in the order of the file.
    pub ids: Vec<String>,
    /// The key with which they can be deleted.
    pub token: String,
}

/// A request that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorView {
    /// What is wrong, in one sentence.
    pub error: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// A word for programs: `illegal_move`, `stale`, `not_found`, …
    pub code: String,
}

/// What a client says on the WebSocket of a game; the first must come within ten seconds.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Who it is: the key of a seat, or none for a spectator.
    Hello {
        /// The key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        token: Option<String>,
        /// Which of several seats with this key sits at the screen; a game with secrets shows it what it may see.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        seat: Option<usize>,
    },
}

/// What the server says on the WebSocket of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage {
    /// The whole game, at first and after every change.
    Game {
        /// The game as the client may see it.
        game: Box<GameView>,
    },
    /// What the agent to move is thinking.
    Thinking {
        /// The thoughts.
        thinking: ThinkingView,
    },
    /// The game was deleted; the socket closes.
    Deleted,
    /// The client said something wrong; the socket closes.
    Error {
        /// What.
        error: ErrorView,
    },
}
