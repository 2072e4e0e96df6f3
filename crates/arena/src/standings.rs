//! What has been counted of a match or a tournament so far. Takes no more memory for more games.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::{GameRow, SeatTime};
use crate::stats::rating::Rating;
use crate::stats::{Shares, Summary, Tally};

/// Sums over games, in whatever order they come.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The games that count.
    pub n_games: usize,
    /// Games without the opening that was asked for, which began at the start.
    pub n_without_opening: usize,
    /// One for each agent.
    pub agents: Vec<AgentSums>,
    /// Games that were forfeited, by agent and reason.
    pub forfeits: BTreeMap<(usize, String), Forfeits>,
    /// What every seat took.
    pub(crate) seats: Vec<Shares>,
}

/// So many reasons for which an agent forfeits games are told apart.
const MOST_REASONS: usize = 10;

/// What the others are called.
const OTHER_REASONS: &str = "for other reasons";

/// What is counted of an agent.
#[derive(Clone, Debug, Default)]
pub struct AgentSums {
    tally: Tally,
    /// By the number of its seats: what they took together.
    by_seats: BTreeMap<usize, Shares>,
    ms: f64,
    /// The processor time, where it is known of all moves.
    cpu_ms: Option<f64>,
    n_moves: u64,
    n_forfeits: usize,
    n_games: usize,
}

/// How an agent did in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema), schema(as = AgentRowView))]
pub struct AgentRow {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub spec: String,
    /// Its place by rating, counted from 1.
    pub rank: usize,
    /// Its games.
    pub games: usize,
    /// Whole wins, one a seat.
    pub wins: usize,
    /// Shared wins.
    pub draws: usize,
    /// Games without any share.
    pub losses: usize,
    /// The mean share of a seat.
    pub score: Option<f64>,
    /// The 95% interval of the score, from the spread of bouts.
    #[cfg_attr(feature = "wire", schema(value_type = (f64, f64)))]
    pub ci95: [f64; 2],
    /// Its rating; the mean of all is 0.
    pub elo: f64,
    /// Half the width of the 95% interval of the rating; infinite (`null`) if it has met nobody.
    #[cfg_attr(feature = "wire", schema(value_type = Option<f64>))]
    pub elo_error: f64,
    /// The moves that it made.
    pub moves: u64,
    /// The mean time of a move, in milliseconds.
    pub ms_per_move: f64,
    /// The mean processor time of a move in milliseconds, where it is known of all.
    pub cpu_ms_per_move: Option<f64>,
    /// The games that it forfeited.
    pub forfeits: usize,
}

/// How an agent did in the games in which it had so many seats: to hold out alone against two is another thing than to
/// sit at a table with oneself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Company {
    /// How many seats it had.
    pub seats: usize,
    /// The games.
    pub games: usize,
    /// The mean of what its seats took together.
    pub share: f64,
    /// The 95% interval of that.
    pub ci95: (f64, f64),
}

/// Games that an agent forfeited for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeits {
    /// How many.
    pub times: usize,
    /// The number of the first.
    pub first: usize,
    /// The last that the program printed in the first, where it was a program and the game has just been played.
    pub output: Option<String>,
}

impl AgentSums {
    /// The score with error bars, every game by itself.
    pub fn summary(&self) -> Summary {
        self.tally.summary()
    }

    /// How it did by how many seats it had, fewest first.
    pub fn by_seats(&self) -> Vec<Company> {
        let company = |(&seats, shares): (&usize, &Shares)| Company {
            seats,
            games: shares.n(),
            share: shares.mean(),
            ci95: shares.ci95(),
        };
        self.by_seats.iter().map(company).collect()
    }

    /// The mean time of a move, in milliseconds.
    pub fn ms_per_move(&self) -> f64 {
        if self.n_moves == 0 { 0.0 } else { self.ms / self.n_moves as f64 }
    }

    /// The mean processor time of a move in milliseconds, where it is known of all moves.
    pub fn cpu_ms_per_move(&self) -> Option<f64> {
        self.cpu_ms.filter(|_| self.n_moves > 0).map(|ms| ms / self.n_moves as f64)
    }

