//! Series: tests of people against agents. Whoever has the link joins by a name, and plays one game after the other;
//! the results stand in one table.
//!
//! A game of a series is a game like any other, with less help in it: no hints, nothing taken back beyond one's own turn,
//! no thoughts of the opponent before the end, and nobody removes a single one.

use std::sync::Arc;

use ludwerk_arena::record::Record;
use ludwerk_arena::series::{OpponentTable, PersonRow, SeriesGame, table};
use ludwerk_core::{Game as _, Notation as _, Seat};
use ludwerk_registry::levels::uninformed;
use ludwerk_registry::{AnyGame, Spec};
use ludwerk_session::inform;

use super::create::{HOW_TO_PEEK, checked_name};
use super::{Event, Lobby, lock};
use crate::dto::{
    CreatedGame, CreatedSeries, JoinedSeries, NewPerson, NewSeries, SeriesGameView, SeriesList,
    SeriesOpponent, SeriesPerson, SeriesRow, SeriesSummary, SeriesTable, SeriesView,
};
use crate::engines::peeking_refusal;
use crate::error::{ApiError, ApiResult};
use crate::game::Caller;
use crate::keys;
use crate::store::{Person, Player, SeriesPlan, StoredGame, StoredPerson, StoredSeries};

/// The most series that a server keeps.
const MOST_SERIES: usize = 200;

/// The most people of a series.
const MOST_PEOPLE: usize = 200;

/// The most opponents of a series.
const MOST_OPPONENTS: usize = 8;

/// The most games of a person against one opponent.
const MOST_GAMES: u32 = 100;

impl Lobby {
    /// All series.
    pub fn list_series(&self) -> ApiResult<SeriesList> {
        let summary = |series: StoredSeries| {
            let games = self.store.games_of_series(&series.id)?;
            let finished = games.iter().filter(|game| game.result.is_some()).count();
            Ok(SeriesSummary {
                people: self.store.people_of_series(&series.id)?.len(),
                finished,
                unfinished: games.len() - finished,
                id: series.id,
                name: series.plan.name,
                game: series.plan.game,
                variant: series.plan.variant,
                opponents: series.plan.opponents.into_iter().map(|opponent| opponent.spec).collect(),
                created: series.created,
            })
        };
        let series = self.store.all_series()?.into_iter().map(summary).collect::<ApiResult<Vec<_>>>()?;
        Ok(SeriesList { series })
    }

    /// Makes a series.
    pub fn create_series(&self, wanted: &NewSeries) -> ApiResult<CreatedSeries> {
        let game = self.configure(&wanted.game, wanted.variant.as_deref(), wanted.players)?;
        let name = checked_name(&wanted.name)?;
        let bad = |code, problem: String, hint: &str| Err(ApiError::bad(code, problem).hint(hint));
        if !(1..=MOST_GAMES).contains(&wanted.games) {
            let problem = format!("{} games against each opponent", wanted.games);
            return bad("games", problem, &format!("take from 1 to {MOST_GAMES}"));
        }
        if wanted.opponents.is_empty() || wanted.opponents.len() > MOST_OPPONENTS {
            let problem = format!("{} opponents", wanted.opponents.len());
            return bad("opponents", problem, &format!("name from 1 to {MOST_OPPONENTS} agents"));
        }
        let mut opponents: Vec<SeriesOpponent> = Vec::new();
        for (n, text) in wanted.opponents.iter().enumerate() {
            let about = |error: ApiError| error.about(format_args!("opponent {}", n + 1));
            let (spec, peeks) = self.check_spec(&game, text).map_err(about)?;
            if peeks && !wanted.allow_peeking {
                return Err(about(peeking_refusal(&spec).hint(HOW_TO_PEEK)));
            }
            let spec = spec.to_string();
            if opponents.iter().any(|known| known.spec == spec) {
                return bad("opponents", format!("{spec} is named twice"), "name each opponent once");
            }
            opponents.push(SeriesOpponent { spec, peeks });
        }
        if self.store.all_series()?.len() >= MOST_SERIES {
            return Err(ApiError::too_many("this server keeps no more series").hint("delete one of yours"));
        }
        let series = StoredSeries {
            id: keys::address(),
            owner: keys::token(),
            plan: SeriesPlan {
                name,
                game: wanted.game.clone(),
                variant: game.variant().to_owned(),
                players: game.n_seats(),
                opponents,
                games: wanted.games,
                rotate: wanted.rotate,
            },
            created: keys::now_ms(),
        };
        self.store.insert_series(&series)?;
        let view = self.look_at_series(&series.id, &Caller::with_key(series.owner.clone()))?;
        Ok(CreatedSeries { token: series.owner, series: view })
    }

