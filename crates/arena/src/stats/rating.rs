//! One rating an agent, fitted to all games of a tournament at once.
//!
//! The model is that of Plackett and Luce with ties, as Davidson made it for two (1970) and Firth, Kosmidis and
//! Turner for more (2019). An agent has a worth `α`. The winners of a game are chosen among its seats: a set `S`
//! of `k` seats that share the win has the weight `δₖ · (∏ α)^(1/k)` over its seats, with `δ₁ = 1`, and its
//! probability is its part of the weights of all sets of the sizes that occur. What is left after the winners is
//! ranked in the same way. Between two agents that is the model of Bradley and Terry with draws. The seats of the
//! last tier are simply those that are left: they may well have been told apart no further, so nothing is
//! concluded from their standing together (unless all seats share the game, which is a draw).
//!
//! On the scale of logarithms the likelihood has a single peak, found by Newton's method; the errors come
//! from its curvature there. A weak prior keeps agents finite that won or lost everything: each has won
//! and lost half a game (see [`PRIOR`]) against a ghost of worth 1.
//!
//! Elo is `400 log₁₀ α`, times a factor for draws, so that the usual formula of Elo expects the scores
//! that the model does.

mod fitting;
mod scale;

use std::collections::{BTreeMap, BTreeSet};

use super::{ELO_PER_NAT, Z, normal_cdf};
use fitting::{Choice, Peak, climb};
use scale::Company;

/// How many games every agent has won, and how many it has lost, against a ghost of mean strength.
pub const PRIOR: f64 = 0.5;

/// Games by their outcome: how often which agents stood in which tiers. Takes no more memory for more games
/// of the same outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rankings {
    games: BTreeMap<Vec<Vec<usize>>, u64>,
}

/// How strong an agent is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Its strength in Elo, where the mean of its group is 0.
    pub elo: f64,
    /// Half the width of the 95% interval of that; infinite if it has met nobody.
    pub error: f64,
}

/// What the games say about all agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One for each agent.
    pub ratings: Vec<Rating>,
    /// `los[a][b]`: the probability that `a` is stronger than `b`. One half for agents of different groups.
    pub los: Vec<Vec<f64>>,
    /// The logarithms of the agents' worths; the ghost's is 0.
    pub log_worths: Vec<f64>,
    /// For each number of seats that shared a place, how strong ties between so many are (`δ`).
    pub tie_strengths: BTreeMap<usize, f64>,
    /// The group of each agent. Agents of different groups are not linked by any chain of games,
    /// and cannot be compared.
    pub groups: Vec<usize>,
    /// By how much draws flatten the expected scores: Elo is that part of `400 log₁₀` of the worth.
    pub scale: f64,
    /// Variances and covariances of the logarithms of worths.
    covariance: Vec<Vec<f64>>,
}

impl Rankings {
    /// Adds a game: the agents of its seats, best tier first. An agent may have several seats.
    pub fn add(&mut self, agents_by_tier: &[Vec<usize>]) {
        self.add_times(agents_by_tier, 1);
    }

    /// Adds as many games of the same outcome. A game of one seat says nothing and is left out.
    pub fn add_times(&mut self, agents_by_tier: &[Vec<usize>], times: u64) {
        let mut tiers: Vec<Vec<usize>> =
            agents_by_tier.iter().filter(|tier| !tier.is_empty()).cloned().collect();
        for tier in &mut tiers {
            tier.sort_unstable();
        }
        if tiers.iter().map(Vec::len).sum::<usize>() > 1 {
            *self.games.entry(tiers).or_default() += times;
        }
    }

