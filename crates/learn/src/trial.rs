//! Games of one agent against another, in bouts of all seatings, on several threads.
//!
//! A bout plays one opening or deal with every seating, so that its luck cancels; what is counted of a game is what the
//! first agent's seats took of the win together, so ½ is even, for two players and for more. A bout is a pure function
//! of the specs, the seed and its number: threads change nothing, and bouts are handed out in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use ludwerk_arena::stats::pairs::Pairs;
use ludwerk_arena::stats::sprt::seats_of_bout;
use ludwerk_arena::stats::{cautious, interval};
use ludwerk_arena::{Board, ContestError, Engine, GameLimits, GameRow, Schedule, in_order};
pub use ludwerk_arena::{Ending, stats::sprt::elo_of_share};
use ludwerk_core::{Agent, Game as _};
use ludwerk_registry::{AgentSpecError, AnyGame, Spec, or_failing};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The rules.
    pub game: AnyGame,
    /// So many random plies before each game, the same for all seatings of a bout.
    pub opening_plies: usize,
    /// A longer game is adjudicated a draw (ply limit).
    pub most_plies: usize,
    /// How many games run at the same time. Changes no result.
    pub n_threads: NonZeroUsize,
}

/// What one agent plays against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The agent whose score is counted.
    pub one: Spec,
    /// The other.
    pub other: Spec,
    /// What all randomness comes from.
    pub seed: u64,
    /// The numbers of the bouts to be played.
    pub bouts: Range<usize>,
}

/// A bout: what the first agent took in the game of each seating.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bout {
    /// From 0 to 1, in the order of the seatings.
    pub shares: Vec<f64>,
    /// What did not go as it was meant: agents that broke down, openings that were not found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<String>,
}

/// The bouts of one agent against another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// All of them, in the order in which they were played.
    pub bouts: Vec<Bout>,
}

/// Games that cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TrialError {
    /// An agent cannot be made.
    #[error("{spec}: {error}")]
    Agent {
        /// Which.
        spec: String,
        /// Why.
        error: AgentSpecError,
    },
    /// The game has no two seats.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

impl TrialError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Agent { error, .. } => error.hint(),
            Self::Contest(_) => "choose a game for two or more".to_owned(),
        }
    }
}

/// Is handed every bout in order, with the number of its pairing.
pub type OnBout<'a> = dyn FnMut(usize, Bout) -> ControlFlow<()> + 'a;

impl Trial {
    /// How many games a bout has.
    ///
    /// # Errors
    /// [`TrialError::Contest`] for a game that has no two seats.
    pub fn games_a_bout(&self) -> Result<usize, TrialError> {
        Ok(self.schedule()?.n_seatings())
    }

    /// How many seats the first agent has in each game of a bout, and the other.
    ///
    /// # Errors
    /// [`TrialError::Contest`] for a game that has no two seats.
    pub fn seats(&self) -> Result<Vec<(usize, usize)>, TrialError> {
        self.schedule().map(|_| seats_of_bout(self.game.n_seats()))
    }

    /// Whether an agent can be made.
    ///
    /// # Errors
    /// [`TrialError::Agent`].
    pub fn check(&self, spec: &Spec) -> Result<(), TrialError> {
        let error = |error| TrialError::Agent { spec: spec.to_string(), error };
        self.game.agent(spec, 0).map(|_| ()).map_err(error)
    }

    /// The games of a bout, and of all that come after it.
    fn schedule(&self) -> Result<Schedule, TrialError> {
        Ok(Schedule::of_match(&self.game, 2, 0)?)
    }