    fn stored_series(&self, id: &str) -> ApiResult<StoredSeries> {
        self.store.series(id)?.ok_or_else(|| ApiError::not_found("series"))
    }

    /// The series as the caller may see it.
    pub fn look_at_series(&self, id: &str, caller: &Caller) -> ApiResult<SeriesView> {
        let StoredSeries { id, owner, plan, created } = self.stored_series(id)?;
        let game = self.configure(&plan.game, Some(&plan.variant), Some(plan.players))?;
        let games = self.store.games_of_series(&id)?;
        let is_key = |token: &str| caller.key.as_ref().is_some_and(|key| keys::is_same(token, key));
        let people = self.store.people_of_series(&id)?.into_iter().map(|person| SeriesPerson {
            you: is_key(&person.token),
            games: games.iter().filter_map(|played| game_view(&game, played, &person.name)).collect(),
            name: person.name,
        });
        Ok(SeriesView {
            people: people.collect(),
            tables: tables(&plan, &games),
            owner: is_key(&owner),
            id,
            title: game.info().title.to_owned(),
            name: plan.name,
            game: plan.game,
            variant: plan.variant,
            players: plan.players,
            opponents: plan.opponents,
            games: plan.games,
            rotate: plan.rotate,
            created,
        })
    }

    /// Takes part in a series, under a name that nobody else has there.
    pub fn join_series(&self, id: &str, wanted: &NewPerson) -> ApiResult<JoinedSeries> {
        let series = self.stored_series(id)?;
        let game =
            self.configure(&series.plan.game, Some(&series.plan.variant), Some(series.plan.players))?;
        let name = checked_name(&wanted.name)?;
        if name.parse::<Spec>().is_ok_and(|spec| game.resolve(&spec).is_ok()) {
            return Err(
                ApiError::bad("name", format!("{name} is the name of an agent")).hint("take another name")
            );
        }
        let _turn = lock(&self.joining);
        let people = self.store.people_of_series(id)?;
        if people.iter().any(|person| person.name.to_lowercase() == name.to_lowercase()) {
            return Err(ApiError::conflict(
                "taken",
                format!("the name {name} is already taken in this series"),
            )
            .hint("continue in the browser in which that name joined, or take another name"));
        }
        if people.len() >= MOST_PEOPLE {
            return Err(ApiError::too_many(format!("a series has at most {MOST_PEOPLE} people")));
        }
        let person = StoredPerson { name, token: keys::token(), joined: keys::now_ms() };
        self.store.insert_person(id, &person)?;
        let view = self.look_at_series(id, &Caller::with_key(person.token.clone()))?;
        Ok(JoinedSeries { token: person.token, series: view })
    }

