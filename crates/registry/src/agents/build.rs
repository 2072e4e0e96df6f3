//! Making agents from specs.

use std::time::Duration;

use ludwerk_core::{
    Agent, AgentError, CompleteGame, Evaluate, Keyed, MoveHints, Numbered, Presets, Rng, Strategies,
};
use ludwerk_search::{
    Adaptive, AdaptiveOptions, AlphaBeta, BestReply, Book, Draws, Expectimax, Greedy, Ismcts, Limits, Maxn,
    Mcts, Minimax, Mix, Open, Paranoid, Peek, Perfect, Pimc, QPlayer, Random, Replies, Sampler,
};

use super::adaptive_level::AdaptiveLevel;
use super::options::Options;
use super::{AgentInfo, AgentSpecError, find_in, process, refusal, resolve, strategies};
use crate::spec::{Spec, Value};

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
    // An agent inside another has a stream of its own.
    let inner_seed = Rng::derive(seed, 1);
    Ok(match agent.name {
        "pimc" => {
            let (inner, draws) = build_in_worlds(game, &options, inner_seed, "pimc")?;
            let pimc = Pimc::new(inner, options.worlds()?, options.limits()?.time, seed);
            Box::new(pimc.with_draws(draws).with_turns(options.whole_turns()?))
        }
        "peek" => {
            let (inner, draws) = build_in_worlds(game, &options, inner_seed, "peek")?;
            Box::new(Peek::new(inner, draws))
        }
        "adaptive" => {
            let replies = options.replies()?;
            let (open, usual) = match replies {
                Replies::Likely => (Open::new(game.clone()), "paranoid:depth=2"),
                Replies::Mean => (Open::new(game.clone()).with_foretold_chance(), "expectimax:depth=1"),
            };
            let inner = resolve(&open, &options.inner(usual)?)?;
            // What cannot be made is refused now, not in the middle of a game.
            build_open(&open, &inner, inner_seed, "adaptive", Duration::ZERO)?;
            let time = time_of(&open, &inner)?;
            let make = move |seed, taken| {
                let made = build_open(&open, &inner, seed, "adaptive", taken);
                made.map_err(|error| AgentError::Failed(error.to_string()))
            };
            let adaptive = AdaptiveOptions { time, ..options.adaptive(game)? };
            Box::new(Adaptive::new(Box::new(make), adaptive, seed))
        }
        "sampler" => {
            let inner = build(game, &options.inner("greedy")?, inner_seed)?;
            let sampler = Sampler::new(inner, options.temperature()?, seed);
            Box::new(match options.value_limit()? {
                Some(limit) => sampler.with_limit(limit),
                None => sampler,
            })
        }
        "mix" => {
            let one = build(game, &options.spec_in("one", "random")?, inner_seed)?;
            let other = build(game, &options.spec_in("other", "champion")?, Rng::derive(seed, 2))?;
            Box::new(Mix::new([one, other], options.mix_share()?, seed))
        }
        "adaptive-level" => {
            Box::new(AdaptiveLevel::new(game, options.adaptive_level(game.n_seats())?, seed)?)
        }
        "book" => {
            let inner = build(game, &options.inner("champion")?, inner_seed)?;
            let text = options.book_text()?;
            Box::new(
                Book::new(game, &text, inner, seed).map_err(|error| options.bad_book(&error.to_string()))?,
            )
        }
        "qtable" => {
            let (table, inner) = (options.qtable(game)?, options.inner("greedy")?);
            let made = QPlayer::new(game, table, build(game, &inner, inner_seed)?, seed);
            Box::new(made.map_err(|error| options.bad_qtable(game, &error))?)
        }
        "perfect" => Box::new(Perfect::new(options.required_table(game)?, seed)),
        "process" => process::build(game, &options, seed)?,
        _ => build_open(game, &spec, seed, agent.name, Duration::ZERO)?,
    })
}

/// The agent that searches worlds of a game with all cards on the table.
type OpenAgent<G> = Box<dyn Agent<Open<G>>>;

