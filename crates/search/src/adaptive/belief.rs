//! What a player's moves say about how he judges positions.
//!
//! A rule is a set of weights and how strictly it is followed: a player who follows it plays a move with
//! probability `(1 − ε) · softmax(w · f / T) + ε / n`, where `f` are the features after the move. Two kinds of
//! rules are compared by Bayes: the named sets of weights of the game, each at several temperatures, and
//! free weights, drawn from a prior and kept near what explains the moves by a particle filter (resampling, then
//! Metropolis steps over all moves seen).

use std::sync::Arc;

use ludwerk_core::{Evaluate, Feature, Rng, Seat};

/// How often a player is taken to do something else altogether.
const SLIP: f64 = 0.05;

/// The temperatures at which named weights are tried, in units of the evaluation.
const TEMPERATURES: [f64; 3] = [0.25, 1.0, 4.0];

/// The prior probability of free weights; the named ones share the rest.
const FREE: f64 = 1.0 / 3.0;

/// Free weights are drawn from the bounds of the table, times a sharpness from `10^-LEAST_SHARP` to 1.
const LEAST_SHARP: f64 = 2.0;

/// Metropolis steps for each particle after a resampling.
const STEPS: usize = 6;

/// A rule whose logarithm of probability is so far behind that of the likeliest is left out.
const FAR_BEHIND: f64 = 3.0;

/// How free weights are called where names are listed.
pub(super) const FREE_NAME: &str = "weights of its own";

/// How the game's default weights are called.
pub(super) const DEFAULT_NAME: &str = "default";

/// How moves without any plan are called.
const NO_PLAN: &str = "no plan";

/// A decision that was seen.
struct Choice {
    /// The features after each legal move, one move after the other.
    values: Vec<f64>,
    n_moves: usize,
    chosen: usize,
}

/// A way to choose moves: by softmax over the features times these weights, divided by a temperature.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Shared by the rules that differ in temperature alone.
    weights: Arc<[f64]>,
    /// One over the temperature.
    sharpness: f64,
}

impl Rule {
    /// The rule of somebody who follows these weights almost to the letter.
    pub fn strict(weights: &[f64]) -> Self {
        Self { weights: weights.into(), sharpness: 1.0 / TEMPERATURES[0] }
    }

    /// Whether both go by the same weights, at whatever temperature.
    pub fn shares_weights(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.weights, &other.weights)
    }

    /// Adds `share` times the probability of each move.
    pub fn add_probabilities(&self, values: &[f64], share: f64, probabilities: &mut [f64]) {
        let n_features = self.weights.len();
        let score = |n: usize| -> f64 {
            let values = &values[n * n_features..(n + 1) * n_features];
            values.iter().zip(&*self.weights).map(|(value, weight)| value * weight).sum()
        };
        let scores: Vec<f64> = (0..probabilities.len()).map(score).collect();
        self.add_by_scores(&scores, share, probabilities);
    }

    /// What the weights say of each move, measuring no more than they need.
    pub fn scores<G: Evaluate>(&self, game: &G, state: &G::State, seat: Seat, moves: &[G::Move]) -> Vec<f64> {
        let score = |&mv: &G::Move| {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            game.evaluate(&next, seat, &self.weights)
        };
        moves.iter().map(score).collect()
    }

    /// Adds `share` times the probability of each move, given what the weights say of it.
    pub fn add_by_scores(&self, scores: &[f64], share: f64, probabilities: &mut [f64]) {
        let scores: Vec<f64> = scores.iter().map(|score| score * self.sharpness).collect();
        add_softmax(&scores, share, probabilities);
    }

    /// The logarithm of the probability of what was chosen.
    fn log_likelihood(&self, choice: &Choice) -> f64 {
        let mut probabilities = vec![0.0; choice.n_moves];
        self.add_probabilities(&choice.values, 1.0, &mut probabilities);
        probabilities[choice.chosen].ln()
    }

    fn log_likelihood_of_all(&self, seen: &[Choice]) -> f64 {
        seen.iter().map(|choice| self.log_likelihood(choice)).sum()
    }
}

