//! Type erasure, in one place: [`AnyGame`] is a [`Game`] whose states and moves hide the real ones.
//!
//! Because it is a game like any other, matches, the terminal and the server are written once, over
//! `Game`, and run on whatever the registry holds. Whatever must be fast (perft, agents, playouts)
//! runs inside, on the real types.

mod capabilities;
mod interchange;
mod solving;
mod value;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Agent, AgentError, CompleteGame, Control, Decision, Feature, Game, GameInfo, Keyed, Move, MoveError,
    Notation, Observe, Outcome, Picture, PositionError, Preset, Report, Rng, Seat, SetupError, Shape,
    Strategies, Strategy, StrategyError, Tally, Trail, Turn, View, Viewer, WeightFile, WeightPreset,
    WithoutNumbers, WithoutUndo, Work, perft_with_progress, sample_chance,
};

use crate::agents::{self, AgentInfo, AgentSpecError, OptionInfo};
use crate::spec::Spec;
use interchange::DynInterchange;
use solving::DynSolve;
pub use solving::{AnyTablebase, open_tablebase};
use value::AnyValue;

/// A configured game of any kind.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn DynGame>);

/// A position of an [`AnyGame`].
#[derive(Clone, Debug, PartialEq)]
pub struct AnyState(AnyValue);

/// What a viewer sees of a position of an [`AnyGame`].
#[derive(Clone, Debug, PartialEq)]
pub struct AnyObservation(AnyValue);

/// A move of an [`AnyGame`]: the bits of the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(u32);

impl Move for AnyMove {
    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Option<Self> {
        Some(Self(bits))
    }
}

impl AnyGame {
    /// The game behind the erased face.
    pub fn new<G: CompleteGame>(game: G) -> Self {
        Self(Arc::new(Typed(game)))
    }

