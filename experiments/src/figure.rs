//! A published grid played again by grid search, and how much of its pattern is noise.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use ludwerk_arena::{Ending, in_order};
use ludwerk_learn::grid::axis::Axis;
use ludwerk_learn::grid::cell::CellScore;
use ludwerk_learn::grid::printed::Printed;
use ludwerk_learn::grid::run::{OnPart, Play};
use ludwerk_learn::proof::ProofSettings;
use ludwerk_learn::run::grid::{Figure, Outcome, run_figure};
use ludwerk_learn::run::{RunError, Session};
use ludwerk_learn::trial::TrialError;
use ludwerk_registry::{Spec, name_hint};

use crate::{GRIDS, PrintedGrid, Reading, Seating, readings};

/// Games of a cell that are handed out together.
const PORTION: usize = 250;

/// A published grid, and how it is played again.
#[derive(Clone)]
pub struct Plan {
    /// The grid.
    pub grid: &'static PrintedGrid,
    /// The interpretation of the study's text.
    pub reading: &'static Reading,
    /// Who moves first.
    pub seating: Seating,
    /// How many games each cell plays.
    pub n_games: NonZeroUsize,
    /// How the printed choice and ours are compared, with the seed of the run.
    pub proof: ProofSettings,
}

/// The published grid of a name.
///
/// # Errors
/// [`RunError::Failed`] if there is none.
pub fn find(id: &str) -> Result<&'static PrintedGrid, RunError> {
    GRIDS.iter().find(|grid| grid.id == id).ok_or_else(|| {
        let hint = name_hint(id, GRIDS.iter().map(|grid| grid.id));
        RunError::new(format!("there is no published grid {id:?}"), hint)
    })
}

/// The reading of a name; the closest to the text if there is none.
///
/// # Errors
/// [`RunError::Failed`] if there is none.
pub fn reading(name: Option<&str>) -> Result<&'static Reading, RunError> {
    let name = name.unwrap_or("closest");
    readings().find(|reading| reading.id == name || reading.name == name).ok_or_else(|| {
        let all: Vec<_> = readings().map(|reading| reading.id).collect();
        RunError::new(format!("there is no reading {name:?}"), format!("the readings are {}", all.join(", ")))
    })
}

/// Plays a published grid again, or goes on with it.
///
/// # Errors
/// A [`RunError`].
pub fn run(plan: Plan, session: &mut Session<'_>) -> Result<Outcome, RunError> {
    let Plan { grid, reading, seating, n_games, proof } = plan;
    let [agent, opponent] = grid.agents(reading);
    // The choices are compared as in every other match: with seats that go round, and no plies before.
    let proof = ProofSettings { opening_plies: 0, most_plies: 1000, ..proof };
    let player = Cells { grid, reading, seating, seed: proof.seed, n_threads: proof.n_threads };
    let spec = |text: String| {
        text.parse::<Spec>().map_err(|error| RunError::new(error, "it is an agent of the study's game"))
    };
    let figure = Figure {
        id: grid.id,
        published: grid.published,
        reading: reading.id,
        seats: seating.name(),
        about: vec![
            ("published", format!("{}, {}", grid.source(), grid.published)),
            ("made of it", grid.remark.to_owned()),
            ("played", format!("in the reading \"{}\", {}", reading.name, seating.name())),
        ],
        printed: Printed {
            shares: (0..grid.n_cells()).map(|cell| grid.share(cell)).collect(),
            shape: [grid.rows.len(), grid.columns.len()],
            n_games: grid.n_games,
            chosen: grid.chosen(),
        },
        game: grid.game().map_err(|error| RunError::new(&error, error.hint()))?,
        agents: [spec(agent)?, spec(opponent)?],
        axes: [
            Axis::from_values(grid.options[0], grid.rows),
            Axis::from_values(grid.options[1], grid.columns),
        ],
        player: &player,
        n_games,
        seed: proof.seed,
        proof,
        is_provable: reading.has_random_layout(),
    };
    run_figure(figure, session)
}

/// The cells of a published grid.
struct Cells {
    grid: &'static PrintedGrid,
    reading: &'static Reading,
    seating: Seating,
    seed: u64,
    n_threads: NonZeroUsize,
}

impl Play for Cells {
    fn play(
        &self,
        wanted: &[(usize, Range<usize>)],
        stop: &AtomicBool,
        on_part: &mut OnPart<'_>,
    ) -> Result<Ending, TrialError> {
        let portions = wanted.iter().flat_map(|(cell, games)| {
            let end = games.end;
            games.clone().step_by(PORTION).map(move |first| (*cell, first..end.min(first + PORTION)))
        });
        let play = |(cell, games), ends: &AtomicBool| {
            let counts = self.grid.play(cell, self.reading, self.seating, games, self.seed, ends)?;
            Some((cell, CellScore::of_games(counts)))
        };
        Ok(in_order(self.n_threads, portions, stop, play, |(cell, score)| on_part(cell, &score)))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    fn played(n_threads: usize, wanted: &[(usize, Range<usize>)]) -> Vec<CellScore> {
        let n_threads = NonZeroUsize::new(n_threads).unwrap();
        let reading = readings().next().unwrap();
        let cells = Cells { grid: &GRIDS[1], reading, seating: Seating::TestedFirst, seed: 0, n_threads };
        let mut scores = vec![CellScore::default(); GRIDS[1].n_cells()];
        let ending = cells.play(wanted, &AtomicBool::new(false), &mut |cell, part| {
            scores[cell].add(part);
            ControlFlow::Continue(())
        });
        assert_eq!(ending, Ok(Ending::Complete));
        scores
    }

    #[test]
    fn threads_and_breaks_change_nothing() {
        let whole = played(1, &[(2, 0..600), (5, 0..300)]);
        assert_eq!((whole[2].games, whole[5].games), (600, 300));
        assert_eq!(played(3, &[(2, 0..600), (5, 0..300)]), whole);
        let mut parts = played(2, &[(2, 0..123), (5, 0..1)]);
        let rest = played(2, &[(2, 123..600), (5, 1..300)]);
        parts.iter_mut().zip(&rest).for_each(|(part, rest)| part.add(rest));
        assert_eq!(parts, whole);
    }
}
