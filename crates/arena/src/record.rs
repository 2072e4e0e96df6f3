//! Game records: one JSON document a game, `"format": "ludwerk-record/1"`.
//!
//! Everything that stores, exports, imports or analyses a game uses this form. A file holds one document,
//! or many one after the other (JSON lines).

use std::io::{self, Write};
use std::time::Duration;

use ludwerk_core::{
    Game, Keyed, MoveError, Notation, Outcome, Playthrough, PositionError, Rng, SetupError, Turn,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::duel::{PlayedGame, PlayedMove};

/// What every record starts with, before its version.
const FORMAT: &str = "ludwerk-record/";

/// The version that this program writes, and the latest that it reads.
const VERSION: u32 = 1;

/// A game, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Always `ludwerk-record/1`.
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The number of seats.
    pub players: usize,
    /// The deal, in a game that deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Value>,
    /// The position it started in, where that is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The seed of the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who sat where: agents by their spec, people by their name.
    pub seats: Vec<String>,
    /// The seats whose agents saw what was hidden from the people they played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub peeks: Vec<usize>,
    /// The moves, chance plies included.
    pub moves: Vec<MoveRecord>,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultRecord>,
    /// The program that wrote the record, with its version.
    pub program: String,
}

/// A move with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The text of the move.
    #[serde(rename = "move")]
    pub text: String,
    /// The time it took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The processor time that it cost, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ms: Option<f64>,
    /// The value that the mover gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// What each seat got.
    pub returns: Vec<f64>,
    /// The points of each seat, in a game with points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<i32>>,
    /// The reason in a few words.
    pub reason: String,
    /// The last that an outside program printed before it forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// A record that cannot be read or replayed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The text is not JSON, or not of this shape.
    #[error("not a game record: {0}")]
    Malformed(String),
    /// A later version of the program wrote it.
    #[error("this record has version {found}, and this program reads up to {VERSION}")]
    LaterVersion {
        /// The version found.
        found: u32,
    },
    /// It is of another game, variant or number of players.
    #[error("this record is of {found}, not of {wanted}")]
    OtherGame {
        /// The record's game.
        found: String,
        /// The game that was wanted.
        wanted: String,
    },
    /// Its start cannot be used.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Its deal cannot be used.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// One of its moves cannot be played.
    #[error("move {} of the record: {source}", ply + 1)]
    Move {
        /// The ply, counted from 0.
        ply: usize,
        /// Why.
        source: MoveError,
    },
    /// Its result is not what its moves lead to.
    #[error("the record's result is {recorded:?}, but its moves lead to {replayed:?}")]
    Result {
        /// The returns in the record.
        recorded: Vec<f64>,
        /// The returns by the rules.
        replayed: Vec<f64>,
    },
}

impl RecordError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "a record is JSON with \"format\":\"ludwerk-record/1\"",
            Self::LaterVersion { .. } => "update ludwerk, or save the game again with this version",
            Self::OtherGame { .. } => "name the record's game on the command line",
            Self::Position(_) | Self::Setup(_) | Self::Move { .. } | Self::Result { .. } => {
                "the record may be damaged, or of another variant"
            }
        }
    }
}

/// Where a game began, as a record keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The seed of the start.
    pub seed: Option<u64>,
    /// Whether it began in a position of its own rather than the usual start.
    pub is_position: bool,
}

