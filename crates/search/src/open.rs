//! Perfect-information worlds (determinizations): a game with secrets, played with all cards on the table.
//!
//! [`Open`] is how a search for games of perfect information looks at one possible world of a game that hides
//! something: the same rules, but everyone sees everything. What chance dealt in advance is known, too, or left to
//! chance plies. It can also leave out moves that a model of the players finds unlikely, or take the players who are
//! modelled for chance.

use std::sync::Arc;

use ludwerk_core::wrapper::Wrapper;
use ludwerk_core::{
    Agent, ChanceMode, Encode, Evaluate, Game, GameInfo, Information, Keyed, MoveError, MoveOrdering,
    MovePolicy, Notation, Observe, Presets, Pruning, Rng, Seat, Strategies, Strategy, StrategyError, Turn,
    Viewer, WithoutDeal, WithoutIndex, WithoutInterchange, WithoutPicture, WithoutSymmetry, forward,
};

/// What a world does with luck that is still to come, in a game whose luck is dealt in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// It lies there in a fixed order, which everyone sees.
    Dealt,
    /// It is left to chance plies.
    Open,
}

impl Draws {
    /// The game with all cards on the table, and such draws.
    pub(crate) fn open<G: Game>(self, game: G) -> Open<G> {
        match self {
            Self::Dealt => Open::new(game),
            Self::Open => Open::with_draws(game),
        }
    }
}

/// The same game without secrets.
#[derive(Clone)]
pub struct Open<G> {
    game: G,
    info: GameInfo,
    model: Option<Arc<dyn Foretell<G>>>,
    /// The plies of those who are foretold are chance plies.
    has_foretold_chance: bool,
}

/// Knows which moves a player is likely to choose.
pub(crate) trait Foretell<G: Game>: Send + Sync {
    /// Of the legal moves from the index `first` on, keeps the likely ones, at least one.
    fn keep_likely(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>, first: usize);

    /// Whether the moves of this seat are foretold.
    fn foretells(&self, seat: Seat) -> bool;

    /// The likely moves of the player to move with their probabilities, which sum to 1.
    fn chances(&self, game: &G, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>);
}

impl<G: Game> Open<G> {
    /// The game with all cards on the table. Where luck is dealt in advance there is none left: its worlds
    /// come from [`Observe::resample`].
    pub fn new(game: G) -> Self {
        Self::with_dealt_luck(game, ChanceMode::Deterministic)
    }

    /// The same with luck that is still to come left to chance plies: its worlds come from
    /// [`Observe::resample_undrawn`].
    pub fn with_draws(game: G) -> Self {
        Self::with_dealt_luck(game, ChanceMode::Explicit)
    }

    /// The game with all cards on the table, in which luck that is dealt in advance becomes this.
    fn with_dealt_luck(game: G, becomes: ChanceMode) -> Self {
        let info = game.info().clone();
        let chance_mode = if info.is_dealt() { becomes } else { info.chance_mode };
        let info = GameInfo { information: Information::Perfect, chance_mode, ..info };
        Self { game, info, model: None, has_foretold_chance: false }
    }

    /// The game in which only likely moves are played.
    pub(crate) fn foretold_by(mut self, model: Arc<dyn Foretell<G>>) -> Self {
        self.model = Some(model);
        self
    }

    /// The game in which players who are foretold do not choose: their plies are chance plies, with the probabilities
    /// of the model.
    pub fn with_foretold_chance(mut self) -> Self {
        self.info.chance_mode = ChanceMode::Explicit;
        self.has_foretold_chance = true;
        self
    }

    fn listed(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves
    }

    /// The model by which the ply of this turn is one of chance, although the game has a player move.
    fn chance_model(&self, turn: Turn) -> Option<&dyn Foretell<G>> {
        let Turn::Player(seat) = turn else { return None };
        self.model.as_deref().filter(|model| self.has_foretold_chance && model.foretells(seat))
    }
}

impl<G: Game> Wrapper for Open<G> {
    type Inner = G;

    forward!(Wrapper);

