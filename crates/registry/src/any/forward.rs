//! The two wrappers behind [`AnyGame`], and what each forwards: [`Typed`] hides the states and moves of a real game,
//! and [`AnyGame`] shares one of these.

use ludwerk_core::wrapper::{ObserveWrapper, Wrapper};
use ludwerk_core::{
    Agent, CompleteGame, Deal, Draw, Encode, Evaluate, Game, Interchange, Keyed, Move as _, MoveOrdering,
    MovePolicy, Notation, Observe, Presets, Pruning, Strategies, Strategy, StrategyError, Symmetry,
    WithoutIndex, forward,
};

use serde_json::Value;

use super::value::AnyValue;
use super::{AnyGame, AnyMove, AnyObservation, AnyState, DynGame};

/// A real game whose states and moves are hidden.
pub(super) struct Typed<G>(pub G);

impl<G: CompleteGame> Wrapper for Typed<G> {
    type Inner = G;

    fn inner(&self) -> &G {
        &self.0
    }

    fn state_in(state: &AnyState) -> &G::State {
        state.0.get()
    }

    fn state_in_mut(state: &mut AnyState) -> &mut G::State {
        state.0.get_mut()
    }

    fn wrap_state(state: G::State) -> AnyState {
        AnyState(AnyValue::of(state))
    }

    fn move_in(mv: AnyMove) -> Option<G::Move> {
        G::Move::from_bits(mv.0)
    }

    fn wrap_move(mv: G::Move) -> AnyMove {
        AnyMove::of(mv)
    }
}

impl<G: CompleteGame> ObserveWrapper for Typed<G> {
    fn observation_in(observation: &AnyObservation) -> &G::Observation {
        observation.0.get()
    }

    fn wrap_observation(observation: G::Observation) -> AnyObservation {
        AnyObservation(AnyValue::of(observation))
    }
}

impl Wrapper for AnyGame {
    type Inner = dyn DynGame;

    forward!(Wrapper);

    fn inner(&self) -> &dyn DynGame {
        &*self.0
    }
}

impl ObserveWrapper for AnyGame {
    fn observation_in(observation: &AnyObservation) -> &AnyObservation {
        observation
    }

    fn wrap_observation(observation: AnyObservation) -> AnyObservation {
        observation
    }
}

/// Whole traits, forwarded by both.
macro_rules! forward_all {
    ($($trait:ident)+) => { $(
        #[deny(clippy::missing_trait_methods)]
        impl<G: CompleteGame> $trait for Typed<G> {
            forward!($trait);
        }

        #[deny(clippy::missing_trait_methods)]
        impl $trait for AnyGame {
            forward!($trait);
        }
    )+ };
}

forward_all!(Keyed Notation Deal Evaluate MoveOrdering MovePolicy Pruning Symmetry Encode Presets Interchange);

#[deny(clippy::missing_trait_methods)]
impl<G: CompleteGame> Game for Typed<G> {
    type State = AnyState;
    type Move = AnyMove;

    forward!(Game);
}

#[deny(clippy::missing_trait_methods)]
impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    forward!(Game);
}

#[deny(clippy::missing_trait_methods)]
impl<G: CompleteGame> Observe for Typed<G> {
    type Observation = AnyObservation;

    forward!(Observe);
}

#[deny(clippy::missing_trait_methods)]
impl Observe for AnyGame {
    type Observation = AnyObservation;

    forward!(Observe);
}

/// The board of any game is plain data, which the conformance suite sees to.
#[deny(clippy::missing_trait_methods)]
impl<G: CompleteGame> Draw for Typed<G> {
    type Board = Value;

    forward!(Draw except board);

    fn board(&self, observation: &AnyObservation) -> Value {
        serde_json::to_value(self.0.board(observation.0.get())).expect("a board is plain data")
    }
}

#[deny(clippy::missing_trait_methods)]
impl Draw for AnyGame {
    type Board = Value;

    forward!(Draw);
}

impl Strategies for AnyGame {
    fn strategies(&self) -> &'static [Strategy] {
        self.0.strategies()
    }

    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        self.0.strategy(name, options, seed)
    }
}

/// Positions are numbered by the real game, whose tables [`AnyGame::tablebase`] opens.
impl WithoutIndex for AnyGame {}
