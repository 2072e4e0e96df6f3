//! Games that an agent plays against itself, and what a network can learn from their positions.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use ludwerk_arena::in_order;
use ludwerk_core::{
    Agent, Control, Encode as _, Game as _, Playthrough, Returns, Rng, Seat, Symmetry as _, Turn,
    sample_chance,
};
use ludwerk_registry::{AgentSpecError, AnyGame, AnyState, Spec, expected_share};
use ludwerk_search::net_viewer;
use serde::{Deserialize, Serialize};

use super::samples::Samples;

/// How games are played to learn from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlay {
    /// Up to so many random plies begin a game, each number equally often.
    pub opening_plies: usize,
    /// With this chance a move is drawn at random instead of chosen.
    pub exploration: f64,
    /// How much the result counts against what the search said, from 0 to 1.
    pub outcome: f64,
    /// A longer game is a draw.
    pub most_plies: usize,
}

/// A position of a game, and what the search thought of it for the one to move.
struct Seen {
    state: AnyState,
    seat: Seat,
    share: f64,
}

/// Games to be played.
pub struct Series<'a> {
    /// The rules.
    pub game: &'a AnyGame,
    /// Who plays at all seats.
    pub agent: &'a Spec,
    /// How.
    pub settings: &'a SelfPlay,
    /// Their numbers.
    pub games: Range<u64>,
    /// What all randomness comes from.
    pub seed: u64,
    /// Games at the same time; changes nothing.
    pub n_threads: NonZeroUsize,
}

impl Series<'_> {
    /// Plays the games, and gives what can be learnt from each, in the order of their numbers. Fewer, if `stop` is set.
    ///
    /// # Errors
    /// [`AgentSpecError`] if the agent cannot be made.
    pub fn play(
        &self,
        stop: &AtomicBool,
        mut on_game: impl FnMut(u64),
    ) -> Result<Vec<Samples>, AgentSpecError> {
        self.game.agent(self.agent, self.seed)?;
        let mut played: Vec<Samples> = Vec::new();
        // Of a game in which the agent broke down nothing is learnt.
        let one = |n: u64, ends: &AtomicBool| {
            Some(play_one(self.game, self.agent, self.settings, Rng::derive(self.seed, n), ends))
        };
        in_order(self.n_threads, self.games.clone(), stop, one, |samples| {
            played.extend(samples);
            on_game(played.len() as u64);
            ControlFlow::Continue(())
        });
        Ok(played)
    }
}

/// One game; nothing if it was interrupted or the agent broke down.
fn play_one(
    game: &AnyGame,
    agent: &Spec,
    settings: &SelfPlay,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Samples> {
    let mut rng = Rng::new(seed);
    let mut agents: Vec<Box<dyn Agent<AnyGame>>> = (0..game.n_seats())
        .map(|seat| game.agent(agent, Rng::derive(seed, 1 + seat as u64)).ok())
        .collect::<Option<_>>()?;
    let start = game.start(&mut rng);
    let mut play = Playthrough::new(game.clone(), start);
    let n_random = rng.below(settings.opening_plies.saturating_add(1));
    let mut seen: Vec<Seen> = Vec::new();
    // Of what came before the last random move the result tells little.
    let mut n_before_random = 0;
    while play.moves().len() < settings.most_plies {
        let mv = match play.turn() {
            Turn::Over => break,
            Turn::Chance => sample_chance(game, play.state(), &mut rng),
            Turn::Player(_) if play.moves().len() < n_random => *rng.choose(&play.legal_moves())?,
            Turn::Player(seat) => {
                let decision =
                    play.ask(agents[seat.idx()].as_mut(), &mut Control::new(stop, &mut |_| {})).ok()?;
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return None;
                }
                let report = &decision.report;
                if let Some(value) = report.value {
                    let share = expected_share(game, value);
                    seen.push(Seen { state: play.state().clone(), seat, share });
                }
                if rng.unit() < settings.exploration {
                    n_before_random = seen.len();
                    *rng.choose(&play.legal_moves())?
                } else {
                    decision.chosen
                }
            }
        };
        play.play(mv).ok()?;
    }
    let returns = play.outcome().map(|outcome| outcome.returns);
    let returns = returns.unwrap_or_else(|| Returns::draw(game.n_seats()));
    let mut samples = Samples::default();
    for (n, position) in seen.iter().enumerate() {
        let outcome = (n >= n_before_random).then_some(&returns);
        add(game, position, outcome, settings.outcome, &mut samples);
    }
    Some(samples)
}

/// Adds a position as everyone sees it whom a network may be asked for, and its images in mirrors.
fn add(
    game: &AnyGame,
    seen: &Seen,
    returns: Option<&Returns>,
    weight_of_outcome: f64,
    samples: &mut Samples,
) {
    let mut known: Vec<Vec<u16>> = Vec::new();
    for seat in Seat::all(game.n_seats()) {
        let viewer = net_viewer(game, &seen.state, seat);
        // What the search said is known for the one to move alone; of the others only the result is.
        let target = match returns {
            _ if viewer != seat => continue,
            Some(returns) if seat == seen.seat => {
                weight_of_outcome * returns[seat] + (1.0 - weight_of_outcome) * seen.share
            }
            Some(returns) => returns[seat],
            None if seat == seen.seat => seen.share,
            None => continue,
        };
        for symmetry in 0..game.n_symmetries() {
            let image = game.map_state(symmetry, &seen.state);
            let mut inputs = Vec::new();
            game.add_inputs(&image, game.map_seat(symmetry, viewer), &mut inputs);
            inputs.sort_unstable();
            if !known.contains(&inputs) {
                samples.push(&inputs, target as f32);
                known.push(inputs);
            }
        }
    }
}
