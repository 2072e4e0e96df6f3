//! What every part of Ludwerk shares: the [`Game`] trait, its capabilities, seeded randomness and results.
//!
//! This crate knows no game, no search and no user interface; it reads no clock and does no I/O.
//!
//! # A game
//! [`Game`] holds the rules: [`Game::turn`], [`Game::legal_moves`], [`Game::play`], [`Game::outcome`].
//! There may be any number of seats up to [`MAX_SEATS`]; the same seat may move several plies in a row;
//! chance is explicit; returns are a vector.
//!
//! ```
//! use ludwerk_core::{doc_game::Countdown, Game, Playthrough, Rng, Seat, Turn};
//!
//! let game = Countdown::new(3);
//! let start = game.start(&mut Rng::new(1));
//! let mut play = Playthrough::new(game, start);
//! play.play_text("1")?;
//! assert_eq!(play.turn(), Turn::Player(Seat::SECOND));
//! play.play_text("2")?;
//! assert_eq!(play.outcome().unwrap().returns.as_slice(), [0.0, 1.0]);
//! # Ok::<(), ludwerk_core::MoveError>(())
//! ```
//!
//! # An agent
//! An [`Agent`] decides for the seat that is to move, by what that seat may see: a [`View`] has its observation and its
//! legal moves, never the position. [`Playthrough::ask`] is the one place that makes it, in games with secrets, too.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use ludwerk_core::doc_game::{Countdown, Take};
//! use ludwerk_core::{Agent, AgentError, Control, Decision, Game, Observe, Playthrough, Report, Rng, View};
//!
//! /// Plays the last move of the list.
//! struct Last;
//!
//! impl<G: Observe> Agent<G> for Last {
//!     fn decide(
//!         &mut self,
//!         view: &View<'_, G>,
//!         _control: &mut Control<'_, G::Move>,
//!     ) -> Result<Decision<G::Move>, AgentError> {
//!         let chosen = view.legal[view.legal.len() - 1];
//!         Ok(Decision { chosen, report: Report::default() })
//!     }
//! }
//!
//! let game = Countdown::new(3);
//! let start = game.start(&mut Rng::new(1));
//! let play = Playthrough::new(game, start);
//! let stop = AtomicBool::new(false);
//! let decision = play.ask(&mut Last, &mut Control::new(&stop, &mut |_| {}))?;
//! assert_eq!(decision.chosen, Take(2));
//! # Ok::<(), AgentError>(())
//! ```
//!
//! # Capabilities
//! Everything else that a game can do is a trait of its own. A registered game implements them all,
//! or says with a one-line marker that it goes without:
//!
//! | trait | what for | marker of those without |
//! |---|---|---|
//! | [`Configure`] | variants, number of players | required |
//! | [`Notation`] | moves, positions as text | required |
//! | [`Deal`] | deals as text | [`WithoutDeal`] |
//! | [`Keyed`] | repetition, transposition tables | required |
//! | [`Observe`] | hidden information, resampling | [`PerfectInformation`] |
//! | [`Evaluate`] | named features and weights | [`WithoutEvaluation`] |
//! | [`MoveOrdering`] | which moves to try first, which are noisy | [`WithoutMoveOrdering`] |
//! | [`MovePolicy`] | how likely moves are, and moves for rollouts | [`WithoutMovePolicy`] |
//! | [`Pruning`] | what need not be searched: equivalent moves, null moves, repetition, bounds | [`WithoutPruning`] |
//! | [`Symmetry`] | mirrors, turns, colour swaps | [`WithoutSymmetry`] |
//! | [`Indexed`] | numbers for all positions, so that the whole game can be solved | [`WithoutIndex`] |
//! | [`Encode`] | action indices, tensors | [`WithoutEncoding`] |
//! | [`Draw`] | a picture made of cells | [`WithoutPicture`] |
//! | [`Presets`] | levels, the best agent, named settings | [`WithoutPresets`] |
//! | [`Strategies`] | agents of the game's own | [`WithoutStrategies`] |
//! | [`Interchange`] | words, moves and files of other programs | [`WithoutInterchange`] |

#![warn(missing_docs)]

mod agent;
mod capability;
mod clock;
pub mod doc_game;
mod encode;
mod error;
mod evaluate;
mod game;
mod hints;
mod history;
mod info;
pub mod interchange;
mod move_clock;
mod notation;
mod observe;
mod outcome;
mod perft;
mod picture;
mod playthrough;
mod position_index;
mod presets;
mod rng;
mod seat;
mod strategies;
pub mod value;
pub mod wrapper;

pub use agent::{Agent, AgentError, Control, Decision, Line, Report, Terms, View, Work};
pub use capability::{Keyed, Symmetry, WithoutSymmetry};
pub use clock::{Clock, TimeControl, TimeControlError, duration_text, parse_duration};
pub use encode::{Encode, WithoutEncoding, action_mask, legal_actions};
pub use error::{MoveError, PositionError, SetupError};
pub use evaluate::{Evaluate, Feature, WeightFile, WeightPreset, WithoutEvaluation};
pub use game::{Game, Move, Turn, sample_chance};
pub use hints::{
    MoveHints, MoveOrdering, MovePolicy, Pruning, WithoutMoveOrdering, WithoutMovePolicy, WithoutPruning,
};
pub use history::History;
pub use info::{
    ChanceMode, ConfigError, Configure, GameInfo, Information, Termination, Turns, Utility, Variant,
};
pub use interchange::{Interchange, WithoutInterchange};
pub use move_clock::{Allotment, MoveClock, Now};
pub use notation::{Deal, Notation, WithoutDeal};
pub use observe::{Observe, PerfectInformation, Viewer};
pub use outcome::{Outcome, Returns};
pub use perft::{perft, perft_with_progress};
pub use picture::{Area, Cell, Draw, Picture, Shape, Tally, WithoutPicture};
pub use playthrough::Playthrough;
pub use position_index::{Indexed, Outlook, WithoutIndex, outlook_by_play};
pub use presets::{Preset, Presets, WithoutPresets};
pub use rng::{Rng, mix};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use strategies::{Strategies, Strategy, StrategyError, StrategyOption, WithoutStrategies};
pub use value::Value;

/// A game with every capability, had or disclaimed.
pub trait Capable:
    Clone
    + Notation
    + Deal
    + Keyed
    + Observe
    + Evaluate
    + MoveHints
    + Symmetry
    + Indexed
    + Encode
    + Draw
    + Presets
    + Strategies
    + Interchange
{
}

impl<G> Capable for G where
    G: Clone
        + Notation
        + Deal
        + Keyed
        + Observe
        + Evaluate
        + MoveHints
        + Symmetry
        + Indexed
        + Encode
        + Draw
        + Presets
        + Strategies
        + Interchange
{
}

/// All that the registry asks of a game: capable, and made from the name of a variant.
pub trait CompleteGame: Configure + Capable {}

impl<G: Configure + Capable> CompleteGame for G {}
