//! How much of a grid is chance: whether its cells may all be equal, and how good the luckiest of equal ones looks.

use ludwerk_arena::stats::normal_cdf;
use ludwerk_arena::stats::spread::{Estimate, Likeness, Spread, likeness, normal_quantile};
use ludwerk_core::Rng;
use ludwerk_report::words::percent;
use serde::Serialize;

use super::words::{points, probability};

/// Less likely than this is not taken for chance.
pub const DOUBT: f64 = 0.05;

/// What chance does to a grid. Scores are shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Noise {
    /// How many cells.
    pub cells: usize,
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of the cells' scores.
    pub deviation: f64,
    /// What chance alone would give to equal cells.
    pub by_chance: f64,
    /// The test of "all cells are equal".
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: usize,
    /// How often equal cells differ as much.
    pub p: f64,
    /// Which part of the cells' variance is chance.
    pub chance_share: f64,
    /// The standard deviation of the true scores, as far as it shows.
    pub beyond_chance: f64,
    /// Whether cells beside each other are alike.
    pub neighbours: Neighbours,
    /// The luckiest cell.
    pub luckiest: Luckiest,
}

/// How far cells beside each other are alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Neighbours {
    /// About 1 on wide hills, 0 by chance (Moran's I).
    pub likeness: f64,
    /// How often the same cells in any other order are as much alike.
    pub p: f64,
}

impl Neighbours {
    /// The likeness of a grid with so many cells along each axis, some of which may be missing.
    pub fn of(cells: &[Option<f64>], shape: &[usize]) -> Self {
        /// Orders that are tried; always the same ones.
        const SHUFFLES: usize = 2000;
        let Likeness { likeness, p } = likeness(cells, shape, SHUFFLES, &mut Rng::new(0));
        Self { likeness, p }
    }

    /// Whether chance does not explain it.
    pub fn are_alike(&self) -> bool {
        self.p < DOUBT
    }

    /// How far they are alike, in a sentence.
    pub fn text(&self, what: &str) -> String {
        let verdict = if self.are_alike() { "alike, as on a hill" } else { "no more alike than by chance" };
        format!(
            "{what} {verdict}: {:.2}, where 1 is a wide hill and 0 chance (Moran's I, p {}).",
            self.likeness,
            with_sign(self.p)
        )
    }
}

/// The best score of a grid, beside what the best of equal cells would show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Luckiest {
    /// Its place.
    pub cell: usize,
    /// Its score.
    pub score: f64,
    /// What the luckiest of as many equal cells shows as a rule (the median).
    pub usual: f64,
    /// What it shows in one grid of 20.
    pub most: f64,
    /// How often it looks as good.
    pub p: f64,
}

impl Noise {
    /// The noise of cells with errors, so many along each axis.
    pub fn of(cells: &[Estimate], shape: &[usize]) -> Self {
        let spread = Spread::of_estimates(cells);
        let scores: Vec<_> = cells.iter().map(|cell| Some(cell.score)).collect();
        Self::from_spread(&spread, luckiest(cells, &spread), Neighbours::of(&scores, shape))
    }

    pub(super) fn from_spread(spread: &Spread, luckiest: Luckiest, neighbours: Neighbours) -> Self {
        Self {
            cells: spread.degrees + 1,
            mean: spread.mean,
            deviation: spread.deviation,
            by_chance: spread.by_chance,
            chi_square: spread.chi_square,
            degrees: spread.degrees,
            p: spread.p_value(),
            chance_share: spread.chance_share(),
            beyond_chance: spread.beyond_chance(),
            neighbours,
            luckiest,
        }
    }

    /// Whether the cells differ by more than chance.
    pub fn has_signal(&self) -> bool {
        self.p < DOUBT
    }

