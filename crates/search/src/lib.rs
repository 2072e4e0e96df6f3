//! Search algorithms, generic over any game. This crate knows no game.
//!
//! | agent | what it does | games |
//! |---|---|---|
//! | [`Random`] | uniformly random play | all |
//! | [`Greedy`] | greedy one-ply search | those with an evaluation |
//! | [`Minimax`] | plain minimax to a fixed depth | two players, nothing hidden, no chance |
//! | [`AlphaBeta`] | alpha-beta pruning with principal variation search, every enhancement a switch | as [`Minimax`] |
//! | [`Expectimax`] | expectiminimax: minimax with chance nodes | two players, nothing hidden |
//! | [`Maxn`] | max^n: everyone maximises his own value | nothing hidden |
//! | [`Paranoid`] | paranoid search: all the others are one enemy | nothing hidden, no chance |
//! | [`BestReply`] | best-reply search: between two own turns only the reply that hurts most | nothing hidden, no chance |
//! | [`Mcts`] | Monte Carlo tree search | nothing hidden |
//! | [`Ismcts`] | information-set Monte Carlo tree search: the same over what players know | all |
//! | [`Pimc`] | perfect-information Monte Carlo: searches determinizations as if nothing were hidden | those of its inner search |
//! | [`Peek`] | searches the true position, secrets and all: it cheats | those of its inner search |
//! | [`Perfect`] | what the tablebase of a solved game says | those that can be solved as a whole |
//! | [`Sampler`] | softmax sampling: draws a move by the values of another agent | those of its inner agent |
//! | [`Mix`] | a random mixture: one of two agents plays each move | those of both |
//! | [`Adaptive`] | opponent modelling: learns how the others judge, and searches the moves that they are likely to play | those of its inner search, nothing hidden |
//! | [`Book`] | an opening book, then another agent | those of its inner agent, nothing hidden |
//! | [`QPlayer`] | tabular Q-learning: a table of learnt values, then another agent | those of its inner agent |
//!
//! An agent is made of its options, what it may spend, the weights of the evaluation, and a seed; equal seeds and
//! budgets give equal moves.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use ludwerk_core::doc_game::{Countdown, Take};
//! use ludwerk_core::{Agent, Control, Game as _, Playthrough, Rng};
//! use ludwerk_search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions};
//!
//! // Seven stones, of which one or two are taken in turn: whoever leaves a multiple of three wins.
//! let game = Countdown::new(7);
//! let start = game.start(&mut Rng::new(0));
//! let play = Playthrough::new(game, start);
//!
//! let simulations = Limits { iterations: Some(2000), ..Limits::default() };
//! let agents: [Box<dyn Agent<Countdown>>; 2] = [
//!     Box::new(AlphaBeta::new(AlphaBetaOptions::default(), Limits::of_depth(7), vec![], 0)),
//!     Box::new(Mcts::new(MctsOptions::default(), simulations, vec![], 0)),
//! ];
//! let stop = AtomicBool::new(false);
//! for mut agent in agents {
//!     let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {}))?;
//!     assert_eq!(decision.chosen, Take(1));
//! }
//! # Ok::<(), ludwerk_core::AgentError>(())
//! ```
//!
//! A small game can be solved as a whole, by [`solved::Solver`].
//!
//! All of them speak one scale of values: see [`score`]. How strong whoever plays is, told from results and moves, is
//! the business of [`strength`].

#![warn(missing_docs)]

mod adaptive;
mod alphabeta;
mod book;
mod brs;
mod early_stop;
mod evaluator;
mod expectimax;
mod facts;
pub mod file;
mod greedy;
mod ismcts;
mod limits;
mod maxn;
mod mcts;
mod minimax;
mod mix;
mod negamax;
mod net;
mod open;
mod paranoid;
mod peek;
mod perfect;
mod pimc;
mod pv;
mod qtable;
mod random;
mod rollout;
mod root;
mod sampler;
pub mod score;
pub mod solved;
pub mod strength;
mod transposition;
mod turns;
mod walk;

pub use adaptive::{Adaptive, AdaptiveOptions, MakeInner, Replies};
pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use book::{Book, BookError};
pub use brs::BestReply;
pub use evaluator::Evaluator;
pub use expectimax::{Expectimax, ExpectimaxOptions};
pub use facts::{
    chance_refusal, one_against_all_refusal, open_refusal, two_player_refusal, unsolved_refusal,
};
pub use greedy::Greedy;
pub use ismcts::{Ismcts, IsmctsOptions, Observers, Pick, Roots};
pub use limits::Limits;
pub use maxn::{Maxn, MaxnOptions};
pub use mcts::{Mcts, MctsOptions, Selection};
pub use minimax::Minimax;
pub use mix::Mix;
pub use net::{Accumulator, Net, NetError, NetInfo, viewer as net_viewer};
pub use open::{Draws, Open};
pub use paranoid::Paranoid;
pub use peek::Peek;
pub use perfect::Perfect;
pub use pimc::Pimc;
pub use qtable::{QPlayer, QTable, QTableError, QTableInfo};
pub use random::Random;
pub use rollout::{RolloutOptions, RolloutPolicy};
pub use sampler::Sampler;
