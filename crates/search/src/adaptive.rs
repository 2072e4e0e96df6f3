//! Learns how the others judge positions, and searches with that at their plies.
//!
//! Idea: a search that takes everyone to think like itself prepares for replies that never come. From the moves
//! that each of the others has played so far, infer which weights of the evaluation explain them; then let
//! any search look at those of their moves alone that such a player is likely to choose.
//! Formula: `P(rule | moves) ∝ P(rule) · Π P(move | rule)`, with `P(move | rule)` a softmax over the evaluation
//! after one ply (see [`belief`]); a move of another player is searched if it is among the likeliest that together
//! have the probability `top_p`. Whoever is not understood is thereby searched in full. Or, as the best response to
//! the model, the value of his ply is the mean over these moves, `Σ P(move) · value(move)`.
//! Games: without secrets, with an evaluation, and those of the inner search.
//! Sources: D. Carmel and S. Markovitch, "Learning models of intelligent agents" (1996) and "Incorporating opponent
//! models into adversary search" (1996); the idea for Blokus is section 8.1.2 of S. Mathew's dissertation
//! (2017). For the filter: N. Chopin, "A sequential particle filter method for static models" (2002).

mod belief;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludwerk_core::{
    Agent, AgentError, Clock, Control, Decision, Evaluate, Game, History, Keyed, Observe, Report, Rng, Seat,
    Turn, View,
};

use self::belief::{Belief, Rule, measure_all};
use crate::facts::open_refusal;
use crate::open::{Foretell, Open};

/// What a search makes of moves that are foretold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// It looks at the likely ones alone, and the others choose among them.
    Likely,
    /// The others do not choose: their plies are chance plies with the probabilities of the model.
    Mean,
}

/// How much is learned, and how far it is trusted.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveOptions {
    /// What the search makes of it.
    pub replies: Replies,
    /// The named sets of weights that somebody may have, the default ones as `default`; `None` for all.
    pub models: Option<Vec<String>>,
    /// Top-p: the likeliest moves that together are so probable are searched; 1 for all.
    pub top_p: f64,
    /// How many free sets of weights are tried beside the named ones.
    pub particles: usize,
    /// Whether moves are learned from. Otherwise all are taken to judge as the game's default weights do.
    pub learns: bool,
    /// The most time for a move, search and all, if there is such a limit: learning takes a quarter of it at most.
    pub time: Option<Duration>,
}

impl Default for AdaptiveOptions {
    fn default() -> Self {
        Self { replies: Replies::Likely, models: None, top_p: 0.8, particles: 64, learns: true, time: None }
    }
}

/// Makes the search, from a seed and the time that learning took of its own. Its results hold for one model of the
/// others, so it is made anew for each decision.
pub type MakeInner<G> = Box<dyn Fn(u64, Duration) -> Result<Box<dyn Agent<Open<G>>>, AgentError> + Send>;

/// A search that learns how the others judge.
pub struct Adaptive<G: Keyed> {
    make_inner: MakeInner<G>,
    options: AdaptiveOptions,
    seed: u64,
    n_decisions: u64,
    kept: Option<Kept<G>>,
}

/// What was learned so far, and up to where: the others may have gone on since.
struct Kept<G: Game> {
    history: History,
    state: G::State,
    /// One for each seat.
    beliefs: Vec<Belief>,
}

/// So many rules foretell a move together; more would take time and add little.
const MOST_RULES: usize = 8;

/// So many features are named of somebody with weights of its own.
const N_TOLD: usize = 3;

/// Learning takes one part in so many of the time for a move.
const PART_OF_MOVE: u32 = 4;

/// Learning takes one part in so many of the time that is left for a game.
const PART_OF_GAME: u32 = 100;

/// How long there is time to learn.
struct Patience<'a> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
}

