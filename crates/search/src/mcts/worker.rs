//! One thread of Monte Carlo search: rounds through a tree that it may share with others.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludwerk_core::{Evaluate, Keyed, MAX_SEATS, Move as _, MoveHints, Outcome, Rng, Seat, Trail, Turn};

use super::tree::{Children, NewChild, Node, Proof, ROOT, Tree, sort_by_likelihood};
use super::{MctsOptions, Selection};
use crate::evaluator::Evaluator;
use crate::limits::{Halt, Limits, Meter};
use crate::rollout::{Played, Rollouts, Shares, shares_of};

/// What all workers start from.
pub(super) struct Root<'a, G: Evaluate> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub trail: &'a Trail,
    pub evaluator: &'a Evaluator,
    pub options: &'a MctsOptions,
    pub tree: &'a Tree,
    /// Rounds begun, by all workers together, and how many there may be.
    pub rounds: &'a AtomicU64,
    pub most_rounds: u64,
    /// One seat's whole win leaves nothing to the others.
    pub is_contest: bool,
}

/// More visits could not be counted, with a round of every thread under way.
const MOST_VISITS: u32 = u32::MAX - (1 << 16);

/// Moves that share a slot share their fate in the statistics of later moves.
const AMAF_SLOTS: usize = 1 << 12;

pub(super) struct Worker<'a, G: Evaluate> {
    root: &'a Root<'a, G>,
    meter: Meter<'a>,
    rng: Rng,
    rollouts: Rollouts<'a, G>,
    trail: Trail,
    looks_at_history: bool,
    moves: Vec<G::Move>,
    likelihoods: Vec<f32>,
    outcomes: Vec<(G::Move, f64)>,
    listed: Vec<NewChild>,
    unsorted: Vec<NewChild>,
    /// The nodes of this round, the root first, each with who chose it.
    path: Vec<(u32, Option<Seat>)>,
    /// The moves of this round; the first ones lead from node to node of the path.
    played: Vec<Played>,
    /// In which node's update a move was last seen: one stamp for each seat and slot.
    stamps: Vec<u64>,
    n_updates: u64,
    /// Everyone's shares, summed over the rounds of this worker.
    totals: Shares,
    deepest: u32,
}

