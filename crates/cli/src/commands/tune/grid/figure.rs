//! `ludwerk tune grid --figure`: a published grid played again, and how much of its pattern is noise.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::{following, in_parallel};
use ludwerk_experiments::{GRIDS, PrintedGrid, Reading, Seating, readings};
use ludwerk_learn::grid::axis::Axis;
use ludwerk_learn::grid::cell::CellScore;
use ludwerk_learn::grid::parameters::Parameters;
use ludwerk_learn::grid::printed::{Comparison, Printed};
use ludwerk_learn::grid::run::{OnPart, Order, Play};
use ludwerk_learn::trial::{Ending, Trial, TrialError};
use ludwerk_registry::name_hint;
use serde_json::json;

use super::{Found, Old, open, play_stage, settings, tell};
use crate::args::{GridArgs, Seats};
use crate::commands::r#match::checked_threads;
use crate::commands::tune::outcome::PROGRAM;
use crate::commands::tune::proving;
use crate::failure::Failure;
use crate::position::echo_seed;
use crate::{CommandResult, output};

/// The seed of the book's figures.
const SEED: u64 = 0;

/// Games of a cell that are handed out together.
const PORTION: usize = 250;

/// What was found about a published grid.
pub struct Findings {
    pub grid: &'static PrintedGrid,
    pub reading: &'static Reading,
    pub seating: Seating,
    pub printed: Printed,
    pub comparison: Comparison,
    pub sentences: Vec<String>,
}

impl Findings {
    /// Where it was published, and how it is played.
    pub fn about(&self) -> [(&'static str, String); 3] {
        [
            ("published", format!("{}, {}", self.grid.source(), self.grid.published)),
            ("made of it", self.grid.remark.to_owned()),
            ("played", format!("in the reading \"{}\", {}", self.reading.name, self.seating.name())),
        ]
    }
}

pub fn run(id: &str, args: &GridArgs, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let grid = GRIDS.iter().find(|grid| grid.id == id);
    let grid = grid.ok_or_else(|| {
        let hint = name_hint(id, GRIDS.iter().map(|grid| grid.id));
        Failure::new(format!("there is no published grid {id:?}"), hint)
    })?;
    let name = args.reading.as_deref().unwrap_or("closest");
    let reading = readings().find(|reading| reading.id == name || reading.name == name);
    let reading = reading.ok_or_else(|| {
        let all: Vec<_> = readings().map(|reading| reading.id).collect();
        Failure::new(format!("there is no reading {name:?}"), format!("the readings are {}", all.join(", ")))
    })?;
    let seating = match args.seats {
        None | Some(Seats::First) => Seating::TestedFirst,
        Some(Seats::Rotated) => Seating::Rotated,
    };
    let n_threads = checked_threads(args.threads)?;
    let n_games = args.games.map_or(grid.n_games, NonZeroUsize::get);
    let seed = args.config.seed.unwrap_or(SEED);
    let game = grid.game()?;
    let [agent, opponent] = grid.agents(reading);
    let axes =
        vec![Axis::from_values(grid.options[0], grid.rows), Axis::from_values(grid.options[1], grid.columns)];
    let parameters = Parameters::new(&game, &agent.parse()?, &axes)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("tuning").join(id));
    // The choices are compared as in every other match: with seats that go round, and no plies before.
    let trial = Trial { game: game.clone(), opening_plies: 0, most_plies: 1000, n_threads };
    let proof = proving::settings(&args.proof, &trial, seed)?;
    let settings = settings(json!({
        "program": PROGRAM,
        "method": "grid",
        "figure": id,
        "reading": reading.id,
        "seats": seating.name(),
        "games": n_games,
        "seed": seed,
        "sprt": [proof.elo0, proof.elo1, proof.alpha, proof.beta],
    }));
    let mut journal = open(&out, &settings)?;

    // 2. Play the grid.
    echo_seed(seed);
    let player = Cells { grid, reading, seating, seed, n_threads };
    let values = grid.values(grid.chosen()).to_vec();
    let order = Order { stage: 0, axes, n_bouts: n_games, start: values.clone() };
    let stage = play_stage(order, 1, &player, &mut journal)?;

    // 3. Compare it with the printed one, and the two choices with each other.
    let printed = Printed {
        shares: (0..grid.n_cells()).map(|cell| grid.share(cell)).collect(),
        shape: [grid.rows.len(), grid.columns.len()],
        n_games: grid.n_games,
        chosen: grid.chosen(),
    };
    let comparison = printed.compare(&stage.cells, seed);
    let sentences = comparison.findings(grid.n_games, n_games, |cell| grid.name(cell));
    let old = Old { name: "printed choice", spec: parameters.spec(&values), values };
    let findings = Findings { grid, reading, seating, printed, comparison, sentences };
    let stages = vec![stage];
    let figure = Some(findings);
    let mut found = Found { game, parameters, opponent, seed, stages, old, proof: None, figure, out };
    if reading.has_random_layout() {
        found.prove(&proof, &mut journal)?;
    } else {
        output::note("no held-out match: matches deal the figures at random, this reading does not");
    }

    // 4. Report.
    tell::report(&found, as_json)?;
    // That ours is not better than the printed choice is a finding, not a fault.
    Ok(ExitCode::SUCCESS)
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
        let portions: Vec<_> = wanted
            .iter()
            .flat_map(|(cell, games)| {
                let end = games.end;
                games.clone().step_by(PORTION).map(move |first| (*cell, first..end.min(first + PORTION)))
            })
            .collect();
        let n_portions = portions.len();
        // Portions end out of order; they are handed out in order.
        let (mut waiting, mut due, mut has_enough) = (BTreeMap::new(), 0, false);
        following(stop, |ends| {
            let play = |(n, (cell, games)): (usize, (usize, Range<usize>))| {
                (n, cell, self.grid.play(cell, self.reading, self.seating, games, self.seed, ends))
            };
            in_parallel(self.n_threads, portions.into_iter().enumerate(), ends, play, |(n, cell, played)| {
                waiting.insert(n, (cell, played));
                while !has_enough && let Some((cell, Some(counts))) = waiting.remove(&due) {
                    due += 1;
                    has_enough = on_part(cell, &CellScore::of_games(counts)) == ControlFlow::Break(());
                }
                if has_enough {
                    ends.store(true, Ordering::Relaxed);
                }
            });
        });
        Ok(match (has_enough, due == n_portions) {
            (true, _) => Ending::Enough,
            (false, true) => Ending::Complete,
            (false, false) => Ending::Stopped,
        })
    }
}

#[cfg(test)]
mod tests {
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
