//! How games come into being: made by someone, made again, or imported.

use std::sync::Arc;

use ludwerk_arena::record::Record;
use ludwerk_core::{Deal as _, Game as _, Notation as _};
use ludwerk_registry::{AnyGame, Spec};

use super::Hall;
use crate::dto::{CreatedGame, GameView, NewGame, NewSeat};
use crate::engines::{Peeking, peeking_refusal};
use crate::error::{ApiError, ApiResult};
use crate::keys;
use crate::room::{Caller, Room};
use crate::store::{Player, StoredEnd, StoredGame, StoredMove, Thought};

/// The most letters of a person's name.
const MOST_NAME: usize = 40;

/// The most letters of what a record tells of players and end; specs of agents are long.
const MOST_TEXT: usize = 300;

/// The longest base time and increment of a clock, in seconds: a day, and an hour.
const MOST_CLOCK: (u32, u32) = (86_400, 3_600);

/// How to play against an agent that is refused because it peeks.
pub(super) const HOW_TO_PEEK: &str = "set `allow_peeking` to allow it; all players are then told";

/// The largest whole number that every JSON reader keeps exactly.
pub const MOST_SEED: u64 = (1 << 53) - 1;

impl Hall {
    /// Makes a game.
    pub fn create(self: &Arc<Self>, wanted: &NewGame) -> ApiResult<CreatedGame> {
        let game = self.configure(&wanted.game, wanted.variant.as_deref(), Some(wanted.seats.len()))?;
        let owner = keys::token();
        let person = checked_player(wanted)?;
        let peeking = if wanted.allow_peeking { Peeking::Announced } else { Peeking::Refused };
        let seats = wanted.seats.iter().map(|seat| self.player(&game, seat, &owner, person, peeking));
        let seats = self.informed(&wanted.game, seats.collect::<ApiResult<Vec<_>>>()?)?;
        let info = game.info();
        let chooses_luck = wanted.seed.is_some() || wanted.position.is_some() || !wanted.moves.is_empty();
        let has_guests = wanted.seats.iter().any(|seat| matches!(seat, NewSeat::Invited { .. }));
        if (info.is_hidden() || info.has_chance()) && chooses_luck && has_guests {
            let problem = "a player who chooses the deal may not play against others";
            return Err(ApiError::bad("deal", problem).hint("leave out seed, position and moves"));
        }
        if wanted.seed.is_some_and(|seed| seed > MOST_SEED) {
            return Err(
                ApiError::bad("seed", "the seed is too large").hint(format!("the largest is {MOST_SEED}"))
            );
        }
        if let Some(clock) = wanted.clock
            && (clock.base_seconds > MOST_CLOCK.0
                || clock.increment_seconds > MOST_CLOCK.1
                || clock.base_seconds + clock.increment_seconds == 0)
        {
            return Err(ApiError::bad("clock", "this clock is out of range")
                .hint("give at least one second, at most a day at the start and an hour for a move"));
        }
        let now = keys::now_ms();
        let stored = StoredGame {
            id: keys::address(),
            game: wanted.game.clone(),
            variant: game.variant().to_owned(),
            players: seats.len(),
            seed: Some(wanted.seed.unwrap_or_else(keys::seed)),
            setup: None,
            position: wanted.position.clone(),
            seats,
            owner: owner.clone(),
            clock: wanted.clock,
            undone: Vec::new(),
            ended: None,
            next: None,
            imported: false,
            series: None,
            created: now,
            updated: now,
            result: None,
            plies: 0,
        };
        let moves = wanted.moves.iter().map(|text| StoredMove {
            text: text.clone(),
            ms: None,
            thought: Thought::default(),
        });
        let view = self.add(game, stored, moves.collect(), &Caller::with_key(owner.clone()))?;
        Ok(CreatedGame { token: owner, game: view })
    }

