//! How far many scores differ by more than chance: tables of tuned parameters, and what their best cell is worth.
//!
//! Every score of a few games has an error, so even equal players give a table full of hills, and its highest cell is
//! higher than it should be. The questions here: whether all cells may be equal (a chi-square test), which part of
//! their spread is chance, how good the luckiest of equal cells looks, and how far two tables have the same pattern.

use ludwerk_core::Rng;

use super::normal_cdf;

/// How scores differ, beside how they would differ by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean of all scores.
    pub mean: f64,
    /// The standard deviation of the scores.
    pub deviation: f64,
    /// The standard deviation that chance alone gives to equal ones.
    pub by_chance: f64,
    /// The sum of squared differences from the mean, in units of what chance makes.
    pub chi_square: f64,
    /// One less than there are scores.
    pub degrees: usize,
}

impl Spread {
    /// The spread of scores, each of which has this variance by chance alone. Two scores at least say something.
    pub fn new(scores: &[f64], chance_variance: f64) -> Self {
        let mean = mean(scores.iter().copied());
        let degrees = scores.len().saturating_sub(1);
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        Self {
            mean,
            deviation: (squares / degrees.max(1) as f64).sqrt(),
            by_chance: chance_variance.sqrt(),
            // Without chance any difference is one; equal scores are no difference.
            chi_square: if squares == 0.0 { 0.0 } else { squares / chance_variance },
            degrees,
        }
    }

    /// The spread of shares of so many won games each, where equal cells win as often as all together.
    pub fn of_shares(shares: &[f64], n_games: usize) -> Self {
        let mean = mean(shares.iter().copied());
        Self::new(shares, mean * (1.0 - mean) / n_games as f64)
    }

    /// The spread of scores with standard errors.
    pub fn of_estimates(estimates: &[Estimate]) -> Self {
        let scores: Vec<_> = estimates.iter().map(|estimate| estimate.score).collect();
        Self::new(&scores, mean(estimates.iter().map(|estimate| estimate.error.powi(2))))
    }

    /// How much the scores differ, where 1 is what chance makes of equal ones.
    pub fn per_degree(&self) -> f64 {
        self.chi_square / self.degrees.max(1) as f64
    }

    /// The probability that equal ones differ as much by chance.
    pub fn p_value(&self) -> f64 {
        chi_square_tail(self.chi_square, self.degrees)
    }

    /// Which part of the variance of the scores chance explains.
    pub fn chance_share(&self) -> f64 {
        (1.0 / self.per_degree()).min(1.0)
    }

    /// Which part of the variance is none of chance: also what two tables of as many games each would correlate by.
    pub fn reliability(&self) -> f64 {
        1.0 - self.chance_share()
    }

    /// The standard deviation of the true scores, as far as it shows.
    pub fn beyond_chance(&self) -> f64 {
        (self.deviation.powi(2) - self.by_chance.powi(2)).max(0.0).sqrt()
    }

    /// The most that chance makes of [`Self::per_degree`] in 19 of 20 tables of equal cells (Wilson and Hilferty).
    pub fn chance_limit(&self) -> f64 {
        let part = 2.0 / (9.0 * self.degrees.max(1) as f64);
        (1.0 - part + 1.645 * part.sqrt()).powi(3)
    }
}

/// A score with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The score.
    pub score: f64,
    /// Its standard error.
    pub error: f64,
}

/// The mean of values; NaN if there are none.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
    sum / n
}

/// A table of cells that are all equal: shares of so many games, each won with the same probability.
pub fn equal_shares(share: f64, n_cells: usize, n_games: usize, rng: &mut Rng) -> Vec<f64> {
    let wins = |rng: &mut Rng| (0..n_games).filter(|_| rng.unit() < share).count();
    (0..n_cells).map(|_| wins(rng) as f64 / n_games as f64).collect()
}

/// What the luckiest cell reaches in each of many tables, in ascending order; `table` draws one.
pub fn luckiest(n_tables: usize, mut table: impl FnMut() -> Vec<f64>) -> Vec<f64> {
    let mut best: Vec<_> =
        (0..n_tables).map(|_| table().into_iter().fold(f64::NEG_INFINITY, f64::max)).collect();
    best.sort_unstable_by(f64::total_cmp);
    best
}

