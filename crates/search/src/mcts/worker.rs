//! One thread of Monte Carlo search: rounds through a tree that it may share with others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use ludwerk_core::{BySeat, Evaluate, History, Keyed, Move as _, MoveHints, Outcome, Rng, Seat, Turn};

use super::MctsOptions;
use super::allocator::Spare;
use super::select::{Formula, Scales, select, sort_by_prior};
use super::tree::{BLOCK, Children, Family, NewChild, Place, Proof, ROOT, Tree, in_units};
use crate::evaluator::Evaluator;
use crate::limits::{Halt, Limits, Meter};
use crate::rollout::{Played, Rollouts, Shares, shares_of};

/// What all workers start from.
pub(super) struct Root<'a, G: Evaluate> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub history: &'a History,
    pub evaluator: &'a Evaluator,
    pub options: &'a MctsOptions,
    pub tree: &'a Tree,
    /// Held by whoever plays simulations, and alone by whoever prunes the tree.
    pub use_of_tree: &'a RwLock<()>,
    /// Simulations begun, by all workers together, and how many there may be, if that is bounded.
    pub rounds: &'a AtomicU64,
    pub most_rounds: Option<u64>,
    /// One seat's whole win leaves nothing to the others.
    pub is_contest: bool,
}

/// When a node gets which of its children.
#[derive(Clone, Copy, Debug)]
enum Growth {
    /// All of them at once.
    All,
    /// A few at a time, as long as all were tried: where the likeliest untried move is always the next to be tried.
    AsTried,
    /// By progressive widening with this factor.
    Widening(f64),
}

impl Growth {
    fn of(options: &MctsOptions) -> Self {
        match options.widening {
            Some(factor) => Self::Widening(factor),
            // What else is known of untried moves makes their order another than that of the priors.
            None if options.rave.is_some() || options.prior_visits > 0.0 => Self::All,
            None => Self::AsTried,
        }
    }
}

/// Progressive widening: among how many of the likeliest moves one is selected after so many visits.
fn width(factor: f64, n_visits: u32) -> u32 {
    ((factor * f64::from(n_visits).sqrt()).ceil() as u32).max(1)
}

/// A node of a round.
#[derive(Clone, Copy, Debug)]
struct Step<'a> {
    place: Place<'a>,
    /// Who chose the move that leads to it; nobody at the root, and where chance did.
    chooser: Option<Seat>,
    /// The visit was counted when it began.
    is_counted: bool,
}

/// Visits of a node that are not counted yet.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    idx: u32,
    n: u32,
    /// The sum of their shares, in fixed point.
    total: i64,
}

/// Of so many nodes visits are counted together.
const N_TALLIES: usize = 1 << 8;

/// Visits are counted at the latest when they come to this part of those of the node, and to so many.
const TALLY_PART: u32 = 256;
const MOST_TALLIED: u32 = 64;

/// Several threads take so many rounds at a time from those that are left.
const ROUNDS_AT_ONCE: u64 = 16;

/// More visits could not be counted, with a round of every thread under way.
const MOST_VISITS: u32 = u32::MAX - (1 << 16);

/// Moves that share a slot share their fate in the statistics of later moves.
const AMAF_SLOTS: usize = 1 << 12;

pub(super) struct Worker<'a, G: Evaluate> {
    root: &'a Root<'a, G>,
    meter: Meter<'a>,
    rng: Rng,
    rollouts: Rollouts<'a, G>,
    history: History,
    looks_at_history: bool,
    formula: Formula,
    scales: Scales,
    growth: Growth,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
    outcomes: Vec<(G::Move, f64)>,
    listed: Vec<NewChild>,
    unsorted: Vec<NewChild>,
    /// The nodes of this round, the root first.
    path: Vec<Step<'a>>,
    /// What is still to be counted at nodes that all threads go through all the time.
    tallies: Box<[Tally; N_TALLIES]>,
    /// Blocks of the tree for this thread alone.
    spare: Spare,
    /// Rounds that this thread may begin.
    n_granted: u64,
    /// The moves of this round, where anybody asks for them; the first ones lead from node to node of the path.
    played: Vec<Played>,
    records: bool,
    /// The slots of the moves that were played from a node on: a set of bits for each seat.
    later: Vec<u64>,
    /// Everyone's shares, summed over the rounds of this worker.
    totals: Shares,
    deepest: u32,
}