impl<'a> Patience<'a> {
    /// For a move of a seat that may take so long, in a game under this clock. Without either there is time for
    /// everything, so that equal seeds give equal results.
    fn new(time: Option<Duration>, clock: Option<&Clock>, seat: Seat, stop: &'a AtomicBool) -> Self {
        let on_clock = clock.and_then(|clock| clock.control.per_move);
        let left = clock.and_then(|clock| clock.left.get(seat.idx())).map(|&left| left / PART_OF_GAME);
        let for_move = [time, on_clock].map(|time| time.map(|time| time / PART_OF_MOVE));
        let least = for_move.into_iter().chain([left]).flatten().min();
        Self { stop, deadline: least.and_then(|time| Instant::now().checked_add(time)) }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl<G: Keyed> Adaptive<G> {
    /// The agent that searches as the made ones do.
    pub fn new(make_inner: MakeInner<G>, options: AdaptiveOptions, seed: u64) -> Self {
        Self { make_inner, options, seed, n_decisions: 0, kept: None }
    }
}

impl<G: Observe + Evaluate + Keyed> Adaptive<G> {
    /// Learns from what was played since the last turn, or from the whole game. What there is no time for is left for the
    /// next turn, except for one decision, so that something is learned in each.
    fn learn(&mut self, view: &View<'_, G>, state: &G::State, patience: &Patience<'_>) -> Kept<G> {
        let game = view.game;
        let fresh = |history: History, state: G::State| {
            let belief = |seat: Seat| {
                let seed = Rng::derive(self.seed, seat.idx() as u64);
                Belief::new(game, self.options.models.as_deref(), self.options.particles, seed)
            };
            Kept { history, state, beliefs: Seat::all(game.n_seats()).map(belief).collect() }
        };
        // 1. Go on where the last turn was, if this is the same game; else begin at its start.
        let begun = self.kept.take().and_then(|kept| {
            let key = game.key(&kept.state);
            let moves: Vec<G::Move> = view.history.moves_since(&kept.history, key)?;
            let is_same = !moves.is_empty() || game.key(state) == key;
            is_same.then_some((kept, moves))
        });
        let (mut kept, moves) = begun.unwrap_or_else(|| match view.start {
            Some(start) => {
                let mut moves: Vec<_> = view.history.latest_moves().collect();
                moves.reverse();
                (fresh(History::new(), start.clone()), moves)
            }
            None => (fresh(view.history.clone(), state.clone()), Vec::new()),
        });
        // 2. Watch everybody: an agent may be asked for another seat next.
        let mut has_seen = false;
        for mv in moves {
            if patience.is_stopped() || has_seen && patience.is_over() {
                break;
            }
            if let Turn::Player(seat) = game.turn(&kept.state) {
                kept.beliefs[seat.idx()].see(game, &kept.state, seat, mv, &|| patience.is_over());
                has_seen = true;
            }
            kept.history.push(game.key(&kept.state), mv);
            game.play_unchecked(&mut kept.state, mv);
        }
        kept
    }
}

impl<G: Observe + Evaluate + Keyed + Clone> Agent<G> for Adaptive<G> {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = open_refusal(view.game, "adaptive") {
            return Err(AgentError::Refused(why));
        }
        let begun = self.options.time.map(|_| Instant::now());
        let state = view.game.resample(view.observation, &mut Rng::new(self.seed));
        // 1. What is known of the others?
        let (rules, notes) = if self.options.learns {
            let patience = Patience::new(self.options.time, control.clock(), view.seat, control.stop_flag());
            let kept = self.learn(view, &state, &patience);
            let rules = kept.beliefs.iter().map(|belief| belief.likeliest(MOST_RULES)).collect();
            let others =
                Seat::all(view.game.n_seats()).zip(&kept.beliefs).filter(|(seat, _)| *seat != view.seat);
            let notes: Vec<_> = others.map(|(seat, belief)| told(seat, belief)).collect();
            self.kept = Some(kept);
            (rules, notes)
        } else {
            let rule = vec![(Rule::strict(&view.game.default_weights()), 1.0)];
            (vec![rule; view.game.n_seats()], Vec::new())
        };
        // 2. Search with it.
        let model = Model { rules, own: view.seat, top_p: self.options.top_p };
        let game = Open::new(view.game.clone()).foretold_by(Arc::new(model));
        let game = match self.options.replies {
            Replies::Likely => game,
            Replies::Mean => game.with_foretold_chance(),
        };
        let open = View {
            game: &game,
            seat: view.seat,
            observation: &state,
            legal: view.legal,
            start: None,
            history: view.history,
            truth: None,
        };
        let taken = begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let mut inner = (self.make_inner)(Rng::derive(self.seed, 1000 + self.n_decisions), taken)?;
        self.n_decisions += 1;
        let (stop, terms) = (control.stop_flag(), control.terms());
        let mut forward = |report: &Report<G::Move>| {
            control.report(&Report { notes: notes.clone(), ..report.clone() });
        };
        let mut decision = inner.decide(&open, &mut Control::new(stop, &mut forward).on_terms(terms))?;
        decision.report.notes = notes;
        Ok(decision)
    }
}

/// What is believed of a seat, in a sentence.
fn told(seat: Seat, belief: &Belief) -> String {
    if belief.n_seen() == 0 {
        return format!("seat {seat}: nothing is known yet");
    }
    let names = belief.names();
    let likely = names.iter().take_while(|(_, share)| *share >= 0.01).take(N_TOLD);
    let shares: Vec<_> = likely.map(|(name, share)| format!("{:.0}% {name}", 100.0 * share)).collect();
    let plural = if belief.n_seen() == 1 { "decision" } else { "decisions" };
    let free = match names.first() {
        Some((name, _)) if *name == belief::FREE_NAME => {
            let weights = belief.free_weights();
            let weights = weights.iter().take(N_TOLD);
            let texts: Vec<_> = weights.map(|(name, weight)| format!("{name} {weight:+.2}")).collect();
            format!(" ({})", texts.join(", "))
        }
        _ => String::new(),
    };
    format!(
        "seat {seat} judges by {}{free}; {} {plural} seen, each foretold {:.1} times as well as by chance",
        shares.join(", "),
        belief.n_seen(),
        belief.gain(),
    )
}

/// What the others are likely to play.
struct Model {
    /// The rules of each seat with their shares.
    rules: Vec<Vec<(Rule, f64)>>,
    own: Seat,
    top_p: f64,
}

/// Up to so many different sets of weights are asked one by one; for more, all features are measured once.
const MOST_APART: usize = 4;

impl Model {
    /// The moves that together have the probability `top_p`, the likeliest first, with their probabilities.
    fn likely<G: Evaluate>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
    ) -> Vec<(usize, f64)> {
        let probabilities = self.probabilities(game, state, seat, moves);
        // Equal ones in the order of the moves.
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
        let mut covered = 0.0;
        let is_needed = |n: &usize| {
            let is_needed = covered < self.top_p;
            covered += probabilities[*n];
            is_needed
        };
        order.into_iter().take_while(is_needed).map(|n| (n, probabilities[n])).collect()
    }

