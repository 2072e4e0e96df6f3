//! Information-set Monte Carlo tree search: play many simulations in determinizations, worlds that may be the true one.
//!
//! Idea: a player cannot tell the positions of an information set apart, so he must treat them alike. Each
//! simulation draws the hidden information anew from what the searching seat sees, and goes down not a tree of positions
//! but of information sets, whose statistics all worlds share.
//! Formula: UCT over the moves that are legal in this simulation's world: the greatest `mean + c·√(ln a / n)`, where
//! `n` counts how often the move was tried and `a` how often it could have been. With priors: the greatest
//! `mean + c·p·√(1 + Σn) / (1 + n)`, where `p` is how likely the game calls the move among those of this world.
//! Games: any number of players, with or without chance. The searching seat's observation is all that it is
//! shown. It plays open games too, but sees no repetitions there and proves nothing; [`Mcts`](crate::Mcts) does.
//! Source: P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search" (2012).
//!
//! With a single observer the positions of all players are told apart as the searching seat does; the others
//! then play as if they saw no more than it does. With multiple observers every player goes by what he sees
//! himself, so that bluffing and hiding have a point.
//!
//! Deviation: information sets are found by their key instead of by walking a tree for each observer, so
//! that lines that lead to the same knowledge share what they learn.
//!
//! Where a simulation begins matters. From the position that is searched, all worlds have the searching seat's own
//! cards, so that the others learn them in time, and a bluff has no point; and what the others have done tells
//! nothing about theirs. From the start of a game (`Roots::Start`) neither is so, and play comes close to an
//! equilibrium; but only in a game so small that simulations come by the position often enough.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, Line, Move as _, MoveHints, Observe, Report, Rng, Seat,
    Turn, View, mix,
};

use crate::early_stop::{Patience, Standing};
use crate::evaluator::Evaluator;
use crate::limits::{Halt, Limits, Meter};
use crate::rollout::{Played, RolloutOptions, Rollouts, Shares};
use crate::root::no_moves;
use crate::score;

/// Whose information sets are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observers {
    /// By those of the seat that searches.
    Single,
    /// By those of whoever is to move.
    Multiple,
}

/// Where a simulation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots {
    /// In the position that is searched, its hidden information drawn from what the seat holds possible.
    Here,
    /// At the start of a game, so that what the others have done tells what they may have. For games so small
    /// that simulations come by the position that is searched.
    Start,
}

/// How the move to play is taken from what was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The move that was tried most.
    Best,
    /// Any move, as likely as it was tried: a mixed strategy, as games with secrets need it.
    Mixed,
}

/// How the search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsmctsOptions {
    /// Whose information sets are told apart.
    pub observers: Observers,
    /// The exploration constant: `c` in the formula.
    pub exploration: f64,
    /// Whether moves are preferred in proportion to how likely the game says they are.
    pub priors: bool,
    /// Where a simulation begins.
    pub roots: Roots,
    /// How games are played out.
    pub rollout: RolloutOptions,
    /// The final move: how it is taken from what was learnt.
    pub pick: Pick,
    /// Keep the tree between the moves of a game.
    pub reuse: bool,
    /// How many bytes the tree may take.
    pub memory: usize,
}

impl Default for IsmctsOptions {
    fn default() -> Self {
        Self {
            observers: Observers::Multiple,
            exploration: 0.7,
            priors: false,
            roots: Roots::Here,
            rollout: RolloutOptions::default(),
            pick: Pick::Best,
            reuse: true,
            memory: 256 << 20,
        }
    }
}

/// Searches games with secrets by playing them in possible worlds.
#[derive(Clone, Debug)]
pub struct Ismcts {
    options: IsmctsOptions,
    limits: Limits,
    evaluator: Evaluator,
    rng: Rng,
    /// What was learnt before, and the seat that learnt it.
    tree: Tree,
    seat: Option<Seat>,
}

impl Ismcts {
    /// The agent with these options, limits and weights, and a seed.
    pub fn new(options: IsmctsOptions, limits: Limits, evaluator: impl Into<Evaluator>, seed: u64) -> Self {
        let tree = Tree::new(options.memory);
        Self { options, limits, evaluator: evaluator.into(), rng: Rng::new(seed), tree, seat: None }
    }

