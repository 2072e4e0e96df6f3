//! The grids of Figures 5.1 to 5.4 as they are printed, and games of their cells.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Configure as _, Rng, Strategies as _};
use ludwerk_registry::{AnyGame, GameError};
use ludwerk_samurai::Samurai;

use crate::Watch;
use crate::plan::stream;
use crate::samurai::{Layout, Match, NEAREST, OTHERS, READINGS, Reading, Result, SOURCE, Seating, Spec};

/// A printed grid.
pub struct PrintedGrid {
    /// The name on the command line.
    pub id: &'static str,
    /// What was published.
    pub published: &'static str,
    /// The tested strategy, and its opponent.
    pub players: [&'static str; 2],
    /// What holds in all cells.
    pub fixed: &'static [(&'static str, &'static str)],
    /// What changes from row to row, and from column to column.
    pub options: [&'static str; 2],
    /// The values of the rows.
    pub rows: &'static [f64],
    /// The values of the columns.
    pub columns: &'static [f64],
    /// The printed percentages, row by row; 0 where none can be read.
    cells: &'static [f64],
    /// How many games a cell had.
    pub n_games: usize,
    /// The cell that was chosen.
    chosen: [f64; 2],
    /// What the study made of it.
    pub remark: &'static str,
}

/// The four grids by which the study found its numbers.
pub static GRIDS: [PrintedGrid; 4] = [
    PrintedGrid {
        id: "samurai-5.1",
        published: "Figure 5.1: A2 against B2, 121 pairs of k3 and k4, 100 games each",
        players: ["samurai-a2", "samurai-b2"],
        fixed: &[("w2", "1")],
        options: ["k3", "k4"],
        rows: &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        columns: &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        #[rustfmt::skip]
        cells: &[
            79., 85., 75., 85., 80., 84., 78., 73., 79., 76., 72.,
            80., 81., 72., 82., 77., 77., 76., 79., 89., 74., 77.,
            78., 82., 78., 83., 78., 82.,  0., 86., 74., 83., 83.,
            79., 85., 75., 78., 86., 81., 80., 80., 74., 83., 86.,
            84., 82., 81., 80., 74., 82., 82., 83., 69., 87., 83.,
            81., 77., 78., 83., 81., 82., 79., 79., 82., 86., 85.,
            83., 83., 84., 84., 82., 83., 81., 78., 83., 78., 80.,
            80., 79., 87., 81., 82., 83., 80., 84., 84., 79., 77.,
            79., 79., 85., 81., 79., 85., 78., 83., 82., 81., 88.,
            78., 79., 82., 79., 77., 80., 83., 83., 83., 83., 79.,
            78., 79., 76., 78., 85., 81., 81., 74., 77., 79., 80.,
        ],
        n_games: 100,
        // The best that can be read: the middle of the area that was looked at next, k3=1 and k4=3, has no figure.
        chosen: [0.5, 4.0],
        remark: "its best cell that can be read is k3=0.5, k4=4; looked at next was the area around k3=1, k4=3, whose figure is missing",
    },
    PrintedGrid {
        id: "samurai-5.2",
        published: "Figure 5.2: A2 against B2, 30 pairs of k3 and k4, 300 games each",
        players: ["samurai-a2", "samurai-b2"],
        fixed: &[("w2", "1")],
        options: ["k3", "k4"],
        rows: &[0.7, 0.9, 1.1, 1.3, 1.5],
        columns: &[2.5, 2.7, 2.9, 3.1, 3.3, 3.5],
        #[rustfmt::skip]
        cells: &[
            81.33, 86.67, 77.00, 73.33, 75.67, 79.00,
            75.33, 77.00, 79.33, 82.00, 80.00, 81.33,
            79.00, 80.00, 83.00, 89.00, 76.33, 76.33,
            81.00, 78.67, 80.00, 84.00, 80.33, 79.33,
            78.67, 82.00, 85.00, 78.66, 75.66, 78.66,
        ],
        n_games: 300,
        chosen: [1.1, 3.1],
        remark: "k3=1.1, k4=3.1 was chosen",
    },
    PrintedGrid {
        id: "samurai-5.3",
        published: "Figure 5.3: A3 against A1, 36 pairs of w2 and w3, 300 games each",
        players: ["samurai-a3", "samurai-a1"],
        fixed: &[],
        options: ["w2", "w3"],
        rows: &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
        columns: &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0],
        #[rustfmt::skip]
        cells: &[
            63.67, 65.33, 70.00, 78.00, 71.33, 67.67,
            73.33, 71.33, 82.00, 76.33, 81.33, 72.67,
            76.00, 86.00, 76.33, 72.67, 69.67, 69.33,
            63.00, 82.00, 71.00, 76.67, 73.33, 66.00,
            77.00, 82.33, 82.00, 72.33, 73.00, 64.00,
            75.33, 77.67, 75.00, 70.00, 76.33, 66.00,
        ],
        n_games: 300,
        chosen: [0.4, 0.2],
        remark: "looked at next was the area around w2=0.4, w3=0.2",
    },
    PrintedGrid {
        id: "samurai-5.4",
        published: "Figure 5.4: A3 against A1, 36 pairs of w2 and w3, 300 games each",
        players: ["samurai-a3", "samurai-a1"],
        fixed: &[],
        options: ["w2", "w3"],
        rows: &[0.30, 0.34, 0.38, 0.42, 0.46, 0.50],
        columns: &[0.10, 0.14, 0.18, 0.22, 0.26, 0.30],
        #[rustfmt::skip]
        cells: &[
            79., 73., 76., 81., 85., 70.,
            73., 78., 73., 76., 78., 73.,
            82., 74., 85., 87., 75., 69.,
            68., 76., 74., 79., 73., 78.,
            78., 82., 78., 75., 75., 78.,
            85., 81., 82., 80., 81., 76.,
        ],
        n_games: 300,
        chosen: [0.38, 0.22],
        remark: "w2=0.38, w3=0.22 was chosen; all 36 figures are whole percents, as one in three would be of 300 games",
    },
];

/// The stream of random numbers that the cells' games come from.
const STREAM: u64 = 51;

/// All readings in which a grid can be played, the closest first.
pub fn readings() -> impl Iterator<Item = &'static Reading> {
    let others = READINGS.into_iter().filter(|reading| reading.id != NEAREST.id);
    std::iter::once(&NEAREST).chain(others).chain(OTHERS)
}

