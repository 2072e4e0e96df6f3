//! Which games there are: numbered, and who sits where in each, with which opening.

use ludwerk_core::Game;

use crate::contest::ContestError;
use crate::seating::{Seating, mixed_seatings};
use crate::tournament::{Format, Plan, PlanError};

/// One game of a match or a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, counted from 0.
    pub idx: usize,
    /// The round of a Swiss tournament, counted from 0; 0 in the others.
    pub round: usize,
    /// The number of its bout: the games of a bout have the same opening and agents.
    pub bout: usize,
    /// The number of its opening or deal. Every group of agents gets the same ones.
    pub opening: usize,
    /// The agent at each seat.
    pub seating: Seating,
}

/// Who meets whom, how often.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The groups that meet, unless results decide.
    groups: Vec<Vec<usize>>,
    is_drawn_by_results: bool,
    /// Whether the order around the table changes from bout to bout, until everybody has sat behind everybody.
    changes_order: bool,
    n_agents: usize,
    n_seats: usize,
    /// Who of a group sits where in the games of a bout.
    seatings: Vec<Seating>,
    /// The bouts of every group, in a Swiss tournament those of every round.
    n_bouts: usize,
    n_rounds: usize,
}

/// A tournament of more games would not end.
const MOST_GAMES: usize = 100_000_000;

impl Schedule {
    /// The schedule of a match: at least so many games of the same agents, rounded up to whole bouts.
    ///
    /// # Errors
    /// [`ContestError::Agents`] when the agents do not suit the seats.
    pub fn of_match(game: &impl Game, n_agents: usize, n_games: usize) -> Result<Self, ContestError> {
        let n_seats = game.n_seats();
        let seatings = mixed_seatings(n_agents, n_seats);
        if seatings.is_empty() || n_agents < 2 {
            return Err(ContestError::Agents { game: game.info().id.to_owned(), n_seats, n_agents });
        }
        Ok(Self {
            groups: vec![(0..n_agents).collect()],
            is_drawn_by_results: false,
            changes_order: false,
            n_agents,
            n_seats,
            n_bouts: n_games.div_ceil(seatings.len()).min(usize::MAX / seatings.len()),
            n_rounds: 1,
            seatings,
        })
    }

    /// The schedule of a plan for a game with so many seats.
    ///
    /// # Errors
    /// A [`PlanError`] when the agents do not suit the seats, or the games are too many.
    pub fn new(plan: &Plan, n_seats: usize) -> Result<Self, PlanError> {
        let n_agents = plan.agents.len();
        if n_seats < 2 {
            return Err(PlanError::new("a tournament needs a game for two or more", "choose another game"));
        }
        let group_size = n_seats.min(n_agents);
        let seatings = mixed_seatings(group_size, n_seats);
        let too_many = || PlanError::new("these are too many games", "take fewer agents, games or rounds");
        let (groups, n_rounds) = match plan.format {
            Format::RoundRobin => (combinations(0, n_agents, group_size).ok_or_else(too_many)?, 1),
            Format::Gauntlet => {
                let mut groups = combinations(1, n_agents, group_size - 1).ok_or_else(too_many)?;
                for group in &mut groups {
                    group.insert(0, 0);
                }
                (groups, 1)
            }
            Format::Swiss if n_agents < n_seats => {
                return Err(PlanError::new(
                    format!(
                        "a Swiss tournament for {n_seats} players needs {n_seats} agents, not {n_agents}"
                    ),
                    "name more agents, or take a round robin",
                ));
            }
            Format::Swiss => (Vec::new(), plan.rounds.unwrap_or_else(|| usual_rounds(n_agents, n_seats))),
        };
        let schedule = Self {
            groups,
            is_drawn_by_results: plan.format == Format::Swiss,
            changes_order: group_size == n_seats,
            n_agents,
            n_seats,
            n_bouts: plan.games.unwrap_or(1).div_ceil(seatings.len()),
            n_rounds,
            seatings,
        };
        let n_games = schedule
            .n_bouts_a_round()
            .checked_mul(schedule.n_seatings())
            .and_then(|n| n.checked_mul(n_rounds));
        n_games.filter(|&n| n <= MOST_GAMES).map(|_| schedule).ok_or_else(too_many)
    }

