//! Q-learning by play against oneself: mostly the best known move, now and then any other.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::{Ending, in_order, random_opening};
use ludwerk_core::{Game, Keyed, Move as _, Observe, Playthrough, Rng, Seat, Turn, sample_chance};
use serde::{Deserialize, Serialize};

use super::table::{Full, Next, Table, Tried};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Practice {
    /// How often a random move is played, at first and in the end.
    pub epsilon: (f64, f64),
    /// Up to so many random plies come before each game, each number equally likely.
    pub opening_plies: usize,
    /// A longer game is broken off.
    pub most_plies: usize,
    /// The games that are played side by side with the same values.
    pub batch: usize,
    /// What all randomness comes from.
    pub seed: u64,
}

/// Why learning came to an end before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlearnt {
    /// Somebody asked to stop.
    Stopped,
    /// The table is full.
    Full(Full),
}

/// What a batch has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shown {
    /// The moves that were tried.
    pub n_tried: u64,
    /// By how much their values have changed, together.
    pub change: f64,
}

/// Where games are played.
pub struct Environment<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// How games are played.
    pub practice: Practice,
    /// Games begin at one of these, drawn by lot; where the rules say if there are none.
    pub starts: &'a [G::State],
    /// How many games run at the same time. Changes no result.
    pub n_threads: NonZeroUsize,
}

/// A move that waits for what comes of it.
struct Waiting {
    key: u64,
    seat: Seat,
    legal: Vec<u32>,
    chosen: usize,
    next: Option<Next>,
}

impl<G: Observe + Keyed + Clone> Environment<'_, G> {
    /// Plays the games with these numbers, and learns from them when all are over. `done` says how far the whole run
    /// is, from 0 to 1.
    ///
    /// # Errors
    /// [`Unlearnt`]. Nothing was learnt from these games then.
    pub fn practise(
        &self,
        table: &mut Table,
        games: Range<usize>,
        done: f64,
        stop: &AtomicBool,
    ) -> Result<Shown, Unlearnt> {
        let (first, last) = self.practice.epsilon;
        let epsilon = first + (last - first) * done.clamp(0.0, 1.0);
        let mut played: Vec<Vec<Tried>> = Vec::with_capacity(games.len());
        let known: &Table = table;
        let play = |number: usize, ends: &AtomicBool| self.play(known, epsilon, number, ends);
        let ending = in_order(self.n_threads, games, stop, play, |tried| {
            played.push(tried);
            ControlFlow::Continue(())
        });
        if ending != Ending::Complete {
            return Err(Unlearnt::Stopped);
        }
        let mut shown = Shown::default();
        table.check_room(played.iter().flatten()).map_err(Unlearnt::Full)?;
        for tried in played {
            // From the end, so that a result reaches the first move of the game at once.
            for tried in tried.iter().rev() {
                shown.change += table.learn(tried).map_err(Unlearnt::Full)?;
                shown.n_tried += 1;
            }
        }
        Ok(shown)
    }

    /// The moves of a game, with what came of each; `None` if somebody asked to stop.
    fn play(&self, table: &Table, epsilon: f64, number: usize, stop: &AtomicBool) -> Option<Vec<Tried>> {
        let game = self.game;
        let mut rng = Rng::new(Rng::derive(self.practice.seed, number as u64));
        let start = rng.choose(self.starts).cloned().unwrap_or_else(|| game.start(&mut rng));
        let n_random = rng.below(self.practice.opening_plies.saturating_add(1));
        let start = random_opening(game, &start, n_random, &mut rng).unwrap_or(start);
        let mut play = Playthrough::new(game.clone(), start);
        let mut made: Vec<Waiting> = Vec::new();
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let is_ended = play.outcome().is_some() || made.len() >= self.practice.most_plies;
            let seat = match game.turn(play.state()) {
                Turn::Player(seat) => seat,
                Turn::Chance if !is_ended => {
                    let mv = sample_chance(game, play.state(), &mut rng);
                    play.play(mv).ok()?;
                    continue;
                }
                Turn::Chance | Turn::Over => break,
            };
            // 1. Here is what came of the last move: of this seat where something is hidden, of anyone elsewhere.
            let key = game.information_key(play.state(), seat);
            let is_own = |waiting: &&mut Waiting| !game.info().is_hidden() || waiting.seat == seat;
            if let Some(last) = made.iter_mut().rev().find(is_own) {
                last.next.get_or_insert(Next::Position(key, seat));
            }
            // 2. A game that its course has ended goes no further, nor one that is too long.
            if is_ended {
                break;
            }
            // 3. Choose.
            let legal = play.legal_moves();
            let chosen = choose(table.known(key, &legal), legal.len(), epsilon, &mut rng);
            let bits = legal.iter().map(|mv| mv.to_bits()).collect();
            made.push(Waiting { key, seat, legal: bits, chosen, next: None });
            play.play(legal[chosen]).ok()?;
        }
        // What comes of the last moves of a game that was broken off is not known.
        let end = game.outcome(play.state()).map(|outcome| Next::End(outcome.returns));
        let known = |Waiting { key, seat, legal, chosen, next }| {
            Some(Tried { key, seat, legal, chosen, next: next.or_else(|| end.clone())? })
        };
        Some(made.into_iter().filter_map(known).collect())
    }
}

/// The place of a move: the best known one, equal ones by lot, or now and then any.
fn choose(known: Option<Vec<f64>>, n_legal: usize, epsilon: f64, rng: &mut Rng) -> usize {
    let Some(values) = known.filter(|_| rng.unit() >= epsilon) else { return rng.below(n_legal) };
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let places: Vec<_> = (0..values.len()).filter(|&place| values[place] == best).collect();
    rng.choose(&places).copied().unwrap_or(0)
}
