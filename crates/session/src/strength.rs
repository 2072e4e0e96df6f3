//! What a game that has ended can tell about the strength of a person who played it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{AgentError, Playthrough, Seat};
use ludwerk_registry::levels::{Assessed, Assessment, Strength, assess};
use ludwerk_registry::{AnyGame, Spec};

use crate::{Player, Session};

/// A game to be looked at.
#[derive(Clone, Debug)]
pub struct Assessable {
    /// The game.
    pub play: Arc<Playthrough<AnyGame>>,
    /// The seat of whom it is about.
    pub seat: Seat,
    agents: Vec<Option<Spec>>,
    /// What the person got, where that says something.
    share: Option<f64>,
}

impl Assessable {
    /// Looks at it, with what was known before.
    ///
    /// # Errors
    /// What a judge says that gives no answer.
    pub fn assess(&self, known: &Strength) -> Result<Assessment, AgentError> {
        let Self { play, seat, agents, share } = self;
        assess(&Assessed { play, agents, seat: *seat, share: *share }, known, &AtomicBool::new(false))
    }
}

/// A game with fewer moves says nothing.
const FEWEST_MOVES: usize = 4;

/// Ends that say nothing about who is stronger.
const WITHOUT_MEANING: [&str; 2] = ["breakdown", "ply limit"];

impl<P> Session<P> {
    /// The game, once it is over, for somebody to look at it for the strength of whoever plays a seat.
    pub fn assessable(&self, seat: Seat) -> Option<Assessable> {
        let end = self.result()?;
        if !self.is_live() || self.played().len() < FEWEST_MOVES {
            return None;
        }
        // Whoever chose the position may have chosen a won one.
        let counts = !self.setting.origin.is_position && !WITHOUT_MEANING.contains(&end.reason.as_str());
        Some(Assessable {
            play: Arc::clone(&self.play),
            seat,
            agents: self.players().iter().map(Player::spec).map(Option::<&Spec>::cloned).collect(),
            share: end.returns.get(seat.idx()).copied().filter(|_| counts),
        })
    }
}
