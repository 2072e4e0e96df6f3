//! Type erasure, in one place: [`AnyGame`] is a [`Game`] whose states and moves hide the real ones.
//!
//! Because it is a game like any other, matches, the terminal and the server are written once, over
//! `Game`, and run on whatever the registry holds. Whatever must be fast (perft, agents, playouts)
//! runs inside, on the real types.

mod forward;
mod solving;
mod value;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::wrapper::Wrapper as _;
use ludwerk_core::{
    Agent, AgentError, CompleteGame, Control, Decision, Draw, Encode, Evaluate, Game, Interchange, Keyed,
    Move, MoveHints, Notation, Observe, Presets, Report, Rng, Strategies, Strategy, StrategyError, Symmetry,
    Turn, View, Work, perft_with_progress, sample_chance,
};

use crate::agents::{self, AgentInfo, AgentSpecError, OptionInfo};
use crate::spec::Spec;
use forward::Typed;
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

impl AnyMove {
    /// The move with the bits of a real one.
    fn of<M: Move>(mv: M) -> Self {
        Self(mv.to_bits())
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

/// What [`AnyGame`] holds: a game whose states and moves hide the real ones, and what runs at full speed on those.
pub trait DynGame:
    Game<State = AnyState, Move = AnyMove>
    + Notation
    + Keyed
    + Observe<Observation = AnyObservation>
    + Evaluate
    + MoveHints
    + Symmetry
    + Encode
    + Draw<Board = serde_json::Value>
    + Presets
    + Interchange
    + DynSolve
{
    fn strategies(&self) -> &'static [Strategy];
    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<AnyGame>>, StrategyError>;
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

impl<G: CompleteGame> DynGame for Typed<G> {
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
        let legal: Vec<_> = view.legal.iter().filter_map(|&mv| Typed::<G>::move_in(mv)).collect();
        let typed_view = View {
            game: &self.game,
            seat: view.seat,
            observation: view.observation.0.get(),
            legal: &legal,
            start: view.start.map(|start| start.0.get()),
            history: view.history,
            truth: view.truth.map(|truth| truth.0.get()),
        };
        let (stop, terms) = (control.stop_flag(), control.terms());
        let mut forward = |report: &Report<G::Move>| control.report(&report.map(AnyMove::of));
        let mut typed_control = Control::new(stop, &mut forward).on_terms(terms);
        let decision = self.agent.decide(&typed_view, &mut typed_control)?;
        Ok(Decision { chosen: AnyMove::of(decision.chosen), report: decision.report.map(AnyMove::of) })
    }
}