    /// Adds all games of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (tiers, &times) in &other.games {
            *self.games.entry(tiers.clone()).or_default() += times;
        }
    }

    /// How many games there are.
    pub fn n_games(&self) -> u64 {
        self.games.values().sum()
    }

    /// The ratings of `n_agents` agents, or of more if more have played.
    pub fn fit(&self, n_agents: usize) -> Fit {
        self.fit_with_prior(n_agents, PRIOR)
    }

    /// The ratings under another prior. With none, an agent that has won or lost everything gets a huge rating
    /// with a huge error.
    pub fn fit_with_prior(&self, n_agents: usize, prior: f64) -> Fit {
        let seen = self.games.keys().flatten().flatten().map(|&agent| agent + 1).max().unwrap_or(0);
        let n_agents = n_agents.max(seen);
        let choices = self.choices();
        let orders: BTreeSet<usize> =
            choices.keys().map(|choice| choice.chosen.len()).filter(|&order| order > 1).collect();
        let orders: Vec<usize> = orders.into_iter().collect();
        let peak = climb(n_agents, &orders, &choices, prior);
        let groups = self.groups(n_agents);
        let company = Company::new(&self.seated(), n_agents, &orders);
        finish(n_agents, &orders, peak, groups, &company)
    }

    /// Who sat together, and how often.
    fn seated(&self) -> BTreeMap<Vec<usize>, u64> {
        let mut seated = BTreeMap::new();
        for (tiers, &times) in &self.games {
            let mut agents = tiers.concat();
            agents.sort_unstable();
            *seated.entry(agents).or_default() += times;
        }
        seated
    }

    /// What was chosen from what, and how often.
    fn choices(&self) -> BTreeMap<Choice, f64> {
        let mut choices = BTreeMap::new();
        for (tiers, &times) in &self.games {
            // The last tier is what is left, unless it is all there is.
            let n_choices = if tiers.len() == 1 { 1 } else { tiers.len() - 1 };
            for (tier, chosen) in tiers.iter().take(n_choices).enumerate() {
                let mut left = tiers[tier + 1..].concat();
                left.sort_unstable();
                *choices.entry(Choice { chosen: chosen.clone(), left }).or_insert(0.0) += times as f64;
            }
        }
        choices
    }

    /// For each agent the number of its group: those that are linked by chains of games.
    fn groups(&self, n_agents: usize) -> Vec<usize> {
        let mut leader: Vec<usize> = (0..n_agents).collect();
        let find = |leader: &[usize], mut agent: usize| {
            while leader[agent] != agent {
                agent = leader[agent];
            }
            agent
        };
        for tiers in self.games.keys() {
            let mut agents = tiers.iter().flatten();
            let Some(&first) = agents.next() else { continue };
            for &agent in agents {
                let (one, other) = (find(&leader, first), find(&leader, agent));
                leader[one.max(other)] = one.min(other);
            }
        }
        (0..n_agents).map(|agent| find(&leader, agent)).collect()
    }
}

impl Fit {
    /// How much stronger `a` is than `b`; one unit of error is infinite if they are not linked by games.
    pub fn difference(&self, a: usize, b: usize) -> Rating {
        if a == b {
            return Rating { elo: 0.0, error: 0.0 };
        }
        let elo = self.ratings[a].elo - self.ratings[b].elo;
        if self.groups[a] != self.groups[b] {
            return Rating { elo, error: f64::INFINITY };
        }
        let error = Z * self.scale * ELO_PER_NAT * variance_of_difference(&self.covariance, a, b).sqrt();
        Rating { elo, error }
    }
}

fn variance_of_difference(covariance: &[Vec<f64>], a: usize, b: usize) -> f64 {
    (covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b]).max(0.0)
}

/// Ratings from the peak of the likelihood.
fn finish(n_agents: usize, orders: &[usize], peak: Peak, groups: Vec<usize>, company: &Company) -> Fit {
    let (worths, ties) = peak.place.split_at(n_agents);
    let scale = company.scale(&peak.place);
    // How the scale moves with each tie strength: its share of the errors.
    let slopes: Vec<f64> = (n_agents..peak.place.len())
        .map(|tie| {
            const STEP: f64 = 1e-4;
            let moved = |by: f64| {
                let mut place = peak.place.clone();
                place[tie] += by;
                company.scale(&place)
            };
            (moved(STEP) - moved(-STEP)) / (2.0 * STEP)
        })
        .collect();
    let members = |group: usize| (0..n_agents).filter(|&agent| groups[agent] == group).collect::<Vec<_>>();
    let covariance = &peak.covariance;
    let ratings = (0..n_agents)
        .map(|agent| {
            let group = members(groups[agent]);
            if group.len() < 2 {
                return Rating { elo: 0.0, error: f64::INFINITY };
            }
            let size = group.len() as f64;
            let worth = worths[agent] - group.iter().map(|&other| worths[other]).sum::<f64>() / size;
            // The rating as a linear form of all parameters, near the peak.
            let mut form = vec![0.0; n_agents + ties.len()];
            for &other in &group {
                form[other] = -scale / size;
            }
            form[agent] += scale;
            slopes.iter().enumerate().for_each(|(tie, slope)| form[n_agents + tie] = slope * worth);
            let variance: f64 = form
                .iter()
                .zip(covariance)
                .filter(|&(&factor, _)| factor != 0.0)
                .map(|(factor, row)| {
                    factor * row.iter().zip(&form).map(|(value, factor)| value * factor).sum::<f64>()
                })
                .sum();
            Rating { elo: ELO_PER_NAT * scale * worth, error: Z * ELO_PER_NAT * variance.max(0.0).sqrt() }
        })
        .collect();
    let mut los = vec![vec![0.5; n_agents]; n_agents];
    for a in 0..n_agents {
        for b in (0..a).filter(|&b| groups[a] == groups[b]) {
            let deviation = variance_of_difference(covariance, a, b).sqrt();
            if deviation > 0.0 {
                los[a][b] = normal_cdf((worths[a] - worths[b]) / deviation);
                los[b][a] = 1.0 - los[a][b];
            }
        }
    }
    Fit {
        ratings,
        los,
        log_worths: worths.to_vec(),
        tie_strengths: orders.iter().zip(ties).map(|(&order, tie)| (order, tie.exp())).collect(),
        groups,
        scale,
        covariance: peak.covariance,
    }
}

#[cfg(test)]
mod tests;
