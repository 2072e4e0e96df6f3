//! A Swiss tournament: in every round those meet who did equally well so far, and nobody twice if it can be helped.

use std::collections::BTreeMap;

use crate::engine::GameRow;

/// The results so far, as far as the next round follows from them.
#[derive(Clone, Debug)]
pub(super) struct Course {
    agents: Vec<Progress>,
    /// How often two agents have met, the lesser first.
    meetings: BTreeMap<(usize, usize), usize>,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    /// Shares of the win, and the seats in which they were earned.
    shares: f64,
    n_seats: usize,
    last_round: Option<usize>,
    n_rounds: usize,
    /// What the others took who sat at the same table.
    met: BTreeMap<usize, usize>,
}

/// After so many tries a round is drawn up by the next best way.
const MOST_TRIES: usize = 100_000;

impl Course {
    pub fn new(n_agents: usize) -> Self {
        Self { agents: vec![Progress::default(); n_agents], meetings: BTreeMap::new() }
    }

    /// Counts a game. The order does not matter within a round.
    pub fn add(&mut self, row: &GameRow) {
        let seating = &row.fixture.seating;
        for (seat, &agent) in seating.iter().enumerate() {
            let progress = &mut self.agents[agent];
            progress.shares += row.returns[seat];
            progress.n_seats += 1;
            if progress.last_round != Some(row.fixture.round) {
                progress.last_round = Some(row.fixture.round);
                progress.n_rounds += 1;
            }
            for &other in seating {
                if other != agent {
                    *progress.met.entry(other).or_default() += 1;
                    if agent < other {
                        *self.meetings.entry((agent, other)).or_default() += 1;
                    }
                }
            }
        }
    }

    /// The groups of `size` that meet next, the leaders first. Those who are left over (the last who have sat out
    /// least often) sit out.
    pub fn next_groups(&self, size: usize) -> Vec<Vec<usize>> {
        let mut ranked = self.ranked();
        for _ in 0..ranked.len() % size {
            let most_played = ranked.iter().map(|&agent| self.agents[agent].n_rounds).max();
            let sits_out = ranked.iter().rposition(|&agent| Some(self.agents[agent].n_rounds) == most_played);
            ranked.remove(sits_out.unwrap_or(0));
        }
        let mut tries = 0;
        let mut groups = Vec::new();
        if self.group_all(&ranked, size, &mut groups, &mut tries) {
            return groups;
        }
        self.group_greedily(ranked, size)
    }

    /// The agents by their mean share, then by that of those whom they met, then by their number.
    fn ranked(&self) -> Vec<usize> {
        // Rounded, so that sums in another order rank alike.
        let mean = |agent: usize| {
            let progress = &self.agents[agent];
            if progress.n_seats == 0 { 0.0 } else { progress.shares / progress.n_seats as f64 }
        };
        let rounded = |value: f64| (value * 1e9).round() as i64;
        let of_met = |agent: usize| {
            let met = &self.agents[agent].met;
            let n: usize = met.values().sum();
            met.iter().map(|(&other, &times)| mean(other) * times as f64).sum::<f64>() / n.max(1) as f64
        };
        let mut ranked: Vec<_> = (0..self.agents.len()).collect();
        ranked.sort_by_key(|&agent| (-rounded(mean(agent)), -rounded(of_met(agent)), agent));
        ranked
    }

