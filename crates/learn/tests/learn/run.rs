//! Whole runs, without the program: plans in, outcomes out, and a directory that keeps them.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_learn::proof::ProofSettings;
use ludwerk_learn::run::practice::Practice;
use ludwerk_learn::run::{Observer, Progress, RunError, Session, grid, points, seed_in, table, weights};
use ludwerk_learn::space::WeightChoice;
use ludwerk_learn::spsa::SpsaSettings;
use ludwerk_learn::td::Rule;

use crate::{game, spec, trial};

/// Keeps what it is told, and asks to stop after so many steps.
struct Keeper<'a> {
    notes: Vec<String>,
    parts: Vec<&'static str>,
    n_steps: usize,
    most_steps: usize,
    stop: &'a AtomicBool,
}

impl Observer for Keeper<'_> {
    fn note(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        assert!(!(progress.message)().is_empty());
        if self.parts.last() != Some(&progress.part) {
            self.parts.push(progress.part);
        }
        self.n_steps += 1;
        if self.n_steps >= self.most_steps {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What came of a run that is stopped after so many steps, with its notes and its parts.
fn watched<T>(
    dir: &Path,
    most_steps: usize,
    run: impl FnOnce(&mut Session<'_>) -> Result<T, RunError>,
) -> (Result<T, RunError>, Vec<String>, Vec<&'static str>) {
    let stop = AtomicBool::new(false);
    let mut keeper = Keeper { notes: Vec::new(), parts: Vec::new(), n_steps: 0, most_steps, stop: &stop };
    let (dir, command) = (dir.to_owned(), "a test".to_owned());
    let result = run(&mut Session { dir, command, stop: &stop, observer: &mut keeper });
    (result, keeper.notes, keeper.parts)
}

/// The outcome of a run that nobody watches.
fn quiet<T>(dir: &Path, run: impl FnOnce(&mut Session<'_>) -> Result<T, RunError>) -> Result<T, RunError> {
    let (dir, command, stop) = (dir.to_owned(), "a test".to_owned(), AtomicBool::new(false));
    run(&mut Session { dir, command, stop: &stop, observer: &mut () })
}

fn count(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

fn proof() -> ProofSettings {
    ProofSettings { most_games: 20, most_plies: 60, seed: 7, ..ProofSettings::default() }
}

fn tuning() -> points::Plan {
    points::Plan {
        trial: trial(game("dobutsu"), 1),
        agent: spec("greedy:weights=(start:hen-on-board=1)"),
        opponent: None,
        weights: WeightChoice::Named(vec!["hen-on-board".to_owned(), "chick-in-hand".to_owned()]),
        options: Vec::new(),
        method: points::MethodPlan::Spsa(SpsaSettings::default()),
        n_games: count(160),
        time: None,
        seed: 7,
        against: None,
        proof: proof(),
    }
}

#[test]
fn a_tuning_run_that_was_stopped_goes_on_to_the_same_outcome() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = quiet(whole.path(), |session| points::run(tuning(), session)).unwrap();
    let (stopped, ..) = watched(broken.path(), 20, |session| points::run(tuning(), session));
    let stopped = stopped.unwrap_err();
    assert!(matches!(stopped, RunError::Stopped(_)), "{stopped}");
    assert_eq!(seed_in(broken.path()), Some(7));
    let (outcome, notes, parts) =
        watched(broken.path(), usize::MAX, |session| points::run(tuning(), session));
    let outcome = outcome.unwrap();
    assert_eq!((&outcome.found.point, &outcome.proof), (&expected.found.point, &expected.proof));
    assert!(notes[0] == "seed 7" && notes[1].starts_with("going on: "), "{notes:?}");
    assert_eq!(parts, ["tuning", "held-out match"]);
    let json = outcome.json();
    assert_eq!((&json["method"], &json["game"]), (&"spsa".into(), &"dobutsu".into()));
    assert_eq!(json["proof"]["verdict"] == "rejected", outcome.is_rejected());
    // The file plays, and says where it comes from.
    game("dobutsu").agent(&outcome.file_spec(), 0).unwrap();
    let file = std::fs::read_to_string(&outcome.file).unwrap();
    assert!(file.contains("by = \"a test\"") && file.contains("[made.evidence]"), "{file}");
    assert!(std::fs::read_to_string(&outcome.page).unwrap().contains("What was found"));
}

#[test]
fn a_grid_is_played_and_zoomed() {
    let dir = tempfile::tempdir().unwrap();
    let plan = grid::Plan {
        trial: trial(game("dobutsu"), 1),
        agent: spec("alphabeta:nodes=20"),
        opponent: None,
        axes: vec!["hen-on-board=1..9:4".parse().unwrap()],
        n_games: count(4),
        zoom: Some(grid::Zoom { times: 2, n_games: count(4) }),
        seed: 7,
        against: None,
        proof: ProofSettings { most_games: 0, ..proof() },
    };
    let (outcome, _, parts) = watched(dir.path(), usize::MAX, |session| grid::run(plan, session));
    let outcome = outcome.unwrap();
    assert_eq!((outcome.stages[0].cells.len(), outcome.stages.len()), (3, 2));
    assert_eq!(parts, ["grid", "finer grid"]);
    assert_eq!(outcome.json()["first"]["cells"].as_array().unwrap().len(), 3);
    assert!(outcome.file.exists() && outcome.page.exists());
}

fn practice() -> Practice {
    Practice {
        trial: trial(game("dobutsu"), 1),
        seed: 7,
        n_games: Some(count(40)),
        time: None,
        batch: count(20),
        curve: 4,
        every: None,
        against: None,
        also: vec![spec("random")],
        proof: proof(),
    }
}

#[test]
fn weights_are_learnt_from_games() {
    let dir = tempfile::tempdir().unwrap();
    let plan = weights::Plan {
        practice: practice(),
        agent: spec("greedy"),
        zero: true,
        scale: None,
        rule: Rule::Td { lambda: 0.7 },
        rate: (0.5, None),
        epsilon: (0.05, 0.05),
    };
    let (outcome, notes, _) = watched(dir.path(), usize::MAX, |session| weights::run(plan.clone(), session));
    let outcome = outcome.unwrap();
    assert_eq!((outcome.learnt.games, outcome.proofs.len()), (40, 2));
    assert!(notes.iter().any(|note| note.starts_with("after 40 games: ")), "{notes:?}");
    assert_eq!(outcome.json()["lambda"], 0.7);
    let refused = weights::Plan { rate: (0.0, None), ..plan };
    let refused = quiet(dir.path(), |session| weights::run(refused, session)).unwrap_err();
    assert_eq!(refused.to_string(), "--rate 0 is not above 0");
    assert_eq!(refused.hint(), "write --rate 0.5, say");
}

#[test]
fn a_table_is_learnt_and_plays() {
    let dir = tempfile::tempdir().unwrap();
    let plan = table::Plan {
        practice: practice(),
        gamma: 0.99,
        rate: None,
        rate_decay: None,
        optimism: 0.0,
        epsilon: (1.0, 0.1),
        most_bytes: 1 << 24,
        inner: spec("random"),
        positions: Vec::new(),
        sweeps: None,
    };
    let outcome = quiet(dir.path(), |session| table::run(plan, session)).unwrap();
    assert!(matches!(&outcome.course, table::Course::Practised(practised, _) if practised.games == 40));
    game("dobutsu").agent(&outcome.spec, 0).unwrap();
    assert_eq!(outcome.json()["kind"], "tabular");
}
