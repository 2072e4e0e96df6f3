//! How games come into being: made by someone, made again, or imported.

use std::sync::Arc;

use ludwerk_arena::record::Record;
use ludwerk_core::{Deal as _, Game as _, Notation as _};
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_session::{End, Played, inform, inform_anew};

use super::Lobby;
use crate::dto::{CreatedGame, NewGame, NewSeat};
use crate::engines::{Peeking, peeking_refusal};
use crate::error::{ApiError, ApiResult};
use crate::game::{Caller, Game};
use crate::keys;
use crate::store::{Person, Player, StoredGame};

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

impl Lobby {
    /// Makes a game.
    pub fn create(self: &Arc<Self>, wanted: &NewGame) -> ApiResult<CreatedGame> {
        let game = self.configure(&wanted.game, wanted.variant.as_deref(), Some(wanted.seats.len()))?;
        let owner = keys::token();
        let person = checked_player(wanted)?;
        let peeking = if wanted.allow_peeking { Peeking::Announced } else { Peeking::Refused };
        let seats = wanted.seats.iter().map(|seat| self.player(&game, seat, &owner, person, peeking));
        let mut seats = seats.collect::<ApiResult<Vec<_>>>()?;
        let known = self.known(&wanted.game, &seats)?;
        inform(&mut seats, &known);
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
        let mut stored = StoredGame::new(&game, owner.clone(), seats);
        stored.about.seed = wanted.seed.or(stored.about.seed);
        stored.about.position.clone_from(&wanted.position);
        stored.about.clock = wanted.clock;
        let played = wanted.moves.iter().map(|text| Played { text: text.clone(), ..Played::default() });
        self.add(game, stored, played.collect(), owner)
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
            NewSeat::Here { name } => Player::Human(Person {
                player: person.map(str::to_owned),
                ..Person::new(named(name, "human")?, owner.to_owned())
            }),
            NewSeat::Invited { name } => Player::Human(Person {
                invitation: Some(keys::token()),
                ..Person::new(named(name, "guest")?, String::new())
            }),
            NewSeat::Engine { spec } => {
                let (spec, peeks) = self.check_spec(game, spec)?;
                if peeks && peeking == Peeking::Refused {
                    return Err(peeking_refusal(&spec).hint(HOW_TO_PEEK));
                }
                Player::Engine { spec, peeks }
            }
        })
    }

    /// Stores a game and lets it begin; gives it with the key `token`.
    pub(super) fn add(
        self: &Arc<Self>,
        game: AnyGame,
        stored: StoredGame,
        played: Vec<Played>,
        token: String,
    ) -> ApiResult<CreatedGame> {
        let mut game = Game::new(game, stored, played)?;
        self.store.insert(&[(&game.stored(), game.session().played())])?;
        game.mark_stored();
        let view = game.view(&Caller::with_key(token.clone()));
        self.keep(game);
        Ok(CreatedGame { token, game: view })
    }

    /// Makes a game like this one, for the same people with the same keys. Whoever asks second gets what the first
    /// has made.
    pub fn again(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<CreatedGame> {
        let mut made = None;
        self.change(id, |game| {
            game.check_key(caller)?;
            if caller.key.is_none() {
                return Err(ApiError::forbidden("not_seated", "only those who play may start another game"));
            }
            game.check_live()?;
            game.check_alone("the next game of a series begins on its page")?;
            made =
                game.about.next.clone().filter(|made| self.store.load(made).is_ok_and(|game| game.is_some()));
            if made.is_none() {
                // The new game is made while nobody else can ask for one.
                let mut seats = game.session().players().to_vec();
                let known = self.known(&game.about.game, &seats)?;
                inform_anew(&mut seats, &known);
                let rules = game.session().game().clone();
                let mut stored = StoredGame::new(&rules, game.about.owner.clone(), seats);
                stored.about.setup.clone_from(&game.about.setup);
                stored.about.position.clone_from(&game.about.position);
                stored.about.clock = game.about.clock;
                let new = Game::new(rules, stored, Vec::new())?;
                self.store.insert(&[(&new.stored(), new.session().played())])?;
                made = Some(new.about.id.clone());
                game.about.next.clone_from(&made);
                game.touch();
            }
            Ok(())
        })?;
        self.created(&made.unwrap_or_default(), caller.key.clone().unwrap_or_default())
    }

    /// Stores the games of a record file, all or none; gives their addresses and the key with which they can be deleted.
    pub fn import(&self, records: &[Record]) -> ApiResult<(Vec<String>, String)> {
        let owner = keys::token();
        let games =
            records.iter().map(|record| self.imported(record, &owner)).collect::<ApiResult<Vec<_>>>()?;
        let stored: Vec<_> = games.iter().map(Game::stored).collect();
        let rows: Vec<_> =
            stored.iter().zip(&games).map(|(row, game)| (row, game.session().played())).collect();
        self.store.insert(&rows)?;
        Ok((stored.into_iter().map(|game| game.about.id).collect(), owner))
    }

    fn imported(&self, record: &Record, owner: &str) -> ApiResult<Game> {
        let game = self.configure(&record.game, Some(&record.variant), Some(record.players))?;
        check_texts(record)?;
        let play = record.replay(&game)?;
        let by_rules = play.outcome().is_some();
        let seats = record.seats.iter().map(|name| recorded_player(&game, name)).collect();
        let mut stored = StoredGame::new(&game, owner.to_owned(), seats);
        stored.about.seed = record.seed;
        // As the game writes them, not as they came.
        stored.about.position = record.position.as_ref().map(|_| game.position_text(play.start()));
        stored.about.setup = game.setup_json(play.start()).filter(|_| stored.about.position.is_none());
        stored.about.imported = true;
        stored.ended = record.result.as_ref().filter(|_| !by_rules).map(|end| End {
            returns: end.returns.clone(),
            points: end.points.clone(),
            reason: end.reason.clone(),
            turn_ms: None,
        });
        Game::new(game, stored, Played::of_record(record, &play))
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
    match spec {
        Some(spec) => {
            let peeks = game.agent(&spec, 0).is_ok_and(|agent| agent.peeks());
            Player::Engine { spec, peeks }
        }
        None => Player::Human(Person::new(name.to_owned(), String::new())),
    }
}
