//! Playing a grid, cell by cell, with every cell kept as soon as it is known.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_arena::stats::spread::{Estimate, mean};
use ludwerk_core::Rng;
use ludwerk_registry::Spec;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::axis::Axis;
use super::cell::{CellScore, estimates};
use super::noise::Noise;
use super::smooth::Surface;
use crate::journal::{Journal, JournalError};
use crate::trial::{Ending, Pairing, Trial, TrialError};

/// The kind of the entries in the journal.
const CELL: &str = "cell";

/// What was played of a cell is kept at least so often.
const KEEP_EVERY: Duration = Duration::from_secs(2);

/// Is handed what was scored in a part of a cell, the parts of a cell in order.
pub type OnPart<'a> = dyn FnMut(usize, &CellScore) -> ControlFlow<()> + 'a;

/// What plays the cells of a grid.
pub trait Play {
    /// Plays bouts of cells, by their numbers, and hands them out in order: all of the first cell, then those of the
    /// next.
    ///
    /// # Errors
    /// A [`TrialError`] before anything is played.
    fn play(
        &self,
        wanted: &[(usize, Range<usize>)],
        stop: &AtomicBool,
        on_part: &mut OnPart<'_>,
    ) -> Result<Ending, TrialError>;
}

/// Cells that are agents with other parameters, against one opponent, with seats that go round.
pub struct Agents<'a> {
    /// How games are played.
    pub trial: &'a Trial,
    /// The agent of every cell.
    pub cells: Vec<Spec>,
    /// Whom they play.
    pub opponent: Spec,
    /// What all randomness comes from; every cell has games of its own.
    pub seed: u64,
}

impl Play for Agents<'_> {
    fn play(
        &self,
        wanted: &[(usize, Range<usize>)],
        stop: &AtomicBool,
        on_part: &mut OnPart<'_>,
    ) -> Result<Ending, TrialError> {
        let pairing = |(cell, bouts): &(usize, Range<usize>)| Pairing {
            one: self.cells[*cell].clone(),
            other: self.opponent.clone(),
            seed: Rng::derive(self.seed, *cell as u64),
            bouts: bouts.clone(),
        };
        let pairings: Vec<_> = wanted.iter().map(pairing).collect();
        self.trial.play(&pairings, stop, &mut |n, bout| on_part(wanted[n].0, &CellScore::of_bout(&bout)))
    }
}

/// A grid that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// What changes.
    pub axes: Vec<Axis>,
    /// The scores, the last axis running fastest.
    pub cells: Vec<CellScore>,
    /// What is thought of them when neighbours are asked.
    pub surface: Surface,
    /// The place of the cell that is chosen.
    pub chosen: usize,
    /// What chance does to them.
    pub noise: Noise,
}

/// What is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The number of the stage, from 0.
    pub stage: usize,
    /// What changes.
    pub axes: Vec<Axis>,
    /// How many bouts in every cell.
    pub n_bouts: usize,
    /// Of cells that are as good, the nearest to these values is chosen: what makes no difference is left alone.
    pub start: Vec<f64>,
}

/// A part of a cell in the journal.
#[derive(Serialize, Deserialize)]
struct Kept {
    stage: usize,
    cell: usize,
    score: CellScore,
}

/// How far a grid is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Bouts that are played.
    pub done: usize,
    /// Bouts in all.
    pub all: usize,
    /// The best cell so far, and its score.
    pub best: Option<(usize, f64)>,
}

/// A grid that cannot be played to its end.
#[derive(Debug, Error)]
pub enum GridError {
    /// The games cannot be played.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Somebody asked to stop; what was played is kept.
    #[error("stopped with {done} of {all} cells played")]
    Stopped {
        /// Cells that are complete.
        done: usize,
        /// All cells.
        all: usize,
    },
}

/// How many cells the axes make; `None` if there are more than can be counted.
pub fn n_cells(axes: &[Axis]) -> Option<usize> {
    axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(axis.len()))
}

/// The values of a cell, one for each axis.
pub fn values(axes: &[Axis], mut cell: usize) -> Vec<f64> {
    let mut values: Vec<_> = axes
        .iter()
        .rev()
        .map(|axis| {
            let value = axis.value(cell % axis.len());
            cell /= axis.len();
            value
        })
        .collect();
    values.reverse();
    values
}

/// The places of a cell's values on their axes.
pub fn places(axes: &[Axis], mut cell: usize) -> Vec<usize> {
    let mut places: Vec<_> = axes
        .iter()
        .rev()
        .map(|axis| {
            let place = cell % axis.len();
            cell /= axis.len();
            place
        })
        .collect();
    places.reverse();
    places
}