    /// Like [`ludwerk_core::perft_with_progress`], at full speed.
    pub fn perft(
        &self,
        state: &AnyState,
        depth: u32,
        progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<u64>> {
        self.0.perft(state, depth, progress)
    }

    /// Plays random moves from `state` to the end, or at most `most_plies`; gives the number of plies.
    pub fn random_playout(&self, state: &AnyState, most_plies: u32, rng: &mut Rng) -> u32 {
        self.0.random_playout(state, most_plies, rng)
    }

    /// The size of a position in memory.
    pub fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    /// Makes the agent that `spec` describes.
    ///
    /// # Errors
    /// An [`AgentSpecError`] for an unknown name, an option that does not fit, or a refusal.
    pub fn agent(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<AnyGame>>, AgentSpecError> {
        self.0.agent(spec, seed)
    }

    /// The agent that a spec stands for: levels, the champion and the game's presets are looked up.
    ///
    /// # Errors
    /// An [`AgentSpecError`] for an unknown name or level.
    pub fn resolve(&self, spec: &Spec) -> Result<Spec, AgentSpecError> {
        self.0.resolve(spec)
    }

    /// What an option is in this game when it is left out.
    pub fn option_default(&self, agent: &AgentInfo, option: &OptionInfo) -> String {
        agents::option_default(self, agent, option)
    }

    /// All agents that there are for this game, the strategies of its own last; some may refuse it.
    pub fn agents(&self) -> impl Iterator<Item = &'static AgentInfo> + use<> {
        agents::AGENTS.iter().chain(self.strategies())
    }

    /// Why the agent does not play this game, in one sentence; `None` if it does.
    pub fn refusal(&self, agent: &AgentInfo) -> Option<String> {
        self.0.refusal(agent)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({} {} for {})", self.info().id, self.variant(), self.n_seats())
    }
}

/// The real move behind erased bits; the bits come from the same game.
fn typed_move<G: Game>(mv: AnyMove) -> Option<G::Move> {
    G::Move::from_bits(mv.0)
}

fn erased_move<M: Move>(mv: M) -> AnyMove {
    AnyMove(mv.to_bits())
}

/// What [`AnyGame`] forwards to the real game.
trait DynGame: DynSolve + DynInterchange + Send + Sync {
    fn info(&self) -> &GameInfo;
    fn variant(&self) -> &str;
    fn n_seats(&self) -> usize;
    fn start(&self, rng: &mut Rng) -> AnyState;
    fn turn(&self, state: &AnyState) -> Turn;
    fn legal_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>);
    fn play_unchecked(&self, state: &mut AnyState, mv: AnyMove);
    fn outcome(&self, state: &AnyState) -> Option<Outcome>;
    fn chance_outcomes(&self, state: &AnyState, outcomes: &mut Vec<(AnyMove, f64)>);
    fn points(&self, state: &AnyState) -> Option<Vec<i32>>;
    fn history_outcome(&self, state: &AnyState, trail: &Trail) -> Option<Outcome>;
    fn result(&self, state: &AnyState, trail: &Trail) -> Option<Outcome>;
    fn count_moves(&self, state: &AnyState) -> usize;
    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool;
    fn key(&self, state: &AnyState) -> u64;
    fn key_from_scratch(&self, state: &AnyState) -> u64;
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String;
    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError>;
    fn position_text(&self, state: &AnyState) -> String;
    fn parse_position(&self, text: &str) -> Result<AnyState, PositionError>;
    fn position_help(&self) -> String;
    fn seat_name(&self, seat: Seat) -> String;
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str>;
    fn parse_setup(&self, json: &str) -> Result<AnyState, SetupError>;
    fn setup_json(&self, start: &AnyState) -> Option<String>;
    fn observe(&self, state: &AnyState, viewer: Viewer) -> AnyObservation;
    fn shows_move(&self, state: &AnyState, mv: AnyMove, viewer: Viewer) -> bool;
    fn information_key(&self, state: &AnyState, seat: Seat) -> u64;
    fn observation_text(&self, observation: &AnyObservation) -> String;
    fn resample(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState;
    fn resample_undrawn(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState;
    fn undrawn(&self, state: &AnyState) -> AnyState;
    fn picture(&self, observation: &AnyObservation) -> Picture;
    fn touches(&self, observation: &AnyObservation, mv: AnyMove) -> Vec<String>;
    fn hand_text(&self, observation: &AnyObservation, seat: Seat) -> Option<String>;
    fn tallies(&self, observation: &AnyObservation) -> Vec<Tally>;
    fn shapes(&self) -> Vec<Shape>;
    fn features(&self) -> &'static [Feature];
    fn n_extra_features(&self) -> usize;
    fn weight_presets(&self) -> &'static [WeightPreset];
    fn weight_files(&self) -> &'static [WeightFile];
    fn measure(&self, state: &AnyState, seat: Seat, values: &mut [f64]);
    fn evaluate(&self, state: &AnyState, seat: Seat, weights: &[f64]) -> f64;
    fn priority(&self, state: &AnyState, mv: AnyMove) -> i32;
    fn distinct_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>);
    fn is_noisy(&self, state: &AnyState, mv: AnyMove) -> bool;
    fn null_move(&self, state: &AnyState) -> Option<AnyState>;
    fn skip_turn(&self, state: &AnyState) -> Option<AnyState>;
    fn likelihood(&self, state: &AnyState, mv: AnyMove) -> f32;
    fn quick_move(&self, state: &mut AnyState, rng: &mut Rng) -> Option<AnyMove>;
    fn presets(&self) -> &'static [Preset];
    fn strategies(&self) -> &'static [Strategy];
    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<AnyGame>>, StrategyError>;
    fn n_symmetries(&self) -> usize;
    fn map_state(&self, symmetry: usize, state: &AnyState) -> AnyState;
    fn map_move(&self, symmetry: usize, mv: AnyMove) -> AnyMove;
    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat;
    fn n_actions(&self) -> usize;
    fn action_index(&self, state: &AnyState, mv: AnyMove) -> usize;
    fn tensor_shape(&self) -> [usize; 3];
    fn add_inputs(&self, state: &AnyState, seat: Seat, inputs: &mut Vec<u16>);
    fn perft(
        &self,
        state: &AnyState,
        depth: u32,
        progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<u64>>;
    fn random_playout(&self, state: &AnyState, most_plies: u32, rng: &mut Rng) -> u32;
    fn state_bytes(&self) -> usize;
    fn agent(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<AnyGame>>, AgentSpecError>;
    fn refusal(&self, agent: &AgentInfo) -> Option<String>;
    fn resolve(&self, spec: &Spec) -> Result<Spec, AgentSpecError>;
}

struct Typed<G>(G);

impl<G: CompleteGame> DynGame for Typed<G> {
    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn variant(&self) -> &str {
        self.0.variant()
    }

    fn n_seats(&self) -> usize {
        self.0.n_seats()
    }

    fn start(&self, rng: &mut Rng) -> AnyState {
        AnyState(AnyValue::of(self.0.start(rng)))
    }

    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state.0.get())
    }

    fn legal_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>) {
        let mut typed = Vec::new();
        self.0.legal_moves(state.0.get(), &mut typed);
        moves.extend(typed.into_iter().map(erased_move));
    }