impl<'a, G: Evaluate + Keyed + MoveHints> Worker<'a, G> {
    pub fn new(root: &'a Root<'a, G>, limits: &Limits, stop: &'a AtomicBool, seed: u64) -> Self {
        let records = root.options.rave.is_some() || root.options.rollout.last_good_replies;
        let n_slots = if root.options.rave.is_some() { AMAF_SLOTS * root.game.n_seats() } else { 0 };
        let formula = Formula::new(root.options, root.game.n_seats());
        Self {
            root,
            meter: Meter::new(limits, stop),
            rng: Rng::new(seed),
            rollouts: Rollouts::new(root.game, root.evaluator, root.options.rollout).recording(records),
            history: root.history.clone(),
            looks_at_history: root.game.info().ends_by_history(),
            formula,
            scales: Scales::new(formula),
            growth: Growth::of(root.options),
            moves: Vec::new(),
            priors: Vec::new(),
            outcomes: Vec::new(),
            listed: Vec::new(),
            unsorted: Vec::new(),
            path: Vec::new(),
            tallies: Box::new([Tally::default(); N_TALLIES]),
            spare: Spare::default(),
            n_granted: 0,
            played: Vec::new(),
            records,
            later: vec![0; n_slots / 64],
            totals: Shares::default(),
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

    /// Plays simulations until the budget is spent or the root is proven. `on_round` is told how many of this worker's
    /// own were played, and says whether more are wanted.
    pub fn run(&mut self, on_round: &mut dyn FnMut(&Self, u64) -> bool) {
        let Root { tree, use_of_tree, .. } = *self.root;
        let mut n_rounds = 0;
        let mut goes_on = true;
        while goes_on {
            if tree.wants_pruning() {
                let alone = use_of_tree.write().unwrap_or_else(PoisonError::into_inner);
                tree.prune_if_full(|| self.meter.is_over());
                drop(alone);
            }
            let in_use = use_of_tree.read().unwrap_or_else(PoisonError::into_inner);
            loop {
                goes_on = self.next_round();
                if goes_on {
                    n_rounds += 1;
                    goes_on = on_round(self, n_rounds);
                }
                if !goes_on || tree.wants_pruning() {
                    break;
                }
            }
            // Nodes may be forgotten before the next round.
            for tally in self.tallies.iter_mut() {
                count(tree, tally);
            }
            tree.give_back(std::mem::take(&mut self.spare));
            drop(in_use);
        }
    }

    /// Plays a simulation, unless the budget is spent or the root is proven.
    fn next_round(&mut self) -> bool {
        let Root { tree, rounds, most_rounds, options, .. } = *self.root;
        let node = tree.node(ROOT);
        if options.solver && node.is_proven() || node.visits() >= MOST_VISITS {
            return false;
        }
        // Threads do not share a counter where none is needed.
        let Some(most_rounds) = most_rounds else { return self.round().is_ok() };
        if self.n_granted == 0 {
            let wanted = if options.threads > 1 { ROUNDS_AT_ONCE } else { most_rounds };
            let n_before = rounds.fetch_add(wanted, Ordering::Relaxed);
            self.n_granted = most_rounds.saturating_sub(n_before).min(wanted);
            rounds.fetch_sub(wanted - self.n_granted, Ordering::Relaxed);
        }
        if self.n_granted == 0 {
            return false;
        }
        self.n_granted -= 1;
        self.round().is_ok()
    }

    /// One round: down the tree, out of it, and back up.
    fn round(&mut self) -> Result<(), Halt> {
        self.path.clear();
        self.played.clear();
        let n_trail = self.history.len();
        let result = self.descend();
        while self.history.len() > n_trail {
            self.history.pop();
        }
        let Ok((shares, is_proven)) = result else {
            let tree = self.root.tree;
            for step in self.path.iter().filter(|step| step.is_counted) {
                tree.cancel_visit(step.place);
            }
            return Err(Halt);
        };
        self.back_up(&shares);
        if is_proven && self.root.options.solver {
            self.prove_upwards();
        }
        self.rollouts.learn(&self.played, &shares);
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        for (total, share) in self.totals.all_mut().iter_mut().zip(shares.all()) {
            *total += share;
        }
        Ok(())
    }

    /// Goes down to a position that is new, decided or proven; gives what it is worth to everyone, and
    /// whether that is proven.
    fn descend(&mut self) -> Result<(Shares, bool), Halt> {
        let Root { game, tree, options, .. } = *self.root;
        let mut state = self.root.state.clone();
        let mut place = tree.place(ROOT);
        self.visit(place, None)?;
        loop {
            let node = place.node();
            // 1. A proven position needs no more thought; the end is a proof.
            if options.solver
                && let Some(proof) = tree.proof_of(node)
            {
                return Ok((shares_of(proof.returns.as_slice()), true));
            }
            let turn = game.turn(&state);
            if let Some(outcome) = self.end(&state, turn) {
                let chooser = self.path.last().and_then(|step| step.chooser);
                tree.prove(place.idx, Proof { returns: outcome.returns, plies: 0 }, chooser);
                return Ok((self.rollouts.shares_at_end(&state, &outcome), true));
            }
            if let Some(outcome) = self.foreseen(&state) {
                let despised = 1.0 - options.contempt;
                let shares = self.rollouts.shares_at_end(&state, &outcome);
                return Ok((shares.map(|share| despised * share), false));
            }
            // 2. A position that is new is played out.
            let n_visits = node.visits();
            let is_new = n_visits <= options.expand && place.idx != ROOT;
            let children = if is_new { Children::Cannot } else { tree.children(place) };
            let children = match children {
                Children::Are(children) => Some(children),
                Children::MayBeMade => self.make_children(place, &state, turn),
                Children::Cannot => None,
            };
            let (Some(children), false) = (children, turn == Turn::Over) else {
                let blend = options.blend;
                let evaluation = if blend > 0.0 { self.rollouts.judge(&state) } else { Shares::default() };
                let mut shares =
                    self.rollouts.play_out(&mut state, &mut self.played, &mut self.meter, &mut self.rng)?;
                if blend > 0.0 {
                    for (share, evaluated) in shares.all_mut().iter_mut().zip(evaluation.all()) {
                        *share += blend * (evaluated - *share);
                    }
                }
                self.fade(&mut shares);
                return Ok((shares, false));
            };
            // 3. Otherwise one of its moves is tried.
            let (child, chooser) = match turn {
                Turn::Player(seat) => {
                    let children = match self.growth {
                        Growth::All => children,
                        // Of the moves that were not tried the likeliest is the most urgent, so the others can wait.
                        Growth::AsTried if !tree.wants_more(children) => children,
                        _ => self.considered(n_visits, children, &state),
                    };
                    if options.prior_visits > 0.0 {
                        self.guess(&state, children, seat);
                    }
                    let scale = self.scales.of(n_visits);
                    (select(tree, &self.formula, children, scale), Some(seat))
                }
                _ => (self.draw(children), None),
            };
            let Some(mv) = G::Move::from_bits(child.bits()) else {
                unreachable!("a node holds the bits of a legal move")
            };
            if self.looks_at_history {
                self.history.push(game.key(&state), mv);
            }
            self.visit(child, chooser)?;
            game.play_unchecked(&mut state, mv);
            if self.records {
                self.played.push(Played { seat: chooser, bits: mv.to_bits() });
            }
            place = child;
        }
    }

    fn visit(&mut self, place: Place<'a>, chooser: Option<Seat>) -> Result<(), Halt> {
        self.meter.enter()?;
        let is_counted = self.root.tree.begin_visit(place);
        self.path.push(Step { place, chooser, is_counted });
        Ok(())
    }

    /// The result, if the position, in which it is this turn, or the way to it ends the game.
    fn end(&self, state: &G::State, turn: Turn) -> Option<Outcome> {
        let game = self.root.game;
        // The root is in play, whatever the history says.
        let looks_back = self.looks_at_history && self.path.len() > 1;
        match turn {
            Turn::Over if looks_back => game.result(state, &self.history),
            Turn::Over => game.outcome(state),
            _ if looks_back => game.history_outcome(state, &self.history),
            _ => None,
        }
    }

    /// The result to which the way points, where that is to count.
    fn foreseen(&self, state: &G::State) -> Option<Outcome> {
        let is_wanted = self.root.options.foresight && self.looks_at_history && self.path.len() > 1;
        if is_wanted { self.root.game.foreseen_outcome(state, &self.history) } else { None }
    }

    /// A game in which nothing happens comes nearer to a draw, however good a position is.
    fn fade(&self, shares: &mut Shares) {
        let MctsOptions { stall, contempt, .. } = *self.root.options;
        if stall == 0 {
            return;
        }
        let excess = self.root.game.standstill(&self.history).saturating_sub(stall as usize);
        let faded = (excess as f64 / f64::from(stall)).min(1.0);
        let n_seats = self.root.game.n_seats();
        let drawn = (1.0 - contempt) / n_seats as f64;
        for share in shares.of_game_mut(n_seats) {
            *share += faded * (drawn - *share);
        }
    }

    /// Makes the children of a node. `None` if that is impossible.
    #[inline(never)]
    fn make_children(&mut self, place: Place<'a>, state: &G::State, turn: Turn) -> Option<Family<'a>> {
        let tree = self.root.tree;
        let n_moves = if turn == Turn::Chance { self.list_outcomes(state) } else { self.list_moves(state) };
        // What chance may bring is all there, and of the moves as many as are looked at first.
        let n_made = match self.growth {
            _ if turn == Turn::Chance => n_moves,
            Growth::All => n_moves,
            Growth::AsTried => n_moves.min(BLOCK),
            Growth::Widening(factor) => {
                width(factor, place.node().visits()).next_multiple_of(BLOCK).min(n_moves)
            }
        };
        tree.publish(place.idx, &self.listed[..n_made as usize], n_moves, &mut self.spare)
    }

    fn list_outcomes(&mut self, state: &G::State) -> u32 {
        self.outcomes.clear();
        self.root.game.chance_outcomes(state, &mut self.outcomes);
        let child = |&(mv, p): &(G::Move, f64)| NewChild { bits: mv.to_bits(), prior: p as f32 };
        self.listed.clear();
        self.listed.extend(self.outcomes.iter().map(child));
        self.listed.len() as u32
    }

    /// Lists the moves with their priors, the likeliest first where not all are looked at from the beginning. The
    /// list of a position is always the same.
    fn list_moves(&mut self, state: &G::State) -> u32 {
        let game = self.root.game;
        self.moves.clear();
        game.distinct_moves(state, &mut self.moves);
        self.priors.clear();
        game.priors(state, &self.moves, &mut self.priors);
        let sum: f32 = self.priors.iter().sum();
        let children = self.moves.iter().zip(&self.priors);
        self.listed.clear();
        self.listed.extend(children.map(|(mv, p)| NewChild { bits: mv.to_bits(), prior: p / sum }));
        if !matches!(self.growth, Growth::All) {
            sort_by_prior(&mut self.listed, &mut self.unsorted);
        }
        self.listed.len() as u32
    }

    /// What chance brings.
    fn draw(&mut self, children: Family<'a>) -> Place<'a> {
        let tree = self.root.tree;
        let mut left = self.rng.unit();
        let mut drawn = ROOT;
        for (child, node) in tree.nodes(children) {
            drawn = child;
            let probability = node.prior();
            if left < probability {
                break;
            }
            left -= probability;
        }
        tree.place(drawn)
    }

    /// The children among which a move is selected: by and by all of them.
    #[inline(never)]
    fn considered(&mut self, n_visits: u32, children: Family<'a>, state: &G::State) -> Family<'a> {
        let tree = self.root.tree;
        let (children, wanted) = match self.growth {
            Growth::All => return children,
            Growth::AsTried => (children, children.n + 1),
            Growth::Widening(factor) => {
                let wanted = width(factor, n_visits).min(children.n_moves);
                let likeliest = children.likeliest(wanted);
                // A position whose likely moves are all proven can only be proven by the others.
                let are_proven = || tree.nodes(likeliest).all(|(_, node)| node.is_proven());
                if self.root.options.solver && are_proven() {
                    (children, children.n_moves)
                } else {
                    (children, wanted)
                }
            }
        };
        if wanted <= children.n {
            return children.likeliest(wanted);
        }
        let mut spare = std::mem::take(&mut self.spare);
        let grown = tree.grow(children, wanted, &mut spare, || {
            self.list_moves(state);
            &self.listed
        });
        self.spare = spare;
        grown.likeliest(wanted)
    }

    /// Asks the evaluation about moves that it was not asked about before.
    fn guess(&self, state: &G::State, children: Family<'a>, seat: Seat) {
        let tree = self.root.tree;
        let n_known = children.n_guessed();
        if n_known >= children.n {
            return;
        }
        for (child, _) in tree.nodes(children).skip(n_known as usize) {
            let Some(mv) = G::Move::from_bits(tree.bits(child)) else { break };
            let mut next = state.clone();
            self.root.game.play_unchecked(&mut next, mv);
            tree.set_guess(child, self.rollouts.judge(&next)[seat]);
        }
        children.set_guessed();
    }

    /// Gives every node of the path the share of whoever chose it.
    fn back_up(&mut self, shares: &Shares) {
        let tree = self.root.tree;
        // In fixed point, once for every seat and not for every node.
        let mut units = BySeat::<_>::default();
        for seat in Seat::all(self.root.game.n_seats()) {
            units[seat] = in_units(shares[seat]);
        }
        for &Step { place, chooser, is_counted } in &self.path {
            let share = chooser.map_or(0, |seat| units[seat]);
            if !is_counted {
                let idx = place.idx;
                let tally = &mut self.tallies[idx as usize % N_TALLIES];
                if tally.idx != idx {
                    count(tree, tally);
                    tally.idx = idx;
                }
                tally.n += 1;
                tally.total += share;
                if tally.n >= (place.node().visits() / TALLY_PART).min(MOST_TALLIED) {
                    count(tree, tally);
                }
            } else if chooser.is_some() {
                tree.end_visit(place, share);
            }
        }
        if self.root.options.rave.is_some() {
            self.back_up_amaf(shares);
        }
    }

    /// Also credits the siblings of the path whose move was played later by the same seat.
    fn back_up_amaf(&mut self, shares: &Shares) {
        // From the last node to the first: what was played from there on is marked along the way.
        self.later.fill(0);
        let mut unmarked = self.played.len();
        for at in (0..self.path.len()).rev() {
            while unmarked > at {
                unmarked -= 1;
                let Played { seat, bits } = self.played[unmarked];
                if let Some(seat) = seat {
                    let slot = amaf_slot(seat, bits);
                    self.later[slot / 64] |= 1 << (slot % 64);
                }
            }
            let Some(&Played { seat: Some(seat), .. }) = self.played.get(at) else { continue };
            let place = self.path[at].place;
            let tree = self.root.tree;
            let mut children = tree.known_children(place.idx);
            if let Growth::Widening(factor) = self.growth {
                children = children.likeliest(width(factor, place.node().visits()));
            }
            for siblings in tree.all_bits(children) {
                for (child, bits) in siblings {
                    let slot = amaf_slot(seat, bits);
                    if self.later[slot / 64] >> (slot % 64) & 1 != 0 {
                        tree.add_amaf(child, shares[seat]);
                    }
                }
            }
        }
    }

    /// The last node of the path is proven: so may be the ones above it.
    fn prove_upwards(&self) {
        for at in (1..self.path.len()).rev() {
            let (before, chooser) = (self.path[at - 1], self.path[at].chooser);
            let idx = before.place.idx;
            let Some(proof) = prove(self.root.tree, idx, chooser, self.root.is_contest) else { break };
            if !self.root.tree.prove(idx, proof, before.chooser) {
                break;
            }
        }
    }
}

/// Tells the tree of the visits of a tally, and begins it anew.
fn count(tree: &Tree, tally: &mut Tally) {
    let Tally { idx, n, total } = std::mem::take(tally);
    if n > 0 {
        tree.add_visits(idx, n, total);
    }
}

/// What the proofs of the children prove of a node: whoever chooses wins if one of them wins for him, and has
/// the best of them if all are proven. `None` stands for chance, which must lead to the same result anyway.
fn prove(tree: &Tree, idx: u32, chooser: Option<Seat>, is_contest: bool) -> Option<Proof> {
    let children = tree.known_children(idx);
    let proofs = || tree.nodes(children).map(|(_, child)| tree.proof_of(child));
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
    if children.n < children.n_moves {
        return None;
    }
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
    seat.idx() * AMAF_SLOTS + (bits.wrapping_mul(0x9e37_79b9) >> (32 - AMAF_SLOTS.ilog2())) as usize
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
        let (state, history) = (game.start(&mut Rng::new(0)), History::new());
        let (tree, rounds, stop) =
            (Tree::new(1 << 20, Formula::new(&options, 2), false), AtomicU64::new(0), AtomicBool::new(false));
        let root = Root {
            game: &game,
            state: &state,
            history: &history,
            evaluator: &evaluator,
            options: &options,
            tree: &tree,
            use_of_tree: &RwLock::default(),
            rounds: &rounds,
            most_rounds: Some(500),
            is_contest: true,
        };
        Worker::new(&root, &Limits::default(), &stop, 1).run(&mut |_, _| true);
        // At the root the first seat moves, below it the second: both have later moves to learn from, and
        // each more of them than moves that were tried.
        let amaf =
            |idx: u32| tree.nodes(tree.known_children(idx)).map(|(child, _)| tree.amaf(child).0).sum::<f64>();
        for idx in [ROOT, tree.nodes(tree.known_children(ROOT)).next().unwrap().0] {
            let visits = f64::from(tree.node(idx).visits());
            assert!(amaf(idx) > 1.5 * visits, "{} of {visits}", amaf(idx));
        }
    }
}
