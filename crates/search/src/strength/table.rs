//! What was measured about the levels of a game: how far apart they are, and how they choose.
//!
//! A player of a level is taken to choose by a softmax over what a judge thinks of the moves, and sometimes anything:
//! `P(move) = (1 − slip) · softmax(share of the win / temperature) + slip / number of moves`. The better the player, the
//! lower are both.

use thiserror::Error;

/// A decision: what there was to choose from, and what was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The shares of the win that the judge gives the moves that it looked at.
    shares: Vec<f64>,
    /// The place of the chosen one among them; `None` if the judge did not look at it.
    chosen: Option<usize>,
    /// The number of legal moves.
    n_moves: usize,
}

impl Choice {
    /// A decision among `n_moves` moves, of which a judge gave some these shares of the win; `None` where there was
    /// nothing to choose from.
    pub fn new(shares: Vec<f64>, chosen: Option<usize>, n_moves: usize) -> Option<Self> {
        let is_whole = shares.len() <= n_moves && chosen.is_none_or(|chosen| chosen < shares.len());
        (n_moves > 1 && !shares.is_empty() && is_whole).then_some(Self { shares, chosen, n_moves })
    }

    /// How likely somebody chooses so who follows the shares with this temperature.
    fn followed(&self, temperature: f64) -> f64 {
        let Some(chosen) = self.chosen else { return 0.0 };
        let best = self.shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |share: f64| ((share - best) / temperature).exp();
        weight(self.shares[chosen]) / self.shares.iter().map(|&share| weight(share)).sum::<f64>()
    }

    /// The logarithm of how likely somebody chooses so with this temperature who sometimes chooses anything.
    fn log_likelihood(&self, temperature: f64, slip: f64) -> f64 {
        ((1.0 - slip) * self.followed(temperature) + slip / self.n_moves as f64).ln()
    }
}

/// What was measured about one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelModel {
    /// The level.
    pub level: f64,
    /// Its strength.
    pub elo: f64,
    /// How much of the win a move may give away to be chosen e times less often than the best.
    pub temperature: f64,
    /// How often any move is chosen, whatever it is worth.
    pub slip: f64,
}

/// The temperatures and slips that are tried: those at the ends are as good as none and as any.
const N_TEMPERATURES: u32 = 49;
const LEAST_TEMPERATURE: f64 = 0.002;
const GREATEST_TEMPERATURE: f64 = 2.0;
const SLIPS: [f64; 11] = [0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.3, 0.45, 0.6, 0.8, 0.95];

impl LevelModel {
    /// The level that explains these decisions best.
    pub fn fitted(level: f64, elo: f64, choices: &[&Choice]) -> Self {
        let ratio = (GREATEST_TEMPERATURE / LEAST_TEMPERATURE).ln() / f64::from(N_TEMPERATURES - 1);
        let mut best = (f64::NEG_INFINITY, GREATEST_TEMPERATURE, SLIPS[SLIPS.len() - 1]);
        for n in 0..N_TEMPERATURES {
            let temperature = LEAST_TEMPERATURE * (ratio * f64::from(n)).exp();
            let followed: Vec<_> =
                choices.iter().map(|choice| (choice.followed(temperature), choice.n_moves as f64)).collect();
            for slip in SLIPS {
                let log = |&(followed, n_moves): &(f64, f64)| ((1.0 - slip) * followed + slip / n_moves).ln();
                let sum = followed.iter().map(log).sum::<f64>();
                if sum > best.0 {
                    best = (sum, temperature, slip);
                }
            }
        }
        Self { level, elo, temperature: best.1, slip: best.2 }
    }
}

/// A table that cannot be used; the sentence says why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TableError(String);

/// The levels of a game as they were measured.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelTable {
    models: Vec<LevelModel>,
    /// What one decision is trusted: the power to which its likelihood is taken.
    trust: f64,
}

impl LevelTable {
    /// The table of these levels. Decisions of a game depend on each other, so that one tells less than its
    /// likelihood: `trust`, from 0 to 1, is the power to which that is taken.
    ///
    /// # Errors
    /// A [`TableError`] for levels out of order, or numbers that make no sense.
    pub fn new(models: Vec<LevelModel>, trust: f64) -> Result<Self, TableError> {
        let refuse = |why: &str| Err(TableError(why.to_owned()));
        if models.len() < 2 {
            return refuse("a table has at least two levels");
        }
        if !models.is_sorted_by(|one, next| one.level < next.level && one.elo < next.elo) {
            return refuse("levels must come in their order, each stronger than the one before");
        }
        let is_sensible =
            |model: &LevelModel| model.temperature > 0.0 && model.slip > 0.0 && model.slip <= 1.0;
        if !models.iter().all(is_sensible) {
            return refuse("temperatures must be above 0, slips above 0 and at most 1");
        }
        if !(0.0..=1.0).contains(&trust) {
            return refuse("trust must be from 0 to 1");
        }
        Ok(Self { models, trust })
    }

    /// A scale of even steps about which nothing else is known: results tell something, moves nothing.
    pub fn even(levels: impl IntoIterator<Item = f64>, elo_per_level: f64) -> Self {
        let model =
            |level: f64| LevelModel { level, elo: elo_per_level * level, temperature: 1.0, slip: 1.0 };
        Self { models: levels.into_iter().map(model).collect(), trust: 0.0 }
    }

    /// The lowest and the highest level.
    pub fn range(&self) -> (f64, f64) {
        (self.models[0].level, self.models[self.models.len() - 1].level)
    }

    /// The number of the upper one of two neighbours of a level, and how far it is from the lower to the upper: beyond 0
    /// and 1 outside the table.
    fn between(&self, level: f64) -> (usize, f64) {
        let next = self.models.iter().position(|model| model.level > level).unwrap_or(self.models.len());
        let next = next.clamp(1, self.models.len() - 1);
        let (one, other) = (self.models[next - 1].level, self.models[next].level);
        (next, (level - one) / (other - one))
    }

    /// The strength of a level; beyond the table it goes on as at its end.
    pub fn elo(&self, level: f64) -> f64 {
        let (next, part) = self.between(level);
        let (one, other) = (self.models[next - 1].elo, self.models[next].elo);
        one + part * (other - one)
    }

    /// The share of the win that a player of one level is expected to get against others.
    pub fn expected_share(&self, level: f64, others: &[f64]) -> f64 {
        let own = self.elo(level);
        let rest: f64 = others.iter().map(|&other| 10f64.powf((self.elo(other) - own) / 400.0)).sum();
        1.0 / (1.0 + rest)
    }

    /// What a decision says about the level of whoever made it: the logarithm of its likelihood, which between two
    /// measured levels is between theirs, and beyond the table that of its end.
    pub fn log_likelihoods(&self, choice: &Choice) -> impl Fn(f64) -> f64 {
        let log = |model: &LevelModel| self.trust * choice.log_likelihood(model.temperature, model.slip);
        let logs: Vec<f64> = self.models.iter().map(log).collect();
        move |level| {
            let (next, part) = self.between(level);
            let part = part.clamp(0.0, 1.0);
            logs[next - 1] + part * (logs[next] - logs[next - 1])
        }
    }
}