    fn inner(&self) -> &G {
        &self.game
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game> Game for Open<G> {
    type State = G::State;
    type Move = G::Move;

    forward!(Game except info turn legal_moves chance_outcomes count_moves is_legal play);

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn turn(&self, state: &G::State) -> Turn {
        let turn = self.game.turn(state);
        if self.chance_model(turn).is_some() { Turn::Chance } else { turn }
    }

    fn legal_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        self.game.legal_moves(state, moves);
        if let Some(model) = &self.model {
            model.keep_likely(&self.game, state, moves, first);
        }
    }

    fn chance_outcomes(&self, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>) {
        match self.chance_model(self.game.turn(state)) {
            Some(model) => model.chances(&self.game, state, outcomes),
            None => self.game.chance_outcomes(state, outcomes),
        }
    }

    fn count_moves(&self, state: &G::State) -> usize {
        if self.model.is_none() { self.game.count_moves(state) } else { self.listed(state).len() }
    }

    fn is_legal(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.is_legal(state, mv) && (self.model.is_none() || self.listed(state).contains(&mv))
    }

    fn play(&self, state: &G::State, mv: G::Move) -> Result<G::State, MoveError> {
        if self.turn(state) != Turn::Over && !self.is_legal(state, mv) {
            return Err(MoveError::illegal(format!("{mv:?}"), "it is not among the legal moves"));
        }
        self.game.play(state, mv)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Keyed> Observe for Open<G> {
    type Observation = G::State;

    fn observe(&self, state: &G::State, _viewer: Viewer) -> G::State {
        state.clone()
    }

    fn shows_move(&self, _state: &G::State, _mv: G::Move, _viewer: Viewer) -> bool {
        true
    }

    fn information_key(&self, state: &G::State, _seat: Seat) -> u64 {
        self.key(state)
    }

    fn observation_text(&self, observation: &G::State) -> String {
        format!("{observation:?}")
    }

    fn resample(&self, observation: &G::State, _rng: &mut Rng) -> G::State {
        observation.clone()
    }

    fn resample_undrawn(&self, observation: &G::State, _rng: &mut Rng) -> G::State {
        observation.clone()
    }

    fn undrawn(&self, state: &G::State) -> G::State {
        state.clone()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Keyed> Keyed for Open<G> {
    forward!(Keyed);
}

#[deny(clippy::missing_trait_methods)]
impl<G: Encode> Encode for Open<G> {
    forward!(Encode);
}

#[deny(clippy::missing_trait_methods)]
impl<G: Evaluate> Evaluate for Open<G> {
    forward!(Evaluate);
}

#[deny(clippy::missing_trait_methods)]
impl<G: MoveOrdering> MoveOrdering for Open<G> {
    forward!(MoveOrdering);
}

#[deny(clippy::missing_trait_methods)]
impl<G: MovePolicy> MovePolicy for Open<G> {
    forward!(MovePolicy);
}

#[deny(clippy::missing_trait_methods)]
impl<G: Pruning> Pruning for Open<G> {
    forward!(Pruning except distinct_moves);

    fn distinct_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        self.game.distinct_moves(state, moves);
        if let Some(model) = &self.model {
            model.keep_likely(&self.game, state, moves, first);
        }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Presets> Presets for Open<G> {
    forward!(Presets);
}

/// Only some of its moves may be likely, so that what is known of the whole game does not hold.
impl<G: Game> WithoutIndex for Open<G> {}
impl<G: Game> WithoutDeal for Open<G> {}
impl<G: Notation> WithoutInterchange for Open<G> {}
impl<G: Keyed> WithoutPicture for Open<G> {}
impl<G: Game> WithoutSymmetry for Open<G> {}

#[deny(clippy::missing_trait_methods)]
impl<G: Notation> Notation for Open<G> {
    forward!(Notation);
}

/// The names are known, but a strategy plays the game itself, and searches no world of another agent.
impl<G: Keyed + Strategies> Strategies for Open<G> {
    fn strategies(&self) -> &'static [Strategy] {
        self.game.strategies()
    }

    fn strategy(
        &self,
        name: &str,
        _options: &[(&str, &str)],
        _seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        Err(StrategyError::refused(format!("{name} does not search the worlds of another agent")))
    }
}