impl PrintedGrid {
    /// Where it was published.
    pub fn source(&self) -> &'static str {
        SOURCE
    }

    /// The game that the study was about, by its rules.
    ///
    /// # Errors
    /// A [`GameError`], if the registry does not know it.
    pub fn game(&self) -> std::result::Result<AnyGame, GameError> {
        ludwerk_registry::game(Samurai::INFO.id)?.configure(Some("thesis"), None)
    }

    /// How many cells there are, those without a figure included.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// The printed share of a cell, if it can be read.
    pub fn share(&self, cell: usize) -> Option<f64> {
        self.cells.get(cell).filter(|percent| **percent > 0.0).map(|percent| percent / 100.0)
    }

    /// The cells that can be read: their place and share.
    pub fn printed(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.n_cells()).filter_map(|cell| Some((cell, self.share(cell)?)))
    }

    /// The place of the cell that was chosen.
    pub fn chosen(&self) -> usize {
        let place = |values: &[f64], value: f64| values.iter().position(|&other| other == value).unwrap_or(0);
        place(self.rows, self.chosen[0]) * self.columns.len() + place(self.columns, self.chosen[1])
    }

    /// The values of a cell: of its row and of its column.
    pub fn values(&self, cell: usize) -> [f64; 2] {
        [self.rows[cell / self.columns.len()], self.columns[cell % self.columns.len()]]
    }

    /// A cell in words.
    pub fn name(&self, cell: usize) -> String {
        let [row, column] = self.values(cell);
        format!("{}={row}, {}={column}", self.options[0], self.options[1])
    }

    /// Whether the first cell leaves A1 against itself.
    pub(super) fn has_mirror(&self) -> bool {
        self.options[0] == "w2" && self.rows[0] == 0.0 && self.columns[0] == 0.0
    }

    /// The tested strategy with the numbers of a cell, and its opponent.
    pub(super) fn players(&self, cell: usize, reading: &Reading) -> [Spec; 2] {
        let [tested, other] = self.players;
        let fixed =
            self.fixed.iter().fold(reading.spec(tested), |spec, &(name, value)| spec.with(name, value));
        let [row, column] = self.values(cell).map(|value| value.to_string());
        [fixed.with(self.options[0], row).with(self.options[1], column), reading.spec(other)]
    }

    /// The seed of a cell's games.
    pub(super) fn seed(cell: usize, seed: u64) -> u64 {
        Rng::derive(stream(seed, STREAM), cell as u64)
    }

    /// The tested strategy without the numbers of a cell, and its opponent, as specs of agents.
    pub fn agents(&self, reading: &Reading) -> [String; 2] {
        let [tested, other] = self.players(0, reading);
        [tested.without(&self.options).text(), other.text()]
    }

    /// Plays games of a cell by their numbers: wins, draws and losses of the tested side, or `None` if they were
    /// broken off. The same games as those of the experiment with the same seed.
    pub fn play(
        &self,
        cell: usize,
        reading: &Reading,
        seating: Seating,
        games: Range<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<[usize; 3]> {
        let players = self.players(cell, reading);
        let all = Match {
            players,
            layout: reading.layout,
            seating,
            games: games.clone(),
            seed: Self::seed(cell, seed),
        };
        let given_up = AtomicBool::new(false);
        let Result { wins, draws, losses, .. } = all.play_some(games, &Watch::new(stop, &given_up))?;
        Some([wins, draws, losses])
    }
}