    fn probabilities<G: Evaluate>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
    ) -> Vec<f64> {
        let rules = &self.rules[seat.idx()];
        let mut apart: Vec<&Rule> = Vec::new();
        for (rule, _) in rules {
            if apart.iter().all(|known| !known.shares_weights(rule)) {
                apart.push(rule);
            }
        }
        let mut probabilities = vec![0.0; moves.len()];
        if apart.len() <= MOST_APART {
            // Few sets of weights do not need all features.
            for known in apart {
                let scores = known.scores(game, state, seat, moves);
                for (rule, share) in rules.iter().filter(|(rule, _)| rule.shares_weights(known)) {
                    rule.add_by_scores(&scores, *share, &mut probabilities);
                }
            }
            return probabilities;
        }
        let mut values = Vec::with_capacity(moves.len() * game.features().len());
        measure_all(game, state, seat, moves, &mut values);
        for (rule, share) in rules {
            rule.add_probabilities(&values, *share, &mut probabilities);
        }
        probabilities
    }
}

impl<G: Evaluate> Foretell<G> for Model {
    fn keep_likely(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>, first: usize) {
        let Turn::Player(seat) = game.turn(state) else { return };
        if seat == self.own || moves.len() - first < 2 || self.top_p >= 1.0 {
            return;
        }
        let likely = self.likely(game, state, seat, &moves[first..]);
        let likely: Vec<_> = likely.into_iter().map(|(n, _)| moves[first + n]).collect();
        moves.truncate(first);
        moves.extend(likely);
    }

    fn foretells(&self, seat: Seat) -> bool {
        seat != self.own
    }

    fn chances(&self, game: &G, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>) {
        let Turn::Player(seat) = game.turn(state) else { return };
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let likely = self.likely(game, state, seat, &moves);
        let sum: f64 = likely.iter().map(|(_, probability)| probability).sum();
        outcomes.extend(likely.into_iter().map(|(n, probability)| (moves[n], probability / sum)));
    }
}
