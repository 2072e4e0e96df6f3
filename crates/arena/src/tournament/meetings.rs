//! How the agents of a tournament stand to each other: games by their outcome, meetings of two, and bouts, whose games
//! share their luck.

use std::collections::BTreeMap;

use crate::engine::GameRow;
use crate::stats::Shares;
use crate::stats::pairs::Pairs;
use crate::stats::rating::Rankings;

/// What is counted beside the standings. Takes no more memory for more games.
#[derive(Clone, Debug)]
pub(super) struct Meetings {
    pub rankings: Rankings,
    /// For two agents, the lesser first: how their seats stand to each other.
    pub cross: BTreeMap<(usize, usize), Meeting>,
    /// For each agent, the mean share of a seat in each bout.
    pub bouts: Vec<Shares>,
    /// The games of bouts of which some are missing.
    open_bouts: BTreeMap<usize, Vec<GameRow>>,
    n_seats: usize,
    n_seatings: usize,
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

impl Meetings {
    pub fn new(n_agents: usize, n_seats: usize, n_seatings: usize) -> Self {
        Self {
            rankings: Rankings::default(),
            cross: BTreeMap::new(),
            bouts: vec![Shares::default(); n_agents],
            open_bouts: BTreeMap::new(),
            n_seats,
            n_seatings,
        }
    }

    /// Counts a game. Gives the games of its bout in their order, if it was the last of them.
    pub fn add(&mut self, row: &GameRow) -> Option<Vec<GameRow>> {
        let places = row.places();
        self.count_meetings(&places);
        self.rankings.add(&places);
        let bout = self.open_bouts.entry(row.fixture.bout).or_default();
        let (fixture, returns) = (row.fixture.clone(), row.returns.clone());
        bout.push(GameRow { fixture, returns, ..GameRow::default() });
        if bout.len() < self.n_seatings {
            return None;
        }
        let mut bout = self.open_bouts.remove(&row.fixture.bout)?;
        self.close(&mut bout);
        Some(bout)
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
        for mut bout in std::mem::take(&mut self.open_bouts).into_values() {
            self.close(&mut bout);
        }
    }

    fn close(&mut self, bout: &mut [GameRow]) {
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
            self.bouts[agent].add(shares.iter().sum::<f64>() / shares.len() as f64);
        }
        if let (&[first, second], 2) = (&agents[..], self.n_seats) {
            self.cross.entry((first, second)).or_default().pairs.add(&shares(first));
        }
    }
}
