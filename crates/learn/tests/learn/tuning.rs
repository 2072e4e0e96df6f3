//! The whole way on a real game, small: what is found, and that a break changes nothing.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludwerk_learn::cma::{CmaSettings, CmaTuner};
use ludwerk_learn::ga::{Ga, GaSettings};
use ludwerk_learn::journal::{self, JOURNAL_FILE, Journal, JournalError, Settings};
use ludwerk_learn::method::{Budget, Method, Question, Rival};
use ludwerk_learn::space::{Space, WeightChoice};
use ludwerk_learn::spsa::{Spsa, SpsaSettings};
use ludwerk_learn::trial::{Pairing, Score, Trial};
use ludwerk_learn::tuning::{Found, Setup, TuneError, tune};
use ludwerk_registry::Spec;

use crate::{game, spec, tictactoe, trial};

/// One ply of tic-tac-toe with weights that are as bad as can be.
const BAD: &str = "greedy:weights=(start:open-lines=0,centre=0)";

struct Case {
    space: Space,
    trial: Trial,
    reference: Spec,
}

impl Case {
    fn new(n_threads: usize) -> Self {
        let space = Space::new(&tictactoe(), &spec(BAD), &WeightChoice::All, &[]).unwrap();
        Self { reference: space.base().clone(), space, trial: trial(tictactoe(), n_threads) }
    }

    fn setup(&self) -> Setup<'_> {
        Setup { space: &self.space, trial: &self.trial, reference: &self.reference, seed: 3, time: None }
    }

    fn method(&self, name: &str, n_games: usize) -> Box<dyn Method> {
        let (space, budget) = (self.space.clone(), Budget { n_games, games_a_bout: 2 });
        match name {
            "spsa" => Box::new(Spsa::new(space, budget, 1, SpsaSettings::default())),
            "cma" => Box::new(CmaTuner::new(space, budget, 1, CmaSettings::default())),
            _ => Box::new(Ga::new(space, budget, 1, GaSettings { has_rival: true, ..GaSettings::default() })),
        }
    }

    fn tune(&self, name: &str, n_games: usize, journal: &mut Journal) -> Result<Found, TuneError> {
        let stop = AtomicBool::new(false);
        tune(&mut *self.method(name, n_games), &self.setup(), journal, &stop, &mut |_| ())
    }
}

#[test]
fn every_method_finds_out_that_open_lines_are_good() {
    let case = Case::new(1);
    for name in ["spsa", "cma", "ga"] {
        let found = case.tune(name, 400, &mut Journal::in_memory()).unwrap();
        assert!(found.games <= 400 && found.games > 200, "{name}: {} games", found.games);
        let better = case.space.spec(case.space.base(), &found.point);
        let pairing = Pairing { one: better, other: case.reference.clone(), seed: 77, bouts: 0..60 };
        let score = case.trial.score(&pairing, &AtomicBool::new(false)).unwrap().unwrap();
        assert!(score.mean() > 0.6, "{name}: {:?} scores {}", found.point, score.mean());
        assert!(!found.curve.is_empty() && found.troubles.is_empty());
        assert!(found.path.windows(2).all(|pair| pair[0].games <= pair[1].games));
    }
}

fn without_time(mut found: Found) -> Found {
    found.seconds = 0.0;
    found
}

#[test]
fn cut_off_anywhere_in_the_last_lines_it_finds_the_same() {
    let case = Case::new(1);
    for name in ["spsa", "cma", "ga"] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(JOURNAL_FILE);
        let go_on = || {
            let mut journal = journal::open(dir.path(), &Settings::new()).unwrap();
            without_time(case.tune(name, 80, &mut journal).unwrap())
        };
        let whole = go_on();
        let text = fs::read(&path).unwrap();
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let last_two: usize = lines[lines.len() - 2..].iter().map(|line| line.len()).sum();
        for cut in (0..=last_two).step_by(11).chain([text.len() / 2, text.len() - 1]) {
            fs::write(&path, &text[..text.len() - cut]).unwrap();
            assert_eq!(go_on(), whole, "{name}, cut off by {cut} bytes");
        }
    }
}

#[test]
fn threads_change_nothing() {
    for name in ["spsa", "cma", "ga"] {
        let alone = Case::new(1).tune(name, 120, &mut Journal::in_memory()).unwrap();
        let shared = Case::new(3).tune(name, 120, &mut Journal::in_memory()).unwrap();
        assert_eq!(without_time(alone), without_time(shared), "{name}");
    }
}

