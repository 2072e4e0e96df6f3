//! The peak of the likelihood of [choices](Choice), by Newton's method.
//!
//! The logarithm of a set's weight is linear in the parameters (logarithms of worths and of tie strengths), so
//! the gradient is what was seen minus what was expected, the curvature is the covariance of what is expected,
//! and there is one peak. Every step goes uphill or is halved, so it is always found.

use std::collections::BTreeMap;

/// Some seats chosen before the others; both in ascending order of agents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    /// The agents of the seats that were chosen.
    pub chosen: Vec<usize>,
    /// The agents of the seats that were not.
    pub left: Vec<usize>,
}

/// Where the likelihood is greatest.
pub(super) struct Peak {
    /// The logarithms of the agents' worths, then those of the tie strengths.
    pub place: Vec<f64>,
    /// Variances and covariances of the same.
    pub covariance: Vec<Vec<f64>>,
}

/// Keeps tie strengths finite when nothing but ties was seen, and is far too weak to be seen otherwise.
const TIE_PRECISION: f64 = 1e-8;

/// Keeps the equations solvable where the games leave a direction open.
const LEAST_PRECISION: f64 = 1e-9;

/// The peak for agents, sizes of ties (ascending, from 2) and choices with how often they were made,
/// with so many wins and losses of everybody against a ghost.
pub(super) fn climb(n_agents: usize, orders: &[usize], choices: &BTreeMap<Choice, f64>, prior: f64) -> Peak {
    const MOST_STEPS: usize = 200;
    const CLOSE_ENOUGH: f64 = 1e-10;
    let tables: Vec<(Table, f64)> = choices
        .iter()
        .map(|(choice, &times)| (Table::of_choice(choice, n_agents, orders), times))
        .chain((0..n_agents).flat_map(|agent| {
            let ghost = |won: bool| (Table::of_ghost(agent, won, n_agents, orders), prior);
            [ghost(true), ghost(false)]
        }))
        .filter(|&(_, times)| times > 0.0)
        .collect();
    let mut place = vec![0.0; n_agents + orders.len()];
    let mut height = Landscape::height(&tables, &place, n_agents);
    let mut land = Landscape::at(&tables, &place, n_agents);
    for _ in 0..MOST_STEPS {
        let step = land.solve(&land.gradient);
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        if longest < CLOSE_ENOUGH {
            break;
        }
        // Worths beyond a factor of e⁵ in one step are a leap in the dark.
        let mut length = (5.0 / longest).min(1.0);
        let mut moved = None;
        for _ in 0..60 {
            let next: Vec<f64> = place.iter().zip(&step).map(|(at, by)| at + length * by).collect();
            let next_height = Landscape::height(&tables, &next, n_agents);
            if next_height > height {
                moved = Some((next, next_height));
                break;
            }
            length /= 2.0;
        }
        // No way further up that numbers can tell: this is the top.
        let Some((next, next_height)) = moved else { break };
        (place, height) = (next, next_height);
        land = Landscape::at(&tables, &place, n_agents);
    }
    let n = place.len();
    let unit = |at: usize| (0..n).map(|i| f64::from(u8::from(i == at))).collect::<Vec<_>>();
    let covariance = (0..n).map(|at| land.solve(&unit(at))).collect();
    Peak { place, covariance }
}

/// All sets that could have been chosen, as linear forms of few parameters.
pub(super) struct Table {
    /// Which parameters matter here: agents first, then ties.
    parameters: Vec<usize>,
    /// How many of them are agents.
    n_own: usize,
    /// For each set the factors of these parameters.
    forms: Vec<Vec<f64>>,
    /// Those of the set that was chosen.
    chosen: Vec<f64>,
}

impl Table {
    fn of_choice(choice: &Choice, n_agents: usize, orders: &[usize]) -> Self {
        let seats: Vec<Option<usize>> = choice.chosen.iter().chain(&choice.left).map(|&a| Some(a)).collect();
        let chosen: Vec<usize> = (0..choice.chosen.len()).collect();
        Self::new(&seats, &chosen, n_agents, orders)
    }

    /// A game of an agent against the ghost, whose worth is fixed.
    fn of_ghost(agent: usize, won: bool, n_agents: usize, orders: &[usize]) -> Self {
        Self::new(&[Some(agent), None], &[usize::from(!won)], n_agents, orders)
    }

    /// For the agents of all seats (`None` is the ghost), with the seats that were chosen.
    pub fn new(seats: &[Option<usize>], chosen: &[usize], n_agents: usize, orders: &[usize]) -> Self {
        let mut parameters: Vec<usize> = seats.iter().flatten().copied().collect();
        parameters.sort_unstable();
        parameters.dedup();
        let n_own = parameters.len();
        let possible = orders.iter().enumerate().filter(|&(_, &order)| order <= seats.len());
        parameters.extend(possible.map(|(tie, _)| n_agents + tie));
        let form = |set: &[usize]| {
            let mut form = vec![0.0; parameters.len()];
            for agent in set.iter().filter_map(|&seat| seats[seat]) {
                if let Ok(at) = parameters[..n_own].binary_search(&agent) {
                    form[at] += 1.0 / set.len() as f64;
                }
            }
            if let Some(tie) = orders.iter().position(|&order| order == set.len()) {
                form[n_own + tie] = 1.0;
            }
            form
        };
        let mut forms = Vec::new();
        for size in std::iter::once(1).chain(orders.iter().copied()).filter(|&size| size <= seats.len()) {
            each_set(seats.len(), size, &mut |set| forms.push(form(set)));
        }
        let chosen = form(chosen);
        Self { parameters, n_own, forms, chosen }
    }