/// A rule with a name and what speaks for it.
struct Named {
    name: &'static str,
    rule: Rule,
    /// The logarithm of prior times likelihood.
    log_mass: f64,
}

/// Free weights: a place in the bounds of the table, and how sharp.
#[derive(Clone)]
struct Particle {
    weights: Vec<f64>,
    log_sharpness: f64,
    /// The logarithm of its weight among the particles.
    log_weight: f64,
}

impl Particle {
    /// The first features are drawn, the others do not count.
    fn drawn(features: &[Feature], n_drawn: usize, rng: &mut Rng) -> Self {
        let mut weights: Vec<_> =
            features[..n_drawn].iter().map(|feature| drawn_weight(feature, rng)).collect();
        weights.resize(features.len(), 0.0);
        Self { weights, log_sharpness: drawn_log_sharpness(rng), log_weight: 0.0 }
    }

    fn rule(&self) -> Rule {
        Rule { weights: self.weights.as_slice().into(), sharpness: self.log_sharpness.exp() }
    }

    /// A step somewhere near, or a fresh draw of one number; both keep the prior. `None` if it leaves the bounds.
    fn stepped(&self, features: &[Feature], rng: &mut Rng) -> Option<Self> {
        let mut next = self.clone();
        let n = rng.below(features.len() + 1);
        let is_fresh = rng.below(2) == 0;
        let Some(feature) = features.get(n) else {
            let nudged = self.log_sharpness + rng.unit() - 0.5;
            next.log_sharpness = if is_fresh { drawn_log_sharpness(rng) } else { nudged };
            let least = -LEAST_SHARP * std::f64::consts::LN_10;
            return (least..=0.0).contains(&next.log_sharpness).then_some(next);
        };
        let (least, greatest) = feature.bounds;
        if is_fresh {
            next.weights[n] = drawn_weight(feature, rng);
        } else if self.weights[n] != 0.0 {
            next.weights[n] += (rng.unit() - 0.5) * (greatest - least) / 4.0;
        }
        (least..=greatest).contains(&next.weights[n]).then_some(next)
    }
}

/// Half of the features do not matter to a player, the others anyhow within their bounds.
fn drawn_weight(feature: &Feature, rng: &mut Rng) -> f64 {
    let (least, greatest) = feature.bounds;
    if rng.below(2) == 0 { 0.0 } else { least + rng.unit() * (greatest - least) }
}

fn drawn_log_sharpness(rng: &mut Rng) -> f64 {
    -LEAST_SHARP * std::f64::consts::LN_10 * rng.unit()
}

/// What is believed of one player.
pub(super) struct Belief {
    features: &'static [Feature],
    /// The first so many of them may count to somebody with weights of its own; extras do not, because hardly anybody
    /// weighs them.
    n_drawn: usize,
    named: Vec<Named>,
    particles: Vec<Particle>,
    /// The logarithm of prior times likelihood of free weights, all together.
    log_mass_free: f64,
    seen: Vec<Choice>,
    /// The logarithm of how much better than by chance the moves were foretold, each before it was seen.
    log_gain: f64,
    rng: Rng,
}