    fn play_unchecked(&self, state: &mut AnyState, mv: AnyMove) {
        if let Some(mv) = typed_move::<G>(mv) {
            self.0.play_unchecked(state.0.get_mut(), mv);
        }
    }

    fn outcome(&self, state: &AnyState) -> Option<Outcome> {
        self.0.outcome(state.0.get())
    }

    fn chance_outcomes(&self, state: &AnyState, outcomes: &mut Vec<(AnyMove, f64)>) {
        let mut typed = Vec::new();
        self.0.chance_outcomes(state.0.get(), &mut typed);
        outcomes.extend(typed.into_iter().map(|(mv, probability)| (erased_move(mv), probability)));
    }

    fn points(&self, state: &AnyState) -> Option<Vec<i32>> {
        self.0.points(state.0.get())
    }

    fn history_outcome(&self, state: &AnyState, trail: &Trail) -> Option<Outcome> {
        self.0.history_outcome(state.0.get(), trail)
    }

    fn result(&self, state: &AnyState, trail: &Trail) -> Option<Outcome> {
        self.0.result(state.0.get(), trail)
    }

    fn count_moves(&self, state: &AnyState) -> usize {
        self.0.count_moves(state.0.get())
    }

    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool {
        typed_move::<G>(mv).is_some_and(|mv| self.0.is_legal(state.0.get(), mv))
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state.0.get())
    }

    fn key_from_scratch(&self, state: &AnyState) -> u64 {
        self.0.key_from_scratch(state.0.get())
    }

    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        typed_move::<G>(mv).map_or_else(|| "?".to_owned(), |mv| self.0.move_text(state.0.get(), mv))
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError> {
        self.0.parse_move(state.0.get(), text).map(erased_move)
    }

    fn position_text(&self, state: &AnyState) -> String {
        self.0.position_text(state.0.get())
    }

    fn parse_position(&self, text: &str) -> Result<AnyState, PositionError> {
        self.0.parse_position(text).map(|state| AnyState(AnyValue::of(state)))
    }

    fn position_help(&self) -> String {
        self.0.position_help()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.0.split_moves(text)
    }

    fn parse_setup(&self, json: &str) -> Result<AnyState, SetupError> {
        self.0.parse_setup(json).map(|state| AnyState(AnyValue::of(state)))
    }

    fn setup_json(&self, start: &AnyState) -> Option<String> {
        self.0.setup_json(start.0.get())
    }

    fn observe(&self, state: &AnyState, viewer: Viewer) -> AnyObservation {
        AnyObservation(AnyValue::of(self.0.observe(state.0.get(), viewer)))
    }

    fn shows_move(&self, state: &AnyState, mv: AnyMove, viewer: Viewer) -> bool {
        typed_move::<G>(mv).is_some_and(|mv| self.0.shows_move(state.0.get(), mv, viewer))
    }

    fn information_key(&self, state: &AnyState, seat: Seat) -> u64 {
        self.0.information_key(state.0.get(), seat)
    }

    fn observation_text(&self, observation: &AnyObservation) -> String {
        self.0.observation_text(observation.0.get())
    }

    fn resample(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState {
        AnyState(AnyValue::of(self.0.resample(observation.0.get(), rng)))
    }

    fn resample_undrawn(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState {
        AnyState(AnyValue::of(self.0.resample_undrawn(observation.0.get(), rng)))
    }

    fn undrawn(&self, state: &AnyState) -> AnyState {
        AnyState(AnyValue::of(self.0.undrawn(state.0.get())))
    }

    fn picture(&self, observation: &AnyObservation) -> Picture {
        self.0.picture(observation.0.get())
    }

    fn touches(&self, observation: &AnyObservation, mv: AnyMove) -> Vec<String> {
        typed_move::<G>(mv).map_or_else(Vec::new, |mv| self.0.touches(observation.0.get(), mv))
    }

    fn hand_text(&self, observation: &AnyObservation, seat: Seat) -> Option<String> {
        self.0.hand_text(observation.0.get(), seat)
    }

    fn tallies(&self, observation: &AnyObservation) -> Vec<Tally> {
        self.0.tallies(observation.0.get())
    }

    fn shapes(&self) -> Vec<Shape> {
        self.0.shapes()
    }

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
        self.0.measure(state.0.get(), seat, values);
    }

    fn evaluate(&self, state: &AnyState, seat: Seat, weights: &[f64]) -> f64 {
        self.0.evaluate(state.0.get(), seat, weights)
    }

    fn priority(&self, state: &AnyState, mv: AnyMove) -> i32 {
        typed_move::<G>(mv).map_or(0, |mv| self.0.priority(state.0.get(), mv))
    }

    fn distinct_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>) {
        let mut typed = Vec::new();
        self.0.distinct_moves(state.0.get(), &mut typed);
        moves.extend(typed.into_iter().map(erased_move));
    }

    fn is_noisy(&self, state: &AnyState, mv: AnyMove) -> bool {
        typed_move::<G>(mv).is_some_and(|mv| self.0.is_noisy(state.0.get(), mv))
    }

    fn null_move(&self, state: &AnyState) -> Option<AnyState> {
        self.0.null_move(state.0.get()).map(|state| AnyState(AnyValue::of(state)))
    }

    fn skip_turn(&self, state: &AnyState) -> Option<AnyState> {
        self.0.skip_turn(state.0.get()).map(|state| AnyState(AnyValue::of(state)))
    }

    fn likelihood(&self, state: &AnyState, mv: AnyMove) -> f32 {
        typed_move::<G>(mv).map_or(1.0, |mv| self.0.likelihood(state.0.get(), mv))
    }

    fn quick_move(&self, state: &mut AnyState, rng: &mut Rng) -> Option<AnyMove> {
        self.0.quick_move(state.0.get_mut(), rng).map(erased_move)
    }

    fn presets(&self) -> &'static [Preset] {
        self.0.presets()
    }

    fn strategies(&self) -> &'static [Strategy] {
        self.0.strategies()
    }

    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<AnyGame>>, StrategyError> {
        let agent = self.0.strategy(name, options, seed)?;
        Ok(Box::new(TypedAgent { game: self.0.clone(), agent, has_helpers: false }))
    }

    fn n_symmetries(&self) -> usize {
        self.0.n_symmetries()
    }

    fn map_state(&self, symmetry: usize, state: &AnyState) -> AnyState {
        AnyState(AnyValue::of(self.0.map_state(symmetry, state.0.get())))
    }

    fn map_move(&self, symmetry: usize, mv: AnyMove) -> AnyMove {
        typed_move::<G>(mv).map_or(mv, |mv| erased_move(self.0.map_move(symmetry, mv)))
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        self.0.map_seat(symmetry, seat)
    }

    fn n_actions(&self) -> usize {
        self.0.n_actions()
    }

    fn action_index(&self, state: &AnyState, mv: AnyMove) -> usize {
        typed_move::<G>(mv).map_or(0, |mv| self.0.action_index(state.0.get(), mv))
    }

    fn tensor_shape(&self) -> [usize; 3] {
        self.0.tensor_shape()
    }

    fn add_inputs(&self, state: &AnyState, seat: Seat, inputs: &mut Vec<u16>) {
        self.0.add_inputs(state.0.get(), seat, inputs);
    }

    fn perft(
        &self,
        state: &AnyState,
        depth: u32,
        progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<u64>> {
        perft_with_progress(&self.0, state.0.get(), depth, progress)
    }

    fn random_playout(&self, state: &AnyState, most_plies: u32, rng: &mut Rng) -> u32 {
        let mut state: G::State = state.0.get::<G::State>().clone();
        let mut moves = Vec::new();
        for ply in 0..most_plies {
            match self.0.turn(&state) {
                Turn::Over => return ply,
                Turn::Chance => {
                    let mv = sample_chance(&self.0, &state, rng);
                    self.0.play_unchecked(&mut state, mv);
                }
                Turn::Player(_) => {
                    moves.clear();
                    self.0.legal_moves(&state, &mut moves);
                    // A game in the making may have none.
                    let Some(&mv) = rng.choose(&moves) else { return ply };
                    self.0.play_unchecked(&mut state, mv);
                }
            }
        }
        most_plies
    }

    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }

    fn agent(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<AnyGame>>, AgentSpecError> {
        let agent = agents::build(&self.0, spec, seed)?;
        let has_helpers = agents::resolve(&self.0, spec)?.has_helpers();
        Ok(Box::new(TypedAgent { game: self.0.clone(), agent, has_helpers }))
    }

    fn refusal(&self, agent: &AgentInfo) -> Option<String> {
        agents::refusal(&self.0, agent).or_else(|| agents::strategy_refusal(&self.0, agent))
    }

    fn resolve(&self, spec: &Spec) -> Result<Spec, AgentSpecError> {
        agents::resolve(&self.0, spec)
    }
}