    /// How the cells differ, in a sentence.
    pub fn spread_text(&self, what: &str) -> String {
        let verdict = if self.has_signal() {
            format!(
                "more than chance (chi-square {:.1} with {} degrees, p {}); chance makes {:.0}% of the variance, and \
                 the true scores are spread by {} points",
                self.chi_square,
                self.degrees,
                with_sign(self.p),
                100.0 * self.chance_share,
                points(self.beyond_chance)
            )
        } else {
            format!(
                "chance alone explains it (chi-square {:.1} with {} degrees, p {})",
                self.chi_square,
                self.degrees,
                with_sign(self.p)
            )
        };
        format!(
            "{what} {} points (standard deviation), equal cells would differ by {}: {verdict}.",
            points(self.deviation),
            points(self.by_chance)
        )
    }

    /// What the luckiest cell is worth, in a sentence.
    pub fn luck_text(&self, what: &str) -> String {
        let lucky = &self.luckiest;
        format!(
            "{what} {}; the luckiest of {} equal cells shows {} as a rule and {} in one grid of 20, and looks as good \
             with probability {}.",
            percent(lucky.score),
            self.cells,
            percent(lucky.usual),
            percent(lucky.most),
            probability(lucky.p)
        )
    }
}

/// A probability with what is between it and its letter.
pub(super) fn with_sign(p: f64) -> String {
    if p < 0.0001 { probability(p) } else { format!("= {}", probability(p)) }
}

fn luckiest(cells: &[Estimate], spread: &Spread) -> Luckiest {
    let scores = cells.iter().map(|cell| cell.score).enumerate();
    let (cell, score) = scores.rev().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((0, f64::NAN));
    // All cells stay below x with the probability that one does, to the power of their number.
    let n_cells = cells.len() as f64;
    // No share is greater than 1, whatever the curve says.
    let of_best = |p: f64| (spread.mean + spread.by_chance * normal_quantile(p.powf(1.0 / n_cells))).min(1.0);
    let below = normal_cdf((score - spread.mean) / spread.by_chance);
    Luckiest { cell, score, usual: of_best(0.5), most: of_best(0.95), p: 1.0 - below.powf(n_cells) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludwerk_arena::stats::spread::normal;

    fn cells(signal: f64, seed: u64) -> Vec<Estimate> {
        let mut rng = Rng::new(seed);
        (0..36_u8)
            .map(|n| Estimate {
                score: 0.6 + signal * f64::from(n).sin() + 0.03 * normal(&mut rng),
                error: 0.03,
            })
            .collect()
    }

    #[test]
    fn a_grid_of_equal_cells_is_called_chance_19_times_of_20() {
        let n_found = (0..200).filter(|&seed| Noise::of(&cells(0.0, seed), &[6, 6]).has_signal()).count();
        assert!((2..=20).contains(&n_found), "{n_found}");
        let n_found = (0..200).filter(|&seed| Noise::of(&cells(0.05, seed), &[6, 6]).has_signal()).count();
        assert!(n_found > 190, "{n_found}");
    }

    #[test]
    fn the_luckiest_cell_is_as_good_as_said() {
        let luck: Vec<_> = (0..200).map(|seed| Noise::of(&cells(0.0, seed), &[6, 6]).luckiest).collect();
        let n_above =
            |limit: fn(&Luckiest) -> f64| luck.iter().filter(|lucky| lucky.score > limit(lucky)).count();
        let (usual, most) = (n_above(|lucky| lucky.usual), n_above(|lucky| lucky.most));
        assert!((75..=125).contains(&usual), "{usual}");
        assert!((3..=20).contains(&most), "{most}");
        let n_doubted = luck.iter().filter(|lucky| lucky.p < 0.05).count();
        assert_eq!(n_doubted, most);
    }

    #[test]
    fn the_sentences_say_which_it_is() {
        let flat = Noise::of(&cells(0.0, 1), &[6, 6]).spread_text("the cells differ by");
        assert!(flat.contains("chance alone explains it"), "{flat}");
        let steep = Noise::of(&cells(0.1, 1), &[6, 6]).spread_text("the cells differ by");
        assert!(steep.contains("more than chance"), "{steep}");
    }
}
