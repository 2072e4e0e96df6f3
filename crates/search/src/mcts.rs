//! Monte Carlo tree search: play many simulations, and grow a tree where they go well.
//!
//! Idea: a tree grows where it matters. Each simulation goes down the tree by a rule that balances what has done
//! well against what has been tried little, plays the game out from the first new position, and counts the
//! result in every node on the way, as the share of the seat that chose it. So there may be any number of
//! players.
//! Formula: UCT tries the move with the greatest `mean + c·√(ln N / n)`; with progressive bias there is
//! `+ b·P/(n + 1)`; PUCT takes `mean + c·P·√N/(1 + n)`. `N` and `n` count the visits of the position and of the
//! move, `P` is how likely the game says the move is. With RAVE the mean is mixed with that of all simulations in
//! which the same seat played the move later, `m` of them, with the weight `m/(n + m + nm/k)`, where the prior
//! before the first try counts in `n` as one.
//! Games: any number of players, with or without chance, nothing hidden.
//! Sources: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); G. Chaslot and others,
//! "Progressive strategies for Monte-Carlo tree search" (2008); C. Rosin, "Multi-armed bandits with episode
//! context" (2011) for PUCT; S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value
//! estimation" (2011); M. Winands, Y. Björnsson and J. Saito, "Monte-Carlo tree search solver" (2008);
//! G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree search" (2008).
//!
//! The solver is exact for any number of players: a node is proven when its mover has a sure win, or when all
//! its moves are proven and the best of them is the same to everybody. The tree is kept between moves, and
//! what lies below the position that was reached is used again. Threads share the tree; a simulation under way
//! counts as lost until it ends, so that they spread.
//! Memory is bounded: of a position only the moves exist that are looked at, and when the tree is full its least
//! visited parts are pruned, so that it goes on growing where it matters.
//! With a limit on time a search ends as soon as the rest of the time cannot change its choice.
//!
//! The value of a move that is not proven is its mean share on the common scale: a million for a whole win
//! beyond an equal share.

mod allocator;
mod endgame;
mod prune;
mod race;
mod select;
mod tree;
mod worker;

use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Evaluate, History, Keyed, Line, Move as _, MoveHints, Observe,
    Report, Rng, Seat, View,
};

use crate::early_stop::{Patience, Standing};
use crate::evaluator::Evaluator;
use crate::facts::open_refusal;
use crate::limits::Limits;
use crate::rollout::{RolloutOptions, Shares};
use crate::root::{distinct, no_moves};
use crate::score;
use endgame::Endgame;
use race::Race;
use select::Formula;
use tree::{Proof, ROOT, Tree};
use worker::{Root, Worker};

/// How the move to try next is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// By mean and number of visits alone.
    Uct,
    /// The same, with a bonus for likely moves that fades.
    Bias,
    /// In proportion to how likely a move is.
    Puct,
}

/// How the search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// The selection policy: how the move to try next is found.
    pub selection: Selection,
    /// The exploration constant: `c` in the formulas.
    pub exploration: f64,
    /// The weight of progressive bias: `b` in the formula.
    pub bias: f64,
    /// The equivalence parameter of RAVE, `k` in the formula: at so many visits of a move its all-moves-as-first
    /// statistics weigh as much as its own; `None` for no RAVE.
    pub rave: Option<f64>,
    /// Progressive widening: with `N` visits only the `k·√N` likeliest moves are tried; `None` for all.
    pub widening: Option<f64>,
    /// The expansion threshold: how often a position is played out before its own moves are listed.
    pub expand: u32,
    /// The heuristic prior: as how many visits the evaluation of the position after a move counts.
    pub prior_visits: f64,
    /// Value mixing: the weight of the evaluation where a rollout begins, against what the rollout comes to.
    pub blend: f64,
    /// The rollouts: how games are played out.
    pub rollout: RolloutOptions,
    /// MCTS-Solver: prove wins and losses.
    pub solver: bool,
    /// Solve the end of a game for two exactly, or look for a win among more that nobody can stop, if it takes no
    /// more than so many positions; 0 for never.
    pub endgame: u64,
    /// Score a repetition at once as the draw to which it leads.
    pub foresight: bool,
    /// By what part a share of such an end counts less: with a draw despised, an even game is played on.
    pub contempt: f64,
    /// After so many plies at a standstill, and within as many again, what a new position is worth fades to what a
    /// draw that is foreseen is worth; 0 for never.
    pub stall: u32,
    /// Keep the tree between the moves of a game.
    pub reuse: bool,
    /// How many threads share the tree.
    pub threads: usize,
    /// How many bytes the tree may take. When they are in use, its least visited parts are pruned.
    pub memory: usize,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            selection: Selection::Uct,
            exploration: 0.7,
            bias: 1.0,
            rave: None,
            widening: None,
            expand: 1,
            prior_visits: 0.0,
            blend: 0.0,
            rollout: RolloutOptions::default(),
            solver: true,
            endgame: 0,
            foresight: false,
            contempt: 0.0,
            stall: 0,
            reuse: true,
            threads: 1,
            memory: 256 << 20,
        }
    }
}