/// An agent of the real game behind the face of one for [`AnyGame`].
struct TypedAgent<G: CompleteGame> {
    game: G,
    agent: Box<dyn Agent<G>>,
    /// Whether it thinks in several threads.
    has_helpers: bool,
}

impl<G: CompleteGame> Agent<AnyGame> for TypedAgent<G> {
    fn peeks(&self) -> bool {
        self.agent.peeks()
    }

    fn work(&self) -> Work {
        match self.agent.work() {
            Work::Here if self.has_helpers => Work::InHelpers,
            work => work,
        }
    }

    fn prepare(&mut self, _game: &AnyGame, stop: &AtomicBool) -> Result<(), AgentError> {
        self.agent.prepare(&self.game, stop)
    }

    fn decide(
        &mut self,
        view: &View<'_, AnyGame>,
        control: &mut Control<'_, AnyMove>,
    ) -> Result<Decision<AnyMove>, AgentError> {
        let legal: Vec<_> = view.legal.iter().filter_map(|&mv| typed_move::<G>(mv)).collect();
        let typed_view = View {
            game: &self.game,
            seat: view.seat,
            observation: view.observation.0.get(),
            legal: &legal,
            start: view.start.map(|start| start.0.get()),
            trail: view.trail,
            truth: view.truth.map(|truth| truth.0.get()),
        };
        let (stop, terms) = (control.stop_flag(), control.terms());
        let mut forward = |report: &Report<G::Move>| control.report(&report.map(erased_move));
        let mut typed_control = Control::new(stop, &mut forward).on_terms(terms);
        let decision = self.agent.decide(&typed_view, &mut typed_control)?;
        Ok(Decision { chosen: erased_move(decision.chosen), report: decision.report.map(erased_move) })
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn variant(&self) -> &str {
        self.0.variant()
    }

    fn n_seats(&self) -> usize {
        self.0.n_seats()
    }

    fn start(&self, rng: &mut Rng) -> AnyState {
        self.0.start(rng)
    }

    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &AnyState, moves: &mut Vec<AnyMove>) {
        self.0.legal_moves(state, moves);
    }

