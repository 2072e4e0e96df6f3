//! Making agents from specs.

use std::time::Duration;

use ludwerk_core::{Agent, CompleteGame, Evaluate, Presets, Rng, Strategies};
use ludwerk_search::{Draws, Evaluator, Limits, Open};

use super::describe::{Made, World, listed};
use super::options::Options;
use super::shared::usual_draws;
use super::{AgentSpecError, find_in, refusal, resolve, search, strategies, whole};
use crate::spec::Spec;

/// An agent that searches worlds of a game.
type InWorlds<G> = Box<dyn Agent<Open<G>>>;

/// An agent that is wanted.
pub(super) struct Request<'a, G> {
    pub game: &'a G,
    pub options: Options<'a>,
    pub seed: u64,
    /// The agent around it that hands it worlds, and how much of the time for the move that has taken already.
    outer: Option<(&'static str, Duration)>,
}

impl<'a, G> Request<'a, G> {
    /// An agent that is in no other's worlds.
    pub fn new(game: &'a G, options: Options<'a>, seed: u64) -> Self {
        Self { game, options, seed, outer: None }
    }

    /// An agent inside another has a stream of random numbers of its own.
    pub fn inner_seed(&self) -> u64 {
        Rng::derive(self.seed, 1)
    }

    /// What the search may spend.
    pub fn limits(&self) -> Result<Limits, AgentSpecError> {
        let limits = self.options.limits()?;
        let (_, taken) = self.outer.unwrap_or_default();
        Ok(Limits { time: limits.time.map(|time| time.saturating_sub(taken)), ..limits })
    }

    /// What the option `weights` names.
    pub fn evaluator(&self) -> Result<Evaluator, AgentSpecError>
    where
        G: Evaluate,
    {
        self.options.evaluator(self.game, "weights")
    }

    /// The agent that an option holds, for the game itself.
    pub fn agent_in(&self, option: &'static str, seed: u64) -> Made<G>
    where
        G: CompleteGame,
    {
        build(self.game, &self.options.agent_in(option)?, seed)
    }

    /// The agent of the option `inner`, which searches worlds with all cards on the table, and what these do with
    /// chance that was dealt in advance.
    pub fn inner_in_worlds(&self, draws: Option<Draws>) -> Result<(InWorlds<G>, Draws), AgentSpecError>
    where
        G: CompleteGame,
    {
        let dealt = Open::new(self.game.clone());
        let inner = resolve(&dealt, &self.options.agent_in("inner")?)?;
        let draws = draws.unwrap_or_else(|| usual_draws(&inner));
        let world = match draws {
            Draws::Dealt => dealt,
            Draws::Open => Open::with_draws(self.game.clone()),
        };
        let outer = (self.options.agent.name, Duration::ZERO);
        Ok((build_inside(&world, &inner, self.inner_seed(), outer)?, draws))
    }
}

/// Makes the agent that `spec` describes for a game.
///
/// # Errors
/// An [`AgentSpecError`] for an unknown name, an option that does not fit, or a refusal.
pub fn build<G: CompleteGame>(game: &G, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let spec = resolve(game, spec)?;
    let agent = find_in(game, &spec.name)?;
    let options = Options::new(game, agent, &spec)?;
    if let Some(strategy) = strategies::find(game, agent.name) {
        return strategies::build(game, strategy, &options, seed);
    }
    if let Some(sentence) = refusal(game, agent) {
        return Err(AgentSpecError::Refused(sentence));
    }
    let request = Request::new(game, options, seed);
    whole(&request).or_else(|| search(&request)).unwrap_or_else(|| unreachable!("{spec} is resolved"))
}

/// Makes an agent inside `outer`, which has taken some of the time for the move already. The spec is resolved.
pub(super) fn build_inside<G: World>(
    game: &G,
    spec: &Spec,
    seed: u64,
    outer: (&'static str, Duration),
) -> Made<G> {
    let agent = find_in(game, &spec.name)?;
    let options = Options::new(game, agent, spec)?;
    let is_search = listed(agent.name).is_some_and(|agent| agent.is_search);
    if let Some(sentence) = refusal(game, agent).filter(|_| is_search) {
        return Err(AgentSpecError::Refused(sentence));
    }
    search(&Request { game, options, seed, outer: Some(outer) }).unwrap_or_else(|| {
        let (name, (outer, _)) = (agent.name, outer);
        Err(AgentSpecError::BadValue {
            agent: outer,
            option: "inner",
            value: format!("({spec})"),
            hint: format!("{name} does not search inside {outer}; write inner=(alphabeta:depth=3)"),
        })
    })
}

/// The most time that the agent of a resolved spec takes for a move, if it has such a limit.
pub(super) fn time_of<G: Presets + Strategies>(
    game: &G,
    spec: &Spec,
) -> Result<Option<Duration>, AgentSpecError> {
    let agent = find_in(game, &spec.name)?;
    Ok(Options::new(game, agent, spec)?.limits()?.time)
}