    /// The game that a person is to play now: the one that was begun, or the next.
    pub fn play_series(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<CreatedGame> {
        let StoredSeries { id, owner, plan, .. } = self.stored_series(id)?;
        // Two clicks begin one game.
        let _turn = lock(&self.joining);
        let people = self.store.people_of_series(&id)?;
        let key = caller.key.as_deref().unwrap_or_default();
        let Some(person) = people.into_iter().find(|person| keys::is_same(&person.token, key)) else {
            return Err(ApiError::forbidden("not_joined", "only those who take part may play")
                .hint("join the series by a name first"));
        };
        let games = self.store.games_of_series(&id)?;
        let own: Vec<_> = games.iter().filter(|game| seat_of(game, &person.name).is_some()).collect();
        if let Some(begun) = own.iter().find(|game| game.result.is_none()) {
            return self.created(&begun.about.id, person.token);
        }
        let (n, n_opponents) = (own.len(), plan.opponents.len());
        if n >= n_opponents * plan.games as usize {
            return Err(ApiError::conflict("finished", "all your games of this series are played"));
        }
        // Opponents take turns, and then seats do.
        let opponent = &plan.opponents[n % n_opponents];
        let seat = if plan.rotate { n / n_opponents % plan.players } else { 0 };
        let game = self.configure(&plan.game, Some(&plan.variant), Some(plan.players))?;
        let engine = Player::Engine { spec: opponent.spec.parse()?, peeks: opponent.peeks };
        let mut seats = vec![engine; plan.players];
        seats[seat] = Player::Human(Person::new(person.name.clone(), person.token.clone()));
        let known = self.known(&plan.game, &seats)?;
        inform(&mut seats, &known);
        let mut stored = StoredGame::new(&game, owner, seats);
        stored.about.series = Some(id);
        self.add(game, stored, Vec::new(), person.token)
    }

    /// The records of all games of a series that tell no secret, the first first.
    pub fn records_of_series(&self, id: &str) -> ApiResult<Vec<Record>> {
        let series = self.stored_series(id)?;
        let games = self.store.games_of_series(&series.id)?;
        Ok(games.iter().filter_map(|game| self.load(&game.about.id).ok()?.record().ok()).collect())
    }

    /// Removes a series with all its games.
    pub fn delete_series(self: &Arc<Self>, id: &str, caller: &Caller) -> ApiResult<()> {
        let series = self.stored_series(id)?;
        if !caller.key.as_ref().is_some_and(|key| keys::is_same(&series.owner, key)) {
            return Err(ApiError::forbidden("not_owner", "only the creator of the series may delete it"));
        }
        let _turn = lock(&self.joining);
        for game in self.store.games_of_series(id)? {
            self.remove(&game.about.id)?;
        }
        self.store.delete_series(id)?;
        Ok(())
    }

    /// Removes a game, and tells those who look at it.
    pub(super) fn remove(self: &Arc<Self>, id: &str) -> ApiResult<()> {
        let Ok(live) = self.live(id) else {
            // What cannot be opened can still be removed.
            self.store.delete(id)?;
            return Ok(());
        };
        let mut game = live.game()?;
        self.store.delete(id)?;
        game.is_dead = true;
        game.stop_agent();
        drop(game);
        self.forget(id, &live);
        let _ = live.events.send(Event::Deleted);
        Ok(())
    }
}

/// At which seat a person sits in a game of a series.
fn seat_of(game: &StoredGame, person: &str) -> Option<Seat> {
    let is_person = |player: &Player| matches!(player, Player::Human(human) if human.name == person);
    game.seats.iter().position(is_person).map(Seat::new)
}

/// The spec of the opponent in a game of a series.
fn opponent_of(game: &StoredGame) -> Option<(&Spec, bool)> {
    game.seats.iter().find_map(|player| match player {
        Player::Engine { spec, peeks } => Some((spec, *peeks)),
        Player::Human(_) => None,
    })
}

fn share_of(game: &StoredGame, seat: Seat) -> Option<f64> {
    game.result.as_ref().and_then(|result| result.returns.get(seat.idx()).copied())
}

fn game_view(game: &AnyGame, played: &StoredGame, person: &str) -> Option<SeriesGameView> {
    let seat = seat_of(played, person)?;
    Some(SeriesGameView {
        id: played.about.id.clone(),
        opponent: opponent_of(played)?.0.to_string(),
        seat: game.seat_name(seat),
        share: share_of(played, seat),
        plies: played.plies,
        updated: played.about.updated,
    })
}

/// The table of every opponent, of which some may have met nobody yet.
fn tables(plan: &SeriesPlan, games: &[StoredGame]) -> Vec<SeriesTable> {
    let played = games.iter().filter_map(|game| {
        let mut seats = Seat::all(game.seats.len()).zip(&game.seats);
        let (seat, person) = seats.find_map(|(seat, player)| Some((seat, player.person()?)))?;
        let (spec, peeks) = opponent_of(game)?;
        Some(SeriesGame {
            person: person.name.clone(),
            opponents: vec![called(plan, spec); plan.players - 1],
            peeks,
            share: share_of(game, seat),
        })
    });
    let played: Vec<_> = played.collect();
    let mut found = table(&played);
    for opponent in &plan.opponents {
        if !found.iter().any(|part| part.opponent == opponent.spec) {
            found.push(OpponentTable::of_nobody(&opponent.spec, opponent.peeks));
        }
    }
    let place = |part: &OpponentTable| plan.opponents.iter().position(|known| known.spec == part.opponent);
    found.sort_by_key(place);
    found.into_iter().map(table_view).collect()
}

/// The spec as the plan has it: an adaptive agent is told of the person it meets.
fn called(plan: &SeriesPlan, spec: &Spec) -> String {
    let wanted = uninformed(spec);
    let is_meant = |text: &str| text.parse::<Spec>().is_ok_and(|known| uninformed(&known) == wanted);
    let known = plan.opponents.iter().find(|known| is_meant(&known.spec));
    known.map_or_else(|| spec.to_string(), |known| known.spec.clone())
}

fn table_view(part: OpponentTable) -> SeriesTable {
    SeriesTable {
        opponent: part.opponent,
        peeks: part.peeks,
        people: part.people.into_iter().map(row_view).collect(),
        all: row_view(part.all),
    }
}

fn row_view(row: PersonRow) -> SeriesRow {
    let PersonRow {
        person,
        plays,
        wins,
        draws,
        losses,
        win_rate,
        win_rate_ci95,
        score,
        score_ci95,
        unfinished,
    } = row;
    SeriesRow { person, plays, wins, draws, losses, win_rate, win_rate_ci95, score, score_ci95, unfinished }
}