    /// The tree to search in. Information sets are found by what is known in them, so that those of an earlier move are
    /// found again, the next plies of a turn among them. What fills half of the room is forgotten.
    fn take_tree(&mut self, seat: Seat) -> Tree {
        let tree = std::mem::replace(&mut self.tree, Tree::new(self.options.memory));
        let is_of_use = self.seat.replace(seat) == Some(seat) && tree.bytes_left >= self.options.memory / 2;
        if is_of_use { tree } else { Tree::new(self.options.memory) }
    }
}

impl<G: Observe + Evaluate + MoveHints> Agent<G> for Ismcts {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let &first = view.legal.first().ok_or_else(no_moves)?;
        let tree = self.take_tree(view.seat);
        let mut search =
            Search::new(view, &self.options, &self.evaluator, &self.limits, control.stop_flag(), tree);
        // A forced move needs no thought, unless rounds were asked for.
        let is_forced = view.legal.len() == 1 && self.limits.iterations.is_none();
        // More could not be counted.
        let most_rounds = self.limits.iterations.unwrap_or(u64::MAX).min(u64::from(u32::MAX));
        let most_rounds = if is_forced { 2 } else { most_rounds };
        let mut next_report = 64;
        // Where a move is drawn by its visits, none of them is too many.
        let mut patience = match self.options.pick {
            Pick::Best => Patience::new(self.limits.time, control.move_clock(), control.n_lines()),
            Pick::Mixed => Patience::endless(),
        };
        while search.n_rounds < most_rounds
            && !patience.is_at_its_end(search.n_rounds, || search.standing())
            && search.round(&mut self.rng).is_ok()
        {
            if search.n_rounds >= next_report {
                next_report = 2 * search.n_rounds;
                control.report(&search.report());
            }
        }
        let mut report = search.report();
        let chosen = match self.options.pick {
            Pick::Best => report.pv.first().copied().unwrap_or(first),
            Pick::Mixed => {
                let chosen = search.mixed_move(&mut self.rng).unwrap_or(first);
                if let Some(line) = report.lines.iter().find(|line| line.mv == chosen) {
                    report.values = search.values(line.value);
                    (report.value, report.pv) = (Some(line.value), line.pv.clone());
                }
                chosen
            }
        };
        if self.options.reuse {
            self.tree = search.tree;
        }
        Ok(Decision { chosen, report })
    }
}

/// A move of an information set, in a list of them.
#[derive(Clone, Copy, Debug)]
struct Edge {
    bits: u32,
    next: u32,
    visits: u32,
    /// How often the move could have been tried.
    chances: u32,
    /// How likely the game calls it, compared with others; below 0 until it is asked for.
    prior: f32,
    /// The shares of whoever moves, summed.
    total: f64,
    /// Kept in the first edge of a set: the last round that came by, and the last edge.
    round: u64,
    /// In the others: whether the edge came to the set later than the first ones, [`LATE`].
    last: u32,
}

const LATE: u32 = u32::MAX;

const NONE: u32 = u32::MAX;

/// What a map of that many information sets takes, at its fullest and while it grows.
const BYTES_A_SET: usize = 64;

/// What is known of all information sets.
#[derive(Clone, Debug)]
struct Tree {
    /// The first edge of each information set.
    sets: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    edges: Vec<Edge>,
    /// The edges that came to a set later than the others, by the set and the move.
    late: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// How many bytes may still be taken.
    bytes_left: usize,
    /// Simulations begun, by all searches.
    n_begun: u64,
}

impl Tree {
    fn new(bytes: usize) -> Self {
        let (sets, late) = (HashMap::default(), HashMap::default());
        Self { sets, edges: Vec::new(), late, bytes_left: bytes, n_begun: 0 }
    }

    /// The edge of a move in the set that begins with `first`, looked for from `cursor` on: worlds have their moves in
    /// the same order, though not the same moves. Those that a later world has brought stand at the end.
    fn find(&self, first: u32, cursor: u32, bits: u32) -> Option<u32> {
        if cursor != NONE && self.edges[cursor as usize].bits == bits {
            return Some(cursor);
        }
        if let Some(&idx) = self.late.get(&late_key(first, bits)) {
            return Some(idx);
        }
        self.scan(cursor, NONE, bits).or_else(|| self.scan(first, cursor, bits))
    }

