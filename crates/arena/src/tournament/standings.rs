//! What has been counted of a tournament so far. Takes no more memory for more games.

use std::collections::BTreeMap;

use super::store::{GameRow, SeatTime};
use crate::stats::pairs::Pairs;
use crate::stats::rating::Rankings;
use crate::stats::{Tally, interval};

/// Sums over games, in whatever order they come.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pub n_games: usize,
    pub n_without_opening: usize,
    pub agents: Vec<AgentSums>,
    pub rankings: Rankings,
    /// For two agents, the lesser first: how their seats stand to each other.
    pub cross: BTreeMap<(usize, usize), Meeting>,
    /// What every seat took, as bits, and how often.
    pub seats: Vec<BTreeMap<u64, usize>>,
    /// Forfeits by agent and reason: how many, and the number of the first that was counted.
    pub forfeits: BTreeMap<(usize, String), (usize, usize)>,
    /// Bouts of which games are missing.
    open_bouts: BTreeMap<usize, Vec<GameRow>>,
    n_seatings: usize,
}

/// So many reasons for which an agent forfeits games are told apart.
const MOST_REASONS: usize = 10;

/// What the others are called.
const OTHER_REASONS: &str = "for other reasons";

/// What is counted of an agent.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentSums {
    pub tally: Tally,
    /// The mean share of a seat in each bout, as bits, and how often.
    bouts: BTreeMap<u64, usize>,
    pub ms: f64,
    /// The processor time, where it is known of all moves.
    pub cpu_ms: Option<f64>,
    pub n_moves: u64,
    pub n_forfeits: usize,
    pub n_games: usize,
}

/// What is counted of two agents, seen by the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// In games for two.
    pub pairs: Pairs,
}

impl AgentSums {
    /// The 95% interval of the score, over bouts: the games of one share their luck.
    pub fn ci95(&self) -> (f64, f64) {
        interval(self.bouts.iter().map(|(&bits, &times)| (f64::from_bits(bits), times)))
    }
}

impl Standings {
    pub fn new(n_agents: usize, n_seats: usize, n_seatings: usize) -> Self {
        Self {
            n_games: 0,
            n_without_opening: 0,
            agents: vec![AgentSums { cpu_ms: Some(0.0), ..AgentSums::default() }; n_agents],
            rankings: Rankings::default(),
            cross: BTreeMap::new(),
            seats: vec![BTreeMap::new(); n_seats],
            forfeits: BTreeMap::new(),
            open_bouts: BTreeMap::new(),
            n_seatings,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, row: &GameRow) {
        let seating = &row.fixture.seating;
        self.n_games += 1;
        self.n_without_opening += usize::from(!row.has_opening);
        for (seat, &agent) in seating.iter().enumerate() {
            let n_own_seats = seating.iter().filter(|&&other| other == agent).count();
            let sums = &mut self.agents[agent];
            sums.tally.add(row.returns[seat], n_own_seats, seating.len());
            // A game counts once, however many seats one has.
            sums.n_games += usize::from(seating.iter().position(|&other| other == agent) == Some(seat));
            let SeatTime { ms, n_moves, cpu_ms } = row.times.get(seat).copied().unwrap_or_default();
            sums.ms += ms;
            sums.n_moves += u64::from(n_moves);
            sums.cpu_ms = sums.cpu_ms.zip(cpu_ms).map(|(sum, ms)| sum + ms);
            *self.seats[seat].entry(row.returns[seat].to_bits()).or_default() += 1;
        }
        let places = row.places();
        self.count_meetings(&places);
        self.rankings.add(&places);
        if let Some(seat) = row.forfeit {
            self.agents[seating[seat.idx()]].n_forfeits += 1;
            self.count_forfeit(seating[seat.idx()], row);
        }
        let bout = self.open_bouts.entry(row.fixture.bout).or_default();
        bout.push(row.clone());
        if bout.len() == self.n_seatings
            && let Some(bout) = self.open_bouts.remove(&row.fixture.bout)
        {
            self.close(bout);
        }
    }

    /// A program that says something else each time has as many reasons as games: the first ones are told apart.
    fn count_forfeit(&mut self, agent: usize, row: &GameRow) {
        let known = self.forfeits.range((agent, String::new())..(agent + 1, String::new())).count();
        let key = (agent, row.reason.clone());
        let is_told = known < MOST_REASONS || self.forfeits.contains_key(&key);
        let key = if is_told { key } else { (agent, OTHER_REASONS.to_owned()) };
        let (times, first) = self.forfeits.entry(key).or_insert((0, row.fixture.idx));
        *times += 1;
        *first = row.fixture.idx.min(*first);
    }

    fn count_meetings(&mut self, places: &[Vec<usize>]) {
        let seats =
            || places.iter().enumerate().flat_map(|(place, agents)| agents.iter().map(move |&a| (place, a)));
        for (place, agent) in seats() {
            for (other_place, other) in seats().filter(|&(_, other)| agent < other) {
                let meeting = self.cross.entry((agent, other)).or_default();
                match place.cmp(&other_place) {
                    std::cmp::Ordering::Less => meeting.wins += 1,
                    std::cmp::Ordering::Equal => meeting.draws += 1,
                    std::cmp::Ordering::Greater => meeting.losses += 1,
                }
            }
        }
    }

    /// Counts the bouts of which games are missing for what they have. To be called once, at the end.
    pub fn close_all(&mut self) {
        for bout in std::mem::take(&mut self.open_bouts).into_values() {
            self.close(bout);
        }
    }

    fn close(&mut self, mut bout: Vec<GameRow>) {
        // Sums do not depend on the order in which games end.
        bout.sort_by_key(|row| row.fixture.idx);
        let shares = |agent: usize| {
            let shares = bout.iter().flat_map(move |row| {
                let seats = row.fixture.seating.iter().zip(&row.returns);
                seats.filter(move |&(&other, _)| other == agent).map(|(_, &share)| share)
            });
            shares.collect::<Vec<_>>()
        };
        let mut agents: Vec<_> = bout.iter().flat_map(|row| row.fixture.seating.iter().copied()).collect();
        agents.sort_unstable();
        agents.dedup();
        for &agent in &agents {
            let shares = shares(agent);
            let mean = shares.iter().sum::<f64>() / shares.len() as f64;
            *self.agents[agent].bouts.entry(mean.to_bits()).or_default() += 1;
        }
        if let (&[first, second], 2) = (&agents[..], self.seats.len()) {
            self.cross.entry((first, second)).or_default().pairs.add(&shares(first));
        }
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Seat;

    use super::*;
    use crate::tournament::Fixture;

    #[test]
    fn a_thousand_reasons_take_a_few_lines() {
        let mut standings = Standings::new(2, 2, 2);
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
        assert_eq!(standings.forfeits.values().map(|&(times, _)| times).sum::<usize>(), 1000);
        assert_eq!(standings.forfeits[&(1, "it said 3".to_owned())], (2, 3));
        assert_eq!(standings.agents[1].n_forfeits, 1000);
    }
}
