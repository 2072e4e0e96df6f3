//! An opponent that is as strong as whoever it plays.
//!
//! Idea: a game is most interesting when either may win. From the moves so far and from what is known before the game,
//! tell how strong the other is (`ludwerk_search::strength`), and play at the level against which such a player
//! scores one half.
//! Formula: the level `t` with `E[P(other beats t)] = aim`; between two whole levels, each move is played at one or the
//! other by lot, so that the mean is `t`. Below level 1, some moves are random ones.
//! Games: all. In a game with secrets the course of the game is not seen, so that only what is known before it counts.
//! Source: the wish is section 3.2.7 of S. Mathew's dissertation on Blokus (2017).

use std::collections::BTreeMap;

use ludwerk_core::{
    Agent, AgentError, CompleteGame, Control, Decision, Evaluate, Indexed, MAX_SEATS, Playthrough, Presets,
    Rng, Seat, Strategies, View,
};
use ludwerk_search::strength::{Choice, Decisions, Estimate, Level, Strength};

use super::build::Request;
use super::describe::{Describe, Description, Made, Whole};
use super::options::{AgentOption, Options};
use super::values::{Values, positive};
use super::{AgentSpecError, build, find_in, resolve};
use crate::levels::Levels;
use crate::spec::Spec;

/// The name of the agent.
pub const ADAPTIVE_LEVEL: &str = Entry::NAME;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "adaptive-level";
    type Settings = AdaptiveLevelOptions;

    fn describe() -> Description<AdaptiveLevelOptions> {
        let levels = || {
            let expected = "5.3/0.8, a level and its standard deviation";
            Values::new(expected, |text| text.parse().ok(), Level::to_string)
        };
        Description::new(
            "Adaptive difficulty: as strong as whoever it plays, which it tells from moves and earlier games.",
        )
        .for_strangers()
        .options([
            AgentOption::field(
                "prior",
                levels(),
                |settings: &mut AdaptiveLevelOptions| &mut settings.before.results,
                "What is known before the game: a level and its standard deviation, from results.",
            ),
            AgentOption::field(
                "moves",
                levels().optional("none"),
                |settings| &mut settings.before.moves,
                "The same from the moves of earlier games.",
            ),
            AgentOption::field(
                "seats",
                Values::new("0 or 0+1", read_seats, |seats: &Vec<Seat>| show_seats(seats)).optional("none"),
                |settings| &mut settings.seats,
                "Whose strength it takes, as `0` or `0+2`; all others' if none.",
            ),
            AgentOption::field(
                "aim",
                positive("0.5").filtered("0.5, above 0 and below 1", |&share| share < 1.0),
                |settings| &mut settings.aim,
                "Target score: the share of two-player games that the other is to win.",
            ),
        ])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: AdaptiveLevelOptions) -> Made<G> {
        let settings = settings.checked(&request.options, request.game.n_seats())?;
        Ok(Box::new(AdaptiveLevel::new(request.game, settings, request.seed)?))
    }
}

fn read_seats(text: &str) -> Option<Vec<Seat>> {
    text.split('+').map(|seat| Seat::checked(seat.parse().ok()?, MAX_SEATS)).collect()
}

fn show_seats(seats: &[Seat]) -> String {
    seats.iter().map(Seat::to_string).collect::<Vec<_>>().join("+")
}

/// What `adaptive-level` is told.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveLevelOptions {
    /// What is known of the others before the game.
    pub before: Strength,
    /// Whose strength counts; all others' if `None`.
    pub seats: Option<Vec<Seat>>,
    /// What the other is to score.
    pub aim: f64,
}

impl Default for AdaptiveLevelOptions {
    fn default() -> Self {
        Self { before: Strength::UNKNOWN, seats: None, aim: 0.5 }
    }
}

impl AdaptiveLevelOptions {
    /// The options of a spec, if it is one of this agent.
    ///
    /// # Errors
    /// An [`AgentSpecError`] for an option that does not fit.
    pub fn of_spec<G: Evaluate + Indexed + Presets + Strategies>(
        game: &G,
        spec: &Spec,
    ) -> Result<Option<Self>, AgentSpecError> {
        let spec = resolve(game, spec)?;
        if spec.name != ADAPTIVE_LEVEL {
            return Ok(None);
        }
        let options = Options::new(game, find_in(game, &spec.name)?, &spec)?;
        options.settings::<Entry>()?.checked(&options, game.n_seats()).map(Some)
    }

    /// With seats that the game has.
    fn checked(self, options: &Options<'_>, n_seats: usize) -> Result<Self, AgentSpecError> {
        if self.seats.iter().flatten().all(|seat| seat.idx() < n_seats) {
            return Ok(self);
        }
        Err(options.bad_value("seats", format!("write seats=0 or 0+1, below {n_seats}")))
    }

    /// Whether the agent at `own` takes its strength from `seat`.
    pub fn watches(&self, own: Seat, seat: Seat) -> bool {
        seat != own && self.seats.as_ref().is_none_or(|seats| seats.contains(&seat))
    }

