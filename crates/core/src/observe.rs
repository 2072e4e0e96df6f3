//! What a seat may see, explicitly.
//!
//! An agent is handed an observation, never the true state of a hidden game; a search resamples
//! the hidden information from it. In a game of perfect information the observation is the state:
//! `impl PerfectInformation for MyGame {}` says so.

use std::fmt::Debug;

use crate::{Game, Keyed, Notation, Rng, Seat};

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Someone beside the board, who sees what all may see.
    Spectator,
}

/// A game that says what each seat may see.
pub trait Observe: Game {
    /// All that a viewer knows of a position. Equal for two positions that it cannot tell apart.
    type Observation: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// What `viewer` sees of `state`.
    fn observe(&self, state: &Self::State, viewer: Viewer) -> Self::Observation;

    /// Whether `viewer` learns which move was played when `mv` is played in `state`. A player always
    /// learns his own; a card dealt face down is seen by its owner alone.
    fn shows_move(&self, state: &Self::State, mv: Self::Move, viewer: Viewer) -> bool;

    /// 64 bits that are equal for positions that `seat` cannot tell apart and, but for chance, different for
    /// others: the name of its information set.
    fn information_key(&self, state: &Self::State, seat: Seat) -> u64;

    /// What `viewer` sees as text, for those who show a game without a picture. Tells no secret.
    fn observation_text(&self, observation: &Self::Observation) -> String;

    /// A state that looks like this, drawn at random from those that the viewer holds possible.
    fn resample(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State;

    /// As [`Observe::resample`], but luck that is still to come is left to chance plies. The same as that in a game
    /// whose luck is not [dealt](crate::ChanceMode::Dealt) in advance.
    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State;

    /// The same position with the luck that is still to come left to chance plies. It looks the same to everyone.
    fn undrawn(&self, state: &Self::State) -> Self::State;
}

/// A game without secrets: everyone sees the state.
pub trait PerfectInformation: Game {}

impl<G: PerfectInformation + Notation + Keyed> Observe for G {
    type Observation = G::State;

    fn observe(&self, state: &Self::State, _viewer: Viewer) -> Self::Observation {
        state.clone()
    }

    fn shows_move(&self, _state: &Self::State, _mv: Self::Move, _viewer: Viewer) -> bool {
        true
    }

    fn information_key(&self, state: &Self::State, _seat: Seat) -> u64 {
        self.key(state)
    }

    fn observation_text(&self, observation: &Self::Observation) -> String {
        self.position_text(observation)
    }

    fn resample(&self, observation: &Self::Observation, _rng: &mut Rng) -> Self::State {
        observation.clone()
    }

    fn resample_undrawn(&self, observation: &Self::Observation, rng: &mut Rng) -> Self::State {
        self.resample(observation, rng)
    }

    fn undrawn(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
}
