//! What a game may have beside its rules, behind the face of [`AnyGame`]: pictures, evaluation, hints, presets,
//! strategies, symmetry and encoding, each handed on to the real game.

use ludwerk_core::{
    Agent, Draw, Encode, Evaluate, Feature, MoveHints, Picture, Preset, Presets, Rng, Seat, Shape,
    Strategies, Strategy, StrategyError, Symmetry, Tally, WeightFile, WeightPreset,
};

use super::{AnyGame, AnyMove, AnyObservation, AnyState};

impl Draw for AnyGame {
    fn picture(&self, observation: &AnyObservation) -> Picture {
        self.0.picture(observation)
    }

    fn touches(&self, observation: &AnyObservation, mv: AnyMove) -> Vec<String> {
        self.0.touches(observation, mv)
    }

    fn hand_text(&self, observation: &AnyObservation, seat: Seat) -> Option<String> {
        self.0.hand_text(observation, seat)
    }

    fn tallies(&self, observation: &AnyObservation) -> Vec<Tally> {
        self.0.tallies(observation)
    }

    fn shapes(&self) -> Vec<Shape> {
        self.0.shapes()
    }
}

impl Evaluate for AnyGame {
    fn features(&self) -> &'static [Feature] {
        self.0.features()
    }

    fn n_extra_features(&self) -> usize {
        self.0.n_extra_features()
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        self.0.weight_presets()
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        self.0.weight_files()
    }

    fn measure(&self, state: &AnyState, seat: Seat, values: &mut [f64]) {
        self.0.measure(state, seat, values);
    }

    fn evaluate(&self, state: &AnyState, seat: Seat, weights: &[f64]) -> f64 {
        self.0.evaluate(state, seat, weights)
    }
}

impl MoveHints for AnyGame {
    fn priority(&self, state: &AnyState, mv: AnyMove) -> i32 {
        self.0.priority(state, mv)
    }

    fn distinct_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>) {
        self.0.distinct_moves(state, moves);
    }

    fn is_noisy(&self, state: &AnyState, mv: AnyMove) -> bool {
        self.0.is_noisy(state, mv)
    }

    fn null_move(&self, state: &AnyState) -> Option<AnyState> {
        self.0.null_move(state)
    }

    fn skip_turn(&self, state: &AnyState) -> Option<AnyState> {
        self.0.skip_turn(state)
    }

    fn likelihood(&self, state: &AnyState, mv: AnyMove) -> f32 {
        self.0.likelihood(state, mv)
    }

    fn quick_move(&self, state: &mut AnyState, rng: &mut Rng) -> Option<AnyMove> {
        self.0.quick_move(state, rng)
    }
}

impl Presets for AnyGame {
    fn presets(&self) -> &'static [Preset] {
        self.0.presets()
    }
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

impl Symmetry for AnyGame {
    fn n_symmetries(&self) -> usize {
        self.0.n_symmetries()
    }

    fn map_state(&self, symmetry: usize, state: &AnyState) -> AnyState {
        self.0.map_state(symmetry, state)
    }

    fn map_move(&self, symmetry: usize, mv: AnyMove) -> AnyMove {
        self.0.map_move(symmetry, mv)
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        self.0.map_seat(symmetry, seat)
    }
}

impl Encode for AnyGame {
    fn n_actions(&self) -> usize {
        self.0.n_actions()
    }

    fn action_index(&self, state: &AnyState, mv: AnyMove) -> usize {
        self.0.action_index(state, mv)
    }

    fn tensor_shape(&self) -> [usize; 3] {
        self.0.tensor_shape()
    }

    fn add_inputs(&self, state: &AnyState, seat: Seat, inputs: &mut Vec<u16>) {
        self.0.add_inputs(state, seat, inputs);
    }
}
