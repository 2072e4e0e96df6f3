//! A game with secrets, played with all cards on the table.
//!
//! [`Open`] is how a search for games without secrets looks at one possible world of a game that has some: the
//! same rules, but everyone sees everything. Luck that was dealt in advance is known, too, or left to chance plies. It can also leave out moves that a
//! model of the players finds unlikely, or take the players who are modelled for chance.

use std::sync::Arc;

use ludwerk_core::{
    Agent, Encode, Evaluate, Feature, Game, GameInfo, Keyed, MoveHints, Observe, Outcome, Preset, Presets,
    Rng, Seat, Strategies, Strategy, StrategyError, Trail, Turn, Viewer, WeightFile, WeightPreset,
    WithoutNumbers,
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
        let info = game.info().clone();
        let info = GameInfo { hidden: false, chance: info.chance && !info.dealt, ..info };
        Self { game, info, model: None, has_foretold_chance: false }
    }

    /// The same with luck that is still to come left to chance plies: its worlds come from
    /// [`Observe::resample_undrawn`].
    pub fn with_draws(game: G) -> Self {
        let info = GameInfo { hidden: false, dealt: false, ..game.info().clone() };
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
        self.info.chance = true;
        self.has_foretold_chance = true;
        self
    }

    /// The model by which the ply of this turn is one of chance, although the game has a player move.
    fn chance_model(&self, turn: Turn) -> Option<&dyn Foretell<G>> {
        let Turn::Player(seat) = turn else { return None };
        self.model.as_deref().filter(|model| self.has_foretold_chance && model.foretells(seat))
    }
}

impl<G: Game> Game for Open<G> {
    type State = G::State;
    type Move = G::Move;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn variant(&self) -> &str {
        self.game.variant()
    }

    fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    fn start(&self, rng: &mut Rng) -> G::State {
        self.game.start(rng)
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

    fn play_unchecked(&self, state: &mut G::State, mv: G::Move) {
        self.game.play_unchecked(state, mv);
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn chance_outcomes(&self, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>) {
        match self.chance_model(self.game.turn(state)) {
            Some(model) => model.chances(&self.game, state, outcomes),
            None => self.game.chance_outcomes(state, outcomes),
        }
    }

    fn history_outcome(&self, state: &G::State, trail: &Trail) -> Option<Outcome> {
        self.game.history_outcome(state, trail)
    }

    fn result(&self, state: &G::State, trail: &Trail) -> Option<Outcome> {
        self.game.result(state, trail)
    }
}

impl<G: Keyed> Keyed for Open<G> {
    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    fn key_from_scratch(&self, state: &G::State) -> u64 {
        self.game.key_from_scratch(state)
    }
}

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
}

impl<G: Encode> Encode for Open<G> {
    fn n_actions(&self) -> usize {
        self.game.n_actions()
    }

    fn action_index(&self, state: &G::State, mv: G::Move) -> usize {
        self.game.action_index(state, mv)
    }

    fn tensor_shape(&self) -> [usize; 3] {
        self.game.tensor_shape()
    }

    fn add_inputs(&self, state: &G::State, seat: Seat, inputs: &mut Vec<u16>) {
        self.game.add_inputs(state, seat, inputs);
    }
}

impl<G: Evaluate> Evaluate for Open<G> {
    fn features(&self) -> &'static [Feature] {
        self.game.features()
    }

    fn n_extra_features(&self) -> usize {
        self.game.n_extra_features()
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        self.game.weight_presets()
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        self.game.weight_files()
    }

    fn measure(&self, state: &G::State, seat: Seat, values: &mut [f64]) {
        self.game.measure(state, seat, values);
    }

    fn evaluate(&self, state: &G::State, seat: Seat, weights: &[f64]) -> f64 {
        self.game.evaluate(state, seat, weights)
    }

    fn evaluate_all(&self, state: &G::State, weights: &[f64], values: &mut [f64]) {
        self.game.evaluate_all(state, weights, values);
    }
}

impl<G: MoveHints> MoveHints for Open<G> {
    fn priority(&self, state: &G::State, mv: G::Move) -> i32 {
        self.game.priority(state, mv)
    }

    fn priorities(&self, state: &G::State, moves: &[G::Move], priorities: &mut Vec<i32>) {
        self.game.priorities(state, moves, priorities);
    }

    fn distinct_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        self.game.distinct_moves(state, moves);
        if let Some(model) = &self.model {
            model.keep_likely(&self.game, state, moves, first);
        }
    }

    fn is_noisy(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.is_noisy(state, mv)
    }

    fn null_move(&self, state: &G::State) -> Option<G::State> {
        self.game.null_move(state)
    }

    fn skip_turn(&self, state: &G::State) -> Option<G::State> {
        self.game.skip_turn(state)
    }

    fn foreseen_outcome(&self, state: &G::State, trail: &Trail) -> Option<Outcome> {
        self.game.foreseen_outcome(state, trail)
    }

    fn standstill(&self, trail: &Trail) -> usize {
        self.game.standstill(trail)
    }

    fn least_turns_to_win(&self, state: &G::State, seat: Seat) -> Option<u32> {
        self.game.least_turns_to_win(state, seat)
    }

    fn likelihood(&self, state: &G::State, mv: G::Move) -> f32 {
        self.game.likelihood(state, mv)
    }

    fn likelihoods(&self, state: &G::State, moves: &[G::Move], likelihoods: &mut Vec<f32>) {
        self.game.likelihoods(state, moves, likelihoods);
    }

    fn quick_move(&self, state: &mut G::State, rng: &mut Rng) -> Option<G::Move> {
        self.game.quick_move(state, rng)
    }
}

/// Only some of its moves may be likely, so that what is known of the whole game does not hold.
impl<G: Game> WithoutNumbers for Open<G> {}

impl<G: Presets> Presets for Open<G> {
    fn presets(&self) -> &'static [Preset] {
        self.game.presets()
    }
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