#[test]
fn a_stop_keeps_what_was_played_and_the_time_that_is_up_is_remembered() {
    let case = Case::new(1);
    let mut journal = Journal::in_memory();
    let stop = AtomicBool::new(false);
    let stopped = tune(&mut *case.method("ga", 200), &case.setup(), &mut journal, &stop, &mut |status| {
        stop.store(status.games >= 50, Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(TuneError::Stopped { games }) if games >= 40), "{stopped:?}");
    let rest = case.tune("ga", 200, &mut journal).unwrap();
    let whole = case.tune("ga", 200, &mut Journal::in_memory()).unwrap();
    assert_eq!(without_time(rest), without_time(whole));
    // No time at all is enough for one batch, and for the choice after it.
    let mut journal = Journal::in_memory();
    let stop = AtomicBool::new(false);
    let setup = Setup { time: Some(Duration::ZERO), ..case.setup() };
    let short = tune(&mut *case.method("ga", 2000), &setup, &mut journal, &stop, &mut |_| ()).unwrap();
    assert!(short.is_time_up && short.games < 200, "{} games", short.games);
    let again = tune(&mut *case.method("ga", 2000), &setup, &mut journal, &stop, &mut |_| ()).unwrap();
    assert_eq!(short, again);
}

/// Asks for a bout, then for more bouts than there is time for, and when the time is up for one more.
#[derive(Default)]
struct Endless {
    n_told: usize,
    is_over: bool,
}

impl Method for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn ask(&mut self) -> Vec<Question> {
        let n_bouts = match self.n_told {
            0 => 1,
            1 if self.is_over => 1,
            1 => usize::MAX / 2,
            _ => return Vec::new(),
        };
        vec![Question { point: self.estimate(), against: Rival::Reference, n_bouts }]
    }

    fn tell(&mut self, _scores: &[Score]) {
        self.n_told += 1;
    }

    fn wind_up(&mut self) {
        self.is_over = true;
    }

    fn estimate(&self) -> Vec<f64> {
        vec![self.n_told as f64, 1.0]
    }

    fn standing(&self) -> Option<Score> {
        None
    }

    fn standing_help(&self) -> &'static str {
        ""
    }

    fn status(&self) -> String {
        String::new()
    }

    fn settings(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}

#[test]
fn a_batch_is_left_when_the_time_is_up_and_counts_for_nothing() {
    let case = Case::new(2);
    let setup = Setup { time: Some(Duration::from_millis(50)), ..case.setup() };
    let mut journal = Journal::in_memory();
    let stop = AtomicBool::new(false);
    let mut go_on = || tune(&mut Endless::default(), &setup, &mut journal, &stop, &mut |_| ()).unwrap();
    let short = go_on();
    assert!(short.is_time_up && short.games > 4, "{} games", short.games);
    assert_eq!((short.path.len(), short.point[0]), (2, 2.0), "the bout before, and the one after");
    assert_eq!(go_on(), short);
}

#[test]
fn another_run_is_not_gone_on_with() {
    let case = Case::new(1);
    let mut journal = Journal::in_memory();
    case.tune("spsa", 40, &mut journal).unwrap();
    let error = case.tune("cma", 200, &mut journal).unwrap_err();
    assert!(matches!(error, TuneError::Journal(JournalError::DoesNotFit(_))), "{error}");
    for (name, n_games) in [("cma", 10), ("ga", 40), ("spsa", 4)] {
        let error = case.tune(name, n_games, &mut Journal::in_memory()).unwrap_err();
        assert!(matches!(error, TuneError::TooFewGames), "{name}: {error}");
    }
    // What is just enough is not overdrawn.
    assert!(case.tune("ga", 70, &mut Journal::in_memory()).unwrap().games <= 70);
}

#[test]
fn three_players_and_options_are_tuned_alike() {
    let chexers = game("chexers");
    let range = ["worlds=1..4:1".parse().unwrap()];
    assert!(Space::new(&chexers, &spec("greedy"), &WeightChoice::None, &range).is_err());
    let names = WeightChoice::Named(vec!["lead-exits".to_owned(), "lead-race".to_owned()]);
    let space = Space::new(&chexers, &spec("greedy"), &names, &[]).unwrap();
    let trial = Trial { most_plies: 40, ..trial(chexers, 2) };
    let reference = spec("random");
    let setup = Setup { space: &space, trial: &trial, reference: &reference, seed: 1, time: None };
    let budget = Budget { n_games: 120, games_a_bout: trial.games_a_bout().unwrap() };
    let mut method = Spsa::new(space.clone(), budget, 1, SpsaSettings::default());
    let stop = AtomicBool::new(false);
    let found = tune(&mut method, &setup, &mut Journal::in_memory(), &stop, &mut |_| ()).unwrap();
    assert!(found.games > 0 && found.games <= 120 && found.games.is_multiple_of(6));
}