impl Reading {
    /// Whether the figures are dealt at random, as in every match of the program.
    pub fn has_random_layout(&self) -> bool {
        self.layout == Layout::Random
    }
}

impl Spec {
    /// Without some options.
    fn without(mut self, options: &[&str]) -> Self {
        self.options.retain(|(name, _)| !options.contains(name));
        self
    }

    /// As the spec of an agent, without what the strategy has no use for.
    fn text(&self) -> String {
        let known = Samurai::configure(Some("thesis"), Some(2))
            .ok()
            .and_then(|game| game.strategies().iter().find(|strategy| strategy.name == self.strategy));
        let is_known = |name: &str| {
            known.is_some_and(|strategy| strategy.options.iter().any(|option| option.name == name))
        };
        let options: Vec<_> = self
            .options
            .iter()
            .filter(|(name, _)| is_known(name))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let named = self.strategy;
        if options.is_empty() { named.to_owned() } else { format!("{named}:{}", options.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_complete_and_the_chosen_cell_is_their_best() {
        for grid in &GRIDS {
            assert_eq!(grid.n_cells(), grid.rows.len() * grid.columns.len());
            let best = grid.printed().map(|(_, share)| share).fold(0.0, f64::max);
            assert_eq!(grid.share(grid.chosen()), Some(best));
        }
        assert_eq!(GRIDS[1].name(GRIDS[1].chosen()), "k3=1.1, k4=3.1");
        assert_eq!(GRIDS[0].printed().count(), 120);
    }

    #[test]
    fn the_players_of_a_grid_are_agents() {
        for reading in readings() {
            for grid in &GRIDS {
                let game = grid.game().unwrap();
                for agent in grid.agents(reading) {
                    game.agent(&agent.parse().unwrap(), 1).unwrap_or_else(|error| panic!("{agent}: {error}"));
                }
            }
        }
        assert_eq!(GRIDS[0].agents(&NEAREST)[1], "samurai-b2:points=best");
    }

    #[test]
    fn readings_have_different_names() {
        let ids: Vec<_> = readings().map(|reading| reading.id).collect();
        assert_eq!(ids[0], "closest");
        assert_eq!(ids.len(), READINGS.len() + OTHERS.len());
        assert!((1..ids.len()).all(|n| !ids[..n].contains(&ids[n])));
    }

    #[test]
    fn games_of_a_cell_are_the_same_in_any_portions() {
        let stop = AtomicBool::new(false);
        let play = |games| GRIDS[1].play(3, &NEAREST, Seating::TestedFirst, games, 0, &stop).unwrap();
        let (whole, first, rest) = (play(0..60), play(0..20), play(20..60));
        assert_eq!(whole, [0, 1, 2].map(|n| first[n] + rest[n]));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(GRIDS[1].play(3, &NEAREST, Seating::TestedFirst, 0..60, 0, &stop), None);
    }
}