impl Belief {
    /// What is believed of somebody who has not moved yet.
    /// Of the named weights those in `models` are possible, or all.
    pub fn new<G: Evaluate>(game: &G, models: Option<&[String]>, n_particles: usize, seed: u64) -> Self {
        let features = game.features();
        let n_drawn = features.len() - game.n_extra_features();
        let presets = game.weight_presets().iter().map(|preset| (preset.name, preset.weights.to_vec()));
        let mut rules: Vec<(&'static str, Vec<f64>)> = Vec::new();
        for (name, weights) in [(DEFAULT_NAME, game.default_weights())].into_iter().chain(presets) {
            let is_possible = models.is_none_or(|models| models.iter().any(|model| model == name));
            // Of equal sets one is enough.
            if is_possible && rules.iter().all(|(_, known)| *known != weights) {
                rules.push((name, weights));
            }
        }
        let named_mass = if n_particles == 0 { 1.0 } else { 1.0 - FREE };
        let each = named_mass / (rules.len() + 1) as f64;
        let of_rule = |(name, weights): &(&'static str, Vec<f64>)| {
            let log_mass = (each / TEMPERATURES.len() as f64).ln();
            let weights: Arc<[f64]> = weights.as_slice().into();
            TEMPERATURES.map(|temperature| {
                let rule = Rule { weights: Arc::clone(&weights), sharpness: 1.0 / temperature };
                Named { name, rule, log_mass }
            })
        };
        let mut named: Vec<_> = rules.iter().flat_map(of_rule).collect();
        let no_plan = Rule { weights: vec![0.0; features.len()].into(), sharpness: 1.0 };
        named.push(Named { name: NO_PLAN, rule: no_plan, log_mass: each.ln() });
        let mut rng = Rng::new(seed);
        let particles = (0..n_particles).map(|_| Particle::drawn(features, n_drawn, &mut rng)).collect();
        let log_mass_free = if n_particles == 0 { f64::NEG_INFINITY } else { FREE.ln() };
        Self { features, n_drawn, named, particles, log_mass_free, seen: Vec::new(), log_gain: 0.0, rng }
    }

    /// Learns from a decision of `seat`, and makes the best of it until `is_over`.
    pub fn see<G: Evaluate>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        mv: G::Move,
        is_over: &dyn Fn() -> bool,
    ) {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let Some(chosen) = moves.iter().position(|&legal| legal == mv) else { return };
        // Who has no choice says nothing.
        if moves.len() < 2 {
            return;
        }
        let mut values = Vec::new();
        measure_all(game, state, seat, &moves, &mut values);
        let choice = Choice { values, n_moves: moves.len(), chosen };
        let before = self.log_mass();
        for named in &mut self.named {
            named.log_mass += named.rule.log_likelihood(&choice);
        }
        let total = log_sum(self.particles.iter().map(|particle| particle.log_weight));
        for particle in &mut self.particles {
            particle.log_weight += particle.rule().log_likelihood(&choice);
        }
        if !self.particles.is_empty() {
            self.log_mass_free += log_sum(self.particles.iter().map(|particle| particle.log_weight)) - total;
        }
        self.log_gain += self.log_mass() - before + (choice.n_moves as f64).ln();
        self.seen.push(choice);
        self.refresh(is_over);
    }

    /// Replaces particles that explain nothing by others near those that do.
    fn refresh(&mut self, is_over: &dyn Fn() -> bool) {
        let n = self.particles.len();
        let total = log_sum(self.particles.iter().map(|particle| particle.log_weight));
        let shares: Vec<f64> = self.particles.iter().map(|one| (one.log_weight - total).exp()).collect();
        let n_effective = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        if n == 0 || n_effective > n as f64 / 2.0 {
            return;
        }
        // 1. Draw them in proportion, evenly spaced.
        let (mut drawn, mut sum, mut next) = (Vec::with_capacity(n), 0.0, self.rng.unit() / n as f64);
        for (particle, share) in self.particles.iter().zip(&shares) {
            sum += share;
            while next < sum && drawn.len() < n {
                drawn.push(Particle { log_weight: 0.0, ..particle.clone() });
                next += 1.0 / n as f64;
            }
        }
        // 2. Let each wander where all that was seen stays as likely. This takes long, and those who stay where they
        // are were drawn as they should be, too.
        for particle in &mut drawn {
            if is_over() {
                break;
            }
            let mut likelihood = particle.rule().log_likelihood_of_all(&self.seen);
            for _ in 0..STEPS {
                let features = &self.features[..self.n_drawn];
                let Some(next) = particle.stepped(features, &mut self.rng) else { continue };
                let likelihood_there = next.rule().log_likelihood_of_all(&self.seen);
                if self.rng.unit().ln() < likelihood_there - likelihood {
                    (*particle, likelihood) = (next, likelihood_there);
                }
            }
        }
        self.particles = drawn;
    }

