//! A genetic algorithm that knows how little a few games prove.
//!
//! Idea: a population of points; the better ones are parents more often, children mix their parents and are changed a
//! little, the best go on living. Parents are found by tournaments of three, children by uniform crossover or by a blend
//! of the parents (BLX-α, Eshelman and Schaffer 1993), changed by normal steps whose size is itself inherited and
//! changed (self-adaptation, Schwefel 1981).
//! Noise: the best of many points that played a few games is mostly the luckiest. So a point is judged by the lower end of
//! its score's error bar, those that go on living play again and all their games count, and in the end the best play
//! more and more games against the reference while the worse half of them is dropped, round by round.

use ludwerk_core::Rng;

use crate::method::{Budget, Method, Question, Rival};
use crate::numbers::{normal, reflected};
use crate::space::Space;
use crate::trial::Score;

/// How many generations are hoped for.
const GENERATIONS: usize = 20;

/// A generation has at least so many points, and no more than so many: games beyond that make bouts more.
const POINTS: (usize, usize) = (16, 40);

/// A point plays at least so many bouts in a generation, and no more than so many unless asked: games beyond that make
/// generations more, so that a run that is ended by time has some.
const LEAST_BOUTS: usize = 2;
const MOST_BOUTS: usize = 48;

/// Which part of a population goes on living.
const ELITE: f64 = 0.25;

/// Which part of the first population is drawn from all of the space.
const ANYWHERE: f64 = 0.4;

/// How many are compared to find a parent.
const TOURNAMENT: usize = 3;

/// How far beyond its parents a blended child may lie, in parts of their distance.
const BLEND: f64 = 0.3;

/// A gene is changed with at least this probability.
const LEAST_MUTATION: f64 = 0.2;

/// The step of a change, in units of the scale: at first, and what it stays within.
const FIRST_STEP: f64 = 1.0;
const STEPS: (f64, f64) = (0.1, 3.0);

/// So many standard errors below its mean a point is judged.
const CAUTION: f64 = 1.0;

/// Which part of all games serves to choose among the best in the end, and among how many.
const CHOICE: f64 = 0.25;
const FINALISTS: usize = 8;

/// After so many generations the best becomes the new rival.
const REIGN: u64 = 4;

/// Numbers that may be chosen; what is left out follows from the budget.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GaSettings {
    /// How many points a generation has.
    pub n_points: Option<usize>,
    /// How many bouts each of them plays.
    pub n_bouts: Option<usize>,
    /// Whether half of the bouts are played against the best so far.
    pub has_rival: bool,
}

/// The method.
#[derive(Clone, Debug)]
pub struct Ga {
    space: Space,
    bounds: Vec<(f64, f64)>,
    seed: u64,
    n_points: usize,
    n_bouts: usize,
    /// What there was before the choice, what is left of it, and what is left for the choice.
    n_bouts_evolving: usize,
    n_bouts_left: usize,
    choice_bouts: usize,
    generation: u64,
    population: Vec<Individual>,
    /// The best so far, if points play against it.
    rival: Option<Vec<f64>>,
    has_rival: bool,
    phase: Phase,
    standing: Option<Score>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Evolve,
    /// The best are measured again, in so many bouts each.
    Choose(usize),
    Over,
}

#[derive(Clone, Debug)]
struct Individual {
    /// In units of the scale.
    genes: Vec<f64>,
    /// The step by which its children are changed.
    step: f64,
    reference: Score,
    /// Against the rival of these generations.
    rival: Score,
}

impl Individual {
    fn new(genes: Vec<f64>, step: f64) -> Self {
        Self { genes, step, reference: Score::default(), rival: Score::default() }
    }

    fn has_played(&self) -> bool {
        !self.reference.bouts.is_empty()
    }

    /// What it is judged by: the lower end of its error bar.
    fn fitness(&self) -> f64 {
        let mut score = self.reference.clone();
        score.extend(&self.rival);
        score.mean() - CAUTION * score.standard_error()
    }
}