    /// Plays the bouts of all pairings side by side, and hands them out in order: those of the first pairing, then
    /// those of the next.
    ///
    /// # Errors
    /// A [`TrialError`], in most cases before anything is played.
    pub fn play(
        &self,
        pairings: &[Pairing],
        stop: &AtomicBool,
        on_bout: &mut OnBout<'_>,
    ) -> Result<Ending, TrialError> {
        for pairing in pairings {
            self.check(&pairing.one)?;
            self.check(&pairing.other)?;
        }
        let schedule = self.schedule()?;
        let n_seatings = schedule.n_seatings();
        let board = Board { opening_plies: self.opening_plies, ..Board::new(self.game.clone()) };
        let limits = GameLimits::of_plies(self.most_plies);
        let games = pairings.iter().enumerate().flat_map(|(n, pairing)| {
            let games = pairing.bouts.clone().flat_map(|bout| bout * n_seatings..(bout + 1) * n_seatings);
            games.map(move |idx| (n, idx))
        });
        // An agent that can no longer be made has not lost a game.
        let failure: Mutex<Option<TrialError>> = Mutex::new(None);
        let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);
        let play = |(n, idx): (usize, usize), ends: &AtomicBool| {
            let Pairing { one, other, seed, .. } = &pairings[n];
            let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
                let spec = if agent == 0 { one } else { other };
                let made = self.game.agent(spec, seed);
                if let Err(error) = &made {
                    let error = error.clone();
                    failed().get_or_insert(TrialError::Agent { spec: spec.to_string(), error });
                }
                or_failing(made)
            };
            let engine = Engine { board: &board, limits, seed: *seed };
            let game = engine.play(schedule.game(idx), &make_agent, ends)?;
            failed().is_none().then_some((n, game.row))
        };
        let mut bout = Bout::default();
        let ending = in_order(self.n_threads, games, stop, play, |(n, game)| {
            bout.shares.push(game.taken(0).0);
            bout.troubles.extend(trouble(&game));
            let is_whole = bout.shares.len() == n_seatings;
            if is_whole { on_bout(n, std::mem::take(&mut bout)) } else { ControlFlow::Continue(()) }
        });
        failed().take().map_or(Ok(ending), Err)
    }

    /// The score of one pairing; `None` if somebody asked to stop.
    ///
    /// # Errors
    /// A [`TrialError`] before anything is played.
    pub fn score(&self, pairing: &Pairing, stop: &AtomicBool) -> Result<Option<Score>, TrialError> {
        let mut score = Score::default();
        let ending = self.play(std::slice::from_ref(pairing), stop, &mut |_, bout| {
            score.bouts.push(bout);
            ControlFlow::Continue(())
        })?;
        Ok((ending == Ending::Complete).then_some(score))
    }
}

/// What did not go as it was meant in a game.
fn trouble(game: &GameRow) -> Option<String> {
    match game.forfeit {
        Some(seat) => {
            let who = if game.fixture.seating[seat.idx()] == 0 { "the agent" } else { "its opponent" };
            Some(format!("{who} broke down: {}", game.reason))
        }
        None => (!game.has_opening).then(|| "no random opening is that long".to_owned()),
    }
}

impl Score {
    /// How many games.
    pub fn n_games(&self) -> usize {
        self.bouts.iter().map(|bout| bout.shares.len()).sum()
    }

    /// Adds the bouts of another.
    pub fn extend(&mut self, other: &Self) {
        self.bouts.extend_from_slice(&other.bouts);
    }

    /// The counts, for statistics.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        self.bouts.iter().for_each(|bout| pairs.add(&bout.shares));
        pairs
    }

    fn means(&self) -> impl Iterator<Item = f64> + '_ {
        self.bouts.iter().map(|bout| bout.shares.iter().sum::<f64>() / bout.shares.len() as f64)
    }

    /// The mean of a game; ½ without games.
    pub fn mean(&self) -> f64 {
        if self.bouts.is_empty() { 0.5 } else { self.means().sum::<f64>() / self.bouts.len() as f64 }
    }

    /// The 95% interval of the mean.
    pub fn ci95(&self) -> (f64, f64) {
        interval(self.means().map(|mean| (mean, 1)))
    }

    /// The standard error of the mean, never 0: few bouts that went the same way prove little.
    pub fn standard_error(&self) -> f64 {
        cautious(self.means().map(|mean| (mean, 1))).1
    }

    /// What did not go as it was meant, and how often.
    pub fn troubles(&self) -> BTreeMap<&str, usize> {
        let mut troubles = BTreeMap::new();
        for trouble in self.bouts.iter().flat_map(|bout| &bout.troubles) {
            *troubles.entry(trouble.as_str()).or_default() += 1;
        }
        troubles
    }
}