    fn scan(&self, mut idx: u32, end: u32, bits: u32) -> Option<u32> {
        while idx != end {
            let edge = &self.edges[idx as usize];
            if edge.bits == bits {
                return Some(idx);
            }
            idx = edge.next;
        }
        None
    }

    /// A new move of an information set, behind the others, if there is room for it. `first` is where the set begins,
    /// and is set where there is none so far.
    fn add(&mut self, key: u64, first: &mut u32, bits: u32, is_late: bool) -> Option<u32> {
        // A vector that grows takes up to twice what it holds.
        let bytes = 2 * size_of::<Edge>() + if *first == NONE || is_late { BYTES_A_SET } else { 0 };
        self.bytes_left = self.bytes_left.checked_sub(bytes)?;
        let idx = self.edges.len() as u32;
        self.edges.push(Edge {
            bits,
            next: NONE,
            visits: 0,
            chances: 0,
            prior: -1.0,
            total: 0.0,
            round: self.n_begun,
            last: if is_late { LATE } else { idx },
        });
        if *first == NONE {
            *first = idx;
            self.sets.insert(key, idx);
        } else {
            let last = std::mem::replace(&mut self.edges[*first as usize].last, idx);
            self.edges[last as usize].next = idx;
            if is_late {
                self.late.insert(late_key(*first, bits), idx);
            }
        }
        Some(idx)
    }
}

fn late_key(first: u32, bits: u32) -> u64 {
    mix(u64::from(first) << 32 | u64::from(bits))
}

struct Search<'a, G: Observe + Evaluate> {
    view: &'a View<'a, G>,
    options: &'a IsmctsOptions,
    meter: Meter<'a>,
    rollouts: Rollouts<'a, G>,
    tree: Tree,
    moves: Vec<G::Move>,
    /// The edges of those moves, and how likely the moves are.
    options_here: Vec<u32>,
    priors: Vec<f32>,
    /// The edges of this round and who chose them.
    path: Vec<(u32, Seat)>,
    played: Vec<Played>,
    totals: Shares,
    n_rounds: u64,
    deepest: u32,
}

impl<'a, G: Observe + Evaluate + MoveHints> Search<'a, G> {
    fn new(
        view: &'a View<'a, G>,
        options: &'a IsmctsOptions,
        evaluator: &'a Evaluator,
        limits: &Limits,
        stop: &'a std::sync::atomic::AtomicBool,
        tree: Tree,
    ) -> Self {
        Self {
            view,
            options,
            meter: Meter::new(limits, stop),
            rollouts: Rollouts::new(view.game, evaluator, options.rollout),
            tree,
            moves: Vec::new(),
            options_here: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
            played: Vec::new(),
            totals: Shares::default(),
            n_rounds: 0,
            deepest: 0,
        }
    }

    /// One round in one possible world.
    fn round(&mut self, rng: &mut Rng) -> Result<(), Halt> {
        self.path.clear();
        self.played.clear();
        self.tree.n_begun += 1;
        self.meter.enter()?;
        let mut state = match self.options.roots {
            Roots::Here => self.view.game.resample(self.view.observation, rng),
            Roots::Start => self.view.game.start(rng),
        };
        let shares = self.descend(&mut state, rng)?;
        for &(edge, seat) in &self.path {
            let edge = &mut self.tree.edges[edge as usize];
            edge.visits += 1;
            edge.total += shares[seat];
        }
        self.rollouts.learn(&self.played, &shares);
        self.deepest = self.deepest.max(self.path.len() as u32);
        for (total, share) in self.totals.all_mut().iter_mut().zip(shares.all()) {
            *total += share;
        }
        self.n_rounds += 1;
        Ok(())
    }