impl Stage {
    /// Plays what is missing of a stage.
    ///
    /// # Errors
    /// A [`GridError`].
    pub fn play(
        order: Order,
        player: &dyn Play,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Self, GridError> {
        let Order { stage, axes, n_bouts, start } = order;
        let n_cells = n_cells(&axes).unwrap_or(0);
        let mut cells = vec![CellScore::default(); n_cells];
        for kept in journal.kept::<Kept>(CELL)?.into_iter().filter(|kept| kept.stage == stage) {
            let cell = cells.get_mut(kept.cell);
            cell.ok_or_else(|| JournalError::DoesNotFit(format!("it has a cell {}", kept.cell)))?
                .add(&kept.score);
        }
        let missing = cells.iter().enumerate().map(|(cell, score)| (cell, score.n_bouts()..n_bouts));
        let missing: Vec<_> = missing.filter(|(_, bouts)| !bouts.is_empty()).collect();
        let mut progress = Progress {
            done: cells.iter().map(CellScore::n_bouts).sum(),
            all: n_bouts * n_cells,
            best: best_so_far(&cells),
        };
        on_progress(&progress);
        let mut writer = Writer { journal, stage, waiting: None, last: Instant::now() };
        let mut failure = None;
        let ending = player.play(&missing, stop, &mut |cell, part| {
            cells[cell].add(part);
            let is_complete = cells[cell].n_bouts() >= n_bouts;
            if let Err(error) = writer.add(cell, part, is_complete) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            progress.done += part.n_bouts();
            let score = cells[cell].mean();
            if is_complete && progress.best.is_none_or(|(_, best)| score > best) {
                progress.best = Some((cell, score));
            }
            on_progress(&progress);
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if ending != Ending::Complete {
            writer.flush()?;
            let done = cells.iter().filter(|cell| cell.n_bouts() >= n_bouts).count();
            return Err(GridError::Stopped { done, all: n_cells });
        }
        Ok(Self::of(axes, cells, &start))
    }

    /// The stage that these cells make; of those that are as good, the nearest to `start` is chosen.
    pub fn of(axes: Vec<Axis>, cells: Vec<CellScore>, start: &[f64]) -> Self {
        let estimates = estimates(&cells);
        let scores: Vec<_> = estimates.iter().map(|cell| cell.score).collect();
        let shape: Vec<_> = axes.iter().map(Axis::len).collect();
        let surface = Surface::through(&shape, &scores, typical_error(&estimates));
        let far = |cell: usize| distance(&axes, cell, start);
        let best = surface.best();
        let chosen = best.into_iter().min_by(|&one, &other| far(one).total_cmp(&far(other))).unwrap_or(0);
        Self { noise: Noise::of(&estimates, &shape), chosen, surface, axes, cells }
    }

    /// A cell in words.
    pub fn name(&self, cell: usize) -> String {
        super::words::place(self.axes.iter().map(|axis| axis.name.as_str()), &self.values(cell))
    }

    /// The values of a cell.
    pub fn values(&self, cell: usize) -> Vec<f64> {
        values(&self.axes, cell)
    }

    /// The games that were played in it.
    pub fn n_games(&self) -> usize {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// The next stage's axes: so many times finer around the chosen cell. `limits` gives each parameter's bounds, and
    /// whether it is in whole numbers.
    pub fn zoom(&self, times: usize, limits: &[((f64, f64), bool)]) -> Vec<Axis> {
        let places = places(&self.axes, self.chosen);
        let axes = self.axes.iter().zip(places).zip(limits);
        axes.map(|((axis, place), &(bounds, is_whole))| axis.zoom(place, times, bounds, is_whole)).collect()
    }

    /// What did not go as it was meant, and how often.
    pub fn troubles(&self) -> BTreeMap<String, usize> {
        let mut all = CellScore::default();
        self.cells.iter().for_each(|cell| all.add(cell));
        all.troubles
    }
}

/// How far a cell is from a point, in steps of the axes.
fn distance(axes: &[Axis], cell: usize, point: &[f64]) -> f64 {
    let steps = |((axis, value), point): ((&Axis, f64), &f64)| {
        let range = axis.value(axis.len() - 1) - axis.value(0);
        if range > 0.0 { ((value - point) / range * (axis.len() - 1) as f64).abs() } else { 0.0 }
    };
    axes.iter().zip(values(axes, cell)).zip(point).map(steps).sum()
}

fn typical_error(cells: &[Estimate]) -> f64 {
    mean(cells.iter().map(|cell| cell.error.powi(2))).sqrt()
}

fn best_so_far(cells: &[CellScore]) -> Option<(usize, f64)> {
    let played = cells.iter().enumerate().filter(|(_, cell)| cell.games > 0);
    played.map(|(n, cell)| (n, cell.mean())).max_by(|one, other| one.1.total_cmp(&other.1))
}

/// Writes parts of cells to the journal, several together.
struct Writer<'a> {
    journal: &'a mut Journal,
    stage: usize,
    waiting: Option<(usize, CellScore)>,
    last: Instant,
}

impl Writer<'_> {
    fn add(&mut self, cell: usize, part: &CellScore, is_complete: bool) -> Result<(), JournalError> {
        if self.waiting.as_ref().is_some_and(|(other, _)| *other != cell) {
            self.flush()?;
        }
        self.waiting.get_or_insert_with(|| (cell, CellScore::default())).1.add(part);
        if is_complete || self.last.elapsed() >= KEEP_EVERY {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        if let Some((cell, score)) = self.waiting.take() {
            self.journal.keep(CELL, &Kept { stage: self.stage, cell, score })?;
            self.last = Instant::now();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{self, JOURNAL_FILE, Settings};

    /// Coins that fall heads the more often the greater the cell; breaks off after so many bouts.
    struct Coins {
        most: usize,
    }

    impl Play for Coins {
        fn play(
            &self,
            wanted: &[(usize, Range<usize>)],
            _stop: &AtomicBool,
            on_part: &mut OnPart<'_>,
        ) -> Result<Ending, TrialError> {
            let bouts = wanted.iter().flat_map(|(cell, bouts)| bouts.clone().map(move |bout| (*cell, bout)));
            for (n, (cell, bout)) in bouts.enumerate() {
                if n >= self.most {
                    return Ok(Ending::Stopped);
                }
                let mut rng = Rng::new(Rng::derive(cell as u64, bout as u64));
                let wins = usize::from(rng.unit() < 0.3 + cell as f64 / 20.0);
                if on_part(cell, &CellScore::of_games([wins, 0, 1 - wins])).is_break() {
                    return Ok(Ending::Enough);
                }
            }
            Ok(Ending::Complete)
        }
    }

    fn axes() -> Vec<Axis> {
        vec!["a=0..1:0.5".parse().unwrap(), "b=1,2".parse().unwrap()]
    }

    fn play(journal: &mut Journal, most: usize) -> Result<Stage, GridError> {
        let order = Order { stage: 0, axes: axes(), n_bouts: 40, start: vec![0.0, 1.0] };
        Stage::play(order, &Coins { most }, journal, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn cells_are_counted_with_the_last_axis_fastest() {
        let cells: Vec<_> = (0..6).map(|cell| values(&axes(), cell)).collect();
        assert_eq!(cells, [[0.0, 1.0], [0.0, 2.0], [0.5, 1.0], [0.5, 2.0], [1.0, 1.0], [1.0, 2.0]]);
        assert_eq!(places(&axes(), 3), [1, 1]);
        assert_eq!(n_cells(&axes()), Some(6));
    }

    #[test]
    fn a_grid_that_was_broken_off_anywhere_ends_the_same() {
        let whole = play(&mut Journal::in_memory(), usize::MAX).unwrap();
        assert_eq!(whole.n_games(), 240);
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings::new();
        let open = || journal::open(dir.path(), &settings).unwrap();
        let mut n_stops = 0;
        let resumed = loop {
            match play(&mut open(), 37) {
                Ok(stage) => break stage,
                Err(GridError::Stopped { all: 6, .. }) => n_stops += 1,
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(n_stops, 6);
        assert_eq!(resumed, whole);
        // Half a line is what a kill leaves behind.
        let path = dir.path().join(JOURNAL_FILE);
        let bytes = std::fs::read(&path).unwrap();
        for cut in [10, 60, 200] {
            std::fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
            assert_eq!(play(&mut open(), usize::MAX).unwrap(), whole);
        }
    }

    #[test]
    fn what_makes_no_difference_is_left_as_it_was() {
        let axes = || vec!["a=0..4:1".parse().unwrap(), "b=0..4:1".parse().unwrap()];
        let cell = |n: usize| CellScore::of_games([100 * (n / 5) + n % 2, 0, 500 - 100 * (n / 5)]);
        for kept in [1.0, 3.0] {
            let stage = Stage::of(axes(), (0..25).map(cell).collect(), &[0.0, kept]);
            assert_eq!(stage.values(stage.chosen), [4.0, kept]);
        }
    }

    #[test]
    fn stages_do_not_mix() {
        let mut journal = Journal::in_memory();
        let first = play(&mut journal, usize::MAX).unwrap();
        let zoomed = first.zoom(2, &[((0.0, 1.0), false), ((1.0, 2.0), true)]);
        assert!(zoomed[0].len() >= 3);
        let stop = AtomicBool::new(false);
        let (mut least, mut most) = (usize::MAX, 0);
        let order = Order { stage: 1, axes: zoomed, n_bouts: 10, start: vec![0.0, 1.0] };
        let second = Stage::play(order, &Coins { most: usize::MAX }, &mut journal, &stop, &mut |progress| {
            (least, most) = (least.min(progress.done), most.max(progress.done));
        });
        let second = second.unwrap();
        assert_eq!((least, most), (0, second.n_games()));
        assert_eq!(play(&mut journal, 0).unwrap(), first);
    }
}
