//! How games come into being: made by someone, made again, or imported.

use std::sync::Arc;

use ludwerk_arena::record::Record;
use ludwerk_core::Game as _;
use ludwerk_registry::{AnyGame, Spec};

use super::{Hall, lock};
use crate::dto::{CreatedGame, GameView, NewGame, NewSeat};
use crate::engines::check_spec;
use crate::error::{ApiError, ApiResult};
use crate::keys;
use crate::room::{Caller, Room};
use crate::store::{Player, StoredEnd, StoredGame, StoredMove};

/// The most letters of a person's name.
const MOST_NAME: usize = 40;

/// The longest base time and increment of a clock, in seconds: a day, and an hour.
const MOST_CLOCK: (u32, u32) = (86_400, 3_600);

/// The largest whole number that every JSON reader keeps exactly.
pub const MOST_SEED: u64 = (1 << 53) - 1;

impl Hall {
    /// Makes a game.
    pub fn create(self: &Arc<Self>, wanted: &NewGame) -> ApiResult<CreatedGame> {
        let game = self.configure(&wanted.game, wanted.variant.as_deref(), Some(wanted.seats.len()))?;
        let owner = keys::token();
        let seats = wanted.seats.iter().map(|seat| self.player(&game, seat, &owner));
        let seats = seats.collect::<ApiResult<Vec<_>>>()?;
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
            return Err(ApiError::bad("clock", "such a clock does not run")
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
            created: now,
            updated: now,
            result: None,
            plies: 0,
        };
        let moves = wanted.moves.iter().map(|text| StoredMove {
            text: text.clone(),
            ms: None,
            value: None,
            of_shares: false,
        });
        let view = self.add(game, stored, moves.collect(), &Caller(Some(owner.clone())))?;
        Ok(CreatedGame { token: owner, game: view })
    }

    fn player(&self, game: &AnyGame, seat: &NewSeat, owner: &str) -> ApiResult<Player> {
        let named = |name: &Option<String>, usual: &str| {
            let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or(usual);
            if name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
                return Err(ApiError::bad("name", format!("a name has at most {MOST_NAME} letters")));
            }
            Ok(name.to_owned())
        };
        Ok(match seat {
            NewSeat::Here { name } => Player::Human { name: named(name, "human")?, token: owner.to_owned() },
            NewSeat::Invited { name } => Player::Human { name: named(name, "guest")?, token: keys::token() },
            NewSeat::Engine { spec } => {
                Player::Engine { spec: check_spec(game, spec, &self.settings)?.to_string() }
            }
        })
    }

    /// Stores a game, seats everyone, and lets it begin.
    fn add(
        self: &Arc<Self>,
        game: AnyGame,
        stored: StoredGame,
        moves: Vec<StoredMove>,
        caller: &Caller,
    ) -> ApiResult<GameView> {
        let mut room = Room::new(game, stored, moves)?;
        self.store.insert(&room.stored, room.moves())?;
        room.take_changed_from();
        let view = room.view(caller);
        let table = self.seat_table(room);
        self.drive(&table);
        Ok(view)
    }

    /// Makes a game like this one, for the same people with the same keys.
    pub fn again(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<CreatedGame> {
        let table = self.table(id)?;
        let (game, mut stored, key) = {
            let room = lock(&table.room);
            room.check_key(caller)?;
            let Some(key) = caller.0.clone() else {
                return Err(ApiError::forbidden("not_seated", "only those who play may start another game"));
            };
            if room.stored.imported {
                return Err(ApiError::conflict(
                    "imported",
                    "this game was imported, and is only for looking",
                ));
            }
            if let Some(next) = &room.stored.next {
                let next = next.clone();
                drop(room);
                // Both may press the button: the second gets what the first has made, unless that is gone.
                if let Ok(view) = self.look(&next, caller) {
                    return Ok(CreatedGame { token: key, game: view });
                }
                let room = lock(&table.room);
                (room.play().game().clone(), room.stored.clone(), key)
            } else {
                (room.play().game().clone(), room.stored.clone(), key)
            }
        };
        let now = keys::now_ms();
        stored.id = keys::address();
        stored.seed = Some(keys::seed());
        stored.setup = None;
        (stored.undone, stored.ended, stored.next, stored.result) = (Vec::new(), None, None, None);
        (stored.created, stored.updated, stored.plies) = (now, now, 0);
        let next = stored.id.clone();
        let view = self.add(game, stored, Vec::new(), caller)?;
        self.change(id, |room| {
            room.stored.next = Some(next);
            room.touch();
            Ok(())
        })?;
        Ok(CreatedGame { token: key, game: view })
    }

    /// Stores the games of a record file; gives their addresses and the key with which they can be deleted.
    pub fn import(&self, records: &[Record]) -> ApiResult<(Vec<String>, String)> {
        let owner = keys::token();
        let mut rooms = Vec::new();
        for record in records {
            let game = self.configure(&record.game, Some(&record.variant), Some(record.players))?;
            let play = record.replay(&game)?;
            let now = keys::now_ms();
            let by_rules = play.outcome().is_some();
            let stored = StoredGame {
                id: keys::address(),
                game: record.game.clone(),
                variant: record.variant.clone(),
                players: record.players,
                seed: record.seed,
                setup: record.setup.as_ref().map(ToString::to_string),
                position: record.position.clone(),
                seats: record.seats.iter().map(|name| recorded_player(&game, name)).collect(),
                owner: owner.clone(),
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
                created: now,
                updated: now,
                result: None,
                plies: 0,
            };
            let moves = record.moves.iter().map(|mv| StoredMove {
                text: mv.text.clone(),
                ms: mv.ms,
                value: mv.value,
                of_shares: false,
            });
            rooms.push(Room::new(game, stored, moves.collect())?);
        }
        for room in &rooms {
            self.store.insert(&room.stored, room.moves())?;
        }
        Ok((rooms.iter().map(|room| room.stored.id.clone()).collect(), owner))
    }
}

/// Who a record says sat there: an agent if it is one's spec, a person otherwise, whose seat nobody can hold.
fn recorded_player(game: &AnyGame, name: &str) -> Player {
    let is_agent = name.parse::<Spec>().is_ok_and(|spec| game.resolve(&spec).is_ok());
    if is_agent {
        Player::Engine { spec: name.to_owned() }
    } else {
        Player::Human { name: name.to_owned(), token: String::new() }
    }
}