    /// The number of games.
    pub fn n_games(&self) -> usize {
        self.n_bouts_a_round() * self.n_seatings() * self.n_rounds
    }

    /// The number of games of one bout.
    pub fn n_seatings(&self) -> usize {
        self.seatings.len()
    }

    /// The rounds, each of which can only be drawn up when the one before has ended.
    pub fn n_rounds(&self) -> usize {
        self.n_rounds
    }

    /// The games of a round, by the groups that meet in it where the schedule does not know them itself.
    pub fn round(&self, round: usize, groups: Option<Vec<Vec<usize>>>) -> impl Iterator<Item = Fixture> {
        let groups = groups.unwrap_or_else(|| self.groups.clone());
        let n_games = self.n_bouts * groups.len() * self.n_seatings();
        (0..n_games).map(move |number| self.fixture(round, &groups, number))
    }

    /// The game with a number of a schedule of one round; those after the last go on in the same way.
    pub fn game(&self, idx: usize) -> Fixture {
        self.fixture(0, &self.groups, idx)
    }

    /// The game with a number within its round.
    fn fixture(&self, round: usize, groups: &[Vec<usize>], number: usize) -> Fixture {
        let (bout, nth_seating) = (number / self.n_seatings(), number % self.n_seatings());
        // One bout of every group after the other, so that all have played equally many at any time.
        let (nth, group) = (bout / groups.len(), &groups[bout % groups.len()]);
        let places = self.seatings[nth_seating].iter();
        let seating = if self.changes_order {
            let order = around_the_table(group.len(), round * self.n_bouts + nth);
            places.map(|&place| group[order[place]]).collect()
        } else {
            places.map(|&place| group[place]).collect()
        };
        let bout = round * self.n_bouts_a_round() + bout;
        let idx = bout * self.n_seatings() + nth_seating;
        Fixture { idx, round, bout, opening: round * self.n_bouts + nth, seating }
    }

    /// Whether the groups of a round follow from the results before it.
    pub fn is_drawn_by_results(&self) -> bool {
        self.is_drawn_by_results
    }

    /// The number of agents.
    pub fn n_agents(&self) -> usize {
        self.n_agents
    }

    /// The number of seats.
    pub fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn n_bouts_a_round(&self) -> usize {
        let n_groups =
            if self.is_drawn_by_results { self.n_agents / self.n_seats } else { self.groups.len() };
        n_groups.saturating_mul(self.n_bouts)
    }
}

/// The `nth` order around a table of so many, the first one staying in its place; begins anew after all.
fn around_the_table(n_seats: usize, nth: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (1..n_seats).collect();
    let mut rest = nth;
    let mut order = vec![0];
    while !left.is_empty() {
        let at = rest % left.len();
        rest /= left.len();
        order.push(left.remove(at));
    }
    order
}

/// All sets of `size` numbers from `first` to below `end`, in order; `None` if they are far too many.
fn combinations(first: usize, end: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    const MOST: usize = 1_000_000;
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let mut longer = Vec::new();
        for set in &sets {
            let next = set.last().map_or(first, |last| last + 1);
            longer.extend((next..end).map(|number| {
                let mut set = set.clone();
                set.push(number);
                set
            }));
            if longer.len() > MOST {
                return None;
            }
        }
        sets = longer;
    }
    Some(sets)
}