    fn play_unchecked(&self, state: &mut AnyState, mv: AnyMove) {
        self.0.play_unchecked(state, mv);
    }

    fn outcome(&self, state: &AnyState) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn chance_outcomes(&self, state: &AnyState, outcomes: &mut Vec<(AnyMove, f64)>) {
        self.0.chance_outcomes(state, outcomes);
    }

    fn points(&self, state: &AnyState) -> Option<Vec<i32>> {
        self.0.points(state)
    }

    fn history_outcome(&self, state: &AnyState, trail: &Trail) -> Option<Outcome> {
        self.0.history_outcome(state, trail)
    }

    fn result(&self, state: &AnyState, trail: &Trail) -> Option<Outcome> {
        self.0.result(state, trail)
    }

    fn count_moves(&self, state: &AnyState) -> usize {
        self.0.count_moves(state)
    }

    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool {
        self.0.is_legal(state, mv)
    }
}

impl Keyed for AnyGame {
    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }

    fn key_from_scratch(&self, state: &AnyState) -> u64 {
        self.0.key_from_scratch(state)
    }
}

impl Notation for AnyGame {
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        self.0.move_text(state, mv)
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, MoveError> {
        self.0.parse_move(state, text)
    }

    fn position_text(&self, state: &AnyState) -> String {
        self.0.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<AnyState, PositionError> {
        self.0.parse_position(text)
    }

    fn position_help(&self) -> String {
        self.0.position_help()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.0.split_moves(text)
    }

    fn parse_setup(&self, json: &str) -> Result<AnyState, SetupError> {
        self.0.parse_setup(json)
    }

    fn setup_json(&self, start: &AnyState) -> Option<String> {
        self.0.setup_json(start)
    }
}

impl Observe for AnyGame {
    type Observation = AnyObservation;

    fn observe(&self, state: &AnyState, viewer: Viewer) -> AnyObservation {
        self.0.observe(state, viewer)
    }

    fn shows_move(&self, state: &AnyState, mv: AnyMove, viewer: Viewer) -> bool {
        self.0.shows_move(state, mv, viewer)
    }

    fn information_key(&self, state: &AnyState, seat: Seat) -> u64 {
        self.0.information_key(state, seat)
    }

    fn observation_text(&self, observation: &AnyObservation) -> String {
        self.0.observation_text(observation)
    }

    fn resample(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState {
        self.0.resample(observation, rng)
    }

    fn resample_undrawn(&self, observation: &AnyObservation, rng: &mut Rng) -> AnyState {
        self.0.resample_undrawn(observation, rng)
    }

    fn undrawn(&self, state: &AnyState) -> AnyState {
        self.0.undrawn(state)
    }
}

/// An erased state is copied anyway.
impl WithoutNumbers for AnyGame {}
impl WithoutUndo for AnyGame {}
