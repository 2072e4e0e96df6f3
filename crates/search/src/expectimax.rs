//! Expectimax: minimax with luck, and pruning at chance plies too. In backgammon and elsewhere it is known as
//! expectiminimax.
//!
//! Idea: a chance ply is worth the mean of what may come, weighted by probability; the players play as in
//! minimax. Even a mean can be known to lie outside the window before all its outcomes were searched.
//! Formula: `v(chance) = Σ pᵢ vᵢ`. With bounds `lᵢ ≤ vᵢ ≤ uᵢ` for what is not known yet, outcome `i` needs to be
//! searched only within `(α − Σ over j≠i of pⱼuⱼ) / pᵢ` and `(β − Σ over j≠i of pⱼlⱼ) / pᵢ` (Star1). Star2 first
//! probes one move of every outcome, which bounds each from one side and often ends the matter.
//! Games: two players, nothing hidden; chance or not.
//! Sources: D. Michie, "Game-playing and game-learning automata" (1966); B. Ballard, "The *-minimax search
//! procedure for trees containing chance nodes" (1983); M. Kearns, Y. Mansour and A. Ng, "A sparse sampling algorithm
//! for near-optimal planning in large Markov decision processes" (2002).
//!
//! A chance ply takes no depth: `depth` counts the moves of players. Values lie between a lost and a won game,
//! so those are the bounds of what is unknown. Windows are widened by more than rounding can amount to, and
//! a mean is always summed in the order of its outcomes: pruned and unpruned values are equal to the last bit.
//!
//! Where that tree is too wide, three options make it narrower, and the prunings stay sound over what is left.
//! `candidates` and `replies` look at the likeliest moves alone, and with `turns` at the likeliest whole turns, found by
//! a beam search (`turns.rs`). `samples` draws some of the outcomes of luck: those of chance plies in a row as one, spread
//! evenly over the first of them, and the same for all moves that are compared. Nothing is left out of a position that
//! has no more moves or outcomes than that.
//! `scale` takes evaluations for what they say about the result: `share = 1 / (1 + exp((e₁ − e₀) / scale))`. Then a mean
//! is that of shares of the win, as chance asks for, and Star1 has narrow bounds.

mod chance;
mod search;

use ludwerk_core::{Agent, AgentError, Control, Decision, Evaluate, Keyed, MoveHints, Observe, Rng, View};

use crate::evaluator::Evaluator;
use crate::facts::chance_refusal;
use crate::limits::Limits;
use crate::root;
use crate::walk::Walk;
use search::Search;

/// Which prunings are on, and what is left out. No pruning changes the value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each for itself")]
pub struct ExpectimaxOptions {
    /// Alpha-beta pruning at decision nodes.
    pub alphabeta: bool,
    /// Star1 cut-offs at chance nodes: windows for the outcomes.
    pub star1: bool,
    /// Star2: probe one move of every outcome first. Needs `star1`.
    pub star2: bool,
    /// Try the moves first that the game calls promising.
    pub ordering: bool,
    /// Count whole turns as depth, not plies. Another value, since it looks further.
    pub turns: bool,
    /// Look at so many moves of the position that is searched, the likeliest; `None` for all. At least 1.
    pub candidates: Option<usize>,
    /// The same for all positions below; as many as `candidates` if there are none.
    pub replies: Option<usize>,
    /// Draw so many outcomes of luck; `None` for all. At least 1.
    pub samples: Option<usize>,
    /// How much better an evaluation makes a share of the win `e` times as large; `None` to compare evaluations.
    pub scale: Option<f64>,
}

impl Default for ExpectimaxOptions {
    fn default() -> Self {
        Self {
            alphabeta: true,
            star1: true,
            star2: true,
            ordering: true,
            turns: false,
            candidates: None,
            replies: None,
            samples: None,
            scale: None,
        }
    }
}

/// Searches games of two with luck.
#[derive(Clone, Debug)]
pub struct Expectimax {
    options: ExpectimaxOptions,
    limits: Limits,
    evaluator: Evaluator,
    rng: Rng,
}

impl Expectimax {
    /// How deep it looks unless told otherwise.
    pub const DEFAULT_DEPTH: u32 = 3;

    /// The agent with these options, limits and weights, and a seed by which it chooses among equal moves.
    pub fn new(
        options: ExpectimaxOptions,
        limits: Limits,
        evaluator: impl Into<Evaluator>,
        seed: u64,
    ) -> Self {
        Self { options, limits, evaluator: evaluator.into(), rng: Rng::new(seed) }
    }
}

impl<G: Observe + Evaluate + Keyed + MoveHints> Agent<G> for Expectimax {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if let Some(why) = chance_refusal(view.game, "expectimax") {
            return Err(AgentError::Refused(why));
        }
        let state = view.game.resample(view.observation, &mut self.rng);
        let order = root::in_order(view.game, &state, view.legal, self.options.ordering, &mut self.rng);
        let walk = Walk::new(view.game, &self.evaluator, view.history, &self.limits, control.stop_flag());
        let mut search = Search::new(walk, self.options, state, view.seat);
        let order = search.root_choices(&order, &mut self.rng);
        root::deepen(view, control, &self.limits, Self::DEFAULT_DEPTH, order, &mut search)
    }
}