    /// The logarithms of the weights of all sets, and of their sum.
    fn log_weights(&self, place: &[f64]) -> (Vec<f64>, f64) {
        let logs: Vec<f64> = self.forms.iter().map(|form| self.value(form, place)).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum = most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln();
        (logs, sum)
    }

    /// The mean of the logarithms of worths that the chosen set is expected to have.
    pub fn mean_worth(&self, place: &[f64]) -> f64 {
        let (logs, sum) = self.log_weights(place);
        let worth = |form: &[f64]| -> f64 {
            let own = self.parameters.iter().zip(form).take(self.n_own);
            own.map(|(&agent, factor)| factor * place[agent]).sum()
        };
        self.forms.iter().zip(&logs).map(|(form, log)| (log - sum).exp() * worth(form)).sum()
    }

    fn value(&self, form: &[f64], place: &[f64]) -> f64 {
        self.parameters.iter().zip(form).map(|(&parameter, factor)| factor * place[parameter]).sum()
    }
}

/// Calls `visit` with every set of `size` numbers below `n`.
fn each_set(n: usize, size: usize, visit: &mut impl FnMut(&[usize])) {
    let mut set: Vec<usize> = (0..size).collect();
    loop {
        visit(&set);
        // The last number that can still grow does, and those after it follow closely.
        let Some(at) = (0..size).rev().find(|&at| set[at] < n - size + at) else { return };
        set[at] += 1;
        for next in at + 1..size {
            set[next] = set[next - 1] + 1;
        }
    }
}

/// The likelihood near a place.
struct Landscape {
    gradient: Vec<f64>,
    /// The lower triangle of the curvature, decomposed (Cholesky).
    roots: Vec<Vec<f64>>,
}

impl Landscape {
    /// The logarithm of the likelihood.
    fn height(tables: &[(Table, f64)], place: &[f64], n_agents: usize) -> f64 {
        let games: f64 = tables
            .iter()
            .map(|(table, times)| times * (table.value(&table.chosen, place) - table.log_weights(place).1))
            .sum();
        let ties: f64 = place[n_agents..].iter().map(|tie| TIE_PRECISION * tie * tie / 2.0).sum();
        games - ties
    }

    fn at(tables: &[(Table, f64)], place: &[f64], n_agents: usize) -> Self {
        let n = place.len();
        let mut gradient = vec![0.0; n];
        let mut curvature: Vec<Vec<f64>> = (0..n).map(|row| vec![0.0; row + 1]).collect();
        for (table, times) in tables {
            let (logs, sum) = table.log_weights(place);
            let m = table.parameters.len();
            let (mut mean, mut squares) = (vec![0.0; m], vec![0.0; m * m]);
            for (form, log) in table.forms.iter().zip(&logs) {
                let probability = (log - sum).exp();
                for (i, &one) in form.iter().enumerate().filter(|&(_, &one)| one != 0.0) {
                    mean[i] += probability * one;
                    for (j, &other) in form.iter().enumerate() {
                        squares[i * m + j] += probability * one * other;
                    }
                }
            }
            for (i, &row) in table.parameters.iter().enumerate() {
                gradient[row] += times * (table.chosen[i] - mean[i]);
                // Parameters ascend, so the second index is in the lower triangle.
                for (j, &column) in table.parameters.iter().enumerate().take(i + 1) {
                    curvature[row][column] += times * (squares[i * m + j] - mean[i] * mean[j]);
                }
            }
        }
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] += if i < n_agents { LEAST_PRECISION } else { TIE_PRECISION };
        }
        for (slope, tie) in gradient[n_agents..].iter_mut().zip(&place[n_agents..]) {
            *slope -= TIE_PRECISION * tie;
        }
        Self { gradient, roots: roots(curvature) }
    }

    /// The solution of curvature times x = `right`.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..x.len() {
            let known: f64 = self.roots[i][..i].iter().zip(&x).map(|(root, value)| root * value).sum();
            x[i] = (x[i] - known) / self.roots[i][i];
        }
        for i in (0..x.len()).rev() {
            x[i] /= self.roots[i][i];
            let value = x[i];
            for (before, root) in x[..i].iter_mut().zip(&self.roots[i]) {
                *before -= root * value;
            }
        }
        x
    }
}

/// The triangle whose product with itself is the matrix. What rounding made negative counts as the least
/// precision there is, so the roots always exist.
fn roots(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for i in 0..matrix.len() {
        let (done, rest) = matrix.split_at_mut(i);
        let row = &mut rest[0];
        for j in 0..i {
            let known: f64 = row[..j].iter().zip(&done[j]).map(|(a, b)| a * b).sum();
            row[j] = (row[j] - known) / done[j][j];
        }
        let known: f64 = row[..i].iter().map(|root| root * root).sum();
        row[i] = (row[i] - known).max(LEAST_PRECISION).sqrt();
    }
    matrix
}