/// Enough rounds for one to win all: each leaves one of every group of seats unbeaten.
fn usual_rounds(n_agents: usize, n_seats: usize) -> usize {
    let mut rounds = 0;
    let mut unbeaten = n_agents;
    while unbeaten > 1 {
        unbeaten = unbeaten.div_ceil(n_seats);
        rounds += 1;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::tournament::Entrant;

    fn plan(format: Format, n_agents: usize, games: usize) -> Plan {
        let agents = (0..n_agents).map(|n| Entrant::Spec(format!("agent{n}"))).collect();
        Plan { format, agents, games: Some(games), ..Plan::default() }
    }

    fn fixtures(format: Format, n_agents: usize, n_seats: usize, games: usize) -> Vec<Fixture> {
        let schedule = Schedule::new(&plan(format, n_agents, games), n_seats).unwrap();
        let fixtures: Vec<_> = schedule.round(0, None).collect();
        assert_eq!(fixtures.len(), schedule.n_games());
        assert!(fixtures.iter().enumerate().all(|(n, fixture)| fixture.idx == n), "numbers without gaps");
        fixtures
    }

    #[test]
    fn everybody_sits_everywhere_and_every_group_meets_equally_often() {
        for n_seats in 2..=4 {
            for n_agents in 2..=6 {
                let fixtures = fixtures(Format::RoundRobin, n_agents, n_seats, 24);
                let mut at_seat = BTreeMap::new();
                let mut groups = BTreeMap::new();
                let mut behind = BTreeMap::new();
                for fixture in &fixtures {
                    for (seat, &agent) in fixture.seating.iter().enumerate() {
                        *at_seat.entry((agent, seat)).or_insert(0) += 1;
                        let next = fixture.seating[(seat + 1) % n_seats];
                        if next != agent {
                            *behind.entry((agent, next)).or_insert(0) += 1;
                        }
                    }
                    let mut group = fixture.seating.clone();
                    group.sort_unstable();
                    group.dedup();
                    *groups.entry(group).or_insert(0) += 1;
                }
                let all_equal = |counts: Vec<i32>| counts.iter().all(|&n| n == counts[0]);
                let what = format!("{n_agents} agents, {n_seats} seats");
                assert_eq!(at_seat.len(), n_agents * n_seats, "{what}");
                assert!(all_equal(at_seat.into_values().collect()), "{what}: seats");
                assert!(all_equal(groups.into_values().collect()), "{what}: groups");
                assert!(all_equal(behind.into_values().collect()), "{what}: neighbours");
            }
        }
    }

    #[test]
    fn the_games_of_a_bout_share_agents_and_opening() {
        let fixtures = fixtures(Format::RoundRobin, 4, 2, 6);
        assert_eq!(fixtures.len(), 6 * 6);
        for pair in fixtures.chunks(2) {
            assert_eq!((pair[0].bout, pair[0].opening), (pair[1].bout, pair[1].opening));
            assert_eq!(
                pair[0].seating.iter().rev().collect::<Vec<_>>(),
                pair[1].seating.iter().collect::<Vec<_>>()
            );
        }
        // All six pairs play opening 0 before anybody plays opening 1.
        assert!(fixtures[..12].iter().all(|fixture| fixture.opening == 0));
        assert!(fixtures[12..24].iter().all(|fixture| fixture.opening == 1));
    }

    #[test]
    fn more_games_leave_the_first_ones_as_they_are() {
        let (few, many) = (fixtures(Format::RoundRobin, 5, 3, 6), fixtures(Format::RoundRobin, 5, 3, 60));
        assert_eq!(few, many[..few.len()]);
    }

    #[test]
    fn in_a_gauntlet_the_first_agent_plays_all_games() {
        for n_seats in 2..=4 {
            let fixtures = fixtures(Format::Gauntlet, 5, n_seats, 4);
            assert!(fixtures.iter().all(|fixture| fixture.seating.contains(&0)), "{n_seats} seats");
            assert!((1..5).all(|agent| fixtures.iter().any(|fixture| fixture.seating.contains(&agent))));
        }
    }

    #[test]
    fn what_cannot_be_drawn_up_is_refused() {
        assert!(Schedule::new(&plan(Format::Swiss, 2, 1), 3).is_err());
        assert!(Schedule::new(&plan(Format::RoundRobin, 500, 1), 4).is_err());
        assert!(Schedule::new(&plan(Format::RoundRobin, 100, usize::MAX), 2).is_err());
        assert_eq!([2, 3, 8, 9].map(|n| usual_rounds(n, 2)), [1, 2, 3, 4]);
    }
}
