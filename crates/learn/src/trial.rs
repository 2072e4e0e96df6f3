//! Games of one agent against another, in bouts of all seatings, on several threads.
//!
//! A bout plays one opening or deal with every seating, so that its luck cancels; what is counted of a game is what the
//! first agent's seats took of the win together, so ½ is even, for two players and for more. A bout is a pure function
//! of the specs, the seed and its number: threads change nothing, and bouts are handed out in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ludwerk_arena::stats::pairs::Pairs;
use ludwerk_arena::stats::sprt::expected_share;
use ludwerk_arena::stats::{Z, interval};
use ludwerk_arena::{Contest, ContestError, Ended, GameLimits, GameResult, Seating, following, in_parallel};
use ludwerk_core::{Agent, Seat};
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

/// How playing came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All bouts were played.
    Complete,
    /// Whoever was handed the bouts had enough.
    Enough,
    /// Somebody asked to stop.
    Stopped,
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
        Ok(self.contest(0).seatings()?.len())
    }

    /// How many seats the first agent has in each game of a bout, and the other.
    ///
    /// # Errors
    /// [`TrialError::Contest`] for a game that has no two seats.
    pub fn seats(&self) -> Result<Vec<(usize, usize)>, TrialError> {
        let count = |seating: &Seating| {
            let own = seating.iter().filter(|&&agent| agent == 0).count();
            (own, seating.len() - own)
        };
        Ok(self.contest(0).seatings()?.iter().map(count).collect())
    }

    /// Whether an agent can be made.
    ///
    /// # Errors
    /// [`TrialError::Agent`].
    pub fn check(&self, spec: &Spec) -> Result<(), TrialError> {
        let error = |error| TrialError::Agent { spec: spec.to_string(), error };
        self.game.agent(spec, 0).map(|_| ()).map_err(error)
    }

    fn contest(&self, seed: u64) -> Contest<AnyGame> {
        Contest {
            game: self.game.clone(),
            start: None,
            opening_plies: self.opening_plies,
            openings: Vec::new(),
            n_agents: 2,
            n_games: 0,
            seed,
            n_threads: self.n_threads,
            limits: GameLimits::of_plies(self.most_plies),
        }
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
        let seatings = self.contest(0).seatings()?;
        let contests: Vec<_> = pairings.iter().map(|pairing| self.contest(pairing.seed)).collect();
        let bouts = pairings.iter().enumerate().flat_map(|(n, pairing)| {
            let bouts = pairing.bouts.clone();
            bouts.map(move |bout| (n, bout))
        });
        let games = bouts.flat_map(|(n, bout)| {
            let n_seatings = seatings.len();
            (0..n_seatings).map(move |seating| (n, bout * n_seatings + seating))
        });
        // An agent that can no longer be made has not lost a game.
        let failure: Mutex<Option<TrialError>> = Mutex::new(None);
        let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);
        let play = |(order, (n, idx)): (usize, (usize, usize)), ends: &AtomicBool| {
            let make_agent = |agent: usize, seed: u64| -> Box<dyn Agent<AnyGame>> {
                let spec = if agent == 0 { &pairings[n].one } else { &pairings[n].other };
                let made = self.game.agent(spec, seed);
                if let Err(error) = &made {
                    let error = error.clone();
                    failed().get_or_insert(TrialError::Agent { spec: spec.to_string(), error });
                }
                or_failing(made)
            };
            (order, n, Taken::of(&contests[n].play(&seatings, idx, &make_agent, ends)))
        };
        let mut queue = Queue { waiting: BTreeMap::new(), due: 0, bout: Bout::default(), ending: None };
        following(stop, |ends| {
            let play = |job| play(job, ends);
            in_parallel(self.n_threads, games.enumerate(), ends, play, |(order, n, taken)| {
                if failed().is_some() {
                    ends.store(true, Ordering::Relaxed);
                    return;
                }
                queue.waiting.insert(order, (n, taken));
                queue.hand_out(seatings.len(), on_bout);
                if queue.ending.is_some() || stop.load(Ordering::Relaxed) {
                    ends.store(true, Ordering::Relaxed);
                }
            });
        });
        if let Some(error) = failed().take() {
            return Err(error);
        }
        let n_bouts = pairings.iter().fold(0_usize, |sum, pairing| sum.saturating_add(pairing.bouts.len()));
        let n_games = n_bouts.saturating_mul(seatings.len());
        let is_complete = queue.due == n_games;
        Ok(queue.ending.unwrap_or(if is_complete { Ending::Complete } else { Ending::Stopped }))
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

/// What is known of one game.
struct Taken {
    /// What the first agent took; `None` if the game was broken off.
    share: Option<f64>,
    trouble: Option<String>,
}

impl Taken {
    fn of(result: &GameResult<AnyGame>) -> Self {
        let n_seats = result.seating.len();
        let seats = || Seat::all(n_seats).filter(|seat| result.seating[seat.idx()] == 0);
        let returns = result.played.ended.returns(n_seats);
        // Rounding may lead a whisker above a whole win.
        let share = returns.map(|returns| seats().map(|seat| returns[seat]).sum::<f64>().min(1.0));
        let trouble = match &result.played.ended {
            Ended::Forfeit { seat, reason, .. } => {
                let who = if result.seating[seat.idx()] == 0 { "the agent" } else { "its opponent" };
                Some(format!("{who} broke down: {reason}"))
            }
            _ if !result.has_opening => Some("no random opening is that long".to_owned()),
            _ => None,
        };
        Self { share, trouble }
    }
}

/// Games end out of order; they are handed out in order. The first that was broken off ends the count.
struct Queue {
    waiting: BTreeMap<usize, (usize, Taken)>,
    due: usize,
    bout: Bout,
    ending: Option<Ending>,
}

impl Queue {
    fn hand_out(&mut self, n_seatings: usize, on_bout: &mut OnBout<'_>) {
        while self.ending.is_none()
            && let Some((n, taken)) = self.waiting.remove(&self.due)
        {
            let Some(share) = taken.share else {
                self.ending = Some(Ending::Stopped);
                return;
            };
            self.due += 1;
            self.bout.shares.push(share);
            self.bout.troubles.extend(taken.trouble);
            if self.bout.shares.len() == n_seatings
                && on_bout(n, std::mem::take(&mut self.bout)) == ControlFlow::Break(())
            {
                self.ending = Some(Ending::Enough);
            }
        }
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
        // As the interval has it, where its ends are not cut off.
        let (n, sum, squares) =
            self.means().fold((Z * Z, Z * Z / 2.0, Z * Z / 2.0), |(n, sum, squares), x| {
                (n + 1.0, sum + x, squares + x * x)
            });
        let mean: f64 = sum / n;
        ((squares / n - mean * mean) / n).sqrt()
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

/// The Elo difference that lets expect a score in games with so many (own, other) seats; infinite at 0 and 1.
pub fn elo_of_share(score: f64, seats: &[(usize, usize)]) -> f64 {
    const WIDEST: f64 = 10_000.0;
    if score.is_nan() {
        return f64::NAN;
    }
    if score >= expected_share(seats, WIDEST) {
        return f64::INFINITY;
    }
    if score <= expected_share(seats, -WIDEST) {
        return f64::NEG_INFINITY;
    }
    // The expectation grows with the strength: halve the interval until it is a point.
    let (mut lo, mut hi) = (-WIDEST, WIDEST);
    for _ in 0..100 {
        let middle = f64::midpoint(lo, hi);
        if expected_share(seats, middle) < score { lo = middle } else { hi = middle }
    }
    f64::midpoint(lo, hi)
}
