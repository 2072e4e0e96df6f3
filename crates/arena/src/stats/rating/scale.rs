//! From worths to the usual Elo: by how much draws flatten the expected scores.
//!
//! With many draws the same difference in worth moves the score less, so worths alone would look further apart
//! than players are used to. Ratings are therefore worths times one factor: the one with which the usual formula
//! (`αᵢ / Σ α`, without ties) expects the same scores as the model does, over the games that were played.
//! Between two agents that is exactly the Elo of the score that the model expects.

use std::collections::BTreeMap;

use super::fitting::Table;

/// The games that were played, by who sat in them.
pub(super) struct Company {
    tables: Vec<(Table, Vec<usize>, f64)>,
    n_agents: usize,
}

impl Company {
    /// From the agents of all seats of a game, in ascending order, with how many games.
    pub fn new(games: &BTreeMap<Vec<usize>, u64>, n_agents: usize, orders: &[usize]) -> Self {
        let tables = games.iter().map(|(agents, &times)| {
            let seats: Vec<_> = agents.iter().map(|&agent| Some(agent)).collect();
            (Table::new(&seats, &[0], n_agents, orders), agents.clone(), times as f64)
        });
        Self { tables: tables.collect(), n_agents }
    }

    /// The factor for these logarithms of worths and tie strengths; 1 without ties.
    pub fn scale(&self, place: &[f64]) -> f64 {
        // Where all are equal the factor is the ratio of slopes, which tiny differences show as well.
        const TINY: f64 = 1e-4;
        let worths = &place[..self.n_agents];
        let widest = worths.iter().fold(0.0_f64, |widest, worth| widest.max(worth.abs()));
        let mut place = place.to_vec();
        if widest < TINY {
            for (agent, worth) in place[..self.n_agents].iter_mut().enumerate() {
                *worth = TINY * if agent % 2 == 0 { 1.0 } else { -1.0 };
            }
        }
        // The mean worth of who gets the win, as the model expects it and as the usual formula does.
        let model: f64 = self.tables.iter().map(|(table, _, times)| times * table.mean_worth(&place)).sum();
        let usual = |factor: f64| -> f64 {
            let mean = |agents: &[usize]| {
                let most = agents.iter().map(|&agent| place[agent]).fold(f64::NEG_INFINITY, f64::max);
                let (mut sum, mut weights) = (0.0, 0.0);
                for &agent in agents {
                    let weight = (factor * (place[agent] - most)).exp();
                    sum += weight * place[agent];
                    weights += weight;
                }
                sum / weights
            };
            self.tables.iter().map(|(_, agents, times)| times * mean(agents)).sum()
        };
        let (mut lo, mut hi) = (0.0, 1.0);
        // Without ties both are the same at 1, but for rounding.
        if usual(1.0) - model <= 1e-12 * (usual(1.0) - usual(0.0)).abs() {
            return 1.0;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(lo, hi);
            if usual(middle) < model { lo = middle } else { hi = middle }
        }
        f64::midpoint(lo, hi)
    }
}