/// Makes the inner agent of one that hands it worlds, and says what these do with draws.
fn build_in_worlds<G: CompleteGame>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
    outer: &'static str,
) -> Result<(OpenAgent<G>, Draws), AgentSpecError> {
    let dealt = Open::new(game.clone());
    let inner = resolve(&dealt, &options.inner("mcts:iterations=1000")?)?;
    let draws = options.draws(&inner)?;
    let world = match draws {
        Draws::Dealt => dealt,
        Draws::Open => Open::with_draws(game.clone()),
    };
    Ok((build_open(&world, &inner, seed, outer, Duration::ZERO)?, draws))
}

/// The limits of an agent. Those that would search without end get a second.
fn limits_of(agent: &AgentInfo, options: &Options<'_>) -> Result<Limits, AgentSpecError> {
    let mut limits = options.limits()?;
    let is_endless = ["paranoid", "brs", "alphabeta", "mcts", "ismcts"].contains(&agent.name);
    if is_endless && limits == Limits::default() {
        limits.time = Some(Duration::from_secs(1));
    }
    Ok(limits)
}

/// The most time that the agent of a resolved spec takes for a move, if it has such a limit.
fn time_of<G: Presets + Strategies>(game: &G, spec: &Spec) -> Result<Option<Duration>, AgentSpecError> {
    let agent = find_in(game, &spec.name)?;
    Ok(limits_of(agent, &Options::new(game, agent, spec)?)?.time)
}

/// Makes an agent that is made of nothing else, inside another of the name `outer`, which has `taken` some of the time
/// for the move already. The spec is resolved.
fn build_open<G: Evaluate + Keyed + MoveHints + Numbered + Presets + Strategies + Clone>(
    game: &G,
    spec: &Spec,
    seed: u64,
    outer: &'static str,
    taken: Duration,
) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let agent = find_in(game, &spec.name)?;
    let options = Options::new(game, agent, spec)?;
    // A table is about the game itself, not about its worlds: `perfect` is no search, and is told so below.
    if let Some(sentence) = refusal(game, agent).filter(|_| agent.name != "perfect") {
        return Err(AgentSpecError::Refused(sentence));
    }
    let limits = || -> Result<Limits, AgentSpecError> {
        let limits = limits_of(agent, &options)?;
        Ok(Limits { time: limits.time.map(|time| time.saturating_sub(taken)), ..limits })
    };
    let evaluator = || options.evaluator(game, "weights");
    Ok(match agent.name {
        "random" => Box::new(Random::new(seed)),
        "greedy" => Box::new(Greedy::new(evaluator()?, seed)),
        "minimax" => Box::new(Minimax::new(limits()?, evaluator()?, seed)),
        "expectimax" => Box::new(Expectimax::new(options.expectimax()?, limits()?, evaluator()?, seed)),
        "maxn" => {
            let maxn = Maxn::new(options.maxn()?, limits()?, evaluator()?, seed);
            let is_same = |value: &Value| matches!(value, Value::Text(text) if text == "weights");
            let has_model = options.get("others").is_some_and(|value| !is_same(value));
            Box::new(if has_model { maxn.with_others(options.evaluator(game, "others")?) } else { maxn })
        }
        "paranoid" => {
            let limits = limits()?;
            Box::new(Paranoid::new(options.alphabeta()?, limits, evaluator()?, seed))
        }
        "brs" => {
            let (plus, limits) = (options.switch("plus", false)?, limits()?);
            Box::new(BestReply::new(plus, options.alphabeta()?, limits, evaluator()?, seed))
        }
        "alphabeta" => {
            let limits = limits()?;
            let search = AlphaBeta::new(options.alphabeta()?, limits, evaluator()?, seed);
            Box::new(match options.table(game)? {
                Some(table) => search.with_tablebase(table),
                None => search,
            })
        }
        "mcts" => Box::new(Mcts::new(options.mcts()?, limits()?, evaluator()?, seed)),
        "ismcts" => Box::new(Ismcts::new(options.ismcts()?, limits()?, evaluator()?, seed)),
        name => {
            return Err(AgentSpecError::BadValue {
                agent: outer,
                option: "inner",
                value: format!("({spec})"),
                hint: format!("{name} does not search inside {outer}; write inner=(alphabeta:depth=3)"),
            });
        }
    })
}