    /// Goes down to a move that is new, or to the end; gives what that is worth to everyone.
    fn descend(&mut self, state: &mut G::State, rng: &mut Rng) -> Result<Shares, Halt> {
        let game = self.view.game;
        loop {
            // 1. The end of the game, or of the known ways.
            if let Some(outcome) = game.outcome(state) {
                return Ok(self.rollouts.shares_at_end(state, &outcome));
            }
            let seat = match game.turn(state) {
                Turn::Player(seat) => seat,
                Turn::Chance => {
                    let Some(mv) = self.rollouts.draw(state, rng) else { break };
                    self.play(state, mv, None)?;
                    continue;
                }
                Turn::Over => break,
            };
            // 2. The moves of this information set, those that this world adds to it included.
            let Some(idx) = self.select(state, seat) else { break };
            let edge = &self.tree.edges[idx as usize];
            let is_new = edge.visits == 0;
            let Some(mv) = G::Move::from_bits(edge.bits) else { break };
            self.path.push((idx, seat));
            self.play(state, mv, Some(seat))?;
            if is_new {
                break;
            }
        }
        // 3. The rest is played out.
        self.rollouts.play_out(state, &mut self.played, &mut self.meter, rng)
    }

    fn play(&mut self, state: &mut G::State, mv: G::Move, seat: Option<Seat>) -> Result<(), Halt> {
        self.meter.enter()?;
        self.view.game.play_unchecked(state, mv);
        self.played.push(Played { seat, bits: mv.to_bits() });
        Ok(())
    }

    /// The information set that `seat` is in, as it is told apart here.
    fn set_key(&self, state: &G::State, seat: Seat) -> u64 {
        let observer = match self.options.observers {
            Observers::Single => self.view.seat,
            Observers::Multiple => seat,
        };
        mix(self.view.game.information_key(state, observer) ^ (seat.idx() as u64 + 1))
    }

    /// The move to try next; `None` if the tree is full and knows nothing of this position, or if this round
    /// has been here before.
    fn select(&mut self, state: &G::State, seat: Seat) -> Option<u32> {
        let key = self.set_key(state, seat);
        let mut first = self.tree.sets.get(&key).copied().unwrap_or(NONE);
        // A round that comes by a second time goes in circles.
        if first != NONE {
            let round = &mut self.tree.edges[first as usize].round;
            if *round == self.tree.n_begun {
                return None;
            }
            *round = self.tree.n_begun;
        }
        self.moves.clear();
        self.view.game.distinct_moves(state, &mut self.moves);
        self.options_here.clear();
        let (is_new_set, mut has_new) = (first == NONE, false);
        // Mostly the moves come in the order of the edges: then each is found at once.
        let mut cursor = first;
        for n in 0..self.moves.len() {
            let bits = self.moves[n].to_bits();
            let known = if is_new_set { None } else { self.tree.find(first, cursor, bits) };
            let idx = match known {
                Some(idx) => idx,
                None => self.tree.add(key, &mut first, bits, !is_new_set).unwrap_or(NONE),
            };
            self.options_here.push(idx);
            if idx == NONE {
                continue;
            }
            let edge = &mut self.tree.edges[idx as usize];
            // One that came late stands behind the others, wherever its place would be.
            if edge.last != LATE {
                cursor = edge.next;
            }
            edge.chances += 1;
            has_new |= edge.prior < 0.0;
        }
        if self.options.priors {
            if has_new {
                self.ask_priors(state);
            }
            self.most_urgent_by_priors()
        } else {
            self.most_urgent()
        }
    }

    /// Has the game tell how likely the moves of this position are, those that are new here included.
    fn ask_priors(&mut self, state: &G::State) {
        self.priors.clear();
        self.view.game.priors(state, &self.moves, &mut self.priors);
        for (&idx, &prior) in self.options_here.iter().zip(&self.priors) {
            if idx != NONE {
                self.tree.edges[idx as usize].prior = prior.max(f32::MIN_POSITIVE);
            }
        }
    }

    /// By means and numbers alone; of the untried ones the first, in the order of the game.
    fn most_urgent(&self) -> Option<u32> {
        let mut best = (f64::NEG_INFINITY, None);
        for &idx in self.options_here.iter().filter(|&&idx| idx != NONE) {
            let edge = &self.tree.edges[idx as usize];
            let (visits, chances) = (f64::from(edge.visits), f64::from(edge.chances));
            let urgency = match edge.visits {
                0 => f64::INFINITY,
                _ => edge.total / visits + self.options.exploration * (chances.ln() / visits).sqrt(),
            };
            if urgency > best.0 {
                best = (urgency, Some(idx));
            }
        }
        best.1
    }