    /// What is known of each seat that is watched from `own` after these decisions.
    pub fn estimates(
        &self,
        levels: &'static Levels,
        own: Seat,
        n_seats: usize,
        decisions: &[Option<(Seat, Choice)>],
    ) -> Vec<(Seat, Estimate<'static>)> {
        let watched = Seat::all(n_seats).filter(|&seat| self.watches(own, seat));
        watched
            .map(|seat| {
                let mut estimate = Estimate::new(&levels.table, &self.before);
                let own = decisions.iter().flatten().filter(|(by, _)| *by == seat);
                own.for_each(|(_, choice)| estimate.see_move(choice));
                (seat, estimate)
            })
            .collect()
    }

    /// The level to play at, given what is known of those who are watched.
    pub fn level(&self, levels: &Levels, estimates: &[(Seat, Estimate<'_>)]) -> f64 {
        let fair = estimates.iter().map(|(_, estimate)| estimate.fair_level(self.aim));
        let (low, high) = levels.table.range();
        match estimates.len() {
            0 => Estimate::new(&levels.table, &self.before).fair_level(self.aim),
            n => (fair.sum::<f64>() / n as f64).clamp(low, high),
        }
    }
}

/// The agent.
pub struct AdaptiveLevel<G: CompleteGame> {
    game: G,
    levels: &'static Levels,
    options: AdaptiveLevelOptions,
    seed: u64,
    rng: Rng,
    seen: Seen<G>,
    /// The levels that have played so far, by number; 0 plays any move.
    players: BTreeMap<u32, Box<dyn Agent<G>>>,
}

/// The decisions of the game that was looked at last.
struct Seen<G: CompleteGame> {
    /// The key of its start, and its moves.
    start: u64,
    moves: Vec<G::Move>,
    decisions: Decisions,
}

impl<G: CompleteGame> AdaptiveLevel<G> {
    /// The agent for a game.
    ///
    /// # Errors
    /// An [`AgentSpecError`] if the judge of moves cannot be made.
    pub fn new(game: &G, options: AdaptiveLevelOptions, seed: u64) -> Result<Self, AgentSpecError> {
        let levels = Levels::of(game.info().id);
        // What cannot be made is refused now, not in the middle of a game.
        levels.judge.iter().try_for_each(|judge| build(game, judge, 0).map(drop))?;
        Ok(Self {
            game: game.clone(),
            levels,
            options,
            seed,
            rng: Rng::new(seed),
            seen: Seen { start: 0, moves: Vec::new(), decisions: Vec::new() },
            players: BTreeMap::new(),
        })
    }

    /// Looks at what the others have decided so far, as far as the course of the game is shown.
    fn watch(
        &mut self,
        view: &View<'_, G>,
        control: &Control<'_, G::Move>,
    ) -> Result<&Decisions, AgentError> {
        let Some(start) = view.start else { return Ok(&self.seen.decisions) };
        let mut moves: Vec<G::Move> = view.history.latest_moves().collect();
        moves.reverse();
        // 1. What was looked at before still holds, unless moves were taken back or another game has begun.
        let is_same = self.seen.start == self.game.key(start);
        let n_same = moves.iter().zip(&self.seen.moves).take_while(|(now, then)| now == then).count();
        self.seen.decisions.truncate(if is_same { n_same } else { 0 });
        // 2. Look at the rest.
        let mut play = Playthrough::new(self.game.clone(), start.clone());
        for &mv in &moves {
            if play.play(mv).is_err() {
                break;
            }
        }
        self.seen.start = self.game.key(start);
        self.seen.moves = moves;
        let make_judge = |spec: &Spec, seed: u64| made(&self.game, spec, seed);
        let is_watched = |seat| self.options.watches(view.seat, seat);
        self.levels.watch(&play, &mut self.seen.decisions, is_watched, make_judge, control.stop_flag())?;
        Ok(&self.seen.decisions)
    }

    /// The player of a whole level.
    fn player(&mut self, level: u32) -> Result<&mut Box<dyn Agent<G>>, AgentError> {
        if !self.players.contains_key(&level) {
            let spec: Spec = format!("level:n={level}")
                .parse()
                .unwrap_or_else(|error| unreachable!("a level is a spec: {error}"));
            let player = made(&self.game, &spec, Rng::derive(self.seed, u64::from(level)))?;
            self.players.insert(level, player);
        }
        Ok(self.players.get_mut(&level).unwrap_or_else(|| unreachable!("it was put there")))
    }
}

fn made<G: CompleteGame>(game: &G, spec: &Spec, seed: u64) -> Result<Box<dyn Agent<G>>, AgentError> {
    build(game, spec, seed).map_err(|error| AgentError::Failed(error.to_string()))
}

impl<G: CompleteGame> Agent<G> for AdaptiveLevel<G> {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        // 1. How strong are the others?
        let (levels, options) = (self.levels, self.options.clone());
        let decisions = self.watch(view, control)?;
        let estimates = options.estimates(levels, view.seat, view.game.n_seats(), decisions);
        let level = options.level(levels, &estimates);
        // 2. Play at that level: between two, at one or the other by lot.
        let below = level.floor();
        let chosen = below as u32 + u32::from(self.rng.unit() < level - below);
        let mut decision = self.player(chosen)?.decide(view, control)?;
        let known = estimates.iter().map(|(seat, estimate)| {
            let name = view.game.seat_name(*seat);
            format!("{name} plays like {}", estimate.level().words())
        });
        decision.report.notes = known.chain([format!("this move is of level {chosen}")]).collect();
        Ok(decision)
    }
}