    /// The logarithm of all mass that is left.
    fn log_mass(&self) -> f64 {
        log_sum(self.named.iter().map(|named| named.log_mass).chain([self.log_mass_free]))
    }

    /// The likeliest rules with their shares, which sum to 1.
    pub fn likeliest(&self, most: usize) -> Vec<(Rule, f64)> {
        let total = log_sum(self.particles.iter().map(|particle| particle.log_weight));
        let named = self.named.iter().map(|named| (named.log_mass, named.rule.clone()));
        let free = self
            .particles
            .iter()
            .map(|particle| (self.log_mass_free + particle.log_weight - total, particle.rule()));
        let mut all: Vec<_> = named.chain(free).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.truncate(most);
        // What is far behind the likeliest changes nothing, and takes time.
        let first = all.first().map_or(0.0, |(log_mass, _)| *log_mass);
        all.retain(|(log_mass, _)| *log_mass > first - FAR_BEHIND);
        let sum = log_sum(all.iter().map(|(log_mass, _)| *log_mass));
        all.into_iter().map(|(log_mass, rule)| (rule, (log_mass - sum).exp())).collect()
    }

    /// The probability of each name, the likeliest first.
    pub fn names(&self) -> Vec<(&'static str, f64)> {
        let total = self.log_mass();
        let mut names: Vec<(&'static str, f64)> = Vec::new();
        let free = (FREE_NAME, self.log_mass_free);
        for (name, log_mass) in self.named.iter().map(|named| (named.name, named.log_mass)).chain([free]) {
            let share = (log_mass - total).exp();
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += share,
                None => names.push((name, share)),
            }
        }
        names.sort_by(|a, b| b.1.total_cmp(&a.1));
        names
    }

    /// The number of decisions seen.
    pub fn n_seen(&self) -> usize {
        self.seen.len()
    }

    /// How many times likelier than by chance each move was, on the geometric mean.
    pub fn gain(&self) -> f64 {
        (self.log_gain / self.seen.len().max(1) as f64).exp()
    }

    /// The features that matter most to somebody with weights of its own: the mean of `weight · sharpness`.
    pub fn free_weights(&self) -> Vec<(&'static str, f64)> {
        let total = log_sum(self.particles.iter().map(|particle| particle.log_weight));
        let mut means: Vec<(&'static str, f64)> =
            self.features.iter().map(|feature| (feature.name, 0.0)).collect();
        for particle in &self.particles {
            let share = (particle.log_weight - total).exp();
            for (mean, weight) in means.iter_mut().zip(&particle.weights) {
                mean.1 += share * weight * particle.log_sharpness.exp();
            }
        }
        means.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        means
    }
}

/// Adds `share` times the probability of each move, given its score.
fn add_softmax(scores: &[f64], share: f64, probabilities: &mut [f64]) {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = scores.iter().map(|score| (score - best).exp()).sum();
    for (probability, score) in probabilities.iter_mut().zip(scores) {
        *probability += share * ((1.0 - SLIP) * (score - best).exp() / total + SLIP / scores.len() as f64);
    }
}

/// Appends the features after each move, as `seat` sees them.
pub(super) fn measure_all<G: Evaluate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    values: &mut Vec<f64>,
) {
    let n_features = game.features().len();
    for &mv in moves {
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        let first = values.len();
        values.resize(first + n_features, 0.0);
        game.measure(&next, seat, &mut values[first..]);
    }
}

/// The logarithm of the sum of what these are the logarithms of.
fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let greatest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest + logs.map(|log| (log - greatest).exp()).sum::<f64>().ln()
}