impl Ga {
    /// A search of a space within a budget.
    pub fn new(space: Space, budget: Budget, seed: u64, settings: GaSettings) -> Self {
        let in_all = budget.n_bouts();
        let choice_bouts = (in_all as f64 * CHOICE) as usize;
        let affordable = (in_all - choice_bouts) / (GENERATIONS * LEAST_BOUTS);
        let n_points = settings.n_points.unwrap_or(affordable.clamp(POINTS.0, POINTS.1)).max(4);
        let by_budget = (in_all - choice_bouts) / GENERATIONS.saturating_mul(n_points);
        let n_bouts = settings.n_bouts.unwrap_or(by_budget.min(MOST_BOUTS)).max(LEAST_BOUTS);
        // The first population goes before the choice: without scores there is nothing to choose from.
        let choice_bouts = choice_bouts.min(in_all.saturating_sub(n_points.saturating_mul(n_bouts)));
        let mut ga = Self {
            bounds: space.scaled_bounds(),
            seed,
            n_points,
            n_bouts,
            n_bouts_evolving: in_all - choice_bouts,
            n_bouts_left: in_all - choice_bouts,
            choice_bouts,
            generation: 0,
            population: Vec::new(),
            rival: None,
            has_rival: settings.has_rival,
            phase: Phase::Evolve,
            standing: None,
            space,
        };
        ga.populate();
        ga
    }

    /// The first population: the start, points around it, and points from anywhere.
    fn populate(&mut self) {
        let mut rng = Rng::new(Rng::derive(self.seed, u64::MAX));
        let n_anywhere = (self.n_points as f64 * ANYWHERE) as usize;
        let start = self.space.to_scaled(&self.space.start());
        for n in 0..self.n_points {
            let genes = match n {
                0 => start.clone(),
                n if n < self.n_points - n_anywhere => {
                    start.iter().map(|x| x + FIRST_STEP * normal(&mut rng)).collect()
                }
                _ => self.bounds.iter().map(|(least, most)| least + (most - least) * rng.unit()).collect(),
            };
            self.population.push(Individual::new(within(genes, &self.bounds), FIRST_STEP));
        }
    }

    /// The population from the best to the last.
    fn rank(&mut self) {
        let mut ranked: Vec<(f64, Individual)> = std::mem::take(&mut self.population)
            .into_iter()
            .map(|individual| (individual.fitness(), individual))
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.population = ranked.into_iter().map(|(_, individual)| individual).collect();
    }

    /// The next generation: the best go on, the others make room for children. The population is ranked.
    fn breed(&mut self) {
        let mut rng = Rng::new(Rng::derive(self.seed, self.generation));
        let n_elite = ((self.n_points as f64 * ELITE) as usize).max(1);
        let mut children = Vec::new();
        while n_elite + children.len() < self.n_points {
            // The population is ranked, so the least index is the best.
            let mut parent = || {
                let drawn = (0..TOURNAMENT).map(|_| rng.below(self.population.len()));
                &self.population[drawn.min().unwrap_or(0)]
            };
            let (one, other) = (parent(), parent());
            children.push(self.child(one, other, &mut rng));
        }
        self.population.truncate(n_elite);
        self.population.extend(children);
        self.generation += 1;
        if self.has_rival && self.generation % REIGN == 1 {
            self.rival = Some(self.point(&self.population[0]));
            self.population.iter_mut().for_each(|individual| individual.rival = Score::default());
        }
    }

    fn child(&self, one: &Individual, other: &Individual, rng: &mut Rng) -> Individual {
        let n = one.genes.len();
        let is_blend = rng.below(2) == 0;
        let mut genes: Vec<f64> = one
            .genes
            .iter()
            .zip(&other.genes)
            .map(|(&x, &y)| {
                if is_blend {
                    x + (y - x) * (rng.unit() * (1.0 + 2.0 * BLEND) - BLEND)
                } else if rng.below(2) == 0 {
                    x
                } else {
                    y
                }
            })
            .collect();
        let learning_rate = 1.0 / (2.0 * n as f64).sqrt().max(1.0);
        let inherited = (one.step * other.step).sqrt() * (learning_rate * normal(rng)).exp();
        let step = inherited.clamp(STEPS.0, STEPS.1);
        let probability = (1.0 / n as f64).max(LEAST_MUTATION);
        // At least one gene is changed, or the child may be its parent again.
        let surely = rng.below(n);
        for (place, gene) in genes.iter_mut().enumerate() {
            if rng.unit() < probability || place == surely {
                *gene += step * normal(rng);
            }
        }
        Individual::new(within(genes, &self.bounds), step)
    }

    /// The bouts of a generation.
    fn cost(&self) -> usize {
        self.n_points.saturating_mul(self.n_bouts)
    }

    fn point(&self, individual: &Individual) -> Vec<f64> {
        self.space.rounded(&self.space.from_scaled(&individual.genes))
    }

    /// The choice begins: the best few of those that have played, and what can be spent on the first round of it.
    fn begin_choice(&mut self) {
        self.rank();
        let finalists: Vec<Individual> =
            self.population.iter().filter(|one| one.has_played()).take(FINALISTS).cloned().collect();
        if finalists.is_empty() {
            self.phase = Phase::Over;
            return;
        }
        self.population = finalists;
        self.plan_choice();
    }