    fn n_meetings(&self, a: usize, b: usize) -> usize {
        self.meetings.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    /// Groups without any who have met before, nearest in rank first; `false` if there are none or it takes too long.
    fn group_all(
        &self,
        left: &[usize],
        size: usize,
        groups: &mut Vec<Vec<usize>>,
        tries: &mut usize,
    ) -> bool {
        let Some((&leader, left)) = left.split_first() else { return true };
        self.fill(&mut vec![leader], left, 0, size, groups, tries)
    }

    /// Fills a group from those who are left, of whom those before `from` have been passed over, and then groups the
    /// others.
    fn fill(
        &self,
        group: &mut Vec<usize>,
        left: &[usize],
        from: usize,
        size: usize,
        groups: &mut Vec<Vec<usize>>,
        tries: &mut usize,
    ) -> bool {
        if group.len() == size {
            groups.push(group.clone());
            if self.group_all(left, size, groups, tries) {
                return true;
            }
            groups.pop();
            return false;
        }
        for at in from..left.len() {
            *tries += 1;
            if *tries > MOST_TRIES {
                return false;
            }
            if group.iter().any(|&member| self.n_meetings(member, left[at]) > 0) {
                continue;
            }
            group.push(left[at]);
            let others = [&left[..at], &left[at + 1..]].concat();
            if self.fill(group, &others, at, size, groups, tries) {
                return true;
            }
            group.pop();
        }
        false
    }

    /// The leader with those who have met his group least often, nearest in rank first; and so on.
    fn group_greedily(&self, mut left: Vec<usize>, size: usize) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        while left.len() >= size {
            let mut group = vec![left.remove(0)];
            while group.len() < size {
                let times =
                    |agent: usize| group.iter().map(|&member| self.n_meetings(member, agent)).sum::<usize>();
                let nearest = (0..left.len()).min_by_key(|&at| (times(left[at]), at)).unwrap_or(0);
                group.push(left.remove(nearest));
            }
            groups.push(group);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::schedule::{Fixture, Schedule};
    use crate::tournament::{Entrant, Format, Plan};

    /// Plays a Swiss tournament in which the lesser number always wins, and gives its groups round by round.
    fn groups_of(n_agents: usize, size: usize, n_rounds: usize) -> Vec<Vec<Vec<usize>>> {
        let agents = (0..n_agents).map(|n| Entrant::Spec(n.to_string())).collect();
        let plan = Plan { format: Format::Swiss, agents, rounds: Some(n_rounds), ..Plan::default() };
        let schedule = Schedule::new(&plan, size).unwrap();
        let mut course = Course::new(n_agents);
        let mut all = Vec::new();
        let mut next_idx = 0;
        for round in 0..n_rounds {
            let groups = course.next_groups(size);
            for fixture in schedule.round(round, Some(groups.clone())) {
                assert_eq!(fixture.idx, next_idx, "numbers without gaps over all rounds");
                next_idx += 1;
                let best = fixture.seating.iter().min().copied();
                let returns =
                    fixture.seating.iter().map(|&agent| f64::from(u8::from(Some(agent) == best))).collect();
                course.add(&row(fixture, returns));
            }
            all.push(groups);
        }
        assert_eq!(next_idx, schedule.n_games());
        all
    }

    fn row(fixture: Fixture, returns: Vec<f64>) -> GameRow {
        GameRow { fixture, returns, ..GameRow::default() }
    }

    #[test]
    fn nobody_meets_twice_while_it_can_be_helped() {
        for (n_agents, size, n_rounds) in [(8, 2, 5), (7, 2, 5), (16, 2, 8), (9, 3, 3), (16, 4, 3)] {
            let mut met = BTreeSet::new();
            for groups in groups_of(n_agents, size, n_rounds) {
                assert_eq!(groups.len(), n_agents / size);
                let mut seated = BTreeSet::new();
                for group in groups {
                    for (n, &a) in group.iter().enumerate() {
                        assert!(seated.insert(a), "one seat a round");
                        assert!(
                            group[n + 1..].iter().all(|&b| met.insert((a.min(b), a.max(b)))),
                            "{n_agents} {size}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn more_rounds_than_opponents_meet_again() {
        let rounds = groups_of(4, 2, 6);
        assert!(rounds.iter().all(|groups| groups.len() == 2));
    }

    #[test]
    fn equals_meet_and_everybody_sits_out_once_before_anybody_does_twice() {
        let rounds = groups_of(8, 2, 2);
        // After one round the winners meet.
        let winners: BTreeSet<_> = rounds[0].iter().filter_map(|group| group.iter().min().copied()).collect();
        assert!(rounds[1].iter().all(|group| winners.contains(&group[0]) == winners.contains(&group[1])));
        let mut n_out = [0; 5];
        for groups in groups_of(5, 2, 5) {
            let seated: BTreeSet<_> = groups.into_iter().flatten().collect();
            (0..5).filter(|agent| !seated.contains(agent)).for_each(|agent| n_out[agent] += 1);
        }
        assert_eq!(n_out, [1; 5]);
    }
}
