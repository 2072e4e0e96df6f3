//! The games of a tournament, filtered and page by page.

use ludwerk_arena::GameRow;
use ludwerk_arena::tournament::{Store as Games, StoreError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Tournaments, cannot};
use ludwerk_core::Seat;

use crate::dto::{TournamentGame, TournamentGames};
use crate::error::ApiResult;

/// How a game went for an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// All of the win was its own.
    Win,
    /// The win was shared.
    Draw,
    /// It had no share.
    Loss,
}

/// Which games are wanted.
#[derive(Clone, Debug, Default)]
pub struct GamesFilter {
    /// With this agent, by its place in the plan.
    pub agent: Option<usize>,
    /// And against this one.
    pub against: Option<usize>,
    /// With this result for the agent; for whoever it was without one.
    pub result: Option<GameResult>,
    /// That were forfeited.
    pub forfeited: bool,
    /// How many to leave out.
    pub offset: usize,
    /// How many to give.
    pub limit: usize,
}

impl GamesFilter {
    fn takes_all(&self) -> bool {
        self.agent.is_none() && self.against.is_none() && self.result.is_none() && !self.forfeited
    }

    fn takes(&self, row: &GameRow) -> bool {
        let plays = |agent: Option<usize>| agent.is_none_or(|agent| row.fixture.seating.contains(&agent));
        plays(self.agent)
            && plays(self.against)
            && (!self.forfeited || row.forfeit.is_some())
            && self.result.is_none_or(|wanted| self.is_result(row, wanted))
    }

    fn is_result(&self, row: &GameRow, wanted: GameResult) -> bool {
        let seats = row.fixture.seating.iter().zip(&row.returns);
        let Some(agent) = self.agent else {
            let is_shared = !row.returns.contains(&1.0);
            return is_shared == (wanted == GameResult::Draw);
        };
        // An agent may hold several seats.
        let share: f64 = seats.filter(|(at, _)| **at == agent).map(|(_, share)| share).sum();
        match wanted {
            GameResult::Win => share >= 1.0 - 1e-9,
            GameResult::Loss => share <= 1e-9,
            GameResult::Draw => (1e-9..1.0 - 1e-9).contains(&share),
        }
    }
}

impl Tournaments {
    /// A page of the games, the last ones first.
    pub fn page(&self, id: &str, filter: &GamesFilter) -> ApiResult<TournamentGames> {
        let games = self.games_of(id)?;
        let (rows, total) = read_page(&games, filter).map_err(|error| cannot(&error))?;
        Ok(TournamentGames { games: rows.into_iter().map(game_view).collect(), total })
    }
}

fn read_page(games: &Games, filter: &GamesFilter) -> Result<(Vec<GameRow>, usize), StoreError> {
    if filter.takes_all() {
        return Ok((games.page(filter.offset, filter.limit, true)?, games.n_games()?));
    }
    let mut rows = Vec::new();
    games.each(|row| {
        if filter.takes(&row) {
            rows.push(row);
        }
        true
    })?;
    let total = rows.len();
    Ok((rows.into_iter().rev().skip(filter.offset).take(filter.limit).collect(), total))
}

fn game_view(row: GameRow) -> TournamentGame {
    TournamentGame {
        number: row.fixture.idx,
        round: row.fixture.round,
        opening: row.fixture.opening,
        seating: row.fixture.seating,
        returns: row.returns,
        points: row.points,
        reason: row.reason,
        forfeit: row.forfeit.map(Seat::idx),
        plies: row.plies,
        finished: row.finished * 1000,
    }
}