    fn player(
        &self,
        game: &AnyGame,
        seat: &NewSeat,
        owner: &str,
        person: Option<&str>,
        peeking: Peeking,
    ) -> ApiResult<Player> {
        let named = |name: &Option<String>, usual: &str| {
            checked_name(name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual))
        };
        Ok(match seat {
            NewSeat::Here { name } => Player::Human {
                name: named(name, "human")?,
                token: owner.to_owned(),
                invitation: None,
                player: person.map(str::to_owned),
            },
            NewSeat::Invited { name } => Player::Human {
                name: named(name, "guest")?,
                token: String::new(),
                invitation: Some(keys::token()),
                player: None,
            },
            NewSeat::Engine { spec } => {
                let (spec, peeks) = self.check_spec(game, spec)?;
                if peeks && peeking == Peeking::Refused {
                    return Err(peeking_refusal(&spec).hint(HOW_TO_PEEK));
                }
                Player::Engine { spec: spec.to_string(), peeks }
            }
        })
    }

    /// Stores a game, seats everyone, and lets it begin.
    pub(super) fn add(
        self: &Arc<Self>,
        game: AnyGame,
        stored: StoredGame,
        moves: Vec<StoredMove>,
        caller: &Caller,
    ) -> ApiResult<GameView> {
        let mut room = Room::new(game, stored, moves)?;
        self.store.insert(&[(&room.stored, room.moves())])?;
        room.mark_stored();
        let view = room.view(caller);
        self.seat(room);
        Ok(view)
    }

    /// Makes a game like this one, for the same people with the same keys. Whoever asks second gets what the first
    /// has made.
    pub fn again(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<CreatedGame> {
        let next = keys::address();
        let mut made = None;
        self.change(id, |room| {
            room.check_key(caller)?;
            if caller.key.is_none() {
                return Err(ApiError::forbidden("not_seated", "only those who play may start another game"));
            }
            if room.stored.imported {
                return Err(ApiError::conflict(
                    "imported",
                    "this game was imported: it can be viewed, not played",
                ));
            }
            room.check_alone("the next game of a series begins on its page")?;
            made = room
                .stored
                .next
                .clone()
                .filter(|made| self.store.load(made).is_ok_and(|game| game.is_some()));
            if made.is_none() {
                // The new game is made while nobody else can ask for one.
                let mut stored = fresh_copy(&room.stored, &next);
                stored.seats = self.informed_anew(&stored.game, stored.seats)?;
                let new = Room::new(room.play().game().clone(), stored, Vec::new())?;
                self.store.insert(&[(&new.stored, new.moves())])?;
                room.stored.next = Some(next.clone());
                room.touch();
            }
            Ok(())
        })?;
        let made = made.unwrap_or(next);
        Ok(CreatedGame { token: caller.key.clone().unwrap_or_default(), game: self.look(&made, caller)? })
    }

    /// Stores the games of a record file, all or none; gives their addresses and the key with which they can be deleted.
    pub fn import(&self, records: &[Record]) -> ApiResult<(Vec<String>, String)> {
        let owner = keys::token();
        let rooms =
            records.iter().map(|record| self.imported(record, &owner)).collect::<ApiResult<Vec<_>>>()?;
        let games: Vec<_> = rooms.iter().map(|room| (&room.stored, room.moves())).collect();
        self.store.insert(&games)?;
        Ok((rooms.iter().map(|room| room.stored.id.clone()).collect(), owner))
    }

    fn imported(&self, record: &Record, owner: &str) -> ApiResult<Room> {
        let game = self.configure(&record.game, Some(&record.variant), Some(record.players))?;
        check_texts(record)?;
        let play = record.replay(&game)?;
        let now = keys::now_ms();
        let by_rules = play.outcome().is_some();
        // As the game writes them, not as they came.
        let position = record.position.as_ref().map(|_| game.position_text(play.start()));
        let setup = game.setup_json(play.start()).filter(|_| position.is_none());
        let stored = StoredGame {
            id: keys::address(),
            game: record.game.clone(),
            variant: record.variant.clone(),
            players: record.players,
            seed: record.seed,
            setup,
            position,
            seats: record.seats.iter().map(|name| recorded_player(&game, name)).collect(),
            owner: owner.to_owned(),
            clock: None,
            undone: Vec::new(),
            ended: record.result.as_ref().filter(|_| !by_rules).map(|end| StoredEnd {
                returns: end.returns.clone(),
                points: end.points.clone(),
                reason: end.reason.clone(),
                turn_ms: None,
            }),
            next: None,
            imported: true,
            series: None,
            created: now,
            updated: now,
            result: None,
            plies: 0,
        };
        let known = play.move_texts().into_iter().zip(&record.moves);
        let moves = known
            .map(|(text, mv)| {
                let thought = Thought { value: mv.value, ..Thought::default() };
                StoredMove { text, ms: mv.ms, thought }
            })
            .collect();
        Room::new(game, stored, moves)
    }
}

/// A name that people are shown, without blanks around it.
pub(super) fn checked_name(name: &str) -> ApiResult<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
        return Err(ApiError::bad("name", format!("a name has from 1 to {MOST_NAME} letters")));
    }
    Ok(name.to_owned())
}

/// The key of the only person who sits here.
fn checked_player(wanted: &NewGame) -> ApiResult<Option<&str>> {
    let Some(player) = wanted.player.as_deref() else { return Ok(None) };
    if !keys::is_players_key(player) {
        return Err(ApiError::bad("player", "this is not a player key")
            .hint("a player key has 16 to 64 random letters and digits"));
    }
    let n_here = wanted.seats.iter().filter(|seat| matches!(seat, NewSeat::Here { .. })).count();
    Ok(Some(player).filter(|_| n_here == 1))
}

/// A game like this one, before its first move.
fn fresh_copy(old: &StoredGame, id: &str) -> StoredGame {
    let now = keys::now_ms();
    StoredGame {
        id: id.to_owned(),
        seed: Some(keys::seed()),
        undone: Vec::new(),
        ended: None,
        next: None,
        result: None,
        created: now,
        updated: now,
        plies: 0,
        ..old.clone()
    }
}

/// What a record tells besides its moves must be short and make sense, because everyone is shown it.
fn check_texts(record: &Record) -> ApiResult<()> {
    let refuse = |what: &str| Err(ApiError::bad("record", format!("this record's {what}")));
    let is_text = |text: &str| text.chars().count() <= MOST_TEXT && !text.chars().any(char::is_control);
    if !record.seats.iter().all(|name| is_text(name)) {
        return refuse("names are too long or have characters that are not allowed");
    }
    if let Some(result) = &record.result {
        let sum: f64 = result.returns.iter().sum();
        let are_shares =
            result.returns.iter().all(|share| (0.0..=1.0).contains(share)) && (sum - 1.0).abs() < 1e-6;
        let has_points = result.points.as_ref().is_none_or(|points| points.len() == record.players);
        if !are_shares || !has_points || !is_text(&result.reason) {
            return refuse("result makes no sense");
        }
    }
    Ok(())
}

/// Who a record says sat there: an agent if it is one's spec, a person otherwise, whose seat nobody can hold.
fn recorded_player(game: &AnyGame, name: &str) -> Player {
    let spec = name.parse::<Spec>().ok().filter(|spec| game.resolve(spec).is_ok());
    if let Some(spec) = spec {
        let peeks = game.agent(&spec, 0).is_ok_and(|agent| agent.peeks());
        Player::Engine { spec: name.to_owned(), peeks }
    } else {
        Player::Human { name: name.to_owned(), token: String::new(), invitation: None, player: None }
    }
}