impl<'a, G: Evaluate + Keyed + MoveHints> Worker<'a, G> {
    pub fn new(root: &'a Root<'a, G>, limits: &Limits, stop: &'a AtomicBool, seed: u64) -> Self {
        let n_stamps = if root.options.rave.is_some() { AMAF_SLOTS * MAX_SEATS } else { 0 };
        Self {
            root,
            meter: Meter::new(limits, stop),
            rng: Rng::new(seed),
            rollouts: Rollouts::new(root.game, root.evaluator, root.options.rollout),
            trail: root.trail.clone(),
            looks_at_history: root.game.info().history,
            moves: Vec::new(),
            likelihoods: Vec::new(),
            outcomes: Vec::new(),
            listed: Vec::new(),
            unsorted: Vec::new(),
            path: Vec::new(),
            played: Vec::new(),
            stamps: vec![0; n_stamps],
            n_updates: 0,
            totals: [0.0; MAX_SEATS],
            deepest: 0,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    pub fn totals(&self) -> &Shares {
        &self.totals
    }

    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Plays rounds until the budget is spent or the root is proven. `on_round` is told of each.
    pub fn run(&mut self, on_round: &mut dyn FnMut(&Self, u64)) {
        loop {
            let node = self.root.tree.node(ROOT);
            if self.root.options.solver && node.is_proven() || node.visits() >= MOST_VISITS {
                break;
            }
            let round = self.root.rounds.fetch_add(1, Ordering::Relaxed);
            if round >= self.root.most_rounds || self.round().is_err() {
                // This one was not played.
                self.root.rounds.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            on_round(self, round + 1);
        }
    }

    /// One round: down the tree, out of it, and back up.
    fn round(&mut self) -> Result<(), Halt> {
        self.path.clear();
        self.played.clear();
        let n_trail = self.trail.len();
        let result = self.descend();
        while self.trail.len() > n_trail {
            self.trail.pop();
        }
        let Ok((shares, is_proven)) = result else {
            self.path.iter().for_each(|&(idx, _)| self.root.tree.node(idx).cancel_visit());
            return Err(Halt);
        };
        self.back_up(&shares);
        if is_proven && self.root.options.solver {
            self.prove_upwards();
        }
        self.rollouts.learn(&self.played, &shares);
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        for (total, share) in self.totals.iter_mut().zip(shares) {
            *total += share;
        }
        Ok(())
    }

    /// Goes down to a position that is new, decided or proven; gives what it is worth to everyone, and
    /// whether that is proven.
    fn descend(&mut self) -> Result<(Shares, bool), Halt> {
        let Root { game, tree, .. } = *self.root;
        let mut state = self.root.state.clone();
        let mut idx = ROOT;
        self.visit(ROOT, None)?;
        loop {
            // 1. A proven position needs no more thought; the end is a proof.
            if self.root.options.solver
                && let Some(proof) = tree.proof(idx)
            {
                return Ok((shares_of(proof.returns.as_slice()), true));
            }
            if let Some(outcome) = self.end(&state) {
                tree.prove(idx, Proof { returns: outcome.returns, plies: 0 });
                return Ok((self.rollouts.shares_at_end(&state, &outcome), true));
            }
            if let Some(outcome) = self.foreseen(&state) {
                let despised = 1.0 - self.root.options.contempt;
                let shares = self.rollouts.shares_at_end(&state, &outcome);
                return Ok((shares.map(|share| despised * share), false));
            }
            // 2. A position that is new is played out.
            let is_new = tree.node(idx).visits() <= self.root.options.expand && idx != ROOT;
            let turn = game.turn(&state);
            let children = if is_new { None } else { self.children(idx, &state, turn) };
            let (Some(children), false) = (children, turn == Turn::Over) else {
                let blend = self.root.options.blend;
                let evaluation = if blend > 0.0 { self.rollouts.judge(&state) } else { Shares::default() };
                let mut shares =
                    self.rollouts.play_out(&mut state, &mut self.played, &mut self.meter, &mut self.rng)?;
                for (share, evaluated) in shares.iter_mut().zip(evaluation) {
                    *share += blend * (evaluated - *share);
                }
                return Ok((shares, false));
            };
            // 3. Otherwise one of its moves is tried.
            let (child, chooser) = match turn {
                Turn::Player(seat) => {
                    let children = self.considered(idx, children);
                    if self.root.options.guess > 0.0 {
                        self.guess(&state, children.clone(), seat);
                    }
                    (self.select(idx, children, seat), Some(seat))
                }
                _ => (self.draw(children), None),
            };
            let Some(mv) = G::Move::from_bits(tree.node(child).bits()) else {
                unreachable!("a node holds the bits of a legal move")
            };
            if self.looks_at_history {
                self.trail.push(game.key(&state), mv);
            }
            self.visit(child, chooser)?;
            game.play_unchecked(&mut state, mv);
            self.played.push(Played { seat: chooser.map(|seat| seat as u8), bits: mv.to_bits() });
            idx = child;
        }
    }

    fn visit(&mut self, idx: u32, chooser: Option<Seat>) -> Result<(), Halt> {
        self.meter.enter()?;
        self.root.tree.node(idx).begin_visit();
        self.path.push((idx, chooser));
        Ok(())
    }

    fn end(&self, state: &G::State) -> Option<Outcome> {
        // The root is in play, whatever the trail says.
        if self.looks_at_history && self.path.len() > 1 {
            self.root.game.result(state, &self.trail)
        } else {
            self.root.game.outcome(state)
        }
    }

    /// The result to which the way points, where that is to count.
    fn foreseen(&self, state: &G::State) -> Option<Outcome> {
        let is_wanted = self.root.options.foresight && self.looks_at_history && self.path.len() > 1;
        if is_wanted { self.root.game.foreseen_outcome(state, &self.trail) } else { None }
    }

    /// The children of a node, made now if they are not there. `None` if that is impossible.
    fn children(&mut self, idx: u32, state: &G::State, turn: Turn) -> Option<Range<u32>> {
        let Root { game, tree, .. } = *self.root;
        match tree.children(idx) {
            Children::Are(children) => return Some(children),
            Children::Cannot => return None,
            Children::MayBeMade => {}
        }
        self.listed.clear();
        if turn == Turn::Chance {
            self.outcomes.clear();
            game.chance_outcomes(state, &mut self.outcomes);
            let child = |&(mv, p): &(G::Move, f64)| NewChild { bits: mv.to_bits(), prior: p as f32 };
            self.listed.extend(self.outcomes.iter().map(child));
        } else {
            self.moves.clear();
            game.distinct_moves(state, &mut self.moves);
            self.likelihoods.clear();
            game.likelihoods(state, &self.moves, &mut self.likelihoods);
            let sum: f32 = self.likelihoods.iter().sum();
            let children = self.moves.iter().zip(&self.likelihoods);
            self.listed.extend(children.map(|(mv, p)| NewChild { bits: mv.to_bits(), prior: p / sum }));
            if self.root.options.widening.is_some() {
                sort_by_likelihood(&mut self.listed, &mut self.unsorted);
            }
        }
        tree.publish(idx, &self.listed)
    }

    /// What chance brings.
    fn draw(&mut self, children: Range<u32>) -> u32 {
        let mut left = self.rng.unit();
        for (child, node) in children.clone().zip(self.root.tree.nodes(children.clone())) {
            let probability = node.prior();
            if left < probability {
                return child;
            }
            left -= probability;
        }
        children.end - 1
    }

    /// The children among which a move is selected: by and by all of them.
    fn considered(&self, idx: u32, children: Range<u32>) -> Range<u32> {
        let Some(factor) = self.root.options.widening else { return children };
        let width = (factor * f64::from(self.root.tree.node(idx).visits()).sqrt()).ceil() as u32;
        let end = children.start.saturating_add(width.max(1)).min(children.end);
        // A position whose likely moves are all proven can only be proven by the others.
        let is_proven = |child: u32| self.root.options.solver && self.root.tree.node(child).is_proven();
        if end < children.end && (children.start..end).all(is_proven) {
            children
        } else {
            children.start..end
        }
    }

    /// Asks the evaluation about moves that it was not asked about before.
    fn guess(&self, state: &G::State, children: Range<u32>, seat: Seat) {
        // The likely ones come first, so the new ones are the last.
        for node in self.root.tree.nodes(children).iter().rev() {
            if node.guess().is_some() {
                break;
            }
            let Some(mv) = G::Move::from_bits(node.bits()) else { break };
            let mut next = state.clone();
            self.root.game.play_unchecked(&mut next, mv);
            node.set_guess(self.rollouts.judge(&next)[seat]);
        }
    }

    /// The move to try next: the best mix of what has done well and what has been tried little.
    fn select(&self, idx: u32, children: Range<u32>, seat: Seat) -> u32 {
        let tree = self.root.tree;
        let options = self.root.options;
        let n_visits = f64::from(tree.node(idx).visits());
        let (log_visits, sqrt_visits) = (n_visits.ln(), n_visits.sqrt());
        let nodes = tree.nodes(children.clone());
        let untried = self.value_of_untried(nodes);
        let urgency = |node: &Node| {
            let visits = f64::from(node.visits());
            let mean = match tree.proof_of(node).filter(|_| options.solver) {
                // A proven loss is never tried again, unless all moves are.
                Some(proof) if proof.returns[seat] == 0.0 => return f64::NEG_INFINITY,
                Some(proof) => proof.returns[seat],
                None => self.mixed_mean(node, untried),
            };
            let bonus = match options.selection {
                Selection::Puct => {
                    return mean + options.exploration * node.prior() * sqrt_visits / (1.0 + visits);
                }
                Selection::Uct => 0.0,
                Selection::Bias => options.bias * node.prior() / (1.0 + visits),
            };
            if visits == 0.0 {
                // Everything is tried once, the likely first.
                return 1e9 + node.prior();
            }
            mean + options.exploration * (log_visits / visits).sqrt() + bonus
        };
        let mut best = (f64::NEG_INFINITY, children.start);
        for (child, node) in children.zip(nodes) {
            let urgency = urgency(node);
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    /// The mean of a move that is not proven, mixed with what is known of it beside the rounds that tried it.
    fn mixed_mean(&self, node: &Node, untried: f64) -> f64 {
        let options = self.root.options;
        let mut n = f64::from(node.visits());
        let (n_later, mean_later) = if options.rave.is_some() { node.amaf() } else { (0.0, 0.0) };
        // Most moves were neither tried nor played later.
        if n == 0.0 && n_later == 0.0 {
            return node.guess().unwrap_or(untried);
        }
        let mut mean = if n == 0.0 { untried } else { node.mean() };
        // What a move was taken to be worth before it was tried counts as some rounds.
        if let Some(guess) = node.guess() {
            n += options.guess;
            mean += (guess - mean) * options.guess / n;
        } else if options.rave.is_some() {
            n += 1.0;
            mean += (untried - mean) / n;
        }
        if let Some(equal) = options.rave {
            mean += n_later / (n + n_later + n * n_later / equal) * (mean_later - mean);
        }
        mean
    }

    /// What a move is taken to be worth before it was tried: as much as its siblings on average.
    fn value_of_untried(&self, nodes: &[Node]) -> f64 {
        let options = self.root.options;
        let is_wanted = options.selection == Selection::Puct || options.rave.is_some();
        // Where the evaluation was asked, its answer is what is needed.
        if !is_wanted || options.guess > 0.0 {
            return 0.0;
        }
        let (mut sum, mut n) = (0.0, 0.0);
        for node in nodes {
            let visits = f64::from(node.visits());
            sum += node.mean() * visits;
            n += visits;
        }
        if n > 0.0 { sum / n } else { 1.0 / self.root.game.n_seats() as f64 }
    }

    /// Gives every node of the path the share of whoever chose it.
    fn back_up(&mut self, shares: &Shares) {
        for &(idx, chooser) in &self.path {
            if let Some(seat) = chooser {
                self.root.tree.node(idx).end_visit(shares[seat]);
            }
        }
        if self.root.options.rave.is_some() {
            self.back_up_amaf(shares);
        }
    }

    /// Also credits the siblings of the path whose move was played later by the same seat.
    fn back_up_amaf(&mut self, shares: &Shares) {
        // From the last node to the first: what was played from there on is marked along the way.
        self.n_updates += 1;
        let mut unmarked = self.played.len();
        for at in (0..self.path.len()).rev() {
            while unmarked > at {
                unmarked -= 1;
                let Played { seat, bits } = self.played[unmarked];
                if let Some(seat) = seat {
                    self.stamps[amaf_slot(Seat::from(seat), bits)] = self.n_updates;
                }
            }
            let Some(&Played { seat: Some(seat), .. }) = self.played.get(at) else { continue };
            let seat = Seat::from(seat);
            let idx = self.path[at].0;
            let children = self.considered(idx, self.root.tree.known_children(idx));
            for node in self.root.tree.nodes(children) {
                if self.stamps[amaf_slot(seat, node.bits())] == self.n_updates {
                    node.add_amaf(shares[seat]);
                }
            }
        }
    }

    /// The last node of the path is proven: so may be the ones above it.
    fn prove_upwards(&self) {
        for at in (1..self.path.len()).rev() {
            let (idx, chooser) = (self.path[at - 1].0, self.path[at].1);
            let Some(proof) = prove(self.root.tree, idx, chooser, self.root.is_contest) else { break };
            if !self.root.tree.prove(idx, proof) {
                break;
            }
        }
    }
}

/// What the proofs of the children prove of a node: whoever chooses wins if one of them wins for him, and has
/// the best of them if all are proven. `None` stands for chance, which must lead to the same result anyway.
fn prove(tree: &Tree, idx: u32, chooser: Option<Seat>, is_contest: bool) -> Option<Proof> {
    let children = tree.known_children(idx);
    let proofs = || children.clone().map(|child| tree.proof(child));
    let Some(seat) = chooser else {
        let mut all = proofs();
        let first = all.next()??;
        let plies = all.try_fold(first.plies, |plies, proof| {
            proof.filter(|proof| proof.returns == first.returns).map(|proof| plies.max(proof.plies))
        })?;
        return Some(Proof { plies: plies + 1, ..first });
    };
    // 1. A whole win, the nearest there is; in a contest it is the same to everybody else.
    let wins = proofs().flatten().filter(|proof| is_contest && proof.returns[seat] == 1.0);
    if let Some(win) = wins.min_by_key(|proof| proof.plies) {
        return Some(Proof { plies: win.plies + 1, ..win });
    }
    // 2. All children are proven. If several are best for the chooser and differ for the others, which one
    //    he takes is not proven.
    let mut best: Option<Proof> = None;
    let mut is_clear = true;
    for proof in proofs() {
        let proof = proof?;
        let Some(so_far) = &mut best else {
            best = Some(proof);
            continue;
        };
        if proof.returns[seat] > so_far.returns[seat] {
            (*so_far, is_clear) = (proof, true);
        } else if proof.returns[seat] == so_far.returns[seat] {
            is_clear &= proof.returns == so_far.returns;
            // A loss is put off, anything better is taken as soon as it can be had.
            let is_loss = proof.returns[seat] == 0.0;
            let is_preferred = if is_loss { proof.plies > so_far.plies } else { proof.plies < so_far.plies };
            if is_preferred {
                so_far.plies = proof.plies;
            }
        }
    }
    best.filter(|_| is_clear).map(|proof| Proof { plies: proof.plies + 1, ..proof })
}

fn amaf_slot(seat: Seat, bits: u32) -> usize {
    // The upper bits of a product with 2³² over the golden ratio are spread well, and quickly.
    seat * AMAF_SLOTS + (bits.wrapping_mul(0x9e37_79b9) >> (32 - AMAF_SLOTS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Evaluate as _, Game as _};
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    #[test]
    fn later_moves_are_credited_to_those_who_made_them() {
        let (game, evaluator) = (TicTacToe, Evaluator::from(TicTacToe.default_weights()));
        let options = MctsOptions { rave: Some(100.0), solver: false, ..MctsOptions::default() };
        let (state, trail) = (game.start(&mut Rng::new(0)), Trail::new());
        let (tree, rounds, stop) = (Tree::new(1 << 20), AtomicU64::new(0), AtomicBool::new(false));
        let root = Root {
            game: &game,
            state: &state,
            trail: &trail,
            evaluator: &evaluator,
            options: &options,
            tree: &tree,
            rounds: &rounds,
            most_rounds: 500,
            is_contest: true,
        };
        Worker::new(&root, &Limits::default(), &stop, 1).run(&mut |_, _| {});
        // At the root the first seat moves, below it the second: both have later moves to learn from, and
        // each more of them than moves that were tried.
        let amaf = |idx: u32| tree.known_children(idx).map(|child| tree.node(child).amaf().0).sum::<f64>();
        for idx in [ROOT, tree.known_children(ROOT).start] {
            let visits = f64::from(tree.node(idx).visits());
            assert!(amaf(idx) > 1.5 * visits, "{} of {visits}", amaf(idx));
        }
    }
}