/// Searches by playing games. The tree is kept between the moves of a game.
#[derive(Debug)]
pub struct Mcts {
    options: MctsOptions,
    limits: Limits,
    evaluator: Evaluator,
    rng: Rng,
    kept: Option<Kept>,
}

/// The tree of the last search, and where its root was.
#[derive(Debug)]
struct Kept {
    tree: Tree,
    history: History,
    key: u64,
}

impl Mcts {
    /// The agent with these options, limits and weights, and a seed.
    pub fn new(options: MctsOptions, limits: Limits, evaluator: impl Into<Evaluator>, seed: u64) -> Self {
        Self { options, limits, evaluator: evaluator.into(), rng: Rng::new(seed), kept: None }
    }

    /// Best play to the end, or a win that nobody can stop, if that is near enough to be found with a part of the
    /// budget.
    fn solve_endgame<G: Observe + Keyed + MoveHints>(
        &self,
        view: &View<'_, G>,
        state: &G::State,
        moves: &[G::Move],
        control: &Control<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        /// With more moves than this the end of a game for two is too far away.
        const MOST_MOVES: usize = 32;
        let info = view.game.info();
        if self.options.endgame == 0 || moves.len() < 2 || info.has_chance() {
            return None;
        }
        let part_of = |whole: u64| (whole / 4).max(1);
        let by_rounds = self.limits.iterations.map(|rounds| rounds.saturating_mul(10));
        let nodes = [by_rounds, self.limits.nodes.map(part_of)].into_iter().flatten().min();
        let limits = Limits {
            nodes: Some(nodes.unwrap_or(u64::MAX).min(self.options.endgame)),
            time: self.limits.time.map(|time| time / 4),
            ..Limits::default()
        };
        if view.game.n_seats() > 2 {
            return Race::new(view, &limits, control.stop_flag()).solve(state, moves);
        }
        let is_fit = info.is_constant_sum() && !info.ends_by_history() && moves.len() <= MOST_MOVES;
        is_fit
            .then(|| Endgame::new(view.game, view.seat, &limits, control.stop_flag()).solve(state, moves))?
    }