/// How far pairs of values go together: 1 and -1 on a line, 0 not at all.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0)), mean(pairs.iter().map(|pair| pair.1)));
    let sum = |of: fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum::<f64>();
    let norm = (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt();
    if norm > 0.0 { sum(|x, y| x * y) / norm } else { 0.0 }
}

/// The probability that pairs which have nothing to do with each other correlate as much, by shuffling one side.
pub fn chance_of_correlation(pairs: &[(f64, f64)], n_shuffles: usize, rng: &mut Rng) -> f64 {
    let found = correlation(pairs);
    let mut others: Vec<_> = pairs.iter().map(|pair| pair.1).collect();
    let mut shuffled = pairs.to_vec();
    let n_as_much = (0..n_shuffles)
        .filter(|_| {
            rng.shuffle(&mut others);
            for (pair, &other) in shuffled.iter_mut().zip(&others) {
                pair.1 = other;
            }
            correlation(&shuffled) >= found
        })
        .count();
    // The order that was found is one of those that are possible.
    (n_as_much + 1) as f64 / (n_shuffles + 1) as f64
}

/// How far neighbours in a table are alike: about 1 on wide hills, 0 where cells have nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The mean product of neighbours' differences from the mean, over the variance (Moran's I).
    pub likeness: f64,
    /// The probability that cells in any other order are as much alike.
    pub p: f64,
}

/// How far cells beside each other are alike, in a table with so many along each axis, the last running fastest. Cells
/// may be missing. What depends smoothly on its place has neighbours that are alike; luck has not.
pub fn likeness(cells: &[Option<f64>], shape: &[usize], n_shuffles: usize, rng: &mut Rng) -> Likeness {
    let known: Vec<_> = (0..cells.len()).filter(|&cell| cells[cell].is_some()).collect();
    let place = |cell: usize| known.binary_search(&cell).ok();
    let beside = |cell: usize| {
        (0..shape.len()).filter_map(move |axis| {
            let stride: usize = shape[axis + 1..].iter().product();
            (cell / stride % shape[axis] + 1 < shape[axis]).then_some(cell + stride)
        })
    };
    let pairs: Vec<(usize, usize)> = known
        .iter()
        .enumerate()
        .flat_map(|(n, &cell)| beside(cell).filter_map(move |other| Some((n, place(other)?))))
        .collect();
    let mut values: Vec<_> = known.iter().filter_map(|&cell| cells[cell]).collect();
    let middle = mean(values.iter().copied());
    for value in &mut values {
        *value -= middle;
    }
    let variance = mean(values.iter().map(|value| value * value));
    if pairs.is_empty() || variance <= 0.0 {
        return Likeness { likeness: 0.0, p: 1.0 };
    }
    let of = |values: &[f64]| mean(pairs.iter().map(|&(one, other)| values[one] * values[other])) / variance;
    let found = of(&values);
    let n_as_much = (0..n_shuffles)
        .filter(|_| {
            rng.shuffle(&mut values);
            of(&values) >= found
        })
        .count();
    Likeness { likeness: found, p: (n_as_much + 1) as f64 / (n_shuffles + 1) as f64 }
}

/// Where one of many stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Its place by what was measured, from 1.
    pub rank: usize,
    /// The places between which it is with 95%.
    pub ci95: (usize, usize),
}

/// The place of one among many, and how sure it is.
///
/// The true scores are taken to be spread as the measured ones are beyond chance, so what was measured pulls each of
/// them only as far as it is to be trusted; where nothing shows beyond chance, every place is as likely.
pub fn rank(estimates: &[Estimate], one: usize, rng: &mut Rng) -> Rank {
    const ROUNDS: usize = 1000;
    let score = estimates[one].score;
    let rank = 1 + estimates.iter().filter(|other| other.score > score).count();
    let trust = Spread::of_estimates(estimates).reliability().sqrt();
    let mut places: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let drawn: Vec<_> = estimates
                .iter()
                .map(|estimate| trust * estimate.score + estimate.error * normal(rng))
                .collect();
            1 + drawn.iter().filter(|&&other| other > drawn[one]).count()
        })
        .collect();
    places.sort_unstable();
    Rank { rank, ci95: (places[ROUNDS / 40], places[ROUNDS - 1 - ROUNDS / 40]) }
}