impl Record {
    /// The record of a game in progress or at its end. `details` says what is known of each move, as far
    /// as it goes; `seats` names who sits where.
    pub fn of_play<G: Game + Keyed + Notation + Clone>(
        play: &Playthrough<G>,
        details: &[PlayedMove],
        origin: Origin,
        seats: Vec<String>,
    ) -> Self {
        let game = play.game();
        let setup = game.setup_json(play.start()).and_then(|json| serde_json::from_str(&json).ok());
        let details = details.iter().copied().chain(std::iter::repeat(PlayedMove::default()));
        let moves = play.move_texts().into_iter().zip(details).map(|(text, known)| MoveRecord {
            text,
            ms: known.seat.map(|_| millis(known.time)),
            cpu_ms: known.cpu.map(millis),
            value: known.value,
        });
        Self {
            format: format!("{FORMAT}{VERSION}"),
            game: game.info().id.to_owned(),
            variant: game.variant().to_owned(),
            players: game.n_seats(),
            position: origin.is_position.then(|| game.position_text(play.start())),
            setup: setup.filter(|_| !origin.is_position),
            seed: origin.seed,
            seats,
            peeks: Vec::new(),
            moves: moves.collect(),
            result: play.outcome().map(|outcome| result_of(play, &outcome)),
            program: concat!("ludwerk ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }

    /// The record of a game between agents.
    pub fn of_played<G: Game + Keyed + Notation + Clone>(
        played: &PlayedGame<G>,
        origin: Origin,
        seats: Vec<String>,
    ) -> Self {
        let mut record = Self::of_play(&played.play, &played.moves, origin, seats);
        let n_seats = played.play.game().n_seats();
        record.result = played.ended.returns(n_seats).map(|returns| ResultRecord {
            returns: returns.as_slice().to_vec(),
            points: played.play.outcome().and_then(|_| played.play.game().points(played.play.state())),
            reason: played.ended.reason(),
            output: played.ended.output().map(str::to_owned),
        });
        record
    }

    /// The record of a game that another program has kept: with the times of its moves in milliseconds, as far as they
    /// are known, and what it tells of the result where the moves do not lead to one.
    pub fn of_told<G: Game + Keyed + Notation + Clone>(
        play: &Playthrough<G>,
        is_position: bool,
        seats: Vec<String>,
        times_ms: &[Option<f64>],
        result: Option<(Vec<f64>, String)>,
    ) -> Self {
        let mut record = Self::of_play(play, &[], Origin { seed: None, is_position }, seats);
        for (mv, &time) in record.moves.iter_mut().zip(times_ms) {
            mv.ms = time;
        }
        let told =
            result.map(|(returns, reason)| ResultRecord { returns, points: None, reason, output: None });
        record.result = record.result.or(told);
        record
    }

    /// What the record knows of each move of the game that it replays to.
    pub fn details<G: Game + Keyed + Clone>(&self, play: &Playthrough<G>) -> Vec<PlayedMove> {
        let known = |(ply, mv): (usize, &MoveRecord)| {
            let turn = play.state_at(ply).map(|state| play.game().turn(state));
            let seat = match turn {
                Some(Turn::Player(seat)) => mv.ms.map(|_| seat),
                _ => None,
            };
            let time = |ms: f64| Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default();
            let (cpu, value) = (mv.cpu_ms.map(time), mv.value);
            PlayedMove { seat, time: time(mv.ms.unwrap_or(0.0)), cpu, value }
        };
        self.moves.iter().enumerate().map(known).collect()
    }

    /// Reads one record.
    ///
    /// # Errors
    /// [`RecordError::Malformed`] or [`RecordError::LaterVersion`].
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut records = Self::parse_all(text)?;
        match records.len() {
            1 => Ok(records.remove(0)),
            n => Err(RecordError::Malformed(format!("one game was expected, there are {n}"))),
        }
    }

    /// Reads all records of a file.
    ///
    /// # Errors
    /// [`RecordError::Malformed`] or [`RecordError::LaterVersion`] for the first that is wrong.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, RecordError> {
        serde_json::Deserializer::from_str(text)
            .into_iter::<Value>()
            .map(|document| {
                let document = document.map_err(|error| RecordError::Malformed(error.to_string()))?;
                Self::from_json(document)
            })
            .collect()
    }

    fn from_json(document: Value) -> Result<Self, RecordError> {
        let format = document.get("format").and_then(Value::as_str).unwrap_or_default();
        let version = format.strip_prefix(FORMAT).and_then(|version| {
            version.parse::<u32>().ok().filter(|number| *number > 0 && number.to_string() == version)
        });
        match version {
            None => Err(RecordError::Malformed("it has no \"format\":\"ludwerk-record/1\"".to_owned())),
            Some(found) if found > VERSION => Err(RecordError::LaterVersion { found }),
            Some(_) => {
                let record: Self = serde_json::from_value(document)
                    .map_err(|error| RecordError::Malformed(error.to_string()))?;
                let (n_named, n_players) = (record.seats.len(), record.players);
                if n_named != n_players {
                    let reason = format!("it names {n_named} seats for {n_players} players");
                    return Err(RecordError::Malformed(reason));
                }
                if let Some(n_returns) = record.result.as_ref().map(|result| result.returns.len())
                    && n_returns != n_players
                {
                    let reason = format!("its result is for {n_returns} players, not {n_players}");
                    return Err(RecordError::Malformed(reason));
                }
                Ok(record)
            }
        }
    }

    /// Writes the record as one line.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_line(&self, writer: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *writer, self)?;
        writeln!(writer)
    }

    /// Plays the record again.
    ///
    /// # Errors
    /// A [`RecordError`] when it is of another game or variant, or does not play.
    pub fn replay<G: Game + Keyed + Notation + Clone>(
        &self,
        game: &G,
    ) -> Result<Playthrough<G>, RecordError> {
        let (found, wanted) = ((&*self.game, &*self.variant, self.players), of_game(game));
        if found != wanted {
            return Err(RecordError::OtherGame { found: name_game(found), wanted: name_game(wanted) });
        }
        let start = match (&self.setup, &self.position) {
            (Some(setup), _) => game.parse_setup(&setup.to_string())?,
            (None, Some(position)) => game.parse_position(position)?,
            (None, None) => game.start(&mut Rng::new(self.seed.unwrap_or(0))),
        };
        let mut play = Playthrough::new(game.clone(), start);
        for (ply, mv) in self.moves.iter().enumerate() {
            play.play_text(&mv.text).map_err(|source| RecordError::Move { ply, source })?;
        }
        if let (Some(result), Some(outcome)) = (&self.result, play.outcome())
            && result.returns != outcome.returns.as_slice()
        {
            return Err(RecordError::Result {
                recorded: result.returns.clone(),
                replayed: outcome.returns.as_slice().to_vec(),
            });
        }
        Ok(play)
    }

    /// Where the game began.
    pub fn origin(&self) -> Origin {
        Origin { seed: self.seed, is_position: self.position.is_some() }
    }
}

/// Milliseconds, as exact as clocks are.
fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// What a record and a game must agree in: id, variant, number of seats.
fn of_game<G: Game>(game: &G) -> (&str, &str, usize) {
    (game.info().id, game.variant(), game.n_seats())
}

fn name_game((id, variant, players): (&str, &str, usize)) -> String {
    format!("{id} {variant} for {players}")
}

fn result_of<G: Game + Keyed + Clone>(play: &Playthrough<G>, outcome: &Outcome) -> ResultRecord {
    ResultRecord {
        returns: outcome.returns.as_slice().to_vec(),
        points: play.game().points(play.state()),
        reason: outcome.reason.to_owned(),
        output: None,
    }
}