    /// Its row in the table of a tournament, in which the mean shares of a seat in its bouts were these.
    pub(crate) fn row(
        &self,
        name: String,
        spec: String,
        rank: usize,
        bouts: &Shares,
        rating: Rating,
    ) -> AgentRow {
        let Summary { wins, draws, losses, score, .. } = self.summary();
        AgentRow {
            name,
            spec,
            rank,
            games: self.n_games,
            wins,
            draws,
            losses,
            score: Some(score).filter(|score| !score.is_nan()),
            // Over bouts: the games of one share their luck.
            ci95: bouts.ci95().into(),
            elo: rating.elo,
            elo_error: rating.error,
            moves: self.n_moves,
            ms_per_move: self.ms_per_move(),
            cpu_ms_per_move: self.cpu_ms_per_move(),
            forfeits: self.n_forfeits,
        }
    }
}

impl Standings {
    /// Nothing yet, of so many agents and seats.
    pub fn new(n_agents: usize, n_seats: usize) -> Self {
        Self {
            n_games: 0,
            n_without_opening: 0,
            agents: vec![AgentSums { cpu_ms: Some(0.0), ..AgentSums::default() }; n_agents],
            forfeits: BTreeMap::new(),
            seats: vec![Shares::default(); n_seats],
        }
    }

    /// Counts a game.
    pub fn add(&mut self, row: &GameRow) {
        let seating = &row.fixture.seating;
        self.n_games += 1;
        self.n_without_opening += usize::from(!row.has_opening);
        for (seat, &agent) in seating.iter().enumerate() {
            let (share, n_own_seats) = row.taken(agent);
            let sums = &mut self.agents[agent];
            sums.tally.add(row.returns[seat], n_own_seats, seating.len());
            // A game counts once, however many seats one has.
            if seating.iter().position(|&other| other == agent) == Some(seat) {
                sums.n_games += 1;
                sums.by_seats.entry(n_own_seats).or_default().add(share);
            }
            let SeatTime { ms, n_moves, cpu_ms } = row.times.get(seat).copied().unwrap_or_default();
            sums.ms += ms;
            sums.n_moves += u64::from(n_moves);
            sums.cpu_ms = sums.cpu_ms.zip(cpu_ms).map(|(sum, ms)| sum + ms);
            self.seats[seat].add(row.returns[seat]);
        }
        if let Some(seat) = row.forfeit {
            self.agents[seating[seat.idx()]].n_forfeits += 1;
            self.count_forfeit(seating[seat.idx()], row);
        }
    }

    /// A program that says something else each time has as many reasons as games: the first ones are told apart.
    fn count_forfeit(&mut self, agent: usize, row: &GameRow) {
        let known = self.forfeits.range((agent, String::new())..(agent + 1, String::new())).count();
        let key = (agent, row.reason.clone());
        let is_told = known < MOST_REASONS || self.forfeits.contains_key(&key);
        let key = if is_told { key } else { (agent, OTHER_REASONS.to_owned()) };
        let nothing = Forfeits { times: 0, first: usize::MAX, output: None };
        let told = self.forfeits.entry(key).or_insert(nothing);
        told.times += 1;
        if row.fixture.idx < told.first {
            (told.first, told.output) = (row.fixture.idx, row.output.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Seat;

    use super::*;
    use crate::schedule::Fixture;

    #[test]
    fn a_thousand_reasons_take_a_few_lines() {
        let mut standings = Standings::new(2, 2);
        for idx in 0..1000 {
            let fixture = Fixture { idx, round: 0, bout: idx / 2, opening: 0, seating: vec![0, 1] };
            let reason = format!("it said {}", idx % 500);
            let returns = vec![1.0, 0.0];
            standings.add(&GameRow {
                fixture,
                returns,
                reason,
                forfeit: Some(Seat::SECOND),
                ..GameRow::default()
            });
        }
        assert_eq!(standings.forfeits.len(), MOST_REASONS + 1);
        assert_eq!(standings.forfeits.values().map(|told| told.times).sum::<usize>(), 1000);
        let told = &standings.forfeits[&(1, "it said 3".to_owned())];
        assert_eq!((told.times, told.first), (2, 3));
        assert_eq!(standings.agents[1].n_forfeits, 1000);
    }
}