/// A normal variable.
pub fn normal(rng: &mut Rng) -> f64 {
    // Box and Muller; the logarithm is of a number above 0.
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// The point below which a normal variable stays with this probability.
pub fn normal_quantile(probability: f64) -> f64 {
    let (mut lo, mut hi) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = f64::midpoint(lo, hi);
        if normal_cdf(middle) < probability { lo = middle } else { hi = middle }
    }
    lo
}

/// The probability that chi-square with so many degrees of freedom is greater than `x`.
pub fn chi_square_tail(x: f64, degrees: usize) -> f64 {
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    // The upper incomplete gamma function over the whole one: a series below its middle, a continued fraction above.
    let (half, x) = (degrees as f64 / 2.0, x / 2.0);
    let front = (half * x.ln() - x - ln_gamma_of_half(degrees)).exp();
    if x < half + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / half, 1.0 / half, half);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - front * sum).max(0.0);
    }
    front * gamma_fraction(half, x)
}

/// The continued fraction of the upper incomplete gamma function, from the top down (Lentz).
fn gamma_fraction(half: f64, x: f64) -> f64 {
    let mut bottom = x + 1.0 - half;
    let (mut above, mut below) = (f64::INFINITY, 1.0 / bottom);
    let mut fraction = below;
    for n in 1..10_000 {
        let top = -f64::from(n) * (f64::from(n) - half);
        bottom += 2.0;
        below = 1.0 / (top * below + bottom);
        above = bottom + top / above;
        fraction *= above * below;
        if (above * below - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

/// The logarithm of the gamma function of half a whole number: a sum from 1 or from a half upwards.
fn ln_gamma_of_half(n: usize) -> f64 {
    let (start, begin) =
        if n.is_multiple_of(2) { (0.0, 1.0) } else { (std::f64::consts::PI.sqrt().ln(), 0.5) };
    let steps = (n - 1) / 2;
    start + (0..steps).map(|step| (begin + step as f64).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of cells that truly differ by `signal`, with normal errors.
    fn table(n_cells: usize, signal: f64, error: f64, seed: u64) -> Vec<Estimate> {
        let mut rng = Rng::new(seed);
        let score = |n: usize, rng: &mut Rng| 0.6 + signal * (n as f64).sin() + error * normal(rng);
        (0..n_cells).map(|n| Estimate { score: score(n, &mut rng), error }).collect()
    }

    /// Values of the tables of chi-square.
    #[test]
    fn tails_of_chi_square_are_those_of_the_books() {
        for (x, degrees, above) in [
            (3.841_459, 1, 0.05),
            (5.991_465, 2, 0.05),
            (18.307_04, 10, 0.05),
            (23.209_25, 10, 0.01),
            (146.567, 120, 0.05),
            (3.940_299, 10, 0.95),
            (49.801_85, 35, 0.05),
        ] {
            let found = chi_square_tail(x, degrees);
            assert!((found - above).abs() < 1e-5, "{x} with {degrees}: {found}");
        }
        assert_eq!(chi_square_tail(0.0, 5), 1.0);
        assert!(chi_square_tail(500.0, 35) < 1e-60);
    }

    #[test]
    fn statistics_are_those_of_the_books() {
        // 95% of chi-square with 10 degrees is 18.307, with 120 it is 146.57.
        let limit = |degrees: usize| Spread::new(&vec![0.5; degrees + 1], 1.0).chance_limit();
        assert!((limit(10) - 1.8307).abs() < 0.005);
        assert!((limit(120) - 146.57 / 120.0).abs() < 0.001);
        // Two cells of 100 games, 40 and 60: each is (0.1)^2 / 0.0025 = 4 away.
        let two = Spread::of_shares(&[0.4, 0.6], 100);
        assert!((two.per_degree() - 8.0).abs() < 1e-9);
        assert!((two.chance_share() - 0.125).abs() < 1e-9);
        assert!((two.beyond_chance().powi(2) - 7.0 * 0.0025).abs() < 1e-9);
        let equal = Spread::of_shares(&[0.5, 0.5], 100);
        assert_eq!((equal.beyond_chance(), equal.p_value(), equal.reliability()), (0.0, 1.0, 0.0));
        assert!((correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) - 1.0).abs() < 1e-9);
        for (probability, quantile) in [(0.975, 1.960), (0.95, 1.645), (0.999, 3.090)] {
            assert!((normal_quantile(probability) - quantile).abs() < 0.001);
        }
    }

    #[test]
    fn the_luckiest_of_equal_cells_looks_good() {
        let mut rng = Rng::new(1);
        let lucky = luckiest(200, || equal_shares(0.5, 30, 100, &mut rng));
        assert!((0.62..0.68).contains(&lucky[190]), "{}", lucky[190]);
        assert!(lucky.is_sorted() && lucky[0] > 0.5);
    }

    #[test]
    fn signal_is_told_from_noise() {
        let p_of = |signal: f64, seed: u64| Spread::of_estimates(&table(36, signal, 0.03, seed)).p_value();
        let n_seen = |signal: f64| (0..200).filter(|&seed| p_of(signal, seed) < 0.05).count();
        // One in 20 where there is nothing, nearly all where the signal is as great as the noise.
        let (none, some) = (n_seen(0.0), n_seen(0.045));
        assert!((2..=20).contains(&none), "{none}");
        assert!(some > 180, "{some}");
    }

    #[test]
    fn the_spread_beyond_chance_is_that_of_the_true_scores() {
        let strong = Spread::of_estimates(&table(400, 0.06, 0.03, 7));
        // The deviation of a sine is its height over the root of two.
        assert!((strong.beyond_chance() - 0.0424).abs() < 0.004, "{strong:?}");
        assert!((strong.reliability() - 2.0 / 3.0).abs() < 0.06, "{strong:?}");
    }

    #[test]
    fn ranks_are_narrow_only_where_cells_differ() {
        let cells = |signal| table(30, signal, 0.01, 3);
        let best =
            |cells: &[Estimate]| (0..30).max_by(|&a, &b| cells[a].score.total_cmp(&cells[b].score)).unwrap();
        let (flat, steep) = (cells(0.0), cells(0.2));
        let flat = rank(&flat, best(&flat), &mut Rng::new(1));
        let steep = rank(&steep, best(&steep), &mut Rng::new(1));
        assert_eq!((flat.rank, steep.rank), (1, 1));
        assert!(flat.ci95.1 > 20, "{flat:?}");
        assert!(steep.ci95.1 < 10, "{steep:?}");
    }

    #[test]
    fn neighbours_are_alike_on_hills_and_not_by_luck() {
        let mut rng = Rng::new(4);
        let hill = |n: usize| ((n / 6) as f64 / 2.0).sin() + ((n % 6) as f64 / 2.0).cos();
        let mut cells: Vec<_> = (0..36).map(|n| Some(hill(n))).collect();
        let smooth = likeness(&cells, &[6, 6], 400, &mut rng);
        assert!(smooth.likeness > 0.6 && smooth.p < 0.01, "{smooth:?}");
        cells[7] = None;
        assert!(likeness(&cells, &[6, 6], 400, &mut rng).likeness > 0.6);
        let luck = |rng: &mut Rng| {
            let cells: Vec<_> = (0..36).map(|_| Some(normal(rng))).collect();
            likeness(&cells, &[6, 6], 200, rng).p < 0.05
        };
        let n_taken_for_hills = (0..100).filter(|_| luck(&mut rng)).count();
        assert!(n_taken_for_hills < 13, "{n_taken_for_hills}");
        // A chessboard has neighbours that are as different as can be.
        let board: Vec<_> = (0..36).map(|n| Some(f64::from((n / 6 + n % 6) % 2))).collect();
        assert!((likeness(&board, &[6, 6], 10, &mut rng).likeness + 1.0).abs() < 1e-9);
        assert_eq!(likeness(&[Some(1.0), None], &[1, 2], 10, &mut rng).likeness, 0.0);
    }

    #[test]
    fn unrelated_tables_are_found_out() {
        let mut rng = Rng::new(5);
        let (one, other) = (table(36, 0.0, 0.03, 1), table(36, 0.0, 0.03, 2));
        let unrelated: Vec<_> = one.iter().zip(&other).map(|(a, b)| (a.score, b.score)).collect();
        let related: Vec<_> = one.iter().map(|a| (a.score, a.score + 0.03 * normal(&mut rng))).collect();
        assert!(chance_of_correlation(&unrelated, 500, &mut rng) > 0.05);
        assert!(chance_of_correlation(&related, 500, &mut rng) < 0.01);
    }
}