    /// Every round of the choice costs as much as the others, and half of the points are left after it.
    fn plan_choice(&mut self) {
        let n_left = self.population.len();
        let n_rounds = n_left.next_power_of_two().ilog2() as usize;
        let bouts = self.choice_bouts.checked_div(n_rounds).unwrap_or(0) / n_left;
        self.phase = if n_left < 2 || bouts == 0 { Phase::Over } else { Phase::Choose(bouts) };
    }

    fn questions_of_choice(&self, n_bouts: usize) -> Vec<Question> {
        let question = |individual: &Individual| Question {
            point: self.point(individual),
            against: Rival::Reference,
            n_bouts,
        };
        self.population.iter().map(question).collect()
    }

    fn questions(&self) -> Vec<Question> {
        let mut questions = Vec::new();
        for individual in &self.population {
            let point = self.point(individual);
            let n_against_rival = if self.rival.is_some() { self.n_bouts / 2 } else { 0 };
            let n_bouts = self.n_bouts - n_against_rival;
            questions.push(Question { point: point.clone(), against: Rival::Reference, n_bouts });
            if let Some(rival) = &self.rival {
                let against = Rival::Point(rival.clone());
                questions.push(Question { point, against, n_bouts: n_against_rival });
            }
        }
        questions
    }
}

impl Method for Ga {
    fn name(&self) -> &'static str {
        "ga"
    }

    fn ask(&mut self) -> Vec<Question> {
        if self.phase == Phase::Evolve {
            if self.cost() <= self.n_bouts_left {
                return self.questions();
            }
            self.begin_choice();
        }
        match self.phase {
            Phase::Choose(n_bouts) => self.questions_of_choice(n_bouts),
            Phase::Evolve | Phase::Over => Vec::new(),
        }
    }

    fn tell(&mut self, scores: &[Score]) {
        if let Phase::Choose(n_bouts) = self.phase {
            let told = self.population.iter_mut().zip(scores);
            told.for_each(|(individual, score)| individual.reference.extend(score));
            self.choice_bouts = self.choice_bouts.saturating_sub(n_bouts * self.population.len());
            self.population.iter_mut().for_each(|individual| individual.rival = Score::default());
            self.rank();
            self.population.truncate(self.population.len().div_ceil(2));
            self.plan_choice();
        } else {
            self.n_bouts_left = self.n_bouts_left.saturating_sub(self.cost());
            let a_point = if self.rival.is_some() { 2 } else { 1 };
            for (individual, scores) in self.population.iter_mut().zip(scores.chunks(a_point)) {
                individual.reference.extend(&scores[0]);
                scores[1..].iter().for_each(|score| individual.rival.extend(score));
            }
            self.rank();
        }
        self.standing = self.population.first().map(|best| best.reference.clone());
        if self.phase == Phase::Evolve {
            self.breed();
        }
    }

    fn wind_up(&mut self) {
        if self.phase == Phase::Evolve {
            // Where only a part of the games could be played, the choice has no more than its part of them.
            let n_played = self.n_bouts_evolving - self.n_bouts_left;
            let part = n_played as f64 * CHOICE / (1.0 - CHOICE);
            self.choice_bouts = self.choice_bouts.min(part as usize);
            self.begin_choice();
        }
    }

    fn reserve(&self) -> f64 {
        CHOICE
    }

    fn estimate(&self) -> Vec<f64> {
        // Children that have not played yet stand behind those that go on living.
        self.population
            .first()
            .map_or_else(|| self.space.rounded(&self.space.start()), |best| self.point(best))
    }

    fn standing(&self) -> Option<Score> {
        self.standing.clone()
    }

    fn standing_help(&self) -> &'static str {
        "the best point so far by all its games; it was chosen for them, so the truth is rather lower"
    }

    fn status(&self) -> String {
        match self.phase {
            Phase::Evolve => format!("generation {}", self.generation + 1),
            Phase::Choose(_) | Phase::Over => format!("choosing among {}", self.population.len()),
        }
    }

    fn settings(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("points", self.n_points as f64),
            ("bouts", self.n_bouts as f64),
            ("rival", f64::from(u8::from(self.has_rival))),
        ]
    }
}

fn within(genes: Vec<f64>, bounds: &[(f64, f64)]) -> Vec<f64> {
    genes.into_iter().zip(bounds).map(|(gene, &bounds)| reflected(gene, bounds)).collect()
}