    /// The tree to search in: what the last one knew of this position, or an empty one.
    fn take_tree<G: Observe + Keyed>(&mut self, view: &View<'_, G>, state: &G::State) -> Tree {
        let reused = self.kept.take().and_then(|kept| {
            let moves: Vec<G::Move> = view.history.moves_since(&kept.history, kept.key)?;
            if moves.is_empty() && view.game.key(state) != kept.key {
                return None;
            }
            let Kept { mut tree, .. } = kept;
            let idx = moves.iter().try_fold(ROOT, |idx, &mv| tree.child_by(idx, mv))?;
            tree.move_root(idx);
            Some(tree)
        });
        reused.unwrap_or_else(|| {
            let formula = Formula::new(&self.options, view.game.n_seats());
            Tree::new(self.options.memory, formula, self.options.threads > 1)
        })
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for Mcts {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = open_refusal(view.game, "mcts") {
            return Err(AgentError::Refused(why));
        }
        let &first = view.legal.first().ok_or_else(no_moves)?;
        let begun = Instant::now();
        // 1. Take up the tree where the game has got to.
        let state = view.game.resample(view.observation, &mut self.rng);
        let moves = distinct(view.game, &state, view.legal);
        if let Some(report) = self.solve_endgame(view, &state, &moves, control) {
            self.kept = None;
            return Ok(Decision { chosen: report.pv.first().copied().unwrap_or(first), report });
        }
        let tree = self.take_tree(view, &state);
        let rounds = AtomicU64::new(0);
        // A forced move needs no thought, unless rounds were asked for.
        let is_forced = moves.len() == 1 && self.limits.iterations.is_none();
        let root = Root {
            game: view.game,
            state: &state,
            history: view.history,
            evaluator: &self.evaluator,
            options: &self.options,
            tree: &tree,
            use_of_tree: &RwLock::default(),
            rounds: &rounds,
            most_rounds: if is_forced { Some(2) } else { self.limits.iterations },
            is_contest: view.game.info().is_constant_sum(),
        };

        // 2. Play rounds, all threads in the same tree. A budget of nodes is divided among them.
        let time = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let (n_threads, limits) = Limits { time, ..self.limits }.divided(self.options.threads);
        let is_done = AtomicBool::new(false);
        let mut seed = || self.rng.next_u64();
        let mut main = Worker::new(&root, &limits, control.stop_flag(), seed());
        let mut helpers: Vec<_> =
            (1..n_threads).map(|_| Worker::new(&root, &limits, &is_done, seed())).collect();
        std::thread::scope(|scope| {
            for helper in &mut helpers {
                scope.spawn(|| helper.run(&mut |_, _| true));
            }
            // Short searches are not held up by reports.
            let mut next_report = 1024;
            let mut patience = Patience::new(time, control.move_clock(), control.n_lines());
            main.run(&mut |worker, n_rounds| {
                if n_rounds >= next_report {
                    next_report = 2 * n_rounds;
                    control.report(&report(&root, view, &Sums::of(std::slice::from_ref(worker))));
                }
                !patience.is_at_its_end(n_rounds * n_threads as u64, || standing(&tree))
            });
            is_done.store(true, Ordering::Relaxed);
        });

        // 3. Choose, and keep the tree.
        helpers.push(main);
        let report = report(&root, view, &Sums::of(&helpers));
        drop(helpers);
        if self.options.reuse {
            self.kept = Some(Kept { history: view.history.clone(), key: view.game.key(&state), tree });
        }
        Ok(Decision { chosen: report.pv.first().copied().unwrap_or(first), report })
    }
}

/// What the search would choose from.
fn standing(tree: &Tree) -> Standing {
    let mut standing = Standing::default();
    for (_, node) in tree.nodes(tree.known_children(ROOT)) {
        if node.is_proven() {
            standing.add_proven();
        } else {
            standing.add(node.visits(), node.mean());
        }
    }
    standing
}

/// What workers have done, together.
struct Sums {
    totals: Shares,
    depth: u32,
    nodes: u64,
}

impl Sums {
    fn of<G: Evaluate + Keyed + MoveHints>(workers: &[Worker<'_, G>]) -> Self {
        let mut sums = Self { totals: Shares::default(), depth: 0, nodes: 0 };
        for worker in workers {
            for (total, share) in sums.totals.all_mut().iter_mut().zip(worker.totals().all()) {
                *total += share;
            }
            sums.depth = sums.depth.max(worker.deepest());
            sums.nodes += worker.nodes();
        }
        sums
    }
}

/// What the tree says of the moves of the root, best first.
fn report<G: Observe + Evaluate>(root: &Root<'_, G>, view: &View<'_, G>, sums: &Sums) -> Report<G::Move> {
    let (tree, seat, n_seats) = (root.tree, view.seat, view.game.n_seats());
    let told = |number| Value::new(number, Unit::WinProbability, n_seats);
    let children = in_order_of_choice(tree, seat, n_seats);
    let lines: Vec<_> = children
        .iter()
        .filter(|&&child| tree.node(child).visits() > 0)
        .filter_map(|&child| {
            let pv = best_line::<G>(tree, child)?;
            Some(Line { mv: pv[0], value: told(value_of(tree, child, seat, n_seats)), pv })
        })
        .collect();
    let value = lines.first().map(|line| line.value);
    let values = value.map_or_else(Vec::new, |value| {
        if let Some(proof) = tree.proof(ROOT) {
            return Seat::all(n_seats).map(|seat| told(value_of_proof(&proof, seat))).collect();
        }
        let values = score::of_all(value, seat, view.game);
        if !values.is_empty() {
            return values;
        }
        let sum: f64 = sums.totals.all().iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let mean = |other: Seat| told(score::of_mean_share(sums.totals[other] / sum, n_seats));
        Seat::all(n_seats).map(|other| if other == seat { value } else { mean(other) }).collect()
    });
    let pv = lines.first().map_or_else(Vec::new, |line| line.pv.clone());
    Report {
        value,
        values,
        depth: sums.depth,
        nodes: sums.nodes,
        pv,
        lines,
        notes: tree.memory_note().into_iter().collect(),
    }
}

/// The moves of the root, best first: sure wins, then by visits, sure losses last. A proven share between counts
/// by its visits too, but a greater one comes before a smaller; when everything is proven, values alone count.
fn in_order_of_choice(tree: &Tree, seat: Seat, n_seats: usize) -> Vec<u32> {
    let equal = 1.0 / n_seats as f64;
    let is_all_proven = tree.proof(ROOT).is_some();
    let rank = |child: u32| match tree.proof(child) {
        Some(proof) if is_all_proven => (1, value_of_proof(&proof, seat)),
        Some(proof) if proof.returns[seat] == 1.0 => (2, value_of_proof(&proof, seat)),
        Some(proof) if proof.returns[seat] < equal => (0, value_of_proof(&proof, seat)),
        // A root that is proven by one win leaves moves that are not.
        None if is_all_proven => (0, f64::from(tree.node(child).visits())),
        _ => (1, f64::from(tree.node(child).visits())),
    };
    // Other threads may go on counting meanwhile, so every rank is taken once.
    let mut ranked: Vec<_> =
        tree.nodes(tree.known_children(ROOT)).map(|(child, _)| (rank(child), child)).collect();
    ranked.sort_by(|((class_a, rank_a), _), ((class_b, rank_b), _)| {
        class_b.cmp(class_a).then(rank_b.total_cmp(rank_a))
    });
    let mut children: Vec<u32> = ranked.into_iter().map(|(_, child)| child).collect();
    // Nobody takes a proven share where a greater one is proven.
    let share = |child: u32| tree.proof(child).map_or(f64::NAN, |proof| proof.returns[seat]);
    if let Some(&first) = children.first()
        && let Some(best) = (0..children.len())
            .filter(|&n| share(children[n]) > share(first))
            .max_by(|&a, &b| share(children[a]).total_cmp(&share(children[b])).then(b.cmp(&a)))
    {
        children[..=best].rotate_right(1);
    }
    children
}

/// The proof is of the position after a move, seen from the root's position one ply before.
fn value_of(tree: &Tree, child: u32, seat: Seat, n_seats: usize) -> f64 {
    match tree.proof(child) {
        Some(proof) => value_of_proof(&Proof { plies: proof.plies + 1, ..proof }, seat),
        None => score::of_mean_share(tree.node(child).mean(), n_seats),
    }
}

fn value_of_proof(proof: &Proof, seat: Seat) -> f64 {
    score::of_returns(&proof.returns, seat, proof.plies)
}

/// The most visited way down from a node.
fn best_line<G: ludwerk_core::Game>(tree: &Tree, child: u32) -> Option<Vec<G::Move>> {
    let mut line = vec![G::Move::from_bits(tree.bits(child))?];
    let mut idx = child;
    while let Some((next, node)) = tree.nodes(tree.known_children(idx)).max_by_key(|&(_, node)| node.visits())
        && node.visits() > 0
        && let Some(mv) = G::Move::from_bits(tree.bits(next))
    {
        line.push(mv);
        idx = next;
    }
    Some(line)
}
