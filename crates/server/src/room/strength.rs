//! What a game that has ended can tell about the strength of the person who played it.

use ludwerk_core::{Playthrough, Seat};
use ludwerk_registry::{AnyGame, Spec};

use super::Room;
use crate::dto::StrengthView;
use crate::store::Player;

/// A game to be looked at.
pub struct ToAssess {
    /// The game's address.
    pub id: String,
    /// The game.
    pub play: Playthrough<AnyGame>,
    /// Agents by their specs; nothing for people.
    pub agents: Vec<Option<Spec>>,
    /// The seat of whom it is about.
    pub seat: Seat,
    /// The person's key.
    pub player: String,
    /// What the person got, where that says something.
    pub share: Option<f64>,
}

/// A game with fewer moves says nothing.
const FEWEST_MOVES: usize = 4;

/// Ends that say nothing about who is stronger.
const WITHOUT_MEANING: [&str; 2] = ["breakdown", "ply limit"];

impl Room {
    /// The game, once it is over, for somebody to look at it: once only, and only if one of its people is to be
    /// remembered.
    pub fn take_for_assessment(&mut self) -> Option<ToAssess> {
        if self.is_assessed || !self.is_over() || !self.is_live() || self.moves.len() < FEWEST_MOVES {
            return None;
        }
        let mut seats = Seat::all(self.stored.seats.len()).zip(&self.stored.seats);
        let (seat, player) = seats.find_map(|(seat, player)| Some((seat, player.key_of_person()?)))?;
        let (player, end) = (player.to_owned(), self.result()?);
        self.is_assessed = true;
        let agents = self.stored.seats.iter().map(|player| match player {
            Player::Human { .. } => None,
            Player::Engine { spec, .. } => spec.parse().ok(),
        });
        // Whoever chose the position may have chosen a won one.
        let counts = self.stored.position.is_none() && !WITHOUT_MEANING.contains(&end.reason.as_str());
        Some(ToAssess {
            id: self.stored.id.clone(),
            play: self.play.clone(),
            agents: agents.collect(),
            seat,
            player,
            share: end.returns.get(seat.idx()).copied().filter(|_| counts),
        })
    }

    /// Tells what came out.
    pub fn set_strength(&mut self, seat: Seat, strength: StrengthView) {
        self.strength = Some((seat, strength));
        self.version += 1;
    }
}
