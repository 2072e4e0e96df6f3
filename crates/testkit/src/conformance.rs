//! The conformance suite: random play, every promise of the core checked in every position.
//!
//! Each check runs by itself, driven by proptest: random starts and random moves, and on failure the
//! shortest play that still fails. All failing checks are reported together, so that for a new game
//! the report is a to-do list.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludwerk_core::{Capable, Rng, Seat, Turn};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::checks::{self, Check};

/// Changes what a seat cannot see, at random, and nothing else.
pub type ShuffleHidden<G> =
    fn(&G, &<G as ludwerk_core::Game>::State, Seat, &mut Rng) -> <G as ludwerk_core::Game>::State;

/// A game and how to test it.
pub struct Suite<G: Capable> {
    pub(crate) game: G,
    n_cases: u32,
    most_plies: usize,
    positions: Vec<String>,
    pub(crate) shuffle_hidden: Option<ShuffleHidden<G>>,
}

impl<G: Capable> Suite<G> {
    /// The suite for `game`, with defaults that suit a game of some dozens of plies.
    pub fn new(game: G) -> Self {
        Self { game, n_cases: 48, most_plies: 120, positions: Vec::new(), shuffle_hidden: None }
    }

    /// Plays this many random games for each check.
    pub fn with_cases(mut self, n_cases: u32) -> Self {
        self.n_cases = n_cases;
        self
    }

    /// Plays at most this many plies in a game.
    pub fn with_most_plies(mut self, most_plies: usize) -> Self {
        self.most_plies = most_plies;
        self
    }

    /// Starts some of the games in these positions: the ones where the rules are subtle.
    pub fn with_positions<'a>(mut self, positions: impl IntoIterator<Item = &'a str>) -> Self {
        self.positions.extend(positions.into_iter().map(str::to_owned));
        self
    }

    /// How to change what a seat cannot see. Required for a hidden game, and to be written without
    /// help from `observe` and `resample`, because it is what they are checked against.
    pub fn with_shuffle_hidden(mut self, shuffle: ShuffleHidden<G>) -> Self {
        self.shuffle_hidden = Some(shuffle);
        self
    }
}

/// Checks that a game keeps all that the core promises about games.
///
/// # Panics
/// With the list of failing checks, each with the shortest play that shows it.
pub fn conformance<G: Capable>(suite: &Suite<G>) {
    let failures = failures(suite);
    if failures.is_empty() {
        return;
    }
    let mut list = String::new();
    for (n, failure) in failures.iter().enumerate() {
        let _ = write!(list, "\n\n{:3}. {failure}", n + 1);
    }
    panic!(
        "{} ({}) does not conform yet; {} of {} checks fail. To do:{list}\n",
        suite.game.info().id,
        suite.game.variant(),
        failures.len(),
        checks::all::<G>().len()
    );
}

/// The failing checks, each told in a few lines; see [`conformance`].
pub fn failures<G: Capable>(suite: &Suite<G>) -> Vec<String> {
    checks::all::<G>().iter().filter_map(|check| run_check(suite, check).err()).collect()
}

/// A random play: where it starts, what chance and agents draw, and which moves are picked.
#[derive(Clone, Debug)]
struct Walk {
    start: usize,
    seed: u64,
    picks: Vec<u16>,
}

fn run_check<G: Capable>(suite: &Suite<G>, check: &Check<G>) -> Result<(), String> {
    let config = Config {
        cases: suite.n_cases,
        failure_persistence: None,
        max_shrink_iters: 10_000,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, b"the same games at every test run");
    let mut runner = TestRunner::new_with_rng(config, rng);
    let walks = (
        0..=suite.positions.len(),
        any::<u64>(),
        proptest::collection::vec(any::<u16>(), 0..=suite.most_plies),
    )
        .prop_map(|(start, seed, picks)| Walk { start, seed, picks });
    let result = runner.run(&walks, |walk| walk_and_check(suite, check, &walk).map_err(TestCaseError::fail));
    let told = |reason: &str, walk: &Walk| {
        // What failed may have been a panic, and the walk would run into it again.
        let path = match catch_unwind(AssertUnwindSafe(|| describe(suite, walk))) {
            Ok(Ok(path)) => format!("after {path}"),
            Ok(Err(error)) => error,
            Err(_) => format!("in a play that panics: {walk:?}"),
        };
        format!("{}: {}\n     {reason}\n     {path}", check.name, check.promise)
    };
    match result {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, walk)) => Err(told(&reason.to_string(), &walk)),
        Err(TestError::Abort(reason)) => Err(format!("{}: {reason}", check.name)),
    }
}

fn start_state<G: Capable>(suite: &Suite<G>, walk: &Walk) -> Result<G::State, String> {
    match walk.start.checked_sub(1) {
        None => Ok(suite.game.start(&mut Rng::new(walk.seed))),
        Some(idx) => suite.game.parse_position(&suite.positions[idx]).map_err(|error| error.to_string()),
    }
}

/// Plays the walk and applies the check in every position, the first and the last included.
fn walk_and_check<G: Capable>(suite: &Suite<G>, check: &Check<G>, walk: &Walk) -> Result<(), String> {
    let mut state = start_state(suite, walk)?;
    let mut rng = Rng::new(Rng::derive(walk.seed, 1));
    (check.test)(suite, &state, &mut rng)?;
    for &pick in &walk.picks {
        let Some(mv) = pick_move(&suite.game, &state, pick) else { break };
        suite.game.play_unchecked(&mut state, mv);
        (check.test)(suite, &state, &mut rng)?;
    }
    Ok(())
}

fn pick_move<G: Capable>(game: &G, state: &G::State, pick: u16) -> Option<G::Move> {
    let mut moves = Vec::new();
    if game.turn(state) != Turn::Over {
        game.legal_moves(state, &mut moves);
    }
    let idx = usize::from(pick).checked_rem(moves.len())?;
    Some(moves[idx])
}

/// The walk as people write it.
fn describe<G: Capable>(suite: &Suite<G>, walk: &Walk) -> Result<String, String> {
    let mut state = start_state(suite, walk)?;
    let mut text = match walk.start.checked_sub(1) {
        None => format!("the start with seed {}", walk.seed),
        Some(idx) => format!("position {:?}", suite.positions[idx]),
    };
    for &pick in &walk.picks {
        let Some(mv) = pick_move(&suite.game, &state, pick) else { break };
        let _ = write!(text, " {}", suite.game.move_text(&state, mv));
        suite.game.play_unchecked(&mut state, mv);
    }
    Ok(text)
}