    /// In proportion to how likely each move is among those of this world; what is untried is taken to be worth
    /// what the others are on average.
    fn most_urgent_by_priors(&self) -> Option<u32> {
        let here = || self.options_here.iter().filter(|&&idx| idx != NONE);
        let (mut visits, mut total, mut priors) = (0.0, 0.0, f64::MIN_POSITIVE);
        for &idx in here() {
            let edge = &self.tree.edges[idx as usize];
            visits += f64::from(edge.visits);
            total += edge.total;
            priors += f64::from(edge.prior);
        }
        let untried = if visits == 0.0 { 0.0 } else { total / visits };
        let factor = self.options.exploration * (visits + 1.0).sqrt() / priors;
        let mut best = (f64::NEG_INFINITY, None);
        for &idx in here() {
            let edge = &self.tree.edges[idx as usize];
            let visits = f64::from(edge.visits);
            let mean = if edge.visits == 0 { untried } else { edge.total / visits };
            let urgency = mean + factor * f64::from(edge.prior) / (1.0 + visits);
            if urgency > best.0 {
                best = (urgency, Some(idx));
            }
        }
        best.1
    }

    /// The edges of the position that is searched, the most tried first.
    fn root_edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        // All worlds look the same to the searching seat, so any will do.
        let state = self.view.game.resample(self.view.observation, &mut Rng::new(0));
        let mut idx = self.tree.sets.get(&self.set_key(&state, self.view.seat)).copied().unwrap_or(NONE);
        while idx != NONE {
            edges.push(self.tree.edges[idx as usize]);
            idx = self.tree.edges[idx as usize].next;
        }
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.visits));
        edges
    }

    /// What the search would choose from.
    fn standing(&self) -> Standing {
        let mut standing = Standing::default();
        for edge in self.root_edges() {
            standing.add(edge.visits, edge.total / f64::from(edge.visits.max(1)));
        }
        standing
    }

    /// A move, as likely as it was tried.
    fn mixed_move(&self, rng: &mut Rng) -> Option<G::Move> {
        let edges = self.root_edges();
        let n_visits: u64 = edges.iter().map(|edge| u64::from(edge.visits)).sum();
        let mut left = rng.below(n_visits.max(1) as usize) as u64;
        for edge in &edges {
            if left < u64::from(edge.visits) {
                return G::Move::from_bits(edge.bits);
            }
            left -= u64::from(edge.visits);
        }
        None
    }

    /// The values of all seats, from that of the move to play. What the others have in more than this one
    /// contest of two is their mean over all rounds, if those began here.
    fn values(&self, value: Value) -> Vec<Value> {
        let (seat, n_seats) = (self.view.seat, self.view.game.n_seats());
        let values = score::of_all(value, seat, self.view.game);
        if !values.is_empty() || self.options.roots == Roots::Start {
            return values;
        }
        let sum: f64 = self.totals.all().iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let mean = |other: Seat| value.with_number(score::of_mean_share(self.totals[other] / sum, n_seats));
        Seat::all(n_seats).map(|other| if other == seat { value } else { mean(other) }).collect()
    }

    fn report(&self) -> Report<G::Move> {
        let n_seats = self.view.game.n_seats();
        let lines: Vec<_> = self
            .root_edges()
            .into_iter()
            .filter(|edge| edge.visits > 0)
            .filter_map(|edge| {
                let mv = G::Move::from_bits(edge.bits)?;
                let number = score::of_mean_share(edge.total / f64::from(edge.visits), n_seats);
                let value = Value::new(number, Unit::WinProbability, n_seats);
                Some(Line { mv, value, pv: vec![mv] })
            })
            .collect();
        let value = lines.first().map(|line| line.value);
        Report {
            value,
            values: value.map_or_else(Vec::new, |value| self.values(value)),
            depth: self.deepest,
            nodes: self.meter.nodes(),
            pv: lines.first().map_or_else(Vec::new, |line| line.pv.clone()),
            lines,
            notes: Vec::new(),
        }
    }
}

/// Keys are spread already: they are their own hash.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
